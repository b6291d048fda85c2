"""Short ways to fill a log in tests."""

from hashlib import sha256
from uuid import UUID, uuid4

from eventstore.api import AppendResult, NewEvent, append, head

FINGERPRINT = sha256(b"the command").digest()
OTHER_FINGERPRINT = sha256(b"another command").digest()


def happened(n: int, type_name: str = "thing.happened") -> NewEvent:
    return NewEvent(type_name, 1, b'{"n": %d}' % n)


def write(stream: str, count: int = 1, *, expected: int | None = None, command_id: UUID | None = None) -> AppendResult:
    """Append `count` events to `stream`, at its end unless `expected` says otherwise."""
    if expected is None:
        end = head(stream)
        expected = end.version if end else 0
    return append(
        stream,
        expected,
        [happened(expected + n) for n in range(1, count + 1)],
        actor="user:alice",
        command_id=command_id or uuid4(),
        fingerprint=FINGERPRINT,
    )
