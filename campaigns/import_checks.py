"""Checks of imported logs: what cannot be the log of a campaign is refused, though it can be replayed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from campaigns.access import is_key
from campaigns.domain.campaign import events as ev
from campaigns.domain.campaign.house_rules import customs_of, game_of, progression_of, scope_of, switches_of
from campaigns.domain.campaign.state import Campaign
from campaigns.domain.company import events as cev
from campaigns.domain.company.state import Company
from rules.kernel.errors import Malformed, Refused
from rules.kernel.reading import read

HERO_ID = re.compile(r"[\w-]+")
"""Ids stand in addresses."""


class Fault(ValueError):
    """A fault in a stream: in its event `version`, or in the stream as a whole where that is 0."""

    def __init__(self, stream: str, reason: str, version: int = 0) -> None:
        super().__init__(reason)
        self.stream, self.reason, self.version = stream, reason, version


# Event by event


def check_event(stream: str, version: int, before: Any, event: Any) -> None:
    """Raise Fault where an event is impossible for its campaign or company as it was `before`."""
    begins = isinstance(event, ev.CampaignOpened | cev.CompanyFounded)
    if begins is not (before is None):
        raise Fault(stream, "it must begin with its first event, and only there", version)
    if isinstance(before, Company):
        _check_company_event(stream, version, before, event)
    if isinstance(event, ev.CampaignOpened | ev.MemberJoined | ev.JoinRequested) and not is_key(event.account):
        raise Fault(stream, f"{event.account[:80]!r} is not the key of an account", version)
    if isinstance(event, ev.CompanyEntered) and event.company in before.companies:
        raise Fault(stream, f"company {event.company} is founded twice", version)
    if isinstance(event, ev.BattleStarted | ev.BattleSettled | ev.BattleAbandoned):
        # A battle is settled by its match, or by a fork of it, which the cause names.
        for match in (event.match, event.because.match if event.because else ""):
            if match and not _is_uuid(match):
                raise Fault(stream, f"{match[:80]!r} is not the id of a match", version)


def _check_company_event(stream: str, version: int, company: Company, event: Any) -> None:
    """Raise Fault where an event is impossible for the company as it was before."""
    if isinstance(event, cev.GoldChanged) and event.balance != company.gold + event.delta:
        balance = f"{company.gold} and {event.delta} make {company.gold + event.delta}, not {event.balance}"
        raise Fault(stream, f"the ledger does not balance: {balance}", version)
    if isinstance(event, cev.ItemSold | cev.ItemGiven | cev.ItemAssigned):
        count = getattr(event, "count", 1)
        if not 1 <= count <= company.stash.get(event.item, 0):
            raise Fault(stream, f"the stash does not have {count} of {event.item}", version)
    if isinstance(event, cev.HeroRecruited):
        _check_hero(stream, version, company, event.figure.id)
    _check_known(stream, version, company, event)


def _check_known(stream: str, version: int, company: Company, event: Any) -> None:
    """Raise Fault where an event names a hero or an item that does not exist."""
    named = (*getattr(event, "heroes", ()), *([event.hero] if hasattr(event, "hero") else ()))
    nobody = {""} if isinstance(event, cev.LeaderNamed | cev.ItemLost) else set()
    for hero in named:
        if hero not in company.heroes and hero not in nobody:
            raise Fault(stream, f"it has no hero {hero[:80]!r}", version)
    things = event.figure.equipment if isinstance(event, cev.HeroRecruited) else (getattr(event, "item", None),)
    progression = progression_of(company.game)
    known = {*progression.trade.goods(progression.rules_type())}
    if isinstance(event, cev.ItemStateChanged):
        known |= progression.items(progression.rules_type(), company.heroes[event.hero]).keys()
    for item in things:
        if item is not None and item not in known:
            raise Fault(stream, f"{item[:80]!r} is not an item of {company.game}", version)


def _check_hero(stream: str, version: int, company: Company, hero: str) -> None:
    if not HERO_ID.fullmatch(hero):
        raise Fault(stream, f"{hero[:80]!r} is not the id of a hero", version)
    if hero in company.heroes:
        raise Fault(stream, f"hero {hero} is recruited twice", version)


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


# The whole


def check_campaign(stream: str, campaign: Campaign) -> None:
    """Raise Fault where nobody could run or play the campaign."""
    gms = [person.account for person in campaign.people.values() if person.role == "gm"]
    if len(gms) != 1:
        raise Fault(stream, f"a campaign has one GM, and this one has {len(gms)}")
    try:
        _check_rules(campaign)
    except (Malformed, Refused) as error:
        raise Fault(stream, f"house rules: {error}") from None


def _check_rules(campaign: Campaign) -> None:
    """Raise where a switch is unknown or its value has the wrong type. The GM can correct a value out of bounds."""
    for name in (*campaign.rules, *campaign.battle_rules):
        scope_of(campaign.game, name)
    for rules in (campaign.rules, *(battle.rules for battle in campaign.battles.values())):
        customs_of(rules)
        switches_of(campaign.game, rules)
    read(dict(campaign.battle_rules), game_of(campaign.game).house_rules, "battle_rules")


def check_company(stream: str, company: Company, campaign: Campaign) -> None:
    """Raise Fault where a company belongs to another campaign, or is in a battle that is not open there."""
    if company.campaign != campaign.id:
        raise Fault(stream, "it belongs to another campaign", 1)
    if company.game != campaign.game:
        raise Fault(stream, f"its game is {company.game}, and that of its campaign {campaign.game}", 1)
    open_battles = {match for match, one in campaign.battles.items() if one.stage == "open"}
    if company.in_battle and company.in_battle not in open_battles:
        raise Fault(stream, f"it is in {company.in_battle[:80]!r}, which is not an open battle of its campaign")


def check_battles(stream: str, campaign: Campaign, companies: Mapping[str, Company]) -> None:
    """Raise Fault where a company lacks a hero that fought for it, or is not in the open battle that lists it."""
    for battle in campaign.battles.values():
        for side in battle.sides:
            for hero in (*side.models, *side.resting):
                if side.company in companies and hero not in companies[side.company].heroes:
                    raise Fault(stream, f"hero {hero[:80]!r} of battle {battle.match} is not in {side.company}")
        for name in battle.companies if battle.stage == "open" else ():
            if name in companies and companies[name].in_battle != battle.match:
                raise Fault(stream, f"company {name} is not in battle {battle.match}, which is open")
