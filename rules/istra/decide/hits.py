"""Who has hit and who has damaged whom by an attack. [IST-D-07..10]"""

from __future__ import annotations

from typing import NamedTuple

from rules.istra.decide.settling import strikes_back, sufferer
from rules.istra.state import Attack, State


class Hit(NamedTuple):
    """Who has hit whom by an attack, and how hard."""

    by: str
    whom: str
    harm: int


def hits(state: State, frame: Attack) -> list[Hit]:
    """Who has hit whom, damage or none: the attacker by winning a combat roll, a defender who strikes back.

    A spell cast against a number is no combat roll.
    """
    found: list[Hit] = []
    for one in frame.exchanges:
        if frame.attacker in one.winners and one.defence is not None:
            found.append(Hit(frame.attacker, sufferer(state, one), one.target_harm))
        if strikes_back(state, frame, one):
            found.append(Hit(one.defender, frame.attacker, one.attacker_harm))
    return found


def harms(state: State, frame: Attack) -> list[Hit]:
    """Who has damaged whom by an attack, a lost Smite included."""
    found: list[Hit] = []
    for one in frame.exchanges:
        found += [Hit(frame.attacker, sufferer(state, one), one.target_harm)] if one.target_harm > 0 else []
        found += [Hit(one.defender, frame.attacker, one.attacker_harm)] if one.attacker_harm > 0 else []
    return found
