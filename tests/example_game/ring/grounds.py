"""Ring on other grounds: on hexes, and on a free plane. The rules are those of the mat, its squares lie in a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from rules.kernel.errors import Refused
from rules.kernel.grid import HEXES
from rules.kernel.labels import FormText, label
from rules.kernel.messages import Command
from rules.kernel.points import Point, Points
from rules.kernel.reading import plain
from rules.kernel.scene import Apart, Area, Disc, Hexes, Mark, Plane, Polygon, Ring as Reach
from tests.example_game.ring.commands import COMMANDS, Grip, Rest
from tests.example_game.ring.decide import RingRun, step, steps
from tests.example_game.ring.points import BoutStep, BracePoint, HoldPoint, TurnPoint
from tests.example_game.ring.state import MIDDLE, State, Turn
from tests.example_game.ring.system import Ring
from tests.example_game.ring.view import view

Place = tuple[int, int]


class HexStep(Command, frozen=True, tag="step"):
    """Go to the hex beside."""

    form: ClassVar[FormText] = FormText("Step", rule="RING-STEP-01")

    to: Annotated[Place, label("To hex", of="square")]


class PlaneStep(Command, frozen=True, tag="step"):
    """Go one yard."""

    form: ClassVar[FormText] = FormText("Step", rule="RING-STEP-01")

    to: Annotated[Place, label("To", of="place")]


class OnGround(Point[State, Turn, Any]):
    """The turn, with steps to places instead of numbers."""

    frame, kind, rule, heading, passing = Turn, "turn", "RING-TURN-01", TurnPoint.heading, TurnPoint.passing
    text = TurnPoint.text
    step: ClassVar[type[HexStep | PlaneStep]]

    def __init_subclass__(cls) -> None:
        cls.answers = (cls.step, Grip, Rest)

    def place(self, at: int) -> Place:
        """Where a square of the mat lies."""
        raise NotImplementedError

    def who(self, state: State, frame: Turn) -> tuple[str, str]:
        return frame.seat, ""

    def offers(self, state: State, frame: Turn) -> Iterator[Command]:
        yield from (self.step(to=self.place(to)) for to in steps(state, frame.seat))
        if state.beside():
            yield Grip(lean=0)
        yield Rest()

    def default(self, state: State, frame: Turn) -> Rest:
        return Rest()

    def settle(self, run: RingRun, frame: Turn, command: Any) -> None:
        if not isinstance(command, self.step):
            return POINT.settle(run, frame, command)
        to = next((one for one in steps(run.state, frame.seat) if self.place(one) == tuple(command.to)), None)
        if to is None:
            hint = "Step to a free place beside you."
            raise Refused("bad_step", "No step leads there.", "RING-STEP-01", field="to", hint=hint)
        run.pop()
        return step(run, frame.seat, to)


class HexTurn(OnGround):
    step = HexStep

    def place(self, at: int) -> Place:
        return at - MIDDLE, 0


class PlaneTurn(OnGround):
    step = PlaneStep

    def place(self, at: int) -> Place:
        return at * 100, 250


POINT, HEX_TURN, PLANE_TURN = TurnPoint(), HexTurn(), PlaneTurn()

RIM = Mark((0, -3), "the gate")
MUD = Mark((-1, 1), "mud", "rough")
WALL = Mark((2, -3), "wall", "blocked")


def placed(state: State, seat: str, turn: OnGround) -> dict[str, Any]:
    """The view with everybody at their places."""
    shown = view(state, seat)
    for one in state.wrestlers:
        shown["figures"][one.id]["at"] = list(turn.place(one.at))
    return shown


def apart(state: State, word: str) -> Apart:
    red, blue = state.wrestlers
    return Apart("red", "blue", f"{abs(red.at - blue.at)} {word}")


def on_hexes(state: State, seat: str) -> dict[str, Any]:
    """A hexagon of 37, the mat its middle row; dust rises where somebody stands off it."""
    dust = tuple(Mark(HEX_TURN.place(one.at), "dust", "dim") for one in state.wrestlers if one.winded)
    ground = Hexes(
        cells=HEXES.within((0, 0), 3),
        label="The mat, a hexagon",
        marks=(RIM, MUD, WALL),
        things=(*dust, Mark((1, 1), "a lost belt", "thing")),
        lines=(apart(state, "steps"),),
    )
    return placed(state, seat, HEX_TURN) | {"ground": plain(ground)}


def on_plane(state: State, seat: str) -> dict[str, Any]:
    """Eight yards by five, with an arm's reach around each."""
    ground = Plane(
        width=800,
        depth=500,
        label="The yard",
        areas=(
            Area(Disc((400, 250), 60), "the middle"),
            Area(Polygon(((0, 0), (200, 0), (0, 100))), "a puddle", "rough"),
        ),
        rings=tuple(Reach(PLANE_TURN.place(one.at), 120, "arm’s reach") for one in state.wrestlers),
        lines=(apart(state, "yards"),),
    )
    return placed(state, seat, PLANE_TURN) | {"ground": plain(ground)}


class RingOnHexes(Ring):
    """Ring on hexes."""

    key, title = "ring_hexes", "Ring on hexes"
    points = Points(BoutStep(), HEX_TURN, BracePoint(), HoldPoint())
    command_types = {**COMMANDS, "step": HexStep}
    view = staticmethod(on_hexes)


class RingOnAPlane(Ring):
    """Ring on a free plane."""

    key, title = "ring_plane", "Ring on a plane"
    points = Points(BoutStep(), PLANE_TURN, BracePoint(), HoldPoint())
    command_types = {**COMMANDS, "step": PlaneStep}
    view = staticmethod(on_plane)


ON_GROUNDS = (RingOnHexes(), RingOnAPlane())
