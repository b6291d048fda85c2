"""The Wounds of an attack on several Kaonashi, and whom its maneuver reaches. [HAC-KAO-04, HAC-KAO-07, HAC-KO-03]"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.hachigoku import events as ev
from rules.hachigoku.commands import DivideWounds
from rules.hachigoku.decide import maneuvers
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Attacking
from rules.kernel.errors import Refused

ONE_AT_A_TIME = ("grapple", "throw")
"""Maneuvers that reach one target only when done with bare hands. [HAC-KAO-07]"""


def open_targets(frame: Attacking) -> tuple[str, ...]:
    """Those whom the attack still hits. [HAC-Q-54]"""
    return tuple(one.who for one in frame.struck if one.fate == "open")


def wounds_of(frame: Attacking) -> tuple[int, int, int]:
    """Wounds from intention, from kept banzai dice and from Raises. [HAC-ATK-06]"""
    intention = min((one.intention for one in maneuvers.of(frame.order)), default=1)
    return intention, frame.banzai, frame.order.raises.wound


def reach(frame: Attacking) -> int:
    """How many the maneuver reaches. [HAC-KAO-07, HAC-Q-56]"""
    order = frame.order
    bare = not order.weapon and any(name in order.maneuvers for name in ONE_AT_A_TIME)
    return 1 if bare else 1 + order.raises.wound


def begin(run: HacRun, frame: Attacking) -> None:
    """All falls on the one who is left; of several the attacker chooses. [HAC-KAO-04, HAC-KAO-05]"""
    hit = open_targets(frame)
    if not hit:
        run.advance(replace(frame, stage="disarm"))
    elif len(hit) == 1:
        run.advance(replace(frame, stage="effects", assigned={hit[0]: sum(wounds_of(frame))}, affected=hit))
    else:
        run.advance(replace(frame, waiting=(frame.attacker,)))


def divide(run: HacRun, frame: Attacking, order: DivideWounds) -> None:
    """As the attacker wishes; zero for somebody is allowed. [HAC-KAO-04, HAC-Q-55]"""
    affected = reached(frame, order)
    for barred in (why_not_so(frame, order.wounds), why_not_these(frame, order.wounds, affected)):
        if barred is not None:
            raise barred
    run.emit(ev.WoundsDivided(attacker=frame.attacker, wounds=order.wounds, affected=affected))
    run.advance(replace(frame, stage="effects", waiting=(), assigned=order.wounds, affected=affected))


def reached(frame: Attacking, order: DivideWounds) -> tuple[str, ...]:
    """Whom the maneuver reaches; a Stun reaches those who lose Actions. [HAC-Q-73]"""
    if any(one.bloodless for one in maneuvers.of(frame.order)):
        return tuple(name for name, number in order.wounds.items() if number)
    return order.affected


def why_not_so(frame: Attacking, wounds: Mapping[str, int]) -> Refused | None:
    """Why the Wounds cannot be divided so."""
    message, dealt = "", sum(wounds_of(frame))
    if not set(wounds) <= set(open_targets(frame)):
        message = "Only who was hit takes Wounds."
    elif min(wounds.values(), default=0) < 0 or sum(wounds.values()) != dealt:
        message = f"{dealt} Wounds are to be divided, no more and no fewer."
    return refused("bad_wound_division", message, "HAC-KAO-04", field="wounds") if message else None


def why_not_these(frame: Attacking, wounds: Mapping[str, int], affected: tuple[str, ...]) -> Refused | None:
    """Why the maneuver cannot reach just these."""
    message, found = "", maneuvers.of(frame.order)
    wanted = any(one.effect and one.chosen for one in found)
    most = reach(frame) if wanted else 0
    if not set(affected) <= set(open_targets(frame)) or len(set(affected)) < len(affected):
        message = "Name those once who were hit."
    elif len(affected) > most or (wanted and not affected):
        message = f"The maneuver reaches {most} of them." if most else "There is no maneuver that reaches anybody."
    elif "knockout" in frame.order.maneuvers and not all(wounds.get(name) for name in affected):
        message = "Who is knocked out takes a Wound."
    return refused("bad_wound_division", message, "HAC-KAO-07", field="affected") if message else None


def proposal(frame: Attacking) -> DivideWounds:
    """One division that is allowed: all to the first, round and round."""
    hit, dealt = open_targets(frame), sum(wounds_of(frame))
    found = maneuvers.of(frame.order)
    effects = any(one.effect and one.chosen for one in found)
    among = hit[: reach(frame)] if any(one.bloodless for one in found) else hit
    wounds = {name: dealt // len(among) + (place < dealt % len(among)) for place, name in enumerate(among)}
    affected = tuple(name for name in hit[: reach(frame)] if wounds[name] or "knockout" not in frame.order.maneuvers)
    return DivideWounds(character=frame.attacker, wounds=wounds, affected=affected if effects else ())
