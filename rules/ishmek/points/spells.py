"""Spells whose effect no rule covers. [ISH-SPELL-03, ISH-SPELL-04]"""

from __future__ import annotations

from rules.ishmek import commands as co, state as st
from rules.ishmek.decide import gm
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.points.shared import all_known, named
from rules.ishmek.questions import get
from rules.ishmek.state import State
from rules.kernel.agenda import Frame
from rules.kernel.points import Point
from rules.kernel.reading import Json


class Adjudication(Point[State, st.Adjudication, co.Pass]):
    """The GM says what comes of a spell, by `gm_effect` or `dismiss`; passing says that nothing further does."""

    frame, kind, rule, answers = st.Adjudication, "adjudicate", "ISH-SPELL-03", (co.Pass,)
    heading, passing = "{player:who} has cast {spell}: what happens?", "No (further) effect"

    def cited(self, state: State, frame: st.Adjudication) -> str:
        return "ISH-SPELL-04" if frame.dismissal else self.rule

    def why(self, state: State, frame: st.Adjudication) -> str:
        dismissal = " The dismissal follows in any case." if frame.dismissal else ""
        return f"{named(get(state, frame.player))} has cast {frame.spell}: what is the effect?{dismissal}"

    def options(self, state: State, frame: st.Adjudication) -> Json:
        return {"player": frame.player, "spell": frame.spell, "dismissal": frame.dismissal}

    def default(self, state: State, frame: st.Adjudication) -> co.Pass:
        return co.Pass()

    def settle(self, run: IshRun, frame: st.Adjudication, command: co.Pass) -> None:
        gm.answer_adjudication(run, frame)

    def stands(self, state: State, frame: st.Adjudication, below: tuple[Frame, ...], field: str) -> bool:
        return all_known(state, frame.player)
