"""Seals that are kept where nobody of this Skald can change them: in a mail, with a notary, on another web site.

Who has the database and the seal key can rewrite the log and seal it anew, and `verify` finds nothing. They cannot
rewrite what was published: it names one seal and, by one hash, the hashes of all events up to it. To compare it with
the log takes no key.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Literal

import msgspec

from eventstore.findings import Finding
from eventstore.models import Seal
from eventstore.seals import Counted

DOMAIN = b"skald/published-seal/1"
QUOTED = "> \t"
"""What a mail puts before each line that it answers."""
Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class PublishedSeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seal as a line of JSON.

    `digests` is SHA-256 over the digests of this seal and of all before it; each of those is over the hashes of the
    events in its range. `sealed_at` is in microseconds since 1970 UTC.
    """

    skald_seal: Literal[1]
    number: Counted
    last_position: Counted
    sealed_at: Counted
    key_id: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
    digests: Hash
    mac: Hash

    def line(self) -> str:
        """As it is published, without the line feed."""
        return msgspec.json.encode(self).decode()

    def __str__(self) -> str:
        at = datetime.fromtimestamp(self.sealed_at / 1_000_000, UTC)
        return f"seal {self.number} of {at:%Y-%m-%d %H:%M:%S} UTC"


def newest_seal() -> PublishedSeal | None:
    """The newest seal, to be published; None before the first."""
    seal = Seal.objects.order_by("-number").first()
    return published(seal) if seal else None


def published(seal: Seal) -> PublishedSeal:
    """A seal of this log, to be published."""
    mac = bytes(seal.mac).hex()
    return PublishedSeal(1, seal.number, seal.last_position, seal.sealed_at, seal.key_id, _digests(seal.number), mac)


def read_published(text: str) -> list[PublishedSeal]:
    """The seals in a text: a mail, also one that quotes it with `> `, or a file that grows by a line each day.

    Other lines are passed over.
    ValueError says which line is none, or that there is none at all.
    """
    found = list(_read(text))
    if not found:
        raise ValueError("it holds no published seal: a line that begins with {")
    return found


def _read(text: str) -> Iterator[PublishedSeal]:
    for number, written in enumerate(text.splitlines(), 1):
        line = written.lstrip(QUOTED)
        if not line.startswith("{"):
            continue
        try:
            yield msgspec.json.decode(line, type=PublishedSeal)
        except msgspec.DecodeError as error:
            raise ValueError(f"line {number} is no published seal: {error}") from None


def compare(seal: PublishedSeal) -> list[Finding]:
    """What differs between a published seal and the rows of seals here.

    Nothing: then whatever `verify_store` finds up to its last position was changed after it was published, and nothing
    else was.
    """
    here = Seal.objects.filter(number=seal.number).first()
    if here is None:
        text = f"{seal} was published; this log has no such seal: it is older, another one, or its end was cut off"
        return [Finding("cut", text, position=seal.last_position)]
    ours = published(here)
    names = {"mac": "signature", "digests": "events", "last_position": "end", "sealed_at": "time", "key_id": "key"}
    differing = [word for name, word in names.items() if getattr(ours, name) != getattr(seal, name)]
    if not differing:
        return []
    text = f"{seal} was published; seal {seal.number} here differs in {', '.join(differing)}: the log was changed since"
    return [Finding("seal", text, position=seal.last_position)]


def _digests(number: int) -> str:
    digest = sha256(DOMAIN)
    digests = Seal.objects.filter(number__lte=number).order_by("number").values_list("digest", flat=True)
    for one in digests.iterator():
        digest.update(bytes(one))
    return digest.hexdigest()
