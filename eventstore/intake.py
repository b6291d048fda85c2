"""Taking a verified `.skald` file into the log, with all as it was but the positions."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from eventstore.chain import type_id
from eventstore.errors import BadExport, Conflict, Diverged, StreamClosed
from eventstore.models import Command, Event, EventType, Stream
from eventstore.postgres import APPEND_LOCK
from eventstore.reading import last_position, read
from eventstore.records import Appended, Recorded, kind_of
from eventstore.skald_format import ExportSummary, FileEvent, StreamLine

BATCH = 1_000


class Imported(NamedTuple):
    """A stream of a file: the versions above `from_version`, up to `version`, were new here."""

    stream: str
    from_version: int
    version: int


class Intake:
    """An import under way, in a transaction that its caller holds.

    The log is locked first, and the rows of the streams after it: the same order as in an append, so that neither
    waits for the other in a ring.
    """

    def __init__(self, summary: ExportSummary) -> None:
        heads = dict(zip(summary.streams, summary.heads, strict=True))
        self._streams: dict[str, Stream] = {}
        # The version that each stream has here already.
        self._here: dict[str, int] = {}
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [APPEND_LOCK])
        for line in sorted(heads, key=lambda line: line.name):
            self._lock_stream(line, bytes.fromhex(heads[line]))
        self._position = last_position()
        self._known_types = set(EventType.objects.values_list("name", flat=True))
        self._batch: list[Event] = []
        self._commands: dict[UUID, Command] = {}
        self._places: dict[UUID, FileEvent] = {}
        self.appended: list[Appended] = []
        self.imported = [Imported(line.name, self._here[line.name], line.version) for line in summary.streams]

    def take_in(self, events: Iterable[FileEvent]) -> None:
        """Store the events that are new here; raise Diverged where one that is here already differs."""
        ours: Iterator[Recorded] = iter(())
        for place in events:
            name, version, here = place.stream.name, place.event.v, self._here[place.stream.name]
            if version == 1:
                ours = read(name, upto=min(here, place.stream.version))
            if version <= here:
                if next(ours).hash.hex() != place.event.hash:
                    raise Diverged(name, version)
                continue
            self._add(place)
            if version == place.stream.version:
                self._store()
                self._store_commands()
                digest = bytes.fromhex(place.event.hash)
                self.appended.append(Appended(name, here + 1, version, self._position, digest))

    def _lock_stream(self, line: StreamLine, head: bytes) -> None:
        row = Stream.objects.select_for_update().filter(name=line.name).first()
        if row is None:
            self._here[line.name] = 0
            self._streams[line.name] = self._open(line, head)
            return
        self._here[line.name], self._streams[line.name] = row.version, row
        if row.version >= line.version:
            return
        if row.closed_at is not None:
            raise StreamClosed(line.name)
        row.version, row.head_hash, row.closed_at = line.version, head, line.closed_at
        row.save(update_fields=["version", "head_hash", "closed_at"])

    def _open(self, line: StreamLine, head: bytes) -> Stream:
        row = Stream(
            name=line.name,
            kind=kind_of(line.name),
            uuid=line.uuid,
            version=line.version,
            head_hash=head,
            opened_at=line.opened_at,
            closed_at=line.closed_at,
        )
        try:
            with transaction.atomic():
                row.save(force_insert=True)
        except IntegrityError:
            raise Conflict(line.name, 0, Stream.objects.get(name=line.name).version) from None
        return row

    def _add(self, place: FileEvent) -> None:
        event, stream = place.event, self._streams[place.stream.name]
        self._position += 1
        self._batch.append(
            Event(
                position=self._position,
                recorded_at=event.at,
                stream_id=stream.id,
                version=event.v,
                type_id=type_id(event.type),
                schema=event.schema,
                command_id=event.command,
                actor=event.actor,
                body=event.body.encode(),
                hash=bytes.fromhex(event.hash),
            )
        )
        if event.type not in self._known_types:
            EventType.objects.create(id=type_id(event.type), name=event.type)
            self._known_types.add(event.type)
        self._note_command(place, stream)
        if len(self._batch) >= BATCH:
            self._store()

    def _note_command(self, place: FileEvent, stream: Stream) -> None:
        """Gather the command that wrote this event: all its events stand side by side."""
        event = place.event
        command = self._commands.get(event.command)
        if command is None:
            if len(self._commands) >= BATCH:
                self._store_commands()
            first = last = event.v
            command = Command(id=event.command, stream=stream, first_version=first, last_version=last, fingerprint=b"")
            self._commands[event.command] = command
            self._places[event.command] = place
        elif command.stream_id == stream.id and command.last_version == event.v - 1:
            command.last_version = event.v
        else:
            raise _used_before(place)

    def _store(self) -> None:
        Event.objects.bulk_create(self._batch)
        self._batch = []

    def _store_commands(self) -> None:
        for known in Command.objects.filter(id__in=list(self._commands)):
            raise _used_before(self._places[known.id])
        Command.objects.bulk_create(self._commands.values())
        self._commands, self._places = {}, {}


def _used_before(place: FileEvent) -> BadExport:
    where = f"{place.stream.name} version {place.event.v}"
    return BadExport(place.line, f"command {place.event.command} wrote something else already", where)
