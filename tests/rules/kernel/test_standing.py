"""Standing answers, proved with the toy."""

from typing import Any

import pytest

from rules.kernel import table_events as te
from rules.kernel.asks import GM
from rules.kernel.errors import RunawayLoop
from tests.rules.kernel.at_table import PASS, SPARK, SPARK_BACK, dice, opened
from tests.rules.kernel.toy import Decided, SparkRolled
from tests.rules.play import all_of, names, only, rule


def standing(answer: str, until: str = "match", seat: str = "away", **more: Any) -> dict[str, Any]:
    return {"type": "standing", "answer": answer, "until": until, "seat": seat, **more}


@rule("KERNEL-TABLE-06")
def test_a_standing_pass_lets_windows_go_by() -> None:
    record = opened(position={"turn": "home"})
    record.submit(standing("pass"), "away")
    step = record.submit(SPARK, "home", (3,))
    assert [event.by for event in all_of(step.events, Decided)] == ["home", "standing"]
    assert [ask.seat for ask in record.pending().asks] == ["away"]


@rule("KERNEL-TABLE-06")
def test_a_standing_pass_does_not_play_ones_turn_and_auto_does() -> None:
    record = opened()
    record.submit(standing("pass"), "away")
    assert len(all_of(record.submit(SPARK, dice=(3,)).events, Decided)) == 1
    step = record.submit(standing("auto"), "away", (4,))
    assert [event.by for event in all_of(step.events, Decided)] == ["standing"]
    assert only(step.events, SparkRolled).total == 4


@rule("KERNEL-TABLE-06")
def test_a_standing_answer_answers_what_is_asked_already() -> None:
    record = opened(position={"turn": "home"})
    record.submit(SPARK, "home")
    step = record.submit(standing("pass"), "away", (3,))
    assert names(step.events) == ["standing_set", "spark_rolled", "turn_passed"]


@rule("KERNEL-TABLE-06")
def test_a_standing_answer_that_needs_dice_waits_as_a_standing_one() -> None:
    record = opened(position={"turn": "home"})
    record.submit(standing("pass"), "away")
    step = record.submit(SPARK, "home")
    assert names(step.events) == ["spark_declared", "command_opened"]
    assert only(step.events, te.CommandOpened) == te.CommandOpened(by="standing", command=PASS)
    assert step.need is not None
    done = record.submit(dice(3), "home")
    assert [event.by for event in all_of(done.events, Decided)] == ["standing"]


def test_dice_typed_with_a_command_serve_the_standing_answers_after_it() -> None:
    record = opened(position={"turn": "home", "lamps": [{"id": "home"}, {"id": "away", "dimness": 12}]})
    record.submit(standing("pass"), "away")
    step = record.submit(SPARK, "home", (2,))
    assert only(step.events, te.DiceEntered).faces == (2,)
    assert only(step.events, te.DiceEntered).by == "standing"
    assert step.need is not None
    assert step.need.purpose == "soot"
    assert record.submit(dice(5)).left == ()


@rule("KERNEL-TABLE-06")
@pytest.mark.parametrize(("until", "answered"), [("go", 1), ("turn", 1), ("match", 2)])
def test_a_standing_answer_lasts_for_its_span(until: str, answered: int) -> None:
    lamps = [{"id": "home"}, {"id": "away", "shades": 9}]
    record = opened(position={"lamps": lamps, "turn": "home"})
    record.submit(standing("pass", until), "away")
    record.submit(SPARK, "home", (3,))
    record.submit(SPARK_BACK, "away")
    record.submit({"type": "pass", "player": "home"}, "home", (3,))
    record.submit(SPARK, "home", (3,) if answered == 2 else ())
    assert sum(event.by == "standing" for event in all_of(record.events, Decided)) == answered


@rule("KERNEL-TABLE-06")
def test_a_standing_answer_is_taken_back() -> None:
    record = opened(position={"turn": "home"})
    record.submit(standing("pass"), "away")
    record.submit({"type": "clear_standing"}, "away")
    record.submit(SPARK, "home")
    assert record.pending().asks[0].window


def test_a_standing_answer_of_another_player_does_not_count() -> None:
    record = opened(position={"turn": "home"})
    record.submit(standing("pass", player="somebody"), "away")
    record.submit(SPARK, "home")
    assert record.pending().asks[0].window


def test_the_gm_leaves_standing_answers_for_all_seats() -> None:
    record = opened(position={"turn": "home"})
    step = record.submit({"type": "standing", "answer": "pass"}, GM)
    assert [event.seat for event in step.events] == ["home", "away"]
    assert [event.seat for event in record.submit({"type": "clear_standing"}, GM).events] == ["home", "away"]


@rule("KERNEL-TABLE-03")
def test_no_standing_answer_is_given_while_paused_and_they_go_on_after_it() -> None:
    record = opened(position={"turn": "home"})
    record.submit(standing("pass"), "away")
    record.submit({"type": "pause", "reason": "tea"}, GM)
    assert len(all_of(record.submit(SPARK, GM).events, Decided)) == 1
    step = record.submit({"type": "resume"}, GM, (3,))
    assert names(step.events) == ["play_resumed", "spark_rolled", "turn_passed"]


@rule("KERNEL-TABLE-05")
def test_standing_answers_lapse_with_a_rewind() -> None:
    record = opened(position={"turn": "home"})
    record.submit(standing("pass"), "away")
    record.submit({"type": "rewind", "to": 2}, GM)
    assert record.table.standing == ()


@rule("KERNEL-Q-03")
def test_the_gms_answer_counts_and_the_standing_one_stays() -> None:
    record = opened(position={"turn": "home"})
    record.submit(SPARK, "home")
    record.submit({"type": "pause", "reason": "tea"}, GM)
    record.submit(standing("pass"), "away")
    record.submit({"type": "shade", "seat": "away"}, GM, (8,))  # 8 − 5 misses by 7
    assert [event.by for event in all_of(record.events, Decided)] == ["home", GM]
    assert len(record.table.standing) == 1


def test_standing_answers_without_end_are_an_error_and_no_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.kernel.table.AUTO_LIMIT", 5)
    record = opened()
    record.submit(standing("auto", seat="home"), "home", (3,))
    with pytest.raises(RunawayLoop):
        record.submit(standing("auto"), "away", (3,) * 40)
