"""The search on the home of the admin site: one box for whatever has a name, each list asked once.

Which rows somebody may look at, and by what words they are found, the lists themselves say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.db.models import Case, IntegerField, Model, QuerySet, Value, When
from django.http import HttpRequest
from django.urls import reverse

from campaigns.models import Battle, Campaign, Company, Hero
from campaigns.narration import against
from config.log_lines import event_lines
from eventstore.admin import LONGEST_SEARCH, ReadOnly, SearchTooLong
from eventstore.models import Event
from matches.models import Match
from rules.registry import RULESETS

MOST_SHOWN = 6
"""So many rows of a group are shown; the list has the rest."""
IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class FoundRow:
    """A row that was found: what it is called, its page, and what tells it from others of the name."""

    text: str
    address: str
    beside: str


@dataclass(frozen=True, slots=True)
class FoundGroup:
    """What was found of one kind; `more` is the address of the list that has the rest, where there is a rest."""

    title: str
    rows: list[FoundRow]
    more: str


@dataclass(frozen=True, slots=True)
class Found:
    """What was typed, and what it found."""

    words: str
    groups: list[FoundGroup]


def searched_for(request: HttpRequest) -> str:
    """What somebody typed into the box; empty where nothing. SearchTooLong (400) for what nobody types."""
    words = request.GET.get("q", "").strip()
    if len(words) > LONGEST_SEARCH:
        raise SearchTooLong(f"a search for {len(words)} characters")
    return words


def may_search(request: HttpRequest) -> bool:
    """Whether there is any list that somebody may look at."""
    return any(_list_of(model).has_view_permission(request) for model in SEARCHED)


def find(request: HttpRequest, words: str) -> Found:
    """What is called by some words, or contains them: of each list that this user may look at, the first rows."""
    groups = (_group(request, model, words) for model in SEARCHED if _list_of(model).has_view_permission(request))
    return Found(words, [group for group in groups if group.rows])


def _group(request: HttpRequest, model: type[Model], words: str) -> FoundGroup:
    rows = list(_ordered(_list_of(model).quick_search(request, words), words)[: MOST_SHOWN + 1])
    title = str(model._meta.verbose_name_plural).capitalize()  # noqa: SLF001 - Django's way
    more = f"{_address(model, 'changelist')}?{urlencode({'q': words})}" if len(rows) > MOST_SHOWN else ""
    return FoundGroup(title, list(SEARCHED[model](request, rows[:MOST_SHOWN])), more)


def _list_of(model: type[Model]) -> ReadOnly:
    listed: Any = admin.site.get_model_admin(model)
    own: ReadOnly = listed
    return own


def _ordered(rows: QuerySet[Any], words: str) -> QuerySet[Any]:
    """What begins with the words first, then what contains them, then what is found by something else."""
    name = NAMES.get(rows.model)
    if name is None:
        return rows
    place = Case(
        When(**{f"{name}__istartswith": words}, then=Value(0)),
        When(**{f"{name}__icontains": words}, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    return rows.order_by(place, *rows.query.order_by)


def _address(model: type[Model], what: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{what}", args=args)  # noqa: SLF001 - Django's way


def _beside(*parts: str) -> str:
    return ", ".join(filter(None, parts))


def _outside(campaign: Campaign) -> str:
    return IMPORTED if campaign.from_outside else ""


def _row(row: Model, text: str, *beside: str) -> FoundRow:
    return FoundRow(text, _address(type(row), "change", row.pk), _beside(*beside))


def _campaigns(request: HttpRequest, rows: list[Campaign]) -> Iterator[FoundRow]:
    for one in rows:
        game = RULESETS[one.game].title if one.game in RULESETS else one.game
        yield _row(one, one.title, game, one.stage, _outside(one))


def _companies(request: HttpRequest, rows: list[Company]) -> Iterator[FoundRow]:
    for one in rows:
        yield _row(one, one.name, one.campaign.title, "disbanded" if one.disbanded else "", _outside(one.campaign))


def _heroes(request: HttpRequest, rows: list[Hero]) -> Iterator[FoundRow]:
    for one in rows:
        standing = one.standing if one.standing != Hero.Status.READY else ""
        campaign = one.company.campaign
        yield _row(one, one.name, one.company.name, campaign.title, standing, _outside(campaign))


def _battles(request: HttpRequest, rows: list[Battle]) -> Iterator[FoundRow]:
    for one in rows:
        fought = against(str(side.company) for side in one.sides.all())
        yield _row(
            one, f"Battle {one.number}: {fought}", one.campaign.title, one.get_stage_display(), _outside(one.campaign)
        )


def _matches(request: HttpRequest, rows: list[Match]) -> Iterator[FoundRow]:
    for one in rows:
        yield _row(one, one.title, one.status, IMPORTED if one.from_outside else "")


def _events(request: HttpRequest, rows: list[Event]) -> Iterator[FoundRow]:
    for line in event_lines(request.user, rows):
        yield FoundRow(line.type, line.address, _beside(line.about, line.beside))


SEARCHED: dict[type[Model], Callable[[HttpRequest, list[Any]], Iterator[FoundRow]]] = {
    Campaign: _campaigns,
    Company: _companies,
    Hero: _heroes,
    Battle: _battles,
    Match: _matches,
    Event: _events,
}
"""What is searched, in the order of its groups, and how rows of each are shown."""
NAMES: dict[type[Model], str] = {Campaign: "title", Company: "name", Hero: "name", Match: "title"}
"""By what a row is called, where it has a name of its own."""
