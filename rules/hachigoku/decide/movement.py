"""Movement: Ranges, standing up, heights, simple actions, walking off. [HAC-MOVE, HAC-RANGE]

All of it is done in this order: the movement itself, then the simple action that is free with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from rules.hachigoku.commands import Climb, LeaveSkirmish, Move, StandUp
from rules.hachigoku.decide import simple
from rules.hachigoku.decide.action_rule import ActionRule
from rules.hachigoku.decide.outcomes import APPLY, happen, seen_by
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.evolve import evolve
from rules.hachigoku.questions import UNABLE, effective_range, get, has, level, others, there
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Character, Consequence, State
from rules.hachigoku.tables import CLOSE, EXTREME, FAR
from rules.kernel.agenda import Run
from rules.kernel.dice import TableDice

M = TypeVar("M", Move, StandUp, Climb)
HARMLESS = 1
"""Levels that somebody comes down without a fall. [HAC-MOVE-05, HAC-Q-36]"""


def check_free_to_move(state: State, one: Character) -> None:
    """Once a round, and not while held. [HAC-MOVE-01, HAC-MOVE-12, HAC-Q-33]"""
    check_not_held(one)
    if one.moved:
        message = f"{one.called} has changed Range in this round."
        raise refused("already_moved", message, "HAC-MOVE-01", field="character")


def check_not_held(one: Character) -> None:
    """A captive changes neither Range nor height. [HAC-MOVE-12, HAC-Q-65]"""
    check_not_down(one)
    if has(one, "partially_captured", "fully_captured"):
        raise refused("held_fast", f"{one.called} is held fast.", "HAC-MOVE-12", field="character")


def check_not_down(one: Character) -> None:
    """Who is Down does not move, even where an Honor Point lets them act. [HAC-MOVE-12, HAC-Q-49]"""
    if level(one) in UNABLE:
        raise refused("cannot_act", f"{one.called} cannot move.", "HAC-MOVE-12", field="character")


def moves_freely(one: Character) -> bool:
    """Whether somebody is neither held nor Down. [HAC-MOVE-12]"""
    return not has(one, "partially_captured", "fully_captured") and level(one) not in UNABLE


def own(order: Move | StandUp | Climb | LeaveSkirmish, kind: str, what: str = "", amount: int = 0) -> Consequence:
    """What somebody does to themselves."""
    return Consequence(kind=kind, who=order.character, by=order.character, what=what, amount=amount)


def check_simple(state: State, order: Move | StandUp | Climb, first: Consequence) -> None:
    """What is free with a movement, as that leaves things: it may end cover and holds. [HAC-Q-39]"""
    if order.simple:
        moved = Run(state, TableDice(), evolve, "")
        APPLY[first.kind](moved, first)
        simple.check_free(moved.state, get(moved.state, order.character), order.simple)


# Ranges


def going(order: Move, note: str = "move") -> Consequence:
    """What a move does to who makes it."""
    by = -order.increments if order.direction == "toward" else order.increments
    return replace(own(order, "range", order.reference, by), note=note)


class MoveRule(ActionRule[Move]):
    """One increment toward or away from a reference; who is prone crawls. [HAC-MOVE-01, HAC-MOVE-02]"""

    command, movement = Move, True

    def check(self, state: State, one: Character, order: Move) -> None:
        check_free_to_move(state, one)
        if order.reference == one.id or order.reference not in state.ranges.names:
            message = f"There is no {order.reference!r} to move from or to."
            hint = "Name another character or an object."
            raise refused("unknown_character", message, "HAC-MOVE-01", field="reference", hint=hint)
        check_increments(state, one, order)
        away = state.ranges.between(one.id, order.reference)
        if away == (CLOSE if order.direction == "toward" else EXTREME):
            raise refused("nothing_to_do", "It cannot be nearer or farther.", "HAC-RANGE-07", field="direction")
        check_simple(state, order, going(order))

    def do(self, run: HacRun, order: Move) -> None:
        prone = has(get(seen_by(run, order.character), order.character), "prone")
        happen(run, going(order, "crawl" if prone else "move"))
        simple.do_free(run, order.character, order.simple)

    def offers(self, state: State, one: Character) -> Iterator[Move]:
        if one.moved or not moves_freely(one):
            return
        for other in others(state, one.id):
            if not conveyed(state, one, other.id):
                continue
            away = state.ranges.between(one.id, other.id)
            if away > CLOSE:
                yield Move(character=one.id, reference=other.id, direction="toward")
            if away < EXTREME:
                yield Move(character=one.id, reference=other.id, direction="away")


def check_increments(state: State, one: Character, order: Move) -> None:
    """One increment, of a galloping mount as many as the house rule says. [HAC-Q-32, HAC-Q-48]"""
    most = state.rules.gallop_steps if gallops(one) else 1
    if not 1 <= order.increments <= most:
        message = f"A move is {most} increment{'s' if most > 1 else ''} at most."
        rule = "HAC-Q-48" if gallops(one) else "HAC-Q-32"
        raise refused("too_far", message, rule, field="increments", hint="Move again in the next round.")
    check_conveyed(state, one, order.reference, "reference")


def check_conveyed(state: State, one: Character, reference: str, field: str) -> None:
    """From far on it takes a mount, by the house rule. [HAC-Q-32]"""
    if not conveyed(state, one, reference):
        message = "From far or extreme Range it takes magic or a galloping mount."
        raise refused("too_far", message, "HAC-Q-32", field=field, hint="Move by a nearer reference.")


def gallops(one: Character) -> bool:
    return one.mounted and one.mount_gait == "gallop"


def conveyed(state: State, one: Character, reference: str) -> bool:
    """Whether somebody can change the Range to a reference on their own. [HAC-Q-32]"""
    if state.rules.far_needs_conveyance == "off" or gallops(one):
        return True
    return effective_range(state, one.id, reference) < FAR


class LeaveRule(ActionRule[LeaveSkirmish]):
    """Walking off, for a move, where every enemy is at extreme Range. [HAC-RANGE-11]"""

    command, movement = LeaveSkirmish, True

    def check(self, state: State, one: Character, order: LeaveSkirmish) -> None:
        check_free_to_move(state, one)
        near = next((foe for foe in others(state, one.id) if keeps_here(state, one, foe)), None)
        if near is not None:
            message = f"{near.called} is not at extreme Range."
            hint = "Move away from every enemy first."
            raise refused("enemies_too_near", message, "HAC-RANGE-11", field="character", hint=hint)

    def do(self, run: HacRun, order: LeaveSkirmish) -> None:
        happen(run, own(order, "leave", "walked_off"))

    def offers(self, state: State, one: Character) -> Iterator[LeaveSkirmish]:
        free = not one.moved and moves_freely(one)
        if free and not any(keeps_here(state, one, foe) for foe in others(state, one.id)):
            yield LeaveSkirmish(character=one.id)


def keeps_here(state: State, one: Character, foe: Character) -> bool:
    """Whether an enemy is too near for somebody to leave."""
    return foe.side != one.side and there(foe) and effective_range(state, one.id, foe.id) < EXTREME


# Standing up, heights


class StandUpRule(ActionRule[StandUp]):
    """From prone; it is not the move of the round. [HAC-MOVE-03]"""

    command, movement = StandUp, True

    def check(self, state: State, one: Character, order: StandUp) -> None:
        check_not_down(one)
        if not has(one, "prone"):
            raise refused("nothing_to_do", f"{one.called} is not prone.", "HAC-MOVE-03", field="character")
        check_simple(state, order, own(order, "stand_up"))

    def do(self, run: HacRun, order: StandUp) -> None:
        happen(run, own(order, "stand_up"))
        simple.do_free(run, order.character, order.simple)

    def offers(self, state: State, one: Character) -> Iterator[StandUp]:
        if has(one, "prone") and level(one) not in UNABLE:
            yield StandUp(character=one.id)


class ClimbRule(ActionRule[Climb]):
    """A level up, a level down, or a drop of several. [HAC-MOVE-04, HAC-MOVE-05, HAC-Q-35, HAC-Q-36]"""

    command, movement = Climb, True

    def check(self, state: State, one: Character, order: Climb) -> None:
        check_not_held(one)
        if order.levels == 0:
            raise refused("nothing_to_do", "Name a level or more.", "HAC-MOVE-04", field="levels")
        if order.levels > 1:
            message = "Going up takes an Action for each level."
            raise refused("too_far", message, "HAC-MOVE-04", field="levels", hint="Climb one level.")
        to = one.height + order.levels
        if not 0 <= to <= max(state.scene.max_height, one.height):
            message = f"There is no level {to}."
            hint = f"The levels are 0 to {state.scene.max_height}."
            raise refused("no_height", message, "HAC-Q-35", field="levels", hint=hint)
        check_simple(state, order, own(order, "height", amount=order.levels))

    def do(self, run: HacRun, order: Climb) -> None:
        happen(run, own(order, "height", amount=order.levels))
        if -order.levels > HARMLESS:
            happen(run, own(order, "fall", amount=-order.levels))
        simple.do_free(run, order.character, order.simple)

    def offers(self, state: State, one: Character) -> Iterator[Climb]:
        if not moves_freely(one):
            return
        if one.height < state.scene.max_height:
            yield Climb(character=one.id, levels=1)
        if one.height > 0:
            yield Climb(character=one.id, levels=-1)


MOVES = (MoveRule(), StandUpRule(), ClimbRule(), LeaveRule(), simple.SimpleRule())
"""Kinds of movement."""
