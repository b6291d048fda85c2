"""The ledger of suspensions of a tournament, read from what is on record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from rules.kernel.errors import Refused
from tournaments.domain.discipline.board import barred_for, barred_now, refused
from tournaments.domain.discipline.facts import Appearance, Ban, Reset, Upcoming
from tournaments.domain.discipline.ledger import Ledger, read_ledger
from tournaments.domain.discipline.record import Hero, Record, appearance_kind
from tournaments.domain.state import Fixture, Tournament

FOUGHT = ("played", "abandoned")
"""The kinds of results that heroes have played for."""
A_DAY = 10_000
"""So many matches of one day have order keys of their own."""


def order_key(day: str, number: int) -> int:
    """The order key of the `number`th match on record, played on a date; without one, of before all dates.

    >>> order_key("2026-12-05", 1) > order_key("2026-12-04", 2) > order_key("2026-12-04", 1)
    True
    """
    return (date.fromisoformat(day).toordinal() if day else 0) * A_DAY + number % A_DAY


def last_key(tournament: Tournament) -> int:
    """The order key of the last match that was played: that of whatever is decided now."""
    return max((one.result.order for one in tournament.fixtures.values() if one.result is not None), default=0)


def ledger_of(tournament: Tournament) -> Ledger:
    """Every ban as it stands."""
    fixtures = tournament.fixtures.values()
    return read_ledger(
        Record(
            rules=tournament.discipline,
            offences=tournament.offences,
            bans=tournament.bans,
            lifts=tournament.lifts,
            appeals=tournament.appeals,
            appearances=(
                *(one for fixture in fixtures for one in _appearances(tournament, fixture)),
                *_friendlies(tournament),
            ),
            upcoming=tuple(one for fixture in sorted(fixtures, key=_by_date) for one in _upcoming(tournament, fixture)),
            resets=tuple(
                Reset(at=stage.freezes[0].at, by="stage", name=stage.name)
                for stage in tournament.stages.values()
                if stage.freezes
            ),
            ended=tournament.status == "ended",
        )
    )


def barred_of(tournament: Tournament, fixture: str = "", *, friendly: bool = False) -> dict[Hero, Refused]:
    """Who may not be fielded, with the event that opened the ban: in a fixture, or in any battle now.

    Nobody is kept from a friendly, unless those serve bans by the rules of the tournament.
    """
    ledger = ledger_of(tournament)
    names = {one.id: one.name for one in tournament.entrants.values()}
    out = barred_for(ledger, fixture, names) if fixture else barred_now(ledger, names)
    out = {hero: one for hero, one in out.items() if not friendly or ledger.record.rules.serves_friendly == "on"}
    stream = f"tournament-{tournament.id}"
    return {hero: refused(one, (stream, _number(tournament, one.bans[0].ban))) for hero, one in out.items()}


def _number(tournament: Tournament, ban: Ban) -> int:
    """The number of the event that opened a ban: its own, or that of the last offence of those that opened it."""
    causes = [tournament.numbers.get(cause, 0) for cause in ban.causes]
    return tournament.numbers.get(ban.id) or max(causes, default=0)


def _appearances(tournament: Tournament, fixture: Fixture) -> Iterator[Appearance]:
    result = fixture.result if _published(tournament, fixture) else None
    for side in fixture.sides if result is not None else ():
        if result is not None and side and not (result.decided == "pairing" and fixture.bye is None):
            yield Appearance(
                fixture=fixture.id,
                entrant=side,
                order=result.order,
                kind=appearance_kind(result.kind, side, result.places, result.was),
                opponent=next((one for one in fixture.sides if one != side), ""),
                fielded=fielded(tournament, fixture, side),
                due=_due(fixture),
            )


def fielded(tournament: Tournament, fixture: Fixture, side: str) -> tuple[str, ...]:
    """The heroes of a side who have played a fixture: in any of its battles that count.

    Of a result that nobody has fought on Skald it is who was named last; of one without a match it is nobody.
    """
    result = fixture.result
    if result is None or (result.was or result.kind) not in FOUGHT:
        return ()
    games = [one.match for one in fixture.games if one.status in ("settled", "abandoned")]
    named = fixture.lineups.get(side, ())
    lineups = [tournament.fielded.get(match, {}).get(side, named) for match in games] or [named]
    return tuple(dict.fromkeys(hero for lineup in lineups for hero in lineup))


def _friendlies(tournament: Tournament) -> Iterator[Appearance]:
    for match, friendly in tournament.friendlies.items():
        for side, heroes in friendly.fielded.items():
            yield Appearance(fixture=match, entrant=side, order=friendly.order, kind="friendly", fielded=heroes)


def _upcoming(tournament: Tournament, fixture: Fixture) -> Iterator[Upcoming]:
    if fixture.result is not None or not _published(tournament, fixture):
        return
    for side in fixture.sides:
        if side:
            opponent = next((one for one in fixture.sides if one != side), "")
            yield Upcoming(fixture=fixture.id, entrant=side, opponent=opponent, due=_due(fixture))


def _due(fixture: Fixture) -> int:
    """The order key of the end of the day by which a fixture was to be played; 0 where none was set.

    That is the day it was first set for, or its deadline where that comes first.
    """
    days = [day for day in (fixture.due, fixture.deadline) if day]
    return order_key(min(days), A_DAY - 1) if days else 0


def _published(tournament: Tournament, fixture: Fixture) -> bool:
    stage = tournament.stages.get(fixture.stage)
    return stage is not None and stage.rounds.get(fixture.round) == "published"


def _by_date(fixture: Fixture) -> tuple[str, int, int]:
    day = fixture.slot.date if fixture.slot is not None else fixture.deadline
    return (day or "9999", fixture.round, fixture.number)
