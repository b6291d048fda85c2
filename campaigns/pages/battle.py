"""The page of a battle: what it did to everybody who was in it, and the choices that are still owed."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from campaigns.battle_report import Side, outcome
from campaigns.command_targets import Subject
from campaigns.domain.campaign.events import BattleVoided
from campaigns.domain.campaign.state import Battle
from campaigns.models import Battle as BattleRow
from campaigns.narration import against, victors
from campaigns.pages.hero import owed
from campaigns.pages.request_context import PageContext, admin_page, at_campaign, for_people
from campaigns.pages.undoing import deeds_for
from campaigns.replay_links import replay_of
from campaigns.service import history_of
from rules.kernel.progression import Figure
from web.errors import NotThere
from web.people import person

KINDS, STAGES = dict(BattleRow.Kind.choices), dict(BattleRow.Stage.choices)
MEANT = {"counting": "a battle that counts", "friendly": "a friendly battle", "invasion": "an invasion"}
"""What a battle is for, in a line about it."""


@dataclass(frozen=True, slots=True)
class OpenChoiceLine:
    """What somebody who was fielded owes, or is owed, and where it is chosen."""

    name: str
    what: str
    address: str


@dataclass(frozen=True, slots=True)
class ShownSide:
    """A company in the battle: whom it fielded, by id with their names, what it did to it, and what is owed."""

    side: Side
    won: bool
    mine: bool
    fielded: Sequence[tuple[str, str]]
    owed: Sequence[OpenChoiceLine]


@for_people
def battle_page(request: HttpRequest, campaign_id: uuid.UUID, match: uuid.UUID) -> HttpResponse:
    """The battle as it stands, for the members of its campaign."""
    desk = at_campaign(person(request.user), campaign_id)
    battle = desk.campaign.battles.get(str(match))
    if battle is None:
        raise NotThere("battle")
    return render(request, "campaigns/pages/battle.html", _context(request, desk, battle))


def _context(request: HttpRequest, desk: PageContext, battle: Battle) -> dict[str, Any]:
    sides, number = outcome(Subject(desk.who, desk.seen, match=battle.match)), desk.names.battles[battle.match]
    row = BattleRow.objects.filter(campaign=desk.seen.id, number=number).only("pk").first()
    return {
        "desk": desk,
        "campaign": desk.campaign,
        "campaign_id": desk.seen.id,
        "battle": battle,
        "number": number,
        "kind": MEANT.get(battle.kind, KINDS[battle.kind]),
        "stage": "in progress" if battle.stage == "open" else STAGES[battle.stage],
        "why": _why_void(desk, battle) if battle.stage == "voided" else "",
        "fought": against(desk.names.company(one) for one in battle.companies),
        "winners": victors(map(desk.names.company, battle.winners), battle.winning_seats),
        "sides": [_shown(desk, battle, side) for side in sides],
        "replay": replay_of(battle.fought),
        "deeds": deeds_for(desk, battle),
        "admin": admin_page(request, desk, "battle", row.pk if row else None),
    }


def _why_void(desk: PageContext, battle: Battle) -> str:
    told = (one.event for one in history_of(desk.seen))
    return [one.reason for one in told if isinstance(one, BattleVoided) and one.match == battle.match][-1]


def _shown(desk: PageContext, battle: Battle, side: Side) -> ShownSide:
    company = side.company
    fielded = [(hero.id, hero.name) for hero in _fielded(battle, side)]
    mine = company.owner == desk.who.key
    return ShownSide(side, company.id in battle.winners, mine, fielded, list(_owed(desk, battle, side)))


def _fielded(battle: Battle, side: Side) -> list[Figure]:
    models = next(one.models for one in battle.sides if one.company == side.company.id)
    return [side.company.heroes[key] for key in models]


def _owed(desk: PageContext, battle: Battle, side: Side) -> Iterator[OpenChoiceLine]:
    """Of those who were fielded: the fate that the GM owes, the choices that they owe."""
    company = side.company
    for hero in _fielded(battle, side):
        address = reverse("campaigns:hero", args=[company.id, hero.id])
        if battle.match in company.fates_owed.get(hero.id, ()):
            yield OpenChoiceLine(hero.name, "the GM has to decide the fate", address)
        if choices := owed(desk, hero):
            yield OpenChoiceLine(hero.name, f"has to choose {' and '.join(choices)}", address)
