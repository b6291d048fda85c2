"""What an act is decided on: a tournament and what its campaign says of companies; and the act in the making."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaigns.domain.world import Member
from rules.kernel.errors import Refused
from tournaments.domain.evolve import evolve
from tournaments.domain.schedule.commands import DraftSchedule
from tournaments.domain.state import Entrant, Fixture, Stage, Tournament

TOURNAMENT, ENTRANTS, STAGES, FIXTURES = "KERNEL-TOUR-02", "KERNEL-TOUR-03", "KERNEL-TOUR-05", "KERNEL-TOUR-07"


class CompanyFacts(NamedTuple):
    """What a tournament knows of a company of its campaign.

    Of companies that the act is about: `heroes` who are ready by id, with their names, `everybody`, dead and gone
    heroes too, and `barred` why some of these cannot be fielded now.
    """

    name: str
    owner: str
    disbanded: bool = False
    heroes: Mapping[str, str] = {}
    barred: Mapping[str, Refused] = {}
    everybody: Mapping[str, str] = {}


class CampaignFacts(NamedTuple):
    """What a tournament knows of its campaign. `scored`: whether its game says by a score who has won a match.

    `most_points`: the most that all sides of a match together can score, 0 where nobody knows.
    """

    id: str
    title: str
    game: str
    gm: str = ""
    going_on: bool = True
    companies: Mapping[str, CompanyFacts] = {}
    scored: bool = False
    most_sides: int = 2
    most_points: int = 0


class World(NamedTuple):
    """All that an act may look at; `version` is that of the tournament's last event, `today` a date.

    `best`: of a schedule that is being drawn, the best that workers have found.
    """

    tournament: Tournament | None
    campaign: CampaignFacts
    version: int = 0
    today: str = ""
    best: DraftSchedule | None = None


class Act:
    """One act in the making: each event told is folded at once."""

    def __init__(self, world: World, by: Member, batch: str) -> None:
        self.world = world
        self.by = by
        self.batch = batch
        self.events: list[Any] = []
        self._tournament = world.tournament

    @property
    def tournament(self) -> Tournament:
        """The tournament as the act leaves it so far."""
        if self._tournament is None:
            hint = "Found it first, or use the id of another."
            raise Refused("unknown_tournament", "There is no such tournament.", TOURNAMENT, hint=hint)
        return self._tournament

    @property
    def campaign(self) -> CampaignFacts:
        """The campaign whose companies enter."""
        return self.world.campaign

    def emit(self, *events: Any) -> None:
        """Add `events` to the tournament."""
        for event in events:
            stamped = replace(event, batch=self.batch)
            self.events.append(stamped)
            self._tournament = evolve(self._tournament, stamped)

    @property
    def next_number(self) -> int:
        """The number that the next event will have."""
        return self.world.version + len(self.events) + 1

    def entrant(self, entrant: str, field: str = "entrant") -> Entrant:
        """An entrant by its id; refused where there is none."""
        found = self.tournament.entrants.get(entrant)
        if found is None:
            message, hint = f"The tournament has no entrant {entrant!r}.", "Name one of its entrants by its id."
            raise Refused("unknown_entrant", message, ENTRANTS, field=field, hint=hint)
        return found

    def stage(self, stage: str, field: str = "stage") -> Stage:
        """A stage by its id; refused where there is none."""
        found = self.tournament.stages.get(stage)
        if found is None:
            message, hint = f"The tournament has no stage {stage!r}.", "Name one of its stages by its id."
            raise Refused("unknown_stage", message, STAGES, field=field, hint=hint)
        return found

    def fixture(self, fixture: str, field: str = "fixture") -> Fixture:
        """A fixture by its id; refused where there is none."""
        found = self.tournament.fixtures.get(fixture)
        if found is None:
            message, hint = f"The tournament has no fixture {fixture!r}.", "Name one of its fixtures by its id."
            raise Refused("unknown_fixture", message, FIXTURES, field=field, hint=hint)
        return found

    def name(self, entrant: str) -> str:
        """What an entrant is called."""
        known = self.tournament.entrants.get(entrant)
        return known.name if known is not None else entrant
