"""What holds do when they take effect. [HAC-GRAP-02, HAC-GRAP-05, HAC-GRAP-08]"""

from __future__ import annotations

from rules.hachigoku import events as ev
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.questions import able, captives_of, close_to, get, there
from rules.hachigoku.state import Consequence


def hold(run: HacRun, what: Consequence) -> None:
    """Somebody is captured: `what` is the hold, `note` the weapon. [HAC-GRAP-02]"""
    holder = get(run.state, what.by)
    close = what.who in [one.id for one in close_to(run.state, holder.id)]
    if able(holder) and close and there(get(run.state, what.who)):
        run.emit(ev.HoldStarted(holder=what.by, captive=what.who, hold=what.what, weapon=what.note))  # type: ignore[arg-type]


def tighten(run: HacRun, what: Consequence) -> None:
    """A partial hold is a full one. [HAC-GRAP-05]"""
    if holds(run, what):
        run.emit(ev.HoldChanged(holder=what.by, captive=what.who))


def free(run: HacRun, what: Consequence) -> None:
    """Somebody is held no more; `what` says why. [HAC-GRAP-05, HAC-GRAP-07]"""
    if not holds(run, what):
        return
    if what.what == "released":
        run.emit(ev.HoldReleased(holder=what.by, captive=what.who))
    run.emit(ev.HoldEnded(holder=what.by, captive=what.who, cause=what.what))  # type: ignore[arg-type]  # named by us


def holds(run: HacRun, what: Consequence) -> bool:
    """Whether the hold is still there."""
    return any(one.id == what.who for one, _ in captives_of(run.state, what.by))
