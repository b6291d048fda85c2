"""The tasks of the workers: they carry the ids of jobs, and nothing else.

Their names are from before jobs had an app of their own, so that tasks queued then still run.
"""

from __future__ import annotations

import uuid

import structlog
from celery import shared_task
from django.conf import settings
from django.db import InterfaceError, OperationalError

from jobs import queue
from jobs.dispatch import RUN_JOB

log = structlog.get_logger(__name__)


@shared_task(name=RUN_JOB)
def run_job(job: str) -> None:
    """Run a job; sent after the commit that wrote it, and after each pause."""
    queue.run(uuid.UUID(job))


@shared_task(name="campaigns.tasks.sweep_jobs")
def sweep_jobs() -> None:
    """Run what was never started or was lost with its worker; sent by the beat. The next sweep goes on with it."""
    try:
        queue.sweep(settings.POLL_SECONDS)
    except (OperationalError, InterfaceError) as error:
        log.warning("jobs.database_away", error=str(error).strip())
