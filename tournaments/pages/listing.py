"""The list of tournaments: one's own first, then the public ones; and founding one."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import BooleanField, Case, Q, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.models import Campaign, Company, Member
from rules.registry import RULESETS
from tournaments import service
from tournaments.domain import commands as co
from tournaments.models import Entrant, Fixture, Official, Tournament
from tournaments.pages.request_context import key_of
from web.errors import Refusal, Unreadable
from web.pages.command_forms import FormContext, form_of
from web.pages.fields import Form
from web.pages.forms import shown, values_of
from web.pages.guard import guarded, send_to_login
from web.people import person

PER_PAGE = 20
OWN_CAMPAIGN = "new-"
"""What stands before the key of a game for a campaign that is founded along with the tournament."""
GOES_ON = ("draft", "running")
ROLES = {"organizer": "organizer", **co.ROLES}


@dataclass(frozen=True, slots=True)
class Card:
    """A tournament in the list: what one is in it, and what it has come to."""

    row: Tournament
    game: str
    roles: list[str]
    companies: list[str]
    entrants: int
    stage: str
    disputed: int


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def tournaments(request: HttpRequest) -> HttpResponseBase:
    """The tournaments that one may see, one's own first."""
    posted = request.POST.dict() if request.method == "POST" else {}
    if posted and not request.user.is_authenticated:
        return send_to_login(request)
    form = _founding(request) if request.user.is_authenticated else None
    refusal: Refusal | None = None
    if posted and form is not None:
        try:
            return _found(request, form, posted)
        except Refusal as error:
            refusal = error
    asked = {name: request.GET.get(name, "") for name in ("q", "status", "game")}
    page = Paginator(_listed(request, asked), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "page_of": page,
        "cards": _cards(page.object_list, request),
        "asked": asked,
        "statuses": Tournament.Status.choices,
        "games": [(key, game.title) for key, game in RULESETS.items()],
        "query": urlencode({name: value for name, value in asked.items() if value}),
        "found": shown(form, "", posted, refusal) if form is not None else None,
        "refusal": refusal if posted.get("form") != "open_tournament" else None,
        "key": uuid.uuid4().hex,
    }
    return render(request, "tournaments/list.html", context, status=refusal.status if refusal else 200)


def _listed(request: HttpRequest, asked: Mapping[str, str]) -> QuerySet[Tournament]:
    mine = Q(pk__in=()) if not request.user.is_authenticated else _mine(request.user.pk or 0)
    rows = Tournament.objects.visible_to(request.user)
    if asked["q"] and "\x00" not in asked["q"]:
        rows = rows.filter(title__icontains=asked["q"][:120])
    if asked["status"] in dict(Tournament.Status.choices):
        rows = rows.filter(status=asked["status"])
    if asked["game"] in RULESETS:
        rows = rows.filter(game=asked["game"])
    own = Case(When(mine, then=Value(value=True)), default=Value(value=False), output_field=BooleanField())
    over = Case(When(status="ended", then=Value(value=True)), default=Value(value=False), output_field=BooleanField())
    return rows.annotate(own=own, over=over).order_by("-own", "over", "-updated_at", "-id")


def _mine(user: int) -> Q:
    """Where one has duties, or plays a company."""
    companies = Company.objects.filter(owner__user=user).values("pk")
    return Q(pk__in=Official.objects.filter(account__user=user).exclude(roles=[]).values("tournament")) | Q(
        pk__in=Entrant.objects.filter(company__in=companies).values("tournament")
    )


def _cards(rows: Iterable[Tournament], request: HttpRequest) -> list[Card]:
    """Those of one page, in as many queries whatever their number."""
    page = list(rows)
    ids = [one.pk for one in page]
    user = request.user.pk or 0
    roles = dict(Official.objects.filter(tournament__in=ids, account__user=user).values_list("tournament", "roles"))
    companies: dict[uuid.UUID, list[str]] = {}
    owned = Company.objects.filter(owner__user=user, campaign__in={one.campaign_id for one in page}).values("pk")
    entered = Entrant.objects.filter(tournament__in=ids, company__in=owned).order_by("seed", "id")
    for tournament, name in entered.values_list("tournament", "name"):
        companies.setdefault(tournament, []).append(name)
    disputed: dict[uuid.UUID, int] = {}
    for one in Fixture.objects.filter(tournament__in=ids, status="disputed").values_list("tournament", flat=True):
        disputed[one] = disputed.get(one, 0) + 1
    return [
        Card(
            row=one,
            game=RULESETS[one.game].title if one.game in RULESETS else one.game,
            roles=[ROLES.get(role, role) for role in roles.get(one.pk, ())],
            companies=companies.get(one.pk, []),
            entrants=sum(
                count
                for status, count in one.summary.get("entrants", {}).items()
                if status in ("entered", "checked_in")
            ),
            stage=_stage(one),
            disputed=disputed.get(one.pk, 0) if roles.get(one.pk) else 0,
        )
        for one in page
    ]


def _stage(row: Tournament) -> str:
    stages = row.summary.get("stages", [])
    running = [one["name"] for one in stages if one["status"] == "running"]
    return ", ".join(running) if row.status == "running" else ""


# Founding one


def _founding(request: HttpRequest) -> Form:
    """The form: in a campaign that one runs as its GM, or in one that is founded with it."""
    runs = Member.objects.filter(account__user=request.user.pk or 0, role="gm").values("campaign")
    own = Campaign.objects.filter(pk__in=runs, stage__in=GOES_ON).order_by("title", "pk")[:100]
    campaigns = [(str(one.pk), f"{one.title} ({RULESETS[one.game].title})") for one in own if one.game in RULESETS]
    games = [
        (f"{OWN_CAMPAIGN}{key}", f"a new campaign of {game.title}")
        for key, game in RULESETS.items()
        if game.progression is not None
    ]
    now = {"campaign": asked} if (asked := request.GET.get("campaign", "")) in dict(campaigns) else {}
    asking = FormContext(
        choices={"campaign": [*campaigns, *games]},
        now=now,
        prompt="choose …",
        helps={
            "campaign": "Its companies enter. Of a new campaign you are the GM; players join it and found companies."
        },
    )
    form = form_of(co.OpenTournament, asking)
    return replace(form, fields=tuple(one for one in form.fields if one.name != "tournament"))


def _found(request: HttpRequest, form: Form, posted: Mapping[str, str]) -> HttpResponse:
    if posted.get("form") != form.name:
        raise Unreadable("this form does not exist on this page", hint="Reload the page.")
    order: dict[str, Any] = {
        name: value for name, value in form.command(values_of(form, posted)).items() if name != "type"
    }
    chosen = str(order.get("campaign", ""))
    if chosen.startswith(OWN_CAMPAIGN):
        order = {**order, "campaign": "", "game": chosen.removeprefix(OWN_CAMPAIGN)}
    done = service.open_tournament(person(request.user), order, key=key_of(posted))
    messages.success(request, f"{order['title']} is founded. Plan its stages, then open the sign-up.")
    return redirect(reverse("tournaments:desk", args=[done.tournament.id]))
