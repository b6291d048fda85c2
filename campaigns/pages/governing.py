"""What the page of a campaign offers: to its members, and to who runs it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from campaigns import service
from campaigns.domain.campaign.state import Person
from campaigns.models import Invite, Member
from campaigns.pages.request_context import Do, FormResult, Offer, Offers, PageContext, Values, only
from matches.errors import NotThere, Refusal
from matches.pages.boards.base import Field, Form

REASON = Field("reason", "Reason", help="Recorded in the log, where everyone in the campaign can read it.")
WHY = Field("reason", "Reason", required=True, help=REASON.help)
GOES_ON = ("draft", "running")


def offers(desk: PageContext, request: HttpRequest) -> Offers:
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
    fields = (
        Field("name", "Name", required=True),
        Field("motto", "Motto", required=True),
        *([Field("hall", "Name of its hall", required=True)] if desk.builds else []),
    )

    def command(values: Values) -> dict[str, Any]:
        return {"type": "found_company", "hall": values["name"], **values}

    gold = desk.standards.progression.starting_gold
    note = f"It starts with {gold} gold." if gold else ""
    first = not any(one.owner == desk.who.key and not one.disbanded for one in desk.campaign.companies.values())
    folded = desk.runs or not first
    form = Form("found", "Found a company", "Found the company", fields, command, note=note, folded=folded)
    return Offer(form, do=_found_company(form))


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
    form = Form("leave", "Leave the campaign", "Leave the campaign", (), _fixed("leave"), danger=True, folded=True)
    return Offer(form, refused=desk.why_not({"type": "leave"}), leaves=reverse("campaigns:list"))


def _withdrawable(desk: PageContext) -> list[Any]:
    return [
        one
        for one in desk.campaign.invasions.values()
        if one.stage == "declared" and desk.why_not({"type": "withdraw_invasion", "invasion": one.id}) is None
    ]


def _withdraw_invasion(desk: PageContext, invasion: str) -> Offer:
    against = desk.names.company(desk.campaign.invasions[invasion].defender)
    command = _fixed("withdraw_invasion", invasion=invasion)
    return Offer(Form("withdraw_invasion", "", f"Call off the invasion of {against}", (), command), invasion)


# Who runs it


_STAGES: Mapping[str, tuple[str, str, bool]] = {
    "start_campaign": ("Start the campaign", "Battles can be fought from now on.", False),
    "start_downtime": (
        "Start the next downtime",
        "The next downtime between battles. Hall upgrades due by then are finished.",
        False,
    ),
    "end_campaign": ("End the campaign", "No more battles can be started, and companies no longer change.", True),
    "reopen_campaign": ("Reopen the campaign", "It continues where it ended.", False),
    "archive_campaign": ("Archive the campaign", "It moves to the archive for good.", True),
}
"""By command the words of its button, what it comes to, and whether it warns."""


def _stages(desk: PageContext) -> Iterator[Offer]:
    """What follows the stage it is in; the rest is not offered at all."""
    for kind, (title, note, danger) in _STAGES.items():
        refused = desk.why_not({"type": kind})
        if refused is not None and refused.code != "battles_open":
            continue
        fields = () if kind == "archive_campaign" else (REASON,)
        said = "The next downtime between battles." if kind == "start_downtime" and not desk.builds else note
        form = Form(
            kind, title, title, fields, _filled(kind), note=said, danger=danger, folded=kind != "start_campaign"
        )
        yield Offer(form, refused=refused)
    if desk.campaign.stage in GOES_ON:
        name = Field("title", "Title", value=desk.campaign.title, required=True)
        yield Offer(Form("rename", "Rename the campaign", "Rename", (name,), _filled("rename_campaign"), folded=True))


def _fixed(kind: str, **fields: Any) -> Any:
    """A command that asks for nothing."""
    return lambda _values: {"type": kind, **fields}


def _filled(kind: str, **fields: Any) -> Any:
    """A command of what was filled in; what was left empty is left out."""
    return lambda values: {
        "type": kind,
        **fields,
        **{name: given for name, given in values.items() if given is not None},
    }


def _invite() -> Offer:
    fields = (Field("user", "Username", required=True), Field("message", "Message"))
    form = Form("invite", "Invite somebody with an account", "Invite", fields, _filled("invite"))
    return Offer(form, do=_invite_user)


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
        name = one.name or "somebody"
        account = {"account": one.account}
        accept = Form("accept", f"{name} asks to join", f"Accept {name}", (), _fixed("accept_request", **account))
        yield Offer(accept, one.account)
        turn_down = Form("decline", "", f"Decline {name}", (), _fixed("decline_request", **account))
        yield Offer(turn_down, one.account)
    for one in desk.campaign.invites.values():
        name = one.name or "somebody"
        command = _fixed("withdraw_invite", account=one.account)
        yield Offer(
            Form("withdraw_invite", f"{name} is invited", f"Withdraw the invitation of {name}", (), command),
            one.account,
        )


def _about(desk: PageContext, person: Person) -> Iterator[Offer]:
    """Roles by the GM alone; who is taken out leaves with a reason."""
    if desk.why_not({"type": "set_role", "account": person.account, "role": _another(person)}) is None:
        roles = tuple((role, label) for role, label in Member.Role.choices if role != person.role)
        field = Field("role", "Role", "select", roles, _another(person), required=True)
        note = "If you make somebody else the GM, you become a co-GM."
        command = _filled("set_role", account=person.account)
        yield Offer(Form("role", "Change the role", "Change the role", (field,), command, note=note), person.account)
    if person.role == "gm" or person.account == desk.who.key:
        return
    order = {"type": "remove_member", "account": person.account, "reason": "asked"}
    refused = desk.why_not(order)
    if refused is not None and refused.code == "gm_only":
        return
    command = _filled("remove_member", account=person.account)
    form = Form("remove", f"Remove {person.name or 'them'}", "Remove from the campaign", (WHY,), command, danger=True)
    yield Offer(form, person.account, refused)


def _another(person: Person) -> str:
    return "co_gm" if person.role == "player" else "player"
