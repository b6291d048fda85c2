"""Backups while people play, and houses that are restored from them: whole, or refused, whoever is killed when."""

import json
import signal
import subprocess
import sys
import zipfile
from contextlib import contextmanager

import pytest

from config.restoring import MARK
from tests.faults.crew import Crew
from tests.faults.nursery import nursery
from tests.faults.people import check_log, send_salt
from tests.faults.places import ROOT
from tests.faults.skald import skald
from tests.faults.waiting import until

pytestmark = [pytest.mark.postgresql, pytest.mark.slow]

# Hundreds of events, each of 1,500 bytes: enough for a process to be killed in the midst of it.
FILLED = "40"
STEPS = (
    "Reading it through",
    "Filling the database",
    "Migrating its tables",
    "Verifying the log",
    "Rebuilding its read models",
)


def command(place, *words, **more):
    """Start a command in a place; its lines can be read as they come."""
    return subprocess.Popen(
        [sys.executable, "-u", str(ROOT / "manage.py"), *map(str, words)],
        env=place.environment(**more),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(place, *words, **more):
    """What a command says when it ends well."""
    with command(place, *words, **more) as process:
        out, complaint = process.communicate()
    assert process.returncode == 0, complaint
    return out


def refused(place, *words, **more):
    """What a command complains about that does nothing."""
    with command(place, *words, **more) as process:
        _, complaint = process.communicate()
    assert process.returncode == 1, complaint
    assert "Traceback" not in complaint
    return complaint


def story(place):
    """What the log of a place holds."""
    with nursery(place) as children:
        children.run("tell", place.folder / "story.json")
    return json.loads((place.folder / "story.json").read_text())


@contextmanager
def filled(places):
    """A place with a log that takes a moment to copy."""
    with places.fresh() as place:
        with nursery(place) as children:
            children.run("fill", FILLED)
        run(place, "seal")
        yield place


@pytest.fixture
def full(places):
    """Such a place for one test."""
    with filled(places) as place:
        yield place


@pytest.fixture(scope="module")
def kept(places):
    """A backup of such a place, for tests that only read it."""
    with filled(places) as place:
        run(place, "backup", place.folder / "evening.backup")
        yield place.folder / "evening.backup"


@pytest.fixture
def empty(places):
    """Where to restore."""
    with places.empty() as made:
        yield made


@pytest.fixture(scope="module")
def untouched(places):
    """Such a place for tests in which nothing is restored."""
    with places.empty() as made:
        yield made


def test_it_works_while_people_play(place, empty, rng):
    file = place.folder / "evening.backup"
    with skald(place) as running:
        match = running.open_match()
        assert send_salt(running, match, "before").status == 200
        with nursery(place) as children:
            crew = Crew(children, str(rng.random()))
            crew.start()
            crew.wait_for_progress()
            run(place, "seal")
            said = run(place, "backup", file)
            crew.wait_for_progress()
            crew.kill()
        assert send_salt(running, match, "after").status == 200
    assert "It lacks the keys" in said
    assert file.stat().st_mode & 0o077 == 0
    assert [path.name for path in place.folder.iterdir() if path.name.startswith("evening")] == ["evening.backup"]

    said = run(empty, "restore", file)
    assert "all " in said
    assert "events: as recorded" in said
    assert "seal_key, secret_key and command_key back" in said

    before, after = story(place), story(empty)
    assert after["findings"] == []
    assert 0 < len(after["events"]) < len(before["events"])
    assert after["events"] == before["events"][: len(after["events"])]
    with skald(empty) as running:
        assert running.salts(match) == ["before"]
        assert send_salt(running, match, "again").status == 200
        assert running.get(f"matches/{match}/verify")["ok"]
    assert "differ" not in run(empty, "rebuild", "--check")
    with nursery(empty) as children:
        check_log(children)


def test_keys_come_along_where_they_are_asked_for(full, empty):
    bare, keyed = full.folder / "bare.backup", full.folder / "keyed.backup"
    run(full, "backup", bare)
    assert "command_key, seal_key: anyone who can read it can sign" in run(full, "backup", keyed, "--with-keys")
    assert [name for name in zipfile.ZipFile(bare).namelist() if name.startswith("keys/")] == []

    (empty.folder / "command_key").write_text("of the empty house")
    (empty.folder / "command_key.before-restore").write_text("of a restore before")
    said = run(empty, "restore", keyed)
    assert "Its keys have been restored." in said
    for key in ("seal_key", "command_key", "seals.jsonl"):
        assert (empty.folder / key).read_bytes() == (full.folder / key).read_bytes()
        assert (empty.folder / key).stat().st_mode & 0o077 == 0
    assert (empty.folder / "command_key.before-restore").read_text() == "of a restore before"
    assert (empty.folder / "command_key.before-restore-2").read_text() == "of the empty house"
    assert "nothing to seal" in run(empty, "seal")
    assert "as recorded" in run(empty, "verify")


def test_a_backup_that_is_killed_leaves_no_file_that_passes_as_whole(full, empty):
    file, part = full.folder / "evening.backup", full.folder / "evening.backup.part"
    with command(full, "backup", file) as process:
        until(part.exists, "a backup under way")
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert not file.exists()
    assert "incomplete" in refused(empty, "restore", part)
    assert not (empty.folder / MARK).exists()

    run(full, "backup", file)
    assert [path.name for path in full.folder.glob("evening*")] == ["evening.backup"]
    assert "as recorded" in run(empty, "restore", file)


def test_a_restore_that_is_killed_says_so_and_can_be_done_again(full, empty):
    file = full.folder / "evening.backup"
    run(full, "backup", file)
    for step in STEPS:
        kill_at(step, empty, file)
        assert (empty.folder / MARK).exists() == (step != STEPS[0])

    for words in (("up", "--no-demo"), ("backup", empty.folder / "half.backup")):
        complaint = refused(empty, *words)
        assert f"manage.py restore {file}" in complaint
    for words in (WEB, WORKER, BEAT):
        assert "was interrupted here" in ended(empty, *words)

    assert "Restored: " in run(empty, "restore", file)
    assert not (empty.folder / MARK).exists()
    assert story(empty)["events"] == story(full)["events"]
    assert story(empty)["findings"] == []


def kill_at(step, place, file):
    """Kill a restore as soon as it says that it has come to a step."""
    with command(place, "restore", file) as process:
        for line in process.stdout:
            if step in line:
                process.kill()
    assert process.returncode == -signal.SIGKILL


WEB = ("uvicorn", "config.asgi:application", "--port", "0", "--lifespan", "off")
WORKER = ("celery", "-A", "config", "worker", "--pool", "solo")
BEAT = ("celery", "-A", "config", "beat", "--pidfile=")


def ended(place, *words):
    """What a process says that is started by itself, as by systemd, and ends at once."""
    done = subprocess.run(
        [sys.executable, "-m", *words],
        env=place.environment(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode != 0
    return done.stderr


def test_it_refuses_a_house_that_is_not_empty(kept, places):
    with places.fresh() as other:
        before = story(other)
        complaint = refused(other, "restore", kept)
        assert "This installation is not empty" in complaint
        assert "Nothing was changed." in complaint
        assert ("createdb" if other.url else "SKALD_VAR") in complaint
        assert story(other) == before


def test_it_refuses_another_backup_than_the_one_it_began_with(kept, place, empty):
    second = place.folder / "second.backup"
    run(place, "backup", second)
    kill_at(STEPS[2], empty, kept)
    assert f"manage.py restore {kept}" in refused(empty, "restore", second)


def test_it_refuses_tables_that_somebody_made_where_a_restore_had_begun(kept, empty):
    """A restore that was killed before it filled the database, and an upgrade after it."""
    with zipfile.ZipFile(kept) as zipped:
        backup = json.loads(zipped.read("manifest.json"))
    (empty.folder / MARK).write_text(json.dumps({"backup": backup["id"], "file": str(kept)}))
    run(empty, "migrate")
    complaint = refused(empty, "restore", kept)
    assert f"The database has 0 events and the backup {backup['position']}" in complaint
    assert ("createdb" if empty.url else "SKALD_VAR") in complaint
    assert "was interrupted here" in refused(empty, "up", "--no-demo")


def changed(file, to, **changes):
    """The same backup with another manifest; its path."""
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(to, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "manifest.json":
                content = json.dumps(json.loads(content) | changes).encode()
            target.writestr(name, content)
    return to


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"vendor": "oracle"}, "It was made on oracle"),
        ({"migrations": ["eventstore.9999_of_tomorrow"]}, "A newer Skald made it (it has eventstore.9999_of_tomorrow)"),
        ({"skald_backup": 2}, "A newer Skald may have made it"),
        ({"database_sha256": "0" * 64}, "the database in it is not the one that was written"),
        ({"keys": ["../secret_key"]}, "its keys are not those of its manifest"),
    ],
)
def test_it_refuses_a_backup_that_does_not_belong_here(kept, untouched, tmp_path, changes, words):
    assert words in refused(untouched, "restore", changed(kept, tmp_path / "changed.backup", **changes))
    assert not (untouched.folder / MARK).exists()


def test_it_refuses_a_backup_that_is_cut_short_or_damaged(kept, untouched, tmp_path):
    whole, other = kept.read_bytes(), tmp_path / "other.backup"
    other.write_bytes(whole[: len(whole) // 2])
    assert "incomplete" in refused(untouched, "restore", other)
    middle = len(whole) // 2
    other.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    assert "damaged" in refused(untouched, "restore", other)
    other.write_bytes(whole + b"\0")
    assert "something follows its end" in refused(untouched, "restore", other)
    assert "No such file" in refused(untouched, "restore", tmp_path / "nothing")
    assert not (untouched.folder / MARK).exists()


def test_it_refuses_the_wrong_key_of_seals(kept, untouched):
    assert "Its seals were made with the key" in refused(untouched, "restore", kept, SKALD_SEAL_KEY="ab" * 32)
    assert not (untouched.folder / MARK).exists()


def test_backup_refuses_to_write_over_a_file_and_to_copy_nothing(place, empty):
    file = place.folder / "evening.backup"
    file.write_text("of last week")
    assert "already exists" in refused(place, "backup", file)
    assert file.read_text() == "of last week"
    assert "No backup was made." in refused(place, "backup", place.folder / "no" / "such" / "folder")
    assert "nothing to back up" in refused(empty, "backup", empty.folder / "evening.backup")


def test_a_damaged_log_is_told_and_the_house_stays_closed(full, empty):
    with nursery(full) as children:
        children.run("tamper")
    file = full.folder / "evening.backup"
    run(full, "backup", file)
    with command(empty, "restore", file) as process:
        out, complaint = process.communicate()
    assert process.returncode == 1
    assert "altered: fill-1 version 7" in out
    assert "The server does not start." in complaint
    assert "was interrupted here" in refused(empty, "up", "--no-demo")
