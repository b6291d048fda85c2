"""Jobs: work that events cause, delivered at least once and in effect done once.

A job is a row that was written in the transaction of its event. Whoever claims it has it until the lease runs out. What
it does is a command under an id that follows from the job's, and the row becomes done in the transaction of that
command (`ClaimedJob.finish`): who does it a second time finds it done. One that was cancelled has no effect from then
on, for each of its effects is written in a transaction that holds its row.
"""

from __future__ import annotations

import os
import socket
import time
import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from jobs.claimed import NOBODY, Cancelled, ClaimedJob, Overtaken, State, lease_end
from jobs.dispatch import send
from jobs.kinds import follow_failure, runs_at_once, work_of
from jobs.models import OVER, Job

# Whoever ran it was killed so often with it: by then it is the job that kills.
MOST_CLAIMS = 25
LOST = "WorkerLost"
LONGEST_REASON = 500
JOBS = uuid.UUID("1f6a0c0e-53d7-5b0e-8d0b-6a8f5f3e2c71")

log = structlog.get_logger(__name__)


# Writing


def job_of(kind: str, scope: uuid.UUID, subject: str, cause: str, version: int) -> Job:
    """A job that waits, not written yet. Event `version` of the stream `cause` causes one of a kind on a subject."""
    now = timezone.now()
    return Job(
        id=uuid.uuid5(JOBS, f"{kind}\n{subject}\n{cause}\n{version}"),
        kind=kind,
        scope=scope,
        subject=subject,
        cause_stream=cause,
        cause_version=version,
        due_at=now,
        created_at=now,
        updated_at=now,
    )


def write(jobs: Sequence[Job]) -> None:
    """Write jobs in the transaction of the events that cause them; the workers are told after its commit.

    A job that is there already is left alone: somebody else was faster, as the log is about to say.
    """
    Job.objects.bulk_create(jobs, ignore_conflicts=True)
    later = [job.pk for job in jobs if not runs_at_once(job.kind)]
    if later:
        transaction.on_commit(partial(send, later), robust=True)


def at_once(jobs: Iterable[Job]) -> None:
    """Run those of the written `jobs` that are not left to the workers; never raises. Call it after the commit."""
    for job in jobs:
        if runs_at_once(job.kind):
            run(job.pk)


# Running


def run(job_id: uuid.UUID) -> None:
    """Run a job, unless it is over, parked, not due yet or in other hands. Its row tells what came of it."""
    try:
        running = _claimed(job_id)
        if running is not None:
            _run(running)
    except Cancelled:
        log.info("job.cancelled", job=str(job_id))
    except Overtaken:
        log.info("job.overtaken", job=str(job_id))
    except (OperationalError, InterfaceError) as error:
        # The lease runs out, and the sweep finds the job.
        log.warning("job.database_away", job=str(job_id), error=str(error).strip())


def _run(running: ClaimedJob) -> None:
    job = running.job
    try:
        result = work_of(job.kind)(running)
    except (Overtaken, OperationalError, InterfaceError):
        raise
    except Exception as error:
        # Whatever it is, the job's row shows it.
        if not follow_failure(running, error):
            log.exception("job.failed", job=str(job.pk), kind=job.kind, attempts=job.attempts)
            running.fail(type(error).__name__, str(error))
    else:
        if Job.objects.filter(pk=job.pk).exclude(state=State.DONE).exists():
            running.finish(result)


def _claimed(job_id: uuid.UUID) -> ClaimedJob | None:
    """The job, if it could be had. One that was lost too often with its workers is parked."""
    owner = f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:12]}"
    taken = (
        _due(timezone.now())
        .filter(pk=job_id)
        .update(
            state=State.RUNNING,
            attempts=F("attempts") + 1,
            lease_owner=owner,
            lease_until=lease_end(),
            updated_at=timezone.now(),
        )
    )
    if not taken:
        return None
    running = ClaimedJob(Job.objects.get(pk=job_id), owner)
    if running.job.attempts > MOST_CLAIMS:
        running.park(LOST, f"Whoever ran it was lost, {MOST_CLAIMS} times. {running.job.error}".strip())
        return None
    return running


# What was never started, what was given up, what nobody wants any more


def sweep(seconds: float) -> None:
    """Run what is due, the longest overdue first, until nothing is or so many seconds have passed."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        job_id = _due(timezone.now()).order_by("due_at").values_list("pk", flat=True).first()
        if job_id is None:
            return
        run(job_id)


def retry(job_id: uuid.UUID) -> bool:
    """Let a parked job, or one that waits for its next attempt, be tried again now. False where it is neither."""
    now = timezone.now()
    idle = Job.objects.filter(pk=job_id, state__in=(State.PARKED, State.WAITING))
    if not idle.update(state=State.WAITING, attempts=0, due_at=now, updated_at=now):
        return False
    send([job_id])
    return True


def cancel(job_id: uuid.UUID, by: str, reason: str) -> bool:
    """Cancel a job, whatever it is at; `by` is a person as the log names them. False where it is over.

    From the return on it changes nothing any more: whoever runs it is told so at its next step, and a step that is
    being written is waited for. What it did before stays.
    """
    cancelled = {"state": State.CANCELLED, "cancelled_by": by, "cancel_reason": reason[:LONGEST_REASON], **NOBODY}
    going = Job.objects.filter(pk=job_id).exclude(state__in=OVER)
    return bool(going.update(updated_at=timezone.now(), **cancelled))


def _due(now: datetime) -> QuerySet[Job]:
    """Jobs that wait for nobody, and those that whoever had them has lost."""
    return Job.objects.filter(Q(state=State.WAITING, due_at__lte=now) | Q(state=State.RUNNING, lease_until__lt=now))
