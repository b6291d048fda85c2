"""What lies in `var/` is for the account that runs Skald alone: database, keys, logs, sockets."""

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config.private_var import restrict_var
from config.up.only_one import only_one
from eventstore.private_files import close_database, restrict_to_owner

ROOT = Path(__file__).resolve().parents[2]
OPEN_TO_OTHERS = stat.S_IRWXG | stat.S_IRWXO

pytestmark = pytest.mark.sqlite


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(folder):
    """What others could read, write or enter, by its name."""
    return sorted(str(path.relative_to(folder)) for path in (folder, *folder.rglob("*")) if mode(path) & OPEN_TO_OTHERS)


def manage(environment, folder, *words, **more):
    """Run a command in a process that begins as a login shell does: what it makes, everybody may read."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env={**environment, "SKALD_VAR": str(folder), **more},
        umask=0o022,
        capture_output=True,
        text=True,
        check=True,
    )


# A connection stays open in it, so that the files beside the database can be looked at.
PLAY = """
import django
django.setup()
from django.core.management import call_command
from django.contrib.auth.models import User
from eventstore.seals import seal_key
call_command("migrate", verbosity=0)
User.objects.create_user("alice")
seal_key()
import os
os._exit(0)
"""


def test_it_works_from_the_first_start(tmp_path, environment):
    folder = tmp_path / "deep" / "var"
    more = {"SKALD_VAR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", PLAY], env={**environment, **more}, umask=0o022, check=True)
    made = {path.name for path in folder.iterdir()}
    assert made >= {"skald.sqlite3", "skald.sqlite3-wal", "skald.sqlite3-shm", "skald.sqlite3-gate", "seal_key"}
    assert made >= {"skald.sqlite3-migrate", "secret_key", "static"}
    assert open_to_others(folder) == []
    assert mode(folder) == 0o700
    assert mode(folder / "skald.sqlite3") == 0o600


# Neither file is one that Skald knows, and closes by itself.
WRITE = """
import subprocess
from django.conf import settings
settings.VAR_DIR.joinpath("letters.txt").write_text("dear Istra")
subprocess.run(["touch", settings.VAR_DIR / "replies.txt"], check=True)
"""


def test_what_a_process_and_its_children_put_there_is_private(tmp_path, environment):
    folder = tmp_path / "var"
    more = {"SKALD_VAR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", WRITE], env={**environment, **more}, umask=0o022, check=True)
    assert mode(folder / "letters.txt") == mode(folder / "replies.txt") == 0o600


def test_a_house_that_was_open_is_mended_at_the_next_start(tmp_path, environment):
    folder = tmp_path / "var"
    manage(environment, folder, "migrate", "-v0")
    (folder / "log").mkdir()
    for name in ("seals.jsonl", "log/web.log", "log/web.log.1", "redis.sock", "up.pid", "celerybeat-schedule"):
        (folder / name).write_text("{}")
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)

    said = manage(environment, folder, "check").stderr

    assert open_to_others(folder) == []
    assert "var.closed" in said
    assert str(folder / "skald.sqlite3") in said
    assert "var.closed" not in manage(environment, folder, "check").stderr


def test_a_database_elsewhere_is_mended_when_it_is_opened(tmp_path, environment):
    elsewhere = tmp_path / "elsewhere" / "skald.sqlite3"
    elsewhere.parent.mkdir()
    url = {"DATABASE_URL": f"sqlite:///{elsewhere}"}
    manage(environment, tmp_path / "var", "migrate", "-v0", **url)
    beside = sorted(elsewhere.parent.iterdir())
    assert [path.name for path in beside if mode(path) & OPEN_TO_OTHERS] == []
    for path in beside:
        path.chmod(0o644)
    manage(environment, tmp_path / "var", "migrate", "-v0", **url)
    assert [path.name for path in beside if mode(path) & OPEN_TO_OTHERS] == []


def test_the_files_beside_a_new_database_are_as_private(tmp_path):
    path = tmp_path / "skald.sqlite3"
    before = os.umask(0o022)
    try:
        close_database(path)
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("CREATE TABLE kite (name)")
            assert {mode(file) for file in tmp_path.iterdir()} == {0o600}
        connection.close()
        with only_one(tmp_path / "up.pid"):
            assert mode(tmp_path / "up.pid") == 0o600
    finally:
        os.umask(before)


def test_it_leaves_what_is_not_ours(tmp_path):
    mine = tmp_path / "letters.txt"
    mine.write_text("dear Istra")
    mine.chmod(0o644)
    restrict_var(tmp_path)
    assert mode(mine) == 0o644


def test_it_leaves_a_folder_that_everybody_shares(tmp_path):
    tmp_path.chmod(0o1777)
    assert not restrict_to_owner(tmp_path)
    assert mode(tmp_path) == 0o1777


def test_it_takes_nothing_from_the_owner(tmp_path):
    key = tmp_path / "secret_key"
    key.touch()
    key.chmod(0o444)
    assert restrict_to_owner(key)
    assert mode(key) == 0o400


def test_it_says_what_it_may_not_mend(tmp_path, monkeypatch):
    key = tmp_path / "seal_key"
    key.touch()
    key.chmod(0o644)

    def refused(*_):
        raise PermissionError("not yours")

    monkeypatch.setattr(Path, "chmod", refused)
    said = []
    monkeypatch.setattr("config.private_var.log.error", lambda event, **what: said.append((event, what)), raising=False)
    restrict_var(tmp_path)
    assert said == [("var.open_to_others", {"belong_to_another_account": [str(key)]})]
