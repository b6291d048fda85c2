"""Golden battles and golden events: what was written once is written so, and read, for ever.

`tests/golden/istra/NAME.json` is a transcript written by hand from the catalogue, its numbers derived in the notes of
its steps and what it is about in their `expect` (but `house_dice`, which bots played); `NAME.jsonl` is every line it
prints. `events_v1.jsonl` holds an event of each type as schema 1 wrote it, and one for each frame. After a change that
is meant, `SKALD_UPDATE_GOLDEN=1 python -m pytest tests/rules/istra/test_golden.py` writes the lines anew; the commit
tells why each one differs. Samples of events are never written anew: a new schema gets a file of its own, the old one
takes its upcast.
"""

from __future__ import annotations

from typing import get_args

import pytest

from rules.istra.scenarios import FURNISHED
from rules.istra.state import AnyFrame, Trigger
from rules.istra.system import ISTRA
from tests.rules.every_game.frames import Frames, check_defaults
from tests.rules.every_game.golden import Goldens, Samples
from tests.rules.istra.battles import man, placed, position

GOLDENS = Goldens(ISTRA, "IST")
FRAMES = Frames(ISTRA, AnyFrame)
EVENTS = Samples(ISTRA, "istra", ISTRA.event_types)


@pytest.mark.parametrize("name", GOLDENS.names)
def test_golden_battle_is_played_as_it_was_written_down(name: str) -> None:
    GOLDENS.check_played_as_written(name)


@pytest.mark.parametrize("name", GOLDENS.names)
def test_golden_log_folds_and_verifies_from_its_file_alone(name: str) -> None:
    GOLDENS.check_folds_and_verifies(name)


@pytest.mark.parametrize("name", GOLDENS.names)
def test_golden_battle_says_where_its_numbers_come_from(name: str) -> None:
    GOLDENS.check_notes(name)
    for step, cited in GOLDENS.rolling(name):
        assert cited, f"{step['command']} rolls, and its note names no rule"


@pytest.mark.parametrize("name", GOLDENS.names)
def test_golden_match_states_what_it_is_about(name: str) -> None:
    GOLDENS.check_expects(name)


def test_golden_battles_show_how_each_scenario_ends() -> None:
    found = set()
    for name in GOLDENS.names:
        lines = GOLDENS.lines_of(name)
        scenario = next(line["scenario"] for line in lines if line["type"] == "battle_opened")
        if lines[-1]["outcome"]:
            found.add((scenario.get("name", "annihilation"), lines[-1]["outcome"]["termination"]))
    assert {name for name, termination in found if termination == "goal"} == set(FURNISHED)
    assert {termination for _, termination in found} == {"goal", "turns", "conceded", "abandoned"}


def test_golden_battles_open_every_window() -> None:
    opened = {
        line["trigger"]
        for name in GOLDENS.names
        for line in GOLDENS.lines_of(name)
        if line.get("type") == "window_opened"
    }
    assert opened == set(get_args(Trigger))


def test_golden_battles_open_as_matches_too() -> None:
    GOLDENS.check_opens()


# Golden events


def test_every_event_type_has_a_sample() -> None:
    EVENTS.check_types()


def test_every_frame_has_a_sample() -> None:
    EVENTS.check_frames(AnyFrame)


def test_every_kind_of_frame_is_on_file() -> None:
    FRAMES.check_kinds()


def test_every_field_of_every_frame_has_a_value_on_file() -> None:
    FRAMES.check_fields()


def test_every_field_of_a_frame_has_a_default() -> None:
    check_defaults(AnyFrame)


@pytest.mark.parametrize(("schema", "line"), FRAMES.cases)
def test_frame_on_file_is_read_for_ever(schema: int, line: bytes) -> None:
    FRAMES.check_read(schema, line)


@pytest.mark.parametrize(("name", "body"), EVENTS.cases)
def test_event_of_schema_1_is_read_for_ever(name: str, body: bytes) -> None:
    EVENTS.check_read(name, body)


@pytest.mark.parametrize(("name", "body"), EVENTS.cases)
def test_event_of_schema_1_is_folded_for_ever(name: str, body: bytes) -> None:
    state = placed(position([man("a1", (800, 400))], [man("b1", (900, 400))], engaged=[["a1", "b1"]]))
    EVENTS.check_folded(state, name, body)
