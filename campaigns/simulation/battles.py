"""The battles of a simulated campaign: played by bots in matches as everybody plays them, settled by their jobs."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from random import Random

from django.db.models import QuerySet

from jobs import queue
from jobs.models import OVER, Job
from matches import service
from matches.documents import plain
from matches.loading import load_match
from web.people import Person

BOT = "sensible"
LONGEST_BATTLE = 2_000
"""Commands after which a battle that does not end is given up."""
PATIENCE_SECONDS = 120.0
POLL_SECONDS = 0.02


class CampaignStuck(Exception):
    """A job was parked, or nobody has done it: the campaign cannot go on."""


def fight(gm: Person, match_id: uuid.UUID, rng: Random) -> int:
    """Let bots play a match to its end, the GM giving each command; how many there were."""
    for given in range(LONGEST_BATTLE):
        match = load_match(match_id)
        if match.table.outcome() is not None:
            return given
        choose = match.ruleset.bots()[BOT]
        service.give_command(gm, match_id, plain(choose(match.state, rng)))
    service.give_command(gm, match_id, {"type": "abandon", "reason": "It does not end."})
    return LONGEST_BATTLE


def do_jobs(campaign: uuid.UUID) -> None:
    """Do in this process what the jobs of a campaign want done. Raises CampaignStuck."""
    _await_jobs(campaign, here=queue.run)


def await_workers(campaign: uuid.UUID) -> None:
    """Wait until the workers have done the jobs of a campaign. Raises CampaignStuck."""
    _await_jobs(campaign, here=lambda _job: None)


SETTLING: dict[str, Callable[[uuid.UUID], None]] = {"inline": do_jobs, "celery": await_workers}
"""Who does the jobs of a campaign, by what a terminal calls it."""


def _await_jobs(campaign: uuid.UUID, here: Callable[[uuid.UUID], None]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        for job in _undone(campaign).order_by("due_at").values_list("pk", flat=True):
            here(job)
        left = _undone(campaign).first()
        if left is None:
            return
        if left.state == Job.State.PARKED:
            raise CampaignStuck(f"{left} is parked: {left.error_type} {left.error}".strip())
        if time.monotonic() > end:
            raise CampaignStuck(f"{left} was not done within {PATIENCE_SECONDS:.0f} s. {left.error}".strip())
        time.sleep(POLL_SECONDS)


def _undone(campaign: uuid.UUID) -> QuerySet[Job]:
    """The parked ones first."""
    return Job.objects.filter(scope=campaign).exclude(state__in=OVER).order_by("state", "due_at")
