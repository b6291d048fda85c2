"""What things cost in a campaign: heroes, items, the upgrades of a hall."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.istra.campaign_rules import CampaignRules, HouseRace
from rules.istra.checks import ELVES
from rules.istra.state import Upgrade as UpgradeName
from rules.istra.tables import EQUIPMENT, HERO_COST, PLURALS, RACES, STATLESS, Race
from rules.kernel.errors import Refused
from rules.kernel.progression import Figure, Upgrade

FOUNDING_GOLD = 500
"""What a new company has. [IST-CAMP-01]"""
WITHOUT_PRICE = ("undead", "beast", "demon")
"""Races whose cost the book does not give. [IST-RACE-14..16, IST-Q-80]"""
UPGRADES: Mapping[UpgradeName, tuple[str, str]] = MappingProxyType(
    {"clear_the_area": ("Clear the Area", "IST-HALL-03"), "walls": ("Walls", "IST-HALL-04")}
)
"""The upgrades of a hall: their words and their rule."""


def find_race(rules: CampaignRules, race: str) -> Race | HouseRace | None:
    """The row of a race, the book's or the house's, if there is one."""
    return RACES.get(race) or rules.races.get(race)


def race_named(rules: CampaignRules, race: str) -> str:
    """The race by the word under which it has its row: singular or plural, where the catalogue has the plural.

    >>> race_named(CampaignRules(), "goblins"), race_named(CampaignRules(), "human")
    ('goblin', 'human')
    """
    words = (race, PLURALS.get(race, race), *(many for many, one in PLURALS.items() if one == race))
    return next((word for word in words if find_race(rules, word)), words[1])


def race_of(rules: CampaignRules, race: str) -> Race | HouseRace:
    """The row of a race; refused where there is none. [IST-RACE-17, IST-Q-79, IST-Q-81]"""
    race = race_named(rules, race)
    row, known = find_race(rules, race), ", ".join((*RACES, *rules.races))
    if row is not None:
        return row
    if race == "elf":
        message = "An elf must be a wood elf, a steppe elf or a dark elf."
        raise Refused("subrace_required", message, "IST-Q-79", field="race", hint=f"Give {ELVES}.")
    if race in STATLESS:
        message = f"{race} is only a name in the book: it has neither stats nor a price."
        hint = f"The GM can give it stats by the house rule races. Known are {known}."
        raise Refused("race_has_no_stats", message, "IST-Q-81", field="race", hint=hint)
    message = f"There is no race {race!r}."
    raise Refused("unknown_race", message, "IST-CAMP-04", field="race", hint=f"Known are {known}.")


def price_of_hero(rules: CampaignRules, race: str) -> int:
    """What a hero of that race costs. [IST-CAMP-03, IST-RACE-08..16, IST-Q-80]"""
    cost = race_of(rules, race).cost
    return HERO_COST + (rules.race_cost if race in WITHOUT_PRICE else cost)


def goods(rules: CampaignRules) -> tuple[str, ...]:
    """The equipment list. [IST-EQ-01..13]"""
    return tuple(EQUIPMENT)


def listed_price(rules: CampaignRules, item: str) -> int | None:
    """The price of an item; None: it is not for sale. Refused where it is not on the list. [IST-EQ-01..13, IST-Q-60]"""
    check_listed(item)
    return (rules.helmet_price or None) if item == "helmet" else EQUIPMENT[item].cost


def check_listed(item: str) -> None:
    if item not in EQUIPMENT:
        message = f"There is no {item!r} on the equipment list."
        raise Refused("unknown_item", message, "IST-CAMP-07", field="item", hint=f"Known are {', '.join(EQUIPMENT)}.")


def price_of_item(rules: CampaignRules, item: str) -> int:
    """What an item costs; refused where it is not for sale. [IST-CAMP-07, IST-CAMP-09, IST-Q-60]"""
    price = listed_price(rules, item)
    if price is None:
        message = f"A {item} has no price: it is not for sale."
        hint = "The GM can give it one by the house rule helmet_price."
        raise Refused("item_not_for_sale", message, "IST-Q-60", field="item", hint=hint)
    return price


def value_of_hero(rules: CampaignRules, hero: Figure) -> int:
    """The price of a hero with all that it carries, as far as it has one."""
    price = price_of_hero(rules, hero.race) if find_race(rules, hero.race) else 0
    return price + sum(value_of_item(rules, item) for item in hero.equipment)


def value_of_item(rules: CampaignRules, item: str) -> int:
    return (listed_price(rules, item) or 0) if item in EQUIPMENT else 0


def resale(rules: CampaignRules, item: str) -> int:
    """What an item brings: nothing is bought back, or by house rule for half its price, rounded down. [IST-Q-110]"""
    if rules.selling == "off":
        message = "Things cannot be sold."
        raise Refused("no_resale", message, "IST-Q-110", field="item", hint="Keep it in the stash.")
    return price_of_item(rules, item) // 2


def upgrades(rules: CampaignRules) -> dict[str, Upgrade]:
    """What can be built in a hall. [IST-HALL-01, IST-Q-105]"""
    return {
        name: Upgrade(name, title, getattr(rules.hall_prices, name), rule) for name, (title, rule) in UPGRADES.items()
    }
