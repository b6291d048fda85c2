"""Who is thrown may land, and who falls may roll Earth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.hachigoku import commands as co, state as st
from rules.hachigoku.decide import falls
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.points.shared import Answered, all_known, as_pass
from rules.hachigoku.state import State
from rules.kernel.agenda import Frame


class Landing(Answered[st.Landing, co.LandingRoll | co.Pass]):
    """A roll to land on one's feet; without it one lands badly. [HAC-THROW-04]"""

    frame, kind, rule = st.Landing, "landing_roll", "HAC-THROW-04"
    answers = (co.LandingRoll, co.Pass)
    heading, passing = "{who} may roll to land on their feet", "Do not roll"
    text = "You are thrown: Athletics/Water against the thrower's Earth."

    def names(self, state: State, frame: st.Landing) -> tuple[str, ...]:
        return (frame.character,)

    def options(self, state: State, frame: st.Landing) -> dict[str, Any]:
        return {"thrower": frame.thrower, "wounds": frame.wounds, "fall_levels": frame.fall_levels}

    def default(self, state: State, frame: st.Landing) -> co.Pass:
        return as_pass(frame.character)

    def offers(self, state: State, frame: st.Landing) -> Iterator[co.LandingRoll | co.Pass]:
        yield co.LandingRoll(character=frame.character)
        yield self.default(state, frame)

    def carry_out(self, run: HacRun, frame: st.Landing, command: co.LandingRoll) -> None:
        falls.land(run, frame, command)

    def let_pass(self, run: HacRun, frame: st.Landing, name: str) -> None:
        falls.crash(run, frame)

    def carries(self, frame: st.Landing, above: Frame) -> bool:
        return isinstance(above, st.Keeping)

    def stands(self, state: State, frame: st.Landing, below: tuple[Frame, ...], field: str) -> bool:
        return min(frame.wounds, frame.fall_levels) >= 0 and all_known(state, frame.character, frame.thrower)


class Falling(Answered[st.Falling, co.FallRoll | co.Pass]):
    """A roll of raw Earth that ignores all Wounds of a fall. [HAC-FALL-02]"""

    frame, kind, rule, answers = st.Falling, "fall_roll", "HAC-FALL-02", (co.FallRoll, co.Pass)
    heading, passing = "{who} may roll Earth for a fall of {levels} levels", "Do not roll"
    text = "You fall: raw Earth against 5 × the Wounds."

    def names(self, state: State, frame: st.Falling) -> tuple[str, ...]:
        return (frame.character,)

    def options(self, state: State, frame: st.Falling) -> dict[str, Any]:
        return {"levels": frame.levels, "wounds": falls.wounds_of(frame.levels)}

    def default(self, state: State, frame: st.Falling) -> co.Pass:
        return as_pass(frame.character)

    def offers(self, state: State, frame: st.Falling) -> Iterator[co.FallRoll | co.Pass]:
        yield co.FallRoll(character=frame.character)
        yield self.default(state, frame)

    def carry_out(self, run: HacRun, frame: st.Falling, command: co.FallRoll) -> None:
        falls.roll_for_fall(run, frame, command)

    def let_pass(self, run: HacRun, frame: st.Falling, name: str) -> None:
        falls.take_fall(run, frame)

    def carries(self, frame: st.Falling, above: Frame) -> bool:
        return isinstance(above, st.Keeping)

    def stands(self, state: State, frame: st.Falling, below: tuple[Frame, ...], field: str) -> bool:
        return frame.levels > 0 and all_known(state, frame.character, *filter(None, [frame.by]))
