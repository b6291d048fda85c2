"""Bans that several offences open together, and suspended bans that fall due with a new one.

Both are read from the offences that stand: when one is void, the count is what it would have been without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.domain.discipline.facts import KINDS, NO_FAULT, Ban, Offence
from tournaments.domain.discipline.house_rules import THRESHOLDS, Threshold
from tournaments.domain.discipline.record import Hero, Record
from tournaments.domain.discipline.words import counted, matches

SUSPENDED = "KERNEL-TOUR-89"


class Tally(NamedTuple):
    """How far a hero is towards a threshold: the offences that count since counting began, and what they come to."""

    hero: Hero
    threshold: Threshold
    offences: tuple[Offence, ...]
    total: int
    text: str


class Due(NamedTuple):
    """A suspended ban has fallen due by a new offence, at an order key."""

    ban: str
    offence: Offence
    at: int
    text: str


# Thresholds


def threshold_bans(record: Record) -> tuple[Ban, ...]:
    """The bans that offences open together, by threshold and hero, in the order in which they were reached.

    The id of such a ban is that of the threshold and the hero, with how many there were before it.
    """
    return tuple(
        _ban(record, threshold, hero, number, reached)
        for threshold in record.rules.thresholds
        for hero in _heroes(record)
        for number, reached in enumerate(_reached(record, threshold, hero), 1)
    )


def tallies(record: Record) -> tuple[Tally, ...]:
    """How far each hero is towards each threshold that it has not reached since counting began, in words."""
    found = []
    for threshold in record.rules.thresholds:
        for hero in _heroes(record):
            open_count = _counting(record, threshold, hero)[-1]
            value = _value(threshold, open_count)
            if open_count and value < threshold.at:
                found.append(Tally(hero, threshold, open_count, value, _tally_text(threshold, value)))
    return tuple(found)


def _heroes(record: Record) -> list[Hero]:
    return sorted({(one.entrant, one.hero) for one in record.standing.values() if one.hero})


def _reached(record: Record, threshold: Threshold, hero: Hero) -> list[tuple[Offence, ...]]:
    """The groups of offences that have reached the threshold; without `again` one group for each time it is counted."""
    return [group for group in _counting(record, threshold, hero) if _value(threshold, group) >= threshold.at]


def _counting(record: Record, threshold: Threshold, hero: Hero) -> list[tuple[Offence, ...]]:
    """The offences that count, in groups: one ends when it reaches the threshold, or when counting begins anew.

    The last group is the one that is open, empty where nothing has been counted since.
    """
    groups: list[list[Offence]] = [[]]
    period, full = 0, False
    for offence in record.of_hero(hero):
        if not _counts(threshold, offence):
            continue
        now = _period(record, threshold, offence)
        if now != period:
            period, full = now, False
            groups.append([])
        if full and not threshold.again:
            continue
        groups[-1].append(offence)
        if _value(threshold, groups[-1]) >= threshold.at:
            full = True
            groups.append([])
    if _period_now(record, threshold) != period:
        groups.append([])
    return [tuple(group) for group in groups]


def _counts(threshold: Threshold, offence: Offence) -> bool:
    return offence.kind in threshold.kinds if threshold.kinds else offence.points > 0


def _value(threshold: Threshold, offences: Sequence[Offence]) -> int:
    return sum(one.points for one in offences) if threshold.measure == "points" else len(offences)


def _period(record: Record, threshold: Threshold, offence: Offence) -> int:
    """How often counting had begun anew before the offence."""
    at = record.order(offence)
    return sum(one.at < at for one in record.resets if one.by == threshold.reset)


def _period_now(record: Record, threshold: Threshold) -> int:
    return sum(one.by == threshold.reset for one in record.resets)


def _ban(record: Record, threshold: Threshold, hero: Hero, number: int, causes: Sequence[Offence]) -> Ban:
    last = causes[-1]
    reached = _named(threshold, _value(threshold, causes))
    return Ban(
        id=f"ban-{threshold.id}-{hero[0]}-{hero[1]}-{number}",
        entrant=hero[0],
        hero=hero[1],
        hero_name=last.hero_name,
        matches=threshold.matches,
        causes=tuple(one.id for one in causes),
        cause_fixture=last.fixture,
        opened=record.order(last),
        day=last.day,
        rule=THRESHOLDS,
        reason=f"{reached}: the limit is {threshold.at}",
        threshold=threshold.id,
    )


def _named(threshold: Threshold, value: int) -> str:
    kinds = f" ({' or '.join(KINDS[kind] for kind in threshold.kinds)})" if threshold.kinds else ""
    return counted(value, "point" if threshold.measure == "points" else "offence") + kinds


def _tally_text(threshold: Threshold, value: int) -> str:
    return f"{_named(threshold, value)}; with {threshold.at} the hero is out for {matches(threshold.matches)}"


# Suspended bans


def falls_due(record: Record, ban: Ban) -> Due | None:
    """The new offence by which a suspended ban has fallen due, if there is one.

    It is the first that somebody is to blame for after the ban was opened, before the entrant has played the probation.
    """
    start = max(ban.opened, record.played.get(ban.cause_fixture, 0))
    for offence in record.of_hero((ban.entrant, ban.hero)):
        if offence.id in ban.causes or offence.kind in NO_FAULT or not _after(record, ban, offence, start):
            continue
        if ban.probation and _played_before(record, ban, start, offence) >= ban.probation:
            return None
        text = f"suspended for {ban.reason}; due since a new offence: {offence.reason}"
        return Due(ban.id, offence, record.order(offence), text)
    return None


def probation_left(record: Record, ban: Ban) -> int | None:
    """The matches until the probation of a suspended ban is over; None: it lasts to the end of the tournament."""
    if not ban.probation:
        return None
    start = max(ban.opened, record.played.get(ban.cause_fixture, 0))
    return max(ban.probation - len(_orders(record, ban, start)), 0)


def _after(record: Record, ban: Ban, offence: Offence, start: int) -> bool:
    """Two decisions between the same matches came in the order in which they were recorded."""
    at = record.order(offence)
    if at != start or offence.at != start:
        return at > start
    ids = [one.id for one in record.offences]
    return all(ids.index(offence.id) > ids.index(cause) for cause in ban.causes if cause in ids)


def _played_before(record: Record, ban: Ban, start: int, offence: Offence) -> int:
    """The matches from the opening of the ban to the offence, without the one that it happened in."""
    at = record.order(offence)
    own = record.played.get(offence.fixture) == at
    return sum(order < at if own else order <= at for order in _orders(record, ban, start))


def _orders(record: Record, ban: Ban, start: int) -> list[int]:
    return [one.order for one in record.serving.get(ban.entrant, ()) if one.order > start]
