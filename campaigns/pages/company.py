"""The page of a company: its heroes, gold, hall, stash and story; for who plays it, all that it may do now."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse

from campaigns.domain.company.events import GoldChanged
from campaigns.narration import about_gold, plainly
from campaigns.page_context import Value, line
from campaigns.pages import outfitting
from campaigns.pages.hero import Card, card
from campaigns.pages.outfitting import with_company
from campaigns.pages.request_context import Offers, PageContext, admin_page, answer, at_company, for_people
from campaigns.service import history_of
from web.people import person

LOOKED_BACK = 300
NEWEST = 40
LEDGER = 15
"""So many of the newest events are looked at, told as its story, and told of its gold until *Earlier* is asked for."""


class Row(NamedTuple):
    """A hero in the table: by the columns of stats their names and what it has of each, None where it has none."""

    card: Card
    cells: Sequence[tuple[str, Value | None]]


@for_people
def company_page(request: HttpRequest, company_id: uuid.UUID) -> HttpResponse:
    """The company as it stands, for the members of its campaign."""
    desk = at_company(person(request.user), company_id)
    return answer(request, desk, "campaigns/pages/company.html", _offers, partial(_context, request))


def _offers(desk: PageContext) -> Offers:
    by_hand = with_company(desk)
    return {**outfitting.offers(desk), **outfitting.offered(desk), **({"hand": by_hand} if by_hand else {})}


def _context(request: HttpRequest, desk: PageContext) -> dict[str, Any]:
    company = desk.company
    asked = desk.campaign.companies[company.id].offered
    whole = request.GET.get("gold") == "all"
    first = 0 if whole else max(0, desk.company_seen.version - LOOKED_BACK)  # type: ignore[union-attr]  # it is about a company
    told = list(history_of(desk.company_seen, first))  # type: ignore[arg-type]
    gold = [one for one in told if isinstance(one.event, GoldChanged)]
    story = [one for one in told if not isinstance(one.event, GoldChanged)]
    cards = [card(desk, hero) for hero in company.heroes.values()]
    ready = [one for one in cards if one.hero.standing == "ready"]
    stats = _stats(desk, ready)
    return {
        "company": company,
        "owner": desk.names.person(company.owner),
        "acts": desk.plays and not company.disbanded,
        "asked": desk.names.person(asked) if asked else "",
        "asked_you": bool(asked) and asked == desk.who.key,
        "worth": desk.standards.company(company, 0, {})["worth"],
        "heroes": [Row(one, _cells(one, stats)) for one in ready],
        "gone": [one for one in cards if one.hero.standing != "ready"],
        "stats": stats.values(),
        "upgrades": [desk.names.word(one) for one in company.hall.upgrades],
        "orders": [(desk.names.word(one.upgrade), one.ready) for one in company.hall.orders],
        "stash": [(desk.names.word(item), count, item) for item, count in company.stash.items()],
        "sums": [(plainly(purpose), total) for purpose, total in company.ledger.items() if total],
        "ledger": [
            (one.event, about_gold(one.event, desk.names), line(one, desk.names))
            for one in reversed(gold if whole else gold[-LEDGER:])
        ],
        "earlier": not whole and (first > 0 or len(gold) > LEDGER),
        "history": [line(one, desk.names) for one in reversed(story[-NEWEST:])],
        "closed": outfitting.shut(desk),
        "invasions": _invasions(desk),
        "admin": admin_page(request, desk, "company", desk.company.id),
    }


def _stats(desk: PageContext, cards: Sequence[Card]) -> Mapping[str, str]:
    """By path the names of the stats that any of them has, in the order of the game: a sheet may leave some out."""
    found = {one.field: one.name for card in cards for one in card.values}
    order = [f"stats.{stat}" for stat in desk.standards.progression.entries(desk.standards.rules)]
    return {field: found[field] for field in (*(one for one in order if one in found), *found)}


def _cells(card: Card, stats: Mapping[str, str]) -> list[tuple[str, Value | None]]:
    own = {one.field: one for one in card.values}
    return [(name, own.get(field)) for field, name in stats.items()]


def _invasions(desk: PageContext) -> list[str]:
    name = desk.names.company
    return [
        f"{name(one.attacker)} will invade {name(one.defender)}"
        for one in desk.campaign.invasions.values()
        if one.stage == "declared" and desk.company.id in (one.attacker, one.defender)
    ]
