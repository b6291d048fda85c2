"""Long chains: reactions, flights and fouls within others, players carried off in the midst of things."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek import events as ev
from rules.ishmek.system import ISHMEK
from rules.kernel.asks import Outcome
from tests.rules.every_game.rows import (
    PASS,
    Played,
    Step,
    asked,
    do,
    each,
    finds,
    never,
    once,
    orb,
    order,
    passing,
    played,
    player,
    refused,
    seat_asked,
    state,
)
from tests.rules.ishmek.arena import Json, act, let_pass, man, play, position, react, step
from tests.rules.ishmek.scrum import HELD, SEEN, UNSEEN, at, choose, defend, duel, forced, fouls
from tests.rules.play import Play, all_of, rule

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


# A point in the midst of nested windows, with Burns owed at every level; injured in the midst of it


def scene(*home: Json, away: list[Json], orbs: Json) -> Callable[[], Play]:
    return lambda: play([*home], away, orbs=orbs, go="h1")


def pushes_in_a_window(target: str, pusher: str = "a1", **fields: Any) -> Json:
    return react(pusher, "push_pull", target=target, ability="dex", **fields)


def propels(*way: int, distance: int, orb: str = "home", **fields: Any) -> Json:
    return act("h1", "propel", orb=orb, ability="dex", direction=list(way), distance=distance, **fields)


def rolled_injuries(*pairs: tuple[str, int]) -> Step:
    return each(ev.InjuryRolled, player=[name for name, _ in pairs], total=[total for _, total in pairs])


H1, H2 = man("h1", (8, 4), **QUIET), man("h2", (2, 1))
HOME_HELD = {"home": {"holder": "h1"}}
AT_THE_OPENING = {"home": {"holder": "h2"}, "away": {"at": [9, 4]}}
CARRIED_OFF = [pushes_in_a_window("h1", intent=True), do(defend("h1", ability="dex"), 15, 10)]
"""20 against 15: won by 5."""


@pytest.mark.parametrize("case", [
    # 17 against 15: h2 to (16,3), beside the opening. 3 + 5 + 2 = 10 against 12; 1 is left forward, for away (−1, +1):
    # from (16,3) into the vessel (15,4). a1 burned 2, h2 4 and 2, h1 one square: 5 + 2, 6 + 4, 7 + 2, 8 + 4
    played("ISH-TURN-02 ISH-TURN-03 ISH-BURN-02 ISH-SCORE-03 ISH-Q-37", "a point in the window of a step: all pay",
        scene(man("h1", (5, 2)), man("h2", (16, 4)), away=[man("a1", (16, 5))], orbs=AT_THE_OPENING),
        {"type": "burn_move", "player": "h1", "squares": 1}, step("h1", 5, 1), pushes_in_a_window("h2", burn=2),
        let_pass("h2"), do(defend("h2", ability="dex", burn=4), 10, 6), let_pass("a1"),
        do(forced("h2", ability="dex", burn=2), 3, 1, 5, 6, 7, 8),
        once(ev.PointScored, team="home", player="a1", score=(1, 0), gift=True),
        rolled_injuries(("a1", 7), ("h2", 10), ("h2", 9), ("h1", 12)),
        order(ev.PointScored, *[ev.InjuryRolled] * 4, ev.InjuryExpired, ev.InjuryExpired, ev.TurnEnded),
        each(ev.InjuryExpired, injury=["quite_demoralized", "wobbly_legs"]), seat_asked("place", "home", "away"),
        state(turn=2)),
    # 21 against 4; the orb has not left (10,2) when a1 reacts. 11 against 12, into the vessel; 2 + 6, then 3 + 4
    played("ISH-TURN-02 ISH-TURN-03 ISH-BURN-05", "in the window of a flight: the propeller pays, too",
        scene(man("h1", (10, 2)), man("h2", (16, 4)), away=[man("a1", (16, 5))],
            orbs={"home": {"holder": "h2"}, "away": {"holder": "h1"}}),
        do(propels(-1, 0, distance=2, orb="away", burn=6, propel_burn=1), 10), pushes_in_a_window("h2"),
        let_pass("h2"), do(defend("h2", ability="dex"), 12, 10), let_pass("a1"),
        do(forced("h2", ability="dex"), 6, 1, 2, 3), once(ev.PointScored, team="home"),
        rolled_injuries(("h1", 8), ("h1", 7)), never(ev.OrbMoved, ev.OrbLanded), state(turn=2)),
    # injury 5 + 4; the Reaction is spent, so the orb is not kept: into the vessel; umpires 4 + 6 against 10
    played("ISH-TURN-03 ISH-FOUL-04 ISH-SCORE-03", "by a foul: the umpires look",
        scene(man("h1", (5, 2)), man("h2", (16, 4), **QUIET), away=[man("a1", (16, 5)), man("a2", (9, 7))],
            orbs=AT_THE_OPENING),
        step("h1", 5, 1), pushes_in_a_window("h2", intent=True), do(defend("h2", ability="dex"), 12, 10),
        do(let_pass("a1"), 5, 1, 4, 1), once(ev.PointScored, team="home"), each(ev.UmpireRolled, target=[10, 10]),
        once(ev.PlayerSatOut, until="point")),
    # 17 against 6: stays at (8,1). 13 + 8 and out of the match; h1's Burn is not rolled any more
    played("ISH-Q-73 ISH-INJ-07 ISH-Q-68", "a propeller carried off: the orb flies on",
        scene(H1, H2, away=[man("a1", (8, 5))], orbs=HOME_HELD), do(propels(0, -1, distance=3, burn=2), 10),
        *CARRIED_OFF, do(choose("floor"), 13, 5, *UNSEEN), player("h1", status="out_match"),
        orb("home", state="loose", at=(8, 1)), rolled_injuries(("h1", 21), ("h1", 5)), seat_asked("pick", "away")),
    # 13 + 8, out of the match; the orb scatters forward for away, −x; against a holder 10 is needed: 3 + 6 and 2 + 7
    played("ISH-INJ-07 ISH-Q-68 ISH-REACT-03", "a walking holder carried off: its go is over",
        scene(H1, H2, away=[man("a1", (9, 4))], orbs=HOME_HELD), step("h1", 8, 3), *CARRIED_OFF,
        do(choose("floor"), 13, 5, 2, 3, 2), orb("home", at=(7, 3)), once(ev.OrbScattered, cause="a1"),
        player("a1", status="on_field"), seat_asked("pick", "away")),
    # 15 against 4. 5 + 5 + 8 − 4 for h1 beside it = 14 against 8 + 2 × 2; 13 + 8 = 21, and 20: dead
    played("ISH-INJ-07 ISH-BURN-02 ISH-Q-68", "an interceptor that its Burn removes lets the orb lie",
        scene(H1, away=[man("a1", (8, 3)), man("a2", (15, 7))], orbs=HOME_HELD), do(propels(-1, 0, distance=2), 10),
        do(react("a1", "intercept", orb="home", ability="dex", burn=8), 5, 13, 20),
        once(ev.OrbIntercepted, player="a1"), player("a1", status="dead"), orb("home", state="loose", at=(8, 3)),
        never(ev.OrbScattered), asked("go", "h1")),
    # 5 + 5 + 2 = 12 against 5; 14 + 2 = 16: concussed. The Action has its own roll.
    played("ISH-INJ-04 ISH-BURN-02 ISH-Q-52", "concussed by its Burn: rolls before the next step",
        lambda: play([man("h1", (5, 1))], orbs={"home": {"at": [6, 1]}}, go="h1"), step("h1", 6, 1), PASS,
        do(act("h1", "control", slot="reaction", orb="home", ability="dex", burn=2), 5, 14), do(step("h1", 7, 1), 10),
        player("h1", at=(6, 1)), refused(step("h1", 7, 1), "movement_lost"), do(propels(1, 0, distance=1), 11, 20)),
    # 18 against 15; 10 + 4 = 14: shook. 14 + 3 − 2 − 4 for h2 = 11 against 13: right for home
    played("ISH-FOUL-02 ISH-PUSH-12 ISH-INJ-03", "a holder hurt by a foul rolls with the injury",
        lambda: duel(home=[man("h2", (10, 5))], orbs=HELD), fouls(13, 12), do(let_pass("h1"), 10), do(forced(), 14, 8),
        passing(*UNSEEN), once(ev.ForcedControlled, made=False), orb("away", at=(10, 3))),
    # 15 against 6, from (8,4) to (5,4); a1 is beside the whole path until (6,4). Over (7,4) 17 against 15: h2 to (5,3);
    # 12 + 4 = 16, concussed; caught: five rounds; the orb flies on to (5,4) and stays
    played("ISH-FOUL-06 ISH-INJ-01 ISH-Q-48", "a fouler caught in a nested window is gone afterwards",
        scene(H1, man("h2", (6, 4), **QUIET), away=[man("a1", (7, 5)), man("a2", (15, 7))], orbs=HOME_HELD),
        do(propels(-1, 0, distance=3), 10), let_pass("a1"), pushes_in_a_window("h2", intent=True),
        do(defend("h2", ability="dex"), 12, 10), do(let_pass("a1"), 12, *SEEN), player("h2", at=(5, 3)),
        once(ev.PlayerSatOut, player="a1", until="rounds", back=7), orb("home", state="loose", at=(5, 4)),
        asked("go", "h1")),
])  # fmt: skip
def test_chain(case: Played) -> None:
    case.check()


# Flights within flights, fouls within fouls


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
