"""What a game says of rosters between its matches: what figures cost, what they may become, what a match did to them.

A company is kept by `campaigns`, which knows no game: it asks the game's `Progression` and its parts.
"""

from rules.kernel.progression.aftermath import (
    Consequence,
    Ending,
    Fate,
    FinishedMatch,
    Removal,
    Roster,
    Score,
    Term,
)
from rules.kernel.progression.base import Progression
from rules.kernel.progression.conditions import (
    AFTER_A_BATTLE,
    BY_THE_GM,
    NOT_AT_HAND,
    Captive,
    Condition,
    ItemState,
    at_hour,
    in_downtime,
)
from rules.kernel.progression.figures import (
    About,
    Absence,
    ChoiceKind,
    Entry,
    Figure,
    FigureStatus,
    Injury,
    Lacking,
    RecruitOrder,
    SheetList,
    barred_by,
)
from rules.kernel.progression.parts import Growth, Halls, Trade, Upgrade
from rules.kernel.progression.recovery import Recovery, RecoveryAct, RecoveryCase, RecoveryResult

__all__ = [
    "AFTER_A_BATTLE",
    "BY_THE_GM",
    "NOT_AT_HAND",
    "About",
    "Absence",
    "Captive",
    "ChoiceKind",
    "Condition",
    "Consequence",
    "Ending",
    "Entry",
    "Fate",
    "Figure",
    "FigureStatus",
    "FinishedMatch",
    "Growth",
    "Halls",
    "Injury",
    "ItemState",
    "Lacking",
    "Progression",
    "Recovery",
    "RecoveryAct",
    "RecoveryCase",
    "RecoveryResult",
    "RecruitOrder",
    "Removal",
    "Roster",
    "Score",
    "SheetList",
    "Term",
    "Trade",
    "Upgrade",
    "at_hour",
    "barred_by",
    "in_downtime",
]
