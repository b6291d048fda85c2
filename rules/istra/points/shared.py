"""What decision points share: what is refused while something is open, and reaction windows. [IST-REACT-01..13]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from rules.istra import state as st
from rules.istra.commands import PassWindow, React, ReactOption
from rules.istra.decide import attacks
from rules.istra.decide.rolling import IstRun, seat_of
from rules.istra.events import WindowAnswered, WindowOpened
from rules.istra.questions import find, get
from rules.istra.state import AttackStage, State, Trigger
from rules.kernel.agenda import Frame, Window
from rules.kernel.errors import Refused
from rules.kernel.messages import Command
from rules.kernel.points import AnyPoint, Point, StagedStep
from rules.kernel.reading import Json, read

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
    message = "This is not the decision that has to be made now."
    return Refused("no_such_window", message, "IST-TURN-10", hint="See pending.")


def named(state: State, name: str) -> str:
    return get(state, name).name or name


def all_known(state: State, *models: str) -> bool:
    return all(find(state, model) is not None for model in models)


def here(state: State, *models: str) -> bool:
    return all((found := find(state, model)) is not None and found.pos is not None for model in models)


def activated(below: Below) -> bool:
    return any(isinstance(other, st.Activation) for other in below)


# Reaction windows


class ReactionWindow(IstPoint[Window, React]):
    """A window that asks one model. `text` says what has happened, `on` what kind of frame it opens. [IST-Q-125]"""

    frame, answers, window = Window, (React, PassWindow), True
    kind: Trigger
    on: ClassVar[type[Frame]]

    @classmethod
    def open(cls, run: IstRun, model: str, about: str, option: ReactOption) -> None:
        run.emit(WindowOpened(trigger=cls.kind, model=model, about=about, options=(option,)))
        run.push(Window(trigger=cls.kind, rule=cls.rule, waiting=(model,), about=about))

    def who(self, state: State, frame: Window) -> tuple[str, str]:
        model = frame.waiting[0]
        return seat_of(state, get(state, model)), model

    def cited(self, state: State, frame: Window) -> str:
        return frame.rule

    def why(self, state: State, frame: Window) -> str:
        return self.text.format(about=named(state, frame.about) if frame.about else "")

    def default(self, state: State, frame: Window) -> PassWindow:
        return PassWindow(model=frame.waiting[0])

    def possible(self, state: State, agenda: Sequence[Frame]) -> tuple[ReactOption, ...]:
        """How the model that is asked can answer in the window on top of an agenda."""
        raise NotImplementedError

    def react(self, run: IstRun, frame: Window, command: React) -> None:
        """Do what was chosen, and close the window."""
        raise NotImplementedError

    def takes(self, state: State, frame: Window, command: React | PassWindow) -> bool:
        return command.model is None or command.model in frame.waiting

    def carry_out(self, run: IstRun, frame: Window, command: React) -> None:
        possible = self.possible(run.state, run.agenda)
        if command.option == "charged_shot" and not (command.option in possible and command.model in frame.waiting):
            raise charge_refusal(run.state, command)
        self._check_asked(frame, command.model)
        if command.option not in possible:
            message = f"{command.model} can answer with {', '.join(possible) or 'nothing'} here."
            raise Refused("no_such_window", message, frame.rule, field="option", hint="See pending.")
        self.react(run, frame, command)

    def passes(self, run: IstRun, frame: Window, player: str | None) -> None:
        """The window goes by, and what it could have cost is kept."""
        self._check_asked(frame, player)
        self.close(run, frame)

    def close(self, run: IstRun, frame: Window, choice: ReactOption | None = None) -> None:
        """The window on top is answered. [IST-REACT-01]"""
        run.pop()
        run.emit(WindowAnswered(trigger=self.kind, model=frame.waiting[0], choice=choice))

    def lapses(self, state: State, frame: Window) -> bool:
        """A window asks only who is still on the board."""
        return any(get(state, name).pos is None for name in frame.waiting)

    def _check_asked(self, frame: Window, model: str | None) -> None:
        if model is not None and model not in frame.waiting:
            message = f"{frame.waiting[0]} has to answer, not {model}."
            raise Refused("no_such_window", message, frame.rule, field="model", hint="See pending.")

    def unanswered(self, frame: Window) -> Refused:
        message = f"{', '.join(frame.waiting)} must answer first ({frame.trigger})."
        return Refused("window_open", message, frame.rule, hint="See pending.")

    def out_of_turn(self, run: IstRun, command: React) -> Refused:
        if command.option == "charged_shot":
            return charge_refusal(run.state, command)
        message = "Nobody is asked for a reaction."
        return Refused("no_such_window", message, "IST-TURN-10", field="model", hint="See pending.")


def charge_refusal(state: State, command: React) -> Refused:
    """The refusal of a Charged shot that nobody has asked for: for want of an action or a load no window opens."""
    attacks.check_charge(state, command.model)
    return nothing_asked()


class Question(NamedTuple):
    """A model that may react to an attack: to whom, and how."""

    model: str
    about: str
    option: ReactOption


class AttackWindow(ReactionWindow):
    """A window of an attack, in those of its `stages`. Models are asked one after the other, by id. [IST-Q-125]"""

    on = st.Attack
    stages: ClassVar[tuple[AttackStage, ...]]

    def questions(self, state: State, attack: st.Attack, active: str) -> list[Question]:
        """Who may react; `active` is the active model, "" outside any activation."""
        raise NotImplementedError

    def take_effect(self, run: IstRun, attack: st.Attack, command: React, about: str) -> None:
        raise NotImplementedError

    def reactions(self, state: State, attack: st.Attack, model: str, option: ReactOption) -> Iterator[React]:
        """Every way of an answer: one, unless it says more than what it is."""
        yield React(model=model, option=option)

    def open_next(self, run: IstRun, attack: st.Attack) -> bool:
        """Open it for the first who may react and was not asked yet; False where everybody was."""
        for question in sorted(self.questions(run.state, attack, _active(run.agenda))):
            key = f"{self.kind}:{question.model}:{question.about}"
            if key not in attack.asked:
                run.advance(replace(attack, asked=(*attack.asked, key)))
                self.open(run, *question)
                return True
        return False

    def possible(self, state: State, agenda: Sequence[Frame]) -> tuple[ReactOption, ...]:
        window, attack = agenda[-1], agenda[-2]
        if not isinstance(attack, st.Attack) or not isinstance(window, Window):
            return ()
        found = self.questions(state, attack, _active(agenda))
        question = (window.waiting[0], window.about)
        return next(((option,) for model, about, option in found if (model, about) == question), ())

    def options(self, state: State, frame: Window) -> Json:
        return {"options": list(self.possible(state, state.agenda)), "about": frame.about}

    def offers(self, state: State, frame: Window) -> Iterator[React | PassWindow]:
        model, attack = frame.waiting[0], state.agenda[-2]
        yield PassWindow(model=model)
        if isinstance(attack, st.Attack):
            for option in self.possible(state, state.agenda):
                yield from self.reactions(state, attack, model, option)

    def react(self, run: IstRun, frame: Window, command: React) -> None:
        attack: st.Attack = run.agenda[-2]
        self.close(run, frame, command.option)
        self.take_effect(run, attack, command, frame.about)


def _active(agenda: Sequence[Frame]) -> str:
    return next((one.model for one in agenda if isinstance(one, st.Activation)), "")


class Windows(StagedStep[State, Window]):
    """Windows, by their trigger. [IST-D-04..12]"""

    frame = Window

    def stage(self, state: State, frame: Window) -> str:
        return frame.trigger

    def carries(self, frame: Window, above: Frame) -> bool:
        """Nothing, but what is asked of the sight of whom a spell leaps to. [IST-Q-04, IST-Q-68]"""
        return frame.trigger == "chain" and isinstance(above, st.SightAsked)

    def stands(self, state: State, frame: Window, below: Below, field: str) -> bool:
        point, on = self.asking(state, frame), below[-1]
        if isinstance(on, st.Movement) and not set(frame.waiting) <= set(on.gaps):
            return False
        for one in frame.declared:
            read(one.command, React, "position.agenda.declared.command")
        alone = len(frame.waiting) == 1 and isinstance(point, ReactionWindow) and isinstance(on, point.on)
        return alone and here(state, *frame.waiting) and (not frame.about or all_known(state, frame.about))
