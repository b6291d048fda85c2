"""Battle reports: what a battle changed, company by company, and the forks that it may be settled by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from campaigns import page_context
from campaigns.command_targets import CommandTarget
from campaigns.domain.campaign.state import Battle
from campaigns.domain.company.state import Company as CompanyState
from campaigns.event_codec import HistoryEntry
from campaigns.service import history_of, see_company
from matches.models import Match


@dataclass(frozen=True, slots=True)
class Fallout:
    """What a battle did to a hero, or to the company where `hero` is empty. `name` is who it is."""

    hero: str
    name: str
    lines: list[page_context.Line]


@dataclass(frozen=True, slots=True)
class Side:
    """What a battle did to a company and everybody in it."""

    company: CompanyState
    fallouts: list[Fallout]


def battle_of(target: CommandTarget) -> Battle:
    """The battle that a target names."""
    return target.campaign.battles[target.match]


def outcome(target: CommandTarget) -> list[Side]:
    """What the battle did, company by company."""
    return [_side(target, company) for company in battle_of(target).companies]


def done_by(target: CommandTarget, company: str) -> tuple[CompanyState, list[HistoryEntry]]:
    """A company, and the events of the act that recorded the battle in it."""
    batch = battle_of(target).batch
    loaded = see_company(target.who, UUID(company))
    return loaded.state, [entry for entry in history_of(loaded) if batch and entry.event.batch == batch]


def _side(target: CommandTarget, name: str) -> Side:
    """The company itself first, then its heroes in the order they joined."""
    company, entries = done_by(target, name)
    names = page_context.names_of(target.campaign, company)
    fallouts = [
        Fallout(hero, names.hero(hero) if hero else company.name, lines)
        for hero in ("", *company.heroes)
        if (lines := [page_context.line(one, names) for one in entries if hero_of(one.event) == hero])
    ]
    return Side(company, fallouts)


def hero_of(event: Any) -> str:
    """The hero that an event is about; empty for the company."""
    return str(getattr(event, "hero", ""))


def forks_of(battle: Battle) -> list[tuple[str, str]]:
    """The forks of a battle's match, and forks of these, by which it may be settled since they are over.

    Their ids, and what they are called. Not those from files without the seal of a trusted server.
    """
    found: list[Match] = []
    parents = [UUID(battle.match)]
    while parents:
        forks = list(Match.objects.filter(forked_from__in=parents, from_outside=False).order_by("created_at"))
        found += [one for one in forks if one.status == Match.Status.FINISHED]
        parents = [one.pk for one in forks]
    return [(str(one.pk), f"{one.title}, from event {one.forked_at}") for one in found]
