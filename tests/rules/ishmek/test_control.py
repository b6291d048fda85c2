"""Control: taking up a loose orb, and what a missed try does."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek.events import ControlFailed, OrbControlled, OrbScattered, ReactionSpent, SrRolled
from tests.rules.every_game.rows import Played, asked, do, last, never, once, orb, played, player
from tests.rules.ishmek.arena import act, cites, let_pass, man, play, react
from tests.rules.ishmek.flights import asks_at, calm, lies, opening, rolls_to
from tests.rules.play import Play, only, rule

FAR = (12, 7)
CLUMSY = {"dex_mod": 0, "str_mod": 0}
CONTROL = act("h1", "control", orb="home")
TAKEN, LEFT = orb("home", holder="h1"), orb("home", state="loose", holder=None)


def beside(at: tuple[int, int], **h1: Any) -> Play:
    """h1 stands at (5,4), the home orb lies at `at`, nobody else is near."""
    return among(at, calm("a1", FAR), **h1)


def among(at: tuple[int, int], *others: Any, **h1: Any) -> Play:
    """The same with others."""
    mates = [one for one in others if one["id"][0] == "h"]
    theirs = [one for one in others if one["id"][0] == "a"]
    return play([calm("h1", (5, 4), **h1), *mates], theirs, orbs={"home": {"at": list(at)}}, go="h1")


def forced() -> Play:
    """a1 has pushed h1, who holds its orb, at 15 against 15, and left it in place."""
    game = play([man("h1", (5, 4))], [calm("a1", (6, 4))], orbs={"home": {"holder": "h1"}}, go="a1")
    game.do(act("a1", "push_pull", target="h1"))
    game.do(let_pass("h1"), dice=[10, 10])
    game.do({"type": "choose", "option": "leave"})
    return game


def taker_away() -> Play:
    taker = calm("a1", (5, 4), **CLUMSY)
    return play([calm("h1", FAR)], [taker], orbs={"home": {"at": [6, 4]}}, go="a1")


@pytest.mark.parametrize("case", [
    # die + prof 2
    played("ISH-CTRL-01", "in the own square: DC 5, missed at 4", lambda: beside((5, 4), **CLUMSY), do(CONTROL, 2),
        once(SrRolled, kind="control", target=5, total=4, success=False), LEFT),
    played("ISH-CTRL-01", "in the own square: DC 5, made at 5", lambda: beside((5, 4), **CLUMSY), do(CONTROL, 3),
        once(SrRolled, kind="control", target=5, total=5, success=True), TAKEN),
    # 5 + prof 2 + dex 3 = 10 vs DC 10
    *(
        played("ISH-CTRL-02 ISH-CTRL-04", f"from {at}: DC 10, and the orb is pulled in", lambda at=at: beside(at),
            do(CONTROL, 5), once(SrRolled, target=10, total=10, success=True, margin=0),
            once(OrbControlled, player="h1", at=(5, 4)), lies("home", (5, 4)), orb("home", state="controlled"), TAKEN,
            player("h1", action_used=True))
        for at in [(4, 3), (5, 3), (6, 3), (4, 4), (6, 4), (4, 5), (5, 5), (6, 5)]
    ),
    # A mate beside costs nothing; two of three opponents are adjacent: 8 + prof 2 + dex 3 − 2 × 4 vs DC 5
    played("ISH-CTRL-03 ISH-SR-05", "each adjacent opponent costs 4",
        lambda: among((5, 4), calm("h2", (4, 4)), calm("a1", (6, 4)), calm("a2", (5, 3)), calm("a3", (7, 4))),
        do(CONTROL, 8), once(SrRolled, total=5), TAKEN),
    # DC 10 + 0; 9 + prof 2 + dex 3 − 4 (a1)
    played("ISH-CTRL-03 ISH-CTRL-04 ISH-Q-40", "a forced one counts adjacent opponents too", forced,
        do({"type": "forced_control"}, 9), last(SrRolled, target=10, total=10), TAKEN),
    # 9 or 6 vs DC 10
    *(
        played("ISH-CTRL-05", f"missed by {5 - die} changes nothing", lambda: beside((6, 4)), do(CONTROL, die),
            once(ControlFailed, missed_by=5 - die), never(OrbScattered), LEFT, lies("home", (6, 4)))
        for die in (4, 1)
    ),
    # 5 or 3 vs DC 10; forward
    *(
        played("ISH-CTRL-06", f"missed by {8 - die} scatters one square", lambda: beside((6, 4), **CLUMSY),
            do(CONTROL, die, 2), once(OrbScattered, start=(6, 4), to=(7, 4), cause="h1"),
            once(ControlFailed, missed_by=8 - die))
        for die in (3, 1)
    ),
    # 5 vs DC 10; forward for away is −x
    played("ISH-CTRL-06", "as the taker looks", taker_away, do(act("a1", "control", orb="home"), 3, 2),
        rolls_to((5, 4))),
])  # fmt: skip
def test_control(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 4 + 5 − 4 (a1) = 5 vs DC 5
    played("ISH-CTRL-07", "of a made attempt", lambda: among((5, 4), man("a1", (6, 5))), opening(1, CONTROL, 4), TAKEN,
        asked("window", "a1"), let_pass("a1"), asked("go", "h1")),
    # 3 + 5 − 4 = 4 vs DC 5; 9 + 5 − 4 (h1) = 10 vs DC 10
    played("ISH-CTRL-07 ISH-CTRL-05", "of one missed by less than 5", lambda: among((5, 4), man("a1", (6, 5))),
        opening(1, CONTROL, 3), once(ControlFailed, missed_by=1), do(react("a1", "control", orb="home"), 9),
        orb("home", holder="a1")),
    # 3 + 2 = 5 vs DC 10: missed by 5; left: (6,4), which a1 reaches.
    played("ISH-CTRL-07 ISH-CTRL-06", "of a bad miss is that of the scattered square",
        lambda: among((6, 5), man("a1", (7, 4)), **CLUMSY), opening(1, CONTROL, 3, 8), rolls_to((6, 4)),
        let_pass("a1"), asked("go", "h1")),
    # 5 vs DC 10: scatters forward to (7,4), in reach of both; 9 + 5 − 4 (a1) = 10 vs DC 10; a1 may seize or push now
    played("ISH-CTRL-07 ISH-SCAT-06", "of one by Reaction",
        lambda: among((6, 4), man("h2", (7, 5)), man("a1", (8, 5)), **CLUMSY), do(CONTROL, 3, 2),
        asks_at((7, 4), "a1", "h2"), let_pass("a1"), opening(1, react("h2", "control", orb="home"), 9),
        once(ReactionSpent, player="h2"), orb("home", holder="h2"), asked("window", "a1")),
])  # fmt: skip
def test_the_window(case: Played) -> None:
    case.check()


@rule("ISH-CTRL-04", "ISH-SR-01")
def test_the_parts_of_a_control_roll_add_up() -> None:
    game = among((5, 4), calm("a1", (6, 4)), injuries=["shook"])
    # 10 + prof 2 + dex 3 + burn 2 − 4 (a1) − 2 (shook) = 11; then the injury roll 1 + 2 = 3: none
    roll = only(game.do({**CONTROL, "burn": 2}, dice=[10, 1]), SrRolled)
    assert (roll.total, sum(cites(roll).values())) == (11, 1)
