"""Tables, fixtures and the board of bans of a tournament as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tournaments.domain.discipline.board import who_is_out
from tournaments.domain.standings.measures import decimal
from tournaments.domain.standings.table import Table
from tournaments.domain.state import Fixture, Tournament
from tournaments.domain.suspensions import ledger_of
from web.csv_files import CsvTable

COUNTED = ("played", "won", "drawn", "lost", "byes", "score_for", "score_against")
"""Columns of every table; tie-breaks come after them."""
SIDES = ("fixture", "stage", "round", "group", "home", "away", "others")
DATES = ("date", "time", "venue", "table", "deadline")
RESULTS = ("status", "kind", "places", "scores", "match")
BOARD = ("entrant", "name", "hero", "hero_name", "why", "until", "matches_left", "bans")


def table_csv(tournament: Tournament, tables: Mapping[str, Table]) -> CsvTable:
    """The tables of a stage; the first column is the group, empty where there is but one."""
    codes = [column.code for table in tables.values() for column in table.columns]
    columns = [code for code in dict.fromkeys(codes) if code not in (*COUNTED, "points")]
    head = ["group", "place", "entrant", "name", "points", *COUNTED, *columns, "zone", "left", "reason", "footnotes"]
    return CsvTable("table", head, _table_rows(tournament, tables, columns))


def _table_rows(tournament: Tournament, tables: Mapping[str, Table], codes: list[str]) -> Iterator[list[Any]]:
    for group, table in tables.items():
        for row in table.rows:
            values = dict(zip((column.code for column in table.columns), row.values, strict=False))
            yield [
                *(group, row.place, row.entrant, _name(tournament, row.entrant), decimal(Fraction(row.points, 100))),
                *(getattr(row, name) for name in COUNTED),
                *(values.get(code, "") for code in codes),
                *(row.zone, "yes" if row.struck else "", row.reason, "; ".join(note.text for note in row.footnotes)),
            ]


def fixtures_csv(tournament: Tournament, fixtures: Iterable[Fixture]) -> CsvTable:
    """Fixtures with their sides, dates and results; `places` and `scores` in the order of the sides."""
    return CsvTable("fixtures", [*SIDES, *DATES, *RESULTS], [_fixture_row(tournament, one) for one in fixtures])


def _fixture_row(tournament: Tournament, fixture: Fixture) -> list[Any]:
    names = [_name(tournament, side) if side else "" for side in fixture.sides]
    home, away, *others = [*names, "", ""][: max(2, len(names))]
    slot, result = fixture.slot, fixture.result
    when = ("", "", "", "") if slot is None else (slot.date, slot.time, slot.venue, slot.table or "")
    played: tuple[str, ...] = ("", "", "", "")
    if result is not None:
        played = (result.kind, _by_side(fixture, result.places), _by_side(fixture, result.scores), result.match)
    status = "over" if result is not None else "disputed" if fixture.disputed else "open"
    return [
        *(fixture.id, fixture.stage, fixture.round, fixture.group, home, away, ", ".join(others), *when),
        *(fixture.deadline, status, *played),
    ]


def _by_side(fixture: Fixture, values: Mapping[str, int]) -> str:
    return ":".join(str(values[side]) for side in fixture.sides if side in values)


def board_csv(tournament: Tournament) -> CsvTable:
    """Who is out, why and until when."""
    names = {one.id: one.name for one in tournament.entrants.values()}
    rows = [
        [
            *(one.entrant, names.get(one.entrant, one.entrant), one.hero, one.hero_name, one.why, one.until),
            *("" if one.left is None else one.left, " ".join(ban.ban.id for ban in one.bans)),
        ]
        for one in who_is_out(ledger_of(tournament), names)
    ]
    return CsvTable("discipline", BOARD, rows)


def _name(tournament: Tournament, entrant: str) -> str:
    known = tournament.entrants.get(entrant)
    return known.name if known is not None else entrant
