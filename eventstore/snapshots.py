"""Snapshots of folded states: a cache. What cannot be used is thrown away, and never an error."""

import time
from hashlib import sha256
from typing import NamedTuple

from eventstore.errors import UnknownStream
from eventstore.models import Snapshot, Stream


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
        checksum=_checksum(row, version, fold_version, body),
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
    rows = Snapshot.objects.select_related("stream").filter(stream__name=stream, fold_version=fold_version)
    if upto is not None:
        rows = rows.filter(version__lte=upto)
    for row in rows.order_by("-version"):
        body = bytes(row.body)
        if row.version <= row.stream.version and bytes(row.checksum) == _checksum(
            row.stream, row.version, fold_version, body
        ):
            return SavedState(stream, row.version, body)
        row.delete()
    return None


def discard_snapshot(stream: str, version: int, fold_version: str) -> None:
    """Throw away a state whose body turned out to be of no use."""
    Snapshot.objects.filter(stream__name=stream, version=version, fold_version=fold_version).delete()


def discard_snapshots(stream: str) -> None:
    """Throw away all states of `stream`."""
    Snapshot.objects.filter(stream__name=stream).delete()


def _checksum(stream: Stream, version: int, fold_version: str, body: bytes) -> bytes:
    """Return what shows that the bytes are whole and belong to this stream, version and fold."""
    return sha256(f"{stream.uuid}/{version}/{fold_version}/".encode() + body).digest()
