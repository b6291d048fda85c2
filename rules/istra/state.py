"""The situation of a battle: sides, models, terrain, items, and the frames of unfinished business.

All lengths are whole hundredths of an inch. Models stand in ascending order of their ids, which is the order in which
they are asked and rolled for.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from rules.istra.commands import Declarable
from rules.istra.house_rules import HouseRules
from rules.istra.limits import BOUND, FARTHEST, MOST_TURNS_EVER
from rules.istra.scenarios import Scenario
from rules.istra.tables import Class, Spell
from rules.istra.terrain import Board, Edge, Footprint, Item, Place, Point, Terrain, Zone
from rules.kernel.agenda import Frame, Window
from rules.kernel.labels import Bounds
from rules.kernel.reading import JsonField
from rules.kernel.rolls import Mod

Kind = Literal["hero", "monster"]
Status = Literal["reserve", "on_board", "out", "left_board"]
OutCause = Literal["", "health", "core", "gm"]
Upgrade = Literal["clear_the_area", "walls"]
Lasts = Literal["turn", "activation_of_source", "next_activation", "save", "used", "battle"]
ConditionName = Literal[
    "climbed",
    "arrow_block",
    "defence_penalty",
    "ongoing",
    "challenged",
    "challenging",
    "abjured",
    "fled",
    "gathered_power",
    "vengeance",
]
LASTS: dict[ConditionName, Lasts] = {
    "climbed": "turn",
    "arrow_block": "turn",
    "defence_penalty": "activation_of_source",
    "ongoing": "save",
    "challenged": "battle",
    "challenging": "battle",
    "abjured": "next_activation",
    "fled": "battle",
    "gathered_power": "used",
    "vengeance": "used",
}
"""How long a condition lasts by the book; `questions.lasting` minds the house rules too."""
Pair: TypeAlias = tuple[str, str]
"""Two models Engaged with each other, the lower id first."""


class Condition(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A condition of a model; one of a name and `source` at a time.

    climbed: `amount` inches (hundredths) this turn. arrow_block. defence_penalty: against `source`. ongoing: `amount`
    by `source`. challenged: by `source`; challenging: the Paladin's own, of `source`. abjured. fled. gathered_power and
    vengeance (against `source`): drafts. `lasts`: until the turn ends, until the activation of `source` ends, until
    the model's next activation starts, until saved, until used, or for the battle.
    """

    name: ConditionName
    source: str = ""
    amount: Annotated[int, Bounds(0, FARTHEST, "IST-Q-85")] = 0
    lasts: Lasts = "turn"


class WeaponLoad(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon that cannot be fired now: how far it is loaded, and in which turn that was done or it was fired."""

    weapon: str
    progress: Annotated[int, Bounds(0, 1, "IST-Q-56")] = 0
    turn: Annotated[int, Bounds(0, MOST_TURNS_EVER, "IST-Q-56")] = 0


class Model(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True, rename={"class_": "class"}):
    """A playing piece: the stat block of the catalogue.

    `power`, `finesse`, `will` and `health` are what is left of the full values. `used` counts what may be used so often
    a battle, `used_this_turn` a turn: talents, race abilities, spells, by name. `moved`: has travelled by a Move in
    this activation. Whoever is not in `unloaded` has the weapon loaded. `left_by`: the edge it left the board over.
    """

    id: str
    side: str
    owner: str
    name: str = ""
    kind: Kind = "hero"
    race: str = "human"
    class_: Class = "fighter"
    level: int = 1
    power_max: int = 5
    finesse_max: int = 5
    will_max: int = 5
    power: int = 5
    finesse: int = 5
    will: int = 5
    health_max: int = 20
    health: int = 20
    armour_base: int = 0
    radius: int = 50
    height: int = 100
    large: bool = False
    leader: bool = False
    equipment: tuple[str, ...] = ()
    active_weapon: str = "unarmed"
    talents: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    status: Status = "reserve"
    pos: Place | None = None
    left_by: Edge | Literal[""] = ""
    out_by: str = ""
    out_cause: OutCause = ""
    move_action: Annotated[int, Bounds(0, 1, "IST-TURN-07")] = 0
    standard_action: Annotated[int, Bounds(0, BOUND, "IST-TURN-07")] = 0
    moved: bool = False
    used: dict[str, int] = {}
    used_this_turn: dict[str, int] = {}
    unloaded: tuple[WeaponLoad, ...] = ()
    conditions: tuple[Condition, ...] = ()


class Side(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A side: who plays it, its own edge, where it deploys (None: anywhere), and whom it stands with.

    Sides of the same `alliance` are friends, all others enemies. `company`, `motto` and `hall` are those of the company
    that was fielded. [IST-Q-08, IST-Q-115]
    """

    id: str
    seat: str
    name: str = ""
    colour: str = ""
    alliance: str = ""
    edge: Edge = "bottom"
    zone: Footprint | None = None
    company: str = ""
    motto: str = ""
    hall: str = ""


class Nomination(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Who was nominated this turn, and by which seat."""

    model: str
    by: str


class SightWord(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A decision on one model's sight of another, by seats; it holds once `stands`. [IST-SIGHT-06, IST-Q-06]"""

    attacker: str
    target: str
    los: bool | None = None
    cover: bool | None = None
    by: tuple[str, ...] = ()
    stands: bool = True


class Invasion(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The battle is for the hall of `defender`, who has these upgrades. [IST-HALL-02]"""

    defender: str
    upgrades: tuple[Upgrade, ...] = ()


class Result(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How the battle ended: "goal", "turns", "conceded", "gm" or "abandoned"; nobody in `winners`: a draw."""

    termination: str
    winners: tuple[str, ...] = ()
    reason: str = ""


# Frames, from the bottom of the agenda up.

BattleStage = Literal[
    "building", "clear", "walls", "monsters", "initiative", "deployment", "turn_start", "nomination", "turn_end"
]
ActivationStage = Literal["start", "act", "end"]
MoveKind = Literal["move", "sprint", "disengage", "flee", "teleport"]
FlightStage = Literal["start", "straight", "path"]
AttackKind = Literal["melee", "shoot", "spell"]
Origin = Literal["action", "first_strike", "charged_shot", "cleave", "whirlwind", "double", "chain", "into_melee"]
AttackStage = Literal["declared", "rolled", "damaged", "over"]
Trigger = Literal[
    "charged_shot",
    "first_strike",
    "shot_at",
    "evasive",
    "spare",
    "all_you_got",
    "cruel",
    "challenge",
    "vengeance",
    "cleave",
    "chain",
]

"""What opens a window, in the order in which an attack comes to them; each asks one model at a time."""


class BattleFrame(Frame, frozen=True, tag="battle"):
    """The battle itself; always at the bottom.

    building: the table is set up until the GM, without one the first seat, lets the battle begin; clear, walls: the
    hall's defender changes it (IST-D-17); monsters: the GM places them; deployment: `seat` places a model (IST-D-01);
    nomination: the state's nominator names one (IST-D-02).
    """

    stage: BattleStage = "initiative"
    seat: str = ""


class Activation(Frame, frozen=True, tag="activation"):
    """A model's activation, played by `seat`: what starts it, its commands (IST-D-03), what ends it."""

    model: str
    seat: str
    stage: ActivationStage = "start"


class Movement(Frame, frozen=True, tag="movement"):
    """A movement that has come to an enemy.

    `ties`: enemies equally near, of whom the mover's owner chooses one to be in contact with (IST-D-14). Then
    `shooters` are asked for a Charged shot, one after the other (IST-D-04); `gaps` are theirs to the mover when the
    movement began, beyond which no range can be chosen (IST-REACT-04).
    """

    model: str
    kind: MoveKind
    origin: Place
    ties: tuple[str, ...] = ()
    shooters: tuple[str, ...] = ()
    gaps: dict[str, int] = {}


class Flight(Frame, frozen=True, tag="flight"):
    """A model flees, up to `distance`. At stage path its owner says how, or that it stays. [IST-D-13, IST-MOR-04]"""

    model: str
    distance: int
    edge: Edge
    stage: FlightStage = "start"


class Throw(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One side of a combat roll as it lies on the table: the kept die, the total, and how it was rolled.

    `net` is advantages less disadvantages.
    """

    natural: int
    total: int
    net: int = 0
    mods: tuple[Mod, ...] = ()


class Exchange(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An attack on one target: who defends for it, how both rolled, who won, and the damage each took by it.

    `attack` is set only where this target made the attacker roll again (IST-Q-87); else the attack's own roll holds.
    `target_harm` and `attacker_harm`: final damage dealt to the defender and to the attacker. `spared`: the
    attacker has won and let the other off (IST-Q-34).
    """

    target: str
    defender: str
    defence: Throw | None = None
    attack: Throw | None = None
    winners: tuple[str, ...] = ()
    critical: bool = False
    fumble: bool = False
    target_harm: int = 0
    attacker_harm: int = 0
    spared: bool = False


class Attack(Frame, frozen=True, tag="attack"):
    """One attack, from declaration to what follows on damage.

    declared: windows before the dice (First strike; Arrow block, Shield friend). rolled: dice lie; Evasive. damaged:
    damage is done; the windows after it. over: what it was part of goes on. `asked` are the answers already asked for
    in this stage, as "trigger:model". `exchanges` has one entry, for an area spell one a target by ascending id, for a
    spell without an opponent none. `weapon` or `spell` by name; `distance` is the gap, or the range chosen for a
    Charged shot; `cover` and `into_melee` as they were at the declaration; `chained`: whom this casting has already
    attacked; `out`: who went out by it.
    """

    kind: AttackKind
    attacker: str
    exchanges: tuple[Exchange, ...] = ()
    origin: Origin = "action"
    stage: AttackStage = "declared"
    weapon: str = ""
    spell: str = ""
    declared: tuple[Declarable, ...] = ()
    distance: int = 0
    cover: bool = False
    into_melee: bool = False
    point: Place | None = None
    direction: Point | None = None
    throw: Throw | None = None
    asked: tuple[str, ...] = ()
    chained: tuple[str, ...] = ()
    out: tuple[str, ...] = ()


class Series(Frame, frozen=True, tag="series"):
    """Attacks still to come: of a Whirlwind in the order named, the second of a double attack, the shot at an ally.

    `throw`: the roll that all share where the house rules say one for all. [IST-Q-90]
    """

    model: str
    kind: AttackKind
    origin: Origin
    targets: tuple[str, ...]
    declared: tuple[Declarable, ...] = ()
    throw: Throw | None = None


class SightAsked(Frame, frozen=True, tag="sight_asked"):
    """House rule: the GM says what is seen; then the command goes on, or the series below. [IST-Q-04]"""

    attacker: str
    target: str
    command: JsonField


class AllyChoice(Frame, frozen=True, tag="ally_choice"):
    """House rule: `seat` chooses which ally a fumbled shot, or `spell`, into melee is rolled against. [IST-Q-46]"""

    attacker: str
    target: str
    allies: tuple[str, ...]
    seat: str
    spell: str = ""


AnyFrame: TypeAlias = Window | BattleFrame | Activation | Movement | Flight | Attack | Series | SightAsked | AllyChoice


class State(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A battle at one moment.

    `gm`: a GM is at the table. `order`: the seats with models, the initiative winner first (empty before initiative).
    `nominator`: the seat that names the next model. `spells`: those that the setup brought besides the book's.
    """

    board: Board = Board()
    sides: tuple[Side, ...]
    models: tuple[Model, ...]
    gm: bool = False
    terrain: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()
    items: tuple[Item, ...] = ()
    spells: tuple[Spell, ...] = ()
    scenario: Scenario = Scenario()
    invasion: Invasion | None = None
    rules: HouseRules = HouseRules()
    order: tuple[str, ...] = ()
    turn: int = 0
    nominations: tuple[Nomination, ...] = ()
    nominator: str = ""
    engaged: tuple[Pair, ...] = ()
    sight: tuple[SightWord, ...] = ()
    agenda: tuple[AnyFrame, ...] = ()
    result: Result | None = None
