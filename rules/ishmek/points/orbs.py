"""Orbs under way: flights, landings, scatters, and the bounce that the GM decides. [ISH-PROPEL, ISH-SCAT, ISH-Q-33]"""

from __future__ import annotations

from rules.ishmek import commands as co, state as st
from rules.ishmek.arena import on_board
from rules.ishmek.commands import BOUND, Square
from rules.ishmek.decide import gm, orbs
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.questions import all_known, orb_of
from rules.ishmek.state import State
from rules.kernel.agenda import Frame
from rules.kernel.grid import SQUARES
from rules.kernel.points import Point, Step
from rules.kernel.reading import Json

FARTHEST = 64


class Flight(Step[State, st.Flight]):
    """An orb flies, square by square. [ISH-PROPEL, ISH-LOB, ISH-INT]"""

    frame = st.Flight
    work = staticmethod(orbs.continue_flight)

    def stands(self, state: State, frame: st.Flight, below: tuple[Frame, ...], field: str) -> bool:
        units = 1 <= frame.distance <= FARTHEST and len(frame.path) == frame.distance + 1
        inside = 0 <= frame.index <= frame.distance and 1 <= frame.covered <= frame.distance
        course = all(on_board(square) for square in frame.path) and frame.direction in SQUARES.directions
        numbers = 0 <= frame.dc_distance <= 2 * FARTHEST and abs(frame.margin) <= BOUND
        if not (units and inside and course and numbers and all_known(state, frame.propeller)):
            return False
        orb = orb_of(state, frame.orb)
        return orb.motion != frame.motion or orb.state != "in_flight" or orb.at == frame.path[frame.index]


class Landing(Step[State, st.Landing]):
    """An orb has come down off its target: a window, then it scatters. [ISH-PROPEL-09, ISH-Q-25]"""

    frame = st.Landing
    work = staticmethod(orbs.continue_landing)

    def stands(self, state: State, frame: st.Landing, below: tuple[Frame, ...], field: str) -> bool:
        return _rolls_on(state, frame.direction, frame.scatter, frame.cause)


class Scatter(Step[State, st.Scatter]):
    """An orb scatters, square by square. [ISH-SCAT-01..06]"""

    frame = st.Scatter
    work = staticmethod(orbs.continue_scatter)

    def stands(self, state: State, frame: st.Scatter, below: tuple[Frame, ...], field: str) -> bool:
        return _rolls_on(state, frame.direction, frame.left, frame.cause)


def _rolls_on(state: State, direction: Square | None, left: int, cause: str) -> bool:
    way = direction is None or direction in SQUARES.directions
    return way and 0 <= left <= FARTHEST and all_known(state, cause)


class Bounce(Point[State, st.BounceChoice, co.ChooseBounce]):
    """House rule: the GM says where a diagonal scatter into a wall ends. [ISH-Q-33]"""

    frame, kind, rule, answers = st.BounceChoice, "bounce", "ISH-Q-33", (co.ChooseBounce,)
    heading, passing = "Where does the orb end up?", ""
    text = "A diagonal scatter has hit the wall: where does the orb end up?"
    settle = staticmethod(gm.choose_bounce)

    def offers(self, state: State, frame: st.BounceChoice) -> list[co.ChooseBounce]:
        return [co.ChooseBounce(square=square) for square in frame.squares]

    def options(self, state: State, frame: st.BounceChoice) -> Json:
        return {"squares": [list(square) for square in frame.squares]}

    def default(self, state: State, frame: st.BounceChoice) -> co.ChooseBounce:
        return co.ChooseBounce(square=frame.squares[0])

    def passes(self, run: IshRun, frame: st.BounceChoice, player: str | None) -> None:
        """The default is what a standing answer takes; the GM has to name the square."""
        raise self.unpassable()

    def stands(self, state: State, frame: st.BounceChoice, below: tuple[Frame, ...], field: str) -> bool:
        moving = bool(below) and isinstance(below[-1], st.Scatter | st.Landing)
        return moving and bool(frame.squares) and all(on_board(square) for square in (frame.start, *frame.squares))
