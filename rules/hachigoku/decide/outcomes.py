"""What Actions do to characters: at once, or when the whole batch is resolved. [HAC-SIM-02, HAC-SIM-03]

Whoever resolves an Action hands each effect to `happen` as a `Consequence`. `APPLY` says what each kind does; its
functions stand in the files of their topics. What a member of a batch has done itself counts for the rest of its own
Action: `seen_by`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from rules.hachigoku import events as ev
from rules.hachigoku.decide import conditions, falls, holding, leaving, shifting, wounds
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.evolve import evolve
from rules.hachigoku.state import Consequence, Resolving, State
from rules.kernel.agenda import Run
from rules.kernel.dice import TableDice

APPLY: Mapping[str, Callable[[HacRun, Consequence], None]] = {
    "wounds": wounds.wound,
    "range": shifting.shift_range,
    "height": shifting.change_height,
    "cover": shifting.change_cover,
    "stand_up": shifting.stand_up,
    "leave": leaving.leave,
    "begun": conditions.begin,
    "condition": conditions.give,
    "cleared": conditions.notice,
    "unconscious": wounds.knock_out,
    "stun": wounds.stun,
    "cover_lost": wounds.lose_cover,
    "disarmed": conditions.drop_weapon,
    "throw": falls.throw,
    "landing": falls.come_down,
    "fall": falls.fall,
    "hold": holding.hold,
    "tightened": holding.tighten,
    "freed": holding.free,
}
"""Kind of consequence → what it does."""


def happen(run: HacRun, what: Consequence) -> None:
    """Let it happen now; in a batch, when all its Actions are resolved."""
    place = _batch(run)
    if place is None:
        APPLY[what.kind](run, what)
    else:
        frame = run.agenda[place]
        run.agenda[place] = replace(frame, later=(*frame.later, what))


def seen_by(run: HacRun, name: str) -> State:
    """The state by which somebody's Action is judged: in a batch that at commitment, with what they did themselves."""
    place = _batch(run)
    own = () if place is None else [one for one in run.agenda[place].later if one.by == name and one.kind in OWN]
    if not own:
        return run.state
    scratch = Run(run.state, TableDice(), evolve, run.by)
    for one in own:
        APPLY[one.kind](scratch, one)
    return scratch.state


OWN = frozenset({"begun", "range", "height", "cover", "cover_lost", "stand_up"})
"""Kinds that change where the one who acts is, and how."""


def _batch(run: HacRun) -> int | None:
    """Where the frame of a batch lies whose Actions are not resolved yet."""
    for place, frame in enumerate(run.agenda):
        if isinstance(frame, Resolving) and frame.together and not frame.settling:
            return place
    return None


def settle(run: HacRun, frame: Resolving) -> None:
    """One step of a batch whose Actions are all done: what has waited happens, one after the other."""
    if not frame.settling:
        run.advance(replace(frame, settling=True))
    elif frame.later:
        run.advance(replace(frame, later=frame.later[1:]))
        APPLY[frame.later[0].kind](run, frame.later[0])
    else:
        run.pop()
        run.emit(ev.BatchResolved(characters=frame.together))
