"""The page of a hero: its sheet, open choices, equipment, why each value is what it is, its history."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse

from campaigns.domain.campaign.commands import DeclareFate
from campaigns.domain.choices import CHOICE_COMMANDS
from campaigns.domain.company import commands as co
from campaigns.domain.history import of_hero
from campaigns.games import meanings
from campaigns.narration import plainly
from campaigns.page_context import Value, Why, by_version, choices_in_words, line, values, why_of
from campaigns.pages.hero_state import (
    act_lines,
    conditions_in_words,
    free_offers,
    gm_forms,
    recovery_offers,
    spent_lines,
    state_lines,
)
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
from campaigns.replay_links import replay_of
from matches.rulebooks import rule_text
from rules.kernel.messages import tag_of
from rules.kernel.progression import ChoiceKind, Figure
from web.errors import NotThere
from web.pages.command_forms import FormContext
from web.people import person

Tone = Literal["good", "busy", "wants", "away", "gone"]
BARRED = "barred_by_condition"
GONE: Mapping[str, str] = {"dead": "dead", "dismissed": "dismissed", "retired": "retired with honours"}


class HeroStatus(NamedTuple):
    """The status of a hero: in a word or two, what it means, by which rule; a replay that shows why, if any."""

    word: str
    tone: Tone
    why: str = ""
    rule: str = ""
    rule_words: str = ""
    address: str = ""


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
    open_choices: Sequence[str]
    next_level: int | None
    status: HeroStatus

    @property
    def lacking(self) -> list[Value]:
        """The values of which something is lost for now."""
        return [one for one in self.values if one.left is not None]


def card(ctx: PageContext, hero: Figure) -> Card:
    """A hero of the company that the page is about."""
    word = ctx.names.word
    return Card(
        hero,
        _capital(_race(ctx, hero)),
        _capital(word(hero.calling)) if hero.calling else "",
        ctx.company.leader == hero.id,
        values(ctx.standards, hero),
        [word(item) for item in hero.equipment],
        [word(talent) for talent in hero.talents],
        [_capital(word(spell)) for spell in hero.spells],
        open_choices(ctx, hero),
        ctx.standards.next_level(hero) if hero.standing == "ready" else None,
        status(ctx, hero),
    )


def _race(ctx: PageContext, hero: Figure) -> str:
    known = ctx.standards.progression.recruits(ctx.standards.rules).get("race", {})
    return str(known.get(hero.race) or plainly(hero.race))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def open_choices(ctx: PageContext, hero: Figure) -> list[str]:
    """The open choices of a hero, in the words of its game."""
    return choices_in_words(ctx.campaign.game, ctx.standards.open_choices(hero), "a ")


def status(ctx: PageContext, hero: Figure) -> HeroStatus:
    """The status of a hero, with its open choices."""
    if hero.standing in GONE:
        return HeroStatus(GONE[hero.standing], "gone")
    if hero.id in ctx.company.open_fates:
        battles = " and ".join(ctx.names.battle(match) for match in ctx.company.open_fates[hero.id])
        return HeroStatus("fate open", "wants", f"The GM still has to decide the fate in {battles}.")
    refused = ctx.standards.hindrance(ctx.company, hero)
    if refused is not None:
        words = rule_text(ctx.campaign.game, refused.rule)
        core = ctx.standards.open_choices(hero).get("core")
        word = f"has to choose a {ctx.standards.progression.growth.choices['core']}" if core else "cannot fight"
        tone: Tone = "wants" if core else "away"
        if hero.captive is not None:
            word, tone = "held captive", "away"
        elif refused.code == BARRED:
            word, tone = conditions_in_words(hero, ctx.names), "away"
        if hero.absence is not None:
            word, tone = "absent", "away"
        why = f"{ctx.named(refused.message)} {refused.hint}"
        return HeroStatus(word, tone, why, refused.rule, words, _shown_at(refused.event))
    if ctx.company.in_battle:
        return HeroStatus(f"in {ctx.names.battle(ctx.company.in_battle)}", "busy") if _fights(ctx, hero) else AT_HOME
    left, left_of = open_choices(ctx, hero), marks(ctx, hero)
    under = conditions_in_words(hero, ctx.names)
    parts = ["ready", under, f"hurt: {left_of}" if left_of else "", f"may choose {' and '.join(left)}" if left else ""]
    recovery_note = ctx.standards.progression.recovery_note if left_of else ""
    return HeroStatus(", ".join(filter(None, parts)), "wants" if left_of or under else "good", recovery_note)


def _shown_at(event: tuple[str, int] | None) -> str:
    """Where to watch the event behind a refusal; empty where it is none of a match."""
    stream, number = event or ("", 0)
    kind, _, match = stream.partition("-")
    return replay_of(match, number) if kind == "match" else ""


def marks(ctx: PageContext, hero: Figure) -> str:
    """What a hero goes into its next battle with, of how much, where that is less than the whole."""
    return ", ".join(f"{one.name} {left} of {one.full}" for one, left in _marked(ctx, hero))


def _marked(ctx: PageContext, hero: Figure) -> list[tuple[Value, int]]:
    if not ctx.standards.progression.carries(ctx.standards.rules):
        return []
    return [(one, one.left) for one in values(ctx.standards, hero) if one.left is not None]


AT_HOME = HeroStatus("stays at home", "good")


def _fights(ctx: PageContext, hero: Figure) -> bool:
    battle = ctx.campaign.battles.get(ctx.company.in_battle)
    sides = battle.sides if battle is not None else ()
    return any(side.company == ctx.company.id and hero.id in side.models for side in sides)


@for_people
def hero_page(request: HttpRequest, company_id: uuid.UUID, hero: str) -> HttpResponse:
    """The hero as it stands, for the members of its campaign."""
    ctx = at_company(person(request.user), company_id)
    if hero not in ctx.company.heroes:
        raise NotThere("hero")

    context = partial(_context, hero, request.GET.get("why", ""))
    return answer(request, ctx, "campaigns/pages/hero.html", partial(page_offers, hero), context)


def _context(key: str, asked: str, ctx: PageContext) -> dict[str, Any]:
    hero = ctx.company.heroes[key]
    entries = by_version(ctx.loaded_company)  # type: ignore[arg-type]  # it is about a company
    known = (hero.race, hero.calling, *hero.talents, *hero.spells, *hero.equipment)
    own = of_hero((one.entry for one in entries.values()), hero.id)
    return {
        "company": ctx.company,
        "card": card(ctx, hero),
        "states": state_lines(ctx, hero),
        "used_up": spent_lines(hero, [one.event for one in entries.values()], ctx.names),
        "acts": act_lines(ctx, hero),
        "closed": shut(ctx),
        "meanings": meanings(ctx.standards, {key: ctx.names.word(key) for key in known if key}),
        "history": [line(entries[entry.version], ctx.names) for entry in reversed(own)],
        "asked": asked,
        **_why(why_of(asked, hero, entries, ctx.names)),
        "adds": _adds(ctx, hero, asked.removeprefix("stats.")),
    }


def _why(found: Why | None) -> dict[str, Any]:
    """The events that made a value what it is; nothing where none is asked for that the hero has."""
    if found is None:
        return {}
    asked = f"{found.value} {found.now}" if found.now.isdigit() else f"{found.value}: {found.now}"
    return {"why": f"Why {asked}?", "lost": found.lost, "steps": found.steps, "wounds": found.wounds}


def _adds(ctx: PageContext, hero: Figure, stat: str) -> list[tuple[str, int]]:
    worn, rules = ctx.standards.progression.trade.worn, ctx.standards.rules
    bare = msgspec.structs.replace(hero, equipment=(), talents=())
    alone = [
        *((item, msgspec.structs.replace(bare, equipment=(item,))) for item in hero.equipment),
        *((talent, msgspec.structs.replace(bare, talents=(talent,))) for talent in hero.talents),
    ]
    found = ((ctx.names.word(key), worn(rules, one).get(stat, 0)) for key, one in alone)
    return [(word, count) for word, count in found if count]


# What it may do


def page_offers(key: str, ctx: PageContext) -> Offers:
    """By place on the page; nothing for who does not play the company. Of who is gone from it only GM actions."""
    hero = ctx.company.heroes[key]
    own = [Offer(form) for form in gm_forms(ctx, hero)] if ctx.runs and not shut(ctx) else []
    given = {"gm_actions": [*with_hero(ctx, hero), *own], "free": free_offers(ctx, hero)}
    always = {place: offers for place, offers in given.items() if offers}
    if not ctx.plays or hero.standing != "ready" or shut(ctx):
        return always
    return {
        **always,
        "recovery": recovery_offers(ctx, hero),
        "choices": [*_fates(ctx, hero), *_choices(ctx, hero)],
        "take": only(_take(ctx, hero)),
        "kit": [_lay_down(ctx, hero, item) for item in dict.fromkeys(hero.equipment)],
        "more": only(_lead(ctx, hero), _rename(ctx, hero), *_partings(ctx, hero)),
    }


def _fates(ctx: PageContext, hero: Figure) -> Iterator[Offer]:
    for match in ctx.company.open_fates.get(hero.id, ()) if ctx.runs else ():
        title = f"Fate of {hero.name} in {ctx.names.battle(match)}"
        given = {"hero": hero.id, "match": match}
        form = company_form(ctx, DeclareFate, given=given, title=title, submit="Declare the fate", danger=False)
        yield Offer(form, match)


def _choices(ctx: PageContext, hero: Figure) -> Iterator[Offer]:
    """One of each kind at a time: what is open next depends on what was chosen."""
    game = ctx.standards.progression
    for kind, count in ctx.standards.open_choices(hero).items():
        yield _choice(ctx, hero, kind, game.growth.choices[kind], count)


def _choice(ctx: PageContext, hero: Figure, kind: ChoiceKind, word: str, count: int) -> Offer:
    options = ctx.standards.progression.growth.options(ctx.standards.rules, hero, kind)
    command, name = CHOICE_COMMANDS[kind]
    title = f"Choose a {word}" if count == 1 else f"Choose a {word} ({count} to choose)"
    asking = FormContext(choices={"choice": list(options.items())}, labels={name: word[:1].upper() + word[1:]})
    words = {"title": title, "submit": f"Choose this {word}"}
    form = company_form(ctx, command, asking, given={"hero": hero.id}, **words)
    first = order(ctx, tag_of(command), hero=hero.id, **{name: next(iter(options), "")})
    return Offer(form, refused=ctx.why_not(first), meanings=meanings(ctx.standards, options))


def _take(ctx: PageContext, hero: Figure) -> Offer | None:
    if not ctx.company.stash:
        return None
    asked = {item: ctx.why_not(order(ctx, "assign_item", hero=hero.id, item=item)) for item in ctx.company.stash}
    items = [(item, ctx.names.word(item).capitalize()) for item, refused in asked.items() if refused is None]
    form = company_form(ctx, co.AssignItem, FormContext(choices={"stash": items}), given={"hero": hero.id})
    return Offer(form, refused=None if items else next(iter(asked.values())))


def _lay_down(ctx: PageContext, hero: Figure, item: str) -> Offer:
    words = {"title": ctx.names.word(item), "submit": "Put it in the stash"}
    return company_offer(ctx, co.ReturnItem, item, given={"hero": hero.id, "item": item}, **words)


def _lead(ctx: PageContext, hero: Figure) -> Offer | None:
    if ctx.company.leader == hero.id:
        return None
    return company_offer(ctx, co.NameLeader, given={"hero": hero.id})


def _rename(ctx: PageContext, hero: Figure) -> Offer:
    asking = FormContext(now={"name": hero.name})
    return Offer(company_form(ctx, co.RenameHero, asking, given={"hero": hero.id}, folded=True))


def _partings(ctx: PageContext, hero: Figure) -> Iterator[Offer]:
    """Two ways to go for good; what is carried stays in the stash."""
    note = f"{hero.name} does not come back. Their equipment goes to the stash."
    for kind in (co.RetireHero, co.DismissHero):
        yield company_offer(ctx, kind, given={"hero": hero.id}, note=note, folded=True)
