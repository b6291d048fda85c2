"""The switches of the Rulings section that a campaign goes by. The first value of each is what is built by default.

Those of the battles themselves are in `house_rules`. Money is whole gold pieces.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from rules.istra.checks import Paper, check_races, check_spells
from rules.istra.documents import RaceSetup
from rules.istra.house_rules import Switch
from rules.istra.tables import Spell
from rules.kernel.progression import SwitchWords

MOST_GOLD = 1_000_000
MOST_RACES = 50
HOUSE_RULE = Paper("bad_house_rule", "house_rules.", "Give another value, or leave the house rule out.")
"""A house rule cannot be what it is given as; the field says which."""


class HouseRace(RaceSetup, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A race of the house: its row of the race table, and its part of a hero's price. [IST-RACE-17, IST-Q-81]"""

    cost: int


class HallPrices(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What the upgrades of a hall cost. [IST-Q-105]"""

    clear_the_area: int = 50
    walls: int = 100


class CampaignRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """House rules of a campaign.

    `race_cost`: of Undead, Beasts and Demons. `once_per_game`: how long that is, for race abilities. `races` and
    `spells` are those of the house. `helmet_price` 0: not for sale; what a helmet does is a house rule of the battle.
    `survival`: what a taken-out hero must roll. `battle_income` is for every company that fought, `win_income` for
    those that won besides; `invasion_loot` moves between attacker and defender of an
    invasion, to whichever has won. `hall_from_founding_gold` off: upgrades are bought with later gold only.
    """

    helmet_price: int = 0  # IST-Q-60
    once_per_game: Literal["battle", "campaign"] = "battle"  # IST-Q-72
    race_cost: int = 10  # IST-Q-80
    races: dict[str, HouseRace] = {}  # IST-Q-81
    spells: tuple[Spell, ...] = ()  # IST-CAST-01
    race_table: Literal["full", "cap"] = "full"  # IST-Q-82
    fate: Literal["recover", "survival_roll", "gm", "deadly"] = "recover"  # IST-Q-100
    survival: int = 6  # IST-Q-100
    carry_damage: Switch = "off"  # IST-Q-101
    xp: Literal["survivors", "all_living"] = "survivors"  # IST-Q-102
    hall_prices: HallPrices = HallPrices()  # IST-Q-105
    invasion_loot: int = 0  # IST-Q-108
    battle_income: int = 0  # IST-Q-109
    win_income: int = 0  # IST-Q-109
    selling: Literal["off", "half"] = "off"  # IST-Q-110
    hall_from_founding_gold: Literal["on", "off"] = "on"  # IST-Q-121


SPELL_COLUMNS = {"tn": "Target number", "usage": "How often", "defence": "Defended with", "text": "What it does"}
SWITCHES: Mapping[str, SwitchWords] = MappingProxyType(
    {
        "helmet_price": SwitchWords(
            "Price of a helmet in gold, 0: not for sale",
            "IST-Q-60",
            said="What a helmet does, if anything, is a house rule of the battles.",
        ),
        "race_cost": SwitchWords(
            "Price of being Undead, Beast or Demon",
            "IST-Q-80",
            said="In gold, on top of the 80 that every hero costs. The book names no price for these races.",
        ),
        "races": SwitchWords("Races of the house", "IST-Q-81", {"cost": "Price in gold"}),
        "spells": SwitchWords("Spells of the house", "IST-CAST-01", SPELL_COLUMNS, ("range", "radius")),
        "race_table": SwitchWords(
            "A recruit’s stats",
            "IST-Q-82",
            options={
                "full": "all that the race has; levels raise them without limit",
                "cap": "chosen at recruiting, up to what the race has; levels raise them no further",
            },
        ),
        "once_per_game": SwitchWords(
            "What a race can do “once per game” it can do once in each",
            "IST-Q-72",
            options={"battle": "battle", "campaign": "campaign"},
        ),
        "fate": SwitchWords(
            "Heroes who were taken out",
            "IST-Q-100",
            options={
                "recover": "recover: nobody dies, but they get no XP of the battle",
                "survival_roll": "roll a d20 for survival, and are dead if it fails",
                "gm": "live or die as the GM declares after the battle",
                "deadly": "are dead",
            },
        ),
        "survival": SwitchWords(
            "A survival roll needs",
            "IST-Q-100",
            said="So much or more on a d20, and the hero lives. It counts only where heroes roll for survival.",
        ),
        "carry_damage": SwitchWords(
            "Damage stays from battle to battle",
            "IST-Q-101",
            options={
                "off": "no: everybody is whole again",
                "on": "yes: who survived goes into the next battle as it came out of the last",
            },
        ),
        "xp": SwitchWords(
            "XP are for",
            "IST-Q-102",
            options={
                "survivors": "heroes who fought and were not taken out",
                "all_living": "all heroes of the company that live, also those who were taken out or stayed at home",
            },
        ),
        "hall_prices": SwitchWords("Price in the hall", "IST-Q-105", said="In gold; each can be built once."),
        "invasion_loot": SwitchWords(
            "Gold that the winner of an invasion takes", "IST-Q-108", said="From the loser, as far as it has so much."
        ),
        "battle_income": SwitchWords(
            "Gold for fighting a battle", "IST-Q-109", said="For each company that fought, whoever won."
        ),
        "win_income": SwitchWords(
            "Gold for winning a battle, besides", "IST-Q-109", said="For who won, on top of the gold for fighting."
        ),
        "selling": SwitchWords(
            "Things are bought back",
            "IST-Q-110",
            options={"off": "no", "half": "for half their price, rounded down"},
        ),
        "hall_from_founding_gold": SwitchWords(
            "The founding gold may build a hall",
            "IST-Q-121",
            options={"on": "yes", "off": "no, only gold that came in later"},
        ),
    }
)
"""The switches in words."""

AMOUNTS = {
    "helmet_price": "IST-Q-60",
    "race_cost": "IST-Q-80",
    "invasion_loot": "IST-Q-108",
    "battle_income": "IST-Q-109",
    "win_income": "IST-Q-109",
}
"""The switches that are sums of money."""


def check_rules(rules: CampaignRules) -> None:
    """Sums of money within reason, a survival roll that a die can show, races and spells that can be played."""
    for name, rule in AMOUNTS.items():
        check_gold(getattr(rules, name), name, rule)
    for name in HallPrices.__struct_fields__:
        check_gold(getattr(rules.hall_prices, name), f"hall_prices.{name}", "IST-Q-105")
    if not 1 <= rules.survival <= 20:
        raise HOUSE_RULE.bad("A survival roll is made with 1 to 20.", "survival", "IST-Q-100")
    if len(rules.races) > MOST_RACES:
        raise HOUSE_RULE.bad(f"At most {MOST_RACES} races of the house are wanted.", "races", "IST-Q-81")
    check_races(HOUSE_RULE, rules.races)
    for name, row in rules.races.items():
        check_gold(row.cost, f"races.{name}.cost", "IST-Q-81")
        if not any((row.power, row.finesse, row.will)):
            raise HOUSE_RULE.bad(f"Nobody of {name} could stand up.", f"races.{name}", "IST-DMG-02")
    check_spells(HOUSE_RULE, rules.spells)


def check_gold(amount: int, field: str, rule: str) -> None:
    """A sum of money within reason."""
    if not 0 <= amount <= MOST_GOLD:
        raise HOUSE_RULE.bad(f"{field} is {amount}; 0 to {MOST_GOLD} gp is wanted.", field, rule)
