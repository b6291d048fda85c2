"""Shoves that are crossed on their way, and the windows that open along it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek import events as ev
from tests.rules.every_game.rows import PASS, Played, asked, do, never, once, orb, played, player
from tests.rules.ishmek.arena import let_pass, man, react
from tests.rules.ishmek.scrum import HELD, choose, defend, duel, forced, pushes
from tests.rules.play import Play, all_of

QUIET = {"reaction_used": True}
WON_BY_3, WON_BY_10, WON_BY_15 = pushes(13, 12), pushes(11, 3), pushes(16, 3)
GO = asked("go", "h1")


def holding(*h2: int, **more: Any) -> Play:
    """a1 holds the away orb; h2 may be near."""
    return duel(orbs=HELD, home=[man("h2", h2)] if h2 else [], **more)


def square_by_square(game: Play) -> None:
    """Every push went one square, one of them from (10,4)."""
    moves = [(moved.start, moved.to) for moved in all_of(game.events, ev.Pushed)]
    assert {max(abs(start[0] - to[0]), abs(start[1] - to[1])) for start, to in moves} == {1}
    assert (10, 4) in [start for start, _ in moves]


@pytest.mark.parametrize("case", [
    # two squares; in (10,4): 20 + 3 = 23 against 4, down to (10,6)
    played("ISH-PUSH-12 ISH-PROPEL-07", "a holder may propel the orb away in passing and owes no roll", holding,
        WON_BY_10, let_pass("h1"),
        do(react("a1", "propel", orb="away", ability="str", direction=[0, 1], distance=2), 20),
        orb("away", state="loose", at=(10, 6)), player("a1", at=(11, 4)), never(ev.ForcedControlled), GO),
    # three squares; a1 at (10,4), below it h2, which wins by 2 or by 17
    *(
        played("ISH-REACT-03 ISH-PUSH-12", f"another push {option} crosses it",
            lambda: duel(a1=QUIET, home=[man("h2", (10, 5), str_mod=3)]), WON_BY_15, let_pass("h1"),
            react("h2", "push_pull", target="a1", ability="str"), do(defend("a1", ability="str"), *dice),
            choose("push", player="h2", **option), PASS, square_by_square, GO)
        for dice, option in [((10, 10), {}), ((19, 4), {"squares": 2})]
    ),
    # three squares earned; 12 + 3 = 15 against 10 + 5
    played("ISH-Q-40 ISH-PUSH-06", "a shorter one shakes the orb less", holding, WON_BY_15, choose("push", squares=1),
        do(forced(), 12), orb("away", holder="a1")),
    # two squares; 20 + 3 − 4 for h1 beside (8,5) = 19 against 10 + 10; one square, right
    played("ISH-PUSH-06 ISH-Q-39", "a pull of two squares counts ten feet", holding, WON_BY_10,
        choose("pull", path=[[9, 5], [8, 5]]), PASS, do(forced(), 20, 4), PASS, once(ev.ForcedControlled, dc=20),
        orb("away", at=(8, 6))),
    # lost by 5
    played("ISH-PUSH-09 ISH-Q-45 ISH-Q-40", "an actor against a wall stays and stumbles all the same",
        lambda: duel({"at": [8, 7]}, {"at": [8, 6]}), pushes(5, 12), do(choose("push"), 19),
        player("h1", at=(8, 7), prone=True), never(ev.Pushed)),
])  # fmt: skip
def test_shove(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # lost by 3: 10 − 3 is needed; 11 + 3 − 4 × 2 = 6, one less; 9 + 5 − 4 = 10 against 10
    played("ISH-PUSH-07 ISH-CTRL-07 ISH-Q-41", "an orb loose after a free roll", lambda: holding(10, 5),
        pushes(10, 15), do(forced(), 11), asked("window", "h2", "a1"), let_pass("a1"),
        do(react("h2", "control", orb="away", ability="dex"), 9), orb("away", holder="h2")),
    # won by 5, against the wall; 14 + 3 − 4 × 2 = 9 against 10
    played("ISH-Q-40 ISH-PUSH-06 ISH-CTRL-07", "an orb loose after a shove that moved nobody",
        lambda: duel({"at": [15, 2]}, {"at": [16, 2]}, home=[man("h2", (16, 1))], orbs=HELD), pushes(6, 3),
        let_pass("h1"), do(forced(), 14), orb("away", state="loose", at=(16, 2)), asked("window", "h2")),
    played("ISH-PUSH-02 ISH-PUSH-12 ISH-REACT-01", "the last square of a push",
        lambda: duel(home=[man("h2", (11, 5))]), WON_BY_3, let_pass("h1"), player("a1", at=(10, 4)),
        asked("window", "h2", "a1")),
    # left of home: the orb rolls to (10,3). h2 is beside a1, not beside the orb; first the scattered square, then a1's
    played("ISH-PUSH-12 ISH-Q-41", "the last square also when the orb was lost without a roll",
        lambda: holding(11, 5, a1=QUIET), WON_BY_3, do(let_pass("h1"), 8), asked("window", "h2"), let_pass("h2"),
        asked("window", "h2"), let_pass("h2"), GO),
])  # fmt: skip
def test_its_windows(case: Played) -> None:
    case.check()
