"""The bottom of the agenda, and the GM's setup."""

from __future__ import annotations

from collections.abc import Iterator

from rules.hachigoku import state as st
from rules.hachigoku.commands import StartSkirmish
from rules.hachigoku.decide import rounds
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.state import State
from rules.kernel.agenda import Frame
from rules.kernel.points import Point, Step


class Skirmish(Step[State, st.Skirmish]):
    """Rounds, Moments, the end. [HAC-INIT-04, HAC-INIT-16]"""

    frame = st.Skirmish

    def work(self, run: HacRun, frame: st.Skirmish) -> None:
        rounds.go_on(run)

    def carries(self, frame: st.Skirmish, above: Frame) -> bool:
        return isinstance(above, st.Setup | st.Moment)


class Setup(Point[State, st.Setup, StartSkirmish]):
    """The GM enters all, and starts. [HAC-SCOPE-01]"""

    frame, kind, rule, answers, begins_act = st.Setup, "setup", "HAC-SCOPE-01", (StartSkirmish,), True
    heading, passing = "Set up the Skirmish", ""
    text = "The Skirmish has not begun: set Ranges, cover and an ambush, then start."

    def offers(self, state: State, frame: st.Setup) -> Iterator[StartSkirmish]:
        yield StartSkirmish()

    def settle(self, run: HacRun, frame: st.Setup, command: StartSkirmish) -> None:
        run.pop()
        rounds.start(run)

    def carries(self, frame: st.Setup, above: Frame) -> bool:
        return isinstance(above, st.Falling)

    def stands(self, state: State, frame: st.Setup, below: tuple[Frame, ...], field: str) -> bool:
        return state.round == 0
