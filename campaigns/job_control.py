"""Retrying and cancelling jobs by the GM and co-GMs, in the admin site and by the API.

Who may is asked by the caller. A retry stands in the history of the admin site, a cancellation on the job's row.
"""

from __future__ import annotations

import structlog

from campaigns.domain.gm_commands import GM_ACTIONS
from jobs import queue
from jobs.models import Job
from rules.kernel.reading import says_something
from web.errors import Refusal, Unreadable
from web.people import Person

log = structlog.get_logger(__name__)


def retry_job(job: Job) -> None:
    """Run a job again that waits or is parked. Refusal `job_not_idle` where it is anything else."""
    if not queue.retry(job.pk):
        hint = "Check it again in a moment; a job that is done or cancelled does not run again."
        raise Refusal("job_not_idle", "The job is running, done or cancelled.", hint=hint, status=409)


def cancel_job(who: Person, job: Job, reason: str) -> None:
    """Cancel a job for good, with who did so and why. Refusal `reason_wanted`, and `job_over` where it has ended."""
    reason = reason.strip()
    if len(reason) > queue.LONGEST_REASON:
        raise Unreadable(f"must be at most {queue.LONGEST_REASON} characters", "reason")
    if not says_something(reason):
        message = "A GM action needs a reason."
        raise Refusal("reason_wanted", message, field="reason", rule=GM_ACTIONS, hint="Give a reason.")
    if not queue.cancel(job.pk, who.actor, reason):
        hint = "What it has done stays. Undo that by a GM action."
        raise Refusal("job_over", "The job is done or was cancelled before.", hint=hint, status=409)
    log.info("job.cancelled_by", job=str(job.pk), kind=job.kind, actor=who.actor)
