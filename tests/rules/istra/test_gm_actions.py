"""GM actions during a battle: sight that is given, every field corrected, conceding, ending the battle."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.state import WeaponLoad
from tests.rules.every_game.rows import (
    Played,
    case,
    do,
    illegal,
    last,
    never,
    once,
    played,
    player,
    refused,
    seat_asked,
    state,
)
from tests.rules.istra.battles import Json, man, position, setup, wall
from tests.rules.istra.fights import (
    SHOT,
    STRIKE,
    Fight,
    conditions,
    duel,
    engaged,
    found,
    item,
    reacts,
    shoots,
    sources,
    strikes,
    window,
)
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import names

BOW: Json = {"equipment": ["bow"]}
CLIMBED: Json = {"model": "a", "other": "climbed"}
NEAR = (2000, 1000)
NOBODY_ASKED = seat_asked("")
GEM = [{"id": "gem", "pos": [0, 0, 0]}]


def adjusts(field: str, value: Any, **fields: Any) -> Any:
    """The GM corrects something, and the log says so."""

    def step(fight: Fight) -> None:
        events = fight.do("gm_adjust", field=field, value=value, reason="a slip", **fields)
        said = found(events, ev.GmOverride)[0]
        assert (said.field, said.reason) == (field, "a slip")

    return step


def wrong(field: str, value: Any, at: str = "", **fields: Any) -> Any:
    """A correction is refused, because of a field of the command if `at` is one."""
    adjustment = {"type": "gm_adjust", "field": field, "value": value, "reason": "x", **fields}

    def check(fight: Fight) -> None:
        assert at in ("", fight.refuses(adjustment, "bad_adjustment").field)

    return check


def sight(reason: str, **fields: Any) -> Any:
    """What the GM says of a's sight of b."""
    return do({"type": "gm_sight", "attacker": "a", "target": "b", "reason": reason, **fields})


def walk(kind: str, x: int) -> Json:
    return {"type": kind, "model": "a", "path": [[x, 1000]]}


def facing(a: Json | None = None, *mine: Json, b: tuple[int, int] = (3000, 3000), **fields: Any) -> Fight:
    """a acts; b is far away from it."""
    return Fight([man("a", (1000, 1000)) | (a or {}), *mine], [man("b", b)], gm=True, **fields)


def shot_at_a_shield() -> Fight:
    """An archer has shot at b, who may block: it is before the dice."""
    archer = man("a", (1000, 1000), **BOW)
    fight = Fight([archer], [man("b", (2000, 1000), equipment=["one_handed", "shield"])], gm=True)
    fight.do("shoot", model="a", target="b")
    assert fight.asked() == ("shot_at", "b")
    return fight


def sight_kept(fight: Skirmish) -> None:
    assert fight.state.sight[0].los is True


@pytest.mark.parametrize("case", [
    # 20 − (9 + 5 − 1 − 5)
    played("IST-SIGHT-06 IST-D-15 IST-ADV-09", "it is given while somebody is asked before the dice", shot_at_a_shield,
        sight("a bush", cover=True), window("shot_at", "b"), do({"type": "pass_window"}, 9, 4, 2),
        sources(dis="IST-ADV-09"), player("b", health=12), state(sight=())),
    played("IST-SIGHT-06 IST-D-15", "a shot at who is not seen after all is lost", shot_at_a_shield,
        sight("smoke", los=False), do({"type": "pass_window"}), never(ev.RollMade), player("a", standard_action=0),
        player("b", health=20), state(sight=())),
    # a wall hides all, so that there is no cover to be computed either
    played("IST-SIGHT-06 IST-SIGHT-05 IST-ADV-09 IST-Q-06", "what is left out stays as computed; it holds once",
        lambda: facing({**BOW, "standard_action": 2}, b=NEAR, terrain=[wall("w", 1500, 900, 1600, 1100)]),
        refused(SHOT, "no_line_of_sight"), sight("a loophole", los=True), shoots(9, 2),
        once(ev.SightResolved, los=True, cover=False, source="gm"), refused(SHOT, "no_line_of_sight")),
    played("IST-REACT-05 IST-SIGHT-06", "a Charged shot minds no word of the GM",
        lambda: Fight([man("a", (1000, 1000))], [man("b", (1500, 1000), **BOW)], gm=True),
        sight("smoke", attacker="b", target="a", los=False, cover=True), do(walk("move", 1400)),
        reacts("charged_shot", 9, 3, 2, range=300), sources("IST-ADV-10")),
    *(
        illegal("IST-Q-06 IST-D-15", f"{code}: {name}",
            lambda: Fight([man("a", (1000, 1000))], [man("b", NEAR), man("c")], gm=True),
            {"type": "gm_sight", "attacker": "a", "target": "b", **fields}, code, **said)
        for code, name, fields, said in [
            ("model_not_in_play", "who is not there", {"target": "c", "los": True}, {}),
            ("unknown_model", "nobody", {"attacker": "x", "los": True}, {}),
            ("bad_sight", "nothing is said", {}, {}),
            ("bad_sight", "of oneself", {"target": "a", "cover": True}, {"field": "target"}),
        ]
    ),
    played("IST-SIGHT-06", "a position keeps it",
        lambda: Skirmish(position([man("a", (1000, 1000))], [man("b", (3000, 3000))], active="a", gm=True,
            sight=[{"attacker": "a", "target": "b", "los": True, "by": ["gm"]}])),
        sight_kept),
])  # fmt: skip
def test_sight(case: Played) -> None:
    case.check()


def goes_out(model: str, cause: str) -> Any:
    return last(ev.ModelOut, model=model, cause=cause)


def in_melee() -> Fight:
    """a acts beside b, with friends far off, and b has the relic."""
    relic = [{"id": "relic", "carrier": "b"}]
    return duel(None, None, [], [man("b2", (4000, 4000))], gm=True, items=relic)


def with_a_dead() -> Fight:
    dead = man("b", status="out", health=0, out_by="a", out_cause="health")
    return Fight([man("a", (1000, 1000))], [dead, man("c", (4000, 4000))], gm=True)


def used_up() -> Fight:
    elf = {"race": "steppe_elf", "used": {"teleport": 1, "fireball": 1}, "used_this_turn": {"ray_of_frost": 1}}
    return facing(elf | {"class": "magic_user", "level": 2, "spells": ["fireball", "ray_of_frost"]})


TELEPORT: Json = {"type": "teleport", "model": "a", "pos": [1500, 1000]}
DEPLOY: Json = {"type": "deploy", "model": "a1", "pos": [2400, 2400]}
LIFTED: Json = {"type": "gm_adjust", "field": "zone", "other": "s1", "value": False, "reason": "ambush"}


def deploying() -> Skirmish:
    return Skirmish.begun(setup([man("a1")], [man("b1")], gm=True), dice=[9, 2])


def between_two() -> Fight:
    """Two enemies equally near: it is to be said who is met."""
    fight = Fight([man("a", (1000, 1000))], [man("b", (1300, 1100)), man("c", (1300, 900))], gm=True)
    fight.do(walk("move", 1300))
    return fight


def where_b_stops(fight: Fight) -> None:
    wrong("pos", list(fight["a"].pos or ()), model="b")(fight)


def activation_ended(fight: Fight) -> None:
    assert "activation_ended" in names(fight.events)


@pytest.mark.parametrize("case", [
    played("IST-Q-95 IST-DMG-01 IST-Q-28 IST-Q-127", "no Health or Core Stats left: the model is out",
        lambda: duel({"finesse": 0, "will": 0}, None, [man("a2", (3000, 3000))], [man("b2", (4000, 4000))], gm=True),
        adjusts("health", 0, model="b"), goes_out("b", "health"), player("b", status="out"), engaged(),
        adjusts("power", 0, model="a"), goes_out("a", "core"), activation_ended),
    played("IST-Q-95 IST-Q-28 IST-END-01", "who is taken out drops what it carried and may come back", in_melee,
        adjusts("status", "out", model="b"), goes_out("b", "gm"), item(carrier="", pos=(1100, 1000, 0)),
        player("b", out_cause="gm", health=20, standard_action=0), adjusts("pos", [1200, 1000, 0], model="b"),
        player("b", status="on_board", out_cause=""), engaged()),
    played("IST-Q-95", "who has no Health is not put back before it has", with_a_dead,
        wrong("pos", [2000, 2000, 0], model="b"), adjusts("health", 5, model="b"),
        adjusts("pos", [2000, 2000, 0], model="b"), player("b", health=5, out_by="", status="on_board")),
    played("IST-Q-95 IST-Q-128", "a place without a height is on what stands there",
        lambda: facing(terrain=[wall("tower", 1900, 900, 2100, 1100)]), adjusts("pos", [2000, 1000], model="a"),
        player("a", pos=(2000, 1000, 300)),
        *(wrong("pos", place, model="a") for place in
          ([2000, 1000, 0], [2000, 1000, 400], [5000, 0], [3000, 3000]))),
    played("IST-Q-95 IST-TURN-07 IST-Q-17", "actions and having moved are given and taken", facing,
        refused(walk("sprint", 1100), "sprint_needs_move"), adjusts("moved", True, model="a"), do(walk("sprint", 1100)),
        adjusts("standard_action", 1, model="a"), do(walk("sprint", 1200)), adjusts("move_action", 0, model="a"),
        refused(walk("move", 1300), "no_move_action"), wrong("move_action", 2, model="a")),
    # 60 − (9 + 8 − 3); cruelty is as strong as the level
    played("IST-Q-95 IST-MELEE-05 IST-RACE-20", "stats, armour and level count from then on",
        lambda: duel({"race": "dark_elf", "standard_action": 2}, {"health_max": 60, "health": 60}, gm=True),
        wrong("power", 8, model="a"), adjusts("power_max", 8, model="a"), adjusts("power", 8, model="a"),
        adjusts("level", 4, model="a"), adjusts("armour_base", 3, model="b"), strikes(9, 2), player("b", health=46),
        reacts("cruel", model="a"), lambda fight: condition(fight, "b", amount=4)),
    played("IST-Q-95 IST-ADV-07", "so does size", lambda: facing(BOW, b=NEAR), adjusts("large", True, model="b"),
        shoots(9, 3, 2), sources("IST-ADV-07")),
    # be it in this battle or, by house rule, in an earlier one
    played("IST-Q-95 IST-RACE-19 IST-CAST-12 IST-Q-72", "uses are given back", used_up,
        refused(TELEPORT, "illegal_teleport", message="a has already teleported."),
        adjusts("used", 0, model="a", other="teleport"), do(TELEPORT),
        adjusts("used_this_turn", 0, model="a", other="ray_of_frost"),
        do({"type": "cast", "model": "a", "spell": "ray_of_frost", "direction": [1, 0]})),
    played("IST-Q-95 IST-Q-54 IST-MOVE-14", "weapons are loaded, unloaded and put in hand",
        lambda: facing({"equipment": ["dagger", "rifle"], "active_weapon": "dagger"}, b=NEAR),
        adjusts("active_weapon", "rifle", model="a"), adjusts("loaded", False, model="a", other="rifle"),
        player("a", unloaded=(WeaponLoad("rifle"),)), refused(SHOT, "not_loaded"),
        adjusts("loaded", True, model="a", other="rifle"), shoots(2, 12, 11), player("a", move_action=1)),
    # who is said to have climbed is struck first
    played("IST-Q-95 IST-REACT-12 IST-MOVE-04", "conditions are given and ended", lambda: duel(gm=True),
        adjusts("condition", True, **CLIMBED), strikes(), window("first_strike", "b"),
        adjusts("condition", False, **CLIMBED), conditions("a"),
        wrong("condition", 1, model="a", other="challenged"), wrong("condition", False, **CLIMBED)),
    played("IST-Q-95 IST-MOVE-05 IST-Q-22", "models are put into melee and out of it", lambda: facing(b=(1200, 1000)),
        adjusts("engaged", True, model="a", other="b"), refused(walk("move", 900), "must_disengage"),
        adjusts("engaged", False, model="a", other="b"), refused(STRIKE, "not_in_contact")),
    played("IST-Q-95 IST-MOVE-05", "a movement is over when its model is put elsewhere", between_two,
        seat_asked("contact", "s1"), wrong("pos", [1300, 1050, 0], model="a"), where_b_stops,
        adjusts("pos", [1000, 2000, 0], model="a"), seat_asked("activation", "s1"), engaged()),
    played("IST-Q-95 IST-TURN-03", "owner, leader and nominator are named",
        lambda: facing(None, man("a2", (1000, 2000))), adjusts("owner", "s2", model="a2"),
        adjusts("leader", True, model="a"), wrong("leader", True, model="a2"), wrong("owner", "s5", model="a"),
        do({"type": "end_activation", "model": "a"}), adjusts("nominator", "s2"),
        do({"type": "nominate", "model": "a2"}, by="s2"), seat_asked("activation", "s2")),
    played("IST-Q-95 IST-Q-28 IST-MOVE-13", "things are given and laid down", lambda: facing(items=GEM),
        adjusts("item", None, model="b", other="gem"), item(carrier="b"),
        refused({"type": "pick_up", "model": "a", "item": "gem"}, "item_too_far"),
        *(wrong("item", place, other="gem") for place in ([1100, 1000, 20_000], [9000, 1000], "here")),
        adjusts("item", [1100, 1000], other="gem"), item(pos=(1100, 1000, 0)),
        do({"type": "pick_up", "model": "a", "item": "gem"}), item(carrier="a")),
    played("IST-Q-95 IST-Q-08 IST-SETUP-06", "a zone is lifted", deploying, refused(DEPLOY, "bad_deployment"),
        do(LIFTED), refused(LIFTED, "bad_adjustment"), do(DEPLOY), player("a1", pos=(2400, 2400, 0))),
    played("IST-Q-95 IST-Q-99", "a turn limit is set and lifted",
        lambda: facing(nominations=["b"], turn=2, turn_limit=2), adjusts("turn_limit", None), adjusts("turn_limit", 2),
        do({"type": "end_activation", "model": "a"}), once(ev.BattleEnded, termination="turns", winners=())),
    played("IST-Q-95 IST-ILL-06", "one is taken while others must wait", shot_at_a_shield,
        adjusts("health", 9, model="b"), refused({"type": "end_activation", "model": "a"}, "window_open"),
        refused({"type": "nominate", "model": "b"}, "window_open"), do({"type": "pass_window"}, 2, 4),
        player("b", health=9)),
])  # fmt: skip
def test_every_field_and_what_comes_of_it(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    played("IST-Q-95", f"{field}: {value}", lambda: facing(BOW), wrong(field, value, at, model="a", **fields))
    for field, value, fields, at in [
        ("pos", [9000, 1000], {}, "value"),
        ("health", 21, {}, "value"),
        ("used", 1, {"other": "flying"}, "other"),
        ("loaded", False, {"other": "bow"}, "other"),
        ("engaged", True, {"other": "b"}, "other"),
    ]
])  # fmt: skip
def test_a_refusal_names_the_field_of_the_command_that_is_wrong(case: Played) -> None:
    case.check()


def changes_nothing(field: str, value: Any, **fields: Any) -> Any:
    adjustment = {"type": "gm_adjust", "field": field, "value": value, "reason": "x", **fields}

    def check(fight: Fight) -> None:
        assert "already" in fight.refuses(adjustment, "bad_adjustment").message

    return check


@pytest.mark.parametrize("case", [
    *(
        played("IST-Q-95", field, lambda: facing({**BOW, "power_max": 4, "active_weapon": "bow"}, items=GEM),
            changes_nothing(field, value, **fields))
        for field, value, fields in [
            ("health", 20, {"model": "a"}),
            ("power_max", 4, {"model": "a"}),
            ("move_action", 1, {"model": "a"}),
            ("leader", False, {"model": "a"}),
            ("pos", [1000, 1000], {"model": "a"}),
            ("active_weapon", "bow", {"model": "a"}),
            ("owner", "s1", {"model": "a"}),
            ("loaded", True, {"model": "a", "other": "bow"}),
            ("used", 0, {"model": "a", "other": "smite"}),
            ("engaged", False, {"model": "a", "other": "b"}),
            ("turn_limit", None, {}),
            ("item", [0, 0], {"other": "gem"}),
        ]
    ),
    played("IST-Q-95", "a condition of no amount is not the want of one", lambda: duel(gm=True),
        adjusts("condition", 0, **CLIMBED), changes_nothing("condition", 0, **CLIMBED)),
])  # fmt: skip
def test_it_refuses_a_change_that_changes_nothing(case: Played) -> None:
    case.check()


CONCEDE: Json = {"type": "concede", "side": "s2", "reason": "it is late"}


def ends(result: str, winners: list[str], **fields: Any) -> Json:
    return {"type": "end_battle", "result": result, "winners": winners, **fields}


@pytest.mark.parametrize("case", [
    played("IST-END-01", "a side may concede while somebody is asked", shot_at_a_shield, do(CONCEDE, by="s2"),
        once(ev.BattleEnded, termination="conceded", winners=("s1",), reason="it is late"), NOBODY_ASKED,
        refused({"type": "concede", "side": "s1"}, "battle_over")),
    *(
        played("IST-END-01 IST-Q-122", f"the GM ends it while somebody is asked: {result} {' '.join(winners)}",
            shot_at_a_shield, do(ends(result, winners, reason="the tavern closes")),
            once(ev.BattleEnded, termination=termination, winners=tuple(winners)), state(agenda=()))
        for result, winners, termination in [
            ("win", ["s2"], "gm"),
            ("draw", [], "gm"),
            ("abandoned", [], "abandoned"),
            ("win", ["s1", "s2"], "gm"),
        ]
    ),
    illegal("IST-END-01", "an end that is none", shot_at_a_shield,
        [ends("draw", ["s1"]), ends("abandoned", ["s1"]), ends("win", []), ends("win", ["s9"]),
         ends("win", ["s1", "s1"])], "bad_result"),
    illegal("IST-END-01", "nobody concedes", shot_at_a_shield, {"type": "concede", "side": "s9"}, "unknown_side"),
    illegal("IST-END-01", "a player's end", shot_at_a_shield, {"type": "end_battle", "result": "draw"}, "gm_only",
        by="s1"),
])  # fmt: skip
def test_the_end(case: Played) -> None:
    case.check()


def condition(fight: Fight, model: str, **fields: Any) -> None:
    """The first condition of a model."""
    first = fight[model].conditions[0]
    assert {name: getattr(first, name) for name in fields} == fields


@pytest.mark.parametrize(("rules", "name", "lasts"), [
    case("IST-Q-85", "ongoing", {}, "ongoing", "save"),
    case("IST-Q-62", "climbed", {}, "climbed", "turn"),
    case("IST-Q-93", "challenged", {}, "challenged", "battle"),
    case("IST-Q-93", "challenged by house rule", {"challenge_lasts": "turn"}, "challenged", "turn"),
    case("IST-Q-94", "abjured", {}, "abjured", "next_activation"),
    case("IST-Q-94", "abjured by house rule", {"abjuration_lasts": "turn"}, "abjured", "turn"),
    case("IST-Q-62", "arrow block", {}, "arrow_block", "turn"),
    case("IST-Q-62", "arrow block by house rule", {"arrow_block": "attack"}, "arrow_block", "used"),
])  # fmt: skip
def test_a_condition_lasts_as_its_kind_does_unless_it_is_said(rules: Json, name: str, lasts: str) -> None:
    """Of a position, and by GM actions; what is said in a position holds."""
    given = {"name": name, "source": "b", "amount": 2}
    fight = facing({"conditions": [given]}, rules=rules)
    condition(fight, "a", lasts=lasts)
    for amount in (False, 2):
        adjusts("condition", amount, model="a", other=name, source="b")(fight)
    condition(fight, "a", lasts=lasts)
    condition(facing({"conditions": [given | {"lasts": "turn"}]}, rules=rules), "a", lasts="turn")
