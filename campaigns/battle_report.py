"""Battle reports: what a battle changed, and what a GM action will change, value by value with the reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from campaigns import page_context
from campaigns.command_targets import CommandTarget
from campaigns.domain.campaign.state import Battle
from campaigns.domain.company.state import Company as CompanyState
from campaigns.domain.differences import Difference, Reason
from campaigns.event_codec import HistoryEntry
from campaigns.narration import Names, plainly, tell
from campaigns.replay_links import replay_of
from campaigns.service import history_of, preview, see_company
from matches.models import Match
from web.errors import Refusal


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


@dataclass(frozen=True, slots=True)
class Ground:
    """Why a value will change: an event that no longer counts, or that comes; its rule, and where to watch it."""

    text: str
    rule: str
    words: str
    moment: str


@dataclass(frozen=True, slots=True)
class Row:
    """A value that will change, and why."""

    company: str
    hero: str
    field: str
    old: str
    new: str
    why: list[Ground]


@dataclass(frozen=True, slots=True)
class Preview:
    """What will change. `mark` identifies it; `refused`: why there is no preview."""

    rows: list[Row]
    mark: str
    refused: Refusal | None = None


def foresee(target: CommandTarget, order: Mapping[str, Any]) -> Preview:
    """What a command of the GM would change now."""
    differences: tuple[Difference, ...] = ()
    refused = None
    try:
        differences = preview(target.who, target.loaded.id, order)
    except Refusal as refusal:
        refused = refusal
    mark = sha256(repr(differences).encode()).hexdigest()
    return Preview(list(_rows(target, differences)), mark, refused)


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


def _rows(target: CommandTarget, differences: tuple[Difference, ...]) -> Iterator[Row]:
    for company in dict.fromkeys(one.company for one in differences):
        state = see_company(target.who, UUID(company)).state
        names = page_context.names_of(target.campaign, state)
        for one in differences:
            if one.company == company:
                old, new = (_shown(one.field, side, names) for side in (one.old, one.new))
                who = names.hero(one.hero) if one.hero else ""
                why = [_ground(reason, names) for reason in one.why]
                yield Row(state.name, who, plainly(one.field), old, new, why)


def _shown(field: str, given: Any, names: Names) -> str:
    """A value with names in place of ids."""
    word = {"leader": names.hero, "in_battle": names.battle}.get(field)
    return word(given) if word is not None and given else names.value(given)


def _ground(reason: Reason, names: Names) -> Ground:
    because = reason.because
    return Ground(
        text=f"{'No longer' if reason.undone else 'Now'}: {tell(reason.event, names)}",
        rule=reason.rule,
        words=page_context.rule_in_words(reason.rule, names),
        moment=replay_of(because.match, because.event) if because is not None and because.event else "",
    )
