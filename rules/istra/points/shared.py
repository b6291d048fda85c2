"""What several decision points share: what is refused while something is open, and who is there."""

from __future__ import annotations

from typing import Generic, TypeVar

from rules.istra import state as st
from rules.istra.commands import PassWindow
from rules.istra.decide.rolling import IstRun
from rules.istra.questions import find, get
from rules.istra.state import State
from rules.kernel.agenda import Frame
from rules.kernel.errors import Refused
from rules.kernel.messages import Command
from rules.kernel.points import AnyPoint, Point

F = TypeVar("F", bound=Frame)
C = TypeVar("C", bound=Command)
Below = tuple[Frame, ...]


class IstPoint(Point[State, F, C | PassWindow], Generic[F, C]):
    """A decision point of a battle. `wanted` says in words what has to be answered first while it is open."""

    wanted: str = "what was begun"

    def settle(self, run: IstRun, frame: F, command: C | PassWindow, /) -> None:
        if isinstance(command, PassWindow):
            self.passes(run, frame, command.model)
        else:
            self.carry_out(run, frame, command)

    def carry_out(self, run: IstRun, frame: F, command: C, /) -> None:
        """Carry out an answer that is no pass, or refuse it."""
        raise NotImplementedError

    def passes(self, run: IstRun, frame: F, player: str | None) -> None:
        """The default; a pass for a model that is not asked is refused."""
        model = self.who(run.state, frame)[1]
        if model and player not in (None, model):
            raise self.unpassable()
        super().passes(run, frame, player)

    def unasked(self, run: IstRun, command: C | PassWindow, asked: AnyPoint[State]) -> Refused:
        """Whatever is open in an activation comes first."""
        top = run.agenda[-1]
        if isinstance(command, PassWindow):
            return self.unpassable()
        if isinstance(top, st.Activation | st.BattleFrame):
            return self.out_of_turn(run, command)
        return asked.unanswered(top)

    def out_of_turn(self, run: IstRun, command: C) -> Refused:
        """An answer to this point while a model may act, or while nobody acts."""
        return self.unpassable()

    def unanswered(self, frame: F) -> Refused:
        message = f"Another decision comes first: {self.wanted}."
        return Refused("window_open", message, self.rule, hint="See pending.")

    def unpassable(self) -> Refused:
        return nothing_asked()


def nothing_asked() -> Refused:
    """The refusal of an answer that nobody has asked for."""
    message = "This is not the decision that has to be made now."
    return Refused("no_such_window", message, "IST-TURN-10", hint="See pending.")


def named(state: State, name: str) -> str:
    """A model's name for people."""
    return get(state, name).name or name


def all_known(state: State, *models: str) -> bool:
    return all(find(state, model) is not None for model in models)


def here(state: State, *models: str) -> bool:
    return all((found := find(state, model)) is not None and found.pos is not None for model in models)


def activated(below: Below) -> bool:
    return any(isinstance(other, st.Activation) for other in below)
