"""Campaigns and companies as their streams make them, and the world that an act is decided on."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns import event_codec, hooks, snapshots
from campaigns.domain.acts import needs, needs_barred, needs_logs
from campaigns.domain.campaign.commands import StartBattle
from campaigns.domain.campaign.state import Campaign
from campaigns.domain.company.state import Company
from campaigns.domain.fielding import Barred
from campaigns.domain.world import Finished, World
from campaigns.event_codec import CAMPAIGNS, COMPANIES, Aggregate
from campaigns.hooks import ANY_BATTLE, Intended
from campaigns.models import COMPANY
from campaigns.provenance import belongs_here
from eventstore import api as store
from matches import event_codec as match_codec
from matches.loading import load_match
from matches.models import stream_of
from matches.recent import RecentFolds
from rules.kernel.table_events import Origin, Rewound
from web.errors import NotThere


def finished(match_id: uuid.UUID, campaign: uuid.UUID | None = None) -> Finished:
    """The match as it stands, with all its events, None for those that do not count.

    NotThere when there is none, or when it is from outside and only says that it is one of `campaign`.
    """
    if not _belongs(match_id, campaign):
        raise NotThere("match")
    match = load_match(match_id)
    events = list(match_codec.read_events(match.ruleset, match.stream, match.version))
    sources, before = _lineage(match.table.origin, campaign)
    return Finished(match.state, counting(events), match.table.outcome(), sources, before)


def _lineage(origin: Origin | None, campaign: uuid.UUID | None) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """The matches that a fork comes from, the nearest first, and the events that led to its situation, in order.

    Those of a match that is not here are not known. One that came from outside leads to none that were played here.
    """
    if origin is None or not _belongs(uuid.UUID(origin.match), campaign):
        return (), ()
    try:
        source = load_match(uuid.UUID(origin.match))
    except NotThere:
        return (origin.match,), ()
    events = list(match_codec.read_events(source.ruleset, source.stream, origin.version))
    sources, before = _lineage(source.table.origin, campaign)
    return (origin.match, *sources), (*before, *(event for event in counting(events) if event is not None))


def _belongs(match_id: uuid.UUID, campaign: uuid.UUID | None) -> bool:
    return campaign is None or belongs_here(stream_of(match_id), campaign)


def counting(events: Sequence[Any]) -> tuple[Any, ...]:
    """The events, numbered as they were; None in place of those that play was turned back from."""
    standing: list[Any] = [None] * len(events)
    number = len(events)
    while number:
        event = events[number - 1]
        standing[number - 1] = event
        number = event.to if isinstance(event, Rewound) else number - 1
    return tuple(standing)


KEPT = 256
"""So many campaigns, and so many companies, are kept folded by each process."""


@dataclass(frozen=True, slots=True)
class LoadedStream:
    """What a stream adds up to after its first `version` events; `hash` is that of the last one, `state` frozen."""

    aggregate: Aggregate
    id: uuid.UUID
    state: Any = None
    version: int = 0
    hash: bytes = b""

    @property
    def stream(self) -> str:
        """The name of its stream in the log."""
        return f"{self.aggregate.key}-{self.id}"

    def after(self, events: list[Any], head_hash: bytes) -> LoadedStream:
        """The same once `events` have followed; `head_hash` is that of the last of them."""
        state = self.state
        for event in events:
            state = self.aggregate.evolve(state, event)
        return LoadedStream(self.aggregate, self.id, state, self.version + len(events), head_hash)


_recent: defaultdict[str, RecentFolds[LoadedStream]] = defaultdict(lambda: RecentFolds(KEPT))


def keep(loaded: LoadedStream) -> None:
    """Keep the fold for the next act."""
    _recent[loaded.aggregate.key].keep(loaded)


def keep_anew(loaded: LoadedStream) -> None:
    """Keep the fold of what is taken in from a file, whatever was kept under its id."""
    _recent[loaded.aggregate.key].forget(loaded.id)
    keep(loaded)


def load(aggregate: Aggregate, identity: uuid.UUID, version: int | None = None) -> LoadedStream:
    """A campaign or company after its event `version`, or as it is now. NotThere when there is no such thing."""
    loaded = _from_recent(aggregate, identity, version) or _from_log(aggregate, identity, version)
    if loaded.version == 0:
        raise NotThere(aggregate.key)
    if version is not None and loaded.version != version:
        raise NotThere("event")
    if version is None:
        keep(loaded)
    return loaded


def fold(aggregate: Aggregate, identity: uuid.UUID) -> LoadedStream:
    """A campaign or company as its events alone make it, without any snapshot. NotThere when there is no such thing."""
    loaded = _and_tail(LoadedStream(aggregate, identity), None)
    if loaded.version == 0:
        raise NotThere(aggregate.key)
    return loaded


def forget_folds(kinds: Iterable[str] = tuple(event_codec.AGGREGATES)) -> None:
    """Throw away the snapshots of all streams of these kinds, and what this process has folded of them."""
    store.discard_all_snapshots(kinds)
    for kind in kinds:
        _recent[kind].clear()


def load_campaign(campaign: uuid.UUID, version: int | None = None) -> LoadedStream:
    """A campaign, as `load` has it."""
    return load(CAMPAIGNS, campaign, version)


def load_company(company: uuid.UUID, version: int | None = None) -> LoadedStream:
    """A company, as `load` has it."""
    return load(COMPANIES, company, version)


def _from_recent(aggregate: Aggregate, identity: uuid.UUID, version: int | None) -> LoadedStream | None:
    """From the fold this process made last. None where there is none, or where the log is another one."""
    kept = _recent[aggregate.key]
    fold = kept.find(identity, version)
    if fold is None:
        return None
    tail = list(store.read(fold.stream, after=fold.version - 1, upto=version))
    if not tail or tail[0].version != fold.version or tail[0].hash != fold.hash:
        kept.forget(identity)
        return None
    return fold.after([event_codec.decoded(aggregate, one) for one in tail[1:]], tail[-1].hash)


def _from_log(aggregate: Aggregate, identity: uuid.UUID, version: int | None) -> LoadedStream:
    """From the newest snapshot and the events after that."""
    loaded = LoadedStream(aggregate, identity)
    found = snapshots.find(aggregate, loaded.stream, version)
    if found is not None:
        loaded = LoadedStream(aggregate, identity, *found)
    start = loaded.version
    loaded = _and_tail(loaded, version)
    if version is None and loaded.version - start > snapshots.FAR:
        snapshots.leave(aggregate, loaded.stream, snapshots.Fold(loaded.state, loaded.version, loaded.hash))
    return loaded


def _and_tail(loaded: LoadedStream, upto: int | None) -> LoadedStream:
    for page in store.read_pages(loaded.stream, after=loaded.version, upto=upto):
        loaded = loaded.after(list(event_codec.events_of(loaded.aggregate, page)), page.hash)
    return loaded


class DecisionContext:
    """What was loaded for an act: the world it is decided on, and how far each stream of it was."""

    def __init__(self, campaign: LoadedStream | None, command: Any) -> None:
        self.campaign = campaign
        self.companies: dict[str, LoadedStream] = {}
        self._logs: dict[str, list[Any]] = {}
        self._matches: dict[str, Finished] = {}
        self._barring = needs_barred(command)
        self._intended = ANY_BATTLE
        if isinstance(command, StartBattle):
            self._intended = Intended(command.match, command.kind)
        for stream in needs(command, campaign.state if campaign else None):
            kind, _, identity = stream.partition("-")
            if kind == COMPANY:
                self._take_company(identity, whole=needs_logs(command))
            else:
                self._take_match(identity)

    @property
    def world(self) -> World:
        """What the act may look at."""
        companies: dict[str, Company] = {key: one.state for key, one in self.companies.items()}
        campaign: Campaign | None = self.campaign.state if self.campaign else None
        versions = {key: one.version for key, one in self.companies.items()}
        barred: Barred = {}
        if campaign and self._barring:
            barred = hooks.barred(campaign, list(companies.values()), self._intended)
        return World(campaign, companies, self._matches, self._logs, barred, versions)

    def _take_company(self, identity: str, *, whole: bool) -> None:
        loaded = load_company(_uuid(identity, "company"))
        if self.campaign is None or loaded.state.campaign != str(self.campaign.id):
            raise NotThere("company")
        self.companies[identity] = loaded
        if whole:
            self._logs[identity] = list(event_codec.read_events(COMPANIES, loaded.stream, loaded.version))

    def _take_match(self, identity: str) -> None:
        """A match that was never opened is none that is over: the act says so."""
        if self.campaign is None:
            return
        try:
            self._matches[identity] = finished(_uuid(identity, "match"), self.campaign.id)
        except NotThere:
            return


def _uuid(identity: str, what: str) -> uuid.UUID:
    """The id in the one way to spell it; NotThere where it is none."""
    try:
        found = uuid.UUID(identity)
    except ValueError:
        raise NotThere(what) from None
    if str(found) != identity:
        raise NotThere(what)
    return found
