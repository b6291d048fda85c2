"""The past of a company: the story of a hero, what still counts, why a value is what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from campaigns.domain.company.events import BattleJoined, Corrected, HeroRecruited, LeaderNamed, Undone
from campaigns.domain.company.evolve import evolve as evolve_company
from campaigns.domain.company.state import Company


class Entry(NamedTuple):
    """An event of a stream as it is on record; `recorded_at` knows its zone."""

    version: int
    recorded_at: datetime
    event: Any


class Step(NamedTuple):
    """An event that changed a value: what it was, what it became. None is no such value."""

    entry: Entry
    old: Any
    new: Any


def of_hero(entries: Iterable[Entry], hero: str) -> list[Entry]:
    """The story of a hero: the events of its company that name it."""
    return [entry for entry in entries if hero in _named(entry.event)]


def _named(event: Any) -> tuple[str, ...]:
    """The heroes that an event of a company names."""
    if isinstance(event, HeroRecruited):
        return (event.figure.id,)
    if isinstance(event, BattleJoined):
        return event.heroes
    if isinstance(event, Corrected | Undone):
        return tuple(change.hero for change in event.changes)
    if isinstance(event, LeaderNamed):
        return (event.hero, event.old)
    return (getattr(event, "hero", ""),)


def counting(log: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    """The events of a company, from its first on, that nothing has undone; with their versions."""
    events = list(log)
    gone = {event.event for event in events if isinstance(event, Undone)}
    return ((version, event) for version, event in enumerate(events, 1) if version not in gone)


def why(entries: Iterable[Entry], field: str, hero: str = "") -> list[Step]:
    """The events of a company that made a field of a hero what it is, the first of them first.

    `field` is a path such as ``stats.power`` or ``level``; without `hero`, one of the company, such as ``gold``.
    """
    steps: list[Step] = []
    company: Company | None = None
    now: Any = None
    for entry in entries:
        company = evolve_company(company, entry.event)
        before, now = now, _value(company, field, hero)
        if now != before:
            steps.append(Step(entry, before, now))
    return steps


def _value(company: Company, field: str, hero: str) -> Any:
    """The value of a field in plain types; None where there is none."""
    value: Any = company.heroes.get(hero) if hero else company
    for part in field.split("."):
        known = part in getattr(value, "__struct_fields__", ())
        value = value.get(part) if isinstance(value, dict) else getattr(value, part) if known else None
    return msgspec.to_builtins(value)
