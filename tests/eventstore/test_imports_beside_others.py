"""An import beside everybody else: whoever writes does not wait while it is verified; killed, it leaves nothing."""

import io

import pytest

from eventstore import api, exports
from eventstore.models import Event, Stream
from eventstore.skald_format import Reader
from tests.eventstore.log import write
from tests.eventstore.processes import kill
from tests.eventstore.test_exports import exported, forget

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def raw(processes):
    """A file of two streams that are not here."""
    write("match-far", 300)
    write("company-far", 20)
    found = exported("match-far", "company-far")
    forget()
    return found


def test_others_append_while_it_is_verified(processes, raw, monkeypatch):
    """Both times that the file is read somebody else appends from beginning to end."""
    events = Reader.events

    def events_beside_others(reader):
        for place in events(reader):
            if place.event.v == 150:
                processes.run("writer", "3")
            yield place

    monkeypatch.setattr(Reader, "events", events_beside_others)
    assert [one.version for one in api.import_streams(io.BytesIO(raw))] == [300, 20]
    streams = [event.stream for event in api.read_all(0, 1_000)]
    assert streams[-320:] == ["match-far"] * 300 + ["company-far"] * 20
    assert len(streams) >= 326
    assert api.verify_store() == []


def test_it_refuses_what_was_compared_with_another_state(processes, monkeypatch):
    """Somebody appends to the very stream after it was compared: nothing is taken in."""
    write("match-1", 2)
    short = exported("match-1")
    write("match-1", 2)
    long = exported("match-1")
    forget()
    api.import_streams(io.BytesIO(short))
    compare = exports.compare

    def compare_and_be_overtaken(summary):
        found = compare(summary)
        processes.run("writer", "12")  # to one of three streams, match-1 among them
        write("match-1", 1)
        return found

    monkeypatch.setattr(exports, "compare", compare_and_be_overtaken)
    before = api.head("match-1").version
    with pytest.raises(api.Conflict):
        api.import_streams(io.BytesIO(long))
    assert api.head("match-1").version > before
    assert api.verify_store() == []


@pytest.mark.parametrize("until", ["verified", "stored"])
def test_killed_it_leaves_nothing(processes, raw, tmp_path, until):
    """At the latest instant there is: all is stored, and not committed yet."""
    file = tmp_path / "far.skald"
    file.write_bytes(raw)
    victim = processes.start("importer", str(file), until)
    assert victim.stdout.readline() == f"{until}\n"
    kill(victim)

    processes.run("writer", "2")
    assert not Stream.objects.filter(name__endswith="far").exists()
    assert Event.objects.count() == api.last_position()
    assert api.verify_store() == []
    api.import_streams(io.BytesIO(raw))
    assert api.verify_store() == []
