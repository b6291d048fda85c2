"""Rounds: paired as a draft, edited by hand, published; and when and where a fixture is played.

[KERNEL-TOUR-12, KERNEL-TOUR-13, KERNEL-TOUR-14]
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Literal

from msgspec.structs import replace

from campaigns.domain.world import THE_HOUSE as HOUSE
from rules.kernel.errors import Refused
from tournaments.domain import commands as co, events as ev
from tournaments.domain.decide.swiss_rounds import paired, seated
from tournaments.domain.formats.tables import table_sizes
from tournaments.domain.schedule.calendar import Slot
from tournaments.domain.schedule.overdue import not_paired
from tournaments.domain.stage_rules import PAIRED, rounds_of
from tournaments.domain.state import LEFT, TAKING_PART, Fixture, Stage, Tournament
from tournaments.domain.world import Act, CampaignFacts, World

TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
LONGEST_VENUE, MOST_TABLES = 80, 999
PAIRING, PUBLISHING, DATES = "KERNEL-TOUR-12", "KERNEL-TOUR-13", "KERNEL-TOUR-14"


def pair(act: Act, command: co.Pair) -> None:
    """Ask the workers for the next round, once the results are in that it goes by."""
    stage = act.stage(command.stage)
    if stage.format not in PAIRED:
        message = f"Who meets whom in {stage.name} follows from its format."
        raise Refused("not_paired", message, PAIRING, field="stage", hint="Publish its rounds.")
    if stage.status != "running":
        message, hint = f"{stage.name} is {stage.status}.", "Start the stage first."
        raise Refused("stage_not_running", message, PAIRING, field="stage", hint=hint)
    number = len(stage.rounds) + 1
    if number > rounds_of(stage):
        message, hint = f"All {rounds_of(stage)} rounds are paired.", "Finish the stage."
        raise Refused("no_more_rounds", message, PAIRING, field="stage", hint=hint)
    if "draft" in stage.rounds.values():
        message, hint = f"Round {number - 1} is a draft.", "Publish it, or discard it."
        raise Refused("draft_open", message, PAIRING, field="stage", hint=hint)
    _check_results(act, stage)
    for entrant in command.byes:
        if entrant not in stage.entrants:
            message, hint = f"{act.name(entrant)} does not play {stage.name}.", "Name an entrant of the stage."
            raise Refused("not_in_stage", message, PAIRING, field=f"byes.{entrant}", hint=hint)
    _check_enough(act, stage, command.byes)
    act.emit(ev.PairingAsked(stage=stage.id, round=number, number=act.next_number, byes=command.byes))


def _check_enough(act: Act, stage: Stage, byes: Mapping[str, str]) -> None:
    """Refuse a round in which nobody could meet anybody."""
    playing = [one for one in stage.entrants if act.entrant(one).status in TAKING_PART and one not in byes]
    if stage.format == "tables":
        table_sizes(len(playing), stage.rules.sides)
    elif len(playing) < stage.rules.sides:
        message, hint = f"Only {len(playing)} are there to be paired.", "Grant fewer byes, or finish the stage."
        raise Refused("too_few_entrants", message, PAIRING, field="byes", hint=hint)


def paired_round(tournament: Tournament, stage: Stage, today: str, basis: int, now: int = 0) -> tuple[Fixture, ...]:
    """The fixtures of the round that workers have been asked for, as the tournament stands after event `basis`.

    Whoever gets no fixture `now` (in Unix seconds) because of a no-show has a bye without points. [KERNEL-TOUR-96]
    """
    ask = stage.pairing
    if ask is None:
        return ()
    act = Act(World(tournament, CampaignFacts(tournament.campaign, "", tournament.game), basis, today), HOUSE, "")
    absent = not_paired(tournament, stage, now)
    no_points: Literal["zero_bye"] = "zero_bye"
    byes = {**ask.byes, **dict.fromkeys(absent, no_points)}
    found = (seated if stage.format == "tables" else paired)(act, stage, ask.round, byes)
    return tuple(
        replace(one, reasons=(absent[one.sides[0]],)) if one.bye and one.sides[0] in absent else one for one in found
    )


def draft(act: Act, command: co.DraftRound) -> None:
    """The answer of the workers to what was asked last, while nothing has happened that they did not know of."""
    stage = act.stage(command.stage)
    if stage.pairing is None or stage.pairing.number != command.ask:
        message, hint = "This round is paired, or was asked for anew.", "There is nothing to do."
        raise Refused("ask_outdated", message, PAIRING, field="ask", hint=hint)
    if act.world.version != command.basis:
        message, hint = "The tournament has gone on since it was paired.", "Pair it from how it stands now."
        raise Refused("basis_outdated", message, PAIRING, field="basis", hint=hint)
    act.emit(ev.RoundDrafted(stage=stage.id, round=stage.pairing.round, fixtures=command.fixtures))


def _check_results(act: Act, stage: Stage) -> None:
    missing = [one for one in act.tournament.fixtures_of(stage.id) if one.result is None]
    if missing and stage.rules.missing == "block":
        names = " and ".join(" against ".join(act.name(side) for side in one.sides) for one in missing[:3])
        many = "1 result is" if len(missing) == 1 else f"{len(missing)} results are"
        message = f"{many} missing: {names}{' …' if len(missing) > 3 else ''}."
        raise Refused("results_missing", message, PAIRING, field="stage", hint="Record them first.")


def edit(act: Act, command: co.EditPairing) -> None:
    """In a draft: each entrant of the round keeps one fixture; whom it takes the place of gets its own."""
    fixture = _of_draft(act, command.fixture)
    if fixture.inputs:
        message, hint = "Who plays it follows from other fixtures.", "Correct their results."
        raise Refused("follows_from_results", message, PAIRING, field="fixture", hint=hint)
    if len(command.sides) != len(fixture.sides) or len(set(command.sides)) != len(command.sides):
        message, hint = f"The fixture has {len(fixture.sides)} different sides.", "Name as many, each once."
        raise Refused("wrong_sides", message, PAIRING, field="sides", hint=hint)
    others = act.tournament.fixtures_of(fixture.stage, fixture.round)
    playing = {side: one for one in others for side in one.sides if one.group == fixture.group}
    for place, side in enumerate(command.sides):
        if side not in playing:
            message, hint = f"{act.name(side)} does not play this round.", "Name entrants of the round."
            raise Refused("not_in_round", message, PAIRING, field=f"sides[{place}]", hint=hint)
    if command.sides == fixture.sides:
        message, hint = "They meet like that already.", "Name others, or in another order."
        raise Refused("nothing_to_change", message, PAIRING, field="sides", hint=hint)
    leaving = [side for side in fixture.sides if side not in command.sides]
    swap = dict(zip((side for side in command.sides if side not in fixture.sides), leaving, strict=True))
    for one in others:
        sides = command.sides if one.id == fixture.id else tuple(swap.get(side, side) for side in one.sides)
        if sides != one.sides:
            act.emit(ev.PairingEdited(fixture=one.id, sides=sides, old=one.sides))


def discard(act: Act, command: co.DiscardRound) -> None:
    """Of a paired stage, the last one."""
    stage = _draft(act, command.stage, command.round)
    if stage.format not in PAIRED:
        message, hint = "Its rounds follow from the format of the stage.", "Edit its pairings."
        raise Refused("not_paired", message, PAIRING, field="round", hint=hint)
    act.emit(ev.RoundDiscarded(stage=stage.id, round=command.round))


def publish(act: Act, command: co.PublishRound) -> None:
    """From now on its fixtures stand: only their results, dates and line-ups change."""
    stage = act.stage(command.stage)
    drafts = [number for number, status in sorted(stage.rounds.items()) if status == "draft"]
    if not command.round and not drafts:
        message, hint = f"{stage.name} has no draft.", "Pair the next round."
        raise Refused("no_draft", message, PUBLISHING, field="stage", hint=hint)
    for number in [command.round] if command.round else drafts:
        _draft(act, stage.id, number)
        _check_nobody_has_left(act, stage, number)
        act.emit(ev.RoundPublished(stage=stage.id, round=number))


def _check_nobody_has_left(act: Act, stage: Stage, number: int) -> None:
    """Refuse a paired round with somebody who has left since; elsewhere they have forfeited."""
    sides = {side for one in act.tournament.fixtures_of(stage.id, number) for side in one.sides if side}
    gone = sorted(side for side in sides if act.entrant(side).status in LEFT)
    if gone and stage.format in PAIRED:
        message, hint = f"{act.name(gone[0])} has left since it was paired.", "Discard the draft and pair it anew."
        raise Refused("has_left", message, PUBLISHING, field="round", hint=hint)


def set_date(act: Act, command: co.SetDate) -> None:
    """Of a fixture without a result."""
    fixture = act.fixture(command.fixture)
    if fixture.result is not None:
        message, hint = "This fixture is over.", "Choose one that is to be played."
        raise Refused("has_result", message, DATES, field="fixture", hint=hint)
    _check_date(command.deadline, "deadline")
    if command.slot is not None:
        check_slot(command.slot)
    if (command.slot, command.deadline) == (fixture.slot, fixture.deadline):
        message, hint = "It is set for that already.", "Give another date."
        raise Refused("nothing_to_change", message, DATES, hint=hint)
    act.emit(ev.DateSet(fixture=fixture.id, slot=command.slot, deadline=command.deadline))


def check_slot(slot: Slot) -> None:
    """Refuse a slot that is none: without a date, at no time of day, at a table beyond all tables."""
    if not slot.date:
        raise Refused("bad_date", "A slot has a date.", DATES, field="slot.date", hint="Give one, or no slot.")
    _check_date(slot.date, "slot.date")
    if slot.time and not TIME.fullmatch(slot.time):
        message, hint = f"{slot.time[:20]!r} is no time.", "Write it as in 19:30, or leave it out."
        raise Refused("bad_date", message, DATES, field="slot.time", hint=hint)
    if len(slot.venue) > LONGEST_VENUE or not 0 <= slot.table <= MOST_TABLES:
        message = f"A venue has at most {LONGEST_VENUE} characters, a table a number up to {MOST_TABLES}."
        raise Refused("out_of_bounds", message, DATES, field="slot.table", hint="Choose others.")


def _check_date(text: str, field: str) -> None:
    if not text:
        return
    try:
        found = date.fromisoformat(text).isoformat()
    except ValueError:
        found = ""
    if found != text:
        message, hint = f"{text!r} is no date.", "Write it as in 2026-12-24."
        raise Refused("bad_date", message, DATES, field=field, hint=hint)


def _draft(act: Act, name: str, number: int) -> Stage:
    stage = act.stage(name)
    if stage.rounds.get(number) != "draft":
        now = "published" if number in stage.rounds else "not there yet"
        message, hint = f"Round {number} of {stage.name} is {now}.", "Name a round that is a draft."
        raise Refused("no_draft", message, PUBLISHING, field="round", hint=hint)
    return stage


def _of_draft(act: Act, name: str) -> Fixture:
    fixture = act.fixture(name)
    stage = act.stage(fixture.stage)
    if stage.rounds[fixture.round] != "draft":
        message = f"Round {fixture.round} of {stage.name} is published: its pairings stand."
        raise Refused("published", message, PUBLISHING, field="fixture", hint="Record results, or a forfeit.")
    return fixture
