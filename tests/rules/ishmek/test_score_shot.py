"""The Score Shot: through the opening of a vessel."""

from __future__ import annotations

import pytest

from rules.ishmek.events import (
    OrbDeviated,
    OrbFellShort,
    OrbIntercepted,
    OrbInVessel,
    OrbLaunched,
    OrbScattered,
    PointScored,
    SrRolled,
)
from tests.rules.every_game.rows import Played, do, last, needs, never, once, orb, played
from tests.rules.ishmek.arena import let_pass, man, play
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
    intercept,
    lies,
    opening,
    propel,
    rolls_to,
    score,
)
from tests.rules.play import Play

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
    *(
        played("ISH-SHOT-01", f"DC {dc} of {'a held' if held else 'a loose'} orb",
            lambda at=at, held=held: shooter(*at, held=held), needs(propel("h1", direction, distance), target=dc))
        for at, direction, distance, dc in [
            ((16, 4), WEST, 1, 11),
            ((16, 3), SOUTHEAST, 2, 14),  # wall, (15,4)
            ((15, 2), SOUTHEAST, 3, 19),  # (16,3), wall, (15,4)
            ((14, 4), EAST, 4, 26),  # (15,4), (16,4), wall, (15,4)
            ((13, 4), EAST, 5, 35),  # one more
        ]
        for held in (True, False)
    ),
    # 6 + 5 = 11 vs DC 11
    *(
        played("ISH-SHOT-02", f"from {at}", lambda at=at: shooter(*at), do(propel("h1", direction, 1), 6),
            once(OrbLaunched, score_shot=True), once(OrbInVessel, means="score_shot"))
        for at, direction in [((16, 3), SOUTHWEST), ((16, 4), WEST), ((16, 5), NORTHWEST), ((1, 3), SOUTHEAST),
                              ((1, 4), EAST), ((1, 5), NORTHEAST)]
    ),
    # 11 vs DC 2
    *(
        played("ISH-SHOT-02 ISH-SCORE-06", f"no shot from {at}", lambda at=at: shooter(*at),
            do(propel("h1", direction, 1), 6), once(SrRolled, target=2), once(OrbLaunched, score_shot=False),
            orb("home", state="loose"), lies("home", (15, 4)), score(0, 0))
        for at, direction in [((14, 3), SOUTHEAST), ((14, 4), EAST), ((14, 5), NORTHEAST), ((15, 3), SOUTH),
                              ((15, 5), NORTH)]
    ),
    # 19 vs DC 10 + 3² = 19
    played("ISH-SHOT-02 ISH-SHOT-03", "off the wall", lambda: shooter(15, 2), do(propel("h1", SOUTHEAST, 3), 14),
        once(OrbLaunched, score_shot=True), once(PointScored, team="home")),
    # 11, 15, 25 vs DC 11
    *(
        played("ISH-SHOT-03 ISH-Q-19", f"at the DC with {die}, without scatter", shooter, do(SHOT, die),
            once(PointScored, player="h1"), never(OrbScattered))
        for die in (6, 10, 20)
    ),
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
