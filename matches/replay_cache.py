"""Replay documents that this process has made: each once, however many look at it, as long as there is room.

A document is kept by match, eyes and the hash of its last event: whoever may see something else has other eyes, and
whatever changes is an event. One of 30,000 events takes seconds to make and a moment to send.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings

TAG_DIGITS = 32
GZIP_LEVEL = 9

Place = tuple[str, UUID, str]
"""Which document it is, of which match, for which eyes."""


@dataclass(frozen=True, slots=True)
class EncodedDocument:
    """A document as it is sent. `tag` names its content: the same wherever and whenever it is made."""

    body: bytes
    tag: str

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> EncodedDocument:
        """Pack a document."""
        plain = msgspec.json.encode(document)
        return cls(gzip.compress(plain, GZIP_LEVEL, mtime=0), sha256(plain).hexdigest()[:TAG_DIGITS])

    def unpacked(self) -> bytes:
        """The document as JSON."""
        return gzip.decompress(self.body)

    def document(self) -> dict[str, Any]:
        """The document itself."""
        document: dict[str, Any] = msgspec.json.decode(self.unpacked())
        return document


class ReplayCache:
    """Packed documents, `most` bytes of them in all; those that nobody asked for lately go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Place, tuple[bytes, EncodedDocument]] = OrderedDict()
        self._making: dict[Place, Lock] = {}
        self._lock = Lock()

    def get(self, place: Place, head: bytes, make: Callable[[], EncodedDocument]) -> EncodedDocument:
        """The document at `head`. `make` is called where it is not there; who comes meanwhile waits for that."""
        with self._lock:
            found = self._find(place, head)
            if found is not None:
                return found
            making = self._making.setdefault(place, Lock())
        with making:
            with self._lock:
                found = self._find(place, head)
            if found is not None:
                return found
            try:
                made = make()
                with self._lock:
                    self._keep(place, head, made)
            finally:
                with self._lock:
                    self._making.pop(place, None)
            return made

    def clear(self) -> None:
        """Keep nothing of what was made."""
        with self._lock:
            self._kept.clear()

    def _find(self, place: Place, head: bytes) -> EncodedDocument | None:
        known = self._kept.get(place)
        if known is None or known[0] != head:
            return None
        self._kept.move_to_end(place)
        return known[1]

    def _keep(self, place: Place, head: bytes, made: EncodedDocument) -> None:
        self._kept[place] = head, made
        self._kept.move_to_end(place)
        while sum(len(packed.body) for _, packed in self._kept.values()) > self._most:
            self._kept.popitem(last=False)


replays = ReplayCache(settings.REPLAY_CACHE_MB * 2**20)
