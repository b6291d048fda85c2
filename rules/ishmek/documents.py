"""The documents of a setup and of a position, as people write them. `position` reads and writes them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from rules.ishmek.commands import BOUND, ActionName, Side, Square, SrMod
from rules.ishmek.state import AnyFrame, BonusSource, Injury, MoveRoll, OrbState, Result, SitOut, Spell, Status
from rules.kernel.labels import Bounds

MOST_TURNS = 200
MOST_MOTION = 1_000_000
MOD_BOUNDS = Bounds(-5, 10, "ISH-SR-02")
AbilityMod: TypeAlias = Annotated[int, MOD_BOUNDS]
Umpires: TypeAlias = Annotated[tuple[int, int], Bounds(-BOUND, BOUND, "ISH-Q-46")]
"""The Perception modifiers of the umpires."""


class PlayerSetup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A player on a roster. Modifiers as on the sheet; `speed` in feet; `cast_mod` null means no magic."""

    id: str
    name: str = ""
    prof: Annotated[int, Bounds(2, 6, "ISH-SR-01")] = 2
    str_mod: AbilityMod = 0
    dex_mod: AbilityMod = 0
    cast_mod: Annotated[int | None, MOD_BOUNDS] = None
    speed: Annotated[int, Bounds(0, BOUND, "ISH-Q-07")] = 30
    slots_l1: Annotated[int, Bounds(0, BOUND, "ISH-SPELL-01")] = 0
    spells_l1: tuple[Spell, ...] = ()
    bonus_sources: tuple[BonusSource, ...] = ()
    sr_mods: tuple[SrMod, ...] = ()
    status: Status = "on_field"


class PlayerPosition(PlayerSetup, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A player in a position: everything of the roster, and what the match has made of it.

    An injury is its name (taken this turn) or ``{"name", "until"}``; `until` is the turn at whose end it goes, null
    the match's end.
    """

    speed_mod: int = 0
    at: Square | None = None
    prone: bool = False
    injuries: tuple[Injury | str, ...] = ()
    sit_out: SitOut | None = None
    move_used: int = 0
    dash_bonus: int = 0
    burn_move: int = 0
    action_used: bool = False
    reaction_used: bool = False
    bonus_used: bool = False
    used_names: tuple[ActionName, ...] = ()
    move_roll: MoveRoll = "none"
    go_taken: bool | None = None


class TeamSetup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A team's roster. `bench` is for the house rule `subs`."""

    players: tuple[PlayerSetup, ...]
    name: str = ""
    colour: str = ""
    bench: tuple[PlayerSetup, ...] = ()


class TeamPosition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A team in a position; bench players have status "bench". `size`: how many it fields (null: all but the bench)."""

    players: tuple[PlayerPosition, ...]
    name: str = ""
    colour: str = ""
    size: int | None = None


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A match from rosters. `umpires` are their Perception modifiers."""

    turns_total: Annotated[int, Bounds(1, MOST_TURNS, "ISH-Q-02")]
    teams: dict[Side, TeamSetup]
    umpires: Umpires = (6, 7)
    variant: str = "banak"


class OrbPosition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Where an orb is: `at` a square (loose, or as `state` says), or in the hands of `holder`."""

    at: Square | None = None
    holder: str | None = None
    state: OrbState | None = None
    motion: Annotated[int, Bounds(0, MOST_MOTION, "ISH-ORB-01")] = 0


class Position(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A match in the midst of it.

    `go`: it is that player's go. `pick`: that team picks next. Neither: a turn starts, from start positions if `fresh`.
    `picks`: who has gone this turn. `agenda`: all frames, instead of `go` and `pick`.
    """

    teams: dict[Side, TeamPosition]
    turns_total: int = 10
    turn: int = 1
    umpires: Umpires = (6, 7)
    score: tuple[int, int] = (0, 0)
    orbs: dict[Side, OrbPosition] = {}
    go: str | None = None
    pick: Side | None = None
    fresh: bool = True
    picks: tuple[str, ...] = ()
    first_team: Side | None = None
    agenda: tuple[AnyFrame, ...] | None = None
    result: Result | None = None
    variant: str = "banak"
