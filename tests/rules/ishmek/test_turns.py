"""Start positions, initiative, goes, turns, and what a point leaves to be done."""

from collections.abc import Callable
from typing import Any

import pytest

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
    Played,
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
from tests.rules.ishmek.arena import act, end_go, let_pass, man, match, pick, place, play, react, step
from tests.rules.play import Play, all_of, rule

SHOT = act("h1", "propel", orb="home", direction=[-1, 0], distance=1)
H1_AT_THE_VESSEL = man("h1", (16, 4))
HELD = {"home": {"holder": "h1"}}
FORFEIT = {"type": "forfeit", "team": "away"}


def about_to_score(*mates: dict[str, Any]) -> Callable[[], Play]:
    """h1 holds the home orb in front of the away vessel, and it is its go: 6 + 2 + 3 = 11 is a point, against DC 11."""
    return lambda: play([H1_AT_THE_VESSEL, *mates], go="h1", orbs=HELD)


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
        (10, 4))], go="a1", orbs=HELD), step("a1", 6, 1),
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
