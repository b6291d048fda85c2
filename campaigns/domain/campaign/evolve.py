"""The fold: what a campaign is after a fact. Knows no rule; in the order of `events`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from campaigns.domain.campaign import events as ev
from campaigns.domain.campaign.state import Battle, Campaign, CampaignCompany, Candidate, Invasion, Person, fights

T = TypeVar("T")


def evolve(campaign: Campaign | None, event: Any) -> Campaign:
    """The campaign after `event`. The first event of a campaign is folded onto None."""
    if campaign is None:
        return _opened(event)
    folder = _FOLDERS.get(type(event))
    return campaign if folder is None else folder(campaign, event)


def _opened(event: ev.CampaignOpened) -> Campaign:
    return Campaign(
        id=event.campaign,
        title=event.title,
        game=event.game,
        people={event.account: Person(event.account, event.name, "gm")},
        rules=event.rules,
        battle_rules=event.battle_rules,
        commitment=event.commitment,
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


def _candidates(known: Mapping[str, Candidate], event: ev.Invited | ev.JoinRequested) -> dict[str, Candidate]:
    return {**known, event.account: Candidate(event.account, event.name, event.message)}


def _joined(campaign: Campaign, event: ev.MemberJoined) -> Campaign:
    return replace(
        campaign,
        people={**campaign.people, event.account: Person(event.account, event.name)},
        invites=_without(campaign.invites, event.account),
        requests=_without(campaign.requests, event.account),
    )


def _left(campaign: Campaign, event: ev.MemberLeft | ev.MemberRemoved) -> Campaign:
    """Whoever is gone is asked for nothing any more."""
    companies = {
        name: replace(one, offered="") if one.offered == event.account else one
        for name, one in campaign.companies.items()
    }
    return replace(campaign, people=_without(campaign.people, event.account), companies=companies)


def _entered(campaign: Campaign, event: ev.CompanyEntered) -> Campaign:
    entered = CampaignCompany(event.company, event.owner)
    return replace(campaign, companies={**campaign.companies, event.company: entered})


def _house_rule_set(campaign: Campaign, event: ev.HouseRuleSet) -> Campaign:
    if event.scope == "battle":
        return replace(campaign, battle_rules={**campaign.battle_rules, event.name: event.new})
    return replace(campaign, rules={**campaign.rules, event.name: event.new})


# Its battles


def _invasion_declared(campaign: Campaign, event: ev.InvasionDeclared) -> Campaign:
    invasion = Invasion(event.invasion, event.attacker, event.defender)
    return replace(campaign, invasions={**campaign.invasions, event.invasion: invasion})


def _battle_started(campaign: Campaign, event: ev.BattleStarted) -> Campaign:
    battle = Battle(
        match=event.match,
        kind=event.kind,
        sides=event.sides,
        downtime=event.downtime,
        rules=event.rules,
        invasion=event.invasion,
        defender=event.defender,
    )
    invasions = _changed(campaign.invasions, event.invasion, stage="fought")
    return replace(campaign, battles={**campaign.battles, event.match: battle}, invasions=invasions)


def _fate_rolled(campaign: Campaign, event: ev.FateRolled) -> Campaign:
    if event.blocks is None:
        return campaign
    return replace(campaign, dice_index=max(campaign.dice_index, sum(event.blocks)))


def _settled(campaign: Campaign, event: ev.BattleSettled) -> Campaign:
    won = {"winners": event.winners, "winning_seats": event.winning_seats, "scores": event.scores}
    changed = _battle(campaign, event.match, stage="recorded", batch=event.batch, played=_played(event), **won)
    return replace(changed, invasions=_invaded(campaign, event.match, "fought"))


def _played(event: ev.BattleSettled | ev.BattleAbandoned) -> str:
    """The fork that a battle was settled by; "" for its own match."""
    fought = event.match if event.because is None else event.because.match
    return fought if fought != event.match else ""


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


_FOLDERS: dict[type[Any], Callable[[Campaign, Any], Campaign]] = {
    ev.CampaignRenamed: lambda campaign, event: replace(campaign, title=event.title),
    ev.CampaignStarted: lambda campaign, _: replace(campaign, stage="running"),
    ev.CampaignEnded: lambda campaign, _: replace(campaign, stage="ended"),
    ev.CampaignReopened: lambda campaign, event: replace(campaign, stage="running", commitment=event.commitment),
    ev.DiceTakenOver: lambda campaign, event: replace(campaign, commitment=event.commitment),
    ev.CampaignArchived: lambda campaign, _: replace(campaign, stage="archived"),
    ev.Invited: lambda campaign, event: replace(campaign, invites=_candidates(campaign.invites, event)),
    ev.InviteWithdrawn: lambda campaign, event: replace(campaign, invites=_without(campaign.invites, event.account)),
    ev.JoinRequested: lambda campaign, event: replace(campaign, requests=_candidates(campaign.requests, event)),
    ev.RequestDeclined: lambda campaign, event: replace(campaign, requests=_without(campaign.requests, event.account)),
    ev.MemberJoined: _joined,
    ev.MemberLeft: _left,
    ev.MemberRemoved: _left,
    ev.RoleGiven: lambda campaign, event: replace(
        campaign, people=_changed(campaign.people, event.account, role=event.role)
    ),
    ev.CompanyEntered: _entered,
    ev.CompanyOffered: lambda campaign, event: _company(campaign, event.company, offered=event.account),
    ev.CompanyOfferEnded: lambda campaign, event: _company(campaign, event.company, offered=""),
    ev.CompanyHandedOver: lambda campaign, event: _company(campaign, event.company, owner=event.owner, offered=""),
    ev.CompanyGone: lambda campaign, event: _company(campaign, event.company, disbanded=True, offered=""),
    ev.HouseRuleSet: _house_rule_set,
    ev.DowntimeStarted: lambda campaign, event: replace(campaign, downtime=event.number),
    ev.InvasionDeclared: _invasion_declared,
    ev.InvasionWithdrawn: lambda campaign, event: replace(
        campaign, invasions=_changed(campaign.invasions, event.invasion, stage="withdrawn")
    ),
    ev.BattleStarted: _battle_started,
    ev.FateRolled: _fate_rolled,
    ev.BattleSettled: _settled,
    ev.BattleAbandoned: _abandoned,
    ev.BattleVoided: _voided,
}
"""What an event makes of the campaign; one that is not here leaves it as it is."""
