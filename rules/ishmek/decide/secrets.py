"""What a push keeps to itself: whether it is meant to injure, until it shows. [ISH-FOUL-01]

Every push is closed by a `decided` that the other team cannot read before the rolls, so that nothing tells one with
intent from one without; with intent it stays hidden until the umpires have looked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.ishmek.decide.contests import FOUL_SECRET_UNTIL
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.questions import get
from rules.ishmek.state import Acting, Contest, Settling
from rules.kernel.agenda import Declared, Secret, Window

PUSH_SECRET_UNTIL = "contest_settled"


def hidden_intents(run: IshRun) -> Secret | None:
    """Who alone may read the frames that this command leaves, and until when; None where anybody may."""
    found = list(_intents(run.pushed()))
    if not found:
        return None
    teams = {get(run.state, player).team for player, _ in found}
    meant = any(intent for _, intent in found)
    return Secret(tuple(teams) if len(teams) == 1 else (), FOUL_SECRET_UNTIL if meant else PUSH_SECRET_UNTIL)


def _intents(frames: tuple[Any, ...]) -> Iterator[tuple[str, bool]]:
    """Each pusher in the frames, and whether the push is meant to injure."""
    for frame in frames:
        if isinstance(frame, Contest) and frame.kind == "push_pull":
            yield frame.actor, frame.intent
        elif isinstance(frame, Acting) and frame.foul is not None:
            yield frame.player, True
        elif isinstance(frame, Window):
            yield from _declared(frame.declared)
        elif isinstance(frame, Settling):
            yield from _declared(frame.queue)


def _declared(reactions: tuple[Declared, ...]) -> Iterator[tuple[str, bool]]:
    for one in reactions:
        if one.command["name"] == "push_pull":
            yield one.player, bool(one.command.get("intent"))
