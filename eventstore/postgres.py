"""The append on PostgreSQL: one call of a server-side function, whatever the number of events."""

import json
from collections.abc import Sequence
from contextlib import contextmanager
from struct import Struct
from typing import TYPE_CHECKING, Any, NoReturn
from uuid import UUID

import psycopg
from django.db import connection
from psycopg.adapt import Dumper
from psycopg.pq import Format, TransactionStatus

from eventstore.chain import type_id
from eventstore.errors import AlreadyDone, Conflict, KeyReused, StreamClosed
from eventstore.records import Append, AppendResult, CommandRecord, Statement, appended

if TYPE_CHECKING:
    from collections.abc import Iterator

# Held from the moment positions are given until the commit is visible. "SKALD" in ASCII.
APPEND_LOCK = 0x534B414C44

APPEND = """
SELECT last_position, hashes FROM eventstore_append(
    %s::text, %s::int, %s::bigint, %s::text, %s::uuid, %s::bytea, %s::int,
    %s::int[], %s::text[], %s::int[], %s::bytea[])
"""
CONFLICT, ALREADY_DONE, KEY_REUSED, STREAM_CLOSED = "SK001", "SK002", "SK003", "SK004"

# An array of one dimension as it is sent: dimensions, flags, type of its elements, their number, first index; then of
# each element its length and its bytes.
ARRAY, LENGTH, INT = Struct(">iiIii"), Struct(">i"), Struct(">i")
INT_TYPE, TEXT_TYPE, BYTES_TYPE = 23, 25, 17


class BinaryValue(bytes):
    """A value in PostgreSQL's own binary form, which is sent as it is."""

    __slots__ = ()


class PackedDumper(Dumper):
    """Sends what is packed. Its type is told by the cast beside the parameter."""

    format = Format.BINARY

    def dump(self, obj: bytes) -> bytes:
        """Return what is sent."""
        return obj


def register_packed_dumper() -> None:
    """Have psycopg send what is packed, on each connection that is opened from now on."""
    psycopg.adapters.register_dumper(BinaryValue, PackedDumper)


@contextmanager
def cursor() -> "Iterator[psycopg.Cursor[Any]]":
    """Give psycopg's own cursor: parameters travel beside the statement in binary, and the plan is kept."""
    if not connection.in_atomic_block:
        connection.close_if_health_check_failed()  # as Django's own cursor does: once a request
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as raw:
        yield raw


def append_all(appends: Sequence[Append], at: int, statements: Sequence[Statement]) -> list[AppendResult]:
    """Carry out `statements` and `appends`, recorded at instant `at`; raise why not.

    In the running transaction. Where nothing was said in it yet and there is one append, that is all of the
    transaction: then no BEGIN and no COMMIT is sent, and it takes one round trip.
    """
    with cursor() as raw:
        idle = raw.connection.info.transaction_status is TransactionStatus.IDLE
        if idle and len(appends) == 1:
            with _autocommit(raw.connection):
                return [_append(raw, appends[0], at, statements)]
        return [_append(raw, append, at, () if n else statements) for n, append in enumerate(appends)]


@contextmanager
def _autocommit(raw: "psycopg.Connection[Any]") -> "Iterator[None]":
    """Let a statement in the block be a transaction of its own, in the midst of Django's, which has not begun yet."""
    raw.autocommit = True
    try:
        yield
    finally:
        # A connection that broke has no such setting any more.
        if raw.info.transaction_status is TransactionStatus.IDLE:
            raw.autocommit = False


def _append(raw: "psycopg.Cursor[Any]", append: Append, at: int, statements: Sequence[Statement]) -> AppendResult:
    """Carry out one append, and `statements` along with it, in one statement."""
    along = [part for n, statement in enumerate(statements) for part in _along(f"also_{n}", statement)]
    sql = f"WITH {', '.join(part for part, _ in along)} {APPEND}" if along else APPEND
    parameters = [value for _, values in along for value in values]
    try:
        raw.execute(sql, [*parameters, *_parameters(append, at)], prepare=True, binary=True)
    except psycopg.DatabaseError as error:
        _raise_refusal(error, append)
    (row,) = raw.fetchall()
    return appended(append, at, *row)


def _along(name: str, statement: Statement, condition: str = "") -> "Iterator[tuple[str, Sequence[Any]]]":
    """Give the parts of a WITH that carry out `statement` and what comes after it, each with its parameters."""
    returning = " RETURNING 1" if statement.then else ""
    yield f"{name} AS ({statement.sql}{condition}{returning})", statement.parameters
    for n, then in enumerate(statement.then):
        yield from _along(f"{name}_{n}", then, f" AND EXISTS (SELECT FROM {name})")


def _parameters(append: Append, at: int) -> tuple[Any, ...]:
    types = [event.type for event in append.events]
    return (
        append.stream,
        append.expected,
        at,
        append.actor,
        append.command_id,
        append.fingerprint,
        len(set(types)),
        _array(INT_TYPE, [INT.pack(type_id(name)) for name in types]),
        _array(TEXT_TYPE, [name.encode() for name in types]),
        _array(INT_TYPE, [INT.pack(event.schema) for event in append.events]),
        _array(BYTES_TYPE, [event.body for event in append.events]),
    )


def _array(kind: int, elements: "Sequence[bytes]") -> BinaryValue:
    """Pack an array. psycopg would do the same from a list, at several times the price."""
    pieces = [ARRAY.pack(1, 0, kind, len(elements), 1)]
    for element in elements:
        pieces += (LENGTH.pack(len(element)), element)
    return BinaryValue(b"".join(pieces))


def _raise_refusal(error: psycopg.DatabaseError, append: Append) -> NoReturn:
    """Raise the error that the function's error code stands for, or the error itself if the code is not ours."""
    if error.sqlstate not in (CONFLICT, ALREADY_DONE, KEY_REUSED, STREAM_CLOSED):
        raise error
    detail = json.loads(error.diag.message_detail or "{}")
    stream = detail["stream"]
    if error.sqlstate == CONFLICT:
        raise Conflict(stream, append.expected, detail["actual"]) from None
    if error.sqlstate == STREAM_CLOSED:
        raise StreamClosed(stream) from None
    command = CommandRecord(
        UUID(detail["id"]), stream, detail["first"], detail["last"], bytes.fromhex(detail["fingerprint"])
    )
    raise (AlreadyDone if error.sqlstate == ALREADY_DONE else KeyReused)(command) from None
