"""Campaigns and companies as their streams make them, and the world that an act is decided on."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from campaigns import log, snapshots
from campaigns.battles import finished
from campaigns.domain.acts import needs, needs_logs
from campaigns.domain.campaign.state import Campaign
from campaigns.domain.company.state import Company
from campaigns.domain.world import Finished, World
from campaigns.log import CAMPAIGNS, COMPANIES, Aggregate
from campaigns.models import COMPANY
from eventstore import api as store
from matches.errors import NotThere
from matches.recent import Recent

KEPT = 256
"""So many campaigns, and so many companies, are kept folded by each process."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A campaign or a company after its first `version` events; `hash` is that of the last one, `state` frozen."""

    aggregate: Aggregate
    id: uuid.UUID
    state: Any = None
    version: int = 0
    hash: bytes = b""

    @property
    def stream(self) -> str:
        """The name of its stream in the log."""
        return f"{self.aggregate.key}-{self.id}"

    def after(self, events: list[Any], head_hash: bytes) -> Loaded:
        """The same once `events` have followed; `head_hash` is that of the last of them."""
        state = self.state
        for event in events:
            state = self.aggregate.evolve(state, event)
        return Loaded(self.aggregate, self.id, state, self.version + len(events), head_hash)


_recent: dict[str, Recent[Loaded]] = {key: Recent(KEPT) for key in log.AGGREGATES}


def keep(loaded: Loaded) -> None:
    """Keep the fold for the next act."""
    _recent[loaded.aggregate.key].keep(loaded)


def load(aggregate: Aggregate, identity: uuid.UUID, version: int | None = None) -> Loaded:
    """A campaign or company after its event `version`, or as it is now. NotThere when there is no such thing."""
    loaded = _from_recent(aggregate, identity, version) or _from_log(aggregate, identity, version)
    if loaded.version == 0:
        raise NotThere(aggregate.key)
    if version is not None and loaded.version != version:
        raise NotThere("event")
    if version is None:
        keep(loaded)
    return loaded


def load_campaign(campaign: uuid.UUID, version: int | None = None) -> Loaded:
    """A campaign, as `load` has it."""
    return load(CAMPAIGNS, campaign, version)


def load_company(company: uuid.UUID, version: int | None = None) -> Loaded:
    """A company, as `load` has it."""
    return load(COMPANIES, company, version)


def _from_recent(aggregate: Aggregate, identity: uuid.UUID, version: int | None) -> Loaded | None:
    """From the fold this process made last. None where there is none, or where the log is another one."""
    kept = _recent[aggregate.key]
    fold = kept.find(identity, version)
    if fold is None:
        return None
    tail = list(store.read(fold.stream, after=fold.version - 1, upto=version))
    if not tail or tail[0].version != fold.version or tail[0].hash != fold.hash:
        kept.forget(identity)
        return None
    return fold.after([log.decoded(aggregate, one) for one in tail[1:]], tail[-1].hash)


def _from_log(aggregate: Aggregate, identity: uuid.UUID, version: int | None) -> Loaded:
    """From the newest snapshot and the events after that."""
    loaded = Loaded(aggregate, identity)
    found = snapshots.find(aggregate, loaded.stream, version)
    if found is not None:
        loaded = Loaded(aggregate, identity, *found)
    start = loaded.version
    for page in store.read_pages(loaded.stream, after=start, upto=version):
        loaded = loaded.after(list(log.events_of(aggregate, page)), page.hash)
    if version is None and loaded.version - start > snapshots.FAR:
        snapshots.leave(aggregate, loaded.stream, snapshots.Fold(loaded.state, loaded.version, loaded.hash))
    return loaded


class Known:
    """What was loaded for an act: the world it is decided on, and how far each stream of it was."""

    def __init__(self, campaign: Loaded | None, command: Any) -> None:
        self.campaign = campaign
        self.companies: dict[str, Loaded] = {}
        self._logs: dict[str, list[Any]] = {}
        self._matches: dict[str, Finished] = {}
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
        return World(campaign, companies, self._matches, self._logs)

    def _take_company(self, identity: str, *, whole: bool) -> None:
        loaded = load_company(_uuid(identity, "company"))
        if self.campaign is None or loaded.state.campaign != str(self.campaign.id):
            raise NotThere("company")
        self.companies[identity] = loaded
        if whole:
            self._logs[identity] = list(log.read_events(COMPANIES, loaded.stream, loaded.version))

    def _take_match(self, identity: str) -> None:
        """A match that was never opened is none that is over: the act says so."""
        try:
            self._matches[identity] = finished(_uuid(identity, "match"))
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
