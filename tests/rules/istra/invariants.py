"""What holds at every moment of a battle, whatever is played. Each function fails with the fact that broke."""

from __future__ import annotations

from functools import partial

from rules.istra.questions import are_enemies, get
from rules.istra.state import State
from rules.istra.system import ISTRA
from rules.kernel.rolls import Rolled
from tests.rules.every_game import invariants as every_game
from tests.rules.every_game.invariants import AnyDice, check_possible, check_sums

__all__ = ["AnyDice", "check_progress", "check_refusal", "check_roll", "check_state"]

check_refusal = partial(every_game.check_refusal, "istra")


def check_state(state: State) -> None:
    """Models, engagements and items are as the rules allow. [IST-DMG-01, IST-DMG-02, IST-MOVE-05, IST-TURN-07]"""
    for model in state.models:
        assert 0 <= model.health <= model.health_max, f"{model.id} has {model.health} health"
        for core in ("power", "finesse", "will"):
            assert 0 <= getattr(model, core) <= getattr(model, f"{core}_max"), f"{core} of {model.id}"
        assert (model.pos is not None) == (model.status == "on_board"), f"{model.id} is {model.status} at {model.pos}"
        if model.status == "on_board" and not _in_the_midst(state):
            assert model.health, f"{model.id} stands with no health"
            assert model.power or model.finesse or model.will, f"{model.id} stands with no Core Stat"
        assert model.move_action in (0, 1)
        assert model.standard_action >= 0
    for one, other in state.engaged:
        a, b = get(state, one), get(state, other)
        assert a.pos is not None, f"{one} is Engaged off the board"
        assert b.pos is not None, f"{other} is Engaged off the board"
        assert are_enemies(state, a, b), f"{one} and {other} are friends"
    for item in state.items:
        assert item.pos is None or not item.carrier, f"{item.id} lies there and is carried"
        assert not item.carrier or get(state, item.carrier), item
    named = [one.model for one in state.nominations]
    assert len(named) == len(set(named)), "somebody was nominated twice in a turn"
    assert len(ISTRA.pending(state).asks) <= 1, "two are asked at once"
    if state.result is not None:
        assert state.agenda == (), "business is left after the end"


def _in_the_midst(state: State) -> bool:
    """Whether an attack is under way: who is out is taken off with all damage of the step."""
    return any(str(frame.__struct_config__.tag) == "attack" for frame in state.agenda)


def check_progress(before: State, after: State) -> None:
    """The turn never turns back, who is gone stays gone, health only rises by healing. Not for a GM's adjustments."""
    assert after.turn >= before.turn
    assert after.rules == before.rules, "house rules changed during the battle"
    for then, now in zip(before.models, after.models, strict=True):
        assert then.id == now.id
        if then.status in ("out", "left_board"):
            assert now.status == then.status, f"{now.id} came back from {then.status}"
        for what, count in then.used.items():
            assert now.used.get(what, 0) >= count, f"{now.id} got back a use of {what}"


def check_roll(event: Rolled) -> None:
    """Total, margin, success and chance of a roll agree with its dice. [IST-DICE-01, IST-ADV-05]"""
    check_sums(event)
    assert sum(kept for *_, kept in event.dice) == 1, "one die is kept"
    assert len(event.dice) <= 2, "never more than two dice"
    if event.compare != "contest":  # a 20 of the other's beats any total
        check_possible(event)
