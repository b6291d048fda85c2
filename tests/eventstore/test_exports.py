"""`.skald` files: out, verified anywhere, in again; whatever was changed in between is found."""

import io
import json
from hashlib import sha256
from uuid import UUID, uuid4

import msgspec
import pytest
from django.db import connection

from eventstore import api
from eventstore.chain import genesis, link
from eventstore.models import Command, Event, EventType, Stream
from eventstore.rowcheck import check_rows
from eventstore.skald_format import Header
from tests.eventstore.flushing import unguarded
from tests.eventstore.log import FINGERPRINT, write
from tests.eventstore.sealed_files import resealed

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def log():
    write("match-1", 3)
    write("company-1", 2)
    write("match-1", 2)
    body = '{"said": "Grüße, \\"Ishmêk\\" ✨\\u0041\\n"}'.encode()
    api.append(
        "company-1", 2, [api.NewEvent("thing.said", 2, body)], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT
    )


def exported(*names, key=None):
    file = io.BytesIO()
    api.export_streams(names, file, key)
    return file.getvalue()


def checked(raw, key=None):
    return api.check_export(io.BytesIO(raw), key)


def taken_in(raw, key=None):
    return api.import_streams(io.BytesIO(raw), key)


def forget():
    with unguarded():
        for model in (Event, Command, EventType, Stream):
            model.objects.all().delete()


def facts(name):
    """All that an event keeps on its way through a file: everything but its position."""
    return [event[1:] for event in api.read(name)]


def test_it_comes_back_as_it_was(log):
    before = {name: (api.head(name), facts(name)) for name in ("match-1", "company-1")}
    command_id = next(iter(api.read("match-1"))).command_id
    raw = exported("match-1", "company-1")
    forget()

    done = taken_in(raw)

    assert done == [api.StreamImport("match-1", 0, 5), api.StreamImport("company-1", 0, 3)]
    assert {name: (api.head(name), facts(name)) for name in ("match-1", "company-1")} == before
    assert [event.position for event in api.read_all(0, 10)] == list(range(1, 9))
    assert api.verify_store() == []
    command = api.find_command(command_id)
    assert (command.stream, command.first_version, command.last_version) == ("match-1", 1, 3)
    assert exported("match-1", "company-1").splitlines()[1:-1] == raw.splitlines()[1:-1]


def test_it_goes_on_after_an_import(log):
    raw = exported("match-1")
    forget()
    taken_in(raw)

    write("match-1", 2)

    assert api.head("match-1").version == 7
    assert api.verify_store() == []


def test_it_takes_in_what_is_here_already_as_nothing(log):
    raw = exported("match-1", "company-1")
    write("match-1")

    assert taken_in(raw) == [api.StreamImport("match-1", 6, 5), api.StreamImport("company-1", 3, 3)]
    assert Event.objects.count() == 9


def test_it_takes_in_the_rest_of_a_stream(log):
    early = exported("match-1")
    write("match-1", 2)
    late = exported("match-1")
    forget()
    taken_in(early)

    assert taken_in(late) == [api.StreamImport("match-1", 5, 7)]
    assert api.verify_store() == []


def test_it_refuses_a_stream_that_diverged(log):
    early = exported("match-1")
    write("match-1", 2)
    ours = exported("match-1")
    forget()
    taken_in(early)
    write("match-1", 1)

    with pytest.raises(api.Diverged) as refusal:
        taken_in(ours)
    assert (refusal.value.stream, refusal.value.version) == ("match-1", 6)
    assert api.head("match-1").version == 6
    assert api.verify_store() == []


def test_it_refuses_another_stream_of_the_same_name(log):
    raw = exported("match-1")
    forget()
    write("match-1", 5)

    with pytest.raises(api.Diverged, match="at version 1"):
        taken_in(raw)


def test_it_refuses_to_continue_a_closed_stream(log):
    early = exported("match-1")
    write("match-1", 2)
    late = exported("match-1")
    forget()
    taken_in(early)
    api.close_stream("match-1", 5)

    with pytest.raises(api.StreamClosed):
        taken_in(late)


@pytest.fixture
def used(log):
    """(A file of match-1, the id of its first command), which another stream here has used since."""
    raw = exported("match-1")
    command_id = next(iter(api.read("match-1"))).command_id
    forget()
    write("match-2", command_id=command_id)
    return raw, command_id


def test_a_file_whose_command_id_is_used_here_is_taken_in_and_the_id_stays_with_who_used_it(used):
    """Else who makes a file up learns which ids are used, and a forgery that came first keeps the honest file out."""
    raw, command_id = used
    before = api.find_command(command_id)
    taken_in(raw)

    assert api.find_command(command_id) == before
    assert before.stream == "match-2"
    assert next(iter(api.read("match-1"))).command_id == command_id
    assert api.head("match-1").hash.hex() == json.loads(raw.splitlines()[-1])["heads"][0]
    assert api.verify_store() == []


def test_an_event_from_a_file_whose_command_nobody_tells_of_is_found(used):
    """It is only passed over where somebody else has the row."""
    raw, command_id = used
    taken_in(raw)
    other = next(event.command_id for event in api.read("match-1") if event.command_id != command_id)
    with unguarded():
        Command.objects.filter(pk=other).delete()
    found = api.verify_store()
    assert {(one.kind, one.stream) for one in found} == {("command", "match-1")}
    assert all("no row tells" in one.message for one in found)


def test_an_event_of_this_house_whose_command_is_told_of_elsewhere_is_found(used):
    raw, command_id = used
    taken_in(raw)
    write("match-1", 1)
    *_others, last = api.read("match-1")
    with unguarded():
        Command.objects.filter(pk=last.command_id).delete()
        Event.objects.filter(position=last.position).update(command_id=command_id)
    assert [(one.kind, one.version) for one in check_rows()] == [("command", 6)]


def test_it_exports_a_closed_stream_as_closed(log):
    api.close_stream("match-1", 5)
    raw = exported("match-1")
    forget()
    taken_in(raw)

    assert api.head("match-1").closed_at is not None


def test_it_refuses_to_export_what_is_not_there(log):
    with pytest.raises(api.UnknownStream):
        exported("match-1", "match-9")


def test_it_verifies_without_a_database(log, django_db_blocker):
    raw = exported("match-1", "company-1")
    with django_db_blocker.block():
        summary = checked(raw)

    assert summary.events == 8
    assert [stream.name for stream in summary.streams] == ["match-1", "company-1"]


OURS, THEIRS = api.SealKey(b"k" * 32), api.SealKey(b"t" * 32)


def test_it_tells_what_the_seal_of_a_file_is_worth(log):
    plain, sealed = exported("match-1"), exported("match-1", key=OURS)

    assert [checked(plain, key).seal for key in (None, OURS)] == [api.FileSeal.NONE] * 2
    assert checked(sealed).seal is api.FileSeal.UNCHECKED
    assert checked(sealed, OURS).seal is api.FileSeal.OURS
    assert checked(sealed, THEIRS).seal is api.FileSeal.FOREIGN


def test_a_sealed_file_bears_the_id_of_its_key_and_another_is_spelled_as_ever(log):
    """The id is the one that the seals of the log bear."""
    key_id = sha256(b"skald/seal-key/1" + b"k" * 32).hexdigest()[:16]
    assert exported("match-1", key=OURS).splitlines()[0].endswith(b'}],"sealed_by":"%s"}' % key_id.encode())
    assert list(json.loads(exported("match-1").splitlines()[0])) == ["skald", "exported_at", "streams"]


def test_a_house_with_a_key_of_its_own_takes_in_what_another_sealed(log):
    raw = exported("match-1", key=OURS)
    forget()

    assert taken_in(raw, THEIRS) == [api.StreamImport("match-1", 0, 5)]
    assert api.verify_store() == []


def test_it_refuses_a_file_of_its_own_whose_seal_does_not_fit(log):
    raw = resealed(exported("match-1"), sealed_by=OURS.id, secret=THEIRS.secret)

    with pytest.raises(api.BadExport, match=r"the seal does not fit: the file was changed$"):
        checked(raw, OURS)
    assert checked(raw, THEIRS).seal is api.FileSeal.FOREIGN


def test_a_seal_of_old_must_fit_or_be_ignored(log):
    """It does not say its key."""
    raw = resealed(exported("match-1"), sealed_by=None, secret=OURS.secret)

    assert checked(raw, OURS).seal is api.FileSeal.OURS
    with pytest.raises(api.BadExport, match="or sealed with another key"):
        checked(raw, THEIRS)
    assert checked(raw).seal is api.FileSeal.UNCHECKED


@pytest.mark.parametrize("key", [None, OURS, THEIRS])
def test_it_refuses_a_file_that_announces_a_seal_and_has_none(log, key):
    with pytest.raises(api.BadExport, match="the seal that the header announces is missing"):
        checked(resealed(exported("match-1"), sealed_by=OURS.id), key)


def lines_of(raw):
    return raw.splitlines(keepends=True)


def test_it_refuses_a_forged_chain_with_the_line_and_the_event(log):
    lines = lines_of(exported("match-1"))
    lines[3] = lines[3].replace(b'{\\"n\\": 3}', b'{\\"n\\": 4}')

    with pytest.raises(api.BadExport) as refusal:
        taken_in(b"".join(lines))
    assert (refusal.value.line, refusal.value.event) == (4, "match-1 version 3")
    assert str(refusal.value).startswith("line 4 (match-1 version 3): its hash does not fit")


@pytest.mark.parametrize(
    ("damage", "line", "reason"),
    [
        (lambda lines: [], 1, "cut off"),
        (lambda lines: [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe"], 1, "not the header"),
        (lambda lines: [b"\xff" * 1000 + b"\n"], 1, "not the header"),
        (lambda lines: [b"[" * 100_000 + b"\n"], 1, "not the header"),
        (lambda lines: [b"{}\n"], 1, "missing required field"),
        (lambda lines: [lines[0].replace(b'"skald":1', b'"skald":2'), *lines[1:]], 1, "only format 1"),
        (lambda lines: [lines[0].replace(b'"skald"', b'"scald"'), *lines[1:]], 1, "not the header"),
        (lambda lines: [lines[0].replace(b'"name":"match-1"', b'"name":"../etc"'), *lines[1:]], 1, "no name"),
        (lambda lines: [lines[0].replace(b"company-1", b"match-1"), *lines[1:]], 1, "named twice"),
        (lambda lines: [lines[0][:-1] + b" \n", *lines[1:]], 1, "not spelled"),
        (lambda lines: lines[:3], 4, "cut off"),
        (lambda lines: lines[:-1], 10, "cut off"),
        (lambda lines: [*lines[:-1], lines[-1][:-1]], 10, "not complete"),
        (lambda lines: [*lines, b"\n"], 11, "after the footer"),
        (lambda lines: [*lines[:2], *lines[3:]], 3, "version 3 stands where version 2 belongs"),
        (lambda lines: [*lines[:2], lines[1], *lines[2:]], 3, "version 1 stands where"),
        (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], 2, "version 2 stands where"),
        (lambda lines: [lines[0], *lines[6:9], *lines[1:6], lines[9]], 2, "its hash does not fit"),
        (lambda lines: [lines[0], b'{"v":' + b"9" * 400 + b"}\n", *lines[2:]], 2, "not the eventline"),
        (lambda lines: [lines[0], b'"' + b"x" * 17_000_000 + b'"\n', *lines[2:]], 2, "longer than"),
        (lambda lines: [*lines[:-1], lines[-1].replace(b'"events":8', b'"events":7')], 10, "footer does not fit"),
    ],
)
def test_it_refuses_a_damaged_file(log, damage, line, reason):
    raw = b"".join(damage(lines_of(exported("match-1", "company-1"))))
    forget()

    with pytest.raises(api.BadExport, match=reason) as refusal:
        taken_in(raw)
    assert refusal.value.line == line
    assert not Event.objects.exists()


def test_it_refuses_what_could_not_have_been_appended(log):
    """A file may be forged with hashes that fit, since the hash needs no secret."""
    header, line, *_rest = lines_of(exported("match-1"))
    stream = msgspec.json.decode(header, type=Header).streams[0]
    event = json.loads(line)
    event["actor"] = "x" * 300
    event["hash"] = link(
        genesis(stream.uuid.bytes, "match-1"),
        stream.uuid.bytes,
        1,
        event["type"],
        event["schema"],
        event["at"],
        event["actor"],
        UUID(event["command"]).bytes,
        event["body"].encode(),
    ).hex()
    forged = json.dumps(event, separators=(",", ":")).encode() + b"\n"

    with pytest.raises(api.BadExport, match="no actor"):
        taken_in(header + forged)


def test_it_takes_in_many_events(log, monkeypatch):
    monkeypatch.setattr("eventstore.staging.BATCH", 3)
    for _ in range(7):
        write("match-1", 3)
    raw = exported("match-1")
    forget()

    taken_in(raw)

    assert Event.objects.count() == 26
    assert Command.objects.count() == 9
    assert api.verify_store() == []
    assert connection.in_atomic_block
