"""What holds at every moment of an Ishmêk match, whatever is played. Each function fails with the fact that broke."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from rules.ishmek.arena import SCORING_SQUARES, SIDES, VESSEL_OWNER, on_board
from rules.ishmek.events import ActionSpent, BonusSpent, ReactionSpent, TurnStarted
from rules.ishmek.state import State
from rules.kernel.rolls import Rolled
from tests.rules.every_game import invariants as every_game
from tests.rules.every_game.invariants import AnyDice, check_possible, check_sums

__all__ = ["AnyDice", "check_economy", "check_progress", "check_refusal", "check_roll", "check_state", "shape"]

check_refusal = partial(every_game.check_refusal, "ishmek")

NAMED_ONCE = ("dash", "control", "seize", "propel", "intercept", "push_pull")


def check_state(state: State) -> None:
    """Players, orbs and economy are as the rules allow. [ISH-ARENA-05, ISH-ARENA-08, ISH-ORB-02..04, ISH-Q-08]"""
    _check_players(state)
    _check_vessels(state)
    for orb in state.orbs:
        _check_orb(state, orb)
    if state.rules.two_orbs == "off":
        holders = [orb.holder for orb in state.orbs if orb.holder is not None]
        assert len(holders) == len(set(holders)), f"{holders[0]} holds both orbs"
    assert 1 <= state.turn <= state.turns_total, f"turn {state.turn} of {state.turns_total}"
    assert min(state.score) >= 0
    if state.result is not None:
        assert state.agenda == (), "business is left after the end"


def _check_players(state: State) -> None:
    squares = Counter(player.at for player in state.players if player.at is not None)
    for square, count in squares.items():
        assert count == 1, f"{count} players stand in {square}"
        assert on_board(square), f"{square} lies behind the wall"
        assert square not in VESSEL_OWNER, f"somebody stands in the vessel {square}"
    for player in state.players:
        assert player.at is None or player.status == "on_field", f"{player.id} is {player.status} and on the field"
        assert (player.sit_out is not None) == (player.status == "sitting_out"), player
        assert player.slots_l1 >= 0, f"{player.id} has {player.slots_l1} slots"
        assert 0 <= player.burn_move <= 2, f"{player.id} burned for {player.burn_move} squares"
        names = [name for name in player.used_names if name != "cast_spell" or state.rules.cast_once == "on"]
        assert len(names) == len(set(names)), f"{player.id} used a name twice: {names}"


def _check_vessels(state: State) -> None:
    for side in SIDES:
        for vessel, squares in SCORING_SQUARES.items():
            there = [p.id for p in state.players if p.team == side and p.at in squares]
            assert len(there) < len(squares), f"{there} fill the scoring squares of the {vessel} vessel"


def _check_orb(state: State, orb: Any) -> None:
    """Exactly one of the four states, with what belongs to it."""
    if orb.state == "controlled":
        holder = next(player for player in state.players if player.id == orb.holder)
        assert holder.at is not None, f"{holder.id} holds the {orb.team} orb off the field"
        assert orb.at == holder.at, f"the {orb.team} orb is in {orb.at}, its holder in {holder.at}"
    else:
        assert orb.holder is None, f"the {orb.team} orb is {orb.state} and held by {orb.holder}"
    if orb.state == "lost":
        assert orb.at in VESSEL_OWNER, f"the {orb.team} orb is lost in {orb.at}"
    elif orb.at is not None:
        assert on_board(orb.at), f"the {orb.team} orb lies behind the wall in {orb.at}"
    else:
        unplaced = any(frame.__struct_config__.tag == "placing" for frame in state.agenda)
        assert unplaced, f"the {orb.team} orb is nowhere"


def check_progress(before: State, after: State) -> None:
    """The score never falls, the turn never turns back, who is out stays out. Not for what a GM does by hand."""
    assert after.score[0] >= before.score[0], "the home score fell"
    assert after.score[1] >= before.score[1], "the away score fell"
    assert after.turn >= before.turn
    assert after.rules == before.rules, "house rules changed during the match"
    for then, now in zip(before.players, after.players, strict=True):
        assert then.id == now.id
        if then.status in ("out_match", "out_tournament", "dead"):
            assert now.status in ("out_match", "out_tournament", "dead"), f"{now.id} rose from {then.status}"


def check_economy(events: Sequence[Any], rules: Any) -> None:
    """At most one Action, Reaction and Bonus Action a turn, and no name twice. [ISH-ECON-01, ISH-ECON-02]"""
    spent: Counter[tuple[str, str]] = Counter()
    used: Counter[tuple[str, str]] = Counter()
    for event in events:
        if isinstance(event, TurnStarted):
            spent.clear()
            used.clear()
        elif isinstance(event, ActionSpent | ReactionSpent | BonusSpent):
            slot = str(event.__struct_config__.tag)
            spent[event.player, slot] += 1
            assert spent[event.player, slot] == 1, f"{event.player}: {slot} twice in a turn"
            once = event.name in NAMED_ONCE or (event.name == "cast_spell" and rules.cast_once == "on")
            if once:
                used[event.player, event.name] += 1
                assert used[event.player, event.name] == 1, f"{event.player} used {event.name} twice in a turn"


def check_roll(event: Rolled) -> None:
    """Total, margin, success and chance of a roll agree with its dice."""
    check_sums(event)
    check_possible(event)
    if event.target is not None:
        assert event.margin == event.total - event.target
        assert event.success == (event.margin >= 0)
        assert event.chance is not None, f"{event.purpose} has a target and no chance"


def shape(value: Any) -> Any:
    """What a view is made of, its values left out: two seats' views have the same."""
    if isinstance(value, dict):
        return {key: shape(part) for key, part in value.items()}
    return [shape(part) for part in value] if isinstance(value, list) else type(value).__name__
