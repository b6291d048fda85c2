"""The campaign part of Storm of Istra as a `Progression`: binds prices, heroes and aftermath into one object."""

from __future__ import annotations

from rules.istra import aftermath, glossary, heroes, prices
from rules.istra.campaign_rules import CampaignRules, check_rules
from rules.kernel.progression import ChoiceKind, Figure, Growth, Halls, Progression, Trade


class IstraTrade(Trade[CampaignRules]):
    """Gold, and what it buys."""

    starting_gold = prices.FOUNDING_GOLD

    goods = staticmethod(prices.goods)
    price_of_figure = staticmethod(prices.price_of_hero)
    price_of_item = staticmethod(prices.price_of_item)
    resale = staticmethod(prices.resale)
    check_kit = staticmethod(heroes.check_kit)
    worn = staticmethod(heroes.worn)
    value_of_item = staticmethod(prices.value_of_item)
    worth = staticmethod(prices.value_of_hero)

    def income(self, rules: CampaignRules, *, won: bool) -> int:
        """The gold of a battle by house rule; without one only the GM gives gold. [IST-Q-109]"""
        return rules.battle_income + (rules.win_income if won else 0)

    def loot(self, rules: CampaignRules) -> int:
        """The gold that an invasion moves to its winner by house rule. [IST-Q-108]"""
        return rules.invasion_loot


class IstraGrowth(Growth[CampaignRules]):
    """Levels, and the Core Stats, talents and spells that they bring."""

    choices = heroes.CHOICES

    experience = staticmethod(aftermath.experience)
    choose = staticmethod(heroes.choose)
    options = staticmethod(heroes.open_to)
    owed = staticmethod(heroes.owed)
    level = staticmethod(heroes.level)

    def earned(self, rules: CampaignRules, figure: Figure) -> dict[ChoiceKind, int]:
        """The choices that the level of a hero earns it. [IST-XP-03, IST-XP-04, IST-XP-05]"""
        return heroes.earned(figure)


class IstraHalls(Halls[CampaignRules]):
    """Halls and their upgrades."""

    upgrades = staticmethod(prices.upgrades)

    def from_founding_gold(self, rules: CampaignRules) -> bool:
        """Whether the founding gold may go into the hall. [IST-Q-121]"""
        return rules.hall_from_founding_gold == "on"


class IstraProgression(Progression[CampaignRules]):
    """Companies of heroes with gold, levels, talents, spells and a hall."""

    rules_type = CampaignRules
    trade = IstraTrade()
    growth = IstraGrowth()
    halls = IstraHalls()
    recruit_fields = heroes.RECRUIT_FIELDS
    words = heroes.WORDS
    recovery_note = "Damage stays until it is healed in a battle or corrected by the GM."
    counted = aftermath.COUNTED
    sides_part = "sides"
    told_by_campaign = ("invasion",)

    citations = {
        "already_leader": "IST-CAMP-10",
        "cannot_assign": "IST-Q-112",
        "cannot_invade_self": "IST-HALL-02",
        "company_in_battle": "IST-CAMP-11",
        "hall_wants_earned_gold": "IST-Q-121",
        "hero_not_ready": "IST-D-16",
        "missing_company_field": "IST-CAMP-02",
        "missing_hero_field": "IST-CAMP-04",
        "no_defender": "IST-Q-123",
        "not_enough_gold": "IST-CAMP-07",
        "not_in_stash": "IST-CAMP-07",
        "not_taken_out": "IST-D-18",
        "unknown_upgrade": "IST-HALL-01",
        "upgrade_owned": "IST-HALL-01",
    }

    grounds = {
        "award": "IST-Q-109",
        "core_raised": "IST-XP-03",
        "hero_restored": "IST-Q-101",
        "income": "IST-Q-109",
        "level_gained": "IST-XP-02",
        "loot": "IST-Q-108",
        "spell_chosen": "IST-XP-05",
        "talent_chosen": "IST-XP-04",
        "uses_spent": "IST-Q-72",
        "xp_gained": "IST-XP-01",
    }

    check_rules = staticmethod(check_rules)
    recruits = staticmethod(heroes.recruits)
    entries = staticmethod(heroes.entries)
    about = staticmethod(glossary.about)
    recruit = staticmethod(heroes.recruit)
    settle = staticmethod(aftermath.settle)
    score = staticmethod(aftermath.score)
    setup = staticmethod(heroes.setup)
    unfit = staticmethod(heroes.unfit)
    lacks = staticmethod(heroes.lacks)
    bounds = staticmethod(heroes.bounds)

    def carries(self, rules: CampaignRules) -> bool:
        """Whether damage stays. [IST-Q-101]"""
        return rules.carry_damage == "on"


PROGRESSION: Progression[CampaignRules] = IstraProgression()
