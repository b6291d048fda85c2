"""What the events of campaigns and companies have in common: the act they belong to, what caused them, why."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.messages import Event


class Cause(msgspec.Struct, frozen=True, gc=False):
    """The event of a match that made something happen; `event` 0 is the match as a whole."""

    match: str
    event: int = 0


class Change(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A value changed by a correction or an undoing.

    `field` is a path such as ``xp`` or ``stats.power``; without `hero`, the company's.
    """

    field: str
    old: Any = None
    new: Any = None
    hero: str = ""


class CampaignEvent(Event, frozen=True, kw_only=True):
    """Base of the events. All events of one act, in whatever streams, have the same `batch`."""

    batch: str = ""
    because: Cause | None = None
    reason: str = ""
