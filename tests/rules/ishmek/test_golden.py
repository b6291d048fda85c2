"""Golden matches and golden events: what was written once is written so, and read, for ever.

`tests/golden/ishmek/NAME.json` is a transcript written by hand from the catalogue, its numbers derived in the notes of
its steps; `NAME.jsonl` is every line it prints. `events_v1.jsonl` holds an event of each type as schema 1 wrote it, and
one for each frame (the table's own events in `tests/golden/kernel/`). After a change that is meant,
`SKALD_UPDATE_GOLDEN=1 python -m pytest tests/rules/ishmek/test_golden.py` writes the lines anew; the commit tells why
each one differs. Samples of events are never written anew: a new schema gets a file of its own, the old one takes
its upcast.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from eventstore.api import Sample, unsampled
from rules.ishmek.state import AnyFrame
from rules.ishmek.system import ISHMEK
from rules.kernel.audit import audit
from rules.kernel.codec import Codec
from rules.kernel.record import Record
from rules.kernel.table_events import TABLE_EVENTS
from rules.kernel.transcript import PLAYED, open_record, read_transcript, run
from rules.registry import RULESETS, rulebook
from tests.rules.ishmek.arena import man, play

GOLDEN = Path(__file__).parents[2] / "golden"
MATCHES = sorted(path.stem for path in (GOLDEN / "ishmek").glob("*.json") if path.stem != "counts")
SAMPLES: dict[str, tuple[Path, Mapping[str, Any]]] = {
    "ishmek": (GOLDEN / "ishmek" / "events_v1.jsonl", ISHMEK.event_types),
    "kernel": (GOLDEN / "kernel" / "events_v1.jsonl", TABLE_EVENTS),
}
UPDATE = os.environ.get("SKALD_UPDATE_GOLDEN") == "1"
CODEC = Codec(ISHMEK)


def printed(raw: bytes) -> tuple[list[dict[str, Any]], int]:
    """What `manage.py transcript run` prints, and its exit code."""
    lines = []
    playing = run(raw, RULESETS)
    while True:
        try:
            lines.append(next(playing))
        except StopIteration as end:
            return lines, end.value


def match_file(name: str) -> bytes:
    return (GOLDEN / "ishmek" / f"{name}.json").read_bytes()


@pytest.mark.parametrize("name", MATCHES)
def test_golden_match_is_played_as_it_was_written_down(name: str) -> None:
    lines, code = printed(match_file(name))
    assert code == PLAYED, lines[-1]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    expected = GOLDEN / "ishmek" / f"{name}.jsonl"
    if UPDATE:
        expected.write_text(text, encoding="utf-8")
    kept = expected.read_text(encoding="utf-8").splitlines()
    for place, (then, now) in enumerate(zip(kept, text.splitlines(), strict=False), 1):
        assert json.loads(now) == json.loads(then), f"{expected.name}, line {place}"
    assert len(kept) == len(lines)


@pytest.mark.parametrize("name", MATCHES)
def test_golden_log_folds_and_verifies_from_its_file_alone(name: str) -> None:
    """The lines on file are the log: they decode, fold to the state in the last line, and today's rules agree."""
    *events, last = map(json.loads, (GOLDEN / "ishmek" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    bodies = [{key: value for key, value in line.items() if key not in ("step", "n")} for line in events]
    log = [CODEC.decode(body["type"], msgspec.json.encode(body), 1) for body in bodies]
    record = Record.of_events(ISHMEK, log)
    assert json.loads(json.dumps(ISHMEK.position(record.state))) == last["state"]
    verdict = audit(ISHMEK, log)
    assert verdict.verified, str(verdict)


@pytest.mark.parametrize("name", MATCHES)
def test_golden_match_says_where_its_numbers_come_from(name: str) -> None:
    """A title, and a note at every step that rolls dice; each rule that a note names stands in the rulebook."""
    document = json.loads(match_file(name))
    assert document["title"]
    for step in document["steps"]:
        note = step.get("note", "")
        assert note or not step.get("dice"), f"{step['command']} rolls and has no note"
        for word in note.replace(",", " ").replace(":", " ").replace(";", " ").split():
            cited = f"ISH-{word.strip('().')}"
            if word[:1].isupper() and word.strip("().").replace("-", "").isalnum() and word.strip("().")[-2:].isdigit():
                assert cited in rulebook("ishmek"), f"{cited} in {note!r}"


def test_every_way_a_golden_match_can_go_is_there() -> None:
    wanted = {
        "whole_match",
        "score_shot_off_the_wall",
        "gift",
        "double_loss",
        "foul_and_ejection",
        "nested_reactions",
        "rewind",
        "forfeit",
        "extra_turns",
        "substitute_after_a_point",
    }
    assert wanted <= set(MATCHES)
    lines = {path.stem for path in (GOLDEN / "ishmek").glob("*.jsonl")}
    assert {stem for stem in lines if not stem.startswith("events_v")} == set(MATCHES)


# Golden events


def samples(book: str) -> list[tuple[str, bytes]]:
    """Type and stored bytes of each sample."""
    lines = SAMPLES[book][0].read_bytes().splitlines()
    return [(json.loads(line)["type"], line) for line in lines]


def lacking(book: str, written: set[tuple[str, int]]) -> list[tuple[str, int]]:
    """What of `written` no file of samples holds; `events_v2.jsonl` holds those of schema 2."""
    files = SAMPLES[book][0].parent.glob("events_v*.jsonl")
    found = [
        Sample(file, str(json.loads(line)["type"]), int(file.stem.removeprefix("events_v")), line, json.loads(line))
        for file in files
        for line in file.read_bytes().splitlines()
    ]
    return unsampled(written, found)


@pytest.mark.parametrize("book", SAMPLES)
def test_every_event_type_has_a_sample(book: str) -> None:
    written = {(name, CODEC.schema(name)) for name in SAMPLES[book][1]}
    assert lacking(book, written) == [], "a new event type, or a new schema of one, wants a sample of its own"


def test_a_new_schema_wants_a_sample() -> None:
    assert lacking("ishmek", {("stepped", 1), ("stepped", 2)}) == [("stepped", 2)]


def test_every_frame_has_a_sample() -> None:
    """`decided` carries frames: each kind of them stands in one of its samples."""
    found = {
        frame["frame"] for name, body in samples("ishmek") if name == "decided" for frame in json.loads(body)["push"]
    }
    assert {str(kind.__struct_config__.tag) for kind in get_args(AnyFrame)} <= found


@pytest.mark.parametrize(("name", "body"), [pytest.param(*one, id=one[0]) for book in SAMPLES for one in samples(book)])
def test_event_of_schema_1_is_read_for_ever(name: str, body: bytes) -> None:
    """It decodes, through its upcast if there is a newer schema; under schema 1 not one byte is lost."""
    event = CODEC.decode(name, body, 1)
    assert CODEC.type_of(event) == name
    if CODEC.schema(name) == 1:
        assert CODEC.encode(event) == body


@pytest.mark.parametrize(("name", "body"), [pytest.param(*one, id=one[0]) for one in samples("ishmek")])
def test_event_of_schema_1_is_folded_for_ever(name: str, body: bytes) -> None:
    """`evolve` takes it without raising, in a match with players of those names."""
    home, away = [man("h1", (8, 4)), man("h2", (7, 4))], [man("a1", (9, 4)), man("a2", (10, 4))]
    state = play(home, away, go="h1").state
    assert isinstance(ISHMEK.evolve(state, CODEC.decode(name, body, 1)), ISHMEK.state_type)


def test_golden_matches_open_as_matches_too() -> None:
    for name in MATCHES:
        document = read_transcript(match_file(name), RULESETS)
        assert open_record(document, ISHMEK).pending().asks
