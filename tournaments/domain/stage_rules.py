"""What an organizer settles for a stage before it starts: its format, its points, what decides between equals."""

from __future__ import annotations

from math import ceil, log2
from typing import Annotated, Literal, Protocol, TypeAlias

import msgspec

from rules.kernel.labels import Bounds, label
from tournaments.domain.formats.round_robin import SecondLeg
from tournaments.domain.standings.rules import StandingRules

STAGES = "KERNEL-TOUR-05"
MOST_ENTRANTS = 512
MOST_ROUNDS, MOST_GROUPS, MOST_GAMES, MOST_SIDES = 40, 32, 9, 8

Format = Literal["round_robin", "groups", "swiss", "elimination", "double_elimination", "tables"]
FORMATS: dict[Format, str] = {
    "round_robin": "round robin",
    "groups": "groups, each a round robin",
    "swiss": "Swiss",
    "elimination": "single elimination",
    "double_elimination": "double elimination",
    "tables": "tables of several sides, by placings",
}
BRACKETS: tuple[Format, ...] = ("elimination", "double_elimination")
"""The formats in which who meets whom follows from earlier fixtures."""
MissingResults = Literal["block", "warn"]
Corrections = Literal["warn", "block"]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class StageRules(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The rules of a stage; they stay what they are once it has started, so that its table does.

    `rounds` 0: as many as it takes. `qualify`: so many of it, or of each of its groups, go on, and the `best` of those
    who come next in their groups. `best_of`: battles a
    fixture. `sides`: of a fixture. `standing`: points, tie-breaks, how unplayed rounds count.
    """

    legs: Annotated[Literal[1, 2], label("Times that each meets each", stored=True)] = 1
    rounds: Annotated[Number, label("Rounds", bounds=Bounds(0, MOST_ROUNDS, STAGES), stored=True)] = 0
    groups: Annotated[Number, label("Groups", bounds=Bounds(0, MOST_GROUPS, STAGES), stored=True)] = 0
    qualify: Annotated[Number, label("How many go on", stored=True)] = 0
    best: Annotated[Number, label("How many of the next place go on, too", stored=True)] = 0
    third_place: Annotated[bool, label("Match for the third place", stored=True)] = False
    reset: Annotated[bool, label("Second final if the first is lost by who came undefeated", stored=True)] = True
    best_of: Annotated[
        Number, label("Battles a fixture, at most", bounds=Bounds(1, MOST_GAMES, STAGES), stored=True)
    ] = 1
    sides: Annotated[Number, label("Sides of a fixture", bounds=Bounds(2, MOST_SIDES, STAGES), stored=True)] = 2
    standing: StandingRules = StandingRules()
    second_leg: Annotated[SecondLeg, label("Order of the second leg", stored=True)] = "mirrored"
    missing: Annotated[
        MissingResults,
        label("Pairing before all results are in", choices={"block": "is refused", "warn": "is allowed"}, stored=True),
    ] = "block"
    corrected: Annotated[
        Corrections,
        label(
            "Correcting a result after the next round was paired",
            choices={"warn": "is allowed, and said", "block": "is refused"},
            stored=True,
        ),
    ] = "warn"


PAIRED: tuple[Format, ...] = ("swiss", "tables")
"""The formats that are paired round by round."""


class Sized(Protocol):
    """What has rules and entrants: a stage."""

    @property
    def rules(self) -> StageRules:
        """Those of the stage."""
        ...

    @property
    def entrants(self) -> tuple[str, ...]:
        """Those of the stage."""
        ...


def rounds_of(stage: Sized) -> int:
    """How many rounds a paired stage has: as its rules say, or as many as leave at most one undefeated."""
    return stage.rules.rounds or min(MOST_ROUNDS, max(1, ceil(log2(max(2, len(stage.entrants))))))
