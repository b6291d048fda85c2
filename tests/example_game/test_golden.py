"""Golden matches and golden events of Ring."""

from __future__ import annotations

import shutil
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from tests.example_game.mat import mat
from tests.example_game.ring.state import AnyFrame, Gripping, Hold, Turn
from tests.example_game.ring.system import RING
from tests.rules.every_game import golden
from tests.rules.every_game.folds import Folds
from tests.rules.every_game.frames import check_defaults
from tests.rules.every_game.golden import Goldens, Samples

GOLDENS = Goldens(RING, "RING")
SAMPLES = Samples(RING, "ring", RING.event_types)


def busy() -> Any:
    """Blue is winded and beside the edge; it is turn 4."""
    return mat(6, 7, winded="blue", turn=3).state


def told(state: Any) -> dict[str, Any]:
    """A situation in a flat form: `red at`, `turn`."""
    position = RING.position(state)
    wrestlers = {f"{one['id']} {field}": value for one in position.pop("wrestlers") for field, value in one.items()}
    return wrestlers | position


FOLDS = Folds(RING, "match_created", busy, told)


@pytest.mark.parametrize("name", GOLDENS.names)
class TestMatches:
    def test_it_is_played_as_it_was_written_down(self, name: str) -> None:
        GOLDENS.check_played_as_written(name)

    def test_its_log_folds_and_verifies_from_its_file_alone(self, name: str) -> None:
        GOLDENS.check_folds_and_verifies(name)

    def test_it_says_where_its_numbers_come_from_and_what_it_is_about(self, name: str) -> None:
        GOLDENS.check_notes(name)
        GOLDENS.check_expects(name)


def test_golden_matches_open_as_matches_too() -> None:
    GOLDENS.check_opens()


def test_every_event_type_and_every_frame_has_a_sample() -> None:
    SAMPLES.check_types()
    SAMPLES.check_frames(Turn | Gripping | Hold)


def test_every_field_of_a_frame_has_a_default() -> None:
    check_defaults(AnyFrame)


def test_a_sample_that_is_lacking_is_taken_from_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(GOLDENS.folder, tmp_path, dirs_exist_ok=True)
    (tmp_path / "events_v1.jsonl").unlink()
    monkeypatch.setattr(golden, "UPDATE", True)
    samples = copy(SAMPLES)
    samples.folder = tmp_path
    samples.check_types()
    samples.check_frames(Turn | Gripping | Hold)


@pytest.mark.parametrize(("name", "body"), SAMPLES.cases)
def test_event_of_schema_1_is_read_for_ever(name: str, body: bytes) -> None:
    SAMPLES.check_read(name, body)
    SAMPLES.check_folded(busy(), name, body)


def test_there_is_a_line_for_each_sample() -> None:
    FOLDS.check_lines()


@pytest.mark.parametrize(("line", "fold"), FOLDS.cases)
def test_event_of_schema_1_means_what_it_meant(line: bytes, fold: dict[str, Any]) -> None:
    FOLDS.check(line, fold)
