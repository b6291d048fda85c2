"""Skirmishes that bots play without a database, and what is counted of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from matches.simulation import playing
from matches.simulation.hachigoku import skirmish_details
from matches.simulation.playing import SETUPS
from tests.rules.every_game.rows import PASS, do
from tests.rules.hachigoku.dojo import HIT, MISS, a, act, after, attack, b, defend, disarm, moment, rest
from tests.rules.play import Play

DODGES = {"skills": {"Athletics": 2, "Kenjutsu": 3}}


def struck(*dice: int, wounds: int = 0, **more: Any) -> Callable[[], Play]:
    """Aoi's attack on Botan."""
    game = moment(8, a(8, 8), b(8, wounds=wounds, **DODGES))
    return after(game, act(), rest("b"), do(attack(**more), *dice))


@pytest.mark.parametrize(("game", "counted"), [
    (struck(*MISS), {"attack: missed": 1}),
    # with his fifth Wound he is Down: Earth 2 holds 2 Light and 2 Heavy ones; who is Down lies prone
    (after(struck(*HIT, wounds=4), PASS), {"attack: hit": 1, "down by attack": 1, "condition: prone": 1}),
    # Athletics 2/Water 2: 9 and 8 are 17 against 20
    (after(struck(*HIT), do(defend(), 9, 8)), {"attack: hit": 1, "dodge: failure": 1}),
    (after(struck(*MISS), do(disarm(weapon="katana"), 4)), {"attack: missed": 1, "weapon lost": 1}),
])  # fmt: skip
def test_what_is_counted(game: Callable[[], Play], counted: dict[str, int]) -> None:
    assert Counter(skirmish_details(game().events)) == counted


@pytest.mark.parametrize(("name", "sides", "rounds"), [("hachigoku", 6, 12), ("hachigoku_duel", 1, 20)])
def test_bots_bring_it_to_an_end_in_some_rounds(name: str, sides: int, rounds: int) -> None:
    setup = msgspec.json.decode((SETUPS / f"{name}.json").read_bytes())
    assert [len(side["characters"]) for side in setup["sides"].values()] == [sides, sides]
    order = playing.Order("hachigoku", setup, {}, "sensible", 1)
    for number in range(3):
        tally = playing.play_one(order, number)
        assert tally.termination == "one_side_left"
        assert 1 <= int(tally.clock["turn"]) <= rounds
        assert len(tally.winners) == 1
