"""A campaign as a file that verifies anywhere, and back: its own stream, those of its companies and of its battles."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO, NamedTuple

import msgspec
from django.db import connection, transaction

from campaigns import jobs, log, service
from campaigns.access import member
from campaigns.domain.campaign.events import BattleStarted, DowntimeStarted
from campaigns.domain.campaign.state import Campaign as CampaignState
from campaigns.domain.rights import role_of
from campaigns.following import FINISH_UPGRADES, OPEN_BATTLE, SETTLE_MATCH, job_of, upgrades_due
from campaigns.loading import Loaded, load_campaign, load_company
from campaigns.log import AGGREGATES, CAMPAIGNS
from campaigns.models import CAMPAIGN, Job, campaign_stream, company_stream, id_of
from campaigns.rows import SUBSCRIPTION, try_rows
from campaigns.soundness import Fault, check_battles, check_campaign, check_company, check_event
from eventstore import api as store
from matches import log as match_log
from matches.access import THE_HOUSE, Person, account_known
from matches.errors import Busy, Forbidden, Refusal
from matches.hosted import hosted
from matches.loading import LoadedMatch, load_match
from matches.models import match_of, stream_of
from matches.transfer import STUMBLES, check_listed
from rules.kernel.folding import History
from rules.kernel.table_events import MatchOpened

RULE = "KERNEL-CAMP-13"
MATCHES = "matches"


class Taken(NamedTuple):
    """A campaign that was taken in: what of it was new here, what the seal is worth, the jobs that are still owed."""

    campaign: uuid.UUID
    streams: int
    events: int
    seal: store.FileSeal
    owed: Sequence[Job]


# Out


def streams_of(campaign: Loaded) -> list[str]:
    """All streams of a campaign, its own first, then its companies and the matches that were opened of its battles."""
    state: CampaignState = campaign.state
    matches = (stream_of(uuid.UUID(match)) for match in _matches(state))
    return [
        campaign.stream,
        *(company_stream(company) for company in state.companies),
        *(stream for stream in matches if store.head(stream) is not None),
    ]


def _matches(state: CampaignState) -> list[str]:
    """The matches of all battles, and the forks that some were settled by in their place."""
    battles = state.battles.values()
    return list(dict.fromkeys((*(one.match for one in battles), *(one.fought for one in battles))))


def export_campaign(who: Person, campaign: uuid.UUID, file: BinaryIO) -> store.ExportSummary:
    """Write a campaign to a `.skald` file that can be read again, and verify what was written.

    Everything of one instant. It holds all secrets of its matches, so only its GM and the house may have it.
    """
    if role_of(load_campaign(campaign).state, member(who)) != "gm":
        raise Forbidden("gm_only", "Only the GM may take a campaign elsewhere.", rule="KERNEL-CAMP-01")
    start = file.tell()
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        summary = store.export_streams(streams_of(load_campaign(campaign)), file, store.find_seal_key())
    end = file.tell()
    file.seek(start)
    try:
        store.check_export(file, store.find_seal_key())
    except store.BadExport as error:
        raise _bad(error.reason, line=error.line, event=error.event) from None
    file.seek(end)
    return summary


# In


def import_campaign(file: BinaryIO) -> Taken:
    """Take in a campaign from a seekable `.skald` file: verified, folded, then stored as it was, heads and all.

    Rows are made, and in the transaction that stores it the jobs that its events still owe; what was done where it
    comes from is not done again. Of one that is here already only what is new is taken. Refusal `bad_export` (nothing
    is stored) or `diverged`.
    """
    start, owed = file.tell(), list[Job]()
    try:
        summary = store.check_export(file, store.find_seal_key())
        campaign = _named(summary)
        file.seek(start)
        _check_folds(campaign, file, summary)
        file.seek(start)
        imported = store.import_streams(file, store.find_seal_key(), lambda: owed.extend(_write_owed(campaign)))
    except store.BadExport as error:
        raise _bad(error.reason, line=error.line, event=error.event) from None
    except store.Diverged as error:
        message = f"Another {error.stream} is here; they differ from event {error.version} on."
        raise Refusal("diverged", message, rule=RULE, status=409) from None
    except store.StreamClosed as error:
        message = f"The log of {error.stream} is closed here and takes no more events."
        raise Refusal("campaign_closed", message, rule=RULE, status=409) from None
    except store.Conflict:
        raise Busy from None
    store.catch_up(MATCHES)
    store.catch_up(SUBSCRIPTION)
    jobs.at_once(owed)
    events = sum(max(0, one.version - one.from_version) for one in imported)
    return Taken(campaign, len(imported), events, summary.seal, owed)


def _named(summary: store.ExportSummary) -> uuid.UUID:
    """The one campaign that a file is about, which holds companies and matches beside it and nothing else."""
    names = [stream.name for stream in summary.streams]
    found = [name for name in names if name.startswith(f"{CAMPAIGN}-")]
    strange = [name for name in names if id_of(name) is None and match_of(name) is None]
    campaign = id_of(found[0]) if len(found) == 1 else None
    if campaign is None or strange:
        held = ", ".join((strange or names)[:3])
        raise _bad(f"it holds {held}, and must hold one campaign with its companies and matches", line=1)
    return campaign


class _Line(msgspec.Struct, frozen=True):
    """An event of a `.skald` file, as far as what it belongs to reads it."""

    type: str
    schema: int
    body: str


def _check_folds(campaign: uuid.UUID, file: BinaryIO, summary: store.ExportSummary) -> None:
    """Refuse streams that cannot be read or folded, tell what never was, or are not the campaign's own."""
    file.readline()
    number, begins, found = 1, dict[str, int](), dict[str, Loaded | None]()
    decoder = msgspec.json.Decoder(_Line)
    try:
        for stream in summary.streams:
            lines = [decoder.decode(file.readline()) for _ in range(stream.version)]
            begins[stream.name] = number
            found[stream.name] = _folded(stream.name, lines)
            number += stream.version
        _check_whole(campaign, found)
        try_rows([one for one in found.values() if one is not None])
    except Fault as fault:
        line = begins[fault.stream] + fault.version if fault.version else 1
        raise _bad(fault.reason, line=line, event=fault.stream) from None


def _check_whole(campaign: uuid.UUID, found: Mapping[str, Loaded | None]) -> None:
    """Fault unless all companies of the campaign are there, nothing that is not the campaign's, and all agree."""
    own = campaign_stream(campaign)
    state: CampaignState = found[own].state  # type: ignore[union-attr]  # no match
    check_campaign(own, state)
    companies = {company_stream(name): name for name in state.companies}
    matches = {stream_of(uuid.UUID(match)) for match in _matches(state)}
    for missing in sorted(companies.keys() - found.keys()):
        raise Fault(own, f"{missing} is missing")
    for name, loaded in found.items():
        if name not in {own} | companies.keys() | matches:
            raise Fault(own, f"{name} is no part of it")
        if loaded is not None and name in companies:
            check_company(name, loaded.state, state)
    check_battles(own, state, {company: found[name].state for name, company in companies.items()})  # type: ignore[union-attr]  # no match


def _folded(name: str, lines: Sequence[_Line]) -> Loaded | None:
    """What the stream of a campaign or a company adds up to; None of a match, which does and can be listed."""
    version = 1
    try:
        match_id = match_of(name)
        if match_id is not None:
            _fold_match(match_id, lines)
            return None
        aggregate, state = AGGREGATES[name.partition("-")[0]], None
        for version, line in enumerate(lines, 1):
            event = log.read_event(aggregate, line.type, line.schema, line.body.encode())
            check_event(name, version, state, event)
            state = aggregate.evolve(state, event)
    except Fault:
        raise
    except STUMBLES as error:
        raise Fault(name, f"it does not fold: {error}", version) from None
    identity = id_of(name)
    if identity is None or state is None or str(identity) != state.id:
        raise Fault(name, "it is not what its stream is named after", 1)
    return Loaded(aggregate, identity, state, len(lines))


def _fold_match(match_id: uuid.UUID, lines: Sequence[_Line]) -> None:
    opened = msgspec.json.decode(lines[0].body, type=MatchOpened)
    if opened.match != str(match_id):
        raise ValueError("it is not what its stream is named after")
    match = LoadedMatch(match_id, hosted(opened.ruleset))
    match.past = history = History(match.ruleset)
    for line in lines:
        event = match_log.read_event(match.ruleset, line.type, line.schema, line.body.encode())
        match.advance([event], b"")
        history.remember(event, match.table)
    check_listed(match)


def _bad(reason: str, *, line: int, event: str = "") -> Refusal:
    place = f"line {line}" + (f", {event}" if event else "")
    message = f"The file does not verify at {place}: {reason}."
    hint = "Export the campaign again where it comes from."
    return Refusal("bad_export", message, field=f"line {line}", rule=RULE, hint=hint, status=400)


def adopt(who: Person, campaign: uuid.UUID) -> bool:
    """Let `who` run a campaign that goes on and whose GM has no account here; False where there is no need."""
    state: CampaignState = load_campaign(campaign).state
    if (state.gm is not None and account_known(state.gm.account)) or state.stage not in ("draft", "running"):
        return False
    if who.key not in state.people:
        service.give_command(THE_HOUSE, campaign, {"type": "invite", "account": who.key})
        service.give_command(who, campaign, {"type": "accept_invite"})
    service.give_command(THE_HOUSE, campaign, {"type": "set_role", "account": who.key, "role": "gm"})
    return True


# What is still to be done


def _write_owed(campaign: uuid.UUID) -> list[Job]:
    """The jobs that events of a campaign caused and nobody has done; those that are on file here are left alone."""
    owed = list(_owed(load_campaign(campaign)))
    here = set(Job.objects.filter(pk__in=[job.pk for job in owed]).values_list("pk", flat=True))
    new = [job for job in owed if job.pk not in here]
    jobs.write(new)
    return new


def _owed(campaign: Loaded) -> Iterator[Job]:
    """Open battles want a match, and settling once that is over; halls want what has waited its downtimes."""
    state: CampaignState = campaign.state
    downtime = 0
    for version, event in enumerate(log.read_events(CAMPAIGNS, campaign.stream, campaign.version), 1):
        if isinstance(event, BattleStarted) and state.battles[event.match].stage == "open":
            yield from _owed_to_battle(campaign, event.match, version)
        elif isinstance(event, DowntimeStarted):
            downtime = version
    companies = (load_company(uuid.UUID(name)).state for name in state.companies)
    if downtime and any(upgrades_due(company, state.downtime) for company in companies):
        yield job_of(FINISH_UPGRADES, campaign.id, state.id, campaign.stream, downtime)


def _owed_to_battle(campaign: Loaded, battle: str, version: int) -> Iterator[Job]:
    """`version`: the event that started it."""
    if store.head(stream_of(uuid.UUID(battle))) is None:
        yield job_of(OPEN_BATTLE, campaign.id, battle, campaign.stream, version)
        return
    match = load_match(uuid.UUID(battle))
    if match.table.outcome() is not None:
        yield job_of(SETTLE_MATCH, campaign.id, battle, match.stream, match.version)
