"""What all reactions to an attack have in common: who may react, what pays, who is asked next. [HAC-ADEF-01]"""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from rules.hachigoku.commands import Reaction
from rules.hachigoku.decide.paying import Purpose, bars_counterstrike, fits
from rules.hachigoku.questions import able, future, get, has, is_unseen, unaware, usable, weapon_named
from rules.hachigoku.roster import Weapon
from rules.hachigoku.state import Attacking, Character, State, Struck

R = TypeVar("R", bound=Reaction)


def attacking_weapon(state: State, frame: Attacking) -> Weapon:
    return weapon_named(get(state, frame.attacker), frame.order.weapon)


def unseen(state: State, frame: Attacking) -> bool:
    """Whether nobody can see the attacker. [HAC-BLIND-02]"""
    return is_unseen(state, frame.attacker)


def can_react(one: Character, attacker: str) -> bool:
    """Whether somebody can react to an attack at all. [HAC-ADEF-07, HAC-GRAP-04]"""
    return able(one) and not unaware(one, attacker) and not has(one, "stunned", "fully_captured")


def at_next(frame: Attacking, struck: Struck | None = None) -> Attacking:
    """The attack at the windows of the next target, or at its effects; `struck`: how this target stands now."""
    places = list(frame.struck)
    places[frame.at] = struck or places[frame.at]
    last = frame.at + 1 == len(places)
    return replace(
        frame,
        struck=tuple(places),
        stage="divide" if last else "guards",
        at=frame.at if last else frame.at + 1,
        waiting=(),
    )


def paid(state: State, one: Character, order: R, purpose: Purpose) -> R:
    """The reaction with what pays for it: a die, else an interruption, else Honor."""
    if any(fits(state, die, purpose) for die in usable(state, one)):
        return order
    faces = sorted(die.face for die in future(state, one))
    if not usable(state, one) and len(faces) > 1 and not bars_counterstrike(state, purpose):
        return replace(order, interrupt=(faces[0], faces[1]))
    return replace(order, honor=True)
