"""The page of a company: heroes, gold, hall, stash, history, and the forms for its player."""

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
from campaigns.pages.hero_state import held_lines, held_offers, held_rows
from campaigns.pages.outfitting import with_company
from campaigns.pages.request_context import Offers, PageContext, admin_page, answer, at_company, for_people
from campaigns.service import history_of
from campaigns.side_numbers import numbers_in
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
    ctx = at_company(person(request.user), company_id)
    return answer(request, ctx, "campaigns/pages/company.html", page_offers, partial(_context, request))


def page_offers(ctx: PageContext) -> Offers:
    """By place on the page; those of the GM only for who runs the campaign."""
    gm_actions = with_company(ctx)
    held = held_offers(ctx, held_rows(ctx)) if ctx.plays else []
    more = {"gm_actions": gm_actions, "held": held}
    return {
        **outfitting.offers(ctx),
        **outfitting.offered(ctx),
        **{place: offers for place, offers in more.items() if offers},
    }


def _context(request: HttpRequest, ctx: PageContext) -> dict[str, Any]:
    company = ctx.company
    asked = ctx.campaign.companies[company.id].offered
    whole = request.GET.get("gold") == "all"
    first = 0 if whole else max(0, ctx.loaded_company.version - LOOKED_BACK)  # type: ignore[union-attr]  # it is about a company
    entries = list(history_of(ctx.loaded_company, first))  # type: ignore[arg-type]
    gold = [one for one in entries if isinstance(one.event, GoldChanged)]
    story = [one for one in entries if not isinstance(one.event, GoldChanged)]
    cards = [card(ctx, hero) for hero in company.heroes.values()]
    ready = [one for one in cards if one.hero.standing == "ready"]
    stats = _stats(ctx, ready)
    return {
        "company": company,
        "numbers": numbers_in([ctx.loaded.id]),
        "owner": ctx.names.person(company.owner),
        "acts": ctx.plays and not company.disbanded,
        "asked": ctx.names.person(asked) if asked else "",
        "asked_you": bool(asked) and asked == ctx.who.key,
        "worth": ctx.standards.company(company, 0, {})["worth"],
        "heroes": [Row(one, _cells(one, stats)) for one in ready],
        "gone": [one for one in cards if one.hero.standing != "ready"],
        "stats": stats.values(),
        "upgrades": [ctx.names.word(one) for one in company.hall.upgrades],
        "orders": [(ctx.names.word(one.upgrade), one.ready) for one in company.hall.orders],
        "stash": [(ctx.names.word(item), count, item) for item, count in company.stash.items()],
        "sums": [(plainly(purpose), total) for purpose, total in company.ledger.items() if total],
        "ledger": [
            (one.event, about_gold(one.event, ctx.names), line(one, ctx.names))
            for one in reversed(gold if whole else gold[-LEDGER:])
        ],
        "earlier": not whole and (first > 0 or len(gold) > LEDGER),
        "history": [line(one, ctx.names) for one in reversed(story[-NEWEST:])],
        "closed": outfitting.shut(ctx),
        "invasions": _invasions(ctx),
        "held": held_lines(held_rows(ctx)),
        "admin": admin_page(request, ctx, "company", ctx.company.id),
    }


def _stats(ctx: PageContext, cards: Sequence[Card]) -> Mapping[str, str]:
    """By path the names of the stats that any of them has, in the order of the game: a sheet may leave some out."""
    found = {one.field: one.name for card in cards for one in card.values}
    order = [f"stats.{stat}" for stat in ctx.standards.progression.entries(ctx.standards.rules)]
    return {field: found[field] for field in (*(one for one in order if one in found), *found)}


def _cells(card: Card, stats: Mapping[str, str]) -> list[tuple[str, Value | None]]:
    own = {one.field: one for one in card.values}
    return [(name, own.get(field)) for field, name in stats.items()]


def _invasions(ctx: PageContext) -> list[str]:
    name = ctx.names.company
    return [
        f"{name(one.attacker)} will invade {name(one.defender)}"
        for one in ctx.campaign.invasions.values()
        if one.stage == "declared" and ctx.company.id in (one.attacker, one.defender)
    ]
