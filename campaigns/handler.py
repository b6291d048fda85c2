"""The one way in which campaigns and companies change: load, check, decide, append. All streams of an act, or none.

A command:

1. The campaign is loaded, who may not ask is told of none, and a request that was carried out before is answered as
   then: `_decided`, `_find_done`.
2. The act is decided on the campaign and the companies that it looks at: `_decide`, `acts.decide`. Its rows and jobs
   follow from its events: `_Act`.
3. In one transaction the rows are written in the order in which all lock them, then the jobs, then the events with the
   version that each stream must still have: `_freely`, `_Act.write`.
4. Where others were faster it begins again with the campaign locked, so that it cannot be overtaken: `_in_turn`.
5. After the commit, jobs that need not wait for a worker are run: `carry_out`.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import IntegrityError, connection

from campaigns import event_codec, hooks
from campaigns.access import may_ask, member
from campaigns.dice import CampaignDice, committed, with_dice
from campaigns.domain import acts
from campaigns.domain.campaign.commands import OpenCampaign
from campaigns.domain.campaign.events import HouseRuleSet
from campaigns.domain.world import Written
from campaigns.errors import Closed, refusal_of
from campaigns.event_codec import AGGREGATES, CAMPAIGNS, COMPANIES
from campaigns.hindrances import traced
from campaigns.loading import DecisionContext, LoadedStream, keep, load, load_campaign
from campaigns.models import CAMPAIGN, COMPANY, id_of
from campaigns.process_manager import following
from campaigns.projections import measure_companies, rows_of
from eventstore import api as store
from jobs import queue
from jobs.models import Job
from matches.handler import ATTEMPTS, CommandRequest, find_command, in_time
from rules.kernel.errors import KernelError
from web.errors import Busy, KeyReused, NotThere

# Of a row whose stream an act has looked at.
SHARE = {
    CAMPAIGN: "SELECT version FROM campaigns_campaign WHERE id = %s FOR SHARE",
    COMPANY: "SELECT version FROM campaigns_company WHERE id = %s FOR SHARE",
}
# Of a campaign whose turn it is: as strong as the write that may follow, and no stronger.
TAKE = "SELECT version FROM campaigns_campaign WHERE id = %s FOR NO KEY UPDATE"
Rows = Callable[[], None]


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What happened: the campaign and the companies after it, and by stream the events that came of it, if any.

    `jobs` follow from it. `repeated`: it had happened before, under the same key; then companies are those it wrote to.
    """

    campaign: LoadedStream
    companies: Mapping[str, LoadedStream] = field(default_factory=dict)
    written: Mapping[str, Sequence[store.RecordedEvent]] = field(default_factory=dict)
    jobs: Sequence[Job] = ()
    repeated: bool = False


@in_time()
def carry_out(request: CommandRequest, campaign: uuid.UUID, command: Any, *, rows: Rows | None = None) -> CommandResult:
    """Let a command happen to a campaign and its companies; where others were faster, again and in turn.

    `rows` writes what must be kept together with the events, in the same transaction; not when the request is repeated.
    Raises what the rules refuse as Refusal (nothing has happened then), NotThere, KeyReused, Closed, and Busy after
    some attempts: where the campaign has no row yet that could be taken. LockTimeout where locks were not had in time.
    """
    attempt = _freely
    for _ in range(ATTEMPTS):
        try:
            done = attempt(request, campaign, command, rows)
        except (store.Conflict, store.AlreadyDone):
            attempt = _in_turn  # of a command that was done meanwhile, it finds the answer
        except IntegrityError:
            if not isinstance(command, OpenCampaign):
                raise
            # The same request opened it a moment ago.
        except store.KeyReused:
            request = request.renamed()
        except store.StreamClosed:
            raise Closed from None
        else:
            queue.at_once(done.jobs)
            return done
    raise Busy


def _freely(request: CommandRequest, campaign: uuid.UUID, command: Any, rows: Rows | None) -> CommandResult:
    """Decide on the world as it is, and write if it still is like that; nobody waits for anybody until then."""
    act = _decided(request, campaign, command)
    if isinstance(act, CommandResult):
        return act
    if act.written or rows is not None:
        with store.writing() as unit:
            act.write(unit, rows)
        act.note(unit)
    return act.done


def _in_turn(request: CommandRequest, campaign: uuid.UUID, command: Any, rows: Rows | None) -> CommandResult:
    """The same in one transaction, which has the campaign from its beginning: what is read then stays as it is."""
    with store.writing() as unit:
        _take(campaign)
        unit.renew()
        act = _decided(request, campaign, command)
        if not isinstance(act, CommandResult):
            act.write(unit, rows)
    if isinstance(act, CommandResult):
        return act
    act.note(unit)
    return act.done


def _take(campaign: uuid.UUID) -> None:
    """Wait for whoever acts in the campaign, and keep all others waiting until the commit.

    Its row comes first in the order in which rows are locked, and all who act write or hold it. On SQLite the
    transaction keeps all others waiting as it is.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(TAKE, [campaign])


def _decided(request: CommandRequest, campaign: uuid.UUID, command: Any) -> CommandResult | _Act:
    """What a request brought about before, or what it is about to do to the world as it is."""
    now = _campaign_of(campaign, command)
    known = _find_done(request, now)
    _check_may_ask(request, now, command, known)
    return _decide(request, campaign, now, command) if known is None else known


def _check_may_ask(
    request: CommandRequest, now: LoadedStream | None, command: Any, known: CommandResult | None
) -> None:
    """NotThere for strangers; but who has left by this very request is answered as then."""
    answered = now is None or (known is not None and now.stream in known.written)
    if now is not None and not answered and not may_ask(request.who, now.state, type(command)):
        raise NotThere("campaign")


def _campaign_of(campaign: uuid.UUID, command: Any) -> LoadedStream | None:
    """The campaign as it stands; None for one that is to be opened."""
    try:
        return load_campaign(campaign)
    except NotThere:
        if isinstance(command, OpenCampaign):
            return None
        raise


def _decide(request: CommandRequest, campaign: uuid.UUID, now: LoadedStream | None, command: Any) -> _Act:
    known = DecisionContext(now, command)
    secret = committed(command)
    try:
        command = with_dice(command, now, secret)
        written = acts.decide(
            known.world, command, member(request.who), CampaignDice(now), batch=str(request.command_id)
        )
    except KernelError as error:
        companies = {name: one.state for name, one in known.companies.items()}
        error = traced(error, command, companies)
        raise refusal_of(error, now.state.game if now is not None else command.game) from None
    keeping = () if secret is None else (secret.keeper(campaign),)
    return _Act(request, LoadedStream(CAMPAIGNS, campaign) if now is None else now, known, written, keeping)


class _Act:
    """An act that was decided, on its way into the log. `keeping` writes what belongs to it, whoever asked."""

    def __init__(
        self,
        request: CommandRequest,
        campaign: LoadedStream,
        known: DecisionContext,
        written: Written,
        keeping: Sequence[Rows],
    ) -> None:
        self._request = request
        self.written = written
        self._recorded: dict[str, Sequence[store.RecordedEvent]] = {}
        self._was = {campaign.stream: campaign, **{one.stream: one for one in known.companies.values()}}
        for stream in written:
            if stream not in self._was:
                self._was[stream] = _nothing_yet(stream)
        self._now = {
            stream: was.after(written[stream], b"") if stream in written else was for stream, was in self._was.items()
        }
        self._stream = campaign.stream
        self._keeping = [*keeping, *hooks.rows_after(known.world.campaign, self._campaign.state, written)]
        self._rows = {stream: rows_of(self._now[stream], self._was[stream], self._campaign.state) for stream in written}
        self._jobs = following(known.world, written, {stream: was.version for stream, was in self._was.items()})

    @property
    def done(self) -> CommandResult:
        """What happened."""
        companies = {str(one.id): one for one in self._now.values() if one.aggregate is COMPANIES}
        return CommandResult(self._campaign, companies, self._recorded, self._jobs)

    @property
    def _campaign(self) -> LoadedStream:
        return self._now[self._stream]

    def write(self, unit: store.Unit, rows: Rows | None) -> None:
        """In one transaction: rows in the order in which all lock them, jobs, then the events."""
        if self.written:
            self._write_read_model(store.moment(unit.at))
        for keep_row in (*self._keeping, *([] if rows is None else [rows])):
            keep_row()
        queue.write(self._jobs)
        for stream, command_id in command_ids(self._request.command_id, self.written).items():
            self._append_stream(unit, stream, command_id)

    def _write_read_model(self, at: datetime) -> None:
        for stream in sorted(self._was, key=lambda one: (self._was[one].aggregate is COMPANIES, one)):
            rows = self._rows.get(stream)
            if rows is None or not rows.write(at, at):
                _hold(self._was[stream])
        if self._other_switches():
            measure_companies(self._campaign.state)

    def note(self, unit: store.Unit) -> None:
        """Its events are in the log."""
        for appended in unit.appended:
            now = self._now[appended.stream]
            self._now[appended.stream] = LoadedStream(now.aggregate, now.id, now.state, now.version, appended.head_hash)
            keep(self._now[appended.stream])
            self._recorded[appended.stream] = appended.recorded

    def _append_stream(self, unit: store.Unit, stream: str, command_id: uuid.UUID) -> None:
        was = self._was[stream]
        unit.append(
            stream,
            was.version,
            [event_codec.stored(was.aggregate, event) for event in self.written[stream]],
            actor=self._request.who.actor,
            command_id=command_id,
            fingerprint=self._request.fingerprint,
        )

    def _other_switches(self) -> bool:
        """Whether the act changes what the companies of the campaign are measured by."""
        events = self.written.get(self._stream, ())
        return any(isinstance(event, HouseRuleSet) and event.scope == "campaign" for event in events)


def command_ids(command_id: uuid.UUID, streams: Sequence[str] | Written) -> dict[str, uuid.UUID]:
    """By stream the id that its part of an act bears: the first that of the command, each other one of its own."""
    return {stream: _part_id(command_id, stream) if place else command_id for place, stream in enumerate(streams)}


def _part_id(command_id: uuid.UUID, stream: str) -> uuid.UUID:
    """As public as the id it follows from: where an import has taken one of an act, all of them are renamed."""
    return uuid.uuid5(command_id, stream)


def _nothing_yet(stream: str) -> LoadedStream:
    """A stream that this act opens."""
    identity = id_of(stream)
    if identity is None:
        raise NotThere("company")
    return LoadedStream(AGGREGATES[stream.partition("-")[0]], identity)


def _hold(looked_at: LoadedStream) -> None:
    """Let what an act has looked at stay as it is until the commit; Conflict where it is something else already.

    On SQLite nobody else writes meanwhile. On PostgreSQL whoever writes to a stream writes to its row first.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(SHARE[looked_at.aggregate.key], [looked_at.id])
    head = store.head(looked_at.stream)
    version = 0 if head is None else head.version
    if version != looked_at.version:
        raise store.Conflict(looked_at.stream, looked_at.version, version)


def _find_done(request: CommandRequest, now: LoadedStream | None) -> CommandResult | None:
    """What the same request brought about before; KeyReused when its key was used for another."""
    command = find_command(request)
    if command is None:
        return None
    if now is None:
        raise store.AlreadyDone(command)  # since the campaign was looked for
    parts = [command]
    for company in now.state.companies:
        part = store.find_command(_part_id(command.id, f"{COMPANY}-{company}"))
        if part is not None and request.made(part):  # not one that an import has named like a part
            parts.append(part)
    written = {part.stream: tuple(store.read(part.stream, part.first_version - 1, part.last_version)) for part in parts}
    after = {part.stream: _after(part) for part in parts}
    companies = {str(one.id): one for one in after.values() if one.aggregate is COMPANIES}
    return CommandResult(after.get(now.stream, now), companies, written, repeated=True)


def _after(part: store.CommandRecord) -> LoadedStream:
    """A stream as it was after a part of an act."""
    identity = id_of(part.stream)
    if identity is None:
        raise KeyReused
    return load(AGGREGATES[part.stream.partition("-")[0]], identity, part.last_version)
