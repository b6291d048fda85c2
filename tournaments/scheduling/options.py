"""What a placing is made of: every slot that a fixture may take, as a variable, and the fixtures that stay."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

import msgspec

from tournaments.domain.schedule.calendar import Calendar, ScheduledFixture, Slot, blocks
from tournaments.domain.schedule.words import Names
from tournaments.scheduling.cp_sat import ALWAYS, Demand, Rules, Var
from tournaments.scheduling.offers import offered, slots_for

Key = TypeVar("Key")
Value = TypeVar("Value")
MOST_GUARDED = 40_000
"""With more fixtures times slots than this, a guarded model takes the windows of rounds as given."""


class Option(NamedTuple):
    """A fixture in a slot: `taken` says whether it is there; None: it stays there.

    `anchored`: it has been published there, and stays unless that is dropped.
    """

    fixture: ScheduledFixture
    slot: Slot
    taken: Var | None = None
    anchored: bool = False


def without_table(slot: Slot) -> Slot:
    """Date, time and venue."""
    return msgspec.structs.replace(slot, table=0) if slot.table else slot


class Options:
    """The options of the `free` fixtures, and one for each that stays; a free fixture may be `unplaced`, too.

    In a guarded model the published fixtures are free, but anchored, and all must have a slot.
    """

    def __init__(self, calendar: Calendar, free: frozenset[str], rules: Rules) -> None:
        self.calendar, self.names, self.rules = calendar, Names(calendar), rules
        self.all: list[Option] = []
        self.unplaced: dict[str, Var] = {}
        self._homes = {entrant.id: entrant for entrant in calendar.competitors if entrant.venue}
        self._windows = {window.round: window for window in calendar.windows}
        self._blackouts = [
            (blackout, Demand(f"blackout:{blackout.id}", self.names.blackout(blackout)))
            for blackout in calendar.blackouts
        ]
        self._keep_windows = rules.guarded and len(calendar.fixtures) * len(offered(calendar)) > MOST_GUARDED
        for fixture in calendar.fixtures:
            if fixture.id in free:
                self._free(fixture)
            elif fixture.slot is not None:
                self.all.append(Option(fixture, without_table(fixture.slot)))
        self.by_fixture = grouped((option.fixture.id, option) for option in self.all)
        self.by_side = grouped((side, option) for option in self.all for side in option.fixture.sides)

    def _free(self, fixture: ScheduledFixture) -> None:
        current = without_table(fixture.slot) if fixture.slot else None
        anchored = fixture.fixed and self.rules.guarded
        home = self._homes.get(fixture.home)
        slots = slots_for(self.calendar, fixture, home.venue if home else "")
        taken = []
        for slot in (*slots, current) if current and current not in slots else slots:
            against = [] if anchored and slot == current else list(self._reasons(fixture, slot))
            if against and (not self.rules.guarded or ALWAYS in against):
                continue
            variable = self.rules.flag()
            taken.append(variable)
            self.all.append(Option(fixture, slot, variable, anchored and slot == current))
            for demand in against:
                self.rules.forbid([variable], demand)
            if anchored and slot == current:
                told = f"{self.names.fixture(fixture)} is published for {self.names.slot(slot)}"
                self.rules.some([variable], Demand(f"published:{fixture.id}", told))
        if not self.rules.guarded:
            self.unplaced[fixture.id] = self.rules.flag()
            taken.append(self.unplaced[fixture.id])
        self.rules.model.add_exactly_one(taken)

    def _reasons(self, fixture: ScheduledFixture, slot: Slot) -> Iterator[Demand]:
        """The rules against a fixture in a slot: all of them where they are guarded, else one."""
        return self._against(fixture, slot) if self.rules.guarded else islice(self._against(fixture, slot), 1)

    def _against(self, fixture: ScheduledFixture, slot: Slot) -> Iterator[Demand]:
        """The rules that forbid a fixture a slot by itself."""
        window = self._windows.get(fixture.round)
        if window and (slot.date > window.deadline or (slot.date < window.opens and not window.play_ahead)):
            structural = self._keep_windows or not self.rules.guarded
            yield ALWAYS if structural else Demand(f"window:{window.round}", self.names.window(window))
        for blackout, demand in self._blackouts:
            if blocks(blackout, slot, fixture.sides):
                yield demand
        home = self._homes.get(fixture.home)
        if home and slot.venue not in {home.venue, ""} and not fixture.neutral:
            yield Demand(f"home:{home.id}", self.names.home(home))

    def ahead(self) -> Iterator[Var]:
        """Options before the window of their round."""
        for option in self.all:
            window = self._windows.get(option.fixture.round)
            if window and option.taken is not None and option.slot.date < window.opens:
                yield option.taken

    def at_most(self, limit: int, options: Sequence[Option], demand: Demand) -> None:
        """At most so many of the options; those that stay are allowed anyhow."""
        if len({option.fixture.id for option in options}) > limit:
            taken = [option.taken for option in options if option.taken is not None]
            stay = len(options) - len(taken)
            anchored = sum(option.anchored for option in options)
            self.rules.at_most(max(limit, stay + anchored), taken, stay, demand)

    def none(self, options: Iterable[Option], demand: Demand) -> None:
        """None of the options, but those that stay."""
        free = (option.taken for option in options if option.taken is not None and not option.anchored)
        self.rules.forbid(free, demand)

    def some(self, options: Sequence[Option], demand: Demand) -> None:
        """At least one of the options."""
        if all(option.taken is not None for option in options):
            self.rules.some([option.taken for option in options], demand)

    def either(self, options: Sequence[Option]) -> Var | None:
        """A variable that is true if any of the options is taken; None: one of them stays."""
        if any(option.taken is None for option in options):
            return None
        found = self.rules.flag()
        for option in options:
            self.rules.model.add_implication(option.taken, found)
        return found


def grouped(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """The values by key."""
    found: dict[Key, list[Value]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return dict(found)
