"""The states of an orb and who may handle it; how a loose one rolls: the d8, walls and corners, who may stop it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek.events import (
    ControlFailed,
    OrbControlled,
    OrbDropped,
    OrbInVessel,
    OrbLanded,
    OrbScattered,
    OrderRolled,
    SrRolled,
    Stepped,
    WindowOpened,
)
from tests.rules.every_game.rows import (
    PASS,
    Played,
    asked,
    count,
    do,
    each,
    illegal,
    last,
    once,
    orb,
    passing,
    played,
    player,
    refused,
)
from tests.rules.ishmek.arena import act, let_pass, man, play, react, step
from tests.rules.ishmek.flights import (
    EAST,
    HELD_BY_H1,
    WEST,
    asks_at,
    calm,
    intercept,
    lies,
    opening,
    propel,
    rolls_to,
)
from tests.rules.play import Play, rule

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
    *(played("ISH-ORB-01", f"{name} may handle the {here} orb", lambda name=name, here=here: other_orb(name, here),
        do(act(name, "control", orb=here), 1), orb(here, holder=name), orb(there, holder=None))
        for name in ("h1", "a1")
        for here, there in (("home", "away"), ("away", "home"))),
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
    *(played("ISH-Q-79 ISH-CTRL-02 ISH-CTRL-03", f"taken from beneath {name}", lambda name=name: beneath(name),
        do(act("h1", "control", orb="home"), die), once(SrRolled, total=10), once(OrbControlled, at=(5, 4)))
        for name, die in [("a2", 9), ("h2", 5)]),
    # h1: 5 + prof 2 − 3 − 4 (a1) = 0 vs DC 5: missed by 5, scatters forward into a1's square.
    # Order rolls as declared: a1 10 + 5 = 15, h2 12 + 5 = 17. h2 first: 9 + 5 − 4 (a1) = 10 vs DC 10.
    played("ISH-Q-79 ISH-REACT-04", "who stands on it has no privilege", scattered_onto_a1,
        do(act("h1", "control", orb="home"), 5, 2), lies("home", (6, 4)), react("a1", "control", orb="home"),
        do(TAKES, 10, 12, 9), PASS, each(OrderRolled, player=["a1", "h2"], total=[15, 17]),
        once(OrbControlled, player="h2"), orb("home", holder="h2"), player("a1", reaction_used=False)),
])  # fmt: skip
def test_in_whose_hands(case: Played) -> None:
    case.check()


# How a loose orb rolls


FROM_H1, FOUR = propel("h1", EAST, 3), propel("h1", EAST, 4)
DIRECTIONS = [(1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)]
"""Where the d8 leads, 1 to 8, as home looks: clockwise from left forward. For away it is turned about."""


def lands_at(x: int, y: int, house_rules: dict[str, str] | None = None) -> Play:
    """h1 holds the orb three squares short of (x, y): with a 1 it lands there at margin 0 and scatters once."""
    orbs = {"home": {"holder": "h1"}, "away": {"at": [2, 1]}}
    return play([calm("h1", (x - 3, y))], [calm("a1", (2, 7))], orbs=orbs, go="h1", house_rules=house_rules)


def thrown(*others: Any, at: tuple[int, int] = (5, 4), **h1: Any) -> Play:
    """h1 has the home orb; others may react."""
    mates = [one for one in others if one["id"][0] == "h"]
    theirs = [one for one in others if one["id"][0] == "a"] or [calm("a1", (12, 7))]
    return play([calm("h1", at, **h1), *mates], theirs, orbs=HELD_BY_H1, go="h1")


def h2_near() -> Play:
    """h2 reaches (10,4), not the target (9,4) of four squares."""
    return thrown(man("h2", (11, 5)))


def face_to_face(holder: str) -> Play:
    """h1 and a1 six squares apart; one of them has the home orb, and the go."""
    return play([calm("h1", (5, 4))], [calm("a1", (11, 4))], orbs={"home": {"holder": holder}}, go=holder)


def clumsy() -> dict[str, Any]:
    return man("a1", (11, 5), dex_mod=0, str_mod=0)


def choose_bounce(*square: int) -> dict[str, Any]:
    return {"type": "choose_bounce", "square": list(square)}


@pytest.mark.parametrize("case", [
    # 5 + 5 = 10 vs DC 2 × 4 = 8: margin 2, scatters ceil(4/3) = 2: forward to (10,4), then right to (10,5).
    played("ISH-SCAT-01", "each square has its own die", thrown, do(FOUR, 5, 2, 4),
        each(OrbScattered, die=[2, 4], start=[(9, 4), (10, 4)], to=[(10, 4), (10, 5)],
            dice=[((8, 2, True),), ((8, 4, True),)]),
        lies("home", (10, 5))),
    # prof 2 + dex 5 = 7 vs DC 2 × distance: by 2, and ceil(distance/3)
    *(played("ISH-SCAT-01 ISH-PROPEL-08", f"{squares} squares after {distance}",
        lambda: thrown(at=(3, 2), dex_mod=5), do(propel("h1", EAST, distance), die, *[2] * squares), passing(),
        count(OrbScattered, squares), lies("home", (3 + distance + squares, 2)))
        for distance, die, squares in [(3, 1, 1), (4, 3, 2), (6, 7, 2), (7, 9, 3)]),
    # Both propel to (8,4): 1 + 5 = 6 vs DC 6, margin 0, scatters 1.
    *(played("ISH-SCAT-02", f"{die} as {name} looks",
        lambda name=name: face_to_face(name),
        do(propel(name, direction, 3), 1, die),
        once(OrbScattered, to=(8 + forward * dx, 4 + forward * dy), cause=name))
        for name, direction, forward in [("h1", EAST, 1), ("a1", WEST, -1)]
        for die, (dx, dy) in enumerate(DIRECTIONS, 1)),
])  # fmt: skip
def test_how_far_and_where(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    played(rules, f"{die} at {x}, {y}", lambda x=x, y=y: lands_at(x, y), do(FROM_H1, 1, die),
        once(OrbScattered, start=(x, y), to=to, bounced=True), lies("home", to))
    for rules, x, y, die, to in [
        ("ISH-SCAT-03", 8, 1, 8, (8, 1)),  # left into the upper wall
        ("ISH-SCAT-03", 8, 7, 4, (8, 7)),  # right into the lower
        ("ISH-SCAT-03", 16, 2, 2, (16, 2)),  # forward into the short one
        ("ISH-SCAT-04 ISH-Q-33", 8, 1, 1, (9, 1)),  # (+1,−1): the −1 drops out
        ("ISH-SCAT-04 ISH-Q-33", 8, 1, 7, (7, 1)),  # (−1,−1)
        ("ISH-SCAT-04 ISH-Q-33", 8, 7, 3, (9, 7)),  # (+1,+1)
        ("ISH-SCAT-04 ISH-Q-33", 8, 7, 5, (7, 7)),  # (−1,+1)
        ("ISH-SCAT-04 ISH-Q-33", 16, 2, 1, (16, 1)),  # (+1,−1): the +1 drops out
        ("ISH-SCAT-04 ISH-Q-33", 16, 2, 3, (16, 3)),  # (+1,+1)
        ("ISH-SCAT-04 ISH-Q-33", 16, 1, 3, (16, 2)),  # in the corner square, but out over one wall only
        ("ISH-SCAT-05 ISH-Q-33", 16, 1, 1, (16, 1)),  # into the corner
        ("ISH-SCAT-05 ISH-Q-33", 16, 7, 3, (16, 7)),
    ]
])  # fmt: skip
@rule("ISH-SCAT-03", "ISH-SCAT-04", "ISH-SCAT-05", "ISH-Q-33")
def test_into_a_wall(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 5 + 5 = 10 vs DC 8: scatters 2: left into the wall, then forward.
    played("ISH-SCAT-03", "a square that bounced is used up", lambda: thrown(at=(5, 1)), do(FOUR, 5, 8, 2),
        rolls_to((9, 1), (10, 1))),
    # left forward into the upper wall
    played("ISH-Q-33", "by house rule the GM says where a diagonal one ends",
        lambda: lands_at(8, 1, {"diag_bounce": "gm_choice"}), do(FROM_H1, 1, 1),
        refused(choose_bounce(7, 1), "gm_only", by="home"), refused(choose_bounce(8, 3), "bad_destination", by="gm"),
        do(choose_bounce(7, 1), by="gm"), lies("home", (7, 1)), asked("go", "h1")),
    # Off the wall into the vessel: distance 4, DC 26; 20 + 5 = 25: missed by 1. From (15,4) forward to (16,4),
    # then 2 squares of scatter: the first, back, enters the vessel; the second is not rolled.
    played("ISH-SCAT-07", "the vessel ends it",
        lambda: play([calm("h1", (14, 4))], [calm("a1", (10, 7))], orbs=HELD_BY_H1, go="h1"), do(FOUR, 20, 2, 6),
        count(OrbScattered, 1), once(OrbInVessel, means="scatter"), orb("home", state="lost")),
])  # fmt: skip
def test_bounces_and_vessels(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 10 vs DC 8
    played("ISH-SCAT-01 ISH-SCAT-06", "each square has its window", h2_near, do(FOUR, 5, 2), asks_at((10, 4), "h2"),
        opening(1, let_pass("h2"), 4), asks_at((10, 5), "h2")),
    # The first of two squares, (10,4): 5 + 5 = 10 vs DC 10; no second d8
    played("ISH-SCAT-06", "a made Control ends it", h2_near, do(FOUR, 5, 2), rolls_to((10, 4)),
        do(react("h2", "control", orb="home"), 5), last(SrRolled, total=10), rolls_to((10, 4)),
        orb("home", holder="h2")),
    # 4 + 5 = 9 vs DC 10: missed by 1; then left
    played("ISH-SCAT-06 ISH-CTRL-05", "a Control missed by less than 5 lets it go on", h2_near, do(FOUR, 5, 2),
        do(react("h2", "control", orb="home"), 4, 8), once(ControlFailed, missed_by=1), rolls_to((10, 4), (10, 3)),
        orb("home", state="loose")),
    # 10 vs DC 8: two squares of scatter. h2 and a1 could push each other at (5,4) … (9,4); then the first square.
    # h2: 9 + 5 − 4 (a1) = 10 vs DC 10. a1: 12 + 5 − 4 = 13, h2: 4 + 5 = 9: margin 4, scatters 1, forward as away looks.
    # h1's second square is void.
    played("ISH-SCAT-06 ISH-SEIZE-05", "ended it does not go on when the orb is lost again",
        lambda: thrown(man("h2", (11, 5)), man("a1", (12, 6))), do(FOUR, 5), *[let_pass("a1"), let_pass("h2")] * 4,
        let_pass("a1"), do(let_pass("h2"), 2), asks_at((10, 4), "a1", "h2"), let_pass("a1"),
        do(react("h2", "control", orb="home"), 9), orb("home", holder="h2"), asked("window", "a1"),
        react("a1", "seize", target="h2"), do(let_pass("h2"), 12, 4, 2), rolls_to((10, 4), (10, 5)),
        orb("home", state="loose"), asked("go", "h1")),
    # 10 vs DC 8: 2 squares, the first forward to (10,4). 3 + prof 2 = 5 vs DC 10: missed by 5. Extra square forward as
    # away looks: (9,4). Then h1's second: forward (10,4).
    played("ISH-Q-34 ISH-CTRL-06 ISH-Q-05", "a Control missed by 5 adds a square before the rest",
        lambda: thrown(clumsy()), do(FOUR, 5, 2), do(react("a1", "control", orb="home"), 3, 2, 2),
        each(OrbScattered, to=[(10, 4), (9, 4), (10, 4)], cause=["h1", "a1", "h1"]), lies("home", (10, 4))),
    # h2 reaches (7,4), (8,4) and (9,4) of the flight and lets them pass; a1 is asked at (10,4) only.
    played("ISH-Q-34 ISH-CTRL-07", "and that square has a window of its own",
        lambda: thrown(man("h2", (8, 5)), clumsy()), opening(1, FOUR, 5), let_pass("h2"), let_pass("h2"),
        do(let_pass("h2"), 2), asks_at((10, 4), "a1"),
        opening(1, react("a1", "control", orb="home"), 3, 2), asks_at((9, 4), "h2"), do(let_pass("h2"), 2),
        lies("home", (10, 4))),
])  # fmt: skip
def test_who_may_stop_it(case: Played) -> None:
    case.check()
