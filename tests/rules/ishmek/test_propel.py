"""Propel: difficulty, maximum, the four ways it can come out; the Score Shot through the opening of a vessel."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek.events import (
    DistanceRolled,
    InjuryRolled,
    OrbDeviated,
    OrbFellShort,
    OrbIntercepted,
    OrbInVessel,
    OrbLanded,
    OrbLaunched,
    OrbScattered,
    PointScored,
    SrRolled,
)
from tests.rules.every_game.rows import Played, asked, do, last, needs, never, once, orb, passing, played, refused
from tests.rules.ishmek.arena import act, let_pass, man, play, react
from tests.rules.ishmek.flights import (
    EAST,
    HELD_BY_H1,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    asks_at,
    calm,
    flies_to,
    intercept,
    lies,
    opening,
    opens,
    propel,
    rolls_to,
    score,
)
from tests.rules.play import Play

ON_THE_GROUND = {"home": {"at": [5, 4]}}
WIDE = {"exact_five": "small"}
FIVE, THREE, TWO, ONE = (propel("h1", EAST, distance) for distance in (5, 3, 2, 1))


def thrower(at: tuple[int, int] = (5, 4), *, held: bool = True, rules: dict[str, str] | None = None, **h1: Any) -> Play:
    """h1 alone with the home orb, in hand or at the feet."""
    orb = {"holder": "h1"} if held else {"at": list(at)}
    return play([calm("h1", at, **h1)], [calm("a1", (12, 7))], orbs={"home": orb}, go="h1", house_rules=rules)


def grounded(**h1: Any) -> Play:
    return thrower(held=False, **h1)


def both_orbs(**orbs: Any) -> Play:
    return play([calm("h1", (5, 4))], [calm("a1", (12, 7))], orbs=orbs, go="h1")


def windowed(**home: Any) -> Play:
    """h2 may push a2 in any window; so every window that can be opened is opened."""
    mates, theirs = [calm("h1", (5, 4)), man("h2", (2, 7))], [calm("a1", (12, 7)), calm("a2", (3, 7))]
    return play(mates, theirs, orbs={"home": home or {"holder": "h1"}}, go="h1")


def h2_near() -> Play:
    """h1 has neither Strength nor Dexterity; h2 at (9,4) reaches (8,4) and not (7,4)."""
    mates = [calm("h1", (5, 4), dex_mod=0, str_mod=0), man("h2", (9, 4))]
    return play(mates, [calm("a1", (12, 7))], orbs=ON_THE_GROUND, go="h1")


@pytest.mark.parametrize("case", [
    # 25 vs DC 6
    *(played("ISH-PROPEL-01", f"{dx}, {dy}", lambda: thrower((8, 4)), do(propel("h1", (dx, dy), 3), 20),
        once(OrbLaunched, path=((8, 4), (8 + dx, 4 + dy), (8 + 2 * dx, 4 + 2 * dy), target), target=target,
            distance=3, score_shot=False),
        lies("home", target))
        for dx, dy, target in [(1, 0, (11, 4)), (1, 1, (11, 7)), (0, 1, (8, 7)), (-1, 1, (5, 7)), (-1, 0, (5, 4)),
                           (-1, -1, (5, 1)), (0, -1, (8, 1)), (1, -1, (11, 1))]),
    played("ISH-PROPEL-01", "a target square says the same", thrower,
        do(act("h1", "propel", orb="home", target_square=[8, 7]), 20),
        once(OrbLaunched, path=((5, 4), (6, 5), (7, 6), (8, 7)))),
    played("ISH-PROPEL-01", "the orb of the other team", lambda: both_orbs(away={"holder": "h1"}),
        do(propel("h1", EAST, 2, orb="away"), 20), lies("away", (7, 4))),
    # loose: 3 × 2
    played("ISH-PROPEL-01 ISH-PROPEL-03 ISH-ORB-05", "the other orb off the ground",
        lambda: both_orbs(home={"holder": "h1"}, away={"at": [5, 4]}), do(propel("h1", EAST, 2, orb="away"), 20),
        once(SrRolled, target=6), lies("away", (7, 4)), orb("home", holder="h1")),
    # Maximum 6. Held: twice the distance; 20 + prof 2 + dex 4
    *(played("ISH-PROPEL-02", f"{distance} squares of a held orb: DC {2 * distance}", lambda: thrower(dex_mod=4),
        do(propel("h1", EAST, distance), 20), once(SrRolled, kind="propel", target=dc, total=26))
        for distance, dc in [(1, 2), (2, 4), (5, 10), (6, 12)]),
    *(played("ISH-PROPEL-03", f"{distance} squares of a loose orb: DC {dc}", lambda: grounded(dex_mod=4),
        do(propel("h1", EAST, distance), 20), once(SrRolled, target=dc, total=26))
        for distance, dc in [(1, 3), (2, 6), (5, 15), (6, 18)]),
    # 6 + prof 2 + dex 3
    played("ISH-PROPEL-02 ISH-SR-05", "opponents beside do not hinder",
        lambda: play([calm("h1", (5, 4))], [calm("a1", (5, 5)), calm("a2", (4, 4))], orbs=HELD_BY_H1, go="h1"),
        do(THREE, 6), once(SrRolled, total=11)),
    *(played("ISH-PROPEL-06", f"maximum by {ability}: {maximum}", lambda: thrower(cast_mod=4),
        refused(propel("h1", EAST, maximum + 1, ability=ability), "too_far"),
        do(propel("h1", EAST, maximum, ability=ability), 20), once(OrbLaunched, distance=maximum))
        for ability, maximum in [("dex", 5), ("str", 3), ("cast", 6)]),
    # 20 + 5 = 25 vs DC 12 or 14; after the propel the injury roll 1 + 4 × burn: 5 or 9, none
    *(played("ISH-PROPEL-06 ISH-BURN-04", f"a Burn of {burn} adds to the maximum", thrower,
        refused(propel("h1", EAST, 6 + burn, propel_burn=burn), "too_far"),
        do(propel("h1", EAST, 5 + burn, propel_burn=burn), 20, 1), once(InjuryRolled, total=1 + 4 * burn),
        lies("home", (10 + burn, 4)))
        for burn in (1, 2)),
    # Maximum 2 − 3 = −1; with Burn −1 + 1 = 0 and −1 + 2 = 1. 20 − 1 = 19 vs DC 2; the injury roll 1 + 8 = 9: none
    played("ISH-Q-69 ISH-PROPEL-06", "a maximum below 1 wants a Burn that lifts the real value",
        lambda: thrower(dex_mod=-3, str_mod=-3), refused(ONE, "too_far"), refused({**ONE, "propel_burn": 1}, "too_far"),
        refused({**TWO, "propel_burn": 2}, "too_far"), do({**ONE, "propel_burn": 2}, 20, 1),
        once(InjuryRolled, total=9), lies("home", (6, 4))),
    # 1 + 4
    played("ISH-Q-69", "a Burn that was not needed is owed all the same", thrower, do({**ONE, "propel_burn": 1}, 20, 1),
        once(InjuryRolled, total=5)),
])  # fmt: skip
def test_difficulty_and_maximum(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 11 vs DC 6: margin 5
    played("ISH-PROPEL-07", "beaten by 5 it stays in the target square", thrower, do(THREE, 6),
        once(OrbLanded, at=(8, 4)), never(OrbScattered), orb("home", state="loose"), lies("home", (8, 4))),
    # 6 or 10 vs DC 6: margin 0 or 4; ceil(3/3) = 1: right
    *(played("ISH-PROPEL-08", f"beaten by {die - 1} it lands and scatters", thrower, do(THREE, die, 4),
        once(OrbLanded, at=(8, 4)), rolls_to((8, 5)))
        for die in (1, 5)),
    # 9 or 6 vs DC 10: missed by 1 or 4. d8 4: (10,5) beside the target (10,4); ceil(5/3) = 2: forward, forward.
    *(played("ISH-PROPEL-09", f"missed by {5 - die} it lands beside the target and scatters", thrower,
        do(FIVE, die, 4, 2, 2), once(OrbDeviated, die=4, start=(10, 4), to=(10, 5)), never(DistanceRolled),
        rolls_to((11, 5), (12, 5)))
        for die in (4, 1)),
    # 4 + 5 = 9 vs DC 15: missed by 6. d5 2: path[2] = (7,4); d8 4: (7,5); ceil(5/3) = 2 of the planned 5.
    played("ISH-PROPEL-10 ISH-Q-24", "missed by more a die tells how far it came", grounded, do(FIVE, 4, 2, 4, 2, 2),
        once(DistanceRolled, dice=((5, 2, True),)), once(OrbFellShort, m=2, die=2),
        once(OrbDeviated, start=(7, 4), to=(7, 5)), rolls_to((8, 5), (9, 5))),
    # Maximum prof 2 − 3 + 2 = 1. 1 − 1 − 4 = −4 vs DC 3: missed by 7. d8 4 from (6,4): (6,5); ceil(1/3) = 1: forward.
    # Then the injury: 1 + 8 = 9.
    played("ISH-PROPEL-10", "over one square no die for the distance is needed",
        lambda: grounded(dex_mod=-3, str_mod=-3, injuries=["badly_shook"]), do({**ONE, "propel_burn": 2}, 1, 4, 2, 1),
        never(DistanceRolled), once(OrbFellShort, m=1, die=None), once(OrbDeviated, start=(6, 4), to=(6, 5)),
        lies("home", (7, 5))),
    # 10 vs DC 15; m = 1: (6,4), d8 4: (6,5)
    played("ISH-Q-22", "missed by exactly 5 is a wide miss", grounded, do(FIVE, 5, 1, 4, 2, 2), once(OrbFellShort, m=1),
        once(OrbDeviated, to=(6, 5))),
    # 10 vs DC 15: beside the target (10,4)
    played("ISH-Q-22", "by house rule a near one", lambda: grounded(rules=WIDE), do(FIVE, 5, 4, 2, 2),
        never(OrbFellShort), once(OrbDeviated, to=(10, 5))),
    # 9 vs DC 15
    played("ISH-Q-22", "by house rule by 6 still a wide one", lambda: grounded(rules=WIDE), do(FIVE, 4, 1, 4, 2, 2),
        once(OrbFellShort, m=1)),
    # 1 + prof 2 + str 5 − 4 (badly shook) = 4 vs DC 9, 15, 21
    *(played("ISH-Q-24", f"the distance die has {distance} sides",
        lambda: grounded(str_mod=5, injuries=["badly_shook"]),
        needs(propel("h1", EAST, distance, ability="str"), 1, sides=(distance,)))
        for distance in (3, 5, 7)),
    # Path: (15,2) (16,2) bounce (15,2) (14,2). 5 + 5 = 10 vs DC 15; d5 3: the bounce, in (16,2); d8 6: (15,2);
    # scatters 2: forward to (16,2), forward into the wall: (16,2).
    played("ISH-Q-24 ISH-BOUNCE-02", "a covered unit that is a bounce leaves the orb in the wall square",
        lambda: grounded(at=(14, 2)), do(FIVE, 5, 3, 6, 2, 2), once(OrbDeviated, start=(16, 2), to=(15, 2)),
        rolls_to((16, 2), (16, 2))),
    # 4 + 5 = 9 vs DC 10: missed by 1 at distance 5; then 2 squares of scatter, back and back
    *(played("ISH-Q-32", f"beside the target it meets {wall}", lambda start=start: thrower(start),
        do(propel("h1", direction, 5), 4, die, 6, 6), once(OrbDeviated, to=(x, y), bounced=True),
        rolls_to((x - 1, y), (x - 2, y)))
        for wall, direction, start, die, (x, y) in [
        ("the upper wall: the target itself", EAST, (5, 1), 8, (10, 1)),
        ("the upper wall diagonally: along it", EAST, (5, 1), 1, (11, 1)),
        ("the lower wall", SOUTHEAST, (5, 2), 3, (11, 7)),
        ("the corner", NORTHEAST, (11, 6), 1, (16, 1)),
        ]),
    # 2 + prof 2 = 4 vs DC 6: missed by 2. d8 2 from (14,4): (15,4), not through the opening; then forward: (16,4)
    played("ISH-Q-32 ISH-Q-15 ISH-ARENA-06", "into the vessel square from the arena side it scatters on",
        lambda: play([calm("h1", (12, 4), dex_mod=0, str_mod=0)], [calm("a1", (2, 7))],
            orbs={"home": {"at": [12, 4]}, "away": {"at": [2, 1]}}, go="h1"),
        do(TWO, 2, 2, 2), once(OrbDeviated, to=(15, 4)), never(OrbInVessel), orb("home", state="loose"),
        lies("home", (16, 4))),
])  # fmt: skip
def test_how_it_comes_out(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 11 vs DC 6: margin 5. Launch, three squares, and for Control once it has landed
    played("ISH-PROPEL-11 ISH-Q-58", "at the launch and after every square", windowed, do(THREE, 6), passing(),
        flies_to((6, 4), (7, 4), (8, 4)), opens(5)),
    # 4 + 5 = 9 vs DC 10: missed by 1; path[1..4] are flown, then d8 4: (10,5); scatters 2.
    # Launch, four squares, the deviated square, two scattered ones
    played("ISH-PROPEL-11 ISH-Q-25", "a near miss flies to the square before the target and lands beside it", windowed,
        do(FIVE, 4), passing(4, 2, 2), flies_to((6, 4), (7, 4), (8, 4), (9, 4)), once(OrbDeviated, to=(10, 5)),
        opens(8)),
    # 5 + 5 = 10 vs DC 15: missed by 5; d5 3: path[1], path[2], then beside path[3] = (8,4).
    # Launch, two squares, the deviated square, two scattered ones
    played("ISH-PROPEL-11 ISH-Q-25", "a wide miss flies to the square before the last one covered",
        lambda: windowed(at=[5, 4]), do(FIVE, 5, 3), passing(4, 2, 2), flies_to((6, 4), (7, 4)),
        once(OrbDeviated, start=(8, 4), to=(8, 5)), opens(6)),
    played("ISH-Q-25", "roll and distance die are known before the orb leaves",
        lambda: play([calm("h1", (5, 4))], [man("a1", (5, 5))], orbs=ON_THE_GROUND, go="h1"), do(FIVE, 5, 3),
        once(OrbFellShort, m=3), orb("home", state="in_flight"), lies("home", (5, 4)), asked("window", "a1")),
    # 2 + prof 2 = 4 vs DC 6: missed by 2. d8 2: (8,4), which h2 reaches; its Control is 10 vs DC 10
    played("ISH-Q-25 ISH-SCAT-06", "a Control on the deviated square ends it all", h2_near, do(TWO, 2, 2),
        orb("home", state="loose"), lies("home", (8, 4)), asked("window", "h2"),
        do(react("h2", "control", orb="home"), 5), never(OrbScattered), orb("home", holder="h2")),
    # ceil(2/3) = 1: back to (7,4), out of h2's reach
    played("ISH-Q-25 ISH-PROPEL-09", "after the window of the deviated square it scatters", h2_near, do(TWO, 2, 2),
        do(let_pass("h2"), 6), rolls_to((7, 4)), lies("home", (7, 4))),
])  # fmt: skip
def test_windows_of_a_flight(case: Played) -> None:
    case.check()


# The Score Shot


NEEDS_5 = {"score_needs": "dc_plus_5"}
SHOT = propel("h1", WEST, 1)


def shooter(*at: int, held: bool = True, rules: dict[str, str] | None = None) -> Play:
    """h1 with the home orb, at (16,4) unless told; nobody and no other orb is near."""
    orb = {"holder": "h1"} if held else {"at": list(at or (16, 4))}
    return play([calm("h1", at or (16, 4))], [calm("a1", (8, 7))], orbs={"home": orb, "away": {"at": [8, 1]}}, go="h1",
                house_rules=rules)  # fmt: skip


def beside(rules: dict[str, str] | None = None) -> Play:
    """a1 stands beside the shooter."""
    return play([calm("h1", (16, 4))], [man("a1", (16, 3))], orbs=HELD_BY_H1, go="h1", house_rules=rules)


def on_its_way() -> Play:
    """a1 stands beside the wall that the shot comes off."""
    return play([calm("h1", (15, 2))], [man("a1", (16, 4))], orbs={**HELD_BY_H1, "away": {"at": [8, 1]}}, go="h1")


@pytest.mark.parametrize("case", [
    # 10 and the square of the distance
    *(played("ISH-SHOT-01", f"DC {dc} of {'a held' if held else 'a loose'} orb",
        lambda at=at, held=held: shooter(*at, held=held), needs(propel("h1", direction, distance), target=dc))
        for at, direction, distance, dc in [
        ((16, 4), WEST, 1, 11),
        ((16, 3), SOUTHEAST, 2, 14),  # wall, (15,4)
        ((15, 2), SOUTHEAST, 3, 19),  # (16,3), wall, (15,4)
        ((14, 4), EAST, 4, 26),  # (15,4), (16,4), wall, (15,4)
        ((13, 4), EAST, 5, 35),  # one more
        ]
        for held in (True, False)),
    # 6 + 5 = 11 vs DC 11
    *(played("ISH-SHOT-02", f"from {at}", lambda at=at: shooter(*at), do(propel("h1", direction, 1), 6),
        once(OrbLaunched, score_shot=True), once(OrbInVessel, means="score_shot"))
        for at, direction in [((16, 3), SOUTHWEST), ((16, 4), WEST), ((16, 5), NORTHWEST), ((1, 3), SOUTHEAST),
                          ((1, 4), EAST), ((1, 5), NORTHEAST)]),
    # 11 vs DC 2
    *(played("ISH-SHOT-02 ISH-SCORE-06", f"no shot from {at}", lambda at=at: shooter(*at),
        do(propel("h1", direction, 1), 6), once(SrRolled, target=2), once(OrbLaunched, score_shot=False),
        orb("home", state="loose"), lies("home", (15, 4)), score(0, 0))
        for at, direction in [((14, 3), SOUTHEAST), ((14, 4), EAST), ((14, 5), NORTHEAST), ((15, 3), SOUTH),
                          ((15, 5), NORTH)]),
    # 19 vs DC 10 + 3² = 19
    played("ISH-SHOT-02 ISH-SHOT-03", "off the wall", lambda: shooter(15, 2), do(propel("h1", SOUTHEAST, 3), 14),
        once(OrbLaunched, score_shot=True), once(PointScored, team="home")),
    # 11, 15, 25 vs DC 11
    *(played("ISH-SHOT-03 ISH-Q-19", f"at the DC with {die}, without scatter", shooter, do(SHOT, die),
        once(PointScored, player="h1"), never(OrbScattered))
        for die in (6, 10, 20)),
    # 15 vs DC 11: margin 4; from (15,4) left: (15,3)
    played("ISH-Q-19", "by house rule beaten by 4 it scatters out", lambda: shooter(rules=NEEDS_5), do(SHOT, 10, 8),
        never(PointScored), rolls_to((15, 3)), orb("home", state="loose"), score(0, 0)),
    # 16 vs DC 11
    played("ISH-Q-19", "by house rule beaten by 5 it scores", lambda: shooter(rules=NEEDS_5), do(SHOT, 11),
        once(PointScored, player="h1")),
    # 5 + 5 = 10 vs DC 11: missed by 1; d8 8 from (15,4): (15,3); ceil(1/3) = 1: back
    played("ISH-SHOT-04 ISH-PROPEL-09", "missed narrowly it lands beside the vessel", shooter, do(SHOT, 5, 8, 6),
        once(OrbDeviated, start=(15, 4), to=(15, 3)), rolls_to((14, 3)), never(PointScored)),
    # 10 + 5 = 15 vs DC 26: missed by 11; d4 1: path[1] = (15,4), flown over the first time; d8 2: (16,4);
    # ceil(4/3) = 2 squares: left, left
    played("ISH-SHOT-04 ISH-PROPEL-10", "missed widely it falls short", lambda: shooter(14, 4),
        do(propel("h1", EAST, 4), 10, 1, 2, 8, 8), once(OrbFellShort, m=1),
        once(OrbDeviated, start=(15, 4), to=(16, 4)), rolls_to((16, 3), (16, 2))),
])  # fmt: skip
def test_shot(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # none at the vessel, though a1 is beside it
    played("ISH-Q-21", "before it leaves only", beside, opening(1, SHOT, 6), asks_at((16, 4), "a1"),
        opening(0, let_pass("a1")), once(PointScored, team="home")),
    # 11 vs DC 11: margin 0; at the launch square; then left, from (15,4) to (15,3)
    played("ISH-Q-21 ISH-Q-19", "not in the vessel square when it scatters out", lambda: beside(NEEDS_5), do(SHOT, 6),
        opening(1, let_pass("a1"), 8), orb("home", state="loose"), asks_at((15, 3), "a1")),
    # 9 + 5 − 4 (h1) = 10 vs DC 8 + 2 × 1 = 10
    played("ISH-Q-21 ISH-SHOT-03", "intercepted it does not score", beside, do(SHOT, 20), do(intercept("a1"), 9),
        last(SrRolled, target=10, total=10), once(OrbIntercepted, player="a1"), orb("home", holder="a1"), score(0, 0)),
    # 19 vs DC 19; (16,3), wall, (15,4). 9 + 5 = 14 vs DC 8 + 2 × 3 = 14
    played("ISH-SHOT-01 ISH-INT-03 ISH-Q-27", "off the wall on its way", on_its_way,
        do(propel("h1", SOUTHEAST, 3), 14), asks_at((16, 3), "a1"), do(intercept("a1"), 9), last(SrRolled, target=14),
        orb("home", holder="a1"), score(0, 0)),
])  # fmt: skip
def test_shot_can_be_intercepted(case: Played) -> None:
    case.check()
