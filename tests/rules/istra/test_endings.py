"""How a battle ends, and what the GM does by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.commands import COMMANDS
from rules.istra.state import Condition
from rules.istra.system import ISTRA
from rules.kernel.reading import read_tagged
from tests.rules.every_game.rows import Played, do, first_asked, once, played, refused, state
from tests.rules.istra.battles import Json, circle, man, position
from tests.rules.istra.fights import happens
from tests.rules.istra.skirmish import Skirmish, walk
from tests.rules.play import rule


def battle(**fields: Any) -> Skirmish:
    """`a1` acts; `b1` is far away; there is a GM."""
    return Skirmish(position(**{"active": "a1", "gm": True, **fields}))


def adjust(field: str, value: Any = None, **fields: Any) -> dict[str, Any]:
    return {"type": "gm_adjust", "field": field, "value": value, "reason": "slip", **fields}


ENDED: Json = {"type": "end_activation", "model": "a1"}
HILL = [{"id": "hill", "area": circle(1000, 1000, 600)}]
WORD: Json = {"type": "gm_sight", "attacker": "a1", "target": "b1"}
SLAY_A1 = {"goals": [{"kind": "slay", "models": ["a1"], "sides": ["s2"]}]}


def allied() -> Skirmish:
    north: Json = {"alliance": "north"}
    sides = {
        "s1": {"models": [man("a1", (1000, 1000))], **north},
        "s2": {"models": [man("b1", (3000, 3000))], **north},
        "s3": {"models": [man("c1", (2000, 2000))]},
    }
    return Skirmish({"sides": sides, "active": "a1", "gm": True})


def last_turn(*, turn: int = 5, **fields: Any) -> Skirmish:
    return battle(turn=turn, turn_limit=5, nominations=["b1", "a1"], **fields)


def relic(y: int) -> Skirmish:
    heroes = [man("a1", (1000, y)), man("a2", (2000, 2000))]
    return Skirmish(position(heroes, [man("b1", (3000, 3000))], scenario="carry_the_relic", active="a1", gm=True))


def three_sides() -> Skirmish:
    archer = man("b1", (1500, 1000), equipment=["bow"], active_weapon="bow")
    return Skirmish(position([man("a1", (1000, 1000))], [archer], [man("c1", (2000, 2000))], active="a1"))


def asking(**fields: Any) -> Skirmish:
    """By house rule the GM is asked what an archer sees, who has just shot."""
    archer = man("a1", (1000, 1000), equipment=["bow"], active_weapon="bow")
    fight = Skirmish(
        position([archer], [man("b1", (2000, 1000))], active="a1", **{"gm": True, **fields}), {"sight": "declared"}
    )
    fight.do({"type": "shoot", "model": "a1", "target": "b1"}, by="s1")
    return fight


def won(*winners: str, by: str = "goal") -> Any:
    def check(fight: Skirmish) -> None:
        assert (fight.state.result.termination, fight.state.result.winners) == (by, winners)

    return check


def walks(y: int, x: int = 1000) -> Any:
    return do(walk("move", "a1", (x, y)))


def concedes(side: str, **fields: Any) -> Any:
    return do({"type": "concede", "side": side, **fields}, by=side)


def over(fight: Skirmish) -> None:
    assert (fight.state.agenda, ISTRA.pending(fight.state).asks, ISTRA.asked(fight.state)) == ((), (), "")


def acting(fight: Skirmish, standard: int = 1) -> None:
    assert (fight.top.model, fight.model("a1").standard_action) == ("a1", standard)


def said(stands: bool, los: bool, *by: str) -> Any:
    """What was said last of a sight, and whether it stands."""

    def check(fight: Skirmish) -> None:
        word = fight.state.sight[0]
        assert (word.stands, word.los, word.cover, word.by) == (stands, los, None, by)

    return check


@pytest.mark.parametrize("case", [
    played("IST-END-01 IST-Q-99 IST-ILL-41", "the last side standing wins", battle, do(adjust("health", 0, model="b1")),
        won("s1"), over, refused(ENDED, "battle_over")),
    played("IST-END-01 IST-Q-99 IST-Q-115", "allies stand together", allied, do(adjust("health", 0, model="c1")),
        won("s1", "s2")),
    played("IST-END-01 IST-Q-99", "nobody left is a draw",
        lambda: Skirmish(position([man("a1", (1000, 50))], [man("b1", status="out")], scenario=SLAY_A1, active="a1")),
        walks(-100), won()),
    played("IST-Q-99", "at the turn limit it is a draw", last_turn,
        happens(ENDED, "activation_ended turn_ended battle_ended"), won(by="turns")),
    played("IST-Q-99", "before it is none", lambda: last_turn(turn=4), do(ENDED), state(turn=5)),
    *(
        played("IST-END-01 IST-Q-99", f"at the turn limit: {goal}",
            lambda goal=goal: last_turn(zones=HILL, scenario={"goals": [goal], "turn_limit": 5}), do(ENDED),
            won(*winners, by=by))
        for goal, winners, by in [
            ({"kind": "hold", "zone": "hill"}, ["s1"], "goal"),
            ({"kind": "survive", "sides": ["s2"]}, ["s2"], "goal"),
            ({"kind": "survive", "sides": ["s2"], "count": 2}, [], "turns"),
            ({"kind": "hold", "zone": "hill", "outcome": "lose"}, ["s2"], "goal"),
        ]
    ),
    played("IST-END-01 IST-Q-26", "the relic is carried off over one's own edge", lambda: relic(100),
        do(adjust("item", model="a1", other="relic")), walks(-100), won("s1")),
    played("IST-END-01 IST-Q-26", "not over another", lambda: relic(4700),
        do(adjust("item", model="a1", other="relic")), walks(4900), state(result=None)),
    played("IST-END-01", "to break through is to leave over the far edge",
        lambda: Skirmish(position([man("a1", (1000, 4700)), man("a2", (2000, 2000))], [man("b1", (3000, 3000))],
            scenario="break_through", active="a1")),
        walks(4900), won("s1")),
    played("IST-END-01", "who concedes leaves the others the battle", battle,
        refused({"type": "concede", "side": "s9"}, "unknown_side"), concedes("s2", reason="late"),
        won("s1", by="conceded")),
    played("IST-END-01 IST-Q-119", "with three sides the others go on", three_sides, walks(1000, 1400), concedes("s2"),
        state(result=None), acting, concedes("s1"), won("s3", by="conceded")),
    played("IST-END-01 IST-Q-122", "the GM ends a battle", battle,
        refused({"type": "end_battle", "result": "draw"}, "gm_only", by="s1"),
        refused({"type": "end_battle", "result": "win"}, "bad_result"),
        refused({"type": "end_battle", "result": "draw", "winners": ["s1"]}, "bad_result"),
        do({"type": "end_battle", "result": "abandoned", "reason": "fire"}), won(by="abandoned")),
    played("IST-END-01 IST-Q-122", "the GM names who has won", battle,
        do({"type": "end_battle", "result": "win", "winners": ["s2"]}), won("s2", by="gm")),
])  # fmt: skip
def test_ends(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    played("IST-D-15 IST-Q-06", "the GM says what is seen", battle, refused({**WORD, "los": True}, "gm_only", by="s1"),
        refused({**WORD, "los": None}, "bad_sight"), do({**WORD, "los": True, "reason": "a gap"}),
        said(True, True, "gm")),
    played("IST-Q-06", "without a GM both seats say the same", lambda: battle(gm=None),
        do({**WORD, "los": True}, by="s1"), said(False, True, "s1"), do({**WORD, "los": False}, by="s2"),
        said(False, False, "s2"), do({**WORD, "los": False}, by="s1"), said(True, False, "s1", "s2")),
    played("IST-Q-04 IST-D-15", "by house rule the GM is asked", asking,
        first_asked(seat="gm", kind="sight", options={"attacker": "a1", "target": "b1"}),
        refused(ENDED, "window_open"), happens({**WORD, "los": False}, "gm_override sight_resolved"), state(sight=()),
        acting),
    played("IST-Q-04 IST-D-15", "what is then seen is shot at", asking,
        do({**WORD, "los": True, "cover": False}, 5, 15), once(ev.AttackDeclared)),
    played("IST-Q-04 IST-D-15", "as computed, too", asking, do({"type": "pass_window"}, 5, 15),
        once(ev.AttackDeclared)),
    played("IST-Q-04", "without a GM the first seat is asked", lambda: asking(gm=None), first_asked(seat="s1")),
])  # fmt: skip
def test_sight(case: Played) -> None:
    case.check()


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
