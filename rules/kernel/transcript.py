"""Transcripts: a match as one JSON document, played without a database.

    {"ruleset": "ishmek", "setup": {…} | "position": {…}, "house_rules": {…},
     "steps": [{"command": {…}, "dice": [14, 3], "by": "home", "expect": {…}}, …]}

`run` plays it line by line and ends with an exit code: 0 played to the end, 1 the document cannot be read, 2 a command
was refused, 3 dice are wanted, 4 dice were left over, 5 something was not as the transcript expects it.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec import UnsetType

from rules.kernel.errors import Malformed, Refused
from rules.kernel.expectations import (
    Difference,
    Expectation,
    check_expectation,
    complete,
    unmet_asks,
    unmet_events,
    unmet_exactly,
    unmet_outcome,
    unmet_refusal,
    unmet_state,
)
from rules.kernel.game import AnyGame
from rules.kernel.messages import Event
from rules.kernel.reading import Document, JsonField, check_plain, plain, read, read_tagged, whole_object
from rules.kernel.record import Record
from rules.kernel.table_events import TABLE_COMMANDS, DiceKind, is_table_command

Line: TypeAlias = JsonField
PLAYED, UNREADABLE, REFUSED, DICE_WANTED, DICE_LEFT, NOT_AS_EXPECTED = range(6)
OPENING = -1
"""The `step` of the events a match opens with."""


class TranscriptStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command, the faces typed for it, and who gives it (empty: whoever it belongs to). `note` is for the reader.

    `expect`: what should come of it.
    """

    command: JsonField
    dice: tuple[int, ...] = ()
    by: str = ""
    note: str = ""
    expect: Expectation | None = None


class Transcript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be played. Exactly one of `setup` and `position`; `secret` (hex) only where somebody rolls house dice.

    `match` and `salts` go into the key of the house dice. `title` is for the reader. `expect`: where it should end.
    """

    ruleset: str
    steps: tuple[TranscriptStep, ...] = ()
    setup: JsonField | None = None
    position: JsonField | None = None
    house_rules: JsonField = {}
    dice: dict[str, DiceKind] = {}
    secret: str = ""
    salts: dict[str, str] = {}
    match: str = "transcript"
    title: str = ""
    expect: Expectation | None = None

    def expectations(self) -> Iterator[tuple[int, str, Expectation]]:
        """What it expects: the step (OPENING: of the whole match), the place in the document, the expectation."""
        for place, step in enumerate(self.steps):
            if step.expect is not None:
                yield place, f"steps[{place}].expect", step.expect
        if self.expect is not None:
            yield OPENING, "expect", self.expect


def read_transcript(raw: bytes, rulesets: Mapping[str, AnyGame]) -> Transcript:
    """A transcript from the bytes of its file; `Malformed` names the line and column, or the field, at fault.

    Every command is read here, so that nothing is played of a file that cannot be read to its end.
    """
    document = read(_read_json(raw), Transcript)
    if document.ruleset not in rulesets:
        known = ", ".join(sorted(rulesets))
        raise Malformed(f"unknown ruleset {document.ruleset!r}; known are {known}", "ruleset")
    if (document.setup is None) == (document.position is None):
        raise Malformed("give exactly one of setup and position", "setup")
    _check_dice(document, rulesets[document.ruleset])
    for place, step in enumerate(document.steps):
        _read_command(rulesets[document.ruleset], step.command, f"steps[{place}].command")
    for _, field, expect in document.expectations():
        check_expectation(expect, rulesets[document.ruleset], field)
    _check_opening(document)
    return document


def _check_opening(document: Transcript) -> None:
    """Nothing else is expected where the setup or position is to be refused: there is no match then."""
    expect = document.expect
    if expect is not None and expect.refusal and (document.steps or expect.count() > 1):
        message = "a setup or position that is refused has no steps, and nothing else can be expected of it"
        raise Malformed(message, "expect.refused")


def open_record(document: Transcript, ruleset: AnyGame) -> Record:
    """The match of a transcript before its first step. `Malformed` or `Refused` when its setup or position is bad."""
    try:
        return Record.open(
            ruleset,
            document.match,
            setup=document.setup,
            position=document.position,
            house_rules=document.house_rules,
            dice=document.dice,
            secret=bytes.fromhex(document.secret),
            salts=document.salts,
        )
    except Malformed as error:
        raise _within(error, "setup" if document.position is None else "position") from None


def run(raw: bytes, rulesets: Mapping[str, AnyGame]) -> Generator[Line, None, int]:
    """Play the transcript in `raw`: yields its lines, returns its exit code."""
    try:
        document = read_transcript(raw, rulesets)
        return (yield from perform(document, rulesets[document.ruleset]))
    except Malformed as error:
        yield {"error": {"code": error.code, "message": error.message, "field": error.field}}
        return UNREADABLE


def perform(document: Transcript, ruleset: AnyGame) -> Generator[Line, None, int]:
    """Play a transcript that was read: yields a line an event and one for how it ended, returns the exit code."""
    try:
        record = open_record(document, ruleset)
    except Refused as refused:
        return (yield from _refused(OPENING, refused, document.expect))
    if document.expect is not None and document.expect.refusal:
        return (yield from _failed(OPENING, unmet_refusal(document.expect.refusal, None, "expect.refused")))
    yield from _event_lines(OPENING, 0, record.events)
    for place, step in enumerate(document.steps):
        code = yield from _play(record, place, step)
        if code != PLAYED:
            return code
    position = ruleset.position(record.state)
    yield plain({"state": position, "pending": record.pending(), "outcome": record.outcome()})
    last = len(document.steps) - 1
    return (yield from _failed(last, _unmet(document.expect, record, _numbered(0, record.events), "expect")))


def played(document: Transcript, ruleset: AnyGame) -> Record:
    """The match that a transcript leads to, of which `perform` has shown that it can be played to its end."""
    record = open_record(document, ruleset)
    for step in document.steps:
        if step.expect is None or step.expect.refusal is None:
            record.submit(step.command, step.by, step.dice)
    return record


def _play(record: Record, place: int, step: TranscriptStep) -> Generator[Line, None, int]:
    """Play a step and compare what came of it with what it expects."""
    before, expect = record.version, step.expect
    try:
        outcome = record.consider(step.command, step.by, step.dice)
        if outcome.fault is not None:
            raise outcome.fault
    except Refused as refused:
        code = yield from _refused(place, refused, expect)
        return code or (yield from _failed(place, _unmet(expect, record, [], f"steps[{place}].expect")))
    except Malformed as error:
        raise _within(error, f"steps[{place}]") from None
    if expect is not None and expect.refusal:
        return (yield from _failed(place, unmet_refusal(expect.refusal, None, f"steps[{place}].expect.refused")))
    if outcome.need is not None:
        yield {"need": {"step": place, "typed": list(step.dice), **plain(outcome.need)}}
        return DICE_WANTED
    if outcome.left:
        yield {"left": {"step": place, "dice": list(outcome.left), "message": _left_over(place, outcome.left)}}
        return DICE_LEFT
    record.take_over(outcome)
    yield from _event_lines(place, before, outcome.events)
    numbered = _numbered(before, outcome.events)
    return (yield from _failed(place, _unmet(expect, record, numbered, f"steps[{place}].expect")))


def _refused(place: int, refused: Refused, expect: Expectation | None) -> Generator[Line, None, int]:
    """The line of a refusal, and whether it was expected."""
    if expect is None or expect.refusal is None:
        yield {"refused": {"step": place, **refused.document()}}
        return REFUSED
    yield {"refused": {"step": place, **refused.document(), "expected": True}}
    field = "expect.refused" if place == OPENING else f"steps[{place}].expect.refused"
    return (yield from _failed(place, unmet_refusal(expect.refusal, refused, field)))


def _unmet(expect: Expectation | None, record: Record, events: list[Line], field: str) -> Iterator[Difference]:
    """What an expectation says otherwise than `events`, and the match as they leave it."""
    if expect is None:
        return
    yield from unmet_events(expect.events, events, f"{field}.events")
    if not isinstance(expect.events_exactly, UnsetType):
        yield from unmet_exactly(expect.events_exactly, events, f"{field}.events_exactly")
    if expect.state:
        yield from unmet_state(expect.state, _whole_position(record), f"{field}.state")
    if not isinstance(expect.asks, UnsetType):
        yield from unmet_asks(expect.asks, complete(record.pending().asks), f"{field}.asks")
    if not isinstance(expect.outcome, UnsetType):
        yield from unmet_outcome(expect.outcome, complete(record.outcome()), f"{field}.outcome")


def _whole_position(record: Record) -> object:
    """The situation as a position with every field, those with their default too."""
    position, kind = record.ruleset.position(record.state), record.ruleset.position_type
    return complete(position if kind is None else msgspec.convert(position, kind))


def _failed(step: int, unmet: Iterator[Difference]) -> Generator[Line, None, int]:
    """A line for each difference; NOT_AS_EXPECTED where there is one."""
    code = PLAYED
    for difference in unmet:
        code = NOT_AS_EXPECTED
        yield {"failed": {"step": step, **difference.document()}}
    return code


def _numbered(before: int, events: Sequence[Event]) -> list[Line]:
    """Events as expectations see them: with their number, and every field."""
    return [{"n": number, **complete(event)} for number, event in enumerate(events, before + 1)]


def _event_lines(step: int, before: int, events: Sequence[Event]) -> Generator[Line, None, None]:
    for number, event in enumerate(events, before + 1):
        yield {"step": step, "n": number, **plain(event)}


def _left_over(place: int, left: tuple[int, ...]) -> str:
    faces = ", ".join(map(str, left))
    return f"Step {place} was given dice that no roll asked for: {faces}."


def _read_json(raw: bytes) -> object:
    """The document as plain JSON types; `Malformed` with line and column."""
    if raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise Malformed("the file begins with a byte order mark; save it as plain UTF-8", "line 1, column 1")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise Malformed("not valid UTF-8", _line_and_column(raw, error.start)) from None
    try:
        document = json.loads(text, object_pairs_hook=whole_object, parse_constant=_no_constant)
        check_plain(document, "")
    except RecursionError:
        raise Malformed("the document is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise Malformed(error.msg, f"line {error.lineno}, column {error.colno}") from None
    except ValueError:
        raise Malformed("a number has too many digits") from None
    return document


def _no_constant(name: str) -> None:
    raise Malformed(f"{name} is not a number in JSON")


def _line_and_column(raw: bytes, byte: int) -> str:
    before = raw[:byte].decode(errors="replace")
    return f"line {before.count(chr(10)) + 1}, column {len(before) - (before.rfind(chr(10)) + 1) + 1}"


def _check_dice(document: Transcript, ruleset: AnyGame) -> None:
    seats = (*ruleset.seats, "gm")
    for name, given in (("dice", document.dice), ("salts", document.salts)):
        for seat in given:
            if seat not in seats:
                raise Malformed(f"unknown seat {seat!r}; known are {', '.join(seats)}", f"{name}.{seat}")
    try:
        secret = bytes.fromhex(document.secret)
    except ValueError:
        raise Malformed("must be hexadecimal digits, two a byte", "secret") from None
    if "house" in document.dice.values() and not secret:
        raise Malformed("house dice need a secret", "secret")
    for place, step in enumerate(document.steps):
        if step.by not in ("", *seats):
            raise Malformed(f"unknown seat {step.by!r}; known are {', '.join(seats)}", f"steps[{place}].by")


def _read_command(ruleset: AnyGame, command: Document, field: str) -> None:
    if is_table_command(command):
        read_tagged(command, TABLE_COMMANDS, field)
        return
    try:
        ruleset.parse(command)
    except Malformed as error:
        raise _within(error, field) from None


def _within(error: Malformed, field: str) -> Malformed:
    """The error with its place in the whole document."""
    inner = error.field
    if inner == field or inner.startswith((f"{field}.", f"{field}[", "house_rules")):
        return error
    root = field.rpartition(".")[2]
    inner = inner.removeprefix(root).removeprefix(".") if inner.split(".")[0] == root else inner
    return Malformed(error.message, f"{field}.{inner}" if inner else field)
