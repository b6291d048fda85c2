"""What the GM decides: the outcome of an Action that the rules leave open. [HAC-Q-41, HAC-Q-42]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.hachigoku import state as st
from rules.hachigoku.commands import Adjudicate
from rules.hachigoku.decide import adjudication
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.points.shared import all_known
from rules.hachigoku.state import State
from rules.kernel.agenda import Frame
from rules.kernel.messages import tag_of
from rules.kernel.points import Point


class Adjudicating(Point[State, st.Adjudicating, Adjudicate]):
    """Success or failure, with a roll or without. [HAC-ACT-02, HAC-ACT-03, HAC-ACT-04]"""

    frame, kind, rule, answers = st.Adjudicating, "gm_adjudicate", "HAC-Q-41", (Adjudicate,)
    heading, passing = "Decide what comes of it", ""
    text = "The rules leave this Action to the GM."

    def options(self, state: State, frame: st.Adjudicating) -> dict[str, Any]:
        return {"character": frame.order.character, "action": tag_of(frame.order)}

    def offers(self, state: State, frame: st.Adjudicating) -> Iterator[Adjudicate]:
        yield Adjudicate(success=True)
        yield Adjudicate(success=False)

    def settle(self, run: HacRun, frame: st.Adjudicating, command: Adjudicate) -> None:
        adjudication.adjudicate(run, frame, command)

    def stands(self, state: State, frame: st.Adjudicating, below: tuple[Frame, ...], field: str) -> bool:
        return all_known(state, frame.order.character)
