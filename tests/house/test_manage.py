"""`manage.py` among the other tools of a command line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONG = "tests/golden/istra/four_sides.json"


def piped(tmp_path, *command):
    """Its exit code and complaints, where whoever reads has gone before the first line."""
    reader, writer = os.pipe()
    os.close(reader)
    environment = {**os.environ, "SKALD_VAR": str(tmp_path)}
    try:
        ended = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=environment,
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)
    return ended.returncode, ended.stderr


@pytest.mark.parametrize("command", [("transcript", "run", LONG), ("help",)])
def test_who_stops_reading_is_shown_no_trace(tmp_path, command):
    code, complaints = piped(tmp_path, *command)
    assert complaints == ""
    assert code in (0, 141)


def test_what_is_wrong_is_said_all_the_same(tmp_path):
    code, complaints = piped(tmp_path, "transcript", "run", "nowhere.json")
    assert code == 1
    assert complaints == "CommandError: nowhere.json: No such file or directory\n"


@pytest.mark.parametrize(
    "command",
    [
        ("campaign", "import", "tests/campaigns/golden/logs/winter.skald"),
        ("rebuild",),
    ],
)
def test_where_there_are_no_tables_yet_it_says_what_makes_them(tmp_path, command):
    environment = {**os.environ, "SKALD_VAR": str(tmp_path), "DATABASE_URL": ""}
    words = [sys.executable, "manage.py", *command]
    ended = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert "The database is missing tables. Run `make run` or `manage.py migrate`." in ended.stderr
    assert "Traceback" not in ended.stderr


def test_where_the_database_is_away_it_says_so(tmp_path):
    environment = {**os.environ, "SKALD_VAR": str(tmp_path), "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nowhere"}
    words = [sys.executable, "manage.py", "match", "list"]
    ended = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert ended.stderr.startswith("CommandError: The database cannot be read: ")
    assert "Traceback" not in ended.stderr
