"""`manage.py transcript run FILE …`: matches from JSON documents, without a database; `record` stores one."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.core.management.color import no_style

from matches.terminal.recording import record_transcript
from matches.terminal.transcripts import (
    QUESTIONS,
    TOTAL,
    contents,
    counted,
    files_in,
    in_words,
    last_line,
    names,
    play_file,
    shortened,
)
from rules.kernel.errors import Malformed
from rules.kernel.transcript import NOT_AS_EXPECTED, PLAYED, played, read_transcript, run
from rules.registry import RULESETS


class Command(BaseCommand):
    """Play transcripts, ask about where one ends, or store one as a match."""

    help = "Play transcripts without a database (run), ask where one ends (legal, measure), or store one (record)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        playing = actions.add_parser(
            "run", help="print one JSON line per event; with several files, what was not as expected"
        )
        playing.add_argument("files", nargs="+", metavar="file", help="a transcript, or a folder; - is standard input")
        playing.add_argument("--json", action="store_true", help="with several files: one JSON line each")
        for name, text in (
            ("legal", "every legal command at its end, and who may give it"),
            ("measure", "distances, sight, reach and chances at its end"),
        ):
            asking = actions.add_parser(name, help=text)
            asking.add_argument("file", help="the transcript; - is the standard input")
            asking.add_argument("--json", action="store_true", help="print one JSON line each")
            asking.add_argument("--steps", type=int, metavar="N", help="play only its first N steps")
            asking.add_argument("--about", metavar="ID", help="only lines that name this player or model")
        recording = actions.add_parser("record", help="store it as a match")
        recording.add_argument("file", help="the transcript; - is the standard input")
        recording.add_argument("--gm", help="the user who becomes its GM")
        recording.add_argument("--visibility", choices=("private", "unlisted", "public"), default="private")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what is asked.

        The exit code tells how it ended: 0 played, 1 unreadable, 2 refused, 3 dice wanted, 4 dice left over, 5 not as
        expected. Of many files it is 0 when all were played as expected, else 5.
        """
        self.style = no_style()
        try:
            code = self._act(options)
        except BrokenPipeError:
            # Whoever read our lines has seen enough.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = PLAYED
        if code != PLAYED:
            sys.exit(code)

    def _act(self, options: dict[str, Any]) -> int:
        if options["action"] == "record":
            return self._record(contents(options["file"]), options)
        if options["action"] in QUESTIONS:
            return self._answer(contents(options["file"]), options)
        files = options["files"]
        if len(files) == 1 and not Path(files[0]).is_dir():
            return self._run(contents(files[0]))
        return self._run_all(files, in_json=options["json"])

    def _run(self, raw: bytes) -> int:
        lines = run(raw, RULESETS)
        try:
            while True:
                self._say(next(lines))
        except StopIteration as end:
            return int(end.value)

    def _run_all(self, files: list[str], *, in_json: bool) -> int:
        """Play many, and tell what was not as expected and how many there were."""
        ended = []
        for name in files_in(files):
            ended.append(one := play_file(name))
            if in_json:
                self._say(msgspec.to_builtins(one))
            for complaint in () if in_json else one.lines():
                self.stdout.write(complaint)
        counts = counted(ended)
        if in_json:
            self._say(counts)
        else:
            self.stdout.write(TOTAL.format(**counts))
        return NOT_AS_EXPECTED if counts["failed"] else PLAYED

    def _answer(self, raw: bytes, options: dict[str, Any]) -> int:
        """What may be done, or measured, where a transcript ends; the line that says why, if it does not get there."""
        raw = shortened(raw, options["steps"])
        last, code = last_line(run(raw, RULESETS))
        if code != PLAYED:
            self._say(last)
            return code
        document = read_transcript(raw, RULESETS)
        record = played(document, RULESETS[document.ruleset])
        if options["action"] == "legal" and record.outcome() is not None and not options["json"]:
            self.stdout.write("no open decisions")
        for line in QUESTIONS[options["action"]](record):
            if options["about"] and not names(line, options["about"]):
                continue
            if options["json"]:
                self._say(line)
            else:
                self.stdout.write(in_words(line))
        return PLAYED

    def _record(self, raw: bytes, options: dict[str, Any]) -> int:
        """Play it without a database first, so that nothing is stored of what cannot be played to its end."""
        last, code = last_line(run(raw, RULESETS))
        if code != PLAYED:
            self._say(last)
            return code
        try:
            match_id = record_transcript(read_transcript(raw, RULESETS), options["gm"], options["visibility"])
        except Malformed as error:
            raise CommandError(str(error)) from None
        self._say({"match": str(match_id)})
        return PLAYED

    def _say(self, line: dict[str, Any]) -> None:
        self.stdout.write(msgspec.json.encode(line).decode())
