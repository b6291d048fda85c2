"""While Skald is upgraded, processes of the release before still append: what they call must be there.

A migration that replaces the append function gives the new one another signature, and adds it here. The old one stays,
and its line too, until the migration of a later release drops it.
"""

import re

import pytest
from django.db import connection

from eventstore.guards import SQL
from eventstore.postgres import APPEND

pytestmark = [pytest.mark.postgresql(only=True), pytest.mark.django_db]

CREATED = re.compile(r"CREATE FUNCTION (\w*append\w*)")
INTEGER = re.compile(r"^int\b")
# Those that the last release and this one call, the newest last.
CALLED = (
    "eventstore_append(text, integer, bigint, text, uuid, bytea, integer, integer[], text[], integer[], bytea[])",
)


@pytest.mark.parametrize("signature", CALLED)
def test_each_append_function_that_is_called_is_there(signature):
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regprocedure(%s)", [signature])
        assert cursor.fetchone() != (None,)


def test_this_release_calls_the_newest_of_them():
    name, types = re.search(r"FROM (\w+)\((.*?)\)", APPEND, re.DOTALL).groups()
    spelled = [INTEGER.sub("integer", word) for word in re.findall(r"::([\w\[\]]+)", types)]
    assert f"{name}({', '.join(spelled)})" == CALLED[-1]


def test_none_is_there_that_nobody_names():
    """Of a function that a migration creates and this file does not know, nobody would notice that it went."""
    created = {name for file in SQL.glob("*.sql") for name in CREATED.findall(file.read_text())}
    with connection.cursor() as cursor:
        cursor.execute("SELECT oid::regprocedure::text FROM pg_proc WHERE proname = ANY (%s)", [sorted(created)])
        there = {signature.replace(",", ", ") for (signature,) in cursor.fetchall()}
    assert there == set(CALLED)
