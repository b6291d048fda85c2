"""What is written never changes its shape unsaid: a field that changes wants a new schema number, an upcast, a sample.

`golden/shapes.txt` has a line for each event and schema number that was ever written: a digest of all its fields, with
their types and defaults, down into what they hold; then their names. Lines are added, never changed or taken away:
`SKALD_UPDATE_GOLDEN=1 python -m pytest tests/matches/test_event_shapes.py` adds those of new events and new numbers.
"""

import hashlib
import json
import os
from pathlib import Path

import msgspec
import pytest

from matches import event_codec
from matches.facts import FACTS, Fact
from matches.game_adapter import adapter_of
from rules.kernel.table_events import TABLE_EVENTS
from rules.registry import RULESETS
from tests.matches import GOLDEN

SHAPES = GOLDEN / "shapes.txt"
SAMPLES = Path(__file__).parents[1] / "golden"
GAMES = sorted(RULESETS)
UPDATE = os.environ.get("SKALD_UPDATE_GOLDEN") == "1"
# What an event's JSON schema says to people, and not of the bytes.
WORDS = {"title", "description"}


def kinds():
    """Every class of event that can be written, by the name that it bears in the log."""
    games = {
        event_codec.log_name(adapter_of(key), name): kind
        for key in GAMES
        for name, kind in RULESETS[key].event_types.items()
    }
    return {**TABLE_EVENTS, **FACTS, **games}


def number_of(kind):
    return int(getattr(kind, "schema", 1))


def shape_of(kind):
    """A digest of the fields of a class, and their names."""
    schema = msgspec.json.schema(kind)
    defs = schema["$defs"]
    whole = json.dumps(spelled_out(schema["$ref"], defs, ()), sort_keys=True)
    names = " ".join(field.encode_name for field in msgspec.structs.fields(kind))
    return f"{hashlib.sha256(whole.encode()).hexdigest()[:16]} {names}".strip()


def spelled_out(part, defs, within):
    """A part of a JSON schema without words for people, and with what it refers to in its place."""
    if isinstance(part, list):
        return [spelled_out(one, defs, within) for one in part]
    if isinstance(part, str) and part.startswith("#/$defs/"):
        name = part.removeprefix("#/$defs/")
        # Of a struct that holds its own kind: how many steps further out it is told.
        return within[::-1].index(name) if name in within else spelled_out(defs[name], defs, (*within, name))
    if not isinstance(part, dict):
        return part
    # A field may be called `title` as well; only a keyword of that name is a word for people.
    return {
        key: {name: spelled_out(one, defs, within) for name, one in value.items()}
        if key in {"properties", "mapping", "default"} and isinstance(value, dict)
        else spelled_out(value, defs, within)
        for key, value in part.items()
        if key not in WORDS and key != "$defs"
    }


def kept():
    """The shapes on file: (name, schema number) → shape."""
    lines = (line.split(" ", 2) for line in SHAPES.read_text(encoding="utf-8").splitlines())
    return {(name, int(number)): shape for name, number, shape in lines}


def differences(kinds, kept):
    """Each event whose shape is not on file, and each whose shape on file is another."""
    for name, kind in sorted(kinds.items()):
        there = kept.get((name, number_of(kind)))
        if there is None:
            yield f"{name} {number_of(kind)} is new: it wants a sample and a line in {SHAPES.name}"
        elif there != shape_of(kind):
            yield f"{name} {number_of(kind)} has changed: give it the next schema number, an upcast and a sample"


def written_anew():
    """The text of the file with the shapes that are new; what stands there stays."""
    now = {(name, number_of(kind)): shape_of(kind) for name, kind in kinds().items()}
    return "".join(f"{name} {number} {shape}\n" for (name, number), shape in sorted((now | kept()).items()))


def test_every_event_has_the_shape_that_it_was_written_with():
    if UPDATE:
        SHAPES.write_text(written_anew(), encoding="utf-8")
    assert list(differences(kinds(), kept())) == []


def test_every_event_that_was_ever_written_is_still_known():
    """And a log that holds it under an older number finds its way to the present one."""
    lost = {name for name, _number in kept()} - kinds().keys()
    assert lost == set()
    for key in GAMES:
        game = adapter_of(key)
        for name, number in kept():
            wire = event_codec.wire_name(game, name)
            later = range(number, number_of(game.event_types[wire])) if wire in game.event_types else ()
            assert [n for n in later if (wire, n) not in getattr(game, "upcasts", {})] == [], name


@pytest.mark.parametrize("key", GAMES)
def test_every_event_of_a_game_has_a_sample(key):
    """Of each number that its file of shapes knows; the tests of the game tell what they are read as."""
    game = adapter_of(key)
    sampled = set()
    for path in (SAMPLES / key).glob("events_v*.jsonl"):
        number = int(path.stem.removeprefix("events_v"))
        for line in path.read_bytes().splitlines():
            wire = json.loads(line)["type"]
            assert event_codec.read_event(game, event_codec.log_name(game, wire), number, line) is not None
            sampled.add((event_codec.log_name(game, wire), number))
    assert {(name, number) for name, number in kept() if name.startswith(f"{key}.")} == sampled


class Held(msgspec.Struct, frozen=True):
    name: str


class Moved(Fact, frozen=True, kw_only=True, tag="moved"):
    """Somebody moved."""

    to: int
    holder: Held | None = None


ON_FILE = {("moved", 1): shape_of(Moved)}


def moved(**fields):
    """The class `Moved` with other fields."""
    made = {"to": (int, ...), "holder": (Held | None, None)} | fields
    named = [(name, *((kind,) if default is ... else (kind, default))) for name, (kind, default) in made.items()]
    return msgspec.defstruct("Moved", named, bases=(Fact,), frozen=True, kw_only=True, tag="moved")


def test_words_for_people_may_change():
    told = moved()
    told.__doc__ = "Somebody went somewhere."
    assert list(differences({"moved": told}, ON_FILE)) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"to": (float, ...)},
        {"to": (int, 0)},
        {"holder": (Held | None, ...)},
        {"holder": (msgspec.defstruct("Held", [("name", str), ("user", str, "")], frozen=True) | None, None)},
        {"pace": (str, "walk")},
        {"pace": (str, ...)},
    ],
)
def test_a_field_that_changed_without_a_new_number_is_found(fields):
    changed = moved(**fields)
    assert list(differences({"moved": changed}, ON_FILE)) == [
        "moved 1 has changed: give it the next schema number, an upcast and a sample"
    ]
    changed.schema = 2
    assert list(differences({"moved": changed}, ON_FILE)) == [
        "moved 2 is new: it wants a sample and a line in shapes.txt"
    ]


def test_an_event_that_is_new_is_found():
    assert list(differences({"rested": Moved}, ON_FILE)) == [
        "rested 1 is new: it wants a sample and a line in shapes.txt"
    ]
