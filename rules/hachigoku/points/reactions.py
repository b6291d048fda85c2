"""The windows of those who may react to an attack, and what its attacker divides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from rules.hachigoku import commands as co, state as st
from rules.hachigoku.decide import defenses, disarming, dividing, guards
from rules.hachigoku.decide.reactions import at_next
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.points.shared import Answered, C, Each, HacPoint, as_pass
from rules.hachigoku.questions import get
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import State
from rules.kernel.errors import Refused
from rules.kernel.points import AnyPoint

Defense: TypeAlias = co.Defend | co.Pass


class _Window(Each[st.Attacking, C], Answered[st.Attacking, C]):
    """A window of an attack, for each of those who are waited for."""

    frame, window = st.Attacking, True

    def names(self, state: State, frame: st.Attacking) -> tuple[str, ...]:
        return frame.waiting

    def options(self, state: State, frame: st.Attacking) -> dict[str, Any]:
        return {"attacker": frame.attacker, "target": frame.struck[frame.at].who, "total": frame.total}


class GuardWindow(_Window[co.Guard | co.Pass]):
    """Others may take the place of a target; the first success ends it. [HAC-GUARD-01, HAC-Q-78]"""

    kind, rule, answers = "guard_window", "HAC-GUARD-01", (co.Guard, co.Pass)
    heading, passing = "{who} may guard {target} against {total}", "Do not guard"
    text = "The attack has met the Defense: who is close may take the blow for an Action."

    def offers(self, state: State, frame: st.Attacking) -> Iterator[co.Guard | co.Pass]:
        yield from (as_pass(name) for name in frame.waiting)
        yield from guards.offers(state, frame)

    def carry_out(self, run: HacRun, frame: st.Attacking, command: co.Guard) -> None:
        guards.guard(run, frame, command)

    def let_pass(self, run: HacRun, frame: st.Attacking, name: str) -> None:
        guards.step_back(run, frame, name)

    def not_asked(self, state: State, frame: st.Attacking, name: str) -> Refused:
        return guards.why_not_guard(state, frame, get(state, name)) or not_now(state, name, "HAC-GUARD-01")

    def unasked(self, run: HacRun, command: co.Guard | co.Pass, asked: AnyPoint[State]) -> Refused:
        """[HAC-GUARD-01]"""
        if isinstance(command, co.Pass):
            return super().unasked(run, command, asked)
        return not_now(run.state, command.character, "HAC-GUARD-01")


class DefenseWindow(Answered[st.Attacking, Defense]):
    """Whoever is struck may make an Active Defense. [HAC-ADEF-02]"""

    frame, kind, rule, answers, window = st.Attacking, "defense_window", "HAC-ADEF-02", (co.Defend, co.Pass), True
    heading, passing = "{who} may defend against {total}", "Let it hit"
    text = "The attack has met the Defense: an Active Defense costs an Action."

    def names(self, state: State, frame: st.Attacking) -> tuple[str, ...]:
        return frame.waiting

    def options(self, state: State, frame: st.Attacking) -> dict[str, Any]:
        return {
            "attacker": frame.attacker,
            "total": frame.total,
            "defenses": list(defenses.defenses_for(state, frame)),
        }

    def default(self, state: State, frame: st.Attacking) -> co.Pass:
        return as_pass(frame.waiting[0])

    def offers(self, state: State, frame: st.Attacking) -> Iterator[Defense]:
        yield self.default(state, frame)
        yield from defenses.offers(state, frame)

    def carry_out(self, run: HacRun, frame: st.Attacking, command: co.Defend) -> None:
        defenses.defend(run, frame, command)

    def let_pass(self, run: HacRun, frame: st.Attacking, name: str) -> None:
        run.advance(at_next(frame))

    def not_asked(self, state: State, frame: st.Attacking, name: str) -> Refused:
        """Once is enough. [HAC-ADEF-05]"""
        return defenses.why_not_defend(state, frame, get(state, name)) or super().not_asked(state, frame, name)

    def unasked(self, run: HacRun, command: Defense, asked: AnyPoint[State]) -> Refused:
        """A defense where none is possible. [HAC-ADEF-05, HAC-ADEF-07]"""
        if isinstance(command, co.Pass):
            return super().unasked(run, command, asked)
        one, frame = get(run.state, command.character), run.agenda[-1]
        barred = defenses.why_not_defend(run.state, frame, one) if isinstance(frame, st.Attacking) else None
        message = f"{one.called} has no Active Defense to make now."
        return barred or refused("defense_not_allowed", message, "HAC-ADEF-07", field="character")


class DisarmWindow(_Window[co.Disarm | co.Pass]):
    """Those who were just missed may disarm. [HAC-DISARM-01, HAC-Q-83]"""

    kind, rule, answers = "disarm_window", "HAC-DISARM-01", (co.Disarm, co.Pass)
    heading, passing = "{who} may disarm {attacker} against {total}", "Do not disarm"
    text = "The attack has missed: an Action may take the weapon out of that grasp."

    def offers(self, state: State, frame: st.Attacking) -> Iterator[co.Disarm | co.Pass]:
        yield from (as_pass(name) for name in frame.waiting)
        yield from disarming.offers(state, frame)

    def carry_out(self, run: HacRun, frame: st.Attacking, command: co.Disarm) -> None:
        disarming.disarm(run, frame, command)

    def let_pass(self, run: HacRun, frame: st.Attacking, name: str) -> None:
        disarming.step_back(run, frame, name)

    def not_asked(self, state: State, frame: st.Attacking, name: str) -> Refused:
        return disarming.why_not_disarm(state, frame, get(state, name)) or not_now(state, name, "HAC-DISARM-01")

    def unasked(self, run: HacRun, command: co.Disarm | co.Pass, asked: AnyPoint[State]) -> Refused:
        """[HAC-DISARM-01]"""
        if isinstance(command, co.Pass):
            return super().unasked(run, command, asked)
        return not_now(run.state, command.character, "HAC-DISARM-01")


class Dividing(HacPoint[st.Attacking, co.DivideWounds]):
    """The attacker divides the Wounds among the Kaonashi that are hit. [HAC-KAO-04]"""

    frame, kind, rule, answers = st.Attacking, "divide_wounds", "HAC-KAO-04", (co.DivideWounds,)
    heading, passing = "{who} divides {wounds} Wounds", ""
    text = "Several are hit: all Wounds are divided as the attacker wishes."

    def names(self, state: State, frame: st.Attacking) -> tuple[str, ...]:
        return (frame.attacker,)

    def options(self, state: State, frame: st.Attacking) -> dict[str, Any]:
        wounds = sum(dividing.wounds_of(frame))
        return {"wounds": wounds, "targets": list(dividing.open_targets(frame)), "reached": dividing.reach(frame)}

    def offers(self, state: State, frame: st.Attacking) -> Iterator[co.DivideWounds]:
        yield dividing.proposal(frame)

    def settle(self, run: HacRun, frame: st.Attacking, command: co.DivideWounds) -> None:
        self.answering(run, frame, command.character)
        dividing.divide(run, frame, command)


def not_now(state: State, name: str, rule: str) -> Refused:
    """A reaction of somebody who is not asked for one."""
    code = "guard_not_possible" if rule.startswith("HAC-GUARD") else "disarm_not_possible"
    return refused(code, f"{get(state, name).called} cannot do that now.", rule, field="character")
