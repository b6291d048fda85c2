"""Appeals against bans: until when one may be filed, what it stays meanwhile, how it is ruled, what that gives back."""

from __future__ import annotations

from datetime import date, timedelta

from msgspec.structs import replace

from rules.kernel.errors import Refused
from rules.kernel.reading import says_something
from tournaments.domain.discipline.facts import NO_FAULT, TO_THE_END, Appeal, RulingKind
from tournaments.domain.discipline.ledger import GivenBack, Ledger, Reading, State, given_back, read_ledger, reading_of
from tournaments.domain.discipline.record import Record
from tournaments.domain.discipline.words import day, matches

FILING = "KERNEL-TOUR-90"
RULINGS = "KERNEL-TOUR-92"
DONE_WITH: tuple[State, ...] = ("probation_over", "lifted", "quashed", "void", "over")
"""Bans in these states are not appealed: nothing would come of it."""


def why_not_appeal(ledger: Ledger, ban: str, today: date) -> Refused | None:
    """Why nobody may appeal against a ban today; None where they may."""
    reading, record = reading_of(ledger, ban), ledger.record
    if record.rules.appeals == "off":
        return _no("no_appeals", "In this tournament nobody may appeal.", "Ask the organizer to lift the ban.")
    if record.appeal_of(ban) is not None:
        return _no(
            "already_appealed", "There has been an appeal against this ban.", "Wait for the ruling, or accept it."
        )
    if reading.state in DONE_WITH:
        return _no("ban_is_over", "This ban keeps nobody out.", "There is nothing to do.")
    if not _somebody_decided(record, reading):
        message = "Nobody has decided this: it is how the match went."
        return _no("nobody_decided", message, "Ask for the result to be corrected.")
    if _too_late(record, reading, today):
        limit = f"An appeal had to be filed {deadline(ledger, ban)}."
        return _no("too_late", limit, "Ask the organizer to lift the ban.")
    return None


def file_appeal(ledger: Ledger, appeal: Appeal, today: date) -> Appeal:
    """The appeal as it goes on record, with its day; refused where nobody may appeal, or without a reason."""
    if not says_something(appeal.reason):
        hint = "Say why the ban is wrong."
        raise Refused("reason_wanted", "An appeal needs its reason.", FILING, field="reason", hint=hint)
    refused = why_not_appeal(ledger, appeal.ban, today)
    if refused is not None:
        raise refused
    return replace(appeal, day=today.isoformat(), ruling=None, matches=0, ruled=0, ruling_reason="")


def deadline(ledger: Ledger, ban: str) -> str:
    """Until when an appeal may be filed, in words: "by 4 May 2026"."""
    reading, rules = reading_of(ledger, ban), ledger.record.rules
    last = _last_day(ledger.record, reading)
    by = f"by {day(last.isoformat())}" if last is not None else f"within {rules.appeal_days} days"
    return {"days": by, "next_match": "before the next match", "first_of_both": f"{by} and before the next match"}[
        rules.appeal_until
    ]


def rule_on(ledger: Ledger, appeal: str, ruling: RulingKind, *, reason: str, at: int, length: int = 0) -> Appeal:
    """The appeal with its ruling, given at order key `at`; a reduced ban is `length` matches long."""
    found = next((one for one in ledger.record.appeals if one.id == appeal), None)
    if found is None:
        hint = "Name an appeal by its id."
        raise Refused("unknown_appeal", f"There is no appeal {appeal!r}.", RULINGS, field="appeal", hint=hint)
    if found.ruling is not None:
        hint = "Lift the ban, or decide on another one."
        raise Refused("already_ruled", "This appeal has its ruling.", RULINGS, field="appeal", hint=hint)
    if not says_something(reason):
        raise Refused("reason_wanted", "A ruling needs its reason.", RULINGS, field="reason", hint="Say why.")
    _check_length(reading_of(ledger, found.ban), ruling, length)
    return replace(found, ruling=ruling, matches=length, ruled=at, ruling_reason=reason)


def gives_back(record: Record, ruled: Appeal) -> tuple[GivenBack, ...]:
    """The matches that serve another ban, or none, once the appeal is ruled so."""
    appeals = [ruled if one.id == ruled.id else one for one in record.appeals]
    return given_back(read_ledger(record), read_ledger(replace(record, appeals=appeals)))


def _somebody_decided(record: Record, reading: Reading) -> bool:
    kinds = [record.standing[one].kind for one in reading.ban.causes if one in record.standing]
    return not kinds or any(kind not in NO_FAULT for kind in kinds)


def _too_late(record: Record, reading: Reading, today: date) -> bool:
    until, last = record.rules.appeal_until, _last_day(record, reading)
    after_days = last is not None and today > last
    after_match = _next_match_played(record, reading)
    return {"days": after_days, "next_match": after_match, "first_of_both": after_days or after_match}[until]


def _last_day(record: Record, reading: Reading) -> date | None:
    """The last day for an appeal; None where nobody knows the day of the ban, and so the days do not run."""
    try:
        return date.fromisoformat(reading.ban.day) + timedelta(days=record.rules.appeal_days)
    except ValueError:
        return None


def _next_match_played(record: Record, reading: Reading) -> bool:
    begins = reading.begins
    return begins is not None and any(one.order > begins for one in record.serving.get(reading.ban.entrant, ()))


def _check_length(reading: Reading, ruling: RulingKind, length: int) -> None:
    if ruling != "reduced":
        if length:
            hint = "Reduce the ban, or leave the length out."
            raise Refused("bad_length", "Only a reduced ban has another length.", RULINGS, field="length", hint=hint)
        return
    if reading.ban.only:
        hint = "Uphold it, or quash it."
        raise Refused("bad_length", "A match is not made shorter.", RULINGS, field="ruling", hint=hint)
    whole = reading.ban.matches
    if length < 1 or (whole != TO_THE_END and length >= whole):
        message = f"The ban is for {matches(whole)}; {length} is not less."
        hint = "Give at least 1 match" + (f" and at most {whole - 1}" if whole > 1 else "") + ", or quash the ban."
        raise Refused("bad_length", message, RULINGS, field="length", hint=hint)


def _no(code: str, message: str, hint: str) -> Refused:
    return Refused(code, message, FILING, field="ban", hint=hint)
