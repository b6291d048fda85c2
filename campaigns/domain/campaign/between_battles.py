"""What can be asked between battles: that time passes, and what becomes of heroes meanwhile."""

from __future__ import annotations

import sys
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from campaigns.domain.campaign.commands import OptionalReason, Reason, Words
from campaigns.domain.company.commands import Key
from rules.kernel.labels import FormText, label
from rules.kernel.messages import Command, by_tag, defined_in

MOST_HOURS, MOST_DAYS = 8_760, 3_650
"""What the clock is advanced by at once."""
MOST_AMOUNT = 1_000_000


class AdvanceClock(Command, frozen=True, kw_only=True, tag="advance_clock"):
    """Let game time pass: so many days and hours, at least one hour in all."""

    form: ClassVar[FormText] = FormText(
        "Advance the clock",
        "Let the time pass",
        "Conditions that end by then end; acts of recovery that are allowed once a day are allowed again.",
        fields=("days", "hours", "reason"),
        icon="schedule",
    )

    reason: Reason
    hours: Annotated[int, Meta(ge=0, le=MOST_HOURS), label("Hours")] = 0
    days: Annotated[int, Meta(ge=0, le=MOST_DAYS), label("Days")] = 0


class EndConditions(Command, frozen=True, kw_only=True, tag="end_conditions"):
    """The conditions of a company's heroes that have run out end."""

    company: Key


Ends = Literal["for_good", "hours", "downtimes", "battle", "gm"]
ENDS = {
    "for_good": "never: it is for good",
    "hours": "after so many hours",
    "downtimes": "with so many downtimes",
    "battle": "with the next battle of its company",
    "gm": "when the GM ends it",
}


class AddCondition(Command, frozen=True, kw_only=True, tag="add_condition"):
    """The GM puts a hero under a condition of the game, or one of the GM's own.

    `length`: after how many hours, or with how many downtimes from now, it ends, where `ends` says so.
    """

    form: ClassVar[FormText] = FormText(
        "Add a condition",
        "Add it",
        "The hero is under it from now on; whether it bars the hero from battles, the game says.",
        fields=("name", "title", "ends", "length", "amount", "source", "reason"),
        icon="personal_injury",
    )

    company: Key
    hero: Key
    name: Annotated[Key, label("Condition", required=True)]
    reason: Reason
    title: Annotated[Key, label("In words", "Empty: as it is called above.")] = ""
    ends: Annotated[Ends, label("It ends", choices=ENDS)] = "gm"
    length: Annotated[int, Meta(ge=0, le=MOST_HOURS), label("Hours or downtimes")] = 0
    amount: Annotated[int, Meta(ge=-MOST_AMOUNT, le=MOST_AMOUNT), label("Amount", "0 where it has none.")] = 0
    source: Annotated[Words, label("Where it comes from")] = ""


class EndCondition(Command, frozen=True, kw_only=True, tag="end_condition"):
    """The GM ends a condition of a hero; `condition` is its id."""

    form: ClassVar[FormText] = FormText("End a condition", "End it", fields=("condition", "reason"), icon="healing")

    company: Key
    hero: Key
    condition: Annotated[Key, label("Condition", of="standing_condition")]
    reason: Reason


class CaptureHero(Command, frozen=True, kw_only=True, tag="capture_hero"):
    """The GM says that a hero is held captive: by a company, or by somebody of the GM's."""

    form: ClassVar[FormText] = FormText(
        "Take captive",
        "Take captive",
        "The hero stays in the roster and cannot be fielded until freed.",
        fields=("holder", "captor", "device", "bound", "gagged", "blindfolded", "reason"),
        icon="lock",
    )

    company: Key
    hero: Key
    reason: Reason
    holder: Annotated[Key, label("Held by", of="company", none="the GM’s side")] = ""
    captor: Annotated[Key, label("Captor", "A name, or the id of a hero of that company.")] = ""
    device: Annotated[Key, label("Held with", "Rope, irons …")] = ""
    bound: Annotated[bool, label("Bound")] = True
    gagged: Annotated[bool, label("Gagged")] = False
    blindfolded: Annotated[bool, label("Blindfolded")] = False


class FreeCaptive(Command, frozen=True, kw_only=True, tag="free_captive"):
    """A hero is held no longer: by whoever plays the company that holds it, or by the GM."""

    form: ClassVar[FormText] = FormText("Set free", "Set free", fields=("reason",), icon="lock_open")

    company: Key
    hero: Key
    reason: OptionalReason = ""


class Recover(Command, frozen=True, kw_only=True, tag="recover"):
    """Try an act of recovery of the game for a hero: a treatment, rest, an escape.

    `details` is what the game wants said of it; `other`: another company whose heroes have a part in it.
    """

    form: ClassVar[FormText] = FormText("Recover", "Try it")

    company: Key
    hero: Key
    act: Key
    details: dict[str, Any] = {}
    other: Key = ""
    reason: OptionalReason = ""


BETWEEN_BATTLES: dict[str, type[Command]] = by_tag(defined_in(Command, sys.modules[__name__]))
"""Every command about the time between battles, by its wire name."""
