"""GM actions in the midst of things: sight that is given, every field put right, conceding, the end by decree."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.state import Unloaded
from rules.istra.system import ISTRA
from tests.rules.istra.battles import Json, man, position, setup, wall
from tests.rules.istra.fights import Fight, duel, found, one
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import names, rule

BOW: Json = {"equipment": ["bow"]}


def adjust(fight: Fight, field: str, value: Any, **fields: Any) -> list[Any]:
    """The GM puts something right, and says so."""
    events = fight.do("gm_adjust", field=field, value=value, reason="a slip", **fields)
    said = found(events, ev.GmOverride)[0]
    assert (said.field, said.reason) == (field, "a slip")
    return events


# Sight


def shot_at_a_shield(**fields: Any) -> Fight:
    """An archer has shot at b, who may block: it is before the dice."""
    archer = man("a", (1000, 1000), **BOW, **fields)
    fight = Fight([archer], [man("b", (2000, 1000), equipment=["one_handed", "shield"])], gm=True)
    fight.do("shoot", model="a", target="b")
    assert fight.asked() == ("shot_at", "b")
    return fight


@rule("IST-SIGHT-06", "IST-D-15", "IST-ADV-09")
def test_sight_is_given_while_somebody_is_asked_before_the_dice() -> None:
    fight = shot_at_a_shield()
    fight.do("gm_sight", attacker="a", target="b", cover=True, reason="a bush")
    assert fight.asked() == ("shot_at", "b")
    events = fight.do("pass_window", dice=[9, 4, 2])
    assert found(events, ev.RollMade)[0].dis == (("Cover", "IST-ADV-09"),)
    assert (fight["b"].health, fight.state.sight) == (12, ())


@rule("IST-SIGHT-06", "IST-D-15")
def test_a_shot_at_who_is_not_seen_after_all_is_lost() -> None:
    fight = shot_at_a_shield()
    fight.do("gm_sight", attacker="a", target="b", los=False, reason="smoke")
    events = fight.do("pass_window")
    assert not found(events, ev.RollMade)
    assert (fight["a"].standard_action, fight["b"].health, fight.state.sight) == (0, 20, ())


@rule("IST-SIGHT-06", "IST-SIGHT-05", "IST-ADV-09", "IST-Q-06")
def test_what_is_left_out_of_a_word_stays_as_computed_and_the_word_is_used_up() -> None:
    """A wall hides all, so that there is no cover to be computed either: the GM gives sight, once."""
    archer = man("a", (1000, 1000), **BOW, standard_action=2)
    fight = Fight([archer], [man("b", (2000, 1000))], gm=True, terrain=[wall("w", 1500, 900, 1600, 1100)])
    fight.refuses("shoot", "no_line_of_sight", model="a", target="b")
    fight.do("gm_sight", attacker="a", target="b", los=True, reason="a loophole")
    seen = one(fight.do("shoot", model="a", target="b", dice=[9, 2]), ev.SightResolved)
    assert (seen.los, seen.cover, seen.source) == (True, False, "gm")
    fight.refuses("shoot", "no_line_of_sight", model="a", target="b")


@rule("IST-REACT-05", "IST-SIGHT-06")
def test_a_charged_shot_minds_no_word_of_the_gm() -> None:
    archer = man("b", (1500, 1000), **BOW)
    fight = Fight([man("a", (1000, 1000))], [archer], gm=True)
    fight.do("gm_sight", attacker="b", target="a", los=False, cover=True, reason="smoke")
    fight.do("move", model="a", path=[[1400, 1000]])
    events = fight.do("react", model="b", option="charged_shot", range=300, dice=[9, 3, 2])
    assert found(events, ev.RollMade)[0].dis == ()


@rule("IST-Q-06", "IST-D-15")
def test_it_refuses_a_word_about_who_is_not_there() -> None:
    fight = Fight([man("a", (1000, 1000))], [man("b", (2000, 1000)), man("c")], gm=True)
    fight.refuses("gm_sight", "model_not_in_play", attacker="a", target="c", los=True)
    fight.refuses("gm_sight", "unknown_model", attacker="x", target="b", los=True)
    fight.refuses("gm_sight", "bad_sight", attacker="a", target="b")
    assert fight.refuses("gm_sight", "bad_sight", attacker="a", target="a", cover=True).field == "target"


# Every field, and what comes of it


@rule("IST-Q-95", "IST-DMG-01", "IST-Q-28", "IST-Q-127")
def test_health_or_core_stats_put_to_nothing_take_a_model_out() -> None:
    fight = duel({"finesse": 0, "will": 0}, None, [man("a2", (3000, 3000))], [man("b2", (4000, 4000))], gm=True)
    events = adjust(fight, "health", 0, model="b")
    assert one(events, ev.ModelOut).cause == "health"
    assert (fight["b"].status, fight.state.engaged) == ("out", ())
    events = adjust(fight, "power", 0, model="a")
    assert one(events, ev.ModelOut).cause == "core"
    assert "activation_ended" in names(events)


@rule("IST-Q-95", "IST-Q-28", "IST-END-01")
def test_who_the_gm_takes_out_drops_what_it_carried_and_may_come_back() -> None:
    relic = [{"id": "relic", "carrier": "b"}]
    fight = duel(None, None, [], [man("b2", (4000, 4000))], gm=True, items=relic)
    events = adjust(fight, "status", "out", model="b")
    assert one(events, ev.ModelOut).cause == "gm"
    assert (fight.state.items[0].carrier, fight.state.items[0].pos) == ("", (1100, 1000, 0))
    assert (fight["b"].out_cause, fight["b"].health, fight["b"].standard_action) == ("gm", 20, 0)
    adjust(fight, "pos", [1200, 1000, 0], model="b")
    assert (fight["b"].status, fight["b"].out_cause, fight.state.engaged) == ("on_board", "", ())


@rule("IST-Q-95")
def test_who_has_nothing_left_is_not_put_back_before_it_has() -> None:
    dead = man("b", status="out", health=0, out_by="a", out_cause="health")
    fight = Fight([man("a", (1000, 1000))], [dead, man("c", (4000, 4000))], gm=True)
    fight.refuses("gm_adjust", "bad_adjustment", field="pos", value=[2000, 2000, 0], model="b", reason="alive")
    adjust(fight, "health", 5, model="b")
    adjust(fight, "pos", [2000, 2000, 0], model="b")
    assert (fight["b"].health, fight["b"].out_by, fight["b"].status) == (5, "", "on_board")


@rule("IST-Q-95", "IST-Q-128")
def test_a_place_without_a_height_is_on_what_stands_there() -> None:
    tower = wall("tower", 1900, 900, 2100, 1100)
    fight = Fight([man("a", (1000, 1000))], [man("b", (3000, 3000))], gm=True, terrain=[tower])
    adjust(fight, "pos", [2000, 1000], model="a")
    assert fight["a"].pos == (2000, 1000, 300)
    for place in ([2000, 1000, 0], [2000, 1000, 400], [5000, 0], [3000, 3000]):
        fight.refuses("gm_adjust", "bad_adjustment", field="pos", value=place, model="a", reason="x")


@rule("IST-Q-95", "IST-TURN-07", "IST-Q-17")
def test_actions_and_having_moved_are_given_and_taken() -> None:
    fight = Fight([man("a", (1000, 1000))], [man("b", (3000, 3000))], gm=True)
    fight.refuses("sprint", "sprint_needs_move", model="a", path=[[1100, 1000]])
    adjust(fight, "moved", True, model="a")
    fight.do("sprint", model="a", path=[[1100, 1000]])
    adjust(fight, "standard_action", 1, model="a")
    fight.do("sprint", model="a", path=[[1200, 1000]])
    adjust(fight, "move_action", 0, model="a")
    fight.refuses("move", "no_move_action", model="a", path=[[1300, 1000]])
    fight.refuses("gm_adjust", "bad_adjustment", field="move_action", value=2, model="a", reason="x")


@rule("IST-Q-95", "IST-MELEE-05", "IST-ADV-07", "IST-RACE-20")
def test_stats_armour_size_and_level_count_from_then_on() -> None:
    """Power 8 of 8: 9 + 8 − 3; a large target gives advantage; cruelty is as strong as the level."""
    fight = duel({"race": "dark_elf", "standard_action": 2}, {"health_max": 60, "health": 60}, gm=True)
    fight.refuses("gm_adjust", "bad_adjustment", field="power", value=8, model="a", reason="strong")
    for field, value, name in (("power_max", 8, "a"), ("power", 8, "a"), ("level", 4, "a"), ("armour_base", 3, "b")):
        adjust(fight, field, value, model=name)
    fight.do("melee", model="a", target="b", dice=[9, 2])
    assert fight["b"].health == 46
    events = fight.do("react", model="a", option="cruel")
    assert one(events, ev.ConditionAdded).condition.amount == 4
    archer = Fight([man("a", (1000, 1000), **BOW)], [man("b", (2000, 1000))], gm=True)
    adjust(archer, "large", True, model="b")
    rolls = found(archer.do("shoot", model="a", target="b", dice=[9, 3, 2]), ev.RollMade)
    assert rolls[0].adv == (("Large target", "IST-ADV-07"),)


@rule("IST-Q-95", "IST-RACE-19", "IST-CAST-12", "IST-Q-72")
def test_uses_are_given_back() -> None:
    elf = man(
        "a", (1000, 1000), race="steppe_elf", used={"teleport": 1, "fireball": 1}, used_this_turn={"ray_of_frost": 1}
    )
    mage: Json = {"class": "magic_user", "level": 2, "spells": ["fireball", "ray_of_frost"]}
    fight = Fight([elf | mage], [man("b", (3000, 3000))], gm=True)
    used_up = fight.refuses("teleport", "illegal_teleport", model="a", pos=[1500, 1000])
    assert used_up.message == "a has already teleported.", "be it in this battle or, by house rule, in an earlier one"
    adjust(fight, "used", 0, model="a", other="teleport")
    fight.do("teleport", model="a", pos=[1500, 1000])
    adjust(fight, "used_this_turn", 0, model="a", other="ray_of_frost")
    fight.do("cast", model="a", spell="ray_of_frost", direction=[1, 0])


@rule("IST-Q-95", "IST-Q-54", "IST-MOVE-14")
def test_weapons_are_loaded_unloaded_and_put_in_hand() -> None:
    archer = man("a", (1000, 1000), equipment=["dagger", "rifle"], active_weapon="dagger")
    fight = Fight([archer], [man("b", (2000, 1000))], gm=True)
    adjust(fight, "active_weapon", "rifle", model="a")
    adjust(fight, "loaded", False, model="a", other="rifle")
    assert fight["a"].unloaded == (Unloaded("rifle"),)
    fight.refuses("shoot", "not_loaded", model="a", target="b")
    adjust(fight, "loaded", True, model="a", other="rifle")
    fight.do("shoot", model="a", target="b", dice=[2, 12, 11])
    assert fight["a"].move_action == 1


@rule("IST-Q-95", "IST-REACT-12", "IST-MOVE-04")
def test_conditions_are_given_and_ended() -> None:
    """Who is said to have climbed is struck first; the condition ends with the turn, or by the same hand."""
    fight = duel(None, None, gm=True)
    adjust(fight, "condition", True, model="a", other="climbed")
    fight.do("melee", model="a", target="b")
    assert fight.asked() == ("first_strike", "b")
    adjust(fight, "condition", False, model="a", other="climbed")
    assert fight["a"].conditions == ()
    fight.refuses("gm_adjust", "bad_adjustment", field="condition", value=1, model="a", other="challenged", reason="x")
    fight.refuses("gm_adjust", "bad_adjustment", field="condition", value=False, model="a", other="climbed", reason="x")


@rule("IST-Q-95")
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"field": "pos", "value": [9000, 1000]}, "value"),
        ({"field": "health", "value": 21}, "value"),
        ({"field": "used", "other": "flying", "value": 1}, "other"),
        ({"field": "loaded", "other": "bow", "value": False}, "other"),
        ({"field": "engaged", "other": "b", "value": True}, "other"),
    ],
)
def test_a_refusal_names_the_field_of_the_command_that_is_wrong(wrong: Json, field: str) -> None:
    fight = Fight([man("a", (1000, 1000), **BOW)], [man("b", (3000, 3000))], gm=True)
    assert fight.refuses("gm_adjust", "bad_adjustment", model="a", reason="x", **wrong).field == field


@rule("IST-Q-95")
@pytest.mark.parametrize(
    "same",
    [
        {"field": "health", "value": 20, "model": "a"},
        {"field": "power_max", "value": 4, "model": "a"},
        {"field": "move_action", "value": 1, "model": "a"},
        {"field": "leader", "value": False, "model": "a"},
        {"field": "pos", "value": [1000, 1000], "model": "a"},
        {"field": "active_weapon", "value": "bow", "model": "a"},
        {"field": "owner", "value": "s1", "model": "a"},
        {"field": "loaded", "value": True, "model": "a", "other": "bow"},
        {"field": "used", "value": 0, "model": "a", "other": "smite"},
        {"field": "engaged", "value": False, "model": "a", "other": "b"},
        {"field": "turn_limit", "value": None},
        {"field": "item", "value": [0, 0], "other": "gem"},
    ],
    ids=lambda same: same["field"],
)
def test_it_refuses_a_change_that_changes_nothing(same: Json) -> None:
    archer = man("a", (1000, 1000), power_max=4, active_weapon="bow", **BOW)
    fight = Fight([archer], [man("b", (3000, 3000))], gm=True, items=[{"id": "gem", "pos": [0, 0, 0]}])
    assert "already" in fight.refuses("gm_adjust", "bad_adjustment", reason="x", **same).message


@rule("IST-Q-95")
def test_a_condition_of_no_amount_is_not_the_want_of_one() -> None:
    fight = duel(None, None, gm=True)
    adjust(fight, "condition", 0, model="a", other="climbed")
    refused = fight.refuses(
        "gm_adjust", "bad_adjustment", field="condition", value=0, model="a", other="climbed", reason="x"
    )
    assert "already" in refused.message


@rule("IST-Q-95", "IST-MOVE-05", "IST-Q-22")
def test_models_are_put_into_melee_and_out_of_it() -> None:
    fight = Fight([man("a", (1000, 1000))], [man("b", (1200, 1000))], gm=True)
    adjust(fight, "engaged", True, model="a", other="b")
    fight.refuses("move", "must_disengage", model="a", path=[[900, 1000]])
    adjust(fight, "engaged", False, model="a", other="b")
    fight.refuses("melee", "not_in_contact", model="a", target="b")


@rule("IST-Q-95", "IST-MOVE-05")
def test_a_movement_is_over_when_the_gm_puts_its_model_elsewhere() -> None:
    """Two enemies equally near: before it is said who is met, the GM takes the mover back."""
    foes = [man("b", (1300, 1100)), man("c", (1300, 900))]
    fight = Fight([man("a", (1000, 1000))], foes, gm=True)
    fight.do("move", model="a", path=[[1300, 1000]])
    assert ISTRA.pending(fight.state).asks[0].kind == "contact"
    fight.refuses("gm_adjust", "bad_adjustment", field="pos", value=[1300, 1050, 0], model="a", reason="x")
    fight.refuses("gm_adjust", "bad_adjustment", field="pos", value=list(fight["a"].pos or ()), model="b", reason="x")
    adjust(fight, "pos", [1000, 2000, 0], model="a")
    assert (ISTRA.pending(fight.state).asks[0].kind, fight.state.engaged) == ("activation", ())


@rule("IST-Q-95", "IST-TURN-03")
def test_owner_leader_and_nominator_are_named() -> None:
    fight = Fight([man("a", (1000, 1000)), man("a2", (1000, 2000))], [man("b", (3000, 3000))], gm=True)
    adjust(fight, "owner", "s2", model="a2")
    adjust(fight, "leader", True, model="a")
    fight.refuses("gm_adjust", "bad_adjustment", field="leader", value=True, model="a2", reason="x")
    fight.refuses("gm_adjust", "bad_adjustment", field="owner", value="s5", model="a", reason="x")
    fight.do("end_activation", model="a")
    adjust(fight, "nominator", "s2")
    fight.do("nominate", model="a2", by="s2")
    assert ISTRA.pending(fight.state).asks[0].seat == "s2"


@rule("IST-Q-95", "IST-Q-28", "IST-MOVE-13")
def test_things_are_given_and_laid_down() -> None:
    fight = Fight([man("a", (1000, 1000))], [man("b", (3000, 3000))], gm=True, items=[{"id": "gem", "pos": [0, 0, 0]}])
    adjust(fight, "item", None, model="b", other="gem")
    assert fight.state.items[0].carrier == "b"
    fight.refuses("pick_up", "item_too_far", model="a", item="gem")
    for place in ([1100, 1000, 20_000], [9000, 1000], "here"):
        fight.refuses("gm_adjust", "bad_adjustment", field="item", value=place, other="gem", reason="x")
    adjust(fight, "item", [1100, 1000], other="gem")
    assert fight.state.items[0].pos == (1100, 1000, 0)
    fight.do("pick_up", model="a", item="gem")
    assert fight.state.items[0].carrier == "a"


@rule("IST-Q-95", "IST-Q-08", "IST-SETUP-06")
def test_a_zone_is_lifted() -> None:
    fight = Skirmish.setup(setup([man("a1")], [man("b1")], gm=True))
    fight.let_pass(dice=[9, 2])
    there = {"type": "deploy", "model": "a1", "pos": [2400, 2400]}
    fight.refuses(there, "bad_deployment")
    lifted = {"type": "gm_adjust", "field": "zone", "other": "s1", "value": False, "reason": "ambush"}
    fight.do(lifted)
    fight.refuses(lifted, "bad_adjustment")
    fight.do(there)
    assert fight.model("a1").pos == (2400, 2400, 0)


@rule("IST-Q-95", "IST-Q-99")
def test_a_turn_limit_is_set_and_lifted() -> None:
    fight = Fight([man("a", (1000, 1000))], [man("b", (3000, 3000))], gm=True, nominations=["b"], turn=2, turn_limit=2)
    adjust(fight, "turn_limit", None)
    adjust(fight, "turn_limit", 2)
    events = fight.do("end_activation", model="a")
    ended = one(events, ev.BattleEnded)
    assert (ended.termination, ended.winners) == ("turns", ())


# Giving up, and the end by decree


@rule("IST-END-01")
def test_a_side_may_concede_while_somebody_is_asked() -> None:
    fight = shot_at_a_shield()
    events = fight.do("concede", by="s2", side="s2", reason="it is late")
    ended = one(events, ev.BattleEnded)
    assert (ended.termination, ended.winners, ended.reason) == ("conceded", ("s1",), "it is late")
    assert ISTRA.pending(fight.state).asks == ()
    fight.refuses("concede", "battle_over", side="s1")


@rule("IST-END-01", "IST-Q-122")
@pytest.mark.parametrize(
    ("result", "winners", "termination"),
    [("win", ["s2"], "gm"), ("draw", [], "gm"), ("abandoned", [], "abandoned"), ("win", ["s1", "s2"], "gm")],
)
def test_the_gm_ends_a_battle_while_somebody_is_asked(result: str, winners: list[str], termination: str) -> None:
    fight = shot_at_a_shield()
    events = fight.do("end_battle", result=result, winners=winners, reason="the tavern closes")
    ended = one(events, ev.BattleEnded)
    assert (ended.termination, list(ended.winners)) == (termination, winners)
    assert fight.state.agenda == ()


@rule("IST-END-01")
def test_it_refuses_an_end_that_is_none() -> None:
    fight = shot_at_a_shield()
    wins: list[list[str]] = [[], ["s9"], ["s1", "s1"]]
    for result, winners in (("draw", ["s1"]), ("abandoned", ["s1"]), *(("win", named) for named in wins)):
        fight.refuses("end_battle", "bad_result", result=result, winners=winners)
    fight.refuses("concede", "unknown_side", side="s9")
    fight.refuses({"type": "end_battle", "result": "draw"}, "gm_only", by="s1")


@rule("IST-Q-95", "IST-ILL-06")
def test_the_gm_may_lend_a_hand_while_others_must_wait() -> None:
    fight = shot_at_a_shield()
    adjust(fight, "health", 9, model="b")
    fight.refuses("end_activation", "window_open", model="a")
    fight.refuses("nominate", "window_open", model="b")
    fight.do("pass_window", dice=[2, 4])
    assert fight["b"].health == 9


# Positions


@rule("IST-SIGHT-06")
def test_a_position_keeps_what_the_gm_has_said() -> None:
    word = {"attacker": "a", "target": "b", "los": True, "by": ["gm"]}
    fight = Skirmish(position([man("a", (1000, 1000))], [man("b", (3000, 3000))], active="a", gm=True, sight=[word]))
    assert fight.state.sight[0].los is True


LASTING = [
    ({}, "ongoing", "save"),
    ({}, "climbed", "turn"),
    ({}, "challenged", "battle"),
    ({"challenge_lasts": "turn"}, "challenged", "turn"),
    ({}, "abjured", "next_activation"),
    ({"abjuration_lasts": "turn"}, "abjured", "turn"),
    ({}, "arrow_block", "turn"),
    ({"arrow_block": "attack"}, "arrow_block", "used"),
]


@rule("IST-Q-62", "IST-Q-85", "IST-Q-93", "IST-Q-94")
@pytest.mark.parametrize(("rules", "name", "lasts"), LASTING)
def test_a_condition_lasts_as_its_kind_does_unless_it_is_said(rules: Json, name: str, lasts: str) -> None:
    """Of a position, and by GM actions; what is said in a position holds."""
    given = {"name": name, "source": "b", "amount": 2}
    foe = [man("b", (3000, 3000))]
    fight = Fight([man("a", (1000, 1000), conditions=[given])], foe, gm=True, rules=rules)
    assert fight["a"].conditions[0].lasts == lasts
    adjust(fight, "condition", False, model="a", other=name, source="b")
    adjust(fight, "condition", 2, model="a", other=name, source="b")
    assert fight["a"].conditions[0].lasts == lasts
    said = Fight([man("a", (1000, 1000), conditions=[given | {"lasts": "turn"}])], foe, rules=rules)
    assert said["a"].conditions[0].lasts == "turn"
