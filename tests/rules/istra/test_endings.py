"""How a battle ends, and what the GM does by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra.commands import COMMANDS
from rules.istra.state import Condition
from rules.istra.system import ISTRA
from rules.kernel.reading import read_tagged
from tests.rules.istra.battles import circle, man, position
from tests.rules.istra.skirmish import Skirmish, walk
from tests.rules.play import names, rule


def battle(**fields: Any) -> Skirmish:
    """`a1` acts; `b1` is far away; there is a GM."""
    return Skirmish(position(**{"active": "a1", "gm": True, **fields}))


def adjust(field: str, value: Any = None, **fields: Any) -> dict[str, Any]:
    return {"type": "gm_adjust", "field": field, "value": value, "reason": "slip", **fields}


@rule("IST-END-01", "IST-Q-99", "IST-ILL-41")
def test_the_last_side_standing_wins():
    fight = battle()
    fight.do(adjust("health", 0, model="b1"))
    assert (fight.state.result.termination, fight.state.result.winners) == ("goal", ("s1",))
    assert fight.state.agenda == ()
    assert (ISTRA.pending(fight.state).asks, ISTRA.asked(fight.state)) == ((), "")
    fight.refuses({"type": "end_activation", "model": "a1"}, "battle_over")


@rule("IST-END-01", "IST-Q-99", "IST-Q-115")
def test_allies_stand_together_and_nobody_left_is_a_draw():
    sides = {
        "s1": {"models": [man("a1", (1000, 1000))], "alliance": "north"},
        "s2": {"models": [man("b1", (3000, 3000))], "alliance": "north"},
        "s3": {"models": [man("c1", (2000, 2000))]},
    }
    fight = Skirmish({"sides": sides, "active": "a1", "gm": True})
    fight.do(adjust("health", 0, model="c1"))
    assert fight.state.result.winners == ("s1", "s2")
    fight = Skirmish(
        position(
            [man("a1", (1000, 50))],
            [man("b1", (3000, 3000), status="out", pos=None)],
            scenario={"goals": [{"kind": "slay", "models": ["a1"], "sides": ["s2"]}]},
            active="a1",
        )
    )
    fight.move("a1", (1000, -100))
    assert (fight.state.result.termination, fight.state.result.winners) == ("goal", ())


@rule("IST-Q-99")
def test_at_the_turn_limit_it_is_a_draw_unless_the_scenario_says_otherwise():
    fight = battle(turn=5, turn_limit=5, nominations=["b1", "a1"])
    assert names(fight.end("a1")) == ["activation_ended", "turn_ended", "battle_ended"]
    assert (fight.state.result.termination, fight.state.result.winners) == ("turns", ())
    fight = battle(turn=4, turn_limit=5, nominations=["b1", "a1"])
    fight.end("a1")
    assert fight.state.turn == 5


GOALS = [
    ({"kind": "hold", "zone": "hill"}, ("s1",)),
    ({"kind": "survive", "sides": ["s2"]}, ("s2",)),
    ({"kind": "survive", "sides": ["s2"], "count": 2}, ()),
    ({"kind": "hold", "zone": "hill", "outcome": "lose"}, ("s2",)),
]


@rule("IST-END-01", "IST-Q-99")
@pytest.mark.parametrize(("goal", "winners"), GOALS)
def test_goals_at_the_turn_limit(goal: Any, winners: Any):
    zones = [{"id": "hill", "area": circle(1000, 1000, 600)}]
    fight = battle(
        turn=5, turn_limit=5, nominations=["b1", "a1"], zones=zones, scenario={"goals": [goal], "turn_limit": 5}
    )
    fight.end("a1")
    assert fight.state.result.winners == winners


@rule("IST-END-01", "IST-Q-26")
def test_the_relic_is_carried_off_over_ones_own_edge():
    def carrying(y: int) -> Skirmish:
        one = man("a1", (1000, y))
        return Skirmish(
            position(
                [one, man("a2", (2000, 2000))],
                [man("b1", (3000, 3000))],
                scenario="carry_the_relic",
                active="a1",
                gm=True,
            )
        )

    fight = carrying(100)
    fight.do(adjust("item", model="a1", other="relic"))
    fight.move("a1", (1000, -100))
    assert fight.state.result.winners == ("s1",)
    fight = carrying(4700)
    fight.do(adjust("item", model="a1", other="relic"))
    fight.move("a1", (1000, 4900))
    assert fight.state.result is None


@rule("IST-END-01")
def test_to_break_through_is_to_leave_over_the_far_edge():
    heroes = [man("a1", (1000, 4700)), man("a2", (2000, 2000))]
    fight = Skirmish(position(heroes, [man("b1", (3000, 3000))], scenario="break_through", active="a1"))
    fight.move("a1", (1000, 4900))
    assert fight.state.result.winners == ("s1",)


# Giving up, and the GM's word


@rule("IST-END-01")
def test_who_concedes_leaves_the_others_the_battle():
    fight = battle()
    fight.refuses({"type": "concede", "side": "s9"}, "unknown_side")
    events = fight.do({"type": "concede", "side": "s2", "reason": "late"}, by="s2")
    assert names(events) == ["battle_ended"]
    assert (fight.state.result.termination, fight.state.result.winners) == ("conceded", ("s1",))


@rule("IST-END-01", "IST-Q-119")
def test_with_three_sides_the_others_go_on():
    sides = (
        [man("a1", (1000, 1000))],
        [man("b1", (1500, 1000), equipment=["bow"], active_weapon="bow")],
        [man("c1", (2000, 2000))],
    )
    fight = Skirmish(position(*sides, active="a1"))
    fight.move("a1", (1400, 1000))
    fight.do({"type": "concede", "side": "s2"}, by="s2")
    assert fight.state.result is None
    assert fight.top.model == "a1"
    fight.do({"type": "concede", "side": "s1"}, by="s1")
    assert fight.state.result.winners == ("s3",)


@rule("IST-END-01", "IST-Q-122")
def test_the_gm_ends_a_battle():
    fight = battle()
    fight.refuses({"type": "end_battle", "result": "draw"}, "gm_only", by="s1")
    fight.refuses({"type": "end_battle", "result": "win"}, "bad_result")
    fight.refuses({"type": "end_battle", "result": "draw", "winners": ["s1"]}, "bad_result")
    fight.do({"type": "end_battle", "result": "abandoned", "reason": "fire"})
    assert (fight.state.result.termination, fight.state.result.winners) == ("abandoned", ())
    fight = battle()
    fight.do({"type": "end_battle", "result": "win", "winners": ["s2"]})
    assert (fight.state.result.termination, fight.state.result.winners) == ("gm", ("s2",))


# Sight


@rule("IST-D-15", "IST-Q-06")
def test_the_gm_says_what_is_seen():
    fight = battle()
    word = {"type": "gm_sight", "attacker": "a1", "target": "b1", "los": True, "reason": "a gap"}
    fight.refuses(word, "gm_only", by="s1")
    fight.refuses({**word, "los": None}, "bad_sight")
    fight.do(word)
    assert (fight.state.sight[0].los, fight.state.sight[0].cover, fight.state.sight[0].stands) == (True, None, True)


@rule("IST-Q-06")
def test_without_a_gm_both_seats_say_the_same():
    fight = battle(gm=None)
    word = {"type": "gm_sight", "attacker": "a1", "target": "b1", "los": True}
    fight.do(word, by="s1")
    assert not fight.state.sight[0].stands
    fight.do({**word, "los": False}, by="s2")
    assert not fight.state.sight[0].stands
    fight.do({**word, "los": False}, by="s1")
    assert (fight.state.sight[0].by, fight.state.sight[0].stands) == (("s1", "s2"), True)


def asking(**fields: Any) -> Skirmish:
    """By house rule the GM is asked what an archer sees, who has just shot."""
    archer = man("a1", (1000, 1000), equipment=["bow"], active_weapon="bow")
    fight = Skirmish(
        position([archer], [man("b1", (2000, 1000))], active="a1", **{"gm": True, **fields}), {"sight": "declared"}
    )
    fight.do({"type": "shoot", "model": "a1", "target": "b1"}, by="s1")
    return fight


@rule("IST-Q-04", "IST-D-15")
def test_by_house_rule_the_gm_is_asked_what_is_seen():
    fight = asking()
    ask = ISTRA.pending(fight.state).asks[0]
    assert (ask.seat, ask.kind, ask.options) == ("gm", "sight", {"attacker": "a1", "target": "b1"})
    fight.refuses({"type": "end_activation", "model": "a1"}, "window_open")
    word = {"type": "gm_sight", "attacker": "a1", "target": "b1"}
    assert names(fight.do({**word, "los": False})) == ["gm_override", "sight_resolved"]
    assert fight.state.sight == ()
    assert (fight.top.model, fight.model("a1").standard_action) == ("a1", 1)
    fight = asking()
    assert "attack_declared" in names(fight.do({**word, "los": True, "cover": False}, dice=[5, 15]))
    fight = asking()
    assert "attack_declared" in names(fight.let_pass(dice=[5, 15]))
    assert ISTRA.asked(asking(gm=None).state) == "s1"


# Adjustments

PLAIN = [
    ("power", 3, "power"),
    ("health", 7, "health"),
    ("health_max", 30, "health_max"),
    ("armour_base", 2, "armour_base"),
    ("level", 4, "level"),
    ("move_action", 0, "move_action"),
    ("standard_action", 2, "standard_action"),
    ("moved", True, "moved"),
    ("large", True, "large"),
    ("leader", True, "leader"),
    ("active_weapon", "unarmed", "active_weapon"),
    ("owner", "s2", "owner"),
]


@rule("IST-Q-95")
@pytest.mark.parametrize(("field", "value", "name"), PLAIN)
def test_the_gm_puts_a_model_right(field: str, value: Any, name: str):
    fight = Skirmish(
        position([man("a1", (1000, 1000), equipment=["bow"])], [man("b1", (3000, 3000))], active="a1", gm=True)
    )
    event = fight.do(adjust(field, value, model="a1"))[0]
    assert (event.field, event.new, event.reason) == (field, value, "slip")
    assert getattr(fight.model("a1"), name) == value


@rule("IST-Q-95")
def test_the_gm_puts_other_things_right():
    bow = man("a1", (1000, 1000), equipment=["crossbow"])
    fight = Skirmish(position([bow], [man("b1", (1100, 1000))], active="a1", gm=True, items=[{"id": "gem"}]))
    fight.do(adjust("loaded", False, model="a1", other="crossbow"))
    assert fight.model("a1").unloaded[0].weapon == "crossbow"
    fight.do(adjust("used", 1, model="a1", other="teleport"))
    assert fight.model("a1").used == {"teleport": 1}
    fight.do(adjust("condition", 2, model="a1", other="ongoing", source="b1"))
    assert fight.model("a1").conditions == (Condition("ongoing", "b1", 2, "save"),)
    fight.do(adjust("condition", False, model="a1", other="ongoing", source="b1"))
    assert fight.model("a1").conditions == ()
    fight.do(adjust("engaged", True, model="a1", other="b1"))
    fight.do(adjust("pos", [2000, 2000, 0], model="a1"))
    assert (fight.model("a1").pos, fight.state.engaged) == ((2000, 2000, 0), ())
    fight.do(adjust("item", [500, 500, 0], other="gem"))
    fight.do(adjust("zone", False, other="s1"))
    fight.do(adjust("turn_limit", 9))
    fight.do(adjust("nominator", "s2"))
    assert (fight.state.sides[0].zone, fight.state.scenario.turn_limit, fight.state.nominator) == (None, 9, "s2")


BAD = [
    adjust("power", 6, model="a1"),
    adjust("power", True, model="a1"),
    adjust("power_max", 4, model="a1"),
    adjust("level", 0, model="a1"),
    adjust("large", 1, model="a1"),
    adjust("active_weapon", "rifle", model="a1"),
    adjust("owner", "s9", model="a1"),
    adjust("status", "on_board", model="a1"),
    adjust("pos", [9000, 0, 0], model="a1"),
    adjust("pos", [3000, 3000, 0], model="a1"),
    adjust("pos", "here", model="a1"),
    adjust("loaded", True, model="a1", other="rifle"),
    adjust("used", 1, model="a1", other="juggling"),
    adjust("condition", 1, model="a1", other="bored"),
    adjust("condition", 1, model="a1", other="ongoing", source="x"),
    adjust("engaged", True, model="a1", other="b1"),
    adjust("item", other="moon"),
    adjust("zone", True, other="s1"),
    adjust("turn_limit", 0),
]


@rule("IST-Q-95")
@pytest.mark.parametrize("command", BAD)
def test_it_refuses_what_no_battle_could_have_come_to(command: Any):
    assert battle().refuses(command, "bad_adjustment").field


@rule("IST-Q-95")
def test_it_requires_the_gm_a_reason_and_a_model():
    fight = battle()
    fight.refuses(adjust("power", 3, model="a1"), "gm_only", by="s1")
    fight.refuses({**adjust("power", 3, model="a1"), "reason": " "}, "reason_wanted")
    fight.refuses(adjust("power", 3, model="x"), "unknown_model")


@rule("IST-Q-95")
def test_who_is_taken_off_is_in_nobodys_window():
    foe = man("b1", (1500, 1000), equipment=["bow"], active_weapon="bow")
    fight = Skirmish(position([man("a1", (1000, 1000))], [foe, man("b2", (3000, 3000))], active="a1", gm=True))
    fight.move("a1", (1400, 1000))
    assert fight.top.trigger == "charged_shot"
    fight.do(adjust("status", "reserve", model="b1"))
    assert fight.top.model == "a1"
    assert fight.state.engaged == ()


# Whose commands they are


@rule("IST-TURN-03")
@pytest.mark.parametrize(
    ("command", "seat"),
    [
        (walk("move", "a1", (1, 1)), "s1"),
        ({"type": "end_activation", "model": "a1"}, "s1"),
        ({"type": "skill_check", "model": "a1", "skill": "leadership"}, "s1"),
        ({"type": "concede", "side": "s2"}, "s2"),
        ({"type": "end_battle", "result": "draw"}, "gm"),
        ({"type": "place_terrain", "terrain": []}, "gm"),
        ({"type": "gm_sight", "attacker": "a1", "target": "b1", "los": True}, "gm"),
    ],
)
def test_commands_belong_to_seats(command: Any, seat: str):
    assert ISTRA.owner(battle().state, read_tagged(command, COMMANDS)) == seat


@rule("IST-Q-132")
@pytest.mark.parametrize(
    "command",
    [
        {"type": "end_activation", "model": "b1"},
        {"type": "nominate", "model": "b1"},
        {"type": "react", "model": "b1", "option": "first_strike"},
        {"type": "pass_window"},
        {"type": "flee_path", "model": "a1"},
        {"type": "remove_terrain", "ids": []},
        {"type": "place_walls", "sections": []},
        {"type": "concede", "side": "s9"},
    ],
)
def test_what_nobody_is_asked_for_is_left_to_the_rules_to_refuse(command: Any):
    assert ISTRA.owner(battle().state, read_tagged(command, COMMANDS)) == ""
