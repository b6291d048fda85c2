"""Companies under any commands at all: they obey or refuse, their gold adds up, they are what their events say."""

from random import Random

import msgspec
import pytest

from campaigns.domain.company.decide.heroes import gain_xp
from campaigns.domain.company.decide.trade import change_gold
from campaigns.domain.company.events import COMPANY_EVENTS
from campaigns.domain.company.evolve import evolve
from rules.istra.tables import EQUIPMENT, RACES, SPELLS, TALENTS
from rules.kernel.errors import Refused
from rules.kernel.messages import tag_of
from tests.campaigns.domain.companies import Dealings, istra
from tests.examples import given, st

TERMS = st.builds(
    istra,
    debt=st.booleans(),
    hall_downtimes=st.integers(0, 2),
    selling=st.sampled_from(["off", "half"]),
    hall_from_founding_gold=st.sampled_from(["on", "off"]),
)
CALLINGS = ("fighter", "magic_user", "expert")
CORES = ("power", "finesse", "will")


def hero_of(wolves, rng):
    return rng.choice([*wolves.company.heroes, "h9"])


def carried(wolves, rng):
    return [item for hero in wolves.company.heroes.values() for item in hero.equipment]


ASKS = {
    "rename_company": lambda wolves, rng: {"name": rng.choice(["", "The Wolves", "The Hounds"])},
    "recruit_hero": lambda wolves, rng: {
        "name": rng.choice(["Ana", "Bea", ""]),
        "race": rng.choice([*RACES, "elf", "orc"]),
        "calling": rng.choice(CALLINGS),
        "talents": rng.sample(list(TALENTS), rng.choice([0, 0, 1])),
    },
    "rename_hero": lambda wolves, rng: {"hero": hero_of(wolves, rng), "name": rng.choice(["", "Bo"])},
    "name_leader": lambda wolves, rng: {"hero": hero_of(wolves, rng)},
    "buy_item": lambda wolves, rng: {"item": rng.choice([*EQUIPMENT, "halo"]), "count": rng.randint(1, 3)},
    "sell_item": lambda wolves, rng: {"item": rng.choice([*wolves.company.stash, "halo"]), "count": rng.randint(1, 2)},
    "assign_item": lambda wolves, rng: {
        "hero": hero_of(wolves, rng),
        "item": rng.choice([*wolves.company.stash, "halo"]),
    },
    "return_item": lambda wolves, rng: {
        "hero": hero_of(wolves, rng),
        "item": rng.choice([*carried(wolves, rng), "halo"]),
    },
    "choose_talent": lambda wolves, rng: {"hero": hero_of(wolves, rng), "talent": rng.choice(list(TALENTS))},
    "choose_spell": lambda wolves, rng: {"hero": hero_of(wolves, rng), "spell": rng.choice(list(SPELLS))},
    "raise_core": lambda wolves, rng: {"hero": hero_of(wolves, rng), "stat": rng.choice([*CORES, "health"])},
    "upgrade_hall": lambda wolves, rng: {"upgrade": rng.choice(["walls", "clear_the_area", "moat"])},
    "dismiss_hero": lambda wolves, rng: {"hero": hero_of(wolves, rng)},
    "retire_hero": lambda wolves, rng: {"hero": hero_of(wolves, rng)},
}
"""What an owner may ask for, most of it within reach."""
OFTEN = ("recruit_hero", "buy_item", "assign_item", "assign_item", "raise_core", "choose_talent", "choose_spell")


@given(TERMS, st.integers(0, 2**32))
def test_any_dealings(terms, seed):
    assert dealings(terms, seed).company


def dealings(terms, seed):
    """A company after sixty random deeds, checked after each."""
    rng = Random(seed)
    wolves = Dealings.founded(terms)
    for _ in range(60):
        before = wolves.company
        try:
            deal(wolves, rng)
        except Refused:
            assert wolves.company == before
        check(wolves)
    return wolves


def deal(wolves, rng):
    """A battle survived, an award, or something that the owner asks for."""
    ready = [hero.id for hero in wolves.company.ready]
    chance = rng.random()
    if chance < 0.1:
        wolves.deed(change_gold, rng.choice([40, 90, -20]), "award")
        return
    if chance < 0.2 and ready:
        wolves.deed(gain_xp, rng.choice(ready), rng.randint(1, 5))
        return
    kind = rng.choice([*ASKS, *OFTEN])
    wolves.do(kind, **ASKS[kind](wolves, rng))


def test_the_dealings_reach_all_that_an_owner_can_do():
    terms = [istra(selling="half"), istra(hall_downtimes=1)]
    told = {tag_of(event) for seed in range(20) for event in dealings(terms[seed % 2], seed).events}
    assert set(COMPANY_EVENTS) - told == {
        *("company_disbanded", "item_lost", "item_given", "item_received", "hero_revived", "hero_fate_set"),
        *("hero_restored", "uses_spent", "injury_taken", "injury_healed", "absence_set", "absence_served"),
        *("battle_joined", "battle_left", "battle_recorded", "corrected", "undone"),
        *("condition_gained", "condition_ended", "hero_captured", "hero_freed", "item_state_changed", "recovered"),
    }


def check(wolves):
    """What holds of every company; `Dealings` itself has checked its gold, its JSON and its fold."""
    company = wolves.company
    bought = sum(event.count for event in wolves.events if type(event).__name__ == "ItemBought")
    sold = sum(event.count for event in wolves.events if type(event).__name__ == "ItemSold")
    carried = sum(len(hero.equipment) for hero in company.heroes.values())
    assert sum(company.stash.values()) + carried == bought - sold
    assert company.leader == "" or company.heroes[company.leader].standing == "ready"
    for hero in company.heroes.values():
        assert hero.level == 1 + hero.xp // 4
        assert len(hero.talents) <= hero.level
        assert len(hero.spells) <= (hero.level if hero.calling == "magic_user" else 0)
        assert hero.raised <= hero.level - 1
        assert hero.standing == "ready" or not hero.equipment


@pytest.mark.parametrize("name", sorted(set(COMPANY_EVENTS) - {"company_founded"}))
def test_the_fold_is_total(name):
    """An event about heroes, items and upgrades that are not there is folded all the same."""
    company = Dealings.founded().company
    assert evolve(company, msgspec.convert({"type": name, **STRANGE[name]}, COMPANY_EVENTS[name])).id == "c1"


STRANGE = {
    "company_renamed": {"name": "A", "motto": "B", "hall": "C", "old": ["a", "b", "c"]},
    "company_disbanded": {},
    "gold_changed": {"delta": -9, "balance": -9, "purpose": "fine"},
    "leader_named": {"hero": "h9"},
    "item_bought": {"item": "halo", "count": 1, "price": 3},
    "item_sold": {"item": "halo", "count": 1, "price": 3},
    "item_assigned": {"hero": "h9", "item": "halo"},
    "item_returned": {"hero": "h9", "item": "halo"},
    "item_lost": {"item": "halo"},
    "item_given": {"item": "halo", "count": 1, "to": "c9"},
    "item_received": {"item": "halo", "count": 1},
    "uses_spent": {"hero": "h9", "uses": {"teleport": 1}},
    "hero_recruited": {"figure": {"id": "h9", "name": "Nobody"}, "price": 1},
    "hero_renamed": {"hero": "h9", "name": "A", "old": "B"},
    "hero_dismissed": {"hero": "h9"},
    "hero_retired": {"hero": "h9"},
    "hero_revived": {"hero": "h9", "old": "dead"},
    "talent_chosen": {"hero": "h9", "talent": "flight", "stats": {"wings": [0, 2]}},
    "spell_chosen": {"hero": "h9", "spell": "flight"},
    "core_raised": {"hero": "h9", "stat": "wings", "old": 0, "new": 2},
    "xp_gained": {"hero": "h9", "old": 0, "new": 1},
    "level_gained": {"hero": "h9", "old": 1, "new": 2},
    "hero_fate_set": {"hero": "h9", "fate": "dead", "rule": "IST-Q-100"},
    "hero_restored": {"hero": "h9"},
    "injury_taken": {"hero": "h9", "injury": {"name": "knee"}},
    "injury_healed": {"hero": "h9", "injury": "knee"},
    "absence_set": {"hero": "h9", "absence": {"why": "ill"}},
    "absence_served": {"hero": "h9"},
    "upgrade_ordered": {"upgrade": "moat", "price": 5, "ready": 3},
    "hall_upgraded": {"upgrade": "moat", "price": 5},
    "battle_joined": {"match": "m9", "heroes": ["h9"]},
    "battle_left": {"match": "m9"},
    "battle_recorded": {"match": "m9", "result": "won"},
    "corrected": {"changes": [{"field": "wings", "new": 2, "hero": "h9"}]},
    "condition_gained": {"hero": "h9", "condition": {"name": "stunned"}},
    "condition_ended": {"hero": "h9", "condition": {"name": "stunned", "id": "c4"}, "why": "time"},
    "hero_captured": {"hero": "h9", "captive": {}},
    "hero_freed": {"hero": "h9", "captive": {}, "why": "gm"},
    "item_state_changed": {"hero": "h9", "item": "halo", "old": None, "new": "lost", "why": "gm"},
    "recovered": {"hero": "h9", "act": "pray", "day": 1, "said": "nothing"},
    "undone": {"event": 99, "changes": [{"field": "wings", "new": 2}]},
}
