"""Many transcripts played in one process: what of each was not as expected, and how many there were."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import CommandError

from matches.pages.boards.common import percent
from rules.kernel.errors import Malformed
from rules.kernel.previews import legal_lines, measure_lines
from rules.kernel.record import Record
from rules.kernel.transcript import OPENING, PLAYED, UNREADABLE, Line, read_transcript, run
from rules.registry import RULESETS

STANDARD_INPUT = "-"


class TranscriptResult(msgspec.Struct, frozen=True):
    """How a transcript ended: its exit `code`, the lines that say why it is not 0, and how much there was to play."""

    file: str
    code: int
    complaints: tuple[Line, ...] = ()
    steps: int = 0
    expectations: int = 0

    def lines(self) -> list[str]:
        """Each complaint in a line for people."""
        return [f"{self.file}: {sentence(complaint)}" for complaint in self.complaints]


def files_in(names: Iterable[str]) -> Iterator[str]:
    """The files that are named, and every `*.json` in the folders that are, in order. CommandError for an empty one."""
    for name in names:
        path = Path(name)
        if not path.is_dir():
            yield name
            continue
        found = sorted(str(file) for file in path.rglob("*.json"))
        if not found:
            raise CommandError(f"{name}: there is no *.json in this folder")
        yield from found


def contents(name: str) -> bytes:
    """The bytes of a file, or of the standard input. CommandError when it cannot be read."""
    if name == STANDARD_INPUT:
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from None


def play_file(name: str) -> TranscriptResult:
    """Play a transcript to its end, or to where it is not as expected."""
    try:
        raw = contents(name)
    except CommandError as error:
        return TranscriptResult(name, UNREADABLE, ({"error": {"message": str(error).removeprefix(f"{name}: ")}},))
    complaints: list[Line] = []
    playing = run(raw, RULESETS)
    while True:
        try:
            line = next(playing)
        except StopIteration as end:
            code = int(end.value)
            break
        if is_complaint(line):
            complaints.append(line)
    return TranscriptResult(name, code, tuple(complaints), *(_size(raw) if code != UNREADABLE else ()))


def is_complaint(line: Line) -> bool:
    """Whether a line says why a transcript did not go on."""
    if "refused" in line:
        return "expected" not in line["refused"]
    return "type" not in line and not line.keys().isdisjoint(("error", "need", "left", "failed"))


def _size(raw: bytes) -> tuple[int, int]:
    """How many steps a transcript has, and how many expectations."""
    document = read_transcript(raw, RULESETS)
    return len(document.steps), sum(expect.count() for _, _, expect in document.expectations())


def sentence(complaint: Line) -> str:
    """A complaint in words, with its place in the file.

    >>> sentence({"refused": {"step": 3, "code": "occupied", "rule": "ISH-MOVE-04", "message": "Somebody is there."}})
    'step 3 is refused with occupied (ISH-MOVE-04): Somebody is there.'
    """
    (kind, details), *_ = complaint.items()
    if kind == "error":
        return f"cannot be read: {details.get('field', '')}{': ' if details.get('field') else ''}{details['message']}"
    step = "the opening" if details["step"] == OPENING else f"step {details['step']}"
    if kind == "refused":
        return f"{step} is refused with {details['code']} ({details['rule']}): {details['message']}"
    if kind == "need":
        return f"{step} wants more dice: {details['roll']} for {details['purpose']} by {details['by']}"
    if kind == "failed":
        return f"{details['field']}: {details['message']}{_expected(details)}"
    return f"{step}: {details['message']}"


def _expected(failed: dict[str, Any]) -> str:
    """What was expected and found, where the message does not say so itself."""
    if "expected " in failed["message"]:
        return ""
    wanted, found = (msgspec.json.encode(failed.get(name)).decode() for name in ("expected", "found"))
    return f"; expected {wanted}" + (f", found {found}" if "found" in failed else "")


# Where a transcript ends


def last_line(lines: Generator[Line, None, int]) -> tuple[Line, int]:
    """The last line of a transcript that is played, and its exit code."""
    last: Line = {}
    while True:
        try:
            last = next(lines)
        except StopIteration as end:
            return last, int(end.value)


def shortened(raw: bytes, steps: int | None) -> bytes:
    """A transcript with its first so many steps alone (None: all), and what is expected of these."""
    try:
        document = read_transcript(raw, RULESETS)
    except Malformed:
        return raw
    if steps is None:
        return raw
    return msgspec.json.encode(msgspec.structs.replace(document, steps=document.steps[:steps], expect=None))


def _legal(record: Record) -> Iterator[Line]:
    if record.outcome() is None:
        yield from legal_lines(record.ruleset, record.state, record.table.paused)


def _measures(record: Record) -> Iterator[Line]:
    yield from measure_lines(record.ruleset, record.state)


QUESTIONS: dict[str, Callable[[Record], Iterator[Line]]] = {"legal": _legal, "measure": _measures}


def names(value: Any, who: str) -> bool:
    """Whether a line names somebody.

    >>> names({"from": "ada", "to": "bert"}, "bert"), names({"command": {"order": ["bo"]}}, "b")
    (True, False)
    """
    if isinstance(value, dict):
        return who in value or any(names(part, who) for part in value.values())
    if isinstance(value, list):
        return any(names(part, who) for part in value)
    return bool(value == who)


def in_words(line: Line) -> str:
    """A line of `legal` or `measure` for people.

    >>> in_words({"measure": "distance", "from": "h1", "to": "a1", "squares": 2})
    'distance from h1 to a1: squares 2'
    >>> in_words({"by": "home", "command": {"type": "end_go", "player": "h1"}})
    'home {"type":"end_go","player":"h1"}'
    """
    rest = dict(line)
    heads = [rest.pop("measure")] if "measure" in rest else []
    if "command" in rest:
        heads += [rest.pop("by"), msgspec.json.encode(rest.pop("command")).decode()]
    heads += [f"{name} {rest.pop(name)}" for name in ("from", "to", "model", "player") if name in rest]
    fields = ", ".join(_field(name, value) for name, value in rest.items())
    return " ".join(heads) + (f": {fields}" if fields else "")


def _field(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return name if value else f"not {name}"
    if name == "chance":
        return f"{value[0]} of {value[1]} ({percent(value)})"
    return f"{name} {value if isinstance(value, str) else msgspec.json.encode(value).decode()}"


# Counting


TOTAL = "{files} transcripts ({steps} steps, {expectations} expectations): {passed} passed, {failed} failed"


def counted(played: Iterable[TranscriptResult]) -> dict[str, int]:
    """How many transcripts there were, how many of them ended as expected, and what they held."""
    found = list(played)
    passed = sum(one.code == PLAYED for one in found)
    return {
        "files": len(found),
        "passed": passed,
        "failed": len(found) - passed,
        "steps": sum(one.steps for one in found),
        "expectations": sum(one.expectations for one in found),
    }
