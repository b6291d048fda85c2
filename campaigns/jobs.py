"""Jobs: work that events cause, delivered at least once and in effect done once.

A job is a row that was written in the transaction of its event. Whoever claims it has it until the lease runs out. What
it does is a command under an id that follows from the job's, and the row becomes done in the transaction of that
command (`Running.finish`): who does it a second time finds it done.
"""

from __future__ import annotations

import os
import socket
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeAlias

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from campaigns.job_dispatch import send
from campaigns.models import Job
from matches.access import THE_HOUSE
from matches.errors import Busy, Refusal
from matches.handler import CommandRequest, asked
from rules.kernel.errors import KernelError

MOST_ATTEMPTS = 8
# Whoever ran it was killed so often with it: by then it is the job that kills.
MOST_CLAIMS = 25
LONGEST_PAUSE_SECONDS = 60
LONGEST_ERROR = 2_000
LOST = "WorkerLost"

State = Job.State
log = structlog.get_logger(__name__)


class Overtaken(Exception):
    """The lease ran out and somebody else has the job: nothing more is to be done about it here."""


@dataclass(frozen=True, slots=True)
class ClaimedJob:
    """A job in the hands of whoever claimed it, who is `owner`."""

    job: Job
    owner: str

    def request(self, what: str, part: str = "") -> CommandRequest:
        """The house asks for `what`, under an id that is the same each time that the job runs.

        `part` tells several requests of one job apart.
        """
        return asked(THE_HOUSE, what, [self.job.kind, self.job.subject, part], f"job {self.job.pk} {part}".strip())

    def progress(self, done: int, of: int) -> None:
        """Show how far the job is, and keep it for another lease. Raises Overtaken."""
        self._change(done=done, of=of, lease_until=_lease_end())

    def finish(self, result: dict[str, Any]) -> None:
        """The job is done, with `result` to show. Call it in the transaction of what it did. Raises Overtaken."""
        self._change(state=State.DONE, result=result, done=F("of"), error_type="", error="", **_NOBODY)

    def fail(self, error_type: str, error: str) -> None:
        """It failed: again after a pause, or parked after the last attempt. Raises Overtaken."""
        if self.job.attempts >= MOST_ATTEMPTS:
            self.park(error_type, error)
        else:
            self._postpone(self.job.attempts, error_type, error)

    def step_back(self, error_type: str, error: str) -> None:
        """Others were faster, which is no failure: again after a pause, however often. Raises Overtaken."""
        self._postpone(self.job.attempts - 1, error_type, error)

    def _postpone(self, attempts: int, error_type: str, error: str) -> None:
        pause = pause_after(self.job.attempts)
        self._change(
            state=State.WAITING,
            attempts=attempts,
            due_at=timezone.now() + timedelta(seconds=pause),
            error_type=error_type,
            error=error[:LONGEST_ERROR],
            **_NOBODY,
        )
        send([self.job.pk], pause)

    def park(self, error_type: str, error: str) -> None:
        """Nobody tries it again before somebody says so. Raises Overtaken."""
        self._change(state=State.PARKED, error_type=error_type, error=error[:LONGEST_ERROR], **_NOBODY)

    def _change(self, **fields: Any) -> None:
        own = Job.objects.filter(pk=self.job.pk, state=State.RUNNING, lease_owner=self.owner)
        if not own.update(updated_at=timezone.now(), **fields):
            raise Overtaken


Work: TypeAlias = Callable[[ClaimedJob], dict[str, Any]]
"""Does what a job of one kind is for; its result is shown. It may have finished the job by itself."""

_NOBODY: dict[str, Any] = {"lease_owner": "", "lease_until": None}
_works: dict[str, Work] = {}
_at_once: set[str] = set()


def kinds() -> list[str]:
    """Every kind of job there is."""
    return sorted(_works)


def work(kind: str) -> Callable[[Work], Work]:
    """Register what jobs of a kind do."""

    def register(does: Work) -> Work:
        _works[kind] = does
        return does

    return register


def work_at_once(kind: str) -> Callable[[Work], Work]:
    """The same for a kind that is not left to the workers: it is run right after the commit, where that is possible."""
    _at_once.add(kind)
    return work(kind)


# Writing


def write(jobs: Sequence[Job]) -> None:
    """Write jobs in the transaction of the events that cause them; the workers are told after its commit.

    A job that is there already is left alone: somebody else was faster, as the log is about to say.
    """
    Job.objects.bulk_create(jobs, ignore_conflicts=True)
    later = [job.pk for job in jobs if job.kind not in _at_once]
    if later:
        transaction.on_commit(partial(send, later), robust=True)


def at_once(jobs: Iterable[Job]) -> None:
    """Run those of the written `jobs` that are not left to the workers; never raises. Call it after the commit."""
    for job in jobs:
        if job.kind in _at_once:
            run(job.pk)


# Running


def run(job_id: uuid.UUID) -> None:
    """Run a job, unless it is done, parked, not due yet or in other hands. Its row tells what came of it."""
    try:
        running = _claimed(job_id)
        if running is not None:
            _run(running)
    except Overtaken:
        log.info("job.overtaken", job=str(job_id))
    except (OperationalError, InterfaceError) as error:
        # The lease runs out, and the sweep finds the job.
        log.warning("job.database_away", job=str(job_id), error=str(error).strip())


def _run(running: ClaimedJob) -> None:
    job = running.job
    try:
        result = _works[job.kind](running)
    except (Overtaken, OperationalError, InterfaceError):
        raise
    except Busy as busy:
        running.step_back(busy.code, busy.message)
    except Refusal as refusal:
        running.park(refusal.code, f"{refusal.message} {refusal.hint}".strip())
    except KernelError as error:
        running.park(type(error).__name__, str(error))
    except Exception as error:
        # Whatever it is, the job's row shows it.
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
            lease_until=_lease_end(),
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


def pause_after(attempts: int) -> int:
    """How many seconds a job waits after so many attempts.

    >>> [pause_after(attempts) for attempts in range(1, 9)]
    [1, 2, 4, 8, 16, 32, 60, 60]
    """
    return int(min(LONGEST_PAUSE_SECONDS, 2 ** (attempts - 1)))


def _lease_end() -> datetime:
    return timezone.now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)


# What was never started, and what was given up


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


def _due(now: datetime) -> QuerySet[Job]:
    """Jobs that wait for nobody, and those that whoever had them has lost."""
    return Job.objects.filter(Q(state=State.WAITING, due_at__lte=now) | Q(state=State.RUNNING, lease_until__lt=now))
