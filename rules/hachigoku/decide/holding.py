"""What holds do when they take effect. [HAC-GRAP-02, HAC-GRAP-05, HAC-GRAP-08]"""

from __future__ import annotations

from rules.hachigoku import events as ev
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.questions import able, captives_of, close_to, get, there, weapon_named
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Consequence, State


def hold(run: HacRun, what: Consequence) -> None:
    """Somebody is captured: `what` is the hold, `note` the weapon. [HAC-GRAP-02, HAC-Q-99]"""
    holder = get(run.state, what.by)
    thrown = weapon_named(holder, what.note).kind == "thrown"
    close = thrown or what.who in [one.id for one in close_to(run.state, holder.id)]
    if able(holder) and close and there(get(run.state, what.who)):
        run.emit(ev.HoldStarted(holder=what.by, captive=what.who, hold=what.what, weapon=what.note))  # type: ignore[arg-type]


def check_holds(state: State, holder: str, captive: str, field: str) -> None:
    """Refuse a hold by nobody, or by somebody who cannot reach or hold them. [HAC-GRAP-08]"""
    hint = "Name somebody close who can act; who is held by nobody is immobilized."
    if not holder:
        raise refused("no_holder", "Somebody has to hold them.", "HAC-GRAP-08", field=field, hint=hint)
    one = get(state, holder, field)
    if not able(one) or captive not in [other.id for other in close_to(state, holder)]:
        message = f"{one.called} cannot hold {get(state, captive).called}."
        raise refused("no_holder", message, "HAC-GRAP-08", field=field, hint=hint)


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
