"""The page of a campaign: who is ahead, companies, battles, people, what happened lately; what its GM does there."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from campaigns.access import member
from campaigns.domain.campaign.house_rules import game_of
from campaigns.domain.rights import role_of
from campaigns.games import rules_set
from campaigns.models import Battle, Company, Hero, Member
from campaigns.narration import against, victors
from campaigns.page_context import newest, orders_words, owed_words
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
from campaigns.standings import StandingsLine, rows_to_rank, standings, tallies, ties
from web.errors import NotThere
from web.people import person

BATTLES_PER_PAGE = 10
ROLES = dict(Member.Role.choices)


@dataclass(frozen=True, slots=True)
class Line:
    """A company in the tables of who is ahead, and of what it has done in its battles: `tallies`."""

    rank: StandingsLine
    row: Company
    owner: str
    mine: bool
    tallies: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class BattleLine:
    """A battle in the list. `address` is where to look on: its match while it is open, else what it did.

    `imported`: its match came from a file that no trusted house has signed for.
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
        desk = at_campaign(who, campaign_id)
    except NotThere:
        if request.method == "POST" and done_before(who, key_of(request.POST.dict())):
            return redirect("campaigns:list")
        raise

    offers = partial(governing.offers, request)
    return answer(request, desk, "campaigns/pages/campaign.html", offers, partial(_context, request))


def _context(request: HttpRequest, desk: PageContext) -> dict[str, Any]:
    campaign = desk.campaign
    companies = {str(row.pk): row for row in rows_to_rank(desk.seen.id).select_related("campaign")}
    return {
        "game": game_of(campaign.game).title,
        "role": ROLES[role_of(campaign, member(desk.who)) or "player"],
        "lines": _standings(desk, companies),
        "building": [(row, orders_words(row)) for row in companies.values() if row.orders and not row.disbanded],
        "battles": _battles(desk, request.GET.get("page")),
        "invasions": [
            (desk.names.company(one.attacker), desk.names.company(one.defender), one.id)
            for one in campaign.invasions.values()
            if one.stage == "declared"
        ],
        "decided_by": ties(campaign.game),
        "waits": list(_waits(desk, companies)),
        "people": _people(desk),
        "rules": rules_set(desk.campaign, desk.names.word),
        "history": newest(desk.seen, desk.names),
        "admin": admin_page(request, desk, "campaign", desk.seen.id),
    }


def _standings(desk: PageContext, companies: Mapping[str, Company]) -> list[Line]:
    ranked = [(one, companies[str(one.company)]) for one in standings(desk.campaign, companies.values())]
    return [
        Line(one, row, desk.names.person(row.owner_key), row.owner_key == desk.who.key, tallies(desk.campaign, one))
        for one, row in ranked
    ]


def _battles(desk: PageContext, number: str | None) -> Page[Any]:
    rows = Battle.objects.filter(campaign=desk.seen.id).order_by("-number").prefetch_related("sides")
    page: Page[Any] = Paginator(rows, BATTLES_PER_PAGE).get_page(number)
    imports = imports_among(page.object_list)
    page.object_list = [_fought(desk, row, imports) for row in page.object_list]
    return page


def _fought(desk: PageContext, row: Battle, imports: Container[str]) -> BattleLine:
    sides = list(row.sides.all())
    named = [(side, desk.names.company(str(side.company_id))) for side in sides]
    what = reverse("campaigns:battle", args=[desk.seen.id, row.match])
    return BattleLine(
        row,
        against(name for _, name in named),
        victors((name for side, name in named if side.won), row.summary.get("winning_seats", ())),
        reverse("pages:match", args=[row.match]) if row.stage == Battle.Stage.OPEN else what,
        str(row.match) in imports or fought(row) in imports,
    )


def _waits(desk: PageContext, companies: Mapping[str, Company]) -> Iterator[tuple[str, str]]:
    """What waits for who looks: choices of their heroes, battles to fight; for who runs it, fates and requests."""
    mine = [one for one in companies.values() if one.owner_key == desk.who.key and not one.disbanded]
    for entered in desk.campaign.companies.values():
        if entered.offered and entered.offered == desk.who.key:
            asked = f"{reverse('campaigns:company', args=[entered.company])}#offered"
            yield f"You are asked to play {desk.names.company(entered.company)}", asked
    at_home = [one for one in mine if not one.in_battle and desk.campaign.stage in governing.GOES_ON]
    owing = Hero.objects.filter(company__in=at_home, owed__gt=0).order_by("company", "id")
    for hero in owing:
        owed = ", ".join(owed_words(desk.campaign.game, hero.summary.get("owed", {}), "a "))
        yield f"{hero.name} has to choose {owed}", reverse("campaigns:hero", args=[hero.company_id, hero.hero])
    for one in mine:
        if one.in_battle:
            told = f"{desk.names.battle(str(one.in_battle)).capitalize()}: {one.name}"
            yield told, reverse("pages:match", args=[one.in_battle])
    if desk.runs:
        yield from _waits_for_gm(desk, companies)
        yield from _holds_up(desk, companies)


def _waits_for_gm(desk: PageContext, companies: Mapping[str, Company]) -> Iterator[tuple[str, str]]:
    owed = (matches for row in companies.values() for matches in row.summary.get("fates_owed", {}).values())
    fates = Counter(match for matches in owed for match in matches)
    for match, count in fates.items():
        told = f"You have to decide {count} {'fate' if count == 1 else 'fates'} from {desk.names.battle(match)}"
        yield told, reverse("campaigns:battle", args=[desk.seen.id, match])
    for one in desk.campaign.requests.values():
        yield f"{one.name or 'Someone'} asks to join", "#people"


def _holds_up(desk: PageContext, companies: Mapping[str, Company]) -> Iterator[tuple[str, str]]:
    """What keeps a campaign from going on: choices of others without which nobody is fielded, invasions, halls."""
    if desk.campaign.stage not in governing.GOES_ON:
        return
    core = desk.standards.progression.choices.get("core", "")
    others = [one for one in companies.values() if one.owner_key != desk.who.key and not one.in_battle]
    for hero in Hero.objects.filter(company__in=others, company__disbanded=False, owed__gt=0).order_by("company", "id"):
        if "core" in hero.summary.get("owed", {}):
            told = f"{hero.name} ({companies[str(hero.company_id)].name}) has to choose a {core}"
            yield told, reverse("campaigns:hero", args=[hero.company_id, hero.hero])
    for one in declared(desk):
        start = reverse("campaigns:start", args=[desk.seen.id])
        told = f"An invasion is waiting for its battle: {desk.names.company(one.attacker)} against "
        yield f"{told}{desk.names.company(one.defender)}", f"{start}?for={INVASION}{one.id}"
    orders = {one.name: [order["ready"] for order in one.summary.get("orders", ())] for one in companies.values()}
    now = desk.campaign.downtime
    # The downtime has begun; a worker finishes them within moments.
    if finished := [name for name, ready in orders.items() if any(one <= now for one in ready)]:
        yield f"Hall upgrades about to be finished: {', '.join(finished)}", "#gm"
    if built := [name for name, ready in orders.items() if now + 1 in ready]:
        yield f"Hall upgrades ready in the next downtime: {', '.join(built)}", "#gm"


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member with what the page offers about them: places of forms."""

    account: str
    name: str
    role: str
    you: bool
    companies: Sequence[str]


def _people(desk: PageContext) -> list[MemberLine]:
    campaign = desk.campaign
    return [
        MemberLine(
            one.account,
            one.name or "somebody",
            ROLES[one.role],
            one.account == desk.who.key,
            [
                desk.names.company(entered.company)
                for entered in campaign.companies.values()
                if entered.owner == one.account and not entered.disbanded
            ],
        )
        for one in campaign.people.values()
    ]
