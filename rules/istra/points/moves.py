"""Movements that have come to an enemy, and flights. [IST-D-04, IST-D-13, IST-D-14]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from msgspec.structs import replace

from rules.istra import state as st
from rules.istra.commands import FleePath, PassWindow, React, ReactOption
from rules.istra.decide import attacks, flights, travelling
from rules.istra.decide.rolling import IstRun
from rules.istra.legal import walks
from rules.istra.legal.asking import declarations
from rules.istra.limits import FARTHEST
from rules.istra.points.shared import Below, IstPoint, ReactionWindow, activated, all_known, named
from rules.istra.questions import get
from rules.istra.state import Activation, State
from rules.kernel.agenda import Frame, Window
from rules.kernel.errors import Refused
from rules.kernel.points import StagedStep
from rules.kernel.reading import Json

M = TypeVar("M", bound=st.Movement | st.Flight)
CLOSE = 600
"""The range of a Charged shot up to which it has advantage, in hundredths. [IST-ADV-10]"""


class MovingModel(StagedStep[State, M], Generic[M]):
    """A model under way; what it came to is over once the model is off the board."""

    def go_on(self, run: IstRun, frame: M) -> bool:
        if get(run.state, frame.model).pos is None:
            run.pop()
            return True
        return super().go_on(run, frame)


class Movement(MovingModel[st.Movement]):
    """Contact with an enemy: whom the mover is shifted to, and who then shoots at it, one after the other."""

    frame = st.Movement

    def stage(self, state: State, frame: st.Movement) -> str:
        return Contact.kind if frame.ties else ""

    def work(self, run: IstRun, frame: st.Movement) -> None:
        shooter = next((one for one in frame.shooters if travelling.may_charge(run.state, one)), None)
        if shooter is None:
            run.pop()
            return
        left = frame.shooters[frame.shooters.index(shooter) + 1 :]
        run.advance(replace(frame, shooters=left))
        ChargedShot.open(run, shooter, frame.model, "charged_shot")

    def stands(self, state: State, frame: st.Movement, below: Below, field: str) -> bool:
        gaps = set(frame.shooters) <= set(frame.gaps) and all(0 <= gap <= FARTHEST for gap in frame.gaps.values())
        return activated(below) and gaps and all_known(state, frame.model, *frame.ties, *frame.shooters)


class Contact(IstPoint[st.Movement, React]):
    """Of equally near enemies the mover's owner says whom it is shifted to. [IST-D-14, IST-Q-22]"""

    frame, kind, rule, answers = st.Movement, "contact", "IST-D-14", (React, PassWindow)
    wanted = "whom the mover comes into contact with"
    heading, passing = "Which model does {who} move into contact with?", ""
    text = "Equally near enemies: choose which one it comes into contact with."
    go_on = staticmethod(travelling.break_tie)

    def who(self, state: State, frame: st.Movement) -> tuple[str, str]:
        acting = next((one.seat for one in state.agenda if isinstance(one, Activation)), "")
        return acting, frame.model

    def options(self, state: State, frame: st.Movement) -> Json:
        return {"targets": list(frame.ties)}

    def default(self, state: State, frame: st.Movement) -> React:
        return React(model=frame.model, option="contact", target=min(frame.ties))

    def offers(self, state: State, frame: st.Movement) -> Iterator[React]:
        for target in frame.ties:
            yield React(model=frame.model, option="contact", target=target)

    def takes(self, state: State, frame: st.Movement, command: React | PassWindow) -> bool:
        return isinstance(command, PassWindow) or command.model == frame.model

    def carry_out(self, run: IstRun, frame: st.Movement, command: React) -> None:
        if command.option != "contact" or command.model != frame.model:
            raise self.unanswered(frame)
        travelling.choose_contact(run, frame, command.target)


class ChargedShot(ReactionWindow):
    """A shot at who has just come into contact, from any range up to where it started. [IST-D-04, IST-REACT-01..07]"""

    kind, rule, on, text = "charged_shot", "IST-D-04", st.Movement, "{about} has come into contact."
    heading = "{who} may shoot at {about:who} before the blow"

    def possible(self, state: State, agenda: Sequence[Frame]) -> tuple[ReactOption, ...]:
        return ("charged_shot",)

    def options(self, state: State, frame: Window) -> Json:
        return {"options": ["charged_shot"], "farthest": _farthest(state, frame), "about": frame.about}

    def offers(self, state: State, frame: Window) -> Iterator[React | PassWindow]:
        """From no distance, from 6 inches and from where the movement began."""
        model, farthest = frame.waiting[0], _farthest(state, frame)
        yield PassWindow(model=model)
        declared = declarations(state, get(state, model), "shoot")
        for distance in sorted({0, min(CLOSE, farthest), farthest}):
            for chosen in declared:
                yield React(model=model, option="charged_shot", range=distance, declare=chosen)

    def react(self, run: IstRun, frame: Window, command: React) -> None:
        movement: st.Movement = run.agenda[-2]
        self.close(run, frame, "charged_shot")
        attacks.charged_shot(run, command, frame.about, movement.gaps[command.model])


def _farthest(state: State, frame: Window) -> int:
    movement = state.agenda[-2]
    return movement.gaps.get(frame.waiting[0], 0) if isinstance(movement, st.Movement) else 0


class Flight(MovingModel[st.Flight]):
    """A model flees: its actions are spent, then it goes straight to the nearest edge. [IST-MOR-04, IST-Q-75..77]"""

    frame = st.Flight

    def stage(self, state: State, frame: st.Flight) -> str:
        return FlightPath.kind if frame.stage == "path" else frame.stage

    def work(self, run: IstRun, frame: st.Flight) -> None:
        model = get(run.state, frame.model)
        if frame.stage == "start":
            flights.start_flight(run, frame, model)
        else:
            flights.flee_straight(run, frame, model)

    def stands(self, state: State, frame: st.Flight, below: Below, field: str) -> bool:
        return activated(below) and all_known(state, frame.model) and 0 <= frame.distance <= FARTHEST


class FlightPath(IstPoint[st.Flight, FleePath]):
    """Where the straight way is barred, the owner says how a model flees, or that it stays. [IST-D-13, IST-Q-75]"""

    frame, kind, rule, answers = st.Flight, "flee_path", "IST-D-13", (FleePath, PassWindow)
    wanted = "how the model flees"
    heading, passing = "How does {who} flee?", "Stay and end the activation"
    offers = staticmethod(walks.flights)
    carry_out = staticmethod(flights.answer_flight)

    def who(self, state: State, frame: st.Flight) -> tuple[str, str]:
        return flights.flight_seat(state, frame), frame.model

    def why(self, state: State, frame: st.Flight) -> str:
        return f"The straight way to the edge is blocked: choose how {named(state, frame.model)} flees, or let it stay."

    def options(self, state: State, frame: st.Flight) -> Json:
        return {"distance": frame.distance, "edge": frame.edge}

    def default(self, state: State, frame: st.Flight) -> FleePath:
        return FleePath(model=frame.model)

    def out_of_turn(self, run: IstRun, command: FleePath) -> Refused:
        return Refused("no_such_window", "No model has to choose how to flee.", "IST-D-13", hint="See pending.")
