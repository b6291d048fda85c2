"""The documents of a setup and of a position, as people write them. `position` reads and writes them.

Lengths are whole hundredths of an inch: 450 is 4.5". A place is ``[x, y, z]``; as ``[x, y]`` it is the highest thing
one can stand on there.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from rules.istra.commands import Waypoint
from rules.istra.limits import BOUND, MOST_LEVEL
from rules.istra.scenarios import Scenario
from rules.istra.state import (
    AnyFrame,
    BattleStage,
    ConditionName,
    Invasion,
    Kind,
    Lasts,
    Nomination,
    OutCause,
    Pair,
    Result,
    SightWord,
    Status,
    WeaponLoad,
)
from rules.istra.tables import Class, Spell
from rules.istra.terrain import Board, Edge, Footprint, Item, Terrain, Zone
from rules.kernel.labels import Bounds

Stat: TypeAlias = Annotated[int | None, Bounds(0, BOUND, "IST-RACE-01")]
RaceStat: TypeAlias = Annotated[int, Bounds(0, BOUND, "IST-Q-81")]


class ModelSetup(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    kw_only=True,
    rename={"class_": "class"},
):
    """A model on a roster; what is left out comes from its race's row, a size from the house rules.

    `power`, `finesse`, `will`, `health`: what is left of the full values, for who comes hurt; left out: all of it.
    `equipment`: dagger, one_handed, two_handed, spear, bow, crossbow, rifle, pistol, light_armour, heavy_armour,
    shield, buckler, helmet. `active_weapon` left out: the first melee weapon, else the first weapon, else unarmed.
    A monster needs no race, but then its Core Stats. `owner`: the seat that plays it, if not its side's. `pos`: it
    stands there from the beginning. `used`: how often something was used before the battle, by name: a talent, a race
    ability, a spell.
    """

    id: str
    name: str = ""
    kind: Kind = "hero"
    race: str | None = None
    class_: Class = "fighter"
    level: Annotated[int, Bounds(1, MOST_LEVEL, "IST-RACE-01")] = 1
    power_max: Stat = None
    finesse_max: Stat = None
    will_max: Stat = None
    health_max: Annotated[int | None, Bounds(1, 999, "IST-RACE-01")] = None
    armour_base: Stat = None
    power: int | None = None
    finesse: int | None = None
    will: int | None = None
    health: int | None = None
    radius: Annotated[int | None, Bounds(1, 1_000, "IST-RACE-01")] = None
    height: Annotated[int | None, Bounds(1, 2_000, "IST-RACE-01")] = None
    large: bool = False
    leader: bool = False
    equipment: tuple[str, ...] = ()
    active_weapon: str | None = None
    talents: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    owner: str | None = None
    pos: Waypoint | None = None
    used: dict[str, int] = {}


class ConditionPosition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A condition in a position; see `Condition`. `lasts` left out: as long as the rules of this house say."""

    name: ConditionName
    source: str = ""
    amount: int = 0
    lasts: Lasts | None = None


class ModelPosition(
    ModelSetup,
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    kw_only=True,
    rename={"class_": "class"},
):
    """A model in a position: everything of the roster, and what the battle has made of it.

    Left out: who has a `pos` is on the board, who has none waits in reserve; actions are those of somebody who has
    not acted, or has, if nominated this turn and not active.
    """

    status: Status | None = None
    left_by: Edge | Literal[""] = ""
    out_by: str = ""
    out_cause: OutCause = ""
    move_action: int | None = None
    standard_action: int | None = None
    moved: bool = False
    used_this_turn: dict[str, int] = {}
    unloaded: tuple[WeaponLoad, ...] = ()
    conditions: tuple[ConditionPosition, ...] = ()


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


class SidePosition(SideSetup, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A side in a position; see `SideSetup`."""

    models: tuple[ModelPosition, ...]


class RaceSetup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A race of the house: its row of the race table. [IST-RACE-17, IST-Q-81]"""

    power: RaceStat
    finesse: RaceStat
    will: RaceStat
    health: Annotated[int, Bounds(1, 999, "IST-Q-81")] = 20
    armour: RaceStat = 0


class Ground(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What a battle is fought on and for.

    `scenario`: annihilation, hold_the_centre, carry_the_relic, break_through (`attacker` breaks through, else the first
    side), last_stand, or one of your own. `turn_limit` goes above the scenario's.
    A zone or an item of the document with the id of a furnished one (centre, relic) takes its place.
    `gm` left out: there is one where the GM has a side.
    """

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


class Setup(Ground, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A battle from rosters: two to six seats s1 to s6, and the GM ("gm") if there is one; and its ground.

    It opens at stage building: nothing is rolled before somebody, the GM if there is one, lets the battle begin.
    """

    sides: dict[str, SideSetup]


class Position(Ground, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A battle in the midst of it.

    `active`: it is that model's activation; it counts as nominated. Else `stage` says what goes on:
    nomination (by `nominator`, left out: the first of `order`), deployment (by `seat`), or what comes before. A
    nomination may be just the model: its owner's.
    `agenda`: all frames, instead of `active`, `stage` and `seat`.
    """

    sides: dict[str, SidePosition]
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
