"""Every choice that is offered and both bounds of every number, in every form of each game, at many moments.

What a form offers must be a command that can be read; the rules may still refuse it, but no number for its bound alone:
page, admin and rules have the same bounds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from django.conf import settings

from matches.game_adapter import adapter_of
from matches.pages.boards import board_of
from matches.pages.boards.base import Question, Situation
from matches.pages.creating import form_for, order_for
from rules.kernel.asks import GM
from rules.kernel.dice import HouseDice
from rules.kernel.errors import Malformed, Refused
from rules.kernel.reading import plain
from tests.rules.hachigoku.dojo import KATANA, act, attack, fighter, moment as in_moment, rest
from web.errors import Unreadable
from web.pages.fields import Field, Form
from web.pages.forms import values_of

GAMES = ("ishmek", "istra", "hachigoku")

SEEDS = (1, 2)
STEPS = 500
MOST_OF_A_KIND = 2
"""So many moments with the same asks are looked at."""

TYPED = {
    "text": "as agreed",
    "square": "5,4",
    "inches": "12",
    "place": "12,12",
    "path": "12,12; 13,13",
    "long": "[]",
}
DICE = HouseDice(b"y" * 32)

MISSING = {
    "gm_effect": {"Nothing would change.", "A modifier needs a roll to apply to and an amount."},
    "place_terrain": {"A disc needs a radius."},
    "adjust": {"Nothing would change.", "Only one thing can be changed at a time."},
    "combine": {"Say what is done.", "Nobody is there to be attacked."},
    "mounted_action": {"Say what is done.", "Nobody is there to be attacked."},
    "join": {"A character needs a name."},
}
"""What forms answer that want more than one field, which none of them can require alone: a player and a change, a
modifier's two halves, a disc and its radius."""
BESIDE: dict[str, list[dict[str, str]]] = {
    "gm_effect": [
        {"prone": "true"},
        {"sr_mod-kind": "any", "sr_mod-amount": "1"},
        {"sr_mod-kind": "any"},
        {"sr_mod-amount": "1"},
    ],
    "place_terrain": [{"radius": "2.5"}],
    "adjust": [{"wounds": "1"}],
    "combine": [{"text": "as agreed"}],
    "mounted_action": [{"text": "as agreed"}],
    "join": [{"name": "Somebody", "skills": "", "weapons": "", "roster": ""}],
}
"""What completes them, whichever field was filled in first."""


def last_calls() -> Iterator[Any]:
    """Moment 1, where the lowest die and the highest can pay: for an Action, a guard, a defense, to disarm."""
    net = {"name": "net", "skill": "Kenjutsu", "entangle": True}
    crowd = [
        fighter("a", "crane", 10, 1, 1, earth=5, weapons=[KATANA, net]),
        fighter("b", "boar", 10, 1, earth=2, nearby_cover="slight"),
        fighter("c", "boar", 10, 1),
    ]
    chosen = [act("a"), rest("b"), rest("c")]
    for steps in ([], [(attack(), HIT)], [(attack(), HIT), ({"type": "pass"}, ())], [(attack(), MISS)]):
        game = in_moment(1, *crowd)()
        for command in chosen:
            game.do(command)
        for command, dice in steps:
            game.do(command, dice)
        yield game.state
    rider = fighter("a", "crane", 10, 1, mounted=True, mount_gait="gallop", height=1)
    scene = {"ranges": [["a", "b", 4]], "max_height": 2}
    game = in_moment(1, rider, fighter("b", "boar", 2), scene=scene, rules={"gallop_steps": 2})()
    yield game.state
    game.do(act("a"))
    game.do(rest("b"))
    yield game.state


HIT, MISS = (9, 8, 4, 3, 2), (1, 1, 1, 1, 1)
MORE: dict[str, Callable[[], Iterable[Any]]] = {"hachigoku": last_calls}
"""States of a game beside those of bots' matches: where numbers can be at their bounds."""


class Moment(NamedTuple):
    """A situation of a match that bots play."""

    state: Any
    asks: tuple[Any, ...]


@cache
def moments(key: str) -> tuple[Moment, ...]:
    """Situations of both bots' matches: some of each kind of decision."""
    game, seen, found, dice = adapter_of(key), {}, [], HouseDice(b"m" * 32)
    setup = json.loads((Path(settings.BASE_DIR) / f"matches/simulation/setups/{key}.json").read_text())
    for seed in SEEDS:
        for bot in game.bots().values():
            state, rng = game.open(setup.get("setup", setup), {}, dice).state, Random(seed)
            for _ in range(STEPS):
                if game.outcome(state) is not None:
                    break
                asks = game.pending(state).asks
                kinds = tuple(sorted({ask.kind for ask in asks}))
                seen[kinds] = seen.get(kinds, 0) + 1
                if seen[kinds] <= MOST_OF_A_KIND:
                    found.append(Moment(state, asks))
                state = game.decide(state, bot(state, rng), dice).state
    return (*found, *(Moment(state, game.pending(state).asks) for state in MORE.get(key, list)()))


def typed(field: Field) -> str:
    """Something that can be read in a field that has to be filled in; else what stands in it."""
    if field.kind == "select":
        return field.value or (min(field.values) if field.required and field.values else "")
    if field.value or not (field.required or field.kind in ("place", "path")):
        return field.value
    if field.kind == "number":
        return str(field.low or 1)
    return TYPED[field.kind]


def variants(form: Form) -> Iterator[tuple[str, dict[str, str]]]:
    """The form as it comes, and once for each choice and each bound of a field."""
    plainly = {field.name: typed(field) for field in form.fields}
    yield "as it comes", plainly
    for field in form.fields:
        for value in values_offered(field):
            yield f"{field.name}={value}", {**plainly, field.name: value}


def values_offered(field: Field) -> list[str]:
    """The choices of a select, both sides of a tick, both bounds of a number."""
    if field.kind == "select":
        return sorted(field.values)
    if field.kind == "check":
        return ["on", ""]
    return [*map(str, {field.low, field.high} - {None})] if field.kind == "number" else []


def bounds(form: Form) -> Iterator[tuple[str, dict[str, str]]]:
    """Both bounds of each number, alone and with the others, with each choice or tick that may stand beside it."""
    plainly = {field.name: typed(field) for field in form.fields}
    numbers = {
        field.name: field.value or str(max(field.low or 0, 1)) for field in form.fields if field.kind == "number"
    }
    chosen = [
        {field.name: value}
        for field in form.fields
        if field.kind in ("select", "check")
        for value in values_offered(field)
    ]
    ways = [{**others, **way} for others in (numbers, {}) for way in (*BESIDE.get(form.name, ()), *chosen, {})]
    for name in numbers:
        field = next(field for field in form.fields if field.name == name)
        for value in values_offered(field):
            for way in ways:
                yield f"{form.name}: {name}={value}", {**plainly, **way, name: value}


def questions(key: str, moment: Moment, eyes: str) -> Iterator[Question]:
    """What these eyes are asked, under every choice of "How"."""
    game, board = adapter_of(key), board_of(key)
    asks = [plain(ask) for ask in moment.asks if eyes in (GM, ask.seat)]
    bare = Situation(game, moment.state, plain(game.view(moment.state, eyes)), eyes, seats=(eyes,))
    ways: list[dict[str, str]] = [{}]
    for field in board.how(bare, asks):
        ways += [{field.name: value} for value in values_offered(field)]
    for how in ways:
        yield from board.questions(Situation(game, moment.state, bare.view, eyes, how, seats=(eyes,)), asks)


def forms(key: str, moment: Moment) -> Iterator[Form]:
    """Every form that anybody is shown."""
    game, board = adapter_of(key), board_of(key)
    for eyes in seats(key):
        situation = Situation(game, moment.state, plain(game.view(moment.state, eyes)), eyes, seats=(eyes,))
        yield from board.gm_forms(situation) if eyes == GM else board.anytime(situation)
        for question in questions(key, moment, eyes):
            yield from question.forms


def seats(key: str) -> tuple[str, ...]:
    return (*adapter_of(key).seats[:2], GM)


def sent(form: Form, filled: dict[str, str]) -> dict[str, Any] | None:
    """The command of a form as it is filled in; None where the form wants another field beside it."""
    return commanded(form, values_of(form, filled))


def commanded(form: Form, values: Mapping[str, Any]) -> dict[str, Any] | None:
    """The command of a form; None where it answers that another field is missing, as only some forms may."""
    try:
        return form.command(values)
    except Unreadable as refusal:
        if refusal.message not in MISSING.get(form.name, ()):
            pytest.fail(f"{form.name}, {values}: {refusal.message}")
        return None


def completed(form: Form, what: str, filled: dict[str, str]) -> Iterator[dict[str, Any]]:
    """The commands of a form as it is filled in and beside what completes it. Some are, or the form has a dead end."""
    changed = what.partition("=")[0]
    ways = [{}, *({name: one for name, one in way.items() if name != changed} for way in BESIDE.get(form.name, ()))]
    commands = [command for way in ways if (command := sent(form, {**filled, **way})) is not None]
    assert commands, f"{form.name}, {what}: no field beside it makes a command of it"
    yield from commands


def is_done(key: str, state: Any, command: dict[str, Any]) -> bool:
    """Whether a command is carried out; False where the rules refuse it. It can be read in either case."""
    game = adapter_of(key)
    order = game.parse(command)
    try:
        game.decide(state, order, DICE, GM)
    except Refused:
        return False
    return True


@pytest.mark.parametrize("key", GAMES)
def test_every_offered_choice_and_bound_can_be_sent(key: str) -> None:
    """It used to end as Malformed: "intent to injure" in "Call a foul"."""
    posts = 0
    for moment in moments(key):
        for form in forms(key, moment):
            for what, filled in variants(form):
                posts += 1
                for command in completed(form, what, filled):
                    try:
                        is_done(key, moment.state, command)
                    except Malformed as error:
                        pytest.fail(f"{form.name}, {what}: {error}")
    assert posts > 1_000


@pytest.mark.parametrize("key", GAMES)
def test_no_number_is_refused_at_the_bound_that_the_page_has(key: str) -> None:
    """At some moment, with something chosen beside it, each is carried out."""
    offered, done = set(), set()
    for moment in moments(key):
        for form in forms(key, moment):
            for what, filled in bounds(form):
                offered.add(what)
                command = sent(form, filled) if what not in done else None
                if command is not None and is_done(key, moment.state, command):
                    done.add(what)
    assert len(offered) > 8
    assert offered - done == set()


@pytest.mark.parametrize("key", GAMES)
def test_the_rules_refuse_what_is_beyond_the_bound_that_the_page_has(key: str) -> None:
    moment, offered, tried = moments(key)[-1], set(), set()
    for form in forms(key, moment):
        for what, filled in bounds(form):
            name, _, value = what.partition(": ")[2].partition("=")
            low = next(field.low for field in form.fields if field.name == name)
            values = values_of(form, filled)
            at_bound = commanded(form, values)
            values = {**values, name: int(value) - 1 if int(value) == low else int(value) + 1}
            offered.add(what)
            command = commanded(form, values)
            if command is not None and command != at_bound:
                tried.add(what)
                assert not is_done(key, moment.state, command), f"{what} and 1 beyond"
    assert offered == tried


@pytest.mark.parametrize("key", GAMES)
def test_every_button_can_be_pressed(key: str) -> None:
    kinds = set()
    for moment in moments(key):
        for eyes in seats(key):
            for question in questions(key, moment, eyes):
                kinds.add(question.ask["kind"])
                buttons = [choice for group in question.groups for choice in group.choices]
                for choice in (*buttons, *([question.default] if question.default else [])):
                    assert is_done(key, moment.state, choice.command) or choice.refused, choice
    assert kinds == {ask.kind for moment in moments(key) for ask in moment.asks}
    assert len(kinds) >= {"ishmek": 8, "istra": 9, "hachigoku": 5}[key], kinds


@pytest.mark.parametrize("key", GAMES)
def test_every_choice_and_bound_of_a_new_match_can_be_sent(key: str) -> None:
    """Refused is only what does not go with the other fields: who plays already, and sides that nobody plays."""
    form, game, refused, unread = form_for(key), adapter_of(key), set(), set()
    for what, filled in variants(form):
        try:
            order = order_for(key, values_of(form, filled))
            game.open(order.setup, order.house_rules, DICE)
        except Refused:
            refused.add(what.partition("=")[0])
        except Unreadable as refusal:
            unread.add((what.partition("-")[0], refusal.message))
    assert (
        refused
        == {
            "ishmek": {"team-home"},  # a player of both teams
            "istra": {"company-s1", "company-s2", "table-scenario", "table-hall"},  # too few sides, or not that one
            "hachigoku": set(),  # its sides may be of the same house
        }[key]
    )
    twice = {
        "ishmek": {("team", "Both teams are the same.")},
        "istra": {("company", "That company already fights on another side.")},
        "hachigoku": set(),
    }
    assert unread == twice[key]


def test_the_gm_is_asked_where_nobody_is_on_the_field() -> None:
    game, gone = adapter_of("ishmek"), {"status": "out_match"}
    teams = {"home": {"players": [{"id": "h1", **gone}]}, "away": {"players": [{"id": "a1", **gone}]}}
    document = {"turns_total": 10, "turn": 10, "teams": teams, "pick": "home"}
    state = game.open_position(document, {}).state
    (question,) = questions("ishmek", Moment(state, game.pending(state).asks), GM)
    assert question.title == "No one is on the field: turn 10 of 10 is skipped."
    assert question.default is not None
    assert question.default.label == "End turn 10"
    assert is_done("ishmek", state, question.default.command)
