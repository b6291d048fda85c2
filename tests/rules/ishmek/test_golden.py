"""Golden matches and golden events: what was written once is written so, and read, for ever.

`tests/golden/ishmek/NAME.json` is a transcript written by hand from the catalogue, its numbers derived in the notes of
its steps and what it is about in their `expect`; `NAME.jsonl` is every line it prints. `events_v1.jsonl` holds an event
of each type as schema 1 wrote it, and one for each frame (the table's own events in `tests/golden/kernel/`). After a
change that is meant, `SKALD_UPDATE_GOLDEN=1 python -m pytest tests/rules/ishmek/test_golden.py` writes the lines anew;
the commit tells why each one differs. Samples of events are never written anew: a new schema gets a file of its own,
the old one takes its upcast.
"""

from __future__ import annotations

import pytest

from rules.ishmek.state import AnyFrame
from rules.ishmek.system import ISHMEK
from rules.kernel.table_events import TABLE_EVENTS
from tests.rules.every_game.frames import Frames, check_defaults
from tests.rules.every_game.golden import Goldens, Samples
from tests.rules.ishmek.arena import man, play

GOLDENS = Goldens(ISHMEK, "ISH")
FRAMES = Frames(ISHMEK, AnyFrame)
SAMPLES = {
    "ishmek": Samples(ISHMEK, "ishmek", ISHMEK.event_types),
    "kernel": Samples(ISHMEK, "kernel", TABLE_EVENTS),
}


@pytest.mark.parametrize("name", GOLDENS.names)
def test_golden_match_is_played_as_it_was_written_down(name: str) -> None:
    GOLDENS.check_played_as_written(name)


@pytest.mark.parametrize("name", GOLDENS.names)
def test_golden_log_folds_and_verifies_from_its_file_alone(name: str) -> None:
    GOLDENS.check_folds_and_verifies(name)


@pytest.mark.parametrize("name", GOLDENS.names)
def test_golden_match_says_where_its_numbers_come_from(name: str) -> None:
    GOLDENS.check_notes(name)


@pytest.mark.parametrize("name", GOLDENS.names)
def test_golden_match_states_what_it_is_about(name: str) -> None:
    GOLDENS.check_expects(name)


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
    assert wanted <= set(GOLDENS.names)
    lines = {path.stem for path in GOLDENS.folder.glob("*.jsonl")}
    assert {stem for stem in lines if not stem.startswith("events_v")} == set(GOLDENS.names)


def test_golden_matches_open_as_matches_too() -> None:
    GOLDENS.check_opens()


# Golden events


@pytest.mark.parametrize("book", SAMPLES)
def test_every_event_type_has_a_sample(book: str) -> None:
    SAMPLES[book].check_types()


def test_a_new_schema_wants_a_sample() -> None:
    assert SAMPLES["ishmek"].lacking({("stepped", 1), ("stepped", 2)}) == [("stepped", 2)]


def test_every_frame_has_a_sample() -> None:
    SAMPLES["ishmek"].check_frames(AnyFrame)


def test_every_kind_of_frame_is_on_file() -> None:
    FRAMES.check_kinds()


def test_every_field_of_every_frame_has_a_value_on_file() -> None:
    FRAMES.check_fields()


def test_every_field_of_a_frame_has_a_default() -> None:
    check_defaults(AnyFrame)


@pytest.mark.parametrize(("schema", "line"), FRAMES.cases)
def test_frame_on_file_is_read_for_ever(schema: int, line: bytes) -> None:
    FRAMES.check_read(schema, line)


@pytest.mark.parametrize(("name", "body"), [case for book in SAMPLES.values() for case in book.cases])
def test_event_of_schema_1_is_read_for_ever(name: str, body: bytes) -> None:
    SAMPLES["ishmek"].check_read(name, body)


@pytest.mark.parametrize(("name", "body"), SAMPLES["ishmek"].cases)
def test_event_of_schema_1_is_folded_for_ever(name: str, body: bytes) -> None:
    """In a match with players of those names."""
    home, away = [man("h1", (8, 4)), man("h2", (7, 4))], [man("a1", (9, 4)), man("a2", (10, 4))]
    SAMPLES["ishmek"].check_folded(play(home, away, go="h1").state, name, body)
