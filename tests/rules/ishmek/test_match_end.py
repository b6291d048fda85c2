"""Every way a match can end."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek import events as ev
from tests.rules.ishmek.arena import Json, act, end_go, let_pass, man, place, play, step
from tests.rules.ishmek.scrum import HELD, SEEN, UNSEEN, choose, duel, forced, foul, push, umpire_call
from tests.rules.play import Play, all_of, only, rule

ARMED = {"home": {"holder": "h1"}, "away": {"at": [8, 4]}}
LAST: Json = {"turn": 10, "turns_total": 10, "go": "h1", "picks": ["a1"]}
SHOT = act("h1", "propel", orb="home", ability="dex", direction=[-1, 0], distance=1)


def last_go(score: tuple[int, int] = (0, 0), **more: Any) -> Play:
    """The last go of the last turn is h1's."""
    return play([man("h1", (5, 1))], [man("a1", (12, 7))], score=list(score), **{**LAST, **more})


def ended(game: Play) -> tuple[str, str | None, dict[str, int]]:
    """How a match ended, who won, and the score; nothing is asked any more and everything is refused."""
    assert game.pending.asks == ()
    game.refuses(end_go("h1"), "match_over")
    game.refuses({"type": "pass"}, "match_over", by="gm")
    assert only(game.events, ev.MatchEnded)
    outcome = game.outcome
    assert outcome is not None
    return outcome.termination, outcome.winner, outcome.score


@rule("ISH-END-01")
@pytest.mark.parametrize(
    ("score", "winner"),
    [((2, 1), "home"), ((1, 2), "away"), ((0, 0), None), ((3, 3), None)],
    ids=["home", "away", "goalless", "draw"],
)
def test_match_ends_after_its_last_turn_and_points_decide(score: tuple[int, int], winner: str | None) -> None:
    game = last_go(score)

    events = game.do(end_go("h1"))

    assert only(events, ev.TurnEnded).reason == "all_gone"
    over = only(events, ev.MatchEnded)
    assert (over.termination, over.winner, over.score) == ("turns", winner, score)
    assert ended(game) == ("turns", winner, {"home": score[0], "away": score[1]})


@rule("ISH-END-01")
def test_match_goes_on_after_the_last_but_one_turn() -> None:
    game = last_go((2, 1), turn=9)

    game.do(end_go("h1"), dice=[12, 5])

    assert (game.outcome, game.state.turn) == (None, 10)


@rule("ISH-END-01")
def test_match_does_not_end_while_somebody_has_still_to_go() -> None:
    game = play([man("h1", (5, 1)), man("h2", (5, 2))], [man("a1", (12, 7))], **LAST)

    game.do(end_go("h1"))

    assert (game.outcome, [ask.kind for ask in game.pending.asks]) == (None, ["pick"])


@rule("ISH-END-01", "ISH-TURN-02", "ISH-Q-13")
def test_point_in_the_last_turn_ends_the_match_at_once() -> None:
    game = play([man("h1", (16, 4)), man("h2", (5, 2))], [man("a1", (5, 7))], orbs=ARMED, **{**LAST, "score": [0, 0]})

    events = game.do(SHOT, dice=[6])  # 11 against 10 + 1

    assert only(events, ev.TurnEnded).reason == "point"
    assert ended(game) == ("turns", "home", {"home": 1, "away": 0})


@rule("ISH-END-01", "ISH-SCORE-03")
def test_point_given_away_in_the_last_turn_may_lose_the_match() -> None:
    # a1 shoots the home orb into its own vessel
    game = play(
        [man("h1", (5, 1))],
        [man("a1", (16, 4))],
        orbs={"home": {"holder": "a1"}},
        **{**LAST, "go": "a1", "picks": ["h1"]},
    )

    game.do(act("a1", "propel", orb="home", ability="dex", direction=[-1, 0], distance=1), dice=[6])

    assert only(game.events, ev.PointScored).gift
    assert ended(game) == ("turns", "home", {"home": 1, "away": 0})


@rule("ISH-END-01", "ISH-Q-17")
def test_double_loss_in_the_last_turn_ends_the_match_without_a_point() -> None:
    game = play(
        [man("h1", (1, 4))],
        [man("a1", (8, 7))],
        orbs={"home": {"holder": "h1"}, "away": {"at": [15, 4], "state": "lost"}},
        **{**LAST, "score": [0, 1]},
    )

    events = game.do(act("h1", "propel", orb="home", ability="dex", direction=[1, 0], distance=1), dice=[6])

    assert only(events, ev.TurnEnded).reason == "double_loss"
    assert ended(game) == ("turns", "away", {"home": 0, "away": 1})


@rule("ISH-END-01", "ISH-Q-53")
def test_what_is_owed_is_rolled_before_the_match_ends() -> None:
    game = last_go((1, 0))
    game.do({"type": "burn_move", "player": "h1", "squares": 1})

    events = game.do(end_go("h1"), dice=[16])  # 16 + 4

    assert only(events, ev.InjuryRolled).injury == "major_head_trauma"
    kinds = [type(e) for e in events if isinstance(e, (ev.InjuryRolled, ev.TurnEnded, ev.MatchEnded))]
    assert kinds == [ev.InjuryRolled, ev.TurnEnded, ev.MatchEnded]
    assert ended(game)[0] == "turns"


@rule("ISH-END-01", "ISH-FOUL-05")
def test_match_ends_when_the_last_player_to_go_is_caught() -> None:
    game = duel(**LAST)

    foul(game, 8, 12, then=SEEN)  # lost by 2, caught, the go is over

    assert ended(game) == ("turns", None, {"home": 0, "away": 0})


@rule("ISH-END-01", "ISH-INJ-07")
def test_match_ends_when_the_last_player_to_go_is_carried_off() -> None:
    game = duel(**LAST)

    push(game, 5, 12, burn=2, then=[19, 1])  # 12 against 15: lost by 3; then 19 + 2 = 21, out of the match

    assert game.player("h1").status == "out_match"
    assert ended(game) == ("turns", None, {"home": 0, "away": 0})


@rule("ISH-END-01", "ISH-Q-48")
def test_match_ends_when_the_only_player_left_to_go_is_sent_off_by_the_gm() -> None:
    game = last_go()

    game.do(umpire_call("h1", "illegal_handling"), by="gm")

    assert ended(game)[:2] == ("turns", None)


@rule("ISH-END-01")
def test_match_of_one_turn() -> None:
    game = last_go(turn=1, turns_total=1)

    game.do(end_go("h1"))

    assert ended(game)[:2] == ("turns", None)


@rule("ISH-END-01", "ISH-Q-76")
def test_match_is_played_to_its_end_with_nobody_left_on_one_side() -> None:
    gone: Json = {"status": "out_match"}
    game = play([man("h1", **gone)], [man("a1", (12, 7))], turn=9, go="a1", score=[1, 0])

    game.do(end_go("a1"), dice=[12, 5])
    game.do({"type": "pick", "player": "a1"})
    game.do(end_go("a1"))

    assert ended(game) == ("turns", "home", {"home": 1, "away": 0})


# Extra turns


@rule("ISH-Q-14")
def test_tie_is_a_draw() -> None:
    game = last_go((1, 1))
    game.do(end_go("h1"))
    assert ended(game)[1] is None


@rule("ISH-Q-14")
def test_house_rule_extra_turns_goes_on_until_somebody_leads() -> None:
    game = last_go((1, 1), house_rules={"tie": "extra_turns"})

    events = game.do(end_go("h1"), dice=[12, 5])

    assert only(events, ev.ExtraTurnAdded).turns_total == 11
    assert (game.outcome, game.state.turn) == (None, 11)


@rule("ISH-Q-14")
def test_point_in_an_extra_turn_decides() -> None:
    game = play(
        [man("h1", (16, 4))],
        [man("a1", (5, 7))],
        orbs=ARMED,
        house_rules={"tie": "extra_turns"},
        **{**LAST, "turn": 12, "turns_total": 12, "score": [1, 1]},
    )

    game.do(SHOT, dice=[6])

    assert ended(game) == ("turns", "home", {"home": 2, "away": 1})


@rule("ISH-Q-14", "ISH-START-01")
def test_point_that_levels_in_the_last_turn_leads_to_an_extra_turn_from_start_positions() -> None:
    game = play(
        [man("h1", (16, 4))],
        [man("a1", (5, 7))],
        orbs=ARMED,
        house_rules={"tie": "extra_turns"},
        **{**LAST, "score": [0, 1]},
    )

    game.do(SHOT, dice=[6])

    assert {ask.seat for ask in game.asks("place")} == {"home", "away"}
    game.do(place("home", h1=(1, 1)))
    game.do(place("away", a1=(16, 1)), dice=[12, 5])
    assert game.state.turn == 11


# GM actions


@rule("ISH-Q-76")
@pytest.mark.parametrize(("team", "winner"), [("home", "away"), ("away", "home")])
def test_forfeit_gives_the_match_to_the_other_team_whatever_the_score(team: str, winner: str | None) -> None:
    game = last_go((3, 3), turn=4)

    events = game.do({"type": "forfeit", "team": team, "reason": "no players left"}, by="gm")

    assert only(events, ev.MatchForfeited).team == team
    assert ended(game) == ("forfeit", winner, {"home": 3, "away": 3})


@rule("ISH-Q-76")
def test_forfeit_by_the_team_that_leads_still_loses_the_match() -> None:
    game = last_go((5, 0), turn=4)
    game.do({"type": "forfeit", "team": "home"}, by="gm")
    assert ended(game)[1] == "away"


@rule("ISH-Q-76")
@pytest.mark.parametrize("moment", ["window", "defend", "choose", "forced_control"])
def test_forfeit_ends_a_match_whatever_is_asked(moment: str) -> None:
    game = duel({"reaction_used": False}, orbs=HELD)
    if moment == "window":
        game.do(step("h1", 8, 3))
    else:
        game.do(act("h1", "push_pull", target="a1", ability="str"))
    if moment in ("choose", "forced_control"):
        game.do({"type": "defend", "player": "a1", "ability": "str"}, dice=[13, 12])
    if moment == "forced_control":
        game.do(let_pass("h1"))
    assert game.asks(moment)

    game.do({"type": "forfeit", "team": "away"}, by="gm")

    assert ended(game)[:2] == ("forfeit", "home")


@rule("ISH-Q-76")
def test_only_the_gm_may_forfeit() -> None:
    last_go().refuses({"type": "forfeit", "team": "home"}, "gm_only", by="home")


@rule("ISH-END-01")
def test_abandoned_match_has_no_winner() -> None:
    game = last_go((2, 0))

    game.do({"type": "abandon", "reason": "the roof fell in"}, by="gm")

    outcome = game.outcome
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == ("abandoned", None)
    assert game.pending.asks == ()
    game.refuses(end_go("h1"), "match_over")


@rule("ISH-END-01")
def test_dismissal_of_the_last_player_to_go_ends_the_match() -> None:
    game = duel(**LAST)

    foul(game, 6, 3)  # won by 5
    game.do(choose("floor"), dice=[13, 20, *UNSEEN])  # 21 and dead: a1 has gone already, h1's go goes on
    game.do({"type": "dismiss", "player": "h1", "reason": "manslaughter"}, by="gm")

    assert ended(game)[:2] == ("turns", None)
    assert all_of(game.events, ev.PlayerRemoved)[0].status == "dead"


@rule("ISH-END-01", "ISH-PUSH-07")
def test_match_ends_only_when_a_push_of_the_last_go_is_settled() -> None:
    game = duel(orbs=HELD, **LAST)

    push(game, 10, 15)  # lost by 3
    game.refuses(end_go("h1"), "decision_pending")
    game.do(forced(), dice=[20])
    game.pass_all()
    game.do(end_go("h1"))

    assert ended(game)[0] == "turns"
