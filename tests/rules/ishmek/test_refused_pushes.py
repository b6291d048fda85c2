"""Illegal inputs, rows 41 to 48, and which refusal comes first when several apply."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek import events as ev
from tests.rules.ishmek.arena import GREASE, SHIELD, Json, act, end_go, gm_effect, let_pass, man, play, react, step
from tests.rules.ishmek.scrum import HELD, at, choose, defend, duel, forced, push
from tests.rules.play import Play, all_of, only, rule

QUIET = {"reaction_used": True}


# Push and pull


@rule("ISH-ILL-41")
def test_it_refuses_to_push_a_mate_oneself_or_nobody() -> None:
    game = duel(home=[man("h2", (8, 5), **QUIET)])

    game.refuses(act("h1", "push_pull", target="h2", ability="str"), "bad_target")
    game.refuses(act("h1", "push_pull", target="h1", ability="str"), "bad_target")
    game.refuses(act("h1", "push_pull", target="nobody", ability="str"), "bad_target")


@rule("ISH-ILL-41")
@pytest.mark.parametrize("square", [(10, 4), (10, 6), (16, 1)])
def test_it_refuses_to_push_who_is_not_adjacent(square: tuple[int, int]) -> None:
    duel(a1={"at": square}).refuses(act("h1", "push_pull", target="a1", ability="str"), "not_adjacent")


@rule("ISH-ILL-41", "ISH-Q-48")
def test_it_refuses_to_push_who_is_off_the_field() -> None:
    game = play(
        [man("h1", (8, 4))], [man("a1", (12, 7)), man("a2", status="sitting_out", sit_out={"kind": "point"})], go="h1"
    )
    game.refuses(act("h1", "push_pull", target="a2", ability="str"), "bad_target")


@rule("ISH-ILL-42")
@pytest.mark.parametrize("mine", [10, 14], ids=["a tie", "won by 4"])
def test_it_refuses_to_floor_or_shove_far_on_a_margin_below_5(mine: int) -> None:
    game = duel()
    push(game, mine, 12)

    game.refuses(choose("floor"), "choice_not_available")
    game.refuses(choose("push", squares=2), "choice_not_available")
    game.refuses(choose("pull", path=[[9, 5], [8, 5]]), "choice_not_available")


@rule("ISH-ILL-42")
@pytest.mark.parametrize(("mine", "earned"), [(6, 1), (10, 1), (11, 2), (16, 3)])
def test_it_refuses_more_squares_than_were_earned(mine: int, earned: int) -> None:
    game = duel()
    push(game, mine, 3)  # won by 5, 9, 10, 15

    game.refuses(choose("push", squares=earned + 1), "choice_not_available")
    game.do(choose("push", squares=earned))
    game.pass_all()
    assert at(game, "a1") == (9 + earned, 4)


@rule("ISH-ILL-43")
def test_it_refuses_to_floor_onto_a_square_that_is_taken_outside_a_vessel_or_far() -> None:
    game = duel({"at": [14, 2]}, {"at": [14, 3]}, home=[man("h2", (13, 3), **QUIET)])
    push(game, 6, 3)

    game.refuses(choose("floor", path=[[13, 3]]), "bad_destination")  # h2
    game.refuses(choose("floor", path=[[14, 2]]), "bad_destination")  # h1 itself
    game.refuses(choose("floor", path=[[15, 4]]), "bad_destination")  # the vessel
    game.refuses(choose("floor", path=[[14, 5]]), "bad_destination")  # two squares off
    assert not game.player("a1").prone


@rule("ISH-ILL-43")
def test_it_refuses_to_floor_or_pull_outside_the_arena() -> None:
    game = duel({"at": [8, 2]}, {"at": [8, 1]})
    push(game, 6, 3)

    game.refuses(choose("floor", path=[[8, 0]]), "bad_destination")
    game.refuses(choose("pull", path=[[9, 0]]), "bad_destination")


@rule("ISH-ILL-43", "ISH-ARENA-08")
def test_it_refuses_to_floor_or_pull_onto_the_third_scoring_square() -> None:
    mates = [man("a2", (16, 3), **QUIET), man("a3", (16, 4), **QUIET)]
    game = duel({"at": [15, 5]}, {"at": [15, 6]}, away=mates)
    push(game, 6, 3)

    game.refuses(choose("floor", path=[[16, 5]]), "bad_destination")
    game.refuses(choose("pull", path=[[16, 5]]), "bad_destination")


@rule("ISH-ILL-43")
def test_it_refuses_to_push_off_the_line_and_to_pull_away_from_the_actor() -> None:
    game = duel()
    push(game, 13, 12)

    game.refuses(choose("push", path=[[9, 5]]), "bad_destination")
    game.refuses(choose("push", path=[[11, 4]]), "bad_destination")
    game.refuses(choose("pull", path=[[10, 4]]), "bad_destination")
    game.refuses(choose("pull", path=[[8, 4]]), "bad_destination")


# Intent


@rule("ISH-ILL-44")
def test_it_refuses_intent_after_the_roll() -> None:
    game = duel()
    push(game, 13, 12)

    game.refuses(choose("push", intent=True), "intent_too_late")


@rule("ISH-ILL-44")
@pytest.mark.parametrize(
    "deed",
    [
        act("h1", "seize", target="a1", intent=True),
        act("h1", "dash", intent=True),
        act("h1", "control", orb="home", intent=True),
    ],
    ids=["seize", "dash", "control"],
)
def test_it_refuses_intent_with_another_action(deed: Json) -> None:
    duel(orbs={"home": {"at": [8, 4]}, **HELD}).refuses(deed, "intent_push_only")


# Drop, healing, dice, rewind


@rule("ISH-ILL-45")
@pytest.mark.parametrize("orb", [None, "home", "away"])
def test_it_refuses_to_drop_what_is_not_held(orb: str | None) -> None:
    game = duel(orbs={"home": {"at": [8, 4]}, **HELD})
    named = {} if orb is None else {"orb": orb}

    game.refuses({"type": "drop", "player": "h1", **named}, "not_holding")


@rule("ISH-ILL-46")
@pytest.mark.parametrize("injury", ["wobbly_legs", "shook", "major_head_trauma"])
def test_it_refuses_to_heal_by_magic(injury: str) -> None:
    game = duel({"injuries": [injury]})

    game.refuses(gm_effect(player="h1", remove_injury=injury), "injury_not_healable", by="gm")
    assert [hurt.name for hurt in game.player("h1").injuries] == [injury]


@rule("ISH-ILL-47")
@pytest.mark.parametrize("face", [0, 21, -1, True, 7.0, "7"], ids=repr)
def test_it_refuses_what_cannot_lie_on_a_d20(face: Any) -> None:
    game = duel(orbs={"home": {"at": [8, 4]}})

    game.refuses(act("h1", "control", orb="home"), "bad_die", dice=[face])


@rule("ISH-ILL-47")
def test_it_refuses_a_9_on_the_scatter_d8() -> None:
    game = duel(orbs={"home": {"at": [9, 5]}})

    # 1 + 2 + 3 − 4 = 2 against 10: missed by 8
    game.refuses(act("h1", "control", orb="home", ability="str"), "bad_die", dice=[1, 9])


@rule("ISH-ILL-47")
def test_too_few_dice_leave_the_roll_waiting_and_change_nothing() -> None:
    game = duel(orbs={"home": {"at": [9, 5]}})
    before = game.state

    direction = game.needs(act("h1", "control", orb="home", ability="str"), dice=[1])
    d20 = game.needs(act("h1", "control", orb="home", ability="str"))

    assert (d20.sides, d20.target, d20.bonus) == ((20,), 10, 1)  # 2 + 3 − 4
    assert direction.sides == (8,)
    assert game.state == before


@rule("ISH-ILL-47")
def test_it_refuses_an_empty_entry_of_dice() -> None:
    game = duel(orbs={"home": {"at": [8, 4]}})
    game.record.submit(act("h1", "control", orb="home"))  # waits for its d20

    game.refuses({"type": "dice", "faces": []}, "bad_die")
    game.refuses({"type": "dice", "faces": [21]}, "bad_die")
    game.record.submit({"type": "dice", "faces": [20]})
    assert game.orb("home").holder == "h1"


@rule("ISH-ILL-47")
def test_too_many_dice_are_handed_back() -> None:
    game = duel(orbs={"home": {"at": [8, 4]}})

    step_taken = game.record.consider(act("h1", "control", orb="home"), "home", [20, 3, 4])

    assert step_taken.left == (3, 4)


@rule("ISH-ILL-48")
def test_it_refuses_to_rewind_to_an_event_that_is_not_there() -> None:
    game = duel()
    game.do(step("h1", 7, 4))
    version = game.record.version

    for to in (0, -1, version + 1, 10**9):
        game.refuses({"type": "rewind", "to": to, "reason": "no"}, "bad_rewind", by="gm")
    game.refuses({"type": "rewind", "to": 1, "reason": "no"}, "bad_rewind", by="gm")  # before the match was laid out
    assert at(game, "h1") == (7, 4)


@rule("ISH-ILL-48")
def test_it_refuses_to_rewind_a_fork_into_the_match_it_came_from() -> None:
    game = duel()
    for x in (7, 6, 5):
        game.do(step("h1", x, 4))
    earlier = game.record.version
    fork = Play(game.record.fork(earlier, "fork"))

    assert fork.record.version < earlier
    fork.refuses({"type": "rewind", "to": earlier, "reason": "no"}, "bad_rewind", by="gm")


# Which refusal comes first: phase and whose decision, slot, the same action, ability/burn/spell, target and geometry


def wrong(**fields: Any) -> Json:
    """A push of h1 that is wrong in its burn and its target; `fields` say what else."""
    return act("h1", "push_pull", target="nobody", ability="str", burn=3, **fields)


@rule("ISH-ILL-02", "ISH-ILL-20", "ISH-ILL-21", "ISH-ILL-19", "ISH-ILL-41")
def test_match_over_comes_before_everything_else() -> None:
    game = duel({"action_used": True, "used_names": ["push_pull"]})
    game.do({"type": "forfeit", "team": "home"}, by="gm")

    game.refuses(wrong(), "match_over")


@rule("ISH-ILL-01", "ISH-ILL-20", "ISH-ILL-21")
def test_a_pending_decision_comes_before_the_slot() -> None:
    game = duel(
        {"action_used": True, "used_names": ["push_pull"]}, {"reaction_used": False}, orbs={"home": {"holder": "h1"}}
    )
    game.do(step("h1", 8, 3))
    assert [ask.player for ask in game.asks("window")] == ["a1"]

    game.refuses(wrong(), "decision_pending")


@rule("ISH-ILL-10", "ISH-ILL-20", "ISH-ILL-21")
def test_whose_go_it_is_comes_before_the_slot() -> None:
    game = duel(home=[man("h2", (2, 2), action_used=True, used_names=["push_pull"])])

    game.refuses(act("h2", "push_pull", target="nobody", ability="str", burn=3), "not_your_go")


@rule("ISH-ILL-20", "ISH-ILL-21", "ISH-ILL-19", "ISH-ILL-41")
def test_the_slot_comes_before_the_same_action_and_all_that_follows() -> None:
    game = duel({"action_used": True, "bonus_used": True, "used_names": ["push_pull"]})

    game.refuses(wrong(), "action_spent")
    game.refuses(wrong(slot="reaction"), "reaction_spent")
    game.refuses(wrong(slot="bonus"), "bonus_spent")


@rule("ISH-ILL-21", "ISH-ILL-19", "ISH-ILL-41")
def test_the_same_action_twice_comes_before_burn_and_target() -> None:
    game = duel({"used_names": ["push_pull"]})

    game.refuses(wrong(), "same_action_twice")


@rule("ISH-ILL-19", "ISH-ILL-27", "ISH-ILL-28", "ISH-ILL-29", "ISH-ILL-41")
def test_ability_burn_and_spell_come_before_the_target() -> None:
    magic = {"cast_mod": 2, "slots_l1": 1, "spells_l1": [GREASE, SHIELD]}
    game = duel(orbs=HELD)
    mage_game = duel(magic, orbs=HELD)

    game.refuses(wrong(), "bad_burn")
    game.refuses(act("h1", "seize", target="nobody", ability="cast"), "no_spellcasting")
    mage_game.refuses(act("h1", "push_pull", target="nobody", ability="cast"), "ability_not_allowed")
    mage_game.refuses(act("h1", "push_pull", target="nobody", ability="str", spell="shield"), "wrong_casting_time")
    mage_game.refuses(act("h1", "push_pull", target="nobody", ability="str", spell="wish"), "unknown_spell")


@rule("ISH-ILL-19", "ISH-ILL-38", "ISH-ILL-37")
def test_burn_comes_before_the_geometry_of_a_propel() -> None:
    game = duel(orbs={"home": {"holder": "h1"}})
    far: Json = {"orb": "home", "direction": [1, 0], "distance": 12, "ability": "str"}

    game.refuses(act("h1", "propel", burn=5, **far), "bad_burn")
    game.refuses(act("h1", "propel", propel_burn=3, **far), "bad_burn")
    game.refuses(act("h1", "propel", **far), "too_far")


@rule("ISH-ILL-10", "ISH-ILL-12", "ISH-ILL-15")
def test_whose_go_it_is_comes_before_where_a_step_would_lead() -> None:
    game = duel(home=[man("h2", (8, 1), move_used=6)])

    game.refuses(step("h2", 8, 0), "not_your_go")


@rule("ISH-ILL-01")
@pytest.mark.parametrize("moment", ["defend", "choose", "forced_control"])
def test_nothing_else_goes_while_a_push_waits_for_an_answer(moment: str) -> None:
    game = duel(orbs=HELD)
    game.do(act("h1", "push_pull", target="a1", ability="str"))
    if moment != "defend":
        game.do(defend("a1", ability="str"), dice=[13, 12])
    if moment == "forced_control":
        game.do(let_pass("h1"))
    assert [ask.kind for ask in game.pending.asks] == [moment]

    for command in (step("h1", 7, 4), end_go("h1"), act("h1", "dash"), {"type": "stand", "player": "h1"}):
        game.refuses(command, "decision_pending")
    answers = {"defend": defend("a1"), "choose": choose("push"), "forced_control": forced()}
    for kind, answer in answers.items():
        if kind != moment:
            game.refuses(answer, "decision_pending")


@rule("ISH-ILL-01")
def test_a_choice_is_the_winners_and_nobody_elses() -> None:
    game = duel()
    push(game, 13, 12)

    game.refuses(choose("push"), "not_your_seat", by="away")
    game.do(choose("push"), by="home")


@rule("ISH-ILL-25")
def test_it_refuses_a_reaction_when_nothing_has_happened() -> None:
    duel().refuses(react("a1", "push_pull", target="h1"), "no_window")


@rule("ISH-ILL-41", "ISH-ILL-19")
def test_a_refused_push_costs_nothing_and_a_right_one_goes_through_afterwards() -> None:
    game = duel()
    game.refuses(wrong(), "bad_burn")
    game.refuses(act("h1", "push_pull", target="h1", ability="str"), "bad_target")

    push(game, 13, 12)

    assert len(all_of(game.events, ev.SrRolled)) == 2
    assert only(game.events, ev.ActionSpent).name == "push_pull"
