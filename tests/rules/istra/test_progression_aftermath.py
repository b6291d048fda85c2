"""What battles mean for the heroes in them: fates, XP, what they carry over, each with the event behind it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.progression import PROGRESSION
from rules.kernel.progression import Fate
from tests.rules.istra.battles import Json, man, position
from tests.rules.istra.companies import BOOK, house, settled, wanted
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import only, rule

HEROES = {"ann": "a", "bob": "b"}
ARMED: Json = {"equipment": ["one_handed"]}


def duel(*others: Json, **b: Any) -> Skirmish:
    """`a` acts, with `b` in contact; `others` are further enemies of `a`."""
    mine, theirs = man("a", (1000, 1000), **ARMED), man("b", (1100, 1000), **(ARMED | b))
    return Skirmish(position([mine], [theirs, *others], engaged=[["a", "b"]], active="a", gm=True))


def felled(*others: Json) -> Skirmish:
    """`a` has taken `b` out: 15 + 5 against 1 + 5, 20 damage."""
    fight = duel(*others)
    fight.do({"type": "melee", "model": "a", "target": "b"}, dice=[15, 1])
    assert fight.model("b").status == "out"
    return fight


def number(fight: Skirmish, kind: type[Any]) -> int:
    """The number of the one event of that class."""
    return fight.events.index(only(fight.events, kind)) + 1


# Fates


@rule("IST-FATE-01", "IST-FATE-02", "IST-XP-01", "IST-Q-100", "IST-Q-102")
def test_who_was_taken_out_recovers_without_xp_and_who_stands_gains_one() -> None:
    fight = felled()
    ann, bob = settled(fight, HEROES).values()

    assert (ann.figure, ann.fate, ann.how, ann.xp, ann.rule) == ("ann", "survived", "on_board", 1, "IST-FATE-01")
    assert ann.event == number(fight, ev.BattleEnded)
    assert (bob.figure, bob.fate, bob.xp, bob.rule) == ("bob", "taken_out", 0, "IST-FATE-02")
    assert bob.event == number(fight, ev.ModelOut)
    assert (bob.faces, bob.target, bob.undecided) == ((), None, False)


@rule("IST-XP-01", "IST-Q-102")
def test_losers_that_survive_gain_as_much_as_winners() -> None:
    fight = duel()
    fight.do({"type": "end_battle", "result": "win", "winners": ["s1"], "reason": "dusk"})
    assert {name: (one.fate, one.xp) for name, one in settled(fight, HEROES).items()} == {
        "ann": ("survived", 1),
        "bob": ("survived", 1),
    }


@rule("IST-FATE-01", "IST-XP-01", "IST-MOR-05")
def test_who_fled_or_left_the_board_has_survived() -> None:
    runner = man("a", (1000, 1000), health_max=10, health=4)
    walker = man("c", (2000, 100))
    fight = Skirmish(position([runner, walker], [man("b", (4000, 4000))], turn=2, gm=True))
    fight.nominate("a", dice=[1])
    fight.nominate("c")
    fight.move("c", (2000, -100))
    left = [place for place, event in enumerate(fight.events, 1) if isinstance(event, ev.LeftBoard)]
    found = settled(fight, {"ann": "a", "cid": "c", "bob": "b"})

    assert {name: (one.fate, one.how, one.xp) for name, one in found.items()} == {
        "ann": ("survived", "fled", 1),
        "bob": ("survived", "on_board", 1),
        "cid": ("survived", "left_board", 1),
    }
    assert [found[name].event for name in ("ann", "cid", "bob")] == [*left, number(fight, ev.BattleEnded)]


@rule("IST-FATE-01")
def test_who_was_never_deployed_has_survived() -> None:
    fight = Skirmish(position([man("a", (1000, 1000)), man("c")], [man("b", (4000, 4000))], active="a", gm=True))
    fight.do({"type": "end_battle", "result": "draw", "reason": "rain"})
    waited = settled(fight, {"cid": "c"})["cid"]
    assert (waited.fate, waited.how, waited.xp) == ("survived", "reserve", 1)


@rule("IST-FATE-01", "IST-FATE-02")
def test_the_gms_hand_counts_as_what_it_made_of_a_model() -> None:
    fight = duel(man("c", (4000, 4000)))
    fight.do({"type": "gm_adjust", "field": "status", "value": "out", "model": "b", "reason": "a slip"})
    fight.do({"type": "gm_adjust", "field": "status", "value": "left_board", "model": "c", "reason": "a call"})
    found = settled(fight, {"bob": "b", "cid": "c"})
    assert [(one.fate, one.how) for one in found.values()] == [("taken_out", ""), ("survived", "left_board")]
    assert type(fight.events[found["bob"].event - 1]) is ev.ModelOut
    assert type(fight.events[found["cid"].event - 1]) is ev.GmOverride


@rule("IST-FATE-01", "IST-FATE-02")
def test_who_was_put_back_on_the_board_was_not_taken_out() -> None:
    fight = felled(man("c", (4000, 4000)))
    fight.do({"type": "gm_adjust", "field": "health", "value": 5, "model": "b", "reason": "wrong armour"})
    fight.do({"type": "gm_adjust", "field": "pos", "value": [1500, 1500], "model": "b", "reason": "wrong armour"})
    fight.do({"type": "concede", "side": "s1", "reason": "enough"}, by="s1")
    assert settled(fight, HEROES)["bob"].fate == "survived"


@rule("IST-Q-122")
def test_an_abandoned_battle_means_nothing() -> None:
    fight = felled(man("c", (4000, 4000)))
    assert settled(fight, HEROES) == {}  # nor one that is not over
    fight.do({"type": "end_battle", "result": "abandoned", "reason": "fire"})
    assert settled(fight, HEROES, house(fate="survival_roll", xp="all_living"), resting=("dot",)) == {}


# House rules of fate


@rule("IST-Q-100")
def test_deadly_means_that_who_is_out_is_dead() -> None:
    bob = settled(felled(), HEROES, house(fate="deadly", xp="all_living"))["bob"]
    assert (bob.fate, bob.xp, bob.rule, bob.faces) == ("dead", 0, "IST-Q-100", ())


@rule("IST-Q-100")
@pytest.mark.parametrize(("face", "fate"), [(1, "dead"), (5, "dead"), (6, "taken_out"), (20, "taken_out")])
def test_a_survival_roll_of_6_lives(face: int, fate: str) -> None:
    bob = settled(felled(), HEROES, house(fate="survival_roll"), dice=[face])["bob"]
    assert (bob.fate, bob.xp, bob.rule, bob.faces, bob.target) == (fate, 0, "IST-Q-100", (face,), 6)
    assert bob.event  # what took it out is still behind it


@rule("IST-Q-100")
@pytest.mark.parametrize(
    ("needed", "face", "fate"),
    [
        (1, 1, "taken_out"),
        (1, 20, "taken_out"),
        (2, 1, "dead"),
        (2, 2, "taken_out"),
        (20, 19, "dead"),
        (20, 20, "taken_out"),
    ],
)
def test_any_number_of_a_die_may_be_needed_to_survive(needed: int, face: int, fate: str) -> None:
    rules = house(fate="survival_roll", survival=needed)
    PROGRESSION.check_rules(rules)
    bob = settled(felled(), HEROES, rules, dice=[face])["bob"]
    assert (bob.fate, bob.faces, bob.target) == (fate, (face,), needed)


@rule("IST-Q-100", "IST-DICE-01")
def test_the_table_sees_what_a_survival_roll_needs() -> None:
    need = wanted(felled(), HEROES, house(fate="survival_roll", survival=11))
    assert (need.by, need.roll, need.target, need.chance, need.rule) == ("bob", "1d20", 11, (10, 20), "IST-Q-100")


@rule("IST-Q-100", "IST-Q-102")
def test_survival_rolls_fall_by_ascending_id_and_only_for_who_was_taken_out() -> None:
    fight = felled(man("c", health=0, status="out"))
    rules = house(fate="survival_roll", xp="all_living")
    found = settled(fight, {"zoe": "b", "cid": "c", "ann": "a"}, rules, dice=[3, 17])
    assert [(name, one.fate, one.faces, one.xp) for name, one in found.items()] == [
        ("ann", "survived", (), 1),
        ("cid", "dead", (3,), 0),
        ("zoe", "taken_out", (17,), 1),
    ]


@rule("IST-Q-100", "IST-D-18")
def test_by_house_rule_the_gm_declares_and_until_then_it_recovers() -> None:
    ann, bob = settled(felled(), HEROES, house(fate="gm")).values()
    assert (bob.fate, bob.undecided, bob.rule, bob.xp) == ("taken_out", True, "IST-D-18", 0)
    assert not ann.undecided


@rule("IST-XP-01", "IST-FATE-02", "IST-Q-100", "IST-Q-102")
def test_a_fate_has_its_xp_whoever_declares_it() -> None:
    fates: tuple[Fate, ...] = ("survived", "taken_out", "dead", "rested")
    assert [PROGRESSION.growth.experience(BOOK, fate) for fate in fates] == [1, 0, 0, 0]
    assert [PROGRESSION.growth.experience(house(xp="all_living"), fate) for fate in fates] == [1, 1, 0, 1]


# XP


@rule("IST-Q-102", "IST-XP-01")
def test_who_stays_in_the_hall_gains_nothing_but_by_house_rule() -> None:
    fight = felled()
    assert set(settled(fight, HEROES, resting=("dot",))) == {"ann", "bob"}
    found = settled(fight, HEROES, house(xp="all_living"), resting=("eve", "dot"))
    assert [(name, one.fate, one.xp) for name, one in found.items()] == [
        ("ann", "survived", 1),
        ("bob", "taken_out", 1),
        ("dot", "rested", 1),
        ("eve", "rested", 1),
    ]


@rule("IST-Q-114", "IST-XP-01")
def test_monsters_gain_nothing_and_a_kill_brings_no_more() -> None:
    troll = man("m", (1100, 1000), kind="monster", power_max=5, finesse_max=3, will_max=3)
    sides = {"s1": {"models": [man("a", (1000, 1000), **ARMED)]}, "gm": {"models": [troll]}}
    fight = Skirmish({"sides": sides, "engaged": [["a", "m"]], "active": "a"})
    fight.do({"type": "melee", "model": "a", "target": "m"}, dice=[15, 1])
    found = settled(fight, {"ann": "a"})
    assert {name: one.xp for name, one in found.items()} == {"ann": 1}


# What is carried over


@rule("IST-FATE-03", "IST-Q-101")
def test_everything_is_whole_again_unless_damage_is_carried() -> None:
    fight = duel(man("c", (4000, 4000)), health=17, power=3)
    fight.do({"type": "end_battle", "result": "draw", "reason": "rain"})
    assert settled(fight, HEROES)["bob"].carried == {}
    kept = settled(fight, HEROES, house(carry_damage="on"))
    assert (kept["bob"].carried, kept["ann"].carried) == ({"power": 2, "health": 3}, {})


@rule("IST-FATE-02", "IST-Q-101")
def test_who_was_taken_out_recovers_fully_even_where_damage_is_carried() -> None:
    assert settled(felled(), HEROES, house(carry_damage="on"))["bob"].carried == {}
