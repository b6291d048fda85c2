"""How a turn is cut short: a point or a double loss drops everything but the rolls that are owed.

[ISH-TURN-02, ISH-TURN-03]
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from rules.ishmek.decide.skill import IshRun
from rules.ishmek.state import Acting, Go, Owed, Owing, Settling, TurnFrame

MOVE_BURN_INJURY = 4


def end_turn(run: IshRun, cause: Literal["point", "double_loss"]) -> None:
    """The turn is over at once; what is owed is rolled first."""
    run.agenda[:] = [TurnFrame(stage="end", cause=cause), *owing_frames(run)]


def reset_to_start(run: IshRun) -> None:
    """House rule: a double loss sends all to start positions and the turn goes on. [ISH-Q-17]"""
    turn: TurnFrame = run.agenda[0]
    run.agenda[:] = [replace(turn, stage="reset", cause="double_loss"), *owing_frames(run)]


def owing_frames(run: IshRun) -> list[Any]:
    """The frames that hold owed rolls, in their order on the agenda."""
    frames: list[Any] = []
    for frame in run.agenda:
        if isinstance(frame, Acting) and (frame.owed or frame.foul):
            frames.append(frame)
        elif isinstance(frame, Go) and frame.burns:
            owed = tuple(Owed(frame.player, MOVE_BURN_INJURY * squares, "movement") for squares in frame.burns)
            frames.append(Owing(owed=owed))
        elif isinstance(frame, Settling) and frame.burned:
            waiting = [declared.player for declared in frame.queue]
            order = tuple(
                Owed(player, burn, "order roll") for player, burn in frame.burned.items() if player in waiting
            )
            if order:
                frames.append(Owing(owed=order))
    return frames
