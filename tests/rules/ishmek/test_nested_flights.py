"""Flights within flights, and fouls within fouls."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek import events as ev
from rules.kernel.asks import Outcome
from tests.rules.every_game.rows import PASS, Played, asked, do, each, finds, never, once, orb, order, played, player
from tests.rules.ishmek.arena import act, let_pass, man, play, react
from tests.rules.ishmek.scrum import SEEN, UNSEEN, defend, duel
from tests.rules.play import Play

QUIET = {"reaction_used": True}
BOTH_HELD = {"home": {"holder": "h1"}, "away": {"holder": "a1"}}
NORTH: dict[str, Any] = {"orb": "home", "ability": "dex", "direction": [0, -1], "distance": 3}
FOUL = act("h1", "push_pull", target="a1", ability="str", intent=True)


def at_the_home_vessel(turn: int) -> Play:
    return play([man("h1", (8, 4), **QUIET)], [man("a1", (1, 4))], orbs=BOTH_HELD, go="h1", turn=turn)


@pytest.mark.parametrize("case", [
    # 15 against 6; 15 against 4; 11 + 5 − 4 for a1 beside it = 12 against 8 + 2 × 2
    played("ISH-REACT-01 ISH-Q-55 ISH-INT-06 ISH-PROPEL-11", "an orb propelled in the window of a flight",
        lambda: play([man("h1", (8, 4), **QUIET), man("h2", (11, 5))], [man("a1", (12, 4))], orbs=BOTH_HELD, go="h1"),
        do(act("h1", "propel", **NORTH), 10), let_pass("h2"),
        do(react("a1", "propel", orb="away", ability="dex", direction=[-1, 0], distance=2), 10),
        orb("home", state="in_flight"), orb("away", state="in_flight"),
        do(react("h2", "intercept", orb="away", ability="dex"), 11), PASS, orb("away", holder="h2"),
        orb("home", state="loose", at=(8, 1)), each(ev.OrbMoved, orb=["home"] * 3, to=[(8, 3), (8, 2), (8, 1)]),
        asked("go", "h1")),
    # 6 + 5 + 4 = 15 against 11: the away orb is in (2,4); a1 burned 4, h1 had burned 2 before
    *(played("ISH-TURN-02 ISH-TURN-03 ISH-SCORE-01 ISH-END-01", f"a point in the window of another flight, turn {turn}",
        lambda turn=turn: at_the_home_vessel(turn), do(act("h1", "propel", **NORTH, burn=2), 10),
        do(react("a1", "propel", orb="away", ability="dex", direction=[1, 0], distance=1, burn=4), 6, 1, 2),
        once(ev.PointScored, team="away", player="a1", gift=False),
        each(ev.InjuryRolled, player=["a1", "h1"], total=[5, 4]), never(ev.OrbLanded),
        order(ev.InjuryRolled, ev.InjuryRolled, ev.TurnEnded, *ends), finds(outcome, lambda game: game.outcome))
        for turn, ends, outcome in [(1, (), None),
                                    (10, (ev.MatchEnded,), Outcome("turns", "away", {"home": 0, "away": 1}))]),
    # 16 against 6: two squares. 10 + 3 against 10 + 5: lost by 2; a2 is seen. Then a1 moves on, is hurt by 1 + 4, and
    # h1 goes unseen
    played("ISH-FOUL-04 ISH-UMP-03 ISH-PUSH-12", "a foul within a foul is looked at first",
        lambda: duel(QUIET, away=[man("a2", (7, 4))]), FOUL, do(defend("a1", ability="str"), 11, 3), let_pass("h1"),
        react("a2", "push_pull", target="h1", ability="str", intent=True),
        do(defend("h1", ability="str"), 10, 10, *SEEN, 1, *UNSEEN), each(ev.FoulCalled, player=["a2"]),
        each(ev.UmpireRolled, player=["a2", "a2", "h1", "h1"]), player("a1", at=(11, 4)), asked("go", "h1")),
])  # fmt: skip
def test_nested(case: Played) -> None:
    case.check()
