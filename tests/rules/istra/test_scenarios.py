"""Furnished scenarios: each says what wins and what loses, on whatever table."""

import pytest

from rules.istra.scenarios import FURNISHED
from rules.istra.terrain import Circle
from tests.rules.istra.battles import Json, man, opened, setup, sides
from tests.rules.play import rule


def pve(scenario: str) -> Json:
    """Two companies and monsters."""
    monsters = [man("m1", kind="monster", race="beast")]
    return {"sides": sides([man("a1"), man("a2"), man("a3")], [man("b1")], gm=monsters), "scenario": scenario}


@rule("IST-END-01")
@pytest.mark.parametrize("name", FURNISHED)
def test_each_says_what_wins_and_what_loses(name: str) -> None:
    scenario = opened(pve(name)).scenario
    assert scenario.name == name
    assert scenario.title
    assert "Win" in scenario.text
    assert "ose" in scenario.text
    assert scenario.goals


@rule("IST-Q-99")
def test_without_a_word_the_last_side_standing_wins() -> None:
    scenario = opened(setup()).scenario
    assert [goal.kind for goal in scenario.goals] == ["last_standing"]
    assert (scenario.turn_limit, scenario.otherwise) == (None, ())


def test_the_centre_lies_in_the_middle_of_any_table() -> None:
    state = opened(setup(scenario="hold_the_centre", board={"width": 3600, "depth": 2400}))
    assert [zone.area for zone in state.zones] == [Circle((1800, 1200), 600)]
    assert [(goal.kind, goal.zone) for goal in state.scenario.goals] == [("last_standing", ""), ("hold", "centre")]
    assert state.scenario.turn_limit == 6


def test_the_relic_lies_in_the_middle_and_is_carried_over_ones_own_edge() -> None:
    state = opened(setup(scenario="carry_the_relic"))
    assert [(item.id, item.pos) for item in state.items] == [("relic", (2400, 2400, 0))]
    goal = state.scenario.goals[0]
    assert (goal.kind, goal.item, goal.edge, goal.sides) == ("carry_off", "relic", "own", ())


def test_half_of_the_attackers_break_through_or_the_others_have_won() -> None:
    scenario = opened(pve("break_through")).scenario
    assert (scenario.goals[0].sides, scenario.goals[0].count, scenario.goals[0].edge) == (("s1",), 2, "far")
    assert scenario.otherwise == ("s2", "gm")
    scenario = opened({**pve("break_through"), "attacker": "s2"}).scenario
    assert (scenario.goals[0].sides, scenario.goals[0].count) == (("s2",), 1)
    assert scenario.otherwise == ("s1", "gm")


def test_heroes_stand_together_against_monsters() -> None:
    state = opened(pve("last_stand"))
    assert [side.alliance for side in state.sides] == ["heroes", "heroes", ""]
    survive = next(goal for goal in state.scenario.goals if goal.kind == "survive")
    assert survive.sides == ("s1", "s2")
    assert state.scenario.otherwise == ("gm",)


def test_a_turn_limit_goes_above_the_scenario() -> None:
    assert opened(setup(scenario="hold_the_centre", turn_limit=3)).scenario.turn_limit == 3
    assert opened(setup(turn_limit=5)).scenario.turn_limit == 5


def test_a_scenario_may_be_ones_own() -> None:
    goal = {"kind": "slay", "sides": ["s1"], "models": ["b1"]}
    scenario = opened(setup(scenario={"name": "duel", "text": "Slay b1.", "goals": [goal], "turn_limit": 4})).scenario
    assert (scenario.name, scenario.goals[0].models) == ("duel", ("b1",))
