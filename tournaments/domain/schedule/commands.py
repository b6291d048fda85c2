"""The commands of the schedule: venues, dates, wishes; a draft that workers draw and people edit; its publication."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from rules.kernel.labels import Bounds, FormText, label
from rules.kernel.messages import Command
from tournaments.domain.fields import Key, OptionalReason
from tournaments.domain.schedule.calendar import BlackoutKind, RoundWindow, Slot, Venue, WishKind
from tournaments.domain.schedule.plan import How, OverduePolicy, Sides, Slots, ToldConflict

MOST_VENUES, MOST_SLOTS, MOST_WINDOWS, MOST_SECONDS = 64, 4_000, 200, 600
DATES, WISHED, ASKING, OVERDUE = "KERNEL-TOUR-51", "KERNEL-TOUR-52", "KERNEL-TOUR-53", "KERNEL-TOUR-56"

A_DATE = "A date such as 2026-12-24"
WISH_KINDS = {
    "home_on": "to be at home",
    "away_on": "to be away",
    "no_home_on": "not to be at home",
    "not_on": "not to play",
    "not_against_before": "not to meet before",
    "never_both_home": "never both at home",
    "meet_on": "to meet",
    "rest_days": "free days between games",
    "week_limit": "games a week, at most",
    "last_together": "the last round everywhere at the same time",
}
BLACKOUT_KINDS = {"tournament": "nobody plays", "entrant": "an entrant does not play", "venue": "a venue is closed"}
OVERDUE_POLICIES = {"show": "are shown", "forfeit": "are forfeited by whoever has not named who plays"}
HOWS = {"draw": "draw it anew", "repair": "repair it with the fewest moves", "explain": "tell which rules clash"}


class SetOverdue(Command, frozen=True, kw_only=True, tag="set_overdue"):
    """What becomes of fixtures whose deadline is past: they are only shown, or after some days they are forfeited.

    Of two sides whoever has neither named who plays nor reported forfeits.
    """

    form: ClassVar[FormText] = FormText("Set what becomes of overdue fixtures", "Set", icon="timer_off")

    policy: Annotated[OverduePolicy, label("Overdue fixtures", choices=OVERDUE_POLICIES)]
    grace_days: Annotated[int, label("Days after the deadline", bounds=Bounds(0, 60, OVERDUE))] = 0
    reason: OptionalReason = ""


class ForfeitOverdue(Command, frozen=True, kw_only=True, tag="forfeit_overdue"):
    """A fixture is overdue, at a time in Unix seconds. By the server alone."""

    fixture: Key
    at: int


class SetVenues(Command, frozen=True, kw_only=True, tag="set_venues"):
    """The venues of the tournament with their tables, and by entrant the venue where it is at home."""

    venues: Annotated[tuple[Venue, ...], msgspec.Meta(max_length=MOST_VENUES)] = ()
    homes: Annotated[dict[Key, Key], msgspec.Meta(max_length=512)] = {}
    reason: OptionalReason = ""


class AddBlackout(Command, frozen=True, kw_only=True, tag="add_blackout"):
    """Keep dates free: of everybody, of an entrant, or at a venue (`of`). Without `last` a single day."""

    form: ClassVar[FormText] = FormText("Keep dates free", "Keep free", icon="event_busy")

    kind: Annotated[BlackoutKind, label("What is kept free", choices=BLACKOUT_KINDS)] = "tournament"
    of: Annotated[Key, label("Of which entrant or venue", "Its id")] = ""
    first: Annotated[Key, label("From", A_DATE)]
    last: Annotated[Key, label("To", "The same day if it is left out")] = ""
    title: Annotated[Key, label("Label")] = ""
    reason: OptionalReason = ""


class RemoveBlackout(Command, frozen=True, kw_only=True, tag="remove_blackout"):
    """These dates are not kept free any more."""

    form: ClassVar[FormText] = FormText("Do not keep the dates free", "Remove", icon="event_available")

    blackout: Annotated[Key, label("Dates", of="blackout")]
    reason: OptionalReason = ""


class SetRoundDates(Command, frozen=True, kw_only=True, tag="set_round_dates"):
    """The dates of every round: the `first` round from a date on for so many days, the others `every` so many days.

    `windows` instead: the dates of each round by themselves. Neither: rounds have no dates.
    """

    form: ClassVar[FormText] = FormText("Set the dates of the rounds", "Set", icon="date_range")

    stage: Annotated[Key, label("Stage", of="stage")]
    first: Annotated[Key, label("First round from", A_DATE)] = ""
    every: Annotated[int, label("Days from round to round", bounds=Bounds(1, 365, DATES))] = 7
    days: Annotated[int, label("Days of a round", bounds=Bounds(1, 365, DATES))] = 7
    play_ahead: Annotated[bool, label("Fixtures may be played before their round")] = False
    windows: Annotated[tuple[RoundWindow, ...], msgspec.Meta(max_length=MOST_WINDOWS)] = ()
    reason: OptionalReason = ""


class OfferSlots(Command, frozen=True, kw_only=True, tag="offer_slots"):
    """When fixtures of a stage may be played: at these `times` of these `weekdays` (1: Monday) within its rounds.

    At each of the `venues`, or where the home side plays. `slots` instead: these and no others. Nothing at all: any
    time of any day of a round.
    """

    form: ClassVar[FormText] = FormText("Offer times", "Offer", icon="schedule", fields=("stage", "times", "reason"))

    stage: Annotated[Key, label("Stage", of="stage")]
    times: Annotated[tuple[Key, ...], msgspec.Meta(max_length=48), label("Times", "Such as 14:00")] = ()
    weekdays: Annotated[tuple[int, ...], msgspec.Meta(max_length=7)] = ()
    venues: Annotated[tuple[Key, ...], msgspec.Meta(max_length=MOST_VENUES)] = ()
    slots: Annotated[tuple[Slot, ...], msgspec.Meta(max_length=MOST_SLOTS)] = ()
    reason: OptionalReason = ""


class AddWish(Command, frozen=True, kw_only=True, tag="add_wish"):
    """Wish something of the schedule of a stage. Organizers for anybody; who plays a company for its own entrant.

    Only organizers say that a wish must be met (`hard`) or how much it counts.
    """

    form: ClassVar[FormText] = FormText("Wish something of the schedule", "Wish", icon="star")

    stage: Annotated[Key, label("Stage", of="stage")]
    kind: Annotated[WishKind, label("What", choices=WISH_KINDS)]
    entrant: Annotated[Key, label("Who", of="entrant", none="everybody")] = ""
    other: Annotated[Key, label("And whom else it is about", of="entrant", none="nobody")] = ""
    round: Annotated[int, label("In round", "0: on a date instead", bounds=Bounds(0, MOST_WINDOWS, WISHED))] = 0
    date: Annotated[Key, label("On", A_DATE)] = ""
    number: Annotated[int, label("How many", "Free days, or games", bounds=Bounds(0, 60, WISHED))] = 0
    title: Annotated[Key, label("Label")] = ""
    weight: Annotated[int, label("How much it counts", bounds=Bounds(1, 100, WISHED))] = 1
    hard: Annotated[bool, label("It must be met")] = False
    reason: OptionalReason = ""


class RemoveWish(Command, frozen=True, kw_only=True, tag="remove_wish"):
    """Take a wish back: organizers, and who plays the entrant that it is of."""

    form: ClassVar[FormText] = FormText("Take a wish back", "Take back", icon="remove")

    stage: Annotated[Key, label("Stage", of="stage")]
    wish: Annotated[Key, label("Wish", of="wish")]
    reason: OptionalReason = ""


class DrawSchedule(Command, frozen=True, kw_only=True, tag="draw_schedule"):
    """Have workers make a draft of a stage's schedule, improved for so many `seconds`; or tell which rules clash.

    Published and played fixtures stay where they are, but those `released` may move in a repair. Who asks again takes
    the place of whoever asked before.
    """

    form: ClassVar[FormText] = FormText(
        "Draw a schedule", "Draw", fields=("stage", "how", "seconds", "reason"), icon="auto_awesome"
    )

    stage: Annotated[Key, label("Stage", of="stage")]
    how: Annotated[How, label("What", choices=HOWS)] = "draw"
    seconds: Annotated[int, label("Seconds at most", bounds=Bounds(1, MOST_SECONDS, ASKING))] = 30
    released: Annotated[tuple[Key, ...], msgspec.Meta(max_length=2_000), label("May move", of="fixture")] = ()
    reason: OptionalReason = ""


class DraftSchedule(Command, frozen=True, kw_only=True, tag="draft_schedule"):
    """The draft that workers have made for event `ask`. By the server alone."""

    stage: Key
    ask: int
    slots: Slots = {}
    sides: Sides = {}
    conflicts: tuple[ToldConflict, ...] = ()


class TakeSchedule(Command, frozen=True, kw_only=True, tag="take_schedule"):
    """Stop the workers that draw the schedule of a stage, and take the best that they have found as the draft."""

    form: ClassVar[FormText] = FormText("Take the best so far", "Take it", icon="stop_circle")

    stage: Annotated[Key, label("Stage", of="stage")]
    reason: OptionalReason = ""


class MoveFixture(Command, frozen=True, kw_only=True, tag="move_fixture"):
    """Give a fixture another slot in the draft, or none. One that is published moves only with a reason."""

    form: ClassVar[FormText] = FormText("Move the fixture", "Move", icon="edit_calendar")

    fixture: Annotated[Key, label("Fixture", of="fixture")]
    slot: Annotated[Slot | None, label("When and where")] = None
    reason: OptionalReason = ""


class UndoSchedule(Command, frozen=True, kw_only=True, tag="undo_schedule"):
    """Take the last change of a draft schedule back: a move, or a whole drawing."""

    form: ClassVar[FormText] = FormText("Undo the last change of the draft", "Undo", icon="undo")

    stage: Annotated[Key, label("Stage", of="stage")]
    reason: OptionalReason = ""


class DiscardSchedule(Command, frozen=True, kw_only=True, tag="discard_schedule"):
    """Throw the draft of a schedule away. What is published stays."""

    form: ClassVar[FormText] = FormText("Discard the draft schedule", "Discard", final=True, icon="delete")

    stage: Annotated[Key, label("Stage", of="stage")]
    reason: OptionalReason = ""


class PublishSchedule(Command, frozen=True, kw_only=True, tag="publish_schedule"):
    """Publish the draft of a schedule, with its deadlines, and the rounds of the stage that are drafts."""

    form: ClassVar[FormText] = FormText(
        "Publish the schedule", "Publish", note="Its dates stand from now on.", icon="campaign"
    )

    stage: Annotated[Key, label("Stage", of="stage")]
    reason: OptionalReason = ""
