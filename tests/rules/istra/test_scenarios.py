"""Furnished scenarios: each says what wins and what loses, on whatever table."""

from typing import Any

import pytest

from rules.istra.scenarios import FURNISHED
from rules.istra.terrain import Circle
from tests.rules.istra.battles import Json, circle, man, opened, piece, position, refused, setup, sides, wall
from tests.rules.istra.skirmish import Skirmish, walk
from tests.rules.play import names, rule


def pve(scenario: str) -> Json:
    """Two companies and monsters."""
    monsters = [man("m1", kind="monster", race="beast")]
    return {"sides": sides([man("a1"), man("a2"), man("a3")], [man("b1")], gm=monsters), "scenario": scenario}


@pytest.mark.parametrize("name", FURNISHED)
def test_each_says_what_wins_and_what_loses(name: str) -> None:
    scenario = opened(pve(name)).scenario
    assert scenario.name == name
    assert scenario.title
    assert "Win" in scenario.text
    assert "ose" in scenario.text
    assert scenario.goals


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


@rule("IST-Q-28", "IST-SETUP-04")
def test_the_relic_lies_where_somebody_can_take_it() -> None:
    """On what stands in the middle; beside it where nobody can stand there, no nearer to s1's edge than to s2's."""
    crag = wall("crag", 2300, 2300, 2500, 2500)
    mere = piece("mere", circle(2400, 2400, 420), ground="impassable")
    for terrain, at in (
        (crag, (2400, 2400, 300)),
        ({**crag, "standable": False}, (2500, 2400, 0)),
        (mere, (2850, 2400, 0)),
    ):
        assert opened(setup(scenario="carry_the_relic", terrain=[terrain])).items[0].pos == at
    plateau = wall("plateau", 0, 0, 4830, 4830, standable=False)
    full = setup(scenario="carry_the_relic", terrain=[plateau], board={"width": 4830, "depth": 4830})
    assert (refused(opened, full).code, refused(opened, full).field) == ("bad_setup", "scenario")


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


# As play


def last_turn(turn: int, *models: list[Json], **fields: Any) -> Skirmish:
    """The last activation of a turn: everybody but `a1`, who acts, has been nominated."""
    others = [one["id"] for side in models for one in side if one["id"] != "a1"]
    return Skirmish(position(*models, turn=turn, nominations=others, active="a1", **fields))


def ended(fight: Skirmish) -> tuple[str, tuple[str, ...]] | None:
    result = fight.state.result
    return (result.termination, result.winners) if result else None


@rule("IST-END-01", "IST-Q-99")
def test_more_models_in_the_centre_win_when_turn_six_ends() -> None:
    """The circle has its middle at (2400, 2400) and a radius of 6 inches; a centre on its border is inside."""
    a1, a2, b1 = man("a1", (2400, 1800)), man("a2", (2400, 2900)), man("b1", (2900, 2400))
    fight = last_turn(5, [a1, a2], [b1], scenario="hold_the_centre")
    fight.end("a1")
    assert ended(fight) is None
    fight = last_turn(6, [a1, a2], [b1], scenario="hold_the_centre")
    assert names(fight.end("a1")) == ["activation_ended", "turn_ended", "battle_ended"]
    assert ended(fight) == ("goal", ("s1",))
    fight = last_turn(6, [man("a1", (2400, 1798)), a2], [b1], scenario="hold_the_centre")
    fight.end("a1")
    assert ended(fight) == ("turns", ())


@rule("IST-END-01", "IST-MOVE-13", "IST-MOVE-15", "IST-Q-28")
def test_the_relic_is_taken_up_and_carried_home() -> None:
    """It lies in the middle; base to relic is 1 inch. The table is so small that the next turn's Move leads off it."""
    board = {"width": 1200, "depth": 1200}
    models = [man("a1", (600, 450)), man("a2", (50, 50))], [man("b1", (50, 1100))]
    fight = Skirmish(position(*models, active="a1", nominations=["a2"], scenario="carry_the_relic", board=board))
    fight.refuses({"type": "pick_up", "model": "a1", "item": "gem"}, "unknown_item")
    fight.do({"type": "pick_up", "model": "a1", "item": "relic"}, by="s1")
    assert (fight.state.items[0].carrier, fight.state.items[0].pos) == ("a1", None)
    fight.refuses(walk("sprint", "a1", (600, 400)), "sprint_needs_move")
    fight.end("a1")
    fight.nominate("b1", by="s1")
    fight.end("b1")
    fight.nominate("a1", by="s2")
    fight.move("a1", (600, -1))
    assert ended(fight) == ("goal", ("s1",))


@rule("IST-Q-28", "IST-DMG-01", "IST-MOVE-12")
def test_the_relic_lies_where_its_carrier_falls() -> None:
    cliff = wall("cliff", 900, 900, 1100, 1100, height=500)
    bearer = man("a1", (1000, 1000, 500), health=7)
    models = [bearer, man("a2", (3000, 1000))], [man("b1", (200, 4500))]
    fight = Skirmish(position(*models, active="a1", terrain=[cliff], items=[{"id": "gem", "carrier": "a1"}]))
    fight.move("a1", (1100, 1000, 500), (1100, 1000, 0), (1200, 1000, 0), jumps=[1])
    assert fight.model("a1").status == "out"
    assert (fight.state.items[0].carrier, fight.state.items[0].pos) == ("", (1100, 1000, 0))


@rule("IST-END-01", "IST-MOVE-10", "IST-Q-26")
def test_those_who_do_not_break_through_by_turn_eight_have_lost() -> None:
    """Two of three have to leave over the far edge; one has, another left over the wrong one."""
    gone = man("a2", status="left_board", left_by="top"), man("a3", status="left_board", left_by="left")
    fight = last_turn(8, [man("a1", (2400, 4000)), *gone], [man("b1", (200, 200))], scenario="break_through")
    fight.end("a1")
    assert ended(fight) == ("turns", ("s2",))
    fight = last_turn(8, [man("a1", (2400, 4000)), *gone], [man("b1", (200, 200))], scenario="break_through")
    fight.move("a1", (2400, 4801))
    assert ended(fight) == ("goal", ("s1",))


def against_monsters(turn: int, hero: Json, ogre: Json) -> Skirmish:
    """Two companies and a monster in a last stand; `a1` acts last in that turn."""
    document: Json = {"sides": sides([hero], [man("b1", status="out", health=0)], gm=[ogre])}
    fields = {"scenario": "last_stand", "turn": turn, "active": "a1", "nominations": [ogre["id"]]}
    return Skirmish({**document, **fields})


@rule("IST-END-01", "IST-SETUP-01", "IST-Q-115")
def test_heroes_who_hold_out_win_together() -> None:
    ogre = man("ogre", (4000, 4000), kind="monster", race="beast")
    fight = against_monsters(7, man("a1", (1000, 1000)), ogre)
    fight.end("a1")
    assert (ended(fight), fight.state.turn) == (None, 8)
    fight = against_monsters(8, man("a1", (1000, 1000)), ogre)
    fight.end("a1")
    assert ended(fight) == ("goal", ("s1", "s2"))
    fight = against_monsters(3, man("a1", (1000, 100)), ogre)
    fight.move("a1", (1000, -1))
    assert ended(fight) == ("goal", ("gm",))
