"""Cancelled jobs: who ran one is told at its next step, and none has an effect afterwards."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event

import pytest
from django.db import connections, transaction
from django.utils import timezone

from eventstore import api as store
from jobs import kinds, queue
from jobs.claimed import Cancelled
from jobs.models import Job
from jobs.queue import job_of
from jobs.tasks import run_job, sweep_jobs
from tests.matches.test_concurrent import on_disk  # noqa: F401 – a fixture

State = Job.State
SCOPE = uuid.UUID("5f0d8a3e-6a55-4b0f-9d36-0c5c1a2b3d4e")
WAIT_SECONDS = 30
RACES = 12


@pytest.fixture
def kind(monkeypatch):
    """Register what jobs of the kind `ring` do."""
    monkeypatch.setattr(kinds, "_works", {})
    return kinds.work("ring")


def waiting(subject="the hour", **fields):
    job = job_of("ring", SCOPE, subject, "story-1", 1)
    for name, value in fields.items():
        setattr(job, name, value)
    job.save(force_insert=True)
    return job


def row(job):
    return Job.objects.get(pk=job.pk)


def ring(running, stream="story-1"):
    """An effect in the log, in the transaction of which the job is finished."""
    with store.writing() as unit:
        running.finish({"rung": True})
        event = store.NewEvent("bell.rung", 1, b"{}")
        unit.append(stream, 0, [event], actor="house", command_id=uuid.uuid4(), fingerprint=b"\0" * 32)
    return {"rung": True}


@pytest.mark.postgresql
@pytest.mark.django_db
class TestCancel:
    @pytest.mark.parametrize("state", [State.WAITING, State.PARKED, State.RUNNING])
    def test_it_works(self, kind, state):
        rung = []
        kind(lambda running: rung.append(running) or {})
        job = waiting(state=state, lease_owner="another", error="no rope")
        assert queue.cancel(job.pk, "user:gail", "The bell broke.")
        over = row(job)
        assert (over.state, over.cancelled_by, over.cancel_reason) == (
            State.CANCELLED,
            "user:gail",
            "The bell broke.",
        )
        assert (over.lease_owner, over.lease_until, over.error) == ("", None, "no rope")
        run_job(str(job.pk))
        sweep_jobs()
        assert rung == []

    def test_it_refuses_what_is_done_and_keeps_who_was_first(self, kind):
        done, cancelled = waiting(state=State.DONE), waiting("the half")
        assert not queue.cancel(done.pk, "user:gail", "Too late.")
        assert row(done).state == State.DONE
        assert queue.cancel(cancelled.pk, "user:gail", "First.")
        assert not queue.cancel(cancelled.pk, "user:cora", "Second.")
        assert row(cancelled).cancel_reason == "First."
        assert not queue.cancel(uuid.uuid4(), "user:gail", "There is none.")

    def test_it_is_not_written_again_by_its_cause(self, kind):
        job = waiting()
        queue.cancel(job.pk, "user:gail", "No.")
        queue.write([job_of("ring", SCOPE, "the hour", "story-1", 1)])
        assert row(job).state == State.CANCELLED

    def test_one_whose_worker_was_lost_is_not_taken_over(self, kind):
        kind(ring)
        job = waiting(state=State.RUNNING, lease_owner="lost", lease_until=timezone.now() - timedelta(seconds=1))
        queue.cancel(job.pk, "user:gail", "No.")
        sweep_jobs()
        assert (row(job).state, store.head("story-1")) == (State.CANCELLED, None)

    @pytest.mark.parametrize("step", ["progress", "hold", "finish", "fail", "park", "step_back"])
    def test_whoever_runs_it_is_told_at_the_next_step(self, kind, step):
        told = []

        def long(running):
            queue.cancel(running.job.pk, "user:gail", "No.")
            steps = {"progress": (1, 2), "hold": (), "finish": ({},)}
            try:
                getattr(running, step)(*steps.get(step, ("Oops", "It broke.")))
            except Cancelled:
                told.append(step)
                raise
            return {}

        kind(long)
        job = waiting()
        queue.run(job.pk)
        assert told == [step]
        assert (row(job).state, row(job).error) == (State.CANCELLED, "")

    def test_one_that_returns_without_a_step_is_not_done(self, kind):
        kind(lambda running: {"cancelled": queue.cancel(running.job.pk, "user:gail", "No.")})
        job = waiting()
        queue.run(job.pk)
        assert (row(job).state, row(job).result) == (State.CANCELLED, {})

    def test_one_that_fails_is_not_tried_again(self, kind):
        def broken(running):
            queue.cancel(running.job.pk, "user:gail", "No.")
            raise LookupError("no rope")

        kind(broken)
        job = waiting()
        queue.run(job.pk)
        assert (row(job).state, row(job).error) == (State.CANCELLED, "")


@pytest.mark.postgresql
@pytest.mark.usefixtures("on_disk")
@pytest.mark.django_db(transaction=True)
class TestRaces:
    def test_a_cancelled_job_never_takes_effect_afterwards(self, kind):
        """Worker and GM start together: the log has the event where the cancellation came too late, and only there."""
        kind(lambda running: ring(running, f"story-{running.job.subject}"))
        jobs = [waiting(str(number)) for number in range(RACES)]
        for job in jobs:
            start = Barrier(2)
            cancelled, _ = together(
                lambda job=job, start=start: (
                    start.wait(WAIT_SECONDS) is None or queue.cancel(job.pk, "user:gail", "No.")
                ),
                lambda job=job, start=start: start.wait(WAIT_SECONDS) is None or queue.run(job.pk),
            )
            rung = store.head(f"story-{job.subject}") is not None
            assert (row(job).state, rung) == ((State.CANCELLED, False) if cancelled else (State.DONE, True))

    def test_a_step_that_is_being_written_is_waited_for(self, kind):
        """Who cancels while the effect is in its transaction hears that the job is done."""
        inside, asked = Event(), Event()

        def slow(running):
            with store.writing() as unit:
                running.finish({})
                inside.set()
                assert asked.wait(WAIT_SECONDS)
                event = store.NewEvent("bell.rung", 1, b"{}")
                unit.append("story-1", 0, [event], actor="house", command_id=uuid.uuid4(), fingerprint=b"\0" * 32)
            return {}

        def cancel(job):
            assert inside.wait(WAIT_SECONDS)
            asked.set()
            return queue.cancel(job.pk, "user:gail", "No.")

        kind(slow)
        job = waiting()
        cancelled, _ = together(lambda: cancel(job), lambda: queue.run(job.pk))
        assert (cancelled, row(job).state) == (False, State.DONE)
        assert store.head("story-1") is not None

    def test_who_cancels_between_two_steps_stops_the_second(self, kind):
        first, cancelled = Event(), Event()
        done = []

        def two_steps(running):
            for step in ("first", "second"):
                with transaction.atomic():
                    running.hold()
                    done.append(step)
                first.set()
                assert cancelled.wait(WAIT_SECONDS)
            return {}

        def cancel(job):
            assert first.wait(WAIT_SECONDS)
            try:
                return queue.cancel(job.pk, "user:gail", "No.")
            finally:
                cancelled.set()

        kind(two_steps)
        job = waiting()
        assert together(lambda: cancel(job), lambda: queue.run(job.pk)) == [True, None]
        assert (done, row(job).state) == (["first"], State.CANCELLED)


def together(*calls):
    """What the calls come to, each in a thread of its own."""

    def closing(call):
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result(WAIT_SECONDS) for future in [pool.submit(closing, call) for call in calls]]
