"""The tests' own database: a copy holds what migrations make, and other migrations want another copy."""

import sqlite3
from contextlib import closing

import pytest
from django.db import connection, connections

from tests import migrated
from tests.eventstore.databases import database_file

pytestmark = pytest.mark.sqlite

TOLD = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"


@pytest.mark.django_db(transaction=True)  # SQLite copies nothing amid a transaction
def test_a_copy_holds_all_tables_and_guards_and_what_migrations_wrote(tmp_path):
    copy = tmp_path / "copy.sqlite3"
    migrated.keep(connection, copy)
    with database_file(tmp_path / "filled.sqlite3"):
        migrated.fill(connections["default"], copy)
        with connections["default"].cursor() as cursor:
            told = cursor.execute(TOLD).fetchall()
            applied = cursor.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall()
    with connection.cursor() as cursor:
        assert told == cursor.execute(TOLD).fetchall()
        assert applied == cursor.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall()
    assert {"eventstore_event", "campaigns_campaign"} <= {name for kind, name, _ in told if kind == "table"}
    assert sum(kind == "trigger" for kind, _, _ in told) > 5


@pytest.mark.django_db(transaction=True)
def test_former_copies_go(tmp_path):
    (tmp_path / "copies").mkdir()
    former, copy = tmp_path / "copies" / "former.sqlite3", tmp_path / "copies" / "copy.sqlite3"
    with closing(sqlite3.connect(former)) as made:
        made.execute("CREATE TABLE lamps (id)")
    with database_file(tmp_path / "other.sqlite3"):
        migrated.keep(connections["default"], copy)
    assert list(copy.parent.iterdir()) == [copy]


@pytest.mark.parametrize("path", ["matches/migrations/0099_more.py", "matches/models.py", "eventstore/sql/0099.sql"])
def test_another_state_of_the_migrations_has_another_copy(tmp_path, monkeypatch, path):
    monkeypatch.setattr(migrated, "ROOT", tmp_path)
    here = tmp_path / path
    here.parent.mkdir(parents=True)
    here.write_text("a = 1")
    first = migrated.copy_file()
    assert migrated.copy_file() == first
    here.write_text("a = 2")
    assert migrated.copy_file() != first
