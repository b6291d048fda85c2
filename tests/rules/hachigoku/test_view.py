"""What a page draws, in the kernel's vocabulary: melees and the Ranges between them, dice by Moment, order, marks."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import msgspec
import pytest

from rules.hachigoku.system import HACHIGOKU
from rules.kernel.scene import Card, Figure, Knots, Queued, Track
from rules.registry import rule_text
from tests.rules.hachigoku.dojo import (
    ACT,
    KATANA,
    MISS,
    a,
    act,
    attack,
    b,
    fighter,
    held_by,
    interrupt,
    moment,
    rest,
    setup,
)
from tests.rules.hachigoku.rosters import any_skirmish
from tests.rules.play import Play, rule


def seen(game: Play) -> dict[str, Any]:
    return HACHIGOKU.view(game.state, "s1")


def labels(game: Play, name: str) -> list[str]:
    """What is written on somebody's badges, but for the weapons."""
    found = [badge["label"] for badge in seen(game)["figures"][name].get("badges", ())]
    return [label for label in found if label != "katana"]


@rule("HAC-RANGE-04", "HAC-RANGE-06", "HAC-Q-31", "HAC-Q-34")
def test_who_is_close_is_one_knot_on_one_level() -> None:
    pairs = [["a", "b", 0], ["a", "c", 0], ["b", "c", 0], ["a", "d", 2], ["b", "d", 2], ["c", "d", 2]]
    pairs += [[name, "gate", 2] for name in "abc"] + [["d", "gate", 0]]
    scene = {"ranges": pairs, "objects": [{"id": "gate", "name": "the gate"}]}
    crowd = (a(8), b(3), fighter("c", "boar", height=1), fighter("d", "crane"), fighter("e", "crane", left=True))
    pairs += [["e", name, 3] for name in ("a", "b", "c", "d", "gate")]
    # One level apart is near; a, b and c are long from d.
    assert seen(moment(8, *crowd, scene=scene)())["ground"]["knots"] == [
        {
            "name": "A",
            "figures": ["a", "b"],
            "label": "Close to each other",
            "to_next": "near",
            "ranges": [{"one": "", "other": "C", "label": "long"}],
        },
        {
            "name": "B",
            "figures": ["c"],
            "label": "Alone, height 1",
            "noted": [{"figure": "c", "note": "height 1"}],
            "to_next": "long",
        },
        {
            "name": "C",
            "figures": ["d"],
            "label": "Alone, at the gate",
            "ranges": [{"one": "", "other": "A", "label": "long"}],
        },
    ]


@rule("HAC-RANGE-04")
def test_the_nearest_knot_comes_next_in_the_line() -> None:
    """From A: C is near, B far; B and C are far from each other. So the line is A, C, B."""
    crowd = (a(8), b(3), fighter("c", "boar", cover="partial", mounted=True))
    game = moment(8, *crowd, scene={"ranges": [["a", "b", 3], ["a", "c", 1], ["b", "c", 3]]})()
    line = seen(game)["ground"]["knots"]
    assert [(one["name"], one["figures"], one.get("to_next")) for one in line] == [
        ("A", ["a"], "near"),
        ("B", ["c"], "far"),
        ("C", ["b"], None),
    ]
    assert line[1]["noted"] == [{"figure": "c", "note": "partial cover, mounted"}]


@rule("HAC-RANGE-02")
def test_a_place_without_anybody_is_named() -> None:
    pairs = [["a", "b", 0], ["a", "gate", 1], ["b", "gate", 1]]
    game = moment(8, a(8), b(3), scene={"ranges": pairs, "objects": [{"id": "gate", "name": "the gate"}]})()
    close, empty = seen(game)["ground"]["knots"]
    assert (close["to_next"], empty["figures"], empty["label"]) == ("near", [], "Nobody, at the gate")


@rule("HAC-INIT-05", "HAC-INIT-07", "HAC-INT-06")
def test_each_die_lies_in_the_slot_of_its_face() -> None:
    game = moment(8, a(9, 8, 3, 3), b(5, 4, 2))()
    game.do(interrupt("b", [5, 4]))
    track = seen(game)["tracks"][0]
    assert track["label"] == "Round 1, Moment"
    assert [slot["label"] for slot in track["slots"]] == ["10", "9", "8", "7", "6", "5", "4", "3", "2", "1"]
    assert [slot["label"] for slot in track["slots"] if slot.get("now")] == ["8"]
    on = {slot["label"]: slot.get("noted", []) for slot in track["slots"]}
    assert on["10"] == []
    assert on["9"] == [{"figure": "a", "note": "held", "lit": True}]
    assert on["8"] == [
        {"figure": "a", "note": "current", "lit": True},
        {"figure": "b", "note": "no attack", "lit": True},
    ]
    assert on["5"] == [{"figure": "b", "note": "exchanged", "gone": True}]
    assert on["3"] == [{"figure": "a", "note": "2 future"}]


@rule("HAC-ACT-01")
@rule("HAC-WOUND-05", "HAC-WOUND-07")
def test_who_lies_in_a_melee_is_said_there() -> None:
    """Earth 2: Down with 5 Wounds, dead with 7."""
    game = moment(8, a(8), b(wounds=5, height=0), fighter("c", "boar", wounds=7), fighter("d", "boar", 8))()
    [knot] = seen(game)["ground"]["knots"]
    assert knot["noted"] == [{"figure": "b", "note": "down"}, {"figure": "c", "note": "dead"}]
    assert (knot["figures"], knot["out"]) == (["a", "d"], ["b", "c"])


def test_a_die_that_is_spent_stays_where_it_was() -> None:
    game = moment(8, a(8), b(3))()
    game.do(ACT)
    game.do(attack(), MISS)
    slot = next(slot for slot in seen(game)["tracks"][0]["slots"] if slot["label"] == "8")
    assert slot["noted"] == [{"figure": "a", "note": "spent", "gone": True}]


@rule("HAC-INIT-10", "HAC-INIT-11")
def test_the_order_line_has_totals_and_marks_equal_ones() -> None:
    game = moment(8, a(9, 8), b(8, 3), fighter("c", "boar", 8, 7, 2))()
    assert [one["figure"] for one in seen(game)["queue"]] == ["a", "c", "b"]  # 17, 17, 11: nobody has declared
    game.pass_all()
    for name in "ab":
        game.do(act(name))
    assert seen(game)["queue"] == [
        {"figure": "a", "note": "total 17: held 9, current 8"},
        {"figure": "b", "note": "total 11: current 8, future 3"},
    ]
    game.do(act("c"))  # 8 + 7 + 2 = 17, as A
    assert seen(game)["batch"] == ["a", "c"]
    assert seen(game)["queue"] == [
        {"figure": "a", "note": "total 17: held 9, current 8; equal", "now": True},
        {"figure": "c", "note": "total 17: current 8, future 7 + 2; equal", "now": True},
    ]
    assert [name for name, one in seen(game)["figures"].items() if one.get("active")] == ["a", "c"]


@rule("HAC-SIM-01")
def test_nobody_sees_what_a_batch_has_committed() -> None:
    """Whatever A chooses, the view of every seat is the same; and so are the refusals of who asks about it."""
    views, refusals = [], []
    for weapon in ("katana", "wakizashi"):
        blades = [KATANA, {**KATANA, "name": "wakizashi"}]
        game = moment(8, a(8, weapons=blades), b(8), fighter("c", "fox", 2))()
        for name in "ab":
            game.do(act(name))
        game.do(attack("a", "b", weapon))
        views.append([HACHIGOKU.view(game.state, seat) for seat in ("s1", "s2", "s3", "gm", "")])
        again = game.refuses(attack("a", "b"), "already_committed")
        late = game.refuses(attack("c", "a"), "decision_pending")
        refusals.append([str(again), str(late)])
    assert views[0] == views[1]
    assert all(one == views[0][0] for one in views[0])
    assert views[0][0]["cards"][0] == {
        "title": "Equal totals",
        "text": "a, b act together. What they choose is hidden until all have chosen.",
        "note": "chosen: a",
    }
    assert refusals[0] == refusals[1]


@rule("HAC-WOUND-01", "HAC-KAO-01", "HAC-DEF-01", "HAC-DEF-02")
def test_a_figure_has_its_wound_track_and_its_defense() -> None:
    crowd = (a(8, wounds=3, water=3), b(3, wounds=5), fighter("c", "boar", 3), fighter("d", "boar", kind="mook"))
    shown = seen(moment(8, *crowd)())["figures"]
    light, heavy = {"label": "Light Wounds", "most": 2}, {"label": "Heavy Wounds", "most": 2}
    assert shown["a"]["gauges"] == [light | {"value": 2, "low": True}, heavy | {"value": 1, "low": True}]
    assert shown["b"]["gauges"] == [light | {"value": 2, "low": True}, heavy | {"value": 2, "low": True}]
    assert shown["c"]["gauges"] == [light | {"value": 0}, heavy | {"value": 0}]
    assert "gauges" not in shown["d"]  # the first Wound is Down
    assert [shown[name]["status"] for name in "abcd"] == ["Defense 15", "Down, Defense 5", "Defense 10", "Defense 10"]
    assert [name for name in "abcd" if shown[name].get("gone")] == ["b"]
    assert shown["a"]["seat"] == "s1"


@rule("HAC-WOUND-06", "HAC-WOUND-07", "HAC-RANGE-11", "HAC-KO-02")
def test_who_is_out_of_it_says_how() -> None:
    out, dead, away = b(wounds=6), fighter("c", "boar", wounds=7), fighter("d", "boar", left=True)
    knocked = fighter("e", "boar", conditions=[{"name": "unconscious"}])
    shown = seen(moment(8, a(8), out, dead, away, knocked, fighter("f", "boar", 3))())["figures"]
    status = [shown[name]["status"] for name in "bcde"]
    assert status == ["Out, Defense 5", "dead", "left", "Unconscious, Defense 5"]


MARKED = [
    pytest.param({"wounds": 3}, ["−1k0"], id="HAC-WOUND-01"),
    pytest.param({"conditions": [{"name": "prone"}]}, ["Prone"], id="HAC-DEF-02"),
    pytest.param({"conditions": [held_by("b", weapon="net")]}, ["Partially captured (b)"], id="HAC-GRAP-03"),
    pytest.param({"height": 2}, ["Height 2"], id="HAC-RANGE-05"),
    pytest.param({"cover": "partial"}, ["Partial cover"], id="HAC-COVER-01"),
    pytest.param({"nearby_cover": "slight"}, ["Slight cover nearby"], id="HAC-MOVE-06"),
    pytest.param({"mounted": True, "mount_gait": "gallop"}, ["Mounted, at a gallop"], id="HAC-DODGE-01"),
    pytest.param({"on_uneven_terrain": True}, ["Uneven terrain"], id="HAC-MINOR-05"),
    pytest.param({"honor_points": 1}, ["1 Honor Point"], id="HAC-HONOR-01"),
    pytest.param({"armor": {"type": "light"}}, ["Light armor"], id="HAC-ARMOR-01"),
    pytest.param({"weapons": [{**KATANA, "ready": False}]}, ["katana, not drawn"], id="HAC-Q-47"),
]


@pytest.mark.parametrize(("more", "expected"), MARKED)
def test_badges(more: dict[str, Any], expected: list[str]) -> None:
    assert labels(moment(8, a(8, **more), b(3))(), "a") == expected


@rule("HAC-GRAP-08")
def test_who_holds_somebody_is_marked_with_it() -> None:
    game = moment(8, a(8), b(3, conditions=[held_by("a", "fully")]))()
    assert labels(game, "a") == ["Holds b"]
    assert labels(game, "b") == ["Fully captured (a)"]


def test_each_badge_cites_a_rule_of_the_book() -> None:
    for seed in range(30):
        for one in seen(Play.setup(HACHIGOKU, any_skirmish(seed)))["figures"].values():
            for badge in one.get("badges", ()):
                assert rule_text("hachigoku", badge["rule"]), badge


@rule("HAC-ADEF-01")
def test_an_attack_is_a_card_while_its_window_is_open() -> None:
    game = moment(8, a(8), b(8, 3))()
    game.do(rest("b"))
    game.do(ACT)
    game.do(attack(raises={"wound": 1}), (5, 5, 4, 4, 1))  # the four best of five: 18 against 10 + 5
    assert seen(game)["cards"] == [
        {
            "title": "Attack",
            "text": "a attacks b with katana, 1 Raise. An Active Defense is asked for: b.",
            "note": "18 against TN 15",
        }
    ]
    assert [name for name, one in seen(game)["figures"].items() if one.get("active")] == ["a"]
    game.do(rest("b"))
    assert seen(game)["cards"] == []


@rule("HAC-AMB-01", "HAC-SCOPE-04")
def test_ambush_and_duel_are_cards() -> None:
    crowd = (a(), b(), fighter("c", "boar"))
    scene = {"ambush": {"ambushers": ["b", "c"], "detected_by": []}, "duel": {"principals": ["a", "b"]}}
    assert [(one["title"], one["text"]) for one in seen(setup(*crowd, **scene)())["cards"]] == [
        ("Ambush", "Laid by b, c."),
        ("Duel", "a and b."),
    ]


DRAWN = {"figures": dict[str, Figure], "ground": Knots, "tracks": list[Track], "queue": list[Queued]}


@pytest.mark.parametrize("seed", range(8))
def test_any_skirmish_is_drawn_in_the_vocabulary(seed: int) -> None:
    shown = json.loads(json.dumps(seen(Play.setup(HACHIGOKU, any_skirmish(seed)))))
    for part, kind in {**DRAWN, "cards": list[Card]}.items():
        msgspec.convert(shown[part], kind)
    assert {one["seat"] for one in shown["figures"].values()} == set(shown["teams"])
    there = [name for knot in shown["ground"]["knots"] for name in (*knot["figures"], *knot.get("out", ()))]
    assert sorted(there) == sorted(shown["figures"])
    line = shown["ground"]["knots"]
    for (place, one), (far, other) in combinations(enumerate(line), 2):
        told = [each["label"] for each in one.get("ranges", ()) if each["other"] == other["name"]]
        assert len(told) == (far > place + 1)
        assert one.get("to_next") or far > place + 1
