"""A copy of the database file in which a byte was changed: verify finds it and names the event."""

import shutil

import pytest
from django.db import connection

from eventstore import api
from eventstore.filecheck import TABLES
from eventstore.models import Event
from tests.eventstore.databases import database_file, event_cells, tree_bytes
from tests.eventstore.log import FINGERPRINT, write
from tests.examples import HealthCheck, assume, given, settings, st

pytestmark = pytest.mark.sqlite

EVENTS = 60


@pytest.fixture(scope="module")
def good(tmp_path_factory, django_db_blocker):
    """A log of 60 events in three streams, sealed, in a file of several pages."""
    path = tmp_path_factory.mktemp("log") / "good.sqlite3"
    with django_db_blocker.unblock(), database_file(path, migrate=True):
        for n in range(EVENTS // 6):
            write(f"match-{n % 3}", 6)
        api.seal_log()
        assert api.verify_store() == []
    return path


@pytest.fixture(scope="module")
def cells(good, django_db_blocker):
    with django_db_blocker.unblock():
        found = event_cells(good)
    assert [position for position, _first, _last in found] == list(range(1, EVENTS + 1))
    return found


@pytest.fixture(scope="module")
def small(tmp_path_factory, django_db_blocker):
    """A log of six events in two streams, four of them sealed, each table of which is one page."""
    path = tmp_path_factory.mktemp("log") / "small.sqlite3"
    with django_db_blocker.unblock(), database_file(path, migrate=True):
        for n in range(3):
            write(f"match-{n % 2}", 2)
            if n == 1:
                api.seal_log()
        assert api.verify_store() == []
    return path


@pytest.fixture
def damaged(good, tmp_path, django_db_blocker):
    """A function that verifies a copy of the file in which one byte is another."""

    def verify(at, bit, file=good):
        copy = tmp_path / "damaged.sqlite3"
        shutil.copyfile(file, copy)
        with copy.open("r+b") as opened:
            opened.seek(at)
            byte = opened.read(1)[0]
            opened.seek(at)
            opened.write(bytes([byte ^ (1 << bit)]))
        with django_db_blocker.unblock(), database_file(copy):
            return api.verify_store()

    return verify


def names(findings, position):
    """Whether a finding names the event, the one behind it where it is missed, or the one after which all is cut."""
    version = 1 + (position - 1) % 6 + 6 * ((position - 1) // 18)
    stream = f"match-{(position - 1) // 6 % 3}"
    near = {("", stream, version), ("", stream, version + 1), ("cut", stream, version - 1)}
    return any(
        f.position in (position, position + 1)
        or not near.isdisjoint({("", f.stream, f.version), (f.kind, f.stream, f.version)})
        for f in findings
    )


def means_nothing(at, first, bit):
    """Whether SQLite reads the same after the flip.

    The fourth byte of a cell tells the type of its first column. That is the row id, which stands elsewhere and is
    NULL here (type 0); the constant 0 (type 8) takes no more room and is passed over just the same.
    """
    return (at - first, bit) == (3, 3)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_flipped_bit_of_a_record_is_found(damaged, cells, data):
    position, first, behind = data.draw(st.sampled_from(cells))
    at, bit = data.draw(st.integers(first, behind - 1)), data.draw(st.integers(0, 7))
    assume(not means_nothing(at, first, bit))

    assert names(damaged(at, bit), position)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_flipped_bit_anywhere_in_the_file_is_no_traceback(damaged, good, data):
    at, bit = data.draw(st.integers(100, good.stat().st_size - 1)), data.draw(st.integers(0, 7))

    assert all(finding.message for finding in damaged(at, bit))


def test_every_byte_of_one_record_is_guarded(damaged, cells):
    position, first, behind = cells[30]

    missed = [at - first for at in range(first, behind) if not names(damaged(at, 0), position)]
    assert missed == []


@pytest.mark.parametrize("table", TABLES)
def test_every_byte_of_each_table_and_its_indexes_is_guarded(small, damaged, django_db_blocker, table):
    raw = small.read_bytes()
    with django_db_blocker.unblock():
        trees = tree_bytes(small, f"eventstore_{table}")
    missed = [
        (tree, at - first, at % 8)
        for tree, places in trees.items()
        for first, behind in places
        for at in range(first, behind)
        if not is_fingerprint(raw, at) and not (has_row_id(tree, table) and means_nothing(at, first, at % 8))
        if damaged(at, at % 8, small) == []
    ]
    assert missed == []


def is_fingerprint(raw, at):
    """Whether a byte belongs to the fingerprint of a command, which nothing guards: see test_harmless.py."""
    return FINGERPRINT in raw[max(0, at - len(FINGERPRINT) + 1) : at + len(FINGERPRINT)]


def has_row_id(tree, table):
    """Whether the first column of the tree's records is the row id, of which they hold no copy."""
    return tree == f"eventstore_{table}" and table != "command"


def test_a_damaged_index_is_found_and_the_event_is_named(small, damaged, django_db_blocker):
    """Who reads a stream goes through the index of versions, verify goes by position."""
    with django_db_blocker.unblock():
        trees = tree_bytes(small, "eventstore_event")
    (index,) = [places for tree, places in trees.items() if tree != "eventstore_event"]
    # Behind its head, the entries in the order of streams and versions. The last byte of each belongs to its key.
    named = {
        position: {finding.position for finding in damaged(behind - 1, 4, small)}
        for position, (_first, behind) in zip((1, 2, 5, 6, 3, 4), index[1:], strict=True)
    }
    assert [position for position, found in named.items() if position not in found] == []


@pytest.mark.parametrize("cut", [0.3, 0.6, 0.9])
def test_a_file_cut_short_is_found(good, tmp_path, django_db_blocker, cut):
    copy = tmp_path / "cut.sqlite3"
    copy.write_bytes(good.read_bytes()[: int(good.stat().st_size * cut)])
    with django_db_blocker.unblock(), database_file(copy):
        findings = api.verify_store()

    assert findings
    assert all(finding.message for finding in findings)


def test_a_copy_verifies_and_can_be_written_to(good, tmp_path, django_db_blocker):
    copy = tmp_path / "copy.sqlite3"
    shutil.copyfile(good, copy)
    with django_db_blocker.unblock(), database_file(copy):
        write("match-0")
        assert Event.objects.count() == EVENTS + 1
        assert api.verify_store() == []
        assert connection.settings_dict["NAME"] == str(copy)
