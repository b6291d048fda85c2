"""Moves, Sprints, Disengaging, contact, Charged shots, climbing and falling, leaving the board, teleporting.

A man has Finesse 5: 9 inches a Move, 4.5 a Sprint.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.state import Condition
from tests.rules.every_game.rows import (
    Played,
    count,
    do,
    each,
    first_asked,
    illegal,
    last,
    never,
    once,
    played,
    player,
    refused,
)
from tests.rules.istra.battles import Json, man, position, setup, wall
from tests.rules.istra.fights import engaged, first_of, happens, item, reacts, unloaded
from tests.rules.istra.skirmish import Skirmish, walk
from tests.rules.play import names

Point = Sequence[int]
FOE = man("b1", (4000, 4000))
BESIDE = man("b1", (1100, 1000))
PAIR = man("b1", (1400, 900)), man("b2", (1400, 1100))
CENTRES = {"measure": "centres"}
PASS_WINDOW: Json = {"type": "pass_window"}
DONE: Json = {"type": "end_activation", "model": "a1"}
CONTACT: Json = {"type": "react", "model": "a1", "option": "contact"}
CHARGED: Json = {"type": "react", "model": "b1", "option": "charged_shot"}
COMES = walk("move", "a1", (1400, 1000))


def acting(hero: Json | None = None, *foes: Json, house: Json | None = None, **fields: Any) -> Skirmish:
    """`a1` acts at (1000, 1000); `hero` changes it. One foe is far away unless foes are named."""
    one = {**man("a1", (1000, 1000)), **(hero or {})}
    return Skirmish(position([one], list(foes) or [FOE], active="a1", **fields), house)


def melee(*foes: Json, hero: Json | None = None, house: Json | None = None) -> Skirmish:
    """`a1` at (1000, 1000) is Engaged with the foes."""
    enemies = list(foes) or [BESIDE]
    return acting(hero, *enemies, house=house, engaged=[["a1", foe["id"]] for foe in enemies])


def archer(x: int = 1500, name: str = "b1", **fields: Any) -> Json:
    return man(name, (x, 1000), equipment=["bow"], active_weapon="bow", **fields)


def with_friend(hero: Json, *foes: Json, **fields: Any) -> Skirmish:
    """a1 acts, and a friend is far away."""
    return Skirmish(position([hero, man("a2", (3000, 1000))], list(foes) or [FOE], active="a1", **fields))


def rock(left: int, right: int, height: int = 300, **fields: Any) -> Json:
    return wall("rock", left, 900, right, 1100, height=height, **fields)


def moves(*path: Point, **fields: Any) -> Any:
    return do(walk("move", "a1", *path, **fields))


def sprints(*path: Point) -> Any:
    return do(walk("sprint", "a1", *path))


def disengages(die: int, x: int = 500, y: int = 1000) -> Any:
    return do(walk("disengage", "a1", (x, y)), die)


def too_far(kind: str, *path: Point) -> Any:
    return refused(walk(kind, "a1", *path), "move_too_far")


def actions(move: int, standard: int, model: str = "a1") -> Any:
    return player(model, move_action=move, standard_action=standard)


def moved(**fields: Any) -> Any:
    """The last movement; `end` is where it led."""
    end = fields.pop("end", None)

    def check(fight: Skirmish) -> None:
        last(ev.ModelMoved, **fields)(fight)
        way = [event for event in fight.events if isinstance(event, ev.ModelMoved)][-1]
        assert end in (None, way.path[-1])

    return check


def hinted(command: Json, code: str, says: str, not_said: str) -> Any:
    def check(fight: Skirmish) -> None:
        hint = fight.refuses(command, code).hint
        assert says in hint
        assert not_said not in hint

    return check


def last_event(name: str) -> Any:
    def check(fight: Skirmish) -> None:
        assert names(fight.events)[-1] == name

    return check


def farthest(fight: Skirmish, far: int) -> None:
    """From how far a Charged shot may be taken."""
    assert fight.asks()[0].options["farthest"] == far


def engaged_is_told(fight: Skirmish, *enemies: str) -> None:
    assert fight.asks()[0].options["engaged"] == list(enemies)


def stage(fight: Skirmish, name: str) -> None:
    assert fight.top.stage == name


def carries(fight: Skirmish, name: str) -> None:
    assert [thing.id for thing in fight.state.items if thing.carrier == "a1"] == [name]


def shot_first(far: int, *dice: int) -> Any:
    """b1 takes its Charged shot, which costs both its actions before anything else happens."""

    def step(fight: Skirmish) -> None:
        first = ["window_answered", "reaction_used", "action_spent", "action_spent"]
        assert names(fight.do({**CHARGED, "range": far}, dice))[:4] == first

    return step


@pytest.mark.parametrize("case", [
    played("IST-MOVE-01 IST-MOVE-02 IST-TURN-07 IST-TURN-08 IST-MOVE-15", "a Move and a Sprint", acting,
        happens(walk("move", "a1", (1900, 1000)), "action_spent model_moved"),
        moved(cost=900, allowance=900, moved=True), sprints((1900, 1450)), moved(kind="sprint", allowance=450),
        actions(0, 0)),
    *(
        played("IST-MOVE-01 IST-ARM-02 IST-Q-15", f"{name}: {far / 100} inches",
            lambda hero=hero, house=house: acting(hero, house=house), too_far("move", (1000 + far + 2, 1000)),
            moves((1000 + far, 1000)), moved(allowance=far))
        for name, hero, house, far in [
            ("Finesse 2", {"finesse": 2}, {}, 600),
            ("Finesse 2 by house rule", {"finesse": 2}, {"movement_finesse": "full"}, 900),
            ("heavy armour", {"equipment": ["heavy_armour"]}, {}, 700),
            ("heavy armour, Finesse 0", {"finesse": 0, "equipment": ["heavy_armour"]}, {}, 200),
        ]
    ),
    played("IST-Q-16", "by house rule half a Move is rounded down",
        lambda: acting(house={"half_move": "round_down"}), moves((1100, 1000)), too_far("sprint", (1540, 1000)),
        sprints((1500, 1000))),
    played("IST-MOVE-10 IST-Q-26 IST-MOVE-02", "over the edge it is gone",
        lambda: Skirmish(position([man("a1", (1000, 300)), man("a2", (2000, 2000))], [FOE], active="a1")),
        happens(walk("move", "a1", (1000, -100)), "action_spent model_moved left_board activation_ended"),
        moved(end=(1000, 0, 0)), player("a1", status="left_board", left_by="bottom")),
    played("IST-Q-11 IST-Q-17 IST-TURN-09", "having moved is of one activation, and an action of one turn",
        lambda: Skirmish(position([man("a1", (1000, 1000), moved=True, standard_action=2), man("a2", (1000, 3000))],
            [FOE], nominations=["b1", "a2"], turn=2)),
        do({"type": "nominate", "model": "a1"}), refused(walk("sprint", "a1", (1100, 1000)), "sprint_needs_move"),
        moves((1100, 1000)), sprints((1200, 1000)), sprints((1300, 1000)),
        refused(walk("sprint", "a1", (1400, 1000)), "no_standard_action"), do(DONE), actions(1, 1)),
])  # fmt: skip
def test_it_works(case: Played) -> None:
    case.check()


CRATE = wall("crate", 1200, 900, 1400, 1100, height=200, standable=False)


@pytest.mark.parametrize("case", [
    played("IST-Q-132 IST-ILL-08 IST-ILL-09 IST-ILL-10 IST-ILL-11 IST-ILL-13 IST-ILL-16 IST-Q-17",
        "in the order of the catalogue", lambda: acting(terrain=[rock(1200, 1300, climbable=False)]),
        *(refused(walk(kind, model, *path), code) for kind, model, path, code in [
            ("move", "b1", [(1100, 1000)], "not_active_model"),
            ("sprint", "a1", [(1100, 1000)], "sprint_needs_move"),
            ("disengage", "a1", [(1100, 1000)], "not_engaged"),
            ("move", "a1", [(1400, 1000)], "path_blocked"),
            ("move", "a1", [(1000, 1902)], "move_too_far"),
            ("move", "a1", [], "path_blocked"),
        ]), moves((1000, 1100)), refused(walk("move", "a1", (1000, 9000)), "no_move_action"), sprints((1000, 1200)),
        refused(walk("sprint", "a1", (1000, 1300)), "no_standard_action")),
    # the hint told of jumping down
    *(
        played("IST-Q-128 IST-ILL-13", f"a top that cannot be stood on: {name}", lambda: acting(terrain=[CRATE]),
            hinted(walk("move", "a1", *way), "path_blocked", says, "jump"))
        for name, way, says in [
            ("up", [(1200, 1000), (1200, 1000, 200)], "a piece that can be stood on"),
            ("up to no top at all", [(1200, 1000), (1200, 1000, 100)], "a piece that can be stood on"),
            ("through", [(1300, 1000)], "and stood on"),
        ]
    ),
    *(
        played("IST-ILL-37 IST-DICE-01", f"a die that shows {face}", melee,
            lambda fight, face=face: fight.refuses(walk("disengage", "a1", (500, 1000)), "bad_die", dice=[face]))
        for face in (0, 21)
    ),
    played("IST-ILL-07", "a reaction that nobody asked for", lambda: acting({}, archer()),
        *(refused(command, "no_such_window") for command in (
            {**CHARGED, "range": 100},
            {"type": "react", "model": "b1", "option": "first_strike"},
            {**CONTACT, "target": "b1"},
            {"type": "flee_path", "model": "a1"},
        )), do(COMES), refused({"type": "react", "model": "b1", "option": "first_strike"}, "no_such_window"),
        refused({"type": "pass_window", "model": "a1"}, "no_such_window"),
        *(refused({"type": kind, "model": "a1", **fields}, "window_open") for kind, fields in [
            ("nominate", {}),
            ("deploy", {"pos": [1, 1]}),
            ("skill_check", {"skill": "swim"}),
            ("teleport", {"pos": [1, 1]}),
        ])),
])  # fmt: skip
def test_it_refuses(case: Played) -> None:
    case.check()


TERRACES = [wall("rock", 1200, 900, 1500, 1100), wall("step", 1500, 900, 1800, 1100, height=400)]
UP = walk("sprint", "a1", (1500, 1000, 300), (1500, 1000, 400), (1600, 1000, 400))
JUMP = walk("move", "a1", (1100, 1000, 400), (1100, 1000, 0), (1200, 1000, 0), jumps=[1])


@pytest.mark.parametrize("case", [
    # 3 inches along, 3 up
    played("IST-MOVE-03 IST-MOVE-04 IST-Q-18 IST-Q-19 IST-ILL-12", "who climbs pays and is open to a First strike",
        lambda: acting(terrain=[rock(1200, 1500), wall("tower", 1000, 1200, 1100, 1300, height=400)]),
        refused(walk("move", "a1", (1050, 1200, 0), (1050, 1200, 400)), "climb_too_high"), moves((1300, 1000)),
        moved(cost=600), once(ev.ModelClimbed, climbed=300),
        player("a1", conditions=(Condition("climbed", amount=300),), pos=(1300, 1000, 300))),
    played("IST-Q-19", "3 inches are all of an action", lambda: acting(terrain=TERRACES), moves((1450, 1000)), do(UP)),
    played("IST-Q-19", "by house rule 3 inches are all of a turn",
        lambda: acting(house={"climb_limit": "per_turn"}, terrain=TERRACES), moves((1450, 1000)),
        refused(UP, "climb_too_high", hint='It climbs 1"; 0" may be climbed. Go round.',
            message="No more than 3 inches may be climbed in one turn.")),
    *(
        played("IST-MOVE-11 IST-MOVE-12 IST-Q-20 IST-Q-27", f"a jump of {height / 100} inches costs {damage} {house}",
            lambda height=height, house=house: acting({"pos": [1000, 1000, height]}, house=house,
                terrain=[rock(900, 1100, height)]),
            moves((1100, 1000, height), (1100, 1000, 0), (1200, 1000, 0), jumps=[1]),
            once(ev.ModelFell, height=height, damage=damage),
            player("a1", health=20 - damage, pos=(1200, 1000, 0), power=5))
        for height, house, damage in [(300, {}, 0), (350, {}, 5), (400, {}, 6), (500, {"fall_damage": "excess"}, 3)]
    ),
    played("IST-MOVE-12 IST-DMG-01", "who dies of a fall goes no farther",
        lambda: with_friend(man("a1", (1000, 1000, 400), health=6), terrain=[rock(900, 1100, 400)]),
        happens(JUMP, "action_spent model_moved model_fell health_changed model_out activation_ended")),
])  # fmt: skip
def test_climbing_and_falling(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    played("IST-MOVE-05 IST-Q-21", "within an inch of an enemy it is shifted into contact",
        lambda: acting({}, man("b1", (1500, 1000))), happens(COMES, "action_spent model_moved model_moved engaged"),
        each(ev.ModelMoved, kind=["move", "snap"], cost=[300, 0], moved=[True, True],
            path=[((1000, 1000, 0), (1300, 1000, 0)), ((1300, 1000, 0), (1400, 1000, 0))]), engaged(("a1", "b1")),
        refused(walk("sprint", "a1", (1000, 1000)), "must_disengage")),
    played("IST-D-14 IST-Q-22", "between equally near enemies the mover chooses", lambda: acting({}, *PAIR),
        moves((1500, 1000)),
        first_asked(seat="s1", kind="contact", rule="IST-D-14", options={"targets": ["b1", "b2"]}),
        refused(DONE, "window_open"), refused({**CONTACT, "target": "a1"}, "no_such_window"),
        do({**CONTACT, "target": "b2"}), engaged(("a1", "b1"), ("a1", "b2"))),
    played("IST-D-14", "passed, the choice falls on the lowest ID", lambda: acting({}, *PAIR), moves((1500, 1000)),
        do(PASS_WINDOW), first_of(ev.Engaged, enemy="b1")),
    # centres an inch apart are bases that touch
    played("IST-Q-03 IST-MOVE-05 IST-Q-21", "by house rule it goes by the centres",
        lambda: acting({}, man("b1", (1500, 1000)), house=CENTRES), too_far("move", (1398, 1000), (1398, 1903)),
        happens(walk("move", "a1", (1600, 1000)), "action_spent model_moved engaged"), moved(end=(1400, 1000, 0))),
    # narrow ones stop farther out and are shifted the rest
    played("IST-Q-03 IST-MOVE-05 IST-Q-21", "by house rule narrow bases are shifted",
        lambda: acting({"radius": 20}, man("b1", (1500, 1000), radius=30), house=CENTRES), moves((1600, 1000)),
        each(ev.ModelMoved,
            path=[((1000, 1000, 0), (1400, 1000, 0)), ((1400, 1000, 0), (1450, 1000, 0))])),
    played("IST-Q-03 IST-MOVE-05", "by house rule wide bases engage in contact",
        lambda: acting({"radius": 100}, man("b1", (1500, 1000), radius=100), house=CENTRES), moves((1600, 1000)),
        player("a1", pos=(1300, 1000, 0)), engaged(("a1", "b1"))),
    played("IST-Q-03 IST-Q-23", "by house rule an inch between bases is free",
        lambda: acting({"pos": [1398, 1000]}, man("b1", (1500, 1000)), house=CENTRES), moves((1398, 900)), engaged()),
    played("IST-Q-03 IST-SETUP-06", "by house rule so it is in deployment",
        lambda: Skirmish.begun(setup([man("a1")], [man("b1", (1000, 700))]), CENTRES, dice=[9, 2]),
        refused({"type": "deploy", "model": "a1", "pos": [1000, 600]}, "bad_deployment"),
        do({"type": "deploy", "model": "a1", "pos": [1000, 598]})),
])  # fmt: skip
def test_into_contact(case: Played) -> None:
    case.check()


BETWEEN = BESIDE, man("b2", (900, 1000))
ROGUE: Json = {"class": "expert", "talents": ["tumble"]}


@pytest.mark.parametrize("case", [
    played("IST-MOVE-06 IST-MOVE-07 IST-ILL-15", "an 11 breaks away", melee,
        refused(walk("move", "a1", (500, 1000)), "must_disengage"),
        happens(walk("disengage", "a1", (500, 1000)), "action_spent disengage_rolled disengaged model_moved", 11),
        once(ev.DisengageRolled, chance=(10, 20)), engaged(), player("a1", moved=True)),
    played("IST-MOVE-08 IST-Q-24 IST-MOVE-07", "a 10 costs the action", melee, disengages(10), engaged(("a1", "b1")),
        actions(0, 1), refused(walk("disengage", "a1", (900, 1000)), "sprint_needs_move")),
    played("IST-MOVE-08 IST-Q-24", "by house rule it costs the activation",
        lambda: melee(house={"failed_disengage": "activation"}), disengages(10), last_event("activation_ended")),
    # 11 − 1
    played("IST-MOVE-07 IST-Q-25", "more enemies make it harder", lambda: melee(*BETWEEN), disengages(11, 1000, 500),
        once(ev.DisengageRolled, total=10, success=False, mods=((-1, "More than one enemy", "IST-MOVE-07"),))),
    # 8 + 3
    played("IST-MOVE-07 IST-Q-25 IST-TAL-19", "who tumbles does not mind",
        lambda: melee(*BETWEEN, hero=ROGUE, house={"draft_talents": "on"}), disengages(8, 1000, 500),
        once(ev.DisengageRolled, total=11)),
    played("IST-Q-23", "who ends beside the enemy it left is Engaged again", melee,
        happens(walk("disengage", "a1", (960, 1000)),
            "action_spent disengage_rolled disengaged model_moved model_moved engaged", 15)),
])  # fmt: skip
def test_disengaging(case: Played) -> None:
    case.check()


def slip(field: str, value: Any, **fields: Any) -> Any:
    """The GM changes something of b1."""
    return do({"type": "gm_adjust", "field": field, "value": value, "model": "b1", "reason": "slip", **fields})


@pytest.mark.parametrize("case", [
    played("IST-REACT-01 IST-REACT-03 IST-D-04 IST-ILL-36 IST-ILL-06 IST-REACT-04", "an archer shoots at who comes",
        lambda: acting({}, archer()), do(COMES), last_event("window_opened"),
        first_asked(seat="s2", player="b1", window=True), lambda fight: farthest(fight, 400),
        refused(DONE, "window_open"), refused({**CHARGED, "range": 401}, "bad_range"), refused(CHARGED, "bad_range"),
        refused({**CHARGED, "model": "a1", "range": 100}, "no_such_window"),
        shot_first(400, 2, 3, 18), actions(0, 0, "b1"), do(DONE), player("b1", conditions=())),
    *(
        played("IST-REACT-02 IST-D-04", f"no window for who has {name}", lambda fields=fields: acting({},
            {**archer(), **fields}), do(COMES), never(ev.WindowOpened))
        for name, fields in [
            ("no Move action", {"move_action": 0}),
            ("no Standard action", {"standard_action": 0}),
            ("no weapon in hand", {"active_weapon": "unarmed"}),
        ]
    ),
    played("IST-REACT-02", "no window for who has acted",
        lambda: acting({}, {**archer(), "move_action": 1, "standard_action": 1}, nominations=["b1"]), do(COMES),
        never(ev.WindowOpened)),
    # the GM changed that while the window stood open
    *(
        played("IST-ILL-35 IST-REACT-02", f"it refuses a shot of who can shoot no more: {field}",
            lambda: acting({}, man("b1", (1500, 1000), equipment=["crossbow"]), gm=True), do(COMES),
            slip(field, value, **fields), refused({**CHARGED, "range": 100}, "reaction_not_available"))
        for field, value, fields in [
            ("move_action", 0, {}),
            ("standard_action", 0, {}),
            ("loaded", False, {"other": "crossbow"}),
        ]
    ),
    played("IST-D-04", "a window let pass costs nothing", lambda: acting({}, archer()), do(COMES),
        happens(PASS_WINDOW, "window_answered"), actions(1, 1, "b1"), refused(PASS_WINDOW, "no_such_window")),
    played("IST-REACT-06", "who is shot down acts no more",
        lambda: with_friend(man("a1", (1000, 1000), health=1), archer()), do(COMES),
        reacts("charged_shot", 3, 15, 2, model="b1", range=400), count(ev.ModelOut, 1), last_event("activation_ended"),
        lambda fight: stage(fight, "nomination")),
    played("IST-D-05 IST-REACT-10 IST-Q-125", "a window of an attack is asked with its options",
        lambda: melee(man("b1", (1100, 1000), equipment=["spear"], active_weapon="spear")),
        do({"type": "melee", "model": "a1", "target": "b1"}, by="s1"),
        first_asked(seat="s2", kind="first_strike", rule="IST-D-05", window=True,
            options={"options": ["first_strike"], "about": "a1"}, default={**PASS_WINDOW, "model": "b1"}),
        do({**PASS_WINDOW, "model": "b1"}, 10, 9), first_asked(kind="activation"),
        lambda fight: engaged_is_told(fight, "b1")),
])  # fmt: skip
def test_windows(case: Played) -> None:
    case.check()


STEPPE: Json = {"race": "steppe_elf"}


def teleport(x: int, y: int) -> Json:
    return {"type": "teleport", "model": "a1", "pos": [x, y]}


@pytest.mark.parametrize("case", [
    played("IST-RACE-19 IST-MOVE-09 IST-Q-17 IST-Q-65", "a steppe elf appears elsewhere without having moved",
        lambda: acting(STEPPE, BESIDE, archer(2000, "b2"), engaged=[["a1", "b1"]]),
        happens(teleport(1850, 1000),
            "action_spent race_ability_used disengaged model_teleported model_moved engaged"),
        engaged(("a1", "b2")), player("a1", moved=False)),
    illegal("IST-RACE-19 IST-Q-130 IST-ILL-30 IST-ILL-31", "too far, beside an enemy, behind a rock",
        lambda: acting(STEPPE, man("b1", (1800, 1000)), terrain=[wall("rock", 900, 1200, 1100, 1300)]),
        [teleport(1000, 2202), teleport(1800, 1050), teleport(1000, 1500)], "illegal_teleport"),
    illegal("IST-RACE-19 IST-ILL-30", "twice", lambda: acting(STEPPE | {"used": {"teleport": 1}}), teleport(1000, 1500),
        "illegal_teleport"),
    illegal("IST-RACE-19 IST-ILL-31", "a man", acting, teleport(1000, 1500), "ability_not_owned"),
])  # fmt: skip
def test_teleports(case: Played) -> None:
    case.check()


THINGS = [{"id": "gem", "pos": [1150, 1000, 0]}, {"id": "cup", "pos": [1152, 1000, 0]}]


def pick_up(name: str) -> Json:
    return {"type": "pick_up", "model": "a1", "item": name}


def switch(weapon: str) -> Json:
    return {"type": "switch_weapon", "model": "a1", "weapon": weapon}


def load(action: str | None = None) -> Json:
    return {"type": "load", "model": "a1", **({"action": action} if action else {})}


def shooter(weapon: str, progress: int = 0, turn: int = 1, **fields: Any) -> Json:
    unready = {"weapon": weapon, "progress": progress, "turn": turn}
    return {"equipment": [weapon], "active_weapon": weapon, "unloaded": [unready], **fields}


@pytest.mark.parametrize("case", [
    played("IST-MOVE-13 IST-TURN-08 IST-Q-28 IST-ILL-17", "what lies within an inch", lambda: acting(items=THINGS),
        refused(pick_up("cup"), "item_too_far"), refused(pick_up("moon"), "unknown_item"), do(pick_up("gem")),
        lambda fight: carries(fight, "gem"), actions(0, 1)),
    illegal("IST-MOVE-13 IST-Q-28", "by house rule in contact alone",
        lambda: acting(items=THINGS, house={"pick_up": "contact"}), pick_up("gem"), "item_too_far"),
    *(
        played("IST-MOVE-13 IST-Q-28", f"by house rule in contact, measured by {measure}",
            lambda measure=measure: acting(items=[{"id": "gem", "pos": [1051, 1000, 0]}],
                house={"pick_up": "contact", "measure": measure}), do(pick_up("gem")), item(carrier="a1"))
        for measure in ("edges", "centres")
    ),
    played("IST-MOVE-14 IST-TURN-08 IST-ILL-18", "a weapon it carries",
        lambda: acting({"equipment": ["dagger", "bow"]}), refused(switch("dagger"), "weapon_not_carried"),
        refused(switch("rifle"), "weapon_not_carried"), do(switch("bow")), player("a1", active_weapon="bow"),
        actions(0, 1)),
    *(
        played("IST-WPN-09 IST-Q-55 IST-ILL-23", f"a crossbow is loaded with an action: {action}",
            lambda: acting(shooter("crossbow")), do({**load(), "action": action}), actions(*left), unloaded("a1"),
            refused(load(), "cannot_load"))
        for action, left in ((None, (0, 1)), ("move", (0, 1)), ("standard", (1, 0)))
    ),
    played("IST-WPN-10 IST-Q-56 IST-ILL-23", "black powder takes two turns", lambda: acting(shooter("rifle"), turn=2),
        refused(load("move"), "cannot_load"), happens(load(), "action_spent reload_advanced")),
    illegal("IST-WPN-10 IST-ILL-23", "not both in one", lambda: acting(shooter("rifle", 1, 2, standard_action=1),
        turn=2), load(), "cannot_load"),
    played("IST-WPN-10 IST-Q-56", "then it is loaded", lambda: acting(shooter("rifle", 1, 2), turn=4),
        happens(load(), "action_spent weapon_loaded")),
    illegal("IST-Q-56 IST-ILL-23", "by house rule it loads by itself",
        lambda: acting(shooter("rifle"), house={"black_powder": "passive"}), load(), "cannot_load"),
])  # fmt: skip
def test_handling_things(case: Played) -> None:
    case.check()
