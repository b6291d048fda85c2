"""The war of Ashgate as a campaign, some battles old: halls, scars, grudges, and a battle that is on.

It is one plan, played from its beginning; `demo --quick` plays the first part of it, and `demo` goes on from there. All
that does not depend on what happened is given under keys, so that it happens once however often it is told. A battle is
started only where there are fewer than the plan wants by then.
"""

from __future__ import annotations

import uuid
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

from campaigns.demo.chapters import EDITION, FINISHED_BY
from campaigns.demo.companies import COMPANIES, TABLES, Company
from campaigns.demo.people import GM, ORGANIZER, PLAYER
from campaigns.demo.played import PlayedCampaign
from campaigns.demo.scenes import Condition, from_turn, over
from campaigns.domain.campaign.state import BattleKind
from campaigns.loading import load_company
from campaigns.projection_fields import Standards
from campaigns.simulation.battles import do_jobs
from web.people import Person

KEY = f"demo/{EDITION}/campaign"
WAR = "War of Ashgate"
GAME = "istra"
HOUSE_RULES = {
    "fate": "survival_roll",
    "survival": 9,
    "carry_damage": "on",
    "battle_income": 40,
    "win_income": 30,
    "invasion_loot": 15,
    "hall_downtimes": 1,
}
"""Battles pay and leave scars, heroes may die, halls take time."""
OWNERS = {
    "herons": PLAYER,
    "lanterns": ORGANIZER,
    "hammers": PLAYER,
    "wardens": ORGANIZER,
    "penitents": ORGANIZER,
    "risen": PLAYER,
}
"""Company → user who plays it, in the order in which they are founded."""
MOST_FIELDED = 3
"""So many heroes of a company fight; somebody looks after the hall, so that no company is lost in a battle."""


@dataclass(frozen=True, slots=True)
class FoundingStep:
    """A company joins the campaign, with all its heroes and what they carry."""

    company: str


@dataclass(frozen=True, slots=True)
class CommandStep:
    """A command of the user `by`. `company` and `more["defender"]` are companies of the demo."""

    type: str
    company: str = ""
    by: str = GM
    more: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BattleStep:
    """A battle between two companies that bots play until something is so; over, it is settled at once."""

    companies: tuple[str, str]
    table: str
    kind: BattleKind = "counting"
    scenario: str = "annihilation"
    until: Condition = over


Step = FoundingStep | CommandStep | BattleStep

PLAN: tuple[Step, ...] = (
    FoundingStep("herons"),
    FoundingStep("lanterns"),
    CommandStep("start_campaign"),
    BattleStep(("herons", "lanterns"), "square"),
    # `demo --quick` ends here.
    FoundingStep("hammers"),
    FoundingStep("wardens"),
    FoundingStep("penitents"),
    FoundingStep("risen"),
    CommandStep(
        "award_gold", "herons", more={"amount": 150, "reason": "The town pays for the market square, and for quiet."}
    ),
    CommandStep("upgrade_hall", "herons", by=PLAYER, more={"upgrade": "walls"}),
    BattleStep(("hammers", "wardens"), "ford"),
    CommandStep("start_downtime"),
    CommandStep("declare_invasion", "lanterns", by=ORGANIZER, more={"defender": "herons"}),
    BattleStep(("lanterns", "herons"), "square", "invasion"),
    BattleStep(("penitents", "risen"), "causeway", "friendly"),
    CommandStep("fine", "hammers", more={"amount": 15, "reason": "Brawling in the tavern, and the tavern's door."}),
    CommandStep(
        "award_xp", "penitents", more={"hero": "h1", "amount": 4, "reason": "Sister Marta held the causeway alone."}
    ),
    BattleStep(("wardens", "penitents"), "square"),
    CommandStep("start_downtime"),
    CommandStep("award_gold", "wardens", more={"amount": 150, "reason": "The bounty on the wolves of Bellwood."}),
    CommandStep("upgrade_hall", "wardens", by=ORGANIZER, more={"upgrade": "clear_the_area"}),
    CommandStep("declare_invasion", "herons", by=PLAYER, more={"defender": "lanterns"}),
    BattleStep(("hammers", "risen"), "ford", until=from_turn(1)),
)
QUICK = 4
"""Steps of the plan that `demo --quick` tells."""


def plan(*, quick: bool) -> tuple[Step, ...]:
    """The steps of the plan."""
    return PLAN[:QUICK] if quick else PLAN


class War(PlayedCampaign):
    """The war of Ashgate while it is played."""

    key = KEY
    order: ClassVar[dict[str, Any]] = {"title": WAR, "game": GAME, "rules": HOUSE_RULES}

    def stands(self, steps: tuple[Step, ...]) -> bool:
        """Whether all of it has been played: from then on it belongs to whoever plays it."""
        battles = list(self.state.battles)
        fights = sum(isinstance(step, BattleStep) for step in steps)
        return len(battles) >= fights and self._stage(uuid.UUID(battles[fights - 1])).happened[FINISHED_BY] > 0

    def run_step(self, place: int) -> None:
        """Play one step of the plan, or what is left of it. Raises Refusal where somebody has changed the campaign."""
        step = PLAN[place]
        if isinstance(step, FoundingStep):
            self._found(step.company)
        elif isinstance(step, CommandStep):
            self._give_step(place, step)
        else:
            number = sum(isinstance(before, BattleStep) for before in PLAN[:place])
            self._play_battle(number, partial(self._terms, step), step.until)

    # Commands

    def _id_of(self, company: str) -> str:
        """The id of a company of the demo: they were founded in this order, before anybody else could."""
        return list(self.state.companies)[list(OWNERS).index(company)]

    # Steps

    def _found(self, key: str) -> None:
        company, who = COMPANIES[key], self._people[OWNERS[key]]
        self._join(who)
        self._give(who, key, "found_company", name=company.name, motto=company.motto, hall=company.hall)
        self._furnish(company, who, self._id_of(key))

    def _furnish(self, company: Company, who: Person, company_id: str) -> None:
        """The heroes are recruited in their order, so that the first is h1 and leads; what they carry is bought."""
        wanted = Counter(item for hero in company.heroes for item in hero.equipment)
        for hero in company.heroes:
            talents, spells = [word for word in (hero.talent,) if word], [word for word in (hero.spell,) if word]
            more = {"name": hero.name, "race": hero.race, "calling": hero.calling, "talents": talents, "spells": spells}
            self._give(who, f"{company.key}/{hero.id}", "recruit_hero", company=company_id, **more)
        for item, count in wanted.items():
            self._give(who, f"{company.key}/{item}", "buy_item", company=company_id, item=item, count=count)
        for number, hero in enumerate(company.heroes, 1):
            for item in hero.equipment:
                key, more = f"{company.key}/{hero.id}/{item}", {"hero": f"h{number}", "item": item}
                self._give(who, key, "assign_item", company=company_id, **more)

    def _give_step(self, place: int, step: CommandStep) -> None:
        fields = dict(step.more)
        if step.company:
            fields["company"] = self._id_of(step.company)
        if "defender" in fields:
            fields["defender"] = self._id_of(fields["defender"])
        self._give(self._people[step.by], f"{place}", step.type, **fields)
        do_jobs(self.id)

    def _terms(self, fight: BattleStep) -> dict[str, Any]:
        sides = {
            f"s{number}": {"company": self._id_of(key), "heroes": self._fielded(key)}
            for number, key in enumerate(fight.companies, 1)
        }
        ground = {**TABLES[fight.table], "scenario": fight.scenario}
        invasion = {"invasion": list(self.state.invasions)[-1]} if fight.kind == "invasion" else {}
        return {"sides": sides, "kind": fight.kind, "ground": ground, **invasion}

    def _fielded(self, company: str) -> list[str]:
        """Who may fight, but one, if there are two."""
        state = load_company(uuid.UUID(self._id_of(company))).state
        heroes = [hero.id for hero in Standards(GAME, self.state).fit(state)]
        return heroes[: max(1, min(MOST_FIELDED, len(heroes) - 1))]
