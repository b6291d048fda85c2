"""What a battle did to everybody, told from the events of its act in the streams of the companies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from campaigns import page_context
from campaigns.command_targets import Subject
from campaigns.domain.campaign.state import Battle as BattleState
from campaigns.domain.company.state import Company as CompanyState
from campaigns.event_codec import HistoryEntry
from campaigns.service import history_of, see_company


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


def battle_of(subject: Subject) -> BattleState:
    """The battle that a subject is about."""
    return subject.campaign.battles[subject.match]


def outcome(subject: Subject) -> list[Side]:
    """What the battle did, company by company."""
    return [_side(subject, company) for company in battle_of(subject).companies]


def done_by(subject: Subject, company: str) -> tuple[CompanyState, list[HistoryEntry]]:
    """A company, and the events of the act that recorded the battle in it."""
    batch = battle_of(subject).batch
    seen = see_company(subject.who, UUID(company))
    return seen.state, [told for told in history_of(seen) if batch and told.event.batch == batch]


def _side(subject: Subject, name: str) -> Side:
    """The company itself first, then its heroes in the order they joined."""
    company, told = done_by(subject, name)
    names = page_context.names_of(subject.campaign, company)
    fallouts = [
        Fallout(hero, names.hero(hero) if hero else company.name, lines)
        for hero in ("", *company.heroes)
        if (lines := [page_context.line(one, names) for one in told if hero_of(one.event) == hero])
    ]
    return Side(company, fallouts)


def hero_of(event: Any) -> str:
    """The hero that an event is about; empty for the company."""
    return str(getattr(event, "hero", ""))
