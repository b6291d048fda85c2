"""Skill rolls and what came of those that failed."""

from __future__ import annotations

from typing import Literal

from rules.ishmek.commands import Ability, Side
from rules.ishmek.tables import CLEAN_SEIZE
from rules.kernel.messages import Event
from rules.kernel.rolls import Rolled

SrKind = Literal[
    "control", "seize", "propel", "intercept", "push_pull", "order", "seize_defence", "push_defence", "forced_control"
]


class SrRolled(Rolled, frozen=True, kw_only=True, tag="sr_rolled"):
    """An Ishmêk skill roll with all its parts. `opponent` in a contest. [ISH-SR-01..06]

    In a contest only the target's roll has a `target`: what it takes to hold out against the actor's total.
    """

    player: str
    kind: SrKind
    ability: Ability
    opponent: str = ""
    advantage: bool = False


class ContestSettled(Event, frozen=True, kw_only=True, tag="contest_settled"):
    """Both sides of a contest have rolled; `margin` is actor total − target total."""

    kind: Literal["seize", "push_pull"]
    actor: str
    target: str
    margin: int

    def key_moment(self) -> str:
        return "seize" if self.kind == "seize" and self.margin >= CLEAN_SEIZE else ""


class ControlFailed(Event, frozen=True, kw_only=True, tag="control_failed"):
    """A Control that missed its DC by `missed_by`. [ISH-CTRL-05, ISH-CTRL-06]"""

    says = "{player} misses {orb} by {missed_by}."

    player: str
    orb: Side
    missed_by: int


class SeizeFailed(Event, frozen=True, kw_only=True, tag="seize_failed"):
    """The holder keeps the orb. [ISH-SEIZE-07]"""

    says = "{target:player} keeps the orb."

    player: str
    target: str


class RedirectFailed(Event, frozen=True, kw_only=True, tag="redirect_failed"):
    """The flying orb goes on as it flew. [ISH-PROPEL-04]"""

    says = "{orb} keeps its course."

    player: str
    orb: Side


class InterceptFailed(Event, frozen=True, kw_only=True, tag="intercept_failed"):
    """The orb flies on. [ISH-INT-07]"""

    says = "{orb} flies on past {player}."

    player: str
    orb: Side


class PushFailed(Event, frozen=True, kw_only=True, tag="push_failed"):
    """The push was lost, or won without moving anybody. [ISH-PUSH-08]"""

    says = "{target:player} does not budge ({margin:signed})."

    player: str
    target: str
    margin: int
