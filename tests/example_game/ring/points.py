"""Who is asked what, in the order of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel import points
from rules.kernel.points import Point, Points
from tests.example_game.ring import events
from tests.example_game.ring.commands import Brace, ChangePlaces, Drive, Grip, Rest, Step, Yield
from tests.example_game.ring.decide import RingRun, contest, drive, grip, may_brace, next_turn, step, steps, whose
from tests.example_game.ring.state import OTHER, Bout, Gripping, Hold, State, Turn


class BoutStep(points.Step[State, Bout]):
    """One turn after another."""

    frame = Bout

    def work(self, run: RingRun, frame: Bout) -> None:
        next_turn(run)


class TurnPoint(Point[State, Turn, Step | Grip | Rest]):
    """Step, grip or rest."""

    frame, kind, rule, answers = Turn, "turn", "RING-TURN-01", (Step, Grip, Rest)
    heading, passing, text = "{who}’s turn", "Rest", "It is your turn: step, grip or rest."

    def who(self, state: State, frame: Turn) -> tuple[str, str]:
        return frame.seat, ""

    def offers(self, state: State, frame: Turn) -> Iterator[Step | Grip | Rest]:
        yield from (Step(to=to) for to in steps(state, frame.seat))
        if state.beside():
            yield from (Grip(lean=lean) for lean in range(3))
        yield Rest()

    def default(self, state: State, frame: Turn) -> Rest:
        return Rest()

    def settle(self, run: RingRun, frame: Turn, command: Step | Grip | Rest) -> None:
        run.pop()
        match command:
            case Step():
                step(run, frame.seat, command.to)
            case Grip():
                grip(run, frame.seat, command)
            case Rest():
                run.emit(events.Rested(seat=frame.seat))

    def stands(self, state: State, frame: Turn, below: tuple[object, ...], field: str) -> bool:
        return frame.seat == whose(state.turn)


class BracePoint(Point[State, Gripping, Brace | Yield]):
    """The reaction to a grip."""

    frame, kind, rule, answers, window = Gripping, "brace", "RING-BRACE-01", (Brace, Yield), True
    heading, passing, text = "{who} is gripped", "Do not brace", "The other reaches for you: you may brace."

    def who(self, state: State, frame: Gripping) -> tuple[str, str]:
        return OTHER[frame.by], ""

    def offers(self, state: State, frame: Gripping) -> Iterator[Brace | Yield]:
        yield from (Brace(), Yield())

    def default(self, state: State, frame: Gripping) -> Yield:
        return Yield()

    def settle(self, run: RingRun, frame: Gripping, command: Brace | Yield) -> None:
        run.pop()
        contest(run, frame, braced=isinstance(command, Brace))

    def stands(self, state: State, frame: Gripping, below: tuple[object, ...], field: str) -> bool:
        return state.beside() and 0 <= frame.lean <= 2 and may_brace(state, OTHER[frame.by])


class HoldPoint(Point[State, Hold, Drive | ChangePlaces]):
    """What becomes of a hold."""

    frame, kind, rule, answers = Hold, "hold", "RING-DRIVE-01", (Drive, ChangePlaces)
    heading, text = "{who} has a hold worth {squares}", "You have a hold: drive the other back, or change places."

    def who(self, state: State, frame: Hold) -> tuple[str, str]:
        return frame.by, ""

    def options(self, state: State, frame: Hold) -> dict[str, Any]:
        return {"squares": frame.squares}

    def offers(self, state: State, frame: Hold) -> Iterator[Drive | ChangePlaces]:
        yield from (Drive(squares=squares) for squares in range(1, frame.squares + 1))
        yield ChangePlaces()

    def settle(self, run: RingRun, frame: Hold, command: Drive | ChangePlaces) -> None:
        run.pop()
        if isinstance(command, Drive):
            drive(run, frame, command)
        else:
            run.emit(events.PlacesChanged(seat=frame.by))

    def stands(self, state: State, frame: Hold, below: tuple[object, ...], field: str) -> bool:
        return state.beside() and 1 <= frame.squares <= 2


POINTS = Points(BoutStep(), TurnPoint(), BracePoint(), HoldPoint())
