"""An attack at each of its stages, and the dice that are kept by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.hachigoku import commands as co, state as st
from rules.hachigoku.decide import attacks, dividing, keeping
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.points import reactions
from rules.hachigoku.points.shared import HacPoint, all_known
from rules.hachigoku.questions import get, holds_on
from rules.hachigoku.state import State
from rules.kernel.agenda import Frame
from rules.kernel.points import StagedStep


class Attacking(StagedStep[State, st.Attacking]):
    """An attack at each of its stages. [HAC-ATK-08]"""

    frame = st.Attacking
    asked = {
        "guards": "guard_window",
        "defense": "defense_window",
        "divide": "divide_wounds",
        "disarm": "disarm_window",
    }
    """What is asked at a stage at which somebody is waited for."""

    def __init__(self) -> None:
        super().__init__(
            reactions.GuardWindow(),
            reactions.DefenseWindow(),
            reactions.DisarmWindow(),
            reactions.Dividing(),
        )

    def stage(self, state: State, frame: st.Attacking) -> str:
        return self.asked.get(frame.stage, "") if frame.waiting else ""

    def work(self, run: HacRun, frame: st.Attacking) -> None:
        attacks.STAGES[frame.stage](run, frame)

    def carries(self, frame: st.Attacking, above: Frame) -> bool:
        return isinstance(above, st.Attacking | st.Keeping | st.Landing | st.Falling)

    def stands(self, state: State, frame: st.Attacking, below: tuple[Frame, ...], field: str) -> bool:
        struck = tuple(one.target for one in frame.struck)
        guards = [one.by_guard for one in frame.struck if one.by_guard]
        others = (*frame.waiting, *frame.reacted, *frame.affected, *frame.assigned)
        if not all_known(state, frame.attacker, *struck, *guards, *others):
            return False
        order = frame.order
        meant = (order.character, order.targets) == (frame.attacker, struck) and 0 <= frame.at < len(struck)
        numbers = (frame.total, frame.banzai, order.raises.wound, *frame.assigned.values())
        return meant and min(numbers) >= 0 and armed(state, frame.attacker, order.weapon) and waits(frame)


def armed(state: State, name: str, weapon: str) -> bool:
    """Whether somebody has a weapon of that name, or bare hands."""
    return not weapon or any(one.name == weapon for one in get(state, name).weapons)


def waits(frame: st.Attacking) -> bool:
    """Whether those who are waited for can be, at this stage."""
    if frame.stage == "divide":
        return not frame.waiting or len(dividing.open_targets(frame)) > 1
    return frame.stage != "defense" or frame.waiting in ((), (frame.struck[frame.at].who,))


class Keeping(HacPoint[st.Keeping, co.KeepDice]):
    """Whoever asked for it chooses the kept dice. [HAC-DICE-11, HAC-Q-08]"""

    frame, kind, rule, answers = st.Keeping, "keep_dice", "HAC-DICE-11", (co.KeepDice,)
    heading, passing = "{who} keeps {keep} of the dice {values}", "Keep the highest"
    text = "The kept dice are chosen by hand."

    def names(self, state: State, frame: st.Keeping) -> tuple[str, ...]:
        return (frame.character,)

    def options(self, state: State, frame: st.Keeping) -> dict[str, Any]:
        return {"keep": frame.keep, "values": list(frame.values), "tens": list(frame.tens), "tn": frame.tn}

    def default(self, state: State, frame: st.Keeping) -> co.KeepDice:
        return co.KeepDice(character=frame.character, dice=keeping.highest(frame))

    def offers(self, state: State, frame: st.Keeping) -> Iterator[co.KeepDice]:
        yield self.default(state, frame)

    def settle(self, run: HacRun, frame: st.Keeping, command: co.KeepDice) -> None:
        self.answering(run, frame, command.character)
        keeping.keep(run, frame, command)

    def let_pass(self, run: HacRun, frame: st.Keeping, name: str) -> None:
        keeping.keep(run, frame, self.default(run.state, frame))

    def stands(self, state: State, frame: st.Keeping, below: tuple[Frame, ...], field: str) -> bool:
        dice = len(frame.values) == len(frame.tens) > frame.keep > 0
        if not dice or not all_known(state, frame.character):
            return False
        order = frame.order or frame.defense
        if not isinstance(below[-1], BELOW.get(type(order), st.Attacking)):
            return False
        own = order is None or isinstance(order, co.Adjudicate) or order.character == frame.character
        return own and follows(state, below[-1], order) and armed(state, frame.character, getattr(order, "weapon", ""))


BELOW: Mapping[type[Any], type[Frame]] = {
    co.Escape: st.Resolving,
    co.LandingRoll: st.Landing,
    co.FallRoll: st.Falling,
    co.Adjudicate: st.Adjudicating,
}
"""On which frame the choice of kept dice lies that is not of an attack."""


def follows(state: State, below: Frame, order: Any) -> bool:
    """Whether what goes on with the kept dice can: the stage of the attack, the hold, or who it is about."""
    match order:
        case co.Guard() | co.Disarm():
            assert isinstance(below, st.Attacking)
            stage = "guards" if isinstance(order, co.Guard) else "disarm"
            return below.stage == stage and order.character in below.waiting
        case co.Escape():
            sources = [effect.source for effect in holds_on(get(state, order.character))]
            return bool(sources) and order.holder in ("", *sources)
        case co.LandingRoll() | co.FallRoll():
            assert isinstance(below, st.Landing | st.Falling)
            return below.character == order.character
        case co.Adjudicate():
            return all_known(state, *order.targets)
    return True
