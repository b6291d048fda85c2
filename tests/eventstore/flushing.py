"""Lets the tests empty the tables of the event store, and tamper with them, openly.

The triggers that refuse any change of the log refuse it to the clearing up after a transactional test too. Here, and
nowhere in the product, they are dropped and made again. `tests/conftest.py` names this module as a plug-in.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import pytest
from django.db import connection, connections, transaction
from django.test import TransactionTestCase

from eventstore.guards import guard_names, guard_statements

KEPT = {"django_migrations", "django_content_type", "auth_permission"}
"""Tables that hold what migrations made of the models: no test writes to them."""


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


@cache
def _tables(alias: str) -> tuple[str, ...]:
    """The tables that tests fill."""
    there = connections[alias].introspection.django_table_names(only_existing=True, include_views=False)
    return tuple(table for table in there if table not in KEPT)


def _empty_tables(case: TransactionTestCase) -> None:
    """Delete all rows in one transaction, which takes PostgreSQL milliseconds; Django's TRUNCATE takes it seconds."""
    for alias in case._databases_names(include_mirrors=False):
        with transaction.atomic(alias), unguarded(), connections[alias].cursor() as cursor:
            for table in _tables(alias):
                cursor.execute(f'DELETE FROM "{table}"')  # noqa: S608 – the name of a table of ours


@pytest.fixture(scope="session", autouse=True)
def _flush_past_the_guards() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", _empty_tables)
        yield
