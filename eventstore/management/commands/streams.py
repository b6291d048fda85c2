"""Streams, and the files they travel in."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from eventstore.errors import EventStoreError
from eventstore.exports import check_export, export_streams, import_streams
from eventstore.models import Stream
from eventstore.seals import SealKey, find_seal_key, seal_key


class Command(BaseCommand):
    """`manage.py streams`."""

    help = "List streams; export them to a .skald file; verify such a file; import it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        acts = parser.add_subparsers(dest="act", required=True)
        listing = acts.add_parser("list", help="list streams, newest first")
        listing.add_argument("--kind", help="only streams of this kind, such as match")
        listing.add_argument("--json", action="store_true", help="print a JSON line for each stream")
        export = acts.add_parser("export", help="write streams to a file")
        export.add_argument("names", nargs="+", metavar="stream")
        export.add_argument("--to", type=Path, required=True, metavar="FILE")
        export.add_argument("--seal", action="store_true", help="sign the file with the seal key of this machine")
        for act, text in (("check", "verify a file, without looking at the database"), ("import", "take a file in")):
            reading = acts.add_parser(act, help=text)
            reading.add_argument("file", type=Path)
            reading.add_argument("--ignore-seal", action="store_true", help="trust the hashes alone, whatever its seal")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        try:
            getattr(self, f"_{options['act']}")(options)
        except (EventStoreError, OSError, ValueError) as error:
            raise CommandError(str(error)) from None

    def _list(self, options: dict[str, Any]) -> None:
        streams = Stream.objects.order_by("-id")
        if options["kind"]:
            streams = streams.filter(kind=options["kind"])
        for stream in streams.iterator():
            line = {"stream": stream.name, "version": stream.version, "opened": stream.opened.isoformat()}
            line["closed"] = stream.closed
            words = f"{stream.name}  version {stream.version}  opened {stream.opened:%Y-%m-%d %H:%M} UTC"
            self.stdout.write(json.dumps(line) if options["json"] else words + ("  closed" if stream.closed else ""))

    def _export(self, options: dict[str, Any]) -> None:
        draft = options["to"].with_name(options["to"].name + ".part")
        try:
            with draft.open("wb") as file:
                summary = export_streams(options["names"], file, seal_key() if options["seal"] else None)
            draft.replace(options["to"])
        finally:
            draft.unlink(missing_ok=True)
        self.stdout.write(f"{summary.events} events of {len(summary.streams)} streams written to {options['to']}")

    def _check(self, options: dict[str, Any]) -> None:
        with options["file"].open("rb") as file:
            summary = check_export(file, _key(options))
        for stream, head in zip(summary.streams, summary.heads, strict=True):
            self.stdout.write(f"{stream.name}  version {stream.version}  head {head}")
        self.stdout.write(f"{options['file']}: {summary.seal.value}")

    def _import(self, options: dict[str, Any]) -> None:
        with options["file"].open("rb") as file:
            summary = check_export(file, _key(options))
            file.seek(0)
            done = import_streams(file, _key(options))
        for one in done:
            new = one.version - one.from_version
            self.stdout.write(f"{one.stream}: {f'{new} events' if new > 0 else 'all here already'}")
        self.stdout.write(f"{options['file']}: {summary.seal.value}")


def _key(options: dict[str, Any]) -> SealKey | None:
    return None if options["ignore_seal"] else find_seal_key()
