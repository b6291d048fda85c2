"""What can have happened to a campaign. Events carry outcomes: what was, what is."""

from __future__ import annotations

import sys
from typing import Any, ClassVar

from campaigns.domain.campaign.house_rules import Scope
from campaigns.domain.campaign.state import BattleKind, FieldedSide, Role
from campaigns.domain.event_base import CampaignEvent
from rules.kernel.messages import Event, by_tag, defined_in
from rules.kernel.progression import Score
from rules.kernel.rolls import Rolled
from rules.kernel.table_events import DiceKind


class PersonEvent(CampaignEvent, frozen=True, kw_only=True):
    """Base of what happened to somebody in the campaign, by the key of the account."""

    account: str


class CandidateEvent(PersonEvent, frozen=True, kw_only=True):
    """Base of how somebody comes in: the name, and what was written with it."""

    name: str = ""
    message: str = ""


# The campaign


class CampaignOpened(CampaignEvent, frozen=True, kw_only=True, tag="campaign_opened"):
    """The first event of every campaign: it is a draft, and `account` its GM."""

    says = "The campaign {title} is created."

    campaign: str
    title: str
    game: str
    account: str
    name: str = ""
    rules: dict[str, Any] = {}
    battle_rules: dict[str, Any] = {}
    commitment: str = ""


class CampaignRenamed(CampaignEvent, frozen=True, kw_only=True, tag="campaign_renamed"):
    """It has another title."""

    says = "The campaign {old} is now called {title}."

    title: str
    old: str


class CampaignStarted(CampaignEvent, frozen=True, kw_only=True, tag="campaign_started"):
    """It runs: battles may be fought."""

    says = "The campaign starts."


class CampaignEnded(CampaignEvent, frozen=True, kw_only=True, tag="campaign_ended"):
    """It is over, for now. `secret`, in hex: what its dice came from, where that is known."""

    says = "The campaign is over."

    secret: str = ""


class CampaignReopened(CampaignEvent, frozen=True, kw_only=True, tag="campaign_reopened"):
    """It goes on, with dice from another secret."""

    says = "The campaign is reopened."

    commitment: str = ""


class DiceTakenOver(CampaignEvent, frozen=True, kw_only=True, tag="dice_taken_over"):
    """Its dice come from another secret from now on; nobody here knows that of the commitment `old`."""

    says = "The GM takes over its dice: they are rolled on this server from now on."

    commitment: str
    old: str = ""


class CampaignArchived(CampaignEvent, frozen=True, kw_only=True, tag="campaign_archived"):
    """It is put away for good."""

    says = "The campaign is archived."


# Its people


class Invited(CandidateEvent, frozen=True, kw_only=True, tag="member_invited"):
    """Somebody was asked in."""


class InviteWithdrawn(PersonEvent, frozen=True, kw_only=True, tag="invite_withdrawn"):
    """An invitation was withdrawn or declined."""

    says = "The invitation of {account} is withdrawn or declined."


class JoinRequested(CandidateEvent, frozen=True, kw_only=True, tag="join_requested"):
    """Somebody asks to join."""


class RequestDeclined(PersonEvent, frozen=True, kw_only=True, tag="request_declined"):
    """A request to join was declined or withdrawn."""

    says = "The request of {account} is withdrawn or declined."


class MemberJoined(PersonEvent, frozen=True, kw_only=True, tag="member_joined"):
    """Somebody is a member now; what they were invited by or had asked is settled."""

    name: str = ""


class MemberLeft(PersonEvent, frozen=True, kw_only=True, tag="member_left"):
    """A member is none any more."""

    says = "{account} leaves."


class MemberRemoved(PersonEvent, frozen=True, kw_only=True, tag="member_removed"):
    """A member was removed."""

    says = "{account} is removed from the campaign."


class RoleGiven(PersonEvent, frozen=True, kw_only=True, tag="role_given"):
    """A member has another role."""

    says = "{account} is now {role:plainly}, no longer {old:plainly}."

    role: Role
    old: Role


# Its companies


class CompanyEntered(CampaignEvent, frozen=True, kw_only=True, tag="company_entered"):
    """A company was founded in it."""

    says = "{owner:account} founds {company}."

    company: str
    owner: str


class CompanyOffered(CampaignEvent, frozen=True, kw_only=True, tag="company_offered"):
    """A member is asked to play a company, and nobody else any more: it is theirs once they accept."""

    says = "{account} is asked to play {company}."

    company: str
    account: str


class CompanyOfferEnded(CampaignEvent, frozen=True, kw_only=True, tag="company_offer_ended"):
    """The offer was declined or withdrawn."""

    says = "{account} is no longer asked to play {company}."

    company: str
    account: str


class CompanyHandedOver(CampaignEvent, frozen=True, kw_only=True, tag="company_handed_over"):
    """Another member plays the company."""

    says = "{company} is handed over from {old:account} to {owner:account}."

    company: str
    owner: str
    old: str


class CompanyGone(CampaignEvent, frozen=True, kw_only=True, tag="company_gone"):
    """A company was disbanded."""

    says = "Disbanded: {company}."

    company: str


# Its rules and its time


class HouseRuleSet(CampaignEvent, frozen=True, kw_only=True, tag="house_rule_set"):
    """A switch has another value, since that `downtime`."""

    name: str
    scope: Scope
    old: Any
    new: Any
    downtime: int


class DowntimeStarted(CampaignEvent, frozen=True, kw_only=True, tag="downtime_started"):
    """The downtime with this number, between battles, has begun."""

    says = "Downtime {number} begins."

    number: int


class ClockAdvanced(CampaignEvent, frozen=True, kw_only=True, tag="clock_advanced"):
    """So many hours of game time have passed, and now it is the hour `hour` of the campaign."""

    says = "{hours:duration} pass: it is {hour:clock} now."

    hours: int
    hour: int


# Its battles


class InvasionDeclared(CampaignEvent, frozen=True, kw_only=True, tag="invasion_declared"):
    """A company will attack another's hall."""

    says = "{attacker:company} will invade {defender:company}."

    invasion: str
    attacker: str
    defender: str


class InvasionWithdrawn(CampaignEvent, frozen=True, kw_only=True, tag="invasion_withdrawn"):
    """It does not come about."""

    says = "An invasion is called off."

    invasion: str


class BattleStarted(CampaignEvent, frozen=True, kw_only=True, tag="battle_started"):
    """A match is a battle of the campaign. It keeps the switches that it begins with: `rules` and `battle_rules`.

    `dice`: who rolls what in it, by seat and "gm"; seats left out roll house dice. `hour`: when it began.
    """

    schema: ClassVar[int] = 3

    match: str
    kind: BattleKind
    sides: tuple[FieldedSide, ...]
    downtime: int
    rules: dict[str, Any] = {}
    battle_rules: dict[str, Any] = {}
    invasion: str = ""
    defender: str = ""
    ground: dict[str, Any] = {}
    dice: dict[str, DiceKind] = {}
    hour: int = 0


class FateRolled(Rolled, frozen=True, kw_only=True, tag="fate_rolled"):
    """A roll for what became of a hero. `by` is the hero."""

    company: str
    match: str
    batch: str = ""


class RecoveryRolled(Rolled, frozen=True, kw_only=True, tag="recovery_rolled"):
    """A roll for an act of recovery. `by` is who rolls."""

    company: str
    act: str
    batch: str = ""


class BattleSettled(CampaignEvent, frozen=True, kw_only=True, tag="battle_settled"):
    """A battle ended and its consequences are on record, in streams of their own.

    `winners` are companies. `winning_seats` are the seats that won the match, the GM's among them; nobody: a draw.
    `scores` has by company what standings count; a friendly battle, and one settled before that was told, has none.
    """

    schema: ClassVar[int] = 3

    match: str
    termination: str
    winners: tuple[str, ...] = ()
    winning_seats: tuple[str, ...] = ()
    scores: dict[str, Score] = {}


class BattleAbandoned(CampaignEvent, frozen=True, kw_only=True, tag="battle_abandoned"):
    """A battle came to no result: nobody gains, nobody loses."""

    says = "{match:Battle} ended without a result."

    match: str


class BattleVoided(CampaignEvent, frozen=True, kw_only=True, tag="battle_voided"):
    """A battle does not count, and what it did is undone."""

    says = "{match:Battle} is void; its changes are undone."

    match: str


CAMPAIGN_EVENTS: dict[str, type[Event]] = by_tag(defined_in(Event, sys.modules[__name__]))
"""Every event of a campaign, by its wire name."""
