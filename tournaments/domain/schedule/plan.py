"""What a tournament keeps of its schedules: what is asked of them, the draft of one, and what may put it back."""

from __future__ import annotations

from typing import Literal

import msgspec

from tournaments.domain.schedule.calendar import RoundWindow, Slot, Wish

How = Literal["draw", "repair", "explain"]
"""What a worker is asked for: a new schedule, the fewest moves that keep the rules, or which rules clash."""
OverduePolicy = Literal["show", "forfeit"]
Slots = dict[str, Slot | None]
"""By fixture its slot; None: it has none."""
Sides = dict[str, tuple[str, ...]]


class Plan(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What is asked of the schedule of a stage: dates by round, the slots offered, wishes."""

    windows: tuple[RoundWindow, ...] = ()
    slots: tuple[Slot, ...] = ()
    wishes: tuple[Wish, ...] = ()


class ToldConflict(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Rules and wishes that cannot hold together, in words: without any one of `drop` the others can.

    `beside` clash with them, too. `proved`: no search for it gave up.
    """

    drop: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    words: str
    proved: bool = True


class Change(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What puts a draft back to what it was: slots and sides of fixtures; `gone`: those that it did not move."""

    slots: Slots = {}
    sides: Sides = {}
    gone: tuple[str, ...] = ()


class Draft(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A schedule that is not published: `slots` of the fixtures that are to be elsewhere than they stand.

    `earlier`: what takes its last changes back, the latest last.
    """

    slots: Slots = {}
    earlier: tuple[Change, ...] = ()


class Drawing(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What workers were last asked for, by event `number`; whatever was asked before it counts no more."""

    number: int
    how: How = "draw"
    seconds: int = 0
    released: tuple[str, ...] = ()


class OverdueRules(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What becomes of a fixture so many days after its deadline: it is only shown, or forfeited by who is to blame."""

    policy: OverduePolicy = "show"
    grace_days: int = 0


class PairingAsk(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The pairing of a round that workers were asked for, by event `number`; `byes` by who has asked for one."""

    number: int
    round: int
    byes: dict[str, Literal["half_bye", "zero_bye"]] = {}
