"""Who may do what in a campaign. [KERNEL-CAMP-01]"""

from __future__ import annotations

from typing import Any, Literal

from campaigns.domain.campaign import between_battles as bb, commands as co
from campaigns.domain.campaign.state import Campaign, Role
from campaigns.domain.company.commands import COMPANY_COMMANDS, FoundCompany
from campaigns.domain.world import Act, Member
from rules.kernel.errors import Refused

Right = Literal["account", "concerned", "member", "owner", "attacker", "captor", "each", "staff", "gm"]
"""Who may: anybody with an account; the GM, co-GMs and who is invited or has asked; a member; the GM, co-GMs and who
plays the company; those and who plays the attacker of the invasion, or the company that holds the captive; whoever
may make each of the choices; the GM and co-GMs; the GM alone.
"""

RULE = "KERNEL-CAMP-01"

RIGHTS: dict[type[Any], Right] = {
    **dict.fromkeys(COMPANY_COMMANDS.values(), "owner"),
    FoundCompany: "member",
    co.OpenCampaign: "account",
    co.RenameCampaign: "staff",
    co.StartCampaign: "staff",
    co.EndCampaign: "staff",
    co.ReopenCampaign: "staff",
    co.TakeOverDice: "gm",
    co.ArchiveCampaign: "gm",
    co.Invite: "staff",
    co.WithdrawInvite: "concerned",
    co.AcceptInvite: "account",
    co.RequestJoin: "account",
    co.AcceptRequest: "staff",
    co.DeclineRequest: "concerned",
    co.Leave: "member",
    co.RemoveMember: "staff",
    co.SetRole: "gm",
    co.HandOver: "owner",
    co.AcceptCompany: "member",
    co.WithdrawOffer: "member",
    co.SetHouseRule: "staff",
    co.SetHouseRules: "staff",
    co.StartDowntime: "staff",
    co.FinishUpgrades: "staff",
    bb.AdvanceClock: "staff",
    bb.EndConditions: "staff",
    bb.AddCondition: "staff",
    bb.EndCondition: "staff",
    bb.CaptureHero: "staff",
    bb.FreeCaptive: "captor",
    bb.Recover: "owner",
    co.DeclareInvasion: "owner",
    co.WithdrawInvasion: "attacker",
    co.StartBattle: "staff",
    co.RecordBattle: "staff",
    co.VoidBattle: "staff",
    co.RecordAgain: "staff",
    co.AwardGold: "staff",
    co.Fine: "staff",
    co.AwardXp: "staff",
    co.DeclareFate: "staff",
    co.MakeChoices: "each",
    co.Correct: "staff",
    co.Transfer: "staff",
}
"""What a command takes. `people` sees to who is concerned or asked, `battles` to attackers, `captives` to captors,
`acts` to each choice.
"""


def role_of(campaign: Campaign, by: Member) -> Role | None:
    """What somebody is in a campaign; None for strangers. The house is GM of all."""
    if by.unbound:
        return "gm"
    person = campaign.people.get(by.account)
    return None if person is None else person.role


def is_staff(campaign: Campaign, by: Member) -> bool:
    """Whether somebody is the GM or a co-GM."""
    return role_of(campaign, by) in ("gm", "co_gm")


def sees(campaign: Campaign, by: Member) -> bool:
    """Whether somebody may look at the campaign: its members, and nobody else."""
    return role_of(campaign, by) is not None


def check(act: Act, command: Any) -> None:
    """Refuse a command that is not for whoever gives it."""
    right = RIGHTS[type(command)]
    if not act.by.unbound and not act.by.account:
        raise Refused("not_authenticated", "Log in first.", RULE, hint="Log in with your account.")
    if right not in ("account", "concerned"):
        _check_member(act, right, command)


def _check_member(act: Act, right: Right, command: Any) -> None:
    role = role_of(act.campaign, act.by)
    if role is None:
        raise Refused("not_a_member", "You are not a member of this campaign.", RULE, hint="Ask to join it.")
    if right == "gm" and role != "gm":
        raise Refused("gm_only", "Only the GM of the campaign may do that.", RULE, hint="Ask the GM.")
    if right == "staff" and role == "player":
        raise Refused("gm_only", "Only the GM and co-GMs may do that.", RULE, hint="Ask one of them.")
    if right == "owner":
        check_owner(act, command.company)


def check_owner(act: Act, company: str, field: str = "company") -> None:
    """Refuse an act on another's company. The GM and co-GMs may act for all."""
    entered = act.entered(company, field)
    if entered.owner != act.by.account and not is_staff(act.campaign, act.by):
        hint = "Choose a company of your own, or ask the GM."
        raise Refused("not_yours", "That company belongs to another player.", RULE, field=field, hint=hint)
