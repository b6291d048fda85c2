"""Lets the tests empty the tables of the event store, and tamper with them, openly.

The triggers that refuse any change of the log refuse it to Django's flush after a transactional test too. Here, and
nowhere in the product, they are dropped and made again. `tests/conftest.py` names this module as a plug-in.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import TransactionTestCase

from eventstore.guards import guard_names, guard_statements


@contextmanager
def unguarded() -> Iterator[None]:
    """Take the triggers away for the length of the block."""
    guards, vendor = guard_names(connection.vendor), connection.vendor
    with connection.cursor() as cursor:
        for name, table in guards.items():
            cursor.execute(f"DROP TRIGGER {name}" + (f" ON {table}" if vendor == "postgresql" else ""))
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            for statement in guard_statements(vendor):
                cursor.execute(statement)


@pytest.fixture(scope="session", autouse=True)
def _flush_past_the_guards() -> Iterator[None]:
    flush = TransactionTestCase._fixture_teardown

    def flush_unguarded(case: TransactionTestCase) -> None:
        with unguarded():
            flush(case)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", flush_unguarded)
        yield
