"""What goes into the log and what comes out of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

# `match-0193…`: the kind before the first hyphen, then whatever tells this stream from its siblings.
STREAM_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}-[A-Za-z0-9][A-Za-z0-9._:-]{0,119}")
TYPE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}")
LONGEST_ACTOR = 200
LARGEST_SCHEMA = 32_767
LARGEST_BODY = 8 * 1024 * 1024
FINGERPRINT_BYTES = 32
MOST_EVENTS = 2**31 - 1
"""A stream has no more: its versions are numbers of 32 bits."""


class NewEvent(NamedTuple):
    """An event that is to be appended. `body` is kept byte for byte as given; it must be JSON in UTF-8."""

    type: str
    schema: int
    body: bytes


class RecordedEvent(NamedTuple):
    """An event in the log.

    `position` counts over all streams and `version` within its stream, both from 1 without holes.
    `recorded_at` is in microseconds since 1970 UTC. `command` holds the 16 bytes of the command's id.
    """

    position: int
    stream: str
    version: int
    type: str
    schema: int
    recorded_at: int
    actor: str
    command: bytes
    body: bytes
    hash: bytes

    @property
    def command_id(self) -> UUID:
        """The id of the command that wrote it."""
        return UUID(bytes=self.command)

    @property
    def recorded(self) -> datetime:
        """When it was recorded."""
        return moment(self.recorded_at)

    @property
    def kind(self) -> str:
        """The kind of its stream: `match` of `match-0193`."""
        return kind_of(self.stream)


class AppendResult(NamedTuple):
    """The answer to an append: the versions it wrote, the position of the last, and the stream's new head.

    `recorded` are the events as they stand in the log now; it is empty after an import.
    """

    stream: str
    first_version: int
    last_version: int
    last_position: int
    head_hash: bytes
    recorded: tuple[RecordedEvent, ...] = ()


class StreamHead(NamedTuple):
    """A stream and where it ends. Instants are microseconds since 1970 UTC; `closed_at` is None while open."""

    stream: str
    uuid: UUID
    version: int
    hash: bytes
    opened_at: int
    closed_at: int | None

    @property
    def kind(self) -> str:
        """The kind of its stream: `match` of `match-0193`."""
        return kind_of(self.stream)


class CommandRecord(NamedTuple):
    """What a command id wrote. `fingerprint` is empty when the command came with an import."""

    id: UUID
    stream: str
    first_version: int
    last_version: int
    fingerprint: bytes

    @property
    def imported(self) -> bool:
        """Whether it came with an import. An append always has a fingerprint."""
        return not self.fingerprint


class Statement(NamedTuple):
    """SQL that writes rows along with an append, with `%s` where each of `parameters` goes.

    One INSERT, UPDATE or DELETE without RETURNING; parameters are as the driver of the database takes them. On
    PostgreSQL it does not see what the append and the statements beside it write, nor is there an order among them,
    but that each of `then` comes after this one, and only where this one wrote a row. Those end with their WHERE.
    """

    sql: str
    parameters: Sequence[Any]
    then: Sequence["Statement"] = ()


@dataclass(frozen=True, slots=True)
class Append:
    """One append as registered with a unit of work; raises ValueError when a part of it cannot be stored."""

    stream: str
    expected: int
    events: Sequence[NewEvent]
    actor: str
    command_id: UUID
    fingerprint: bytes

    def __post_init__(self) -> None:
        check_stream_name(self.stream)
        if not 0 <= self.expected <= MOST_EVENTS - len(self.events):
            raise ValueError(f"{self.stream}: the expected version cannot be {self.expected}")
        if not self.events:
            raise ValueError(f"{self.stream}: an append needs at least one event")
        check_actor(self.actor)
        if len(self.fingerprint) != FINGERPRINT_BYTES:
            raise ValueError(f"{self.stream}: a fingerprint has {FINGERPRINT_BYTES} bytes, not {len(self.fingerprint)}")
        for event in self.events:
            check_event(event.type, event.schema, event.body)


def appended(append: Append, at: int, last_position: int, hashes: Sequence[bytes]) -> AppendResult:
    """Return the answer to `append`, whose events were recorded at `at` and have `hashes`."""
    before = last_position - len(append.events)
    command = append.command_id.bytes
    recorded = tuple(
        RecordedEvent(
            before + n, append.stream, append.expected + n, *event[:2], at, append.actor, command, event.body, digest
        )
        for n, (event, digest) in enumerate(zip(append.events, hashes, strict=True), 1)
    )
    first, last = recorded[0].version, recorded[-1].version
    return AppendResult(append.stream, first, last, last_position, hashes[-1], recorded)


def kind_of(stream: str) -> str:
    """Return what stands before the first hyphen: `match` of `match-0193`."""
    return stream.partition("-")[0]


def moment(micros: int) -> datetime:
    """Return the instant `micros` microseconds after 1970 UTC."""
    seconds, rest = divmod(micros, 1_000_000)
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=rest)


def check_stream_name(stream: str) -> None:
    """Raise ValueError unless `stream` can be the name of a stream."""
    if not STREAM_NAME.fullmatch(stream):
        raise ValueError(f"{stream[:200]!r} is no name of a stream: write kind-identity, such as match-0193")


def check_actor(actor: str) -> None:
    """Raise ValueError unless `actor` can be stored as who acted."""
    if not 0 < len(actor) <= LONGEST_ACTOR or not actor.isprintable():
        raise ValueError(f"{actor[:200]!r} is no actor: write 1 to {LONGEST_ACTOR} printable characters")


def check_event(type_name: str, schema: int, body: bytes) -> None:
    """Raise ValueError unless the three can be stored as an event."""
    if not TYPE_NAME.fullmatch(type_name):
        raise ValueError(f"{type_name[:200]!r} is no type of an event: write letters, digits and . _ : / -")
    if not 1 <= schema <= LARGEST_SCHEMA:
        raise ValueError(f"{type_name}: the schema number must be 1 to {LARGEST_SCHEMA}, not {schema}")
    if len(body) > LARGEST_BODY:
        raise ValueError(f"{type_name}: a body of {len(body)} bytes is too long, the most is {LARGEST_BODY}")
    try:
        body.decode()
        msgspec.json.decode(body, type=msgspec.Raw)
    except (UnicodeDecodeError, msgspec.DecodeError) as error:
        raise ValueError(f"{type_name}: the body is not JSON in UTF-8: {error}") from None
    except RecursionError:
        raise ValueError(f"{type_name}: the body is nested too deeply") from None
