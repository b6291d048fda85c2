"""A battle and its turns: opening, the table, initiative, deployment, nominations, the end, how a command is closed."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from rules.istra.commands import AdjustField
from rules.istra.house_rules import HouseRules
from rules.istra.scenarios import Scenario
from rules.istra.state import AnyFrame, Condition, Invasion, Model, Side, SightWord, State
from rules.istra.tables import Spell
from rules.istra.terrain import Board, Item, Place, Terrain, Zone
from rules.kernel.agenda import Decided as KernelDecided
from rules.kernel.messages import Event
from rules.kernel.rolls import Rolled

Fact: TypeAlias = bool | int | str | Place | None
"""What a field held, or holds."""


class BattleOpened(Event, frozen=True, kw_only=True, tag="battle_opened"):
    """A battle and everything it starts from; house rules are pinned here. [IST-SETUP-01, IST-CAMP-11]"""

    weight = "head"

    schema: ClassVar[int] = 2

    board: Board
    sides: tuple[Side, ...]
    models: tuple[Model, ...]
    gm: bool
    house_rules: HouseRules
    scenario: Scenario
    terrain: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()
    items: tuple[Item, ...] = ()
    spells: tuple[Spell, ...] = ()
    invasion: Invasion | None = None


STARTS_FROM = tuple(name for name in BattleOpened.__struct_fields__ if name != "house_rules")
"""What a battle starts from, besides its house rules: fields of its state, too."""


class PositionSet(Event, frozen=True, kw_only=True, tag="position_set"):
    """The battle starts in the midst of one: the whole situation."""

    says = "The battle starts from a set position."
    weight = "head"

    schema: ClassVar[int] = 2

    state: State


class TerrainPlaced(Event, frozen=True, kw_only=True, tag="terrain_placed"):
    """Pieces stand on the table: the GM's, or a defender's walls. [IST-SETUP-04, IST-HALL-04]"""

    terrain: tuple[Terrain, ...]
    reason: str = ""


class TerrainRemoved(Event, frozen=True, kw_only=True, tag="terrain_removed"):
    """Pieces are gone from the table. [IST-HALL-03]"""

    ids: tuple[str, ...]
    reason: str = ""


class BattleStarted(Event, frozen=True, kw_only=True, tag="battle_started"):
    """The table is as it will be, and the monsters stand: initiative is rolled."""

    says = "The table is set up. Next: initiative."


class InitiativeRolled(Rolled, frozen=True, kw_only=True, tag="initiative_rolled"):
    """A seat's die for initiative; `again` counts the rerolls of ties before it. [IST-SETUP-02, IST-SETUP-03]"""

    says = "Initiative{again}: {total} for {seat}."

    seat: str
    again: int = 0


class InitiativeWon(Event, frozen=True, kw_only=True, tag="initiative_won"):
    """Who has the initiative, and the order in which the seats deploy. The winner nominates first.

    [IST-SETUP-02, IST-SETUP-03]
    """

    says = "{seat} have the initiative. Deployment order: {order:seats}."
    weight = "key"

    seat: str
    order: tuple[str, ...]


class ModelDeployed(Event, frozen=True, kw_only=True, tag="model_deployed"):
    """A model stands on the table, with a weapon in hand. [IST-SETUP-05, IST-SETUP-06]"""

    says = "{model} deploys at {pos:place}{active_weapon:in_hand}."

    model: str
    pos: Place
    active_weapon: str


class TurnStarted(Event, frozen=True, kw_only=True, tag="turn_started"):
    """A turn begins: `models` have one Movement and one Standard action each, and their uses a turn are whole again.

    Nobody is nominated yet. [IST-TURN-07]
    """

    says = "Turn {turn}"
    weight = "head"
    begins = "turn"

    turn: int
    models: tuple[str, ...]


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """Everybody on the board has been nominated. [IST-TURN-04]"""

    says = "Turn {turn} is over."
    weight = "small"

    turn: int


class ElvenGraceRolled(Rolled, frozen=True, kw_only=True, tag="elven_grace_rolled"):
    """A Wood elf's die, and the Standard actions it has after it. [IST-RACE-18]"""

    says = "Elven grace: {model} rolls {total} and gains {gained}."

    model: str
    gained: int
    standard_action: int


class ModelNominated(Event, frozen=True, kw_only=True, tag="model_nominated"):
    """A seat named the model that acts next. [IST-TURN-03]"""

    says = "{model} is nominated to act next by {by:seat}."
    weight = "small"

    model: str
    by: str


class ActivationStarted(Event, frozen=True, kw_only=True, tag="activation_started"):
    """A model's activation begins; `seat` plays it. It has not moved in it yet."""

    says = "{model} acts"
    weight = "head"
    begins = "go"

    model: str
    seat: str


class ActivationEnded(Event, frozen=True, kw_only=True, tag="activation_ended"):
    """An activation is over: what was forfeited, what is left, and who nominates next. [IST-TURN-03, IST-TURN-06]"""

    weight = "small"

    model: str
    forfeited_move: int
    forfeited_standard: int
    nominator: str
    move_action: int = 0
    standard_action: int = 0


class BattleEnded(Event, frozen=True, kw_only=True, tag="battle_ended"):
    """The battle is over. No side in `winners`: a draw, or no result. [IST-END-01]

    `termination`: goal, turns, conceded, gm, abandoned.
    """

    weight = "head"
    moment = "end"

    termination: str
    winners: tuple[str, ...] = ()
    reason: str = ""


class GmOverride(Event, frozen=True, kw_only=True, tag="gm_override"):
    """A correction by the GM, and why: the field as in `gm_adjust`, what it was and what it is.

    For a condition added, `condition` is it whole. For a sight, `field` is sight and `sight` the word given.
    """

    weight = "key"
    moment = "gm"

    field: AdjustField | Literal["sight"]
    reason: str
    old: Fact = None
    new: Fact = None
    model: str = ""
    other: str = ""
    condition: Condition | None = None
    sight: SightWord | None = None


class Decided(KernelDecided, frozen=True, tag="decided"):
    """Closes a command; see `rules.kernel.agenda.Decided`."""

    push: tuple[AnyFrame, ...] = ()
