"""The small questions: who is whose friend, what armour is made of, which shield is in use."""

import pytest

from rules.istra.questions import (
    allied,
    are_enemies,
    armour,
    armour_parts,
    bases,
    condition,
    engaged_with,
    find,
    get,
    is_nominated,
    on_board,
    seats,
    shield_in_use,
    side_of,
    spell_of,
    table_of,
)
from rules.istra.state import Condition
from rules.kernel.errors import Refused
from tests.rules.istra.battles import Json, man, of, opened, placed, position, setup, sides
from tests.rules.play import rule


def armoured(**fields: object) -> Json:
    return position([man("a1", (1000, 1000), **fields)], [man("b1", (3000, 3000))])


@rule("IST-ARM-01", "IST-ARM-02", "IST-ARM-03", "IST-ARM-04", "IST-Q-83")
@pytest.mark.parametrize(
    ("fields", "total"),
    [
        ({}, 0),
        ({"equipment": ["light_armour"]}, 5),
        ({"equipment": ["heavy_armour"]}, 10),
        ({"equipment": ["shield"]}, 1),
        ({"equipment": ["heavy_armour", "shield", "one_handed"], "armour_base": 2}, 13),
        ({"talents": ["bastion"]}, 1),
        ({"conditions": [{"name": "abjured"}]}, 4),
        ({"equipment": ["light_armour", "shield"], "talents": ["bastion"], "conditions": [{"name": "abjured"}]}, 11),
        ({"equipment": ["buckler", "helmet"]}, 0),
    ],
)
def test_armour_is_the_sum_of_its_parts(fields: Json, total: int) -> None:
    state = placed(armoured(**fields))
    assert armour(state, of(state, "a1")) == total


@rule("IST-Q-59", "IST-Q-60")
def test_a_house_may_let_buckler_and_helmet_count() -> None:
    state = placed(armoured(equipment=["buckler", "helmet", "light_armour"]), buckler="armour", helmet="armour")
    parts = armour_parts(state, of(state, "a1"))
    assert parts == (("light_armour", 5), ("buckler", 1), ("helmet", 1))


@rule("IST-Q-58")
@pytest.mark.parametrize(
    ("weapon", "used"), [("two_handed", False), ("one_handed", True), ("spear", True), ("bow", True), ("unarmed", True)]
)
def test_a_shield_is_in_use_unless_both_hands_are_full(weapon: str, used: bool) -> None:
    equipment = ["shield", *([] if weapon == "unarmed" else [weapon])]
    state = placed(armoured(equipment=equipment, active_weapon=weapon))
    assert shield_in_use(state, of(state, "a1")) is used
    assert armour(state, of(state, "a1")) == int(used)


@rule("IST-Q-58")
def test_a_house_may_forbid_shields_to_shooters() -> None:
    state = placed(armoured(equipment=["shield", "bow"]), shield_with_ranged="off")
    assert not shield_in_use(state, of(state, "a1"))


@rule("IST-Q-115")
def test_sides_are_enemies_unless_allied() -> None:
    document = setup([man("a1")], [man("b1")], [man("c1")])
    document["sides"]["s1"]["alliance"] = document["sides"]["s3"]["alliance"] = "north"
    state = opened(document)
    assert [allied(state, "s1", side) for side in ("s1", "s2", "s3")] == [True, False, True]
    assert not allied(state, "s2", "s1")
    assert are_enemies(state, of(state, "a1"), of(state, "b1"))
    assert not are_enemies(state, of(state, "a1"), of(state, "c1"))
    assert side_of(state, "s3").alliance == "north"


def test_seats_come_clockwise_and_the_gm_last() -> None:
    wolf = man("wolf", (2000, 2000), kind="monster", race="beast")
    document: Json = {"sides": {"gm": {"models": [wolf]}, **sides([man("a1")], [man("b1")])}}
    assert seats(opened(document)) == ("s1", "s2", "gm")
    assert seats(opened({**document, "gm": False})) == ("s1", "s2")
    lent: Json = {"sides": sides([man("a1"), man("a2", owner="s4")], [man("b1")])}
    assert seats(opened(lent)) == ("s1", "s2", "s4")


def test_who_is_where() -> None:
    models = ([man("a1", (1000, 1000)), man("a2")], [man("b1", (1150, 1000)), man("b2", (850, 1000))])
    state = placed(position(*models, engaged=[["a1", "b1"], ["b2", "a1"]], nominations=["b1"]))
    assert [model.id for model in on_board(state)] == ["a1", "b1", "b2"]
    assert [base.id for base in bases(state)] == ["a1", "b1", "b2"]
    assert (engaged_with(state, "a1"), engaged_with(state, "b2"), engaged_with(state, "a2")) == (
        ("b1", "b2"),
        ("a1",),
        (),
    )
    assert is_nominated(state, "b1")
    assert not is_nominated(state, "a1")
    assert table_of(state).width == 4800


def test_it_refuses_a_name_that_nobody_has() -> None:
    state = opened(setup())
    assert find(state, "zed") is None
    assert get(state, "a1").id == "a1"
    with pytest.raises(Refused) as caught:
        get(state, "zed", "target")
    assert (caught.value.code, caught.value.field) == ("unknown_model", "target")


def test_conditions_and_spells_are_found_by_name() -> None:
    state = placed(armoured(conditions=[{"name": "ongoing", "source": "b1", "amount": 2, "lasts": "save"}]))
    assert condition(of(state, "a1"), "ongoing") == Condition("ongoing", "b1", 2, "save")
    assert condition(of(state, "a1"), "ongoing", "a1") is None
    assert condition(of(state, "b1"), "ongoing") is None
    state = opened(setup(spells=[{"name": "dart", "defence": "will"}]))
    assert [spell is not None for spell in (spell_of(state, "dart"), spell_of(state, "fireball"))] == [True, True]
    assert spell_of(state, "nothing") is None
