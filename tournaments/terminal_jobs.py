"""Jobs that a command has caused, seen through on a terminal: run here, or followed where a worker has them."""

from __future__ import annotations

import sys
import time
import uuid

from tqdm import tqdm

from jobs import queue
from jobs.models import OVER, Job
from web.errors import Refusal

POLL_SECONDS = 0.2
AT_REST = (*OVER, Job.State.PARKED)


def see_through(job_id: uuid.UUID, unit: str = "step") -> Job:
    """Run a job, with its progress; where a worker was faster, wait for it. Refusal where it came to no end."""
    with tqdm(total=0, unit=unit, file=sys.stderr, disable=None) as bar:

        def show(done: int, of: int) -> None:
            bar.total = of
            bar.update(done - bar.n)

        queue.run(job_id, show)
        while (job := Job.objects.get(pk=job_id)).state not in AT_REST:
            show(job.done, job.of)
            time.sleep(POLL_SECONDS)
    if job.state != Job.State.DONE:
        hint = "Look at the job in the admin site."
        raise Refusal("job_failed", job.error or f"The job was {job.get_state_display()}.", hint=hint)
    return job
