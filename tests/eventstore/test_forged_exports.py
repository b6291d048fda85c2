"""Files with good hashes that no house has written: what is taken in verifies for ever, everything else is refused."""

import io
import struct
import time
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import ImproperlyConfigured

from eventstore import api
from eventstore.models import Event, EventType, Stream
from tests.eventstore.forged_files import Forgery
from tests.eventstore.log import write
from tests.eventstore.sealed_files import resealed
from tests.eventstore.test_exports import exported, forget, taken_in
from tests.examples import HealthCheck, given, settings, st

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

OURS, THEIRS = api.SealKey(b"k" * 32), api.SealKey(b"t" * 32)
HOUR = 3_600_000_000
# Two names whose numbers in the table of types, four bytes of SHA-256, are the same.
TWINS = ("twin.37285", "twin.45076")


@pytest.fixture
def raw():
    """Two streams, of 4 and 2 events, in three commands."""
    write("match-1", 3)
    write("company-1", 2)
    write("match-1", 1)
    found = exported("match-1", "company-1")
    forget()
    return found


@pytest.fixture
def forgery(raw):
    return Forgery(raw)


def refused(forgery):
    with pytest.raises(api.BadExport) as refusal:
        taken_in(forgery.raw())
    assert not Event.objects.exists()
    assert not Stream.objects.exists()
    return refusal.value


def test_what_nobody_has_changed_is_taken_in(forgery):
    assert [one.version for one in taken_in(forgery.raw())] == [4, 2]
    assert api.verify_store() == []


@pytest.mark.parametrize("shift", [-1, 1, -HOUR, HOUR])
def test_it_refuses_a_header_whose_opening_is_not_that_of_the_first_event(forgery, shift):
    """`verify` would object to the row for ever, and the guards to whoever mends it."""
    forgery.streams[0]["opened_at"] += shift
    refusal = refused(forgery)
    assert (refusal.line, refusal.event) == (2, "match-1 version 1")
    assert "opened at another instant" in refusal.reason


@pytest.mark.parametrize("shift", [-1, HOUR])
def test_it_refuses_a_header_that_closes_before_the_end_or_in_the_future(forgery, shift):
    forgery.streams[1]["closed_at"] = forgery.events[1][-1]["at"] + shift
    refusal = refused(forgery)
    assert refusal.line == 1
    assert "company-1 was closed" in refusal.reason


@pytest.mark.parametrize("version", [1, 3, 5])
def test_it_refuses_a_header_whose_version_is_not_that_of_the_last_event(forgery, version):
    forgery.streams[0]["version"] = version
    refused(forgery)


def test_it_refuses_a_uuid_that_is_not_that_of_the_hashes(raw):
    uuid = Forgery(raw).streams[0]["uuid"]
    with pytest.raises(api.BadExport, match="hash does not fit"):
        taken_in(raw.replace(uuid.encode(), str(UUID(int=7)).encode()))


def test_it_refuses_an_instant_in_the_future(forgery):
    forgery.events[1][1]["at"] += HOUR
    refusal = refused(forgery)
    assert (refusal.line, refusal.event) == (7, "company-1 version 2")
    assert "in the future" in refusal.reason


def test_it_refuses_instants_that_run_backwards(forgery):
    forgery.events[0][3]["at"] = forgery.events[0][2]["at"] - 1
    refusal = refused(forgery)
    assert (refusal.line, refusal.event) == (5, "match-1 version 4")
    assert "before the event" in refusal.reason


def test_a_house_that_signs_for_its_file_may_have_had_a_wrong_clock(forgery):
    """It must be able to take its own log back."""
    forgery.events[0][3]["at"] -= HOUR
    forgery.events[1][1]["at"] += HOUR
    raw = resealed(forgery.raw(), sealed_by=OURS.id, secret=OURS.secret)
    with pytest.raises(api.BadExport, match="before the event"):
        taken_in(raw, THEIRS)
    taken_in(raw, OURS)
    assert api.verify_store() == []


def test_the_seal_of_a_house_that_is_trusted_is_worth_as_much(forgery, monkeypatch):
    forgery.events[0][3]["at"] -= HOUR
    raw = resealed(forgery.raw(), sealed_by=OURS.id, secret=OURS.secret)
    monkeypatch.setenv("SKALD_TRUSTED_SEALS", f"{'ab' * 32}, {OURS.secret.hex()}")
    assert api.check_export(io.BytesIO(raw), THEIRS, api.trusted_keys()).seal is api.FileSeal.TRUSTED
    wrong = resealed(forgery.raw(), sealed_by=OURS.id, secret=THEIRS.secret)
    with pytest.raises(api.BadExport, match="the seal does not fit"):
        api.check_export(io.BytesIO(wrong), THEIRS, api.trusted_keys())
    monkeypatch.setenv("SKALD_TRUSTED_SEALS", "no key")
    with pytest.raises(ImproperlyConfigured, match=r"SKALD_TRUSTED_SEALS .* hexadecimal"):
        api.trusted_keys()


@pytest.mark.parametrize("body", ['{"n":1,"n":2}', '{"a":[{"gm":"alice","at":1,"gm":"eve"}]}'])
def test_it_refuses_a_body_that_gives_a_field_twice(forgery, body):
    forgery.events[0][1]["body"] = body
    refusal = refused(forgery)
    assert (refusal.line, refusal.event) == (3, "match-1 version 2")
    assert "a field twice" in refusal.reason


def test_it_refuses_the_id_of_a_command_of_another_stream(forgery):
    forgery.events[1][0]["command"] = forgery.events[0][0]["command"]
    assert "wrote something else in this file" in refused(forgery).reason


def test_it_refuses_a_command_that_comes_back(forgery):
    """Its events stand side by side, or its row would be false."""
    forgery.events[0][1]["command"] = str(uuid4())
    refusal = refused(forgery)
    assert refusal.event == "match-1 version 3"
    assert "wrote something else in this file" in refusal.reason


def test_it_refuses_a_type_with_the_number_of_another(forgery):
    """Four bytes of a hash are found again by who tries for an hour."""
    first, second = TWINS
    forgery.events[0][0]["type"], forgery.events[1][0]["type"] = first, second
    assert f"the type {second} has the number of {first}" in refused(forgery).reason
    assert not EventType.objects.filter(name=first).exists()


INSTANTS = st.one_of(st.integers(0, 253_402_300_799_999_999), st.integers(-HOUR, HOUR).map(lambda us: us + now()))
UUIDS = st.one_of(st.uuids().map(str), st.sampled_from([str(UUID(int=1)), str(UUID(int=2))]))
OF_STREAMS = {
    "name": st.sampled_from(["match-1", "match-2", "company-1", "hall-1"]),
    "uuid": UUIDS,
    "version": st.integers(0, 6),
    "opened_at": INSTANTS,
    "closed_at": st.none() | INSTANTS,
}
OF_EVENTS = {
    "v": st.integers(0, 6),
    "type": st.sampled_from(["thing.happened", "thing.said", *TWINS, "no type"]),
    "schema": st.integers(-1, 40_000),
    "at": INSTANTS,
    "actor": st.text(max_size=210),
    "command": UUIDS,
    "body": st.sampled_from(["{}", "[1]", '{"a":1,"a":2}', "[" * 2_000 + "]" * 2_000, "{", '"\\ud800"', "\x00"]),
}


IDS = st.sampled_from([OURS.id, THEIRS.id, "0" * 16, "no key"])
IMPORT_LINES = st.fixed_dictionaries(
    {
        "stream": st.sampled_from(["match-1", "company-1", "hall-1"]),
        "first": st.integers(0, 6),
        "last": st.integers(0, 6),
        "at": INSTANTS,
        "by": st.sampled_from(["house", "user:eve", "", "x" * 201]),
        "file": st.sampled_from(["0f" * 32, "no sum"]),
    },
    optional={
        "person": st.sampled_from(["0f" * 16, "nobody"]),
        "sealed_by": IDS,
        "trusted": st.just(True),
        "told_by": IDS,
    },
)
SEALS = st.none() | st.tuples(IDS, st.sampled_from([OURS.secret, THEIRS.secret]))
"""The key that a file says it is sealed with, and the one that it was; None: it has no seal."""


def now():
    return time.time_ns() // 1000


@st.composite
def mutations(draw):
    """What is done to a file: a field of a stream or an event changed, an event gone or there twice."""
    stream, event = draw(st.integers(0, 1)), draw(st.integers(0, 1))
    kind = draw(st.sampled_from(["stream", "stream", "event", "event", "event", "gone", "twice", "same instant"]))
    fields = {"stream": OF_STREAMS, "event": OF_EVENTS}.get(kind, {"": st.none()})
    field = draw(st.sampled_from(sorted(fields)))
    return kind, stream, event, field, draw(fields[field])


def changed(forgery, kind, stream, event, field, value):
    head, events = forgery.streams[stream], forgery.events[stream]
    match kind:
        case "stream":
            head[field] = value
        case "event" if event < len(events):
            events[event][field] = value
        case "gone" if len(events) > 1:
            del events[event]
        case "twice" if event < len(events):
            events.insert(event, dict(events[event], command=str(uuid4())))
        case "same instant" if events:
            head["opened_at"] = events[0]["at"]
    if kind in {"gone", "twice"}:
        head["version"] = len(events)
        for number, one in enumerate(events, 1):
            one["v"] = number


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(done=st.lists(mutations(), max_size=4), told=st.lists(IMPORT_LINES, max_size=2), seal=SEALS)
def test_whatever_is_accepted_verifies(raw, done, told, seal):
    """Whoever changes what they like and makes the hashes anew is refused, or has brought what `verify` finds whole.

    What was accepted can be exported, and that verifies, too.
    """
    forget()
    forgery = Forgery(raw)
    for one in done:
        changed(forgery, *one)
    if told:
        forgery.header["imported"] = told
    try:
        file = io.BytesIO(forgery.raw())
    except (ValueError, struct.error):
        return  # nothing that could be hashed
    if seal is not None:
        file = io.BytesIO(resealed(file.getvalue(), sealed_by=seal[0], secret=seal[1]))
    try:
        api.import_streams(file, OURS)
    except api.BadExport:
        assert not Event.objects.exists()
        assert not Stream.objects.exists()
    else:
        again = exported(*Stream.objects.values_list("name", flat=True), key=OURS)
        api.check_export(io.BytesIO(again), OURS)
    assert api.verify_store() == []
