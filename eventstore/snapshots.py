"""Snapshots of folded states: a cache. What cannot be used is thrown away, and never an error."""

import time
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from eventstore.errors import UnknownStream
from eventstore.models import Snapshot, Stream
from eventstore.reading import DIALECT, rows

# Through the unique index; without Django's layers, which took longer than all the rest of a load.
LATEST = """
SELECT p.version, p.body, p.checksum, {uuid}, s.version
FROM eventstore_stream s JOIN eventstore_snapshot p ON p.stream_id = s.id
WHERE s.name = {mark} AND p.fold_version = {mark} AND p.version <= {mark}
ORDER BY p.version DESC LIMIT 1
"""
LAST_VERSION = 2**31 - 1


class SavedState(NamedTuple):
    """A state as it was saved: the fold of its stream up to and with `version`."""

    stream: str
    version: int
    body: bytes


def save_snapshot(stream: str, version: int, fold_version: str, body: bytes) -> None:
    """Keep `body` as the state of `stream` at `version`, folded by `fold_version`; raises UnknownStream.

    What another fold version left behind for this stream is thrown away.
    """
    row = Stream.objects.filter(name=stream).first()
    if row is None:
        raise UnknownStream(stream)
    Snapshot.objects.filter(stream=row).exclude(fold_version=fold_version).delete()
    snapshot = Snapshot(
        stream=row,
        version=version,
        fold_version=fold_version,
        body=body,
        checksum=_checksum(row.uuid, version, fold_version, body),
        saved_at=time.time_ns() // 1000,
    )
    # Two processes may save the same state at once; a cache takes the last.
    Snapshot.objects.bulk_create(
        [snapshot],
        update_conflicts=True,
        unique_fields=["stream", "fold_version", "version"],
        update_fields=["body", "checksum", "saved_at"],
    )


def load_snapshot(stream: str, fold_version: str, upto: int | None = None) -> SavedState | None:
    """Return the latest usable state of `stream` at or before version `upto`, or None."""
    sql = LATEST.format(**DIALECT[connection.vendor])
    while found := rows(sql, (stream, fold_version, LAST_VERSION if upto is None else upto)):
        ((version, body, checksum, uuid, head),) = found
        # A damaged SQLite file may hold text where bytes were.
        whole = isinstance(body, bytes) and checksum == _checksum(UUID(bytes=uuid), version, fold_version, body)
        if whole and version <= head:
            return SavedState(stream, version, body)
        discard_snapshot(stream, version, fold_version)
    return None


def discard_snapshot(stream: str, version: int, fold_version: str) -> None:
    """Throw away a state whose body turned out to be of no use."""
    Snapshot.objects.filter(stream__name=stream, version=version, fold_version=fold_version).delete()


def discard_snapshots(stream: str) -> None:
    """Throw away all states of `stream`."""
    Snapshot.objects.filter(stream__name=stream).delete()


def discard_all_snapshots(kinds: Iterable[str]) -> None:
    """Throw away all states of all streams of these kinds."""
    Snapshot.objects.filter(stream__kind__in=tuple(kinds)).delete()


def _checksum(uuid: UUID, version: int, fold_version: str, body: bytes) -> bytes:
    """Return what shows that the bytes are whole and belong to the stream with this uuid, this version and fold."""
    return sha256(f"{uuid}/{version}/{fold_version}/".encode() + body).digest()
