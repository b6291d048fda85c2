"""A claimed job: its progress, its result, and the exceptions raised when the claim is lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from jobs.dispatch import send
from jobs.models import Job

MOST_ATTEMPTS = 8
LONGEST_PAUSE_SECONDS = 60
LONGEST_ERROR = 2_000

State = Job.State
NOBODY: dict[str, Any] = {"lease_owner": "", "lease_until": None}


class LeaseLost(Exception):
    """The lease ran out and somebody else has the job: nothing more is to be done about it here."""


class Cancelled(LeaseLost):
    """The job was cancelled meanwhile."""


@dataclass(frozen=True, slots=True)
class ClaimedJob:
    """A job claimed by `owner`.

    Each method raises LeaseLost, or Cancelled, where the job is not theirs any more. Within a transaction the row
    stays theirs until its end, so that what is written there happens with the job or not at all. `watch` is told of its
    progress, in the process that runs it.
    """

    job: Job
    owner: str
    watch: Callable[[int, int], None] | None = None

    def hold(self) -> None:
        """Keep the job for another lease; in the transaction of an effect: let that happen only while it is ours."""
        self._change(lease_until=lease_end())

    def progress(self, done: int, of: int, found: dict[str, Any] | None = None) -> None:
        """Show how far the job is, and keep it for another lease.

        `found`: what it has come to up to now. Whoever runs the job after its worker was lost has it as its result.
        """
        kept = {} if found is None else {"result": found}
        self._change(done=done, of=of, lease_until=lease_end(), **kept)
        if self.watch is not None:
            self.watch(done, of)

    def finish(self, result: dict[str, Any]) -> None:
        """The job is done, with `result` to show. Call it in the transaction of what it did."""
        self._change(state=State.DONE, result=result, done=F("of"), error_type="", error="", **NOBODY)

    def fail(self, error_type: str, error: str) -> None:
        """It failed: again after a pause, or parked after the last attempt."""
        if self.job.attempts >= MOST_ATTEMPTS:
            self.park(error_type, error)
        else:
            self._postpone(self.job.attempts, error_type, error)

    def step_back(self, error_type: str, error: str) -> None:
        """Others were faster, which is no failure: again after a pause, however often."""
        self._postpone(self.job.attempts - 1, error_type, error)

    def _postpone(self, attempts: int, error_type: str, error: str) -> None:
        pause = pause_after(self.job.attempts)
        self._change(
            state=State.WAITING,
            attempts=attempts,
            due_at=timezone.now() + timedelta(seconds=pause),
            error_type=error_type,
            error=error[:LONGEST_ERROR],
            **NOBODY,
        )
        send([self.job.pk], pause)

    def park(self, error_type: str, error: str) -> None:
        """Nobody tries it again before somebody says so."""
        self._change(state=State.PARKED, error_type=error_type, error=error[:LONGEST_ERROR], **NOBODY)

    def _change(self, **fields: Any) -> None:
        row = Job.objects.filter(pk=self.job.pk)
        if row.filter(state=State.RUNNING, lease_owner=self.owner).update(updated_at=timezone.now(), **fields):
            return
        raise Cancelled if row.filter(state=State.CANCELLED).exists() else LeaseLost


def pause_after(attempts: int) -> int:
    """How many seconds a job waits after so many attempts.

    >>> [pause_after(attempts) for attempts in range(1, 9)]
    [1, 2, 4, 8, 16, 32, 60, 60]
    """
    return int(min(LONGEST_PAUSE_SECONDS, 2 ** (attempts - 1)))


def lease_end() -> datetime:
    """When a lease that begins now runs out."""
    return timezone.now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)
