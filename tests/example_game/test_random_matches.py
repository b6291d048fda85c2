"""Random matches of Ring, played by its bots and looked at after each command."""

from __future__ import annotations

from tests.chance import random_seeds
from tests.example_game import invariants
from tests.example_game.mat import SETUP
from tests.example_game.ring.system import RING
from tests.rules.every_game import watched

WATCHER = watched.Watcher(RING, invariants)


@random_seeds(5)
def test_random_matches_keep_to_the_rules(seed: int) -> None:
    with WATCHER.match(seed, {}, setup=SETUP, house_rules={"winded_brace": "on" if seed % 2 else "off"}) as match:
        match.play()
        watched.check_whole(match)
        watched.check_reads_back(match)
        watched.check_typed_dice(match)
        watched.check_forks(match, 5)
        watched.check_evolve_is_total(match)
        watched.check_redaction(match)
