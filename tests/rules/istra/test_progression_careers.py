"""Careers at random: what is owed can be chosen, what is not owed cannot, and every hero can come to a battle."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from rules.istra.campaign_rules import CampaignRules
from rules.istra.position import opened_from_setup
from rules.istra.progression import PROGRESSION
from rules.istra.tables import CALLINGS, CORES, EQUIPMENT, RACES, SPELLS, TALENTS
from rules.kernel.errors import Refused
from rules.kernel.progression import ChoiceKind, Figure, Roster
from tests.examples import given, st
from tests.rules.istra.companies import BOOK, house, recruit
from tests.rules.play import rule

VALUES: dict[ChoiceKind, tuple[str, ...]] = {"core": CORES, "talent": tuple(TALENTS), "spell": tuple(SPELLS)}
CAPPED = house(race_table="cap")


def chosen(rules: CampaignRules, figure: Figure, kind: ChoiceKind, value: str) -> Figure | None:
    """The figure with the choice made; None where it is refused."""
    try:
        return PROGRESSION.growth.choose(rules, figure, kind, value)
    except Refused:
        return None


def career(rng: Random, rules: CampaignRules) -> Figure:
    """A hero that fights, chooses and is given things, in any order; what it may not do is refused."""
    hero = recruit("Ilse", rng.choice(tuple(RACES)), rng.choice(tuple(CALLINGS)), rules)
    for _ in range(60):
        deed = rng.choice(("fight", "core", "talent", "spell", "kit"))
        if deed == "fight":
            xp = hero.xp + 1
            hero = replace(hero, xp=xp, level=PROGRESSION.growth.level(rules, xp))
        elif deed == "kit":
            hero = given_item(rules, hero, rng.choice(tuple(EQUIPMENT)))
        else:
            hero = attempt(rules, hero, deed, rng.choice(VALUES[deed]))
    return hero


def given_item(rules: CampaignRules, hero: Figure, item: str) -> Figure:
    try:
        PROGRESSION.trade.check_kit(rules, hero, item)
    except Refused:
        return hero
    return replace(hero, equipment=(*hero.equipment, item))


def attempt(rules: CampaignRules, hero: Figure, kind: ChoiceKind, value: str) -> Figure:
    """A choice, which takes one from what is owed or is refused."""
    before = PROGRESSION.growth.owed(rules, hero)
    after = chosen(rules, hero, kind, value)
    if after is None:
        return hero
    assert before[kind] >= 1
    assert PROGRESSION.growth.owed(rules, after).get(kind, 0) == before[kind] - 1
    return after


@rule("IST-XP-02", "IST-XP-03", "IST-XP-04", "IST-XP-05", "IST-Q-82", "IST-Q-103")
@given(st.integers(0, 2**32), st.sampled_from((BOOK, CAPPED)))
def test_no_career_breaks_the_rules(seed: int, rules: CampaignRules) -> None:
    hero = career(Random(seed), rules)
    row = RACES[hero.race]

    assert hero.level == 1 + hero.xp // 4
    assert len(hero.talents) <= hero.level
    assert len(hero.spells) <= (hero.level if hero.calling == "magic_user" else 0)
    assert sum(hero.stats[stat] - getattr(row, stat) for stat in CORES) == hero.raised <= hero.level - 1
    assert hero.stats["health"] == row.health + (4 if "toughness" in hero.talents else 0)
    if rules is CAPPED:
        assert hero.raised == 0


@rule("IST-CAMP-11", "IST-D-16")
@given(st.integers(0, 2**32))
def test_what_is_owed_can_be_chosen_and_whoever_is_fit_can_be_fielded(seed: int) -> None:
    hero = career(Random(seed), BOOK)
    for kind, values in VALUES.items():
        while PROGRESSION.growth.owed(BOOK, hero).get(kind):
            hero = next(after for value in values if (after := chosen(BOOK, hero, kind, value)) is not None)
    assert PROGRESSION.unfit(BOOK, hero) is None
    rosters = {"s1": Roster("c1", "Herons", (hero,)), "s2": Roster("c2", "Lanterns", (recruit("Bo"),))}
    opened = opened_from_setup(PROGRESSION.setup(BOOK, rosters), {})
    model = next(model for model in opened.models if model.id == hero.id)
    assert (model.power, model.finesse, model.will) == tuple(hero.stats[stat] for stat in CORES)
