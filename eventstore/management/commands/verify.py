"""Verify the log."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from eventstore.errors import UnknownStream
from eventstore.findings import Finding
from eventstore.management.commands._progress import bar
from eventstore.reading import last_position
from eventstore.verification import verify_store, verify_stream


class Command(BaseCommand):
    """`manage.py verify`."""

    help = "Verify the log: all of it with its seals, or single streams. Exits 1 when something was changed."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("streams", nargs="*", metavar="stream", help="names of streams; the whole log if none")
        parser.add_argument("--json", action="store_true", help="print a JSON line for each finding")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        names: list[str] = options["streams"]
        try:
            total = last_position()
        except DatabaseError as error:
            raise CommandError(f"the database cannot be read: {error}") from None
        if names:
            findings = self._verify_streams(names)
        else:
            with bar(total, "verify") as progress:
                findings = verify_store(progress.update)
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
