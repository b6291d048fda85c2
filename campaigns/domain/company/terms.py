"""What a company's deciders stand on: its game's progression, the house rules of its campaign, and when it is."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.kernel.errors import Refused
from rules.kernel.progression import Progression

_ROWS = {
    "company_in_battle": "KERNEL-CAMP-05",
    "not_enough_gold": "KERNEL-CAMP-08",
    "hall_wants_earned_gold": "KERNEL-CAMP-08",
    "cannot_assign": "KERNEL-CAMP-08",
    "not_in_stash": "KERNEL-CAMP-08",
    "not_carried": "KERNEL-CAMP-08",
    "not_taken_out": "KERNEL-CAMP-09",
    "upgrade_owned": "KERNEL-CAMP-10",
    "unknown_upgrade": "KERNEL-CAMP-10",
}
"""Refusal code → the rule it rests on, where the game's catalogue has none; of all other codes it is the last row."""

_NAMES = "KERNEL-CAMP-11"


class Terms(NamedTuple):
    """The terms a company lives by. `rules` are the switches of its game, the rest those of every campaign.

    An upgrade takes `hall_downtimes` downtimes to build; `downtime` is the number of the present one. With `debt`,
    gold may fall below 0. `batch` names the act for all events that come of it.
    """

    progression: Progression[Any]
    rules: Any
    debt: bool = False
    hall_downtimes: int = 0
    downtime: int = 0
    batch: str = ""

    def refusal(self, code: str, message: str, *, field: str = "", hint: str = "") -> Refused:
        """A refusal that cites the game's own row for it, where its catalogue has one."""
        row = self.progression.citations.get(code) or _ROWS.get(code, _NAMES)
        return Refused(code, message, row, field=field, hint=hint)
