"""What a go is made of: movement, slots, Burns, spells, and the windows others react in."""

from __future__ import annotations

from typing import Literal

from rules.ishmek.commands import ActionName, Side, Square
from rules.kernel.messages import Event
from rules.kernel.rolls import Rolled

BurnFor = Literal["sr", "order", "move", "propel"]


class Stepped(Event, frozen=True, kw_only=True, tag="stepped", rename={"start": "from"}):
    """A player moved one square, its orb along. `cost` in squares. [ISH-MOVE-01, ISH-MOVE-03]"""

    says = "{player} moves to {to:square}{orbs:carrying}."

    player: str
    start: Square
    to: Square
    cost: int
    orbs: tuple[Side, ...] = ()


class Stood(Event, frozen=True, kw_only=True, tag="stood"):
    """A prone player stood up. [ISH-MOVE-05]"""

    says = "{player} stands up."

    player: str
    cost: int


class Dashed(Event, frozen=True, kw_only=True, tag="dashed"):
    """More squares of movement this turn. [ISH-DASH-01]"""

    says = "{player} dashes: {squares} more squares."

    player: str
    squares: int


class ConcussionRolled(Rolled, frozen=True, kw_only=True, tag="concussion_rolled"):
    """Whether a concussed player loses the movement or the Action. [ISH-INJ-04]"""

    says = "{player}, concussed, rolls {total}: the {before} is {lost}."

    player: str
    before: Literal["movement", "action"]
    lost: bool


class ActionSpent(Event, frozen=True, kw_only=True, tag="action_spent"):
    """The Action is used. `name` is empty when concussion cost it. [ISH-ECON-01, ISH-Q-71]"""

    player: str
    name: ActionName | Literal[""] = ""


class ReactionSpent(Event, frozen=True, kw_only=True, tag="reaction_spent"):
    """The Reaction is used. `forced`: by a forced Control, which is not a use of the name. [ISH-ECON-01, ISH-Q-41]"""

    player: str
    name: ActionName | Literal[""] = ""
    forced: bool = False


class BonusSpent(Event, frozen=True, kw_only=True, tag="bonus_spent"):
    """The Bonus Action is used, from `source`. [ISH-ECON-05]"""

    player: str
    name: ActionName
    source: str


class BurnDeclared(Event, frozen=True, kw_only=True, tag="burn_declared"):
    """A Burn: `amount` adds to a roll, or squares; `injury_mod` goes on the injury roll. [ISH-BURN-01..04]"""

    player: str
    amount: int
    purpose: BurnFor
    injury_mod: int


class SpellSpent(Event, frozen=True, kw_only=True, tag="spell_spent"):
    """A level-1 spell went into a skill roll: for +4, or for the range of a seize. [ISH-SPELL-01, ISH-SEIZE-03]"""

    says = "{player} spends {spell} {purpose:spell_use}."

    player: str
    spell: str
    purpose: Literal["boost", "range"]
    slots_left: int


class SpellCast(Event, frozen=True, kw_only=True, tag="spell_cast"):
    """A spell was cast for another effect; the GM adjudicates it. [ISH-SPELL-03, ISH-SPELL-04]"""

    says = "{player} casts {spell} (level {level}){lethal}."

    player: str
    spell: str
    level: int
    slots_left: int
    lethal: bool = False
    grounds_for_dismissal: bool = False


class WindowOpened(Event, frozen=True, kw_only=True, tag="window_opened"):
    """Players may react to what just happened. [ISH-REACT-01]"""

    weight = "small"

    trigger: str
    about: str
    players: tuple[str, ...]


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """A player let the window go by."""

    says = "{player} passes."
    weight = "small"

    player: str


class ReactionDeclared(Event, frozen=True, kw_only=True, tag="reaction_declared"):
    """A player wants to react. [ISH-REACT-01]"""

    says = "{player} declares {name:action} as a Reaction."
    weight = "small"

    player: str
    name: ActionName


class ReactionLapsed(Event, frozen=True, kw_only=True, tag="reaction_lapsed"):
    """A declared reaction was no longer legal when its turn came: nothing is spent. [ISH-Q-64]"""

    says = "{player}'s {name:action} no longer applies and costs nothing."

    player: str
    name: ActionName
    code: str


class WindowClosed(Event, frozen=True, kw_only=True, tag="window_closed"):
    """All have answered. `order` is the order in which declared reactions are settled."""

    weight = "small"

    order: tuple[str, ...] = ()


class OrderRolled(Rolled, frozen=True, kw_only=True, tag="order_rolled"):
    """A declarer's Dexterity roll for who tries first. [ISH-REACT-04..06]"""

    says = "{player} rolls {total} for the order of the reactions."
    weight = "small"

    player: str
