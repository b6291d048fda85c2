"""A match of Ring: the two wrestlers, and the frames of its agenda."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rules.kernel.agenda import Frame
from tests.example_game.ring.house_rules import HouseRules

Seat = Literal["red", "blue"]
SEATS: tuple[Seat, Seat] = ("red", "blue")
OTHER: dict[Seat, Seat] = {"red": "blue", "blue": "red"}
START: dict[Seat, int] = {"red": 3, "blue": 5}
MAT = range(1, 8)
MIDDLE = 4
LAST_TURN = 20


class Wrestler(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A wrestler. `at` is a square of the mat, or the one beyond its edge for who was driven off."""

    id: Seat
    name: str
    at: int
    winded: bool = False


class Result(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """How a match ended; no winner is a draw."""

    termination: Literal["off_the_mat", "last_turn"]
    winner: Seat | None = None


class Bout(Frame, frozen=True, tag="bout"):
    """The bottom of the agenda: sees who is next, or that it is over."""


class Turn(Frame, frozen=True, tag="turn"):
    """A wrestler has to do something."""

    seat: Seat


class Gripping(Frame, frozen=True, tag="gripping"):
    """A grip before its dice: the opponent may brace."""

    by: Seat
    lean: int


class Hold(Frame, frozen=True, tag="hold"):
    """Somebody has a hold and has to say what becomes of it."""

    by: Seat
    squares: int


AnyFrame: TypeAlias = Bout | Turn | Gripping | Hold


class State(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A match as it stands. `turn` 0: none has begun."""

    wrestlers: tuple[Wrestler, Wrestler]
    rules: HouseRules
    turn: int = 0
    agenda: tuple[AnyFrame, ...] = (Bout(),)
    result: Result | None = None

    def wrestler(self, seat: str) -> Wrestler:
        """The wrestler of a seat."""
        return self.wrestlers[seat == "blue"]

    def beside(self) -> bool:
        """Whether they can reach each other."""
        red, blue = self.wrestlers
        return abs(red.at - blue.at) == 1
