"""Who leaves the Skirmish, and what goes with them. [HAC-RANGE-11, HAC-Q-27]"""

from __future__ import annotations

from rules.hachigoku import events as ev
from rules.hachigoku.decide.conditions import end_holds_of, end_holds_on
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.decide.wounds import lose_all_dice
from rules.hachigoku.state import Consequence


def leave(run: HacRun, what: Consequence) -> None:
    """Somebody is gone, with their dice and holds: `what` is the cause, `note` the reason."""
    cause = what.what
    run.emit(ev.CharacterLeft(character=what.who, cause=cause, reason=what.note))  # type: ignore[arg-type]  # named by us
    lose_all_dice(run, what.who, "left")
    end_holds_of(run, what.who)
    end_holds_on(run, what.who)
