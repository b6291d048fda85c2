"""Every way a match can end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek import events as ev
from tests.rules.every_game.rows import (
    PASS,
    Played,
    Step,
    by_gm,
    do,
    finds,
    illegal,
    never,
    once,
    order,
    played,
    player,
    refused,
    seat_asked,
    state,
)
from tests.rules.ishmek.arena import Json, act, end_go, let_pass, man, pick, place, play, step
from tests.rules.ishmek.scrum import HELD, SEEN, UNSEEN, choose, defend, duel, forced, fouls, pushes, umpire_call
from tests.rules.play import Play, only

ARMED = {"home": {"holder": "h1"}, "away": {"at": [8, 4]}}
LAST: Json = {"turn": 10, "turns_total": 10, "go": "h1", "picks": ["a1"]}
EXTRA: Json = {"house_rules": {"tie": "extra_turns"}}
OUT: Json = {"status": "out_match"}
AWAY_LOST = {"home": {"holder": "h1"}, "away": {"at": [15, 4], "state": "lost"}}
END = end_go("h1")
GOES_ON = finds(None, lambda game: game.outcome)


def shot(player: str, way: int) -> Json:
    """From behind a vessel into it, against DC 11: 6 + 5."""
    return act(player, "propel", orb="home", ability="dex", direction=[way, 0], distance=1)


def last_go(score: tuple[int, int] = (0, 0), **more: Any) -> Callable[[], Play]:
    """The last go of the last turn is h1's."""
    return lambda: play([man("h1", (5, 1))], [man("a1", (12, 7))], score=list(score), **{**LAST, **more})


def armed(*mates: Json, score: tuple[int, int] = (0, 0), **more: Any) -> Callable[[], Play]:
    """The same, with the home orb in front of the away vessel."""
    home = [man("h1", (16, 4)), *mates]
    return lambda: play(home, [man("a1", (5, 7))], orbs=ARMED, score=list(score), **{**LAST, **more})


def over(termination: str, winner: str | None, home: int, away: int) -> Step:
    """How the match has ended, who won, and the score; nothing is asked any more and everything is refused."""

    def check(game: Play) -> None:
        assert game.pending.asks == ()
        game.refuses(END, "match_over")
        game.refuses({"type": "pass"}, "match_over", by="gm")
        ended, outcome = only(game.events, ev.MatchEnded), game.outcome
        assert (ended.termination, ended.winner, ended.score) == (termination, winner, (home, away))
        assert outcome is not None
        found = (outcome.termination, outcome.winner, outcome.score)
        assert found == (termination, winner, {"home": home, "away": away})

    return check


def forfeit(team: str, **fields: Any) -> Json:
    return {"type": "forfeit", "team": team, **fields}


WINNERS = [((2, 1), "home"), ((1, 2), "away"), ((0, 0), None), ((3, 3), None)]


@pytest.mark.parametrize("case", [
    *(played("ISH-END-01 ISH-Q-14", f"points decide: {home}:{away}", last_go((home, away)), END,
        once(ev.TurnEnded, reason="all_gone"), over("turns", winner, home, away)) for (home, away), winner in WINNERS),
    played("ISH-END-01", "not after the last turn but one", last_go((2, 1), turn=9), do(END, 12, 5), GOES_ON,
        state(turn=10)),
    played("ISH-END-01", "not while somebody has still to go",
        lambda: play([man("h1", (5, 1)), man("h2", (5, 2))], [man("a1", (12, 7))], **LAST), END, GOES_ON,
        seat_asked("pick", "home")),
    played("ISH-END-01 ISH-TURN-02 ISH-Q-13", "a point in the last turn", armed(man("h2", (5, 2))),
        do(shot("h1", -1), 6), once(ev.TurnEnded, reason="point"), over("turns", "home", 1, 0)),
    played("ISH-Q-13", "a turn cut short by a point counts", armed(turn=9), do(shot("h1", -1), 6), GOES_ON,
        state(turn=10)),
    # a1 shoots the home orb into its own vessel
    played("ISH-END-01 ISH-SCORE-03", "a point given away",
        lambda: play([man("h1", (5, 1))], [man("a1", (16, 4))], orbs={"home": {"holder": "a1"}}, **{**LAST, "go": "a1",
        "picks": ["h1"]}), do(shot("a1", -1), 6), once(ev.PointScored, gift=True), over("turns", "home", 1, 0)),
    played("ISH-END-01 ISH-Q-17", "a double loss",
        lambda: play([man("h1", (1, 4))], [man("a1", (8, 7))], orbs=AWAY_LOST, score=[0, 1], **LAST),
        do(shot("h1", 1), 6), once(ev.TurnEnded, reason="double_loss"), over("turns", "away", 0, 1)),
    # 16 + 4 = 20
    played("ISH-END-01 ISH-Q-53", "what is owed is rolled before", last_go((1, 0)),
        {"type": "burn_move", "player": "h1", "squares": 1}, do(END, 16),
        once(ev.InjuryRolled, injury="major_head_trauma"), order(ev.InjuryRolled, ev.TurnEnded, ev.MatchEnded),
        over("turns", "home", 1, 0)),
    # lost by 2, caught, the go is over
    played("ISH-END-01 ISH-FOUL-05", "the last to go is caught", lambda: duel(**LAST), fouls(8, 12, *SEEN),
        over("turns", None, 0, 0)),
    # 12 against 15: lost by 3; then 19 + 2 = 21, out of the match
    played("ISH-END-01 ISH-INJ-07", "the last to go is carried off", lambda: duel(**LAST),
        pushes(5, 12, 19, 1, burn=2), player("h1", status="out_match"), over("turns", None, 0, 0)),
    played("ISH-END-01 ISH-Q-48", "the last to go is sent off by the GM", last_go(),
        by_gm(umpire_call("h1", "illegal_handling")), over("turns", None, 0, 0)),
    # won by 5; 21 and dead: a1 has gone already, h1's go goes on
    played("ISH-END-01", "the last to go is dismissed", lambda: duel(**LAST), fouls(6, 3),
        do(choose("floor"), 13, 20, *UNSEEN), player("a1", status="dead"),
        by_gm({"type": "dismiss", "player": "h1", "reason": "manslaughter"}), over("turns", None, 0, 0)),
    # lost by 3
    played("ISH-END-01 ISH-PUSH-07", "only when a push is settled", lambda: duel(orbs=HELD, **LAST), pushes(10, 15),
        refused(END, "decision_pending"), do(forced(), 20), PASS, END, over("turns", None, 0, 0)),
    played("ISH-END-01", "a match of one turn", last_go(turn=1, turns_total=1), END, over("turns", None, 0, 0)),
    played("ISH-END-01 ISH-Q-76", "with nobody left on one side",
        lambda: play([man("h1", **OUT)], [man("a1", (12, 7))], turn=9, go="a1", score=[1, 0]),
        do(end_go("a1"), 12, 5), pick("a1"), end_go("a1"), over("turns", "home", 1, 0)),
    # Extra turns
    played("ISH-Q-14", "by house rule a tie goes on", last_go((1, 1), **EXTRA), do(END, 12, 5),
        once(ev.ExtraTurnAdded, turns_total=11), GOES_ON, state(turn=11)),
    played("ISH-Q-14", "but no match that is decided", last_go((2, 1), **EXTRA), END, over("turns", "home", 2, 1)),
    played("ISH-Q-14", "nor when nobody can play",
        lambda: play([man("h1", (5, 1))], [man("a1", **OUT)], go="h1", turn=10, **EXTRA),
        by_gm({"type": "dismiss", "player": "h1", "reason": "fireball"}), never(ev.ExtraTurnAdded),
        over("turns", None, 0, 0)),
    played("ISH-Q-14", "a point in an extra turn decides", armed(score=(1, 1), turn=12, turns_total=12, **EXTRA),
        do(shot("h1", -1), 6), over("turns", "home", 2, 1)),
    played("ISH-Q-14 ISH-START-01", "a point that levels leads to start positions", armed(score=(0, 1), **EXTRA),
        do(shot("h1", -1), 6), place("home", h1=(1, 1)), do(place("away", a1=(16, 1)), 12, 5), state(turn=11)),
    # GM actions
    *(played("ISH-Q-76", f"{team} forfeits", last_go((3, 3), turn=4), by_gm(forfeit(team, reason="no players left")),
        once(ev.MatchForfeited, team=team), never(ev.PointScored), over("forfeit", winner, 3, 3))
        for team, winner in [("home", "away"), ("away", "home")]),
    played("ISH-Q-76", "who leads and forfeits has lost", last_go((5, 0), turn=4), by_gm(forfeit("home")),
        over("forfeit", "away", 5, 0)),
    illegal("ISH-Q-76", "a team cannot forfeit by itself", last_go(), forfeit("home"), "gm_only", by="home"),
    played("ISH-END-01", "abandoned, without a winner", last_go((2, 0)),
        by_gm({"type": "abandon", "reason": "the roof fell in"}), refused(END, "match_over"),
        finds(("abandoned", None), lambda game: (game.outcome.termination, game.outcome.winner)),
        finds((), lambda game: game.pending.asks)),
])  # fmt: skip
def test_a_match_ends(case: Played) -> None:
    case.check()


PUSH = act("h1", "push_pull", target="a1", ability="str")
DEFENDED = do(defend("a1", ability="str"), 13, 12)


@pytest.mark.parametrize("case", [
    played("ISH-Q-76", moment, lambda: duel({"reaction_used": False}, orbs=HELD), *steps,
        finds(True, lambda game, moment=moment: bool(game.asks(moment))), by_gm(forfeit("away")),
        over("forfeit", "home", 0, 0))
    for moment, steps in [("window", [step("h1", 8, 3)]), ("defend", [PUSH]), ("choose", [PUSH, DEFENDED]),
        ("forced_control", [PUSH, DEFENDED, let_pass("h1")])]
])  # fmt: skip
def test_a_forfeit_ends_a_match_whatever_is_asked(case: Played) -> None:
    case.check()
