"""The ladder for those who do not turn up: hours without fixtures, twice as many each time, until they play again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Literal, NamedTuple

import msgspec

from rules.kernel.errors import Refused
from tournaments.domain.discipline.house_rules import DisciplineRules
from tournaments.domain.discipline.words import counted

NO_SHOWS = "KERNEL-TOUR-96"
HOUR = 3600


class Mark(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entrant did not turn up for a fixture, or played one, at a time in Unix seconds."""

    at: int
    kind: Literal["no_show", "played"]
    fixture: str = ""


class NoShowBan(NamedTuple):
    """An entrant gets no fixtures until a time, in Unix seconds. `times`: its no-shows since it last played."""

    times: int
    hours: int
    since: int
    until: int
    why: str


def ladder(rules: DisciplineRules, marks: Iterable[Mark]) -> NoShowBan | None:
    """Where an entrant stands on the ladder; None without a no-show since it last played, or by house rule.

    Of one instant a match played counts last.
    """
    count, since = 0, 0
    for mark in sorted(marks, key=lambda one: (one.at, one.kind == "played")):
        count, since = (count + 1, mark.at) if mark.kind == "no_show" else (0, 0)
    if not count:
        return None
    hours = min(rules.no_show_hours * 2 ** (count - 1), rules.no_show_most)
    if not hours:
        return None
    until = since + hours * HOUR
    when = datetime.fromtimestamp(until, UTC)
    why = (
        f"{counted(count, 'no-show')} since the last match played: no fixtures for {counted(hours, 'hour')}, "
        f"until {when.day} {when:%B %Y, %H:%M} UTC"
    )
    return NoShowBan(count, hours, since, until, why)


def why_not_pair(rules: DisciplineRules, marks: Iterable[Mark], now: int) -> Refused | None:
    """Why an entrant gets no fixture at a time in Unix seconds; None where it does."""
    ban = ladder(rules, marks)
    if ban is None or now >= ban.until:
        return None
    hint = "Wait until then; a match that is played clears it."
    return Refused("no_show", f"{ban.why}.", NO_SHOWS, field="entrant", hint=hint)
