"""What verify does not guard, and why nobody comes to harm: each entry of `NOT_GUARDED` in test_tampering.py.

The last tests show where the guard of the chain ends, and that a seal goes further.
"""

from uuid import uuid4

import pytest

from eventstore import api, registry
from eventstore.models import Snapshot, Stream, Subscription
from tests.eventstore.counting import Counts, counts
from tests.eventstore.flushing import unguarded
from tests.eventstore.log import OTHER_FINGERPRINT, write
from tests.eventstore.tampering import all_rows, cells, change, delete, exchange, found, insert, undone

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def log():
    """match-1 (1, 2) · match-2 (1) · match-1 (3), the last two in the tail that is not sealed yet."""
    command = uuid4()
    write("match-1", 2, command_id=command)
    api.seal_log()
    write("match-2")
    write("match-1")
    assert api.verify_store() == []
    return command


def test_a_damaged_snapshot_is_dropped_and_not_believed(log):
    api.save_snapshot("match-1", 2, "fold 1", b"two events")
    saved = api.SavedState("match-1", 2, b"two events")
    believed = []
    for cell in cells("snapshot"):
        for byte in range(cell.width):
            with undone():
                change("snapshot", cell.key, **{cell.column: cell.flipped(byte, 0x01)})
                states = [api.load_snapshot(stream, "fold 1") for stream in ("match-1", "match-2")]
                believed += [state for state in states if state is not None]
    assert believed == []
    assert api.load_snapshot("match-1", "fold 1") == saved
    assert api.verify_store() == []


def test_a_closed_stream_is_read_as_before(log):
    facts = list(api.read("match-1"))
    with unguarded():
        Stream.objects.update(closed_at=1)

    assert list(api.read("match-1")) == facts
    assert api.verify_store() == []
    with pytest.raises(api.StreamClosed):
        write("match-1")


def test_a_command_with_another_fingerprint_is_refused_and_not_done_again(log):
    with unguarded():
        change("command", log, fingerprint=OTHER_FINGERPRINT)

    with pytest.raises(api.KeyReused):
        write("match-1", command_id=log)
    assert api.head("match-1").version == 3
    assert api.verify_store() == []


@pytest.fixture
def counted(log, monkeypatch):
    monkeypatch.setattr(registry, "_subscribers", {})
    api.subscriber("counts")(Counts)
    api.catch_up("counts")
    assert (counts(), api.check("counts")) == ({"match-1": 3, "match-2": 1}, [])


@pytest.mark.parametrize("position", [0, 2, -5])
def test_a_checkpoint_that_was_set_back_shows_and_is_mended(counted, position):
    Subscription.objects.update(position=position)

    assert api.check("counts") != []
    api.rebuild("counts")
    assert (counts(), api.check("counts")) == ({"match-1": 3, "match-2": 1}, [])


def test_a_checkpoint_that_was_set_forward_shows_and_is_mended(counted):
    Subscription.objects.update(position=1_000)
    write("match-2")

    assert api.check("counts") == ["match-2 has 2 events, the row says 1"]
    api.rebuild("counts")
    assert (counts(), api.check("counts")) == ({"match-1": 3, "match-2": 2}, [])


def test_a_changed_row_of_a_read_model_shows_and_is_mended(counted):
    Snapshot.objects.filter(stream__name="match-2").update(saved_at=7)

    assert api.check("counts") == ["match-2 has 1 events, the row says 7"]
    api.rebuild("counts")
    assert api.check("counts") == []


# The limits of the chain


def test_streams_may_change_order_only_where_nothing_is_sealed_yet(log):
    """Two events of different streams that exchange positions: each stream's own story stays, and a seal ends it."""
    first, second = all_rows("event")[2:]
    with unguarded():
        with undone():
            exchange(first, second, ("position",))
            assert found() == []
            assert [event.version for event in api.read("match-1")] == [1, 2, 3]
        api.seal_log()
        with undone():
            exchange(first, second, ("position",))
            assert [finding.kind for finding in found()] == ["seal"]


def test_a_tail_may_be_cut_off_with_all_its_rows_only_where_nothing_is_sealed_yet(log):
    last = all_rows("event")[-1]
    stream = next(row for row in all_rows("stream") if row["id"] == last["stream_id"])
    before = all_rows("event")[1]
    with unguarded():
        for sealed in (False, True):
            if sealed:
                api.seal_log()
            with undone():
                delete("event", last["position"])
                delete("command", last["command_id"])
                change("stream", stream["id"], version=2, head_hash=before["hash"])
                assert [finding.kind for finding in found()] == (["cut"] if sealed else [])


def test_a_type_that_no_event_bears_means_nothing(log):
    with unguarded():
        insert("eventtype", {"id": api.type_id("thing.denied"), "name": "thing.denied"})
    assert api.verify_store() == []
