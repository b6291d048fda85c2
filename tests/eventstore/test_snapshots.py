"""Snapshots: a cache that is never an error."""

import pytest

from eventstore import api
from eventstore.models import Snapshot, Stream
from tests.eventstore.log import write

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def log():
    write("match-1", 5)
    write("match-2", 5)


def test_it_works():
    api.save_snapshot("match-1", 3, "fold 1", b"state at 3")

    assert api.load_snapshot("match-1", "fold 1") == api.SavedState("match-1", 3, b"state at 3")
    assert api.load_snapshot("match-2", "fold 1") is None
    assert api.load_snapshot("match-9", "fold 1") is None


def test_it_gives_the_latest_before_a_version():
    for version in (2, 4, 5):
        api.save_snapshot("match-1", version, "fold 1", b"state at %d" % version)

    assert api.load_snapshot("match-1", "fold 1").version == 5
    assert api.load_snapshot("match-1", "fold 1", upto=4).version == 4
    assert api.load_snapshot("match-1", "fold 1", upto=3).version == 2
    assert api.load_snapshot("match-1", "fold 1", upto=1) is None


def test_it_is_replaced():
    api.save_snapshot("match-1", 3, "fold 1", b"old")
    api.save_snapshot("match-1", 3, "fold 1", b"new")

    assert api.load_snapshot("match-1", "fold 1").body == b"new"
    assert Snapshot.objects.count() == 1


def test_one_of_another_fold_is_not_used_and_goes_with_the_next():
    api.save_snapshot("match-1", 3, "fold 1", b"old fold")
    api.save_snapshot("match-2", 3, "fold 1", b"old fold")

    assert api.load_snapshot("match-1", "fold 2") is None

    api.save_snapshot("match-1", 4, "fold 2", b"new fold")
    assert set(Snapshot.objects.values_list("stream__name", "version")) == {("match-2", 3), ("match-1", 4)}


@pytest.mark.parametrize(
    "damage",
    [{"body": b"other bytes"}, {"body": b""}, {"checksum": b""}, {"version": 4}, {"version": 77}],
)
def test_one_that_is_damaged_is_thrown_away(damage):
    api.save_snapshot("match-1", 3, "fold 1", b"state at 3")
    Snapshot.objects.update(**damage)

    assert api.load_snapshot("match-1", "fold 1") is None
    assert not Snapshot.objects.exists()


def test_one_beyond_the_head_is_thrown_away():
    api.save_snapshot("match-1", 6, "fold 1", b"from a future that did not come")

    assert api.load_snapshot("match-1", "fold 1") is None
    assert not Snapshot.objects.exists()


def test_one_of_another_stream_is_thrown_away():
    api.save_snapshot("match-1", 3, "fold 1", b"state at 3")
    Snapshot.objects.update(stream=Stream.objects.get(name="match-2"))

    assert api.load_snapshot("match-2", "fold 1") is None


def test_a_damaged_one_hides_no_older_one():
    api.save_snapshot("match-1", 2, "fold 1", b"state at 2")
    api.save_snapshot("match-1", 4, "fold 1", b"state at 4")
    Snapshot.objects.filter(version=4).update(body=b"?")

    assert api.load_snapshot("match-1", "fold 1").version == 2


def test_it_is_discarded_on_request():
    for version in (2, 4):
        api.save_snapshot("match-1", version, "fold 1", b"state")
    api.discard_snapshot("match-1", 4, "fold 1")
    assert api.load_snapshot("match-1", "fold 1").version == 2
    api.discard_snapshots("match-1")
    assert api.load_snapshot("match-1", "fold 1") is None


def test_it_needs_its_stream():
    with pytest.raises(api.UnknownStream):
        api.save_snapshot("match-9", 1, "fold 1", b"")
