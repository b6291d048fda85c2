"""What companies do between battles: make the choices their heroes owe, recruit, buy, and build."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from campaigns import service
from campaigns.domain.campaign.state import Campaign
from campaigns.domain.choices import CHOICE_COMMANDS
from campaigns.domain.company.state import Company
from campaigns.loading import load_campaign, load_company
from campaigns.projection_fields import Standards
from campaigns.simulation.casts import Founding, Recruit
from campaigns.simulation.rosters import CASTS
from rules.kernel.messages import tag_of
from rules.kernel.progression import ChoiceKind, Figure
from web.people import Person

MOST_HEROES = 4
FEWEST_HEROES = 2
SPARE_GOLD = 40
"""What a company keeps when it builds: arms for who comes next."""


@dataclass(frozen=True, slots=True)
class Steward:
    """Who runs a company between battles, as `who` plays it; `founding` is what it was meant to be."""

    who: Person
    campaign: uuid.UUID
    company: uuid.UUID
    founding: Founding

    @property
    def state(self) -> Company:
        state: Company = load_company(self.company).state
        return state

    @property
    def standards(self) -> Standards:
        """What its game says of rosters, under the switches that the campaign has now."""
        campaign: Campaign = load_campaign(self.campaign).state
        return Standards(campaign.game, campaign)

    def fieldable(self) -> list[Figure]:
        return self.standards.fit(self.state)

    def prepare(self) -> None:
        """Everything that is to be done before the next battle, as far as the gold goes."""
        self._make_choices()
        self._recruit()
        self._lead()
        self._arm()
        self._build()

    def _do(self, kind: str, /, **fields: Any) -> None:
        order = {"type": kind, "company": str(self.company), **fields}
        service.give_command(self.who, self.campaign, order)

    # Choices

    def _make_choices(self) -> None:
        for hero in self.state.ready:
            while choice := next(self._choices(self.state.heroes[hero.id]), None):
                kind, value = choice
                command, field = CHOICE_COMMANDS[kind]
                self._do(tag_of(command), hero=hero.id, **{field: value})

    def _choices(self, hero: Figure) -> Iterator[tuple[ChoiceKind, str]]:
        for kind in self.standards.progression.growth.owed(self.standards.rules, hero):
            options = self.standards.progression.growth.options(self.standards.rules, hero, kind)
            yield from ((kind, value) for value in self._wishes(hero, kind) if value in options)

    def _wishes(self, hero: Figure, kind: ChoiceKind) -> tuple[str, ...]:
        wished = tuple(CASTS[self.state.game].wishes[hero.calling].get(kind, ()))
        if kind == "core":
            turn = hero.raised % len(wished)
            return wished[turn:] + wished[:turn]
        own = self.founding.recruits[self.founding.place_of(hero.id)]
        return (*(own.talents if kind == "talent" else own.spells), *wished)

    # Heroes

    def _recruit(self) -> None:
        while (recruit := self._wanted()) is not None:
            basics = {"name": recruit.name, "race": recruit.race, "calling": recruit.calling}
            self._do("recruit_hero", **basics, stats=dict(recruit.stats), sheet=dict(recruit.sheet))
            self._make_choices()

    def _wanted(self) -> Recruit | None:
        """Who is to be recruited now; None where there is no place, or not the gold."""
        company = self.state
        if len(self.fieldable()) >= min(MOST_HEROES, len(self.founding.recruits)):
            return None
        recruit = self.founding.next_recruit(len(company.heroes))
        price = self.standards.progression.trade.price_of_figure(self.standards.rules, recruit.race)
        return recruit if company.gold >= price else None

    def lacks(self) -> int:
        """The gold that the company would need to recruit who it cannot fight without; 0 where it can fight."""
        company = self.state
        fit = len(self.fieldable())
        if fit >= FEWEST_HEROES:
            return 0
        races = {recruit.race for recruit in self.founding.recruits}
        dearest = max(self.standards.progression.trade.price_of_figure(self.standards.rules, race) for race in races)
        return max(0, dearest * (FEWEST_HEROES - fit) + SPARE_GOLD - company.gold) if dearest else 0

    def _lead(self) -> None:
        company = self.state
        if not company.leader and company.ready:
            best = max(company.ready, key=lambda hero: (hero.level, hero.stats.get("will", 0)))
            self._do("name_leader", hero=best.id)

    # Gold

    def _arm(self) -> None:
        for hero in self.state.ready:
            for item in self.founding.recruits[self.founding.place_of(hero.id)].kit:
                if item not in hero.equipment and self._have(item):
                    self._do("assign_item", hero=hero.id, item=item)

    def _have(self, item: str) -> bool:
        company = self.state
        if company.stash.get(item):
            return True
        if company.gold < self.standards.progression.trade.price_of_item(self.standards.rules, item):
            return False
        self._do("buy_item", item=item)
        return True

    def _build(self) -> None:
        """The cheapest upgrade of the hall that it has not, once the company can spare the gold."""
        company = self.state
        begun = {*company.hall.upgrades, *(order.upgrade for order in company.hall.orders)}
        left = [
            one
            for one in self.standards.progression.halls.upgrades(self.standards.rules).values()
            if one.key not in begun
        ]
        if left:
            next_one = min(left, key=lambda one: (one.price, one.key))
            if company.gold >= next_one.price + SPARE_GOLD:
                self._do("upgrade_hall", upgrade=next_one.key)
