"""How long a player sits out, how it comes back, and what happens when nobody is left on the field."""

from __future__ import annotations

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
    never,
    once,
    played,
    player,
    refused,
    seat_asked,
    state,
)
from tests.rules.ishmek.arena import Json, act, end_go, let_pass, man, pick, place, play, react
from tests.rules.ishmek.flights import score
from tests.rules.ishmek.scrum import SEEN, choose, duel, forced, fouls, umpire_call
from tests.rules.play import Play, rule

UNTIL_POINT: Json = {"status": "sitting_out", "sit_out": {"kind": "point"}}
UNTIL_END: Json = {"status": "sitting_out", "sit_out": {"kind": "match"}}
SHOOTER = man("h1", (16, 4))  # with its orb: one square from the opening of (15,4)
ARMED = {"home": {"holder": "h1"}, "away": {"at": [8, 4]}}
FIVE = [(1, 1), (1, 2), (1, 3), (1, 5), (1, 6)]
SCORE = do(act("h1", "propel", orb="home", ability="dex", direction=[-1, 0], distance=1), 6)
"""h1 propels its orb into the vessel: 6 + 2 + 3 = 11 against 10 + 1."""
H1_ALONE, H1_AND_H2 = place("home", h1=(1, 1)), place("home", h1=(1, 1), h2=(1, 2))
AWAY = do(place("away", a1=(16, 1)), 12, 5)
STILL_OUT, BACK = player("h2", status="sitting_out"), player("h2", status="on_field")
GRAVE = umpire_call("h2", "foul_play", victim="a1", injury_total=18)


def rounds(back: int) -> Json:
    return {"status": "sitting_out", "sit_out": {"kind": "rounds", "back": back}}


def shooting(out: Json, *, team: str = "home", turn: int = 1) -> Play:
    """h1 is about to score; h2 or a2 sits out."""
    mates, theirs = [SHOOTER], [man("a1", (5, 7))]
    (mates if team == "home" else theirs).append(man(team[0] + "2", **out))
    return play(mates, theirs, orbs=ARMED, go="h1", turn=turn)


def last_go(turn: int) -> Play:
    """The last go of that turn; h2 is back in turn 7."""
    return play([man("h1", (5, 1)), man("h2", **rounds(7))], [man("a1", (12, 7))], go="h1", picks=["a1"], turn=turn)


def full_wall() -> Play:
    """Only (1,4) is free, and it would be the third of the scoring squares."""
    wall = [man(f"h{n}", square) for n, square in enumerate(FIVE, start=1)]
    return play([*wall, man("h6", **rounds(7))], [man("a1", (1, 7))], orbs={"away": {"at": [14, 4]}}, go="h1",
                picks=["a1", "h2", "h3", "h4", "h5"], turn=6)  # fmt: skip


def second_loss() -> Play:
    """The away orb is lost, and h1 holds the home orb before its own vessel."""
    orbs = {"home": {"holder": "h1"}, "away": {"at": [15, 4], "state": "lost"}}
    return play([man("h1", (1, 4)), man("h2", **UNTIL_POINT)], [man("a1", (8, 7))], orbs=orbs, go="h1")


def before_the_vessel() -> Play:
    return duel({"at": (1, 5)}, {"at": (1, 4), "reaction_used": True}, home=[man("h2", (8, 7))],
                orbs={"away": {"holder": "a1"}, "home": {"at": [12, 1]}})  # fmt: skip


def turn(number: int) -> Any:
    def check(game: Play) -> None:
        assert game.state.turn == number

    return check


def sits(name: str, kind: str, back: int | None = None) -> Any:
    """Until when somebody sits out."""

    def check(game: Play) -> None:
        penalty = game.player(name).sit_out
        assert penalty.kind == kind
        assert back is None or penalty.back == back

    return check


@pytest.mark.parametrize("case", [
    played("ISH-Q-49 ISH-FOUL-05", "until a point of the own team", lambda: shooting(UNTIL_POINT), SCORE, H1_AND_H2,
        AWAY, player("h2", status="on_field", at=(1, 2), sit_out=None), turn(2)),
    played("ISH-Q-49 ISH-FOUL-05", "until a point of the other", lambda: shooting(UNTIL_POINT, team="away"), SCORE,
        H1_ALONE, do(place("away", a1=(16, 1), a2=(16, 2)), 12, 5),
        player("a2", status="on_field", at=(16, 2), sit_out=None), turn(2)),
    played("ISH-Q-49 ISH-UMP-01", "a second until a point ends with that point too", lambda: shooting(UNTIL_POINT),
        do(umpire_call("h2", "illegal_handling"), by="gm"), SCORE, H1_AND_H2, AWAY, BACK),
    played("ISH-Q-49 ISH-FOUL-06", "a point does not shorten five rounds", lambda: shooting(rounds(7), turn=3), SCORE,
        refused(H1_AND_H2, "bad_placement"), H1_ALONE, AWAY, STILL_OUT),
    # h1 stays where it is; 9 beats 3
    played("ISH-Q-49", "after five rounds onto the back wall, before initiative", lambda: last_go(6), end_go("h1"),
        lambda game: started(game, 7, "h2"), seat_asked("place", "home"),
        refused(place("home", h1=(1, 2), h2=(1, 1)), "bad_placement"),
        refused(place("home", h2=(2, 1)), "bad_placement"), do(place("home", h2=(1, 4)), 3, 9),
        player("h2", status="on_field", at=(1, 4)), seat_asked("pick", "away")),
    # h2 is owed a square too
    played("ISH-Q-49 ISH-START-01", "in a turn after a point with all others", lambda: shooting(rounds(7), turn=6),
        SCORE, refused(H1_ALONE, "bad_placement"), place("home", h1=(1, 1), h2=(1, 7)), AWAY,
        player("h2", status="on_field", at=(1, 7))),
    played("ISH-Q-49", "not a turn early", lambda: last_go(5), do(end_go("h1"), 12, 5), turn(6), STILL_OUT,
        refused(pick("h2"), "player_not_available")),
    played("ISH-Q-49 ISH-ARENA-08", "without an allowed square a turn later", full_wall, do(end_go("h1"), 12, 5),
        once(ev.PlayersWaited, players=("h6",), back=8), player("h6", status="sitting_out")),
    played("ISH-FOUL-07 ISH-Q-49", "for the match whatever is scored", lambda: shooting(UNTIL_END), SCORE, H1_ALONE,
        AWAY, STILL_OUT),
    # its own orb into its own vessel (2,4): lost as well, so both are
    played("ISH-Q-67", "a double loss does not end until a point", second_loss,
        do(act("h1", "propel", orb="home", ability="dex", direction=[1, 0], distance=1), 6),
        once(ev.TurnEnded, reason="double_loss"), never(ev.PointScored), refused(H1_AND_H2, "bad_placement"), H1_ALONE,
        AWAY, STILL_OUT),
    played("ISH-Q-48 ISH-INIT-02", "a team whose last player sits out is skipped",
        lambda: play([man("h1", (5, 1)), man("h2", (5, 2))], [man("a1", **UNTIL_POINT)], go="h1"), end_go("h1"),
        seat_asked("pick", "home")),
    # 12 + 2 + 3 = 17 against 12 + 2 + 1 = 15: won by 2. 5 + 4 = 9: no injury. a1, pushed to (1,3), has no Reaction; the
    # orb scatters 3, right forward, into (2,4): home's own doing, so a point for away. Then the umpires see the foul.
    played("ISH-FOUL-05 ISH-TURN-03", "caught after the point has fallen until another one", before_the_vessel,
        fouls(12, 12), do(choose("push"), 5, 3, *SEEN), score(0, 1), once(ev.PlayerSatOut, player="h1"),
        refused(H1_AND_H2, "bad_placement"), place("home", h2=(1, 2)), do(place("away", a1=(16, 2)), 12, 5),
        player("h1", status="sitting_out")),
])  # fmt: skip
def test_how_long(case: Played) -> None:
    case.check()


def started(game: Play, number: int, *returning: str) -> None:
    """The last turn that was started, and who comes back in it."""
    begun = [event for event in game.events if isinstance(event, ev.TurnStarted)][-1]
    assert (begun.turn, begun.returning) == (number, returning)


@pytest.mark.parametrize("case", [
    # 16 against 6: won by 10, two squares. After one of them h1 could propel now; a second push instead, seen at once:
    # until a point; the first one goes on, its injury is 14 + 4, and is seen too
    played("ISH-Q-49 ISH-UMP-02 ISH-FOUL-07", "the longest counts",
        lambda: duel({"reaction_used": False}, {"reaction_used": True}, orbs={"home": {"holder": "h1"}}),
        fouls(11, 3), let_pass("h1"), do(react("h1", "push_pull", target="a1", as_foul=True), 14, *SEEN),
        each(ev.PlayerSatOut, until=["point", "match"]), sits("h1", "match")),
    # won by 3: no injury; a1 has still to keep the orb. Then the umpires look at the push: until a point
    played("ISH-Q-49 ISH-FOUL-05 ISH-UMP-03", "a shorter one after a longer one changes nothing",
        lambda: duel(orbs={"away": {"holder": "a1"}}), fouls(13, 12), do(let_pass("h1"), 1),
        do({**GRAVE, "player": "h1"}, *SEEN, by="gm"), sits("h1", "match"), do(forced(), 20, *SEEN),
        each(ev.FoulCalled, foul=["foul_play", "intent_to_injure"]), sits("h1", "match")),
    played("ISH-UMP-01 ISH-Q-49", "a foul found later lengthens it", lambda: duel({}, home=[man("h2", **UNTIL_POINT)]),
        do(GRAVE, *SEEN), sits("h2", "match")),
    # Caught in turn 3, back at the start of 3 + 6 = 9; caught again in turn t, back at the start of t + 6.
    *(played("ISH-Q-49 ISH-FOUL-06", f"five rounds again from turn {turn}",
        lambda turn=turn: duel({}, home=[man("h2", **rounds(9))], turn=turn),
        do({**GRAVE, "injury_total": 16}, *SEEN), sits("h2", "rounds", turn + 6))
        for turn in (3, 5, 8)),
])  # fmt: skip
def test_two_penalties(case: Played) -> None:
    case.check()


# Nobody on the field


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
