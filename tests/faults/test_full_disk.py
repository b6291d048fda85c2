"""The disk is full: a command is refused and nothing has changed; with room again, the same command goes through."""

import sqlite3
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.faults.disks import Quota, may_mount, small_disk
from tests.faults.nursery import nursery
from tests.faults.people import check_log, check_unavailable, send_salt
from tests.faults.places import SQLITE, Places
from tests.faults.servers import JOURNAL_FILE_MEGABYTES, own_postgresql
from tests.faults.skald import skald

pytestmark = [pytest.mark.slow]

SMALL_MEGABYTES = 128
MEGABYTE = 1024 * 1024
# Some commands still find room in what the database holds already.
MOST_THAT_FIT = 2_000
HALF_A_PAGE = 4_096
FILLING = 15


def play_until_full(running, match):
    """Send salts until one is refused; the salts that were stored, and the one that was not."""
    stored = []
    for number in range(MOST_THAT_FIT):
        salt = f"salt {number}"
        answer = send_salt(running, match, salt)
        if answer.status != 200:
            check_unavailable(answer, "storage_full")
            return stored, salt
        stored.append(salt)
    pytest.fail("the disk was never full")


@contextmanager
def on(cluster):
    """A place in a cluster of its own."""
    with tempfile.TemporaryDirectory() as folder, Places(Path(folder), cluster).fresh() as place:
        yield place


@pytest.fixture
def mounting():
    """Whoever cannot be root proves it by quota alone."""
    if not may_mount():
        pytest.skip("to mount a small disk takes root, or a sudo that asks for nothing")


@pytest.fixture
def sqlite_by_quota(places):
    """A Skald on SQLite whose web may write no file that is longer than the write-ahead log is when it is filled.

    As long as somebody is connected, that log is not emptied and made anew.
    """
    with places.fresh() as place, closing(sqlite3.connect(place.folder / SQLITE)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("SELECT 1 FROM sqlite_master").fetchall()
        with skald(place) as running:
            journal = place.folder / f"{SQLITE}-wal"
            yield running, Quota(lambda: [running.web.process.pid], lambda: journal.stat().st_size)


@pytest.fixture
def sqlite_on_small_disk(mounting, places):
    """A Skald on SQLite whose whole folder is on a small disk."""
    with places.fresh() as place:
        database = (place.folder / SQLITE).read_bytes()
        with small_disk(place.folder, SMALL_MEGABYTES) as disk:
            (place.folder / SQLITE).write_bytes(database)
            with skald(place) as running:
                yield running, disk


@pytest.fixture
def postgresql_by_quota(postgresql_programs):
    """A Skald on a PostgreSQL that may write no file that is longer than that of the events and half a page."""
    with own_postgresql() as cluster, on(cluster) as place, skald(place) as running:
        with nursery(place) as children:
            children.run("fill", str(FILLING))

        def longest():
            size = cluster.size_of(place.url, "eventstore_event")
            assert size > 2 * JOURNAL_FILE_MEGABYTES * MEGABYTE, "the write-ahead log would meet the limit first"
            return size + HALF_A_PAGE

        yield running, Quota(cluster.processes, longest, cluster.owner)


@pytest.fixture
def postgresql_on_small_disk(mounting, postgresql_programs):
    """A Skald on a PostgreSQL whose tables are on a small disk, and its write-ahead log elsewhere."""
    with (
        tempfile.TemporaryDirectory(prefix="skald-disk-") as name,
        small_disk(Path(name), SMALL_MEGABYTES) as disk,
        own_postgresql(Path(name)) as cluster,
        on(cluster) as place,
        skald(place) as running,
    ):
        yield running, disk


@pytest.mark.parametrize(
    "means",
    [
        pytest.param("sqlite_by_quota", marks=pytest.mark.sqlite),
        pytest.param("sqlite_on_small_disk", marks=pytest.mark.sqlite),
        pytest.param("postgresql_by_quota", marks=pytest.mark.postgresql(only=True)),
        pytest.param("postgresql_on_small_disk", marks=pytest.mark.postgresql(only=True)),
    ],
)
def test_commands_are_refused_until_there_is_room(request, means):
    running, disk = request.getfixturevalue(means)
    match = running.open_match()
    assert send_salt(running, match, "before").status == 200
    disk.fill()
    stored, refused = play_until_full(running, match)
    for _ in range(3):
        check_unavailable(send_salt(running, match, refused), "storage_full")

    disk.make_room()
    assert running.salts(match) == ["before", *stored]
    landed = send_salt(running, match, refused)
    assert landed.status == 200, landed
    assert not landed.said["repeated"]
    again = send_salt(running, match, refused)
    assert again.said["repeated"]
    assert again.said["events"] == landed.said["events"]
    assert running.salts(match) == ["before", *stored, refused]
    with nursery(running.place) as children:
        check_log(children)
    assert "Exception in ASGI application" not in running.log()
