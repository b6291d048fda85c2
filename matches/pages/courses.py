"""Commands that are given one after another by a single form, as long as the same figure is asked."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from matches import service
from matches.errors import DiceWanted
from web.errors import Refusal
from web.people import Person

Order = Mapping[str, Any]


def give_in_turn(
    who: Person, match_id: uuid.UUID, orders: Sequence[Order], pending: int | None, key: str | None
) -> str:
    """Give commands in order; return why the rest was not given, empty where all were.

    A refusal of the first, or dice that it wants, are raised as by `service.give_command`. It stops where somebody else
    is asked, a window opens, dice are wanted or a later one is refused.
    """
    answer = service.give_command(who, match_id, orders[0], pending=pending, key=key)
    for number, order in enumerate(orders[1:], 1):
        given = f"Stopped after {number} of {len(orders)} steps"
        if not _goes_on(answer.pending["asks"], order):
            return f"{given}: {_why(answer.pending['asks'])}"
        next_key = f"{key}-{number}" if key else None
        try:
            answer = service.give_command(who, match_id, order, pending=answer.version, key=next_key)
        except DiceWanted:
            return f"{given}: a roll waits for its dice."
        except Refusal as refusal:
            return f"{given}: {refusal.message}"
    return ""


def _goes_on(asks: Sequence[Mapping[str, Any]], order: Order) -> bool:
    """Whether the figure of a command may still act of its own accord."""
    figures = set(map(str, order.values()))
    return any(ask["yours"] and not ask.get("window") and ask.get("player") in figures for ask in asks)


def _why(asks: Sequence[Mapping[str, Any]]) -> str:
    if any(ask.get("window") for ask in asks):
        return "others may react first."
    return str(asks[0]["why"]) if asks else "nobody is asked any more."
