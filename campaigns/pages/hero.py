"""The page of a hero: its sheet, the choices it owes, its kit, why each value is what it is, its story."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from campaigns.domain.campaign.commands import DeclareFate
from campaigns.domain.company import commands as co
from campaigns.domain.company.commands import COMPANY_COMMANDS
from campaigns.domain.history import of_hero
from campaigns.glossary import meanings
from campaigns.open_choices import COMMANDS
from campaigns.page_context import Why, by_version, line, why_of
from campaigns.pages.command_forms import company_form, company_offer
from campaigns.pages.gm_forms import with_hero
from campaigns.pages.guard import for_people
from campaigns.pages.heroes import card
from campaigns.pages.outfitting import order, shut
from campaigns.pages.request_context import Offer, Offers, PageContext, answer, at_company, only
from rules.kernel.progression import ChoiceKind, Figure
from rules.kernel.reading import plain
from web.errors import NotThere
from web.pages.command_forms import Asking
from web.people import person


@for_people
def hero_page(request: HttpRequest, company_id: uuid.UUID, hero: str) -> HttpResponse:
    """The hero as it stands, for the members of its campaign."""
    desk = at_company(person(request.user), company_id)
    if hero not in desk.company.heroes:
        raise NotThere("hero")

    context = partial(_context, hero, request.GET.get("why", ""))
    return answer(request, desk, "campaigns/pages/hero.html", partial(_offers, hero), context)


def _context(key: str, asked: str, desk: PageContext) -> dict[str, Any]:
    hero = desk.company.heroes[key]
    told = by_version(desk.company_seen)  # type: ignore[arg-type]  # it is about a company
    known = (hero.race, hero.calling, *hero.talents, *hero.spells, *hero.equipment)
    own = of_hero((one.entry for one in told.values()), hero.id)
    return {
        "company": desk.company,
        "card": card(desk, hero),
        "injuries": desk.names.value(plain(hero.injuries)) if hero.injuries else "",
        "used_up": desk.names.value(hero.spent) if hero.spent else "",
        "closed": shut(desk),
        "meanings": meanings(desk.standards, {key: desk.names.word(key) for key in known if key}),
        "history": [line(told[entry.version], desk.names) for entry in reversed(own)],
        "asked": asked,
        **_why(why_of(asked, hero, told, desk.names)),
        "adds": _adds(desk, hero, asked.removeprefix("stats.")),
    }


def _why(found: Why | None) -> dict[str, Any]:
    """The events that made a value what it is; nothing where none is asked for that the hero has."""
    if found is None:
        return {}
    asked = f"{found.value} {found.now}" if found.now.isdigit() else f"{found.value}: {found.now}"
    return {"why": f"Why {asked}?", "lost": found.lost, "steps": found.steps, "wounds": found.wounds}


def _adds(desk: PageContext, hero: Figure, stat: str) -> list[tuple[str, int]]:
    """What of its kit and of what it knows adds to a stat, and how much."""
    worn, rules = desk.standards.progression.worn, desk.standards.rules
    bare = msgspec.structs.replace(hero, equipment=(), talents=())
    alone = [
        *((item, msgspec.structs.replace(bare, equipment=(item,))) for item in hero.equipment),
        *((talent, msgspec.structs.replace(bare, talents=(talent,))) for talent in hero.talents),
    ]
    found = ((desk.names.word(key), worn(rules, one).get(stat, 0)) for key, one in alone)
    return [(word, count) for word, count in found if count]


# What it may do


def _offers(key: str, desk: PageContext) -> Offers:
    """By place on the page; nothing for who does not play the company. Of who is gone from it only the GM's hand."""
    hero = desk.company.heroes[key]
    by_hand = with_hero(desk, hero)
    if not desk.plays or hero.standing != "ready" or shut(desk):
        return {"hand": by_hand} if by_hand else {}
    return {
        "hand": by_hand,
        "owed": [*_fates(desk, hero), *_choices(desk, hero)],
        "take": only(_take(desk, hero)),
        "kit": [_lay_down(desk, hero, item) for item in dict.fromkeys(hero.equipment)],
        "more": only(_lead(desk, hero), _rename(desk, hero), *_partings(desk, hero)),
    }


def _fates(desk: PageContext, hero: Figure) -> Iterator[Offer]:
    """The fates that the GM owes the hero, battle by battle."""
    for match in desk.company.fates_owed.get(hero.id, ()) if desk.runs else ():
        title = f"Fate of {hero.name} in {desk.names.battle(match)}"
        given = {"hero": hero.id, "match": match}
        form = company_form(desk, DeclareFate, given=given, title=title, submit="Declare the fate", danger=False)
        yield Offer(form, match)


def _choices(desk: PageContext, hero: Figure) -> Iterator[Offer]:
    """One of each kind at a time: what is open next depends on what was chosen."""
    game = desk.standards.progression
    for kind, count in desk.standards.owed(hero).items():
        yield _choice(desk, hero, kind, game.choices[kind], count)


def _choice(desk: PageContext, hero: Figure, kind: ChoiceKind, word: str, count: int) -> Offer:
    options = desk.standards.progression.options(desk.standards.rules, hero, kind)
    command, name = COMMANDS[kind]
    title = f"Choose a {word}" if count == 1 else f"Choose a {word} ({count} to choose)"
    asking = Asking(choices={"choice": list(options.items())}, labels={name: word[:1].upper() + word[1:]})
    words = {"title": title, "submit": f"Choose this {word}"}
    form = company_form(desk, COMPANY_COMMANDS[command], asking, given={"hero": hero.id}, **words)
    first = order(desk, command, hero=hero.id, **{name: next(iter(options), "")})
    return Offer(form, refused=desk.why_not(first), meanings=meanings(desk.standards, options))


def _take(desk: PageContext, hero: Figure) -> Offer | None:
    """From the stash what the hero can carry beside what it has."""
    if not desk.company.stash:
        return None
    asked = {item: desk.why_not(order(desk, "assign_item", hero=hero.id, item=item)) for item in desk.company.stash}
    items = [(item, desk.names.word(item).capitalize()) for item, refused in asked.items() if refused is None]
    form = company_form(desk, co.AssignItem, Asking(choices={"stash": items}), given={"hero": hero.id})
    return Offer(form, refused=None if items else next(iter(asked.values())))


def _lay_down(desk: PageContext, hero: Figure, item: str) -> Offer:
    words = {"title": desk.names.word(item), "submit": "Put it in the stash"}
    return company_offer(desk, co.ReturnItem, item, given={"hero": hero.id, "item": item}, **words)


def _lead(desk: PageContext, hero: Figure) -> Offer | None:
    if desk.company.leader == hero.id:
        return None
    return company_offer(desk, co.NameLeader, given={"hero": hero.id})


def _rename(desk: PageContext, hero: Figure) -> Offer:
    asking = Asking(now={"name": hero.name})
    return Offer(company_form(desk, co.RenameHero, asking, given={"hero": hero.id}, folded=True))


def _partings(desk: PageContext, hero: Figure) -> Iterator[Offer]:
    """Two ways to go for good; what is carried stays in the stash."""
    note = f"{hero.name} does not come back. Their equipment goes to the stash."
    for kind in (co.RetireHero, co.DismissHero):
        yield company_offer(desk, kind, given={"hero": hero.id}, note=note, folded=True)
