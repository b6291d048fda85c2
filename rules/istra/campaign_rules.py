"""The switches of the Rulings section that a campaign goes by. The first value of each is what is built by default.

Those of the battles themselves are in `house_rules`. Money is whole gold pieces.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from rules.istra.checks import SETUP, check_races, check_spells
from rules.istra.documents import RaceSetup
from rules.istra.limits import MOST_RACES
from rules.istra.tables import Spell
from rules.kernel.bounds import DocumentRefusals
from rules.kernel.switches import OffOn, OnOff, Switches, switch

MOST_GOLD = 1_000_000
HOUSE_RULE = DocumentRefusals(
    "bad_house_rule", SETUP.rule, "house_rules.", "Give another value, or leave the house rule out."
)
"""A house rule cannot be what it is given as; the field says which."""


class HouseRace(RaceSetup, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A race of the house: its row of the race table, and its part of a hero's price. [IST-RACE-17, IST-Q-81]"""

    cost: int


class HallPrices(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What the upgrades of a hall cost. [IST-Q-105]"""

    clear_the_area: int = 50
    walls: int = 100


SPELL_COLUMNS = {"tn": "Target number", "usage": "How often", "defence": "Defended with", "text": "What it does"}
SWITCHES: Switches = {
    "The campaign": {
        "helmet_price": switch(
            "IST-Q-60",
            "Price of a helmet in gold, 0: not for sale",
            help="What a helmet does, if anything, is a house rule of the battles.",
        ),
        "race_cost": switch(
            "IST-Q-80",
            "Price of being Undead, Beast or Demon",
            help="In gold, on top of the 80 that every hero costs. The book names no price for these races.",
        ),
        "races": switch("IST-Q-81", "Races of the house", columns={"cost": "Price in gold"}),
        "spells": switch("IST-CAST-01", "Spells of the house", columns=SPELL_COLUMNS, lengths=("range", "radius")),
        "race_table": switch(
            "IST-Q-82",
            "A recruit’s stats",
            "all that the race has; levels raise them without limit",
            "chosen at recruiting, up to what the race has; levels raise them no further",
        ),
        "once_per_game": switch(
            "IST-Q-72", "What a race can do “once per game” it can do once in each", "battle", "campaign"
        ),
        "fate": switch(
            "IST-Q-100",
            "Heroes who were taken out",
            "recover: nobody dies, but they get no XP of the battle",
            "roll a d20 for survival, and are dead if it fails",
            "live or die as the GM declares after the battle",
            "are dead",
        ),
        "survival": switch(
            "IST-Q-100",
            "A survival roll needs",
            help="So much or more on a d20, and the hero lives. It counts only where heroes roll for survival.",
        ),
        "carry_damage": switch(
            "IST-Q-101",
            "Damage stays from battle to battle",
            "no: everybody is whole again",
            "yes: who survived goes into the next battle as it came out of the last",
        ),
        "xp": switch(
            "IST-Q-102",
            "XP are for",
            "heroes who fought and were not taken out",
            "all heroes of the company that live, also those who were taken out or stayed at home",
        ),
        "hall_prices": switch("IST-Q-105", "Price in the hall", help="In gold; each can be built once."),
        "invasion_loot": switch(
            "IST-Q-108", "Gold that the winner of an invasion takes", help="From the loser, as far as it has so much."
        ),
        "battle_income": switch(
            "IST-Q-109", "Gold for fighting a battle", help="For each company that fought, whoever won."
        ),
        "win_income": switch(
            "IST-Q-109",
            "Gold for winning a battle, besides",
            help="For who won, on top of the gold for fighting.",
        ),
        "selling": switch("IST-Q-110", "Things are bought back", "no", "for half their price, rounded down"),
        "hall_from_founding_gold": switch(
            "IST-Q-121", "The founding gold may build a hall", "yes", "no, only gold that came in later"
        ),
    }
}
"""What each is called: its ruling, its label, its values in their order."""


class CampaignRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """House rules of a campaign.

    `race_cost`: of Undead, Beasts and Demons. `once_per_game`: how long that is, for race abilities. `races` and
    `spells` are those of the house. `helmet_price` 0: not for sale; what a helmet does is a house rule of the battle.
    `survival`: what a taken-out hero must roll. `battle_income` is for every company that fought, `win_income` for
    those that won besides; `invasion_loot` moves between attacker and defender of an
    invasion, to whichever has won. `hall_from_founding_gold` off: upgrades are bought with later gold only.
    """

    switches: ClassVar[Switches] = SWITCHES

    helmet_price: int = 0
    once_per_game: Literal["battle", "campaign"] = "battle"
    race_cost: int = 10
    races: dict[str, HouseRace] = {}
    spells: tuple[Spell, ...] = ()
    race_table: Literal["full", "cap"] = "full"
    fate: Literal["recover", "survival_roll", "gm", "deadly"] = "recover"
    survival: int = 6
    carry_damage: OffOn = "off"
    xp: Literal["survivors", "all_living"] = "survivors"
    hall_prices: HallPrices = HallPrices()
    invasion_loot: int = 0
    battle_income: int = 0
    win_income: int = 0
    selling: Literal["off", "half"] = "off"
    hall_from_founding_gold: OnOff = "on"


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
        raise HOUSE_RULE.bad("A survival roll needs 1 to 20.", "survival", "IST-Q-100")
    if len(rules.races) > MOST_RACES:
        raise HOUSE_RULE.bad(f"There can be at most {MOST_RACES} races of your own.", "races", "IST-Q-81")
    check_races(HOUSE_RULE, rules.races)
    for name, row in rules.races.items():
        check_gold(row.cost, f"races.{name}.cost", "IST-Q-81")
        if not any((row.power, row.finesse, row.will)):
            message = f"A hero of {name} could not stand up: give it Health and a Core Stat."
            raise HOUSE_RULE.bad(message, f"races.{name}", "IST-DMG-02")
    check_spells(HOUSE_RULE, rules.spells)


def check_gold(amount: int, field: str, rule: str) -> None:
    """A sum of money within reason."""
    if not 0 <= amount <= MOST_GOLD:
        raise HOUSE_RULE.bad(f"{field} is {amount}; it must be 0 to {MOST_GOLD} gp.", field, rule)
