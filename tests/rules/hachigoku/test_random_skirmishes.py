"""Random Skirmishes: whatever is played, the log folds, reads back, verifies, and keeps to the rules.

A failing match prints its seed and leaves a transcript that opens.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rules.hachigoku.system import HACHIGOKU
from rules.kernel.asks import GM
from rules.kernel.errors import Refused
from tests.chance import random_seeds
from tests.rules.every_game.invariants import check_refusal
from tests.rules.every_game.watched import Watcher, check_reads_back, check_redaction, check_typed_dice, check_whole
from tests.rules.hachigoku import invariants, rosters
from tests.rules.hachigoku.dojo import KATANA, Json, fighter
from tests.rules.play import rule

BOTS = ("sample", "sensible")
WATCHER = Watcher(HACHIGOKU, invariants, listed=("sample",))


def watched(seed: int, **opening: Any) -> Any:
    """A Skirmish, which bot plays for whom drawn from the seed."""
    rng = Random(seed)
    return WATCHER.match(seed, {seat: rng.choice(BOTS) for seat in (*HACHIGOKU.seats, GM)}, **opening)


@random_seeds(10)
def test_random_skirmishes_keep_to_the_rules(seed: int) -> None:
    with watched(seed, setup=rosters.any_skirmish(seed), house_rules=rosters.house_rules(seed)) as match:
        check_whole(match.play(often=0.2))


@random_seeds(4)
def test_random_skirmishes_read_back(seed: int) -> None:
    with watched(seed, setup=rosters.any_skirmish(seed)) as match:
        check_reads_back(match.play(limit=120, often=0))
        check_typed_dice(match)
        check_redaction(match)


def any_order(state: Any, rng: Random) -> Json:
    """Something a GM may do, sensible or not."""
    names = [*(one.id for one in state.characters), "nobody"]
    one, other = rng.choice(names), rng.choice(names)
    conditions = ("prone", "unaware", "stunned", "unconscious", "immobilized", "unseen")
    number = rng.randint(-1, 6)
    newcomer = {key: value for key, value in fighter(f"new{rng.randint(0, 99)}", "boar").items() if key != "dice"}
    return rng.choice([
        {"type": "set_range", "ranges": [[one, other, number]]},
        {"type": "set_cover", "character": one, "cover": rng.choice(("none", "partial", "total"))},
        {"type": "set_condition", "character": one, "condition": rng.choice(conditions), "ended": rng.random() < 0.3},
        {"type": "adjust", "figure": one, "field": rng.choice(("wounds", "height", "honor_points")), "value": number},
        {"type": "fall", "character": one, "levels": number},
        {"type": "grant_honor", "character": one, "points": number},
        {"type": "leave", "character": one},
        {"type": "join", "fighter": {**newcomer, "weapons": [KATANA]}},
        {"type": "next_scene"},
        {"type": "set_ambush", "ambushers": [one]},
        {"type": "minor_action", "character": one, "text": "…"},
    ])  # fmt: skip


@rule("HAC-RANGE-09", "HAC-INIT-17", "HAC-Q-95")
@random_seeds(6)
def test_whatever_the_gm_does_the_skirmish_stays_a_possible_one(seed: int) -> None:
    rng = Random(seed)
    with watched(seed, setup=rosters.any_skirmish(seed)) as match:
        for _ in range(150):
            if not match.record.pending().asks:
                return
            match.go_on()
            if rng.random() < 0.3:
                try:
                    match.interfere(any_order(match.record.state, rng))
                except Refused as refused:
                    check_refusal(HACHIGOKU.key, refused)
        check_reads_back(match)
