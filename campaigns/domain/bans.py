"""What has become of the absences of a hero: those that count, less what was served of them, but what the GM lifted.

A battle brings one; voided or settled again, it takes that one back and leaves all others. So none is set to what was
before: what holds now follows from all that has happened and still counts, in the order in which it was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from campaigns.domain.company import events as cev
from campaigns.domain.tally import battles_of
from rules.kernel.progression import Absence


class Ban(msgspec.Struct):
    """An absence of a hero. `version`: the event that tells it, 0 while it does not count.

    `served` are the events by which a match of it was sat out, as far as they count.
    """

    absence: Absence
    version: int
    served: set[int]
    lifted: bool = False

    @property
    def left(self) -> Absence | None:
        """What there is still to it, if it counts; None: it was served, or lifted."""
        if self.lifted or not self.absence.matches:
            return None if self.lifted else self.absence
        matches = self.absence.matches - len(self.served)
        return replace(self.absence, matches=matches) if matches > 0 else None

    @property
    def holds(self) -> bool:
        """Whether it counts, and keeps the hero away."""
        return self.version > 0 and self.left is not None


class Bans:
    """The absences of one hero after all of `log`, by the battle that brought each, and why."""

    def __init__(self, log: Sequence[Any], hero: str) -> None:
        self._hero = hero
        self._battles = battles_of(log)
        self._bans: dict[tuple[str, str], Ban] = {}
        for version, event in enumerate(log, 1):
            if isinstance(event, cev.Undone):
                self._undo(event.event)
            elif isinstance(event, cev.Corrected):
                self._lift(event)
            elif isinstance(event, cev.AbsenceSet | cev.AbsenceServed) and event.hero == hero:
                self._take(version, event)

    def without(self, version: int) -> Absence | None:
        """What keeps the hero away once event `version` does not count; from now on it does not."""
        self._undo(version)
        return next((ban.left for ban in reversed(self._bans.values()) if ban.holds), None)

    def brought(self, battle: str, absence: Absence) -> Absence | None:
        """What there is still to an absence that a battle brings now: one of that kind may have come of it before."""
        known = self._bans.get((battle, absence.why))
        return absence if known is None else replace(known, absence=absence).left

    def _take(self, version: int, event: cev.AbsenceSet | cev.AbsenceServed) -> None:
        if isinstance(event, cev.AbsenceSet):
            self._set(version, event)
        elif holding := [ban for ban in self._bans.values() if ban.holds]:
            holding[-1].served.add(version)

    def _set(self, version: int, event: cev.AbsenceSet) -> None:
        """Told anew it is the last word; what was served of it before is not in what it tells."""
        match = event.because.match if event.because is not None else str(version)
        key = (self._battles.get(match, match), event.absence.why)
        known = self._bans.pop(key, None)
        served = known.served if known is not None else set()
        whole = event.absence.matches and event.absence.matches + len(served)
        self._bans[key] = Ban(replace(event.absence, matches=whole), version, served)

    def _lift(self, event: cev.Corrected) -> None:
        if any((one.hero, one.field) == (self._hero, "absence") for one in event.changes):
            for ban in self._bans.values():
                ban.lifted = ban.lifted or ban.version > 0

    def _undo(self, version: int) -> None:
        for ban in self._bans.values():
            ban.served.discard(version)
            if ban.version == version:
                ban.version = 0
