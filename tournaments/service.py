"""All that pages, the API, the admin, jobs and commands use of tournaments."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django.utils import timezone
from msgspec.structs import replace

from campaigns import service as campaigns
from campaigns.access import is_key
from campaigns.event_codec import HistoryEntry, decoded, history
from campaigns.loading import LoadedStream, load_campaign
from campaigns.moments import as_of
from campaigns.naming import unknown_account
from eventstore.api import RecordedEvent
from matches.handler import CommandRequest, command_request
from rules.kernel.errors import KernelError, Malformed
from rules.kernel.messages import tag_of
from tournaments.access import leads, organizes, sees
from tournaments.domain import commands as co
from tournaments.domain.decide import check_bounds, parse
from tournaments.domain.decide.opening import titled
from tournaments.domain.state import Stage, Tournament
from tournaments.errors import refusal_of
from tournaments.event_codec import TOURNAMENTS
from tournaments.handler import CommandResult, carry_out
from tournaments.loading import load_tournament
from web.errors import Forbidden, NotThere, Unreadable
from web.models import Account
from web.people import Person
from web.untrusted_input import check_plain

Document = Mapping[str, Any]
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
CAMPAIGN_OF_ITS_OWN = ("title", "game", "rules", "battle_rules")


def open_tournament(who: Person, order: Document, *, key: str | None = None) -> CommandResult:
    """Found a tournament as its organizer; `order` is the command ``open_tournament`` without its id.

    Where it names no campaign but a `game`, a campaign of its own is founded with it, and runs.
    """
    if not who.key:
        raise Forbidden("not_authenticated", "Log in to found a tournament.", rule="KERNEL-TOUR-01", status=401)
    document = _plain(order)
    request = command_request(who, "open tournament", document, key)
    if "tournament" in order:
        raise Unreadable("the server chooses this id", "tournament", hint="Leave it out.")
    tournament = uuid.uuid5(request.command_id, "tournament")
    if not order.get("campaign") and "game" in order:
        _check_opening(order)
        order = {**order, "campaign": str(_campaign_of_its_own(who, order, tournament))}
    given = {name: value for name, value in order.items() if name != "game"}
    command = _command({**given, "type": tag_of(co.OpenTournament), "tournament": str(tournament)})
    return carry_out(request, tournament, command)


def _check_opening(order: Document) -> None:
    """Refuse what could not be founded before a campaign is founded for it."""
    given = {name: value for name, value in order.items() if name != "game"}
    command = _command({**given, "campaign": "", "type": tag_of(co.OpenTournament), "tournament": ""})
    try:
        check_bounds(command)
        titled(command.title, "title")
    except KernelError as error:
        raise refusal_of(error, "") from None


def _campaign_of_its_own(who: Person, order: Document, tournament: uuid.UUID) -> uuid.UUID:
    founding = {"title": order.get("title", ""), "game": order["game"]}
    opened = campaigns.open_campaign(who, founding, key=f"campaign of {tournament}")
    if opened.campaign.state.stage == "draft":
        campaigns.give_command(who, opened.campaign.id, {"type": "start_campaign"}, key=f"start of {tournament}")
    return opened.campaign.id


def give_command(who: Person, tournament: uuid.UUID, order: Document, *, key: str | None = None) -> CommandResult:
    """Let somebody act in a tournament. Raises Refusal, and nothing has happened then."""
    request = command_request(who, f"tournament {tournament}", _plain(order), key)
    command = command_of(order)
    if isinstance(command, co.SetRoles) and leads(who, see_tournament(who, tournament).state):
        command = _with_name(command)  # nobody else is told who has an account
    return carry_out(request, tournament, command)


def _with_name(command: co.SetRoles) -> co.SetRoles:
    """The command with the name of the account; refused where nobody here has it."""
    key = command.account
    row = Account.objects.filter(key=uuid.UUID(hex=key)).select_related("user").first() if is_key(key) else None
    if row is None:
        raise unknown_account("account", "Send the key of an account as it stands here: 32 hex digits.")
    return replace(command, name=row.user.get_username())


def command_of(order: Document) -> Any:
    """The command of a document, as it may be given to a tournament that there is."""
    command = _command(order)
    if isinstance(command, co.OpenTournament):
        raise Unreadable("tournaments are not founded here", "type", hint="POST to the list of tournaments.")
    return command


def by_the_house(request: CommandRequest, tournament: uuid.UUID, command: Any, **more: Any) -> CommandResult:
    """What a job does."""
    return carry_out(request, tournament, command, **more)


def see_tournament(who: Person, tournament: uuid.UUID, version: int | None = None) -> LoadedStream:
    """A tournament as it is, or was after an event, for who may look at it now; else NotThere."""
    now = load_tournament(tournament)
    try:
        campaign = load_campaign(uuid.UUID(now.state.campaign)).state
    except NotThere:
        campaign = None
    if not sees(who, now.state, campaign):
        raise NotThere("tournament")
    return now if version is None else load_tournament(tournament, version)


def stage_of(tournament: Tournament, name: str) -> Stage:
    """A stage by its id; NotThere where there is none."""
    stage = tournament.stages.get(name)
    if stage is None:
        raise NotThere("stage")
    return stage


def see_as_of(who: Person, tournament: uuid.UUID, at: str = "") -> LoadedStream:
    """A tournament for who may look at it now: as it was shown `at` an event or an instant, else as it is.

    A date alone is the end of that day, by the clock of the server.
    """
    now = see_tournament(who, tournament)
    if not at:
        return now
    if DAY.fullmatch(at):
        at = f"{at}T23:59:59.999999{timezone.localtime().strftime('%z')}"
    return as_of(now, at)[0]


def see_log(who: Person, tournament: uuid.UUID) -> LoadedStream:
    """A tournament whose events are asked for: they hold drafts and the accounts of officials, so for organizers."""
    loaded = see_tournament(who, tournament)
    if not organizes(who, loaded.state):
        message, hint = "Only organizers read the log of a tournament.", "Ask one of them."
        raise Forbidden("officials_only", message, rule="KERNEL-TOUR-01", hint=hint)
    return loaded


def see_drafts(who: Person, tournament: uuid.UUID) -> LoadedStream:
    """A tournament with its drafts, for organizers."""
    loaded = see_tournament(who, tournament)
    if not organizes(who, loaded.state):
        message, hint = "Only organizers see drafts of a tournament.", "Ask one of them."
        raise Forbidden("officials_only", message, rule="KERNEL-TOUR-01", hint=hint)
    return loaded


def history_of(loaded: LoadedStream, after: int = 0) -> Iterator[HistoryEntry]:
    """The events that made a tournament what it is, those after version `after`."""
    return history(TOURNAMENTS, loaded.stream, after, loaded.version)


def event_of(recorded: RecordedEvent) -> Any:
    """The event of a record of a tournament's stream."""
    return decoded(TOURNAMENTS, recorded)


def _plain(order: Document) -> Any:
    if not isinstance(order, Mapping):
        raise Unreadable("a command is an object", hint='Send {"type": …}.')
    document = msgspec.to_builtins(order)
    check_plain(document)
    return document


def _command(order: Document) -> Any:
    try:
        return parse(order)
    except Malformed as error:
        raise Unreadable(error.message, error.field) from None
