"""The documents of a setup and of a position, as people write them. `position` reads and writes them.

Lengths are whole hundredths of an inch: 450 is 4.5". A place is ``[x, y, z]``; as ``[x, y]`` it is the highest thing
one can stand on there.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.istra.commands import Waypoint
from rules.istra.scenarios import Scenario
from rules.istra.state import (
    AnyFrame,
    BattleStage,
    Condition,
    Invasion,
    Kind,
    Nomination,
    OutCause,
    Pair,
    Result,
    SightWord,
    Status,
    Unloaded,
)
from rules.istra.tables import Class, Spell
from rules.istra.terrain import Board, Edge, Footprint, Item, Terrain, Zone


class ModelSetup(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    kw_only=True,
    rename={"class_": "class"},
):
    """A model on a roster; what is left out comes from its race's row, a size from the house rules.

    `equipment`: dagger, one_handed, two_handed, spear, bow, crossbow, rifle, pistol, light_armour, heavy_armour,
    shield, buckler, helmet. `active_weapon` left out: the first melee weapon, else the first weapon, else unarmed.
    A monster needs no race, but then its Core Stats. `owner`: the seat that plays it, if not its side's. `pos`: it
    stands there from the beginning.
    """

    id: str
    name: str = ""
    kind: Kind = "hero"
    race: str | None = None
    class_: Class = "fighter"
    level: int = 1
    power_max: int | None = None
    finesse_max: int | None = None
    will_max: int | None = None
    health_max: int | None = None
    armour_base: int | None = None
    radius: int | None = None
    height: int | None = None
    large: bool = False
    leader: bool = False
    equipment: tuple[str, ...] = ()
    active_weapon: str | None = None
    talents: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    owner: str | None = None
    pos: Waypoint | None = None


class ModelPosition(
    ModelSetup,
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    kw_only=True,
    rename={"class_": "class"},
):
    """A model in a position: everything of the roster, and what the battle has made of it.

    Left out: Core Stats and health are whole; who has a `pos` is on the board, who has none waits in reserve; actions
    are those of somebody who has not acted, or has, if nominated this turn and not active.
    """

    power: int | None = None
    finesse: int | None = None
    will: int | None = None
    health: int | None = None
    status: Status | None = None
    left_by: Edge | Literal[""] = ""
    out_by: str = ""
    out_cause: OutCause = ""
    move_action: int | None = None
    standard_action: int | None = None
    moved: bool = False
    used: dict[str, int] = {}
    used_this_turn: dict[str, int] = {}
    unloaded: tuple[Unloaded, ...] = ()
    conditions: tuple[Condition, ...] = ()


class SideSetup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A side: a typed roster, or the snapshot of a company, with its name, motto and hall.

    `seat` may be left out where the side's id is one. `zone` left out: a strip along its edge (the GM's side:
    anywhere). Sides of the same `alliance` are friends.
    """

    models: tuple[ModelSetup, ...]
    seat: str | None = None
    name: str = ""
    colour: str = ""
    alliance: str = ""
    edge: Edge | None = None
    zone: Footprint | Literal["anywhere"] | None = None
    company: str = ""
    motto: str = ""
    hall: str = ""


class SidePosition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A side in a position; see `SideSetup`."""

    models: tuple[ModelPosition, ...]
    seat: str | None = None
    name: str = ""
    colour: str = ""
    alliance: str = ""
    edge: Edge | None = None
    zone: Footprint | Literal["anywhere"] | None = None
    company: str = ""
    motto: str = ""
    hall: str = ""


class RaceSetup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A race of the house: its row of the race table. [IST-RACE-17, IST-Q-81]"""

    power: int
    finesse: int
    will: int
    health: int = 20
    armour: int = 0


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A battle from rosters: two to six seats s1 to s6, and the GM ("gm") if there is one.

    `scenario`: annihilation, hold_the_centre, carry_the_relic, break_through (`attacker` breaks through, else the first
    side), last_stand, or one of your own. `turn_limit` goes above the scenario's. `building`: the GM sets the table up
    before initiative. `gm` left out: there is one where the GM has a side.
    """

    sides: dict[str, SideSetup]
    board: Board = Board()
    gm: bool | None = None
    terrain: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()
    items: tuple[Item, ...] = ()
    spells: tuple[Spell, ...] = ()
    races: dict[str, RaceSetup] = {}
    scenario: str | Scenario = "annihilation"
    attacker: str = ""
    turn_limit: int | None = None
    invasion: Invasion | None = None
    building: bool = False


class Position(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A battle in the midst of it.

    `active`: it is that model's activation. Else `stage` says what goes on: nomination (by `nominator`, left out: the
    first of `order`), deployment (by `seat`), or what comes before. A nomination may be just the model: its owner's.
    `agenda`: all frames, instead of `active`, `stage` and `seat`.
    """

    sides: dict[str, SidePosition]
    board: Board = Board()
    gm: bool | None = None
    terrain: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()
    items: tuple[Item, ...] = ()
    spells: tuple[Spell, ...] = ()
    races: dict[str, RaceSetup] = {}
    scenario: str | Scenario = "annihilation"
    attacker: str = ""
    turn_limit: int | None = None
    invasion: Invasion | None = None
    order: tuple[str, ...] | None = None
    turn: int = 1
    nominations: tuple[Nomination | str, ...] = ()
    nominator: str | None = None
    engaged: tuple[Pair, ...] = ()
    sight: tuple[SightWord, ...] = ()
    active: str | None = None
    stage: BattleStage = "nomination"
    seat: str = ""
    agenda: tuple[AnyFrame, ...] | None = None
    result: Result | None = None
