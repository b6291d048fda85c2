"""Random battles: whatever is played, the log folds, reads back, verifies, and keeps to the rules.

A failing battle prints its seed and leaves a transcript that opens: `python manage.py transcript run FILE`. More of
them: `RANDOM_SECONDS=600 python -m pytest tests/rules/istra/test_random_battles.py`.
"""

from __future__ import annotations

import pytest

from tests.chance import random_seeds
from tests.rules.every_game.watched import (
    check_evolve_is_total,
    check_forks,
    check_reads_back,
    check_typed_dice,
    check_whole,
)
from tests.rules.istra import rosters
from tests.rules.istra.random_battles import random_battle, random_situation, watched


@random_seeds(12)
def test_random_battles_from_rosters_keep_to_the_rules(seed: int) -> None:
    with random_battle(seed) as battle:
        check_whole(battle.play(often=0.3))
        assert battle.record.outcome() is not None


@random_seeds(15)
def test_any_situation_can_be_played_on(seed: int) -> None:
    with random_situation(seed) as battle:
        check_whole(battle.play(25))


@random_seeds(6)
def test_table_dice_write_what_house_dice_write(seed: int) -> None:
    with random_battle(seed) as battle:
        check_typed_dice(battle.play(150, often=0))


@random_seeds(5)
def test_a_fork_of_any_moment_stands_where_the_battle_stood(seed: int) -> None:
    with random_battle(seed) as battle:
        check_forks(battle.play(100, often=0), 8)


@random_seeds(5)
def test_evolve_is_total_at_any_moment(seed: int) -> None:
    with random_battle(seed) as battle:
        check_evolve_is_total(battle.play(100, often=0))


@pytest.mark.parametrize(
    ("sides", "monsters", "allied"), [(2, 0, False), (3, 0, True), (4, 0, True), (6, 0, False), (1, 3, False)]
)
def test_battles_of_any_size_are_played_to_the_end(sides: int, monsters: int, allied: bool) -> None:
    setup = rosters.battle(sides, sides, 2, monsters=monsters, allied=allied)
    with watched(sides, setup=setup) as battle:
        check_whole(battle.play(often=0.1))
        state = battle.record.state
        assert state.result is not None
        assert len({model.owner for model in state.models}) == sides + bool(monsters)


@random_seeds(25)
def test_many_whole_battles_fold_verify_and_read_back(seed: int) -> None:
    """Of any size, scenario and house rules."""
    with random_battle(seed) as battle:
        check_whole(battle.play(often=0.02))
        assert battle.record.outcome() is not None
        check_reads_back(battle)
