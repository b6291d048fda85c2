"""The one door for dice, and the chances that stand beside them."""

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rules.kernel.dice import HouseDice, SeatDice, TableDice, commitment, derive_face, dice_key
from rules.kernel.errors import NeedDice, Refused
from rules.kernel.pools import kept_values
from rules.kernel.rolls import Keep, Need, chance_at_least, notation
from tests.examples import given, st
from tests.rules.play import rule

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "dice.json").read_text(encoding="utf-8"))["vectors"]


def need(*sides: int, seat: str = "home") -> Need:
    return Need("test", "h1", seat, sides, "KERNEL-DICE-01")


@rule("KERNEL-DICE-01", "KERNEL-DICE-06")
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["match"])
def test_house_dice_are_those_that_openssl_derives(vector: dict[str, Any]) -> None:
    secret = bytes.fromhex(vector["secret"])
    key = dice_key(secret, vector["match"], vector["salts"])
    assert commitment(secret) == vector["commitment"]
    assert key.hex() == vector["key"]
    house = HouseDice(key)
    for sides, start, face in zip(vector["sides"], vector["starts"], vector["faces"], strict=True):
        taken = house.take(need(sides))
        assert taken.faces == (face,)
        assert taken.blocks == (start, house.index - start)
    assert house.index == vector["next"]


def test_the_vectors_hold_a_rejected_word() -> None:
    assert any(len(vector["sides"]) < vector["next"] for vector in VECTORS)


def test_salts_count_in_the_order_of_their_seats_and_not_of_their_adding() -> None:
    assert dice_key(b"s", "m", {"home": "a", "away": "b"}) == dice_key(b"s", "m", {"away": "b", "home": "a"})
    assert dice_key(b"s", "m", {"home": "a", "away": "b"}) != dice_key(b"s", "m", {"home": "b", "away": "a"})


def test_no_two_ways_to_split_the_same_texts_make_one_key() -> None:
    assert dice_key(b"s", "ma", {"home": "x"}) != dice_key(b"s", "m", {"home": "x"})
    assert dice_key(b"s", "m", {"home": "x", "away": ""}) != dice_key(b"s", "m", {"home": "x"})


@given(st.binary(min_size=1, max_size=32), st.integers(0, 2**40), st.integers(2, 1000))
def test_a_face_lies_on_its_die(key: bytes, index: int, sides: int) -> None:
    face, after = derive_face(key, index, sides)
    assert 1 <= face <= sides
    assert after > index


def test_house_dice_are_fair() -> None:
    house = HouseDice(b"fair")
    faces = Counter(house.take(need(8)).faces[0] for _ in range(8000))
    # 1,000 each expected; chi square with 7 degrees of freedom passes 24.3 once in a thousand keys
    assert sum((faces[face] - 1000) ** 2 / 1000 for face in range(1, 9)) < 24.3


def test_table_dice_come_in_the_order_they_were_typed() -> None:
    tape = TableDice((14, 3, 7))
    assert tape.take(need(20, 20)).faces == (14, 3)
    assert tape.unused == (7,)
    assert tape.take(need(8)).faces == (7,)


def test_table_dice_that_run_out_say_which_roll_waits() -> None:
    tape = TableDice((14,))
    with pytest.raises(NeedDice) as wanted:
        tape.take(need(20, 20))
    assert wanted.value.need.roll == "2d20"
    assert tape.unused == (14,)


@rule("KERNEL-DICE-02", "KERNEL-ILL-03")
@pytest.mark.parametrize("face", [0, 21, -1, 2**70, True, 3.0, "3", None])
def test_it_refuses_what_no_d20_shows(face: Any) -> None:
    with pytest.raises(Refused) as refused:
        TableDice((face,)).take(need(20))
    assert (refused.value.code, refused.value.field) == ("bad_die", "dice[0]")


def test_each_seat_rolls_its_own_kind() -> None:
    house, tape = HouseDice(b"key"), TableDice((5,))
    dice = SeatDice({"home": "house", "away": "table"}, "table", house, tape)
    assert dice.take(need(20, seat="home")).source == "house"
    assert dice.take(need(20, seat="away")).faces == (5,)


POOLS: list[tuple[tuple[int, ...], Keep]] = [
    ((20,), "all"),
    ((8,), "all"),
    ((20, 20), "highest"),
    ((20, 20), "lowest"),
    ((6, 6, 6), "all"),
    ((4, 8), "highest"),
    ((4, 8), "lowest"),
    ((10, 10, 4), "all"),
]


@rule("KERNEL-DICE-08")
@pytest.mark.parametrize(("sides", "keep"), POOLS)
def test_the_chance_is_that_of_all_ways_the_dice_can_fall(sides: tuple[int, ...], keep: Keep) -> None:
    falls = list(product(*(range(1, side + 1) for side in sides)))
    counted = [sum(face for face, kept in zip(faces, kept_values(faces, keep), strict=True) if kept) for faces in falls]
    for needed in range(-3, sum(sides) + 3):
        made = sum(total >= needed for total in counted)
        assert chance_at_least(sides, keep, needed) == (made, len(falls))


def test_dice_notation() -> None:
    assert notation((20,), "all") == "1d20"
    assert notation((20, 20), "highest") == "2d20kh1"
    assert notation((20, 20), "lowest") == "2d20kl1"
    assert notation((20, 8, 8), "all") == "1d20+2d8"


def test_only_one_of_equal_dice_is_kept() -> None:
    assert kept_values((7, 7), "highest") == (True, False)
    assert kept_values((9, 4, 4), "lowest") == (False, True, False)
