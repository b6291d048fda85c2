"""Jobs: claimed by one, done once, tried again after pauses, parked with their error, found by the sweep."""

import uuid
from datetime import timedelta

import pytest
from django.db import OperationalError, transaction
from django.utils import timezone
from structlog.testing import capture_logs

from campaigns.work import request_of
from eventstore import api as store
from jobs import claimed, kinds, queue
from jobs.models import Job
from jobs.queue import job_of
from jobs.tasks import run_job, sweep_jobs
from rules.kernel.errors import Malformed
from web.errors import Busy, Refusal
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

CAMPAIGN = uuid.UUID("5f0d8a3e-6a55-4b0f-9d36-0c5c1a2b3d4e")
State = Job.State


class Bell:
    """What jobs of the kind `ring` do: note it, then fail as told."""

    def __init__(self):
        self.rung = []
        self.fails = []

    def __call__(self, running):
        self.rung.append(running)
        if self.fails:
            raise self.fails.pop(0)
        return {"rung": running.job.subject}


@pytest.fixture
def bell(monkeypatch):
    monkeypatch.setattr(kinds, "_works", {})
    return kinds.work("ring")(Bell())


@pytest.fixture
def told(monkeypatch):
    """What the workers are told: (id, pause)."""
    letters = []
    for module in (queue, claimed):
        monkeypatch.setattr(module, "send", lambda ids, pause=0: letters.extend((one, pause) for one in ids))
    return letters


def waiting(subject="the hour", **fields):
    job = job_of("ring", CAMPAIGN, subject, f"campaign-{CAMPAIGN}", 1)
    for name, value in fields.items():
        setattr(job, name, value)
    job.save(force_insert=True)
    return job


def row(job):
    return Job.objects.get(pk=job.pk)


def past(seconds):
    return timezone.now() - timedelta(seconds=seconds)


def test_it_works(bell):
    job = waiting()
    queue.run(job.pk)
    done = row(job)
    assert (done.state, done.result, done.attempts) == (State.DONE, {"rung": "the hour"}, 1)
    assert (done.lease_owner, done.lease_until, done.error) == ("", None, "")


def test_its_id_follows_from_what_caused_it():
    cause = f"campaign-{CAMPAIGN}"
    job = job_of("ring", CAMPAIGN, "the hour", cause, 1)
    assert job_of("ring", CAMPAIGN, "the hour", cause, 1).pk == job.pk
    others = [("toll", "the hour", 1), ("ring", "the half", 1), ("ring", "the hour", 2)]
    assert job.pk not in {job_of(kind, CAMPAIGN, subject, cause, version).pk for kind, subject, version in others}


def test_what_it_asks_for_has_the_same_id_each_time(bell):
    job = waiting()
    running, again = claimed.ClaimedJob(job, "somebody"), claimed.ClaimedJob(row(job), "another")
    assert request_of(running, "toll").command_id == request_of(again, "toll").command_id
    assert request_of(running, "toll").command_id != request_of(running, "toll", "the half").command_id
    assert request_of(running, "toll").who is THE_HOUSE


def test_delivered_again_and_late_it_is_done_once(bell):
    first, second = waiting("one"), waiting("two")
    for job in (second, first, second, first, second):
        run_job(str(job.pk))
    assert [running.job.subject for running in bell.rung] == ["two", "one"]


def test_it_is_left_to_whoever_has_it(bell):
    job = waiting(state=State.RUNNING, lease_owner="another", lease_until=timezone.now() + timedelta(seconds=9))
    queue.run(job.pk)
    assert bell.rung == []
    assert row(job).lease_owner == "another"


def test_it_is_taken_from_whoever_was_lost(bell):
    job = waiting(state=State.RUNNING, lease_owner="another", lease_until=past(1), attempts=1)
    queue.run(job.pk)
    assert (row(job).state, row(job).attempts) == (State.DONE, 2)


def test_before_its_time_it_waits(bell):
    job = waiting(due_at=timezone.now() + timedelta(seconds=9))
    queue.run(job.pk)
    assert (bell.rung, row(job).state) == ([], State.WAITING)


def test_a_job_that_is_not_there_harms_nobody(bell):
    queue.run(uuid.uuid4())
    assert bell.rung == []


# Failures


def test_it_refuses_to_give_up_at_once(bell, told):
    job = waiting()
    bell.fails = [LookupError("no rope")]
    queue.run(job.pk)
    failed = row(job)
    assert (failed.state, failed.error_type, failed.error) == (State.WAITING, "LookupError", "no rope")
    assert 0 < (failed.due_at - timezone.now()).total_seconds() <= 1
    assert told == [(job.pk, 1)]
    Job.objects.update(due_at=past(0))
    queue.run(job.pk)
    assert (row(job).state, row(job).error, row(job).error_type) == (State.DONE, "", "")


def test_it_is_parked_after_eight_attempts(bell, told):
    job = waiting()
    bell.fails = [LookupError("no rope") for _ in range(9)]
    for _ in range(9):
        queue.run(job.pk)
        Job.objects.update(due_at=past(0))
    assert len(bell.rung) == 8
    assert [pause for _, pause in told] == [1, 2, 4, 8, 16, 32, 60]
    assert (row(job).state, row(job).error) == (State.PARKED, "no rope")


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (Refusal("no_rope", "There is no rope.", hint="Buy one."), "no_rope", "There is no rope. Buy one."),
        (Malformed("no rope", "bell"), "Malformed", "bell: no rope"),
    ],
)
def test_it_is_parked_at_once_where_it_is_refused(bell, error, kind, words):
    job = waiting()
    bell.fails = [error]
    queue.run(job.pk)
    assert (row(job).state, row(job).error_type, row(job).error) == (State.PARKED, kind, words)


def test_it_tries_again_however_often_others_are_faster(bell, told):
    job = waiting()
    bell.fails = [Busy() for _ in range(30)]
    for _ in range(30):
        queue.run(job.pk)
        Job.objects.update(due_at=past(0))
    assert (row(job).state, row(job).error_type, row(job).attempts) == (State.WAITING, "conflict", 0)
    assert {pause for _, pause in told} == {1}
    queue.run(job.pk)
    assert row(job).state == State.DONE


def test_a_kind_that_nobody_knows_is_shown(bell):
    job = waiting(kind="toll")
    queue.run(job.pk)
    assert (row(job).state, row(job).error_type) == (State.WAITING, "KeyError")


def test_the_database_away_is_no_failure_of_the_job(bell):
    job = waiting()
    bell.fails = [OperationalError("the server closed the connection")]
    queue.run(job.pk)
    assert (row(job).state, row(job).error) == (State.RUNNING, "")


def test_it_is_parked_where_each_worker_is_lost_with_it(bell):
    job = waiting(attempts=queue.MOST_CLAIMS, state=State.RUNNING, lease_until=past(1))
    queue.run(job.pk)
    assert (bell.rung, row(job).state, row(job).error_type) == ([], State.PARKED, "WorkerLost")


def test_a_parked_job_is_tried_again_when_somebody_says_so(bell, told):
    job = waiting(state=State.PARKED, attempts=8, error="no rope")
    queue.run(job.pk)
    assert bell.rung == []
    assert queue.retry(job.pk)
    assert told == [(job.pk, 0)]
    queue.run(job.pk)
    assert (row(job).state, row(job).attempts) == (State.DONE, 1)


@pytest.mark.parametrize("state", [State.DONE, State.RUNNING, State.CANCELLED])
def test_it_refuses_to_retry_what_is_done_or_in_hands(bell, told, state):
    job = waiting(state=state)
    assert not queue.retry(job.pk)
    assert (row(job).state, told) == (state, [])


# Done with its effect


def test_whoever_lost_the_job_has_no_effect(bell):
    """The row and the events are written together: who finds the job in other hands writes neither."""
    job = waiting()

    def overtaken(running):
        Job.objects.filter(pk=job.pk).update(lease_owner="another")
        with store.writing() as unit:
            running.finish({"rung": "twice"})
            event = store.NewEvent("bell.rung", 1, b"{}")
            command = request_of(running, "ring").command_id
            unit.append("story-1", 0, [event], actor="house", command_id=command, fingerprint=b"\0" * 32)
        raise AssertionError("finish has let it pass")

    kinds.work("ring")(overtaken)
    queue.run(job.pk)
    assert store.head("story-1") is None
    assert (row(job).state, row(job).lease_owner) == (State.RUNNING, "another")


def test_progress_is_seen_and_keeps_the_job(bell):
    job = waiting()
    seen = []

    def slow(running):
        Job.objects.filter(pk=job.pk).update(lease_until=past(0))
        running.progress(1, 3)
        seen.append(row(job))
        return {}

    kinds.work("ring")(slow)
    queue.run(job.pk)
    assert (seen[0].done, seen[0].of, seen[0].lease_until > timezone.now()) == (1, 3, True)
    assert (row(job).done, row(job).of) == (3, 3)


# The workers are told, and the sweep


def test_the_workers_are_told_after_the_commit(bell, told, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        job = job_of("ring", CAMPAIGN, "the hour", f"campaign-{CAMPAIGN}", 1)
        queue.write([job])
        assert told == []
    assert told == [(job.pk, 0)]


def test_what_is_run_at_once_is_not_left_to_them(bell, told, monkeypatch, django_capture_on_commit_callbacks):
    monkeypatch.setattr(kinds, "_at_once", {"ring"})
    with django_capture_on_commit_callbacks(execute=True):
        job = job_of("ring", CAMPAIGN, "the hour", f"campaign-{CAMPAIGN}", 1)
        queue.write([job])
    assert told == []
    queue.at_once([job])
    assert row(job).state == State.DONE


def test_the_sweep_runs_what_is_due_the_longest_overdue_first(bell):
    waiting("late", due_at=past(1))
    waiting("later", due_at=past(2))
    waiting("lost", due_at=past(3), state=State.RUNNING, lease_until=past(1))
    waiting("not yet", due_at=timezone.now() + timedelta(seconds=9))
    waiting("parked", due_at=past(9), state=State.PARKED)
    sweep_jobs()
    assert [running.job.subject for running in bell.rung] == ["lost", "later", "late"]


def test_the_sweep_leaves_the_rest_when_its_time_is_up(bell):
    waiting()
    queue.sweep(0)
    assert bell.rung == []


def test_the_sweep_waits_for_a_database_that_is_away(bell, monkeypatch):
    job = waiting()

    def away(*_):
        raise OperationalError("no route to host")

    with monkeypatch.context() as patched, capture_logs() as told:
        patched.setattr(queue, "_due", away)
        sweep_jobs()
    assert (bell.rung, row(job).state, row(job).attempts) == ([], State.WAITING, 0)
    assert [(line["event"], line["error"]) for line in told] == [("jobs.database_away", "no route to host")]
    sweep_jobs()
    assert row(job).state == State.DONE


def test_it_costs_the_database_little(bell, django_assert_num_queries):
    job = waiting()
    with django_assert_num_queries(4):  # claim, read, is it done, finish
        queue.run(job.pk)
