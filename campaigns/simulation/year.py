"""A year of play: a campaign founded, battle after battle fought and settled, everything by the ways people go."""

from __future__ import annotations

import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db.models import Sum

from campaigns import service
from campaigns.domain.campaign.house_rules import game_of, progression_of
from campaigns.domain.campaign.state import Campaign as CampaignState
from campaigns.loading import load_campaign
from campaigns.models import Company, Hero
from campaigns.simulation.battles import fight
from campaigns.simulation.casts import Founding
from campaigns.simulation.rosters import CASTS, GAME, foundings
from campaigns.simulation.stewards import Steward
from campaigns.standings import StandingsLine, rows_to_rank, standings
from jobs.models import Job
from matches.loading import load_match
from web.people import Person, person

INVASION_EVERY = 4
DOWNTIME_EVERY = 3
ALMS = "For a company that has lost too many to go on."
PARDON = "The tournament is over."

Settle = Callable[[uuid.UUID], None]
"""Has the jobs of a campaign done, and returns when they are."""


class Plan(NamedTuple):
    """What is to be simulated. Who draws whom, and the bots' whims, follow from the seed; dice fall as they will."""

    companies: int
    battles: int
    seed: int = 1
    title: str = "A year of play"
    game: str = GAME


class BattleResult(NamedTuple):
    """A battle that was fought and settled, by what it was; `winner` empty where nobody won alone."""

    number: int
    kind: str
    match: uuid.UUID
    commands: int
    winner: str


class Year:
    """A campaign that plays itself; it is opened at once. `settle` has its jobs done."""

    def __init__(self, plan: Plan, settle: Settle, gm: Person | None = None) -> None:
        self.plan = plan
        self.fought: list[BattleResult] = []
        self.settle = settle
        self._rng = Random(plan.seed)  # noqa: S311 – a simulation draws alike each time; dice have a door of their own
        self._begun = time.monotonic()
        self.gm = gm or somebody("year-gm")
        self._cast = CASTS[plan.game]
        order = {"title": plan.title, "game": plan.game, "rules": dict(self._cast.house_rules)}
        self.id = service.open_campaign(self.gm, order).campaign.id
        self.stewards: list[Steward] = []

    def play(self) -> Iterator[BattleResult]:
        """Found the companies and fight the battles of the plan; each is told once it is settled."""
        self.found_companies()
        for steward in self.stewards:
            steward.prepare()
        for number in range(1, self.plan.battles + 1):
            result = self._battle(number)
            self.fought.append(result)
            if number % DOWNTIME_EVERY == 0:
                self._do("start_downtime")
                self.settle(self.id)
            if self._cast.tournament and number % self._cast.tournament == 0:
                self._end_tournament()
            yield result
        for steward in self.stewards:
            steward.prepare()

    def found_companies(self) -> None:
        """Found the companies of the plan, without heroes so far, and start the campaign."""
        for number, founding in enumerate(foundings(self.plan.companies, self.plan.game), 1):
            self.stewards.append(self._found(somebody(f"year-player-{number}"), founding))
        self._do("start_campaign")

    @property
    def state(self) -> CampaignState:
        state: CampaignState = load_campaign(self.id).state
        return state

    def _do(self, kind: str, /, **fields: Any) -> service.CommandResult:
        return service.give_command(self.gm, self.id, {"type": kind, **fields})

    def _found(self, player: Person, founding: Founding) -> Steward:
        """Found a company for a player, who joins the campaign first."""
        if player.key not in self.state.people:
            service.give_command(player, self.id, {"type": "request_join"})
            self._do("accept_request", account=player.key)
        order = {"type": "found_company", "name": founding.name, "motto": founding.motto, "hall": founding.hall}
        (company,) = service.give_command(player, self.id, order).companies
        return Steward(player, self.id, uuid.UUID(company), founding)

    def _battle(self, number: int) -> BattleResult:
        attacker, defender = self._rng.sample(self.stewards, 2)
        for steward in (attacker, defender):
            self.make_ready(steward)
        invades = number % INVASION_EVERY == 0 and attacker.standards.builds
        invasion = self._declared(attacker, defender) if invades else {}
        sides = {
            seat: {"company": str(one.company), "heroes": [hero.id for hero in one.fieldable()]}
            for seat, one in zip(game_of(self.plan.game).seats, (attacker, defender), strict=False)
        }
        self._do("start_battle", sides=sides, ground=dict(progression_of(self.plan.game).default_ground), **invasion)
        self.settle(self.id)
        match_id = uuid.UUID(list(self.state.battles)[-1])
        commands = fight(self.gm, match_id, Random(f"{self.plan.seed}/{number}"))  # noqa: S311 – a bot's whims
        self.settle(self.id)
        battle = self.state.battles[str(match_id)]
        winner = battle.winners[0] if len(battle.winners) == 1 else ""
        return BattleResult(number, battle.kind, match_id, commands, winner)

    def make_ready(self, steward: Steward) -> None:
        """The company does what it can; who cannot go on by itself is helped by the GM."""
        steward.prepare()
        alms = steward.lacks()
        if alms:
            self._do("award_gold", company=str(steward.company), amount=alms, reason=ALMS)
            steward.prepare()

    def _end_tournament(self) -> None:
        """Who was barred until the end of the tournament may play in the next one."""
        for steward in self.stewards:
            for hero in steward.state.ready:
                if hero.absence is not None and hero.absence.until == "tournament":
                    about = {"company": str(steward.company), "hero": hero.id, "reason": PARDON}
                    self._do("correct", **about, field="absence", value=None)

    def _declared(self, attacker: Steward, defender: Steward) -> dict[str, Any]:
        order = {"type": "declare_invasion", "company": str(attacker.company), "defender": str(defender.company)}
        service.give_command(attacker.who, self.id, order)
        return {"kind": "invasion", "invasion": list(self.state.invasions)[-1]}

    # What came of it

    def standings(self) -> list[StandingsLine]:
        return standings(self.state, rows_to_rank(self.id))

    def _absences(self) -> Iterator[str]:
        for steward in self.stewards:
            yield from (hero.absence.why for hero in steward.state.ready if hero.absence is not None)

    def summary(self) -> dict[str, Any]:
        """What came of the year, as plain JSON but for ids."""
        heroes = Hero.objects.filter(company__campaign=self.id)
        outcomes = (load_match(one.match).table.outcome() for one in self.fought)
        endings = Counter(outcome.termination for outcome in outcomes if outcome is not None)
        levels = heroes.order_by("level").values_list("level", flat=True)
        return {
            "campaign": self.id,
            "title": self.plan.title,
            "seed": self.plan.seed,
            "battles": dict(Counter(one.kind for one in self.fought)),
            "endings": dict(endings),
            "commands": sum(one.commands for one in self.fought),
            "heroes": dict(Counter(heroes.values_list("standing", flat=True))),
            "absent": dict(Counter(self._absences())),
            "levels": dict(Counter(f"of level {level}" for level in levels)),
            "gold": Company.objects.filter(campaign=self.id).aggregate(all=Sum("gold"))["all"] or 0,
            "jobs": dict(Counter(f"{kind} {state}" for kind, state in _jobs(self.id))),
            "standings": self.standings(),
            "seconds": round(time.monotonic() - self._begun),
        }


def _jobs(campaign: uuid.UUID) -> Iterator[tuple[str, str]]:
    yield from Job.objects.filter(scope=campaign).order_by("kind", "state").values_list("kind", "state")


def somebody(name: str) -> Person:
    """The user of that name, made without a password where there is none: nobody can log in as them."""
    users = get_user_model().objects
    user = users.filter(username=name).first()
    if user is None:
        user = users.create_user(name)
    return person(user)
