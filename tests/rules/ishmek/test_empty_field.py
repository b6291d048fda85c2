"""Nobody of either team is on the field: the turns go by one by one, and the GM is asked in each."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek import events as ev
from rules.ishmek.system import ISHMEK
from rules.kernel.asks import Outcome
from tests.rules.every_game.rows import (
    Played,
    by_gm,
    do,
    each,
    finds,
    first_asked,
    illegal,
    played,
    refused,
    seat_asked,
    state,
)
from tests.rules.ishmek.arena import end_go, let_pass, man, pick, place, play
from tests.rules.play import Play, rule

FAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}
OUT = {"status": "out_match"}
GM_ASKED = seat_asked("empty_field", "gm")


def deserted(**h2: Any) -> Callable[[], Play]:
    """Turn 8 of 10 has been played to its last go, h1's; then h1, the last one on the field, is dismissed."""

    def game() -> Play:
        home = [man("h1", (5, 1)), *([man("h2", **h2)] if h2 else [])]
        opened = play(home, [man("a1", **OUT)], go="h1", turn=8, score=[0, 1], orbs=FAR)
        opened.do({"type": "dismiss", "player": "h1", "reason": "fireball"}, dice=[12, 5], by="gm")
        return opened

    return game


def ended(termination: str, winner: str, home: int, away: int) -> Any:
    return finds(Outcome(termination, winner, {"home": home, "away": away}), lambda game: game.outcome)


@pytest.mark.parametrize("case", [
    # a tie, then away; at the end no turn and no initiative
    played("ISH-Q-76 ISH-TURN-01 ISH-INIT-01", "each turn has its initiative, and the GM is asked", deserted(),
        state(turn=9), GM_ASKED,
        first_asked(rule="ISH-Q-76", default={"type": "pass"}, options={"turn": 9, "turns_total": 10}),
        by_gm(let_pass(), 7, 7, 3, 15), each(ev.TurnEnded, turn=[8, 9]),
        each(ev.InitiativeRolled, total=[12, 5, 7, 7, 3, 15]), state(turn=10), GM_ASKED, by_gm(let_pass()),
        ended("turns", "away", 0, 1)),
    played("ISH-Q-76", "the GM may change something, or end it sooner", deserted(),
        by_gm({"type": "gm_effect", "note": "miscounted", "score": [2, 1]}), GM_ASKED,
        by_gm({"type": "forfeit", "team": "away", "reason": "nobody is left"}), ended("forfeit", "home", 2, 1)),
    # h2 sits out until turn 10: turn 9 goes by, then h2 is placed and picked
    played("ISH-Q-76 ISH-Q-49", "play goes on when somebody comes back",
        deserted(status="sitting_out", sit_out={"kind": "rounds", "back": 10}), GM_ASKED, by_gm(let_pass()),
        state(turn=10), seat_asked("place", "home"), do(place("home", h2=(1, 1)), 3, 15), seat_asked("pick", "home"),
        pick("h2"), end_go("h2"), ended("turns", "away", 0, 1)),
    played("ISH-Q-76", "with somebody on the field nobody is asked",
        lambda: play([man("h1", (5, 1))], [man("a1", **OUT)], go="h1", turn=8, orbs=FAR), do(end_go("h1"), 3, 15),
        seat_asked("pick", "home")),
    *(illegal("ISH-Q-76", f"not for {seat}", deserted(), let_pass(), "gm_only", by=seat) for seat in ("home", "away")),
    played("ISH-Q-76", "there is nobody to pick, and no go", deserted(), refused(pick("h1"), "player_not_available"),
        refused(end_go("h1"), "not_your_go")),
    illegal("ISH-INIT-02", "a pick cannot be passed", lambda: play([man("h1", (5, 1))], pick="home", orbs=FAR),
        let_pass(), "cannot_pass", by="home"),
])  # fmt: skip
def test_empty_field(case: Played) -> None:
    case.check()


@rule("ISH-Q-76")
def test_a_position_may_begin_there() -> None:
    game = play([man("h1", **OUT)], [man("a1", **OUT)], pick="home", turn=10, orbs=FAR)
    GM_ASKED(game)
    again = Play.position(ISHMEK, game.position())
    again.do(let_pass(), by="gm")
    assert again.outcome is not None
