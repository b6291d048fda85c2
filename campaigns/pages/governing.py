"""The forms on the page of a campaign, for its members and for those who run it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from campaigns import service
from campaigns.domain.campaign import between_battles as bb, commands as co
from campaigns.domain.campaign.state import Person
from campaigns.domain.company.commands import FoundCompany
from campaigns.models import Invite, Member
from campaigns.pages.request_context import (
    FormHandler,
    FormResult,
    Offer,
    Offers,
    PageContext,
    Values,
    campaign_form,
    only,
)
from rules.kernel.messages import Command, tag_of
from web.errors import NotThere
from web.pages.command_forms import FormContext, field_for
from web.pages.fields import Field, Form

REASON = field_for(co.SetHouseRule, "reason")
"""The field for the reason in forms made by hand."""
GOES_ON = ("draft", "running")


def offers(request: HttpRequest, ctx: PageContext) -> Offers:
    """By place on the page the forms there; those about a member under ``person`` with the key of the account."""
    goes_on = ctx.campaign.stage in GOES_ON
    placed: dict[str, list[Offer]] = {"join": [_found(ctx)] if goes_on else [], "leave": only(_leave(ctx))}
    placed["invasions"] = [_withdraw_invasion(ctx, one.id) for one in _withdrawable(ctx)]
    if ctx.runs:
        placed |= {"stage": list(_stages(ctx)), "links": [], "waiting": list(_waiting(ctx))}
        if goes_on:
            placed["invite"] = [_invite(ctx), _make_link(request)]
            placed["links"] = [_withdraw_link(one, request) for one in service.links_of(ctx.who, ctx.loaded.id)]
            placed |= {f"person {one.account}": list(_about(ctx, one)) for one in ctx.campaign.people.values()}
    return placed


# Members


def _found(ctx: PageContext) -> Offer:
    asked = ("name", "motto", "hall") if ctx.standards.builds else ("name", "motto")
    gold = ctx.standards.progression.trade.starting_gold
    note = f"It starts with {gold} gold." if gold else ""
    first = not any(one.owner == ctx.who.key and not one.disbanded for one in ctx.campaign.companies.values())
    text = FoundCompany.form._replace(fields=asked, note=note)
    form = campaign_form(FoundCompany, text=text, name="found", folded=ctx.runs or not first)

    def command(values: Values) -> dict[str, Any]:
        return {"hall": values["name"], **form.command(dict(values))}

    whole = replace(form, command=command)
    return Offer(whole, do=_found_company(whole))


def _found_company(form: Form) -> FormHandler:
    def do(ctx: PageContext, values: Values, key: str | None) -> FormResult:
        done = service.give_command(ctx.who, ctx.loaded.id, form.command(dict(values)), key=key)
        (company,) = done.companies
        name = done.companies[company].state.name
        return FormResult(
            f"Company founded: {name}. Recruit its first heroes.", reverse("campaigns:company", args=[company])
        )

    return do


def _leave(ctx: PageContext) -> Offer | None:
    """None for the GM, who has to stay, and for superusers, who are not members."""
    you = ctx.campaign.people.get(ctx.who.key)
    if you is None or you.role == "gm":
        return None
    form = campaign_form(co.Leave, folded=True)
    return Offer(form, refused=ctx.why_not({"type": "leave"}), leaves=reverse("campaigns:list"))


def _withdrawable(ctx: PageContext) -> list[Any]:
    return [
        one
        for one in ctx.campaign.invasions.values()
        if one.stage == "declared" and ctx.why_not({"type": "withdraw_invasion", "invasion": one.id}) is None
    ]


def _withdraw_invasion(ctx: PageContext, invasion: str) -> Offer:
    against = ctx.names.company(ctx.campaign.invasions[invasion].defender)
    given, submit = {"invasion": invasion}, f"Call off the invasion of {against}"
    return Offer(campaign_form(co.WithdrawInvasion, given=given, submit=submit), invasion)


# Who runs it


STAGES = (co.StartCampaign, bb.AdvanceClock, co.StartDowntime, co.EndCampaign, co.ReopenCampaign, co.ArchiveCampaign)


ASKED: Mapping[type[Command], Mapping[str, Any]] = {bb.AdvanceClock: {"hours": 1, "reason": "asked"}}
"""What is asked of the rules to know whether a command is open, where it cannot be asked without."""


def stage_form(ctx: PageContext, kind: type[Command]) -> Form:
    """The form of a command that takes the campaign on."""
    plain = kind is co.StartDowntime and not ctx.standards.builds
    note = "The next downtime between battles." if plain else kind.form.note
    return campaign_form(kind, note=note, folded=kind is not co.StartCampaign)


def _stages(ctx: PageContext) -> Iterator[Offer]:
    """What follows the stage it is in; the rest is not offered at all."""
    for kind in STAGES:
        refused = ctx.why_not({"type": tag_of(kind), **ASKED.get(kind, {})})
        if refused is None or refused.code == "battles_open":
            yield Offer(stage_form(ctx, kind), refused=refused)
    if ctx.campaign.stage in GOES_ON:
        yield Offer(rename_form(ctx))


def rename_form(ctx: PageContext) -> Form:
    """Another title."""
    now = FormContext(now={"title": ctx.campaign.title})
    return campaign_form(co.RenameCampaign, now, name="rename", folded=True)


def _fixed(kind: str, **fields: Any) -> Any:
    return lambda _values: {"type": kind, **fields}


def _invite(ctx: PageContext) -> Offer:
    form = campaign_form(co.Invite)

    def command(values: Values) -> dict[str, Any]:
        name = values["user"].strip()
        account = service.account_named(ctx.who, ctx.loaded.id, name)
        return {"type": "invite", "account": account, "name": name, "message": values["message"] or ""}

    fields = (Field("user", "Username", required=True, at="account"), *form.fields)
    return Offer(replace(form, fields=fields, command=command), do=_invite_user(command))


def _invite_user(command: Callable[[Values], dict[str, Any]]) -> FormHandler:
    def do(ctx: PageContext, values: Values, key: str | None) -> str:
        order = command(values)
        service.give_command(ctx.who, ctx.loaded.id, order, key=key)
        return f"{order['name']} is invited. If that username exists here, the invitation is shown under Campaigns."

    return do


def _make_link(request: HttpRequest) -> Offer:
    note = "A link for one person, who can join with it once logged in."
    form = Form("make_link", "Invite by a link", "Create a link", (), _fixed("make_link"), note=note)

    def make(ctx: PageContext, _values: Values, key: str | None) -> str:
        try:
            token = service.invite_by_link(ctx.who, ctx.loaded.id, key=key)
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


def _withdraw(token: str, ctx: PageContext, _values: Values, _key: str | None) -> str:
    try:
        service.withdraw_link(ctx.who, ctx.loaded.id, token)
    except NotThere:
        return "That link has already been withdrawn."
    return "The link has been withdrawn."


def _waiting(ctx: PageContext) -> Iterator[Offer]:
    """Requests to join, and invitations that can be withdrawn."""
    for one in ctx.campaign.requests.values():
        name, given = one.name or "somebody", {"account": one.account}
        title, accept = f"{name} asks to join", f"Accept {name}"
        yield Offer(
            campaign_form(co.AcceptRequest, given=given, name="accept", title=title, submit=accept), one.account
        )
        decline = campaign_form(co.DeclineRequest, given=given, name="decline", submit=f"Decline {name}")
        yield Offer(decline, one.account)
    for one in ctx.campaign.invites.values():
        name, given = one.name or "somebody", {"account": one.account}
        title, submit = f"{name} is invited", f"Withdraw the invitation of {name}"
        yield Offer(campaign_form(co.WithdrawInvite, given=given, title=title, submit=submit), one.account)


def _about(ctx: PageContext, person: Person) -> Iterator[Offer]:
    """The forms about a member: role and removal."""
    given = {"account": person.account}
    if ctx.why_not({"type": "set_role", **given, "role": _another(person)}) is None:
        roles = [(role, label) for role, label in Member.Role.choices if role != person.role]
        asking = FormContext(choices={"role": roles}, now={"role": _another(person)})
        yield Offer(campaign_form(co.SetRole, asking, given=given, name="role"), person.account)
    if person.role == "gm" or person.account == ctx.who.key:
        return
    refused = ctx.why_not({"type": "remove_member", **given, "reason": "asked"})
    if refused is None or refused.code != "gm_only":
        title = f"Remove {person.name or 'them'}"
        yield Offer(campaign_form(co.RemoveMember, given=given, name="remove", title=title), person.account, refused)


def _another(person: Person) -> str:
    return "co_gm" if person.role == "player" else "player"
