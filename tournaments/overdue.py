"""Overdue fixtures, found by the beat: their tournaments show them, and some have them forfeited."""

from __future__ import annotations

import time

import structlog
from django.utils import timezone

from matches.handler import command_request
from tournaments.domain.schedule.commands import ForfeitOverdue
from tournaments.handler import carry_out
from tournaments.models import Fixture
from web.errors import Refusal
from web.people import THE_HOUSE

MOST_AT_ONCE = 500

log = structlog.get_logger(__name__)


def forfeit_overdue() -> int:
    """Forfeit what is overdue, in tournaments whose policy that is; how many fixtures have their result by it.

    Asked again it does nothing. What is refused (too early yet, both sides have come) is left to the organizers.
    """
    today = timezone.localdate().isoformat()
    rows = Fixture.objects.filter(
        status=Fixture.Status.OPEN,
        deadline__lt=today,
        tournament__status="running",
        tournament__summary__forfeits=True,
    ).exclude(deadline="")
    done = 0
    for tournament, fixture in rows.order_by("deadline", "id").values_list("tournament", "fixture"):
        if done == MOST_AT_ONCE:
            break
        request = command_request(THE_HOUSE, "forfeit_overdue", [str(tournament), fixture, today], None)
        try:
            carry_out(request, tournament, ForfeitOverdue(fixture=fixture, at=int(time.time())))
        except Refusal as refusal:
            log.info("fixture.overdue", tournament=str(tournament), fixture=fixture, code=refusal.code)
        else:
            done += 1
    return done
