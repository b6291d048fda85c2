"""The fold: what a campaign is after a fact. Knows no rule; in the order of `events`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from campaigns.domain.campaign import events as ev
from campaigns.domain.campaign.state import Battle, Campaign, CampaignCompany, Candidate, Invasion, Person, fights
from rules.kernel.messages import Event, Fold, folders

T = TypeVar("T")


def evolve(campaign: Campaign | None, event: Any) -> Campaign:
    """The campaign after `event`. The first event of a campaign is folded onto None."""
    if campaign is None:
        return _opened(event)
    folder = _FOLDERS.get(type(event))
    return campaign if folder is None else folder(campaign, event)


def _opened(opened: ev.CampaignOpened) -> Campaign:
    return Campaign(
        id=opened.campaign,
        title=opened.title,
        game=opened.game,
        people={opened.account: Person(opened.account, opened.name, "gm")},
        rules=opened.rules,
        battle_rules=opened.battle_rules,
        commitment=opened.commitment,
    )


def _without(entries: Mapping[str, T], key: str) -> dict[str, T]:
    return {name: entry for name, entry in entries.items() if name != key}


def _changed(entries: Mapping[str, T], key: str, **changes: Any) -> dict[str, T]:
    """The entries with one of them changed; as they were if there is no such entry."""
    if key not in entries:
        return dict(entries)
    return {**entries, key: replace(entries[key], **changes)}  # type: ignore[type-var]  # all entries are structs


def _company(campaign: Campaign, company: str, **changes: Any) -> Campaign:
    return replace(campaign, companies=_changed(campaign.companies, company, **changes))


# Its title and its stage


def _renamed(campaign: Campaign, event: ev.CampaignRenamed) -> Campaign:
    return replace(campaign, title=event.title)


def _started(campaign: Campaign, event: ev.CampaignStarted) -> Campaign:
    return replace(campaign, stage="running")


def _ended(campaign: Campaign, event: ev.CampaignEnded) -> Campaign:
    return replace(campaign, stage="ended")


def _reopened(campaign: Campaign, event: ev.CampaignReopened) -> Campaign:
    return replace(campaign, stage="running", commitment=event.commitment)


def _dice_taken_over(campaign: Campaign, event: ev.DiceTakenOver) -> Campaign:
    return replace(campaign, commitment=event.commitment)


def _archived(campaign: Campaign, event: ev.CampaignArchived) -> Campaign:
    return replace(campaign, stage="archived")


# Its people


def _with_candidate(candidates: Mapping[str, Candidate], new: ev.CandidateEvent) -> dict[str, Candidate]:
    return {**candidates, new.account: Candidate(new.account, new.name, new.message)}


def _invited(campaign: Campaign, event: ev.Invited) -> Campaign:
    return replace(campaign, invites=_with_candidate(campaign.invites, event))


def _invite_withdrawn(campaign: Campaign, event: ev.InviteWithdrawn) -> Campaign:
    return replace(campaign, invites=_without(campaign.invites, event.account))


def _join_requested(campaign: Campaign, event: ev.JoinRequested) -> Campaign:
    return replace(campaign, requests=_with_candidate(campaign.requests, event))


def _request_declined(campaign: Campaign, event: ev.RequestDeclined) -> Campaign:
    return replace(campaign, requests=_without(campaign.requests, event.account))


def _member_joined(campaign: Campaign, event: ev.MemberJoined) -> Campaign:
    return replace(
        campaign,
        people={**campaign.people, event.account: Person(event.account, event.name)},
        invites=_without(campaign.invites, event.account),
        requests=_without(campaign.requests, event.account),
    )


def _member_gone(campaign: Campaign, event: ev.MemberLeft | ev.MemberRemoved) -> Campaign:
    """Whoever is gone is asked for nothing any more."""
    companies = {
        name: replace(one, offered="") if one.offered == event.account else one
        for name, one in campaign.companies.items()
    }
    return replace(campaign, people=_without(campaign.people, event.account), companies=companies)


def _role_given(campaign: Campaign, event: ev.RoleGiven) -> Campaign:
    return replace(campaign, people=_changed(campaign.people, event.account, role=event.role))


# Its companies


def _company_entered(campaign: Campaign, event: ev.CompanyEntered) -> Campaign:
    entered = CampaignCompany(event.company, event.owner)
    return replace(campaign, companies={**campaign.companies, event.company: entered})


def _company_offered(campaign: Campaign, event: ev.CompanyOffered) -> Campaign:
    return _company(campaign, event.company, offered=event.account)


def _company_offer_ended(campaign: Campaign, event: ev.CompanyOfferEnded) -> Campaign:
    return _company(campaign, event.company, offered="")


def _company_handed_over(campaign: Campaign, event: ev.CompanyHandedOver) -> Campaign:
    return _company(campaign, event.company, owner=event.owner, offered="")


def _company_gone(campaign: Campaign, event: ev.CompanyGone) -> Campaign:
    return _company(campaign, event.company, disbanded=True, offered="")


# Its rules and its time


def _house_rule_set(campaign: Campaign, event: ev.HouseRuleSet) -> Campaign:
    if event.scope == "battle":
        return replace(campaign, battle_rules={**campaign.battle_rules, event.name: event.new})
    return replace(campaign, rules={**campaign.rules, event.name: event.new})


def _downtime_started(campaign: Campaign, event: ev.DowntimeStarted) -> Campaign:
    return replace(campaign, downtime=event.number)


# Its battles


def _invasion_declared(campaign: Campaign, event: ev.InvasionDeclared) -> Campaign:
    invasion = Invasion(event.invasion, event.attacker, event.defender)
    return replace(campaign, invasions={**campaign.invasions, event.invasion: invasion})


def _invasion_withdrawn(campaign: Campaign, event: ev.InvasionWithdrawn) -> Campaign:
    return replace(campaign, invasions=_changed(campaign.invasions, event.invasion, stage="withdrawn"))


def _battle_started(campaign: Campaign, event: ev.BattleStarted) -> Campaign:
    battle = Battle(
        match=event.match,
        kind=event.kind,
        sides=event.sides,
        downtime=event.downtime,
        hour=event.hour,
        rules=event.rules,
        invasion=event.invasion,
        defender=event.defender,
    )
    invasions = _changed(campaign.invasions, event.invasion, stage="fought")
    return replace(campaign, battles={**campaign.battles, event.match: battle}, invasions=invasions)


def _rolled(campaign: Campaign, event: ev.FateRolled | ev.RecoveryRolled) -> Campaign:
    if event.blocks is None:
        return campaign
    return replace(campaign, dice_index=max(campaign.dice_index, sum(event.blocks)))


def _settled(campaign: Campaign, event: ev.BattleSettled) -> Campaign:
    won = {"winners": event.winners, "winning_seats": event.winning_seats, "scores": event.scores}
    changed = _battle(campaign, event.match, stage="recorded", batch=event.batch, played=_played(event), **won)
    return replace(changed, invasions=_invaded(campaign, event.match, "fought"))


def _played(ended: ev.BattleSettled | ev.BattleAbandoned) -> str:
    """The fork that a battle was settled by; "" for its own match."""
    fought = ended.match if ended.because is None else ended.because.match
    return fought if fought != ended.match else ""


def _abandoned(campaign: Campaign, event: ev.BattleAbandoned) -> Campaign:
    nobody: dict[str, Any] = {"winners": (), "winning_seats": (), "scores": {}}
    changed = _battle(campaign, event.match, stage="abandoned", played=_played(event), **nobody)
    return replace(changed, invasions=_invaded(campaign, event.match, "declared"))


def _voided(campaign: Campaign, event: ev.BattleVoided) -> Campaign:
    changed = _battle(campaign, event.match, stage="voided", winners=(), winning_seats=(), scores={})
    return replace(changed, invasions=_invaded(campaign, event.match, "declared"))


def _battle(campaign: Campaign, match: str, **changes: Any) -> Campaign:
    return replace(campaign, battles=_changed(campaign.battles, match, **changes))


def _invaded(campaign: Campaign, match: str, stage: str) -> dict[str, Invasion]:
    """The invasions once the battle for one of them was fought, or was not and is to be fought again.

    It is not, where another battle was fought for it meanwhile, or where it was withdrawn.
    """
    battle = campaign.battles.get(match)
    known = campaign.invasions.get(battle.invasion) if battle is not None else None
    if battle is None or known is None or known.stage == "withdrawn":
        return campaign.invasions
    others = (one for one in campaign.battles.values() if one.match != match and one.invasion == battle.invasion)
    if stage == "declared" and any(fights(one) for one in others):
        return campaign.invasions
    return _changed(campaign.invasions, battle.invasion, stage=stage)


def _clock_advanced(campaign: Campaign, event: ev.ClockAdvanced) -> Campaign:
    return replace(campaign, hour=event.hour)


_FOLDERS: Mapping[type[Event], Fold[Campaign]] = folders(globals())
