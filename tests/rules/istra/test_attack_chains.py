"""Attacks that lead to attacks: what several rows of the catalogue come to together, die by die."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from tests.rules.istra.battles import Json, man
from tests.rules.istra.fights import Fight, duel, found, one
from tests.rules.play import names, rule

SWORD: Json = {"equipment": ["one_handed"]}
SPEAR: Json = {"equipment": ["spear", "shield"]}
SHIELD: Json = {"equipment": ["one_handed", "shield"]}


def rolled(events: list[Any]) -> list[tuple[str, int]]:
    """Who rolled what in all, in the order in which it fell."""
    return [(roll.model, roll.total) for roll in found(events, ev.RollMade)]


@rule("IST-TAL-02", "IST-D-05", "IST-D-11", "IST-REACT-10", "IST-Q-126")
def test_a_cleave_may_be_met_by_a_first_strike() -> None:
    spear = man("c", (900, 1000), **SPEAR)
    fight = duel({"talents": ["cleave"]}, {"health": 1}, [], [spear], engaged=[["a", "c"]])
    fight.do("melee", model="a", target="b", dice=[9, 1, 1])
    fight.do("react", model="a", option="cleave", target="c")
    assert fight.asked() == ("first_strike", "c")
    events = fight.do("react", model="c", option="first_strike", dice=[5, 4, 9, 2])
    assert rolled(events) == [("c", 10), ("a", 9), ("a", 13), ("c", 7)]
    assert (fight["a"].health, fight["c"].health, fight["c"].standard_action) == (10, 8, 0)


@rule("IST-TAL-05", "IST-TAL-02", "IST-Q-89", "IST-Q-90")
def test_a_whirlwind_cleaves_passes_over_the_dead_and_goes_on() -> None:
    """b, then c and d by Cleave; of the Whirlwind's order only d is left, and is attacked once more."""
    others = [man("c", (900, 1000), health=1), man("d", (1000, 1100), health=20)]
    wild: Json = {"talents": ["cleave", "whirlwind"], "level": 2}
    fight = duel(wild, {"health": 1}, [], others, engaged=[["a", "c"], ["a", "d"]])
    fight.do("whirlwind", model="a", order=["b", "c", "d"], dice=[9, 1, 1])
    fight.do("react", model="a", option="cleave", target="c", dice=[9, 1, 1])
    events = fight.do("react", model="a", option="cleave", target="d", dice=[9, 2, 9, 3])
    assert rolled(events) == [("a", 14), ("d", 7), ("a", 14), ("d", 7)]
    assert {fight[name].status for name in "bcd"} == {"out"}


@rule("IST-TAL-03", "IST-Q-88", "IST-REACT-10")
def test_a_talent_declared_for_an_attack_that_never_falls_is_spent() -> None:
    fight = duel({"health": 5, "talents": ["power_attack"]}, SPEAR, [man("z", (300, 300))])
    fight.do("melee", model="a", target="b", declare=["power_attack"])
    fight.do("react", model="b", option="first_strike", dice=[10, 5])
    assert (fight["a"].status, fight["a"].used) == ("out", {"power_attack": 1})


@rule("IST-REACT-01", "IST-REACT-05", "IST-RACE-23", "IST-Q-67", "IST-Q-87")
def test_a_halfling_evades_in_its_own_activation() -> None:
    """Evasive costs no action, so whoever acts may use it: against a Charged shot, and against a First strike."""
    fight = Fight(
        [man("a", (1000, 1000), race="halfling"), man("z", (300, 300))], [man("b", (1700, 1000), equipment=["bow"])]
    )
    fight.do("move", model="a", path=[[1600, 1000]])
    fight.do("react", model="b", option="charged_shot", range=0, dice=[15, 4, 5])
    assert fight.asked() == ("evasive", "a")
    assert rolled(fight.do("react", model="a", option="evasive", dice=[2, 3])) == [("b", 6)]
    assert fight["a"].health == 20
    fight = duel({"race": "halfling"}, SPEAR)
    fight.do("melee", model="a", target="b")
    fight.do("react", model="b", option="first_strike", dice=[10, 5])
    events = fight.do("react", model="a", option="evasive", dice=[2, 9, 3])
    assert rolled(events) == [("b", 5), ("a", 14), ("b", 7)]
    assert fight["b"].status == "out"


@rule("IST-REACT-03", "IST-REACT-06", "IST-REACT-09", "IST-Q-67")
def test_a_friend_takes_the_charged_shot_that_the_mover_cannot_block() -> None:
    mine = [man("a", (1000, 1000), **SHIELD), man("c", (1600, 1200), **SHIELD)]
    fight = Fight(mine, [man("b", (1700, 1000), equipment=["bow"])])
    fight.do("move", model="a", path=[[1600, 1000]])
    fight.do("react", model="b", option="charged_shot", range=0)
    assert fight.asked() == ("shot_at", "c")
    events = fight.do("react", model="c", option="shield_friend", dice=[10, 9, 5])
    assert rolled(events) == [("b", 15), ("c", 10)]
    assert (fight["a"].health, fight["c"].health, fight["c"].power) == (20, 6, 4)


@rule("IST-REACT-09", "IST-Q-63", "IST-Q-45", "IST-FUM-03", "IST-CRIT-02")
@pytest.mark.parametrize(
    ("natural", "archer", "shielder"),
    [(1, (12, 3), (20, 4)), (20, (20, 5), (0, 3))],
    ids=["fumble", "critical"],
)
def test_who_shields_is_the_defender_of_a_fumble_and_of_a_critical(
    natural: int, archer: tuple[int, int], shielder: tuple[int, int]
) -> None:
    """9 + 4 = 13, less the archer's 5: 8. A critical: 25 + 2 for the crossbow, less the shielder's 6, twice."""
    mine = [man("a", (1000, 1000), equipment=["crossbow", "light_armour"]), man("z", (300, 300))]
    bearer: Json = {"equipment": ["one_handed", "shield", "light_armour"], "power": 4}
    fight = Fight(mine, [man("b", (2500, 1000)), man("c", (2500, 1300), **bearer)])
    fight.do("shoot", model="a", target="b")
    events = fight.do("react", model="c", option="shield_friend", dice=[natural, 9])
    assert one(events, ev.DamageDealt).final == (8 if natural == 1 else 42)
    assert ((fight["a"].health, fight["a"].finesse), (fight["c"].health, fight["c"].power)) == (archer, shielder)
    assert fight["b"].health == 20


@rule("IST-FUM-04", "IST-Q-46", "IST-ADV-08", "IST-ADV-10")
def test_a_shot_gone_astray_is_reckoned_anew_for_the_ally() -> None:
    """b is 6.5" off, in melee: two dice. f is 5.5" off: near and in melee, one die; and Finesse has gone to 3."""
    fight = Fight(
        [man("a", (1000, 1000), equipment=["bow"]), man("f", (1650, 1000))],
        [man("b", (1750, 1000))],
        engaged=[["b", "f"]],
    )
    events = fight.do("shoot", model="a", target="b", dice=[1, 9, 5, 8, 3])
    assert rolled(events) == [("a", 6), ("b", 10), ("a", 11), ("f", 8)]
    assert (fight["a"].health, fight["f"].health) == (10, 9)


@rule("IST-Q-41", "IST-Q-47", "IST-Q-69", "IST-CAST-08", "IST-FUM-02")
def test_a_caster_in_its_own_fumbled_fire_is_one_of_those_it_lost_to() -> None:
    """6 against 20 of the enemy and 15 of itself: it fails by 9, and only the enemy answers."""
    mage = man("m", (1000, 1000), **{"class": "magic_user"}, spells=["fireball"], health_max=40)
    fight = Fight([mage], [man("e", (1300, 1000))], active="m")
    events = fight.do("cast", model="m", spell="fireball", point=[1150, 1000], dice=[1, 15, 10])
    assert rolled(events) == [("m", 6), ("e", 20), ("m", 15)]
    failed = one(events, ev.SpellFailed)
    assert (failed.amount, failed.damage) == (9, 1)
    assert (fight["m"].health, fight["m"].will, fight["m"].finesse) == (19, 3, 5)


@rule("IST-TAL-10", "IST-Q-94", "IST-SPELL-04")
def test_abjuration_already_guards_against_the_fire_it_came_with() -> None:
    mage = man("m", (1000, 1000), **{"class": "magic_user"}, spells=["fireball"], talents=["abjuration"])
    fight = Fight([mage], [man("e", (1300, 1000))], active="m")
    events = fight.do("cast", model="m", spell="fireball", point=[1150, 1000], dice=[10, 20, 3])
    burnt = one(events, ev.DamageDealt)
    assert (burnt.target, burnt.total, burnt.armour, burnt.final) == ("m", 15, 4, 11)


@rule("IST-SPELL-06", "IST-CRIT-01", "IST-FUM-01", "IST-CAST-08", "IST-Q-68")
def test_a_chain_of_a_failure_a_critical_and_a_fumble() -> None:
    """9 against 15 costs 1; a 20 kills; a fumble costs two Will, 14 health for the answer and 1 for failing by 8."""
    mage = man("m", (1000, 1000), **{"class": "magic_user"}, spells=["lightning_fork"])
    foes = [man("a", (1500, 1000)), man("b", (2000, 1500)), man("c", (1000, 2000))]
    fight = Fight([mage], foes, active="m")
    fight.do("cast", model="m", spell="lightning_fork", target="a", dice=[4, 10])
    fight.do("react", model="m", option="chain", target="c", dice=[20, 20])
    events = fight.do("react", model="m", option="chain", target="b", dice=[1, 9])
    assert "window_opened" not in names(events)
    assert (fight["m"].health, fight["m"].will, fight["c"].status) == (4, 3, "out")


@rule("IST-D-15", "IST-Q-126", "IST-REACT-10")
def test_what_the_gm_puts_right_in_a_window_counts_for_its_answer() -> None:
    fight = duel(None, SPEAR, gm=True)
    fight.do("melee", model="a", target="b")
    fight.do("gm_adjust", field="power", value=1, model="b", reason="a slip")
    events = fight.do("react", model="b", option="first_strike", dice=[10, 4, 5, 3])
    assert rolled(events) == [("b", 11), ("a", 9), ("a", 9), ("b", 4)]
