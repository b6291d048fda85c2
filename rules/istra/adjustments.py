"""Corrections by the GM, a form for each kind of thing: it becomes a `gm_adjust`. [IST-Q-95]

`value` and `other` of that command take something else for each field; here each form says what.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from rules.istra.checks import MODEL_BOUNDS
from rules.istra.commands import Waypoint
from rules.istra.limits import FARTHEST, MOST_TURNS, MOST_USES
from rules.istra.state import LASTS
from rules.kernel.labels import Bounds, FormText, Reason, label
from rules.kernel.messages import Command, by_tag, defined_in

RULE = "IST-Q-95"
APPLY = "Apply the change"
NUMBERS: Mapping[str, str] = {
    "power": "Power left",
    "finesse": "Finesse left",
    "will": "Will left",
    "health": "Health left",
    "power_max": "full Power",
    "finesse_max": "full Finesse",
    "will_max": "full Will",
    "health_max": "full Health",
    "armour_base": "natural armour",
    "level": "level",
    "move_action": "Movement actions",
    "standard_action": "Standard actions",
}
FLAGS: Mapping[str, str] = {
    "moved": "has moved in this activation",
    "large": "is a Large target",
    "leader": "leads its company",
}
OFF: Mapping[str, str] = {"reserve": "back in reserve", "out": "out of battle", "left_board": "left the table"}
SPANS: Mapping[str, str] = {"used": "in this battle", "used_this_turn": "in this turn"}
YES_NO: Mapping[str, str] = {"true": "yes", "false": "no"}
HAS: Mapping[str, str] = {"true": "has it", "false": "no longer has it"}
HIGHEST = max(high for _, high in MODEL_BOUNDS.values())


class Adjustment(Command, frozen=True, kw_only=True):
    """Base of all. Each has the `field` of the command, if it is not chosen."""

    reason: Reason


class OfModel(Adjustment, frozen=True, kw_only=True):
    """Of a model."""

    model: Annotated[str, label("Model", of="model")]


class ChangeNumber(OfModel, frozen=True, kw_only=True, tag="gm_number"):
    """A stat, Health, armour, level, or what is left of them and of the actions."""

    form: ClassVar[FormText] = FormText("Change a model’s values", APPLY, rule=RULE)

    field: Annotated[str, label("What", choices=NUMBERS)]
    value: Annotated[int, label("New value", bounds=Bounds(0, HIGHEST, RULE))]


class ChangeFlag(OfModel, frozen=True, kw_only=True, tag="gm_flag"):
    """A status of a model that applies or not."""

    form: ClassVar[FormText] = FormText("Change a model’s status", APPLY, rule=RULE)

    field: Annotated[str, label("Status", choices=FLAGS)]
    value: Annotated[bool, label("Applies", choices=YES_NO)] = True


class MoveModel(OfModel, frozen=True, kw_only=True, tag="gm_pos"):
    """The place of a model on the table."""

    form: ClassVar[FormText] = FormText("Move a model", "Move it here", rule=RULE)

    field: str = "pos"
    pos: Annotated[Waypoint, label("Where", of="place")]


class TakeOff(OfModel, frozen=True, kw_only=True, tag="gm_status"):
    """The status of a model that is not on the table."""

    form: ClassVar[FormText] = FormText("Take a model off the table", "Take it off the table", rule=RULE)

    field: str = "status"
    value: Annotated[str, label("It is then", choices=OFF)]


class ChangeCondition(OfModel, frozen=True, kw_only=True, tag="gm_condition"):
    """A condition of a model, its amount and source."""

    form: ClassVar[FormText] = FormText("Add or remove a condition", APPLY, rule=RULE)

    field: str = "condition"
    other: Annotated[str, label("Condition", choices={name: name.replace("_", " ") for name in LASTS})]
    value: Annotated[bool, label("The model", choices=HAS)] = True
    amount: Annotated[
        int | None,
        label(
            "Amount",
            "Ongoing damage, or distance climbed in hundredths of an inch.",
            bounds=Bounds(0, FARTHEST, RULE),
        ),
    ] = None
    source: Annotated[str | None, label("Caused by", of="model", none="nobody")] = None


class ChangeEngagement(OfModel, frozen=True, kw_only=True, tag="gm_engaged"):
    """Whether two are Engaged."""

    form: ClassVar[FormText] = FormText("Change whether two models are Engaged", APPLY, rule=RULE)

    field: str = "engaged"
    other: Annotated[str, label("and", of="model")]
    value: Annotated[bool, label("are Engaged", choices=YES_NO)] = True


class ChangeWeapon(OfModel, frozen=True, kw_only=True, tag="gm_active_weapon"):
    """What it has in hand."""

    form: ClassVar[FormText] = FormText("Change the weapon in hand", APPLY, rule=RULE)

    field: str = "active_weapon"
    value: Annotated[str, label("In hand", of="in_hand")]


class ChangeLoad(OfModel, frozen=True, kw_only=True, tag="gm_loaded"):
    """Whether a weapon of its is loaded."""

    form: ClassVar[FormText] = FormText("Load or unload a weapon", APPLY, rule=RULE)

    field: str = "loaded"
    other: Annotated[str, label("Weapon", of="loadable")]
    value: Annotated[bool, label("is loaded", choices=YES_NO)] = True


class ChangeUses(OfModel, frozen=True, kw_only=True, tag="gm_used"):
    """How often it has used something of which it has only so many."""

    form: ClassVar[FormText] = FormText("Correct how often an ability was used", APPLY, rule=RULE)

    other: Annotated[str, label("has used", of="limited")]
    value: Annotated[int, label("Times used", bounds=Bounds(0, MOST_USES, RULE), required=True)] = 0
    field: Annotated[Literal["used", "used_this_turn"], label("counted", choices=SPANS)] = "used"


class ChangeOwner(OfModel, frozen=True, kw_only=True, tag="gm_owner"):
    """Which seat plays it."""

    form: ClassVar[FormText] = FormText("Give a model to another seat", APPLY, rule=RULE)

    field: str = "owner"
    value: Annotated[str, label("Played by", of="seat")]


class MoveItem(Adjustment, frozen=True, kw_only=True, tag="gm_item"):
    """Who carries an item, or where it lies."""

    form: ClassVar[FormText] = FormText("Move an item", APPLY, rule=RULE)

    field: str = "item"
    other: Annotated[str, label("Item", of="item")]
    model: Annotated[str | None, label("Carried by", of="model", none="nobody")] = None
    pos: Annotated[Waypoint | None, label("Or placed at", of="place")] = None


class RemoveZone(Adjustment, frozen=True, kw_only=True, tag="gm_zone"):
    """A side's zone, lifted."""

    form: ClassVar[FormText] = FormText(
        "Remove a deployment zone", "Remove the zone", "That side may then deploy anywhere.", RULE
    )

    field: str = "zone"
    other: Annotated[str, label("Side", of="zone")]
    value: bool = False


class ChangeTurnLimit(Adjustment, frozen=True, kw_only=True, tag="gm_turn_limit"):
    """How many turns there are."""

    form: ClassVar[FormText] = FormText("Change the turn limit", APPLY, rule=RULE)

    field: str = "turn_limit"
    value: Annotated[int | None, label("Turns", "Empty: no limit.", bounds=Bounds(1, MOST_TURNS, RULE))] = None


class ChangeNominator(Adjustment, frozen=True, kw_only=True, tag="gm_nominator"):
    """Which seat nominates next."""

    form: ClassVar[FormText] = FormText("Change who nominates next", APPLY, rule=RULE)

    field: str = "nominator"
    value: Annotated[str, label("Next to nominate", of="seat")]


ADJUSTMENTS: Mapping[str, type[Command]] = by_tag(defined_in(Adjustment, sys.modules[__name__]))
