"""Reading in pages: a stream as folds read it, with its chain checked if wanted, and all streams by position."""

import pytest
from django.db import connection

from eventstore import api, reading
from eventstore.models import Event, Stream
from tests.eventstore.flushing import unguarded
from tests.eventstore.log import write
from tests.examples import HealthCheck, given, settings, st

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

COLUMNS = ("body", "hash", "actor", "command_id", "version", "schema", "recorded_at", "type_id")


@pytest.fixture
def log(monkeypatch):
    """Ten events of match-1 in pages of four, between events of match-2."""
    monkeypatch.setattr("eventstore.reading.PAGE", 4)
    monkeypatch.setattr("eventstore.verification.PAGE", 4)
    write("match-2", 3)
    write("match-1", 7)
    write("match-2", 2)
    write("match-1", 3)


def told(pages):
    """The events of pages as (version, number of the type, schema, body), and the hash that each page ends with."""
    events, hashes = [], []
    for page in pages:
        numbered = enumerate(page, page.first)
        events += [(version, number, schema, body) for version, ((number, schema), body) in numbered]
        assert page.last == events[-1][0]
        hashes.append(page.hash)
    return events, hashes


def recorded(after=0, upto=None):
    found = list(api.read("match-1", after, upto))
    return [(event.version, api.type_id(event.type), event.schema, event.body) for event in found], found


def test_it_works(log):
    events, hashes = told(api.read_pages("match-1"))
    expected, found = recorded()

    assert events == expected
    assert [event[0] for event in events] == list(range(1, 11))
    assert hashes == [found[3].hash, found[7].hash, found[9].hash]
    assert told(api.verified_pages("match-1")) == (events, hashes)


@pytest.mark.parametrize(("after", "upto"), [(0, 0), (0, 1), (0, 4), (3, 8), (4, 8), (2, 99), (10, None), (11, None)])
def test_it_reads_a_part_of_a_stream(log, after, upto):
    events, hashes = told(api.read_pages("match-1", after, upto))
    expected, found = recorded(after, upto)

    assert events == expected
    assert hashes[-1:] == [event.hash for event in found[-1:]]


def test_a_page_that_is_not_full_is_the_last(log, monkeypatch):
    """A load that fits a page is one query."""
    asked, rows = [], reading.rows
    monkeypatch.setattr(reading, "rows", lambda *query: asked.append(query) or rows(*query))

    assert [page.last for page in api.read_pages("match-1", 7)] == [10]
    assert len(asked) == 1


def test_a_stream_that_is_not_there_has_no_pages(log):
    assert list(api.read_pages("match-9")) == []
    with pytest.raises(api.UnknownStream):
        list(api.verified_pages("match-9"))


def test_a_page_is_given_out_once_it_is_checked_and_no_later_one_after_a_fault(log):
    with unguarded():
        Event.objects.filter(stream__name="match-1", version=6).update(body=b'{"n": 66}')
    pages, given_out = api.verified_pages("match-1"), []

    with pytest.raises(api.BrokenChain) as broken:
        given_out.extend(page.last for page in pages)

    assert given_out == [4]
    assert (broken.value.finding.stream, broken.value.finding.version) == ("match-1", 6)


def test_a_tail_that_was_cut_off_shows_after_the_last_page(log):
    with unguarded():
        Event.objects.filter(stream__name="match-1", version__gt=8).delete()
    pages = api.verified_pages("match-1")

    assert [next(pages).last, next(pages).last] == [4, 8]
    with pytest.raises(api.BrokenChain) as broken:
        next(pages)
    assert (broken.value.finding.kind, broken.value.finding.version) == ("cut", 8)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(version=st.integers(1, 10), column=st.sampled_from(COLUMNS), other=st.integers(1, 10))
def test_reading_with_the_chain_finds_what_verify_finds(log, version, column, other):
    """An event is given a column of another, or of nobody's; what is the same afterwards is no fault."""
    rows = Event.objects.filter(stream__name="match-1")
    event, source = rows.get(version=version), rows.get(version=other)
    stored = getattr(event, column)
    value = 10 + other if column == "version" else getattr(source, column)
    with unguarded():
        rows.filter(pk=event.pk).update(**{column: value})
    findings = api.verify_stream("match-1")
    first = None
    try:
        list(api.verified_pages("match-1"))
    except api.BrokenChain as broken:
        first = broken.finding
    with unguarded():
        Event.objects.filter(pk=event.pk).update(**{column: stored})

    assert bool(findings) == (value != stored)
    assert first == (findings[0] if findings else None)


def test_a_gap_as_long_as_a_page_hides_nothing_behind_it(log):
    with unguarded():
        Event.objects.filter(stream__name="match-1", version__in=(5, 6, 7, 8)).delete()
        Event.objects.filter(stream__name="match-1", version=10).update(body=b"{}")

    findings = api.verify_stream("match-1")
    assert [(finding.kind, finding.version) for finding in findings] == [("gap", 9), ("altered", 10)]


def test_a_stream_that_claims_to_be_endless_is_not_counted_through(log):
    with unguarded():
        Stream.objects.filter(name="match-1").update(version=2**31 - 1)

    (finding,) = api.verify_stream("match-1")
    assert (finding.kind, finding.version) == ("cut", 10)


@pytest.mark.sqlite
def test_a_version_that_is_no_number_is_named_once(log):
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("UPDATE eventstore_event SET version = 'ten' WHERE version = 10")

    findings = api.verify_stream("match-1")
    assert [(finding.kind, finding.position) for finding in findings] == [("order", api.last_position())]


def test_all_streams_are_read_past_long_stretches_of_other_kinds(log):
    start = api.last_position()
    write("company-1", 1)
    write("match-1", 11)
    write("company-1", 2)

    assert [event.version for event in api.read_all(start, 9, ["company"])] == [1, 2, 3]
    assert [event.version for event in api.read_all(start, 2, ["company"])] == [1, 2]
    assert api.read_all(start, 9, ["campaign"]) == []


def test_all_streams_are_read_past_a_gap(log):
    start = api.last_position()
    write("match-1", 12)
    with unguarded():
        Event.objects.filter(position__gt=start + 1, position__lt=start + 12).delete()

    assert [event.position for event in api.read_all(start, 2)] == [start + 1, start + 12]
    assert api.read_all(start + 12, 2) == []


@pytest.mark.sqlite
def test_events_lead_when_kinds_are_read(log):
    """Were the streams of the kind to lead, each page would sort all of their events."""
    sql = reading.LOG_PAGE.format(kinds=reading.OF_KINDS.format(marks="?"), **reading.DIALECT["sqlite"])
    plan = [row[3] for row in reading.rows(f"EXPLAIN QUERY PLAN {sql}", (0, 2_000, "match", 500))]

    assert plan[0].startswith("SEARCH e USING INTEGER PRIMARY KEY")
    assert not any("TEMP B-TREE" in step for step in plan)
