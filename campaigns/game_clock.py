"""The clock of a campaign in words: hours of game time since it began."""

from __future__ import annotations

from campaigns.domain.game_time import HOURS_A_DAY, day_of


def clock(hour: int) -> str:
    """When an hour is.

    >>> clock(0), clock(62)
    ('day 1, 00:00', 'day 3, 14:00')
    """
    return f"day {day_of(hour)}, {hour % HOURS_A_DAY:02}:00"


def duration(hours: int) -> str:
    """How long so many hours are.

    >>> duration(1), duration(26), duration(48)
    ('1 hour', '1 day and 2 hours', '2 days')
    """
    days, rest = divmod(hours, HOURS_A_DAY)
    parts = [_so_many(days, "day"), _so_many(rest, "hour")]
    return " and ".join(filter(None, parts)) or "no time"


def _so_many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}" if count else ""
