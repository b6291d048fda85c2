"""Moves, Sprints, Disengaging, contact, Charged shots, climbing and falling, leaving the board, teleporting.

A man has Finesse 5: 9 inches a Move, 4.5 a Sprint.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.state import Condition
from rules.istra.system import ISTRA
from tests.rules.istra.battles import man, position, setup, wall
from tests.rules.istra.skirmish import Skirmish, walk
from tests.rules.play import all_of, names, only, rule

FOE = man("b1", (4000, 4000))


def acting(hero: dict[str, Any] | None = None, *foes: dict[str, Any], house: Any = None, **fields: Any) -> Skirmish:
    """`a1` acts at (1000, 1000); `hero` changes it. One foe is far away unless foes are named."""
    one = {**man("a1", (1000, 1000)), **(hero or {})}
    return Skirmish(position([one], list(foes) or [FOE], active="a1", **fields), house)


def archer(name: str, x: int, y: int, **fields: Any) -> dict[str, Any]:
    return man(name, (x, y), equipment=["bow"], active_weapon="bow", **fields)


@rule("IST-Q-128", "IST-ILL-13")
@pytest.mark.parametrize(
    ("way", "says", "not_said"),
    [
        ([[1200, 1000], [1200, 1000, 200]], "a piece that can be stood on", "jump"),  # up, to a top nobody stands on
        ([[1200, 1000], [1200, 1000, 100]], "a piece that can be stood on", "jump"),  # up, to no top at all
        ([[1300, 1000]], "and stood on", "jump"),
    ],
)
def test_the_hint_where_a_top_cannot_be_stood_on(way: list[list[int]], says: str, not_said: str):
    """It told of jumping down."""
    crate = wall("crate", 1200, 900, 1400, 1100, height=200, standable=False)
    refusal = acting(terrain=[crate]).refuses(walk("move", "a1", *way), "path_blocked")
    assert says in refusal.hint
    assert not_said not in refusal.hint


@rule("IST-MOVE-01", "IST-MOVE-02", "IST-TURN-07", "IST-TURN-08", "IST-MOVE-15")
def test_it_works():
    fight = acting()
    events = fight.move("a1", (1900, 1000))
    assert names(events) == ["action_spent", "model_moved"]
    moved = only(events, ev.ModelMoved)
    assert (moved.cost, moved.allowance, moved.moved) == (900, 900, True)
    events = fight.do(walk("sprint", "a1", (1900, 1450)))
    assert (only(events, ev.ModelMoved).kind, only(events, ev.ModelMoved).allowance) == ("sprint", 450)
    assert (fight.model("a1").move_action, fight.model("a1").standard_action) == (0, 0)


@rule("IST-MOVE-01", "IST-ARM-02", "IST-Q-15")
@pytest.mark.parametrize(
    ("hero", "house", "far"),
    [
        ({"finesse": 2}, {}, 600),
        ({"finesse": 2}, {"movement_finesse": "full"}, 900),
        ({"equipment": ["heavy_armour"]}, {}, 700),
        ({"finesse": 0, "equipment": ["heavy_armour"]}, {}, 200),
    ],
)
def test_the_allowance_goes_by_finesse_and_armour(hero: Any, house: Any, far: int):
    fight = acting(hero, house=house)
    fight.refuses(walk("move", "a1", (1000 + far + 2, 1000)), "move_too_far")
    assert only(fight.move("a1", (1000 + far, 1000)), ev.ModelMoved).allowance == far


@rule("IST-Q-16")
def test_by_house_rule_half_a_move_is_rounded_down():
    fight = acting(house={"half_move": "round_down"})
    fight.move("a1", (1100, 1000))
    fight.refuses(walk("sprint", "a1", (1540, 1000)), "move_too_far")
    fight.do(walk("sprint", "a1", (1500, 1000)))


@rule("IST-Q-132", "IST-ILL-08", "IST-ILL-09", "IST-ILL-10", "IST-ILL-11", "IST-ILL-13", "IST-ILL-16", "IST-Q-17")
def test_it_refuses_moves_in_the_order_of_the_catalogue():
    fight = acting(terrain=[wall("rock", 1200, 900, 1300, 1100, climbable=False)])
    fight.refuses(walk("move", "b1", (1100, 1000)), "not_active_model")
    fight.refuses(walk("sprint", "a1", (1100, 1000)), "sprint_needs_move")
    fight.refuses(walk("disengage", "a1", (1100, 1000)), "not_engaged")
    fight.refuses(walk("move", "a1", (1400, 1000)), "path_blocked")
    fight.refuses(walk("move", "a1", (1000, 1902)), "move_too_far")
    fight.refuses(walk("move", "a1"), "path_blocked")
    fight.move("a1", (1000, 1100))
    fight.refuses(walk("move", "a1", (1000, 9000)), "no_move_action")
    fight.do(walk("sprint", "a1", (1000, 1200)))
    fight.refuses(walk("sprint", "a1", (1000, 1300)), "no_standard_action")


@rule("IST-MOVE-10", "IST-Q-26", "IST-MOVE-02")
def test_over_the_edge_it_is_gone():
    sides = position([man("a1", (1000, 300)), man("a2", (2000, 2000))], [FOE], active="a1")
    fight = Skirmish(sides)
    events = fight.move("a1", (1000, -100))
    assert names(events)[:3] == ["action_spent", "model_moved", "left_board"]
    assert only(events, ev.ModelMoved).path[-1] == (1000, 0, 0)
    assert names(events)[-1] == "activation_ended"
    assert (fight.model("a1").status, fight.model("a1").left_by) == ("left_board", "bottom")


# Climbing and falling


@rule("IST-MOVE-03", "IST-MOVE-04", "IST-Q-18", "IST-Q-19", "IST-ILL-12")
def test_who_climbs_pays_and_is_open_to_a_first_strike():
    terrain = [wall("rock", 1200, 900, 1500, 1100), wall("tower", 1000, 1200, 1100, 1300, height=400)]
    fight = acting(terrain=terrain)
    fight.refuses(walk("move", "a1", (1050, 1200, 0), (1050, 1200, 400)), "climb_too_high")
    events = fight.move("a1", (1300, 1000))
    assert only(events, ev.ModelMoved).cost == 600
    assert only(events, ev.ModelClimbed).climbed == 300
    assert fight.model("a1").conditions == (Condition("climbed", amount=300),)
    assert fight.model("a1").pos == (1300, 1000, 300)


@rule("IST-Q-19")
def test_by_house_rule_three_inches_are_all_of_a_turn():
    terrain = [wall("rock", 1200, 900, 1500, 1100), wall("step", 1500, 900, 1800, 1100, height=400)]
    for house, code in (({}, ""), ({"climb_limit": "per_turn"}, "climb_too_high")):
        fight = acting(house=house, terrain=terrain)
        fight.move("a1", (1450, 1000))
        up = walk("sprint", "a1", (1500, 1000, 300), (1500, 1000, 400), (1600, 1000, 400))
        if code:
            refused = fight.refuses(up, code)
            assert "in one turn" in refused.message
            assert refused.hint == 'It climbs 1"; 0" may be climbed. Go round.'
        else:
            fight.do(up)


@rule("IST-MOVE-11", "IST-MOVE-12", "IST-Q-20", "IST-Q-27")
@pytest.mark.parametrize(
    ("height", "house", "damage"), [(300, {}, 0), (350, {}, 5), (400, {}, 6), (500, {"fall_damage": "excess"}, 3)]
)
def test_a_jump_of_more_than_three_inches_hurts(height: int, house: Any, damage: int):
    rock = wall("rock", 900, 900, 1100, 1100, height=height)
    fight = acting({"pos": [1000, 1000, height]}, house=house, terrain=[rock])
    events = fight.move("a1", (1100, 1000, height), (1100, 1000, 0), (1200, 1000, 0), jumps=[1])
    fell = only(events, ev.ModelFell)
    assert (fell.height, fell.damage) == (height, damage)
    assert fight.model("a1").health == 20 - damage
    assert fight.model("a1").pos == (1200, 1000, 0)
    assert fight.model("a1").power == 5


@rule("IST-MOVE-12", "IST-DMG-01")
def test_who_dies_of_a_fall_goes_no_farther():
    rock = wall("rock", 900, 900, 1100, 1100, height=400)
    one = man("a1", (1000, 1000, 400), health=6)
    fight = Skirmish(position([one, man("a2", (3000, 1000))], [FOE], active="a1", terrain=[rock]))
    events = fight.move("a1", (1100, 1000, 400), (1100, 1000, 0), (1200, 1000, 0), jumps=[1])
    assert names(events) == [
        "action_spent",
        "model_moved",
        "model_fell",
        "health_changed",
        "model_out",
        "activation_ended",
    ]


# Into contact


@rule("IST-MOVE-05", "IST-Q-21")
def test_within_an_inch_of_an_enemy_it_is_shifted_into_contact():
    fight = acting({}, man("b1", (1500, 1000)))
    events = fight.move("a1", (1400, 1000))
    assert names(events) == ["action_spent", "model_moved", "model_moved", "engaged"]
    first, snap = all_of(events, ev.ModelMoved)
    assert (first.path[-1], first.cost) == ((1300, 1000, 0), 300)
    assert (snap.kind, snap.path[-1], snap.cost, snap.moved) == ("snap", (1400, 1000, 0), 0, True)
    assert fight.state.engaged == (("a1", "b1"),)
    fight.refuses(walk("sprint", "a1", (1000, 1000)), "must_disengage")


@rule("IST-D-14", "IST-Q-22")
def test_between_equally_near_enemies_the_mover_chooses():
    fight = acting({}, man("b1", (1400, 900)), man("b2", (1400, 1100)))
    fight.move("a1", (1500, 1000))
    ask = ISTRA.pending(fight.state).asks[0]
    assert (ask.seat, ask.kind, ask.rule, ask.options) == ("s1", "contact", "IST-D-14", {"targets": ["b1", "b2"]})
    fight.refuses({"type": "end_activation", "model": "a1"}, "window_open")
    fight.refuses({"type": "react", "model": "a1", "option": "contact", "target": "a1"}, "no_such_window")
    fight.do({"type": "react", "model": "a1", "option": "contact", "target": "b2"})
    assert fight.state.engaged == (("a1", "b1"), ("a1", "b2"))


@rule("IST-D-14")
def test_passed_the_choice_falls_on_the_lowest_id():
    fight = acting({}, man("b1", (1400, 900)), man("b2", (1400, 1100)))
    fight.move("a1", (1500, 1000))
    assert all_of(fight.let_pass(), ev.Engaged)[0].enemy == "b1"


# Disengaging


def melee(*foes: dict[str, Any], hero: Any = None, house: Any = None) -> Skirmish:
    """`a1` at (1000, 1000) is Engaged with the foes."""
    enemies = list(foes) or [man("b1", (1100, 1000))]
    return acting(hero, *enemies, house=house, engaged=[["a1", foe["id"]] for foe in enemies])


@rule("IST-MOVE-06", "IST-MOVE-07", "IST-ILL-15")
def test_an_eleven_breaks_away():
    fight = melee()
    fight.refuses(walk("move", "a1", (500, 1000)), "must_disengage")
    events = fight.do(walk("disengage", "a1", (500, 1000)), dice=[11])
    assert names(events) == ["action_spent", "disengage_rolled", "disengaged", "model_moved"]
    assert only(events, ev.DisengageRolled).chance == (10, 20)
    assert fight.state.engaged == ()
    assert fight.model("a1").moved


@rule("IST-MOVE-08", "IST-Q-24", "IST-MOVE-07")
def test_a_ten_costs_the_action():
    fight = melee()
    fight.do(walk("disengage", "a1", (500, 1000)), dice=[10])
    assert fight.state.engaged == (("a1", "b1"),)
    assert (fight.model("a1").move_action, fight.model("a1").standard_action) == (0, 1)
    fight.refuses(walk("disengage", "a1", (900, 1000)), "sprint_needs_move")
    fight = melee(house={"failed_disengage": "activation"})
    assert names(fight.do(walk("disengage", "a1", (500, 1000)), dice=[10]))[-1] == "activation_ended"


@rule("IST-MOVE-07", "IST-Q-25", "IST-TAL-19")
def test_more_enemies_make_it_harder():
    foes = man("b1", (1100, 1000)), man("b2", (900, 1000))
    events = melee(*foes).do(walk("disengage", "a1", (1000, 500)), dice=[11])
    rolled = only(events, ev.DisengageRolled)
    assert (rolled.total, rolled.success, rolled.mods) == (10, False, ((-1, "More than one enemy", "IST-MOVE-07"),))
    rogue = {"class": "expert", "talents": ["tumble"]}
    events = melee(*foes, hero=rogue, house={"draft_talents": "on"}).do(walk("disengage", "a1", (1000, 500)), dice=[8])
    assert only(events, ev.DisengageRolled).total == 11


@rule("IST-Q-23")
def test_who_ends_beside_the_enemy_it_left_is_engaged_again():
    fight = melee()
    events = fight.do(walk("disengage", "a1", (960, 1000)), dice=[15])
    assert names(events) == ["action_spent", "disengage_rolled", "disengaged", "model_moved", "model_moved", "engaged"]


# Charged shot


@rule("IST-REACT-01", "IST-REACT-03", "IST-D-04", "IST-ILL-36", "IST-ILL-06", "IST-REACT-04")
def test_an_archer_shoots_at_who_comes():
    fight = acting({}, archer("b1", 1500, 1000))
    events = fight.move("a1", (1400, 1000))
    assert names(events)[-1] == "window_opened"
    ask = ISTRA.pending(fight.state).asks[0]
    assert (ask.seat, ask.player, ask.window, ask.options["farthest"]) == ("s2", "b1", True, 400)
    fight.refuses({"type": "end_activation", "model": "a1"}, "window_open")
    shot = {"type": "react", "model": "b1", "option": "charged_shot"}
    fight.refuses({**shot, "range": 401}, "bad_range")
    fight.refuses(shot, "bad_range")
    fight.refuses({**shot, "model": "a1", "range": 100}, "no_such_window")
    events = fight.do({**shot, "range": 400}, dice=[2, 3, 18])
    assert names(events)[:4] == ["window_answered", "reaction_used", "action_spent", "action_spent"]
    assert (fight.model("b1").move_action, fight.model("b1").standard_action) == (0, 0)
    fight.end("a1")
    assert fight.model("b1").conditions == ()


@rule("IST-REACT-02", "IST-D-04")
@pytest.mark.parametrize("fields", [{"move_action": 0}, {"standard_action": 0}, {"active_weapon": "unarmed"}])
def test_no_window_for_who_cannot_shoot(fields: Any):
    fight = acting({}, {**archer("b1", 1500, 1000), **fields})
    assert "window_opened" not in names(fight.move("a1", (1400, 1000)))


@rule("IST-REACT-02")
def test_no_window_for_who_has_acted():
    fight = acting({}, {**archer("b1", 1500, 1000), "move_action": 1, "standard_action": 1}, nominations=["b1"])
    assert "window_opened" not in names(fight.move("a1", (1400, 1000)))


@rule("IST-ILL-35", "IST-REACT-02")
@pytest.mark.parametrize(
    ("field", "value", "other"), [("move_action", 0, ""), ("standard_action", 0, ""), ("loaded", False, "crossbow")]
)
def test_it_refuses_a_charged_shot_of_who_can_shoot_no_more(field: str, value: Any, other: str):
    """The GM changed that while the window stood open."""
    fight = acting({}, man("b1", (1500, 1000), equipment=["crossbow"]), gm=True)
    fight.move("a1", (1400, 1000))
    slip = {"type": "gm_adjust", "field": field, "value": value, "model": "b1", "reason": "slip"}
    fight.do({**slip, "other": other} if other else slip)
    shot = {"type": "react", "model": "b1", "option": "charged_shot", "range": 100}
    fight.refuses(shot, "reaction_not_available")


@rule("IST-D-04")
def test_a_window_let_go_by_costs_nothing():
    fight = acting({}, archer("b1", 1500, 1000))
    fight.move("a1", (1400, 1000))
    assert names(fight.let_pass()) == ["window_answered"]
    assert (fight.model("b1").move_action, fight.model("b1").standard_action) == (1, 1)
    fight.refuses({"type": "pass_window"}, "no_such_window")


# Teleport


def steppe(**fields: Any) -> dict[str, Any]:
    return {"race": "steppe_elf", **fields}


@rule("IST-RACE-19", "IST-MOVE-09", "IST-Q-17", "IST-Q-65")
def test_a_steppe_elf_appears_elsewhere_without_having_moved():
    foes = man("b1", (1100, 1000)), archer("b2", 2000, 1000)
    fight = acting(steppe(), *foes, engaged=[["a1", "b1"]])
    events = fight.do({"type": "teleport", "model": "a1", "pos": [1850, 1000]})
    assert names(events) == [
        "action_spent",
        "race_ability_used",
        "disengaged",
        "model_teleported",
        "model_moved",
        "engaged",
    ]
    assert fight.state.engaged == (("a1", "b2"),)
    assert not fight.model("a1").moved


@rule("IST-RACE-19", "IST-Q-130", "IST-ILL-30", "IST-ILL-31")
def test_it_refuses_a_teleport():
    fight = acting(steppe(), man("b1", (1800, 1000)), terrain=[wall("rock", 900, 1200, 1100, 1300)])
    jump = {"type": "teleport", "model": "a1"}
    fight.refuses({**jump, "pos": [1000, 2202]}, "illegal_teleport")
    fight.refuses({**jump, "pos": [1800, 1050]}, "illegal_teleport")
    fight.refuses({**jump, "pos": [1000, 1500]}, "illegal_teleport")
    acting(steppe(used={"teleport": 1})).refuses({**jump, "pos": [1000, 1500]}, "illegal_teleport")
    acting().refuses({**jump, "pos": [1000, 1500]}, "ability_not_owned")


# Handling things


@rule("IST-MOVE-13", "IST-TURN-08", "IST-Q-28", "IST-ILL-17")
def test_it_picks_up_what_lies_within_an_inch():
    items = [{"id": "gem", "pos": [1150, 1000, 0]}, {"id": "cup", "pos": [1152, 1000, 0]}]
    fight = acting(items=items)
    fight.refuses({"type": "pick_up", "model": "a1", "item": "cup"}, "item_too_far")
    fight.refuses({"type": "pick_up", "model": "a1", "item": "moon"}, "unknown_item")
    fight.do({"type": "pick_up", "model": "a1", "item": "gem"})
    assert fight.state.items[0].carrier == "a1"
    assert (fight.model("a1").move_action, fight.model("a1").standard_action) == (0, 1)
    fight = acting(items=items, house={"pick_up": "contact"})
    fight.refuses({"type": "pick_up", "model": "a1", "item": "gem"}, "item_too_far")
    for measure in ("edges", "centres"):
        house = {"pick_up": "contact", "measure": measure}
        fight = acting(items=[{"id": "gem", "pos": [1051, 1000, 0]}], house=house)
        fight.do({"type": "pick_up", "model": "a1", "item": "gem"})


@rule("IST-MOVE-14", "IST-TURN-08", "IST-ILL-18")
def test_it_switches_to_a_weapon_it_carries():
    fight = acting({"equipment": ["dagger", "bow"]})
    fight.refuses({"type": "switch_weapon", "model": "a1", "weapon": "dagger"}, "weapon_not_carried")
    fight.refuses({"type": "switch_weapon", "model": "a1", "weapon": "rifle"}, "weapon_not_carried")
    fight.do({"type": "switch_weapon", "model": "a1", "weapon": "bow"})
    assert fight.model("a1").active_weapon == "bow"
    assert (fight.model("a1").move_action, fight.model("a1").standard_action) == (0, 1)


def shooter(weapon: str, progress: int = 0, turn: int = 1, **fields: Any) -> dict[str, Any]:
    load = {"weapon": weapon, "progress": progress, "turn": turn}
    return {"equipment": [weapon], "active_weapon": weapon, "unloaded": [load], **fields}


@rule("IST-WPN-09", "IST-Q-55", "IST-ILL-23")
def test_a_crossbow_is_loaded_with_either_action():
    for action, left in ((None, (0, 1)), ("move", (0, 1)), ("standard", (1, 0))):
        fight = acting(shooter("crossbow"))
        fight.do({"type": "load", "model": "a1", "action": action})
        assert (fight.model("a1").move_action, fight.model("a1").standard_action) == left
        assert fight.model("a1").unloaded == ()
        fight.refuses({"type": "load", "model": "a1"}, "cannot_load")


@rule("IST-WPN-10", "IST-Q-56", "IST-ILL-23")
def test_black_powder_takes_two_turns():
    fight = acting(shooter("rifle"), turn=2)
    fight.refuses({"type": "load", "model": "a1", "action": "move"}, "cannot_load")
    assert names(fight.do({"type": "load", "model": "a1"})) == ["action_spent", "reload_advanced"]
    fight = acting(shooter("rifle", 1, 2, standard_action=1), turn=2)
    fight.refuses({"type": "load", "model": "a1"}, "cannot_load")
    fight = acting(shooter("rifle", 1, 2), turn=4)
    assert names(fight.do({"type": "load", "model": "a1"})) == ["action_spent", "weapon_loaded"]
    acting(shooter("rifle"), house={"black_powder": "passive"}).refuses({"type": "load", "model": "a1"}, "cannot_load")


@rule("IST-REACT-06")
def test_a_mover_that_is_shot_down_acts_no_more():
    fight = Skirmish(
        position([man("a1", (1000, 1000), health=1), man("a2", (3000, 1000))], [archer("b1", 1500, 1000)], active="a1")
    )
    fight.move("a1", (1400, 1000))
    events = fight.do({"type": "react", "model": "b1", "option": "charged_shot", "range": 400}, dice=[3, 15, 2])
    assert "model_out" in names(events)
    assert names(events)[-1] == "activation_ended"
    assert fight.top.stage == "nomination"


@rule("IST-ILL-07")
def test_it_refuses_a_reaction_that_nobody_asked_for():
    fight = acting({}, archer("b1", 1500, 1000))
    shot = {"type": "react", "model": "b1", "option": "charged_shot", "range": 100}
    fight.refuses(shot, "no_such_window")
    fight.refuses({"type": "react", "model": "b1", "option": "first_strike"}, "no_such_window")
    fight.refuses({"type": "react", "model": "a1", "option": "contact", "target": "b1"}, "no_such_window")
    fight.refuses({"type": "flee_path", "model": "a1"}, "no_such_window")
    fight.move("a1", (1400, 1000))
    fight.refuses({"type": "react", "model": "b1", "option": "first_strike"}, "no_such_window")
    fight.refuses({"type": "pass_window", "model": "a1"}, "no_such_window")
    for name in ("nominate", "deploy", "skill_check", "teleport"):
        fields = {"deploy": {"pos": [1, 1]}, "teleport": {"pos": [1, 1]}, "skill_check": {"skill": "swim"}}
        fight.refuses({"type": name, "model": "a1", **fields.get(name, {})}, "window_open")


@rule("IST-ILL-37", "IST-DICE-01")
def test_it_refuses_a_die_that_shows_no_such_face():
    for face in (0, 21):
        melee().refuses(walk("disengage", "a1", (500, 1000)), "bad_die", dice=[face])


@rule("IST-Q-11", "IST-Q-17", "IST-TURN-09")
def test_having_moved_is_of_one_activation_and_an_action_of_one_turn():
    elf = man("a1", (1000, 1000), moved=True, standard_action=2)
    fight = Skirmish(position([elf, man("a2", (1000, 3000))], [FOE], nominations=["b1", "a2"], turn=2))
    fight.nominate("a1")
    fight.refuses(walk("sprint", "a1", (1100, 1000)), "sprint_needs_move")
    fight.move("a1", (1100, 1000))
    fight.do(walk("sprint", "a1", (1200, 1000)))
    fight.do(walk("sprint", "a1", (1300, 1000)))
    fight.refuses(walk("sprint", "a1", (1400, 1000)), "no_standard_action")
    fight.end("a1")
    assert (fight.model("a1").move_action, fight.model("a1").standard_action) == (1, 1)


@rule("IST-D-05", "IST-REACT-10", "IST-Q-125")
def test_a_window_of_an_attack_is_asked_with_its_options():
    spear = man("b1", (1100, 1000), equipment=["spear"], active_weapon="spear")
    fight = acting({}, spear, engaged=[["a1", "b1"]])
    fight.do({"type": "melee", "model": "a1", "target": "b1"}, by="s1")
    ask = ISTRA.pending(fight.state).asks[0]
    assert (ask.seat, ask.kind, ask.rule, ask.window) == ("s2", "first_strike", "IST-D-05", True)
    assert ask.options == {"options": ["first_strike"], "about": "a1"}
    assert ask.default == {"type": "pass_window", "model": "b1"}
    fight.do(ask.default, dice=[10, 9])
    assert ISTRA.pending(fight.state).asks[0].kind == "activation"
    assert ISTRA.pending(fight.state).asks[0].options["engaged"] == ["b1"]


# Measured from centre to centre


@rule("IST-Q-03", "IST-MOVE-05", "IST-Q-21")
def test_by_house_rule_engagement_goes_by_the_centres():
    """Centres an inch apart are bases that touch; narrow ones stop farther out and are shifted the rest."""
    fight = acting({}, man("b1", (1500, 1000)), house={"measure": "centres"})
    fight.refuses(walk("move", "a1", (1398, 1000), (1398, 1903)), "move_too_far")
    events = fight.move("a1", (1600, 1000))
    assert names(events) == ["action_spent", "model_moved", "engaged"]
    assert only(events, ev.ModelMoved).path[-1] == (1400, 1000, 0)
    fight = acting({"radius": 20}, man("b1", (1500, 1000), radius=30), house={"measure": "centres"})
    moved, snap = all_of(fight.move("a1", (1600, 1000)), ev.ModelMoved)
    assert (moved.path[-1], snap.path[-1]) == ((1400, 1000, 0), (1450, 1000, 0))


@rule("IST-Q-03", "IST-MOVE-05")
def test_by_house_rule_wide_bases_engage_in_contact():
    fight = acting({"radius": 100}, man("b1", (1500, 1000), radius=100), house={"measure": "centres"})
    fight.move("a1", (1600, 1000))
    assert (fight.model("a1").pos, fight.state.engaged) == ((1300, 1000, 0), (("a1", "b1"),))


@rule("IST-Q-03", "IST-SETUP-06", "IST-Q-23")
def test_by_house_rule_an_inch_between_bases_is_free():
    fight = acting({"pos": [1398, 1000]}, man("b1", (1500, 1000)), house={"measure": "centres"})
    fight.move("a1", (1398, 900))
    assert fight.state.engaged == ()
    rosters = setup([man("a1")], [man("b1", (1000, 700))])
    fight = Skirmish.begun(rosters, {"measure": "centres"}, dice=[9, 2])
    fight.refuses({"type": "deploy", "model": "a1", "pos": [1000, 600]}, "bad_deployment")
    fight.do({"type": "deploy", "model": "a1", "pos": [1000, 598]})
