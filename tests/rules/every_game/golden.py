"""Golden matches and golden events of a game: what was written once is written so, and read, for ever.

`tests/golden/GAME/NAME.json` is a transcript, `NAME.jsonl` every line it prints; `events_v1.jsonl` holds an event of
each type as schema 1 wrote it. With `SKALD_UPDATE_GOLDEN=1` the lines of the matches are written anew, and types and
frames that lack a sample get the first that a match on file has; the samples there are stay: a new schema gets a file
of its own, the old one takes its upcast.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from eventstore.api import Sample, unsampled
from rules.kernel.audit import audit
from rules.kernel.codec import Codec
from rules.kernel.messages import tag_of
from rules.kernel.record import Record
from rules.kernel.transcript import PLAYED, open_record, read_transcript, run
from rules.registry import RULESETS, rulebook

GOLDEN = Path(__file__).parents[2] / "golden"
UPDATE = os.environ.get("SKALD_UPDATE_GOLDEN") == "1"
CITED = re.compile(r"\b[A-Z][A-Za-z]*-\d+\b")


class Goldens:
    """The golden matches of a game, by `names`. `prefix` is that of its rules, "ISH"."""

    def __init__(self, game: Any, prefix: str) -> None:
        self.game, self.prefix = game, prefix
        self.folder: Path = GOLDEN / game.key
        self.names = sorted(path.stem for path in self.folder.glob("*.json"))

    def transcript(self, name: str) -> bytes:
        """The match as it was written down."""
        return (self.folder / f"{name}.json").read_bytes()

    def printed(self, name: str) -> tuple[list[dict[str, Any]], int]:
        """What `manage.py transcript run` prints, and its exit code."""
        lines = []
        playing = run(self.transcript(name), RULESETS)
        while True:
            try:
                lines.append(next(playing))
            except StopIteration as end:
                return lines, end.value

    def lines_of(self, name: str) -> list[dict[str, Any]]:
        """The lines on file: every event, and what was refused as expected, then where it ends."""
        return [json.loads(line) for line in (self.folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]

    def rolling(self, name: str) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """Each step that rolls dice, and the rules that its note cites, without the prefix."""
        for step in json.loads(self.transcript(name))["steps"]:
            if step.get("dice"):
                yield step, CITED.findall(step.get("note", ""))

    def check_played_as_written(self, name: str) -> None:
        """Played today, the match prints the lines on file."""
        lines, code = self.printed(name)
        assert code == PLAYED, lines[-1]
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        if UPDATE:
            (self.folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
        kept = self.lines_of(name)
        for place, (then, now) in enumerate(zip(kept, text.splitlines(), strict=False), 1):
            assert json.loads(now) == then, f"{name}.jsonl, line {place}"
        assert len(kept) == len(lines)

    def check_folds_and_verifies(self, name: str) -> None:
        """The lines on file are the log: they decode, fold to the state in the last line, and today's rules agree."""
        *events, last = self.lines_of(name)
        bodies = [
            {key: value for key, value in line.items() if key not in ("step", "n")} for line in events if "type" in line
        ]
        codec = Codec(self.game)
        log = [codec.decode(body["type"], msgspec.json.encode(body), 1) for body in bodies]
        record = Record.of_events(self.game, log)
        assert json.loads(json.dumps(self.game.position(record.state))) == last["state"]
        verdict = audit(self.game, log)
        assert verdict.verified, str(verdict)

    def check_notes(self, name: str) -> None:
        """A title, and a note at every step that rolls dice; each rule that a note names stands in the rulebook."""
        document = json.loads(self.transcript(name))
        assert document["title"]
        for step in document["steps"]:
            note = step.get("note", "")
            assert note or not step.get("dice"), f"{step['command']} rolls and has no note"
            for cited in CITED.findall(note):
                assert f"{self.prefix}-{cited}" in rulebook(self.game.key), f"{cited} in {note!r}"

    def check_expects(self, name: str) -> None:
        """It states what it is about: something of its steps or of its end."""
        document = read_transcript(self.transcript(name), RULESETS)
        assert sum(expect.count() for _, _, expect in document.expectations()) > 0

    def check_opens(self) -> None:
        """Each match opens as a match that somebody plays, too."""
        for name in self.names:
            document = read_transcript(self.transcript(name), RULESETS)
            assert open_record(document, self.game).pending().asks, name


class Samples:
    """An event of each type of a `book` (a game, or the kernel's table) as schema 1 wrote it: types and stored `lines`.

    The codec that reads them is that of `game`.
    """

    def __init__(self, game: Any, book: str, types: Mapping[str, Any]) -> None:
        self.game, self.types = game, types
        self.codec = Codec(game)
        self.folder = GOLDEN / book
        self.lines = self._stored()
        self.cases = [pytest.param(*one, id=one[0]) for one in self.lines]

    def _stored(self) -> list[tuple[str, bytes]]:
        return [(str(json.loads(line)["type"]), line) for line in lines_of(self.folder / "events_v1.jsonl")]

    def lacking(self, written: set[tuple[str, int]]) -> list[tuple[str, int]]:
        """What of `written` no file of samples holds; `events_v2.jsonl` holds those of schema 2."""
        found = [
            Sample(file, str(json.loads(line)["type"]), int(file.stem.removeprefix("events_v")), line, json.loads(line))
            for file in self.folder.glob("events_v*.jsonl")
            for line in file.read_bytes().splitlines()
        ]
        return unsampled(written, found)

    def check_types(self) -> None:
        """No type of event is without a sample of the schema that is written today."""
        written = {(name, self.codec.schema(name)) for name in self.types}
        if UPDATE:
            for name, schema in self.lacking(written):
                self._add(schema, lambda body, name=name: body["type"] == name)
        assert self.lacking(written) == [], "a new event type, or a new schema of one, wants a sample of its own"

    def check_frames(self, frames: Any) -> None:
        """`decided` carries frames: each kind in the union `frames` stands in one of its samples."""
        wanted = {tag_of(kind) for kind in get_args(frames)}
        if UPDATE:
            for tag in sorted(wanted - self._frames()):
                self._add(1, lambda body, tag=tag: tag in _pushed(body))
        assert wanted <= self._frames()

    def _frames(self) -> set[str]:
        return {tag for name, line in self._stored() if name == "decided" for tag in _pushed(json.loads(line))}

    def _add(self, schema: int, wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Put the first such event of the matches on file among the samples, if there is one."""
        matches = [path for path in sorted(self.folder.glob("*.jsonl")) if not path.stem.startswith("events_v")]
        lines = (json.loads(line) for path in matches for line in path.read_text(encoding="utf-8").splitlines())
        found = next((line for line in lines if "type" in line and wanted(line)), None)
        if found is not None:
            body = {key: value for key, value in found.items() if key not in ("step", "n")}
            event = self.codec.decode(body["type"], msgspec.json.encode(body), schema)
            with (self.folder / f"events_v{schema}.jsonl").open("ab") as file:
                file.write(self.codec.encode(event) + b"\n")

    def check_read(self, name: str, body: bytes) -> None:
        """It decodes, through its upcast if there is a newer schema; under schema 1 not one byte is lost."""
        event = self.codec.decode(name, body, 1)
        assert self.codec.type_of(event) == name
        if self.codec.schema(name) == 1:
            assert self.codec.encode(event) == body

    def check_folded(self, state: Any, name: str, body: bytes) -> None:
        """`evolve` takes it without raising, whatever the state."""
        assert isinstance(self.game.evolve(state, self.codec.decode(name, body, 1)), self.game.state_type)


def lines_of(file: Path) -> list[bytes]:
    """The lines of a file; none where there is no file yet."""
    return file.read_bytes().splitlines() if file.exists() else []


def _pushed(body: Mapping[str, Any]) -> set[str]:
    """The kinds of frames that an event pushes."""
    return {frame["frame"] for frame in body.get("push", ())}
