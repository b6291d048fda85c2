"""Rules and wishes that cannot hold together: the smallest sets, in words.

Where a model has no solution, `conflicts` finds one set after another in which no demand is superfluous, and sets one
demand of each aside, until the rest can be solved. Of each set it tells which demands one may drop: with any one of
them dropped, and with the first of every other conflict, there is a solution. Each of these claims is a search that
found one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.scheduling.cp_sat import Rules, Search, Stop, search

WORK = 4.0


class Clash(NamedTuple):
    """A rule or wish of a conflict: its key, such as "wish:w1", and its words."""

    key: str
    words: str


class Conflict(NamedTuple):
    """Demands that cannot hold together. Drop any one of `drop`; `beside` clash with them, too.

    `drop` is empty where even without every rule and wish there is no solution. `proved`: no search for it gave up.
    """

    drop: tuple[Clash, ...]
    beside: tuple[Clash, ...] = ()
    proved: bool = True

    @property
    def words(self) -> str:
        """The conflict in words."""
        if not self.drop:
            return "There are too few dates and venues, whichever wishes and rules are dropped. Offer more of them."
        advice = "Drop any one of these" if len(self.drop) > 1 else "Drop this"
        told = "; ".join(clash.words for clash in self.drop)
        with_these = "; ".join(clash.words for clash in self.beside)
        return f"{advice}: {told}." + (f" It clashes with: {with_these}." if with_these else "")


class _Cancelled(Exception):
    """Nobody wants to know any more."""


class _Guarded:
    """A guarded model that is asked again and again, and whether any answer was that the work had not sufficed."""

    def __init__(self, rules: Rules, work: float, stop: Stop | None) -> None:
        self._rules, self._work, self._stop = rules, work, stop
        self.proved = True

    def ask(self, keys: Iterable[str]) -> Search:
        if self._stop is not None and self._stop():
            raise _Cancelled
        self._rules.model.clear_assumptions()
        self._rules.model.add_assumptions([self._rules.literals[key] for key in keys])
        found = search(self._rules.model, self._work)
        self.proved = self.proved and found.status != "unknown"
        return found

    def solvable(self, keys: Sequence[str]) -> bool:
        return self.ask(keys).found

    def impossible(self, keys: Sequence[str]) -> bool:
        return self.ask(keys).status == "infeasible"

    def core(self, keys: Sequence[str]) -> list[str]:
        """Some of the demands that already cannot hold together."""
        indices = self.ask(keys).core()
        core = [key for key in keys if self._rules.literals[key].index in indices]
        return core if core and self.impossible(core) else list(keys)


def conflicts(
    rules: Rules, order: Sequence[str], *, work: float = WORK, stop: Stop | None = None
) -> tuple[Conflict, ...]:
    """The conflicts of a guarded model; none where it can be solved, was cancelled, or the work did not suffice.

    `order`: the kinds of demands ("wish" of "wish:w1"), those first that people would rather drop.
    """
    try:
        return _conflicts(_Guarded(rules, work, stop), rules, order)
    except _Cancelled:
        return ()


def _conflicts(guarded: _Guarded, rules: Rules, order: Sequence[str]) -> tuple[Conflict, ...]:
    keys = sorted(rules.literals, key=lambda key: (order.index(key.partition(":")[0]), key))
    if not guarded.impossible(keys):
        return ()
    if not guarded.solvable([]):
        return (Conflict((), proved=guarded.proved),)
    sets: list[list[str]] = []
    aside: list[str] = []
    while not aside or guarded.impossible(_without(keys, aside)):
        sets.append(_smallest(guarded, _without(keys, aside)))
        aside.append(_set_aside(guarded, _without(keys, aside), sets[-1]))
    return tuple(_told(guarded, rules, keys, sets[number], aside, number) for number in range(len(sets)))


def _without(keys: Sequence[str], dropped: Iterable[str]) -> list[str]:
    gone = set(dropped)
    return [key for key in keys if key not in gone]


def _smallest(guarded: _Guarded, keys: Sequence[str]) -> list[str]:
    """Demands that cannot hold together, though they can without any one of them."""
    left = guarded.core(keys)
    for key in reversed(left[:]):
        if guarded.impossible(_without(left, [key])):
            left = _without(left, [key])
    return left


def _set_aside(guarded: _Guarded, keys: Sequence[str], clashing: Sequence[str]) -> str:
    """Which of the clashing demands to set aside: one without which all the others can hold, else the first."""
    alone = (key for key in clashing if guarded.solvable(_without(keys, [key])))
    return next(alone, clashing[0])


def _told(
    guarded: _Guarded, rules: Rules, keys: Sequence[str], clashing: Sequence[str], aside: Sequence[str], number: int
) -> Conflict:
    """The conflict of that number: which of its demands may be dropped, once those of the others are set aside."""
    others = [key for index, key in enumerate(aside) if index != number]
    drop = [key for key in clashing if guarded.solvable(_without(keys, [key, *others]))]
    drop.sort(key=lambda key: key != aside[number])
    beside = _without(clashing, drop)

    def clashes(found: Iterable[str]) -> tuple[Clash, ...]:
        return tuple(Clash(key, rules.words[key]) for key in found)

    return Conflict(clashes(drop), clashes(beside), guarded.proved)
