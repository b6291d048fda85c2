"""Morale, flight, ongoing damage, skill checks: what an activation starts and ends with. A man has Will 5."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.state import Condition
from rules.istra.system import ISTRA
from tests.rules.istra.battles import man, position, wall
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import all_of, names, only, rule

LOW = {"health_max": 10, "health": 4}
"""Four left of ten: the target number is 16, and with Will 5 an 11 stands."""


def shaken(hero: dict[str, Any] | None = None, *foes: dict[str, Any], house: Any = None, **fields: Any) -> Skirmish:
    """`a1` at (1000, 1000) has four health left and is to be nominated."""
    one = {**man("a1", (1000, 1000)), **LOW, **(hero or {})}
    others = fields.pop("others", [])
    return Skirmish(position([one, *others], list(foes) or [man("b1", (4000, 4000))], turn=2, **fields), house)


@rule("IST-MOR-01", "IST-MOR-03", "IST-Q-73", "IST-DICE-02")
def test_it_works():
    fight = shaken()
    events = fight.nominate("a1", dice=[11])
    rolled = only(events, ev.MoraleRolled)
    assert (rolled.target, rolled.total, rolled.chance) == (16, 16, (10, 20))
    assert rolled.mods == ((5, "Will", "IST-MOR-01"),)
    assert fight.top.stage == "act"


@rule("IST-MOR-01", "IST-Q-73")
def test_only_the_badly_hurt_check():
    fight = shaken({"health": 5})
    assert "morale_rolled" not in names(fight.nominate("a1"))
    fight = shaken({"health_max": 20})
    assert fight.needs({"type": "nominate", "model": "a1"}).target == 26
    assert fight.needs({"type": "nominate", "model": "a1"}).chance == (0, 20)
    fight = shaken({"health_max": 20, "health": 3}, house={"morale_tn": "below_threshold"})
    assert fight.needs({"type": "nominate", "model": "a1"}).target == 11


@rule("IST-MOR-02", "IST-Q-74", "IST-Q-03")
def test_a_leader_near_by_lends_its_will():
    leader = man("a2", (1700, 1000), leader=True, will_max=8)
    fight = shaken(others=[leader])
    rolled = only(fight.nominate("a1", dice=[8]), ev.MoraleRolled)
    assert (rolled.will, rolled.leader, rolled.mods) == (8, "a2", ((8, "Leader's Will", "IST-MOR-02"),))
    far = {**leader, "pos": [1702, 1000]}
    assert only(shaken(others=[far]).nominate("a1", dice=[11]), ev.MoraleRolled).leader == ""
    by_centres = shaken(others=[leader], house={"measure": "centres"})
    assert only(by_centres.nominate("a1", dice=[11]), ev.MoraleRolled).leader == ""
    weak = {**leader, "will_max": 5}
    assert only(shaken(others=[weak]).nominate("a1", dice=[11]), ev.MoraleRolled).leader == ""


@rule("IST-MOR-04", "IST-MOR-05", "IST-Q-75")
def test_who_fails_flees_and_its_activation_ends():
    fight = shaken({"pos": [2000, 2400]})
    events = fight.nominate("a1", dice=[10])
    assert names(events) == [
        "model_nominated",
        "activation_started",
        "morale_rolled",
        "flee_started",
        "action_spent",
        "action_spent",
        "model_moved",
        "activation_ended",
    ]
    started = only(events, ev.FleeStarted)
    assert (started.edge, started.distance) == ("left", 1350)
    assert fight.model("a1").pos == (650, 2400, 0)


@rule("IST-MOR-04", "IST-TURN-10")
def test_it_flees_only_with_the_actions_it_has():
    fight = shaken({"pos": [2000, 2400], "standard_action": 0})
    assert only(fight.nominate("a1", dice=[10]), ev.FleeStarted).distance == 900
    fight = shaken({"pos": [2000, 2400], "move_action": 0, "standard_action": 0})
    fight.nominate("a1", dice=[10])
    assert fight.model("a1").pos == (2000, 2400, 0)
    spent = {"move_action": 0, "standard_action": 0}
    fight = shaken(spent, man("b1", (1100, 1000)), engaged=[["a1", "b1"]])
    assert "disengage_rolled" not in names(fight.nominate("a1", dice=[10]))


@rule("IST-Q-77", "IST-MOVE-10")
def test_it_flees_over_the_edge():
    fight = shaken(others=[man("a2", (3000, 1000))])
    fight.nominate("a1", dice=[1])
    gone = fight.model("a1")
    assert (gone.status, gone.left_by, gone.conditions) == (
        "left_board",
        "bottom",
        (Condition("fled", lasts="battle"),),
    )
    fight = shaken(house={"flee_edge": "stops"})
    fight.nominate("a1", dice=[1])
    assert fight.model("a1").pos == (1000, 0, 0)


@rule("IST-D-13", "IST-Q-75", "IST-ILL-14")
def test_where_the_straight_way_is_unsafe_its_owner_says_how():
    fight = shaken({}, man("b1", (1000, 700)), others=[man("a2", (3000, 1000))])
    fight.nominate("a1", dice=[1])
    ask = ISTRA.pending(fight.state).asks[0]
    assert (ask.seat, ask.kind, ask.options["distance"]) == ("s1", "flee_path", 1350)
    path = {"type": "flee_path", "model": "a1"}
    fight.refuses({**path, "waypoints": [[1000, 100]]}, "bad_flee_path")
    fight.refuses({**path, "waypoints": [[1300, 1300]]}, "bad_flee_path")
    fight.refuses({**path, "waypoints": [[2600, 900]]}, "bad_flee_path")
    fight.refuses({**path, "model": "a2", "waypoints": [[600, 1000]]}, "not_active_model")
    events = fight.do({**path, "waypoints": [[600, 1000]]}, by="s1")
    assert names(events) == ["model_moved", "activation_ended"]
    assert fight.model("a1").pos == (600, 1000, 0)


@rule("IST-D-13", "IST-Q-75")
def test_it_may_stay_and_by_house_rule_the_gm_says():
    for answer in ({"type": "flee_path", "model": "a1"}, {"type": "pass_window"}):
        fight = shaken({}, man("b1", (1000, 700)), house={"flight_path": "gm"}, gm=True)
        fight.nominate("a1", dice=[1])
        assert ISTRA.pending(fight.state).asks[0].seat == "gm"
        assert names(fight.do(answer)) == ["activation_ended"]
        assert fight.model("a1").pos == (1000, 1000, 0)


@rule("IST-Q-76", "IST-MOVE-07")
def test_out_of_melee_it_has_to_break_away_first():
    def fight(**house: Any) -> Skirmish:
        return shaken(
            {"pos": [1000, 2400]},
            man("b1", (1100, 2400)),
            engaged=[["a1", "b1"]],
            house=house,
            others=[man("a2", (3000, 1000))],
        )

    stuck = fight()
    events = stuck.nominate("a1", dice=[1, 10])
    assert names(events)[-2:] == ["disengage_rolled", "activation_ended"]
    assert stuck.model("a1").pos == (1000, 2400, 0)
    free = fight()
    free.nominate("a1", dice=[1, 11])
    assert free.model("a1").status == "left_board"
    loose = fight(flee_engaged="escape")
    loose.nominate("a1", dice=[1])
    assert loose.model("a1").status == "left_board"


def cornered(house: Any = None, **fields: Any) -> Skirmish:
    """`a1` is in melee with `b1` to its right, base to base; a rock bars the straight way to the edge, 8 inches off."""
    foes, rock = [man("b1", (1100, 800)), man("b2", (1000, 1180))], wall("rock", 900, 500, 1100, 600, height=500)
    others = [man("a2", (3000, 1000))]
    return shaken(
        {"pos": [1000, 800]}, *foes, engaged=[["a1", "b1"]], terrain=[rock], others=others, house=house, **fields
    )


@rule("IST-Q-23", "IST-Q-75", "IST-Q-76", "IST-D-13")
@pytest.mark.parametrize("answer", [{"type": "flee_path", "model": "a1"}, {"type": "pass_window"}])
def test_who_breaks_away_and_has_no_way_is_engaged_again(answer: dict[str, Any]):
    """It is still within 1 inch of whom it left, and of nobody else: b2 is 2.8 inches off."""
    fight = cornered()
    events = fight.nominate("a1", dice=[1, 11])
    assert names(events)[-2:] == ["disengage_rolled", "disengaged"]
    assert fight.state.engaged == ()
    events = fight.do(answer, by="s1")
    assert names(events) == ["engaged", "activation_ended"]
    again = only(events, ev.Engaged)
    assert (again.model, again.enemy, again.pos, again.enemy_pos) == ("a1", "b1", (1000, 800, 0), (1100, 800, 0))
    assert fight.state.engaged == (("a1", "b1"),)
    assert fight.model("a1").pos == (1000, 800, 0)


@rule("IST-Q-23", "IST-Q-76")
def test_by_house_rule_it_escapes_and_is_engaged_again_all_the_same():
    fight = cornered(house={"flee_engaged": "escape"})
    fight.nominate("a1", dice=[1])
    assert names(fight.do({"type": "pass_window"}, by="s1")) == ["engaged", "activation_ended"]


@rule("IST-Q-23", "IST-D-13")
def test_who_finds_a_way_is_engaged_no_more():
    """A Disengage roll of 11; 4 inches to the left, where the left edge is nearer and nobody stands."""
    fight = cornered()
    fight.nominate("a1", dice=[1, 11])
    events = fight.do({"type": "flee_path", "model": "a1", "waypoints": [[600, 800]]}, by="s1")
    assert "engaged" not in names(events)
    assert (fight.model("a1").pos, fight.state.engaged) == ((600, 800, 0), ())


# Start and end


@rule("IST-Q-94", "IST-TAL-10")
def test_abjuration_ends_before_anything_else():
    fight = shaken({"conditions": [{"name": "abjured", "lasts": "next_activation"}]})
    events = fight.nominate("a1", dice=[11])
    assert names(events)[2:4] == ["condition_removed", "morale_rolled"]
    assert fight.model("a1").conditions == ()


def suffering(health: int = 20, amount: int = 3) -> Skirmish:
    pain = [{"name": "ongoing", "source": "b1", "amount": amount, "lasts": "save"}]
    one = man("a1", (1000, 1000), health=health, conditions=pain)
    return Skirmish(position([one, man("a2", (2000, 1000))], [man("b1", (4000, 4000))], active="a1"))


@rule("IST-RACE-21", "IST-Q-85")
def test_ongoing_damage_ticks_before_its_save():
    fight = suffering()
    events = fight.end("a1", dice=[10])
    assert names(events) == ["ongoing_ticked", "health_changed", "save_rolled", "activation_ended"]
    assert (fight.model("a1").health, fight.model("a1").power) == (17, 5)
    assert len(fight.model("a1").conditions) == 1
    fight = suffering()
    fight.end("a1", dice=[11])
    assert fight.model("a1").conditions == ()


@rule("IST-RACE-21", "IST-DMG-01")
def test_who_dies_of_it_saves_no_more():
    fight = suffering(health=2)
    events = fight.end("a1")
    assert names(events) == ["ongoing_ticked", "health_changed", "model_out", "activation_ended"]
    assert only(events, ev.ModelOut).by == "b1"


# Skill checks


@rule("IST-SKILL-01", "IST-SKILL-02", "IST-Q-98")
def test_a_skill_check_is_a_plain_die():
    fight = Skirmish(position(active="a1", gm=True))
    check = {"type": "skill_check", "model": "a1", "skill": "spot_hidden"}
    rolled = only(fight.do(check, dice=[11], by="s1"), ev.SkillChecked)
    assert (rolled.target, rolled.total, rolled.success, rolled.mods) == (11, 11, True, ())
    assert fight.needs({**check, "difficulty": "easy"}).target == 6
    assert fight.needs({**check, "difficulty": "hard"}).target == 16
    fight.refuses({**check, "modifier": 2}, "gm_only", by="s1")
    fight.refuses({**check, "skill": " "}, "bad_skill")
    fight.refuses({**check, "skill": "a\u202eb"}, "bad_skill")
    assert fight.needs({**check, "modifier": 2}).mods == ((2, "GM", "IST-Q-98"),)
    fight = Skirmish(position(active="a1"), {"skills_add_stat": "on"})
    assert only(fight.do(check, dice=[6]), ev.SkillChecked).total == 11
    assert (fight.model("a1").move_action, fight.model("a1").standard_action) == (1, 1)


@rule("IST-Q-75", "IST-Q-77")
def test_terrain_bars_a_flight():
    rock = wall("rock", 900, 500, 1100, 600, height=500)
    fight = shaken(terrain=[rock])
    fight.nominate("a1", dice=[1])
    assert ISTRA.pending(fight.state).asks[0].kind == "flee_path"
    assert all_of(fight.events, ev.ModelMoved) == []


@rule("IST-MOR-04", "IST-Q-77")
def test_a_flight_that_just_reaches_the_edge_leaves_the_board():
    for y, status in ((1350, "left_board"), (1360, "on_board")):
        fight = shaken({"pos": [2400, y]}, others=[man("a2", (3000, 3000))])
        fight.nominate("a1", dice=[1])
        assert fight.model("a1").status == status
    assert fight.model("a1").pos == (2400, 10, 0)


@rule("IST-Q-75")
def test_of_equally_near_edges_the_lower_one_comes_first():
    for pos, edge in (([1000, 1000], "bottom"), ([1000, 3800], "top"), ([3800, 3800], "top"), ([2400, 2400], "bottom")):
        fight = shaken({"pos": pos}, man("b1", (2400, 3000)), others=[man("a2", (3000, 300))])
        assert only(fight.nominate("a1", dice=[1]), ev.FleeStarted).edge == edge


@rule("IST-Q-75", "IST-D-13")
def test_an_enemy_at_1_inch_of_the_way_bars_it():
    for x, asked in ((2200, True), (2202, False)):
        fight = shaken({"pos": [2000, 1000]}, man("b1", (x, 500)), others=[man("a2", (3000, 3000))])
        fight.nominate("a1", dice=[1])
        assert (ISTRA.pending(fight.state).asks[0].kind == "flee_path") is asked


@rule("IST-MOR-02", "IST-Q-74")
def test_a_leader_lends_what_is_left_of_its_will_and_goes_by_its_own():
    leader = man("a2", (1200, 1000), leader=True, will_max=9, will=6)
    assert only(shaken(others=[leader]).nominate("a1", dice=[10]), ev.MoraleRolled).will == 6
    own = shaken({"leader": True, "will": 3}, others=[man("a2", (1200, 1000), will_max=9)])
    assert only(own.nominate("a1", dice=[13]), ev.MoraleRolled).will == 3
    foe = shaken({}, man("b1", (1300, 1000), leader=True, will_max=9))
    assert only(foe.nominate("a1", dice=[11]), ev.MoraleRolled).leader == ""


@rule("IST-MOR-01", "IST-MOR-03")
def test_it_checks_in_each_of_its_activations():
    fight = shaken()
    fight.nominate("a1", dice=[11])
    fight.end("a1")
    fight.nominate("b1")
    fight.end("b1")
    assert only(fight.nominate("a1", dice=[11]), ev.MoraleRolled).success
