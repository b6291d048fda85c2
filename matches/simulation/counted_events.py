"""Which events of simulated matches are counted. Each game says so in a module of this package."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from matches.game_parts import part_of
from rules.kernel.messages import tag_of
from rules.kernel.rolls import Rolled

DETAILS = ("injury", "foul", "status", "until")
"""The fields by which events of one type are counted separately: which injury, which foul, out for how long."""


def named_details(events: Iterable[Any]) -> Iterator[str]:
    """The events that carry one of `DETAILS`, as "type: which"."""
    for event in events:
        for field in () if isinstance(event, Rolled) else DETAILS:
            value = getattr(event, field, None)
            if isinstance(value, str) and value:
                yield f"{tag_of(event)}: {value}"


class CountedEvents(NamedTuple):
    """What to count in matches of a game: the event and its field that say who began, and the details of events."""

    began: tuple[str, str]
    details: Callable[[Iterable[Any]], Iterator[str]]


PLAIN = CountedEvents(("", ""), named_details)


def counted_events_of(ruleset: str) -> CountedEvents:
    """What to count in matches of a game; the named details alone for a game that declares nothing."""
    declared: CountedEvents | None = part_of("matches.simulation", ruleset, "COUNTED_EVENTS")
    return declared or PLAIN


def who_began(counted: CountedEvents, events: Iterable[Any]) -> str:
    """The seat that had the first move, from the first event that says so; "" where none does."""
    name, field = counted.began
    return next((str(getattr(event, field)) for event in events if tag_of(event) == name), "")
