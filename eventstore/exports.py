"""Exports: streams to a `.skald` file, a file verified, a file taken in again with heads and hashes as they were."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from hashlib import sha256
from typing import Any, BinaryIO

import msgspec
from django.db import connection, transaction

from eventstore.errors import Diverged, LongExport, UnknownStream
from eventstore.intake import StreamImport, compare, first_difference, insert, new_events
from eventstore.provenance import ImportRequest, lines_of
from eventstore.reading import head, read
from eventstore.records import RecordedEvent, check_actor
from eventstore.seals import SealKey
from eventstore.skald_format import (
    FORMAT,
    EventLine,
    ExportSummary,
    FileEvent,
    FileSeal,
    Footer,
    Header,
    Reader,
    StreamLine,
    seal_of,
)
from eventstore.staging import Staging, staging_tables
from eventstore.wake import wake


def export_streams(names: Sequence[str], file: BinaryIO, key: SealKey | None = None) -> ExportSummary:
    """Write the streams `names`, as they stand now, to `file`; sealed with `key` if given. Raises UnknownStream."""
    streams = [_stream_line(name) for name in names]
    digest = sha256()

    def put(line: msgspec.Struct) -> None:
        raw = msgspec.json.encode(line) + b"\n"
        digest.update(raw)
        file.write(raw)

    imported, key_id = lines_of(streams), key.id if key else None
    put(Header(FORMAT, time.time_ns() // 1000, streams, sealed_by=key_id, imported=imported))
    heads, count = [], 0
    for stream in streams:
        for event in read(stream.name, upto=stream.version):
            put(_event_line(event))
            count += 1
        heads.append(event.hash.hex())
    seal = seal_of(digest.digest(), key) if key else None
    put(Footer(events=count, heads=heads, sha256=digest.hexdigest(), seal=seal))
    sealed = (FileSeal.OURS, key.id) if key else (FileSeal.NONE, "")
    return ExportSummary(streams, heads, count, *sealed, digest.hexdigest(), imported)


def _stream_line(name: str) -> StreamLine:
    stream = head(name)
    if stream is None:
        raise UnknownStream(name)
    return StreamLine(name, stream.uuid, stream.version, stream.opened_at, stream.closed_at)


def _event_line(event: RecordedEvent) -> EventLine:
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


def check_export(
    file: BinaryIO, key: SealKey | None = None, trusted: Sequence[SealKey] = (), *, most: int | None = None
) -> ExportSummary:
    """Verify a `.skald` file, which needs no database; raise BadExport with the line and the event at fault.

    A seal is checked when it was made with `key` or one of `trusted`; the summary tells what it is worth. A seal of
    old, which does not say its key, must fit one of them. Without any key no seal is checked. LongExport is raised at
    the header where it announces more than `most` events.
    """
    reader = Reader(file, key, trusted)
    announced = sum(stream.version for stream in reader.header.streams)
    if most is not None and announced > most:
        raise LongExport(announced, most)
    for _event in reader.events():
        pass
    return reader.summary


def import_streams(
    file: BinaryIO,
    key: SealKey | None = None,
    within: Callable[[], None] | None = None,
    trusted: Sequence[SealKey] = (),
    by: str = "house",
    person: str = "",
) -> list[StreamImport]:
    """Take in a `.skald` file, which must be seekable: all of it or nothing.

    It is verified first, as `check_export` does (BadExport). Streams get the uuid, hashes, instants, actors and command
    ids that they had, so that their heads are the same. Of a stream that is here already only the events beyond it are
    taken, none if there are none; Diverged is raised when the two differ, Conflict when somebody appended meanwhile.
    Who took it in is noted beside each stream (`by` as the log names people; `person`: 32 hexadecimal digits, or
    nothing), with when that was and what the seal was worth.
    `within` is called in the same transaction once all is stored, for rows that must come with it. Nobody waits while
    the file is verified: appends are kept off for the insertion and `within` alone.
    """
    start = file.tell()

    def events() -> Iterator[FileEvent]:
        file.seek(start)
        return Reader(file, key, trusted).events()

    check_actor(by)
    summary = check_export(file, key, trusted)
    try:
        streams = compare(summary)
        with _room() as (staging, taking):
            staging.put(new_events(events(), streams))
            with taking:
                appended = insert(streams, staging, ImportRequest(by, person, time.time_ns() // 1000, summary))
                if within:
                    within()
                transaction.on_commit(partial(wake, appended), robust=True)
    except Diverged as found:
        raise Diverged(found.stream, first_difference(events(), found.stream)) from None
    return [StreamImport(line.name, streams[line.name].known_version, line.version) for line in summary.streams]


@contextmanager
def _room() -> Iterator[tuple[Staging, AbstractContextManager[Any]]]:
    """The tables for what is to be taken in, and the block in which it is.

    On SQLite a transaction is the lock, so it begins with that block. On PostgreSQL the lock is taken in it, and the
    tables go with the transaction, which is all of it.
    """
    whole = transaction.atomic(durable=True)
    if connection.vendor == "sqlite":
        with staging_tables() as staging:
            yield staging, whole
    else:
        with whole, staging_tables() as staging:
            yield staging, nullcontext()
