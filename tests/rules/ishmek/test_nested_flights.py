"""Flights within flights, and fouls within fouls."""

from __future__ import annotations

import pytest

from rules.ishmek import events as ev
from rules.kernel.asks import Outcome
from tests.rules.ishmek.arena import act, let_pass, man, play, react
from tests.rules.ishmek.scrum import SEEN, UNSEEN, at, defend, duel
from tests.rules.play import all_of, only, rule

QUIET = {"reaction_used": True}


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
    assert game.outcome == (Outcome("turns", "away", {"home": 0, "away": 1}) if last else None)
    if not last:
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
