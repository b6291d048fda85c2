"""Setups and positions: what is read, what is written back, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku.house_rules import HouseRules
from rules.hachigoku.system import HACHIGOKU
from rules.kernel.errors import Malformed, Refused
from rules.kernel.rulebook import read_rulebook
from rules.kernel.switches import switches_of
from tests.rules.every_game.rows import case, do
from tests.rules.hachigoku.dojo import HIT, MISS, START, a, act, after, attack, b, fighter, held_by, moment, rest, setup
from tests.rules.play import Play, rule

ROSTER = [{name: value for name, value in one.items() if name != "dice"} for one in (a(), b())]
CROWD = [fighter(f"n{number}", "crane" if number % 2 else "boar") for number in range(50)]
for _one in CROWD:
    del _one["dice"]


@pytest.mark.parametrize(("document", "code", "field"), [
    case("HAC-SCOPE-01 HAC-ILL-01", "one alone", {"characters": ROSTER[:1]}, "too_few_participants",
        "setup.characters"),
    case("HAC-SCOPE-02 HAC-Q-92 HAC-ILL-02", "fifty", {"characters": CROWD}, "battle_not_supported",
        "setup.characters"),
    case("HAC-RANGE-03 HAC-RANGE-04 HAC-Q-31 HAC-ILL-03", "the triangle rule",
        {"characters": [*ROSTER, CROWD[1]], "scene": {"ranges": [["a", "b", 0], ["a", "n1", 0], ["b", "n1", 1]]}},
        "ranges_inconsistent", "setup.scene.ranges"),
    case("HAC-Q-88 HAC-ILL-04", "fine ashigaru armor",
        {"characters": [ROSTER[0], {**ROSTER[1], "armor": {"type": "ashigaru", "quality": "high"}}]},
        "armor_quality_invalid", "setup.characters[1].armor.quality"),
    case("HAC-SCOPE-05 HAC-Q-91 HAC-ILL-51", "a duel with rules of its own",
        {"characters": ROSTER, "scene": {"duel": {"principals": ["a", "b"], "kind": "shodo-shiken"}}},
        "not_supported", "setup.scene.duel.kind"),
    case("HAC-SCOPE-05 HAC-Q-91 HAC-ILL-51", "a duel with rules of its own, of nobody in particular",
        {"characters": ROSTER, "scene": {"duel": {"kind": "shodo-shiken"}}}, "not_supported", "setup.scene.duel.kind"),
    case("HAC-Q-93", "an Element of 0", {"characters": [ROSTER[0], {**ROSTER[1], "elements": {"water": 0}}]},
        "bad_setup", "setup.characters[1].elements.water"),
    case("HAC-Q-93", "an Element of 0 in a side", {"sides": {"crane": {"characters": [ROSTER[0]]},
        "boar": {"characters": [{**ROSTER[1], "elements": {"water": 0}}]}}},
        "bad_setup", "setup.sides.boar.characters[0].elements.water"),
    case("HAC-SCOPE-01", "with another side", {"sides": {"crane": {"characters": ROSTER}}},
        "bad_setup", "setup.sides.crane.characters[1].side"),
    case("HAC-RANGE-02 HAC-RANGE-10", "five steps", {"characters": ROSTER, "scene": {"ranges": [["a", "b", 5]]}},
        "bad_setup", "setup.scene.ranges[0]"),
    case("HAC-SCOPE-01", "two of one id", {"characters": [ROSTER[0], ROSTER[0]]}, "bad_setup", "setup.characters"),
    *(case("HAC-Q-47", f"Damage {damage}",
        {"characters": [ROSTER[0], {**ROSTER[1], "weapons": [{"name": "saw", "skill": "Kenjutsu", "damage": damage}]}]},
        "bad_setup", "setup.characters[1].weapons[0].damage") for damage in ("21k1", "1k21", "-1k0")),
    case("HAC-DIFF-02", "dice of an ability", {"characters": [ROSTER[0],
        {**ROSTER[1], "roll_modifiers": [{"applies_to": "all", "dice": "-21k0"}]}]}, "bad_setup",
        "setup.characters[1].roll_modifiers[0].dice"),
    case("HAC-WOUND-07", "more Wounds than there are",
        {"characters": [ROSTER[0], {**ROSTER[1], "wounds": 8}]}, "bad_setup", "setup.characters[1].wounds"),
])  # fmt: skip
def test_it_refuses_setups(document: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(Refused) as caught:
        Play.setup(HACHIGOKU, document)
    assert (caught.value.code, caught.value.field) == (code, field)
    assert caught.value.rule.startswith("HAC-")
    assert caught.value.hint


@rule("HAC-RANGE-03")
def test_a_refusal_names_the_three_who_break_the_triangle_rule() -> None:
    scene = {"ranges": [["a", "b", 0], ["a", "n1", 0], ["b", "n1", 1]]}
    with pytest.raises(Refused, match="b, a, n1"):
        Play.setup(HACHIGOKU, {"characters": [*ROSTER, CROWD[1]], "scene": scene})


@rule("HAC-SCOPE-01", "HAC-SCOPE-02", "HAC-SCOPE-03")
def test_two_and_forty_nine_can_fight() -> None:
    assert len(setup(*CROWD[:49])().state.characters) == 49
    assert setup(a(), b())().asks()[0].kind == "setup"


@rule("HAC-RANGE-02")
def test_sides_are_close_and_enemies_near_where_nobody_says_otherwise() -> None:
    ranges = setup(a(), fighter("c", "crane"), b())().state.ranges
    assert (ranges.names, ranges.rows) == (("a", "c", "b"), ("001", "001", "110"))


@rule("HAC-SCOPE-04")
def test_a_duel_has_two_principals() -> None:
    game = setup(a(), fighter("c", "crane"), b(), duel=True)()
    assert game.state.scene.duel.principals == ("a", "b")


@rule("HAC-INIT-05")
def test_a_situation_is_written_and_read_back() -> None:
    game = moment(8, a(8, 3, 2, conditions=["prone"]), b(8))()
    game.pass_all()
    game.do(act())
    again = Play.position(HACHIGOKU, game.position())
    assert again.state == game.state
    assert again.position() == game.position()


MOOKS = [fighter(name, "boar", kind="mook", group_id="g") for name in ("m1", "m2")]
WAITING = [
    ("guard_window", moment(8, a(8), b(3), fighter("c", "boar", 8)), [act(), rest("c"), do(attack(), *HIT)]),
    ("defense_window", moment(8, a(8), b(8)), [act(), rest("b"), do(attack(), *HIT)]),
    ("disarm_window", moment(8, a(8), b(8)), [act(), rest("b"), do(attack(), *MISS)]),
    ("keep_dice", moment(8, a(8), b(3)), [act(), do(attack(manual_keep=True), *HIT)]),
    ("divide_wounds", moment(8, a(8), *MOOKS), [act(), do({**attack(), "targets": ["m1", "m2"]}, *HIT)]),
    (
        "landing_roll",
        moment(8, a(8, skills={"Karate": 5}), b(3)),
        [act(), do(attack(weapon="", maneuvers=["throw"]), 5, 5, 1)],
    ),
    ("fall_roll", moment(8, a(8), b(3, height=2)), [{"type": "fall", "character": "b", "levels": 2}]),
]


@rule("HAC-ATK-08")
@pytest.mark.parametrize(("kind", "game", "steps"), WAITING, ids=[one[0] for one in WAITING])
def test_each_question_of_an_attack_is_written_and_read_back(kind: str, game: Any, steps: list[Any]) -> None:
    there = after(game, *steps)()
    assert [ask.kind for ask in there.asks()] == [kind]
    again = Play.position(HACHIGOKU, there.position())
    assert (again.state, again.position()) == (there.state, there.position())


def attacking(**fields: Any) -> dict[str, Any]:
    """An agenda with an attack of Aoi's on Botan."""
    order = {"character": "a", "targets": ["b"], "weapon": "katana"}
    frame = {"frame": "attacking", "attacker": "a", "order": order, "struck": [{"target": "b"}], **fields}
    return {"agenda": [{"frame": "skirmish"}, {"frame": "moment"}, {"frame": "resolving", "left": []}, frame]}


DICE = {"frame": "keeping", "character": "a", "purpose": "attack", "values": [5, 4], "tens": [0, 0], "keep": 1, "tn": 5}


@rule("HAC-ATK-08")
@pytest.mark.parametrize(("fields", "above"), [
    ({"at": 1}, []),
    ({"attacker": "b"}, []),
    ({"waiting": ["x"]}, []),
    ({"banzai": -1}, []),
    ({"order": {"character": "a", "targets": ["b"], "weapon": "spear"}}, []),
    ({"stage": "divide", "waiting": ["a"]}, []),
    ({"stage": "defense", "waiting": ["a"]}, []),
    ({}, [{**DICE, "keep": 2}]),
    ({}, [{**DICE, "tens": [0]}]),
    ({}, [{**DICE, "defense": {"character": "b", "defense": "parry", "weapon": ""}}]),
    ({}, [{"frame": "landing", "character": "x", "thrower": "a", "wounds": 1}]),
    ({}, [{"frame": "falling", "character": "b", "levels": 0}]),
])  # fmt: skip
def test_it_refuses_attacks_that_no_skirmish_comes_to(fields: dict[str, Any], above: list[Any]) -> None:
    position = {"characters": [a(8), b(8)], "round": 1, "moment": 8}
    with pytest.raises(Refused, match="bad_position"):
        Play.position(HACHIGOKU, {**position, "agenda": [*attacking(**fields)["agenda"], *above]})
    for frame, kind in [({}, "keep_dice"), ({"stage": "defense", "waiting": ["b"], "total": 20}, "defense_window")]:
        agenda = [*attacking(**frame)["agenda"], *([] if frame else [DICE])]
        assert Play.position(HACHIGOKU, {**position, "agenda": agenda}).asks()[0].kind == kind


@rule("HAC-SIM-01")
@pytest.mark.parametrize(("asked", "made"), [
    (["a", "b", "b"], []),
    (["a", "b"], [{"who": "a", "command": {"type": "wave", "character": "a"}}]),
    (["a", "b"], [{"who": "a", "command": attack("a", "x")}]),
    (["a", "b"], [{"who": "a", "command": attack("b", "a")}]),
    (["a", "b"], [{"who": "a", "command": attack("a", "b")}] * 2),
])  # fmt: skip
def test_it_refuses_batches_that_could_not_be_resolved(asked: list[str], made: list[Any]) -> None:
    position = {"characters": [a(8), b(8)], "round": 1, "moment": 8, "scene": {"ranges": [["a", "b", 0]]}}
    below = [{"frame": "skirmish"}, {"frame": "moment", "stage": "declare"}]
    with pytest.raises(Refused, match="bad_position"):
        Play.position(HACHIGOKU, {**position, "agenda": [*below, {"frame": "batch", "asked": asked, "made": made}]})
    good = {"frame": "batch", "asked": ["a", "b"], "made": [{"who": "a", "command": attack("a", "b")}]}
    game = Play.position(HACHIGOKU, {**position, "agenda": [*below, good]})
    assert [one.player for one in game.asks("commit_simultaneous")] == ["b"]


@rule("HAC-DICE-01", "HAC-ILL-05")
@pytest.mark.parametrize("face", [0, 11])
def test_no_die_shows_what_no_d10_has(face: int) -> None:
    with pytest.raises(Refused, match="bad_dice"):
        moment(8, a(face), b())()
    game = setup(a(), b())()
    game.refuses(START, "bad_dice", dice=(face, 1, 1, 1))
    game.refuses(START, "bad_dice", dice=(1, 1, 1, face))


@rule("HAC-SCOPE-01")
@pytest.mark.parametrize(("fields", "field"), [
    ({"moment": 0}, "position.moment"),
    ({"agenda": [{"frame": "moment"}]}, "position.agenda"),
    ({"agenda": [{"frame": "skirmish"}, {"frame": "setup"}]}, "position.agenda[1]"),
    ({"agenda": [{"frame": "skirmish"}, {"frame": "moment", "stage": "choose"}]}, "position.agenda[1]"),
])  # fmt: skip
def test_it_refuses_situations_that_no_skirmish_comes_to(fields: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as caught:
        Play.position(HACHIGOKU, {"characters": [a(8), b()], "round": 1, "moment": 8, **fields})
    assert (caught.value.code, caught.value.field) == ("bad_position", field)


@rule("HAC-GRAP-02")
@pytest.mark.parametrize("holder", ["", "a", "x"])
def test_who_is_held_is_held_by_somebody_else(holder: str) -> None:
    with pytest.raises(Refused) as caught:
        moment(8, a(8, conditions=[held_by(holder)]), b())()
    assert (caught.value.code, caught.value.field) == ("bad_position", "position.characters[0].conditions")


def test_it_requires_dice_to_be_written_as_a_roster_has_them() -> None:
    weapon = {"name": "club", "skill": "Bojutsu", "damage": "2d2"}
    with pytest.raises(Malformed):
        setup(a(weapons=[weapon]), b())()


def test_every_switch_decides_a_ruling_that_names_it() -> None:
    book = read_rulebook("rules.hachigoku")
    named = switches_of(HouseRules)
    assert set(named) == set(HouseRules.__struct_fields__)
    for name, one in named.items():
        assert f"`{name}" in book.rulings[one.rule].switch, name
    switched = [ruling.id for ruling in book.rulings.values() if ruling.switch.startswith("Switch")]
    assert sorted(switched) == sorted(one.rule for one in named.values())
