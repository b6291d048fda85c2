"""How fighters mend: Medicine with its Raises and its chance, Honor, the next Scene."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from rules.hachigoku.progression import PROGRESSION
from rules.hachigoku.recovery import GrantedHonor, Mending, Treatment
from rules.kernel.dice import DiceFaces, NeedDice, TableDice
from rules.kernel.progression import BY_THE_GM, Captive, Condition, Figure, RecoveryCase, RecoveryResult
from rules.kernel.rolls import Need
from tests.rules.hachigoku.campaign import BOOK, SHEET, recruit, refused
from tests.rules.play import rule

RECOVERY = PROGRESSION.recovery
KNOCKED = Condition(name="unconscious", title="Unconscious", ends=BY_THE_GM, id="c2", match="m9", event=17)
DOWN = Condition(name="down", title="Down", ends=BY_THE_GM, id="c1", match="m9", event=41)


class Watched:
    """Dice that keep what was asked of them."""

    def __init__(self, *faces: int) -> None:
        self.dice, self.needs = TableDice(faces), list[Need]()

    def take(self, need: Need) -> DiceFaces:
        self.needs.append(need)
        return self.dice.take(need)


def healer(**more: Any) -> Figure:
    return replace(recruit("Chie"), **more)


def treated(wounds: int, *faces: int, raises: int = 0, chie: Figure | None = None) -> tuple[RecoveryResult, Watched]:
    """Aoi with so many Wounds (Earth 2: two Light, two Heavy) is treated by Chie: 3k2 unless said otherwise."""
    chie = healer() if chie is None else chie
    aoi = replace(recruit(), carried={"wounds": wounds, "honor_points": 1})
    case = RecoveryCase(aoi, {"aoi": aoi, "chie": chie}, details=Treatment("chie", raises))
    dice = Watched(*faces)
    return RECOVERY.recover(BOOK, "treat", case, dice), dice


@rule("HAC-Q-97", "HAC-RAISE-01", "HAC-RAISE-02")
@pytest.mark.parametrize(
    ("wounds", "raises", "tn", "faces", "left"),
    [
        (1, 0, 5, (3, 2, 1), 0),  # the last one
        (3, 0, 15, (8, 7, 1), 2),  # the Heavy one
        (3, 1, 20, (10, 1, 1, 9), 1),  # 19 + 1: the Heavy one, and a Light one for a Raise
        (4, 1, 25, (10, 9, 1, 6), 3),  # 16 + 9: one Raise does not buy the second Heavy one
        (4, 2, 30, (10, 10, 1, 5, 5), 2),  # 15 + 15: two do
        (4, 3, 35, (10, 10, 1, 10, 4, 1), 1),  # 24 + 11: both Heavy ones, and a Light one
        (2, 3, 25, (10, 9, 1, 6), 0),  # no more than there are
    ],
)
def test_a_success_heals_one_and_more_for_raises(
    wounds: int, raises: int, tn: int, faces: tuple[int, ...], left: int
) -> None:
    result, dice = treated(wounds, *faces, raises=raises)
    assert (dice.needs[0].target, dice.dice.unused) == (tn, ())
    assert result.carried == {"wounds": left, "honor_points": 1}


@rule("HAC-Q-97", "HAC-DICE-10")
def test_one_short_heals_nothing() -> None:
    result, dice = treated(3, 8, 6, 1)
    assert (result.carried, dice.needs[0].sides) == (None, (10, 10, 10))


@rule("HAC-DICE-05")
def test_the_dice_of_a_healer_shout() -> None:
    result, _ = treated(3, 10, 1, 2, 3)  # 13 + 2 = 15
    assert result.carried == {"wounds": 2, "honor_points": 1}
    with pytest.raises(NeedDice):
        treated(3, 10, 1, 2)


@rule("HAC-Q-97", "HAC-DICE-07")
def test_the_chance_is_exact() -> None:
    unskilled = healer(sheet={})  # 2k2 that do not shout: 36 of 100 ways stay below 10
    _, dice = treated(2, 9, 1, chie=unskilled)
    chance = dice.needs[0].chance
    assert chance is not None
    assert Fraction(*chance) == Fraction(64, 100)
    assert refused("raises_not_allowed", lambda: treated(2, raises=1, chie=unskilled)).rule == "HAC-DICE-07"


@rule("HAC-WOUND-04", "HAC-DICE-09")
def test_heavy_wounds_of_the_healer_take_dice() -> None:
    _, dice = treated(1, 2, 3, chie=healer(carried={"wounds": 3}))
    assert dice.needs[0].sides == (10, 10)
    novice = {**SHEET, "skills": [{"name": "Medicine", "rank": 1}]}
    result, dice = treated(1, chie=healer(sheet=novice, carried={"wounds": 3}))
    assert (result.carried, dice.needs) == (None, [])


@rule("HAC-Q-97")
def test_down_out_dead_and_unhurt_are_not_treated() -> None:
    for wounds in (5, 6, 7):
        assert refused("not_treatable", lambda wounds=wounds: treated(wounds)).field == "hero"
    assert refused("not_wounded", lambda: treated(0)).field == "hero"


@rule("HAC-WOUND-05", "HAC-KO-02")
def test_a_healer_has_to_be_there_and_able() -> None:
    down = healer(carried={"wounds": 5}, conditions=(DOWN,))
    assert refused("barred_by_condition", lambda: treated(1, chie=down)).event == ("match-m9", 41)
    knocked = healer(conditions=(KNOCKED,))
    assert refused("barred_by_condition", lambda: treated(1, chie=knocked)).field == "details.healer"
    refused("no_healer", lambda: treated(1, chie=healer(captive=Captive(captor="b"))))
    aoi = replace(recruit(), carried={"wounds": 1})
    case = RecoveryCase(aoi, {"aoi": aoi}, details=Treatment("chie"))
    refused("no_healer", RECOVERY.recover, BOOK, "treat", case, TableDice())


@rule("HAC-Q-16")
@pytest.mark.parametrize("raises", [-1, 51])
def test_raises_have_bounds(raises: int) -> None:
    assert refused("raises_not_allowed", lambda: treated(1, raises=raises)).field == "details.raises"


@rule("HAC-Q-97")
def test_treatment_is_once_a_day_and_the_rest_is_the_gms() -> None:
    acts = RECOVERY.acts(BOOK)
    assert [(key, one.who, one.per) for key, one in acts.items()] == [
        ("treat", "owner", "day"),
        ("mend", "gm", "none"),
        ("honor", "gm", "none"),
        ("scene", "gm", "none"),
    ]


# The GM's word


def by_the_gm(act: str, figure: Figure, details: Any = None) -> RecoveryResult:
    return RECOVERY.recover(BOOK, act, RecoveryCase(figure, {figure.id: figure}, details=details), TableDice())


@rule("HAC-Q-97")
def test_the_gm_lowers_wounds_and_ends_what_came_of_them() -> None:
    aoi = replace(recruit(), carried={"wounds": 6, "honor_points": 1}, conditions=(DOWN, KNOCKED))
    result = by_the_gm("mend", aoi, Mending(4))
    assert (result.carried, result.ended) == ({"wounds": 4, "honor_points": 1}, ("c1",))
    assert by_the_gm("mend", aoi, Mending(5)).ended == ()
    for wounds in (-1, 6):
        refused("out_of_bounds", by_the_gm, "mend", aoi, Mending(wounds))


@rule("HAC-Q-43")
def test_the_gm_grants_honor_that_was_spent() -> None:
    aoi = replace(recruit(stats={"honor_points": 3}), carried={"honor_points": 2, "wounds": 1})
    assert by_the_gm("honor", aoi, GrantedHonor(1)).carried == {"honor_points": 1, "wounds": 1}
    for points in (0, 3):
        refused("out_of_bounds", by_the_gm, "honor", aoi, GrantedHonor(points))


@rule("HAC-KO-02")
def test_the_next_scene_wakes_who_appears_in_it() -> None:
    aoi = replace(recruit(), conditions=(DOWN, KNOCKED))
    assert by_the_gm("scene", aoi).ended == ("c2",)
    refused("nothing_to_do", by_the_gm, "scene", recruit())
