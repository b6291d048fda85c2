"""What a model does besides attacking: moves, climbs, falls, flees, handles things; and its actions and conditions."""

from __future__ import annotations

from typing import Literal

from rules.istra.commands import ActionKind
from rules.istra.state import Condition, ConditionName, WeaponLoad
from rules.istra.terrain import Edge, Place
from rules.kernel.messages import Event
from rules.kernel.rolls import Rolled

Span = Literal["battle", "turn"]


class ActionSpent(Event, frozen=True, kw_only=True, tag="action_spent"):
    """An action is spent on `purpose`; `left` of its kind remain. [IST-TURN-07, IST-TURN-10]"""

    says = "{model} spends a {action} action on {purpose}{left}."
    weight = "small"

    model: str
    action: ActionKind
    purpose: str
    left: int


class ModelMoved(Event, frozen=True, kw_only=True, tag="model_moved"):
    """A model travelled a path, where it stood first. Cost and allowance in hundredths of an inch.

    `kind`: move, sprint, flee, or the snap into contact, which is free. `moved`: whether it has now travelled by a Move
    in this activation. [IST-MOVE-02, IST-MOVE-05]
    """

    model: str
    path: tuple[Place, ...]
    kind: Literal["move", "sprint", "flee", "snap"]
    cost: int = 0
    allowance: int = 0
    moved: bool = False


class ModelClimbed(Event, frozen=True, kw_only=True, tag="model_climbed"):
    """A model climbed so far in one movement. The condition is an event of its own. [IST-MOVE-03, IST-MOVE-04]"""

    says = "{model} has climbed {climbed:inches}."

    model: str
    climbed: int


class ModelFell(Event, frozen=True, kw_only=True, tag="model_fell"):
    """A model jumped or fell; the loss of health is an event of its own. [IST-MOVE-11, IST-MOVE-12]"""

    model: str
    height: int
    damage: int


class ModelTeleported(Event, frozen=True, kw_only=True, tag="model_teleported", rename={"start": "from"}):
    """A model appears elsewhere; it has not moved there. [IST-MOVE-09]"""

    says = "{model} teleports to {to:place}."

    model: str
    start: Place
    to: Place


class LeftBoard(Event, frozen=True, kw_only=True, tag="left_board"):
    """A model is off the board for good, over `edge` (none: its side gave up), with the items that it carries.

    Its engagements end. [IST-MOVE-10]
    """

    weight = "key"
    moment = "left"

    model: str
    edge: Edge | Literal[""] = ""
    cause: Literal["moved", "fled", "conceded", "gm"] = "moved"


class Engaged(Event, frozen=True, kw_only=True, tag="engaged"):
    """Two enemies are Engaged, where both stand. [IST-MOVE-05]"""

    says = "{model} and {enemy:model} are Engaged."

    model: str
    enemy: str
    pos: Place
    enemy_pos: Place


class Disengaged(Event, frozen=True, kw_only=True, tag="disengaged"):
    """Two models are no longer Engaged."""

    says = "{model} and {enemy:model} are no longer Engaged."
    weight = "small"

    model: str
    enemy: str


class DisengageRolled(Rolled, frozen=True, kw_only=True, tag="disengage_rolled"):
    """A roll to leave melee, against that many enemies. [IST-MOVE-07]"""

    model: str
    enemies: tuple[str, ...]


class MoraleRolled(Rolled, frozen=True, kw_only=True, tag="morale_rolled"):
    """A morale roll; `leader` is whose Will was used, if not the model's own. [IST-MOR-01, IST-MOR-02]"""

    model: str
    will: int
    leader: str = ""

    def key_moment(self) -> str:
        return "" if self.success else "morale"


class FleeStarted(Event, frozen=True, kw_only=True, tag="flee_started"):
    """A model flees to an edge, up to that distance. [IST-MOR-04]"""

    says = "{model} turns to flee to {edge}, {distance:flight}."

    model: str
    edge: Edge
    distance: int


class SaveRolled(Rolled, frozen=True, kw_only=True, tag="save_rolled"):
    """A normal save; `against` is whose doing it is a save from. [IST-RACE-21]"""

    model: str


class OngoingTicked(Event, frozen=True, kw_only=True, tag="ongoing_ticked"):
    """Ongoing damage; the loss of health is an event of its own. [IST-RACE-21]"""

    says = "Ongoing damage by {source:model}: {amount} for {model}."

    model: str
    source: str
    amount: int


class SkillChecked(Rolled, frozen=True, kw_only=True, tag="skill_checked"):
    """A skill check. [IST-SKILL-01]"""

    model: str
    skill: str
    difficulty: str


class ItemPickedUp(Event, frozen=True, kw_only=True, tag="item_picked_up"):
    """A model carries an item. [IST-MOVE-13]"""

    says = "{model} picks up {item}."
    weight = "key"

    model: str
    item: str


class WeaponSwitched(Event, frozen=True, kw_only=True, tag="weapon_switched"):
    """A model has another weapon in hand. [IST-MOVE-14]"""

    model: str
    weapon: str
    old: str


class WeaponLoaded(Event, frozen=True, kw_only=True, tag="weapon_loaded"):
    """A weapon can be fired. [IST-WPN-09, IST-WPN-10]"""

    says = "{model}'s {weapon} is loaded."

    model: str
    weapon: str


class ReloadAdvanced(Event, frozen=True, kw_only=True, tag="reload_advanced"):
    """A weapon is further loaded, not yet whole. [IST-WPN-10]"""

    says = "{model} is halfway through loading the {load}."

    model: str
    load: WeaponLoad


class WeaponUnloaded(Event, frozen=True, kw_only=True, tag="weapon_unloaded"):
    """A weapon was fired and wants loading. [IST-SHOOT-01]"""

    says = "{model}'s {load} is empty."
    weight = "small"

    model: str
    load: WeaponLoad


class ConditionAdded(Event, frozen=True, kw_only=True, tag="condition_added"):
    """A model has a condition, instead of one of the same name and source."""

    model: str
    condition: Condition


class ConditionRemoved(Event, frozen=True, kw_only=True, tag="condition_removed"):
    """A condition is over."""

    says = "{model}: {name:condition}{source:from} is over."
    weight = "small"

    model: str
    name: ConditionName
    source: str = ""


class TalentUsed(Event, frozen=True, kw_only=True, tag="talent_used"):
    """A talent was used for the `used`th time in its span; `left` uses remain (null: no limit)."""

    model: str
    talent: str
    used: int
    span: Span = "battle"
    left: int | None = None


class RaceAbilityUsed(Event, frozen=True, kw_only=True, tag="race_ability_used"):
    """A race ability was used for the `used`th time this battle; `left` uses remain."""

    model: str
    ability: str
    used: int
    left: int = 0
