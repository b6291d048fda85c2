"""Checking seals, in the same pass over the log as the chains."""

import hmac
from collections import deque
from collections.abc import Iterable
from hashlib import sha256
from operator import itemgetter
from typing import Any

import msgspec
from django.db import DatabaseError

from eventstore.findings import Finding
from eventstore.models import Event, Seal
from eventstore.seals import NO_SEAL, Note, SealKey, signed_bytes, witness_file

# Where the rows of `verification` have these two.
_hash, _position = itemgetter(3), itemgetter(4)


class SealCheck:
    """Compares the pages of the log with the seals over them. Without a key, signatures are not checked.

    A seal may be of a key that was replaced (`old`), up to the first seal of the key after it: who got hold of an old
    key can make no seal that counts, since each later one is over the signatures before it, and the newest is of the
    current key.
    """

    def __init__(self, key: SealKey | None, old: Iterable[SealKey] = ()) -> None:
        self.key = key
        self._old = {one.id: one for one in old}
        self.findings: list[Finding] = []
        self.seals = [seal for seal in Seal.objects.order_by("number") if self._whole(seal)]
        self._open = deque(self.seals)
        self._digest = sha256()
        self._check_row_by_row()

    def follow(self, page: list[tuple[Any, ...]]) -> None:
        """Take in the events of a page, as rows of `verification`."""
        start = 0
        while self._open and start < len(page):
            last, reached = self._open[0].last_position, _position(page[-1])
            if reached <= last:
                self._digest.update(_hashes(page[start:]))
                if reached == last:
                    self._close()
                return
            end = next(n for n in range(start, len(page)) if _position(page[n]) > last)
            self._digest.update(_hashes(page[start:end]))
            self._close()
            start = end

    def finish(self, last_position: int) -> list[Finding]:
        """Return what was found, when the log ended at `last_position`."""
        for seal in self._open:
            text = f"the log ends at position {last_position}, but {seal} was given: the tail is cut off"
            self.findings.append(Finding("cut", text, position=last_position))
        return self.findings

    def _whole(self, seal: Seal) -> bool:
        """Tell whether each column holds what it should, which a damaged file does not ensure."""
        numbers = (seal.number, seal.first_position, seal.last_position, seal.sealed_at)
        whole = all(isinstance(one, int) for one in numbers) and isinstance(seal.key_id, str)
        whole = whole and all(isinstance(one, bytes | memoryview) for one in (seal.digest, seal.mac))
        if not whole:
            self.findings.append(Finding("seal", f"the row of seal {seal.number} is damaged"))
        return whole

    def _close(self) -> None:
        seal = self._open.popleft()
        if self._digest.digest() != bytes(seal.digest):
            self._find(seal, "the events in its range are not those that were sealed")
        self._digest = sha256()

    def _check_row_by_row(self) -> None:
        before, last, number = NO_SEAL, 0, 0
        signers: list[str] = []
        for seal in self.seals:
            number += 1
            if seal.number != number or seal.first_position != last + 1 or seal.last_position <= last:
                self._find(seal, f"it does not follow seal {number - 1}, which ends at position {last}")
            if self.key is not None:
                self._check_signature(seal, before, self.key, signers)
            before, last, number = bytes(seal.mac), seal.last_position, seal.number
        if self.key is not None and self.seals and signers and signers[-1] != self.key.id:
            self._find(
                self.seals[-1], f"it was made with an old key, and no seal with the current key, {self.key.id}, follows"
            )
        self._check_witness()

    def _check_signature(self, seal: Seal, before: bytes, key: SealKey, signers: list[str]) -> None:
        """Check one; `signers` are the keys whose seals come before it, each once, and gets the key of this one."""
        signer = key if seal.key_id == key.id else self._old.get(seal.key_id)
        if signer is None:
            self._find(seal, f"it was signed with the key {seal.key_id}; the current key is {key.id}")
            return
        if signer.id not in signers:
            signers.append(signer.id)
        elif signers[-1] != signer.id:
            self._find(seal, f"it was signed with the old key {signer.id} after {signers[-1]} had replaced it")
        if not hmac.compare_digest(signer.sign(signed_bytes(seal, before)), bytes(seal.mac)):
            self._find(seal, "its signature does not fit")

    def _check_witness(self) -> None:
        """Find the seals that were noted beside the key and are missing here, or different."""
        here = {seal.number: bytes(seal.mac).hex() for seal in self.seals}
        if not witness_file().exists():
            return
        notes = []
        for count, line in enumerate(witness_file().read_bytes().splitlines(), 1):
            try:
                notes.append(msgspec.json.decode(line, type=Note))
            except msgspec.DecodeError:
                text = f"line {count} of {witness_file().name} is no note of a seal"
                self.findings.append(Finding("seal", text))
        for noted in _about_this_log(notes, here.get(1)):
            if here.get(noted.number) != noted.mac:
                text = f"seal {noted.number} stands in {witness_file().name}, but not like this in the database"
                self.findings.append(Finding("seal", text, position=noted.last_position))

    def _find(self, seal: Seal, message: str) -> None:
        self.findings.append(Finding("seal", f"{seal}: {message}", position=seal.last_position))


def _about_this_log(notes: list[Note], first: str | None) -> list[Note]:
    """Return the notes that name this log's first seal, and those whose event stands here though that seal may not."""
    others = {noted.last_position for noted in notes if noted.log != first and noted.head}
    try:
        events = Event.objects.only("hash").in_bulk(others)
    except DatabaseError:
        events = {}  # the walk tells which events cannot be read
    heads = {(position, bytes(event.hash or b"").hex()) for position, event in events.items()}
    return [noted for noted in notes if noted.log == first or (noted.last_position, noted.head) in heads]


def _hashes(events: list[tuple[Any, ...]]) -> bytes:
    return b"".join([digest for digest in map(_hash, events) if isinstance(digest, bytes)])
