"""What a step carries: the table after its events is the log folded, and whoever takes it over stands there."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel import table_events as te
from rules.kernel.agenda import Window
from rules.kernel.asks import GM
from rules.kernel.record import Record, fold
from tests.rules.kernel import toy
from tests.rules.kernel.at_table import PASS, SECRET, SPARK, SPARK_BACK, dice, opened
from tests.rules.kernel.toy import TOY

WAGER = {"type": "wager", "seat": "home", "amount": 2}
SHADE = {"type": "shade", "seat": "away"}
PASS_BACK = {"type": "pass", "player": "home"}
AUTO = {"type": "standing", "answer": "auto", "seat": "away", "until": "match"}
# A match each: commands, who gives them, and the dice typed with them. Who sparks is asked first, then may be shaded.
MATCHES: dict[str, list[tuple[dict[str, Any], str, tuple[int, ...]]]] = {
    "a window, and a roll that misses by ten": [(SPARK, "", ()), (SHADE, "", (1, 4)), (SPARK_BACK, "", ())],
    "a roll that waits twice": [(SPARK, "", ()), (SHADE, "", ()), (dice(1), "", ()), (dice(6), "", ())],
    "dice typed with a command that waits": [(SPARK, "", ()), (SHADE, "", (1,)), (dice(6), "", ())],
    "a slip that is mended": [
        (SPARK, "", ()),
        (SHADE, "", (1,)),
        ({"type": "correct_dice", "index": 0, "face": 2}, "", ()),
    ],
    "a secret": [(WAGER, "", (3,)), ({**WAGER, "seat": "away"}, "", ())],
    "standing answers, several to a step": [(AUTO, "away", ()), (SPARK, "", (14,)), (PASS_BACK, "", (3,))],
    "a standing answer taken back": [(AUTO, "away", ()), ({"type": "clear_standing"}, GM, ())],
    "a rewind": [(SPARK, "", ()), (PASS, "", (14,)), ({"type": "rewind", "to": 4}, GM, ()), (PASS, "", (2, 3))],
    "a rewind while a roll waits": [(SPARK, "", ()), (PASS, "", ()), ({"type": "rewind", "to": 4}, GM, ())],
    "a pause": [({"type": "pause", "reason": "tea"}, GM, ()), ({"type": "resume"}, GM, ())],
    "a salt": [({"type": "add_salt", "seat": "home", "salt": "pepper"}, "home", ())],
    "an end": [({"type": "dim", "lamp": "away", "dimness": 13}, GM, ())],
    "no end": [(SPARK, "", ()), (PASS, "", ()), ({"type": "abandon", "reason": "fire"}, GM, ())],
}


@pytest.mark.parametrize("kinds", [{}, {"home": "house"}, {"home": "house", "away": "house"}])
@pytest.mark.parametrize("name", MATCHES)
def test_the_table_after_a_step_is_its_log_folded(name: str, kinds: dict[str, te.DiceKind]) -> None:
    record = opened(position={"turn": "home"}, dice=kinds, secret=SECRET if kinds else b"")
    for command, by, faces in MATCHES[name]:
        if kinds and command["type"] in ("dice", "correct_dice"):
            break  # nothing waits where the house rolls
        step = record.submit(command, by, () if kinds else faces)
        assert step.after is record.table
        assert fold(TOY, record.events) == record.table
    for version in range(1, record.version + 1):
        assert record.state_at(version) == fold(TOY, record.events[:version]).state
        assert record.table_at(version) == fold(TOY, record.events[:version])


def test_a_record_of_a_log_stands_where_the_match_stood() -> None:
    for steps in MATCHES.values():
        record = opened(position={"turn": "home"})
        for command, by, faces in steps:
            record.submit(command, by, faces)
        assert Record.of_events(TOY, record.events).table == record.table


def test_the_last_word_is_part_of_the_step() -> None:
    record = opened(dice={"home": "house"}, secret=SECRET)
    step = record.consider({"type": "abandon", "reason": "fire"}, GM)
    assert step.events == (te.MatchAbandoned(by=GM, reason="fire"), te.SecretRevealed(secret=SECRET.hex()))
    assert step.after is not None
    assert (step.after.version, step.after.secret) == (record.version + 2, SECRET.hex())
    assert record.table.secret == ""


def test_it_refuses_to_take_over_a_step_from_another_moment() -> None:
    record = opened(position={"turn": "home"})
    early = record.consider(SPARK)
    record.submit(WAGER, "", (3,))
    before = record.table
    with pytest.raises(ValueError, match="where the match stands"):
        record.take_over(early)
    assert record.table is before
    assert len(record.events) == before.version


def test_a_step_stays_as_it_is_when_the_match_goes_on() -> None:
    record = opened(position={"turn": "home"})
    step = record.submit(SPARK)
    version, state = step.after.version, step.after.state  # type: ignore[union-attr]  # a step of a table has one
    record.add([te.PlayPaused(by=GM, reason="tea")])
    record.submit({"type": "resume"}, GM)
    assert step.after is not None
    assert (step.after.version, step.after.state, step.after.paused) == (version, state, "")


@pytest.mark.parametrize(
    ("struct", "command", "by", "faces"),
    [
        (toy.Spark("home"), SPARK, "home", (14,)),
        (toy.Spark("home"), SPARK, "", ()),
        (toy.Wager("home", 2), WAGER, "home", ()),
        (toy.Dim("away", 12), {"type": "dim", "lamp": "away", "dimness": 12}, GM, ()),
        (te.Pause(reason="tea"), {"type": "pause", "reason": "tea"}, GM, ()),
    ],
)
def test_a_command_may_come_as_its_struct(
    struct: Any, command: dict[str, Any], by: str, faces: tuple[int, ...]
) -> None:
    record = opened()
    assert record.consider(struct, by, faces) == record.consider(command, by, faces)


def test_the_seat_that_is_asked_first_follows_from_what_is_pending() -> None:
    record = opened(position={"turn": "home"})
    assert TOY.asked(record.state) == "home"
    record.submit(SPARK)
    assert isinstance(record.state.agenda[-1], Window)
    assert TOY.asked(record.state) == "away"
