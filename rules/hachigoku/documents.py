"""The documents of a setup and of a position, as people write them. `position` reads and writes them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from rules.hachigoku.roster import HIGHEST, Fighter
from rules.hachigoku.state import ActionDie, Ambush, AnyFrame, Place, Result
from rules.hachigoku.tables import ConditionName, Cover
from rules.kernel.effects import Effect
from rules.kernel.labels import Bounds

MOST_ROUNDS = 1_000
RangeEntry: TypeAlias = tuple[str, str, int]
"""Two characters or objects, and the step between them: 0 close, 1 near, 2 long, 3 far, 4 extreme."""


class SideSetup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A side, and the seat that plays it; left out: the next free one."""

    id: str
    name: str = ""
    colour: str = ""
    seat: str = ""


class DuelSetup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A duel; `principals` left out are the first characters of two sides. No `kind` has rules. [HAC-SCOPE-05]"""

    principals: tuple[str, str] = ("", "")
    kind: str = ""


class SceneSetup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Where it happens. `ranges` that are left out: 0 within a side, 1 between sides; to objects 1.

    `duel`: yes or no, or its two principals; with yes the first characters of the first two sides are the principals.
    """

    ranges: tuple[RangeEntry, ...] = ()
    max_height: Annotated[int, Bounds(0, HIGHEST, "HAC-Q-35")] = 0
    uneven: bool = False
    ambush: Ambush | None = None
    duel: bool | DuelSetup = False
    soft_landing: tuple[str, ...] = ()
    dive_melee: bool = False
    objects: tuple[Place, ...] = ()


class RosterSide(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A side with its characters. `seat` left out: the one that it is called by, else the next free one."""

    characters: tuple[Fighter, ...]
    name: str = ""
    colour: str = ""
    seat: str = ""


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A Skirmish from rosters. `sides` left out: as they appear among the characters.

    Sides by their ids have their characters with them, beside those that stand alone.
    """

    characters: tuple[Fighter, ...] = ()
    sides: tuple[SideSetup, ...] | dict[str, RosterSide] = ()
    scene: SceneSetup = SceneSetup()


class CharacterPosition(Fighter, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A character in the midst of it. A die is its face, or a struct; a condition its name, or a struct."""

    dice: tuple[ActionDie | int, ...] = ()
    conditions: tuple[Effect | ConditionName, ...] = ()
    moved: bool = False
    honored: bool = False
    cover_lost: bool = False
    cover_against: dict[str, Cover] = {}
    left: bool = False
    honor_spent: Annotated[int, Bounds(0, HIGHEST, "HAC-HONOR-01")] = 0


class Position(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A Skirmish in the midst of it.

    `moment` opens next, in `round`; 0: none has begun, the GM sets up. `agenda`: all frames instead. `entered`: how
    many have ever taken part.
    """

    characters: tuple[CharacterPosition, ...]
    sides: tuple[SideSetup, ...] = ()
    scene: SceneSetup = SceneSetup()
    round: Annotated[int, Bounds(0, MOST_ROUNDS, "HAC-INIT-01")] = 0
    moment: Annotated[int, Bounds(0, 10, "HAC-INIT-04")] = 0
    underway: bool | None = None
    surprise: bool = False
    acted: bool = False
    agreed: tuple[str, ...] = ()
    entered: Annotated[int, Bounds(0, HIGHEST, "HAC-SCOPE-02")] = 0
    agenda: tuple[AnyFrame, ...] | None = None
    result: Result | None = None
