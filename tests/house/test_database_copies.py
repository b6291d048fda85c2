"""How a backup calls the programs of PostgreSQL: no password where others see it, clear words where one lacks."""

import io
import os

import pytest
from django.db import connections
from psycopg.conninfo import conninfo_to_dict

from config import database_copies
from config.database_copies import CopyFailed

pytestmark = pytest.mark.sqlite

PARAMETERS = {
    "dbname": "league",
    "user": "gm",
    "password": "the-orb-is-copper",
    "host": "/var/run/postgresql",
    "sslmode": "require",
    "options": "-c lock_timeout=10s",
    "client_encoding": "UTF8",
    "prepare_threshold": 7,
}


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A program that notes how it was called, instead of PostgreSQL's."""

    def put(name, script):
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o700)
        return tmp_path

    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(connections["default"], "get_connection_params", lambda: PARAMETERS)
    return put


def test_the_password_is_in_the_environment_and_not_among_the_arguments(program):
    folder = program("pg_dump", 'cd "$(dirname "$0")"; printf "%s\\n" "$@" > words; printf %s "$PGPASSWORD" > password')
    with database_copies._running("pg_dump", ["--format=custom"]):
        pass
    said = (folder / "words").read_text()
    assert "the-orb-is-copper" not in said
    assert (folder / "password").read_text() == "the-orb-is-copper"
    named = conninfo_to_dict(said.split("--dbname=")[1].strip())
    assert named == {"dbname": "league", "user": "gm", "host": "/var/run/postgresql", "sslmode": "require"}


def test_it_says_what_the_program_complained_about(program):
    program("pg_dump", "echo 'server version mismatch' >&2; exit 1")
    with (
        pytest.raises(CopyFailed, match="pg_dump failed: server version"),
        database_copies._running("pg_dump", []),
    ):
        pass


def test_it_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CopyFailed, match="postgresql-client"):
        database_copies._program("pg_of_no_such_name")


def test_it_fills_nothing_where_the_program_of_a_killed_restore_came_to_its_end(program, monkeypatch):
    """It may do so while its successor waits for it."""
    folder = program("pg_restore", 'touch "$(dirname "$0")/called"')
    monkeypatch.setattr(database_copies, "_await_orphans", lambda: None)
    for there, called in ((["matches_match"], False), ([], True)):
        monkeypatch.setattr(database_copies, "tables", lambda there=there: there)
        database_copies._restore(io.BytesIO(b"a dump"), lambda _bytes: None)
        assert (folder / "called").exists() is called
