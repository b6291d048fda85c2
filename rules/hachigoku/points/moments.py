"""Moments: interruptions, declarations, and the choice of Actions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, TypeAlias

from rules.hachigoku import commands as co, state as st
from rules.hachigoku.decide import actions, moments
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.points.shared import Each, HacPoint, all_known, as_pass
from rules.hachigoku.questions import future, get, initiative_total, usable
from rules.hachigoku.state import State
from rules.kernel.agenda import Frame
from rules.kernel.errors import Refused
from rules.kernel.points import AnyPoint, StagedStep, Step

Declaration: TypeAlias = co.Act | co.Pass


class _Waiting(Each[st.Moment, Any]):
    """A question for each of those who are waited for."""

    frame = st.Moment

    def names(self, state: State, frame: st.Moment) -> tuple[str, ...]:
        return frame.waiting

    def options_for(self, state: State, frame: st.Moment, name: str) -> dict[str, Any]:
        one = get(state, name)
        return {
            "moment": state.moment,
            "usable": [die.face for die in usable(state, one)],
            "future": [die.face for die in future(state, one)],
            "total": initiative_total(one),
            "honor_points": one.honor_points,
        }


class Interruption(_Waiting):
    """Before anybody acts, who can may interrupt. [HAC-INT-03]"""

    kind, rule, answers, window = "interrupt", "HAC-INT-03", (co.Interrupt, co.Pass), True
    heading, passing = "{who} may interrupt", "Do not interrupt"
    text = "A Moment opens: two future dice may be exchanged for one of this Moment."

    def offers(self, state: State, frame: st.Moment) -> Iterator[co.Interrupt | co.Pass]:
        for name in frame.waiting:
            one = get(state, name)
            yield as_pass(name)
            faces = sorted(die.face for die in future(state, one))
            for pair in dict.fromkeys(combinations(faces, 2)):
                yield co.Interrupt(character=name, exchanges=(pair,), movement=bool(usable(state, one)))

    def settle(self, run: HacRun, frame: st.Moment, command: co.Interrupt | co.Pass) -> None:
        if isinstance(command, co.Pass):
            self.passes(run, frame, command.character or None)
        elif command.character in frame.waiting:
            moments.interrupt(run, frame, command)
        else:  # who could not is told why; who could has answered
            name = command.character
            raise moments.why_not_interrupt(run.state, name) or self.not_asked(run.state, frame, name)

    def let_pass(self, run: HacRun, frame: st.Moment, name: str) -> None:
        moments.let_interruption_pass(run, frame, name)

    def unasked(self, run: HacRun, command: co.Interrupt | co.Pass, asked: AnyPoint[State]) -> Refused:
        """[HAC-INT-03]"""
        if isinstance(command, co.Interrupt) and isinstance(run.agenda[-1], st.Moment):
            return moments.too_late(run.state, command.character)
        return super().unasked(run, command, asked)


class Declaring(_Waiting):
    """Act, pass, or pass for the whole Moment. [HAC-INIT-10, HAC-INIT-13]"""

    kind, rule, answers = "declare", "HAC-INIT-10", (co.Act, co.Pass)
    heading, passing, begins_act = "{who} may act", "Pass", True
    text = "A die of this Moment, a held one or an Honor Point would pay for an Action."

    def offers(self, state: State, frame: st.Moment) -> Iterator[Declaration]:
        for name in frame.waiting:
            yield co.Act(character=name)
            yield co.Pass(character=name)
            yield co.Pass(character=name, whole_moment=True)

    def sample(self, state: State, frame: st.Moment, rng: Random) -> Declaration:
        """Mostly act."""
        name = rng.choice(frame.waiting)
        return co.Act(character=name) if rng.random() < 0.7 else rng.choice(list(self.offers(state, frame)))

    def settle(self, run: HacRun, frame: st.Moment, command: Declaration) -> None:
        if isinstance(command, co.Act):
            moments.declare(run, frame, self.answering(run, frame, command.character))
        elif command.whole_moment:
            name = self.answering(run, frame, command.character)
            moments.pass_by(run, frame, name, whole_moment=True)
        else:
            self.passes(run, frame, command.character or None)

    def let_pass(self, run: HacRun, frame: st.Moment, name: str) -> None:
        moments.pass_by(run, frame, name, whole_moment=False)

    def not_asked(self, state: State, frame: st.Moment, name: str) -> Refused:
        return moments.why_not_act(state, name) or super().not_asked(state, frame, name)


class LastCall(Declaring):
    """The same in Moment 1: what is not used is forfeited. [HAC-INIT-15]"""

    kind, rule = "last_call", "HAC-INIT-15"
    text = "Moment 1: dice that are not used now are forfeited."


class Choosing(HacPoint[st.Moment, Any]):
    """The highest total names an Action, or passes all the same. [HAC-INIT-10, HAC-Q-23]"""

    frame, kind, rule, begins_act = st.Moment, "choose_action", "HAC-INIT-10", True
    heading, passing, text = "{who} acts", "Pass", "The highest Initiative Total acts first."
    answers = (*actions.kinds(), co.Pass)

    def names(self, state: State, frame: st.Moment) -> tuple[str, ...]:
        return frame.acting[:1]

    def options(self, state: State, frame: st.Moment) -> dict[str, Any]:
        one = get(state, frame.acting[0])
        dice = [{"face": die.face, "mark": die.mark} for die in usable(state, one)]
        return {"dice": dice, "honor_points": one.honor_points, "moved": one.moved}

    def default(self, state: State, frame: st.Moment) -> co.Pass:
        return as_pass(frame.acting[0])

    def offers(self, state: State, frame: st.Moment) -> Iterator[Any]:
        yield from actions.offers(state, frame.acting[0])
        yield self.default(state, frame)

    def sample(self, state: State, frame: st.Moment, rng: Random) -> Any:
        return sampled(state, frame.acting[0], rng)

    def settle(self, run: HacRun, frame: st.Moment, command: Any) -> None:
        name = self.answering(run, frame, command.character or frame.acting[0])
        if isinstance(command, co.Pass):
            moments.pass_by(run, frame, name, whole_moment=command.whole_moment)
        else:
            moments.choose(run, frame, command)

    def let_pass(self, run: HacRun, frame: st.Moment, name: str) -> None:
        moments.pass_by(run, frame, name, whole_moment=False)

    def not_asked(self, state: State, frame: st.Moment, name: str) -> Refused:
        return moments.not_yours(state, frame, name)

    def unasked(self, run: HacRun, command: Any, asked: AnyPoint[State]) -> Refused:
        """Who cannot act at all is told so; others declare first."""
        if isinstance(run.agenda[-1], st.Moment) and not isinstance(command, co.Pass):
            return moments.why_not_act(run.state, command.character) or asked.unanswered(run.agenda[-1])
        return super().unasked(run, command, asked)


def sampled(state: State, name: str, rng: Random) -> Any:
    """An Action of somebody's, or now and then a pass."""
    found = list(actions.offers(state, name))
    return rng.choice(found) if found and rng.random() < 0.9 else as_pass(name)


class Moment(StagedStep[State, st.Moment]):
    """A Moment at each of its stages. [HAC-INIT-04]"""

    frame = st.Moment

    def __init__(self) -> None:
        super().__init__(Interruption(), Declaring(), LastCall(), Choosing())

    def stage(self, state: State, frame: st.Moment) -> str:
        if moments.reviewed(state, frame) != frame:
            return ""
        if frame.stage == "interrupt" and frame.waiting:
            return "interrupt"
        if frame.stage == "declare" and frame.waiting:
            return "last_call" if state.moment == 1 else "declare"
        return "choose_action" if frame.stage == "choose" else ""

    def work(self, run: HacRun, frame: st.Moment) -> None:
        if moments.reviewed(run.state, frame) != frame:
            moments.review(run)
        elif frame.stage == "open":
            moments.open_up(run, frame)
        elif frame.stage == "declare":
            moments.compare(run, frame)
        else:
            moments.ask_again(run, frame)

    def carries(self, frame: st.Moment, above: Frame) -> bool:
        return isinstance(above, st.Resolving | st.Batch | st.Falling)

    def stands(self, state: State, frame: st.Moment, below: tuple[Frame, ...], field: str) -> bool:
        chosen = frame.stage != "choose" or bool(frame.acting)
        names = (*frame.waiting, *frame.acting, *frame.resting)
        return state.underway and state.moment > 0 and chosen and all_known(state, *names)


class Batch(Each[st.Batch, Any]):
    """Equal totals: each commits an Action, hidden from the others. [HAC-SIM-01]"""

    frame, kind, rule = st.Batch, "commit_simultaneous", "HAC-SIM-01"
    heading, passing = "{who} commits an Action", "Take no part"
    text = "Equal Initiative Totals: what you choose is hidden until all have chosen."
    answers = (*actions.kinds(), co.Pass)

    def names(self, state: State, frame: st.Batch) -> tuple[str, ...]:
        return frame.waiting

    def options(self, state: State, frame: st.Batch) -> dict[str, Any]:
        return {"together": list(frame.asked)}

    def offers(self, state: State, frame: st.Batch) -> Iterator[Any]:
        for name in frame.waiting:
            yield from actions.offers(state, name)
            yield as_pass(name)

    def sample(self, state: State, frame: st.Batch, rng: Random) -> Any:
        return sampled(state, rng.choice(frame.waiting), rng)

    def settle(self, run: HacRun, frame: st.Batch, command: Any) -> None:
        if isinstance(command, co.Pass) and command.whole_moment:
            moments.step_out(run, frame, self.answering(run, frame, command.character), whole_moment=True)
        elif isinstance(command, co.Pass):
            self.passes(run, frame, command.character or None)
        elif command.character in frame.asked:
            moments.commit(run, frame, command)
        else:
            self.answering(run, frame, command.character)

    def let_pass(self, run: HacRun, frame: st.Batch, name: str) -> None:
        moments.step_out(run, frame, name)

    def stands(self, state: State, frame: st.Batch, below: tuple[Frame, ...], field: str) -> bool:
        chosen = [one.who for one in frame.made]
        once = all(len(set(names)) == len(names) for names in (frame.asked, chosen))
        made = all(one.who in frame.asked and moments.can_be_done(state, one) for one in frame.made)
        return bool(frame.waiting) and once and made and all_known(state, *frame.asked)


class Resolving(Step[State, st.Resolving]):
    """Actions that are paid for. [HAC-SIM-02]"""

    frame = st.Resolving

    def work(self, run: HacRun, frame: st.Resolving) -> None:
        actions.go_on(run, frame)

    def stands(self, state: State, frame: st.Resolving, below: tuple[Frame, ...], field: str) -> bool:
        return all_known(state, *(part.character for part in frame.left), *frame.together)
