"""How long a player sits out, and how it comes back."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek import events as ev
from tests.rules.ishmek.arena import Json, act, end_go, let_pass, man, place, play, react
from tests.rules.ishmek.scrum import SEEN, defend, duel, forced, umpire_call
from tests.rules.play import Play, all_of, only, rule

UNTIL_POINT: Json = {"status": "sitting_out", "sit_out": {"kind": "point"}}
SHOOTER = man("h1", (16, 4))  # with its orb: one square from the opening of (15,4)
ARMED = {"home": {"holder": "h1"}, "away": {"at": [8, 4]}}
FIVE = [(1, 1), (1, 2), (1, 3), (1, 5), (1, 6)]


def out_for_rounds(back: int) -> Json:
    return {"status": "sitting_out", "sit_out": {"kind": "rounds", "back": back}}


def score(game: Play) -> list[Any]:
    """h1 propels its orb into the vessel: 6 + 2 + 3 = 11 against 10 + 1."""
    return game.do(act("h1", "propel", orb="home", ability="dex", direction=[-1, 0], distance=1), dice=[6])


@rule("ISH-Q-49", "ISH-FOUL-05")
@pytest.mark.parametrize("bench", ["home", "away"])
def test_until_a_point_ends_with_a_point_of_either_team(bench: str) -> None:
    sits = {bench: man(bench[0] + "2", **UNTIL_POINT)}
    game = play(
        [SHOOTER, *([sits["home"]] if bench == "home" else [])],
        [man("a1", (5, 7)), *([sits["away"]] if bench == "away" else [])],
        orbs=ARMED,
        go="h1",
    )

    score(game)

    squares = {"home": {"h1": (1, 1)}, "away": {"a1": (16, 1)}}
    squares[bench][bench[0] + "2"] = (1, 2) if bench == "home" else (16, 2)
    game.do(place("home", **squares["home"]))
    game.do(place("away", **squares["away"]), dice=[12, 5])
    back = game.player(bench[0] + "2")
    assert (back.status, back.at, back.sit_out) == ("on_field", tuple(squares[bench][back.id]), None)
    assert game.state.turn == 2


@rule("ISH-Q-49", "ISH-FOUL-06")
def test_point_does_not_shorten_five_rounds() -> None:
    game = play([SHOOTER, man("h2", **out_for_rounds(7))], [man("a1", (5, 7))], orbs=ARMED, go="h1", turn=3)

    score(game)

    game.refuses(place("home", h1=(1, 1), h2=(1, 2)), "bad_placement")
    game.do(place("home", h1=(1, 1)))
    game.do(place("away", a1=(16, 1)), dice=[12, 5])
    assert game.player("h2").status == "sitting_out"


@rule("ISH-Q-49")
def test_after_five_rounds_the_team_puts_the_player_on_its_back_wall_before_initiative() -> None:
    game = play(
        [man("h1", (5, 1)), man("h2", **out_for_rounds(7))], [man("a1", (12, 7))], go="h1", picks=["a1"], turn=6
    )

    events = game.do(end_go("h1"))

    started = only(events, ev.TurnStarted)
    assert (started.turn, started.returning) == (7, ("h2",))
    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("place", "home")]
    game.refuses(place("home", h1=(1, 2), h2=(1, 1)), "bad_placement")  # h1 stays where it is
    game.refuses(place("home", h2=(2, 1)), "bad_placement")
    game.do(place("home", h2=(1, 4)), dice=[3, 9])
    assert (game.player("h2").status, game.player("h2").at) == ("on_field", (1, 4))
    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("pick", "away")]  # 9 beats 3


@rule("ISH-Q-49", "ISH-START-01")
def test_who_comes_back_in_a_turn_after_a_point_is_placed_with_all_others() -> None:
    game = play([SHOOTER, man("h2", **out_for_rounds(7))], [man("a1", (5, 7))], orbs=ARMED, go="h1", turn=6)

    score(game)

    game.refuses(place("home", h1=(1, 1)), "bad_placement")  # h2 is owed a square too
    game.do(place("home", h1=(1, 1), h2=(1, 7)))
    game.do(place("away", a1=(16, 1)), dice=[12, 5])
    assert (game.player("h2").status, game.player("h2").at) == ("on_field", (1, 7))


@rule("ISH-Q-49")
def test_five_rounds_are_not_over_a_turn_early() -> None:
    game = play(
        [man("h1", (5, 1)), man("h2", **out_for_rounds(7))], [man("a1", (12, 7))], go="h1", picks=["a1"], turn=5
    )

    game.do(end_go("h1"), dice=[12, 5])

    assert (game.state.turn, game.player("h2").status) == (6, "sitting_out")
    game.refuses({"type": "pick", "player": "h2"}, "player_not_available")


@rule("ISH-Q-49", "ISH-ARENA-08")
def test_who_finds_no_allowed_square_waits_one_turn_more() -> None:
    wall = [
        man(f"h{n}", square) for n, square in enumerate(FIVE, start=1)
    ]  # only (1,4) is free, and it would be the third
    game = play(
        [*wall, man("h6", **out_for_rounds(7))],
        [man("a1", (1, 7))],
        orbs={"away": {"at": [14, 4]}},
        go="h1",
        picks=["a1", "h2", "h3", "h4", "h5"],
        turn=6,
    )

    events = game.do(end_go("h1"), dice=[12, 5])

    waited = only(events, ev.PlayersWaited)
    assert (waited.players, waited.back) == (("h6",), 8)
    assert game.player("h6").status == "sitting_out"


@rule("ISH-Q-49", "ISH-UMP-02", "ISH-FOUL-07")
def test_the_longest_penalty_counts() -> None:
    game = duel({"reaction_used": False}, {"reaction_used": True}, orbs={"home": {"holder": "h1"}})
    game.do(act("h1", "push_pull", target="a1", ability="str", intent=True))
    game.do(defend("a1", ability="str"), dice=[11, 3])  # 16 against 6: won by 10, two squares
    game.do(let_pass("h1"))  # one of them; h1 could propel now

    # a second push instead, seen at once: until a point; the first one goes on, its injury is 14 + 4, and is seen too
    game.do(react("h1", "push_pull", target="a1", as_foul=True), dice=[14, *SEEN])

    assert [sits.until for sits in all_of(game.events, ev.PlayerSatOut)] == ["point", "match"]
    assert game.player("h1").sit_out.kind == "match"


@rule("ISH-Q-49", "ISH-FOUL-05", "ISH-UMP-03")
def test_a_shorter_penalty_after_a_longer_one_changes_nothing() -> None:
    game = duel(orbs={"away": {"holder": "a1"}})
    game.do(act("h1", "push_pull", target="a1", ability="str", intent=True))
    game.do(defend("a1", ability="str"), dice=[13, 12])  # won by 3
    game.do(let_pass("h1"), dice=[1])  # no injury; a1 has still to keep the orb

    game.do(umpire_call("h1", "foul_play", victim="a1", injury_total=18), dice=SEEN, by="gm")
    assert game.player("h1").sit_out.kind == "match"
    game.do(forced(), dice=[20, *SEEN])  # and now the umpires look at the push: until a point

    assert [called.foul for called in all_of(game.events, ev.FoulCalled)] == ["foul_play", "intent_to_injure"]
    assert game.player("h1").sit_out.kind == "match"


@rule("ISH-FOUL-07", "ISH-Q-49")
def test_penalty_for_the_match_is_not_ended_by_a_point() -> None:
    sits: Json = {"status": "sitting_out", "sit_out": {"kind": "match"}}
    game = play([SHOOTER, man("h2", **sits)], [man("a1", (5, 7))], orbs=ARMED, go="h1")

    score(game)

    game.do(place("home", h1=(1, 1)))
    game.do(place("away", a1=(16, 1)), dice=[12, 5])
    assert game.player("h2").status == "sitting_out"


@rule("ISH-Q-67")
def test_double_loss_does_not_end_until_a_point() -> None:
    game = play(
        [man("h1", (1, 4)), man("h2", **UNTIL_POINT)],
        [man("a1", (8, 7))],
        orbs={"home": {"holder": "h1"}, "away": {"at": [15, 4], "state": "lost"}},
        go="h1",
    )

    # its own orb into its own vessel (2,4): lost as well, so both are
    events = game.do(act("h1", "propel", orb="home", ability="dex", direction=[1, 0], distance=1), dice=[6])

    assert only(events, ev.TurnEnded).reason == "double_loss"
    assert all_of(events, ev.PointScored) == []
    game.refuses(place("home", h1=(1, 1), h2=(1, 2)), "bad_placement")
    game.do(place("home", h1=(1, 1)))
    game.do(place("away", a1=(16, 1)), dice=[12, 5])
    assert game.player("h2").status == "sitting_out"


@rule("ISH-Q-48", "ISH-INIT-02")
def test_team_whose_last_player_sits_out_is_skipped() -> None:
    game = play([man("h1", (5, 1)), man("h2", (5, 2))], [man("a1", **UNTIL_POINT)], go="h1")

    game.do(end_go("h1"))

    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("pick", "home")]


@rule("ISH-FOUL-05", "ISH-TURN-03")
def test_who_is_caught_after_the_point_has_fallen_waits_for_another_one() -> None:
    game = duel(
        {"at": (1, 5)},
        {"at": (1, 4), "reaction_used": True},
        home=[man("h2", (8, 7))],
        orbs={"away": {"holder": "a1"}, "home": {"at": [12, 1]}},
    )
    game.do(act("h1", "push_pull", target="a1", ability="str", intent=True))
    game.do(defend("a1", ability="str"), dice=[12, 12])  # 12 + 2 + 3 = 17 against 12 + 2 + 1 = 15: won by 2

    # 5 + 4 = 9: no injury. a1, pushed to (1,3), has no Reaction; the orb scatters 3, right forward, into (2,4): home's
    # own doing, so a point for away. Then the umpires see the foul.
    events = game.do({"type": "choose", "option": "push"}, dice=[5, 3, *SEEN])

    assert game.state.score == (0, 1)
    assert only(events, ev.PlayerSatOut).player == "h1"
    game.refuses(place("home", h1=(1, 1), h2=(1, 2)), "bad_placement")
    game.do(place("home", h2=(1, 2)))
    game.do(place("away", a1=(16, 2)), dice=[12, 5])
    assert game.player("h1").status == "sitting_out"


@rule("ISH-UMP-01", "ISH-Q-49")
def test_a_foul_found_later_lengthens_the_penalty_of_who_sits_out_already() -> None:
    game = duel({}, home=[man("h2", **UNTIL_POINT)])

    game.do(umpire_call("h2", "foul_play", victim="a1", injury_total=18), dice=SEEN)

    assert game.player("h2").sit_out.kind == "match"


@rule("ISH-Q-49", "ISH-FOUL-06")
@pytest.mark.parametrize("turn", [3, 5, 8])
def test_a_second_penalty_of_five_rounds_is_counted_from_the_second_foul(turn: int) -> None:
    """Caught in turn 3, back at the start of 3 + 6 = 9; caught again in turn t, back at the start of t + 6."""
    game = duel({}, home=[man("h2", **out_for_rounds(9))], turn=turn)

    game.do(umpire_call("h2", "foul_play", victim="a1", injury_total=16), dice=SEEN)

    assert (game.player("h2").sit_out.kind, game.player("h2").sit_out.back) == ("rounds", turn + 6)


@rule("ISH-Q-49", "ISH-UMP-01")
def test_a_second_penalty_until_a_point_ends_with_that_point_too() -> None:
    game = play(
        [SHOOTER, man("h2", **UNTIL_POINT)],
        [man("a1", (5, 7))],
        orbs=ARMED,
        go="h1",
    )
    game.do(umpire_call("h2", "illegal_handling"), by="gm")

    score(game)

    game.do(place("home", h1=(1, 1), h2=(1, 2)))
    game.do(place("away", a1=(16, 1)), dice=[12, 5])
    assert game.player("h2").status == "on_field"
