"""Effects with their end: what somebody suffers or enjoys for a while, and tables of what each status means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

FOR_GOOD = "for_good"
"""The end of what never ends by itself."""


class Effect(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One effect on a figure; one of a name and `source` at a time.

    `until`: what ends it, a clock of the game ("turn", "round", "hour") that has come to `at`, an occasion ("used",
    "next_action"), "match", or "for_good". `rule` says by which row it came about; `amount` and `note` are the game's.
    """

    name: str
    source: str = ""
    rule: str = ""
    amount: int = 0
    until: str = "match"
    at: int = 0
    note: str = ""


class Sourced(Protocol):
    """An effect of the kernel, or what a game stores in a form of its own."""

    @property
    def name(self) -> str:
        """What it is."""
        ...

    @property
    def source(self) -> str:
        """Who or what it comes from."""
        ...


S = TypeVar("S", bound=Sourced)


def added(effects: Iterable[S], new: S) -> tuple[S, ...]:
    """The effects with a new one, in place of that of its name and source."""
    return (*(one for one in effects if (one.name, one.source) != (new.name, new.source)), new)


def without(effects: Iterable[S], name: str, source: str | None = None) -> tuple[S, ...]:
    """The effects but those of a name, where `source` is given only that one's."""
    return tuple(one for one in effects if one.name != name or source not in (None, one.source))


def run_out(effects: Iterable[Effect], clocks: Mapping[str, int]) -> tuple[Effect, ...]:
    """Those whose clock has come to their end."""
    return tuple(one for one in effects if one.until in clocks and clocks[one.until] >= one.at)


def ended_by(effects: Iterable[Effect], occasion: str, source: str | None = None) -> tuple[Effect, ...]:
    """Those that this occasion ends, where `source` is given only that one's."""
    return tuple(one for one in effects if one.until == occasion and source in (None, one.source))


def outlasting(effects: Iterable[Effect], clocks: Iterable[str]) -> tuple[Effect, ...]:
    """Those that go on when the match is over: for good, or by a clock that the campaign has, too."""
    lasting = {FOR_GOOD, *clocks}
    return tuple(one for one in effects if one.until in lasting)


def lasting(effect: Effect, clock: str, now: int, length: int) -> Effect:
    """The effect with an end `length` from now on that clock."""
    return replace(effect, until=clock, at=now + length)


Cell = TypeVar("Cell")


class Matrix(Generic[Cell]):
    """What each status means, as a table of the book: status → column → cell. An empty cell is left out."""

    def __init__(self, rows: Mapping[str, Mapping[str, Cell]]) -> None:
        self.rows = rows

    def cells(self, column: str, statuses: Iterable[str]) -> Iterator[tuple[str, Cell]]:
        """Each of these statuses that says something in a column, with what it says, in the order of the table."""
        has = set(statuses)
        return ((name, row[column]) for name, row in self.rows.items() if name in has and column in row)

    def first(self, column: str, statuses: Iterable[str]) -> str:
        """The first of these statuses that says something in a column; empty where none does."""
        return next((name for name, _ in self.cells(column, statuses)), "")
