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
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from jobs.claimed import NOBODY, Cancelled, ClaimedJob, LeaseLost, State, lease_end
from jobs.dispatch import send
from jobs.kinds import follow_failure, runs_at_once, work_of
from jobs.models import OVER, Job

# After so many workers were killed while running it, the job itself must be what kills them.
MOST_CLAIMS = 25
LOST = "WorkerLost"
LONGEST_REASON = 500
JOBS = uuid.UUID("1f6a0c0e-53d7-5b0e-8d0b-6a8f5f3e2c71")

log = structlog.get_logger(__name__)

Watch = Callable[[int, int], None]


# Writing


def job_of(kind: str, scope: uuid.UUID, subject: str, cause: str, version: int) -> Job:
    """A waiting job, not saved yet. Event `version` of the stream `cause` causes one job of a kind for a subject."""
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
    """Write jobs in the transaction of the events that cause them; the workers are notified after its commit.

    An existing job is left alone: somebody else was faster, and the append is about to fail with a conflict.
    """
    Job.objects.bulk_create(jobs, ignore_conflicts=True)
    later = [job.pk for job in jobs if not runs_at_once(job.kind)]
    if later:
        transaction.on_commit(partial(send, later), robust=True)


def at_once(jobs: Iterable[Job]) -> None:
    """Run those of the written `jobs` that are not for the workers; never raises. Call it after the commit."""
    for job in jobs:
        if runs_at_once(job.kind):
            run(job.pk)


# Running


def run(job_id: uuid.UUID, watch: Watch | None = None) -> None:
    """Run a job, unless it is over, parked, not due yet or claimed by another worker. The result is in its row.

    `watch` is told of its progress: steps done, and of how many.
    """
    try:
        running = _claimed(job_id)
        if running is not None:
            _run(running if watch is None else replace(running, watch=watch))
    except Cancelled:
        log.info("job.cancelled", job=str(job_id))
    except LeaseLost:
        log.info("job.overtaken", job=str(job_id))
    except (OperationalError, InterfaceError) as error:
        # The lease runs out, and the sweep finds the job.
        log.warning("job.database_away", job=str(job_id), error=str(error).strip())


def _run(running: ClaimedJob) -> None:
    job = running.job
    try:
        result = work_of(job.kind)(running)
    except (LeaseLost, OperationalError, InterfaceError):
        raise
    except Exception as error:
        # Any error of a job is shown in its row.
        if not follow_failure(running, error):
            log.exception("job.failed", job=str(job.pk), kind=job.kind, attempts=job.attempts)
            running.fail(type(error).__name__, str(error))
    else:
        if Job.objects.filter(pk=job.pk).exclude(state=State.DONE).exists():
            running.finish(result)


def _claimed(job_id: uuid.UUID) -> ClaimedJob | None:
    """The job, if it could be claimed. A job that lost its worker too often is parked."""
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
        running.park(LOST, f"Its worker was lost {MOST_CLAIMS} times. {running.job.error}".strip())
        return None
    return running


# Sweeping, retrying, cancelling


def sweep(seconds: float) -> None:
    """Run due jobs, the longest overdue first, until none is due or so many seconds have passed."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        job_id = _due(timezone.now()).order_by("due_at").values_list("pk", flat=True).first()
        if job_id is None:
            return
        run(job_id)


def retry(job_id: uuid.UUID) -> bool:
    """Try a parked or waiting job again now. False if it is neither."""
    now = timezone.now()
    idle = Job.objects.filter(pk=job_id, state__in=(State.PARKED, State.WAITING))
    if not idle.update(state=State.WAITING, attempts=0, due_at=now, updated_at=now):
        return False
    send([job_id])
    return True


def cancel(job_id: uuid.UUID, by: str, reason: str) -> bool:
    """Cancel a job in any state; `by` is a person as the log names them. False if it is over.

    After the return it changes nothing any more: its worker finds out at the next step, and a step that is
    being written is waited for. Steps done before stay.
    """
    cancelled = {"state": State.CANCELLED, "cancelled_by": by, "cancel_reason": reason[:LONGEST_REASON], **NOBODY}
    going = Job.objects.filter(pk=job_id).exclude(state__in=OVER)
    return bool(going.update(updated_at=timezone.now(), **cancelled))


def _due(now: datetime) -> QuerySet[Job]:
    """Waiting jobs that are due, and running jobs whose lease has expired."""
    return Job.objects.filter(Q(state=State.WAITING, due_at__lte=now) | Q(state=State.RUNNING, lease_until__lt=now))
