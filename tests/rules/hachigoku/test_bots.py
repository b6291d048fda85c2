"""What the sensible bot answers to an attack. It counts 6 for each die that a roll keeps."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rules.hachigoku import commands as co
from rules.hachigoku.bots import sensible
from rules.hachigoku.points import POINTS
from rules.kernel.messages import Command
from tests.rules.every_game.rows import do
from tests.rules.hachigoku.dojo import HIT, KATANA, MISS, a, act, after, attack, b, fighter, moment, rest
from tests.rules.play import Play


def chosen(game: Callable[[], Play]) -> Command:
    return sensible(game().state, Random(1))


def guarding(wounds: int = 1, own: int = 0, void: int = 4) -> Callable[[], Play]:
    """Aoi's attack of 20 has hit Botan; Chiyo beside him, who could guard, has Athletics 6 less a die."""
    chiyo = fighter("c", "boar", 8, void=void, skills={"Athletics": 6}, wounds=own)
    there = moment(8, a(8, 8), b(3, wounds=wounds), chiyo)
    return after(there, act(), rest("c"), do(attack(), *HIT))


@pytest.mark.parametrize(("game", "guards"), [
    (guarding(), True),  # 5k4: 24 against 20
    (guarding(void=3), False),  # 5k3: 18
    (guarding(wounds=1, own=1), False),  # as hurt as he is
    (guarding(wounds=2, own=1), True),
])  # fmt: skip
def test_who_is_hurt_less_guards_where_the_roll_is_likely_to_do(game: Callable[[], Play], guards: bool) -> None:
    assert chosen(game) == (co.Guard(character="c") if guards else co.Pass(character="c"))


def test_of_the_defenses_it_chooses_the_most_likely() -> None:
    """Athletics 4/Water 4 keeps 4, the Counterstrike with Kenjutsu 3 less two dice 1."""
    skills = {"Kenjutsu": 3, "Athletics": 4}
    struck = after(moment(8, a(8, 8), b(8, water=4, skills=skills)), act(), rest("b"), do(attack(), *(5,) * 5))
    assert {"dodge", "counterstrike"} <= {one.defense for one in defenses(struck())}
    answer = chosen(struck)
    assert isinstance(answer, co.Defend)
    assert answer.defense == "dodge"


def defenses(game: Play) -> list[co.Defend]:
    return [order for order in POINTS.legal(game.state) if isinstance(order, co.Defend)]


@pytest.mark.parametrize(("kenjutsu", "disarms"), [
    (3, True),  # 3k2 less two dice keeps one: 6 against 4
    (2, False),  # no die is left
])  # fmt: skip
def test_who_was_missed_disarms_where_the_roll_is_likely_to_do(kenjutsu: int, disarms: bool) -> None:
    """The attack came to 4; with the blade it takes two dice, bare hands have no Karate at all."""
    missed = after(moment(8, a(8, 8), b(8, skills={"Kenjutsu": kenjutsu})), act(), rest("b"), do(attack(), *MISS))
    answer = chosen(missed)
    assert answer == (co.Disarm(character="b", weapon=KATANA["name"]) if disarms else co.Pass(character="b"))
