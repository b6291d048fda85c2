"""Players taken off by the GM, the umpires or their own Burn while something of theirs is still under way."""

from __future__ import annotations

import pytest

from rules.ishmek import events as ev
from rules.kernel.asks import Outcome
from tests.rules.ishmek.arena import act, end_go, let_pass, man, pick, play, react, step
from tests.rules.ishmek.scrum import HELD, SEEN, UNSEEN, at, choose, defend, duel, forced, push, umpire_call
from tests.rules.play import Play, all_of, only, rule


def dismissed(game: Play, player: str) -> None:
    game.do({"type": "dismiss", "player": player, "reason": "fireball"}, by="gm")
    assert game.player(player).status == "out_tournament"
    assert at(game, player) is None


def until(moment: str) -> Play:
    """A push of h1 on a1, who holds the away orb, up to the ask of that kind; a2 and h2 are far off."""
    game = duel(home=[man("h2", (2, 7))], away=[man("a2", (12, 7))], orbs=HELD)
    game.do(act("h1", "push_pull", target="a1", ability="str"))
    if moment != "defend":
        game.do(defend("a1", ability="str"), dice=[13, 12])  # won by 3
    if moment == "forced_control":
        game.do(let_pass("h1"))
    assert [ask.kind for ask in game.pending.asks] == [moment]
    return game


@rule("ISH-Q-48", "ISH-Q-68", "ISH-Q-75")
def test_who_is_dismissed_while_its_answer_is_awaited_holds_nobody_up() -> None:
    game = duel(orbs={"home": {"holder": "h1"}, **HELD})
    game.do(step("h1", 8, 3))
    assert [ask.player for ask in game.asks("window")] == ["a1"]

    dismissed(game, "a1")

    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]
    assert game.orb("away").at == (9, 4)


@rule("ISH-Q-68", "ISH-Q-75")
@pytest.mark.parametrize(("moment", "square"), [("defend", (9, 4)), ("choose", (9, 4)), ("forced_control", (10, 4))])
def test_target_of_a_push_that_is_dismissed_leaves_the_orb_loose_and_the_go_goes_on(
    moment: str, square: tuple[int, int]
) -> None:
    game = until(moment)

    dismissed(game, "a1")
    game.pass_all()

    assert (game.orb("away").state, game.orb("away").at) == ("loose", square)
    assert all_of(game.events, ev.OrbScattered) == []
    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]


@rule("ISH-Q-48", "ISH-Q-75")
@pytest.mark.parametrize("moment", ["defend", "choose"])
def test_pusher_that_is_dismissed_before_the_push_moved_anybody_ends_its_go(moment: str) -> None:
    game = until(moment)

    dismissed(game, "h1")
    for _ in range(3):  # whatever is still asked of the target, the pick comes in the end
        if game.asks("pick"):
            break
        ask = game.pending.asks[0]
        game.do(let_pass(ask.player), dice=[10, 10] if ask.kind == "defend" else [20])

    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("pick", "away")]
    assert at(game, "a1") == (9, 4)


@rule("ISH-PUSH-03", "ISH-Q-05", "ISH-Q-75")
def test_holder_still_owes_its_roll_when_the_pusher_is_dismissed_after_the_push() -> None:
    game = until("forced_control")

    dismissed(game, "h1")
    game.do(forced(), dice=[9, 2])  # 12 against 13; the frame is that of the pusher's team all the same

    assert game.orb("away").at == (11, 4)
    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("pick", "away")]


@rule("ISH-Q-48", "ISH-TURN-01")
def test_turn_ends_when_the_last_player_to_be_picked_is_sent_off() -> None:
    game = play([man("h1", (5, 1))], [man("a1", (12, 7)), man("a2", (12, 1))], go="h1", picks=["a2"])
    game.do(end_go("h1"))
    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("pick", "away")]

    events = game.do(umpire_call("a1", "illegal_handling"), dice=[12, 5], by="gm")

    assert only(events, ev.TurnEnded).reason == "all_gone"
    assert game.state.turn == 2


@rule("ISH-Q-76", "ISH-Q-75")
def test_team_without_anybody_left_is_passed_over() -> None:
    game = play([man("h1", (5, 1))], [man("a1", (12, 7))], go="h1")

    dismissed(game, "a1")
    game.do(end_go("h1"), dice=[12, 5])

    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("pick", "home")]


@rule("ISH-Q-76", "ISH-END-01")
def test_match_with_nobody_left_on_either_side_runs_out() -> None:
    game = play([man("h1", (5, 1))], [man("a1", (12, 7))], go="h1", turn=9, score=[0, 1])

    dismissed(game, "a1")
    # turn 10 still has its initiative, and nobody to go: the GM is asked before it ends
    game.do({"type": "dismiss", "player": "h1", "reason": "fireball"}, dice=[12, 5], by="gm")
    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("empty_field", "gm")]
    game.do(let_pass(), by="gm")

    assert game.outcome == Outcome("turns", "away", {"home": 0, "away": 1})


@rule("ISH-FOUL-04", "ISH-FOUL-08", "ISH-Q-49")
def test_fouler_that_its_own_burn_removed_is_judged_all_the_same() -> None:
    game = duel(home=[man("h2", (2, 7))], away=[man("a2", (12, 7))])
    game.do(act("h1", "push_pull", target="a1", ability="str", intent=True, burn=8))
    game.do(defend("a1", ability="str"), dice=[5, 12])  # 18 against 15: won by 3

    # a1: 16 + 4 = 20; h1's Burn: 13 + 8 = 21 and out of the match; seen, and ejected from the tournament
    game.do(let_pass("h1"), dice=[16, 13, 5, *SEEN])

    assert only(game.events, ev.PlayerRemoved).status == "out_match"
    assert game.player("h1").status == "out_tournament"


@rule("ISH-FOUL-05", "ISH-INJ-07", "ISH-Q-49")
def test_small_penalty_does_not_bring_back_who_is_out_for_the_match() -> None:
    game = duel(home=[man("h2", (2, 7))], away=[man("a2", (12, 7))])
    game.do(act("h1", "push_pull", target="a1", ability="str", intent=True, burn=8))
    game.do(defend("a1", ability="str"), dice=[5, 12])

    game.do(let_pass("h1"), dice=[1, 13, 5, *SEEN])  # a1: 5; h1: 21 and out of the match; caught: until a point

    assert game.player("h1").status == "out_match"


@rule("ISH-UMP-01", "ISH-Q-53")
def test_move_burn_is_owed_still_when_the_go_ends_by_a_foul() -> None:
    game = duel({"used_names": ["push_pull"], "reaction_used": False}, away=[man("a2", (12, 7))])
    game.do({"type": "burn_move", "player": "h1", "squares": 2})

    game.do(act("h1", "push_pull", target="a1", as_foul=True), dice=[6])  # 6 + 8

    assert only(game.events, ev.InjuryRolled).total == 14
    assert game.player("h1").status == "sitting_out"


@rule("ISH-Q-73", "ISH-Q-53")
def test_move_burn_of_who_was_carried_off_is_not_rolled() -> None:
    game = play(
        [man("h1", (8, 4), reaction_used=True), man("h2", (2, 1))],
        [man("a1", (9, 4)), man("a2", (12, 7))],
        go="h1",
    )
    game.do({"type": "burn_move", "player": "h1", "squares": 2})
    game.do(step("h1", 8, 3))
    game.do(react("a1", "push_pull", target="h1", ability="dex", intent=True))
    game.do(defend("h1", ability="dex"), dice=[15, 10])  # won by 5
    game.do(choose("floor"), dice=[13, 5, *UNSEEN])  # 13 + 8 and out of the match

    assert [(roll.player, roll.total) for roll in all_of(game.events, ev.InjuryRolled)] == [("h1", 21), ("h1", 5)]
    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("pick", "away")]


@rule("ISH-UMP-02", "ISH-Q-48")
def test_reactor_sent_off_in_a_queue_leaves_the_others_reactions_to_be_settled() -> None:
    # h1's step lets a1 push twice (an offence) and h2 take the loose orb
    game = duel(
        {"at": [8, 4]},
        {"action_used": True, "used_names": ["push_pull"]},
        home=[man("h2", (3, 6))],
        orbs={"home": {"at": [3, 6]}, **HELD},
    )
    game.do(step("h1", 8, 3))
    assert {ask.player for ask in game.asks("window")} == {"a1", "h2"}

    game.do(react("h2", "control", orb="home", ability="dex"))
    game.do(react("a1", "push_pull", target="h1", as_foul=True), dice=[10])  # h2: 10 + 5 against 5

    assert (game.player("a1").status, game.orb("home").holder) == ("sitting_out", "h2")
    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]


@rule("ISH-Q-47", "ISH-END-01")
def test_pick_goes_on_after_a_foul_seen_at_once() -> None:
    game = duel({"used_names": ["push_pull"]}, away=[man("a2", (12, 7))])
    game.do(act("h1", "push_pull", target="a1", as_foul=True))
    game.do(pick("a2"))
    game.do(end_go("a2"))
    game.do(pick("a1"))
    game.do(end_go("a1"), dice=[5, 12])
    assert game.state.turn == 2
    assert only(game.asks("pick"), type(game.pending.asks[0])).seat == "away"


@rule("ISH-Q-76", "ISH-ILL-02")
def test_forked_match_is_played_on_from_before_its_end() -> None:
    game = duel()
    push(game, 13, 12)
    before = game.record.version
    game.do({"type": "forfeit", "team": "away"}, by="gm")
    game.refuses({"type": "rewind", "to": before, "reason": "they came back"}, "match_over", by="gm")

    fork = Play(game.record.fork(before, "again"))

    assert (fork.outcome, [ask.kind for ask in fork.pending.asks]) == (None, ["choose"])
    fork.do(let_pass("h1"))
    assert at(fork, "a1") == (10, 4)
