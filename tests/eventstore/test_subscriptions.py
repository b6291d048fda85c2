"""Subscriptions: each event once, nothing skipped, parked at what fails."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event

import pytest
from django.db import OperationalError, connection, transaction

from eventstore import api, subscriptions
from eventstore.models import EventType, Snapshot, Subscription
from eventstore.registry import Resettable
from eventstore.subscriptions import LEASE_MICROSECONDS
from tests.eventstore.counting import Counts, counts
from tests.eventstore.log import write

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def model():
    api.subscriber("counts")(Counts)
    return api.find_subscriber("counts").origin


@pytest.fixture
def matches_only():
    seen = []
    api.subscriber("matches", kinds=("match",))(seen.extend)
    return seen


def test_it_works(model):
    write("match-1", 2)
    write("company-1", 1)

    done = api.catch_up("counts")

    assert (done.handled, done.position, done.state) == (3, 3, api.State.CAUGHT_UP)
    assert counts() == {"match-1": 2, "company-1": 1}
    assert api.behind("counts") == 0


def test_it_handles_each_event_once(model):
    write("match-1", 2)
    api.catch_up("counts")
    write("match-1", 1)
    assert api.behind("counts") == 1

    assert api.catch_up("counts").handled == 1
    assert api.catch_up("counts").handled == 0
    assert counts() == {"match-1": 3}


def test_it_works_in_batches(model, monkeypatch):
    monkeypatch.setattr(subscriptions, "BATCH", 3)
    write("match-1", 7)
    seen = []

    done = api.catch_up("counts", progress=seen.append)

    assert done.handled == 7
    assert model.batches == [3, 3, 1]
    assert seen == [3, 6, 7]


def test_it_stops_at_a_limit(model, monkeypatch):
    monkeypatch.setattr(subscriptions, "BATCH", 2)
    write("match-1", 7)

    done = api.catch_up("counts", limit=3)

    assert (done.handled, done.position, done.state) == (3, 3, api.State.MORE)
    assert Subscription.objects.get(name="counts").lease_owner == ""
    assert api.catch_up("counts").handled == 4


def test_it_sees_only_the_kinds_it_wants(matches_only):
    write("match-1", 1)
    write("company-1", 3)
    assert api.catch_up("matches").position == 4
    write("company-1", 2)
    write("match-1", 1)
    write("company-1", 2)

    done = api.catch_up("matches")

    assert [(event.stream, event.version) for event in matches_only] == [("match-1", 1), ("match-1", 2)]
    assert (done.handled, done.position) == (1, 9)


def test_it_refuses_an_unknown_name(model):
    with pytest.raises(api.UnknownSubscription, match="there are: counts"):
        api.catch_up("cuonts")
    assert not Subscription.objects.exists()


def test_names_are_taken_once(model):
    with pytest.raises(ValueError, match="two subscribers"):
        api.subscriber("counts")(Counts)
    with pytest.raises(TypeError, match="neither a function"):
        api.subscriber("other")(object())


def test_it_parks_at_the_event_that_fails(model):
    write("match-1", 5)
    model.poison = {4}

    done = api.catch_up("counts")

    assert (done.handled, done.position, done.state) == (3, 3, api.State.PARKED)
    assert counts() == {"match-1": 3}
    row = Subscription.objects.get(name="counts")
    assert row.parked
    assert (row.position, row.failed_position, row.error_type) == (3, 4, "ValueError")
    assert "cannot make sense of position 4" in row.error
    assert row.failed_at > 0


def test_a_parked_subscription_skips_nothing(model):
    write("match-1", 5)
    model.poison = {4}
    api.catch_up("counts")
    model.poison = set()
    write("match-1", 1)

    assert api.catch_up("counts").state is api.State.PARKED
    assert counts() == {"match-1": 3}

    done = api.resume("counts")

    assert (done.handled, done.state) == (3, api.State.CAUGHT_UP)
    assert counts() == {"match-1": 6}
    row = Subscription.objects.get(name="counts")
    assert (row.parked, row.error, row.error_type, row.failed_at) == (False, "", "", None)


def test_it_parks_again_when_nothing_was_mended(model):
    write("match-1", 2)
    model.poison = {1}
    api.catch_up("counts")

    assert api.resume("counts").state is api.State.PARKED
    assert counts() == {}
    with pytest.raises(api.UnknownSubscription):
        api.resume("nobody")


def test_one_that_is_parked_stops_no_other(model, matches_only):
    write("match-1", 2)
    model.poison = {1}

    states = {done.name: done.state for done in api.catch_up_all()}

    assert states == {"counts": api.State.PARKED, "matches": api.State.CAUGHT_UP}
    assert len(matches_only) == 2


def test_an_error_of_the_database_parks_nothing(model, monkeypatch):
    write("match-1", 1)

    def lose_connection(batch):
        raise OperationalError("the connection is lost")

    subscriber = api.find_subscriber("counts")
    object.__setattr__(subscriber, "handle", lose_connection)
    with pytest.raises(OperationalError):
        api.catch_up("counts")
    assert not Subscription.objects.get(name="counts").parked


def test_a_lease_keeps_the_others_out(model):
    write("match-1", 1)
    now = subscriptions._now()
    Subscription.objects.create(name="counts", lease_owner="another", lease_until=now + LEASE_MICROSECONDS)

    assert api.catch_up("counts").state is api.State.BUSY
    assert counts() == {}

    Subscription.objects.update(lease_until=now - 1)
    assert api.catch_up("counts").state is api.State.CAUGHT_UP
    assert counts() == {"match-1": 1}


def test_a_lease_is_held_between_batches_only(model, monkeypatch):
    monkeypatch.setattr(subscriptions, "BATCH", 2)
    write("match-1", 3)
    leases = []

    def look(_position):
        leases.append(Subscription.objects.get(name="counts").lease_owner)

    api.catch_up("counts", progress=look)

    assert leases[0] != ""
    assert leases[1] == ""


def test_rebuild_makes_the_rows_again(model, monkeypatch):
    monkeypatch.setattr(subscriptions, "BATCH", 2)
    write("match-1", 3)
    write("company-1", 2)
    api.catch_up("counts")
    Snapshot.objects.update(saved_at=70)
    seen = []

    done = api.rebuild("counts", seen.append)

    assert (done.handled, done.state) == (5, api.State.CAUGHT_UP)
    assert counts() == {"match-1": 3, "company-1": 2}
    assert seen == [2, 4, 5]


@pytest.fixture
def clock(monkeypatch):
    """The instant of now, which stands still unless somebody moves it."""
    now = [subscriptions._now()]
    monkeypatch.setattr(subscriptions, "_now", lambda: now[0])
    return now


def test_rebuild_keeps_all_others_out_from_the_first_row_to_the_last(model, monkeypatch, clock):
    """Rows that were thrown away are made by whoever threw them away: before its first batch, and between batches."""
    monkeypatch.setattr(subscriptions, "BATCH", 2)
    write("match-1", 5)
    api.catch_up("counts")
    others, handle = [], subscriptions._batch

    def look(subscriber, owner, size):
        with monkeypatch.context() as apart:
            apart.setattr(subscriptions, "_batch", handle)
            others.append(api.catch_up("counts").state)
        return handle(subscriber, owner, size)

    monkeypatch.setattr(subscriptions, "_batch", look)
    model.batches.clear()

    assert api.rebuild("counts").state is api.State.CAUGHT_UP

    assert others == [api.State.BUSY] * 3
    assert model.batches == [2, 2, 1]
    assert counts() == {"match-1": 5}
    assert Subscription.objects.get(name="counts").lease_owner == ""


def test_rebuild_takes_over_from_who_was_at_it(model, monkeypatch):
    """The other handles nothing more: its place in the log is that of rows which are gone."""
    monkeypatch.setattr(subscriptions, "BATCH", 2)
    write("match-1", 5)
    rebuilt = []

    def rebuild_once(_position):
        if not rebuilt:
            rebuilt.append(None)
            rebuilt.append(api.rebuild("counts").state)

    done = api.catch_up("counts", progress=rebuild_once)

    assert rebuilt[1] is api.State.CAUGHT_UP
    assert (done.handled, done.state) == (2, api.State.CAUGHT_UP)
    assert counts() == {"match-1": 5}


def test_a_rebuild_that_died_is_taken_up_when_its_lease_is_over(model, monkeypatch, clock):
    write("match-1", 3)
    api.catch_up("counts")

    class Killed(BaseException):
        """As if the process ended."""

    def die(*_args):
        raise Killed

    with monkeypatch.context() as apart:
        apart.setattr(subscriptions, "_batch", die)
        with pytest.raises(Killed):
            api.rebuild("counts")
    assert (counts(), api.catch_up("counts").state) == ({}, api.State.BUSY)

    clock[0] += LEASE_MICROSECONDS - 1
    assert api.catch_up("counts").state is api.State.BUSY
    clock[0] += 1
    assert api.catch_up("counts").state is api.State.CAUGHT_UP
    assert counts() == {"match-1": 3}


def test_rebuild_frees_a_parked_subscription(model):
    write("match-1", 3)
    model.poison = {2}
    api.catch_up("counts")
    model.poison = set()

    assert api.rebuild("counts").state is api.State.CAUGHT_UP
    assert counts() == {"match-1": 3}


def test_check_compares_rows_with_the_log(model):
    write("match-1", 3)
    assert api.check("counts") == []  # it catches up first

    Snapshot.objects.update(saved_at=7)
    assert api.check("counts") == ["match-1 has 3 events, the row says 7"]


def test_check_tells_that_a_subscription_is_parked(model):
    write("match-1", 3)
    model.poison = {2}
    api.catch_up("counts")

    (line,) = api.check("counts")
    assert line.startswith("counts is parked at position 2")


def test_check_tells_what_cannot_be_handled(model):
    write("match-1", 3)
    model.poison = {2}

    assert api.check("counts") == [
        "counts cannot handle positions 1 to 3: ValueError('cannot make sense of position 2')"
    ]
    assert counts() == {}


def test_a_function_cannot_be_rebuilt(matches_only):
    assert not isinstance(api.find_subscriber("matches").origin, Resettable)
    with pytest.raises(TypeError, match="no reset"):
        api.rebuild("matches")
    with pytest.raises(TypeError, match="no check"):
        api.check("matches")


@pytest.mark.django_db(transaction=True)
def test_rows_and_checkpoint_move_together(model):
    write("match-1", 2)

    class Crash(BaseException):
        """As if the process died in the middle."""

    handle = model.handle

    def crash(batch):
        handle(batch)
        raise Crash

    object.__setattr__(api.find_subscriber("counts"), "handle", crash)
    with pytest.raises(Crash):
        api.catch_up("counts")
    assert counts() == {}
    assert Subscription.objects.get(name="counts").position == 0


@pytest.mark.django_db(transaction=True)
def test_check_sees_one_instant(model):
    write("match-1", 3)

    assert api.check("counts") == []
    assert not connection.in_atomic_block


WHO_WAITS = "SELECT count(*) FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid"


@pytest.fixture
def other():
    """A second connection to the same database."""
    opened = connection.copy()
    yield opened
    opened.close()


def overtake(model, other, times):
    """Let somebody else write `times` times to the rows that `model` is about to write to."""
    handle, left = model.handle, [times]

    def overtaken(batch):
        if left[0]:
            left[0] -= 1
            with other.cursor() as cursor:
                cursor.execute("UPDATE eventstore_snapshot SET saved_at = saved_at")
        handle(batch)

    object.__setattr__(api.find_subscriber("counts"), "handle", overtaken)


@pytest.mark.postgresql(only=True)
@pytest.mark.django_db(transaction=True)
def test_check_begins_anew_when_it_was_overtaken(model, other):
    write("match-1", 3)
    api.catch_up("counts")
    write("match-1", 1)
    overtake(model, other, 2)

    assert api.check("counts") == []
    assert counts() == {"match-1": 4}


@pytest.mark.postgresql(only=True)
@pytest.mark.django_db(transaction=True)
def test_check_waits_for_who_moves_the_checkpoint(model):
    write("match-1", 3)
    api.catch_up("counts")
    moved = Event()

    def move():
        mover = connection.copy()
        with closing(mover), mover.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("UPDATE eventstore_subscription SET lease_owner = '' WHERE name = 'counts'")
            moved.set()
            waiting = 0
            while not waiting:
                cursor.execute(WHO_WAITS)
                (waiting,) = cursor.fetchone()
            cursor.execute("COMMIT")

    with ThreadPoolExecutor() as threads:
        moving = threads.submit(move)
        assert moved.wait(30)
        assert api.check("counts") == []
        moving.result()


@pytest.mark.postgresql(only=True)
@pytest.mark.django_db(transaction=True)
def test_check_tells_that_it_was_overtaken_each_time(model, other, monkeypatch):
    write("match-1", 3)
    api.catch_up("counts")
    write("match-1", 1)
    overtake(model, other, 1_000)
    monkeypatch.setattr(subscriptions, "SECONDS_BETWEEN_COMPARISONS", 0)

    assert api.check("counts") == [
        "counts was written to by others each of 10 times; check it again when less is going on"
    ]
    assert counts() == {"match-1": 3}


@pytest.mark.postgresql(only=True)
@pytest.mark.django_db(transaction=True)
def test_a_row_that_another_worker_holds_is_skipped(model, other):
    write("match-1", 1)
    Subscription.objects.create(name="counts")
    with other.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("SELECT * FROM eventstore_subscription WHERE name = 'counts' FOR UPDATE")
        assert api.catch_up("counts").state is api.State.BUSY
        cursor.execute("ROLLBACK")
    assert api.catch_up("counts").state is api.State.CAUGHT_UP


def test_a_subscriber_cannot_append(model):
    write("match-1", 1)

    def append(batch):
        with transaction.atomic():
            write("match-2", 1)

    object.__setattr__(api.find_subscriber("counts"), "handle", append)
    assert api.catch_up("counts").state is api.State.PARKED
    assert api.head("match-2") is None
    assert EventType.objects.count() == 1
