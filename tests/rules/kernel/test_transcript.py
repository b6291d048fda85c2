"""Transcripts: what is printed, and with which exit code."""

import json
from typing import Any

import pytest

from rules.kernel.errors import Malformed
from rules.kernel.transcript import DICE_LEFT, DICE_WANTED, PLAYED, REFUSED, UNREADABLE, read_transcript, run
from tests.rules.kernel.toy import TOY
from tests.rules.play import rule

RULESETS = {"toy": TOY}
LAMPS = [{"id": "home"}, {"id": "away", "dimness": 12, "shades": 0}]
SPARK: dict[str, Any] = {"command": {"type": "spark", "seat": "home"}, "dice": [14]}


def transcript(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"ruleset": "toy", "position": {"lamps": LAMPS}, "steps": list(steps), **more}


def played(document: Any) -> tuple[list[dict[str, Any]], int]:
    """The lines of a transcript (a document, or the bytes of one) and its exit code."""
    raw = document if isinstance(document, bytes) else json.dumps(document).encode()
    lines: list[dict[str, Any]] = []
    playing = run(raw, RULESETS)
    while True:
        try:
            lines.append(next(playing))
        except StopIteration as end:
            json.dumps(lines, allow_nan=False)
            return lines, end.value


def error(document: Any) -> dict[str, str]:
    """The one line of a document that cannot be read."""
    lines, code = played(document)
    assert code == UNREADABLE
    assert len(lines) == 1
    found: dict[str, str] = lines[0]["error"]
    assert found["code"] == "malformed"
    assert found["message"]
    return found


def test_it_works() -> None:
    lines, code = played(transcript(SPARK))
    assert code == PLAYED
    assert [(line.get("step"), line.get("n"), line.get("type")) for line in lines[:-1]] == [
        (-1, 1, "match_opened"),
        (-1, 2, "lit"),
        (0, 3, "spark_declared"),
        (0, 4, "spark_rolled"),
        (0, 5, "dimmed"),
        (0, 6, "turn_passed"),
        (0, 7, "decided"),
    ]
    assert lines[3]["dice"] == [[20, 14, True]]
    assert lines[-1]["state"]["lamps"][1]["dimness"] == 13
    assert lines[-1]["outcome"] == {"termination": "dark", "winner": "home", "score": {"home": 10, "away": 13}}
    assert lines[-1]["pending"] == {"id": 7}


def test_the_last_line_says_who_must_decide() -> None:
    lines, code = played(transcript())
    assert code == PLAYED
    assert lines[-1]["pending"]["asks"][0]["seat"] == "home"
    assert lines[-1]["outcome"] is None
    assert lines[-1]["state"]["agenda"] == [{"frame": "turn", "seat": "home"}]


def test_a_setup_and_house_rules() -> None:
    lines, code = played({"ruleset": "toy", "setup": {"lamps": LAMPS}, "house_rules": {"shade": 3}, "steps": []})
    assert code == PLAYED
    assert lines[1]["state"]["rules"] == {"shade": 3}


def test_a_refusal_ends_it_with_2() -> None:
    lines, code = played(transcript({"command": {"type": "spark", "seat": "away"}, "dice": [3]}))
    assert code == REFUSED
    refused = {
        "step": 0,
        "code": "not_your_turn",
        "rule": "TOY-TURN-01",
        "message": "It is the other's turn.",
        "hint": "Wait.",
    }
    assert lines[-1] == {"refused": refused}
    assert [line["type"] for line in lines[:-1]] == ["match_opened", "lit"]


@rule("KERNEL-TABLE-02")
def test_a_refusal_of_the_wrong_seat() -> None:
    lines, code = played(transcript({**SPARK, "by": "away"}))
    assert code == REFUSED
    assert lines[-1]["refused"]["code"] == "not_your_seat"


def test_the_gm_may_give_any_command() -> None:
    lines, code = played(transcript({**SPARK, "by": "gm"}))
    assert code == PLAYED
    assert lines[-2]["by"] == "gm"


def test_a_bad_position_is_refused_before_the_first_step() -> None:
    lines, code = played(transcript(position={"lamps": [{"id": "home", "dimness": -1}, {"id": "away"}]}))
    assert code == REFUSED
    assert [line["refused"]["step"] for line in lines] == [-1]
    assert lines[0]["refused"]["code"] == "bad_position"


def test_missing_dice_end_it_with_3_and_open_nothing() -> None:
    lines, code = played(transcript({**SPARK, "dice": []}))
    assert code == DICE_WANTED
    need = lines[-1]["need"]
    assert (need["step"], need["purpose"], need["roll"], need["target"]) == (0, "spark", "1d20", 12)
    assert need["chance"] == [9, 20]
    assert "command_opened" not in [line.get("type") for line in lines]


def test_dice_left_over_end_it_with_4_and_name_step_and_dice() -> None:
    lines, code = played(transcript({**SPARK, "dice": [14, 3, 5]}))
    assert code == DICE_LEFT
    assert (lines[-1]["left"]["step"], lines[-1]["left"]["dice"]) == (0, [3, 5])
    assert lines[-2]["type"] == "lit"


def test_dice_are_for_their_own_step_only() -> None:
    calm = transcript({**SPARK, "dice": [3]}, {"command": {"type": "spark", "seat": "away"}}, position={"lamps": LAMPS})
    lines, code = played(calm)
    assert code == PLAYED  # the away spark waits for home's window, not for dice
    assert lines[-1]["pending"]["asks"][0]["kind"] == "window"


@rule("KERNEL-DICE-02")
def test_a_face_the_die_has_not_is_refused() -> None:
    lines, code = played(transcript({**SPARK, "dice": [21]}))
    assert code == REFUSED
    assert (lines[-1]["refused"]["code"], lines[-1]["refused"]["field"]) == ("bad_die", "dice[0]")


def test_house_dice_follow_from_the_secret_and_reveal_it() -> None:
    document = transcript({"command": SPARK["command"]}, dice={"home": "house"}, secret="0f" * 16)
    first, code = played(document)
    assert code == PLAYED
    assert played(document)[0] == first
    roll = next(line for line in first if line.get("type") == "spark_rolled")
    assert roll["source"] == "house"
    assert played({**document, "secret": "0e" * 16})[0][0]["commitment"] != first[0]["commitment"]


def test_table_commands_are_steps_too() -> None:
    steps = [
        {"command": {"type": "pause", "reason": "tea"}},
        {"command": {"type": "resume"}},
        {"command": {"type": "rewind", "to": 2, "reason": "again"}},
    ]
    lines, code = played(transcript(*steps))
    assert code == PLAYED
    assert [line["type"] for line in lines[2:-1]] == ["play_paused", "play_resumed", "rewound"]


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        (b"", "line 1, column 1"),
        (b"{", "line 1, column 2"),
        (b'{"ruleset": "toy",\n  "steps": [}', "line 2, column 13"),
        (b'\xef\xbb\xbf{"ruleset": "toy"}', "line 1, column 1"),
        (b"\xff\xfe{\x00", "line 1, column 1"),
        (b'{"ruleset":\n "t\xffoy"}', "line 2, column 4"),
        (b'{"a": 1} {}', "line 1, column 10"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_json_names_line_and_column(raw: bytes, place: str) -> None:
    assert error(raw)["field"] == place


@pytest.mark.parametrize(
    "raw",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"ruleset": "toy", "setup": ' + b'{"a":' * 5_000 + b"1" + b"}" * 5_000 + b"}",
        b'{"ruleset": "toy", "setup": {"a": NaN}, "steps": []}',
        b'{"ruleset": "toy", "setup": {"a": -Infinity}, "steps": []}',
        b'{"ruleset": "toy", "setup": {"a": 1e999}, "steps": []}',
        b'{"ruleset": "toy", "setup": {"a": ' + b"9" * 10_000 + b'}, "steps": []}',
        b"null",
        b"[]",
        b'"toy"',
        b"12",
    ],
)
def test_what_cannot_be_read_is_an_error_and_no_traceback(raw: bytes) -> None:
    error(raw)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"ruleset": "chess"}, "ruleset"),
        ({"ruleset": None}, "ruleset"),
        ({"setup": {}}, "setup"),
        ({"position": None}, "setup"),
        ({"position": []}, "position"),
        ({"positoin": {}}, "positoin"),
        ({"steps": {}}, "steps"),
        ({"steps": [7]}, "steps[0]"),
        ({"steps": [{}]}, "steps[0].command"),
        ({"steps": [{**SPARK, "dise": []}]}, "steps[0].dise"),
        ({"steps": [{**SPARK, "dice": [3.5]}]}, "steps[0].dice[0]"),
        ({"steps": [{**SPARK, "dice": [2**63]}]}, "steps[0].dice[0]"),
        ({"steps": [{**SPARK, "dice": "14"}]}, "steps[0].dice"),
        ({"steps": [{**SPARK, "by": "zebra"}]}, "steps[0].by"),
        ({"steps": [SPARK, {"command": {"type": "sprak"}}]}, "steps[1].command.type"),
        ({"steps": [SPARK, {"command": {}}]}, "steps[1].command.type"),
        ({"steps": [{"command": {"type": []}}]}, "steps[0].command.type"),
        ({"steps": [{"command": {"type": "spark", "seat": 3}}]}, "steps[0].command.seat"),
        ({"steps": [{"command": {"type": "spark", "seat": "home", "lamp": 1}}]}, "steps[0].command.lamp"),
        ({"steps": [{"command": {"type": "rewind", "to": "x"}}]}, "steps[0].command.to"),
        ({"steps": [{**SPARK, "note": "\ud800"}]}, "steps[0].note"),
        ({"house_rules": {"shade": "many"}}, "house_rules.shade"),
        ({"house_rules": {"shadow": 1}}, "house_rules.shadow"),
        ({"position": {"lamps": [{"id": "home"}]}}, "position.lamps"),
        ({"position": {"lamps": [{"id": "home"}, {"id": "away", "skill": 1.5}]}}, "position.lamps[1].skill"),
        ({"position": {"lampz": []}}, "position.lampz"),
        ({"dice": {"zebra": "house"}}, "dice.zebra"),
        ({"dice": {"home": "house"}}, "secret"),
        ({"dice": {"home": "loaded"}}, "dice.home"),
        ({"secret": "xyz"}, "secret"),
        ({"salts": {"zebra": "x"}}, "salts.zebra"),
    ],
)
def test_a_malformed_document_names_the_field(change: dict[str, Any], field: str) -> None:
    assert error({**transcript(), **change})["field"] == field


def test_a_field_given_twice_is_malformed() -> None:
    assert error(b'{"ruleset": "toy", "ruleset": "toy", "setup": {}, "steps": []}')["field"] == "ruleset"


def test_nothing_is_played_of_a_file_whose_last_command_cannot_be_read() -> None:
    with pytest.raises(Malformed, match=r"steps\[1\]\.command"):
        read_transcript(json.dumps(transcript(SPARK, {"command": {"type": "sprak"}})).encode(), RULESETS)
