"""Taking a `.skald` file in, and the same rows with nothing but COPY."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from hashlib import sha256
from itertools import cycle, islice
from typing import TypedDict
from uuid import UUID, uuid4

import msgspec
import psycopg

from bench.stories import story
from eventstore import api as store, exports
from eventstore.chain import genesis, link
from eventstore.skald_format import FORMAT, EventLine, Footer, Header, StreamLine

ACTOR = "user:alice"
PER_COMMAND = 5
TABLE = """
CREATE TABLE IF NOT EXISTS copied (
    position bigserial PRIMARY KEY, recorded_at bigint NOT NULL, stream_id integer NOT NULL, version integer NOT NULL,
    type_id integer NOT NULL, schema smallint NOT NULL, command_id uuid NOT NULL, actor varchar(200) NOT NULL,
    body bytea NOT NULL, hash bytea NOT NULL, UNIQUE (stream_id, version))
"""
COPY = "COPY copied (recorded_at, stream_id, version, type_id, schema, command_id, actor, body, hash) FROM STDIN"


class ImportTimes(TypedDict):
    """Seconds of an import: the whole, and the part of it in which nobody else may append."""

    whole: float
    held: float


def ours(events: int) -> Callable[[None], ImportTimes]:
    """Take in a file of so many events, another stream each time."""
    began = 0.0
    insert = exports.insert

    def timed(*arguments: object) -> object:
        nonlocal began
        began = time.perf_counter()
        return insert(*arguments)  # type: ignore[arg-type]  # as they came

    exports.insert = timed  # type: ignore[assignment]  # as the other

    def answer(_order: None) -> ImportTimes:
        file = io.BytesIO(skald_file(events))
        start = time.perf_counter()
        store.import_streams(file)
        end = time.perf_counter()
        return {"whole": end - start, "held": end - began}

    return answer


def skald_file(events: int) -> bytes:
    """A file of one stream, as an export writes it."""
    name, uuid, at = f"match-{uuid4()}", uuid4(), time.time_ns() // 1000
    header = Header(FORMAT, at, [StreamLine(name, uuid, events, at, None)])
    lines, head, command = [msgspec.json.encode(header)], genesis(uuid.bytes, name), uuid4()
    for version, row in enumerate(islice(cycle(story(1)), events), 1):
        command = uuid4() if version % PER_COMMAND == 1 else command
        head = link(head, uuid.bytes, version, row.type, row.schema, at, ACTOR, command.bytes, row.body)
        body = row.body.decode()
        lines.append(
            msgspec.json.encode(EventLine(version, row.type, row.schema, at, ACTOR, command, body, head.hex()))
        )
    raw = b"\n".join([*lines, b""])
    return raw + msgspec.json.encode(Footer(events, [head.hex()], sha256(raw).hexdigest(), None)) + b"\n"


def copied(url: str, events: int) -> Callable[[None], float]:
    """COPY rows of the same columns and indexes, and nothing else; seconds."""
    connection, stream = psycopg.connect(url), 0
    connection.execute(TABLE)
    connection.commit()
    told = list(islice(cycle(story(1)), events))

    def answer(_order: None) -> float:
        nonlocal stream
        stream += 1
        at, command, digest = time.time_ns() // 1000, UUID(int=0), bytes(32)
        start = time.perf_counter()
        with connection.transaction(), connection.cursor() as cursor, cursor.copy(COPY) as copy:
            for version, row in enumerate(told, 1):
                copy.write_row((at, stream, version, 1, row.schema, command, ACTOR, row.body, digest))
        return time.perf_counter() - start

    return answer
