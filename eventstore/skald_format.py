"""The `.skald` file: lines of JSON that verify anywhere, without a database.

The first line is the Header, then come the events of each stream of the header in turn, then the Footer. Each line
stands in one exact spelling, so that no byte can change unnoticed. `docs/event-store.md` shows an example.
"""

import hmac
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import Annotated, BinaryIO, NamedTuple, TypeVar
from uuid import UUID

import msgspec

from eventstore.chain import genesis, link
from eventstore.errors import BadExport
from eventstore.records import LARGEST_BODY, LARGEST_SCHEMA, check_actor, check_event, check_stream_name
from eventstore.seals import SealKey

FORMAT = 1
# A body may double when its quotes are escaped; the rest of a line is small, but the header names all streams.
LONGEST_LINE = 2 * LARGEST_BODY + 65_536
LAST_MICROSECOND = 253_402_300_799_999_999  # of the year 9999
CLOCKS_DIFFER = 60_000_000
"""So many microseconds the clock of another machine may be ahead of ours."""
EXPORT_DOMAIN = b"skald/export/1"

Version = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
Micros = Annotated[int, msgspec.Meta(ge=0, le=LAST_MICROSECOND)]
Hex32 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Hex16 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
KeyId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]


class ImportLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Versions `first` to `last` of a stream came to the server that exports it from a file: see `provenance`."""

    stream: str
    first: Version
    last: Version
    at: Micros
    by: str
    file: Hex32
    person: Hex16 | None = None
    sealed_by: KeyId | None = None
    trusted: bool = False
    told_by: KeyId | None = None


class StreamLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stream, as the header announces it."""

    name: str
    uuid: UUID
    version: Version
    opened_at: Micros
    closed_at: Micros | None


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: which format, which streams follow, and with which key the footer is sealed.

    `sealed_by` stands here and not beside the seal, so that the footer's SHA-256 covers it. Files without a seal lack
    it, and so do sealed files of old. `imported` tells what of the streams came to the exporting server from elsewhere;
    a file of what happened there lacks it.
    """

    skald: int
    exported_at: Micros
    streams: Annotated[list[StreamLine], msgspec.Meta(min_length=1)]
    sealed_by: KeyId | None = None
    imported: tuple[ImportLine, ...] = ()


class EventLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event; its stream is known by its place in the file. `body` is the exact text that was hashed."""

    v: Version
    type: str
    schema: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_SCHEMA)]
    at: Micros
    actor: str
    command: UUID
    body: str
    hash: Hex32


class Footer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many events there were, the last hash of each stream, the SHA-256 of all lines before, and a signature."""

    events: int
    heads: list[Hex32]
    sha256: Hex32
    seal: Hex32 | None


Line = TypeVar("Line", Header, EventLine, Footer)


class FileSeal(Enum):
    """What can be said of the seal of a file that verifies; the values are for people."""

    NONE = "not sealed; its hashes fit"
    OURS = "sealed with the current key; its seal fits"
    TRUSTED = "sealed with a key that is trusted here; its seal fits"
    FOREIGN = "sealed by another Skald, or with an older key; its hashes fit, its seal cannot be checked here"
    UNCHECKED = "sealed; its hashes fit, its seal was not checked"

    @property
    def trusted(self) -> bool:
        """Whether a server that is trusted here has signed the file."""
        return self in {FileSeal.OURS, FileSeal.TRUSTED}


class ExportSummary(NamedTuple):
    """What a file holds: its streams with their last versions and hashes, the number of events, and the seal.

    `sealed_by` is the id of the key that the seal was made with, empty where there is none or it does not say.
    `sha256` is that of all lines before the footer, in hexadecimal digits.
    """

    streams: list[StreamLine]
    heads: list[str]
    events: int
    seal: FileSeal
    sealed_by: str
    sha256: str
    imported: tuple[ImportLine, ...]


@dataclass(frozen=True, slots=True)
class FileEvent:
    """An event of a file, verified against the one before it."""

    line: int
    stream: StreamLine
    event: EventLine


def seal_of(digest: bytes, key: SealKey) -> str:
    """Return the signature of a file whose lines before the footer have the SHA-256 `digest`."""
    return key.sign(EXPORT_DOMAIN + digest).hex()


class Reader:
    """Reads a `.skald` file from its beginning and verifies it line by line; raises BadExport at the first fault.

    `seal` tells what the seal is worth once all events were read; without `key` no seal is checked. `trusted` are the
    keys of other servers whose seals count as our own would.
    """

    def __init__(self, file: BinaryIO, key: SealKey | None = None, trusted: Sequence[SealKey] = ()) -> None:
        self._file, self._key = file, key
        self._keys = [key, *trusted] if key else list(trusted)
        self._fitting = ""
        self._latest = time.time_ns() // 1000 + CLOCKS_DIFFER
        # The first instant that cannot be right; a server that signs for its file may have had a clock that was wrong.
        self._odd_instant: BadExport | None = None
        self._number = 0
        self._digest = sha256()
        self._place = ""
        self.header = self._next(Header)
        self.heads: list[str] = []
        self.count = 0
        self.seal = FileSeal.NONE
        self.sha256 = ""
        self._check_header()

    @property
    def summary(self) -> ExportSummary:
        """What the file holds, once all events were read."""
        header = self.header
        return ExportSummary(
            header.streams,
            self.heads,
            self.count,
            self.seal,
            header.sealed_by or self._fitting,
            self.sha256,
            header.imported,
        )

    def events(self) -> Iterator[FileEvent]:
        """Yield each event once it has been verified, and check the footer at the end."""
        for stream in self.header.streams:
            head, last = genesis(stream.uuid.bytes, stream.name), stream.opened_at
            for version in range(1, stream.version + 1):
                self._place = f"{stream.name} version {version}"
                event = self._next(EventLine)
                head = self._check(stream, version, event, head)
                self._check_instant(stream, event, last)
                last = event.at
                self.count += 1
                yield FileEvent(self._number, stream, event)
            self._check_closed(stream, last)
            self.heads.append(head.hex())
        self._place = ""
        self._check_footer()
        if self._odd_instant and not self.seal.trusted:
            raise self._odd_instant

    def _check_header(self) -> None:
        if self.header.skald != FORMAT:
            raise self._bad(f"this is format {self.header.skald}; only format {FORMAT} is known here")
        names = [stream.name for stream in self.header.streams]
        if len(set(names)) != len(names):
            raise self._bad("a stream is named twice")
        try:
            for stream in self.header.streams:
                check_stream_name(stream.name)
            _check_imports(self.header)
        except ValueError as error:
            raise self._bad(str(error)) from None

    def _check(self, stream: StreamLine, version: int, event: EventLine, head: bytes) -> bytes:
        """Return the hash of the event, which is the one it bears."""
        if event.v != version:
            raise self._bad(f"version {event.v} stands where version {version} belongs")
        body = event.body.encode()
        expected = link(
            head, stream.uuid.bytes, version, event.type, event.schema, event.at, event.actor, event.command.bytes, body
        )
        if expected.hex() != event.hash:
            raise self._bad("its hash does not fit what it says, or what came before it")
        try:
            check_event(event.type, event.schema, body)
            check_actor(event.actor)
            _check_keys(event.body)
        except ValueError as error:
            raise self._bad(str(error)) from None
        return expected

    def _check_instant(self, stream: StreamLine, event: EventLine, last: int) -> None:
        """Refuse an opening that is not the instant of the first event; note one that runs back or lies ahead."""
        if event.v == 1 and event.at != stream.opened_at:
            raise self._bad("the header says that its stream was opened at another instant than its first event")
        if self._odd_instant is None and event.at < last:
            self._odd_instant = self._bad("it was recorded before the event that stands before it")
        if self._odd_instant is None and event.at > self._latest:
            self._odd_instant = self._bad("it was recorded in the future")

    def _check_closed(self, stream: StreamLine, last: int) -> None:
        """Note a stream that was closed before its last event, or will be."""
        if self._odd_instant is None and stream.closed_at is not None and not last <= stream.closed_at <= self._latest:
            when = "before its last event was recorded" if stream.closed_at < last else "in the future"
            self._odd_instant = BadExport(1, f"the header says that {stream.name} was closed {when}")

    def _check_footer(self) -> None:
        digest = self._digest.digest()
        self.sha256 = digest.hex()
        footer = self._next(Footer)
        if (footer.events, footer.heads, footer.sha256) != (self.count, self.heads, digest.hex()):
            raise self._bad("the footer does not fit the lines before it")
        self.seal = self._judge(footer.seal, digest)
        if self._file.read(1):
            self._number += 1
            raise self._bad("something stands after the footer")

    def _judge(self, seal: str | None, digest: bytes) -> FileSeal:
        """Return what can be said of the footer's `seal` over `digest`."""
        sealed_by = self.header.sealed_by
        if seal is None:
            if sealed_by is not None:
                raise self._bad("the seal that the header announces is missing")
            return FileSeal.NONE
        if not self._keys:
            return FileSeal.UNCHECKED
        fitting = [key for key in self._keys if sealed_by in {None, key.id}]
        if not fitting:
            return FileSeal.FOREIGN
        for key in fitting:
            if hmac.compare_digest(seal, seal_of(digest, key)):
                self._fitting = key.id
                return FileSeal.OURS if key == self._key else FileSeal.TRUSTED
        if sealed_by is None:
            raise self._bad(
                "the seal does not fit: the file was changed, or sealed with another key, it does not say which"
            )
        raise self._bad("the seal does not fit: the file was changed")

    def _next(self, kind: type[Line]) -> Line:
        self._number += 1
        raw = self._file.readline(LONGEST_LINE + 1)
        if not raw:
            raise self._bad("the file ends here: it was cut off")
        if len(raw) > LONGEST_LINE:
            raise self._bad(f"the line is longer than {LONGEST_LINE} bytes")
        if not raw.endswith(b"\n"):
            raise self._bad("the line is not complete: the file was cut off")
        try:
            line = msgspec.json.decode(raw[:-1], type=kind)
            canonical = msgspec.json.encode(line)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise self._bad(f"not the {kind.__name__.lower()} that belongs here: {error}") from None
        if canonical != raw[:-1]:
            raise self._bad("the line is not spelled as an export spells it")
        self._digest.update(raw)
        return line

    def _bad(self, reason: str) -> BadExport:
        return BadExport(self._number, reason, self._place)


def _check_imports(header: Header) -> None:
    """ValueError where what is told of earlier imports cannot be."""
    versions = {stream.name: stream.version for stream in header.streams}
    for earlier in header.imported:
        check_actor(earlier.by)
        if not earlier.first <= earlier.last <= versions.get(earlier.stream, 0):
            raise ValueError(
                f"{earlier.stream[:200]} cannot have been imported from version {earlier.first} to {earlier.last}"
            )


def _check_keys(body: str) -> None:
    """ValueError where an object of a body has a field twice: one reader would see the first, another the last."""
    try:
        json.loads(body, object_pairs_hook=_check_pairs, parse_int=str, parse_float=str)
    except RecursionError:
        raise ValueError("the body is nested too deeply") from None


def _check_pairs(pairs: list[tuple[str, object]]) -> None:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("its body has an object that gives a field twice")
