"""Golden matches and golden events: what was written once is written so, and read, for ever.

`tests/golden/hachigoku/NAME.json` is a transcript written by hand from the catalogue, its numbers derived in the notes
of its steps; `NAME.jsonl` is every line it prints. After a change that is meant, `SKALD_UPDATE_GOLDEN=1 python -m
pytest tests/rules/hachigoku/test_golden.py` writes the lines anew; the commit tells why each one differs. Samples of
events are never written anew.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import get_args

import pytest

from rules.hachigoku.state import AnyFrame, Skirmish, Termination
from rules.hachigoku.system import HACHIGOKU
from tests.rules.every_game.frames import Frames, check_defaults
from tests.rules.every_game.golden import Goldens, Samples
from tests.rules.hachigoku.dojo import a, b, fighter, held_by, moment

GOLDENS = Goldens(HACHIGOKU, "HAC")
FRAMES = Frames(HACHIGOKU, AnyFrame)
SAMPLES = Samples(HACHIGOKU, "hachigoku", HACHIGOKU.event_types)


@pytest.mark.parametrize("name", GOLDENS.names)
class TestMatches:
    def test_it_is_played_as_it_was_written_down(self, name: str) -> None:
        GOLDENS.check_played_as_written(name)

    def test_its_log_folds_and_verifies_from_its_file_alone(self, name: str) -> None:
        GOLDENS.check_folds_and_verifies(name)

    def test_it_says_where_its_numbers_come_from_and_what_it_is_about(self, name: str) -> None:
        GOLDENS.check_notes(name)
        GOLDENS.check_expects(name)
        for step, cited in GOLDENS.rolling(name):
            assert cited, f"{step['command']} rolls, and its note names no rule"


def test_golden_matches_show_how_each_skirmish_ends() -> None:
    outcomes = [GOLDENS.lines_of(name)[-1]["outcome"] for name in GOLDENS.names]
    assert {outcome["termination"] for outcome in outcomes if outcome} == set(get_args(Termination))


def test_golden_matches_open_as_matches_too() -> None:
    GOLDENS.check_opens()


# Golden events


def test_every_event_type_and_every_frame_has_a_sample() -> None:
    SAMPLES.check_types()
    pushed = (kind for kind in get_args(AnyFrame) if kind is not Skirmish)  # which lies at the bottom from the first
    SAMPLES.check_frames(reduce(or_, pushed))


def test_every_kind_of_frame_is_on_file() -> None:
    FRAMES.check_kinds()


def test_every_field_of_a_frame_has_a_default() -> None:
    check_defaults(AnyFrame)


def test_every_field_of_every_frame_has_a_value_on_file() -> None:
    FRAMES.check_fields()


@pytest.mark.parametrize(("schema", "line"), FRAMES.cases)
def test_frame_on_file_is_read_for_ever(schema: int, line: bytes) -> None:
    FRAMES.check_read(schema, line)


@pytest.mark.parametrize(("name", "body"), SAMPLES.cases)
def test_event_of_schema_1_is_read_for_ever(name: str, body: bytes) -> None:
    SAMPLES.check_read(name, body)
    held = fighter("c", "crane", 5, conditions=[held_by("b")])
    SAMPLES.check_folded(moment(8, a(8, 3), b(8), held)().state, name, body)
