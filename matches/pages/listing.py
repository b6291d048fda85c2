"""The list of matches: one's own first."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.paginator import Paginator
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.timesince import timesince
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.game_adapter import adapter_of
from matches.models import Match, Seat, run_by
from matches.pages.boards import board_of
from matches.pages.boards.tokens import SIDE_NUMBERS
from matches.pages.waiting import external_invitations, invitations
from matches.side_numbers import side_numbers
from rules.registry import RULESETS
from web.people import person

PER_PAGE = 20
LONGEST_SEARCH = 100
STATUSES = (
    ("", "all"),
    ("running", "running"),
    ("waiting", "waiting"),
    ("finished", "finished"),
    ("abandoned", "abandoned"),
)


@never_cache
@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """Matches that the visitor may see: filtered, own ones first, running before waiting before finished."""
    status = request.GET.get("status", "")
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    game = request.GET.get("game", "")
    mine = request.GET.get("mine") == "on" and request.user.is_authenticated
    rows = listed(request.user, mine=mine)
    if status in dict(STATUSES[1:]):
        rows = rows.filter(status=status)
    if game in RULESETS:
        rows = rows.filter(ruleset=game)
    if search:
        rows = rows.filter(
            Q(title__icontains=search) | Q(gm_name__icontains=search) | Q(summary__headline__teams__icontains=search)
        )
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    kept = request.GET.copy()
    kept.pop("page", None)
    who, numbers = person(request.user), side_numbers(match.pk for match in page.object_list)
    context = {
        "invitations": invitations(who),
        "elsewhere": external_invitations(who),
        "page": page,
        "cards": [card(match, request.user, numbers[match.pk]) for match in page.object_list],
        "statuses": STATUSES,
        "status": status,
        "games": [(key, one.title) for key, one in RULESETS.items()],
        "game": game,
        "search": search,
        "mine": mine,
        "filtered": bool(status or search or game or mine),
        "kept": kept.urlencode(),
    }
    return render(request, "matches/list.html", context)


def listed(user: AbstractBaseUser | AnonymousUser, *, mine: bool = False) -> QuerySet[Match]:
    """The matches a user may see (or, of those, the ones that are `mine`), in the order of the list.

    What came from outside stands after everything that was played here, among one's own as among the rest, and goes by
    when it came: its instants are whatever its file says.
    """
    rows = Match.objects.visible_to(user).with_people()
    stage = Case(When(status="running", then=Value(0)), When(status="waiting", then=Value(1)), default=Value(2))
    order: list[Any] = ["from_outside", stage, Coalesce("imported_at", "updated_at").desc(), "-pk"]
    if user.is_authenticated:
        theirs = Exists(Seat.objects.filter(match=OuterRef("pk"), account__user=user.pk)) | run_by(user)
        rows = rows.filter(theirs) if mine else rows
        order.insert(0, Case(When(theirs, then=Value(0)), default=Value(1)))
    return rows.order_by(*order)


def card(match: Any, user: AbstractBaseUser | AnonymousUser, numbers: Mapping[str, int]) -> dict[str, Any]:
    """A match in the list: who plays, the score, the turn, who must act. `numbers`: known colours, by seat."""
    headline = match.summary.get("headline", {}) | {SIDE_NUMBERS: numbers}
    seats = {seat.name: seat for seat in match.seats.all()}
    waits = match.summary.get("waits_for", [])
    board = board_of(match.ruleset)
    parties = board.parties(headline)
    names = {party.seat: party.name for party in parties} | {"gm": "the GM"}
    winners = (match.summary.get("outcome") or {}).get("winners", ())
    held = [
        seat.name
        for seat in seats.values()
        if seat.account and user.is_authenticated and seat.account.user_id == user.pk
    ]
    runs = match.is_run_by(user)
    return {
        "match": match,
        "game": adapter_of(match.ruleset).title,
        "ago": ago(match.updated_at),
        "parties": parties,
        "scored": board.scored,
        "turn": headline.get("turn"),
        "turn_word": board.turn,
        "turns_total": headline.get("turns_total"),
        "outcome": match.summary.get("outcome"),
        "winner": " and ".join(names.get(seat, seat) for seat in winners),
        "waits": [_waits(seat, names, seats) for seat in waits] if match.status in ("running", "waiting") else [],
        "yours": bool(set(held) & set(waits)) or (runs and "gm" in waits),
        "free": [names.get(name, name) for name, seat in seats.items() if not seat.holder],
        "roles": [*(["GM"] if runs else []), *(names.get(seat, seat) for seat in held)],
    }


def ago(when: datetime) -> str:
    """How long ago something was, in one unit."""
    seconds = (timezone.now() - when).total_seconds()
    return "just now" if seconds < 60 else f"{timesince(when, depth=1)} ago"


def _waits(seat: str, names: dict[str, str], seats: dict[str, Seat]) -> str:
    holder = seats[seat].holder if seat in seats else ""
    return f"{names.get(seat, seat)} ({holder})" if holder else names.get(seat, seat)
