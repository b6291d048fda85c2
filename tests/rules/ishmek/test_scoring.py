"""What it means when an orb goes into a vessel: points, gifts, lost orbs, and what brings a lost orb back."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek.events import OrbInVessel, OrbLost, OrbScattered, OrbsPlaced, PointScored, SrRolled, TurnEnded
from tests.rules.ishmek.arena import act, place, play
from tests.rules.ishmek.flights import EAST, HELD_BY_H1, WEST, calm, propel, where
from tests.rules.play import Play, all_of, names, only, rule

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


def shoot(game: Play, vessel: str, orb: str, dice: list[int]) -> list[Any]:
    player = game.orb(orb).holder
    return game.do(propel(player, INWARD[vessel], 1, orb=orb), dice=dice)


@rule("ISH-SCORE-01", "ISH-TURN-02")
@pytest.mark.parametrize(("team", "vessel", "player"), [("home", "away", "h1"), ("away", "home", "a1")])
def test_the_own_orb_shot_into_the_other_vessel_is_a_point(team: str, vessel: str, player: str) -> None:
    game = shooter(team, vessel, team)

    events = shoot(game, vessel, team, [6])  # 6 + 5 = 11 vs DC 10 + 1² = 11

    entered = only(events, OrbInVessel)
    assert (entered.orb, entered.vessel, entered.cause, entered.means) == (team, vessel, player, "score_shot")
    point = only(events, PointScored)
    assert (point.team, point.player, point.gift) == (team, player, False)
    assert game.state.score == ((1, 0) if team == "home" else (0, 1))
    assert only(events, TurnEnded).reason == "point"


@rule("ISH-SCORE-02")
def test_the_own_orb_scattered_into_the_other_vessel_is_lost() -> None:
    game = shooter("home", "away", "home")

    # 5 + 5 = 10 vs DC 11: missed by 1. d8 3: (16,5); scatters ceil(1/3) = 1, d8 7: back over the opening into (15,4).
    events = shoot(game, "away", "home", [5, 3, 7])

    entered = only(events, OrbInVessel)
    assert (entered.vessel, entered.means) == ("away", "scatter")
    assert only(events, OrbLost).orb == "home"
    assert all_of(events, PointScored) == []
    assert game.orb("home").state == "lost"
    assert game.state.score == (0, 0)
    assert [ask.kind for ask in game.asks()] == ["go"]


@rule("ISH-SCORE-02", "ISH-Q-32")
def test_a_failed_shot_that_deviates_into_the_vessel_is_lost() -> None:
    game = play([calm("h1", (14, 4))], [calm("a1", (10, 7))], orbs=HELD_BY_H1, go="h1")

    # Over the vessel, off the wall and back: (15,4) (16,4) bounce (15,4), distance 4, DC 10 + 4² = 26.
    # 3 + 5 = 8: missed by 18; d4 shows 2: path[2] = (16,4), a scoring square; d8 6: back into (15,4).
    events = game.do(propel("h1", EAST, 4), dice=[3, 2, 6])

    entered = only(events, OrbInVessel)
    assert (entered.vessel, entered.means) == ("away", "deviation")
    assert game.orb("home").state == "lost"
    assert game.state.score == (0, 0)


@rule("ISH-SCORE-03")
@pytest.mark.parametrize(
    ("dice", "means"),
    [
        ([6], "score_shot"),  # 6 + 5 = 11 vs DC 11
        ([5, 7, 3], "scatter"),  # 10 vs DC 11; d8 in away's frame: (16,5), then back into (15,4)
    ],
)
def test_the_defending_team_gives_a_point_away_by_any_means(dice: list[int], means: str) -> None:
    game = shooter("away", "away", "home")

    events = shoot(game, "away", "home", dice)

    assert only(events, OrbInVessel).means == means
    point = only(events, PointScored)
    assert (point.team, point.player, point.gift) == ("home", "a1", True)
    assert game.state.score == (1, 0)


@rule("ISH-SCORE-03", "ISH-CTRL-06", "ISH-Q-05")
def test_a_bad_control_of_a_defender_gives_a_point_away() -> None:
    game = play(
        [calm("h1", (8, 7))],
        [calm("a1", (16, 2), dex_mod=0, str_mod=0)],
        orbs={"home": {"at": [16, 3]}, "away": {"at": [2, 1]}},
        go="a1",
    )

    # 3 + prof 2 = 5 vs DC 10: missed by 5. From the scoring square (16,3) to (15,4): (−1,+1) is d8 1 for away.
    events = game.do(act("a1", "control", orb="home"), dice=[3, 1])

    point = only(events, PointScored)
    assert (point.team, point.player, point.gift) == ("home", "a1", True)
    assert only(events, OrbInVessel).means == "scatter"


@rule("ISH-SCORE-02", "ISH-CTRL-06", "ISH-Q-05")
def test_a_bad_control_of_the_own_side_loses_the_orb() -> None:
    game = play(
        [calm("h1", (16, 2), dex_mod=0, str_mod=0)],
        [calm("a1", (8, 7))],
        orbs={"home": {"at": [16, 3]}, "away": {"at": [2, 1]}},
        go="h1",
    )

    events = game.do(act("h1", "control", orb="home"), dice=[3, 5])  # (−1,+1) is d8 5 for home

    assert all_of(events, PointScored) == []
    assert game.orb("home").state == "lost"


@rule("ISH-SCORE-04")
@pytest.mark.parametrize("cause", ["home", "away"])
@pytest.mark.parametrize("means", ["score_shot", "scatter"])
def test_an_orb_in_its_own_vessel_is_lost_whoever_put_it_there(cause: str, means: str) -> None:
    game = shooter(cause, "home", "home")

    dice = [6] if means == "score_shot" else [5, *DEVIATE_AND_SCATTER_IN["home", cause]]
    events = shoot(game, "home", "home", dice)  # 11 or 10 vs DC 11

    assert only(events, OrbInVessel).means == means
    lost = only(events, OrbLost)
    assert (lost.orb, lost.vessel) == ("home", "home")
    assert game.orb("home").state == "lost"
    assert game.state.score == (0, 0)


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
    events = shoot(game, vessel, orb, dice)

    scores = vessel != orb and (means == "score_shot" or cause == vessel)
    assert len(all_of(events, PointScored)) == scores
    assert len(all_of(events, OrbLost)) == (not scores)
    assert sum(game.state.score) == scores
    if scores:
        assert only(events, PointScored).team == orb


@rule("ISH-SCORE-05")
def test_a_lost_orb_is_out_of_reach() -> None:
    game = play(
        [calm("h1", (16, 4), cast_mod=4, slots_l1=1)],
        [calm("a1", (12, 7))],
        orbs={"home": {"at": [15, 4], "state": "lost"}},
        go="h1",
    )

    game.refuses(act("h1", "control", orb="home"), "orb_lost")
    game.refuses(propel("h1", WEST, 1), "orb_lost")


@rule("ISH-SCORE-05", "ISH-START-02")
def test_a_lost_orb_comes_back_when_the_other_team_scores() -> None:
    game = shooter("away", "home", "away", orbs={"home": {"at": [15, 4], "state": "lost"}})

    events = shoot(game, "home", "away", [6])  # 11 vs DC 11
    assert only(events, PointScored).team == "away"
    game.do(place("home", h1=(1, 1)))
    game.do(place("away", a1=(16, 1)), dice=[10, 5])

    assert game.state.turn == 2
    assert (game.orb("home").state, where(game, "home")) == ("loose", (3, 4))
    assert (game.orb("away").state, where(game, "away")) == ("loose", (14, 4))


@rule("ISH-SCORE-05", "ISH-Q-17")
def test_a_second_lost_orb_ends_the_turn_without_a_point() -> None:
    game = shooter("home", "home", "home", orbs={"away": {"at": [15, 4], "state": "lost"}})

    events = shoot(game, "home", "home", [6])  # the own orb into the own vessel

    assert only(events, OrbLost).orb == "home"
    ended = only(events, TurnEnded)
    assert (ended.turn, ended.reason) == (1, "double_loss")
    assert game.state.score == (0, 0)
    game.do(place("home", h1=(1, 1)))
    game.do(place("away", a1=(16, 1)), dice=[10, 5])
    assert game.state.turn == 2
    assert (where(game, "home"), where(game, "away")) == ((3, 4), (14, 4))
    assert game.orb("home").state == game.orb("away").state == "loose"


@rule("ISH-Q-17")
def test_a_double_loss_in_the_last_turn_ends_the_match() -> None:
    game = shooter("home", "home", "home", orbs={"away": {"at": [15, 4], "state": "lost"}}, turn=3, turns_total=3)

    shoot(game, "home", "home", [6])

    assert game.outcome is not None
    assert (game.outcome.winner, game.state.score) == (None, (0, 0))


@rule("ISH-Q-17")
def test_by_house_rule_a_double_loss_resets_without_ending_the_turn() -> None:
    game = play(
        [calm("h1", (1, 4)), calm("h2", (5, 7))],
        [calm("a1", (12, 7))],
        orbs={"home": {"holder": "h1"}, "away": {"at": [15, 4], "state": "lost"}},
        go="h1",
        house_rules={"double_loss": "reset_only"},
    )

    events = shoot(game, "home", "home", [6])
    assert all_of(events, TurnEnded) == []
    game.do(place("home", h1=(1, 1), h2=(1, 7)))
    placed = game.do(place("away", a1=(16, 1)))

    assert (only(placed, OrbsPlaced).home, only(placed, OrbsPlaced).away) == ((3, 4), (14, 4))
    assert "initiative_rolled" not in names(placed)
    assert game.state.turn == 1
    assert game.state.score == (0, 0)
    assert game.player("h2").at == (1, 7)
    assert game.player("h2").go_taken is False


@rule("ISH-SCORE-06")
@pytest.mark.parametrize(
    ("landing", "die"),
    [
        ((14, 4), 2),  # forward from the arena side
        ((14, 3), 3),  # right forward
        ((14, 5), 1),  # left forward
        ((15, 3), 4),  # right, from beside the vessel
        ((15, 5), 8),  # left
    ],
)
def test_an_orb_that_enters_the_vessel_square_from_elsewhere_lies_there_loose(
    landing: tuple[int, int], die: int
) -> None:
    game = play(
        [calm("h1", (landing[0] - 2, landing[1]))],
        [calm("a1", (8, 7))],
        orbs={"home": {"holder": "h1"}, "away": {"at": [8, 1]}},
        go="h1",
    )

    # 1 + 5 = 6 vs DC 4: margin 2, lands two squares on and scatters 1 into (15,4).
    events = game.do(propel("h1", EAST, 2), dice=[1, die])

    assert only(events, OrbScattered).start == landing
    assert all_of(events, OrbInVessel) == []
    assert (game.orb("home").state, where(game, "home")) == ("loose", (15, 4))


@rule("ISH-SCORE-06")
@pytest.mark.parametrize(
    ("row", "direction", "deviation", "scatter"),
    [
        (3, (-1, 1), 1, 5),  # from (15,4) to (16,3), and back left-down: d8 5 is (−1,+1)
        (4, (-1, 0), 2, 6),  # (16,4), back
        (5, (-1, -1), 3, 7),  # (16,5), back up
    ],
)
def test_each_of_the_three_scoring_squares_opens_into_the_vessel(
    row: int, direction: tuple[int, int], deviation: int, scatter: int
) -> None:
    game = play([calm("h1", (16, row))], [calm("a1", (8, 7))], orbs=HELD_BY_H1, go="h1")

    # 5 + 5 = 10 vs DC 11: missed by 1
    events = game.do(propel("h1", direction, 1), dice=[5, deviation, scatter])

    assert only(events, SrRolled).target == 11
    entered = only(events, OrbInVessel)
    assert (entered.vessel, entered.means) == ("away", "scatter")
