"""Events of tournaments as they go into the log and come out of it: `tournament.round_drafted` and the like."""

from __future__ import annotations

from campaigns.event_codec import Aggregate
from tournaments.domain.events import TOURNAMENT_EVENTS
from tournaments.domain.evolve import evolve
from tournaments.domain.state import Tournament
from tournaments.models import TOURNAMENT

TOURNAMENTS = Aggregate(TOURNAMENT, TOURNAMENT_EVENTS, evolve, Tournament, {})
