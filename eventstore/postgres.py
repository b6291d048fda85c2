"""The append on PostgreSQL: one call of a server-side function, whatever the number of events and streams."""

import json
from collections.abc import Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn
from uuid import UUID

import psycopg
from django.db import connection

from eventstore.chain import type_id
from eventstore.errors import AlreadyDone, Conflict, KeyReused, StreamClosed
from eventstore.records import Append, Appended, CommandRecord

if TYPE_CHECKING:
    from collections.abc import Iterator

# Held from the moment positions are given until the commit is visible. "SKALD" in ASCII.
APPEND_LOCK = 0x534B414C44

APPEND = """
SELECT first_version, last_version, last_position, head_hash FROM eventstore_append(
    %s::int[], %s::text[], %s::int[], %s::int[], %s::text[], %s::uuid[], %s::bytea[],
    %s::int[], %s::text[], %s::int[], %s::bytea[])
"""
CONFLICT, ALREADY_DONE, KEY_REUSED, STREAM_CLOSED = "SK001", "SK002", "SK003", "SK004"


@contextmanager
def cursor() -> "Iterator[psycopg.Cursor[Any]]":
    """Give psycopg's own cursor: parameters travel beside the statement in binary, and the plan is kept."""
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as raw:
        yield raw


def append_all(appends: Sequence[Append]) -> list[Appended]:
    """Carry out `appends` in the running transaction, or in one of their own; raise why not."""
    with cursor() as raw:
        try:
            raw.execute(APPEND, _parameters(appends), prepare=True, binary=True)
        except psycopg.DatabaseError as error:
            _raise_refusal(error, appends)
        rows = raw.fetchall()
    return [Appended(append.stream, *row) for append, row in zip(appends, rows, strict=True)]


def _parameters(appends: Sequence[Append]) -> tuple[list[Any], ...]:
    order = sorted(range(len(appends)), key=lambda number: appends[number].stream)
    events = [event for append in appends for event in append.events]
    return (
        [number + 1 for number in order],
        [append.stream for append in appends],
        [append.expected for append in appends],
        [len(append.events) for append in appends],
        [append.actor for append in appends],
        [append.command_id for append in appends],
        [append.fingerprint for append in appends],
        [type_id(event.type) for event in events],
        [event.type for event in events],
        [event.schema for event in events],
        [event.body for event in events],
    )


def _raise_refusal(error: psycopg.DatabaseError, appends: Sequence[Append]) -> NoReturn:
    """Raise what the function meant by its error code, or the error itself when it is none of ours."""
    if error.sqlstate not in (CONFLICT, ALREADY_DONE, KEY_REUSED, STREAM_CLOSED):
        raise error
    told = json.loads(error.diag.message_detail or "{}")
    stream = told["stream"]
    if error.sqlstate == CONFLICT:
        expected = next(append.expected for append in appends if append.stream == stream)
        raise Conflict(stream, expected, told["actual"]) from None
    if error.sqlstate == STREAM_CLOSED:
        raise StreamClosed(stream) from None
    command = CommandRecord(UUID(told["id"]), stream, told["first"], told["last"], bytes.fromhex(told["fingerprint"]))
    raise (AlreadyDone if error.sqlstate == ALREADY_DONE else KeyReused)(command) from None
