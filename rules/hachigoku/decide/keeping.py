"""Dice that are kept by hand. [HAC-DICE-11, HAC-Q-08]"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.hachigoku import events as ev
from rules.hachigoku.commands import Adjudicate, Disarm, Escape, FallRoll, Guard, KeepDice, LandingRoll
from rules.hachigoku.decide import adjudication, defenses, disarming, falls, guards, holds
from rules.hachigoku.decide.rolling import HacRun, RollResult, banzai_of
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Attacking, Keeping


def keep(run: HacRun, frame: Keeping, order: KeepDice) -> None:
    """Those dice count and no others; what is below goes on by them."""
    places = [number - 1 for number in order.dice]
    there = range(len(frame.values))
    if len(set(places)) != frame.keep or len(places) != frame.keep or not all(place in there for place in places):
        message = f"{frame.keep} of the {len(frame.values)} dice are kept."
        raise refused("bad_keep", message, "HAC-DICE-11", field="dice")
    total = sum(frame.values[place] for place in places)
    result = RollResult(total, total >= frame.tn, banzai_of(run.state, frame.tens, places))
    run.emit(
        ev.DiceKept(
            character=frame.character,
            purpose=frame.purpose,
            dice=order.dice,
            total=total,
            exploded_kept=result.banzai,
            tn=frame.tn,
            success=result.success,
        )
    )
    run.pop()
    go_on(run, frame, result)


def go_on(run: HacRun, frame: Keeping, result: RollResult) -> None:
    """The attack, the defense against it, or another roll, with the dice that were chosen."""
    attack = run.agenda[-1]
    if frame.defense is not None:
        defenses.come_out(run, frame.defense, result)
    elif frame.order is not None:
        GO_ON[type(frame.order)](run, frame, result)
    elif isinstance(attack, Attacking):
        run.advance(replace(attack, total=result.total, banzai=result.banzai, success=result.success))


GO_ON: Mapping[type[Any], Callable[[HacRun, Any, RollResult], None]] = {
    Guard: lambda run, frame, result: guards.come_out(run, frame.order, result),
    Disarm: lambda run, frame, result: disarming.come_out(run, frame.order, result),
    Escape: lambda run, frame, result: holds.come_free(run, frame.order, result, frame.against),
    LandingRoll: lambda run, frame, result: falls.come_to_ground(run, frame.order, result),
    FallRoll: lambda run, frame, result: falls.come_off(run, frame.order, result),
    Adjudicate: lambda run, frame, result: adjudication.come_out(run, frame.order, success=result.success),
}
"""What goes on with the kept dice of an order."""


def highest(frame: Keeping) -> tuple[int, ...]:
    """The dice that are kept where nobody chooses, by their places from 1. [HAC-DICE-11]"""
    by_value = sorted(range(len(frame.values)), key=lambda place: (-frame.values[place], place))
    return tuple(sorted(place + 1 for place in by_value[: frame.keep]))
