"""What the campaign hooks of Hachigoku say of rosters; money, experience and glory are not in the book.

Sheets are in `sheets`, what a Skirmish means in `aftermath`, treatment in `recovery`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

import msgspec

from rules.hachigoku.aftermath import COUNTED, HONOR_SPENT, UNCONSCIOUS, scored, settled
from rules.hachigoku.questions import DOWN, OUT
from rules.hachigoku.recovery import HachigokuRecovery, unfit
from rules.hachigoku.refusals import refused
from rules.hachigoku.roster import HIGHEST
from rules.hachigoku.sheets import ENTRIES, KINDS, LISTS, WOUNDS, entry_of, lacks, recruited
from rules.kernel.dice import Dice
from rules.kernel.errors import Refused
from rules.kernel.progression import (
    Consequence,
    Entry,
    Figure,
    FinishedMatch,
    Lacking,
    Progression,
    RecruitOrder,
    Roster,
    Score,
    SheetList,
)
from rules.kernel.reading import Json
from rules.kernel.switches import Switches

MOST_XP = 1_000_000
"""So much a GM may write beside a fighter's name; it means nothing."""
FEWEST_WOUNDS = 3
"""The track of a typical Kaonashi: Down, Out, Dead. [HAC-KAO-01]"""


class CampaignRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """House rules of a campaign; there are none."""

    switches: ClassVar[Switches] = {}


class HachigokuProgression(Progression[CampaignRules]):
    """Fighters who keep their Wounds, and want back their Honor and their weapons."""

    rules_type = CampaignRules
    recovery = HachigokuRecovery()
    recruit_fields = MappingProxyType({"calling": "kind"})
    recruit_lists: Mapping[str, SheetList] = LISTS
    words = MappingProxyType({**KINDS, HONOR_SPENT: "Honor Points"})
    stat_titles = MappingProxyType({WOUNDS: "Wounds until death"})
    recovery_note = "Wounds are treated once a day; the GM grants Honor and gives back weapons."
    counted = COUNTED
    conditions = MappingProxyType({DOWN: "Down", OUT: "Out", UNCONSCIOUS: "Unconscious"})
    sides_part = "sides"

    def recruit(self, rules: CampaignRules, order: RecruitOrder) -> Figure:
        return recruited(order)

    def recruits(self, rules: CampaignRules) -> Mapping[str, Mapping[str, str]]:
        return {"calling": KINDS}

    def entries(self, rules: CampaignRules) -> Mapping[str, Entry]:
        return ENTRIES

    def bounds(self, rules: CampaignRules) -> Mapping[str, tuple[int, int]]:
        """Those of the stat block. [HAC-DICE-03, HAC-WOUND-01]"""
        ranks = {name: (entry.low, entry.high) for name, entry in ENTRIES.items()}
        wounds = (FEWEST_WOUNDS, 2 * HIGHEST + FEWEST_WOUNDS)
        return {**ranks, WOUNDS: wounds, "xp": (0, MOST_XP), f"spent.{HONOR_SPENT}": (0, HIGHEST)}

    def unfit(self, rules: CampaignRules, figure: Figure) -> Refused | None:
        return unfit(figure)

    def lacks(self, rules: CampaignRules, figure: Figure) -> Lacking | None:
        """Weapons that are lost, or hands that are no weapon. [HAC-DISARM-03, HAC-DICE-07]"""
        return lacks(figure)

    def items(self, rules: CampaignRules, figure: Figure) -> Mapping[str, str]:
        """The weapons of the sheet. [HAC-DISARM-03]"""
        return {weapon["name"]: weapon["name"] for weapon in figure.sheet.get("weapons", ())}

    def setup(self, rules: CampaignRules, rosters: Mapping[str, Roster], defender: str = "") -> Json:
        """The sides and their fighters, as they are by now; there are no halls. [HAC-SCOPE-01]"""
        if defender:
            message, hint = "Hachigoku has no halls to invade.", "Start a battle of another kind."
            raise refused("no_halls", message, "HAC-SCOPE-01", field="defender", hint=hint)
        return {
            "sides": {
                seat: {"name": roster.name, "characters": [entry_of(figure, seat) for figure in roster.figures]}
                for seat, roster in rosters.items()
            }
        }

    def settle(self, rules: CampaignRules, played: FinishedMatch, dice: Dice) -> tuple[Consequence, ...]:
        """No die falls: all was rolled in the Skirmish."""
        return settled(played)

    def score(self, played: FinishedMatch) -> Score:
        return scored(played)

    def carries(self, rules: CampaignRules) -> bool:
        """Wounds stay until they are healed. [HAC-Q-97]"""
        return True


PROGRESSION = HachigokuProgression()
