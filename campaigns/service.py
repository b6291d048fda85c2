"""All that pages, the API, the admin, jobs and commands use of campaigns."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, cast

import msgspec
from django.conf import settings
from django.utils.crypto import salted_hmac
from msgspec.structs import replace

from campaigns import event_codec
from campaigns.access import is_key, member, runs, sees
from campaigns.dice import committed, with_dice
from campaigns.domain import acts
from campaigns.domain.campaign import commands as co
from campaigns.domain.campaign.between_battles import EndConditions
from campaigns.domain.campaign.decide.stages import going_on
from campaigns.domain.campaign.state import Campaign
from campaigns.domain.company.commands import FoundCompany
from campaigns.domain.differences import Difference
from campaigns.domain.world import THE_HOUSE as HOUSE, World
from campaigns.errors import refusal_of
from campaigns.handler import CommandResult, carry_out
from campaigns.loading import DecisionContext, LoadedStream, load_campaign, load_company
from campaigns.models import Invite, new_invite
from campaigns.naming import invited_name, key_named, unknown_account
from campaigns.process_manager import END_CONDITIONS, FINISH_UPGRADES, following
from matches.handler import CommandRequest, command_request
from rules.kernel.errors import KernelError, Malformed
from rules.kernel.messages import tag_of
from web.errors import Forbidden, NotThere, Unreadable
from web.people import THE_HOUSE, Person
from web.untrusted_input import check_plain

FILLED_HERE: Mapping[type[Any], tuple[str, ...]] = {
    co.OpenCampaign: ("campaign", "commitment"),
    co.EndCampaign: ("secret",),
    co.ReopenCampaign: ("commitment",),
    co.TakeOverDice: ("commitment",),
    FoundCompany: ("company",),
    co.StartBattle: ("match",),
    co.DeclareInvasion: ("invasion",),
}
"""The fields of commands that are filled here: ids, and what belongs to the dice."""

CHOSEN_HERE: dict[type[Any], str] = {
    co.OpenCampaign: "campaign",
    FoundCompany: "company",
    co.StartBattle: "match",
    co.DeclareInvasion: "invasion",
}
"""What gets an id by a command: its field. The id follows from that of the command, so that it comes to be once."""

NAMING_PEOPLE = ("account", "owner")
"""The fields of commands that name somebody by the key of the account. An invite of old may be spelt otherwise."""

PREVIEWED = "preview"
"""The key of all previews: what is chosen by a command's id is the same in each of them."""
BY_JOBS: Mapping[str, type[Any]] = {FINISH_UPGRADES: co.FinishUpgrades, END_CONDITIONS: EndConditions}
"""What jobs ask of each company once time has passed, by their kind."""

Document = Mapping[str, Any]


def open_campaign(who: Person, order: Document, *, key: str | None = None) -> CommandResult:
    """Found a campaign as its GM; `order` is the command ``open_campaign`` without its id."""
    if not who.key:
        raise Forbidden("not_authenticated", "Log in to create a campaign.", rule="KERNEL-CAMP-01", status=401)
    request = command_request(who, "open campaign", _plain(order), key)
    command = _command({**order, "type": tag_of(co.OpenCampaign)}, request, None)
    return carry_out(request, uuid.UUID(command.campaign), command)


def give_command(who: Person, campaign: uuid.UUID, order: Document, *, key: str | None = None) -> CommandResult:
    """Let somebody act in a campaign. Raises Refusal, and nothing has happened then."""
    request = command_request(who, f"campaign {campaign}", _plain(order), key)
    command = _command(order, request, campaign)
    if isinstance(command, co.OpenCampaign):
        raise Unreadable("campaigns are not opened here", "type", hint="POST to the list of campaigns.")
    return carry_out(request, campaign, command, rows=_links_gone(who, campaign, command))


def foresee_opening(who: Person, order: Document) -> Campaign:
    """The campaign that ``open_campaign`` would found. Nothing happens. Raises Refusal."""
    if not who.key:
        raise Forbidden("not_authenticated", "Log in to create a campaign.", rule="KERNEL-CAMP-01", status=401)
    request = command_request(who, "preview", _plain(order), PREVIEWED)
    command = _command({**order, "type": tag_of(co.OpenCampaign)}, request, None)
    try:
        then = acts.foresee(World(None), command, member(who)).then
    except KernelError as error:
        raise refusal_of(error, command.game) from None
    return cast("Campaign", then.campaign)


def preview(who: Person, campaign: uuid.UUID, order: Document) -> tuple[Difference, ...]:
    """What a command of the GM would change in the companies, and why. Nothing happens, and no die falls."""
    return _foresee(who, campaign, order)[1].companies


def foresee(who: Person, campaign: uuid.UUID, order: Document) -> acts.Foreseen:
    """The same with what it would change in the campaign itself, and what jobs would change right after it."""
    world, seen = _foresee(who, campaign, order)
    later = list(_by_jobs(world, seen))
    companies = {name: company for one in later for name, company in one.then.companies.items()}
    return seen._replace(
        companies=(*seen.companies, *(line for one in later for line in one.companies)),
        then=seen.then._replace(companies={**companies, **seen.then.companies}),
    )


def _foresee(who: Person, campaign: uuid.UUID, order: Document) -> tuple[World, acts.Foreseen]:
    loaded = see_campaign(who, campaign)
    if not runs(who, loaded.state):
        raise Forbidden("gm_only", "Only the GM and co-GMs may see that.", rule="KERNEL-CAMP-01")
    command = _command(order, command_request(who, "preview", _plain(order), PREVIEWED), campaign)
    try:
        command = with_dice(command, loaded, committed(command))
        world = DecisionContext(loaded, command).world
        return world, acts.foresee(world, command, member(who))
    except KernelError as error:
        raise refusal_of(error, loaded.state.game) from None


def _by_jobs(world: World, seen: acts.Foreseen) -> Iterator[acts.Foreseen]:
    """What ends or stands finished by what the act lets pass; a company in battle waits for its end."""
    then = seen.then
    for job in following(world, seen.written, {}):
        kind = BY_JOBS.get(job.kind)
        if kind is None or then.campaign is None:
            continue
        for company in then.campaign.companies if job.subject == then.campaign.id else (job.subject,):
            state = then.companies.get(company) or load_company(uuid.UUID(company)).state
            with suppress(KernelError):
                yield acts.foresee(World(then.campaign, {company: state}), kind(company=company), HOUSE)


def see_campaign(who: Person, campaign: uuid.UUID, version: int | None = None) -> LoadedStream:
    """A campaign as it is, or was after an event, for who may look at it now; else NotThere."""
    now = load_campaign(campaign)
    if not sees(who, now.state):
        raise NotThere("campaign")
    return now if version is None else load_campaign(campaign, version)


def see_company(who: Person, company: uuid.UUID, version: int | None = None) -> LoadedStream:
    """A company as it is, or was after an event, for who may look at its campaign now; else NotThere."""
    now = load_company(company)
    try:
        see_campaign(who, uuid.UUID(now.state.campaign))
    except (NotThere, ValueError):
        raise NotThere("company") from None
    return now if version is None else load_company(company, version)


def history_of(loaded: LoadedStream, after: int = 0) -> Iterator[event_codec.HistoryEntry]:
    """The events that made a campaign or a company what it is, those after version `after`."""
    return event_codec.history(loaded.aggregate, loaded.stream, after, loaded.version)


# Invitations by a link


def invite_by_link(who: Person, campaign: uuid.UUID, *, key: str | None = None) -> str:
    """A token with which one person may join, whoever has it.

    The same `key` of the same person makes the same one: NotThere once that is used up or withdrawn.
    """
    state = _run_by(who, campaign)
    try:
        going_on(state)
    except KernelError as error:
        raise refusal_of(error, state.game) from None
    token = new_invite()
    if key is not None:  # one that nobody else can tell, and the same each time
        request = f"{campaign} {who.actor} {key}"
        token = salted_hmac("campaigns.invite", request, settings.COMMAND_KEY, algorithm="sha256").hexdigest()
    made = {"made_by": who.actor, "person": "" if who.unbound else who.key}
    link, _ = Invite.objects.get_or_create(campaign=campaign, token=token, defaults=made)
    if link.gone:
        raise NotThere("invitation")
    return link.token


def _run_by(who: Person, campaign: uuid.UUID) -> Campaign:
    """The state of a campaign for who runs it; links are nobody else's business."""
    loaded = see_campaign(who, campaign)
    if not runs(who, loaded.state):
        raise Forbidden("gm_only", "Only the GM and co-GMs invite.", rule="KERNEL-CAMP-01", hint="Ask one of them.")
    state: Campaign = loaded.state
    return state


def links_of(who: Person, campaign: uuid.UUID) -> list[Invite]:
    """The links that nobody has joined by yet, the newest first, for who runs the campaign."""
    _run_by(who, campaign)
    return list(Invite.objects.filter(campaign=campaign, gone=False).order_by("-made_at", "-pk"))


def link_of(token: str) -> Invite:
    """The link with a token; NotThere where there is none, or none any more."""
    link = Invite.objects.filter(token=token, gone=False).first()
    if link is None:
        raise NotThere("invitation")
    return link


def withdraw_link(who: Person, campaign: uuid.UUID, token: str) -> None:
    """Let a token be good for nothing."""
    _run_by(who, campaign)
    if not Invite.objects.filter(campaign=campaign, token=token, gone=False).update(gone=True):
        raise NotThere("invitation")


def join_by_link(who: Person, token: str) -> CommandResult:
    """Become a member by a token, which is used up by that.

    The house invites and the person accepts. The link goes with the first of these acts: whom it leaves between them
    finds an invitation and accepts that.
    """
    if not who.key:
        raise Forbidden("not_authenticated", "Log in to join.", rule="KERNEL-CAMP-01", status=401)
    link = link_of(token)
    state = load_campaign(link.campaign).state
    if not holds(link, state):
        raise NotThere("invitation")
    use_up = partial(_use_up, link)
    if who.key in state.requests:
        request = command_request(THE_HOUSE, "accept by link", [token, who.key], None)
        return carry_out(request, link.campaign, co.AcceptRequest(account=who.key), rows=use_up)
    if who.key in state.people or who.key in state.invites:
        return carry_out(
            command_request(who, "join by link", [token], None), link.campaign, co.AcceptInvite(), rows=use_up
        )
    maker = link.made_by.removeprefix("user:")
    reason = f"By a link that {maker} made." if maker else "By a link."
    invitation = co.Invite(account=who.key, name=who.name, reason=reason)
    carry_out(
        command_request(THE_HOUSE, "invite by link", [token, who.key], None), link.campaign, invitation, rows=use_up
    )
    return carry_out(command_request(who, "join by link", [token], None), link.campaign, co.AcceptInvite())


def _links_gone(who: Person, campaign: uuid.UUID, command: Any) -> Callable[[], None] | None:
    """What withdraws the links of who will no longer run the campaign, in the transaction of that; None for others."""
    if isinstance(command, co.Leave):
        person = who.key
    elif isinstance(command, co.RemoveMember) or (isinstance(command, co.SetRole) and command.role == "player"):
        person = command.account
    else:
        return None
    return lambda: _withdraw_links(campaign, person)


def _withdraw_links(campaign: uuid.UUID, person: str) -> None:
    Invite.objects.filter(campaign=campaign, person=person).update(gone=True)


def holds(link: Invite, state: Campaign) -> bool:
    """Whether a link lets anybody in: its campaign goes on, and who made it runs that (it may be made meanwhile)."""
    maker = state.people.get(link.person)
    return state.stage in ("draft", "running") and (not link.person or (maker is not None and maker.role != "player"))


def _use_up(link: Invite) -> None:
    if not Invite.objects.filter(pk=link.pk, gone=False).update(gone=True):
        raise NotThere("invitation")


# Commands as they come


def account_named(who: Person, campaign: uuid.UUID, name: str) -> str:
    """The key of whoever bears a name, for who runs the campaign; for one that nobody bears one like it (`naming`)."""
    state: Campaign = see_campaign(who, campaign).state
    if not runs(who, state):
        hint = "Name a member by the key of the account."
        raise Forbidden("gm_only", "Only the GM and co-GMs name users.", field="user", rule="KERNEL-CAMP-01", hint=hint)
    return key_named(name, state)


def _plain(order: Document) -> Any:
    if not isinstance(order, Mapping):
        raise Unreadable("a command is an object", hint='Send {"type": …}.')
    document = msgspec.to_builtins(order)
    check_plain(document)
    return document


def _command(order: Document, request: CommandRequest, campaign: uuid.UUID | None) -> Any:
    """The command of a document, with what is chosen here and not by who sends it; `campaign` once there is one."""
    kind = acts.COMMANDS.get(str(order.get("type", "")))
    chosen = CHOSEN_HERE.get(kind) if kind is not None else None
    if chosen is not None:
        if chosen in order:
            raise Unreadable("the server chooses this id", chosen, hint="Leave it out.")
        order = {**order, chosen: str(uuid.uuid5(request.command_id, chosen))}
    try:
        command = acts.parse(order)
    except Malformed as error:
        raise Unreadable(error.message, error.field) from None
    for field in () if isinstance(command, co.WithdrawInvite) else NAMING_PEOPLE:
        if getattr(command, field, "") and not is_key(getattr(command, field)):
            raise unknown_account(field, "Send the key of an account as it stands here: 32 hex digits.")
    if isinstance(command, co.Invite) and campaign is not None:
        return replace(command, name=invited_name(command, request.who, campaign))
    return command
