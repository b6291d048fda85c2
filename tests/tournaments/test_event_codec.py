"""What tournaments write once can be read for ever.

`tests/golden/tournaments/tournament_v1.jsonl` has a body of every event as it stands in a log; `golden/shapes.txt` a
line for each event and schema number that was ever written: lines are added, never changed.
`SKALD_UPDATE_GOLDEN=1 python -m pytest tests/tournaments/test_event_codec.py` adds the shapes of new events.
"""

import json
import os
from pathlib import Path

import msgspec

from campaigns import event_codec
from tests.matches.test_event_shapes import differences, number_of, shape_of
from tournaments.event_codec import TOURNAMENTS

SHAPES = Path(__file__).parent / "golden" / "shapes.txt"
SAMPLES = Path(__file__).parents[1] / "golden" / "tournaments"
KINDS = {event_codec.log_name(TOURNAMENTS, wire): kind for wire, kind in TOURNAMENTS.event_types.items()}


def kept():
    """The shapes on file: (name, schema number) → shape."""
    lines = (line.split(" ", 2) for line in SHAPES.read_text(encoding="utf-8").splitlines())
    return {(name, int(number)): shape for name, number, shape in lines}


def samples():
    """The bodies on file, each with its name in the log and the schema number it was written under."""
    for path in sorted(SAMPLES.glob("tournament_v*.jsonl")):
        number = int(path.stem.rpartition("_v")[2])
        for line in path.read_bytes().splitlines():
            yield event_codec.log_name(TOURNAMENTS, json.loads(line)["type"]), number, line


def test_every_event_has_the_shape_that_it_was_written_with():
    if os.environ.get("SKALD_UPDATE_GOLDEN") == "1":
        now = {(name, number_of(kind)): shape_of(kind) for name, kind in KINDS.items()}
        lines = sorted((now | (kept() if SHAPES.exists() else {})).items())
        SHAPES.write_text("".join(f"{name} {number} {shape}\n" for (name, number), shape in lines), encoding="utf-8")
    assert list(differences(KINDS, kept())) == []


def test_every_event_has_a_sample_that_is_read_as_it_was_written():
    sampled = set()
    for name, number, body in samples():
        event = event_codec.read_event(TOURNAMENTS, name, number, body)
        sampled.add((name, number))
        if number == number_of(type(event)):
            assert json.loads(event_codec.stored(TOURNAMENTS, event).body) == json.loads(body)
    assert set(kept()) == sampled


def test_every_sample_can_be_folded_on_whatever_came_before():
    events = [event_codec.read_event(TOURNAMENTS, *sample) for sample in samples()]
    whole = opening = TOURNAMENTS.evolve(None, events[0])
    for event in events[1:]:
        TOURNAMENTS.evolve(opening, event)
        whole = TOURNAMENTS.evolve(whole, event)
        assert msgspec.json.decode(msgspec.json.encode(whole), type=TOURNAMENTS.state_type) == whole
    assert whole.id == events[0].tournament
