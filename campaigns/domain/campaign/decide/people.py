"""Who takes part: invites, requests, members, roles, and whose company is whose. [KERNEL-CAMP-03]"""

from __future__ import annotations

from campaigns.domain.campaign import commands as co, events as ev
from campaigns.domain.campaign.state import Person
from campaigns.domain.company.events import Corrected
from campaigns.domain.event_base import Change
from campaigns.domain.rights import RULE as WHO_MAY, is_staff, role_of
from campaigns.domain.world import Act
from rules.kernel.errors import Refused

JOINING = "KERNEL-CAMP-03"
ROLES = {"gm": "the GM", "co_gm": "co-GM", "player": "a player"}


def invite(act: Act, command: co.Invite) -> None:
    """Invite somebody; who has asked to join already becomes a member."""
    if not command.account:
        raise _refused("unknown_account", "Name the account to invite.", "account", "Give the name of an account.")
    _no_member(act, command.account)
    invites = act.campaign.invites
    if command.account in invites or (command.name and any(one.name == command.name for one in invites.values())):
        who = command.name or _who(act, command.account)
        raise _refused("already_invited", f"{who} is already invited.", "account", "Wait for the answer.")
    if command.account in act.campaign.requests:
        raise _refused(
            "already_asked", f"{_who(act, command.account)} has asked to join.", "account", "Accept the request."
        )
    act.emit(ev.Invited(account=command.account, name=command.name, message=command.message))


def withdraw_invite(act: Act, command: co.WithdrawInvite) -> None:
    """By the GM, or by who was invited."""
    _concerns(act, command.account)
    if command.account not in act.campaign.invites:
        raise _refused(
            "not_invited", f"{_who(act, command.account)} is not invited.", "account", "See the open invitations."
        )
    act.emit(ev.InviteWithdrawn(account=command.account))


def accept_invite(act: Act, command: co.AcceptInvite) -> None:
    """Only an invite of one's own."""
    if act.by.account in act.campaign.people:
        raise _refused("already_member", "You are already a member.", "", "There is nothing to do.")
    if act.by.account not in act.campaign.invites:
        raise _refused("not_invited", "You are not invited.", "", "Ask to join.")
    act.emit(ev.MemberJoined(account=act.by.account, name=act.by.name))


def request_join(act: Act, command: co.RequestJoin) -> None:
    """Ask to join. Who is invited accepts that instead."""
    account = act.by.account
    if not account:
        raise _refused(
            "unknown_account", "Only people with an account can join a campaign.", "", "Log in with an account."
        )
    _no_member(act, account)
    if account in act.campaign.requests:
        raise _refused("already_asked", "You have already asked to join.", "", "Wait for the answer.")
    if account in act.campaign.invites:
        raise _refused("already_invited", "You are already invited.", "", "Accept the invitation.")
    act.emit(ev.JoinRequested(account=account, name=act.by.name, message=command.message))


def accept_request(act: Act, command: co.AcceptRequest) -> None:
    """Let in who asked."""
    act.emit(ev.MemberJoined(account=command.account, name=_request(act, command.account)))


def decline_request(act: Act, command: co.DeclineRequest) -> None:
    """By the GM, or by who asked."""
    _concerns(act, command.account)
    _request(act, command.account)
    act.emit(ev.RequestDeclined(account=command.account))


def leave(act: Act, command: co.Leave) -> None:
    """The GM stays, and so does who has a company."""
    person = _member(act, act.by.account, "")
    _may_go(act, person)
    act.emit(ev.MemberLeft(account=person.account))


def remove_member(act: Act, command: co.RemoveMember) -> None:
    """Not the GM, nor who has a company; a co-GM only by the GM."""
    person = _member(act, command.account, "account")
    if person.role == "co_gm" and role_of(act.campaign, act.by) != "gm":
        raise Refused("gm_only", "Only the GM may remove a co-GM.", WHO_MAY, field="account", hint="Ask the GM.")
    _may_go(act, person)
    act.emit(ev.MemberRemoved(account=person.account))


def set_role(act: Act, command: co.SetRole) -> None:
    """There is one GM: who makes somebody else GM is co-GM from then on."""
    person = _member(act, command.account, "account")
    if person.role == command.role:
        raise _refused(
            "role_same", f"{_who(act, person.account)} is {ROLES[person.role]} already.", "role", "Choose another role."
        )
    if person.role == "gm":
        raise _refused("gm_stays", "A campaign needs a GM.", "account", "Make another member GM instead.")
    if command.role == "gm" and (gm := act.campaign.gm) is not None:
        act.emit(ev.RoleGiven(account=gm.account, role="co_gm", old="gm"))
    act.emit(ev.RoleGiven(account=person.account, role=command.role, old=person.role))


def hand_over(act: Act, command: co.HandOver) -> None:
    """Another member plays the company once they accept. Who takes it is not asked, nor is anybody by the house."""
    person = _member(act, command.account, "account")
    act.draft(command.company).require_idle()
    entered = act.entered(command.company)
    if person.account == entered.owner:
        raise _refused("owner_same", "That member already plays the company.", "account", "Choose another member.")
    if act.by.account in ("", person.account):
        _give(act, command.company, person.account)
        return
    if person.account == entered.offered:
        who = _who(act, person.account)
        raise _refused("already_offered", f"{who} has already been asked.", "account", "Wait for the answer.")
    act.emit(ev.CompanyOffered(company=command.company, account=person.account))


def accept_company(act: Act, command: co.AcceptCompany) -> None:
    """Only who is asked to play it."""
    if not act.by.account or act.entered(command.company).offered != act.by.account:
        raise _refused(
            "not_offered", "You have not been asked to play that company.", "company", "Ask its player or the GM."
        )
    act.draft(command.company).require_idle()
    _give(act, command.company, act.by.account)


def withdraw_offer(act: Act, command: co.WithdrawOffer) -> None:
    """By whoever plays it, the GM, a co-GM, or who is asked."""
    entered = act.entered(command.company)
    if act.by.account not in (entered.owner, entered.offered) and not is_staff(act.campaign, act.by):
        raise Refused("not_yours", "That is for somebody else to decide.", WHO_MAY, field="company", hint="Ask the GM.")
    if not entered.offered:
        raise _refused(
            "not_offered", "Nobody has been asked to play that company.", "company", "There is nothing to do."
        )
    act.emit(ev.CompanyOfferEnded(company=command.company, account=entered.offered))


def _give(act: Act, company: str, owner: str) -> None:
    old = act.entered(company).owner
    act.emit(ev.CompanyHandedOver(company=company, owner=owner, old=old))
    act.draft(company).emit(Corrected(changes=(Change(field="owner", old=old, new=owner),)))


def _member(act: Act, account: str, field: str) -> Person:
    person = act.campaign.people.get(account)
    if person is None:
        who = _who(act, account) if account else "The server"
        raise _refused(
            "not_a_member", f"{who} is not a member of the campaign.", field, "Name a member by its account."
        )
    return person


def _who(act: Act, account: str) -> str:
    known = act.campaign.people.get(account) or act.campaign.invites.get(account) or act.campaign.requests.get(account)
    return (known.name if known is not None else "") or "That account"


def _no_member(act: Act, account: str) -> None:
    if account in act.campaign.people:
        raise _refused(
            "already_member", f"{_who(act, account)} is already a member.", "account", "There is nothing to do."
        )


def _may_go(act: Act, person: Person) -> None:
    if person.role == "gm":
        raise _refused(
            "gm_stays", "A campaign needs a GM.", "account", "Hand the campaign over to another member first."
        )
    for company in act.campaign.companies.values():
        if company.owner == person.account and not company.disbanded:
            message = f"{_who(act, person.account)} still has company {company.company}."
            raise _refused("owns_company", message, "account", "Hand the company over, or disband it, first.")


def _concerns(act: Act, account: str) -> None:
    if act.by.account != account and not is_staff(act.campaign, act.by):
        raise Refused("not_yours", "That is for somebody else to decide.", WHO_MAY, field="account", hint="Ask the GM.")


def _request(act: Act, account: str) -> str:
    request = act.campaign.requests.get(account)
    if request is None:
        raise _refused("no_request", f"{_who(act, account)} has not asked to join.", "account", "Invite them instead.")
    return request.name


def _refused(code: str, message: str, field: str, hint: str) -> Refused:
    return Refused(code, message, JOINING, field=field, hint=hint)
