"""A season: a tournament in a campaign of its own, from the sign-up to its end, by the ways people and workers go."""

from __future__ import annotations

import time
import uuid
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from campaigns.simulation.battles import do_jobs, fight
from campaigns.simulation.rosters import GAME
from campaigns.simulation.stewards import Steward
from campaigns.simulation.year import Plan, Settle, Year
from jobs.models import Job
from tournaments import service
from tournaments.domain.stage_rules import BRACKETS, PAIRED, Format, rounds_of
from tournaments.domain.state import Fixture, Stage, Tournament
from tournaments.loading import load_tournament
from web.errors import Refusal
from web.people import Person

TRIES = 8
"""How often a battle is begun or fought, beyond those of a best of N, before the organizer declares a fixture void."""
NOBODY_LEFT = "It has nobody to field."
HIGHEST_SCORE = 5


class SeasonPlan(NamedTuple):
    """What is to be simulated. `battles`: so many fixtures are fought by bots, the others reported (None: all fought).

    `rules`: those of the stage. Who wins what is reported follows from the seed; dice fall as they will.
    """

    companies: int
    format: Format = "round_robin"
    battles: int | None = None
    seed: int = 1
    title: str = "A season of play"
    game: str = GAME
    rules: dict[str, Any] = {}


class FixturePlayed(NamedTuple):
    """A fixture that has its result, what kind that is, and how many commands its battles took (0: reported)."""

    fixture: str
    kind: str
    commands: int


class Season:
    """A tournament that plays itself. Its campaign is opened at once; `settle` has its jobs done."""

    def __init__(self, plan: SeasonPlan, settle: Settle = do_jobs, organizer: Person | None = None) -> None:
        self.plan = plan
        self.played: list[FixturePlayed] = []
        self._rng = Random(f"season {plan.seed}")  # noqa: S311 – a simulation draws alike each time
        self._begun = time.monotonic()
        self._year = Year(Plan(plan.companies, 0, plan.seed, plan.title, plan.game), settle, organizer)
        self.organizer = self._year.gm
        self.id = uuid.UUID(int=0)

    @property
    def campaign(self) -> uuid.UUID:
        """The campaign whose companies play it."""
        return self._year.id

    @property
    def now(self) -> Tournament:
        """The tournament as it stands."""
        state: Tournament = load_tournament(self.id).state
        return state

    def play(self) -> Iterator[FixturePlayed]:
        """Found companies and tournament, and play it to its end; each fixture is told once it has its result."""
        self._year.found_companies()
        self.enter_all()
        yield from self._stage("Main", self.plan.format, self.plan.rules)
        if self.plan.format == "groups":
            yield from self._stage("Finals", "elimination", {}, source="s1")
        self._do("end_tournament")

    def enter_all(self) -> None:
        """Found the tournament; each company is signed up by who plays it."""
        order = {"title": self.plan.title, "campaign": str(self.campaign), "visibility": "public"}
        self.id = service.open_tournament(self.organizer, order).tournament.id
        self._do("open_sign_up")
        for steward in self._year.stewards:
            self._do("enter", by=steward.who, company=str(steward.company))
        self._do("close_sign_up")

    def _do(self, kind: str, /, *, by: Person | None = None, **fields: Any) -> Tournament:
        order = {"type": kind, **fields}
        state: Tournament = service.give_command(by or self.organizer, self.id, order).tournament.state
        return state

    # Stages

    def _stage(self, name: str, format_: Format, rules: dict[str, Any], *, source: str = "") -> Iterator[FixturePlayed]:
        *_, stage = self._do("add_stage", name=name, format=format_, rules=rules, source=source).stages
        self._do("start_stage", stage=stage)
        for _ in self._rounds(stage):
            while fixture := self._next(stage):
                played = self._settle(fixture)
                self.played.append(played)
                yield played
        self._do("finish_stage", stage=stage)

    def _rounds(self, stage: str) -> Iterator[None]:
        """Publish the rounds of a stage: all at once, or one after the other where they are paired."""
        planned: Stage = self.now.stages[stage]
        if planned.format not in PAIRED:
            self._do("publish_round", stage=stage)
            yield
            return
        for number in range(1, rounds_of(planned) + 1):
            self._do("pair", stage=stage)
            self._year.settle(self.campaign)
            self._do("publish_round", stage=stage, round=number)
            yield

    def _next(self, stage: str) -> Fixture | None:
        """The first fixture that is to be played, and can be."""
        open_ones = (one for one in self.now.fixtures_of(stage) if one.result is None and one.known)
        return next((one for one in open_ones if one.bye is None), None)

    # Fixtures

    def _settle(self, fixture: Fixture) -> FixturePlayed:
        commands = 0
        fought = sum(one.commands > 0 for one in self.played)
        if self.plan.battles is None or fought < self.plan.battles:
            commands = self._fight(fixture)
        else:
            self._report(fixture)
        result = self.now.fixtures[fixture.id].result
        return FixturePlayed(fixture.id, result.kind if result is not None else "", commands)

    def _fight(self, fixture: Fixture) -> int:
        """Fight its battles until it has a result; how many commands that took."""
        commands = 0
        for _ in range(TRIES + 2 * self.now.stages[fixture.stage].rules.best_of):
            match = self._being_fought(fixture)
            if match is not None:
                whims = Random(f"{self.plan.seed}/{match}")  # noqa: S311 – a bot's whims
                commands += fight(self.organizer, match, whims)
            elif not all(self._name_lineup(fixture, side) for side in fixture.sides):
                return commands
            self._year.settle(self.campaign)
            if self.now.fixtures[fixture.id].result is not None:
                return commands
        self._do("record_result", fixture=fixture.id, kind="void", reason="Its battles come to nothing.")
        return commands

    def _being_fought(self, fixture: Fixture) -> uuid.UUID | None:
        games = self.now.fixtures[fixture.id].games
        return next((uuid.UUID(one.match) for one in games if one.status == "open"), None)

    def _name_lineup(self, fixture: Fixture, side: str) -> bool:
        """Name all who may play; where that is nobody the fixture is forfeited, and it is False."""
        steward = self._steward(side)
        self._year.make_ready(steward)
        heroes = [hero.id for hero in steward.fieldable()]
        try:
            self._do("name_lineup", by=steward.who, fixture=fixture.id, entrant=side, heroes=heroes)
        except Refusal as refusal:
            if refusal.code != "no_heroes":
                raise
            places = {one: 2 if one == side else 1 for one in fixture.sides}
            self._do("record_result", fixture=fixture.id, kind="forfeit", places=places, reason=NOBODY_LEFT)
            return False
        return True

    def _steward(self, entrant: str) -> Steward:
        company = self.now.entrants[entrant].company
        return next(one for one in self._year.stewards if str(one.company) == company)

    def _report(self, fixture: Fixture) -> None:
        """All sides report the same; in a bracket nothing is drawn."""
        ranking = self._rng.sample(fixture.sides, len(fixture.sides))
        drawn = self.now.stages[fixture.stage].format not in BRACKETS and self._rng.random() < 1 / 4
        places = {side: 1 if drawn else place for place, side in enumerate(ranking, 1)}
        for side in fixture.sides:
            who = self._steward(side).who
            self._do("report_result", by=who, fixture=fixture.id, entrant=side, places=places)

    # What came of it

    def summary(self) -> dict[str, Any]:
        """What came of the season, as plain JSON but for ids."""
        now = self.now
        jobs = Job.objects.filter(scope=self.campaign).order_by("kind", "state").values_list("kind", "state")
        return {
            "tournament": self.id,
            "campaign": self.campaign,
            "title": now.title,
            "seed": self.plan.seed,
            "status": now.status,
            "fixtures": dict(Counter(one.kind for one in self.played)),
            "fought": sum(one.commands > 0 for one in self.played),
            "commands": sum(one.commands for one in self.played),
            "offences": len(now.offences),
            "bans": len(now.bans),
            "jobs": dict(Counter(f"{kind} {state}" for kind, state in jobs)),
            "seconds": round(time.monotonic() - self._begun),
        }
