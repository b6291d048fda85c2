"""Skill rolls: what goes into them, and which ability may be used. Spells are in test_spells."""

from typing import Any

import pytest

from rules.ishmek.events import OrderRolled, SrRolled
from tests.rules.ishmek.arena import GREASE, act, let_pass, mage, man, parts, play, react, step
from tests.rules.play import Play, all_of, only, rule

FAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}


def beside_the_orb(player: dict[str, Any], *opponents: dict[str, Any], **more: Any) -> Play:
    """`player` beside its loose orb at (3,4); opponents that have spent their Reaction."""
    return play([player], [*opponents] or None, go=player["id"], **more)


def opponent(name: str, x: int, y: int) -> dict[str, Any]:
    return man(name, (x, y), reaction_used=True)


CONTROL = act("h1", "control", orb="home")


@rule("ISH-SR-01")
def test_all_parts_of_a_skill_roll_add_up_and_are_listed() -> None:
    player = mage(
        "h1",
        (4, 4),
        spells_l1=[GREASE],
        reaction_used=True,
        injuries=["shook"],
        sr_mods=[{"kind": "control", "amount": 1, "note": "cheered on"}, {"kind": "propel", "amount": 7}],
    )
    game = beside_the_orb(player, opponent("a1", 5, 5))
    events = game.do({**CONTROL, "burn": 4, "spell": "grease"}, dice=[10, 3])  # the Burn injury: 3 + 4, none
    roll = only(events, SrRolled)
    # d20 10, prof 2, cast 4, burn 4, spell 4, one opponent beside −4, Shook −2, GM +1; the +7 is for propel alone.
    assert sorted(parts(roll)) == [-4, -2, 1, 2, 4, 4, 4]
    assert (roll.player, roll.kind, roll.ability) == ("h1", "control", "cast")
    assert (roll.total, roll.target, roll.success, roll.margin) == (19, 10, True, 9)


@rule("ISH-SR-01")
def test_a_contest_names_the_opponent_and_the_margin() -> None:
    game = play([man("h1", (8, 4))], [man("a1", (9, 4))], go="h1", orbs=FAR)
    game.do(act("h1", "push_pull", target="a1"))
    ours, theirs = all_of(game.do(let_pass(), dice=[3, 12]), SrRolled)
    assert (ours.kind, ours.player, ours.opponent, ours.total) == ("push_pull", "h1", "a1", 8)
    assert (theirs.kind, theirs.player, theirs.opponent, theirs.total) == ("push_defence", "a1", "h1", 17)


@rule("ISH-SR-02")
@pytest.mark.parametrize(("ability", "bonus"), [("cast", 6), ("dex", 5), ("str", 3)])
def test_a_caster_rolls_with_magic_dexterity_or_strength(ability: str, bonus: int) -> None:
    game = beside_the_orb(mage("h1", (4, 4)))
    assert game.needs({**CONTROL, "ability": ability}).bonus == bonus  # prof 2 + cast 4, dex 3 or str 1


@rule("ISH-SR-02")
@pytest.mark.parametrize(("ability", "bonus"), [("dex", 5), ("str", 3)])
def test_a_player_without_magic_rolls_with_dexterity_or_strength(ability: str, bonus: int) -> None:
    game = beside_the_orb(man("h1", (4, 4)))
    assert game.needs({**CONTROL, "ability": ability}).bonus == bonus
    game.refuses({**CONTROL, "ability": "cast"}, "no_spellcasting")


@rule("ISH-SR-02")
def test_without_a_word_the_best_ability_is_used() -> None:
    assert beside_the_orb(mage("h1", (4, 4))).needs(CONTROL).bonus == 6
    assert beside_the_orb(mage("h1", (4, 4), cast_mod=0)).needs(CONTROL).bonus == 5
    assert beside_the_orb(man("h1", (4, 4), str_mod=9)).needs(CONTROL).bonus == 11


@rule("ISH-SR-03")
@pytest.mark.parametrize(("ability", "bonus"), [("dex", 5), ("str", 3)])
def test_a_push_is_rolled_with_strength_or_dexterity_on_both_sides(ability: str, bonus: int) -> None:
    game = play([mage("h1", (8, 4))], [mage("a1", (9, 4))], go="h1", orbs=FAR)
    game.refuses(act("h1", "push_pull", target="a1", ability="cast"), "ability_not_allowed")
    game.do(act("h1", "push_pull", target="a1", ability=ability))
    game.refuses({"type": "defend", "player": "a1", "ability": "cast"}, "ability_not_allowed")
    defend = {"type": "defend", "player": "a1", "ability": ability}
    assert game.needs(defend).bonus == bonus
    assert game.needs(defend, dice=[10]).bonus == bonus


@rule("ISH-SR-03")
def test_without_a_word_a_mage_pushes_with_the_better_of_strength_and_dexterity() -> None:
    game = play([mage("h1", (8, 4))], [mage("a1", (9, 4), str_mod=4)], go="h1", orbs=FAR)
    game.do(act("h1", "push_pull", target="a1"))
    ours, theirs = all_of(game.do(let_pass(), dice=[10, 10]), SrRolled)
    assert (ours.ability, ours.total) == ("dex", 15)  # 10 + 2 + 3
    assert (theirs.ability, theirs.total) == ("str", 16)  # 10 + 2 + 4


@rule("ISH-SR-03")
def test_an_order_roll_is_made_with_dexterity_even_by_a_mage() -> None:
    # An orb is loose between two mates of different skill; somebody far off takes a step.
    mates = [mage("h1", (4, 4), cast_mod=9, spells_l1=[]), man("h2", (3, 5), str_mod=9)]
    game = play(mates, [man("a1", (12, 7))], go="a1")
    game.do(step("a1", 13, 7))
    game.do(react("h1", "control", orb="home"))
    events = game.do(react("h2", "control", orb="home"), dice=[14, 8, 5])
    # Order: both prof 2 + dex 3. h1 tries first: 5 + 2 + 9 = 16 vs DC 10, so h2's turn never comes.
    assert [(roll.player, roll.total) for roll in all_of(events, OrderRolled)] == [("h1", 19), ("h2", 13)]
    assert only(events, SrRolled).total == 16


@rule("ISH-SR-04")
@pytest.mark.parametrize(("face", "made"), [(4, False), (5, True), (6, True)])
def test_a_total_equal_to_the_dc_succeeds(face: int, made: bool) -> None:
    game = beside_the_orb(man("h1", (4, 4)))
    roll = only(game.do(CONTROL, dice=[face]), SrRolled)  # face + 5 vs DC 10
    assert (roll.total, roll.target, roll.success) == (face + 5, 10, made)
    assert game.orb("home").holder == ("h1" if made else None)


@rule("ISH-SR-04")
def test_a_natural_1_may_succeed() -> None:
    game = beside_the_orb(man("h1", (3, 4)))
    roll = only(game.do(CONTROL, dice=[1]), SrRolled)  # 1 + 5 = 6 vs DC 5
    assert roll.success
    assert game.orb("home").holder == "h1"


@rule("ISH-SR-04")
def test_a_natural_20_may_fail() -> None:
    around = [opponent(f"a{i}", x, y) for i, (x, y) in enumerate([(5, 3), (5, 4), (5, 5), (4, 5)], start=1)]
    game = beside_the_orb(man("h1", (4, 4)), *around)
    roll = only(game.do(CONTROL, dice=[20]), SrRolled)  # 20 + 5 − 4 × 4 = 9 vs DC 10
    assert (roll.total, roll.success) == (9, False)


@rule("ISH-SR-05")
@pytest.mark.parametrize("beside", [0, 1, 2, 3])
def test_each_opponent_beside_takes_4_from_a_control(beside: int) -> None:
    around = [opponent(f"a{i}", x, 5) for i, x in enumerate((3, 4, 5), start=1)][:beside]
    mates_do_not_count = man("h2", (4, 3), reaction_used=True)
    away = [*around, opponent("a9", 6, 4)]  # two squares off: not beside
    game = play([man("h1", (4, 4)), mates_do_not_count], away, go="h1")
    assert game.needs(CONTROL).bonus == 5 - 4 * beside


@rule("ISH-SR-05")
def test_each_opponent_beside_takes_4_from_a_seize_but_nothing_from_its_defence() -> None:
    mates = [man("h1", (8, 4)), man("h2", (10, 4))]
    theirs = [man("a1", (9, 4)), man("a2", (7, 4))]
    game = play(mates, theirs, go="h1", orbs={"away": {"holder": "a1"}})
    game.do(act("h1", "seize", target="a1"))
    assert game.needs(let_pass()).bonus == 5 - 8  # a1 itself and a2
    assert game.needs(let_pass(), dice=[10]).bonus == 5  # two opponents beside a1 do not count


@rule("ISH-SR-05")
def test_opponents_beside_take_nothing_from_a_propel() -> None:
    game = play([man("h1", (8, 4))], [opponent("a1", 9, 5)], go="h1", orbs={"home": {"holder": "h1"}})
    assert game.needs(act("h1", "propel", direction=[0, -1], distance=2)).bonus == 5


@rule("ISH-SR-05")
def test_opponents_beside_take_nothing_from_a_push_and_its_defence() -> None:
    mates = [man("h1", (8, 4)), man("h2", (10, 4))]
    game = play(mates, [man("a1", (9, 4)), man("a2", (7, 4))], go="h1", orbs=FAR)
    game.do(act("h1", "push_pull", target="a1"))
    assert game.needs(let_pass()).bonus == 5
    assert game.needs(let_pass(), dice=[10]).bonus == 5


@rule("ISH-SR-05")
def test_an_opponent_beside_takes_4_from_an_intercept() -> None:
    theirs = [man("a1", (9, 3))]
    mates = [man("h1", (8, 4), reaction_used=True), man("h2", (10, 2), reaction_used=True)]
    game = play(mates, theirs, go="h1", orbs={"home": {"holder": "h1"}})
    game.do(act("h1", "propel", direction=[1, 0], distance=4), dice=[10])  # 15 vs DC 8
    # Launch square: a1 has both h1 and h2 beside it.
    assert game.needs(react("a1", "intercept", orb="home")).bonus == 5 - 8


@rule("ISH-SR-05")
def test_opponents_beside_take_nothing_from_an_order_roll() -> None:
    mates = [man("h1", (4, 4)), man("h2", (3, 5))]
    game = play(mates, [opponent("a1", 4, 5), man("a2", (12, 7))], go="a2")
    game.do(step("a2", 13, 7))
    game.do(react("h1", "control", orb="home"))
    need = game.needs(react("h2", "control", orb="home"))
    assert (need.by, need.bonus) == ("h1", 5)
    # 14 + 5 before 8 + 5; h1's Control itself has the −4.
    need = game.needs(react("h2", "control", orb="home"), dice=[14, 8])
    assert (need.by, need.bonus) == ("h1", 1)


@rule("ISH-SR-06")
@pytest.mark.parametrize(
    ("faces", "total", "kept"),
    [([4, 12], 17, (False, True)), ([12, 4], 17, (True, False)), ([3, 8], 13, (False, True))],
)
def test_with_advantage_the_higher_of_two_dice_counts_and_both_stay_on_record(
    faces: list[int], total: int, kept: tuple[bool, bool]
) -> None:
    game = play([man("h1", (5, 4))], [man("a1", (8, 4))], go="h1", orbs={"home": {"holder": "h1"}})
    game.do(act("h1", "propel", direction=[1, 0], distance=3), dice=[10])  # 15 vs DC 6: it will land at (8, 4)
    game.do(let_pass("a1"))  # the orb is at (7, 4), beside a1; the next window is at the target
    roll = all_of(game.do(react("a1", "intercept", orb="home"), dice=faces), SrRolled)[0]
    assert roll.advantage
    assert roll.dice == ((20, faces[0], kept[0]), (20, faces[1], kept[1]))
    assert (roll.total, roll.target, roll.success) == (total, 14, total >= 14)  # DC 8 + 2 × 3


@rule("ISH-SR-03")
def test_no_other_ability_can_be_named_for_an_order_roll() -> None:
    game = play([man("h1", (4, 4)), man("h2", (3, 5))], go="a1")
    game.do(step("a1", 13, 7))
    game.cannot_read(react("h1", "control", orb="home", order_ability="str"))


# What the GM puts on rolls


@rule("ISH-SR-01", "ISH-SPELL-06")
@pytest.mark.parametrize(
    ("amounts", "own", "other"),
    [({"any": 2}, 2, 2), ({"any": -3}, -3, -3), ({"any": 2, "KIND": 1}, 3, 2), ({"KIND": 4}, 4, 0)],
)
@pytest.mark.parametrize("kind", ["control", "order", "push_pull", "push_defence", "propel"])
def test_a_modifier_for_any_roll_is_in_every_roll(kind: str, amounts: dict[str, int], own: int, other: int) -> None:
    """`KIND` is the kind of the roll; `other` is what a roll of another kind has of these."""
    mods = [{"kind": kind if name == "KIND" else name, "amount": amount} for name, amount in amounts.items()]
    assert bonus_of(kind, mods) == 5 + own
    assert bonus_of("propel" if kind != "propel" else "control", mods) == 5 + other


def bonus_of(kind: str, mods: list[dict[str, Any]]) -> int:
    """What is added to the die of such a roll by a player with +5 who has these modifiers."""
    modified = {"sr_mods": mods}
    if kind == "control":
        return play([man("h1", (4, 4), **modified)], go="h1").needs(CONTROL).bonus
    if kind == "propel":
        game = play([man("h1", (8, 4), **modified)], go="h1", orbs={"home": {"holder": "h1"}})
        return game.needs(act("h1", "propel", direction=[0, -1], distance=2)).bonus
    if kind == "order":
        game = play([man("h1", (4, 4), **modified), man("h2", (3, 5))], go="a1")
        game.do(step("a1", 13, 7))
        game.do(react("h1", "control", orb="home"))
        return game.needs(react("h2", "control", orb="home")).bonus
    pusher = modified if kind == "push_pull" else {}
    target = modified if kind == "push_defence" else {}
    game = play([man("h1", (8, 4), **pusher)], [man("a1", (9, 4), **target)], go="h1", orbs=FAR)
    game.do(act("h1", "push_pull", target="a1"))
    return game.needs(let_pass(), dice=[] if kind == "push_pull" else [10]).bonus


# Order rolls of who lies prone


@rule("ISH-Q-44", "ISH-REACT-04")
@pytest.mark.parametrize(
    ("switch", "dice", "order"),
    [
        # h1 18 + 5 before h2 12 + 5; h1's Control 5 + 5 reaches 10
        ("none", [18, 12, 5], ["h1", "h2"]),
        # h1 has two dice, the lower counts: 6 + 5 after h2's 12 + 5; h2's Control 5 + 5
        ("disadvantage", [18, 6, 12, 5], ["h2", "h1"]),
    ],
)
def test_who_lies_prone_has_disadvantage_on_an_order_roll_by_house_rule_alone(
    switch: str, dice: list[int], order: list[str]
) -> None:
    mates = [man("h1", (4, 4), prone=True), man("h2", (3, 5))]
    game = play(mates, go="a1", house_rules={"prone_sr": switch})
    game.do(step("a1", 13, 7))
    game.do(react("h1", "control", orb="home"))
    events = game.do(react("h2", "control", orb="home"), dice=dice)
    rolls = {roll.player: roll.total for roll in all_of(events, OrderRolled)}
    assert sorted(rolls, key=rolls.__getitem__, reverse=True) == order
    assert game.orb("home").holder == order[0]
