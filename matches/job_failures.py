"""What becomes of a job that asked for something of a match or a campaign and was refused."""

from __future__ import annotations

from jobs.claimed import ClaimedJob
from jobs.kinds import on_failure
from rules.kernel.errors import KernelError
from web.errors import Busy, Refusal


def _step_back(running: ClaimedJob, busy: Busy) -> None:
    running.step_back(busy.code, busy.message)


def _park(running: ClaimedJob, refusal: Refusal) -> None:
    running.park(refusal.code, f"{refusal.message} {refusal.hint}".strip())


def _park_illegal(running: ClaimedJob, error: KernelError) -> None:
    running.park(type(error).__name__, str(error))


on_failure(Busy, _step_back)
on_failure(Refusal, _park)
on_failure(KernelError, _park_illegal)
