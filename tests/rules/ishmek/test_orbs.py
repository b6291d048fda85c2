"""The states of an orb, who may handle it, and what two orbs in one place mean."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek.events import (
    OrbControlled,
    OrbDropped,
    OrbLanded,
    OrbScattered,
    OrderRolled,
    SrRolled,
    Stepped,
    WindowOpened,
)
from tests.rules.every_game.rows import PASS, Played, asked, do, each, illegal, last, once, orb, played, player, refused
from tests.rules.ishmek.arena import act, let_pass, man, play, react, step
from tests.rules.ishmek.flights import (
    EAST,
    HELD_BY_H1,
    asks_at,
    calm,
    intercept,
    lies,
    opening,
    propel,
    rolls_to,
)
from tests.rules.play import Play

FAR = calm("a1", (12, 7))
THREE = propel("h1", EAST, 3)
IN_FLIGHT, LOOSE, IN_HAND = (orb("home", state=state) for state in ("in_flight", "loose", "controlled"))
TAKES = react("h2", "control", orb="home")
DROP = {"type": "drop", "player": "h1"}


def holding(*others: Any) -> Play:
    """h1 at (5,4) has the home orb."""
    mates = [one for one in others if one["id"][0] == "h"]
    theirs = [one for one in others if one["id"][0] == "a"] or [FAR]
    return play([calm("h1", (5, 4)), *mates], theirs, orbs=HELD_BY_H1, go="h1")


def h2_at_9() -> Play:
    """h2 reaches the target of three squares, (8,4), and nothing before."""
    return holding(man("h2", (9, 4)))


def other_orb(name: str, orb: str) -> Play:
    """That orb lies beneath one of the two players."""
    other = "home" if orb == "away" else "away"
    at = {"h1": [5, 4], "a1": [11, 4]}[name]
    orbs = {orb: {"at": at}, other: {"at": [8, 7]}}
    return play([calm("h1", (5, 4))], [calm("a1", (11, 4))], orbs=orbs, go=name)


def both(**house_rules: str) -> Play:
    """h1 holds the home orb, and the away orb lies at its feet."""
    orbs = {"home": {"holder": "h1"}, "away": {"at": [5, 4]}}
    return play([calm("h1", (5, 4))], [FAR], orbs=orbs, go="h1", house_rules=house_rules)


def beneath(name: str) -> Play:
    """The home orb lies beneath somebody beside h1."""
    mates, theirs = [calm("h1", (5, 4))], [FAR]
    (mates if name == "h2" else theirs).append(calm(name, (6, 4)))
    return play(mates, theirs, orbs={"home": {"at": [6, 4]}}, go="h1")


def over_players() -> Play:
    mates, theirs = [calm("h1", (5, 4)), calm("h2", (7, 4))], [calm("a1", (6, 4)), calm("a2", (8, 4))]
    return play(mates, theirs, orbs={"home": {"holder": "h1"}, "away": {"at": [8, 4]}}, go="h1")


def scattered_onto_a1() -> Play:
    mates = [calm("h1", (5, 4), dex_mod=-3, str_mod=-3), man("h2", (6, 5))]
    return play(mates, [man("a1", (6, 4))], orbs={"home": {"at": [5, 4]}}, go="h1")


@pytest.mark.parametrize("case", [
    # 1 + prof 2 + dex 3 = 6 vs DC 5
    *(
        played("ISH-ORB-01", f"{name} may handle the {here} orb", lambda name=name, here=here: other_orb(name, here),
            do(act(name, "control", orb=here), 1), orb(here, holder=name), orb(there, holder=None))
        for name in ("h1", "a1")
        for here, there in (("home", "away"), ("away", "home"))
    ),
    played("ISH-ORB-02", "controlled it is in its holder's square and moves along", holding, IN_HAND,
        lies("home", (5, 4)), step("h1", 6, 5), once(Stepped, orbs=("home",)), lies("home", (6, 5)),
        orb("home", holder="h1")),
    played("ISH-ORB-03", "dropped it is loose and has no holder", holding, DROP, step("h1", 6, 4),
        once(OrbDropped, at=(5, 4)), orb("home", state="loose", holder=None), lies("home", (5, 4))),
    # 1 + 5 = 6 vs DC 2 × 2 = 4: margin 2, scatters ceil(2/3) = 1: forward to (8,4), beside h2.
    played("ISH-ORB-03 ISH-PROPEL-08", "scattering it is loose", h2_at_9, do(propel("h1", EAST, 2), 1, 2), LOOSE,
        asks_at((8, 4), "h2")),
    # 6 + 5 = 11 vs DC 6: margin 5. a1 reaches (6,4), (7,4) and (8,4), not the launch square; 5 + 5 = 10 vs DC 10
    played("ISH-ORB-04", "in flight until it lands, and then it wants Control", lambda: holding(man("a1", (7, 5))),
        do(THREE, 6),
        *(part for x in (6, 7, 8) for part in [IN_FLIGHT, asks_at((x, 4), "a1"), let_pass("a1")]),
        once(OrbLanded, at=(8, 4)), LOOSE, refused(intercept("a1"), "no_orb_in_flight"),
        do(react("a1", "control", orb="home"), 5), orb("home", holder="a1")),
    # 11 vs DC 6: lands in h2's square and stays. h2 sends it on: DC of a loose orb 3 × 1 = 3; 3 + 5 = 8: margin 5.
    played("ISH-ORB-04 ISH-PROPEL-03", "landed it may be propelled from the own square without Control",
        lambda: holding(man("h2", (8, 4))), do(THREE, 6), let_pass("h2"), IN_FLIGHT, let_pass("h2"), LOOSE,
        do(react("h2", "propel", orb="home", direction=[1, 0], distance=1), 3), last(SrRolled, target=3),
        lies("home", (9, 4))),
    # 11 vs DC 6: over a1 and h2 into a2's square, where the other orb lies
    played("ISH-ORB-05", "orbs share squares and players do not stop them", over_players, do(THREE, 6),
        lies("home", (8, 4)), lies("away", (8, 4)), player("a2", at=(8, 4)), LOOSE, orb("away", state="loose")),
])  # fmt: skip
def test_states(case: Played) -> None:
    case.check()


def at_once_and_before_the_window(game: Play) -> None:
    """The orb scatters as soon as it has landed, and only then a window opens."""
    kinds = [type(event) for event in game.events]
    landed = kinds.index(OrbLanded)
    assert kinds[landed + 1] is OrbScattered
    assert kinds[landed:].count(WindowOpened) == 1


@pytest.mark.parametrize("case", [
    # 11 vs DC 6: margin 5
    played("ISH-Q-58", "staying where it lands it has an intercept and a control window", h2_at_9, do(THREE, 6),
        IN_FLIGHT, asks_at((8, 4), "h2"), refused(TAKES, "orb_in_flight"), opening(1, let_pass("h2")), LOOSE,
        asks_at((8, 4), "h2"), opening(0, let_pass("h2")), lies("home", (8, 4)), asked("go", "h1")),
    # 5 + 5 = 10 vs DC 10
    played("ISH-Q-58 ISH-CTRL-02", "in the latter it is taken", h2_at_9, do(THREE, 6), let_pass("h2"), do(TAKES, 5),
        orb("home", holder="h2"), lies("home", (9, 4))),
    # 6 vs DC 6: margin 0, scatters 1. Right: (8,5), still in h2's reach
    played("ISH-Q-59", "none between landing and first scattered square", h2_at_9, do(THREE, 1), IN_FLIGHT,
        lies("home", (8, 4)), do(let_pass("h2"), 4), at_once_and_before_the_window, rolls_to((8, 5)),
        asks_at((8, 5), "h2"), do(TAKES, 5), orb("home", holder="h2")),
])  # fmt: skip
def test_windows(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    illegal("ISH-Q-60", "at most one in hand", both, act("h1", "control", orb="away"), "already_holding"),
    # 6 vs DC 5
    played("ISH-Q-60", "by house rule both", lambda: both(two_orbs="on"), do(act("h1", "control", orb="away"), 1),
        step("h1", 6, 4), each(Stepped, orbs=[("home", "away")]), orb("home", holder="h1"), orb("away", holder="h1"),
        {**DROP, "orb": "away"}, orb("home", holder="h1"), orb("away", holder=None)),
    # Beneath an opponent: 9 + 5 − 4 = 10; beneath a mate: 5 + 5 = 10; both vs DC 10.
    *(
        played("ISH-Q-79 ISH-CTRL-02 ISH-CTRL-03", f"taken from beneath {name}", lambda name=name: beneath(name),
            do(act("h1", "control", orb="home"), die), once(SrRolled, total=10), once(OrbControlled, at=(5, 4)))
        for name, die in [("a2", 9), ("h2", 5)]
    ),
    # h1: 5 + prof 2 − 3 − 4 (a1) = 0 vs DC 5: missed by 5, scatters forward into a1's square.
    # Order rolls as declared: a1 10 + 5 = 15, h2 12 + 5 = 17. h2 first: 9 + 5 − 4 (a1) = 10 vs DC 10.
    played("ISH-Q-79 ISH-REACT-04", "who stands on it has no privilege", scattered_onto_a1,
        do(act("h1", "control", orb="home"), 5, 2), lies("home", (6, 4)), react("a1", "control", orb="home"),
        do(TAKES, 10, 12, 9), PASS, each(OrderRolled, player=["a1", "h2"], total=[15, 17]),
        once(OrbControlled, player="h2"), orb("home", holder="h2"), player("a1", reaction_used=False)),
])  # fmt: skip
def test_in_whose_hands(case: Played) -> None:
    case.check()
