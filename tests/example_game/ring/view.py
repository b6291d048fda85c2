"""What a seat may see, ready to draw; and what a list says of a match."""

from __future__ import annotations

from typing import Any

from rules.kernel.reading import plain
from rules.kernel.scene import Badge, Figure, Gauge, Mark, Queued, Slot, Squares, Track
from tests.example_game.ring.decide import whose
from tests.example_game.ring.state import LAST_TURN, MAT, MIDDLE, Gripping, Hold, State, Turn, Wrestler

MAT_GROUND = Squares(columns=len(MAT), rows=1, label="The mat, seven squares", marks=(Mark((MIDDLE, 1), "the middle"),))
WINDED = Badge("Winded", "One less on every roll, until a rest", "RING-WIND-01")


def view(state: State, seat: str) -> dict[str, Any]:
    """The match as a seat may see it: nothing is secret. The generic board draws all of it."""
    scene = {
        "figures": {one.id: figure(state, one) for one in state.wrestlers},
        "ground": MAT_GROUND,
        "tracks": [Track("Turn", tuple(Slot(str(turn), now=turn == state.turn) for turn in range(1, LAST_TURN + 1)))],
        "queue": queue(state),
    }
    return headline(state) | dict(plain(scene))


def figure(state: State, one: Wrestler) -> Figure:
    """A wrestler: how much of the mat is behind him, and what he is under."""
    behind = min(one.at - MAT.start, MAT.stop - 1 - one.at) if one.at in MAT else 0
    held = any(isinstance(frame, Hold) and frame.by != one.id for frame in state.agenda)
    return Figure(
        name=one.name,
        seat=one.id,
        at=(one.at, 1) if one.at in MAT else None,
        status="" if one.at in MAT else "off the mat",
        active=one.id == acting(state),
        gauges=(Gauge("To the edge", behind, MIDDLE - 1, low=behind == 0),),
        badges=(
            *((WINDED,) if one.winded else ()),
            *((Badge("Held", "May be driven back", "RING-DRIVE-01"),) if held else ()),
        ),
    )


def acting(state: State) -> str:
    """Whose turn it is, or whose hold; "" when it is over."""
    for frame in reversed(state.agenda):
        match frame:
            case Turn(seat=seat):
                return seat
            case Gripping(by=by) | Hold(by=by):
                return by
    return ""


def queue(state: State) -> tuple[Queued, ...]:
    """Whose turns the present one and the next two are. [RING-TURN-01]"""
    if state.result is not None:
        return ()
    first = max(state.turn, 1)
    turns = range(first, min(first + 3, LAST_TURN + 1))
    return tuple(Queued(whose(turn), f"turn {turn}", now=turn == state.turn) for turn in turns)


def headline(state: State) -> dict[str, Any]:
    """The match in a line: who wrestles, which turn it is."""
    teams = {one.id: {"name": one.name} for one in state.wrestlers}
    return {"teams": teams, "turn": state.turn, "turns_total": LAST_TURN}
