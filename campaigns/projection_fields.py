"""What the rows of campaigns and companies say, field by field."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from campaigns import hooks
from campaigns.access import is_key
from campaigns.domain.campaign.house_rules import progression_of, switches_of
from campaigns.domain.campaign.state import Battle, Campaign
from campaigns.domain.company.state import Company
from campaigns.domain.fielding import Barred, Fielding
from campaigns.models import Candidate
from rules.kernel.errors import Refused
from rules.kernel.progression import ChoiceKind, Figure
from rules.kernel.reading import plain
from web.models import Account

FARTHEST_LEVEL = 1_000
"""So many XP beyond what a hero has, its next level is looked for."""
Fields: TypeAlias = dict[str, Any]
TOLD_OF_HEROES = ("stats", "carried", "equipment", "talents", "spells", "injuries", "absence")
"""The fields of a hero that stand in the summary of its row."""


def accounts(keys: Iterable[str]) -> dict[str, int]:
    """By key the accounts among `keys` that are ours; a campaign from elsewhere may name people in ways of its own."""
    uuids = {uuid.UUID(hex=key): key for key in keys if is_key(key)}
    return {uuids[key]: pk for key, pk in Account.objects.filter(key__in=uuids).values_list("key", "pk")}


def _same(state: Any, *names: str) -> Fields:
    """The fields of a row that are called as in the state that it is made of."""
    return {name: getattr(state, name) for name in names}


def campaign_fields(campaign: Campaign, version: int, known: Mapping[str, int]) -> Fields:
    """The fields of a campaign's row, all but the instants."""
    gm = campaign.gm
    offers = {one.company: one.offered for one in campaign.companies.values() if one.offered}
    stages = [battle.stage for battle in campaign.battles.values()]
    return {
        **_same(campaign, "title", "game", "stage", "downtime"),
        "gm_id": known.get(gm.account) if gm else None,
        "gm_name": gm.name if gm else "",
        "version": version,
        "summary": {
            "members": len(campaign.people),
            "companies": sum(not entered.disbanded for entered in campaign.companies.values()),
            "battles": {stage: stages.count(stage) for stage in sorted(set(stages))},
            "invasions": sum(one.stage == "declared" for one in campaign.invasions.values()),
            **({"offers": offers} if offers else {}),
        },
    }


def member_fields(campaign: Campaign, known: Mapping[str, int]) -> dict[str, Fields]:
    """The fields of the rows of its members, by person."""
    return {
        person.account: {"account_id": known.get(person.account), "name": person.name, "role": person.role}
        for person in campaign.people.values()
    }


def candidate_fields(campaign: Campaign, known: Mapping[str, int]) -> dict[tuple[str, str], Fields]:
    """The fields of the rows of its candidates, by kind and person."""
    asked = ((Candidate.Kind.INVITED, campaign.invites), (Candidate.Kind.ASKED, campaign.requests))
    return {
        (kind.value, one.account): {"account_id": known.get(one.account), "name": one.name, "message": one.message}
        for kind, people in asked
        for one in people.values()
    }


def battle_fields(battle: Battle) -> Fields:
    """The fields of the row of a battle."""
    return {**_same(battle, "kind", "stage", "downtime"), "match": uuid.UUID(battle.match), "summary": _summary(battle)}


def _summary(battle: Battle) -> Fields:
    """Battles from before seats and scores were told have none of them in their rows; few were settled by a fork."""
    optional = {"winning_seats": list(battle.winning_seats), "scores": plain(battle.scores), "played": battle.played}
    optional = {name: value for name, value in optional.items() if value}
    return {"winners": list(battle.winners), "invasion": battle.invasion, "defender": battle.defender, **optional}


def side_fields(battle: Battle) -> dict[str, Fields]:
    """The fields of the rows of its sides, by seat."""
    return {
        side.seat: {
            "company_id": uuid.UUID(side.company),
            "heroes": len(side.models),
            "won": side.company in battle.winners,
        }
        for side in battle.sides
    }


def _conditions(hero: Figure) -> Fields:
    """The conditions of a hero by name, and what runs out when; rows from before there were any have none of them."""
    if not hero.conditions:
        return {}
    timed = (one for one in hero.conditions if one.last_hour is not None or one.last_downtime is not None)
    run_out = [[one.title or one.name, one.ends] for one in timed]
    return {"conditions": [one.name for one in hero.conditions], **({"run_out": run_out} if run_out else {})}


def _holder(hero: Figure) -> uuid.UUID | None:
    """The company that holds a captive; None where it is nobody, or somebody of the GM's."""
    try:
        return uuid.UUID(hero.captive.company) if hero.captive is not None else None
    except ValueError:
        return None


class Standards:
    """What the worth of a company and the choices it owes are measured by: its game, under the switches of now."""

    def __init__(self, game: str, campaign: Campaign | None) -> None:
        self.game = game
        self.progression = progression_of(game)
        self.rules = switches_of(game, campaign.rules if campaign else {})
        self._campaign = campaign
        self._barred: dict[str, Barred] = {}

    @property
    def deals(self) -> bool:
        """Whether there is gold in the game, and anything to buy."""
        return bool(self.progression.trade.goods(self.rules))

    @property
    def builds(self) -> bool:
        """Whether the game knows halls."""
        return bool(self.progression.halls.upgrades(self.rules))

    def fit(self, company: Company) -> list[Figure]:
        """The heroes of a company that may be fielded now, in the order they joined."""
        return self._fielding(company).fit(company)

    def hindrance(self, company: Company, hero: Figure) -> Refused | None:
        """Why a hero of a company cannot be fielded now; None where it can."""
        return self._fielding(company).hindrance(company, hero)

    def _fielding(self, company: Company) -> Fielding:
        if company.id not in self._barred and self._campaign is not None:
            self._barred[company.id] = hooks.barred(self._campaign, [company])
        return Fielding(self.progression, self.rules, self._barred.get(company.id, {}))

    def company(self, company: Company, version: int, known: Mapping[str, int]) -> Fields:
        """The fields of a company's row, all but the instants."""
        return {
            "campaign_id": uuid.UUID(company.campaign),
            **_same(company, "name", "motto", "game", "gold", "disbanded"),
            "hall": company.hall.name,
            "owner_id": known.get(company.owner),
            "owner_key": company.owner,
            "worth": self._worth(company),
            "ready": len(company.ready),
            "owed": sum(sum(self.open_choices(hero).values()) for hero in company.ready),
            "orders": len(company.hall.orders),
            "in_battle": uuid.UUID(company.in_battle) if company.in_battle else None,
            "version": version,
            "summary": plain(
                _same(company, "leader")
                | _same(company.hall, "upgrades", "orders")
                | _same(company, "stash", "ledger")
                | {"fates_owed": company.open_fates}
            ),
        }

    def _worth(self, company: Company) -> int:
        game, rules = self.progression, self.rules
        stash = sum(game.trade.value_of_item(rules, item) * count for item, count in company.stash.items())
        return company.gold + stash + sum(game.trade.worth(rules, hero) for hero in company.ready)

    def hero(self, hero: Figure) -> Fields:
        """The fields of the row of a hero."""
        open_choices = self.open_choices(hero)
        return {
            **_same(hero, "name", "race", "calling", "level", "xp", "standing"),
            "absent": hero.absence is not None,
            "captive": hero.captive is not None,
            "held_by": _holder(hero),
            "owed": sum(open_choices.values()),
            "worth": self.progression.trade.worth(self.rules, hero),
            "summary": plain(
                {**_same(hero, *TOLD_OF_HEROES), "owed": open_choices, "sheet": hero.sheet, **_conditions(hero)}
            ),
        }

    def next_level(self, hero: Figure) -> int | None:
        """The XP that a hero of this XP lacks to its next level; None where there is none in sight."""
        now = self.progression.growth.level(self.rules, hero.xp)
        lacking = range(1, FARTHEST_LEVEL + 1)
        return next((xp for xp in lacking if self.progression.growth.level(self.rules, hero.xp + xp) > now), None)

    def open_choices(self, hero: Figure) -> dict[ChoiceKind, int]:
        """By kind the number of open choices of a hero; none for heroes who are gone."""
        if hero.standing != "ready":
            return {}
        return {kind: count for kind, count in self.progression.growth.owed(self.rules, hero).items() if count}
