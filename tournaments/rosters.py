"""Rosters that are copied: a company of another campaign cannot enter, but a new one with the same heroes can.

1. The company is founded in the campaign of the tournament by who plays the other one, with the same words.
2. Its heroes are recruited as they once were, each by the rules and the gold of this campaign.

What they have learned, earned and suffered since stays behind. Every act says where it came from, and is an act of the
campaign like any other, under a key of its own: asked again, the copy is finished, and none is made twice.
"""

from __future__ import annotations

import uuid
from typing import Any, NamedTuple

from campaigns import event_codec, service as campaigns
from campaigns.domain.campaign.house_rules import progression_of, switches_of
from campaigns.domain.campaign.state import Campaign
from campaigns.domain.company.events import HeroRecruited
from campaigns.domain.company.state import Company
from campaigns.loading import load_campaign
from campaigns.models import company_stream
from rules.kernel.progression import Figure
from tournaments.domain.state import Tournament
from tournaments.service import see_tournament
from web.errors import Forbidden, Refusal
from web.people import Person

ROSTERS = "KERNEL-TOUR-18"


class LeftOut(NamedTuple):
    """A hero who was not recruited, and why."""

    name: str
    why: str


class CopiedRoster(NamedTuple):
    """The company that was founded, the names of its heroes, and who is missing."""

    company: uuid.UUID
    name: str
    heroes: tuple[str, ...]
    left_out: tuple[LeftOut, ...]


def copy_roster(who: Person, tournament: uuid.UUID, company: uuid.UUID) -> CopiedRoster:
    """A new company for the tournament with the roster of `company`, for who plays that one.

    Refusal where it is none of theirs, of another game or of this campaign, and what the campaign refuses of founding
    a company. Heroes that it refuses are left out.
    """
    state: Tournament = see_tournament(who, tournament).state
    source: Company = campaigns.see_company(who, company).state
    target = uuid.UUID(state.campaign)
    _check(who, state, source)
    origin: Campaign = load_campaign(uuid.UUID(source.campaign)).state
    reason = f"Copied from {source.name} of {origin.title}, company {source.id}."
    founding = {"name": source.name, "motto": source.motto, "hall": source.hall.name, "reason": reason}
    key = f"copy of {company} for {tournament}"
    done = campaigns.give_command(who, target, {"type": "found_company", **founding}, key=key)
    (made,) = done.companies
    heroes, left_out = [], []
    for hero, order in _orders(source, load_campaign(target).state).items():
        try:
            recruit = {"type": "recruit_hero", "company": made, **order, "reason": reason}
            campaigns.give_command(who, target, recruit, key=f"{key} {hero}")
            heroes.append(order["name"])
        except Refusal as refusal:
            left_out.append(LeftOut(order["name"], refusal.message))
    return CopiedRoster(uuid.UUID(made), source.name, tuple(heroes), tuple(left_out))


def _check(who: Person, tournament: Tournament, source: Company) -> None:
    if source.owner != who.key:
        message, hint = "That company belongs to another player.", "Name a company of your own."
        raise Forbidden("not_yours", message, field="company", rule=ROSTERS, hint=hint)
    if source.campaign == tournament.campaign:
        message = f"{source.name} is a company of this campaign."
        raise Refusal("same_campaign", message, field="company", rule=ROSTERS, hint="Sign it up as it is.")
    if source.game != tournament.game:
        message, hint = f"{source.name} plays another game.", "Name a company of the same game."
        raise Refusal("other_game", message, field="company", rule=ROSTERS, hint=hint)


def _orders(source: Company, target: Campaign) -> dict[str, dict[str, Any]]:
    """By hero what is asked for to recruit it again: the sheet that was handed in when it joined."""
    game = progression_of(target.game)
    entered = game.entries(switches_of(target.game, target.rules))
    log = event_codec.read_events(event_codec.COMPANIES, company_stream(source.id))
    joined = {event.figure.id: event.figure for event in log if isinstance(event, HeroRecruited)}
    return {hero.id: _order(hero.name, joined.get(hero.id, hero), {*entered}) for hero in source.ready}


def _order(name: str, figure: Figure, entered: set[str]) -> dict[str, Any]:
    stats = {stat: value for stat, value in figure.stats.items() if stat in entered}
    return {"name": name, "race": figure.race, "calling": figure.calling, "stats": stats, "sheet": figure.sheet}
