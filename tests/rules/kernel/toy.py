"""A game as small as can be, so that the kernel is tested without any real one.

Two seats, "home" and "away", hold one lamp each. In its turn a seat `spark`s: d20 + its skill against the other lamp's
dimness; made, the other lamp gets dimmer by one. Before the roll the other seat may `shade` (a window, once a match:
−5). A spark that misses by 10 or more rolls a second die, a d6, which is only recorded. Whose lamp reaches dimness 13
loses. `wager` is a secret bid times a d4, shown when both are in. The GM may `dim` any lamp.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from rules.kernel.agenda import Decided as KernelDecided, Frame, Run, Secret, Window, settle_agenda
from rules.kernel.asks import GM, Outcome
from rules.kernel.dice import Dice
from rules.kernel.errors import Malformed, Refused
from rules.kernel.game import Bot, Game
from rules.kernel.messages import Command, Event
from rules.kernel.points import Point, Points
from rules.kernel.reading import read, read_tagged
from rules.kernel.rolls import Need, Rolled, chance_at_least

Seat = Literal["home", "away"]
OTHER: dict[str, Seat] = {"home": "away", "away": "home"}
LAST = 13


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`shade`: what a shade is worth."""

    shade: int = 5


class Sparking(Frame, frozen=True, tag="sparking"):
    """A spark was declared and waits for the window to close."""

    by: Seat
    shaded: bool = False


class Turn(Frame, frozen=True, tag="turn"):
    """Whose turn it is."""

    seat: Seat


class Lamp(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """A lamp, named like its seat."""

    id: Seat
    skill: int = 0
    dimness: int = 10
    shades: int = 1
    wager: int | None = None


AnyFrame: TypeAlias = Window | Sparking | Turn


class State(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The lamps and the agenda."""

    lamps: tuple[Lamp, Lamp]
    rules: HouseRules = HouseRules()
    turns: int = 1
    agenda: tuple[AnyFrame, ...] = ()

    @property
    def result(self) -> None:
        """A match of the toy ends by its lamps alone."""

    def lamp(self, seat: str) -> Lamp:
        return next(lamp for lamp in self.lamps if lamp.id == seat)


class Spark(Command, frozen=True, tag="spark"):
    """Try to dim the other lamp."""

    seat: Seat


class Shade(Command, frozen=True, tag="shade"):
    """Answer the window."""

    seat: Seat


class Pass(Command, frozen=True, tag="pass"):
    """Let the window go by."""

    player: Seat


class Wager(Command, frozen=True, tag="wager"):
    """A secret bid; a die decides what it is worth (d4)."""

    seat: Seat
    amount: int


class Dim(Command, frozen=True, tag="dim"):
    """GM: set a lamp's dimness."""

    lamp: Seat
    dimness: int


class Lit(Event, frozen=True, tag="lit"):
    """The whole situation at the start."""

    state: State


class SparkDeclared(Event, frozen=True, tag="spark_declared"):
    seat: Seat


class Shaded(Event, frozen=True, tag="shaded"):
    seat: Seat


class SparkRolled(Rolled, frozen=True, tag="spark_rolled"):
    seat: Seat


class SootRolled(Rolled, frozen=True, tag="soot_rolled"):
    seat: Seat


class WagerRolled(Rolled, frozen=True, tag="wager_rolled"):
    seat: Seat
    secret: Secret | None = None


class Dimmed(Event, frozen=True, tag="dimmed"):
    moment = "dimmed"

    seat: Seat
    dimness: int


class WagerMade(Event, frozen=True, tag="wager_made"):
    seat: Seat
    amount: int
    secret: Secret | None = None


class WagersShown(Event, frozen=True, tag="wagers_shown"):
    amounts: dict[Seat, int]


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    seat: Seat


class Decided(KernelDecided, frozen=True, tag="decided"):
    push: tuple[AnyFrame, ...] = ()


COMMANDS = {str(kind.__struct_config__.tag): kind for kind in (Spark, Shade, Pass, Wager, Dim)}
EVENTS: dict[str, type[Any]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        Lit, SparkDeclared, Shaded, SparkRolled, SootRolled, WagerRolled,
        Dimmed, WagerMade, WagersShown, TurnPassed, Decided,
    )
}  # fmt: skip


def changed(state: State, seat: str, **fields: Any) -> State:
    lamps = tuple(msgspec.structs.replace(lamp, **fields) if lamp.id == seat else lamp for lamp in state.lamps)
    return msgspec.structs.replace(state, lamps=lamps)


def evolve(state: State, event: Any) -> State:
    match event:
        case Lit():
            return event.state
        case Shaded():
            return changed(state, event.seat, shades=state.lamp(event.seat).shades - 1)
        case Dimmed():
            return changed(state, event.seat, dimness=event.dimness)
        case WagerMade():
            return changed(state, event.seat, wager=event.amount)
        case TurnPassed():
            return msgspec.structs.replace(state, turns=state.turns + 1)
        case Decided():
            return settle_agenda(state, event)
    return state


def secret_wager(seat: Seat) -> Secret:
    return Secret((seat,), "wagers_shown")


class TurnPoint(Point[State, Turn, Spark]):
    """A seat sparks."""

    frame, kind, rule, answers = Turn, "turn", "TOY-TURN-01", (Spark,)

    def who(self, state: State, frame: Turn) -> tuple[str, str]:
        return frame.seat, ""

    def why(self, state: State, frame: Turn) -> str:
        return "It is your turn."

    def offers(self, state: State, frame: Turn) -> Iterator[Spark]:
        yield Spark(seat=frame.seat)

    def default(self, state: State, frame: Turn) -> Spark:
        return Spark(seat=frame.seat)


class ShadePoint(Point[State, Window, Shade | Pass]):
    """Who is sparked at may shade."""

    frame, kind, rule, answers = Window, "window", "TOY-WINDOW-01", (Shade, Pass)
    several, window = True, True

    def who(self, state: State, frame: Window) -> tuple[str, str]:
        return frame.waiting[0], frame.waiting[0]

    def why(self, state: State, frame: Window) -> str:
        return "A spark is coming."

    def offers(self, state: State, frame: Window) -> Iterator[Shade | Pass]:
        for seat in frame.waiting:
            yield Pass(player=seat)
            yield Shade(seat=seat)

    def default(self, state: State, frame: Window) -> Pass:
        return Pass(player=frame.waiting[0])


class Toy(Game[State]):
    """The toy as a `Game`."""

    key = "toy"
    title = "Lamps"
    version = 1
    seats = ("home", "away")
    points = Points(TurnPoint(), ShadePoint())
    event_types = EVENTS
    command_types = COMMANDS
    decided = Decided
    state_type = State
    house_rules = HouseRules

    def open(self, setup: Mapping[str, Any], house_rules: Mapping[str, Any], dice: Dice) -> list[Any]:
        return self.open_position(setup, house_rules)

    def open_position(self, position: Mapping[str, Any], house_rules: Mapping[str, Any]) -> list[Any]:
        return [Lit(state=self.from_position(position, house_rules))]

    def from_position(self, position: Mapping[str, Any], house_rules: Mapping[str, Any]) -> State:
        unknown = sorted(set(position) - {"lamps", "turn", "turns", "agenda"})
        if unknown:
            raise Malformed("unknown field", unknown[0])
        lamps = read(position.get("lamps", [{"id": "home"}, {"id": "away"}]), tuple[Lamp, Lamp], "lamps")
        if any(lamp.dimness < 0 for lamp in lamps):
            raise Refused(
                "bad_position", "no lamp is brighter than 0", "KERNEL-TABLE-01", field="lamps", hint="0 or more."
            )
        frames = position.get("agenda", [{"frame": "turn", "seat": position.get("turn", "home")}])
        agenda = read(frames, tuple[AnyFrame, ...], "agenda")
        rules = read(house_rules, HouseRules, "house_rules")
        return State(lamps=lamps, rules=rules, agenda=agenda, turns=read(position.get("turns", 1), int, "turns"))

    def position(self, state: State) -> dict[str, Any]:
        return {
            "lamps": msgspec.to_builtins(state.lamps),
            "turns": state.turns,
            "agenda": msgspec.to_builtins(state.agenda),
        }

    def answer(self, run: Run[State], command: Any) -> None:
        match command:
            case Spark():
                self._declare(run, command)
            case Shade() | Pass():
                self._answer(run, command)
            case Wager():
                self._wager(run, command)
            case Dim():
                run.emit(Dimmed(seat=command.lamp, dimness=command.dimness))

    def _declare(self, run: Run[State], command: Spark) -> None:
        top = run.agenda[-1]
        if not isinstance(top, Turn):
            raise Refused("decision_pending", "A window is open.", "TOY-WINDOW-01", hint="Answer first.")
        if top.seat != command.seat:
            raise Refused("not_your_turn", "It is the other's turn.", "TOY-TURN-01", hint="Wait.")
        run.emit(SparkDeclared(seat=command.seat))
        run.push(Sparking(command.seat))
        other = OTHER[command.seat]
        if run.state.lamp(other).shades:
            run.push(Window("spark", "TOY-WINDOW-01", (other,)))
        else:
            self._spark(run)

    def _answer(self, run: Run[State], command: Shade | Pass) -> None:
        who = command.seat if isinstance(command, Shade) else command.player
        top = run.agenda[-1]
        if not isinstance(top, Window) or who not in top.waiting:
            raise Refused("no_window", "Nothing is asked.", "TOY-WINDOW-01", hint="Spark.")
        run.pop()
        if isinstance(command, Shade):
            run.emit(Shaded(seat=who))
            run.advance(Sparking(run.agenda[-1].by, shaded=True))
        self._spark(run)

    def _spark(self, run: Run[State]) -> None:
        frame = run.pop()
        own, other = run.state.lamp(frame.by), run.state.lamp(OTHER[frame.by])
        mods = [(own.skill, "skill", "TOY-SPARK-01")]
        if frame.shaded:
            mods.append((-run.state.rules.shade, "shade", "TOY-SHADE-01"))
        bonus = sum(mod[0] for mod in mods)
        need = Need(
            purpose="spark", by=frame.by, seat=frame.by, sides=(20,), rule="TOY-SPARK-01",
            target=other.dimness, compare=">=", mods=tuple(mods),
            chance=chance_at_least((20,), "all", other.dimness - bonus),
        )  # fmt: skip
        rolled = run.roll(SparkRolled, need, seat=frame.by)
        if rolled.success:
            run.emit(Dimmed(seat=other.id, dimness=other.dimness + 1))
        elif (rolled.margin or 0) <= -10:
            run.roll(SootRolled, self.soot(frame.by), seat=frame.by)
        run.emit(TurnPassed(seat=other.id))
        run.advance(Turn(other.id))

    @staticmethod
    def soot(seat: Seat) -> Need:
        return Need("soot", seat, seat, (6,), "TOY-SOOT-01")

    def _wager(self, run: Run[State], command: Wager) -> None:
        if run.state.lamp(command.seat).wager is not None:
            raise Refused("wagered", "Your wager is in.", "TOY-WAGER-01", hint="Wait.")
        secret = secret_wager(command.seat)
        need = Need("wager", command.seat, command.seat, (4,), "TOY-WAGER-01")
        rolled = run.take(WagerRolled, need, seat=command.seat, secret=secret)
        run.emit(rolled)
        run.emit(WagerMade(seat=command.seat, amount=command.amount * rolled.total, secret=secret))
        run.secret = secret
        if all(lamp.wager is not None for lamp in run.state.lamps):
            run.emit(WagersShown(amounts={lamp.id: lamp.wager or 0 for lamp in run.state.lamps}))

    def evolve(self, state: State | None, event: Any) -> State:
        return evolve(state, event)  # type: ignore[arg-type]  # only `Lit` comes without a state

    def hidden_command(self, state: State, command: Any) -> Secret | None:
        return secret_wager(command.seat) if isinstance(command, Wager) else None

    def outcome(self, state: State) -> Outcome | None:
        out = [lamp for lamp in state.lamps if lamp.dimness >= LAST]
        return Outcome("dark", OTHER[out[0].id], {lamp.id: lamp.dimness for lamp in state.lamps}) if out else None

    def view(self, state: State, seat: str) -> dict[str, Any]:
        plain = self.position(state)
        for lamp in plain["lamps"]:
            if lamp["id"] != seat and seat != GM:
                lamp.pop("wager", None)
        return {**plain, "top": type(state.agenda[-1]).__name__}

    def parse(self, command: Mapping[str, Any]) -> Any:
        return read_tagged(command, COMMANDS)

    def owner(self, state: State, command: Any) -> str:
        match command:
            case Spark() | Shade() | Wager():
                return command.seat
            case Pass():
                return command.player
        return GM

    def clock(self, state: State) -> dict[str, int | str]:
        return {"go": state.turns, "turn": (state.turns + 1) // 2, "match": ""}

    def bots(self) -> Mapping[str, Bot[State]]:
        return {"random": self.sample}


class Dimmed3(Event, frozen=True, tag="dimmed"):
    """`dimmed` as a later version writes it."""

    schema = 3

    lamp: str
    level: int


class LaterToy(Toy):
    """The toy once `dimmed` has been changed twice."""

    event_types = {**Toy.event_types, "dimmed": Dimmed3}
    upcasts = {
        ("dimmed", 1): lambda old: {"type": "dimmed", "lamp": old["seat"], "dimness": old["dimness"]},
        ("dimmed", 2): lambda old: {"type": "dimmed", "lamp": old["lamp"], "level": old["dimness"]},
    }


TOY = Toy()
