"""Events of tournaments as they go into the log and come out of it: `tournament.round_drafted` and the like."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.event_codec import Aggregate
from rules.kernel.messages import Upcast
from tournaments.domain.events import TOURNAMENT_EVENTS
from tournaments.domain.evolve import evolve
from tournaments.domain.state import Tournament
from tournaments.models import TOURNAMENT

# Fields that came later have defaults, which is all that a body of old lacks.
OF_TOURNAMENTS: Mapping[tuple[str, int], Upcast] = {
    ("appeal_ruled", 1): dict,
    ("entrant_left", 1): dict,
    ("entrant_reinstated", 1): dict,
    ("game_started", 1): dict,
    ("offence_withdrawn", 1): dict,
    ("points_adjusted", 1): dict,
    ("result_recorded", 1): dict,
    ("result_withdrawn", 1): dict,
    ("stage_added", 1): dict,
    ("stage_changed", 1): dict,
    ("stage_started", 1): dict,
}

TOURNAMENTS = Aggregate(TOURNAMENT, TOURNAMENT_EVENTS, evolve, Tournament, OF_TOURNAMENTS)
