"""Transcripts that say what they expect: what is compared with what, and what is told of a difference."""

import json
from typing import Any

import pytest

from rules.kernel.expectations import at_path, matches
from rules.kernel.transcript import NOT_AS_EXPECTED, PLAYED, REFUSED, run
from rules.registry import RULESETS
from tests.rules.kernel.test_transcript import SPARK, error, played, transcript

AWAY_SPARK: dict[str, Any] = {"command": {"type": "spark", "seat": "away"}}
GOES_ON = {"lamps": [{"id": "home"}, {"id": "away"}]}
"""A spark of home's waits here for away's window; one of the `transcript` above rolls at once."""


def told(document: dict[str, Any], code: int = NOT_AS_EXPECTED) -> list[dict[str, Any]]:
    """The differences that a transcript ends with."""
    lines, ended = played(document)
    assert ended == code, lines[-1]
    return [line["failed"] for line in lines if "failed" in line]


def spark(expect: dict[str, Any], dice: tuple[int, ...] = (14,)) -> dict[str, Any]:
    """A transcript of one spark, which dims away's lamp to 13 and ends the match, and what it expects."""
    return transcript({**SPARK, "dice": list(dice), "expect": expect})


def test_it_works() -> None:
    expect = {
        "events": [{"type": "spark_rolled", "total": 14, "success": True}, {"type": "dimmed", "dimness": 13}],
        "state": {"lamps.away.dimness": 13, "away": {"shades": 0}, "turns": 2},
        "asks": [],
        "outcome": {"termination": "dark", "winner": "home"},
    }
    lines, code = played(spark(expect))
    assert code == PLAYED
    assert lines == played(transcript(SPARK))[0]  # nothing more is printed than without


def test_the_end_of_the_match_is_expected_at_the_end_of_the_document() -> None:
    lit = {"type": "lit", "n": 2}
    end = {"outcome": {"winner": "home", "score": {"away": 13}}, "events": [lit, {"type": "dimmed"}]}
    assert told(transcript(SPARK, expect=end), PLAYED) == []
    assert told(transcript(SPARK, expect={"outcome": None})) == [
        {
            "step": 0,
            "field": "expect.outcome",
            "message": "the match is over",
            "expected": None,
            "found": {"termination": "dark", "winner": "home", "score": {"home": 10, "away": 13}, "winners": []},
        }
    ]


# Events


@pytest.mark.parametrize(
    "events",
    [
        [],
        [{"type": "dimmed"}],
        [{"type": "spark_declared"}, {"type": "turn_passed"}],
        [{"type": "spark_rolled", "dice": [[20, 14, True]], "against": "", "reroll_of": None}],
        [{"type": "spark_rolled", "n": 4}],
    ],
)
def test_other_events_may_stand_between_and_a_default_is_a_value(events: list[Any]) -> None:
    assert told(spark({"events": events}), PLAYED) == []


def test_events_in_another_order_are_not_as_expected() -> None:
    assert told(spark({"events": [{"type": "turn_passed"}, {"type": "dimmed"}]})) == [
        {
            "step": 0,
            "field": "steps[0].expect.events[1]",
            "message": "there is no dimmed here",
            "expected": {"type": "dimmed"},
            "found": ["decided"],
        }
    ]


def test_a_difference_names_the_event_and_the_field() -> None:
    assert told(spark({"events": [{"type": "spark_rolled", "total": 15, "dice": [[20, 15, True]]}]})) == [
        {
            "step": 0,
            "field": f"steps[0].expect.events[0].{field}",
            "message": f"event 4, spark_rolled: {field} is 14, expected 15",
            "expected": 15,
            "found": 14,
        }
        for field in ("total", "dice[0][1]")
    ]


@pytest.mark.parametrize(
    ("pattern", "found"),
    [({"a": True}, {"a": 1}), ({"a": 0}, {"a": False}), ({"a": None}, {}), ({"a": []}, {"a": [1]}), ([1], [1, 2])],
)
def test_alike_is_not_equal(pattern: Any, found: Any) -> None:
    assert matches(found, found)
    assert not matches(pattern, found)


EXACT = [{"type": name} for name in ("spark_declared", "spark_rolled", "dimmed", "turn_passed")]


def test_exactly_these_events() -> None:
    assert told(spark({"events_exactly": EXACT}), PLAYED) == []
    assert told(spark({"events_exactly": [*EXACT, {"type": "decided"}]}), PLAYED) == []


@pytest.mark.parametrize("events", [[], EXACT[:-1], [*EXACT, EXACT[0]], EXACT[::-1]])
def test_exactly_these_events_and_no_others(events: list[Any]) -> None:
    (difference,) = told(spark({"events_exactly": events}))
    assert difference["field"].startswith("steps[0].expect.events_exactly")


# State


def test_a_path_leads_by_names_ids_and_numbers() -> None:
    state = {"lamps": [{"id": "a", "at": [1, 2]}, {"id": "b", "at": [3, 4]}], "score": {"a": 7}}
    assert at_path(state, "lamps.b.at") == [3, 4]
    assert at_path(state, "lamps.0.at.1") == 2
    assert at_path(state, "b.at.0") == 3
    assert at_path(state, "score.a") == 7


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("away.dimness", "away.dimness is 13, expected 12"),
        ("lamps.zebra.dimness", "there is no lamps.zebra.dimness, expected 12"),
        ("lamps.7", "there is no lamps.7, expected 12"),
        ("zebra", "there is no zebra, expected 12"),
        ("turns.x", "there is no turns.x, expected 12"),
    ],
)
def test_a_state_that_is_otherwise(path: str, message: str) -> None:
    (difference,) = told(spark({"state": {path: 12}}))
    assert (difference["field"], difference["message"]) == (f"steps[0].expect.state.{path}", message)
    assert ("found" in difference) is ("there is no" not in message)


def test_a_state_has_the_fields_that_it_leaves_out() -> None:
    position = {
        "teams": {side: {"players": [{"id": f"{side}1", "at": [x, 4]}]} for side, x in (("home", 3), ("away", 9))}
    }
    expect = {"state": {"home1.prone": False, "home1.injuries": [], "home1.cast_mod": None, "away1": {"at": [9, 4]}}}
    document = {"ruleset": "ishmek", "position": {**position, "go": "home1"}, "expect": expect}
    lines = list(run(json.dumps(document).encode(), RULESETS))
    assert "prone" not in json.dumps(lines[-1]["state"])
    assert "state" in lines[-1]


def test_an_id_that_two_things_have_wants_the_whole_path() -> None:
    shared = {"lamps": [{"id": "x", "a": 1}], "others": [{"id": "x", "a": 2}]}
    assert at_path(shared, "others.x.a") == 2
    with pytest.raises(Exception, match="write the whole path"):
        at_path(shared, "x.a")


# Asks


def test_everybody_who_is_asked_is_named() -> None:
    waits = transcript(AWAY_SPARK, position={"lamps": GOES_ON["lamps"], "turn": "away"})
    window = {"seat": "home", "kind": "window", "rule": "TOY-WINDOW-01"}
    found = played(waits)[0][-1]["pending"]["asks"]
    assert [ask["seat"] for ask in found] == ["home"]
    for asks in ([window], [{"seat": "home", "window": True}], [{}]):
        assert told({**waits, "expect": {"asks": asks}}, PLAYED) == []
    for asks in ([], [{"seat": "away"}], [window, window], [{"seat": "home", "window": False}]):
        (difference,) = told({**waits, "expect": {"asks": asks}})
        assert difference["found"] == [{"seat": "home", "kind": "window", "rule": "TOY-WINDOW-01", "player": "home"}]


# Refusals


def test_an_expected_refusal_changes_nothing_and_the_next_step_follows() -> None:
    refused = {**AWAY_SPARK, "expect": {"refused": "not_your_turn", "state": {"turns": 1}, "asks": [{"seat": "home"}]}}
    lines, code = played(transcript(refused, SPARK))
    assert code == PLAYED
    own = next(line["refused"] for line in lines if "refused" in line)
    assert (own["step"], own["code"], own["expected"]) == (0, "not_your_turn", True)
    without = [line for line in lines if "refused" not in line]
    assert [{**line, "step": 0} if line.get("step") == 1 else line for line in without] == played(transcript(SPARK))[0]


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"code": "not_your_turn", "rule": "TOY-TURN-01"}, None),
        ({"code": "not_your_turn", "rule": "TOY-TURN-02"}, "TOY-TURN-01"),
        ("match_over", None),
        ({"code": "not_your_turn", "field": "seat"}, ""),
    ],
)
def test_a_refusal_for_another_reason_is_not_as_expected(wanted: Any, field: str | None) -> None:
    document = transcript({**AWAY_SPARK, "expect": {"refused": wanted}})
    if isinstance(wanted, dict) and field is None:
        assert told(document, PLAYED) == []
        return
    (difference,) = told(document)
    assert difference["found"]["code"] == "not_your_turn"
    assert "It is the other's turn." in difference["message"]


def test_what_was_to_be_refused_and_is_not_ends_it() -> None:
    (difference,) = told(transcript({**SPARK, "expect": {"refused": "not_your_turn"}}, SPARK))
    assert difference["field"] == "steps[0].expect.refused"
    assert difference["message"] == "this is allowed, expected a refusal with not_your_turn"
    assert told(transcript({**SPARK, "dice": [], "expect": {"refused": "not_your_turn"}}))  # dice are not asked for


def test_a_bad_die_is_a_refusal_too() -> None:
    refused = {**SPARK, "dice": [21], "expect": {"refused": {"code": "bad_die", "field": "dice[0]"}}}
    assert told(transcript(refused, SPARK), PLAYED) == []


def test_an_unexpected_refusal_still_ends_it_with_2() -> None:
    assert played(transcript({**AWAY_SPARK, "expect": {"state": {"turns": 1}}}))[1] == REFUSED
    assert played(transcript(AWAY_SPARK, expect={"outcome": None}))[1] == REFUSED


def test_a_position_that_is_to_be_refused() -> None:
    bad = {"lamps": [{"id": "home", "dimness": -1}, {"id": "away"}]}
    document = transcript(position=bad, expect={"refused": {"code": "bad_position", "field": "lamps"}})
    lines, code = played(document)
    assert code == PLAYED
    assert [line["refused"]["code"] for line in lines] == ["bad_position"]
    assert told({**document, "expect": {"refused": "bad_setup"}})[0]["found"] == {"code": "bad_position"}
    assert told({**document, "position": GOES_ON})[0]["step"] == -1


# What is told, and what cannot be read


def test_all_differences_of_a_step_are_told_and_no_step_is_played_after_it() -> None:
    expect = {"state": {"turns": 7}, "outcome": None, "events": [{"type": "shaded"}]}
    lines, code = played(transcript({**SPARK, "expect": expect}, {**SPARK, "dice": []}))
    assert code == NOT_AS_EXPECTED
    assert [line["failed"]["field"] for line in lines[-3:]] == [
        "steps[0].expect.events[0]", "steps[0].expect.state.turns", "steps[0].expect.outcome"
    ]  # fmt: skip
    assert lines[-4]["type"] == "decided"  # what happened is printed first


@pytest.mark.parametrize(
    ("expect", "field"),
    [
        (7, "expect"),
        ({"evnts": []}, "expect.evnts"),
        ({"events": {}}, "expect.events"),
        ({"events": [7]}, "expect.events[0]"),
        ({"events": [{}]}, "expect.events[0].type"),
        ({"events": [{"type": "sparkled"}]}, "expect.events[0].type"),
        ({"events": [{"type": "dimmed", "dimnes": 3}]}, "expect.events[0].dimnes"),
        ({"events_exactly": [{"type": "dimmed"}, {"type": "lit", "lamp": 3}]}, "expect.events_exactly[1].lamp"),
        ({"state": []}, "expect.state"),
        ({"state": {"": 1}}, "expect.state."),
        ({"state": {"a..b": 1}}, "expect.state.a..b"),
        ({"state": {"a": 1.5}}, "expect.state.a"),
        ({"asks": [{"seet": "home"}]}, "expect.asks[0].seet"),
        ({"asks": None}, "expect.asks"),
        ({"outcome": {"looser": "home"}}, "expect.outcome.looser"),
        ({"refused": ""}, "expect.refused"),
        ({"refused": {"rule": "TOY-TURN-01"}}, "expect.refused.code"),
        ({"refused": "x", "events": [{"type": "lit"}]}, "expect.events"),
    ],
)
def test_an_expectation_that_cannot_be_read_names_its_place(expect: Any, field: str) -> None:
    assert error(transcript(SPARK, {**SPARK, "expect": expect}))["field"] == f"steps[1].{field}"
    assert error(transcript(expect=expect))["field"] == field


def test_steps_after_a_setup_that_is_to_be_refused_cannot_be_read() -> None:
    assert error(transcript(SPARK, expect={"refused": "bad_position"}))["field"] == "expect.refused"
    assert error(transcript(expect={"refused": "bad_position", "asks": []}))["field"] == "expect.refused"
