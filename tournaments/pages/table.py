"""The table of a stage: its rows with form, zones and tie-breaks, what decided between equals, as of any round."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from rules.kernel.errors import KernelError
from tournaments.domain.stage_rules import BRACKETS, FORMATS
from tournaments.domain.standings.measures import MEASURES
from tournaments.domain.standings.table import Column, Row, Table
from tournaments.domain.state import Stage
from tournaments.domain.tables import explained_in, standing_rules, tables_now, tables_of
from tournaments.pages.request_context import TournamentPage, answer, at_tournament, for_anybody
from tournaments.pages.tabs import header
from web.errors import Unreadable
from web.pages.guard import whole_number

POINTS = "points"
ABBREVIATIONS = {
    "head_to_head": "H2H",
    "mini:points": "Mini pts",
    "mini:score_difference": "Mini ±",
    "mini:score_for": "Mini for",
    "buchholz": "BH",
    "buchholz_cut_1": "BH−1",
    "buchholz_cut_2": "BH−2",
    "buchholz_median": "BH med",
    "buchholz_median_2": "BH med 2",
    "average_buchholz": "BH avg",
    "sonneborn_berger": "SB",
    "sonneborn_berger_cut_1": "SB−1",
    "progressive": "Prog",
    "progressive_cut_1": "Prog−1",
    "wins_played": "Won",
    "games_played": "Games",
    "rounds_elected": "Rounds",
    "standard_points": "Std",
    "score_difference": "±",
    "score_for": "For",
    "best_places": "Places",
}
"""Heads of narrow columns; the whole label is read out and shown beside them."""
MARKS = {"-": "−"}
"""A forfeit that was lost: in campaigns the other sign is a battle that was not played."""
ZONES = 4
"""Zones that are told apart by their sign; more begin again."""


class Cell(NamedTuple):
    """A value of a tie-break, and where it is explained."""

    code: str
    label: str
    text: str
    why: str


class Note(NamedTuple):
    """A footnote under the table, with its number and where it leads."""

    number: int
    text: str
    address: str
    link: str


class Line(NamedTuple):
    """A row of the table as the page shows it; `notes` are the numbers of its footnotes."""

    row: Row
    name: str
    company: str
    address: str
    cells: Sequence[Cell]
    form: Sequence[str]
    notes: Sequence[Note]
    zone: int
    mine: bool
    reason: str


class Zone(NamedTuple):
    """A zone with its number, by which colour and sign go."""

    number: int
    label: str
    first: int
    last: int


class ShownTable(NamedTuple):
    """A table, of a group where the stage has several."""

    group: str
    columns: Sequence[tuple[Column, str]]
    lines: Sequence[Line]
    notes: Sequence[Note]
    zones: Sequence[Zone]
    table: Table
    scored: bool
    placings: bool


class Why(NamedTuple):
    """What a value is made of."""

    who: str
    text: str
    treatments: Sequence[str]
    label: str
    explanation: str


@for_anybody
def table_page(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponseBase:
    """The table of a stage, now or after a round."""
    page = at_tournament(request, tournament_id)
    return answer(request, page, "tournaments/table.html", lambda one: _context(request, one))


def _context(request: HttpRequest, page: TournamentPage) -> dict[str, Any]:
    stage = stage_asked(page, request.GET.get("stage", ""))
    if stage is None:
        return header(page, "table") | {"stage": None, "stages": []}
    last = last_round(stage)
    upto = whole_number(request.GET, "round")
    if upto is not None and (stage.format in BRACKETS or not 1 <= upto <= max(last, 1)):
        raise Unreadable("there is no table after that round", "round")
    version = whole_number(request.GET, "version")
    if version is not None and not 1 <= version <= len(stage.freezes):
        raise Unreadable("there is no such version of the table", "version")
    return header(page, "table") | {
        "stage": stage,
        "format": FORMATS[stage.format],
        "stages": started(page),
        "upto": upto,
        "rounds": range(1, last + 1) if stage.format not in BRACKETS else (),
        "versions": list(enumerate((one.note for one in stage.freezes), 1)) if len(stage.freezes) > 1 else [],
        "version": version,
        "frozen": bool(stage.freezes) and upto is None,
        "tables": shown_tables(page, stage, upto, version),
        "why": _why(request, page, stage, upto),
        "legend": FORM_LEGEND,
    }


FORM_LEGEND = (
    ("W", "won"),
    ("D", "drawn"),
    ("L", "lost"),
    ("+", "won by forfeit"),
    ("−", "lost by forfeit"),
    ("B", "bye"),
    ("H", "half-point bye"),
    ("Z", "bye without points"),
    ("·", "not played"),
)


def started(page: TournamentPage) -> list[Stage]:
    """The stages that have begun."""
    return [one for one in page.tournament.stages.values() if one.status != "planned"]


def stage_asked(page: TournamentPage, name: str) -> Stage | None:
    """The stage of an address; without one, that which is played, else the last. None where none has begun."""
    stages = started(page)
    if name:
        found = next((one for one in stages if one.id == name), None)
        if found is None:
            raise Unreadable("there is no such stage, or it has not begun", "stage")
        return found
    running = [one for one in stages if one.status == "running"]
    return (running or stages or [None])[0 if running else -1]  # type: ignore[list-item]  # None stands alone


def last_round(stage: Stage) -> int:
    """The last round that is published."""
    return max((number for number, status in stage.rounds.items() if status == "published"), default=0)


def shown_tables(
    page: TournamentPage, stage: Stage, upto: int | None = None, version: int | None = None
) -> list[ShownTable]:
    """The tables of a stage: as they stand, after a round, or as a version of them was published."""
    if version is not None:
        tables: Mapping[str, Table] = stage.freezes[version - 1].tables
    elif upto is not None:
        tables = tables_now(page.tournament, stage, upto)
    else:
        tables = tables_of(page.tournament, stage)
    return [_shown(page, stage, group, table, upto) for group, table in tables.items()]


def _shown(page: TournamentPage, stage: Stage, group: str, table: Table, upto: int | None) -> ShownTable:
    zones = [
        Zone((number - 1) % ZONES + 1, one.label, one.first, one.last)
        for number, one in enumerate(standing_rules(stage).zones, 1)
    ]
    numbers = {one.label: one.number for one in zones}
    columns = [(one, ABBREVIATIONS.get(one.code, one.label)) for one in table.columns if one.code != POINTS]
    lines: list[Line] = []
    notes: dict[str, Note] = {}
    for row in table.rows:
        own = []
        for text, address, link in _notes(page, row):
            notes.setdefault(text, Note(len(notes) + 1, text, address, link))
            own.append(notes[text])
        lines.append(_line(page, stage, group, table, row, upto, own, numbers.get(row.zone, 0)))
    return ShownTable(
        group,
        columns,
        lines,
        list(notes.values()),
        [one for one in zones if any(line.zone == one.number for line in lines)],
        table,
        any(row.score_for or row.score_against for row in table.rows),
        stage.format in BRACKETS,
    )


def _line(  # noqa: PLR0913, PLR0917 – what a row is shown with
    page: TournamentPage,
    stage: Stage,
    group: str,
    table: Table,
    row: Row,
    upto: int | None,
    notes: Sequence[Note],
    zone: int,
) -> Line:
    known = page.tournament.entrants.get(row.entrant)
    return Line(
        row=row,
        name=page.name(row.entrant),
        company=known.company if known is not None else "",
        address=reverse("tournaments:entrant", args=[page.id, row.entrant]),
        cells=[
            Cell(column.code, column.label, value, _why_address(page, stage, row, column.code, upto) if value else "")
            for column, value in zip(table.columns, row.values, strict=False)
            if column.code != POINTS
        ],
        form=[MARKS.get(one, one) for one in row.form],
        notes=notes,
        zone=zone,
        mine=row.entrant in page.own,
        reason=row.reason,
    )


def _why_address(page: TournamentPage, stage: Stage, row: Row, code: str, upto: int | None) -> str:
    if code not in MEASURES:
        return ""
    asked = {"stage": stage.id, **({"round": upto} if upto is not None else {}), "of": row.entrant, "why": code}
    return f"{reverse('tournaments:table', args=[page.id])}?{urlencode(asked)}#why"


def _notes(page: TournamentPage, row: Row) -> Iterator[tuple[str, str, str]]:
    """What is to be known of a row: what decided between equals, rules passed over, points, forfeits, departures."""
    name = page.name(row.entrant)
    if (row.decided_by and row.decided_by != POINTS) or (row.shared and row.reason):
        yield f"{name} is {row.reason}.", "", ""
    for note in row.notes:
        yield f"{note[0].upper()}{note[1:]}.", "", ""
    for one in row.footnotes:
        address = reverse("tournaments:fixture", args=[page.id, one.fixture]) if one.fixture else ""
        yield f"{name}: {one.text.rstrip('.')}.", address, f"the fixture of {name}" if address else ""


def _why(request: HttpRequest, page: TournamentPage, stage: Stage, upto: int | None) -> Why | None:
    """What the value of a tie-break that was asked for is made of, by what is on record now."""
    code, entrant = request.GET.get("why", ""), request.GET.get("of", "")
    if not code:
        return None
    if code not in MEASURES or entrant not in stage.entrants or stage.format in BRACKETS:
        raise Unreadable("there is no such value", "why")
    try:
        found = explained_in(page.tournament, stage, code, entrant, upto or 0)
    except KernelError:
        return None
    return Why(page.name(entrant), found.text, found.treatments, found.label, MEASURES[code].explanation)
