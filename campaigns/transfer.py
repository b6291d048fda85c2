"""Export and import of a campaign as a file: its own stream, those of its companies and of its battles.

An import:

1. Chains, hashes and the seal of the file are checked: `store.check_export`. It holds one campaign: `_named`.
2. Each stream is folded, and checked as if it had been played here: `_check_folds`, `_check_whole`. Nothing is stored
   so far.
3. What is not here yet is stored as it was, and the jobs that are still to be done with it: `store.import_streams`,
   `_write_pending_jobs`.
4. The lists follow, then jobs that need not wait for a worker are run: `store.catch_up`, `queue.at_once`.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import BinaryIO, NamedTuple

import msgspec
from django.db import connection, transaction

from campaigns import event_codec, service
from campaigns.access import member
from campaigns.domain.campaign.events import BattleStarted, ClockAdvanced, DowntimeStarted
from campaigns.domain.campaign.state import Campaign as CampaignState
from campaigns.domain.conditions import run_out
from campaigns.domain.rights import role_of
from campaigns.event_codec import AGGREGATES, CAMPAIGNS
from campaigns.import_checks import Fault, check_battles, check_campaign, check_company, check_event
from campaigns.loading import LoadedStream, keep_anew, load_campaign, load_company
from campaigns.models import CAMPAIGN, campaign_stream, company_stream, id_of
from campaigns.process_manager import END_CONDITIONS, FINISH_UPGRADES, OPEN_BATTLE, SETTLE_MATCH, upgrades_due
from campaigns.projections import SUBSCRIPTION, try_rows
from campaigns.provenance import belongs_here, counted
from eventstore import api as store
from jobs import queue
from jobs.models import Job
from jobs.queue import job_of
from matches import event_codec as match_log
from matches.game_adapter import adapter_of
from matches.loading import LoadedMatch, load_match
from matches.models import match_of, stream_of
from matches.provenance import roster_here
from matches.transfer import STUMBLES, check_playable
from rules.kernel.folding import History
from rules.kernel.table_events import MatchOpened
from web.errors import Busy, Forbidden, Refusal
from web.people import THE_HOUSE, Person, account_known

RULE = "KERNEL-CAMP-13"
MATCHES = "matches"


class ImportResult(NamedTuple):
    """An imported campaign: what was new, what the seal is worth, the jobs still to be done."""

    campaign: uuid.UUID
    streams: int
    events: int
    seal: store.FileSeal
    jobs: Sequence[Job]


# Out


def streams_of(campaign: LoadedStream) -> list[str]:
    """All streams of a campaign, its own first, then its companies and the matches that were opened of its battles."""
    state: CampaignState = campaign.state
    matches = (stream_of(uuid.UUID(match)) for match in _matches(state))
    return [
        campaign.stream,
        *(company_stream(company) for company in state.companies),
        *(stream for stream in matches if store.head(stream) is not None),
    ]


def _matches(state: CampaignState) -> list[str]:
    battles = state.battles.values()
    return list(dict.fromkeys((*(one.match for one in battles), *(one.fought for one in battles))))


def export_campaign(who: Person, campaign: uuid.UUID, file: BinaryIO) -> store.ExportSummary:
    """Write a campaign to a `.skald` file that can be read again, and verify what was written.

    Everything of one instant. It holds all secrets of its matches, so only its GM and the house may have it.
    """
    if role_of(load_campaign(campaign).state, member(who)) != "gm":
        raise Forbidden("gm_only", "Only the GM may export a campaign.", rule="KERNEL-CAMP-01")
    start = file.tell()
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        summary = store.export_streams(streams_of(load_campaign(campaign)), file, store.seal_key())
    end = file.tell()
    file.seek(start)
    try:
        store.check_export(file, store.find_seal_key())
    except store.BadExport as error:
        raise _bad(error.reason, line=error.line, event=error.event) from None
    file.seek(end)
    return summary


# In


def import_campaign(
    file: BinaryIO, who: Person = THE_HOUSE, *, imported_by_person: Person | None = None
) -> ImportResult:
    """Import a campaign from a seekable `.skald` file: verified, folded, then stored with its hashes as it is.

    Rows are written, and in the same transaction the jobs that are still to be done. Of a campaign that is here
    already only new events are stored. Refusal `bad_export` (nothing is stored) or `diverged`. Without the seal of a
    trusted server, people are names without accounts. The import is recorded as that of `imported_by_person`, else of
    `who`. Only the server and superusers may import: the answer tells what of the campaign is here.
    """
    if not who.unbound:
        hint = "Ask them for `manage.py campaign import FILE --gm NAME`."
        raise Forbidden("house_only", "Only whoever runs this server imports campaigns.", rule=RULE, hint=hint)
    start, jobs, bringer = file.tell(), list[Job](), imported_by_person or who
    try:
        key, trusted = store.find_seal_key(), store.trusted_keys()
        summary = store.check_export(file, key, trusted)
        campaign = _named(summary)
        file.seek(start)
        _check_folds(campaign, file, _ImportedFile(summary, bringer))
        file.seek(start)
        within = partial(_write_pending_jobs, campaign, jobs)
        imported = store.import_streams(file, key, within, trusted, bringer.actor, bringer.key)
    except store.BadExport as error:
        raise _bad(error.reason, line=error.line, event=error.event) from None
    except store.Diverged as error:
        message = f"This server has another {error.stream}; they differ from event {error.version} on."
        raise Refusal("diverged", message, rule=RULE, status=409) from None
    except store.StreamClosed as error:
        message = f"The log of {error.stream} is closed here and takes no more events."
        raise Refusal("campaign_closed", message, rule=RULE, status=409) from None
    except store.Conflict:
        raise Busy from None
    store.catch_up(MATCHES)
    store.catch_up(SUBSCRIPTION)
    queue.at_once(jobs)
    events = sum(max(0, one.version - one.from_version) for one in imported)
    return ImportResult(campaign, len(imported), events, summary.seal, jobs)


def _named(summary: store.ExportSummary) -> uuid.UUID:
    """The one campaign that a file is about, which holds companies and matches beside it and nothing else."""
    names = [stream.name for stream in summary.streams]
    found = [name for name in names if name.startswith(f"{CAMPAIGN}-")]
    strange = [name for name in names if id_of(name) is None and match_of(name) is None]
    campaign = id_of(found[0]) if len(found) == 1 else None
    if campaign is None or strange:
        held = ", ".join((strange or names)[:3])
        raise _bad(f"it contains {held}; it must contain one campaign with its companies and matches", line=1)
    return campaign


class _Line(msgspec.Struct, frozen=True):
    """An event of a `.skald` file."""

    type: str
    schema: int
    body: str


class _ImportedFile(NamedTuple):
    """An export file, and who imports it."""

    summary: store.ExportSummary
    who: Person

    def imports(self, stream: str) -> tuple[store.Provenance, ...]:
        """The imports of a stream, this one included."""
        here = store.head(stream)
        known = here.version if here is not None else 0
        return (
            *store.imports_of(stream),
            *store.expected_imports(self.summary, stream, self.who.actor, self.who.key, known),
        )

    def head(self, stream: str) -> bytes:
        """The last hash of a stream."""
        names = [line.name for line in self.summary.streams]
        return bytes.fromhex(self.summary.heads[names.index(stream)])


def _check_folds(campaign: uuid.UUID, file: BinaryIO, brought: _ImportedFile) -> None:
    """Refuse streams that cannot be read, are impossible, or do not belong to the campaign.

    Their folds are cached, so that nothing is folded while the log is locked.
    """
    file.readline()
    number, begins, found = 1, dict[str, int](), dict[str, LoadedStream | None]()
    decoder = msgspec.json.Decoder(_Line)
    try:
        for stream in brought.summary.streams:
            lines = [decoder.decode(file.readline()) for _ in range(stream.version)]
            begins[stream.name] = number
            found[stream.name] = _folded(stream.name, lines, brought)
            number += stream.version
        _check_whole(campaign, found)
        try_rows([one for one in found.values() if one is not None])
    except Fault as fault:
        line = begins[fault.stream] + fault.version if fault.version else 1
        raise _bad(fault.reason, line=line, event=fault.stream) from None


def _check_whole(campaign: uuid.UUID, found: Mapping[str, LoadedStream | None]) -> None:
    """Raise Fault unless the file has all companies of the campaign, nothing else, and all of it agrees."""
    own = campaign_stream(campaign)
    state: CampaignState = found[own].state  # type: ignore[union-attr]  # no match
    check_campaign(own, state)
    companies = {company_stream(name): name for name in state.companies}
    matches = {stream_of(uuid.UUID(match)) for match in _matches(state)}
    for missing in sorted(companies.keys() - found.keys()):
        raise Fault(own, f"{missing} is missing")
    for name, loaded in found.items():
        if name not in {own} | companies.keys() | matches:
            raise Fault(own, f"{name} does not belong to it")
        if loaded is not None and name in companies:
            check_company(name, loaded.state, state)
    check_battles(own, state, {company: found[name].state for name, company in companies.items()})  # type: ignore[union-attr]  # no match


def _folded(name: str, lines: Sequence[_Line], brought: _ImportedFile) -> LoadedStream | None:
    """What the stream of a campaign or a company will add up to here; None of a match, which can be played on."""
    version = 1
    try:
        match_id = match_of(name)
        if match_id is not None:
            _fold_match(match_id, lines, brought)
            return None
        aggregate, state, imports = AGGREGATES[name.partition("-")[0]], None, brought.imports(name)
        for version, line in enumerate(lines, 1):
            event = event_codec.read_event(aggregate, line.type, line.schema, line.body.encode())
            check_event(name, version, state, event)
            (event,) = counted(name, version, [event], imports)
            state = aggregate.evolve(state, event)
    except Fault:
        raise
    except STUMBLES as error:
        raise Fault(name, f"it does not fold: {error}", version) from None
    identity = id_of(name)
    if identity is None or state is None or str(identity) != state.id:
        raise Fault(name, "its id differs from that of its stream", 1)
    loaded = LoadedStream(aggregate, identity, state, len(lines), brought.head(name))
    if store.head(name) is None:
        keep_anew(loaded)
    return loaded


def _fold_match(match_id: uuid.UUID, lines: Sequence[_Line], brought: _ImportedFile) -> None:
    opened = msgspec.json.decode(lines[0].body, type=MatchOpened)
    if opened.match != str(match_id):
        raise ValueError("its id differs from that of its stream")
    match = LoadedMatch(match_id, adapter_of(opened.ruleset), ())
    match.past = history = History(match.ruleset)
    for line in lines:
        event = match_log.read_event(match.ruleset, line.type, line.schema, line.body.encode())
        match.advance([event], b"")
        history.remember(event, match.table)
    check_playable(match, history)
    if store.head(match.stream) is None:
        match.roster = roster_here(history.events, brought.imports(match.stream))
        match.go_on_from_log(brought.head(match.stream))


def _bad(reason: str, *, line: int, event: str = "") -> Refusal:
    place = f"line {line}" + (f", {event}" if event else "")
    message = f"The file does not verify at {place}: {reason}."
    hint = "Export the campaign again on the server it comes from."
    return Refusal("bad_export", message, field=f"line {line}", rule=RULE, hint=hint, status=400)


def adopt(who: Person, campaign: uuid.UUID) -> bool:
    """Make `who` the GM of a campaign in progress whose GM has no account here; False where that is not needed.

    An act of whoever runs the server: they accept in the name of `who` (decision 0011).
    """
    state: CampaignState = load_campaign(campaign).state
    if (state.gm is not None and account_known(state.gm.account)) or state.stage not in ("draft", "running"):
        return False
    if who.key not in state.people:
        service.give_command(THE_HOUSE, campaign, {"type": "invite", "account": who.key})
        service.give_command(who, campaign, {"type": "accept_invite"})
    service.give_command(THE_HOUSE, campaign, {"type": "set_role", "account": who.key, "role": "gm"})
    return True


# Jobs still to be done


def _write_pending_jobs(campaign: uuid.UUID, into: list[Job]) -> None:
    """Write the jobs that events of a campaign have caused and nobody has done, except those already stored here."""
    jobs = list(_pending_jobs(load_campaign(campaign)))
    here = set(Job.objects.filter(pk__in=[job.pk for job in jobs]).values_list("pk", flat=True))
    new = [job for job in jobs if job.pk not in here]
    queue.write(new)
    into += new


def _pending_jobs(campaign: LoadedStream) -> Iterator[Job]:
    """An open battle needs a match, and to be settled once that is over; halls need the upgrades that are due."""
    state: CampaignState = campaign.state
    downtime = time = 0
    for version, event in enumerate(event_codec.read_events(CAMPAIGNS, campaign.stream, campaign.version), 1):
        if isinstance(event, BattleStarted) and state.battles[event.match].stage == "open":
            yield from _battle_jobs(campaign, event.match, version)
        elif isinstance(event, DowntimeStarted):
            downtime = time = version
        elif isinstance(event, ClockAdvanced):
            time = version
    companies = [load_company(uuid.UUID(name)).state for name in state.companies]
    if downtime and any(upgrades_due(company, state.downtime) for company in companies):
        yield job_of(FINISH_UPGRADES, campaign.id, state.id, campaign.stream, downtime)
    if time and any(run_out(company, state.hour, state.downtime) for company in companies):
        yield job_of(END_CONDITIONS, campaign.id, state.id, campaign.stream, time)


def _battle_jobs(campaign: LoadedStream, battle: str, version: int) -> Iterator[Job]:
    """`version`: the event that started it. A match that only says that it is this battle settles nothing."""
    stream = stream_of(uuid.UUID(battle))
    if store.head(stream) is None:
        yield job_of(OPEN_BATTLE, campaign.id, battle, campaign.stream, version)
        return
    match = load_match(uuid.UUID(battle))
    if match.table.outcome() is not None and belongs_here(stream, campaign.id):
        yield job_of(SETTLE_MATCH, campaign.id, battle, match.stream, match.version)
