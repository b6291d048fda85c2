"""Sequences of legal commands, counted: a changed number is a changed rule, and the commit that changes it says which.

The numbers lie in `tests/golden/counts/ishmek.json`. When a rule was meant to change, write them anew with
`SKALD_UPDATE_GOLDEN=1 python -m pytest tests/rules/ishmek/test_counts.py` and explain every one that differs. All dice
of a sequence fall as `rules.kernel.playout.FixedDice`. Two of the positions are small enough to be counted by hand.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.ishmek.system import ISHMEK
from rules.kernel.playout import count_legal
from tests.rules.every_game.counting import Counts
from tests.rules.ishmek.arena import mage, man, match, play
from tests.rules.ishmek.flights import calm, propel
from tests.rules.ishmek.scrum import HELD, defend, duel
from tests.rules.play import Play, rule


def alone() -> Play:
    """h1 in the open with one square of movement; nobody near, nothing in reach. Home picks first in every turn."""
    once = {"initiative": "once_per_match"}
    return play([man("h1", (8, 4), speed=5)], [calm("a1", (12, 7))], go="h1", first_team="home", house_rules=once)


def corner() -> Play:
    """h1, prone, holds its orb beside the corner behind the away vessel, with a mage's spells and one opponent near."""
    home = [mage("h1", (16, 3), prone=True, prof=2, cast_mod=1, dex_mod=0)]
    return play(home, [calm("a1", (15, 3))], orbs={"home": {"holder": "h1"}}, go="h1")


def carrier() -> Play:
    """h1 holds an orb in midfield; an opponent beside it may answer every step."""
    return play([man("h1", (8, 4), speed=10)], [man("a1", (10, 5))], orbs={"home": {"holder": "h1"}}, go="h1")


def flight() -> Play:
    """The home orb flies past two who may intercept it, one of whom may redirect it too."""
    home, away = [man("h1", (6, 4))], [man("a1", (8, 4), prof=2, dex_mod=0), man("a2", (8, 5))]
    game = play(home, away, orbs={"home": {"holder": "h1"}}, go="h1")
    game.do(propel("h1", (1, 0), 3), dice=[20])
    return game


def shove() -> Play:
    """h1 has won a push by 13 against the holder of an orb in the open: the floor, or a shove of up to two squares."""
    game = duel(orbs=HELD)
    game.do({"type": "act", "player": "h1", "name": "push_pull", "target": "a1", "ability": "str"})
    game.do(defend("a1", ability="str"), dice=[17, 6])
    return game


def one_each() -> Play:
    """Nobody has placed: one player a side."""
    return match()


def three_each() -> Play:
    """Three players a side to be placed, home first."""
    return match(*([man(f"{side}{n}") for n in (1, 2, 3)] for side in "ha"), house_rules={"placement": "home_first"})


POSITIONS: dict[str, tuple[Callable[[], Play], int]] = {
    "alone": (alone, 3),
    "corner": (corner, 2),
    "carrier": (carrier, 2),
    "flight": (flight, 4),
    "shove": (shove, 2),
    "one_each": (one_each, 1),
    "three_each": (three_each, 1),
}
"""Each position and how many commands deep it is counted."""
COUNTS = Counts(ISHMEK, POSITIONS)


@pytest.mark.parametrize("name", POSITIONS)
def test_as_many_sequences_of_legal_commands_as_ever(name: str) -> None:
    COUNTS.check(name)


def test_every_number_on_file_is_counted() -> None:
    COUNTS.check_file()


@rule("ISH-MOVE-01", "ISH-MOVE-04", "ISH-BURN-03", "ISH-DASH-01")
def test_alone_in_the_open_counted_by_hand() -> None:
    """Depth 1: 8 steps, burn for 1 or 2 squares, dash (as the Action only), end: 12.

    Depth 2, by the first command:
        a step (8)   no movement is left: burn 1, burn 2, dash, end                8 × 4 = 32
        burn 1       8 steps, one more burn of 1, dash, end                            11
        burn 2       8 steps, dash, end                                                10
        dash         8 steps, burn 1, burn 2, end                                      11
        end          a1 is the only one left to pick                                    1
                                                                                  sum 65
    """
    state = alone().state
    assert count_legal(ISHMEK, state, 1) == 12
    assert count_legal(ISHMEK, state, 2) == 65


@rule("ISH-START-01", "ISH-ARENA-08", "ISH-Q-10")
def test_placements_counted_by_hand() -> None:
    """One each: either team may go first, on one of 7 squares: 14, and the other then has 7: 98.

    Three each, home first: 7 · 6 · 5 = 210 ways, less the 3! = 6 that fill all three scoring squares: 204.
    """
    assert count_legal(ISHMEK, one_each().state, 1) == 14
    assert sum(1 for _ in ISHMEK.legal(one_each().state)) * 7 == 98
    assert count_legal(ISHMEK, three_each().state, 1) == 204


@rule("ISH-PUSH-04", "ISH-PUSH-05", "ISH-Q-38", "ISH-Q-39")
def test_a_shove_counted_by_hand() -> None:
    """h1 (8,4) won by 13 against a1 (9,4): up to floor(13 / 5) = 2 squares.

    push     1 or 2 squares straight on                                                        2
    pull 1   a free square beside both: (8,3), (9,3), (8,5), (9,5)                             4
    pull 2   on from (8,3): (7,3), (7,4), (9,3), (9,4); from (9,3): (8,3), (9,4); same below: 12
    floor    where it stands, or one of the 7 free squares around it                       1 + 7
                                                                                          sum 26
    """
    game = shove()
    legal = [move for move in ISHMEK.legal(game.state) if move.player == "h1"]
    one = [move.path for move in legal if move.option == "pull" and len(move.path) == 1]
    assert set(one) == {((8, 3),), ((9, 3),), ((8, 5),), ((9, 5),)}
    assert sum(move.option == "push" for move in legal) == 2
    assert sum(move.option == "floor" for move in legal) == 8
    assert len(legal) == count_legal(ISHMEK, game.state, 1) == 26


def test_counting_tells_one_rule_from_another() -> None:
    """The number is a fingerprint: with other house rules it is another."""
    home, away = [man("h1", (8, 4), speed=5), man("h2", (9, 4))], [calm("a1", (12, 7))]
    plain, passing = (
        count_legal(ISHMEK, play(home, away, go="h1", house_rules={"pass_allies": switch}).state, 1)
        for switch in ("off", "on")
    )
    assert plain == passing  # one square of movement is too few to pass a mate
    home[0]["speed"] = 10
    plain, passing = (
        count_legal(ISHMEK, play(home, away, go="h1", house_rules={"pass_allies": switch}).state, 1)
        for switch in ("off", "on")
    )
    assert passing == plain + 1
