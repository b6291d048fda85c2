"""The page of a campaign: standings, companies, battles, people, recent events; GM actions."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from campaigns.access import member
from campaigns.domain.campaign.house_rules import game_of
from campaigns.domain.rights import role_of
from campaigns.game_clock import clock
from campaigns.games import rules_set
from campaigns.hooks import links_of_campaign
from campaigns.models import Battle, Company, Hero, Member
from campaigns.narration import against, victors
from campaigns.page_context import choices_in_words, newest, orders_words
from campaigns.pages import governing
from campaigns.pages.request_context import (
    PageContext,
    admin_page,
    answer,
    at_campaign,
    done_before,
    for_people,
    key_of,
)
from campaigns.pages.starting import INVASION, declared
from campaigns.provenance import fought, imports_among
from campaigns.side_numbers import numbers_in
from campaigns.standings import StandingsLine, course, form, rows_to_rank, standings, tallies, ties
from web.errors import NotThere
from web.people import person

BATTLES_PER_PAGE = 10
ROLES = dict(Member.Role.choices)


@dataclass(frozen=True, slots=True)
class Line:
    """A company in the standings, with its `form` (W, D, L), its `course` and the `tallies` of its battles."""

    rank: StandingsLine
    row: Company
    owner: str
    mine: bool
    form: str
    course: Sequence[int]
    tallies: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class BattleLine:
    """A battle in the list. `address`: its match while it is open, else the page of its results.

    `imported`: its match came from a file without the seal of a trusted server.
    """

    row: Battle
    fought: str
    won: str
    address: str
    imported: bool


@for_people
def campaign_page(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """The campaign as it stands, for its members."""
    who = person(request.user)
    try:
        ctx = at_campaign(who, campaign_id)
    except NotThere:
        if request.method == "POST" and done_before(who, key_of(request.POST.dict())):
            return redirect("campaigns:list")
        raise

    offers = partial(governing.offers, request)
    return answer(request, ctx, "campaigns/pages/campaign.html", offers, partial(_context, request))


def _context(request: HttpRequest, ctx: PageContext) -> dict[str, Any]:
    campaign = ctx.campaign
    companies = {str(row.pk): row for row in rows_to_rank(ctx.loaded.id).select_related("campaign")}
    return {
        "game": game_of(campaign.game).title,
        "role": ROLES[role_of(campaign, member(ctx.who)) or "player"],
        "numbers": numbers_in([ctx.loaded.id]),
        "lines": _standings(ctx, companies),
        "building": [(row, orders_words(row)) for row in companies.values() if row.orders and not row.disbanded],
        "battles": _battles(ctx, request.GET.get("page")),
        "invasions": [
            (ctx.names.company(one.attacker), ctx.names.company(one.defender), one.id)
            for one in campaign.invasions.values()
            if one.stage == "declared"
        ],
        "decided_by": ties(campaign.game),
        "waits": list(_waits(ctx, companies)),
        "people": _people(ctx),
        "rules": rules_set(ctx.campaign, ctx.names.word),
        "clock": clock(campaign.hour),
        "history": newest(ctx.loaded, ctx.names),
        "links": links_of_campaign(ctx.loaded.id),
        "admin": admin_page(request, ctx, "campaign", ctx.loaded.id),
    }


def _standings(ctx: PageContext, companies: Mapping[str, Company]) -> list[Line]:
    ranked = [(one, companies[str(one.company)]) for one in standings(ctx.campaign, companies.values())]
    return [
        Line(
            one,
            row,
            ctx.names.person(row.owner_key),
            row.owner_key == ctx.who.key,
            form(ctx.campaign, str(one.company)),
            course(ctx.campaign, str(one.company)),
            tallies(ctx.campaign, one),
        )
        for one, row in ranked
    ]


def _battles(ctx: PageContext, number: str | None) -> Page[Any]:
    rows = Battle.objects.filter(campaign=ctx.loaded.id).order_by("-number").prefetch_related("sides")
    page: Page[Any] = Paginator(rows, BATTLES_PER_PAGE).get_page(number)
    imports = imports_among(page.object_list)
    page.object_list = [_fought(ctx, row, imports) for row in page.object_list]
    return page


def _fought(ctx: PageContext, row: Battle, imports: Container[str]) -> BattleLine:
    sides = list(row.sides.all())
    named = [(side, ctx.names.company(str(side.company_id))) for side in sides]
    what = reverse("campaigns:battle", args=[ctx.loaded.id, row.match])
    return BattleLine(
        row,
        against(name for _, name in named),
        victors((name for side, name in named if side.won), row.summary.get("winning_seats", ())),
        reverse("pages:match", args=[row.match]) if row.stage == Battle.Stage.OPEN else what,
        str(row.match) in imports or fought(row) in imports,
    )


Wait: TypeAlias = tuple[str, str, str]
"""What waits, in words, where it can be done, and what the button says; no button where nobody has to do anything."""


def _waits(ctx: PageContext, companies: Mapping[str, Company]) -> Iterator[Wait]:
    """What waits for this person: choices of their heroes, battles; for those who run it, fates and requests."""
    mine = [one for one in companies.values() if one.owner_key == ctx.who.key and not one.disbanded]
    for entered in ctx.campaign.companies.values():
        if entered.offered and entered.offered == ctx.who.key:
            asked = f"{reverse('campaigns:company', args=[entered.company])}#offered"
            yield f"You are asked to play {ctx.names.company(entered.company)}", asked, "Answer"
    at_home = [one for one in mine if not one.in_battle and ctx.campaign.stage in governing.GOES_ON]
    heroes = Hero.objects.filter(company__in=at_home, owed__gt=0).order_by("company", "id")
    for hero in heroes:
        owed = ", ".join(choices_in_words(ctx.campaign.game, hero.summary.get("owed", {}), "a "))
        address = reverse("campaigns:hero", args=[hero.company_id, hero.hero])
        yield f"{hero.name} has to choose {owed}", address, "Choose"
    for one in mine:
        if one.in_battle:
            text = f"{ctx.names.battle(str(one.in_battle)).capitalize()}: {one.name}"
            yield text, reverse("pages:match", args=[one.in_battle]), "Go to the match"
    if ctx.runs:
        yield from _waits_for_gm(ctx, companies)
        yield from _holds_up(ctx, companies)


def _waits_for_gm(ctx: PageContext, companies: Mapping[str, Company]) -> Iterator[Wait]:
    owed = (matches for row in companies.values() for matches in row.summary.get("fates_owed", {}).values())
    fates = Counter(match for matches in owed for match in matches)
    for match, count in fates.items():
        text = f"You have to decide {count} {'fate' if count == 1 else 'fates'} from {ctx.names.battle(match)}"
        yield text, reverse("campaigns:battle", args=[ctx.loaded.id, match]), "Decide"
    for one in ctx.campaign.requests.values():
        yield f"{one.name or 'Someone'} asks to join", "#people", "Answer"


def _holds_up(ctx: PageContext, companies: Mapping[str, Company]) -> Iterator[Wait]:
    """What keeps a campaign from going on: choices of others without which nobody is fielded, invasions, halls."""
    if ctx.campaign.stage not in governing.GOES_ON:
        return
    core = ctx.standards.progression.growth.choices.get("core", "")
    others = [one for one in companies.values() if one.owner_key != ctx.who.key and not one.in_battle]
    for hero in Hero.objects.filter(company__in=others, company__disbanded=False, owed__gt=0).order_by("company", "id"):
        if "core" in hero.summary.get("owed", {}):
            text = f"{hero.name} ({companies[str(hero.company_id)].name}) has to choose a {core}"
            yield text, reverse("campaigns:hero", args=[hero.company_id, hero.hero]), "Show the hero"
    for one in declared(ctx):
        start = reverse("campaigns:start", args=[ctx.loaded.id])
        text = f"An invasion is waiting for its battle: {ctx.names.company(one.attacker)} against "
        yield f"{text}{ctx.names.company(one.defender)}", f"{start}?for={INVASION}{one.id}", "Start the battle"
    orders = {one.name: [order["ready"] for order in one.summary.get("orders", ())] for one in companies.values()}
    now = ctx.campaign.downtime
    # The downtime has begun; a worker finishes them within moments.
    if finished := [name for name, ready in orders.items() if any(one <= now for one in ready)]:
        yield f"Hall upgrades about to be finished: {', '.join(finished)}", "#gm", ""
    if built := [name for name, ready in orders.items() if now + 1 in ready]:
        yield f"Hall upgrades ready in the next downtime: {', '.join(built)}", "#gm", "To the downtime"


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member with what the page offers about them: places of forms."""

    account: str
    name: str
    role: str
    you: bool
    companies: Sequence[str]


def _people(ctx: PageContext) -> list[MemberLine]:
    campaign = ctx.campaign
    return [
        MemberLine(
            one.account,
            one.name or "somebody",
            ROLES[one.role],
            one.account == ctx.who.key,
            [
                ctx.names.company(entered.company)
                for entered in campaign.companies.values()
                if entered.owner == one.account and not entered.disbanded
            ],
        )
        for one in campaign.people.values()
    ]
