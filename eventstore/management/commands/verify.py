"""Verify the log."""

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from eventstore.errors import UnknownStream
from eventstore.findings import Finding
from eventstore.import_words import describe_imports, origins_in_words
from eventstore.management.commands._progress import bar
from eventstore.provenance import Provenance, imports_of_all
from eventstore.reading import last_position
from eventstore.seals import find_seal_key
from eventstore.timeouts import long_work
from eventstore.verification import verify_store, verify_stream

NO_KEY = "seals not checked: there is no seal key here"
DOUBT = "who acted there, and when, nobody here can confirm"


class Command(BaseCommand):
    """`manage.py verify`."""

    help = "Verify the log: all of it with its seals, or single streams. Exits 1 when something was changed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("streams", nargs="*", metavar="stream", help="names of streams; the whole log if none")
        parser.add_argument("--json", action="store_true", help="print a JSON line for each finding, and note")

    def handle(self, *args: Any, **options: Any) -> None:
        names: list[str] = options["streams"]
        try:
            total = last_position()
        except DatabaseError as error:
            raise CommandError(f"the database cannot be read: {error}") from None
        if names:
            findings = self._verify_streams(names)
        else:
            with long_work(), bar(total, "verify") as progress:
                findings = verify_store(progress.update)
        if not names and find_seal_key() is None:
            self.stdout.write(json.dumps({"kind": "note", "message": NO_KEY}) if options["json"] else NO_KEY)
        for line in _imports(names, options):
            self.stdout.write(line)
        for finding in findings:
            self.stdout.write(json.dumps(finding.as_dict()) if options["json"] else str(finding))
        if findings:
            sys.exit(1)
        if not options["json"]:
            self.stdout.write(f"{', '.join(names) if names else f'all {total} events'}: as recorded")

    def _verify_streams(self, names: list[str]) -> list[Finding]:
        findings = []
        with bar(len(names), "verify", "stream") as progress:
            for name in names:
                try:
                    findings += verify_stream(name)
                except UnknownStream as error:
                    raise CommandError(str(error)) from None
                progress.update()
        return findings


def _imports(names: list[str], options: dict[str, Any]) -> Iterator[str]:
    """How many of the streams came from files without a trusted seal; with `--verbosity 2` every import."""
    found, named = imports_of_all(names or None), options["verbosity"] > 1
    strange = sum(any(not one.trusted for one in imports) for imports in found.values())
    if strange:
        came = "1 stream came from a file" if strange == 1 else f"{strange} streams came from files"
        note = f"{came} without a trusted seal; {DOUBT}"
        hint = "" if named else f" (--verbosity 2 names {'it' if strange == 1 else 'them'})"
        yield json.dumps({"kind": "note", "message": note}) if options["json"] else f"{note}{hint}"
    if named and options["json"]:
        yield from (json.dumps(one) for stream in sorted(found) for one in _documents(stream, found[stream]))
    elif named:
        yield from (f"{stream}: {origins_in_words(found[stream])}" for stream in sorted(found))


def _documents(stream: str, imports: Sequence[Provenance]) -> Iterator[dict[str, Any]]:
    for one in describe_imports(imports):
        versions = {"stream": stream, "first": one.first, "last": one.last}
        yield {"kind": "import", **versions, "by": one.by, "at": one.at.isoformat(), "trusted": one.trusted}
