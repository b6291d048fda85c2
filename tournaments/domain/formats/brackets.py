"""Brackets as data: fixtures whose two sides come from seeds, from groups, or from other fixtures."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec


class Seed(msgspec.Struct, frozen=True, gc=False, tag="seed"):
    """The entrant of this seed."""

    seed: int


class WinnerOf(msgspec.Struct, frozen=True, gc=False, tag="winner_of"):
    """Whoever wins a fixture of the bracket."""

    fixture: str


class LoserOf(msgspec.Struct, frozen=True, gc=False, tag="loser_of"):
    """Whoever loses a fixture of the bracket."""

    fixture: str


class PlacedIn(msgspec.Struct, frozen=True, gc=False, tag="placed_in"):
    """Whoever finishes a group in this place."""

    group: str
    place: int


class BestPlaced(msgspec.Struct, frozen=True, gc=False, tag="best_placed"):
    """One of the best of those who finished their groups in this place: the `number`th such side of the bracket.

    Which of them it is follows from the groups they come from (`groups.best_placed`), not from their order.
    """

    place: int
    number: int


class NoOne(msgspec.Struct, frozen=True, gc=False, tag="no_one"):
    """Nobody: the other side has a bye."""


Source: TypeAlias = Seed | WinnerOf | LoserOf | PlacedIn | BestPlaced | NoOne
Part = Literal["winners", "losers", "final", "third_place"]


class BracketFixture(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A place of a bracket: who may come to it from where.

    `id` is its name within the bracket, such as "W2-1" (second round of the winners' bracket, first fixture).
    `round` and `number` count from 1 within its part. `conditional`: played only when the loser of the grand final
    had not lost before.
    """

    id: str
    bracket: Part
    round: int
    number: int
    inputs: tuple[Source, Source]
    conditional: bool = False


Bracket: TypeAlias = tuple[BracketFixture, ...]
