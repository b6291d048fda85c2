"""What the log of a campaign keeps to, whoever wrote it: one from elsewhere may fold and tell what never was."""

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
    """What is wrong with a stream: with its event `version`, or with the whole of it where that is 0."""

    def __init__(self, stream: str, reason: str, version: int = 0) -> None:
        super().__init__(reason)
        self.stream, self.reason, self.version = stream, reason, version


# Event by event


def check_event(stream: str, version: int, before: Any, event: Any) -> None:
    """Fault where an event cannot have followed on what its campaign or company was `before`."""
    begins = isinstance(event, ev.CampaignOpened | cev.CompanyFounded)
    if begins is not (before is None):
        raise Fault(stream, "it begins once, with its first event", version)
    if isinstance(before, Company):
        _check_told(stream, version, before, event)
    if isinstance(event, ev.CampaignOpened | ev.MemberJoined | ev.JoinRequested) and not is_key(event.account):
        raise Fault(stream, f"{event.account[:80]!r} is not the key of an account", version)
    if isinstance(event, ev.CompanyEntered) and event.company in before.companies:
        raise Fault(stream, f"company {event.company} is founded twice", version)
    if isinstance(event, ev.BattleStarted | ev.BattleSettled | ev.BattleAbandoned):
        # A battle is settled by its match, or by a fork of it, which the cause names.
        for match in (event.match, event.because.match if event.because else ""):
            if match and not _is_uuid(match):
                raise Fault(stream, f"{match[:80]!r} is no id of a match", version)


def _check_told(stream: str, version: int, company: Company, event: Any) -> None:
    """Fault where an event of a company cannot have followed on how it stood."""
    if isinstance(event, cev.GoldChanged) and event.balance != company.gold + event.delta:
        balance = f"{company.gold} and {event.delta} make {company.gold + event.delta}, not {event.balance}"
        raise Fault(stream, f"the ledger does not balance: {balance}", version)
    if isinstance(event, cev.ItemSold | cev.ItemGiven | cev.ItemAssigned):
        count = getattr(event, "count", 1)
        if not 1 <= count <= company.stash.get(event.item, 0):
            raise Fault(stream, f"the stash has no {count} of {event.item}", version)
    if isinstance(event, cev.HeroRecruited):
        _check_hero(stream, version, company, event.figure.id)
    _check_known(stream, version, company, event)


def _check_known(stream: str, version: int, company: Company, event: Any) -> None:
    """Fault where an event of a company names a hero that it has not, or a thing that its game has not."""
    named = (*getattr(event, "heroes", ()), *([event.hero] if hasattr(event, "hero") else ()))
    nobody = {""} if isinstance(event, cev.LeaderNamed | cev.ItemLost) else set()
    for hero in named:
        if hero not in company.heroes and hero not in nobody:
            raise Fault(stream, f"there is no hero {hero[:80]!r} in it", version)
    things = event.figure.equipment if isinstance(event, cev.HeroRecruited) else (getattr(event, "item", None),)
    progression = progression_of(company.game)
    for item in things:
        if item is not None and item not in progression.goods(progression.rules_type()):
            raise Fault(stream, f"{item[:80]!r} is on no list of {company.game}", version)


def _check_hero(stream: str, version: int, company: Company, hero: str) -> None:
    if not HERO_ID.fullmatch(hero):
        raise Fault(stream, f"{hero[:80]!r} is no id of a hero", version)
    if hero in company.heroes:
        raise Fault(stream, f"hero {hero} is recruited twice", version)


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


# The whole


def check_campaign(stream: str, campaign: Campaign) -> None:
    """Fault where nobody could run or play a campaign as it stands."""
    gms = [person.account for person in campaign.people.values() if person.role == "gm"]
    if len(gms) != 1:
        raise Fault(stream, f"a campaign has one GM, and this has {len(gms)}")
    try:
        _check_rules(campaign)
    except (Malformed, Refused) as error:
        raise Fault(stream, f"house rules: {error}") from None


def _check_rules(campaign: Campaign) -> None:
    """Every switch is one of the game, with a value of its kind. Bounds can be put right here, as they can there."""
    for name in (*campaign.rules, *campaign.battle_rules):
        scope_of(campaign.game, name)
    for rules in (campaign.rules, *(battle.rules for battle in campaign.battles.values())):
        customs_of(rules)
        switches_of(campaign.game, rules)
    read(dict(campaign.battle_rules), game_of(campaign.game).house_rules, "battle_rules")


def check_company(stream: str, company: Company, campaign: Campaign) -> None:
    """Fault where a company is not of the campaign that has it, or is in a battle that has it not."""
    if company.campaign != campaign.id:
        raise Fault(stream, "it is no part of it: it was founded in another campaign", 1)
    if company.game != campaign.game:
        raise Fault(stream, f"it is of {company.game}, and its campaign of {campaign.game}", 1)
    open_battles = {match for match, one in campaign.battles.items() if one.stage == "open"}
    if company.in_battle and company.in_battle not in open_battles:
        raise Fault(stream, f"it is in {company.in_battle[:80]!r}, which is no open battle of its campaign")


def check_battles(stream: str, campaign: Campaign, companies: Mapping[str, Company]) -> None:
    """Fault where a company has not the heroes that fought for it, or is not in the open battle that has it."""
    for battle in campaign.battles.values():
        for side in battle.sides:
            for hero in (*side.models, *side.resting):
                if side.company in companies and hero not in companies[side.company].heroes:
                    raise Fault(stream, f"hero {hero[:80]!r} of battle {battle.match} is not in {side.company}")
        for name in battle.companies if battle.stage == "open" else ():
            if name in companies and companies[name].in_battle != battle.match:
                raise Fault(stream, f"company {name} is not in battle {battle.match}, which is open")
