"""Exports: streams to a `.skald` file, a file verified, a file taken in again with heads and hashes as they were."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from typing import BinaryIO

import msgspec
from django.db import transaction

from eventstore.errors import UnknownStream
from eventstore.intake import Imported, Intake
from eventstore.reading import head, read
from eventstore.records import Recorded
from eventstore.seals import SealKey
from eventstore.skald_format import (
    FORMAT,
    EventLine,
    ExportSummary,
    FileSeal,
    Footer,
    Header,
    Reader,
    StreamLine,
    seal_of,
)
from eventstore.wake import wake


def export_streams(names: Sequence[str], file: BinaryIO, key: SealKey | None = None) -> ExportSummary:
    """Write the streams `names`, as they stand now, to `file`; sealed with `key` if given. Raises UnknownStream."""
    streams = [_stream_line(name) for name in names]
    digest = sha256()

    def put(line: msgspec.Struct) -> None:
        raw = msgspec.json.encode(line) + b"\n"
        digest.update(raw)
        file.write(raw)

    put(Header(FORMAT, exported_at=time.time_ns() // 1000, streams=streams, sealed_by=key.id if key else None))
    heads, count = [], 0
    for stream in streams:
        for event in read(stream.name, upto=stream.version):
            put(_event_line(event))
            count += 1
        heads.append(event.hash.hex())
    seal = seal_of(digest.digest(), key) if key else None
    put(Footer(events=count, heads=heads, sha256=digest.hexdigest(), seal=seal))
    return ExportSummary(streams, heads, count, FileSeal.OURS if key else FileSeal.NONE)


def _stream_line(name: str) -> StreamLine:
    stream = head(name)
    if stream is None:
        raise UnknownStream(name)
    return StreamLine(name, stream.uuid, stream.version, stream.opened_at, stream.closed_at)


def _event_line(event: Recorded) -> EventLine:
    return EventLine(
        v=event.version,
        type=event.type,
        schema=event.schema,
        at=event.recorded_at,
        actor=event.actor,
        command=event.command_id,
        body=event.body.decode(),
        hash=event.hash.hex(),
    )


def check_export(file: BinaryIO, key: SealKey | None = None) -> ExportSummary:
    """Verify a `.skald` file, which needs no database; raise BadExport with the line and the event at fault.

    A seal is checked when it was made with `key`; the summary tells what it is worth. A seal of old, which does not
    say its key, must fit `key`. Without `key` no seal is checked.
    """
    reader = Reader(file, key)
    for _event in reader.events():
        pass
    return ExportSummary(reader.header.streams, reader.heads, reader.count, reader.seal)


def import_streams(
    file: BinaryIO, key: SealKey | None = None, within: Callable[[], None] | None = None
) -> list[Imported]:
    """Take in a `.skald` file, which must be seekable: all of it or nothing.

    It is verified first, as `check_export` does (BadExport). Streams get the uuid, hashes, instants, actors and command
    ids that they had, so that their heads are the same. Of a stream that is here already only the events beyond it are
    taken, none if there are none; Diverged is raised when the two differ, Conflict when somebody appended meanwhile.
    `within` is called in the same transaction once all is stored, for rows that must come with it.
    """
    start = file.tell()
    summary = check_export(file, key)
    file.seek(start)
    with transaction.atomic(durable=True):
        intake = Intake(summary)
        intake.take_in(Reader(file, key).events())
        if within:
            within()
        transaction.on_commit(partial(wake, intake.appended), robust=True)
    return intake.imported
