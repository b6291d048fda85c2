"""Morale, flight, ongoing damage, skill checks: what an activation starts and ends with. A man has Will 5."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.state import Condition
from tests.rules.every_game.rows import Played, do, each, first_asked, last, needs, never, once, played, player, refused
from tests.rules.istra.battles import Json, man, position, wall
from tests.rules.istra.fights import conditions, engaged, happens
from tests.rules.istra.skirmish import Skirmish

LOW: Json = {"health_max": 10, "health": 4}
"""Four left of ten: the target number is 16, and with Will 5 an 11 stands."""
NOMINATE: Json = {"type": "nominate", "model": "a1"}
END: Json = {"type": "end_activation", "model": "a1"}
FLEE: Json = {"type": "flee_path", "model": "a1"}
PASS_WINDOW: Json = {"type": "pass_window"}
FRIEND = man("a2", (3000, 1000))
LEADER = man("a2", (1700, 1000), leader=True, will_max=8)
NEXT_TO = man("b1", (1100, 1000))
MIDDLE = {"pos": [2000, 2400]}
SPENT = {"move_action": 0, "standard_action": 0}
ROCK = wall("rock", 900, 500, 1100, 600, height=500)


def shaken(hero: Json | None = None, *foes: Json, house: Json | None = None, **fields: Any) -> Skirmish:
    """`a1` at (1000, 1000) has four health left and is to be nominated."""
    one = {**man("a1", (1000, 1000)), **LOW, **(hero or {})}
    others = fields.pop("others", [])
    return Skirmish(position([one, *others], list(foes) or [man("b1", (4000, 4000))], turn=2, **fields), house)


def barred(house: Json | None = None, **fields: Any) -> Skirmish:
    """An enemy stands in the straight way to the edge."""
    return shaken({}, man("b1", (1000, 700)), others=[FRIEND], house=house, **fields)


def beside(**house: str) -> Skirmish:
    """`a1`, by the left edge, is in melee."""
    return shaken({"pos": [1000, 2400]}, man("b1", (1100, 2400)), engaged=[["a1", "b1"]], house=house, others=[FRIEND])


def cornered(**house: str) -> Skirmish:
    """`a1` is in melee with `b1` to its right, base to base; a rock bars the straight way to the edge, 8 inches off.

    b2 is 2.8 inches off.
    """
    foes = [man("b1", (1100, 800)), man("b2", (1000, 1180))]
    return shaken({"pos": [1000, 800]}, *foes, engaged=[["a1", "b1"]], terrain=[ROCK], others=[FRIEND], house=house)


def nominated(*dice: int) -> Any:
    return do(NOMINATE, *dice)


def rolled(**fields: Any) -> Any:
    return last(ev.MoraleRolled, **fields)


def flees(**fields: Any) -> Any:
    return once(ev.FleeStarted, **fields)


def stage(fight: Skirmish, name: str) -> None:
    assert fight.top.stage == name


@pytest.mark.parametrize("case", [
    played("IST-MOR-01 IST-MOR-03 IST-Q-73 IST-DICE-02", "it works", shaken, nominated(11),
        rolled(target=16, total=16, chance=(10, 20), mods=((5, "Will", "IST-MOR-01"),)),
        lambda fight: stage(fight, "act")),
    played("IST-MOR-01 IST-Q-73", "five left is enough", lambda: shaken({"health": 5}), nominated(),
        never(ev.MoraleRolled)),
    played("IST-MOR-01 IST-Q-73", "all health lost counts", lambda: shaken({"health_max": 20}),
        needs(NOMINATE, target=26, chance=(0, 20))),
    played("IST-Q-73", "by house rule what is below the threshold",
        lambda: shaken({"health_max": 20, "health": 3}, house={"morale_tn": "below_threshold"}),
        needs(NOMINATE, target=11)),
    played("IST-MOR-01 IST-MOR-03", "it checks in each of its activations", shaken, nominated(11), do(END),
        do({**NOMINATE, "model": "b1"}), do({**END, "model": "b1"}), nominated(11),
        each(ev.MoraleRolled, success=[True, True])),
    played("IST-MOR-02 IST-Q-74", "a leader near by lends its Will", lambda: shaken(others=[LEADER]), nominated(8),
        rolled(will=8, leader="a2", mods=((8, "Leader's Will", "IST-MOR-02"),))),
    played("IST-MOR-02 IST-Q-74", "it lends what is left of it",
        lambda: shaken(others=[{**LEADER, "will_max": 9, "will": 6}]), nominated(10), rolled(will=6)),
    *(
        played("IST-MOR-02 IST-Q-74 IST-Q-03", f"{name} lends none",
            lambda fields=fields, house=house: shaken(others=[{**LEADER, **fields}], house=house), nominated(11),
            rolled(leader=""))
        for name, fields, house in [
            ("who is far", {"pos": [1702, 1000]}, {}),
            ("who is far by its centre", {}, {"measure": "centres"}),
            ("who has no more", {"will_max": 5}, {}),
            ("who leads nobody", {"leader": False}, {}),
        ]
    ),
    played("IST-MOR-02 IST-Q-74", "a leader goes by its own",
        lambda: shaken({"leader": True, "will": 3}, others=[man("a2", (1200, 1000), will_max=9)]), nominated(13),
        rolled(will=3)),
    played("IST-MOR-02 IST-Q-74", "an enemy lends none",
        lambda: shaken({}, man("b1", (1300, 1000), leader=True, will_max=9)), nominated(11), rolled(leader="")),
])  # fmt: skip
def test_morale(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    played("IST-MOR-04 IST-MOR-05 IST-Q-75", "who fails flees and its activation ends", lambda: shaken(MIDDLE),
        happens(NOMINATE, "model_nominated activation_started morale_rolled flee_started action_spent action_spent"
            " model_moved activation_ended", 10),
        flees(edge="left", distance=1350), player("a1", pos=(650, 2400, 0))),
    played("IST-MOR-04 IST-TURN-10", "with the actions it has", lambda: shaken(MIDDLE | {"standard_action": 0}),
        nominated(10), flees(distance=900)),
    played("IST-MOR-04 IST-TURN-10", "without one it stays", lambda: shaken(MIDDLE | SPENT), nominated(10),
        player("a1", pos=(2000, 2400, 0))),
    played("IST-MOR-04 IST-Q-76", "and breaks away from nobody",
        lambda: shaken(SPENT, NEXT_TO, engaged=[["a1", "b1"]]), nominated(10), never(ev.DisengageRolled)),
    played("IST-Q-77 IST-MOVE-10", "over the edge it is gone", lambda: shaken(others=[FRIEND]), nominated(1),
        player("a1", status="left_board", left_by="bottom", conditions=(Condition("fled", lasts="battle"),))),
    played("IST-Q-77", "by house rule it stops there", lambda: shaken(house={"flee_edge": "stops"}), nominated(1),
        player("a1", pos=(1000, 0, 0))),
    *(
        played("IST-MOR-04 IST-Q-77", f"13.5 inches from {y / 100} lead to {at}",
            lambda y=y: shaken({"pos": [2400, y]}, others=[man("a2", (3000, 3000))]), nominated(1),
            player("a1", status=status, pos=at))
        for y, status, at in ((1350, "left_board", None), (1360, "on_board", (2400, 10, 0)))
    ),
    *(
        played("IST-Q-75", f"of equally near edges the {edge} one comes first: {pos}",
            lambda pos=pos: shaken({"pos": pos}, man("b1", (2400, 3000)), others=[man("a2", (3000, 300))]),
            nominated(1), flees(edge=edge))
        for pos, edge in [
            ([1000, 1000], "bottom"), ([1000, 3800], "top"), ([3800, 3800], "top"), ([2400, 2400], "bottom"),
        ]
    ),
    *(
        played("IST-Q-75 IST-D-13", f"an enemy {(x - 2100) / 100} inches off the way, base to base: {asked}",
            lambda x=x: shaken({"pos": [2000, 1000]}, man("b1", (x, 500)), others=[man("a2", (3000, 3000))]),
            nominated(1), first_asked(kind=asked))
        for x, asked in ((2200, "flee_path"), (2202, "nominate"))
    ),
    played("IST-Q-75 IST-Q-77", "terrain bars it", lambda: shaken(terrain=[ROCK]), nominated(1),
        first_asked(kind="flee_path"), never(ev.ModelMoved)),
    played("IST-D-13 IST-Q-75 IST-ILL-14", "where the straight way is unsafe its owner says how", barred, nominated(1),
        first_asked(seat="s1", kind="flee_path", options={"distance": 1350, "edge": "bottom"}),
        *(refused({**FLEE, "waypoints": [way]}, "bad_flee_path") for way in ([1000, 100], [1300, 1300], [2600, 900])),
        refused({**FLEE, "model": "a2", "waypoints": [[600, 1000]]}, "not_active_model"),
        happens({**FLEE, "waypoints": [[600, 1000]]}, "model_moved activation_ended"),
        player("a1", pos=(600, 1000, 0))),
    *(
        played("IST-D-13 IST-Q-75", f"by house rule the GM says, and it may stay: {answer['type']}",
            lambda: barred({"flight_path": "gm"}, gm=True), nominated(1), first_asked(seat="gm"),
            happens(answer, "activation_ended"), player("a1", pos=(1000, 1000, 0)))
        for answer in (FLEE, PASS_WINDOW)
    ),
    played("IST-Q-76 IST-MOVE-07", "out of melee it has to break away first", beside, nominated(1, 10),
        player("a1", pos=(1000, 2400, 0)), engaged(("a1", "b1"))),
    played("IST-Q-76 IST-MOVE-07", "having broken away it flees", beside, nominated(1, 11),
        player("a1", status="left_board")),
    played("IST-Q-76", "by house rule it escapes", lambda: beside(flee_engaged="escape"), nominated(1),
        player("a1", status="left_board")),
    *(
        played("IST-Q-23 IST-Q-75 IST-Q-76 IST-D-13", f"who breaks away without a way is Engaged: {answer['type']}",
            cornered, nominated(1, 11), engaged(), happens(answer, "engaged activation_ended"),
            once(ev.Engaged, model="a1", enemy="b1", pos=(1000, 800, 0), enemy_pos=(1100, 800, 0)),
            engaged(("a1", "b1")), player("a1", pos=(1000, 800, 0)))
        for answer in (FLEE, PASS_WINDOW)
    ),
    played("IST-Q-23 IST-Q-76", "by house rule it escapes and is Engaged again all the same",
        lambda: cornered(flee_engaged="escape"), nominated(1), happens(PASS_WINDOW, "engaged activation_ended")),
    # 4 inches to the left, where the left edge is nearer and nobody stands
    played("IST-Q-23 IST-D-13", "who finds a way is Engaged no more", cornered, nominated(1, 11),
        do({**FLEE, "waypoints": [[600, 800]]}, by="s1"), never(ev.Engaged), engaged(),
        player("a1", pos=(600, 800, 0))),
])  # fmt: skip
def test_flight(case: Played) -> None:
    case.check()


def suffering(health: int = 20) -> Skirmish:
    pain = [{"name": "ongoing", "source": "b1", "amount": 3, "lasts": "save"}]
    one = man("a1", (1000, 1000), health=health, conditions=pain)
    return Skirmish(position([one, man("a2", (2000, 1000))], [man("b1", (4000, 4000))], active="a1"))


CHECK: Json = {"type": "skill_check", "model": "a1", "skill": "spot_hidden"}


@pytest.mark.parametrize("case", [
    played("IST-Q-94 IST-TAL-10", "abjuration ends before anything else",
        lambda: shaken({"conditions": [{"name": "abjured", "lasts": "next_activation"}]}),
        happens(NOMINATE, "model_nominated activation_started condition_removed morale_rolled", 11), conditions("a1")),
    played("IST-RACE-21 IST-Q-85", "ongoing damage ticks before its save", suffering,
        happens(END, "ongoing_ticked health_changed save_rolled activation_ended", 10),
        player("a1", health=17, power=5), conditions("a1", "ongoing")),
    played("IST-RACE-21 IST-Q-85", "a save of 11 ends it", suffering, do(END, 11), conditions("a1")),
    played("IST-RACE-21 IST-DMG-01", "who dies of it saves no more", lambda: suffering(2),
        happens(END, "ongoing_ticked health_changed model_out activation_ended"), once(ev.ModelOut, by="b1")),
    played("IST-SKILL-01 IST-SKILL-02 IST-Q-98", "a skill check is a plain die",
        lambda: Skirmish(position(active="a1", gm=True)), do(CHECK, 11, by="s1"),
        once(ev.SkillChecked, target=11, total=11, success=True, mods=()),
        needs({**CHECK, "difficulty": "easy"}, target=6), needs({**CHECK, "difficulty": "hard"}, target=16),
        refused({**CHECK, "modifier": 2}, "gm_only", by="s1"), refused({**CHECK, "skill": " "}, "bad_skill"),
        refused({**CHECK, "skill": "a\u202eb"}, "bad_skill"),
        needs({**CHECK, "modifier": 2}, mods=((2, "GM", "IST-Q-98"),))),
    played("IST-SKILL-01 IST-SKILL-02 IST-Q-98", "by house rule a named skill adds its stat",
        lambda: Skirmish(position(active="a1"), {"skills_add_stat": "on"}), do(CHECK, 6),
        once(ev.SkillChecked, total=11), player("a1", move_action=1, standard_action=1)),
])  # fmt: skip
def test_start_end_and_skills(case: Played) -> None:
    case.check()
