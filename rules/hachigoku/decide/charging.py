"""A Charge: one increment toward the target and the attack in one Action; a mount may go on. [HAC-CHARGE, HAC-Q-58]"""

from __future__ import annotations

from msgspec.structs import replace

from rules.hachigoku.commands import Attack
from rules.hachigoku.decide.movement import check_conveyed, check_free_to_move
from rules.hachigoku.decide.outcomes import happen
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.decide.shifting import shift
from rules.hachigoku.evolve import changed
from rules.hachigoku.questions import able, get
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Character, Consequence, State
from rules.hachigoku.tables import CLOSE

NAME = "charge"


def check(state: State, one: Character, order: Attack) -> None:
    """It uses the move of the round, and leads somewhere. [HAC-CHARGE-01, HAC-CHARGE-02, HAC-Q-58]"""
    if order.finish and not (one.mounted and NAME in order.maneuvers):
        message = "Only a mounted Charge goes on after the attack."
        raise refused("not_mounted", message, "HAC-CHARGE-02", field="finish", hint="Leave it out.")
    if NAME in order.maneuvers:
        check_free_to_move(state, one)
        check_conveyed(state, one, order.targets[0], "targets")
        if state.ranges.between(one.id, order.targets[0]) == CLOSE:
            message = "There is no way left to charge."
            raise refused("nothing_to_do", message, "HAC-CHARGE-01", field="maneuvers", hint="Attack without it.")


def after(state: State, order: Attack) -> State:
    """The state by which the attack is judged: after the Charge, if it is one."""
    if NAME not in order.maneuvers:
        return state
    changes = shift(state.ranges, order.character, order.targets[0], -1)
    return replace(state, ranges=changed(state.ranges, changes))


def run_up(run: HacRun, order: Attack) -> None:
    """The move before the attack. [HAC-CHARGE-01]"""
    if NAME in order.maneuvers:
        happen(run, moved(order, -1, NAME))


def ride_on(run: HacRun, order: Attack) -> None:
    """The mount finishes its movement, unless its rider has been struck Down. [HAC-CHARGE-02, HAC-MOVE-12]"""
    if order.finish and able(get(run.state, order.character)):
        happen(run, moved(order, 1, "ride"))


def moved(order: Attack, by: int, cause: str) -> Consequence:
    who = order.character
    return Consequence(kind="range", who=who, by=who, what=order.targets[0], amount=by, note=cause)
