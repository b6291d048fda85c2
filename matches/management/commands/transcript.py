"""`manage.py transcript run FILE`: a match from a JSON document, without a database; `record` stores it as a match."""

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
from rules.kernel.errors import Malformed
from rules.kernel.transcript import PLAYED, read_transcript, run
from rules.registry import RULESETS


class Command(BaseCommand):
    """Play a transcript, or store it as a match."""

    help = "Play a transcript without a database (run), or store it as a match (record)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to do with which file."""
        deeds = parser.add_subparsers(dest="deed", required=True)
        for name, text in (
            ("run", "print a JSON line an event, then where it ends"),
            ("record", "store it as a match"),
        ):
            deed = deeds.add_parser(name, help=text)
            deed.add_argument("file", help="the transcript; - is the standard input")
            if name == "record":
                deed.add_argument("--gm", help="the user who runs the match")
                deed.add_argument("--visibility", choices=("private", "unlisted", "public"), default="private")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play it.

        The exit code tells how it ended: 0 played, 1 unreadable, 2 refused, 3 dice wanted, 4 dice left over.
        """
        self.style = no_style()
        raw = _bytes(options["file"])
        code = self._run(raw) if options["deed"] == "run" else self._record(raw, options)
        if code != PLAYED:
            sys.exit(code)

    def _run(self, raw: bytes) -> int:
        lines = run(raw, RULESETS)
        try:
            while True:
                self._say(next(lines))
        except StopIteration as end:
            return int(end.value)
        except BrokenPipeError:
            # Whoever read our lines has seen enough.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return PLAYED

    def _record(self, raw: bytes, options: dict[str, Any]) -> int:
        """Play it without a database first, so that nothing is stored of what cannot be played to its end."""
        last: dict[str, Any] = {}
        lines = run(raw, RULESETS)
        try:
            while True:
                last = next(lines)
        except StopIteration as end:
            if end.value != PLAYED:
                self._say(last)
                return int(end.value)
        try:
            match_id = record_transcript(read_transcript(raw, RULESETS), options["gm"], options["visibility"])
        except Malformed as error:
            raise CommandError(str(error)) from None
        self._say({"match": str(match_id)})
        return PLAYED

    def _say(self, line: dict[str, Any]) -> None:
        self.stdout.write(msgspec.json.encode(line).decode())


def _bytes(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from None
