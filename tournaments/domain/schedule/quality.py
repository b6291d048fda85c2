"""How good a schedule is: breaks, home and away, gaps, unmet wishes."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import NamedTuple

from tournaments.domain.schedule.breach import Breach
from tournaments.domain.schedule.calendar import Calendar, ScheduledFixture, days_between
from tournaments.domain.schedule.checks import breaches


class Quality(NamedTuple):
    """What an organizer compares schedules by.

    * `breaks`: how often somebody plays two games in a row at home, or away; a bye between them separates them.
    * `balance`: by entrant, home games less away games. `gap`: the largest lead of either at any time, of anybody.
    * `return_rounds`, `return_days`: the least distance between the two games of a pair; None where no pair meets twice
      (or has both games dated).
    * `unplaced`: fixtures without a slot. `hard`, `unmet`: broken rules, and wishes that are not met.
    """

    breaks: int
    balance: dict[str, int]
    gap: int
    return_rounds: int | None
    return_days: int | None
    unplaced: tuple[str, ...]
    hard: tuple[Breach, ...]
    unmet: tuple[Breach, ...]


def quality(calendar: Calendar, found: tuple[Breach, ...] | None = None) -> Quality:
    """The quality of a schedule; home and away count where two sides are known. `found`: its breaches, if known."""
    found = breaches(calendar) if found is None else found
    patterns = home_patterns(calendar)
    rounds, days = _returns(calendar)
    return Quality(
        breaks=sum(map(_breaks, patterns.values())),
        balance={side: sum(1 if turn.home else -1 for turn in pattern) for side, pattern in patterns.items()},
        gap=max((_lead(pattern) for pattern in patterns.values()), default=0),
        return_rounds=min(rounds, default=None),
        return_days=min(days, default=None),
        unplaced=tuple(
            fixture.id for fixture in calendar.fixtures if fixture.slot is None and fixture.status != "played"
        ),
        hard=tuple(breach for breach in found if breach.hard),
        unmet=tuple(breach for breach in found if not breach.hard),
    )


class Turn(NamedTuple):
    """A game as one side of it sees it."""

    round: int
    home: bool


def home_patterns(calendar: Calendar) -> dict[str, list[Turn]]:
    """By entrant, whether it is at home in its games, in the order in which they are played.

    Undated games are played in the order of rounds; if any game is undated, all are taken in that order.
    """
    in_order = sorted(calendar.fixtures, key=_order_of_rounds)
    if all(fixture.slot for fixture in in_order):
        in_order.sort(key=lambda fixture: (fixture.slot.date, fixture.slot.time) if fixture.slot else ("", ""))
    patterns: dict[str, list[Turn]] = {entrant.id: [] for entrant in calendar.competitors}
    for fixture in in_order:
        if fixture.home and fixture.away and not fixture.others:
            patterns.setdefault(fixture.home, []).append(Turn(fixture.round, True))
            patterns.setdefault(fixture.away, []).append(Turn(fixture.round, False))
    return patterns


def _breaks(pattern: list[Turn]) -> int:
    """How often two games in a row are both at home, or both away; a round without a game between separates them."""
    rounds = {turn.round for turn in pattern}
    return sum(
        turn.home == following.home and rounds.issuperset(range(*sorted((turn.round, following.round))))
        for turn, following in pairwise(pattern)
    )


def _order_of_rounds(fixture: ScheduledFixture) -> tuple[int, str]:
    return fixture.round, fixture.id


def _lead(pattern: list[Turn]) -> int:
    """The largest distance of home games and away games after any game."""
    lead = most = 0
    for turn in pattern:
        lead += 1 if turn.home else -1
        most = max(most, abs(lead))
    return most


def _returns(calendar: Calendar) -> tuple[list[int], list[int]]:
    """Rounds and days between two games of a pair."""
    meetings: dict[frozenset[str], list[ScheduledFixture]] = defaultdict(list)
    for fixture in sorted(calendar.fixtures, key=_order_of_rounds):
        if fixture.home and fixture.away and not fixture.others:
            meetings[frozenset(fixture.sides)].append(fixture)
    rounds, days = [], []
    for fixtures in meetings.values():
        for fixture, following in pairwise(fixtures):
            rounds.append(following.round - fixture.round)
            if fixture.slot and following.slot:
                days.append(abs(days_between(fixture.slot.date, following.slot.date)))
    return rounds, days
