"""What holds at every moment of a match of Ring. Each function fails with the fact that broke."""

from __future__ import annotations

from rules.kernel.rolls import Rolled
from tests.example_game.ring.state import LAST_TURN, MAT, State
from tests.rules.every_game.invariants import check_possible, check_sums


def check_state(state: State) -> None:
    """They stand on two squares, on the mat until it is over, and the turns are counted. [RING-MAT-01, RING-END-01]"""
    red, blue = state.wrestlers
    assert red.at != blue.at
    off = [one for one in state.wrestlers if one.at not in MAT]
    assert not off or (state.result is not None and state.result.winner != off[0].id)
    assert 0 <= state.turn <= LAST_TURN
    assert (state.result is None) == bool(state.agenda)


def check_progress(before: State, after: State) -> None:
    """Turns never go back."""
    assert before.turn <= after.turn <= before.turn + 1


def check_roll(event: Rolled) -> None:
    """One die; what came of it had a chance. [RING-GRIP-01]"""
    check_sums(event)
    check_possible(event)
    assert event.roll == "1d6"
