"""What is worth counting in a match: who began it, and its deeds and mishaps by name. Each game has a module here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from matches.game_parts import part_of
from rules.kernel.messages import tag_of
from rules.kernel.rolls import Rolled

DETAILS = ("injury", "foul", "status", "until")
"""What tells events of one type apart, where they have it: which injury, which foul, out for how long."""


def named_details(events: Iterable[Any]) -> Iterator[str]:
    """The events that carry one of `DETAILS`, as "type: which"."""
    for event in events:
        for field in () if isinstance(event, Rolled) else DETAILS:
            value = getattr(event, field, None)
            if isinstance(value, str) and value:
                yield f"{tag_of(event)}: {value}"


class Telling(NamedTuple):
    """How the matches of a game are told: which event says who began, in which field; and what is counted."""

    began: tuple[str, str]
    details: Callable[[Iterable[Any]], Iterator[str]]


PLAIN = Telling(("", ""), named_details)


def telling_of(ruleset: str) -> Telling:
    """How matches of a game are told; a game of which nothing is known here has its named details alone."""
    telling: Telling | None = part_of("matches.simulation", ruleset, "TELLING")
    return telling or PLAIN


def who_began(telling: Telling, events: Iterable[Any]) -> str:
    """The seat that had the first move, by the first event that says so; "" where none does."""
    name, field = telling.began
    return next((str(getattr(event, field)) for event in events if tag_of(event) == name), "")
