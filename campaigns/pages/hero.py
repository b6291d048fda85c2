"""The page of a hero: its sheet, the choices it owes, its kit, why each value is what it is, its story."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse

from campaigns.domain.campaign.commands import DeclareFate
from campaigns.domain.company import commands as co
from campaigns.domain.company.commands import COMPANY_COMMANDS
from campaigns.domain.history import of_hero
from campaigns.games import meanings
from campaigns.narration import plainly
from campaigns.open_choices import COMMANDS
from campaigns.page_context import Value, Why, by_version, line, owed_words, values, why_of
from campaigns.pages.outfitting import order, shut, with_hero
from campaigns.pages.request_context import (
    Offer,
    Offers,
    PageContext,
    answer,
    at_company,
    company_form,
    company_offer,
    for_people,
    only,
)
from matches.rulebooks import rule_text
from rules.kernel.progression import ChoiceKind, Figure
from rules.kernel.reading import plain
from web.errors import NotThere
from web.pages.command_forms import Asking
from web.people import person

Tone = Literal["good", "busy", "wants", "away", "gone"]
GONE: Mapping[str, str] = {"dead": "dead", "dismissed": "dismissed", "retired": "retired with honours"}


class HeroStatus(NamedTuple):
    """What a hero is to its company now: in a word or two, what that means for it, and by which rule."""

    word: str
    tone: Tone
    why: str = ""
    rule: str = ""
    rule_words: str = ""


class Card(NamedTuple):
    """A hero of a company."""

    hero: Figure
    race: str
    calling: str
    leads: bool
    values: Sequence[Value]
    kit: Sequence[str]
    talents: Sequence[str]
    spells: Sequence[str]
    owed: Sequence[str]
    next_level: int | None
    standing: HeroStatus


def card(desk: PageContext, hero: Figure) -> Card:
    """A hero of the company that the page is about."""
    word = desk.names.word
    return Card(
        hero,
        _capital(_race(desk, hero)),
        _capital(word(hero.calling)) if hero.calling else "",
        desk.company.leader == hero.id,
        values(desk.standards, hero),
        [word(item) for item in hero.equipment],
        [word(talent) for talent in hero.talents],
        [_capital(word(spell)) for spell in hero.spells],
        owed(desk, hero),
        desk.standards.next_level(hero) if hero.standing == "ready" else None,
        standing(desk, hero),
    )


def _race(desk: PageContext, hero: Figure) -> str:
    known = desk.standards.progression.recruits(desk.standards.rules).get("race", {})
    return str(known.get(hero.race) or plainly(hero.race))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def owed(desk: PageContext, hero: Figure) -> list[str]:
    """The choices that a hero owes, in the words of its game."""
    return owed_words(desk.campaign.game, desk.standards.owed(hero), "a ")


def standing(desk: PageContext, hero: Figure) -> HeroStatus:
    """Gone, away, hindered, or ready; and what is still to be chosen."""
    if hero.standing in GONE:
        return HeroStatus(GONE[hero.standing], "gone")
    if hero.id in desk.company.fates_owed:
        battles = " and ".join(desk.names.battle(match) for match in desk.company.fates_owed[hero.id])
        return HeroStatus("fate open", "wants", f"The GM still has to decide the fate in {battles}.")
    refused = desk.standards.progression.unfit(desk.standards.rules, hero)
    if refused is not None:
        words = rule_text(desk.campaign.game, refused.rule)
        core = desk.standards.owed(hero).get("core")
        word = f"has to choose a {desk.standards.progression.choices['core']}" if core else "cannot fight"
        tone: Tone = "wants" if core else "away"
        if hero.absence is not None:
            word, tone = "absent", "away"
        return HeroStatus(word, tone, f"{desk.named(refused.message)} {refused.hint}", refused.rule, words)
    if desk.company.in_battle:
        return HeroStatus(f"in {desk.names.battle(desk.company.in_battle)}", "busy") if _fights(desk, hero) else AT_HOME
    left, left_of = owed(desk, hero), marks(desk, hero)
    parts = ["ready", f"hurt: {left_of}" if left_of else "", f"may choose {' and '.join(left)}" if left else ""]
    mending = desk.standards.progression.mending if left_of else ""
    return HeroStatus(", ".join(filter(None, parts)), "wants" if left_of else "good", mending)


def marks(desk: PageContext, hero: Figure) -> str:
    """What a hero goes into its next battle with, of how much, where that is less than the whole."""
    return ", ".join(f"{one.name} {left} of {one.full}" for one, left in _marked(desk, hero))


def _marked(desk: PageContext, hero: Figure) -> list[tuple[Value, int]]:
    if not desk.standards.progression.carries(desk.standards.rules):
        return []
    return [(one, one.left) for one in values(desk.standards, hero) if one.left is not None]


AT_HOME = HeroStatus("stays at home", "good")


def _fights(desk: PageContext, hero: Figure) -> bool:
    battle = desk.campaign.battles.get(desk.company.in_battle)
    sides = battle.sides if battle is not None else ()
    return any(side.company == desk.company.id and hero.id in side.models for side in sides)


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
    """By place on the page; nothing for who does not play the company. Of who is gone from it only GM actions."""
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
