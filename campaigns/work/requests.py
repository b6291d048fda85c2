"""What jobs of campaigns ask for, and in which campaign."""

from __future__ import annotations

import uuid

from jobs.claimed import ClaimedJob
from jobs.models import Job
from matches.handler import CommandRequest, asked
from web.errors import NotThere
from web.people import THE_HOUSE


def request_of(running: ClaimedJob, what: str, part: str = "") -> CommandRequest:
    """The house asks for `what`, under an id that is the same each time that the job runs.

    `part` tells several requests of one job apart.
    """
    job = running.job
    return asked(THE_HOUSE, what, [job.kind, job.subject, part], f"job {job.pk} {part}".strip())


def campaign_of(job: Job) -> uuid.UUID:
    """The campaign that a job belongs to; those of campaigns all do."""
    if job.scope is None:
        raise NotThere("campaign")
    return job.scope
