"""What holds at every moment of a Skirmish, whatever is played. Each function fails with the fact that broke."""

from __future__ import annotations

from rules.hachigoku.checks import inconsistent
from rules.hachigoku.events import ActionDiceRolled, RollMade
from rules.hachigoku.questions import able, captives_of, effective_range, level, there, track_of, unspent
from rules.hachigoku.state import Attacking, State
from rules.kernel.rolls import Rolled
from tests.rules.every_game.invariants import check_possible, check_sums


def check_state(state: State) -> None:
    """Ranges, dice, Wounds and holds are as the rules allow. [HAC-RANGE-03, HAC-INIT-17, HAC-WOUND-07, HAC-GRAP-08]"""
    assert inconsistent(state.ranges) is None
    for row, name in zip(state.ranges.rows, state.ranges.names, strict=True):
        assert row[state.ranges.names.index(name)] == "0", f"{name} is away from themselves"
    for one in state.characters:
        assert 0 <= one.wounds <= track_of(one).most, f"{one.id} has {one.wounds} Wounds"
        assert one.height >= 0
        assert one.honor_points >= 0
        assert able(one) or not unspent(one), f"{one.id} is {level(one)} and has dice"
        names = [(effect.name, effect.source) for effect in one.conditions]
        assert len(set(names)) == len(names), f"{one.id} is twice {names}"
        for captive, hold in captives_of(state, one.id):
            assert able(one), f"{one.id} holds {captive.id} and is {level(one)}"
            thrown = any(weapon.name == hold.note and weapon.kind == "thrown" for weapon in one.weapons)
            near = effective_range(state, one.id, captive.id) == 0
            assert near or thrown, f"{one.id} holds {captive.id} from afar"
    assert state.entered >= len(state.characters)
    if state.result is not None:
        assert state.agenda == (), "business is left after the end"
    for frame in state.agenda:
        if isinstance(frame, Attacking):
            assert all(name in {one.id for one in state.characters} for name in frame.waiting)


def check_progress(before: State, after: State) -> None:
    """Rounds and Moments only go on, the dead stay dead, who has left stays away. Not for what a GM does by hand."""
    assert after.round >= before.round
    if after.round == before.round and before.underway and after.underway:
        assert after.moment <= (before.moment or 10), f"Moment {before.moment} became {after.moment}"
    for old, new in zip(before.characters, after.characters, strict=True):
        assert new.wounds >= old.wounds, f"{old.id} is healed"
        assert there(old) or not there(new), f"{old.id} is back"
        assert new.honor_points <= old.honor_points


def check_roll(event: Rolled) -> None:
    """Faces of d10; the highest are kept; each kept banzai die shows a 10. [HAC-DICE-02, HAC-DICE-06, HAC-DICE-11]"""
    check_sums(event)
    check_possible(event)
    assert all(sides == 10 for sides, _, _ in event.dice)
    if isinstance(event, ActionDiceRolled):
        assert event.faces == tuple(face for _, face, _ in event.dice)
        return
    assert isinstance(event, RollMade)
    assert event.target is None or event.success == (event.total >= event.target)
    first = event.dice[: len(event.values)]
    kept = [value for value, (_, _, counts) in zip(event.values, first, strict=True) if counts]
    dropped = [value for value, (_, _, counts) in zip(event.values, first, strict=True) if not counts]
    assert sum(kept) == event.total
    assert max(dropped, default=0) <= min(kept)
    assert event.pool[-1][:2] == (len(first), len(kept))
    assert event.exploded_kept <= sum(face == 10 for _, face, counts in event.dice if counts)
