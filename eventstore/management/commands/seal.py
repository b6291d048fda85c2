"""Seal the log, publish its newest seal, compare a published one with the log."""

import os
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from eventstore.management.commands._progress import bar
from eventstore.published_seals import QUOTED, PublishedSeal, compare, newest_seal, read_published
from eventstore.reading import last_position
from eventstore.seals import seal_log
from eventstore.timeouts import long_work
from eventstore.verification import verify_store

WHAT_TO_NAME = "name a file, - for standard input, or put the line itself in quotes"


class Command(BaseCommand):
    """`manage.py seal`."""

    help = (
        "Seal the events since the last seal, with the key that the database does not hold. With `publish`, print the "
        "newest seal for a place that nobody here can change; with `check`, compare such a seal with the log."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        acts = parser.add_subparsers(dest="act")
        publish = acts.add_parser("publish", help="seal what is new, then print the newest seal as a line of JSON")
        publish.add_argument(
            "--to", type=Path, metavar="FILE", help="add the line to a file instead, on another disk say"
        )
        check = acts.add_parser(
            "check", help="compare published seals with the log, and verify it; exit 1 on a finding"
        )
        check.add_argument("source", metavar="FILE|TEXT", help="a file, - for standard input, or the line itself")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            match options["act"]:
                case "publish":
                    self._publish(options["to"])
                case "check":
                    self._check(options["source"])
                case _:
                    seal = seal_log()
                    self.stdout.write(str(seal) if seal else "nothing to seal")
        except FileNotFoundError as error:
            raise CommandError(f"there is no file or folder {error.filename}; {WHAT_TO_NAME}") from None
        except OSError as error:
            raise CommandError(f"{error.filename or 'the file'}: {error.strerror}") from None
        except ValueError as error:
            raise CommandError(str(error)) from None

    def _publish(self, to: Path | None) -> None:
        seal_log()
        seal = newest_seal()
        if seal is None:
            raise CommandError("there is nothing to publish: nothing has happened here yet")
        if to is None:
            self.stdout.write(seal.line())
            return
        with to.open("a", encoding="ascii") as file:
            file.write(f"{seal.line()}\n")
            file.flush()
            os.fsync(file.fileno())
        self.stdout.write(f"{seal} was added to {to}")

    def _check(self, source: str) -> None:
        seals = read_published(_text(source))
        findings = [finding for seal in seals for finding in compare(seal)]
        with long_work(), bar(last_position(), "verify") as progress:
            findings += verify_store(progress.update)
        for finding in findings:
            self.stdout.write(str(finding))
        if findings:
            sys.exit(1)
        self.stdout.write(conclusion(max(seals, key=lambda seal: seal.number), last_position()))


def conclusion(seal: PublishedSeal, end: int) -> str:
    """What follows from a published seal that fits a log of `end` events, which verifies."""
    fits = (
        f"{seal}: the log begins with the {seal.last_position} events that it began with then, each as it was. Nobody "
        "has changed, removed, added or moved one of them, with or without the key."
    )
    since = end - seal.last_position
    return f"{fits} It says nothing of the {since} that came since." if since else fits


def _text(source: str) -> str:
    if source.lstrip(QUOTED).startswith("{"):
        return source
    if source == "-":
        return sys.stdin.read()
    return Path(source).read_text(encoding="utf-8", errors="replace")
