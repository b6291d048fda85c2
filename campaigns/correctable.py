"""What a GM can put right by hand in a company or a hero, each with what it is now: the choices of a form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from campaigns.command_targets import Subject
from campaigns.domain.company.events import CoreRaised
from campaigns.domain.history import counting
from campaigns.narration import plainly
from campaigns.projection_fields import Standards
from campaigns.service import history_of
from rules.kernel.progression import Figure

Fields = Iterator[tuple[str, str]]
"""Fields of the command ``correct``, with their words."""
WORDS = frozenset({"name", "motto", "hall"})
AWAY = frozenset({"absence", "injuries", "raised", "talents", "spells", "upgrades"})
"""What is taken away, and can be corrected to nothing else; by the name before the dot."""


def value_typed(field: str, text: str) -> Any:
    """The value of a correction as its field wants it: words, a hero's id, a whole number, or nothing.

    ValueError where it is none.

    >>> value_typed("stats.power", "6"), value_typed("talents.aim", ""), value_typed("motto", "On")
    (6, None, 'On')
    """
    if field.partition(".")[0] in AWAY:
        return None
    if field == "standing":
        return "ready"
    if field == "leader":
        return text or None
    return text if field in WORDS else int(text)


def of_company(about: Subject) -> Fields:
    """What can be put right in a company."""
    company = about.company
    now = {"gold": company.gold, "name": company.name, "motto": company.motto, "hall": company.hall.name}
    yield from ((field, f"{field.capitalize()}: {was}") for field, was in now.items())
    leader = company.heroes[company.leader].name if company.leader else "nobody"
    ids = ", ".join(f"{hero.id} ({hero.name})" for hero in company.ready)
    yield (
        "leader",
        f"Leader: {leader}; enter an id ({ids}) or leave empty for no leader" if ids else f"Leader: {leader}",
    )
    built = (*company.hall.upgrades, *(order.upgrade for order in company.hall.orders))
    yield from ((f"upgrades.{one}", f"{_word(about, one)}: take back and refund") for one in built)
    for item in dict.fromkeys((*company.stash, *_goods(about))):
        yield f"stash.{item}", f"{_word(about, item)} in the stash: {company.stash.get(item, 0)}"


def of_hero(about: Subject) -> Fields:
    """What can be put right in a hero."""
    hero = about.hero
    yield "name", f"Name: {hero.name}"
    yield "xp", f"XP: {hero.xp}"
    yield from ((f"stats.{stat}", f"{stat.capitalize()}: {full}") for stat, full in hero.stats.items())
    for stat in hero.stats:
        yield f"carried.{stat}", f"{stat.capitalize()} lost: {hero.carried.get(stat, 0)}"
    if hero.standing != "ready":
        yield "standing", f"Status: {hero.standing}; make the hero ready again"
    if hero.absence is not None:
        yield "absence", f"Absence: {plainly(hero.absence.why)}; end it, so that the hero can be fielded again"
    yield from _taken_back(about, hero)
    for item in dict.fromkeys((*hero.equipment, *_goods(about))):
        yield f"equipment.{item}", f"{_word(about, item)} carried: {hero.equipment.count(item)}"


def _taken_back(about: Subject, hero: Figure) -> Fields:
    """The choices that it has made, its injuries, and what it has used up."""
    for stat in _raised(about):
        yield f"raised.{stat}", f"{_word(about, stat)}: take back the last raise"
    yield from ((f"talents.{one}", f"Talent {_word(about, one)}: take back") for one in hero.talents)
    yield from ((f"spells.{one}", f"Spell {_word(about, one)}: take back") for one in hero.spells)
    for one in hero.injuries:
        yield f"injuries.{one.name}", f"Injury {one.title or _word(about, one.name)}: healed"
    yield from ((f"spent.{one}", f"{_word(about, one)}, uses spent: {count}") for one, count in hero.spent.items())


def _raised(about: Subject) -> Iterable[str]:
    seen = about.company_seen
    if seen is None or not about.hero.raised:
        return ()
    events = (event for _, event in counting(told.event for told in history_of(seen)))
    raises = (event for event in events if isinstance(event, CoreRaised))
    return dict.fromkeys(event.stat for event in raises if event.hero == about.hero_id)


def _word(about: Subject, key: str) -> str:
    word: str = _standards(about).progression.words.get(key) or plainly(key)
    return word[:1].upper() + word[1:]


def _goods(about: Subject) -> Iterable[str]:
    standards = _standards(about)
    goods: Iterable[str] = standards.progression.goods(standards.rules)
    return goods


def _standards(about: Subject) -> Standards:
    return Standards(about.company.game, about.campaign)
