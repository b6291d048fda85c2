"""Orbs off the walls, and orbs thrown high."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.ishmek.events import DistanceRolled, OrbBounced, OrbIntercepted, OrbLanded, OrbLaunched, SrRolled
from tests.rules.every_game.rows import Played, do, each, illegal, once, orb, passing, played, refused
from tests.rules.ishmek.arena import let_pass, man, play, react
from tests.rules.ishmek.flights import (
    EAST,
    HELD_BY_H1,
    NORTHEAST,
    SOUTH,
    SOUTHEAST,
    asks_at,
    calm,
    flies_to,
    intercept,
    lies,
    opens,
    propel,
    rolls_to,
    score,
)
from tests.rules.play import Play

MIRROR, NOT_IN_DC, SPENT, BLOCKED = (
    {"bounce": "mirror"},
    {"bounce_in_dc": "off"},
    {"lob_dc": "spent"},
    {"vessel_blocks": "on"},
)
ELSEWHERE = {"away": {"at": [2, 1]}}


def east(distance: int, **fields: Any) -> Mapping[str, Any]:
    return propel("h1", EAST, distance, **fields)


LOB = east(3, lob=True)


def thrower(*at: int, held: bool = True, rules: dict[str, str] | None = None, **h1: Any) -> Play:
    """h1 with the home orb; nobody and no other orb is near."""
    orb = {"holder": "h1"} if held else {"at": list(at)}
    return play([calm("h1", at, **h1)], [calm("a1", (2, 7))], orbs={"home": orb, **ELSEWHERE}, go="h1",
                house_rules=rules)  # fmt: skip


def thrown_at(at: tuple[int, int], *others: Any, rules: dict[str, str] | None = None, **h1: Any) -> Play:
    """h1 with the home orb, and others who may react."""
    mates = [one for one in others if one["id"][0] == "h"]
    theirs = [one for one in others if one["id"][0] == "a"] or [calm("a1", (2, 7))]
    return play([calm("h1", at, **h1), *mates], theirs, orbs=HELD_BY_H1, go="h1", house_rules=rules)


def clumsy(at: tuple[int, int]) -> dict[str, Any]:
    return man("a1", at, dex_mod=0, str_mod=0)


@pytest.mark.parametrize("case", [
    # 5 propelled, the wall after 2, so 2 more squares; 25 vs DC 10
    *(played("ISH-BOUNCE-01 ISH-BOUNCE-02", name, lambda path=path: thrower(*path[0]),
        do(propel("h1", direction, 5), 20), once(OrbLaunched, path=path), once(OrbBounced, at=path[2], index=3),
        lies("home", path[-1]))
        for name, direction, path in [
        ("straight: back the way it came", EAST, ((14, 2), (15, 2), (16, 2), (16, 2), (15, 2), (14, 2))),
        ("into a long wall: 45° off it", NORTHEAST, ((5, 3), (6, 2), (7, 1), (7, 1), (8, 2), (9, 3))),
        ("into the corner: back", SOUTHEAST, ((14, 5), (15, 6), (16, 7), (16, 7), (15, 6), (14, 5))),
        ]),
    # h3 may push a2 in any window: launch, four squares, Control after the landing
    played("ISH-BOUNCE-02 ISH-PROPEL-11", "no square is entered by it and no window opens for it",
        lambda: thrown_at((14, 2), man("h3", (2, 7)), calm("a1", (12, 7)), calm("a2", (3, 7))), do(east(5), 20),
        passing(), flies_to((15, 2), (16, 2), (15, 2), (14, 2)), opens(6)),
    # (15,7), lower wall, (16,6), short wall, (15,5): five units
    played("ISH-BOUNCE-03", "several cost one each", lambda: thrower(14, 6), do(propel("h1", SOUTHEAST, 5), 20),
        once(OrbLaunched, path=((14, 6), (15, 7), (15, 7), (16, 6), (16, 6), (15, 5))), each(OrbBounced, index=[2, 4]),
        lies("home", (15, 5))),
    # Maximum 12. (8,7), wall, six squares up to (8,1), wall, (8,2): 1 + 1 + 6 + 1 + 1 = 10; 20 + 12 = 32 vs DC 20
    played("ISH-BOUNCE-03 ISH-Q-27", "up and down the arena", lambda: thrower(8, 6, prof=6, dex_mod=6),
        do(propel("h1", SOUTH, 10), 20), once(SrRolled, target=20), lies("home", (8, 2))),
    played("ISH-Q-26", "diagonally it turns in place", lambda: thrower(5, 3), do(propel("h1", NORTHEAST, 4), 20),
        once(OrbLaunched, path=((5, 3), (6, 2), (7, 1), (7, 1), (8, 2)))),
    played("ISH-Q-26", "by house rule it slides one square along the wall", lambda: thrower(5, 3, rules=MIRROR),
        do(propel("h1", NORTHEAST, 4), 20), once(OrbLaunched, path=((5, 3), (6, 2), (7, 1), (8, 1), (9, 2))),
        lies("home", (9, 2))),
    # in place it would be (16,3) and (15,4)
    played("ISH-Q-26", "the ruling's own example", lambda: thrower(15, 2, rules=MIRROR),
        do(propel("h1", SOUTHEAST, 4), 20), once(OrbLaunched, path=((15, 2), (16, 3), (16, 4), (15, 5), (14, 6))),
        lies("home", (14, 6))),
    # (15,1) (16,1) wall (15,1) (14,1) (13,1): 5 squares and a bounce are 6. (15,1) (16,1) wall (15,1): distance 4.
    # 3 + 5 = 8 vs DC 2 × 4 = 8: margin 0. a1: 1 + 2 = 3 vs DC 8 + 2 × 4 = 16. It scatters ceil(4/3) = 2: right, right
    played("ISH-Q-27", "counts in DC, maximum, intercept and scatter", lambda: thrown_at((14, 1), clumsy((16, 2))),
        refused(east(6), "too_far"), do(east(4), 3), once(SrRolled, target=8), asks_at((15, 1), "a1"),
        do(intercept("a1"), 1, 4, 4), each(SrRolled, target=[8, 16]), rolls_to((15, 2), (15, 3))),
    # 3 squares and a bounce
    played("ISH-Q-27", "by house rule in no DC", lambda: thrower(14, 2, rules=NOT_IN_DC), do(east(4), 20),
        once(SrRolled, target=6)),
    # (16,3), wall, (15,4): distance 3, 2 of them squares: DC 10 + 3² or 10 + 2²
    played("ISH-Q-27 ISH-SHOT-01", "counts in a shot", lambda: thrower(15, 2), do(propel("h1", SOUTHEAST, 3), 20),
        once(SrRolled, target=19)),
    played("ISH-Q-27 ISH-SHOT-01", "by house rule not in a shot", lambda: thrower(15, 2, rules=NOT_IN_DC),
        do(propel("h1", SOUTHEAST, 3), 20), once(SrRolled, target=14)),
    illegal("ISH-Q-28", "may not be the last unit", lambda: thrower(14, 2), east(3), "wasted_bounce"),
    illegal("ISH-Q-28", "nor the only one", lambda: thrower(16, 2), east(1), "wasted_bounce"),
    illegal("ISH-Q-28", "nor diagonally", lambda: thrower(5, 3), propel("h1", NORTHEAST, 3), "wasted_bounce"),
])  # fmt: skip
def test_a_bounce(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 3 squares and a bounce: DC 2 × 4 and ceil(4 / 3) squares, or 2 × 3 and ceil(3 / 3); the die has 4 sides still.
    # Unnerved and Seriously Unnerved: +5 − 6 on the roll. Maximum 2 + 3 = 5 as ever.
    # (15,2) (16,2) wall (15,2). Down beside path[3] = (16,2), or beside path[4] = (15,2); 6 is back, for home −x.
    played("ISH-Q-27 ISH-Q-24 ISH-PROPEL-09 ISH-PROPEL-10", f"{switch}, missed by {missed_by}",
        lambda switch=switch: thrower(14, 2, rules={"bounce_in_dc": switch},
            injuries=["unnerved", "seriously_unnerved"]),
        do(east(4), dc - missed_by + 1, *covered, 6, *[6] * rolls), once(SrRolled, target=dc),
        each(DistanceRolled, dice=[((4, m, True),) for m in covered]),
        rolls_to(*((landed - 1 - n, 2) for n in range(rolls))))
    for switch, dc, rolls in [("on", 8, 2), ("off", 6, 1)]
    for missed_by, covered, landed in [(1, [], 14), (4, [], 14), (5, [3], 15), (6, [4], 14)]
])  # fmt: skip
def test_a_missed_propel_scatters_by_the_distance_of_its_dc(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # Maximum 6: 4 squares are 8, 3 are 6
    played("ISH-LOB-01", "spends twice its distance", lambda: thrower(5, 4, dex_mod=4),
        refused(east(4, lob=True), "too_far"), do(LOB, 20), once(OrbLaunched, lob=True, distance=3, target=(8, 4)),
        lies("home", (8, 4))),
    # 14 + prof 2 + dex 4 − 3
    played("ISH-LOB-02 ISH-Q-29", "costs a point of the roll a square", lambda: thrower(5, 4, dex_mod=4),
        do(LOB, 14), once(SrRolled, target=6, total=17, parts=[2, 4, -3])),
    played("ISH-LOB-02 ISH-Q-29", "of a loose orb too", lambda: thrower(5, 4, held=False, dex_mod=4), do(LOB, 14),
        once(SrRolled, target=9, total=17, parts=[2, 4, -3])),
    # 7 + 5 − 1
    played("ISH-LOB-02 ISH-SHOT-01", "as a shot keeps its DC", lambda: thrower(16, 4),
        do(propel("h1", (-1, 0), 1, lob=True), 7), once(SrRolled, target=11, total=11), score(1, 0)),
    # a1 may push h1 in any window. 8 + 6 − 3 = 11 vs DC 6: margin 5. Beside a3 at (6,4), in vain; above it at (7,4): it
    # cannot redirect it either. a2: 9 + 5 = 14 vs DC 8 + 2 × 3 = 14
    played("ISH-LOB-03", "can be intercepted at both ends only",
        lambda: thrown_at((5, 4), man("a1", (6, 5)), man("a2", (9, 4)), man("a3", (7, 4)), dex_mod=4), do(LOB, 8),
        asks_at((5, 4), "a1"), let_pass("a1"), asks_at((6, 4), "a1"), refused(intercept("a1"), "lob_overhead"),
        let_pass("a1"), asks_at((7, 4), "a1"), let_pass("a1"), asks_at((8, 4), "a1", "a2", "a3"),
        refused(intercept("a1"), "out_of_reach"), let_pass("a1"), let_pass("a3"), do(intercept("a2"), 9),
        once(OrbIntercepted, player="a2")),
    # 13 + 5 − 4 (h1) = 14 vs DC 14
    played("ISH-LOB-03", "can be intercepted where it is launched",
        lambda: thrown_at((5, 4), man("a1", (6, 5)), dex_mod=4), do(LOB, 8), do(intercept("a1"), 13),
        once(OrbIntercepted, player="a1"), lies("home", (6, 5))),
    # not at (7,4), though beside h2; 13 vs DC 4 × 2 = 8
    played("ISH-LOB-03", "can be redirected in its target square",
        lambda: thrown_at((5, 4), man("h2", (8, 4)), dex_mod=4), do(LOB, 8), asks_at((8, 4), "h2"),
        do(react("h2", "propel", orb="home", direction=[0, 1], distance=2), 8), lies("home", (8, 6))),
    # 1 + 6 − 2 = 5 vs DC 3 × 2 = 6: missed by 1; d8 4 from (7,4): (7,5). a1 reaches (7,4), and is first asked now.
    played("ISH-LOB-03", "missed it is never at its target",
        lambda: play([calm("h1", (5, 4), dex_mod=4)], [man("a1", (8, 4))], orbs={"home": {"at": [5, 4]}}, go="h1"),
        do(east(2, lob=True), 1, 4), orb("home", state="loose"), asks_at((7, 5), "a1"),
        refused(intercept("a1"), "no_orb_in_flight")),
    # 3 + 6 − 3 = 6 vs DC 6: margin 0. 1 + 2 = 3 vs DC 8 + 2 × 3 = 14; then ceil(3/3) = 1 square of scatter: right
    played("ISH-Q-29", "intercept and scatter go by its distance",
        lambda: thrown_at((5, 4), clumsy((9, 4)), dex_mod=4), do(LOB, 3), do(intercept("a1"), 1, 4),
        each(SrRolled, target=[6, 14]), once(OrbLanded, at=(8, 4)), rolls_to((8, 5))),
    # 2 × 6
    played("ISH-Q-29", "by house rule its DC goes by what it spends", lambda: thrower(5, 4, dex_mod=4, rules=SPENT),
        do(LOB, 20), once(SrRolled, target=12, total=23)),
    # 9 + 6 − 3 = 12 vs DC 12: margin 0. 1 + 2 = 3 vs DC 8 + 2 × 6 = 20; then ceil(6/3) = 2 squares: right, right
    played("ISH-Q-29", "by house rule intercept and scatter too",
        lambda: thrown_at((5, 4), clumsy((9, 4)), rules=SPENT, dex_mod=4), do(LOB, 9), do(intercept("a1"), 1, 4, 4),
        each(SrRolled, target=[12, 20]), rolls_to((8, 5), (8, 6))),
    # spends 6, maximum 5
    illegal("ISH-Q-30 ISH-LOB-01 ISH-LOB-02", "a bounce costs double too", lambda: thrower(15, 2), LOB, "too_far"),
    # (16,2), wall, (15,2): distance 3, spends 6, two squares: 10 + 6 − 2 = 14 vs DC 6
    played("ISH-Q-30 ISH-LOB-01 ISH-LOB-02", "may bounce", lambda: thrower(15, 2, dex_mod=4), do(LOB, 10),
        once(SrRolled, target=6, total=14), lies("home", (15, 2))),
])  # fmt: skip
def test_the_bold_boccob(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 25 vs DC 6
    played("ISH-Q-31", "does not stop a flying orb", lambda: thrower(13, 4), do(east(3), 20),
        flies_to((14, 4), (15, 4), (16, 4)), orb("home", state="loose"), lies("home", (16, 4))),
    # over the vessel to (16,4); off the wall behind it and into it
    played("ISH-Q-31", "by house rule no orb flies past it", lambda: thrower(13, 4, rules=BLOCKED),
        refused(east(3), "vessel_square"), refused(east(5), "vessel_square"), do(east(1), 20), flies_to((14, 4))),
    # (16,3), wall, (15,4): 14 + 5 = 19 vs DC 19
    played("ISH-Q-31 ISH-SHOT-02", "by house rule a shot from its opening side is possible",
        lambda: thrower(15, 2, rules=BLOCKED), do(propel("h1", SOUTHEAST, 3), 14), score(1, 0)),
    # (14,4) is out of a1's reach; 9 + 5 = 14 vs DC 8 + 2 × 3 = 14
    played("ISH-Q-78", "who is beside it may intercept above it", lambda: thrown_at((13, 4), man("a1", (16, 5))),
        do(east(3), 20), asks_at((15, 4), "a1"), do(intercept("a1"), 9), once(OrbIntercepted, player="a1")),
    # at the target only
    played("ISH-Q-78 ISH-LOB-03", "but not a lob", lambda: play([calm("h1", (13, 4), dex_mod=4)], [man("a1", (15, 3))],
            orbs={**HELD_BY_H1, **ELSEWHERE}, go="h1"), do(LOB, 20), asks_at((16, 4), "a1")),
])  # fmt: skip
def test_a_vessel_beneath(case: Played) -> None:
    case.check()
