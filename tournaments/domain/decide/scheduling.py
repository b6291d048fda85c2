"""The schedule of a stage: venues, dates and wishes; a draft that workers draw and people edit; its publication.

[KERNEL-TOUR-50 to KERNEL-TOUR-55]
"""

from __future__ import annotations

from datetime import date
from itertools import product

from msgspec.structs import replace

from rules.kernel.errors import Refused
from tournaments.domain import commands as co, events as ev
from tournaments.domain.decide.rounds import check_slot, publish
from tournaments.domain.rights import is_organizer, plays
from tournaments.domain.schedule import commands as sc
from tournaments.domain.schedule.breach import FIXED, TABLES
from tournaments.domain.schedule.calendar import (
    EARLIEST,
    LATEST,
    Blackout,
    RoundWindow,
    Slot,
    Venue,
    Wish,
    days_between,
    later,
    round_windows,
)
from tournaments.domain.schedule.of_stage import calendar_of, deadlines_of, judged
from tournaments.domain.schedule.plan import Draft, Slots
from tournaments.domain.schedule.valid import require_valid
from tournaments.domain.stage_rules import PAIRED, rounds_of
from tournaments.domain.state import Fixture, Stage
from tournaments.domain.world import Act

GROUNDS, DATES, WISHES, ASKING, EDITING, PUBLISHING = (f"KERNEL-TOUR-{number}" for number in range(50, 56))
LONGEST_NAME, MOST_TABLES = 80, 999
MOST_BLACKOUTS, MOST_WISHES, MOST_DAYS = 500, 1_000, 366


def _refused(code: str, message: str, rule: str, field: str, hint: str) -> Refused:
    return Refused(code, message, rule, field=field, hint=hint)


# What is asked of the schedule


def set_venues(act: Act, command: sc.SetVenues) -> None:
    """All venues at once; what drafts and dates say of one that is gone stays as the name of a place."""
    for place, venue in enumerate(command.venues):
        _check_venue(venue, f"venues[{place}]", [one.id for one in command.venues[:place]])
    known = {venue.id for venue in command.venues}
    for entrant, home in command.homes.items():
        act.entrant(entrant, f"homes.{entrant}")
        if home not in known:
            message, hint = f"There is no venue {home!r}.", "Name one of the venues by its id."
            raise _refused("unknown_venue", message, GROUNDS, f"homes.{entrant}", hint)
    closed = next((one for one in act.tournament.blackouts if one.kind == "venue" and one.of not in known), None)
    if closed is not None:
        message, hint = f"Dates are kept free at {closed.of}.", "Remove these dates first, or keep the venue."
        raise _refused("venue_needed", message, GROUNDS, "venues", hint)
    if (command.venues, command.homes) == (act.tournament.venues, act.tournament.homes):
        raise _nothing_to_change(GROUNDS)
    act.emit(ev.VenuesSet(venues=command.venues, homes=command.homes))


def _check_venue(venue: Venue, field: str, before: list[str]) -> None:
    for part, text in (("id", venue.id), ("name", venue.name)):
        if not text.strip() or len(text) > LONGEST_NAME:
            message = f"A venue has an id and a name of 1 to {LONGEST_NAME} characters."
            raise _refused("bad_venue", message, GROUNDS, f"{field}.{part}", "Give it another.")
    if venue.id in before:
        message, hint = f"The venue {venue.id!r} is listed twice.", "Give each an id of its own."
        raise _refused("bad_venue", message, GROUNDS, f"{field}.id", hint)
    if not 1 <= venue.tables <= MOST_TABLES:
        message, hint = f"A venue has 1 to {MOST_TABLES} tables.", "Say how many fixtures can be played at once."
        raise _refused("bad_venue", message, GROUNDS, f"{field}.tables", hint)


def add_blackout(act: Act, command: sc.AddBlackout) -> None:
    """Of whom or what there is; the whole tournament is named by nothing."""
    tournament = act.tournament
    if len(tournament.blackouts) >= MOST_BLACKOUTS:
        message, hint = f"There are {MOST_BLACKOUTS} already.", "Remove some that are past."
        raise _refused("too_many", message, DATES, "kind", hint)
    last = command.last or command.first
    _check_day(command.first, "first")
    _check_day(last, "last")
    if last < command.first:
        message, hint = f"{last} is before {command.first}.", "Exchange the two dates."
        raise _refused("bad_date", message, DATES, "last", hint)
    _check_title(command.title)
    if command.kind == "entrant":
        act.entrant(command.of, "of")
    elif command.kind == "venue" and command.of not in {venue.id for venue in tournament.venues}:
        message, hint = f"There is no venue {command.of!r}.", "Name one of the venues by its id."
        raise _refused("unknown_venue", message, DATES, "of", hint)
    blackout = Blackout(
        id=f"b{act.next_number}",
        kind=command.kind,
        of="" if command.kind == "tournament" else command.of,
        first=command.first,
        last=last,
        label=command.title.strip(),
    )
    act.emit(ev.BlackoutAdded(blackout=blackout))


def remove_blackout(act: Act, command: sc.RemoveBlackout) -> None:
    """One that there is."""
    if command.blackout not in {one.id for one in act.tournament.blackouts}:
        message, hint = f"No dates are kept free as {command.blackout!r}.", "Name some by their id."
        raise _refused("unknown_blackout", message, DATES, "blackout", hint)
    act.emit(ev.BlackoutRemoved(blackout=command.blackout))


def set_round_dates(act: Act, command: sc.SetRoundDates) -> None:
    """Of the rounds that the stage has, or will have."""
    stage = _unfinished(act, command.stage, DATES)
    windows = tuple(sorted(command.windows, key=lambda one: one.round))
    if command.first and not windows:
        _check_day(command.first, "first")
        rounds = _rounds(stage)
        windows = round_windows(
            command.first, rounds, every=command.every, days=command.days, play_ahead=command.play_ahead
        )
    if windows == stage.plan.windows:
        raise _nothing_to_change(DATES)
    if any(not 1 <= one.round <= sc.MOST_WINDOWS for one in windows):
        message, hint = f"Rounds count from 1 to {sc.MOST_WINDOWS}.", "Name rounds of the stage."
        raise _refused("out_of_bounds", message, DATES, "windows", hint)
    _check_plan(act, replace(stage, plan=replace(stage.plan, windows=windows)))
    longest = next((one for one in windows if days_between(one.opens, one.deadline) > MOST_DAYS), None)
    if longest is not None:
        message, hint = f"Round {longest.round} takes more than {MOST_DAYS} days.", "Let it end earlier."
        raise _refused("out_of_bounds", message, DATES, "windows", hint)
    act.emit(ev.RoundDatesSet(stage=stage.id, windows=windows))


def _rounds(stage: Stage) -> int:
    """How many rounds a stage has, as far as that is known."""
    if stage.format in PAIRED and (stage.rules.rounds or stage.entrants):
        return rounds_of(stage)
    if not stage.rounds:
        message, hint = f"{stage.name} has no rounds yet.", "Start the stage first, or give the dates of each round."
        raise _refused("rounds_unknown", message, DATES, "stage", hint)
    return max(stage.rounds)


def offer_slots(act: Act, command: sc.OfferSlots) -> None:
    """As they are named, or made of times and weekdays within the rounds."""
    stage = _unfinished(act, command.stage, DATES)
    slots = tuple(dict.fromkeys(command.slots)) or _made(stage, command)
    if len(slots) > sc.MOST_SLOTS:
        message, hint = f"These are {len(slots)} slots.", f"Offer {sc.MOST_SLOTS} at most."
        raise _refused("too_many", message, DATES, "times", hint)
    if slots == stage.plan.slots:
        raise _nothing_to_change(DATES)
    _check_plan(act, replace(stage, plan=replace(stage.plan, slots=slots)))
    act.emit(ev.SlotsOffered(stage=stage.id, slots=slots))


def _made(stage: Stage, command: sc.OfferSlots) -> tuple[Slot, ...]:
    if not (command.times or command.weekdays or command.venues):
        return ()
    if not stage.plan.windows:
        message, hint = f"The rounds of {stage.name} have no dates.", "Give them dates first, or name the slots."
        raise _refused("no_dates", message, DATES, "stage", hint)
    if any(not 1 <= day <= 7 for day in command.weekdays):
        message, hint = "Weekdays are 1 (Monday) to 7 (Sunday).", "Name some of these."
        raise _refused("bad_date", message, DATES, "weekdays", hint)
    days = sorted({day for window in stage.plan.windows for day in _days(window)})
    wanted = [day for day in days if not command.weekdays or date.fromisoformat(day).isoweekday() in command.weekdays]
    times, venues = command.times or ("",), command.venues or ("",)
    return tuple(Slot(day, time, venue) for day, time, venue in product(wanted, times, venues))


def _days(window: RoundWindow) -> list[str]:
    found = [window.opens]
    while found[-1] < window.deadline:
        found.append(later(found[-1], 1))
    return found


def add_wish(act: Act, command: sc.AddWish) -> None:
    """One that can be read; of an entrant's own by whoever plays it."""
    stage = _unfinished(act, command.stage, WISHES)
    if (command.hard or command.weight > 1) and not is_organizer(act):
        message, hint = "Only organizers say how much a wish counts.", "Leave hard and weight out."
        raise _refused("officials_only", message, WISHES, "hard" if command.hard else "weight", hint)
    if len(stage.plan.wishes) >= MOST_WISHES:
        message, hint = f"There are {MOST_WISHES} already.", "Take some back."
        raise _refused("too_many", message, WISHES, "kind", hint)
    _check_title(command.title)
    wish = Wish(
        id=f"w{act.next_number}",
        kind=command.kind,
        entrant=command.entrant,
        other=command.other,
        round=command.round,
        date=command.date,
        number=command.number,
        label=command.title.strip(),
        weight=command.weight,
        hard=command.hard,
    )
    _check_plan(act, replace(stage, plan=replace(stage.plan, wishes=(wish,))))
    act.emit(ev.WishAdded(stage=stage.id, wish=wish))


def remove_wish(act: Act, command: sc.RemoveWish) -> None:
    """By organizers, or whoever plays the entrant."""
    stage = act.stage(command.stage)
    wish = next((one for one in stage.plan.wishes if one.id == command.wish), None)
    if wish is None:
        message, hint = f"There is no wish {command.wish!r}.", "Name one by its id."
        raise _refused("unknown_wish", message, WISHES, "wish", hint)
    if not is_organizer(act) and not plays(act.tournament, act.campaign, act.by.account, wish.entrant):
        message, hint = "Only organizers and whoever plays the company take it back.", "Name a wish of your own."
        raise _refused("not_yours", message, WISHES, "wish", hint)
    act.emit(ev.WishRemoved(stage=stage.id, wish=wish.id))


def _check_plan(act: Act, stage: Stage) -> None:
    """Refuse dates, slots and wishes that cannot be read, or that name what there is not."""
    require_valid(calendar_of(act.tournament, stage))


# Drafts


def draw(act: Act, command: sc.DrawSchedule) -> None:
    """Ask the workers; whoever asked before gets no answer."""
    stage = _unfinished(act, command.stage, ASKING)
    if not stage.rounds:
        message, hint = f"{stage.name} has no fixtures yet.", "Start the stage, or pair its next round."
        raise _refused("no_fixtures", message, ASKING, "stage", hint)
    if not (stage.plan.windows or stage.plan.slots):
        message = f"No dates are given for {stage.name}."
        raise _refused("no_dates", message, ASKING, "stage", "Give its rounds dates, or offer slots.")
    for place, name in enumerate(command.released):
        fixture = act.fixture(name, f"released[{place}]")
        if fixture.stage != stage.id or _over(fixture):
            message, hint = f"{name} is not to be played in {stage.name}.", "Name fixtures that may still move."
            raise _refused("cannot_move", message, FIXED, f"released[{place}]", hint)
    require_valid(calendar_of(act.tournament, stage, stage.draft))
    act.emit(
        ev.ScheduleAsked(
            stage=stage.id,
            how=command.how,
            seconds=command.seconds,
            number=act.next_number,
            released=command.released,
        )
    )


def draft(act: Act, command: sc.DraftSchedule) -> None:
    """The answer to what was asked last, by the workers."""
    stage = act.stage(command.stage)
    if stage.drawing is None or stage.drawing.number != command.ask:
        message, hint = "Something else has been asked for since.", "There is nothing to do."
        raise _refused("ask_outdated", message, ASKING, "ask", hint)
    if stage.drawing.how == "explain":
        act.emit(ev.ConflictsTold(stage=stage.id, ask=command.ask, conflicts=command.conflicts))
        return
    act.emit(
        ev.ScheduleDrafted(
            stage=stage.id,
            ask=command.ask,
            slots=_still_open(act, command.slots),
            sides=_still_drafts(act, stage, command.sides),
            conflicts=command.conflicts,
        )
    )


def _still_open(act: Act, slots: Slots) -> Slots:
    """Without fixtures that were played, or thrown away, while the workers were at it."""
    fixtures = act.tournament.fixtures
    return {name: slot for name, slot in slots.items() if name in fixtures and not _over(fixtures[name])}


def _still_drafts(act: Act, stage: Stage, sides: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """All of them while every round is a draft; none once one was published."""
    return sides if all(status == "draft" for status in stage.rounds.values()) else {}


def take(act: Act, command: sc.TakeSchedule) -> None:
    """The best that the workers have found up to now."""
    stage, best = act.stage(command.stage), act.world.best
    if stage.drawing is None:
        message, hint = f"No schedule of {stage.name} is being drawn.", "Ask for one first."
        raise _refused("not_drawing", message, ASKING, "stage", hint)
    if best is None:
        message, hint = "Nothing has been found yet.", "Wait a moment."
        raise _refused("nothing_found", message, ASKING, "stage", hint)
    draft(act, replace(best, stage=stage.id, ask=stage.drawing.number))


def move(act: Act, command: sc.MoveFixture) -> None:
    """In the draft of its stage; whatever that breaks is told, and refused when it is published."""
    fixture = act.fixture(command.fixture)
    stage = _unfinished(act, fixture.stage, EDITING)
    if _over(fixture) or fixture.bye is not None:
        message, hint = "This fixture is over, or being played.", "Choose one that is to be played."
        raise _refused("has_result", message, FIXED, "fixture", hint)
    if command.slot is not None:
        check_slot(command.slot)
        _check_table(act, command.slot)
    now = stage.draft.slots.get(fixture.id, fixture.slot) if stage.draft is not None else fixture.slot
    if command.slot == now:
        raise _nothing_to_change(EDITING, "slot")
    stands = fixture.slot is not None and stage.rounds[fixture.round] == "published"
    if stands and not command.reason.strip():
        message, hint = "This date is published.", "Say why it moves, in the reason."
        raise _refused("published", message, FIXED, "reason", hint)
    act.emit(ev.FixtureMoved(fixture=fixture.id, slot=command.slot))


def _check_table(act: Act, slot: Slot) -> None:
    """Refuse tables that a venue has not."""
    venue = next((one for one in act.tournament.venues if one.id == slot.venue), None)
    if venue is None and (slot.venue or slot.table):
        message, hint = f"There is no venue {slot.venue!r}.", "Name one of the venues by its id, or none."
        raise _refused("unknown_venue", message, EDITING, "slot.venue", hint)
    if venue is not None and slot.table > venue.tables:
        message, hint = f"{venue.name} has {venue.tables} tables.", "Name one of these, or 0 for any."
        raise _refused("no_such_table", message, TABLES, "slot.table", hint)


def undo(act: Act, command: sc.UndoSchedule) -> None:
    """As far back as the draft remembers."""
    kept = _drafted(act, command.stage)
    if not kept.earlier:
        message, hint = "There is no change to undo.", "Move fixtures by hand, or discard the draft."
        raise _refused("nothing_to_undo", message, EDITING, "stage", hint)
    back = kept.earlier[-1]
    act.emit(ev.ScheduleUndone(stage=command.stage, slots=back.slots, sides=back.sides, gone=back.gone))


def discard(act: Act, command: sc.DiscardSchedule) -> None:
    """A draft that there is."""
    _drafted(act, command.stage)
    act.emit(ev.ScheduleDiscarded(stage=command.stage))


def _drafted(act: Act, name: str) -> Draft:
    stage = act.stage(name)
    if stage.draft is None:
        message, hint = f"The schedule of {stage.name} has no draft.", "Draw one, or move a fixture."
        raise _refused("no_draft", message, EDITING, "stage", hint)
    return stage.draft


def publish_schedule(act: Act, command: sc.PublishSchedule) -> None:
    """Unless a fixture that it dates would break a rule that must be kept."""
    stage = _unfinished(act, command.stage, PUBLISHING)
    kept = stage.draft or Draft()
    slots = {name: slot for name, slot in _still_open(act, kept.slots).items() if _stands(act, name) != slot}
    drafts = any(status == "draft" for status in stage.rounds.values())
    dated = {*slots} | {one.id for one in act.tournament.fixtures_of(stage.id) if drafts and one.slot is not None}
    broken = [
        one for one in judged(calendar_of(act.tournament, stage, kept)).breaches if one.hard and dated & {*one.fixtures}
    ]
    if broken:
        more = f" And {len(broken) - 1} more." if len(broken) > 1 else ""
        hint = "Move the fixture, have the draft repaired, or change the rule or wish."
        raise _refused("breaks_a_rule", f"{broken[0].words}.{more}", broken[0].rule, "stage", hint)
    deadlines = _deadlines(act, stage)
    if not (slots or deadlines):
        message, hint = f"The schedule of {stage.name} has nothing new to publish.", "Draw one, or move a fixture."
        raise _refused("no_draft", message, PUBLISHING, "stage", hint)
    act.emit(ev.SchedulePublished(stage=stage.id, slots=slots, deadlines=deadlines))
    if drafts:
        publish(act, co.PublishRound(stage=stage.id))


def _stands(act: Act, fixture: str) -> Slot | None:
    return act.tournament.fixtures[fixture].slot


def _deadlines(act: Act, stage: Stage) -> dict[str, str]:
    """By fixture the deadline of its round, where it has another."""
    by_round = deadlines_of(stage)
    return {
        one.id: by_round[one.round]
        for one in act.tournament.fixtures_of(stage.id)
        if one.bye is None and one.result is None and by_round.get(one.round, one.deadline) != one.deadline
    }


# Together


def _unfinished(act: Act, name: str, rule: str) -> Stage:
    stage = act.stage(name)
    if stage.status == "finished":
        message, hint = f"{stage.name} is finished.", "Name a stage that is to be played."
        raise _refused("stage_finished", message, rule, "stage", hint)
    return stage


def _over(fixture: Fixture) -> bool:
    return fixture.result is not None or bool(fixture.games)


def _check_title(text: str) -> None:
    if not text.isprintable():
        hint = "Leave signs out that show nothing."
        raise _refused("bad_name", "A label is one line of text.", WISHES, "title", hint)


def _check_day(text: str, field: str) -> None:
    try:
        found = date.fromisoformat(text).isoformat()
    except ValueError:
        found = ""
    if not EARLIEST <= found <= LATEST or found != text:
        message, hint = f"{text[:20]!r} is no date.", "Write it as in 2026-12-24."
        raise _refused("bad_date", message, DATES, field, hint)


def _nothing_to_change(rule: str, field: str = "") -> Refused:
    return Refused("nothing_to_change", "It is like that already.", rule, field=field, hint="Say what is different.")
