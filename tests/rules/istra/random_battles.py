"""Random battles, watched: bots play from rosters or from any situation, and every invariant is checked on the way."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.istra.commands import Deploy
from rules.istra.system import ISTRA
from rules.kernel.asks import GM
from tests.rules.every_game.watched import Watcher
from tests.rules.istra import invariants, rosters
from tests.rules.istra.situations import situation

BOTS = ("sample", "sensible")
WATCHER = Watcher(ISTRA, invariants, unlisted=(Deploy,))


def watched(seed: int, **opening: Any) -> Any:
    """A battle, which bot plays for whom drawn from the seed."""
    rng = Random(seed)
    return WATCHER.match(seed, {seat: rng.choice(BOTS) for seat in (*ISTRA.seats, GM)}, **opening)


def random_battle(seed: int) -> Any:
    """From rosters, deployment and all."""
    return watched(seed, setup=rosters.any_battle(seed), house_rules=rosters.house_rules(seed))


def random_situation(seed: int) -> Any:
    """From a position in which anything may have happened, but not so that it would begin with a new turn's dice."""
    position = situation(seed)
    here = {one["id"] for side in position["sides"].values() for one in side["models"] if "pos" in one}
    if here <= {one["model"] for one in position["nominations"]}:
        position["nominations"] = []
    return watched(seed, position=position, house_rules=rosters.house_rules(seed))
