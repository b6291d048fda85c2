"""A demo that is killed at any moment and started again comes out as if nothing had been."""

import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest
from django.conf import settings

from campaigns.demo.chapters import chapters
from campaigns.demo.war import BattleStep, plan

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

PATIENCE_SECONDS = 120
# Events in the log when the process is killed: early in the first match, and in a later one.
MOMENTS = (12, 1_500)
TYPES = """
SELECT m.title, t.name, e.body FROM eventstore_event e
JOIN eventstore_eventtype t ON t.id = e.type_id
JOIN eventstore_stream s ON s.id = e.stream_id
JOIN matches_match m ON s.name = 'match-' || lower(
    substr(m.id, 1, 8) || '-' || substr(m.id, 9, 4) || '-' || substr(m.id, 13, 4) || '-' ||
    substr(m.id, 17, 4) || '-' || substr(m.id, 21))
ORDER BY m.title, e.version
"""


@pytest.fixture
def manage(environment):
    """Start a management command on a `var/` of its own."""

    def start(var, *words):
        env = {**environment, "SKALD_VAR": str(var), "LOG_LEVEL": "ERROR"}
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *words]
        return subprocess.Popen(
            command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
        )

    return start


def ended(process):
    said, _ = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 0, said
    return said


def ask(var, sql):
    with closing(sqlite3.connect(var / "skald.sqlite3", timeout=30)) as database:
        return database.execute(sql).fetchall()


def events(var):
    return ask(var, "SELECT count(*) FROM eventstore_event")[0][0]


def kill_at(process, var, count):
    """Kill the process once the log holds so many events."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while events(var) < count:
        assert process.poll() is None, process.communicate()[0]
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()


def logs(var):
    """Title → kinds of events, of all matches; those whose dice were typed with their bodies."""
    found = {}
    for title, kind, body in ask(var, TYPES):
        # The first event bears the id of the match, and those who sat down the keys of their accounts.
        own = kind in {"match_opened", "match_hosted", "gm_set", "seat_taken"}
        found.setdefault(title, []).append((kind, b"" if own else body))
    return found


def test_it_comes_out_the_same(manage, tmp_path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    for var in (whole, killed):
        var.mkdir()
        ended(manage(var, "migrate", "-v0"))
    ended(manage(whole, "demo", "--quick"))

    for count in MOMENTS:
        kill_at(manage(killed, "demo", "--quick"), killed, count)
    ended(manage(killed, "demo", "--quick"))

    one, other = logs(whole), logs(killed)
    assert one.keys() == other.keys()
    typed = [title for title in one if ("Herons" in title and "Coppers" in title) or "Kiln" in title]
    assert len(typed) == 2
    for title in typed:
        assert one[title] == other[title]
    assert ask(killed, "SELECT count(*) FROM auth_user") == [(3,)]
    assert "matches the log" in ended(manage(killed, "rebuild", "--check"))
    assert "as recorded" in ended(manage(killed, "verify"))


def test_two_at_once_tell_it_once(manage, tmp_path):
    ended(manage(tmp_path, "migrate", "-v0"))

    both = [manage(tmp_path, "demo", "--quick") for _ in range(2)]
    said = [ended(process) for process in both]

    assert sum("already there" in words for words in said) == 1
    wanted = len(chapters(quick=True)) + sum(isinstance(step, BattleStep) for step in plan(quick=True))
    assert ask(tmp_path, "SELECT count(*), count(DISTINCT title) FROM matches_match") == [(wanted, wanted)]
    assert ask(tmp_path, "SELECT count(*) FROM campaigns_campaign") == [(1,)]
