"""The rules of a tournament as people read them: of each stage its format, points and tie-breaks; of discipline."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponseBase

from rules.kernel.switches import switches_of
from tournaments.domain.discipline.house_rules import DisciplineRules
from tournaments.domain.stage_rules import BRACKETS, FORMATS, PAIRED, rounds_of
from tournaments.domain.standings.points import Points
from tournaments.domain.standings.ranking import measure_of
from tournaments.domain.state import Stage
from tournaments.domain.tables import standing_rules
from tournaments.models import Tournament as TournamentRow
from tournaments.pages.request_context import TournamentPage, answer, at_tournament, for_anybody
from tournaments.pages.tabs import header
from tournaments.wording import points_in_words


class StageRulesShown(NamedTuple):
    """The rules of a stage in words: facts as pairs, then the tie-breaks in their order with what each counts."""

    stage: Stage
    format: str
    facts: list[tuple[str, str]]
    order: list[tuple[str, str]]
    edition: str
    lot: str


class Topic(NamedTuple):
    """Switches of discipline that stand together; `own`: what differs from the default."""

    title: str
    rows: list[tuple[str, str, bool]]


@for_anybody
def rules_page(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponseBase:
    """By what the tournament is played."""
    return answer(request, at_tournament(request, tournament_id), "tournaments/rules.html", _context)


def _context(page: TournamentPage) -> dict[str, Any]:
    tournament = page.tournament
    officials = [
        (one.name or "somebody", ", ".join(_role(role) for role in one.roles))
        for one in tournament.officials.values()
        if one.roles
    ]
    return header(page, "rules") | {
        "shown_stages": [_shown(page, one) for one in tournament.stages.values()],
        "topics": list(_topics(tournament.discipline)),
        "officials": officials,
        "visibility": dict(TournamentRow.Visibility.choices)[tournament.visibility],
    }


def _role(role: str) -> str:
    return role.replace("co_organizer", "co-organizer")


def _shown(page: TournamentPage, stage: Stage) -> StageRulesShown:
    standing = standing_rules(stage)
    order = (
        [] if stage.format in BRACKETS else [(one.label, one.explanation) for one in map(measure_of, standing.order)]
    )
    return StageRulesShown(stage, FORMATS[stage.format], list(_facts(page, stage)), order, standing.edition, stage.lot)


def _facts(page: TournamentPage, stage: Stage) -> Iterator[tuple[str, str]]:
    source = page.tournament.stages.get(stage.source)
    yield "Entrants", f"the best of {source.name}" if source is not None else "all who take part"
    yield from _of_rounds(stage)
    yield from _of_brackets(stage)
    if stage.rules.best_of > 1:
        yield "A fixture", f"best of {stage.rules.best_of}"
    if stage.rules.sides > 2:
        yield "Sides of a fixture", str(stage.rules.sides)
    if stage.format not in BRACKETS:
        yield from _of_points(stage.rules.standing.points)


def _of_rounds(stage: Stage) -> Iterator[tuple[str, str]]:
    rules = stage.rules
    if stage.format in ("round_robin", "groups"):
        yield "Each meets each", "twice" if rules.legs == 2 else "once"
    if stage.format == "groups":
        yield "Groups", str(rules.groups)
    if stage.format in PAIRED:
        known = stage.entrants or rules.rounds
        yield "Rounds", str(rounds_of(stage)) if known else "as many as leave one undefeated"
        missing = "is refused" if rules.missing == "block" else "is allowed, with a warning"
        yield "Pairing before all results are in", missing
    if rules.qualify:
        best = f", and the {rules.best} best of the next place" if rules.best else ""
        yield "Go on", f"{rules.qualify}{' of each group' if stage.format == 'groups' else ''}{best}"


def _of_brackets(stage: Stage) -> Iterator[tuple[str, str]]:
    if stage.format == "elimination" and stage.rules.third_place:
        yield "Third place", "is played for"
    if stage.format == "double_elimination":
        again = "is played again if the undefeated side loses it"
        yield "Final", again if stage.rules.reset else "is played once"


def _of_points(points: Points) -> Iterator[tuple[str, str]]:
    if points.by_place:
        yield "Points by place", ", ".join(map(points_in_words, points.by_place))
    else:
        yield "Points", _schemed(points, POINTS)
    yield "Points without a match", _schemed(points, UNPLAYED)


def _schemed(points: Points, words: Mapping[str, str]) -> str:
    return ", ".join(f"{points_in_words(getattr(points, name))} {said}" for name, said in words.items())


POINTS = {"win": "for a win", "draw": "for a draw", "loss": "for a loss"}
UNPLAYED = {
    "forfeit_win": "for a win by forfeit",
    "forfeit_loss": "for a loss by forfeit",
    "bye": "for a bye",
    "half_bye": "for a half-point bye",
    "zero_bye": "for a bye without points",
}


def _topics(rules: DisciplineRules) -> Iterator[Topic]:
    default, topics = DisciplineRules(), dict[str, list[tuple[str, str, bool]]]()
    for name, one in switches_of(DisciplineRules).items():
        value = getattr(rules, name)
        words = one.options.get(value) or _plainly(value) if isinstance(value, str) else _plainly(value)
        topics.setdefault(one.topic, []).append((one.label, words, value != getattr(default, name)))
    for title, rows in topics.items():
        yield Topic(title, rows)


def _plainly(value: object) -> str:
    if isinstance(value, tuple):
        rows = [msgspec.to_builtins(one) for one in value]
        return (
            "; ".join(f"{row['at']} {row.get('measure', 'offences')}: {row.get('matches', 1)} matches" for row in rows)
            or "none"
        )
    return str(value).replace("_", " ")
