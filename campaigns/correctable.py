"""The values of a company or a hero that a GM can correct, each with what it is now: the choices of a form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from campaigns.command_targets import CommandTarget
from campaigns.domain.company.events import CoreRaised
from campaigns.domain.corrections import OF_COMPANY, OF_HERO, correctable
from campaigns.domain.history import counting
from campaigns.domain.tally import SPENT
from campaigns.narration import plainly
from campaigns.projection_fields import Standards
from campaigns.service import history_of
from rules.kernel.progression import Figure

Fields = Iterator[tuple[str, str]]
"""Fields of the command ``correct``, with their words."""


def value_typed(field: str, text: str) -> Any:
    """The value of a correction, from what was typed. ValueError where that is not a number and must be one.

    >>> value_typed("stats.power", "6"), value_typed("talents.aim", ""), value_typed("motto", "On")
    (6, None, 'On')
    """
    found = correctable({**OF_COMPANY, **OF_HERO}, field)
    match found.value if found is not None else "number":
        case "text":
            return text
        case "id":
            return text or None
        case "null":
            return None
        case "ready":
            return "ready"
    return int(text)


def of_company(target: CommandTarget) -> Fields:
    """The fields of a company."""
    company = target.company
    now = {"gold": company.gold, "name": company.name, "motto": company.motto, "hall": company.hall.name}
    yield from ((field, f"{field.capitalize()}: {was}") for field, was in now.items())
    leader = company.heroes[company.leader].name if company.leader else "nobody"
    ids = ", ".join(f"{hero.id} ({hero.name})" for hero in company.ready)
    yield (
        "leader",
        f"Leader: {leader}; enter an id ({ids}) or leave empty for no leader" if ids else f"Leader: {leader}",
    )
    built = (*company.hall.upgrades, *(order.upgrade for order in company.hall.orders))
    yield from ((f"upgrades.{one}", f"{_word(target, one)}: take back and refund") for one in built)
    for item in dict.fromkeys((*company.stash, *_goods(target))):
        yield f"stash.{item}", f"{_word(target, item)} in the stash: {company.stash.get(item, 0)}"


def of_hero(target: CommandTarget) -> Fields:
    """The fields of a hero."""
    hero = target.hero
    yield "name", f"Name: {hero.name}"
    yield "xp", f"XP: {hero.xp}"
    yield from ((f"stats.{stat}", f"{stat.capitalize()}: {full}") for stat, full in hero.stats.items())
    for stat in hero.stats:
        yield f"carried.{stat}", f"{stat.capitalize()} lost: {hero.carried.get(stat, 0)}"
    if hero.standing != "ready":
        yield "standing", f"Status: {hero.standing}; make the hero ready again"
    if hero.absence is not None:
        yield "absence", f"Absence: {plainly(hero.absence.why)}; end it, so that the hero can be fielded again"
    yield from _taken_back(target, hero)
    standards = _standards(target)
    words = standards.progression.items(standards.rules, hero)
    for item in dict.fromkeys((*hero.item_states, *words)):
        state = hero.item_states.get(item, "whole")
        yield f"items.{item}", f"{_word(target, item)} is {state}; enter broken, lost …, or leave empty: whole again"
    for item in dict.fromkeys((*hero.equipment, *_goods(target))):
        yield f"equipment.{item}", f"{_word(target, item)} carried: {hero.equipment.count(item)}"


def _taken_back(target: CommandTarget, hero: Figure) -> Fields:
    """The choices that it has made, its injuries, and what it has used up."""
    for stat in _raised(target):
        yield f"raised.{stat}", f"{_word(target, stat)}: take back the last raise"
    yield from ((f"talents.{one}", f"Talent {_word(target, one)}: take back") for one in hero.talents)
    yield from ((f"spells.{one}", f"Spell {_word(target, one)}: take back") for one in hero.spells)
    for one in hero.injuries:
        yield f"injuries.{one.name}", f"Injury {one.title or _word(target, one.name)}: healed"
    standards = _standards(target)
    bounded = (one for one in standards.progression.bounds(standards.rules) if one.startswith(SPENT))
    for field in dict.fromkeys((*(f"{SPENT}{one}" for one in hero.spent), *bounded)):
        name = field.removeprefix(SPENT)
        yield field, f"{_word(target, name)}, uses spent: {hero.spent.get(name, 0)}"


def _raised(target: CommandTarget) -> Iterable[str]:
    loaded = target.loaded_company
    if loaded is None or not target.hero.raised:
        return ()
    events = (event for _, event in counting(entry.event for entry in history_of(loaded)))
    raises = (event for event in events if isinstance(event, CoreRaised))
    return dict.fromkeys(event.stat for event in raises if event.hero == target.hero_id)


def _word(target: CommandTarget, key: str) -> str:
    word: str = _standards(target).progression.words.get(key) or plainly(key)
    return word[:1].upper() + word[1:]


def _goods(target: CommandTarget) -> Iterable[str]:
    standards = _standards(target)
    goods: Iterable[str] = standards.progression.trade.goods(standards.rules)
    return goods


def _standards(target: CommandTarget) -> Standards:
    return Standards(target.company.game, target.campaign)
