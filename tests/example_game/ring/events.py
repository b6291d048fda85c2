"""What can have happened."""

from __future__ import annotations

import sys
from typing import Literal

from rules.kernel.agenda import Decided as KernelDecided
from rules.kernel.messages import Event, by_tag, defined_in
from rules.kernel.rolls import Rolled
from tests.example_game.ring.house_rules import HouseRules
from tests.example_game.ring.state import AnyFrame, Seat, State


class MatchCreated(Event, frozen=True, tag="match_created"):
    """Who wrestles, by which rules."""

    says = "{red} and {blue} step onto the mat."

    red: str
    blue: str
    rules: HouseRules


class PositionSet(Event, frozen=True, tag="position_set"):
    """A situation that somebody described."""

    says = "The match begins in the midst of it."

    state: State


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """Somebody's turn."""

    says = "Turn {turn}: {seat}."
    weight = "head"

    seat: Seat
    turn: int


class Stepped(Event, frozen=True, tag="stepped"):
    """Somebody went."""

    says = "{seat} steps to square {to}."

    seat: Seat
    to: int


class Rested(Event, frozen=True, tag="rested"):
    """Somebody has their breath back."""

    says = "{seat} rests."

    seat: Seat


class Braced(Event, frozen=True, tag="braced"):
    """Somebody expects a grip."""

    says = "{seat} braces."

    seat: Seat


class GripRolled(Rolled, frozen=True, tag="grip_rolled"):
    """One of the two rolls of a grip."""

    says = "{by} rolls {total}."


class Winded(Event, frozen=True, tag="winded"):
    """Somebody is out of breath."""

    says = "{seat} is winded."

    seat: Seat


class Driven(Event, frozen=True, tag="driven"):
    """Somebody was driven back; `to` may be off the mat."""

    says = "{seat} is driven back to {to}."
    weight = "key"

    seat: Seat
    to: int


class PlacesChanged(Event, frozen=True, tag="places_changed"):
    """Each is where the other was."""

    says = "{seat} turns the other about."

    seat: Seat


class Corrected(Event, frozen=True, tag="corrected"):
    """The GM has changed where somebody stands, or whether they are winded."""

    says = "{seat} is corrected: {reason}"
    weight = "small"

    seat: Seat
    at: int
    winded: bool
    reason: str


class MatchEnded(Event, frozen=True, tag="match_ended"):
    """It is over."""

    says = "The match is over."
    weight = "head"
    moment = "end"

    termination: Literal["off_the_mat", "last_turn"]
    winner: Seat | None = None


class Decided(KernelDecided, frozen=True, tag="decided"):
    """The end of a command."""

    push: tuple[AnyFrame, ...] = ()


EVENTS = by_tag(defined_in(Event, sys.modules[__name__]))
MOMENTS = {"end": "the end"}
