"""Start positions, initiative, goes, turns, what a point leaves to be done, and every way a match can end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek import events as ev
from rules.ishmek.events import (
    GoStarted,
    InitiativeRolled,
    InjuryRolled,
    MatchCreated,
    OrbsPlaced,
    PlayersPlaced,
    PointScored,
    ReactionLapsed,
    TurnEnded,
    TurnStarted,
    UmpireRolled,
)
from rules.ishmek.position import state_from_position
from rules.ishmek.system import ISHMEK
from tests.rules.every_game.rows import (
    PASS,
    Played,
    Step,
    by_gm,
    do,
    each,
    finds,
    illegal,
    never,
    once,
    orb,
    order,
    played,
    player,
    refused,
    seat_asked,
    state,
)
from tests.rules.ishmek.arena import Json, act, end_go, let_pass, man, match, pick, place, play, react, step
from tests.rules.ishmek.scrum import HELD, SEEN, UNSEEN, choose, defend, duel, forced, fouls, pushes, umpire_call
from tests.rules.play import Play, all_of, only, rule

SHOT = act("h1", "propel", orb="home", direction=[-1, 0], distance=1)
H1_AT_THE_VESSEL = man("h1", (16, 4))
HOME_HELD = {"home": {"holder": "h1"}}
FORFEIT = {"type": "forfeit", "team": "away"}


def about_to_score(*mates: dict[str, Any]) -> Callable[[], Play]:
    """h1 holds the home orb in front of the away vessel, and it is its go: 6 + 2 + 3 = 11 is a point, against DC 11."""
    return lambda: play([H1_AT_THE_VESSEL, *mates], go="h1", orbs=HOME_HELD)


def placing(*dice: int, home: list[Any] | None = None, away: list[Any] | None = None) -> list[Any]:
    """Both teams place on the squares of their back walls, from (1,1) and (16,1) on; `dice` are the initiative."""
    ours = {one["id"]: (1, y) for one, y in zip(home or [man("h1")], (1, 2, 7), strict=False)}
    theirs = {one["id"]: (16, y) for one, y in zip(away or [man("a1")], (1, 4), strict=False)}
    return [place("home", **ours), do(place("away", **theirs), *dice)]


def goes(game: Play) -> list[str]:
    """Who has had or has a go since the start of the log."""
    return [event.player for event in all_of(game.events, GoStarted)]


TWO = [man("h1"), man("h2")]
THREE = [man("h1"), man("h2"), man("h3")]
OVER_TWO_TURNS = [pick("h1"), end_go("h1"), never(TurnEnded), pick("a1"), do(end_go("a1"), 2, 9)]
STILL = {"home": {"holder": "h1"}, "away": {"at": [9, 1]}}
AT_THE_HOME_VESSEL = {"home": {"at": [9, 7]}, "away": {"holder": "a1"}}


@pytest.mark.parametrize("case", [
    played("ISH-START-01", "each on its own back wall", lambda: match(TWO, [man("a1"), man("a2")]),
        once(MatchCreated, turns_total=10), *placing(11, 4, home=TWO, away=[man("a1"), man("a2")]),
        once(PlayersPlaced, squares={"h1": (1, 1), "h2": (1, 2), "a1": (16, 1), "a2": (16, 4)})),
    illegal("ISH-START-01", "two on a square, somebody missing, off the wall", lambda: match(TWO),
        [place("home", h1=(1, 1), h2=(1, 1)), place("home", h1=(1, 1)), place("home", h1=(1, 1), h2=(2, 1))],
        "bad_placement"),
    played("ISH-START-01 ISH-START-02 ISH-TURN-02", "after a point all go back", about_to_score(), do(SHOT, 6),
        seat_asked("place", "home", "away"), place("home", h1=(1, 2)), do(place("away", a1=(16, 6)), 11, 4),
        player("h1", at=(1, 2)), player("a1", at=(16, 6)), orb("home", state="loose", at=(3, 4)),
        orb("away", state="loose", at=(14, 4))),
    played("ISH-START-02 ISH-Q-16", "the orbs lie loose before their vessels", match, *placing(11, 4),
        once(OrbsPlaced, home=(3, 4), away=(14, 4)), orb("home", state="loose"), orb("away", state="loose")),
    played("ISH-START-03 ISH-Q-12", "without a point all stay as they are",
        lambda: play([man("h1", (7, 3))], [man("a1", (11, 6), prone=True)], go="h1", picks=["a1"], orbs=STILL),
        do(end_go("h1"), 3, 12), once(TurnStarted, turn=2), never(OrbsPlaced), player("h1", at=(7, 3)),
        player("a1", at=(11, 6), prone=True), orb("home", holder="h1"), orb("away", at=(9, 1))),
    played("ISH-TURN-01", "a turn until all have gone, a match of so many turns", lambda: match(turns_total=2),
        *placing(11, 4), *OVER_TWO_TURNS, once(TurnEnded, turn=1, reason="all_gone"), state(turn=2), pick("a1"),
        end_go("a1"), pick("h1"), end_go("h1"), each(TurnEnded, turn=[1, 2]),
        finds(False, lambda game: game.outcome is None)),
    played("ISH-TURN-01", "who has left is not waited for",
        lambda: play([man("h1", (5, 1))], [man("a1", (12, 7)), man("a2", (12, 1))], go="h1", picks=["a2"]),
        by_gm({"type": "dismiss", "player": "a1", "reason": "fireball"}), do(end_go("h1"), 15, 3),
        once(TurnEnded, reason="all_gone")),
    played("ISH-TURN-02", "a point drops the goes that are left", about_to_score(man("h2", (5, 1))), do(SHOT, 6),
        once(TurnEnded, turn=1, reason="point"), once(PointScored, score=(1, 0)), state(turn=2),
        player("h1", go_taken=False), player("h2", go_taken=False)),
    # Order rolls: h1 15 + 5 = 20 before a2 3 + 5 = 8. Then the shot: 6 + 5 = 11 against 11. In the window at the
    # launch square a2 lets pass; its push of h2, declared before, is never made.
    played("ISH-TURN-02", "a point in a window drops the go and the reactions behind it",
        lambda: play([H1_AT_THE_VESSEL, man("h2", (10, 5), reaction_used=True)], [man("a1", (5, 1)), man("a2",
        (10, 4))], go="a1", orbs=HOME_HELD), step("a1", 6, 1),
        react("h1", "propel", orb="home", direction=[-1, 0], distance=1),
        do(react("a2", "push_pull", target="h2"), 15, 3, 6), let_pass("a2"), once(PointScored, player="h1"),
        once(TurnEnded, reason="point"), never(ReactionLapsed), player("a2", reaction_used=False), state(turn=2),
        seat_asked("place", "home", "away")),
    # 1 + 5 + burn 8 = 14 against 11. Injury 4 + 8 = 12: gone with this turn.
    played("ISH-TURN-03", "the injury of the scorer's Burn belongs to the turn that ends", about_to_score(),
        do({**SHOT, "burn": 8}, 1, 4), once(InjuryRolled, total=12, injury="quite_demoralized"),
        order(PointScored, InjuryRolled, TurnEnded), player("h1", injuries=())),
    # 4 + 5 + burn 2 = 11 against 11. Owed: 1 + 2 for the roll, 1 + 8 for the movement.
    played("ISH-TURN-03", "a move burn is paid when a point cuts the go short", about_to_score(),
        {"type": "burn_move", "player": "h1", "squares": 2}, do({**SHOT, "burn": 2}, 4, 1, 1),
        finds([3, 9], lambda game: sorted(roll.total for roll in all_of(game.events, InjuryRolled))),
        order(PointScored, InjuryRolled, InjuryRolled, TurnEnded)),
    # 18 against 15, margin 3. Straight on is (0, 3), outside: a1 stays. Injury 3 + 4 = 7: none. The Reaction is spent:
    # the orb scatters, d8 2 is forward for home, into the home vessel: a point for away. 1 + 6 and 1 + 7 against 10.
    played("ISH-TURN-03", "the umpires still look when a foul gave a point away",
        lambda: play([man("h1", (2, 5))], [man("a1", (1, 4), reaction_used=True)], go="h1", orbs=AT_THE_HOME_VESSEL),
        act("h1", "push_pull", target="a1", ability="str", intent=True), do(let_pass(), 15, 10),
        do(let_pass(), 3, 2, 1, 1), once(PointScored, team="away"), each(UmpireRolled, success=[False, False]),
        order(PointScored, UmpireRolled, UmpireRolled, TurnEnded)),
    played("ISH-INIT-01", "both roll until one is higher", match, *placing(7, 7, 20, 20, 3, 9),
        each(InitiativeRolled, team=["home", "away"] * 3, total=[7, 7, 20, 20, 3, 9]), seat_asked("pick", "away")),
    played("ISH-INIT-01", "no modifier", lambda: match([man("h1", prof=6, dex_mod=10)], [man("a1", dex_mod=-5)]),
        *placing(7, 8), each(InitiativeRolled, total=[7, 8], mods=[(), ()]), seat_asked("pick", "away")),
    played("ISH-INIT-02", "teams pick in turn, and the longer one ends in a row", lambda: match(THREE),
        *placing(15, 4, home=THREE), pick("h2"), end_go("h2"), refused(pick("h1"), "not_your_pick"), pick("a1"),
        end_go("a1"), seat_asked("pick", "home"), pick("h3"), end_go("h3"), seat_asked("pick", "home"), pick("h1"),
        finds(["h2", "a1", "h3", "h1"], goes)),
])  # fmt: skip
def test_turns(case: Played) -> None:
    case.check()


@rule("ISH-INIT-02")
@pytest.mark.parametrize(
    ("picks", "h2", "order"),
    [
        ((), {}, ("h1",)),
        (("a1",), {}, ("a1", "h1")),
        (("a1", "h1"), {}, ("a1", "h1")),
        (("h1", "a1"), {}, ("a1", "h1")),
        (("a1",), {"go_taken": True}, ("a1", "h2", "h1")),
        ((), {"go_taken": True}, ("h2", "h1")),
    ],
)
def test_pick_order_of_a_position_has_everybody_who_had_a_go_and_last_whose_go_it_is(
    picks: tuple[str, ...], h2: dict[str, bool], order: tuple[str, ...]
) -> None:
    home = [man("h1", (5, 1)), man("h2", (5, 3), **h2)]
    game = play(home, [man("a1", (12, 7))], go="h1", picks=list(picks))
    assert game.state.picks == order
    assert {player.id for player in game.state.players if player.go_taken} == set(order)


@pytest.mark.parametrize("case", [
    played("ISH-START-02 ISH-SCORE-05", "in a new match", match),
    played("ISH-START-02 ISH-SCORE-05", "after a point", about_to_score(), do(SHOT, 6)),
    played("ISH-START-02", "when a team gives up", match, by_gm(FORFEIT)),
])  # fmt: skip
def test_while_the_teams_place_a_position_has_the_orbs_on_their_start_squares(case: Played) -> None:
    game = case.check()
    document = ISHMEK.position(game.state)
    assert (document["orbs"]["home"]["at"], document["orbs"]["away"]["at"]) == ([3, 4], [14, 4])
    again = state_from_position(document, {})
    assert ISHMEK.position(again) == document
    assert again == game.state or game.outcome is not None


# The end of the match


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
