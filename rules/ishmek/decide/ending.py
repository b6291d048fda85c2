"""The end of a turn by a point or a double loss: only injury rolls for Burns are left. [ISH-TURN-02, ISH-TURN-03]"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from rules.ishmek.decide.secrets import end_pushes
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.state import Acting, BurnInjuries, BurnInjury, Go, Settling, TurnFrame
from rules.kernel.agenda import Frame

MOVE_BURN_INJURY = 4


def end_turn(run: IshRun, cause: Literal["point", "double_loss"]) -> None:
    """End the turn at once; injury rolls for Burns are made first."""
    cut_to(run, TurnFrame(stage="end", cause=cause))


def reset_to_start(run: IshRun) -> None:
    """House rule: a double loss sends all to start positions and the turn goes on. [ISH-Q-17]"""
    turn: TurnFrame = run.agenda[0]
    cut_to(run, replace(turn, stage="reset", cause="double_loss"))


def cut_to(run: IshRun, turn: TurnFrame) -> None:
    """Leave on the agenda the turn and the injury rolls for Burns."""
    kept = burn_injury_frames(run)
    end_pushes(run, [frame for frame in run.agenda if frame not in kept])
    run.agenda[:] = [turn, *kept]


def burn_injury_frames(run: IshRun) -> list[Frame]:
    """The frames that hold injury rolls for Burns, in their order on the agenda."""
    frames: list[Frame] = []
    for frame in run.agenda:
        if isinstance(frame, Acting) and (frame.owed or frame.foul):
            frames.append(frame)
        elif isinstance(frame, Go) and frame.burns:
            owed = tuple(BurnInjury(frame.player, MOVE_BURN_INJURY * squares, "movement") for squares in frame.burns)
            frames.append(BurnInjuries(owed=owed))
        elif isinstance(frame, Settling) and frame.burned:
            waiting = [declared.player for declared in frame.queue]
            order = tuple(
                BurnInjury(player, burn, "order roll") for player, burn in frame.burned.items() if player in waiting
            )
            if order:
                frames.append(BurnInjuries(owed=order))
    return frames
