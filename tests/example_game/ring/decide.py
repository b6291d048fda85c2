"""The rules: what comes of what is asked for."""

from __future__ import annotations

from typing import TypeAlias

from rules.kernel.agenda import Run
from rules.kernel.errors import Refused
from rules.kernel.labels import Bounds, beyond_bounds
from rules.kernel.messages import Command
from rules.kernel.rolls import Mod, Need, chance_at_least
from tests.example_game.ring import commands, events
from tests.example_game.ring.state import LAST_TURN, MAT, MIDDLE, OTHER, Gripping, Hold, Seat, State, Turn
from tests.example_game.ring.tables import hold_for

RingRun: TypeAlias = Run[State]
D6 = (6,)

# A turn


def next_turn(run: RingRun) -> None:
    """End the match, or begin the turn of whose it is. [RING-TURN-01, RING-END-01]"""
    state = run.state
    off = next((one.id for one in state.wrestlers if one.at not in MAT), None)
    if off is not None:
        end(run, events.MatchEnded(termination="off_the_mat", winner=OTHER[off]))
    elif state.turn == LAST_TURN:
        red, blue = (abs(one.at - MIDDLE) for one in state.wrestlers)
        winner: Seat | None = None if red == blue else "red" if red < blue else "blue"
        end(run, events.MatchEnded(termination="last_turn", winner=winner))
    else:
        turn = state.turn + 1
        run.emit(events.TurnBegan(seat=whose(turn), turn=turn))
        run.push(Turn(whose(turn)))


def whose(turn: int) -> Seat:
    """Whose turn it is. [RING-TURN-01]"""
    return "red" if turn % 2 else "blue"


def end(run: RingRun, ended: events.MatchEnded) -> None:
    """Nothing is left to do."""
    run.emit(ended)
    run.agenda.clear()


def steps(state: State, seat: Seat) -> list[int]:
    """The squares that a step may lead to. [RING-STEP-01]"""
    at, taken = state.wrestler(seat).at, state.wrestler(OTHER[seat]).at
    return [to for to in (at - 1, at + 1) if to in MAT and to != taken]


def step(run: RingRun, seat: Seat, to: int) -> None:
    """Go to a square beside."""
    if to not in steps(run.state, seat):
        hint = "Step to a free square beside you."
        raise Refused("bad_step", f"No step leads to square {to}.", "RING-STEP-01", field="to", hint=hint)
    run.emit(events.Stepped(seat=seat, to=to))


# A grip


def may_brace(state: State, seat: Seat) -> bool:
    """Whether a wrestler may brace. [RING-BRACE-01, RING-Q-02]"""
    return not state.wrestler(seat).winded or state.rules.winded_brace == "on"


def grip(run: RingRun, seat: Seat, order: commands.Grip) -> None:
    """Reach for the other: they may brace, if they can. [RING-GRIP-01, RING-LEAN-01]"""
    check_bounds(order)
    if not run.state.beside():
        message = "The other is too far away to grip."
        raise Refused("out_of_reach", message, "RING-GRIP-01", hint="Step closer, or rest.")
    frame = Gripping(seat, order.lean)
    if may_brace(run.state, OTHER[seat]):
        run.push(frame)
    else:
        contest(run, frame, braced=False)


def contest(run: RingRun, frame: Gripping, *, braced: bool) -> None:
    """Both roll; the margin says who has a hold. [RING-GRIP-01, RING-HOLD-01]"""
    by, other = frame.by, OTHER[frame.by]
    if braced:
        run.emit(events.Braced(seat=other))
    theirs = roll(run, other, (2, "braced", "RING-BRACE-01") if braced else None)
    ours = roll(run, by, (frame.lean, "leaning in", "RING-LEAN-01") if frame.lean else None, theirs.total)
    margin = ours.total - theirs.total
    if braced:
        wind(run, other)
    if frame.lean == 2 and margin < 0:
        wind(run, by)
    who, squares = hold_for(margin)
    if who:
        run.push(Hold(by if who == "gripper" else other, squares))


def roll(run: RingRun, seat: Seat, mod: Mod | None, target: int | None = None) -> events.GripRolled:
    """The roll of one of the two: `target` is what the other has rolled already. [RING-WIND-01]"""
    winded = (-1, "winded", "RING-WIND-01") if run.state.wrestler(seat).winded else None
    mods = tuple(one for one in (mod, winded) if one is not None)
    bonus = sum(value for value, _, _ in mods)
    need = Need(
        purpose="grip", by=seat, seat=seat, sides=D6, rule="RING-GRIP-01", against=OTHER[seat], target=target,
        compare="contest", mods=mods, chance=None if target is None else chance_at_least(D6, "all", target - bonus),
    )  # fmt: skip
    return run.roll(events.GripRolled, need)


def wind(run: RingRun, seat: Seat) -> None:
    """Somebody is out of breath, if they were not. [RING-Q-01]"""
    if not run.state.wrestler(seat).winded:
        run.emit(events.Winded(seat=seat))


# A hold


def drive(run: RingRun, frame: Hold, order: commands.Drive) -> None:
    """Push the other away, over the edge if it comes to that. [RING-DRIVE-01]"""
    check_bounds(order)
    if order.squares > frame.squares:
        raise out_of_bounds("squares", Bounds(1, frame.squares, "RING-DRIVE-01"))
    own, other = run.state.wrestler(frame.by), run.state.wrestler(OTHER[frame.by])
    away = 1 if other.at > own.at else -1
    run.emit(events.Driven(seat=other.id, to=other.at + away * order.squares))


# The GM


def correct(run: RingRun, order: commands.Correct) -> None:
    """Change what the GM says is wrong. [RING-Q-03]"""
    check_bounds(order)
    one = run.state.wrestler(order.seat)
    at = one.at if order.at is None else order.at
    if at == run.state.wrestler(OTHER[order.seat]).at:
        raise Refused("out_of_bounds", f"Square {at} is taken.", "RING-Q-03", field="at", hint="Choose a free square.")
    winded = one.winded if order.winded is None else order.winded
    run.emit(events.Corrected(seat=order.seat, at=at, winded=winded, reason=order.reason))


def check_bounds(order: Command) -> None:
    """Refuse a number that is beyond what its label says."""
    for field, bounds in beyond_bounds(order):
        raise out_of_bounds(field, bounds)


def out_of_bounds(field: str, bounds: Bounds) -> Refused:
    """The refusal of a number."""
    message = f"It must be {bounds.low} to {bounds.high}."
    return Refused("out_of_bounds", message, bounds.rule, field=field, hint="Choose a number within these bounds.")
