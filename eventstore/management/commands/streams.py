"""Streams, and the files they travel in."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from eventstore.errors import EventStoreError
from eventstore.exports import check_export, export_streams, import_streams
from eventstore.import_words import importer, line_in_words, outsider_in_words
from eventstore.models import Stream
from eventstore.provenance import Provenance, imports_of_all
from eventstore.seals import SealKey, find_seal_key, seal_key, trusted_keys
from eventstore.skald_format import ExportSummary


class Command(BaseCommand):
    """`manage.py streams`."""

    help = "List streams; export them to a .skald file; verify such a file; import it."

    def add_arguments(self, parser: CommandParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        listing = acts.add_parser("list", help="list streams, newest first")
        listing.add_argument("--kind", help="only streams of this kind, such as match")
        listing.add_argument("--json", action="store_true", help="print a JSON line for each stream")
        export = acts.add_parser("export", help="export streams to a file")
        export.add_argument("names", nargs="+", metavar="stream")
        export.add_argument("--to", type=Path, required=True, metavar="FILE")
        export.add_argument("--seal", action="store_true", help="sign the file with the seal key of this machine")
        for act, text in (("check", "verify a file, without looking at the database"), ("import", "import a file")):
            reading = acts.add_parser(act, help=text)
            reading.add_argument("file", type=Path)
            reading.add_argument("--ignore-seal", action="store_true", help="trust the hashes alone, whatever its seal")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            getattr(self, f"_{options['act']}")(options)
        except (EventStoreError, OSError, ValueError) as error:
            raise CommandError(str(error)) from None

    def _list(self, options: dict[str, Any]) -> None:
        streams = Stream.objects.order_by("-id")
        if options["kind"]:
            streams = streams.filter(kind=options["kind"])
        imports = imports_of_all()
        for stream in streams.iterator():
            words = _line if options["json"] else _words
            self.stdout.write(words(stream, imports.get(stream.name, ())))

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
            summary = check_export(file, *_keys(options))
        for stream, head in zip(summary.streams, summary.heads, strict=True):
            self.stdout.write(f"{stream.name}  version {stream.version}  head {head}")
        self._tell_origin(options["file"], summary)

    def _import(self, options: dict[str, Any]) -> None:
        with options["file"].open("rb") as file:
            key, trusted = _keys(options)
            summary = check_export(file, key, trusted)
            file.seek(0)
            done = import_streams(file, key, trusted=trusted)
        for one in done:
            new = one.version - one.from_version
            self.stdout.write(f"{one.stream}: {f'{new} events' if new > 0 else 'all here already'}")
        self._tell_origin(options["file"], summary)

    def _tell_origin(self, file: Path, summary: ExportSummary) -> None:
        """What the file tells of earlier imports, and what its seal is worth."""
        doubt = "" if summary.seal.trusted else ", says the file, which has no trusted seal"
        for line in summary.imported:
            self.stdout.write(f"{line_in_words(line)}{doubt}")
        self.stdout.write(f"{file}: {summary.seal.value}")


def _words(stream: Stream, imports: Sequence[Provenance]) -> str:
    closed, origin = "  closed" if stream.closed else "", outsider_in_words(imports)
    opened = f"version {stream.version}  opened {stream.opened:%Y-%m-%d %H:%M} UTC"
    return f"{stream.name}  {opened}{closed}{f'  {origin}' if origin else ''}"


def _line(stream: Stream, imports: Sequence[Provenance]) -> str:
    strange = [importer(one.actor) for one in imports if not one.trusted]
    line = {"stream": stream.name, "version": stream.version, "opened": stream.opened.isoformat()}
    return json.dumps(line | {"closed": stream.closed, "imported": strange[-1] if strange else None})


def _keys(options: dict[str, Any]) -> tuple[SealKey | None, list[SealKey]]:
    """Our own key, and those that are trusted."""
    return (None, []) if options["ignore_seal"] else (find_seal_key(), trusted_keys())
