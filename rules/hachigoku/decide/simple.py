"""Simple actions: without risk and without a roll; one is free with a movement. [HAC-MOVE-06, HAC-Q-39]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.hachigoku import events as ev
from rules.hachigoku.commands import FreeSimple, SimpleAction, SimpleKind
from rules.hachigoku.decide.action_rule import ActionRule
from rules.hachigoku.decide.outcomes import happen
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.questions import get, has, occupied_by, weapon_named
from rules.hachigoku.refusals import refused
from rules.hachigoku.roster import Weapon
from rules.hachigoku.state import Character, Consequence, State

ARMED: tuple[SimpleKind, ...] = ("draw", "sheathe", "reload")
"""What is done with a weapon."""


def check(state: State, one: Character, order: SimpleAction | FreeSimple, prefix: str = "") -> None:
    """Refuse what needs not be done, or cannot. [HAC-MOVE-06, HAC-ATK-13, HAC-Q-61, HAC-GRAP-08]"""
    message, field = "", f"{prefix}what"
    if order.what in ARMED:
        field = f"{prefix}weapon"
        if not order.weapon:
            raise refused("unknown_weapon", "Name a weapon.", "HAC-MOVE-06", field=field, hint="One of the roster.")
        message = why_not_with(weapon_named(one, order.weapon, field), order.what)
        if not message and order.what == "sheathe":
            check_holds_nobody(state, one, order.weapon, field)
    elif order.what == "drop_prone" and has(one, "prone"):
        message = f"{one.called} is prone."
    elif order.what == "take_cover" and one.nearby_cover == "none":
        message = f"There is no cover near {one.called}."
    elif order.what == "take_cover" and one.cover == one.nearby_cover:
        message = f"{one.called} is in that cover."
    if message:
        raise refused("nothing_to_do", message, "HAC-MOVE-06", field=field)


def why_not_with(weapon: Weapon, what: str) -> str:
    """Why that cannot be done with a weapon; empty: it can."""
    if weapon.lost:
        return f"{weapon.name} is out of reach."
    if what == "reload":
        return "" if weapon.reload == "heavy" and not weapon.loaded else f"{weapon.name} needs no reloading."
    if weapon.ready == (what == "draw"):
        return f"{weapon.name} is {'drawn' if weapon.ready else 'sheathed'}."
    return ""


def check_holds_nobody(state: State, one: Character, weapon: str, field: str) -> None:
    """A weapon that holds somebody stays drawn: letting go is an Action of its own. [HAC-GRAP-08, HAC-Q-68]"""
    held = occupied_by(state, one, weapon)
    if held:
        message = f"{weapon}: {held[0].called} is held with it."
        hint = f"Release {held[0].called} first."
        raise refused("hands_occupied", message, "HAC-GRAP-08", field=field, hint=hint)


def check_free(state: State, one: Character, given: Sequence[FreeSimple]) -> None:
    """One at most with a movement; `state` and `one` are as the movement leaves them. [HAC-Q-39]"""
    if len(given) > 1:
        message = "One simple action is free with a movement."
        hint = "Pay for the others."
        raise refused("too_many_simple_actions", message, "HAC-Q-39", field="simple", hint=hint)
    for order in given:
        check(state, one, order, "simple[0].")


def do_free(run: HacRun, name: str, given: Sequence[FreeSimple]) -> None:
    for order in given:
        do(run, name, order)


def do(run: HacRun, name: str, order: SimpleAction | FreeSimple) -> None:
    """What is done, and what it changes. [HAC-MOVE-06]"""
    run.emit(ev.SimpleActionDone(character=name, what=order.what, weapon=order.weapon, text=order.text))
    if order.what == "drop_prone":
        happen(run, Consequence(kind="condition", who=name, by=name, what="prone", rule="HAC-MOVE-06"))
    elif order.what == "take_cover":
        happen(run, Consequence(kind="cover", who=name, by=name, what=get(run.state, name).nearby_cover))


class SimpleRule(ActionRule[SimpleAction]):
    """A simple action alone. [HAC-MOVE-06]"""

    command, movement = SimpleAction, True

    def check(self, state: State, one: Character, order: SimpleAction) -> None:
        check(state, one, order)

    def do(self, run: HacRun, order: SimpleAction) -> None:
        do(run, order.character, order)

    def offers(self, state: State, one: Character) -> Iterator[SimpleAction]:
        for weapon in one.weapons:
            for what in ARMED:
                holding = what == "sheathe" and occupied_by(state, one, weapon.name)
                if not holding and not why_not_with(weapon, what):
                    yield SimpleAction(character=one.id, what=what, weapon=weapon.name)
        if not has(one, "prone"):
            yield SimpleAction(character=one.id, what="drop_prone")
        if one.nearby_cover not in ("none", one.cover):
            yield SimpleAction(character=one.id, what="take_cover")
