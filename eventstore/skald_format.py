"""The `.skald` file: lines of JSON that verify anywhere, without a database.

The first line is the Header, then come the events of each stream of the header in turn, then the Footer. Each line
stands in one exact spelling, so that no byte can change unnoticed. `docs/event-store.md` shows an example.
"""

import hmac
from collections.abc import Iterator
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
EXPORT_DOMAIN = b"skald/export/1"

Version = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
Micros = Annotated[int, msgspec.Meta(ge=0, le=LAST_MICROSECOND)]
Hex32 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
KeyId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]


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
    it, and so do sealed files of old.
    """

    skald: int
    exported_at: Micros
    streams: Annotated[list[StreamLine], msgspec.Meta(min_length=1)]
    sealed_by: KeyId | None = None


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
    OURS = "sealed with the key at hand; its seal fits"
    FOREIGN = "sealed by another Skald, or with an older key; its hashes fit, its seal cannot be checked here"
    UNCHECKED = "sealed; its hashes fit, its seal was not checked"


class ExportSummary(NamedTuple):
    """What a file holds: its streams with their last versions and hashes, the number of events, and the seal."""

    streams: list[StreamLine]
    heads: list[str]
    events: int
    seal: FileSeal


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

    `seal` tells what the seal is worth once all events were read; without `key` no seal is checked.
    """

    def __init__(self, file: BinaryIO, key: SealKey | None = None) -> None:
        self._file, self._key = file, key
        self._number = 0
        self._digest = sha256()
        self._place = ""
        self.header = self._next(Header)
        self.heads: list[str] = []
        self.count = 0
        self.seal = FileSeal.NONE
        self._check_header()

    def events(self) -> Iterator[FileEvent]:
        """Yield each event once it has been verified, and check the footer at the end."""
        for stream in self.header.streams:
            head = genesis(stream.uuid.bytes, stream.name)
            for version in range(1, stream.version + 1):
                self._place = f"{stream.name} version {version}"
                event = self._next(EventLine)
                head = self._check(stream, version, event, head)
                self.count += 1
                yield FileEvent(self._number, stream, event)
            self.heads.append(head.hex())
        self._place = ""
        self._check_footer()

    def _check_header(self) -> None:
        if self.header.skald != FORMAT:
            raise self._bad(f"this is format {self.header.skald}; only format {FORMAT} is known here")
        names = [stream.name for stream in self.header.streams]
        if len(set(names)) != len(names):
            raise self._bad("a stream is named twice")
        for name in names:
            try:
                check_stream_name(name)
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
        except ValueError as error:
            raise self._bad(str(error)) from None
        return expected

    def _check_footer(self) -> None:
        digest = self._digest.digest()
        footer = self._next(Footer)
        if (footer.events, footer.heads, footer.sha256) != (self.count, self.heads, digest.hex()):
            raise self._bad("the footer does not fit the lines before it")
        self.seal = self._judge(footer.seal, digest)
        if self._file.read(1):
            self._number += 1
            raise self._bad("something stands after the footer")

    def _judge(self, seal: str | None, digest: bytes) -> FileSeal:
        """Return what can be said of the footer's `seal` over `digest`."""
        key, sealed_by = self._key, self.header.sealed_by
        if seal is None:
            if sealed_by is not None:
                raise self._bad("the seal that the header announces is missing")
            return FileSeal.NONE
        if key is None:
            return FileSeal.UNCHECKED
        if sealed_by not in {None, key.id}:
            return FileSeal.FOREIGN
        if hmac.compare_digest(seal, seal_of(digest, key)):
            return FileSeal.OURS
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
