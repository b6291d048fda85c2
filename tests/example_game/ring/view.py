"""What a seat may see, ready to draw; and what a list says of a match."""

from __future__ import annotations

from typing import Any

from tests.example_game.ring.position import position_of
from tests.example_game.ring.state import State


def view(state: State, seat: str) -> dict[str, Any]:
    """The match as a seat may see it: nothing is secret."""
    return position_of(state) | headline(state)


def headline(state: State) -> dict[str, Any]:
    """The match in a line: who wrestles, which turn it is."""
    return {"teams": {one.id: {"name": one.name} for one in state.wrestlers}, "turn": state.turn}
