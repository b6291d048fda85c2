"""The hash chain: which bytes are hashed. `docs/event-store.md` shows the layout as a table.

Nothing here may ever change: all that was ever recorded is verified by it.
"""

from functools import lru_cache
from hashlib import sha256
from struct import Struct

# Hash before, stream's uuid, command's id, version, schema, recorded_at, lengths of type, actor, body.
HEADER = Struct(">32s16s16siiqiii")
GENESIS = b"skald/stream/1"


def genesis(stream_uuid: bytes, name: str) -> bytes:
    """Return the hash before a stream's first event, which ties the chain to the stream's uuid and name."""
    return sha256(GENESIS + stream_uuid + name.encode()).digest()


def link(  # noqa: PLR0913, PLR0917  # one parameter for each thing that is hashed, in their order
    before: bytes,
    stream_uuid: bytes,
    version: int,
    type_name: str,
    schema: int,
    recorded_at: int,
    actor: str,
    command: bytes,
    body: bytes,
) -> bytes:
    """Return the hash of an event: 32 bytes, over the hash before it and all that the event says."""
    name, who = type_name.encode(), actor.encode()
    header = HEADER.pack(before, stream_uuid, command, version, schema, recorded_at, len(name), len(who), len(body))
    return sha256(header + name + who + body).digest()


@lru_cache(4096)
def type_id(type_name: str) -> int:
    """Return the number that stands for a wire name in the event table: the first 4 bytes of its SHA-256, signed.

    The name alone decides it, so that no process ever holds a stale number.
    """
    return int.from_bytes(sha256(type_name.encode()).digest()[:4], "big", signed=True)
