"""What figures may do between matches to mend: treatments, rest, escapes. The default is that of a game without any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

from rules.kernel.dice import Dice
from rules.kernel.errors import Refused
from rules.kernel.progression.conditions import Condition
from rules.kernel.progression.figures import Figure

R = TypeVar("R", bound=msgspec.Struct)


class RecoveryAct(NamedTuple):
    """Something that may be tried between matches for a figure: its words, its rule, who may order it and how often.

    `per`: "day" is once for each figure on a day of the campaign's clock, "none" as often as wanted. `details`: the
    struct of what must be said of it, with the labels that its form is made of; None where nothing is.
    """

    title: str
    rule: str
    who: Literal["owner", "gm"] = "owner"
    per: Literal["day", "none"] = "day"
    details: type[msgspec.Struct] | None = None
    note: str = ""


class RecoveryCase(NamedTuple):
    """For whom an act is tried, and when: `figures` are those of its company, `others` those of another that was named.

    `details` is the struct of the act, `hour` and `downtime` when it is, by the clock of the campaign.
    """

    figure: Figure
    figures: Mapping[str, Figure]
    others: Mapping[str, Figure] = {}
    details: Any = None
    hour: int = 0
    downtime: int = 0


class RecoveryResult(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What came of an act, `said` in words that follow the figure's name.

    `carried`: what the figure lacks from now on; None leaves it. `gained` and `ended` are conditions, the latter by
    their ids, `mended` items that are whole and at hand again, `spent` what was used up for the campaign; `freed`: it
    is a captive no longer.
    """

    said: str
    carried: dict[str, int] | None = None
    gained: tuple[Condition, ...] = ()
    ended: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    spent: dict[str, int] = {}
    freed: bool = False


class Recovery(Generic[R]):
    """The acts between matches."""

    def acts(self, rules: R) -> Mapping[str, RecoveryAct]:
        """What may be tried, by key, in the order of the book."""
        return {}

    def recover(self, rules: R, act: str, case: RecoveryCase, dice: Dice) -> RecoveryResult:
        """What comes of one of the `acts`; refused where it cannot be tried. Dice are taken as in matches."""
        message = "This game has no acts of recovery."
        raise Refused("unknown_recovery", message, "KERNEL-CAMP-19", field="act", hint="The GM can make corrections.")
