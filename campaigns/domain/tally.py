"""What each battle and each GM action still counts for: XP, losses and uses of heroes, deaths and absences.

Nothing is set to what it was before: what holds follows from all that has happened and still counts, in the order in
which it was told. Wounds that a later battle healed are gone without the battle that dealt them, too; a hero whom
several battles killed is dead without one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from campaigns.domain.company import events as cev
from campaigns.domain.company.evolve import evolve
from campaigns.domain.company.state import Company
from campaigns.domain.event_base import Change
from rules.kernel.progression import Absence, Figure

Carries = Callable[[str], bool]
"""Whether what is lost in a match stays lost after it, by the switches that its battle keeps."""
Counts = dict[str, int]
"""By path, as in `Change`: ``xp``, ``carried.health``, ``spent.teleport``."""
LOST = "carried."
SPENT = "spent."


class Step(NamedTuple):
    """Something that changed the counts of a hero by event `version`.

    `place` is where it belongs: a battle to where it began, since its company was left alone from then on. `whole`:
    the hero was restored, whatever it had lost.
    """

    place: int
    version: int
    hero: str
    change: Counts
    whole: bool = False


class Tally:
    """The steps of the heroes of one company that count after all of `log`."""

    def __init__(self, log: Sequence[Any], carries: Carries) -> None:
        self._fought = _Fought(log, carries)
        gone = {event.event for event in log if isinstance(event, cev.Undone)}
        self._steps = [step for step in _steps(log, self._fought) if step.version not in gone]

    def without(self, version: int, hero: str) -> Counts:
        """What goes when event `version` no longer counts, by path; from now on it does not."""
        before = self._counts(hero)
        self._steps = [step for step in self._steps if (step.version, step.hero) != (version, hero)]
        return _less(before, self._counts(hero))

    def with_battle(self, match: str, hero: str, change: Mapping[str, int], *, whole: bool) -> Counts:
        """What comes when a battle is counted in where it was fought, by path; from now on it is."""
        before = self._counts(hero)
        self._steps.append(Step(self._fought.began(match, 0), 0, hero, dict(change), whole))
        return _less(self._counts(hero), before)

    def _counts(self, hero: str) -> Counts:
        counts: Counts = {}
        for step in sorted((step for step in self._steps if step.hero == hero), key=lambda step: step.place):
            if step.whole:
                counts = {path: count for path, count in counts.items() if not path.startswith(LOST)}
            for path, change in step.change.items():
                counts[path] = max(0, counts.get(path, 0) + change)
        return counts


def losses(carried: Mapping[str, int]) -> Counts:
    """What is lost of each stat, by path."""
    return {LOST + stat: value for stat, value in carried.items()}


def spent(uses: Mapping[str, int]) -> Counts:
    """What is used up, by path."""
    return {SPENT + name: count for name, count in uses.items()}


def carried_after(carried: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """What is lost of each stat once `more`, by path, has come to it."""
    now = {stat: carried.get(stat, 0) + more.get(LOST + stat, 0) for stat in (*carried, *_stats(more))}
    return {stat: value for stat, value in now.items() if value > 0}


def _stats(counts: Iterable[str]) -> Iterator[str]:
    return (path.removeprefix(LOST) for path in counts if path.startswith(LOST))


def _less(counts: Counts, others: Counts) -> Counts:
    """The difference, path by path; nothing of those that are the same."""
    less = {path: counts.get(path, 0) - others.get(path, 0) for path in (*counts, *others)}
    return {path: value for path, value in less.items() if value}


def battles_of(log: Sequence[Any]) -> dict[str, str]:
    """The battles of a company by the matches that have settled them, ever: their own, or forks of it."""
    recorded = (event for event in log if isinstance(event, cev.BattleRecorded))
    return {event.because.match: event.match for event in recorded if event.because is not None}


class _Fought:
    """The battles of a company: where in its log each began, and whether what is lost in it stays lost."""

    def __init__(self, log: Sequence[Any], carries: Carries) -> None:
        self._began = {event.match: at for at, event in enumerate(log, 1) if isinstance(event, cev.BattleJoined)}
        self._battles = battles_of(log)
        self._carries = cache(carries)

    def carries(self, match: str) -> bool:
        """Whether what was lost in a match, or in a fork of it, stays lost."""
        return self._carries(self._battles.get(match, match))

    def began(self, match: str, otherwise: int) -> int:
        """The event with which the battle of a match, or of a fork of it, began; of a match unknown, `otherwise`."""
        return self._began.get(self._battles.get(match, match), otherwise)

    def place(self, event: Any, version: int) -> int:
        """Where in the log an event belongs."""
        return version if event.because is None else self.began(event.because.match, version)


def _steps(log: Sequence[Any], fought: _Fought) -> Iterator[Step]:
    company: Company | None = None
    fates: dict[str, cev.HeroFateSet] = {}
    for version, event in enumerate(log, 1):
        if isinstance(event, cev.HeroFateSet):
            fates[event.hero] = event
        elif isinstance(event, cev.XpGained):
            yield Step(fought.place(event, version), version, event.hero, {"xp": event.new - event.old})
        elif isinstance(event, cev.UsesSpent):
            yield Step(fought.place(event, version), version, event.hero, spent(event.uses))
        elif isinstance(event, cev.Recovered) and event.carried is not None:
            yield Step(version, version, event.hero, _less(losses(event.carried), losses(event.old)))
        elif isinstance(event, cev.HeroRestored) and company is not None:
            yield _restored(event, version, company.heroes[event.hero], fates.get(event.hero), fought)
        elif isinstance(event, cev.Corrected):
            yield from (Step(version, version, one.hero, _corrected(one)) for one in event.changes if one.hero)
        company = evolve(company, event)


def _restored(
    event: cev.HeroRestored, version: int, before: Figure, fate: cev.HeroFateSet | None, fought: _Fought
) -> Step:
    """What a hero lost or shook off in a battle; nothing is left of it where its fate, or the house, restores it."""
    if event.because is None:
        return Step(version, version, event.hero, losses(event.carried), whole=True)
    place = fought.place(event, version)
    restored = fate is None or restores(fate.fate) or fate.how == "gm"  # the GM declares that of the taken out alone
    if restored or not fought.carries(event.because.match):
        return Step(place, version, event.hero, {}, whole=True)
    own = _less(losses(event.carried), losses(before.carried)) if event.own is None else losses(event.own)
    return Step(place, version, event.hero, own)


def restores(fate: str) -> bool:
    """Whether a hero of that fate is restored, whatever it had lost."""
    return fate != "survived"


def _corrected(change: Change) -> Counts:
    """By how much a correction changed a count; nothing where it was about something else."""
    if change.field != "xp" and not change.field.startswith((LOST, SPENT)):
        return {}
    return {change.field: int(change.new) - int(change.old)}


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
            elif isinstance(event, cev.HeroRevived) and event.hero == hero and _is_gm_act(log, version):
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


def _is_gm_act(log: Sequence[Any], version: int) -> bool:
    """Whether the GM brought somebody back, out of any battle: not an undoing, which names right after it the death."""
    event, following = log[version - 1], next(iter(log[version : version + 1]), None)
    if event.because is not None or not isinstance(following, cev.Undone):
        return event.because is None
    return following.batch != event.batch or not isinstance(log[following.event - 1], cev.HeroFateSet)


class Ban(msgspec.Struct):
    """An absence of a hero. `version`: the event that tells it, 0 while it does not count.

    `served` are the events by which a match of it was sat out, as far as they count.
    """

    absence: Absence
    version: int
    served: set[int]
    lifted: bool = False

    @property
    def remaining(self) -> Absence | None:
        """What there is still to it, if it counts; None: it was served, or lifted."""
        if self.lifted or not self.absence.matches:
            return None if self.lifted else self.absence
        matches = self.absence.matches - len(self.served)
        return replace(self.absence, matches=matches) if matches > 0 else None

    @property
    def holds(self) -> bool:
        """Whether it counts, and keeps the hero away."""
        return self.version > 0 and self.remaining is not None


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
        return next((ban.remaining for ban in reversed(self._bans.values()) if ban.holds), None)

    def brought(self, battle: str, absence: Absence) -> Absence | None:
        """What there is still to an absence that a battle brings now: one of that kind may have come of it before."""
        known = self._bans.get((battle, absence.why))
        return absence if known is None else replace(known, absence=absence).remaining

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
