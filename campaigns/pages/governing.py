"""What the page of a campaign offers: to its members, and to who runs it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from campaigns import service
from campaigns.domain.campaign import commands as co
from campaigns.domain.campaign.state import Person
from campaigns.domain.company.commands import FoundCompany
from campaigns.models import Invite, Member
from campaigns.pages.request_context import Do, FormResult, Offer, Offers, PageContext, Values, campaign_form, only
from rules.kernel.messages import Command, tag_of
from web.errors import NotThere, Refusal
from web.pages.command_forms import Asking, field_for
from web.pages.fields import Field, Form

REASON = field_for(co.SetHouseRule, "reason")
"""The reason that a form asks for which is made by hand."""
GOES_ON = ("draft", "running")


def offers(request: HttpRequest, desk: PageContext) -> Offers:
    """By place on the page what is offered there. Of each member under ``person`` with the key of the account."""
    goes_on = desk.campaign.stage in GOES_ON
    placed: dict[str, list[Offer]] = {"join": [_found(desk)] if goes_on else [], "leave": only(_leave(desk))}
    placed["invasions"] = [_withdraw_invasion(desk, one.id) for one in _withdrawable(desk)]
    if desk.runs:
        placed |= {"stage": list(_stages(desk)), "links": [], "waiting": list(_waiting(desk))}
        if goes_on:
            placed["invite"] = [_invite(), _make_link(request)]
            placed["links"] = [_withdraw_link(one, request) for one in service.links_of(desk.who, desk.seen.id)]
            placed |= {f"person {one.account}": list(_about(desk, one)) for one in desk.campaign.people.values()}
    return placed


# Members


def _found(desk: PageContext) -> Offer:
    asked = ("name", "motto", "hall") if desk.standards.builds else ("name", "motto")
    gold = desk.standards.progression.starting_gold
    note = f"It starts with {gold} gold." if gold else ""
    first = not any(one.owner == desk.who.key and not one.disbanded for one in desk.campaign.companies.values())
    text = FoundCompany.form._replace(fields=asked, note=note)
    form = campaign_form(FoundCompany, text=text, name="found", folded=desk.runs or not first)

    def command(values: Values) -> dict[str, Any]:
        return {"hall": values["name"], **form.command(dict(values))}

    whole = replace(form, command=command)
    return Offer(whole, do=_found_company(whole))


def _found_company(form: Form) -> Do:
    def do(desk: PageContext, values: Values, key: str | None) -> FormResult:
        done = service.give_command(desk.who, desk.seen.id, form.command(dict(values)), key=key)
        (company,) = done.companies
        name = done.companies[company].state.name
        return FormResult(
            f"Company founded: {name}. Recruit its first heroes.", reverse("campaigns:company", args=[company])
        )

    return do


def _leave(desk: PageContext) -> Offer | None:
    """The GM stays, and superusers who look on are no members."""
    you = desk.campaign.people.get(desk.who.key)
    if you is None or you.role == "gm":
        return None
    form = campaign_form(co.Leave, folded=True)
    return Offer(form, refused=desk.why_not({"type": "leave"}), leaves=reverse("campaigns:list"))


def _withdrawable(desk: PageContext) -> list[Any]:
    return [
        one
        for one in desk.campaign.invasions.values()
        if one.stage == "declared" and desk.why_not({"type": "withdraw_invasion", "invasion": one.id}) is None
    ]


def _withdraw_invasion(desk: PageContext, invasion: str) -> Offer:
    against = desk.names.company(desk.campaign.invasions[invasion].defender)
    given, submit = {"invasion": invasion}, f"Call off the invasion of {against}"
    return Offer(campaign_form(co.WithdrawInvasion, given=given, submit=submit), invasion)


# Who runs it


STAGES = (co.StartCampaign, co.StartDowntime, co.EndCampaign, co.ReopenCampaign, co.ArchiveCampaign)


def stage_form(desk: PageContext, kind: type[Command]) -> Form:
    """The form of a command that takes the campaign on."""
    plain = kind is co.StartDowntime and not desk.standards.builds
    note = "The next downtime between battles." if plain else kind.form.note
    return campaign_form(kind, note=note, folded=kind is not co.StartCampaign)


def _stages(desk: PageContext) -> Iterator[Offer]:
    """What follows the stage it is in; the rest is not offered at all."""
    for kind in STAGES:
        refused = desk.why_not({"type": tag_of(kind)})
        if refused is None or refused.code == "battles_open":
            yield Offer(stage_form(desk, kind), refused=refused)
    if desk.campaign.stage in GOES_ON:
        now = Asking(now={"title": desk.campaign.title})
        yield Offer(campaign_form(co.RenameCampaign, now, name="rename", folded=True))


def _fixed(kind: str, **fields: Any) -> Any:
    return lambda _values: {"type": kind, **fields}


def _invite() -> Offer:
    form = campaign_form(co.Invite)
    return Offer(replace(form, fields=(Field("user", "Username", required=True), *form.fields)), do=_invite_user)


def _invite_user(desk: PageContext, values: Values, key: str | None) -> str:
    name = values["user"].strip()
    account = service.account_named(desk.who, desk.seen.id, name)
    order = {"type": "invite", "account": account, "name": name, "message": values["message"] or ""}
    try:
        service.give_command(desk.who, desk.seen.id, order, key=key)
    except Refusal as refusal:
        refusal.field = "user" if refusal.field == "account" else refusal.field
        raise
    return f"{name} is invited. If that username exists here, the invitation is shown under Campaigns."


def _make_link(request: HttpRequest) -> Offer:
    note = "A link for one person, who can join with it once logged in."
    form = Form("make_link", "Invite by a link", "Create a link", (), _fixed("make_link"), note=note)

    def make(desk: PageContext, _values: Values, key: str | None) -> str:
        try:
            token = service.invite_by_link(desk.who, desk.seen.id, key=key)
        except NotThere:
            return "The link from this form has been used or withdrawn. Create another one."
        return f"Send this link to one person: {link_of(request, token)}"

    return Offer(form, do=make)


def link_of(request: HttpRequest, token: str) -> str:
    """The whole address of an invitation."""
    return request.build_absolute_uri(reverse("campaigns:join", args=[token]))


def _withdraw_link(link: Invite, request: HttpRequest) -> Offer:
    form = Form("withdraw_link", link_of(request, link.token), "Withdraw the link", (), _fixed("withdraw_link"))
    return Offer(form, link.token, do=partial(_withdraw, link.token))


def _withdraw(token: str, desk: PageContext, _values: Values, _key: str | None) -> str:
    try:
        service.withdraw_link(desk.who, desk.seen.id, token)
    except NotThere:
        return "That link has already been withdrawn."
    return "The link has been withdrawn."


def _waiting(desk: PageContext) -> Iterator[Offer]:
    """Requests to be answered, and invitations that can be taken back."""
    for one in desk.campaign.requests.values():
        name, given = one.name or "somebody", {"account": one.account}
        title, accept = f"{name} asks to join", f"Accept {name}"
        yield Offer(
            campaign_form(co.AcceptRequest, given=given, name="accept", title=title, submit=accept), one.account
        )
        decline = campaign_form(co.DeclineRequest, given=given, name="decline", submit=f"Decline {name}")
        yield Offer(decline, one.account)
    for one in desk.campaign.invites.values():
        name, given = one.name or "somebody", {"account": one.account}
        title, submit = f"{name} is invited", f"Withdraw the invitation of {name}"
        yield Offer(campaign_form(co.WithdrawInvite, given=given, title=title, submit=submit), one.account)


def _about(desk: PageContext, person: Person) -> Iterator[Offer]:
    """Roles by the GM alone; who is removed leaves with a reason."""
    given = {"account": person.account}
    if desk.why_not({"type": "set_role", **given, "role": _another(person)}) is None:
        roles = [(role, label) for role, label in Member.Role.choices if role != person.role]
        asking = Asking(choices={"role": roles}, now={"role": _another(person)})
        yield Offer(campaign_form(co.SetRole, asking, given=given, name="role"), person.account)
    if person.role == "gm" or person.account == desk.who.key:
        return
    refused = desk.why_not({"type": "remove_member", **given, "reason": "asked"})
    if refused is None or refused.code != "gm_only":
        title = f"Remove {person.name or 'them'}"
        yield Offer(campaign_form(co.RemoveMember, given=given, name="remove", title=title), person.account, refused)


def _another(person: Person) -> str:
    return "co_gm" if person.role == "player" else "player"
