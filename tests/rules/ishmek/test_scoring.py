"""What it means when an orb goes into a vessel: points, gifts, lost orbs, and what brings a lost orb back."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek.events import (
    InitiativeRolled,
    OrbInVessel,
    OrbLost,
    OrbScattered,
    OrbsPlaced,
    PointScored,
    SrRolled,
    TurnEnded,
)
from tests.rules.every_game.rows import Played, asked, do, illegal, never, once, orb, played, player
from tests.rules.ishmek.arena import act, place, play
from tests.rules.ishmek.flights import EAST, HELD_BY_H1, WEST, calm, lies, propel, score
from tests.rules.play import Play, all_of, only, rule

FAR = {"home": (5, 7), "away": (12, 7)}
IN_FRONT = {"home": (1, 4), "away": (16, 4)}
INWARD = {"home": EAST, "away": WEST}
# A shot that misses by 1 deviates to the lower scoring square and scatters from there into the vessel, as the d8
# is read by each team: home vessel (2,4) → (1,5) → (2,4), away vessel (15,4) → (16,5) → (15,4).
DEVIATE_AND_SCATTER_IN = {
    ("home", "home"): [5, 1],
    ("home", "away"): [1, 5],
    ("away", "home"): [3, 7],
    ("away", "away"): [7, 3],
}


def shooter(cause: str, vessel: str, orb: str, **more: Any) -> Play:
    """A player of team `cause` holds `orb` in front of a vessel."""
    who = {"home": "h1", "away": "a1"}
    at = {side: IN_FRONT[vessel] if side == cause else FAR[side] for side in FAR}
    return play(
        [calm("h1", at["home"])],
        [calm("a1", at["away"])],
        orbs={orb: {"holder": who[cause]}, **more.pop("orbs", {})},
        go=who[cause],
        **more,
    )


def shoots(vessel: str, orb: str, *dice: int) -> Any:
    """Whoever holds the orb shoots it into the vessel one square away."""
    return lambda game: game.do(propel(game.orb(orb).holder, INWARD[vessel], 1, orb=orb), dice=dice)


def missed_before_vessel(player: str, **orbs: Any) -> Play:
    """h1 or a1, who has no skill, stands at (16,2), beside the home orb at (16,3)."""
    at = {"h1": (8, 7), "a1": (8, 7), player: (16, 2)}
    clumsy = {"dex_mod": 0, "str_mod": 0}
    return play(
        [calm("h1", at["h1"], **(clumsy if player == "h1" else {}))],
        [calm("a1", at["a1"], **(clumsy if player == "a1" else {}))],
        orbs={"home": {"at": [16, 3]}, "away": {"at": [2, 1]}},
        go=player,
    )


LOST_AWAY = {"away": {"at": [15, 4], "state": "lost"}}
HOME_AT_START, AWAY_AT_START = place("home", h1=(1, 1)), do(place("away", a1=(16, 1)), 10, 5)
NO_POINT = (never(PointScored), orb("home", state="lost"), score(0, 0))


def turn(number: int) -> Any:
    def check(game: Play) -> None:
        assert game.state.turn == number

    return check


def ended_level(game: Play) -> None:
    assert game.outcome is not None
    assert (game.outcome.winner, game.state.score) == (None, (0, 0))


def reset_only() -> Play:
    mates = [calm("h1", (1, 4)), calm("h2", (5, 7))]
    orbs = {"home": {"holder": "h1"}, **LOST_AWAY}
    return play(mates, [calm("a1", (12, 7))], orbs=orbs, go="h1", house_rules={"double_loss": "reset_only"})


@pytest.mark.parametrize("case", [
    # 6 + 5 = 11 vs DC 10 + 1² = 11
    *(played("ISH-SCORE-01 ISH-TURN-02", f"{team} scores",
        lambda team=team, vessel=vessel: shooter(team, vessel, team), shoots(vessel, team, 6),
        once(OrbInVessel, orb=team, vessel=vessel, cause=name, means="score_shot"),
        once(PointScored, team=team, player=name, gift=False), score(*points), once(TurnEnded, reason="point"))
        for team, vessel, name, points in [("home", "away", "h1", (1, 0)), ("away", "home", "a1", (0, 1))]),
    # 5 + 5 = 10 vs DC 11: missed by 1. d8 3: (16,5); scatters ceil(1/3) = 1, d8 7: back over the opening into (15,4).
    played("ISH-SCORE-02", "the own orb scattered in is lost", lambda: shooter("home", "away", "home"),
        shoots("away", "home", 5, 3, 7), once(OrbInVessel, vessel="away", means="scatter"), once(OrbLost, orb="home"),
        *NO_POINT, asked("go", "h1")),
    # Over the vessel, off the wall and back: (15,4) (16,4) bounce (15,4), distance 4, DC 10 + 4² = 26.
    # 3 + 5 = 8: missed by 18; d4 shows 2: path[2] = (16,4), a scoring square; d8 6: back into (15,4).
    played("ISH-SCORE-02 ISH-Q-32", "a failed shot that deviates in is lost",
        lambda: play([calm("h1", (14, 4))], [calm("a1", (10, 7))], orbs=HELD_BY_H1, go="h1"),
        do(propel("h1", EAST, 4), 3, 2, 6), once(OrbInVessel, vessel="away", means="deviation"), *NO_POINT),
    # 11 vs DC 11, or 10: d8 in away's frame: (16,5), then back into (15,4)
    *(played("ISH-SCORE-03", f"the defending team gives a point away by {means}",
        lambda: shooter("away", "away", "home"), shoots("away", "home", *dice), once(OrbInVessel, means=means),
        once(PointScored, team="home", player="a1", gift=True), score(1, 0))
        for dice, means in [((6,), "score_shot"), ((5, 7, 3), "scatter")]),
    # 3 + prof 2 = 5 vs DC 10: missed by 5. From the scoring square (16,3) to (15,4): (−1,+1) is d8 1 for away.
    played("ISH-SCORE-03 ISH-CTRL-06 ISH-Q-05", "a bad Control of a defender gives a point away",
        lambda: missed_before_vessel("a1"), do(act("a1", "control", orb="home"), 3, 1),
        once(PointScored, team="home", player="a1", gift=True), once(OrbInVessel, means="scatter")),
    # (−1,+1) is d8 5 for home
    played("ISH-SCORE-02 ISH-CTRL-06 ISH-Q-05", "a bad Control of the own side loses the orb",
        lambda: missed_before_vessel("h1"), do(act("h1", "control", orb="home"), 3, 5), *NO_POINT),
    # 11 or 10 vs DC 11
    *(played("ISH-SCORE-04", f"its own vessel loses an orb by {means} of {cause}",
        lambda cause=cause: shooter(cause, "home", "home"), shoots("home", "home", *dice),
        once(OrbInVessel, means=means), once(OrbLost, orb="home", vessel="home"), *NO_POINT)
        for cause in ("home", "away")
        for means, dice in [("score_shot", [6]), ("scatter", [5, *DEVIATE_AND_SCATTER_IN["home", cause]])]),
    illegal("ISH-SCORE-05", "a lost orb is out of reach",
        lambda: play([calm("h1", (16, 4), cast_mod=4, slots_l1=1)], [calm("a1", (12, 7))],
            orbs={"home": {"at": [15, 4], "state": "lost"}}, go="h1"),
        [act("h1", "control", orb="home"), propel("h1", WEST, 1)], "orb_lost"),
    # 11 vs DC 11
    played("ISH-SCORE-05 ISH-START-02", "it comes back when the other team scores",
        lambda: shooter("away", "home", "away", orbs={"home": {"at": [15, 4], "state": "lost"}}),
        shoots("home", "away", 6), once(PointScored, team="away"), HOME_AT_START, AWAY_AT_START, turn(2),
        orb("home", state="loose"), lies("home", (3, 4)), orb("away", state="loose"), lies("away", (14, 4))),
    # the own orb into the own vessel
    played("ISH-SCORE-05 ISH-Q-17", "a second lost orb ends the turn without a point",
        lambda: shooter("home", "home", "home", orbs=LOST_AWAY), shoots("home", "home", 6), once(OrbLost, orb="home"),
        once(TurnEnded, turn=1, reason="double_loss"), score(0, 0), HOME_AT_START, AWAY_AT_START, turn(2),
        orb("home", state="loose"), lies("home", (3, 4)), orb("away", state="loose"), lies("away", (14, 4))),
    played("ISH-Q-17", "in the last turn it ends the match",
        lambda: shooter("home", "home", "home", orbs=LOST_AWAY, turn=3, turns_total=3), shoots("home", "home", 6),
        ended_level),
    played("ISH-Q-17", "by house rule it resets without ending the turn", reset_only, shoots("home", "home", 6),
        never(TurnEnded), place("home", h1=(1, 1), h2=(1, 7)), place("away", a1=(16, 1)),
        once(OrbsPlaced, home=(3, 4), away=(14, 4)), never(InitiativeRolled), turn(1), score(0, 0),
        player("h2", at=(1, 7), go_taken=False)),
    # 1 + 5 = 6 vs DC 4: margin 2, lands two squares on and scatters 1 into (15,4).
    *(played("ISH-SCORE-06", f"from {(x, y)} it lies there loose",
        lambda x=x, y=y: play([calm("h1", (x - 2, y))], [calm("a1", (8, 7))],
            orbs={"home": {"holder": "h1"}, "away": {"at": [8, 1]}}, go="h1"),
        do(propel("h1", EAST, 2), 1, die), once(OrbScattered, start=(x, y)), never(OrbInVessel),
        orb("home", state="loose"), lies("home", (15, 4)))
        for x, y, die in [
        (14, 4, 2),  # forward from the arena side
        (14, 3, 3),  # right forward
        (14, 5, 1),  # left forward
        (15, 3, 4),  # right, from beside the vessel
        (15, 5, 8),  # left
        ]),
    # 5 + 5 = 10 vs DC 11: missed by 1
    *(played("ISH-SCORE-06", f"the scoring square of row {row} opens into the vessel",
        lambda row=row: play([calm("h1", (16, row))], [calm("a1", (8, 7))], orbs=HELD_BY_H1, go="h1"),
        do(propel("h1", direction, 1), 5, deviation, scatter), once(SrRolled, target=11),
        once(OrbInVessel, vessel="away", means="scatter"))
        for row, direction, deviation, scatter in [
        (3, (-1, 1), 1, 5),  # from (15,4) to (16,3), and back left-down: d8 5 is (−1,+1)
        (4, (-1, 0), 2, 6),  # (16,4), back
        (5, (-1, -1), 3, 7),  # (16,5), back up
        ]),
])  # fmt: skip
def test_into_a_vessel(case: Played) -> None:
    case.check()


@rule("ISH-Q-18")
@pytest.mark.parametrize("means", ["score_shot", "scatter"])
@pytest.mark.parametrize("cause", ["home", "away"])
@pytest.mark.parametrize("vessel", ["home", "away"])
@pytest.mark.parametrize("orb", ["home", "away"])
def test_own_side_must_propel_defending_side_gives_away_own_vessel_never_scores(
    orb: str, vessel: str, cause: str, means: str
) -> None:
    game = shooter(cause, vessel, orb)
    dice = [6] if means == "score_shot" else [5, *DEVIATE_AND_SCATTER_IN[vessel, cause]]
    events = shoots(vessel, orb, *dice)(game)
    scores = vessel != orb and (means == "score_shot" or cause == vessel)
    assert len(all_of(events, PointScored)) == scores
    assert len(all_of(events, OrbLost)) == (not scores)
    assert sum(game.state.score) == scores
    if scores:
        assert only(events, PointScored).team == orb
