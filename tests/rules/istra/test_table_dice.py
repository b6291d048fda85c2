"""Dice typed in at the table: as they come, with a slip mended, and beside the house's."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra.system import ISTRA
from rules.kernel.audit import audit
from rules.kernel.errors import Refused
from rules.kernel.record import Record
from tests.rules.istra.battles import Json, man, position
from tests.rules.play import rule

MELEE = {"type": "melee", "model": "anna", "target": "bert"}


def duel(**dice: Any) -> Record:
    """anna acts, in contact with bert; all dice are typed unless told otherwise."""
    armed: Json = {"equipment": ["one_handed"]}
    here = position(
        [man("anna", (1000, 1000), **armed)],
        [man("bert", (1100, 1000), **armed)],
        engaged=[["anna", "bert"]],
        active="anna",
    )
    return Record.open(ISTRA, "dice", position=here, dice=dice, secret=bytes(32) if "house" in dice.values() else b"")


def health(record: Record, name: str) -> int:
    return next(model.health for model in record.state.models if model.id == name)


@rule("IST-DICE-01")
def test_dice_are_typed_as_they_come():
    record = duel()
    assert record.submit(MELEE).need.purpose == "attack"
    (ask,) = record.pending().asks
    assert (ask.kind, ask.seat, ask.options["need"]["by"]) == ("dice", "s1", "anna")
    need = record.submit({"type": "dice", "faces": [12]}).need
    assert (need.purpose, need.seat, need.target, need.chance) == ("defence", "s2", 17, (9, 20))
    record.submit({"type": "dice", "faces": [6]})
    assert (health(record, "bert"), health(record, "anna")) == (3, 20)


def test_a_slip_is_mended_before_the_last_die():
    record = duel()
    record.submit(MELEE, dice=(12,))
    record.submit({"type": "correct_dice", "index": 0, "face": 2, "reason": "it lay on the rulebook"})
    record.submit({"type": "dice", "faces": [6]})
    assert (health(record, "bert"), health(record, "anna")) == (20, 9)
    assert audit(ISTRA, list(record.events)).verified


def test_nothing_else_happens_while_dice_are_wanted():
    record = duel()
    record.submit(MELEE, dice=(12,))
    with pytest.raises(Refused) as caught:
        record.submit({"type": "end_activation", "model": "anna"})
    assert caught.value.code == "dice_wanted"


@rule("IST-ILL-37")
@pytest.mark.parametrize("faces", [(0, 6), (21, 6), (12, 21)])
def test_it_refuses_a_face_that_no_d20_has(faces: tuple[int, ...]):
    record = duel()
    before = record.version
    with pytest.raises(Refused) as caught:
        record.submit(MELEE, dice=faces)
    assert (caught.value.code, record.version) == ("bad_die", before)


def test_one_seat_types_its_dice_and_the_other_has_the_house_roll():
    record = duel(s1="table", s2="house", gm="house")
    assert record.submit(MELEE).need.by == "anna"
    record.submit({"type": "dice", "faces": [12]})
    rolls = [event for event in record.events if getattr(event, "dice", None) and hasattr(event, "source")]
    assert [roll.source for roll in rolls] == ["table", "house"]
    assert audit(ISTRA, list(record.events)).verified
