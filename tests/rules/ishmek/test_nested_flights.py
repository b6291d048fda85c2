"""Flights within flights, and shoves that are crossed on their way."""

from __future__ import annotations

import pytest

from rules.ishmek import events as ev
from tests.rules.ishmek.arena import act, let_pass, man, play, react
from tests.rules.ishmek.scrum import HELD, SEEN, UNSEEN, at, choose, defend, duel, forced, push
from tests.rules.play import Play, all_of, only, rule

QUIET = {"reaction_used": True}


def moves(game: Play) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return [(moved.start, moved.to) for moved in all_of(game.events, ev.Pushed)]


# Two orbs in the air


@rule("ISH-REACT-01", "ISH-Q-55", "ISH-INT-06", "ISH-PROPEL-11")
def test_orb_propelled_in_the_window_of_a_flight_is_intercepted_and_the_first_flies_on() -> None:
    game = play(
        [man("h1", (8, 4), **QUIET), man("h2", (11, 5))],
        [man("a1", (12, 4))],
        orbs={"home": {"holder": "h1"}, "away": {"holder": "a1"}},
        go="h1",
    )
    game.do(act("h1", "propel", orb="home", ability="dex", direction=[0, -1], distance=3), dice=[10])  # 15 against 6
    game.do(let_pass("h2"))
    game.do(react("a1", "propel", orb="away", ability="dex", direction=[-1, 0], distance=2), dice=[10])  # 15 against 4
    assert {orb.state for orb in game.state.orbs} == {"in_flight"}

    # 11 + 5 − 4 for a1 beside it = 12 against 8 + 2 × 2
    game.do(react("h2", "intercept", orb="away", ability="dex"), dice=[11])
    game.pass_all()

    assert game.orb("away").holder == "h2"
    assert (game.orb("home").state, game.orb("home").at) == ("loose", (8, 1))
    assert [(moved.orb, moved.to) for moved in all_of(game.events, ev.OrbMoved)] == [
        ("home", (8, 3)),
        ("home", (8, 2)),
        ("home", (8, 1)),
    ]
    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]


@rule("ISH-TURN-02", "ISH-TURN-03", "ISH-SCORE-01", "ISH-END-01")
@pytest.mark.parametrize(("turn", "last"), [(1, False), (10, True)])
def test_point_shot_in_the_window_of_another_flight_drops_that_flight(turn: int, last: bool) -> None:
    game = play(
        [man("h1", (8, 4), **QUIET)],
        [man("a1", (1, 4))],
        orbs={"home": {"holder": "h1"}, "away": {"holder": "a1"}},
        go="h1",
        turn=turn,
    )
    game.do(act("h1", "propel", orb="home", ability="dex", direction=[0, -1], distance=3, burn=2), dice=[10])

    # 6 + 5 + 4 = 15 against 11: the away orb is in (2,4); a1 burned 4, h1 had burned 2 before
    shot = react("a1", "propel", orb="away", ability="dex", direction=[1, 0], distance=1, burn=4)
    events = game.do(shot, dice=[6, 1, 2])

    point = only(events, ev.PointScored)
    assert (point.team, point.player, point.gift) == ("away", "a1", False)
    assert [(roll.player, roll.total) for roll in all_of(events, ev.InjuryRolled)] == [("a1", 5), ("h1", 4)]
    assert all_of(events, ev.OrbLanded) == []
    kinds = [type(e) for e in events if isinstance(e, (ev.InjuryRolled, ev.TurnEnded, ev.MatchEnded))]
    assert kinds == [ev.InjuryRolled, ev.InjuryRolled, ev.TurnEnded, *([ev.MatchEnded] if last else [])]
    assert (game.outcome is not None) is last
    if last:
        assert game.outcome.winner == "away"
    else:
        assert {ask.kind for ask in game.pending.asks} == {"place"}


@rule("ISH-FOUL-04", "ISH-UMP-03", "ISH-PUSH-12")
def test_foul_within_a_foul_is_looked_at_first() -> None:
    game = duel({"reaction_used": True}, away=[man("a2", (7, 4))])
    game.do(act("h1", "push_pull", target="a1", ability="str", intent=True))
    game.do(defend("a1", ability="str"), dice=[11, 3])  # 16 against 6: two squares
    game.do(let_pass("h1"))  # a1 at (10,4)
    game.do(react("a2", "push_pull", target="h1", ability="str", intent=True))
    # 10 + 3 against 10 + 5: lost by 2; a2 is seen. Then a1 moves on, is hurt by 1 + 4, and h1 goes unseen
    game.do(defend("h1", ability="str"), dice=[10, 10, *SEEN, 1, *UNSEEN])

    assert [called.player for called in all_of(game.events, ev.FoulCalled)] == ["a2"]
    assert [roll.player for roll in all_of(game.events, ev.UmpireRolled)] == ["a2", "a2", "h1", "h1"]
    assert at(game, "a1") == (11, 4)
    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]


# Shoves crossed on their way


@rule("ISH-PUSH-12", "ISH-PROPEL-07")
def test_shoved_holder_may_propel_the_orb_away_in_passing_and_owes_no_roll() -> None:
    game = duel(orbs=HELD)
    push(game, 11, 3)  # won by 10: two squares
    game.do(let_pass("h1"))

    # in (10,4): 20 + 3 = 23 against 4, down to (10,6)
    game.do(react("a1", "propel", orb="away", ability="str", direction=[0, 1], distance=2), dice=[20])

    assert (game.orb("away").state, game.orb("away").at) == ("loose", (10, 6))
    assert at(game, "a1") == (11, 4)
    assert all_of(game.events, ev.ForcedControlled) == []
    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]


@rule("ISH-REACT-03", "ISH-PUSH-12")
@pytest.mark.parametrize(
    ("mine", "theirs", "option"), [(10, 10, {"option": "push"}), (19, 4, {"option": "push", "squares": 2})]
)
def test_shove_crossed_by_another_push_goes_on_square_by_square_or_not_at_all(
    mine: int, theirs: int, option: dict[str, object]
) -> None:
    game = duel(a1=QUIET, home=[man("h2", (10, 5), str_mod=3)])
    push(game, 16, 3)  # won by 15: three squares
    game.do(let_pass("h1"))  # a1 at (10,4), below it h2
    game.do(react("h2", "push_pull", target="a1", ability="str"))
    game.do(defend("a1", ability="str"), dice=[mine, theirs])  # won by 2 or by 17
    game.do({"type": "choose", "player": "h2", **option})
    game.pass_all()

    for start, to in moves(game):
        assert max(abs(start[0] - to[0]), abs(start[1] - to[1])) == 1
    assert (10, 4) in [start for start, _ in moves(game)]
    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]


@rule("ISH-Q-40", "ISH-PUSH-06")
def test_shorter_shove_shakes_the_orb_less() -> None:
    game = duel(orbs=HELD)
    push(game, 16, 3)  # three squares earned

    game.do(choose("push", squares=1))
    game.do(forced(), dice=[12])  # 12 + 3 = 15 against 10 + 5

    assert game.orb("away").holder == "a1"


@rule("ISH-PUSH-06", "ISH-Q-39")
def test_pull_of_two_squares_counts_ten_feet() -> None:
    game = duel(orbs=HELD)
    push(game, 11, 3)  # two squares

    game.do(choose("pull", path=[[9, 5], [8, 5]]))
    game.pass_all()
    game.do(forced(), dice=[20, 4])  # 20 + 3 − 4 for h1 beside (8,5) = 19 against 10 + 10; one square, right
    game.pass_all()

    assert only(game.events, ev.ForcedControlled).dc == 20
    assert game.orb("away").at == (8, 6)


@rule("ISH-PUSH-09", "ISH-Q-45", "ISH-Q-40")
def test_actor_pushed_back_against_a_wall_stays_and_stumbles_all_the_same() -> None:
    game = duel({"at": [8, 7]}, {"at": [8, 6]})
    push(game, 5, 12)  # lost by 5

    game.do(choose("push"), dice=[19])

    assert (at(game, "h1"), game.player("h1").prone) == ((8, 7), True)
    assert moves(game) == []


# The window of a forced roll that was not made


@rule("ISH-PUSH-07", "ISH-CTRL-07", "ISH-Q-41")
def test_orb_loose_in_the_square_after_a_free_forced_roll_opens_a_window() -> None:
    game = duel(home=[man("h2", (10, 5))], orbs=HELD)
    push(game, 10, 15)  # lost by 3: 10 − 3 is needed

    game.do(forced(), dice=[11])  # 11 + 3 − 4 × 2 = 6, one less
    assert {ask.player for ask in game.asks("window")} == {"h2", "a1"}
    game.do(let_pass("a1"))
    game.do(react("h2", "control", orb="away", ability="dex"), dice=[9])  # 9 + 5 − 4 = 10 against 10

    assert game.orb("away").holder == "h2"


@rule("ISH-Q-40", "ISH-PUSH-06", "ISH-CTRL-07")
def test_orb_loose_in_the_square_after_a_shove_that_moved_nobody_opens_a_window() -> None:
    game = duel({"at": [15, 2]}, {"at": [16, 2]}, home=[man("h2", (16, 1))], orbs=HELD)
    push(game, 6, 3)  # won by 5, against the wall
    game.do(let_pass("h1"))

    game.do(forced(), dice=[14])  # 14 + 3 − 4 × 2 = 9 against 10

    assert (game.orb("away").state, game.orb("away").at) == ("loose", (16, 2))
    assert [ask.player for ask in game.asks("window")] == ["h2"]
