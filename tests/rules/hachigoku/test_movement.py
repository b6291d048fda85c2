"""Moves, standing up, heights, simple actions, walking off, and the cover they give and cost."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku import events as ev
from tests.rules.every_game.rows import Played, asked, do, each, illegal, last, never, once, played, player
from tests.rules.hachigoku.dojo import (
    a,
    act,
    after,
    apart,
    attack,
    b,
    condition,
    dice_of,
    fighter,
    in_moment,
    moment,
    move,
    rest,
)

NEAR = {"ranges": [["a", "b", 1]]}
LONG = {"ranges": [["a", "b", 2]]}
EXTREME = {"ranges": [["a", "b", 4]]}
CROSSBOW = {"name": "teppo", "skill": "Houjutsu", "kind": "bow", "max_range": "far", "reload": "heavy"}
PRONE = {"conditions": ["prone"]}
HELD = {"conditions": [{"name": "partially_captured", "source": "b"}]}
CAUGHT = {"conditions": [{"name": "fully_captured", "source": "b"}]}


def acting(who: Any = None, scene: Any = None, **rules: Any) -> Any:
    """A has the Moment, B a die of a later one."""
    return after(moment(8, who or a(8), b(3), scene=scene or NEAR, rules=rules), act())


def order(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "character": "a", **more}


def simply(what: str, **more: Any) -> dict[str, Any]:
    return order("simple_action", what=what, **more)


def with_it(what: str, **more: Any) -> list[dict[str, Any]]:
    return [{"what": what, **more}]


def weapon(name: str, **fields: Any) -> Any:
    """How a weapon of A's is now."""

    def check(game: Any) -> None:
        found = next(one for one in game.player("a").weapons if one.name == name)
        assert {field: getattr(found, field) for field in fields} == fields

    return check


UP, DOWN = order("climb", levels=1), order("climb", levels=-1)
STAND, LEAVE = order("stand_up"), order("leave_skirmish")


@pytest.mark.parametrize("case", [
    played("HAC-MOVE-01 HAC-RANGE-07", "one increment", acting(scene=LONG), move(),
        once(ev.RangeChanged, character="a", changes=(("a", "b", 1),), cause="move", allowance=True),
        once(ev.DieSpent, character="a", face=8, mark="", purpose="action"), player("a", moved=True)),
    played("HAC-MOVE-01", "away", acting(), move(direction="away"), apart("a", "b", 2)),
    played("HAC-MOVE-01", "toward an object",
        acting(scene={"ranges": [["a", "b", 1], ["a", "gate", 2], ["b", "gate", 2]], "objects": [{"id": "gate"}]}),
        move(reference="gate"), apart("a", "gate", 1), apart("a", "b", 1)),
    # by an Honor Point it is the move of the round all the same
    played("HAC-Q-33 HAC-HONOR-01", "a move by Honor", acting(a(8, honor_points=1), LONG), move(honor=True),
        once(ev.HonorSpent, character="a", left=0), dice_of("a", 8), player("a", moved=True)),
    played("HAC-MOVE-01 HAC-Q-33", "anew in the next round", moment(1, a(1), b(), scene=LONG), act(),
        do(move(), 5, 5, 4, 4), in_moment(10), player("a", moved=False)),
    played("HAC-MOVE-02", "who is prone crawls", acting(a(8, **PRONE)), move(),
        once(ev.RangeChanged, cause="crawl", allowance=True), condition("a", "prone")),
    played("HAC-Q-32", "from extreme Range, too", acting(scene=EXTREME), move(), apart("a", "b", 3)),
    played("HAC-Q-32", "a galloping mount conveys by the house rule",
        acting(a(8, mounted=True, mount_gait="gallop"), EXTREME, far_needs_conveyance="on"), move(), apart("a", "b",
        3)),
    played("HAC-Q-32", "from long Range nothing is needed", acting(scene=LONG, far_needs_conveyance="on"), move(),
        apart("a", "b", 1)),
    played("HAC-Q-48 HAC-RANGE-08", "two increments by the house rule",
        acting(a(8, mounted=True, mount_gait="gallop"), LONG, gallop_steps=2), move(increments=2), apart("a", "b", 0)),
    played("HAC-MOVE-11 HAC-Q-60", "it costs the cover", acting(a(8, cover="partial", nearby_cover="slight")), move(),
        once(ev.CoverChanged, character="a", cover="none", nearby_cover="slight", suspended=False)),
    played("HAC-MOVE-11", "without cover there is none to lose", acting(), move(), never(ev.CoverChanged)),
    played("HAC-MOVE-11 HAC-GRAP-08", "the holder leaves close Range",
        after(moment(8, a(8), b(3, conditions=[{"name": "fully_captured", "source": "a"}])), act()),
        move(direction="away"), once(ev.HoldEnded, holder="a", captive="b", cause="left_close"), condition("b")),
    played("HAC-MOVE-03", "standing up is not the move of the round", acting(a(8, 8, **PRONE)), STAND,
        once(ev.StoodUp, character="a"), condition("a"), player("a", moved=False), dice_of("a", 8)),
    played("HAC-MOVE-04 HAC-Q-35", "a level for each Action",
        acting(a(8, 8), {**NEAR, "max_height": 2}), UP, once(ev.HeightChanged, character="a", before=0, after=1),
        player("a", moved=False, height=1), act(), UP, player("a", height=2)),
    played("HAC-MOVE-05 HAC-FALL-06 HAC-Q-36", "one level down is harmless", acting(a(8, height=2)), DOWN,
        once(ev.HeightChanged, before=2, after=1), never(ev.Fell, ev.WoundsTaken)),
    # two levels: 4 Wounds, TN 20; Earth 2 rolls two dice
    played("HAC-MOVE-05 HAC-FALL-01 HAC-Q-36", "a drop of two levels is a fall of both", acting(a(8, height=3)),
        order("climb", levels=-2), once(ev.HeightChanged, before=3, after=1), once(ev.Fell, character="a", levels=2,
        wounds=4),
        asked("fall_roll", "a"), do({"type": "fall_roll", "character": "a"}, 9, 9), player("a", wounds=4, height=1)),
    played("HAC-RANGE-06 HAC-GRAP-08", "who climbs out of reach lets go",
        after(moment(8, a(8), b(3, conditions=[{"name": "partially_captured", "source": "a"}]),
            scene={"ranges": [["a", "b", 0]], "max_height": 1}), act()), UP,
        once(ev.HoldEnded, holder="a", captive="b", cause="left_close")),
    *(played("HAC-MOVE-11 HAC-MOVE-04", f"who goes {name} leaves the cover, but not what is nearby",
        acting(a(8, height=1, cover="partial", nearby_cover="slight"), {**NEAR, "max_height": 2}), way,
        once(ev.CoverChanged, character="a", cover="none"), player("a", cover="none", nearby_cover="slight"))
      for name, way in [("up", UP), ("down", DOWN), ("away", move(direction="away"))]),
    played("HAC-MOVE-08", "a part that can no longer be done", after(acting(a(8, 8, height=3)),
        {"type": "combine", "character": "a", "parts": [order("climb", levels=-3), simply("drop_prone")]}),
        rest("a"), player("a", wounds=6), once(ev.ActionFailed, character="a", action="simple_action"),
        never(ev.SimpleActionDone), dice_of("a", 8, 8, state="spent")),
    played("HAC-RANGE-11", "walking off from extreme Range",
        after(moment(8, a(8), b(3), fighter("c", "crane", 2), scene={"ranges": [["a", "b", 4], ["a", "c", 0], ["b",
        "c", 4]]}),
            act()), LEAVE,
        once(ev.CharacterLeft, character="a", cause="walked_off"), player("a", left=True), asked("declare", "b")),
    played("HAC-RANGE-11 HAC-END-03", "the last one of a side", acting(scene=EXTREME), LEAVE,
        once(ev.SkirmishEnded, termination="one_side_left"), once(ev.ResultRecorded, winner="boar")),
])  # fmt: skip
def test_movement(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    played("HAC-MOVE-06", "drawing costs an Action", acting(a(8, weapons=[{"name": "tanto", "skill": "Tantojutsu",
        "ready": False}])),
        simply("draw", weapon="tanto"), once(ev.SimpleActionDone, character="a", what="draw", weapon="tanto"),
        dice_of("a", 8, state="spent"), weapon("tanto", ready=True)),
    played("HAC-MOVE-06", "sheathing", acting(), simply("sheathe", weapon="katana"),
        weapon("katana", ready=False)),
    played("HAC-MOVE-06", "dropping prone", acting(), simply("drop_prone"),
        once(ev.ConditionSet, character="a", condition="prone"), player("a", moved=False)),
    played("HAC-MOVE-06 HAC-ATK-13", "reloading a heavy weapon",
        acting(a(8, weapons=[{**CROSSBOW, "loaded": False}])), simply("reload", weapon="teppo"),
        weapon("teppo", loaded=True)),
    played("HAC-MOVE-06 HAC-Q-61", "taking the cover nearby", acting(a(8, nearby_cover="substantial")),
        simply("take_cover"), once(ev.CoverChanged, character="a", cover="substantial", nearby_cover="substantial")),
    played("HAC-MOVE-06", "something else", acting(), simply("ofuda", text="of fire"),
        once(ev.SimpleActionDone, what="ofuda", text="of fire")),
    # the move ends the old cover; the simple action comes after it
    played("HAC-MOVE-06 HAC-Q-39 HAC-Q-60", "one is free with a move",
        acting(a(8, cover="slight", nearby_cover="slight"), LONG), move(simple=with_it("take_cover")), apart("a", "b",
        1),
        each(ev.CoverChanged, cover=["none", "slight"]), dice_of("a", 8, state="spent")),
    played("HAC-Q-39", "with standing up", acting(a(8, **PRONE)), {**STAND, "simple": with_it("sheathe",
        weapon="katana")},
        condition("a"), once(ev.SimpleActionDone, what="sheathe")),
    played("HAC-Q-39", "with climbing", acting(scene={**NEAR, "max_height": 1}), {**UP,
        "simple": with_it("drop_prone")},
        player("a", height=1), condition("a", "prone")),
    played("HAC-MOVE-07 HAC-Q-40", "minor things cost nothing, and need no question",
        moment(8, a(8), b(8)), order("minor_action", text="“Come!”"), order("minor_action", text="“Coward!”"),
        each(ev.MinorActionDone, text=["“Come!”", "“Coward!”"]), dice_of("a", 8), asked("declare", "a", "b")),
])  # fmt: skip
def test_simple_and_minor_actions(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    illegal("HAC-MOVE-01 HAC-Q-33 HAC-ILL-18", "a second move", acting(a(8, moved=True)), move(), "already_moved"),
    illegal("HAC-MOVE-02 HAC-ILL-18", "a crawl after it", acting(a(8, moved=True, **PRONE)), move(), "already_moved"),
    illegal("HAC-RANGE-11 HAC-ILL-18", "walking off after it", acting(a(8, moved=True), EXTREME), LEAVE,
        "already_moved"),
    illegal("HAC-MOVE-12 HAC-Q-65 HAC-ILL-19", "in a partial hold",
        acting(a(8, **HELD), {"ranges": [["a", "b", 0]], "max_height": 1}), [move(direction="away"), UP], "held_fast",
        simply("sheathe", weapon="katana")),
    illegal("HAC-MOVE-12 HAC-GRAP-04 HAC-ILL-19", "in a full hold", acting(a(8, **CAUGHT), {"ranges": [["a", "b", 0]]}),
        [move(direction="away"), simply("drop_prone"), attack()], "held_fast"),
    illegal("HAC-MOVE-06 HAC-Q-39 HAC-ILL-21", "two simple actions", acting(),
        move(simple=with_it("drop_prone") + with_it("ofuda")), "too_many_simple_actions"),
    illegal("HAC-MOVE-12 HAC-ILL-22", "Down", moment(8, a(8, wounds=5), b(8), fighter("c", "crane", 3)), move(),
        "cannot_act"),
    illegal("HAC-MOVE-12 HAC-ILL-22", "unconscious",
        moment(8, a(8, conditions=["unconscious"]), b(8), fighter("c", "crane", 3)), UP, "cannot_act"),
    illegal("HAC-MOVE-04 HAC-Q-35 HAC-ILL-25", "above the highest level", acting(), UP, "no_height"),
    illegal("HAC-MOVE-05 HAC-ILL-25", "below the ground", acting(a(8, height=1)), order("climb", levels=-2),
        "no_height"),
    illegal("HAC-MOVE-04", "two levels up", acting(scene={**NEAR, "max_height": 2}), order("climb", levels=2),
        "too_far",
        field="levels"),
    illegal("HAC-MOVE-03 HAC-ILL-50", "standing already", acting(), STAND, "nothing_to_do"),
    illegal("HAC-MOVE-06 HAC-ILL-50", "it needs not be done", acting(a(8, **PRONE)), [
        simply("draw", weapon="katana"), simply("reload", weapon="katana"), simply("drop_prone"), simply("take_cover"),
        order("climb", levels=0), {**STAND, "simple": with_it("draw", weapon="katana")}], "nothing_to_do"),
    illegal("HAC-ATK-13 HAC-ILL-50", "a loaded weapon", acting(a(8, weapons=[CROSSBOW])), simply("reload",
        weapon="teppo"),
        "nothing_to_do"),
    illegal("HAC-MOVE-06", "a weapon nobody has", acting(), [simply("draw", weapon="naginata"), simply("draw")],
        "unknown_weapon", field="weapon"),
    illegal("HAC-RANGE-07", "nearer than close", acting(scene={"ranges": [["a", "b", 0]]}), move(), "nothing_to_do"),
    illegal("HAC-RANGE-02", "farther than extreme", acting(scene=EXTREME), move(direction="away"), "nothing_to_do"),
    illegal("HAC-MOVE-01", "from nobody", acting(), [move(reference="a"), move(reference="moon")], "unknown_character",
        field="reference"),
    illegal("HAC-Q-32", "two increments on foot", acting(scene=LONG), [move(increments=2), move(increments=0)],
        "too_far",
        rule="HAC-Q-32"),
    illegal("HAC-Q-48", "two at a gallop without the house rule",
        acting(a(8, mounted=True, mount_gait="gallop"), LONG), move(increments=2), "too_far", rule="HAC-Q-48"),
    illegal("HAC-Q-32", "from far Range by the house rule",
        acting(scene={"ranges": [["a", "b", 3]]}, far_needs_conveyance="on"), move(), "too_far", field="reference"),
    illegal("HAC-RANGE-11", "enemies nearer than extreme", acting(scene={"ranges": [["a", "b", 3]]}), LEAVE,
        "enemies_too_near"),
])  # fmt: skip
def test_movement_that_is_refused(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # both at long Range: A comes to near, then B, who was judged at the start, to close
    played("HAC-SIM-03 HAC-SIM-05 HAC-MOVE-01", "both move at once", moment(8, a(8), b(8), scene=LONG), act("a"),
        act("b"), move("a", "b"), do(move("b", "a"), 9, 9, 9, 9), each(ev.RangeChanged, character=["a", "b"]),
        apart("a", "b", 0)),
    played("HAC-SIM-05", "an attack on who moves away", moment(8, a(8), b(8)), act("a"), act("b"),
        attack("a", "b"), do(move("b", "a", "away"), 5, 5, 5, 5, 5, 9, 9, 9, 9), last(ev.AttackHit, attacker="a"),
        apart("a", "b", 1), player("b", wounds=1)),
])  # fmt: skip
def test_moves_in_a_batch(case: Played) -> None:
    case.check()
