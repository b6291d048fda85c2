"""How a Skirmish ends, and who has won. [HAC-END]"""

from __future__ import annotations

from rules.hachigoku import events as ev
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.questions import able
from rules.hachigoku.state import State, Termination


def sides_left(state: State) -> tuple[str, ...]:
    """The sides that have anybody who can still act, in order."""
    left = {one.side for one in state.characters if able(one)}
    return tuple(side.id for side in state.sides if side.id in left)


def one_side_left(run: HacRun) -> bool:
    """End it when at most one side can act; whether it has ended. [HAC-END-03, HAC-Q-27]"""
    state = run.state
    left = sides_left(state)
    if state.rules.auto_end == "off" or len(left) > 1 or state.round == 0:
        return False
    end(run, "one_side_left", left[0] if left else None)
    return True


def end(run: HacRun, termination: Termination, winner: str | None = None, reason: str = "") -> None:
    """The Skirmish is over. [HAC-END-04]"""
    run.emit(ev.SkirmishEnded(termination=termination, reason=reason))
    run.emit(ev.ResultRecorded(termination=termination, winner=winner))
    run.agenda.clear()
