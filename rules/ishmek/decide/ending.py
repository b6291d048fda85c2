"""The end of a turn by a point or a double loss: all is dropped but rolls that are owed. [ISH-TURN-02, ISH-TURN-03]"""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from rules.ishmek.decide.secrets import end_pushes
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.state import Acting, Go, Owed, Owing, Settling, TurnFrame

MOVE_BURN_INJURY = 4


def end_turn(run: IshRun, cause: Literal["point", "double_loss"]) -> None:
    """The turn is over at once; what is owed is rolled first."""
    cut_to(run, TurnFrame(stage="end", cause=cause))


def reset_to_start(run: IshRun) -> None:
    """House rule: a double loss sends all to start positions and the turn goes on. [ISH-Q-17]"""
    turn: TurnFrame = run.agenda[0]
    cut_to(run, replace(turn, stage="reset", cause="double_loss"))


def cut_to(run: IshRun, turn: TurnFrame) -> None:
    """Leave on the agenda the turn and what is owed."""
    kept = owing_frames(run)
    end_pushes(run, [frame for frame in run.agenda if frame not in kept])
    run.agenda[:] = [turn, *kept]


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
