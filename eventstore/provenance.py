"""Where streams come from: which of their versions were taken in from a file, by whom, and who had signed for it.

It stands beside the stream, in a table of its own, and goes along in the header of an export. So heads are the same in
every server, and a seal of ours never makes our own what came to us without one.
"""

import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from eventstore.models import ImportedStream
from eventstore.records import moment
from eventstore.skald_format import ExportSummary, ImportLine, StreamLine

HOUSE, ANOTHER_HOUSE = "house", "another house"
USER = "user:"
"""Precedes the name of a user in who is said to have acted."""
ELSEWHERE = " (elsewhere)"
"""Follows the name of a person of a file that nobody trusted has signed for; usernames have no space and no bracket."""
LONGEST_NAME = 150
"""As long as the columns of names are."""


class Provenance(NamedTuple):
    """The versions `first` to `last` of a stream came from a file, taken in by `actor` (as the log names people).

    `key_id`: whose seal the file bore, empty where none. `trusted`: it fitted, and is one of a server that is trusted
    here. `told_by`: the key of the server that tells it of an earlier import; empty where it happened here. `file`: the
    SHA-256 of the file. `person`: who took it in as the app above names people, where it does.
    """

    first: int
    last: int
    at: int
    actor: str
    person: str
    key_id: str
    trusted: bool
    told_by: str
    file: bytes

    @property
    def imported(self) -> datetime:
        """When it was taken in."""
        return moment(self.at)


def imports_of(stream: str) -> tuple[Provenance, ...]:
    """What of a stream came from files, the earliest import first; empty where all of it happened here."""
    return imports_of_all((stream,)).get(stream, ())


def imports_of_all(streams: Collection[str] | None = None) -> dict[str, tuple[Provenance, ...]]:
    """The same for several streams, or for all there are, by name; those of which nothing was imported are left out."""
    rows = ImportedStream.objects.order_by("imported_at", "id")
    if streams is not None:
        rows = rows.filter(stream__name__in=streams)
    found: dict[str, tuple[Provenance, ...]] = {}
    for row in rows.select_related("stream"):
        one = _of_row(row)
        found[row.stream.name] = (*found.get(row.stream.name, ()), one)
    return found


def _of_row(row: ImportedStream) -> Provenance:
    return Provenance(
        first=row.first_version,
        last=row.last_version,
        at=row.imported_at,
        actor=row.actor,
        person=row.person,
        key_id=row.key_id,
        trusted=row.trusted,
        told_by=row.told_by,
        file=bytes(row.file),
    )


def lines_of(streams: Sequence[StreamLine]) -> tuple[ImportLine, ...]:
    """What the header of an export says of its streams."""
    found = imports_of_all([stream.name for stream in streams])
    return tuple(_line(stream.name, one) for stream in streams for one in found.get(stream.name, ()))


def _line(stream: str, one: Provenance) -> ImportLine:
    return ImportLine(
        stream,
        one.first,
        one.last,
        at=one.at,
        by=one.actor,
        file=one.file.hex(),
        person=one.person or None,
        sealed_by=one.key_id or None,
        trusted=one.trusted,
        told_by=one.told_by or None,
    )


class ImportRequest(NamedTuple):
    """An import: who does it and when, and the file."""

    actor: str
    person: str
    at: int
    summary: ExportSummary


def rows_of(taking: ImportRequest, stream_id: int, line: StreamLine, known: int) -> Iterator[ImportedStream]:
    """The rows for a stream of which the versions above `known` are taken in: what a trusted file tells, and this."""
    summary = taking.summary
    for earlier in summary.imported if summary.seal.trusted else ():
        if earlier.stream == line.name and earlier.last > known:
            yield ImportedStream(
                stream_id=stream_id,
                first_version=max(earlier.first, known + 1),
                last_version=earlier.last,
                imported_at=earlier.at,
                actor=earlier.by,
                person=earlier.person or "",
                key_id=earlier.sealed_by or "",
                trusted=earlier.trusted,
                told_by=earlier.told_by or summary.sealed_by,
                file=bytes.fromhex(earlier.file),
            )
    yield ImportedStream(
        stream_id=stream_id,
        first_version=known + 1,
        last_version=line.version,
        imported_at=taking.at,
        actor=taking.actor,
        person=taking.person,
        key_id=summary.sealed_by,
        trusted=summary.seal.trusted,
        file=bytes.fromhex(summary.sha256),
    )


def expected_imports(
    summary: ExportSummary, stream: str, actor: str, person: str, known: int = 0
) -> tuple[Provenance, ...]:
    """What `imports_of` will say of a stream once it is taken in from a verified file, beside what it says now.

    `known`: how many of its events are here already.
    """
    taking = ImportRequest(actor, person, time.time_ns() // 1000, summary)
    (line,) = [line for line in summary.streams if line.name == stream]
    return tuple(_of_row(row) for row in rows_of(taking, 0, line, known)) if line.version > known else ()


def untrusted_imports(imports: Iterable[Provenance], version: int) -> list[Provenance]:
    """The imports by which a version came from a file that nobody trusted has signed for; none for all others."""
    return [one for one in imports if not one.trusted and one.first <= version <= one.last]


def name_elsewhere(name: str) -> str:
    """The name of a person of a file, told apart from the same name of an account here.

    >>> name_elsewhere("gm"), name_elsewhere(name_elsewhere("gm")), name_elsewhere("")
    ('gm (elsewhere)', 'gm (elsewhere)', '')
    """
    if not name:
        return name
    return name.removesuffix(ELSEWHERE)[: LONGEST_NAME - len(ELSEWHERE)] + ELSEWHERE


def actor_here(actor: str, imports: Iterable[Provenance], version: int) -> str:
    """Who is said to have done it; in what nobody trusted has signed for nobody of this server.

    `house` is another server there, and a user a name without a person.
    """
    if not untrusted_imports(imports, version):
        return actor
    if actor == HOUSE:
        return ANOTHER_HOUSE
    kind = USER if actor.startswith(USER) else ""
    return kind + name_elsewhere(actor.removeprefix(kind))
