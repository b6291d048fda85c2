"""Decision points and automatic frames: everything that a game's rules say of a kind of frame, in one object.

A game writes a class for each kind of frame of its agenda and registers one object of each in its `Points`. Who is
asked, what may be answered, what passing means and what then happens are read from there, so that no two readers can
tell it differently. The objects hold nothing: whatever they say follows from the state and the frame.

* A frame that works itself off is a `Step`.
* A frame that waits for one decision is a `Point`.
* A frame that waits for another decision at each of its stages is `StagedStep`, with a `Point` for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from rules.kernel.agenda import AgendaState, Frame, Run
from rules.kernel.asks import GM, Ask, Pending
from rules.kernel.errors import Refused
from rules.kernel.messages import Command, tag_of
from rules.kernel.reading import Json, plain

S = TypeVar("S", bound=AgendaState)
F = TypeVar("F", bound=Frame)
C = TypeVar("C", bound=Command)
Handler: TypeAlias = Callable[[Run[S], Any], None]
"""What is done with a command of one kind."""


class Step(Generic[S, F]):
    """What the agenda does with a kind of frame."""

    frame: type[F]

    def go_on(self, run: Run[S], frame: F, /) -> bool:
        """One step of the frame on top; False where somebody has to decide."""
        self.work(run, frame)
        return True

    def work(self, run: Run[S], frame: F, /) -> None:
        """One step of a frame that never waits for anybody."""
        raise NotImplementedError

    def stands(self, state: S, frame: F, below: tuple[Frame, ...], field: str) -> bool:
        """Whether a described position can hold the frame above `below`; `field` is where it stands there."""
        return True

    def carries(self, frame: F, above: Frame) -> bool:
        """Whether a described position can hold another frame above this one."""
        return True

    def asking(self, state: S, frame: F) -> FramePoint[S, F] | None:
        """The decision that the frame on top waits for; None where it goes on by itself."""
        return None

    def points(self) -> tuple[FramePoint[S, F], ...]:
        """Every decision that such a frame can wait for."""
        return ()


class Point(Step[S, F], Generic[S, F, C]):
    """A decision point. `kind` names it in asks, `rule` is its row of the catalogue, `answers` are what it takes."""

    kind: str
    rule: str
    answers: tuple[type[C], ...]
    window: ClassVar[bool] = False
    """Whether it is a reaction window: it may be passed by a standing answer."""
    begins_act: ClassVar[bool] = False
    """Whether who is asked acts of their own accord: all up to the next such question belongs to the answer."""
    several: ClassVar[bool] = False
    """Whether several may be asked at once, so that an answer has to say whose it is."""
    text: ClassVar[str] = ""
    """Why it is asked, where that is the same each time."""
    heading: ClassVar[str] = "{who} must decide"
    """What is asked, in a line: a template for `Sentence`, of `who` is asked and the ask's options."""
    passing: ClassVar[str] = "Pass"
    """What a button says that passes, a template like `heading`; empty where people have to name an answer."""

    # Who is asked, and why

    def who(self, state: S, frame: F) -> tuple[str, str]:
        """The seat that decides, and the player for whom ("" for the seat itself): the GM. Of several, the first."""
        return GM, ""

    def why(self, state: S, frame: F) -> str:
        """Why it is asked, as a sentence."""
        return self.text

    def cited(self, state: S, frame: F) -> str:
        """The rule by which it is asked."""
        return self.rule

    def options(self, state: S, frame: F) -> Json:
        """What whoever decides has to know to answer."""
        return {}

    def asks(self, state: S, frame: F) -> Iterable[Ask]:
        """Everything that is asked now: one ask, unless several are asked at once."""
        seat, player = self.who(state, frame)
        default = self.default(state, frame)
        return (
            Ask(
                seat=seat,
                player=player,
                kind=self.kind,
                rule=self.cited(state, frame),
                why=self.why(state, frame),
                options=self.options(state, frame),
                default=None if default is None else plain(default),
                window=self.window,
            ),
        )

    # What may be answered

    def offers(self, state: S, frame: F, /) -> Iterable[C]:
        """Every legal answer, or a set that stands for them: the default."""
        default = self.default(state, frame)
        return () if default is None else (default,)

    def sample(self, state: S, frame: F, rng: Random) -> C:
        return rng.choice(list(self.offers(state, frame)))

    def default(self, state: S, frame: F) -> C | None:
        """The command that passing stands for; None where it cannot be passed."""
        return None

    # What then happens

    def takes(self, state: S, frame: F, command: C) -> bool:
        """Whether an answer is for whoever is asked to give; any other is nobody's, and `settle` says what is wrong."""
        return True

    def settle(self, run: Run[S], frame: F, command: C, /) -> None:
        """Carry out an answer, or refuse it."""
        raise NotImplementedError

    def passes(self, run: Run[S], frame: F, player: str | None) -> None:
        """Settle the default; `player` is whom a pass speaks for, if it says so."""
        command = self.default(run.state, frame)
        if command is None:
            raise self.unpassable()
        self.settle(run, frame, command)

    def lapses(self, state: S, frame: F) -> bool:
        """Whether the question has become void and its frame goes."""
        return False

    def go_on(self, run: Run[S], frame: F, /) -> bool:
        """Drop the frame if its question is void; else it waits."""
        if not self.lapses(run.state, frame):
            return False
        run.pop()
        return True

    # Refusals

    def unanswered(self, frame: F) -> Refused:
        """Something else is asked for while this is open."""
        name = tag_of(frame)
        return Refused("decision_pending", f"Another decision is pending: {name}.", self.rule, hint="See pending.")

    def unasked(self, run: Run[S], command: C, asked: AnyPoint[S]) -> Refused:
        """An answer to this point while `asked` is open."""
        return asked.unanswered(run.agenda[-1])

    def unpassable(self) -> Refused:
        """A pass where something must be decided."""
        return Refused("cannot_pass", "This decision cannot be passed.", self.rule, hint="See pending.")

    # Where such a frame can be

    def carries(self, frame: F, above: Frame) -> bool:
        """Nothing lies on a frame that waits."""
        return False

    def asking(self, state: S, frame: F) -> FramePoint[S, F] | None:
        return self

    def points(self) -> tuple[FramePoint[S, F], ...]:
        return (self,)


FramePoint: TypeAlias = Point[S, F, Any]
"""A point of a kind of frame whatever its answers are."""
AnyPoint: TypeAlias = Point[S, Any, Any]
"""A point whatever its frame and its answers are: those of a game differ."""
AnyStep: TypeAlias = Step[S, Any]


class StagedStep(Step[S, F]):
    """A frame that waits for another decision at each of its stages, or for none."""

    def __init__(self, *points: FramePoint[S, F]) -> None:
        self._points = points
        self._by_kind = {point.kind: point for point in points}

    def stage(self, state: S, frame: F) -> str:
        """The kind of decision that the frame waits for; any other word where it waits for none."""
        raise NotImplementedError

    def go_on(self, run: Run[S], frame: F, /) -> bool:
        """What the point of the stage does; where the stage waits for none, one step of the frame's own."""
        point = self.asking(run.state, frame)
        return super().go_on(run, frame) if point is None else point.go_on(run, frame)

    def asking(self, state: S, frame: F) -> FramePoint[S, F] | None:
        return self._by_kind.get(self.stage(state, frame))

    def points(self) -> tuple[FramePoint[S, F], ...]:
        return self._points


class Points(Generic[S]):
    """The steps and decision points of a game; the first is the frame at the bottom of each agenda."""

    def __init__(self, *steps: AnyStep[S]) -> None:
        self.steps = steps
        self._bottom: type[Frame] = steps[0].frame
        self._by_frame: Mapping[type[Frame], AnyStep[S]] = {step.frame: step for step in steps}
        self._by_answer = {kind: point for point in reversed(self.all()) for kind in point.answers}

    def all(self) -> tuple[AnyPoint[S], ...]:
        """The decision points, in the order in which they were given."""
        return tuple(point for step in self.steps for point in step.points())

    # Questions

    def top(self, state: S) -> tuple[AnyPoint[S], Frame] | None:
        """The decision point that the match waits at, with its frame; None when nobody is asked."""
        if state.result is not None or not state.agenda:
            return None
        frame = state.agenda[-1]
        point = self._by_frame[type(frame)].asking(state, frame)
        return None if point is None else (point, frame)

    def pending(self, state: S) -> Pending:
        found = self.top(state)
        return Pending() if found is None else Pending(tuple(found[0].asks(state, found[1])))

    def begins_act(self, state: S) -> bool:
        """Whether what was begun has come to its end: somebody acts of their own accord next, or nobody is asked."""
        found = self.top(state)
        return found is None or found[0].begins_act

    def asked(self, state: S) -> str:
        """The seat that is asked first, "" when nobody is; without listing what may be answered."""
        found = self.top(state)
        return "" if found is None else found[0].who(state, found[1])[0]

    def decider(self, state: S) -> str:
        """The seat of the one player who is asked, or the GM; "" when it is nobody, or anybody of several."""
        found = self.top(state)
        if found is None or found[0].several:
            return ""
        seat, player = found[0].who(state, found[1])
        return seat if player or seat == GM else ""

    def owner(self, state: S, command: Command) -> str:
        """The seat that is asked for a command like this; "" when none is."""
        found = self.top(state)
        if found is None or type(command) not in found[0].answers or not found[0].takes(state, found[1], command):
            return ""
        return found[0].who(state, found[1])[0]

    def expects(self, state: S, kind: type[Command]) -> bool:
        """Whether what is asked now may be answered with such a command."""
        found = self.top(state)
        return found is not None and kind in found[0].answers

    def legal(self, state: S) -> Iterator[Command]:
        found = self.top(state)
        return iter(()) if found is None else iter(found[0].offers(state, found[1]))

    def sample(self, state: S, rng: Random) -> Command:
        found = self.top(state)
        assert found is not None, "nobody is asked"
        drawn: Command = found[0].sample(state, found[1], rng)
        return drawn

    # Changes

    def go_on(self, run: Run[S]) -> bool:
        """One step of whatever is on top of the agenda; False when somebody has to decide, or nothing is left."""
        if not run.agenda:
            return False
        frame = run.agenda[-1]
        return self._by_frame[type(frame)].go_on(run, frame)

    def settle(self, run: Run[S], command: Command) -> None:
        """Carry out an answer to what is asked; refused where something else is."""
        asked, kind = self._asked(run), type(command)
        if kind not in asked.answers:
            raise self._by_answer.get(kind, asked).unasked(run, command, asked)
        asked.settle(run, run.agenda[-1], command)

    def let_pass(self, run: Run[S], player: str | None) -> None:
        """Pass what is asked; `player` is whom the pass speaks for, if it says so."""
        self._asked(run).passes(run, run.agenda[-1], player)

    def _asked(self, run: Run[S]) -> AnyPoint[S]:
        frame = run.agenda[-1] if run.agenda else None
        point = None if frame is None else self._by_frame[type(frame)].asking(run.state, frame)
        if point is None:
            message = "Nobody has a decision to make: the match is not at a decision point."
            raise Refused("nobody_asked", message, "KERNEL-TABLE-05", hint="Ask the GM to rewind.")
        return point

    # Positions

    def check_agenda(self, state: S, agenda: tuple[Frame, ...], bad: Callable[[str, str], Refused]) -> None:
        """Refuse an agenda that no match can have come to; `bad` makes a refusal of a message and a field."""
        if not agenda or type(agenda[0]) is not self._bottom:
            raise bad(f"The agenda starts with the {tag_of(self._bottom)} frame.", "agenda")
        for place, frame in enumerate(agenda):
            step, field = self._by_frame[type(frame)], f"agenda[{place}]"
            above = agenda[place + 1 :]
            if (place > 0 and type(frame) is self._bottom) or (above and not step.carries(frame, above[0])):
                raise bad("That frame cannot be there.", field)
            if not step.stands(state, frame, agenda[:place], field):
                raise bad("That frame cannot occur in this situation.", field)
