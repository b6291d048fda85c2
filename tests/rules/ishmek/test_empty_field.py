"""Nobody of either team is on the field: the turns go by one by one, and the GM is asked in each."""

import pytest

from rules.ishmek import events as ev
from rules.ishmek.system import ISHMEK
from rules.kernel.asks import Outcome
from tests.rules.ishmek.arena import end_go, let_pass, man, pick, place, play
from tests.rules.play import Play, all_of, only, rule

FAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}


def asked(game: Play) -> list[tuple[str, str]]:
    return [(ask.kind, ask.seat) for ask in game.pending.asks]


def deserted(turn: int = 8, **h2: object) -> Play:
    """Turn 8 of 10 has been played to its last go, h1's; then h1, the last one on the field, is dismissed."""
    home = [man("h1", (5, 1)), *([man("h2", **h2)] if h2 else [])]
    game = play(home, [man("a1", status="out_match")], go="h1", turn=turn, score=[0, 1], orbs=FAR)
    game.do({"type": "dismiss", "player": "h1", "reason": "fireball"}, dice=[12, 5], by="gm")
    return game


@rule("ISH-Q-76", "ISH-TURN-01", "ISH-INIT-01")
def test_each_turn_has_its_initiative_and_the_gm_is_asked_between_them() -> None:
    game = deserted()
    assert (game.state.turn, asked(game)) == (9, [("empty_field", "gm")])
    ask = game.pending.asks[0]
    assert (ask.rule, ask.default, ask.options) == ("ISH-Q-76", {"type": "pass"}, {"turn": 9, "turns_total": 10})

    events = game.do(let_pass(), by="gm", dice=[7, 7, 3, 15])  # a tie, then away
    assert only(events, ev.TurnEnded).turn == 9
    assert [roll.total for roll in all_of(events, ev.InitiativeRolled)] == [7, 7, 3, 15]
    assert (game.state.turn, asked(game)) == (10, [("empty_field", "gm")])

    events = game.do(let_pass(), by="gm")  # no turn, no initiative
    assert game.outcome == Outcome("turns", "away", {"home": 0, "away": 1})


@rule("ISH-Q-76")
def test_the_gm_may_end_it_sooner_or_change_something_first() -> None:
    game = deserted()
    game.do({"type": "gm_effect", "note": "miscounted", "score": [2, 1]}, by="gm")
    assert asked(game) == [("empty_field", "gm")]
    game.do({"type": "forfeit", "team": "away", "reason": "nobody is left"}, by="gm")
    assert game.outcome is not None
    assert game.outcome.termination == "forfeit"


@rule("ISH-Q-76", "ISH-Q-49")
def test_play_goes_on_when_somebody_comes_back() -> None:
    """h2 sits out until turn 10: turn 9 goes by, then h2 is placed and picked."""
    game = deserted(status="sitting_out", sit_out={"kind": "rounds", "back": 10})
    assert asked(game) == [("empty_field", "gm")]
    game.do(let_pass(), by="gm")
    assert (game.state.turn, asked(game)) == (10, [("place", "home")])
    game.do(place("home", h2=(1, 1)), dice=[3, 15])
    assert asked(game) == [("pick", "home")]
    game.do(pick("h2"))
    game.do(end_go("h2"))
    assert game.outcome is not None


@rule("ISH-Q-76")
def test_with_somebody_on_the_field_nobody_is_asked() -> None:
    game = play([man("h1", (5, 1))], [man("a1", status="out_match")], go="h1", turn=8, orbs=FAR)
    game.do(end_go("h1"), dice=[3, 15])
    assert asked(game) == [("pick", "home")]


@rule("ISH-Q-76")
@pytest.mark.parametrize("who", ["home", "away"])
def test_it_is_nobody_elses_decision(who: str) -> None:
    game = deserted()
    game.refuses(let_pass(), "gm_only", by=who)
    game.refuses(pick("h1"), "player_not_available")
    game.refuses(end_go("h1"), "not_your_go")


@rule("ISH-INIT-02")
def test_a_pick_cannot_be_passed() -> None:
    game = play([man("h1", (5, 1))], pick="home", orbs=FAR)
    game.refuses(let_pass(), "cannot_pass", by="home")


@rule("ISH-Q-76")
def test_a_position_may_begin_there() -> None:
    gone = {"status": "out_match"}
    game = play([man("h1", **gone)], [man("a1", **gone)], pick="home", turn=10, orbs=FAR)
    assert asked(game) == [("empty_field", "gm")]
    again = Play.position(ISHMEK, game.position())
    again.do(let_pass(), by="gm")
    assert again.outcome is not None
