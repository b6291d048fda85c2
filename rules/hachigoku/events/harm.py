"""Wounds, conditions, death."""

from __future__ import annotations

from typing import Literal

from rules.hachigoku.tables import ConditionName
from rules.kernel.messages import Event

Level = Literal["light", "heavy", "down", "out", "dead"]
MANY = 3
"""Wounds of one hit that make a key moment."""


class WoundsTaken(Event, frozen=True, kw_only=True, tag="wounds_taken"):
    """Wounds of one hit; those beyond Dead are the `surplus`. [HAC-WOUND-03, HAC-Q-51]"""

    says = "{character} takes {wounds}."
    weight = "key"

    character: str
    wounds: int
    before: int
    after: int
    surplus: int = 0
    by: str = ""
    cause: str = "attack"

    def key_moment(self) -> str:
        return "three_wounds" if self.wounds >= MANY else ""


class WoundLevelChanged(Event, frozen=True, kw_only=True, tag="wound_level_changed"):
    """Another stage of the track. [HAC-WOUND-01]"""

    says = "{character} is {after} now."
    weight = "key"
    moment = "level"

    character: str
    before: Level
    after: Level


class CharacterDied(Event, frozen=True, kw_only=True, tag="character_died"):
    """Somebody is dead. [HAC-WOUND-07]"""

    says = "{character} is dead."
    weight = "key"
    moment = "death"

    character: str


class ConditionSet(Event, frozen=True, kw_only=True, tag="condition_set"):
    """Somebody has a condition. `source`: through whom, or for whom. [HAC-DEF-02]"""

    says = "{character} is {condition} now."

    character: str
    condition: ConditionName
    rule: str
    source: str = ""
    until: str = "match"
    note: str = ""


class ConditionCleared(Event, frozen=True, kw_only=True, tag="condition_cleared"):
    """A condition is over."""

    says = "{character} is no longer {condition}."

    character: str
    condition: ConditionName
    source: str = ""
    cause: str = ""
