"""Intent to injure, the same action twice, illegal handling: what the umpires see and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.ishmek import events as ev
from rules.ishmek.commands import BOUND
from rules.ishmek.position import read_house_rules
from rules.kernel.errors import Refused
from rules.kernel.visibility import redact
from tests.rules.ishmek.arena import act, end_go, gm_effect, let_pass, man, pick, react, step
from tests.rules.ishmek.scrum import (
    HELD,
    SEEN,
    UNSEEN,
    at,
    choose,
    defend,
    duel,
    forced,
    foul,
    push,
    shove_on,
    umpire_call,
)
from tests.rules.play import all_of, names, only, rule

QUIET = {"reaction_used": True}


# Intent


@rule("ISH-FOUL-01")
def test_intent_to_injure_is_declared_before_the_roll_and_hidden_from_the_other_team() -> None:
    game = duel()

    game.do(act("h1", "push_pull", target="a1", ability="str", intent=True))
    assert [event["type"] for event in redact(game.events, "away")][-1] == "hidden"  # the command itself
    game.do({"type": "defend", "player": "a1", "ability": "str"}, dice=[13, 12])
    assert "intent" not in str(redact(game.events, "away"))
    events = shove_on(game, dice=[7, *UNSEEN])

    intended = only(events, ev.FoulIntended)
    assert (intended.player, intended.target) == ("h1", "a1")
    assert names(events).index("foul_intended") < names(events).index("umpire_rolled")


@rule("ISH-FOUL-01")
@pytest.mark.parametrize("seat", ["away", ""])
def test_nothing_tells_a_push_with_intent_from_one_without_before_it_shows(seat: str) -> None:
    seen = []
    for intent in (False, True):
        game = duel()
        game.do(act("h1", "push_pull", target="a1", ability="str", intent=intent))
        game.do({"type": "defend", "player": "a1", "ability": "str", "burn": 2}, dice=[13, 12])
        seen.append(redact(game.events, seat))

    assert seen[0] == seen[1]


@rule("ISH-FOUL-01")
def test_push_without_intent_is_no_foul() -> None:
    game = duel()

    push(game, 13, 12)
    shove_on(game)  # no injury die, no umpire

    assert all_of(game.events, ev.FoulIntended) == []
    assert all_of(game.events, ev.UmpireRolled) == []


@rule("ISH-FOUL-02", "ISH-FOUL-04")
def test_won_foul_costs_the_target_an_injury_roll_at_plus_4() -> None:
    game = duel()

    foul(game, 13, 12)  # 18 against 15: won by 3
    shove_on(game, dice=[7, *UNSEEN])

    injury = only(game.events, ev.InjuryRolled)
    assert (injury.player, injury.total, injury.injury) == ("a1", 11, "demoralized")  # 7 + 4
    assert at(game, "a1") == (10, 4)  # the push stands


@rule("ISH-Q-43", "ISH-FOUL-02")
def test_tie_wins_the_check_for_the_intended_injury_too() -> None:
    game = duel()

    foul(game, 10, 12)  # 15 against 15
    shove_on(game, dice=[6, *UNSEEN])

    assert only(game.events, ev.InjuryRolled).total == 10  # 6 + 4


@rule("ISH-FOUL-02")
def test_won_foul_injures_also_when_the_target_is_left_in_place() -> None:
    game = duel()

    foul(game, 13, 12)
    game.do(choose("leave"), dice=[8, *UNSEEN])

    assert only(game.events, ev.InjuryRolled).total == 12


@rule("ISH-FOUL-03")
def test_floored_by_a_foul_there_is_one_injury_roll_at_plus_8() -> None:
    game = duel()

    foul(game, 6, 3)  # 11 against 6: won by 5
    game.do(choose("floor"), dice=[4, *UNSEEN])
    game.pass_all()

    injury = only(game.events, ev.InjuryRolled)
    assert (injury.player, injury.total) == ("a1", 12)  # 4 + 8
    assert game.player("a1").prone


@rule("ISH-FOUL-04")
def test_lost_foul_injures_nobody_and_is_checked_all_the_same() -> None:
    game = duel()

    foul(game, 8, 12, then=SEEN)  # 13 against 15: lost by 2

    assert all_of(game.events, ev.InjuryRolled) == []
    assert len(all_of(game.events, ev.UmpireRolled)) == 2
    assert game.player("h1").status == "sitting_out"


@rule("ISH-FOUL-04")
def test_unseen_foul_lets_the_go_go_on() -> None:
    game = duel()

    foul(game, 8, 12, then=UNSEEN)

    assert game.player("h1").status == "on_field"
    assert [ask.player for ask in game.asks("go")] == ["h1"]


# The check


@rule("ISH-UMP-03", "ISH-Q-46")
@pytest.mark.parametrize(
    ("dice", "caught"),
    [((8, 7), False), ((9, 1), True), ((1, 8), True), ((20, 20), True)],
    ids=["14 and 14", "15 by the first", "15 by the second", "both"],
)
def test_one_umpire_at_15_is_enough_and_both_roll(dice: Sequence[int], caught: bool) -> None:
    game = duel()

    foul(game, 8, 12, then=dice)

    rolls = all_of(game.events, ev.UmpireRolled)
    assert [(roll.umpire, roll.total, roll.target) for roll in rolls] == [(1, dice[0] + 6, 15), (2, dice[1] + 7, 15)]
    assert bool(all_of(game.events, ev.FoulCalled)) is caught
    assert game.player("h1").status == ("sitting_out" if caught else "on_field")


@rule("ISH-UMP-03", "ISH-Q-46")
@pytest.mark.parametrize(("dice", "caught"), [((3, 2), False), ((4, 1), True), ((1, 3), True)])
def test_fouling_who_holds_an_orb_is_seen_at_10(dice: Sequence[int], caught: bool) -> None:
    game = duel(orbs=HELD)

    foul(game, 8, 12)  # lost by 2: a free forced Control comes first
    game.do(forced(), dice=[20])
    game.pass_all(dice=dice)

    assert [roll.target for roll in all_of(game.events, ev.UmpireRolled)] == [10, 10]
    assert bool(all_of(game.events, ev.FoulCalled)) is caught


@rule("ISH-Q-46")
def test_who_held_the_orb_when_the_push_was_declared_counts_as_holder_though_it_is_lost_since() -> None:
    game = duel(a1=QUIET, orbs=HELD)

    foul(game, 13, 12)  # won by 3
    game.do(let_pass("h1"), dice=[1, 2, 4, 1])  # injury 1 + 4, the d8, umpires 4 + 6 and 1 + 7

    assert game.orb("away").holder is None
    assert [roll.target for roll in all_of(game.events, ev.UmpireRolled)] == [10, 10]
    assert game.player("h1").status == "sitting_out"


@rule("ISH-Q-46")
def test_house_rules_set_the_dcs_of_the_umpires() -> None:
    strict = {"foul_dc": 12, "foul_dc_holder": 9}
    game = duel(house_rules=strict)
    foul(game, 8, 12, then=[6, 1])  # 12 against 12
    assert game.player("h1").status == "sitting_out"

    holding = duel(orbs=HELD, house_rules=strict)
    foul(holding, 8, 12)
    holding.do(forced(), dice=[20])
    holding.pass_all(dice=[2, 1])  # 8 and 8 against 9
    assert [roll.target for roll in all_of(holding.events, ev.UmpireRolled)] == [9, 9]
    assert holding.player("h1").status == "on_field"


@rule("ISH-Q-46")
@pytest.mark.parametrize("name", ["foul_dc", "foul_dc_holder"])
@pytest.mark.parametrize(("bound", "beyond"), [(BOUND, BOUND + 1), (-BOUND, -BOUND - 1)])
def test_a_dc_beyond_its_bounds_is_refused_with_the_bounds(name: str, bound: int, beyond: int) -> None:
    """It used to end as Malformed, "out of bounds", on the page of house rules."""
    assert getattr(read_house_rules({name: bound}), name) == bound
    with pytest.raises(Refused, match=f"must be {-BOUND} to {BOUND}") as refused:
        read_house_rules({name: beyond})
    assert (refused.value.code, refused.value.rule) == ("bad_house_rule", "ISH-Q-46")
    assert refused.value.field == f"house_rules.{name}"


@rule("ISH-FOUL-09")
def test_gm_may_change_the_umpires() -> None:
    game = duel()

    game.do(gm_effect(umpires=[0, 1]), by="gm")
    foul(game, 8, 12, then=[14, 13])  # 14 + 0 and 13 + 1

    assert only(game.events, ev.GmEffectApplied).note
    assert [roll.total for roll in all_of(game.events, ev.UmpireRolled)] == [14, 14]
    assert game.player("h1").status == "on_field"


# What being caught costs


@rule("ISH-FOUL-05", "ISH-Q-48")
@pytest.mark.parametrize("die", [1, 11], ids=["no injury", "injury total 15"])
def test_caught_with_an_injury_total_below_16_sits_out_until_a_point(die: int) -> None:
    game = duel()

    foul(game, 13, 12)
    shove_on(game, dice=[die, *SEEN])

    assert only(game.events, ev.FoulCalled).foul == "intent_to_injure"
    sits = only(game.events, ev.PlayerSatOut)
    assert (sits.player, sits.until) == ("h1", "point")
    assert (game.player("h1").status, at(game, "h1")) == ("sitting_out", None)


@rule("ISH-FOUL-06", "ISH-Q-49")
@pytest.mark.parametrize("die", [12, 13], ids=["16", "17"])
def test_caught_with_an_injury_total_of_16_or_17_sits_out_five_rounds(die: int) -> None:
    game = duel(turn=2)

    foul(game, 13, 12)
    shove_on(game, dice=[die, *SEEN])

    sits = only(game.events, ev.PlayerSatOut)
    assert (sits.until, sits.back) == ("rounds", 8)  # the rest of 2, then 3, 4, 5, 6 and 7


@rule("ISH-Q-49")
def test_house_rule_five_rounds_inclusive_counts_the_present_turn() -> None:
    game = duel(turn=2, house_rules={"five_rounds": "inclusive"})

    foul(game, 13, 12)
    shove_on(game, dice=[12, *SEEN])

    assert only(game.events, ev.PlayerSatOut).back == 7  # 2, 3, 4, 5 and 6


@rule("ISH-FOUL-07")
@pytest.mark.parametrize("die", [14, 15], ids=["18", "19"])
def test_caught_with_an_injury_total_of_18_or_19_is_out_for_the_match(die: int) -> None:
    game = duel()

    foul(game, 13, 12)
    shove_on(game, dice=[die, *SEEN])

    assert only(game.events, ev.PlayerSatOut).until == "match"
    assert game.player("h1").status in ("sitting_out", "out_match")


@rule("ISH-FOUL-08")
@pytest.mark.parametrize("dice", [[16], [17, 3]], ids=["20", "21, which removes the target too"])
def test_caught_with_an_injury_total_of_20_and_more_is_ejected_from_the_tournament(dice: Sequence[int]) -> None:
    game = duel(away=[man("a2", (1, 7))])

    foul(game, 13, 12)
    shove_on(game, dice=[*dice, *SEEN])

    assert only(game.events, ev.PlayerEjected).player == "h1"
    assert game.player("h1").status == "out_tournament"
    assert at(game, "h1") is None


@rule("ISH-FOUL-03", "ISH-FOUL-07")
def test_penalty_goes_by_the_total_with_its_plus_8() -> None:
    game = duel()

    foul(game, 6, 3)
    game.do(choose("floor"), dice=[10, *SEEN])  # 10 + 8 = 18
    game.pass_all()

    assert only(game.events, ev.PlayerSatOut).until == "match"


@rule("ISH-FOUL-05")
def test_actor_that_hurt_only_itself_sits_out_until_a_point() -> None:
    game = duel()

    foul(game, 5, 12)  # lost by 5
    game.do(let_pass("a1"), dice=[20, 19, *SEEN])  # falls, and its own injury roll is 19

    assert only(game.events, ev.PlayerSatOut).until == "point"  # the fouled player's total counts, and there is none


@rule("ISH-Q-48")
def test_who_has_to_sit_out_leaves_at_once_its_orb_loose_where_it_stood() -> None:
    game = duel(orbs={"home": {"holder": "h1"}})

    foul(game, 8, 12, then=SEEN)

    orb = game.orb("home")
    assert (orb.state, orb.at, orb.holder) == ("loose", (8, 4), None)
    assert all_of(game.events, ev.OrbScattered) == []
    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("pick", "away")]
    game.refuses(step("h1", 7, 4), "not_your_go")


@rule("ISH-Q-48")
def test_who_sits_out_is_not_counted_as_adjacent() -> None:
    game = duel(orbs={"home": {"at": [9, 4]}})

    foul(game, 8, 12, then=SEEN)
    game.do(pick("a1"))
    game.do(act("a1", "control", orb="home", ability="str"), dice=[2])  # 2 + 2 + 1 = 5 against 5

    assert game.orb("home").holder == "a1"


@rule("ISH-Q-48", "ISH-FOUL-04")
def test_reactor_caught_in_another_ones_go_leaves_and_that_go_goes_on() -> None:
    game = duel(orbs=HELD)

    game.do(step("h1", 8, 3))
    game.do(react("a1", "push_pull", target="h1", ability="str", intent=True))
    game.do(
        defend("h1", ability="str"), dice=[10, 10, *SEEN]
    )  # 13 against 15: lost by 2; h1 holds nothing: 15 is needed

    assert (game.player("a1").status, game.orb("away").at) == ("sitting_out", (9, 4))
    assert [ask.player for ask in game.asks("go")] == ["h1"]


# The same action twice, and what else is always seen


@rule("ISH-UMP-01", "ISH-UMP-02", "ISH-Q-47")
def test_second_use_of_an_action_is_turned_back_and_the_player_sits_out_without_a_roll() -> None:
    used = {"action_used": True, "reaction_used": False, "used_names": ["control"]}
    game = duel(used, {"at": [14, 7]}, orbs={"home": {"at": [8, 4]}})

    game.refuses(act("h1", "control", slot="reaction", orb="home"), "same_action_twice")
    events = game.do(act("h1", "control", slot="reaction", orb="home", as_foul=True))

    assert only(events, ev.PlayRewound).name == "control"
    called = only(events, ev.FoulCalled)
    assert (called.player, called.foul) == ("h1", "same_action")
    assert only(events, ev.PlayerSatOut).until == "point"
    assert all_of(events, ev.SrRolled) == []
    before = game.record.state_at(game.record.decision_point(game.record.version - len(events)))
    was = next(player for player in before.players if player.id == "h1")
    now = game.player("h1")
    assert (now.reaction_used, now.used_names, now.move_used) == (was.reaction_used, was.used_names, was.move_used)
    assert game.state.orbs == before.orbs
    assert [ask.kind for ask in game.pending.asks] == ["pick"]


@rule("ISH-Q-47", "ISH-UMP-02")
def test_movement_before_the_second_use_stays() -> None:
    used = {"action_used": True, "reaction_used": False, "used_names": ["push_pull"]}
    game = duel(used, {"at": [10, 4], **QUIET}, orbs={"home": {"holder": "h1"}})

    game.do(step("h1", 9, 4))
    game.pass_all()
    game.do(act("h1", "push_pull", slot="reaction", target="a1", as_foul=True))

    assert game.orb("home").at == (9, 4)
    assert game.player("h1").status == "sitting_out"
    assert all_of(game.events, ev.Stepped)


@rule("ISH-UMP-01", "ISH-Q-47")
def test_second_use_as_a_reaction_in_a_window_costs_the_reactor_its_place_and_nothing_else_happens() -> None:
    game = duel(a1={"action_used": True, "used_names": ["push_pull"]}, orbs={"home": {"holder": "h1"}, **HELD})

    game.do(step("h1", 8, 3))
    game.refuses(react("a1", "push_pull", target="h1"), "same_action_twice")
    events = game.do(react("a1", "push_pull", target="h1", as_foul=True))

    assert "foul_called" in names(events)
    assert (game.player("a1").status, game.orb("away").at) == ("sitting_out", (9, 4))
    assert [ask.player for ask in game.asks("go")] == ["h1"]


@rule("ISH-UMP-01")
@pytest.mark.parametrize("kind", ["illegal_handling", "same_action"])
def test_gm_calls_what_is_always_seen_without_a_roll(kind: str) -> None:
    game = duel(orbs=HELD)

    events = game.do(umpire_call("a1", kind, note="carried it under the cloak"), by="gm")

    assert only(events, ev.FoulCalled).foul == kind
    assert only(events, ev.PlayerSatOut).until == "point"
    assert game.orb("away").at == (9, 4)
    assert [ask.player for ask in game.asks("go")] == ["h1"]


@rule("ISH-UMP-01")
def test_only_the_gm_makes_the_call() -> None:
    duel().refuses(umpire_call("a1", "illegal_handling"), "gm_only", by="home")


@rule("ISH-UMP-03", "ISH-FOUL-05", "ISH-FOUL-06", "ISH-FOUL-07", "ISH-FOUL-08")
@pytest.mark.parametrize(
    ("total", "until"),
    [(None, "point"), (15, "point"), (16, "rounds"), (17, "rounds"), (18, "match"), (19, "match"), (20, None)],
)
def test_gm_has_foul_play_of_another_kind_checked(total: int | None, until: str | None) -> None:
    game = duel()
    hurt = {} if total is None else {"injury_total": total}

    game.do(umpire_call("a1", "foul_play", victim="h1", note="a kick", **hurt), dice=SEEN, by="gm")

    assert [roll.target for roll in all_of(game.events, ev.UmpireRolled)] == [15, 15]
    if until is None:
        assert only(game.events, ev.PlayerEjected).player == "a1"
    else:
        assert only(game.events, ev.PlayerSatOut).until == until


@rule("ISH-UMP-03")
def test_foul_play_against_a_holder_is_seen_at_10_and_may_go_unseen() -> None:
    game = duel(orbs={"home": {"holder": "h1"}})

    game.do(umpire_call("a1", "foul_play", victim="h1"), dice=[3, 2], by="gm")  # 9 and 9

    assert [roll.target for roll in all_of(game.events, ev.UmpireRolled)] == [10, 10]
    assert game.player("a1").status == "on_field"


@rule("ISH-UMP-02", "ISH-Q-47")
def test_use_found_out_later_is_rewound_by_the_gm() -> None:
    game = duel()
    game.do(step("h1", 7, 4))
    found = game.record.version
    game.do(step("h1", 6, 4))
    game.do(end_go("h1"))

    game.do({"type": "rewind", "to": found, "reason": "he pushed twice"}, by="gm")

    assert at(game, "h1") == (7, 4)
    assert [ask.player for ask in game.asks("go")] == ["h1"]


@rule("ISH-Q-77")
def test_push_and_seize_are_for_opponents_only() -> None:
    game = duel(home=[man("h2", (8, 5), **QUIET)], orbs={"home": {"holder": "h2"}})

    game.refuses(act("h1", "push_pull", target="h2", ability="str"), "bad_target")
    game.refuses(act("h1", "seize", target="h2"), "bad_target")


@rule("ISH-FOUL-04", "ISH-BURN-02")
def test_burn_of_the_fouler_is_paid_before_the_umpires_look() -> None:
    game = duel()

    game.do(act("h1", "push_pull", target="a1", ability="str", burn=2, intent=True))
    game.do(defend("a1", ability="str"), dice=[5, 11, 3, *UNSEEN])  # 12 against 14: lost by 2

    rolled = [type(e) for e in game.events if isinstance(e, (ev.InjuryRolled, ev.UmpireRolled))]
    assert rolled == [ev.InjuryRolled, ev.UmpireRolled, ev.UmpireRolled]
