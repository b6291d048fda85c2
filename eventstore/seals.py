"""Seals: signatures over ranges of positions, with a key that the database does not hold.

Whoever can write to the database can compute hashes, but not sign. A seal covers the hashes of all events from
the end of the seal before it to its own last position, and that seal's signature. Each seal is also noted in a
witness file beside the key: a tail that was cut off together with its seals is missed there.
"""

import hmac
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from struct import Struct
from typing import Annotated

import msgspec
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, connection, transaction

from eventstore.models import Event, Seal
from eventstore.reading import DIALECT, last_position, rows

# Number, first position, last position, sealed_at; then the signature before and the digest of the hashes.
SEALED = Struct(">iqqq")
DOMAIN = b"skald/seal/1"
NO_SEAL = bytes(32)
KEY_BYTES = 32
FROM_ENVIRONMENT = "Correct it or leave it out (docs/configuration.md)."
FROM_FILE = "Put it back from a backup of the keys; where there is none, delete it, and another one is made."
"""What to do about what is no key."""
Counted = Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)]
"""The number of a seal or a position, as a database can hold it."""
PAGE = 10_000
HASHES = """
SELECT e.hash FROM eventstore_event e WHERE e.position > {mark} ORDER BY e.position LIMIT {mark}
"""


@dataclass(frozen=True, slots=True)
class SealKey:
    """The secret that signs. `id` tells one key from another without giving it away."""

    secret: bytes

    @property
    def id(self) -> str:
        """What the seal says about the key: 16 hexadecimal digits."""
        return sha256(b"skald/seal-key/1" + self.secret).hexdigest()[:16]

    def sign(self, message: bytes) -> bytes:
        """Return the signature of `message`, 32 bytes."""
        return hmac.digest(self.secret, DOMAIN + message, "sha256")


def seal_key() -> SealKey:
    """Return the key: SKALD_SEAL_KEY (64 hexadecimal digits) or the file `var/seal_key`, made when there is none.

    Raises ImproperlyConfigured when either is no key.
    """
    if find_seal_key() is None:
        _make_key(key_file())
    found = find_seal_key()
    if found is None:
        raise ValueError(f"{key_file()} vanished as it was made")
    return found


def find_seal_key() -> SealKey | None:
    """Return the key as `seal_key` does, but None when there is none yet."""
    given = os.environ.get("SKALD_SEAL_KEY", "").strip()
    if given:
        return _read_key(given, "SKALD_SEAL_KEY", FROM_ENVIRONMENT)
    if not key_file().exists():
        return None
    return _read_key(key_file().read_text(errors="replace"), str(key_file()), FROM_FILE)


def trusted_keys() -> list[SealKey]:
    """Return the keys of SKALD_TRUSTED_SEALS: files sealed with one of them count as sealed here.

    Raises ImproperlyConfigured when one is no key.
    """
    return _read_keys("SKALD_TRUSTED_SEALS")


def old_keys() -> list[SealKey]:
    """Return the keys of SKALD_OLD_SEAL_KEYS: this server sealed its log with them before the current key.

    Raises ImproperlyConfigured when one is no key.
    """
    return _read_keys("SKALD_OLD_SEAL_KEYS")


def _read_keys(name: str) -> list[SealKey]:
    words = os.environ.get(name, "").split(",")
    return [_read_key(word, f"each of {name}", FROM_ENVIRONMENT) for word in words if word.strip()]


def _read_key(given: str, what: str, what_to_do: str) -> SealKey:
    """The key that is `given`, of which nothing is told where it is none."""
    try:
        secret = bytes.fromhex(given.strip())
    except ValueError:
        secret = b""
    if len(secret) != KEY_BYTES:
        raise ImproperlyConfigured(f"{what} must be a key of {2 * KEY_BYTES} hexadecimal digits. {what_to_do}")
    return SealKey(secret)


def key_file() -> Path:
    """Return where the key is kept when the environment gives none."""
    return Path(settings.VAR_DIR) / "seal_key"


def witness_file() -> Path:
    """Return where each seal is noted, beside the key."""
    return Path(settings.VAR_DIR) / "seals.jsonl"


def _make_key(path: Path) -> None:
    """Make the file of a new key, readable by its owner only; when another process is faster, its key counts."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "w") as stream:
        stream.write(secrets.token_hex(KEY_BYTES) + "\n")
    with suppress(FileExistsError):
        os.link(draft, path)
    draft.unlink()


def seal_log(key: SealKey | None = None) -> Seal | None:
    """Seal all events since the last seal; return the seal, or None when nothing is new or another was faster."""
    key = key or seal_key()
    before = Seal.objects.order_by("-number").first()
    first, last = (before.last_position if before else 0) + 1, last_position()
    if last < first:
        return None
    digest = sha256()
    for hashes in hashes_between(first - 1, last):
        digest.update(b"".join(hashes))
    seal = Seal(
        number=before.number + 1 if before else 1,
        first_position=first,
        last_position=last,
        sealed_at=time.time_ns() // 1000,
        key_id=key.id,
        digest=digest.digest(),
    )
    seal.mac = key.sign(signed_bytes(seal, bytes(before.mac) if before else NO_SEAL))
    try:
        with transaction.atomic():
            seal.save(force_insert=True)
    except IntegrityError:
        return None
    _witness(seal)
    return seal


def signed_bytes(seal: Seal, mac_before: bytes) -> bytes:
    """Return what the signature of `seal` is over."""
    numbers = SEALED.pack(seal.number, seal.first_position, seal.last_position, seal.sealed_at)
    return numbers + mac_before + bytes(seal.digest)


def hashes_between(after: int, upto: int) -> Iterator[list[bytes]]:
    """Yield the stored hashes of the positions above `after`, up to and with `upto`, in pages."""
    sql = HASHES.format(**DIALECT[connection.vendor])
    for start in range(after, upto, PAGE):
        yield [digest for (digest,) in rows(sql, (start, min(PAGE, upto - start)))]


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the witness file: a seal, and the log that it belongs to.

    `log` is the mac of that log's first seal, `head` the hash of its event at `last_position`; notes of old have none.
    """

    log: str
    number: Counted
    last_position: Counted
    mac: str
    head: str = ""


def _witness(seal: Seal) -> None:
    first = seal if seal.number == 1 else Seal.objects.get(number=1)
    last = Event.objects.get(position=seal.last_position)
    note = Note(bytes(first.mac).hex(), seal.number, last.position, bytes(seal.mac).hex(), bytes(last.hash).hex())
    with witness_file().open("ab") as stream:
        stream.write(msgspec.json.encode(note) + b"\n")
