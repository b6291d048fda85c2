"""Where it can be watched what made something happen in a campaign."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse

from campaigns.domain.company.events import BattleJoined


def replay_of(match: str, event: int | str = 0) -> str:
    """Where a match can be watched, from that event on ("end": as it ended); empty for what is no match of ours."""
    try:
        address = reverse("pages:replay", args=[UUID(match)])
    except ValueError:
        return ""
    return f"{address}?n={event}" if event else address


def replay_of_cause(event: Any) -> str:
    """Where it can be watched what made an event happen; empty where no match did.

    What the match as a whole brought, such as the gold of its winner, is seen at its end.
    """
    because = getattr(event, "because", None)
    if because is None:
        return ""
    return replay_of(because.match, because.event or ("" if isinstance(event, BattleJoined) else "end"))
