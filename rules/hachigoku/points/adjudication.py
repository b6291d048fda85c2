"""What the GM decides: the outcome of an Action that the rules leave open. [HAC-Q-41, HAC-Q-42]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.hachigoku import commands as co, state as st
from rules.hachigoku.decide import adjudication, counterprayers
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.points.shared import Answered, Each, all_known, as_pass
from rules.hachigoku.questions import get
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import State
from rules.kernel.agenda import Frame
from rules.kernel.errors import Refused
from rules.kernel.messages import tag_of
from rules.kernel.points import AnyPoint, Point


class Adjudicating(Point[State, st.Adjudicating, co.Adjudicate]):
    """Success or failure, with a roll or without. [HAC-ACT-02, HAC-ACT-03, HAC-ACT-04]"""

    frame, kind, rule, answers = st.Adjudicating, "gm_adjudicate", "HAC-Q-41", (co.Adjudicate,)
    heading, passing = "Decide what comes of it", ""
    text = "The rules leave this Action to the GM."

    def options(self, state: State, frame: st.Adjudicating) -> dict[str, Any]:
        return {"character": frame.order.character, "action": tag_of(frame.order)}

    def offers(self, state: State, frame: st.Adjudicating) -> Iterator[co.Adjudicate]:
        yield co.Adjudicate(success=True)
        yield co.Adjudicate(success=False)

    def settle(self, run: HacRun, frame: st.Adjudicating, command: co.Adjudicate) -> None:
        adjudication.adjudicate(run, frame, command)

    def carries(self, frame: st.Adjudicating, above: Frame) -> bool:
        return isinstance(above, st.Keeping) or (isinstance(above, st.Praying) and above.order == frame.order)

    def stands(self, state: State, frame: st.Adjudicating, below: tuple[Frame, ...], field: str) -> bool:
        prayed = not isinstance(frame.order, co.Counterprayer) or isinstance(below[-1], st.Praying)
        return prayed and all_known(state, frame.order.character)


class Praying(Each[st.Praying, co.Counterprayer | co.Pass], Answered[st.Praying, co.Counterprayer | co.Pass]):
    """Enemies may answer a prayer, as an Active Defense. [HAC-ACT-03, HAC-Q-42]"""

    frame, kind, rule, window = st.Praying, "counterprayer_window", "HAC-ACT-03", True
    answers = (co.Counterprayer, co.Pass)
    heading, passing = "{who} may answer the prayer of {against}", "Let it be heard"
    text = "A prayer: a counterprayer costs an Action, and the GM rules on it."

    def names(self, state: State, frame: st.Praying) -> tuple[str, ...]:
        return frame.waiting

    def lapses(self, state: State, frame: st.Praying) -> bool:
        return not frame.waiting

    def options(self, state: State, frame: st.Praying) -> dict[str, Any]:
        return {"against": frame.order.character, "prayer": frame.order.text}

    def offers(self, state: State, frame: st.Praying) -> Iterator[co.Counterprayer | co.Pass]:
        yield from (as_pass(name) for name in frame.waiting)
        yield from counterprayers.offers(state, frame)

    def carry_out(self, run: HacRun, frame: st.Praying, command: co.Counterprayer) -> None:
        counterprayers.pray(run, frame, command)

    def let_pass(self, run: HacRun, frame: st.Praying, name: str) -> None:
        counterprayers.step_back(run, frame, name)

    def not_asked(self, state: State, frame: st.Praying, name: str) -> Refused:
        barred = counterprayers.why_not_pray(state, frame.order, get(state, name))
        return barred or super().not_asked(state, frame, name)

    def unasked(self, run: HacRun, command: co.Counterprayer | co.Pass, asked: AnyPoint[State]) -> Refused:
        """[HAC-Q-42]"""
        if isinstance(command, co.Pass):
            return super().unasked(run, command, asked)
        message = f"{get(run.state, command.character).called} has no prayer to answer now."
        return refused("defense_not_allowed", message, "HAC-Q-42", field="character")

    def carries(self, frame: st.Praying, above: Frame) -> bool:
        return isinstance(above, st.Adjudicating) and isinstance(above.order, co.Counterprayer)

    def stands(self, state: State, frame: st.Praying, below: tuple[Frame, ...], field: str) -> bool:
        prayer = below[-1]
        answered = isinstance(prayer, st.Adjudicating) and prayer.order == frame.order
        return answered and all_known(state, frame.order.character, *frame.waiting)
