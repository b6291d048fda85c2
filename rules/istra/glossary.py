"""The catalogue rows that explain a race, a class, a talent, a spell, an item or an upgrade."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rules.istra.campaign_rules import CampaignRules
from rules.istra.prices import UPGRADES
from rules.istra.tables import ABILITIES, ARMOURS, CORES, RACES, RANGED, SPELLS, TALENTS, WEAPONS
from rules.kernel.progression import About

CLASSES: Mapping[str, str] = MappingProxyType(
    {"fighter": "IST-CLASS-01", "magic_user": "IST-CLASS-02", "expert": "IST-CLASS-03"}
)
SPELL_ROWS: Mapping[str, str] = MappingProxyType(
    {"fireball": "IST-SPELL-01", "ray_of_frost": "IST-SPELL-02", "lightning_fork": "IST-SPELL-03"}
)
"""The rows of the spell table; `Spell.rule` says how each works."""
DRAFTS = "IST-Q-96"


def about(rules: CampaignRules, key: str) -> About:
    """The rows that explain something, and the text of what the house added.

    >>> about(CampaignRules(), "dwarf").rules, about(CampaignRules(), "spear").rules
    (('IST-RACE-03', 'IST-RACE-22'), ('IST-WPN-05', 'IST-WPN-06'))
    """
    return About(tuple(dict.fromkeys(rows(key))), text_of(rules, key))


def rows(key: str) -> Iterator[str]:
    """The rows that explain a key, those of the tables first; for a draft talent also the ruling on drafts."""
    if key in RACES:
        yield from (RACES[key].rule, *((ABILITIES[RACES[key].ability].rule,) if RACES[key].ability else ()))
    if key in CLASSES:
        yield CLASSES[key]
    if key in TALENTS:
        yield from (TALENTS[key].rule, *((TALENTS[key].draft, DRAFTS) if TALENTS[key].draft else ()))
    if key in SPELLS:
        yield from (SPELL_ROWS[key], SPELLS[key].rule)
    if key in UPGRADES:
        yield next(rule for name, (_, rule) in UPGRADES.items() if name == key)
    yield from rows_of_item(key)


def rows_of_item(key: str) -> Iterator[str]:
    """The rows of an item: a spear has two (with and without a shield), a ranged weapon also that of all such."""
    if key == "spear":
        yield "IST-WPN-05"
    if key in WEAPONS:
        yield WEAPONS[key].rule
    if key in RANGED:
        yield "IST-WPN-07"
    if key in ARMOURS:
        yield ARMOURS[key].rule


def text_of(rules: CampaignRules, key: str) -> str:
    """The text of a house race or spell; the range of a weapon. [IST-WPN-11]"""
    if key in RANGED:
        return f'Range {WEAPONS[key].range // 100}", unless a house rule of the battles sets another'
    if key in rules.races:
        row = rules.races[key]
        stats = ", ".join(f"{stat.capitalize()} {getattr(row, stat)}" for stat in (*CORES, "health", "armour"))
        return f"A race of the house: {stats}"
    own = next((spell for spell in rules.spells if spell.name == key), None)
    if own is None:
        return ""
    return f"A spell of the house. {own.text}" if own.text else "A spell of the house"
