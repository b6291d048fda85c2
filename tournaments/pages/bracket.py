"""The bracket of a stage: drawn part by part as SVG, each fixture a link; and the same as a list."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponseBase

from tournaments.domain.brackets_of_stages import NOT_PLAYED, bracket_of, name_in_bracket, standings_of
from tournaments.domain.formats.advancement import Standing, Standings
from tournaments.domain.formats.brackets import BracketFixture, WinnerOf
from tournaments.domain.state import Stage
from tournaments.pages.fixture_lines import FixtureLine, lines_of
from tournaments.pages.request_context import TournamentPage, answer, at_tournament, for_anybody
from tournaments.pages.tabs import header
from web.errors import NotThere, Unreadable

PARTS = {"winners": "Winners’ bracket", "losers": "Losers’ bracket", "final": "Final", "third_place": "Third place"}
WIDTH, HEIGHT, ACROSS, UP, TOP = 200, 52, 236, 66, 30
"""A box, in units of the drawing, the steps from one to the next, and what is above the first for the head."""
LONGEST_NAME = 21
"""So many letters of a name fit into a box."""


class Box(NamedTuple):
    """A fixture in the drawing: its place, and its two sides as (name, score, won, lost) with how they are drawn."""

    x: int
    y: int
    line: FixtureLine
    sides: Sequence[tuple[str, str, str]]
    label: str
    state: str
    state_words: str


class Part(NamedTuple):
    """A part of the bracket, ready to be drawn: boxes, the paths between them, heads of columns."""

    key: str
    title: str
    width: int
    height: int
    boxes: Sequence[Box]
    paths: Sequence[str]
    heads: Sequence[tuple[int, str]]
    rounds: Sequence[tuple[str, Sequence[FixtureLine]]]


@for_anybody
def bracket_page(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponseBase:
    """The bracket of a stage."""
    page = at_tournament(request, tournament_id)
    if not page.brackets:
        raise NotThere("bracket")
    return answer(request, page, "tournaments/bracket.html", partial(_context, request))


def _context(request: HttpRequest, page: TournamentPage) -> dict[str, Any]:
    name = request.GET.get("stage", "")
    stage = next((one for one in page.brackets if one.id == name), None) if name else page.brackets[-1]
    if stage is None:
        raise Unreadable("there is no such bracket", "stage")
    return header(page, "bracket") | {"stage": stage, "stages": page.brackets, "parts": list(_parts(page, stage))}


def _parts(page: TournamentPage, stage: Stage) -> Iterator[Part]:
    lines = {name_in_bracket(one.fixture): one for one in lines_of(page, page.tournament.fixtures_of(stage.id))}
    double = stage.format == "double_elimination"
    standings = standings_of(page.tournament, stage)
    for key, title in PARTS.items():
        fixtures = [one for one in bracket_of(page.tournament, stage) if one.bracket == key and one.id in lines]
        if fixtures:
            words = title if double or key != "winners" else stage.name
            yield _part(key, words, fixtures, lines, standings)


def _part(
    key: str, title: str, fixtures: Sequence[BracketFixture], lines: Mapping[str, FixtureLine], standings: Standings
) -> Part:
    places: dict[str, tuple[float, int]] = {}
    rounds = sorted({one.round for one in fixtures})
    for number in rounds:
        column = [one for one in fixtures if one.round == number]
        for place, one in enumerate(column):
            fed = [
                places[source.fixture][0]
                for source in one.inputs
                if isinstance(source, WinnerOf) and source.fixture in places
            ]
            places[one.id] = (sum(fed) / len(fed) if fed else place, rounds.index(number))
    boxes = {one.id: _box(lines[one.id], places[one.id], standings[one.id]) for one in fixtures}
    paths = [
        _path(boxes[source.fixture], boxes[one.id])
        for one in fixtures
        for source in one.inputs
        if isinstance(source, WinnerOf) and source.fixture in boxes
    ]
    heads = [(column * ACROSS, head_of(key, number, rounds)) for column, number in enumerate(rounds)]
    height = max(box.y for box in boxes.values()) + HEIGHT + 4
    in_rounds = [
        (head_of(key, number, rounds), [lines[one.id] for one in fixtures if one.round == number]) for number in rounds
    ]
    width = (len(rounds) - 1) * ACROSS + WIDTH + 4
    return Part(key, title, width, height, list(boxes.values()), paths, heads, in_rounds)


def head_of(part: str, number: int, rounds: Sequence[int]) -> str:
    """What a round of a bracket is called.

    >>> [head_of("winners", one, [1, 2, 3, 4]) for one in (1, 2, 3, 4)]
    ['Round 1', 'Quarterfinals', 'Semifinals', 'Final']
    >>> head_of("final", 2, [1, 2]), head_of("losers", 2, [1, 2]), head_of("third_place", 1, [1])
    ('Second final, if needed', 'Round 2', 'Third place')
    """
    if part == "third_place":
        return "Third place"
    if part == "final":
        return "Grand final" if number == rounds[0] else "Second final, if needed"
    named = {0: "Final", 1: "Semifinals", 2: "Quarterfinals"} if part == "winners" else {}
    return named.get(rounds[-1] - number, f"Round {number}")


def _box(line: FixtureLine, place: tuple[float, int], standing: Standing) -> Box:
    up, column = place
    sides = []
    over = any(side.won for side in line.sides)
    for side, known in zip(line.sides, (standing.one, standing.other), strict=True):
        words = "nobody" if known.nobody else side.name
        name = words if len(words) <= LONGEST_NAME else f"{words[: LONGEST_NAME - 1]}…"
        tone = "won" if side.won else "lost" if over else "unknown" if not side.entrant else ""
        sides.append((name, side.score or ("✓" if side.won else ""), tone))
    unplayed = standing.status in NOT_PLAYED
    return Box(
        column * ACROSS + 2,
        round(TOP + up * UP),
        line,
        sides,
        line.label,
        "not_needed" if unplayed else line.state,
        "not needed" if unplayed else line.state_words,
    )


def _path(start: Box, end: Box) -> str:
    x, y = start.x + WIDTH, start.y + HEIGHT // 2
    middle = (x + end.x) // 2
    return f"M{x} {y}H{middle}V{end.y + HEIGHT // 2}H{end.x}"
