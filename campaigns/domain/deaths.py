"""What a hero is dead of: its fates battle by battle, as far as they count, but what the GM has put right since.

Several battles may have killed it, in whatever order they were recorded. So whether it lives without one of them
follows from all that has happened and still counts, as with its absences.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaigns.domain.company import events as cev
from campaigns.domain.tally import battles_of

GONE = ("dismissed", "retired")
"""Standings of who has left alive: no battle of theirs that is settled since makes them dead."""


class Deaths:
    """The fates of one hero after all of `log`, by the battle that each is of; one of no battle stands alone.

    `spared`: the battles whose deaths the GM took back without naming them. `closed`: those whose fates were owed until
    the GM declared one of no battle, or the campaign ended. Both hold whatever becomes of those battles.
    """

    def __init__(self, log: Sequence[Any], hero: str) -> None:
        self.spared: set[str] = set()
        self.closed: set[str] = set()
        self._battles = battles_of(log)
        self._settlings = {event.batch for event in log if isinstance(event, cev.BattleRecorded)}
        self._fates: dict[str, dict[int, cev.HeroFateSet]] = {}
        for version, event in enumerate(log, 1):
            if isinstance(event, cev.Undone):
                self._undo(event.event)
            elif isinstance(event, cev.HeroFateSet) and event.hero == hero:
                self._set(version, event)
            elif isinstance(event, cev.HeroRevived) and event.hero == hero and _by_hand(log, version):
                self.spared |= self.holding

    @property
    def holding(self) -> set[str]:
        """What the hero is dead of now: battles, and deaths out of any."""
        dead = {key for key in self._fates if (last := self._last(key)) and last.fate == "dead"}
        return dead - self.spared

    def on_record(self, battle: str) -> bool:
        """Whether a death in that battle counts, whatever was said of it since."""
        return any(fate.fate == "dead" for fate in self._fates.get(battle, {}).values())

    def escaped(self, battle: str) -> str:
        """How it came not to die of that battle, for it had left when this was settled; "" if it had not."""
        return next((fate.how for fate in self._fates.get(battle, {}).values() if fate.how in GONE), "")

    def _last(self, key: str) -> cev.HeroFateSet | None:
        """The last word on a battle."""
        return next(reversed(self._fates[key].values()), None)

    def _set(self, version: int, event: cev.HeroFateSet) -> None:
        if event.because is None:
            self.closed.update(key for key in self._fates if (last := self._last(key)) and last.undecided)
        match = event.because.match if event.because is not None else str(version)
        key = self._battles.get(match, match)
        if event.how == "passed":
            self.closed.add(key)
        if (event.fate, event.how) == ("dead", "gm") and event.batch not in self._settlings:
            self.spared.discard(key)  # the GM's word of now; told again with its battle it is that of then
        self._fates.setdefault(key, {})[version] = event

    def _undo(self, version: int) -> None:
        for fates in self._fates.values():
            fates.pop(version, None)


def _by_hand(log: Sequence[Any], version: int) -> bool:
    """Whether the GM brought somebody back, out of any battle: not an undoing, which names right after it the death."""
    event, following = log[version - 1], next(iter(log[version : version + 1]), None)
    if event.because is not None or not isinstance(following, cev.Undone):
        return event.because is None
    return following.batch != event.batch or not isinstance(log[following.event - 1], cev.HeroFateSet)
