"""The task of the workers that the beat sends: overdue fixtures are forfeited where their tournament says so."""

from __future__ import annotations

import structlog
from celery import shared_task
from django.db import InterfaceError, OperationalError

from tournaments.overdue import forfeit_overdue

log = structlog.get_logger(__name__)


@shared_task(name="tournaments.tasks.find_overdue")
def find_overdue() -> None:
    """Look for overdue fixtures; what one look leaves, the next finds."""
    try:
        forfeit_overdue()
    except (OperationalError, InterfaceError) as error:
        log.warning("jobs.database_away", error=str(error).strip())
