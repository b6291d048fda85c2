"""Each command is offered on the page: as a button, in a form that answers, to the GM, or to players at any time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from matches.documents import plain
from matches.pages.boards import board_of
from matches.pages.boards.base import Question, Situation
from rules.hachigoku.commands import COMMANDS
from rules.hachigoku.system import HACHIGOKU
from rules.kernel.asks import GM
from rules.kernel.errors import Refused
from rules.kernel.reading import plain as as_json
from tests.rules.hachigoku.dojo import (
    BOW,
    KATANA,
    a,
    act,
    attack,
    b,
    fighter,
    held_by,
    moment,
    rest,
    setup,
)
from tests.rules.play import Play, rule
from web.errors import Unreadable
from web.pages.fields import Form
from web.pages.forms import values_of

Json = dict[str, Any]
NET = {"name": "net", "skill": "Kusarijutsu", "entangle": True}
MOOKS = [fighter(f"m{number}", "boar", 3, kind="mook", group_id="m") for number in (1, 2)]


def situation(game: Play, eyes: str = GM, **how: str) -> Situation:
    view = as_json(HACHIGOKU.view(game.state, eyes))
    return Situation(HACHIGOKU, game.state, view, eyes, how, () if eyes == GM else (eyes,))


def asked(game: Play) -> list[Json]:
    """What is asked, as pages have it."""
    asks = HACHIGOKU.pending(game.state).asks
    return [plain(ask) | {"options": plain(ask.options), "player": ask.player} for ask in asks]


def questions(game: Play, **how: str) -> list[Question]:
    """What the GM, who may answer for all, is asked."""
    asks = asked(game)
    return board_of("hachigoku").questions(situation(game, **how), asks)


def form(game: Play, name: str) -> Form:
    """The form of that name, of a question or of the GM's actions."""
    found = [
        *(one for question in questions(game) for one in question.forms),
        *board_of("hachigoku").gm_forms(situation(game)),
    ]
    return next(one for one in found if one.name == name)


def filled(game: Play, command: str, /, **fields: str) -> Json:
    """The command that a form makes; fields with __ for each -."""
    wanted = form(game, command)
    standing = {field.name: field.value for field in wanted.fields}
    typed = {name.replace("__", "-"): value for name, value in fields.items()}
    assert set(typed) <= set(standing), set(typed) - set(standing)
    return wanted.command(values_of(wanted, {**standing, **typed}))


def buttons(game: Play, **how: str) -> list[Any]:
    found = questions(game, **how)
    groups = [choice for question in found for group in question.groups for choice in group.choices]
    return [*groups, *(question.default for question in found if question.default is not None)]


# Every command


def choosing(*fighters: Json, **scene: Any) -> Play:
    """The first of the fighters names an Action."""
    game = moment(8, *fighters, scene=scene or None)()
    game.pass_all() if HACHIGOKU.pending(game.state).asks[0].kind == "interrupt" else None
    game.do(act(fighters[0]["id"]))
    while HACHIGOKU.pending(game.state).asks[0].kind == "declare":
        game.do(rest(HACHIGOKU.pending(game.state).asks[0].player))
    return game


RIDER = a(
    9, 8, mounted=True, honor_points=1, nearby_cover="slight", height=1, weapons=[KATANA, {**BOW, "ready": False}]
)
HOLDER = a(9, 8, weapons=[KATANA, NET])
HELD = b(3, conditions=[held_by("a", weapon="net")])


def waiting_to_keep() -> Play:
    game = choosing(a(8), b(3))
    game.do(attack(manual_keep=True), (9, 8, 4, 3, 2))
    return game


def dividing() -> Play:
    game = choosing(a(8), *MOOKS)
    game.do({**attack(raises={"wound": 1}), "targets": ["m1", "m2"]}, (9, 8, 4, 3, 2))
    return game


def struck() -> Play:
    game = choosing(a(8), b(8, 3), fighter("c", "boar", 8))
    game.do(attack(), (9, 8, 4, 3, 2))
    return game


def defending() -> Play:
    game = choosing(a(8), b(8, 3))
    game.do(attack(), (9, 8, 4, 3, 2))
    return game


def praying() -> Play:
    game = choosing(a(8), b(8, 3))
    game.do({"type": "magic", "character": "a", "text": "Rain", "prayer": True})
    return game


MOMENTS: dict[str, Callable[[], Play]] = {
    "setup": setup(a(), b()),
    "opening": moment(8, a(5, 3), b(8)),
    "declaring": moment(8, a(8), b(3)),
    "riding": lambda: choosing(RIDER, b(3), max_height=2),
    "lying": lambda: choosing(a(8, conditions=[{"name": "prone"}]), b(3)),
    "holding": lambda: choosing(HOLDER, HELD),
    "held": lambda: choosing(a(8, conditions=[held_by("b", weapon="net")]), b(3, weapons=[NET])),
    "far": lambda: choosing(a(8), b(3), ranges=[["a", "b", 4]]),
    "keeping": waiting_to_keep,
    "dividing": dividing,
    "guarding": struck,
    "defending": defending,
    "praying": praying,
}
"""Moments of play in which each command of the game stands on the page."""
AT_ANY_TIME = {"minor_action", "leave", "end_skirmish"}


def offered(game: Play) -> set[str]:
    """The kinds of commands that buttons and forms would give."""
    forms = [one for question in questions(game) for one in question.forms]
    names = {one.name.partition(":")[0] for one in (*forms, *board_of("hachigoku").gm_forms(situation(game)))}
    return names | {choice.command["type"] for choice in buttons(game)}


def test_each_command_is_offered_somewhere() -> None:
    found = {name for game in MOMENTS.values() for name in offered(game())}
    for after in (missed, thrown, falling, adjudicating):
        found |= offered(after())
    assert set(COMMANDS) - found == set()


def missed() -> Play:
    game = choosing(a(8), b(8, 3))
    game.do(attack(), (1, 1, 1, 1, 1))
    return game


def thrown() -> Play:
    game = choosing(a(8, earth=4, fire=4), b(3))
    game.do({**attack(weapon=""), "maneuvers": ["throw"], "throw_vector": {"increments": 1}}, (9, 9))
    return game


def falling() -> Play:
    game = choosing(a(8, height=3), b(3), max_height=3)
    game.do({"type": "climb", "character": "a", "levels": -3})
    return game


def adjudicating() -> Play:
    game = choosing(a(8), b(3))
    game.do({"type": "complex_action", "character": "a", "text": "Bar the gate"})
    return game


def test_players_give_up_and_agree_whoever_is_asked() -> None:
    forms = board_of("hachigoku").anytime(situation(moment(8, a(8), b(3))(), "s1"))
    assert {one.name for one in forms} == AT_ANY_TIME
    leave = next(one for one in forms if one.name == "leave")
    assert [value for value, _ in leave.fields[0].choices] == ["a"]  # nobody gives up for the other side


# Odds and what pays


@rule("HAC-RAISE-01", "HAC-ATK-05")
def test_each_attack_says_its_dice_and_its_chance() -> None:
    """Kenjutsu 3 and 2k2 of the katana: 5k4 against Defense 10. A Raise makes it 15, and less likely."""
    plainly = next(one for one in buttons(choosing(a(8), b(3))) if one.label == "B, katana")
    assert (plainly.detail, plainly.aim, plainly.command.get("raises")) == ("5k4 against 10", "to hit", None)
    raised = next(one for one in buttons(choosing(a(8), b(3)), raises="1") if one.label == "B, katana")
    assert (raised.detail, raised.command["raises"]) == ("5k4 against 15", {"wound": 1})
    assert chance(raised) < chance(plainly)


def chance(choice: Any) -> float:
    above, _, below = choice.fraction.partition("/")
    return int(above) / int(below or 1)


@rule("HAC-HONOR-03", "HAC-INIT-08")
def test_what_pays_is_chosen_and_refused_where_it_cannot() -> None:
    game = choosing(a(9, 8, honor_points=1), b(3), ranges=[["a", "b", 0]])
    by_nine = next(one for one in buttons(game, pay="die-9") if one.label == "B, katana")
    assert by_nine.command["die"] == 9
    by_honor = next(one for one in buttons(game, pay="honor") if one.label == "B, katana")
    assert by_honor.refused == "An Honor Point never pays for an attack."


@rule("HAC-INT-05")
def test_a_reaction_may_be_paid_by_an_interruption() -> None:
    game = choosing(a(8), b(5, 3, 2))
    game.do(attack(), (9, 8, 4, 3, 2))
    asks = asked(game)
    pay = next(field for field in board_of("hachigoku").how(situation(game), asks) if field.name == "pay")
    assert "two-3-5" in pay.values
    dodge = next(one for one in buttons(game, pay="two-3-5") if one.command.get("defense") == "dodge")
    assert dodge.command["interrupt"] == [3, 5]


@rule("HAC-DICE-09", "HAC-Q-09")
def test_dice_of_the_next_round_are_not_those_of_an_answer() -> None:
    """The last die of the round pays: with Fire 2 a Block against a sword has no die left, and a move rolls nothing."""
    game = choosing(a(8), b(8))
    assert {one.detail for one in buttons(choosing(a(8), b())) if one.command["type"] == "move"} == {""}
    game.do(attack(), (9, 8, 4, 3, 2))
    block = next(one for one in buttons(game) if one.command.get("defense") == "block")
    assert (block.label, block.detail) == ("Block", "no dice are left: it fails")
    defend = form(game, "defend")
    assert defend.trial is not None
    tried = values_of(defend, {field.name: field.value for field in defend.fields} | {"defense": "block"})
    assert defend.trial(tried).words == "No dice are left: it fails."


@rule("HAC-DISARM-02", "HAC-INT-05")
def test_buttons_say_what_is_done_before_its_price() -> None:
    game = choosing(a(8, 2), b(5, 3))
    game.do(attack(), (1, 1, 1, 1, 1))
    told = [one.label for one in buttons(game) if one.command["type"] == "disarm"]
    assert told == ["Bare hands, in exchange for 3 and 5", "Katana, in exchange for 3 and 5"]


@rule("HAC-AMB-01", "HAC-RANGE-09", "HAC-Q-60")
def test_the_gm_sets_up_where_the_skirmish_is_started() -> None:
    [question] = questions(setup(a(), b())())
    assert [one.name for one in question.forms] == ["set_range", "set_cover", "set_ambush"]
    game = setup(a(), b())()
    ticks = [field.label for field in form(game, "set_ambush").fields]
    assert ticks == ["Ambushers: a", "Ambushers: b", "Noticed by: a", "Noticed by: b"]
    game.do(filled(game, "set_ambush", ambushers__a="on"))
    assert game.state.scene.ambush.ambushers == ("a",)


# Forms


@rule("HAC-DICE-11", "HAC-ILL-48")
def test_dice_are_kept_by_ticking_them() -> None:
    game = waiting_to_keep()
    keep = form(game, "keep_dice")
    assert [field.label for field in keep.fields] == ["Die 1: 9", "Die 2: 8", "Die 3: 4", "Die 4: 3", "Die 5: 2"]
    command = filled(game, "keep_dice", **{f"dice__{place}": "on" for place in (2, 3, 4, 5)})
    assert command == {"type": "keep_dice", "character": "a", "dice": [2, 3, 4, 5]}
    assert keep.trial is not None
    values = values_of(keep, {f"dice-{place}": "on" for place in (2, 3, 4, 5)})
    assert keep.trial(values).words == "17 against 10: it succeeds, banzai dice 0."  # 8 + 4 + 3 + 2
    assert keep.trial(values_of(keep, {"dice-1": "on"})).refused is not None
    game.do(command)


@rule("HAC-KAO-04")
def test_wounds_are_divided_by_numbers() -> None:
    game = dividing()
    assert [choice.label for choice in buttons(game)] == ["1 to m1 and 1 to m2"]
    command = filled(game, "divide_wounds", wounds__m1="2", wounds__m2="0")
    assert command == {"type": "divide_wounds", "character": "a", "wounds": {"m1": 2}}
    game.do(command)


@rule("HAC-MOVE-08")
def test_a_combination_moves_and_then_attacks_who_was_out_of_reach() -> None:
    game = choosing(a(9, 8), b(3), ranges=[["a", "b", 1]])
    toward = next(value for value, words in form(game, "combine").fields[0].choices if words == "Toward b")
    command = filled(game, "combine", movement=toward, target="b", weapon="katana", raises="1")
    assert [part["type"] for part in command["parts"]] == ["move", "attack"]
    assert command["parts"][1]["raises"] == {"wound": 1}
    trial = form(game, "combine").trial
    assert trial is not None
    standing = {field.name: field.value for field in form(game, "combine").fields}
    words = trial(values_of(form(game, "combine"), {**standing, "movement": toward, "raises": "1"})).words
    assert words.startswith("5k4 against 15: ")
    game.do(command, (5, 5, 5, 5, 1))


@rule("HAC-MOVE-08")
def test_a_combination_of_movement_alone_and_one_whose_act_is_not_told() -> None:
    game = choosing(a(9, 8, weapons=[{**KATANA, "ready": False}]), b(3), ranges=[["a", "b", 1]])
    (toward, _), *_ = form(game, "combine").fields[0].choices
    draw = next(value for value, words in field_of(form(game, "combine"), "then").choices if "katana" in words)
    command = filled(game, "combine", movement=toward, then=draw)
    assert [part["type"] for part in command["parts"]] == ["move", "simple_action"]
    game.do(command)
    with pytest.raises(Unreadable):
        filled(choosing(a(9, 8), b(3)), "combine", then="complex_action")


@rule("HAC-MOVE-09")
def test_who_rides_moves_and_attacks_for_one_action() -> None:
    game = choosing(a(8, mounted=True), b(3), ranges=[["a", "b", 1]])
    command = filled(game, "mounted_action", target="b", weapon="katana")
    assert (command["type"], [part["type"] for part in command["parts"]]) == ("mounted_action", ["move", "attack"])
    game.do(command, (5, 5, 5, 5, 1, 1))  # one more die: a rider is higher


@rule("HAC-MOVE-06", "HAC-Q-39")
def test_a_simple_action_is_free_with_a_move() -> None:
    game = choosing(a(8, weapons=[{**KATANA, "ready": False}]), b(3), ranges=[["a", "b", 1]])
    free = next(value for value, words in field_of(form(game, "move"), "free").choices if words == "draw katana")
    command = filled(game, "move", reference="b", free=free)
    assert command["simple"] == [{"what": "draw", "weapon": "katana"}]
    game.do(command)


@rule("HAC-ATK-02")
def test_who_has_two_attacks_names_both_targets() -> None:
    game = choosing(a(8, attacks_per_action=2), b(3), fighter("c", "boar", 3))
    command = filled(game, "attack", targets__b="on", again__2="c")
    assert command["further"] == [{"type": "attack", "character": "a", "weapon": "katana", "targets": ["c"]}]


@rule("HAC-RANGE-09", "HAC-RANGE-03")
def test_the_gm_sets_several_ranges_of_one_at_once() -> None:
    game = moment(8, a(8), b(3), fighter("c", "boar", 3))()
    command = filled(game, "set_range", who="a", range__b="long", range__c="long", reason="A wall falls")
    assert command["ranges"] == [["a", "b", "long"], ["a", "c", "long"]]
    game.do(command, by=GM)
    with pytest.raises(Refused):  # b and c are close to each other
        game.do(filled(game, "set_range", who="a", range__b="close", reason="No"), by=GM)


def test_the_gm_changes_one_thing_at_a_time() -> None:
    game = moment(8, a(8), b(3))()
    for fields, field, value in (
        ({"wounds": "2"}, "wounds", 2),
        ({"mounted": "true"}, "mounted", True),
        ({"mount_gait": "gallop"}, "mount_gait", "gallop"),
    ):
        command = filled(game, "adjust", figure="a", reason="As it was", **fields)
        assert (command["field"], command["value"]) == (field, value)
        game.do(command, by=GM)
    for fields in ({}, {"wounds": "2", "height": "1"}):
        with pytest.raises(Unreadable):
            filled(game, "adjust", figure="a", reason="As it was", **fields)


@rule("HAC-INIT-18")
def test_somebody_joins_from_the_form() -> None:
    game = moment(8, a(8), b(3))()
    typed = {"name": "Emi", "skills": "Sojutsu 3", "weapons": "yari, Sojutsu, 2k2", "side": "crane", "near": "b"}
    command = filled(game, "join", element__fire="4", range="long", reason="Help comes", **typed)
    assert command["ranges"] == [["emi", "b", 2]]
    game.do(command, by=GM)
    emi = game.player("emi")
    assert (emi.elements.fire, emi.skills, emi.weapons[0].damage) == (4, {"Sojutsu": 3}, "2k2")


def test_somebody_joins_from_a_pasted_roster() -> None:
    game = moment(8, a(8), b(3))()
    command = filled(game, "join", roster='{"id": "emi", "skills": {"Sojutsu": 2}}', side="boar", reason="Help comes")
    assert (command["fighter"]["id"], command["fighter"]["side"]) == ("emi", "boar")
    for fields in ({}, {"name": "Emi", "skills": "Sojutsu"}, {"name": "Emi", "weapons": "yari"}):
        with pytest.raises(Unreadable):
            filled(game, "join", side="boar", reason="Help comes", **fields)


def field_of(found: Form, name: str) -> Any:
    return next(field for field in found.fields if field.name == name)
