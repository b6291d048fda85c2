"""The tables: what the event table has, and has not."""

import pytest
from django.db import connection

from eventstore.models import Event

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def test_the_event_table_has_two_indexes_and_no_foreign_key():
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, Event._meta.db_table)
    assert not [name for name, constraint in found.items() if constraint["foreign_key"]]
    columns = sorted(tuple(constraint["columns"]) for constraint in found.values() if constraint["index"])
    unique = sorted(tuple(c["columns"]) for c in found.values() if c["unique"] or c["primary_key"])
    assert unique == [("position",), ("stream_id", "version")]
    assert set(columns) <= set(unique)


@pytest.mark.sqlite
def test_the_position_is_the_row_id_of_sqlite():
    with connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'eventstore_event'")
        (sql,) = cursor.fetchone()
        cursor.execute("SELECT count(*) FROM sqlite_master WHERE type = 'index' AND tbl_name = 'eventstore_event'")
        assert cursor.fetchone() == (1,)
    assert '"position" integer NOT NULL PRIMARY KEY' in sql


@pytest.mark.postgresql(only=True)
def test_the_columns_stand_in_the_order_of_their_width():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT a.attname FROM pg_attribute a WHERE a.attrelid = 'eventstore_event'::regclass AND a.attnum > 0 "
            "ORDER BY a.attnum"
        )
        names = [name for (name,) in cursor.fetchall()]
    assert names == [field.column for field in Event._meta.local_fields]
