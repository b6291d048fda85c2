"""Fouls among reactions, and the offences that are none."""

from __future__ import annotations

from rules.ishmek import events as ev
from tests.rules.ishmek.arena import Json, act, end_go, let_pass, man, place, play, react, step
from tests.rules.ishmek.scrum import HELD, SEEN, UNSEEN, at, defend, duel, push, umpire_call
from tests.rules.play import all_of, only, rule

QUIET = {"reaction_used": True}


@rule("ISH-Q-46", "ISH-UMP-03")
def test_dc_goes_by_who_held_an_orb_when_the_reaction_was_declared() -> None:
    game = play(
        [man("h1", (7, 4), **QUIET)], [man("a1", (9, 4)), man("a2", (8, 5))], orbs={"home": {"holder": "h1"}}, go="h1"
    )
    game.do(step("h1", 8, 4))
    game.do(react("a1", "seize", target="h1", ability="dex"))
    game.do(react("a2", "push_pull", target="h1", ability="dex", intent=True), dice=[15, 5])  # a1 is first
    game.do(defend("h1", ability="dex"), dice=[15, 5])  # 15 + 5 − 4 = 16 against 10: a1 has the orb
    game.pass_all()

    game.do(defend("h1", ability="dex"), dice=[10, 12, 3, 2])  # 15 against 17; umpires 3 + 6 and 2 + 7

    assert [roll.target for roll in all_of(game.events, ev.UmpireRolled)] == [10, 10]
    assert game.player("a2").status == "on_field"


@rule("ISH-Q-68", "ISH-FOUL-02")
def test_holder_removed_by_the_injury_of_a_long_shove_scatters_the_orb_one_square() -> None:
    game = duel(a1=QUIET, away=[man("a2", (12, 7))], orbs=HELD)
    game.do(act("h1", "push_pull", target="a1", ability="str", intent=True))
    game.do(defend("a1", ability="str"), dice=[16, 3])  # won by 15: three squares, 15 feet

    # at (12,4): 17 + 4 = 21, out of the match; the d8; the umpires
    game.do(let_pass("h1"), dice=[17, 1, 2, *UNSEEN])

    scattered = only(game.events, ev.OrbScattered)
    assert (scattered.start, scattered.to) == ((12, 4), (13, 4))
    assert game.player("a1").status == "out_match"


@rule("ISH-Q-47", "ISH-UMP-02")
def test_first_use_of_an_action_is_no_offence_whatever_the_player_meant() -> None:
    game = duel()

    push(game, 10, 16, as_foul=True)  # 15 against 19

    assert only(game.events, ev.PushFailed).margin == -4
    assert all_of(game.events, ev.FoulCalled) == []


@rule("ISH-Q-47", "ISH-ILL-20")
def test_offence_still_needs_an_unspent_slot() -> None:
    game = duel({"action_used": True, "used_names": ["push_pull"]})

    game.refuses(act("h1", "push_pull", target="a1", as_foul=True), "action_spent")
    game.refuses(act("h1", "push_pull", slot="reaction", target="a1", as_foul=True), "reaction_spent")


@rule("ISH-Q-47", "ISH-ILL-10", "ISH-ILL-25")
def test_offence_still_needs_ones_go_or_a_window() -> None:
    game = duel(a1={"used_names": ["push_pull"]})

    game.refuses(act("a1", "push_pull", target="h1", as_foul=True), "not_your_go")
    game.refuses(react("a1", "push_pull", target="h1", as_foul=True), "no_window")


@rule("ISH-UMP-01", "ISH-Q-48")
def test_umpires_call_in_an_open_window_takes_its_player_out_of_the_window() -> None:
    game = duel(orbs=HELD)
    game.do(step("h1", 8, 3))
    assert [ask.player for ask in game.asks("window")] == ["a1"]

    game.do(umpire_call("a1", "illegal_handling"), by="gm")

    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]
    assert game.orb("away").at == (9, 4)


@rule("ISH-UMP-01", "ISH-UMP-02", "ISH-Q-48")
def test_orb_in_flight_is_not_stopped_by_its_propeller_being_sent_off() -> None:
    game = play(
        [man("h1", (8, 4), **QUIET)],
        [man("a1", (8, 3))],
        orbs={"home": {"holder": "h1"}},
        go="h1",
    )
    game.do(act("h1", "propel", orb="home", ability="dex", direction=[-1, 0], distance=2), dice=[10])  # 15 against 4
    assert [ask.player for ask in game.asks("window")] == ["a1"]

    game.do(umpire_call("h1", "illegal_handling"), by="gm")
    game.pass_all()

    assert (game.orb("home").state, game.orb("home").at) == ("loose", (6, 4))
    assert at(game, "h1") is None
    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("pick", "away")]


@rule("ISH-FOUL-04", "ISH-Q-40")
def test_foul_against_who_stands_at_the_wall_is_one_all_the_same() -> None:
    game = duel({"at": [15, 2]}, {"at": [16, 2]})
    game.do(act("h1", "push_pull", target="a1", ability="str", intent=True))
    game.do(defend("a1", ability="str"), dice=[13, 12])  # won by 3

    game.do(let_pass("h1"), dice=[9, *SEEN])  # nobody moves; 9 + 4

    assert only(game.events, ev.InjuryApplied).injury == "jelly_legs"
    assert only(game.events, ev.PlayerSatOut).until == "point"


@rule("ISH-Q-49", "ISH-ARENA-08")
def test_of_two_who_come_back_one_waits_where_only_one_finds_a_square() -> None:
    back: Json = {"status": "sitting_out", "sit_out": {"kind": "rounds", "back": 7}}
    squares = [(1, 1), (1, 2), (1, 3), (1, 6)]
    wall = [man(f"h{n}", square) for n, square in enumerate(squares, start=1)]
    game = play(
        [*wall, man("h5", **back), man("h6", **back)],
        [man("a1", (1, 7))],
        go="h1",
        picks=["a1", "h2", "h3", "h4"],
        turn=6,
    )
    game.do(end_go("h1"))

    game.do(place("home", h5=(1, 4)), dice=[12, 5])

    waited = only(game.events, ev.PlayersWaited)
    assert (waited.players, waited.back) == (("h6",), 8)
    assert (at(game, "h5"), game.player("h6").status) == ((1, 4), "sitting_out")
