"""Start positions, initiative, goes, turns, and the end of the match."""

from typing import Any

import pytest

from rules.ishmek.events import (
    GoStarted,
    InitiativeRolled,
    InjuryRolled,
    MatchCreated,
    MatchEnded,
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
from tests.rules.ishmek.arena import act, end_go, let_pass, man, match, pick, place, play, react, step
from tests.rules.play import Play, all_of, names, only, rule

SHOT: dict[str, Any] = {"orb": "home", "direction": [-1, 0], "distance": 1}


def shooter(**more: Any) -> dict[str, Any]:
    """A home player in front of the away vessel's opening."""
    return man("h1", (16, 4), **more)


def about_to_score(**more: Any) -> Play:
    """h1 holds the home orb in front of the away vessel, and it is its go."""
    return play([shooter()], go="h1", orbs={"home": {"holder": "h1"}}, **more)


def goes(game: Play) -> list[str]:
    """Who has had or has a go since the start of the log."""
    return [event.player for event in game.events if isinstance(event, GoStarted)]


@rule("ISH-START-01")
def test_every_player_starts_on_a_square_of_its_own_back_wall() -> None:
    game = match([man("h1"), man("h2")], [man("a1"), man("a2")])
    assert only(game.events, MatchCreated).turns_total == 10
    game.do(place("home", h1=(1, 1), h2=(1, 4)))
    events = game.do(place("away", a1=(16, 7), a2=(16, 4)), dice=[11, 4])
    placed = only(events, PlayersPlaced)
    assert placed.squares == {"h1": (1, 1), "h2": (1, 4), "a1": (16, 7), "a2": (16, 4)}


@rule("ISH-START-01")
def test_it_refuses_a_placement_with_two_on_a_square_or_somebody_missing() -> None:
    game = match([man("h1"), man("h2")])
    game.refuses(place("home", h1=(1, 1), h2=(1, 1)), "bad_placement")
    game.refuses(place("home", h1=(1, 1)), "bad_placement")
    game.refuses(place("home", h1=(1, 1), h2=(2, 1)), "bad_placement")


@rule("ISH-START-01", "ISH-START-02", "ISH-TURN-02")
def test_after_a_point_everybody_and_both_orbs_go_back_to_start_positions() -> None:
    game = about_to_score()
    game.do(act("h1", "propel", **SHOT), dice=[6])  # 6 + 2 + 3 = 11 vs DC 11
    assert {ask.kind for ask in game.asks()} == {"place"}
    game.do(place("home", h1=(1, 2)))
    game.do(place("away", a1=(16, 6)), dice=[11, 4])
    assert (game.player("h1").at, game.player("a1").at) == ((1, 2), (16, 6))
    assert (game.orb("home").state, game.orb("home").at) == ("loose", (3, 4))
    assert (game.orb("away").state, game.orb("away").at) == ("loose", (14, 4))


@rule("ISH-START-02", "ISH-Q-16")
def test_the_orbs_start_loose_on_the_centre_side_of_their_vessels() -> None:
    game = match()
    game.do(place("home", h1=(1, 1)))
    game.do(place("away", a1=(16, 1)), dice=[11, 4])
    placed = only(game.events, OrbsPlaced)
    assert (placed.home, placed.away) == ((3, 4), (14, 4))
    assert game.orb("home").state == game.orb("away").state == "loose"


@rule("ISH-START-03", "ISH-Q-12")
def test_after_a_turn_without_a_point_nobody_moves_and_holders_keep_their_orb() -> None:
    game = play(
        [man("h1", (7, 3))],
        [man("a1", (11, 6), prone=True)],
        go="h1",
        picks=["a1"],
        orbs={"home": {"holder": "h1"}, "away": {"at": [9, 1]}},
    )
    events = game.do(end_go("h1"), dice=[3, 12])
    assert only(events, TurnStarted).turn == 2
    assert not all_of(events, OrbsPlaced)
    assert (game.player("h1").at, game.player("a1").at) == ((7, 3), (11, 6))
    assert game.player("a1").prone
    assert game.orb("home").holder == "h1"
    assert game.orb("away").at == (9, 1)


@rule("ISH-TURN-01")
def test_each_turn_lasts_until_all_have_gone_and_the_match_its_number_of_turns() -> None:
    game = match(turns_total=2)
    game.do(place("home", h1=(1, 1)))
    game.do(place("away", a1=(16, 1)), dice=[11, 4])
    game.do(pick("h1"))
    game.do(end_go("h1"))
    assert not all_of(game.events, TurnEnded)
    game.do(pick("a1"))
    ended = only(game.do(end_go("a1"), dice=[2, 9]), TurnEnded)
    assert (ended.turn, ended.reason) == (1, "all_gone")
    assert game.state.turn == 2
    game.do(pick("a1"))
    game.do(end_go("a1"))
    game.do(pick("h1"))
    game.do(end_go("h1"))
    assert [event.turn for event in all_of(game.events, TurnEnded)] == [1, 2]
    assert game.outcome is not None


@rule("ISH-TURN-01")
def test_a_turn_does_not_wait_for_who_has_left_the_field() -> None:
    game = play([man("h1", (5, 1))], [man("a1", (12, 7)), man("a2", (12, 1))], go="h1", picks=["a2"])
    game.do({"type": "dismiss", "player": "a1", "reason": "fireball"}, by="gm")
    assert only(game.do(end_go("h1"), dice=[15, 3]), TurnEnded).reason == "all_gone"


@rule("ISH-TURN-02")
def test_a_point_drops_the_goes_that_are_left() -> None:
    game = play([shooter(), man("h2", (5, 1))], go="h1", orbs={"home": {"holder": "h1"}})
    events = game.do(act("h1", "propel", **SHOT), dice=[6])
    ended = only(events, TurnEnded)
    assert (ended.turn, ended.reason) == (1, "point")
    assert only(events, PointScored).score == (1, 0)
    assert game.state.turn == 2
    assert not any(player.go_taken for player in game.state.players)


@rule("ISH-TURN-02")
def test_a_point_scored_in_a_window_drops_the_go_that_was_running_and_the_reactions_behind_it() -> None:
    mates = [shooter(), man("h2", (10, 5), reaction_used=True)]
    theirs = [man("a1", (5, 1)), man("a2", (10, 4))]
    game = play(mates, theirs, go="a1", orbs={"home": {"holder": "h1"}})
    game.do(step("a1", 6, 1))
    game.do(react("h1", "propel", **SHOT))
    # Order rolls: h1 15 + 5 = 20 before a2 3 + 5 = 8. Then the shot: 6 + 5 = 11 vs DC 11. In the window at the launch
    # square a2 lets pass; its push of h2, declared before, is never made.
    game.do(react("a2", "push_pull", target="h2"), dice=[15, 3, 6])
    game.do(let_pass("a2"))
    assert only(game.events, PointScored).player == "h1"
    assert only(game.events, TurnEnded).reason == "point"
    assert not all_of(game.events, ReactionLapsed)
    assert not game.player("a2").reaction_used
    assert game.state.turn == 2
    assert {ask.kind for ask in game.asks()} == {"place"}


@rule("ISH-TURN-03")
def test_the_burn_injury_of_the_scorer_is_rolled_in_the_turn_that_ends() -> None:
    game = about_to_score()
    # 1 + 5 + burn 8 = 14 vs DC 11: a point. Injury 4 + 8 = 12: Quite Demoralized, gone with this turn.
    events = game.do(act("h1", "propel", burn=8, **SHOT), dice=[1, 4])
    injury = only(events, InjuryRolled)
    assert (injury.total, injury.injury) == (12, "quite_demoralized")
    order = names(events)
    assert order.index("point_scored") < order.index("injury_rolled") < order.index("turn_ended")
    assert game.player("h1").injuries == ()


@rule("ISH-TURN-03")
def test_a_move_burn_is_still_paid_when_a_point_cut_the_go_short() -> None:
    game = about_to_score()
    game.do({"type": "burn_move", "player": "h1", "squares": 2})
    # 4 + 5 + burn 2 = 11 vs 11. Owed: 1 + 2 for the roll, 1 + 8 for the movement.
    events = game.do(act("h1", "propel", burn=2, **SHOT), dice=[4, 1, 1])
    assert sorted(roll.total for roll in all_of(events, InjuryRolled)) == [3, 9]
    assert names(events).index("turn_ended") > max(i for i, name in enumerate(names(events)) if name == "injury_rolled")


@rule("ISH-TURN-03")
def test_the_umpires_still_look_when_a_foul_gave_a_point_away() -> None:
    game = play(
        [man("h1", (2, 5))],
        [man("a1", (1, 4), reaction_used=True)],
        go="h1",
        orbs={"home": {"at": [9, 7]}, "away": {"holder": "a1"}},
    )
    game.do(act("h1", "push_pull", target="a1", ability="str", intent=True))
    game.do(let_pass(), dice=[15, 10])  # 18 against 15, margin 3
    # Straight on is (0, 3), outside: a1 stays. Injury 3 + 4 = 7: none. The Reaction is spent: the orb scatters, d8 2 is
    # forward for home, into the home vessel: a point for away. Umpires 1 + 6 and 1 + 7 vs 10: nothing seen.
    events = game.do(let_pass(), dice=[3, 2, 1, 1])
    assert only(events, PointScored).team == "away"
    assert [roll.success for roll in all_of(events, UmpireRolled)] == [False, False]
    order = names(events)
    assert order.index("point_scored") < order.index("umpire_rolled") < order.index("turn_ended")


@rule("ISH-INIT-01")
def test_both_teams_roll_again_until_one_is_higher() -> None:
    game = match()
    game.do(place("home", h1=(1, 1)))
    events = game.do(place("away", a1=(16, 1)), dice=[7, 7, 20, 20, 3, 9])
    rolls = all_of(events, InitiativeRolled)
    assert [(roll.team, roll.total) for roll in rolls] == [
        ("home", 7),
        ("away", 7),
        ("home", 20),
        ("away", 20),
        ("home", 3),
        ("away", 9),
    ]
    assert [(ask.kind, ask.seat) for ask in game.asks()] == [("pick", "away")]


@rule("ISH-INIT-01")
def test_initiative_has_no_modifier() -> None:
    game = match([man("h1", prof=6, dex_mod=10)], [man("a1", dex_mod=-5)])
    game.do(place("home", h1=(1, 1)))
    events = game.do(place("away", a1=(16, 1)), dice=[7, 8])
    assert [(roll.total, roll.mods) for roll in all_of(events, InitiativeRolled)] == [(7, ()), (8, ())]
    assert game.asks()[0].seat == "away"


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


@rule("ISH-INIT-02")
def test_teams_pick_in_turn_and_the_longer_one_ends_in_a_row() -> None:
    mates = [man("h1"), man("h2"), man("h3")]
    game = match(mates, [man("a1")])
    game.do(place("home", h1=(1, 1), h2=(1, 2), h3=(1, 7)))
    game.do(place("away", a1=(16, 1)), dice=[15, 4])
    game.do(pick("h2"))
    game.do(end_go("h2"))
    game.refuses(pick("h1"), "not_your_pick")
    game.do(pick("a1"))
    game.do(end_go("a1"))
    for player in ("h3", "h1"):
        assert game.asks()[0].seat == "home"
        game.do(pick(player))
        if player == "h3":
            game.do(end_go(player))
    assert goes(game) == ["h2", "a1", "h3", "h1"]


@rule("ISH-END-01")
@pytest.mark.parametrize(
    ("score", "winner"),
    [([2, 1], "home"), ([0, 3], "away"), ([1, 1], None)],
)
def test_after_the_last_turn_the_points_decide(score: list[int], winner: str | None) -> None:
    game = play(go="h1", picks=["a1"], turn=10, turns_total=10, score=score)
    ended = only(game.do(end_go("h1")), MatchEnded)
    assert (ended.winner, ended.score) == (winner, tuple(score))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.score) == (winner, {"home": score[0], "away": score[1]})
    assert game.asks() == []


@rule("ISH-END-01", "ISH-Q-13")
def test_a_point_in_the_last_turn_ends_the_match() -> None:
    game = about_to_score(turn=10, turns_total=10)
    ended = only(game.do(act("h1", "propel", **SHOT), dice=[6]), MatchEnded)
    assert (ended.winner, ended.score) == ("home", (1, 0))


@rule("ISH-START-02", "ISH-SCORE-05")
def test_while_the_teams_place_the_orbs_lie_on_their_start_squares() -> None:
    fresh, scored = match(), about_to_score()
    scored.do(act("h1", "propel", **SHOT), dice=[6])  # 6 + 2 + 3 = 11 vs DC 11
    for game in (fresh, scored):
        document = ISHMEK.position(game.state)
        assert (document["orbs"]["home"]["at"], document["orbs"]["away"]["at"]) == ([3, 4], [14, 4])
        again = state_from_position(document, {})
        assert again == game.state
        assert ISHMEK.position(again) == document


@rule("ISH-START-02")
def test_a_match_given_up_while_the_teams_place_reads_back_as_it_is_written() -> None:
    game = match()
    game.do({"type": "forfeit", "team": "away"}, by="gm")
    document = ISHMEK.position(game.state)
    assert document["orbs"]["home"]["at"] == [3, 4]
    assert ISHMEK.position(state_from_position(document, {})) == document
