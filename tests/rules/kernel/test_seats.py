"""Seats: who may give which command, and which seats a match has."""

from typing import Any

from rules.kernel import table_events as te
from rules.kernel.asks import GM
from rules.kernel.record import Record, fold
from tests.rules.kernel.at_table import NO_SHADES, SECRET, SPARK, SPARK_BACK, dice, opened, refused
from tests.rules.kernel.toy import Decided, Toy
from tests.rules.play import only, rule


@rule("KERNEL-TABLE-02", "KERNEL-ILL-06")
def test_it_refuses_commands_for_another_seat() -> None:
    record = opened()
    assert refused(record, SPARK, "away", (14,)).code == "not_your_seat"
    assert refused(record, SPARK, "zebra").code == "unknown_seat"
    assert refused(record, SPARK, "standing").code == "unknown_seat"
    assert refused(record, {"type": "standing", "answer": "pass", "seat": "home"}, "away").code == "not_your_seat"
    assert refused(record, {"type": "add_salt", "seat": "zebra", "salt": "s"}, GM).code == "unknown_seat"
    record.submit(SPARK, "home")
    assert refused(record, dice(14), "away").code == "not_your_seat"


@rule("KERNEL-TABLE-02", "KERNEL-ILL-07")
def test_it_refuses_the_gms_commands_to_seats() -> None:
    record = opened()
    for command in (
        {"type": "dim", "lamp": "away", "dimness": 1},
        {"type": "rewind", "to": 2},
        {"type": "pause", "reason": "tea"},
        {"type": "resume"},
        {"type": "abandon", "reason": "rain"},
    ):
        assert refused(record, command, "home").code == "gm_only"


@rule("KERNEL-TABLE-02")
def test_the_gm_may_command_for_a_seat_and_it_is_the_gms_act() -> None:
    record = opened()
    record.submit(SPARK, GM, (3,))
    assert only(record.events, Decided).by == GM


def test_a_command_without_by_belongs_to_its_owner() -> None:
    record = opened()
    assert only(record.submit(SPARK, dice=(3,)).events, Decided).by == "home"
    assert only(record.submit({"type": "dim", "lamp": "away", "dimness": 3}).events, Decided).by == GM
    assert only(record.submit(SPARK_BACK).events, te.CommandOpened).by == "away"


class Hall(Toy):
    """A game that up to three may play: whose lamps burn, and in `upstairs` whoever came late."""

    seats = ("home", "away", "upstairs")

    def seats_played(self, state: Any) -> set[str]:
        return {lamp.id for lamp in state.lamps}


def test_a_match_has_the_seats_that_somebody_plays() -> None:
    assert opened().table.seats == ("home", "away")
    record = Record.open(Hall(), "m", position=NO_SHADES, dice={"upstairs": "house", "home": "house"}, secret=SECRET)
    assert record.table.seats == ("home", "away")
    assert record.table.dice_kinds == {"home": "house", "away": "table", GM: "table"}
    assert fold(Hall(), record.events).seats == ("home", "away")


@rule("KERNEL-TABLE-02")
def test_nobody_speaks_for_a_seat_that_the_match_has_not() -> None:
    record = Record.open(Hall(), "m", position=NO_SHADES)
    assert refused(record, SPARK, "upstairs").code == "unknown_seat"
    assert refused(record, {"type": "add_salt", "seat": "upstairs", "salt": "s"}, GM).code == "unknown_seat"
    standing = record.consider({"type": "clear_standing"}, GM)
    assert [event.seat for event in standing.events] == ["home", "away"]
