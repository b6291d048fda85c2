"""Long chains: reactions within reactions, players carried off in the midst of things, points in nested windows."""

from __future__ import annotations

import pytest

from rules.ishmek import events as ev
from rules.ishmek.system import ISHMEK
from tests.rules.ishmek.arena import act, let_pass, man, play, position, react, step
from tests.rules.ishmek.scrum import HELD, SEEN, UNSEEN, at, choose, defend, duel, forced
from tests.rules.play import Play, all_of, only, rule

QUIET = {"reaction_used": True}
CLUMSY = {"dex_mod": -1, "str_mod": -1}


# A Control within a scatter within a scatter within a push within the window of a step

NEST = position(
    [man("h1", (5, 2)), man("h2", (8, 4)), man("h3", (5, 5), **CLUMSY)],
    [man("a1", (9, 4)), man("a2", (7, 6))],
    orbs={"home": {"holder": "h2"}},
    go="h1",
)
LINES = [
    # h1's step far away lets a1 push h2, who holds the home orb
    (step("h1", 5, 1), []),
    (react("a1", "push_pull", target="h2", ability="dex"), []),
    (let_pass("h2"), []),
    (defend("h2", ability="dex"), [12, 10]),  # 17 against 15: won by 2
    (let_pass("a1"), []),  # straight on, to (7,4)
    (forced("h2", ability="dex"), [6, 2]),  # 11 against 12; forward for away is −x: the orb rolls to (6,4)
    (react("h3", "control", orb="home", ability="dex"), [3, 4]),  # 3 + 1 = 4 against 10; right for home is +y: to (6,5)
    (react("a2", "control", orb="home", ability="dex"), [5]),  # 5 + 5 = 10 against 10
]


def nested(lines: int) -> Play:
    game = Play.position(ISHMEK, NEST)
    for command, dice in LINES[:lines]:
        game.do(command, dice=dice)
    return game


@rule("ISH-REACT-01", "ISH-PUSH-03", "ISH-CTRL-06", "ISH-SCAT-06", "ISH-Q-05")
def test_control_in_the_scatter_of_a_control_in_the_scatter_of_a_push_in_the_window_of_a_step() -> None:
    game = nested(len(LINES))

    first, second = all_of(game.events, ev.OrbScattered)
    assert (first.start, first.to, first.cause) == ((7, 4), (6, 4), "a1")
    assert (second.start, second.to, second.cause) == ((6, 4), (6, 5), "h3")
    assert game.orb("home").holder == "a2"
    assert at(game, "h2") == (7, 4)
    assert [game.player(one).reaction_used for one in ("a1", "a2", "h1", "h2", "h3")] == [True, True, False, True, True]
    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]
    game.do(step("h1", 5, 2))
    assert game.player("h1").move_used == 2


@rule("ISH-REACT-01", "ISH-PUSH-01", "ISH-PUSH-03")
def test_each_level_asks_only_whom_it_concerns() -> None:
    asked = [{(ask.kind, ask.player) for ask in nested(lines).pending.asks} for lines in range(len(LINES) + 1)]

    assert asked == [
        {("go", "h1")},
        {("window", "a1"), ("window", "h2")},
        {("window", "h2")},
        {("defend", "h2")},
        {("choose", "a1")},
        {("forced_control", "h2")},
        {("window", "h3")},
        {("window", "a2")},
        {("go", "h1")},
    ]


@rule("ISH-REACT-03", "ISH-PUSH-12")
@pytest.mark.parametrize("lines", range(len(LINES) + 1))
def test_any_moment_of_the_nest_is_a_position_that_can_be_laid_out_again(lines: int) -> None:
    game = nested(lines)

    again = Play.position(ISHMEK, game.position())

    assert again.state == game.state
    assert again.pending.asks == game.pending.asks
    for command, dice in LINES[lines:]:
        again.do(command, dice=dice)
    assert again.position() == nested(len(LINES)).position()


@rule("ISH-UMP-02", "ISH-Q-47")
@pytest.mark.parametrize("lines", range(1, len(LINES)))
def test_gm_turns_play_back_to_the_midst_of_the_nest(lines: int) -> None:
    game = nested(lines)
    version, state, asks = game.record.version, game.state, game.pending.asks
    for command, dice in LINES[lines:]:
        game.do(command, dice=dice)

    game.do({"type": "rewind", "to": version, "reason": "seen too late"}, by="gm")

    assert (game.state, game.pending.asks) == (state, asks)
    for command, dice in LINES[lines:]:
        game.do(command, dice=dice)
    assert game.orb("home").holder == "a2"


@rule("ISH-REACT-01", "ISH-Q-41")
def test_orb_kept_in_the_nest_ends_it_at_that_level() -> None:
    game = nested(5)

    game.do(forced("h2", ability="dex"), dice=[7])  # 12 against 12

    assert game.orb("home").holder == "h2"
    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]


# A point in the midst of nested windows, with Burns owed at every level


@rule("ISH-TURN-02", "ISH-TURN-03", "ISH-BURN-02", "ISH-SCORE-03", "ISH-Q-37")
def test_point_in_the_window_of_a_step_ends_the_turn_and_every_burn_is_paid() -> None:
    game = play(
        [man("h1", (5, 2)), man("h2", (16, 4))],
        [man("a1", (16, 5))],
        orbs={"home": {"holder": "h2"}, "away": {"at": [9, 4]}},
        go="h1",
    )
    game.do({"type": "burn_move", "player": "h1", "squares": 1})
    game.do(step("h1", 5, 1))
    game.do(react("a1", "push_pull", target="h2", ability="dex", burn=2))
    game.do(let_pass("h2"))
    game.do(defend("h2", ability="dex", burn=4), dice=[10, 6])  # 17 against 15: won by 2
    game.do(let_pass("a1"))  # h2 to (16,3), beside the opening

    # 3 + 5 + 2 = 10 against 12; 1 is left forward, for away (−1, +1): from (16,3) into the vessel (15,4).
    # a1 burned 2, h2 burned 4 and 2, h1 has a move burn of one square: 5 + 2, 6 + 4, 7 + 2, 8 + 4
    events = game.do(forced("h2", ability="dex", burn=2), dice=[3, 1, 5, 6, 7, 8])

    point = only(events, ev.PointScored)
    assert (point.team, point.player, point.score, point.gift) == ("home", "a1", (1, 0), True)
    owed = [(roll.player, roll.total) for roll in all_of(events, ev.InjuryRolled)]
    assert owed == [("a1", 7), ("h2", 10), ("h2", 9), ("h1", 12)]
    kinds = [type(e) for e in events if isinstance(e, (ev.PointScored, ev.InjuryRolled, ev.TurnEnded, ev.TurnStarted))]
    assert kinds == [ev.PointScored, *[ev.InjuryRolled] * 4, ev.TurnEnded, ev.TurnStarted]
    assert {gone.injury for gone in all_of(events, ev.InjuryExpired)} == {"wobbly_legs", "quite_demoralized"}
    assert {(ask.kind, ask.seat) for ask in game.pending.asks} == {("place", "home"), ("place", "away")}
    assert game.state.turn == 2


@rule("ISH-TURN-02", "ISH-TURN-03", "ISH-BURN-05")
def test_point_in_the_window_of_a_flight_ends_the_flight_and_the_propellers_burns_are_paid_too() -> None:
    game = play(
        [man("h1", (10, 2)), man("h2", (16, 4))],
        [man("a1", (16, 5))],
        orbs={"home": {"holder": "h2"}, "away": {"holder": "h1"}},
        go="h1",
    )
    shot = act("h1", "propel", orb="away", ability="dex", direction=[-1, 0], distance=2, burn=6, propel_burn=1)
    game.do(shot, dice=[10])  # 21 against 4; the orb has not left (10,2) when a1 reacts
    game.do(react("a1", "push_pull", target="h2", ability="dex"))
    game.do(let_pass("h2"))
    game.do(defend("h2", ability="dex"), dice=[12, 10])  # won by 2
    game.do(let_pass("a1"))
    events = game.do(
        forced("h2", ability="dex"), dice=[6, 1, 2, 3]
    )  # 11 against 12, into the vessel; 2 + 6, then 3 + 4

    assert only(events, ev.PointScored).team == "home"
    assert [(roll.player, roll.total) for roll in all_of(events, ev.InjuryRolled)] == [("h1", 8), ("h1", 7)]
    assert all_of(game.events, ev.OrbMoved) == []
    assert all_of(game.events, ev.OrbLanded) == []
    assert game.state.turn == 2


@rule("ISH-TURN-03", "ISH-FOUL-04", "ISH-SCORE-03")
def test_umpires_look_at_a_foul_that_gave_the_point_away() -> None:
    game = play(
        [man("h1", (5, 2)), man("h2", (16, 4), **QUIET)],
        [man("a1", (16, 5)), man("a2", (9, 7))],
        orbs={"home": {"holder": "h2"}, "away": {"at": [9, 4]}},
        go="h1",
    )
    game.do(step("h1", 5, 1))
    game.do(react("a1", "push_pull", target="h2", ability="dex", intent=True))
    game.do(defend("h2", ability="dex"), dice=[12, 10])  # won by 2

    # injury 5 + 4; the Reaction is spent, so the orb is not kept: into the vessel; umpires 4 + 6 against 10
    events = game.do(let_pass("a1"), dice=[5, 1, 4, 1])

    assert only(events, ev.PointScored).team == "home"
    assert [roll.target for roll in all_of(events, ev.UmpireRolled)] == [10, 10]
    assert only(events, ev.PlayerSatOut).until == "point"


# Injured in the midst of it


@rule("ISH-Q-73", "ISH-INJ-07", "ISH-Q-68")
def test_propeller_carried_off_before_the_orb_has_left_the_orb_flies_on() -> None:
    game = play(
        [man("h1", (8, 4), **QUIET), man("h2", (2, 1))],
        [man("a1", (8, 5))],
        orbs={"home": {"holder": "h1"}},
        go="h1",
    )
    shot = act("h1", "propel", orb="home", ability="dex", direction=[0, -1], distance=3, burn=2)
    game.do(shot, dice=[10])  # 17 against 6: stays at (8,1)
    game.do(react("a1", "push_pull", target="h1", ability="dex", intent=True))
    game.do(defend("h1", ability="dex"), dice=[15, 10])  # 20 against 15: won by 5
    game.do(choose("floor"), dice=[13, 5, *UNSEEN])  # 13 + 8 and out of the match; h1's Burn is not rolled any more

    assert game.player("h1").status == "out_match"
    assert (game.orb("home").state, game.orb("home").at) == ("loose", (8, 1))
    assert [roll.player for roll in all_of(game.events, ev.InjuryRolled)] == ["h1", "h1"]
    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("pick", "away")]


@rule("ISH-INJ-07", "ISH-Q-68", "ISH-REACT-03")
def test_walking_holder_carried_off_in_the_window_of_its_step_ends_its_go() -> None:
    game = play(
        [man("h1", (8, 4), **QUIET), man("h2", (2, 1))],
        [man("a1", (9, 4))],
        orbs={"home": {"holder": "h1"}},
        go="h1",
    )
    game.do(step("h1", 8, 3))
    game.do(react("a1", "push_pull", target="h1", ability="dex", intent=True))
    game.do(defend("h1", ability="dex"), dice=[15, 10])  # won by 5
    # 13 + 8, out of the match; the orb scatters forward for away, −x; against a holder 10 is needed: 3 + 6 and 2 + 7
    game.do(choose("floor"), dice=[13, 5, 2, 3, 2])

    assert game.orb("home").at == (7, 3)
    assert only(game.events, ev.OrbScattered).cause == "a1"
    assert game.player("a1").status == "on_field"
    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("pick", "away")]


@rule("ISH-INJ-07", "ISH-BURN-02", "ISH-Q-68")
def test_interceptor_that_its_burn_removes_lets_the_orb_lie_and_the_go_goes_on() -> None:
    game = play(
        [man("h1", (8, 4), **QUIET)],
        [man("a1", (8, 3)), man("a2", (15, 7))],
        orbs={"home": {"holder": "h1"}},
        go="h1",
    )
    game.do(act("h1", "propel", orb="home", ability="dex", direction=[-1, 0], distance=2), dice=[10])  # 15 against 4
    # 5 + 5 + 8 − 4 for h1 beside it = 14 against 8 + 2 × 2
    game.do(react("a1", "intercept", orb="home", ability="dex", burn=8), dice=[5, 13, 20])  # 13 + 8 = 21, and 20: dead

    assert only(game.events, ev.OrbIntercepted).player == "a1"
    assert game.player("a1").status == "dead"
    assert (game.orb("home").state, game.orb("home").at) == ("loose", (8, 3))
    assert all_of(game.events, ev.OrbScattered) == []
    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]


@rule("ISH-INJ-04", "ISH-BURN-02", "ISH-Q-52")
def test_player_concussed_by_its_own_burn_while_moving_rolls_before_the_next_step() -> None:
    game = play([man("h1", (5, 1))], orbs={"home": {"at": [6, 1]}}, go="h1")
    game.do(step("h1", 6, 1))
    game.pass_all()
    # 5 + 5 + 2 = 12 against 5; 14 + 2 = 16: concussed
    game.do(act("h1", "control", slot="reaction", orb="home", ability="dex", burn=2), dice=[5, 14])

    game.do(step("h1", 7, 1), dice=[10])

    assert at(game, "h1") == (6, 1)
    game.refuses(step("h1", 7, 1), "movement_lost")
    game.do(act("h1", "propel", orb="home", ability="dex", direction=[1, 0], distance=1), dice=[11, 20])  # goes on


@rule("ISH-FOUL-02", "ISH-PUSH-12", "ISH-INJ-03")
def test_holder_hurt_by_a_foul_rolls_to_keep_the_orb_with_the_injury() -> None:
    game = duel(home=[man("h2", (10, 5))], orbs=HELD)
    game.do(act("h1", "push_pull", target="a1", ability="str", intent=True))
    game.do(defend("a1", ability="str"), dice=[13, 12])  # 18 against 15: won by 3
    game.do(let_pass("h1"), dice=[10])  # 10 + 4 = 14: shook

    # 14 + 3 − 2 − 4 for h2 = 11 against 13: right for home
    game.do(forced(), dice=[14, 8])
    game.pass_all(dice=list(UNSEEN))

    assert only(game.events, ev.ForcedControlled).made is False
    assert game.orb("away").at == (10, 3)


@rule("ISH-FOUL-06", "ISH-INJ-01", "ISH-Q-48")
def test_fouler_caught_in_a_nested_window_is_gone_when_the_outer_action_goes_on() -> None:
    game = play(
        [man("h1", (8, 4), **QUIET), man("h2", (6, 4), **QUIET)],
        [man("a1", (7, 5)), man("a2", (15, 7))],
        orbs={"home": {"holder": "h1"}},
        go="h1",
    )
    # an orb on its way from (8,4) to (5,4); a1 is beside the whole path until (6,4)
    game.do(act("h1", "propel", orb="home", ability="dex", direction=[-1, 0], distance=3), dice=[10])  # 15 against 6
    game.do(let_pass("a1"))  # index 0
    game.do(react("a1", "push_pull", target="h2", ability="dex", intent=True))  # the orb is over (7,4)
    game.do(defend("h2", ability="dex"), dice=[12, 10])  # 17 against 15: won by 2
    # h2 to (5,3); 12 + 4 = 16, concussed; caught: five rounds; the orb flies on to (5,4) and stays
    game.do(let_pass("a1"), dice=[12, *SEEN])

    assert at(game, "h2") == (5, 3)
    sits = only(game.events, ev.PlayerSatOut)
    assert (sits.player, sits.until, sits.back) == ("a1", "rounds", 7)
    assert (game.orb("home").state, game.orb("home").at) == ("loose", (5, 4))
    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]
