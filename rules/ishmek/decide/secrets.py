"""What a push keeps to itself: whether it is meant to injure, until it shows. [ISH-FOUL-01]

Every push is closed by a `decided` that the other team cannot read before the push has ended, so that nothing, not even
the number of events, tells one with intent from one without.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.ishmek.decide.skill import IshRun
from rules.ishmek.events import PushEnded
from rules.ishmek.questions import get
from rules.ishmek.state import Acting, Contest, Settling, State
from rules.kernel.agenda import Frame, Secret, Window

PUSH_SECRET_UNTIL = "push_ended"


def hidden_pushes(state: State, frames: tuple[Frame, ...]) -> Secret | None:
    """Who alone may read the frames that a command has pushed; None where anybody may."""
    teams = {get(state, player).team for player in pushers(frames)} if frames else None
    if not teams:
        return None
    return Secret(tuple(teams) if len(teams) == 1 else (), PUSH_SECRET_UNTIL)


def pushers(frames: Iterable[Frame]) -> Iterator[str]:
    """Everybody whose push is declared or under way in the frames."""
    for frame in frames:
        match frame:
            case Contest(kind="push_pull"):
                yield frame.actor
            case Acting(name="push_pull"):
                yield frame.player
            case Window(declared=reactions) | Settling(queue=reactions):
                yield from (one.player for one in reactions if one.command["name"] == "push_pull")


def end_pushes(run: IshRun, dropped: Iterable[Frame]) -> None:
    """Pushes that a point, a double loss or the end of the match has cut off are over too."""
    for player in dict.fromkeys(pushers(dropped)):
        run.emit(PushEnded(player=player))
