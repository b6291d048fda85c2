"""Heroes as pages show them: their values in words, and what they are to their company now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from campaigns.narration import plainly
from campaigns.page_context import Value, owed_words, values
from campaigns.pages.request_context import PageContext
from matches.rulebooks import rule_text
from rules.kernel.progression import Figure

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
    """The values of which something stays lost, each with what is left of it."""
    if not desk.standards.progression.carries(desk.standards.rules):
        return []
    return [(one, one.left) for one in values(desk.standards, hero) if one.left is not None]


AT_HOME = HeroStatus("stays at home", "good")


def _fights(desk: PageContext, hero: Figure) -> bool:
    battle = desk.campaign.battles.get(desk.company.in_battle)
    sides = battle.sides if battle is not None else ()
    return any(side.company == desk.company.id and hero.id in side.models for side in sides)
