"""Events of campaigns and companies as they go into the log and come out of it.

Each bears the name of its kind of stream before its own: `company.hero_recruited`, `campaign.battle_started`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

import msgspec

from campaigns.domain.campaign.events import CAMPAIGN_EVENTS
from campaigns.domain.campaign.evolve import evolve as evolve_campaign
from campaigns.domain.campaign.state import Campaign
from campaigns.domain.company.events import COMPANY_EVENTS
from campaigns.domain.company.evolve import evolve as evolve_company
from campaigns.domain.company.state import Company
from campaigns.domain.history import Entry
from campaigns.models import CAMPAIGN, COMPANY
from campaigns.provenance import counted
from eventstore import api as store
from rules.kernel.codec import EventCodec, Reader
from rules.kernel.errors import Malformed
from rules.kernel.messages import Upcast


class Aggregate:
    """A kind of stream: what can happen in it and what that adds up to.

    `upcasts` leads from (wire name, schema number) to the next number, as those of a game do.
    """

    def __init__(
        self,
        key: str,
        events: Mapping[str, type[Any]],
        evolve: Callable[[Any, Any], Any],
        state: type[Any],
        upcasts: Mapping[tuple[str, int], Upcast],
    ) -> None:
        self.key = key
        self.event_types = events
        self.evolve = evolve
        self.state_type = state
        self.upcasts = upcasts
        self.codec = EventCodec(key, events, upcasts)


# Fields that came later have defaults, which is all that a body of old lacks.
OF_CAMPAIGNS: Mapping[tuple[str, int], Upcast] = {
    ("battle_settled", 1): dict,
    ("battle_settled", 2): dict,
    ("battle_started", 1): dict,
    ("battle_started", 2): dict,
}
OF_COMPANIES: Mapping[tuple[str, int], Upcast] = {
    ("hero_recruited", 1): dict,
    ("hero_recruited", 2): dict,
    ("hero_restored", 1): dict,
    ("item_lost", 1): dict,
}

CAMPAIGNS = Aggregate(CAMPAIGN, CAMPAIGN_EVENTS, evolve_campaign, Campaign, OF_CAMPAIGNS)
COMPANIES = Aggregate(COMPANY, COMPANY_EVENTS, evolve_company, Company, OF_COMPANIES)
AGGREGATES = {CAMPAIGN: CAMPAIGNS, COMPANY: COMPANIES}
"""The aggregates by the kind of their streams."""


class HistoryEntry(NamedTuple):
    """An event with where it stands in the log: what a history says of one line."""

    recorded: store.RecordedEvent
    event: Any

    @property
    def entry(self) -> Entry:
        """The same for the pure functions of a history."""
        return Entry(self.recorded.version, self.at, self.event)

    @property
    def at(self) -> datetime:
        """When it was recorded."""
        return self.recorded.recorded


def log_name(aggregate: Aggregate, wire: str) -> str:
    """The name that an event bears in the log."""
    return f"{aggregate.key}.{wire}"


def stored(aggregate: Aggregate, event: Any) -> store.NewEvent:
    """An event as it is appended."""
    wire = aggregate.codec.type_of(event)
    return store.NewEvent(log_name(aggregate, wire), aggregate.codec.schema(wire), aggregate.codec.encode(event))


def decoded(aggregate: Aggregate, recorded: store.RecordedEvent) -> Any:
    """The event of a record, as it counts here; `Malformed` when streams of this kind have no such event."""
    event = read_event(aggregate, recorded.type, recorded.schema, recorded.body)
    return counted(recorded.stream, recorded.version, [event])[0]


def read_event(aggregate: Aggregate, name: str, schema: int, body: bytes) -> Any:
    """The event that stands in a log under `name`; `Malformed` when streams of this kind have no such event."""
    wire = name.removeprefix(f"{aggregate.key}.")
    if wire not in aggregate.event_types:
        raise Malformed(f"a {aggregate.key} has no event {name!r}", "type")
    return aggregate.codec.decode(wire, body, schema)


def events_of(aggregate: Aggregate, page: store.Page) -> Iterator[Any]:
    """The events of a page of the log, one after the other, as they count here; `Malformed` as `decoded`."""
    readers = _readers_by_number(aggregate)
    try:
        yield from counted(page.stream, page.first, [readers[kind](body) for kind, body in page])
    except (KeyError, msgspec.MsgspecError, Malformed):
        # A page has no names: read the events again, to say which it is.
        for recorded in store.read(page.stream, page.first - 1, page.last):
            decoded(aggregate, recorded)
        raise


def read_events(aggregate: Aggregate, stream: str, upto: int | None = None) -> Iterator[Any]:
    """The events of a stream from the first on, up to and with version `upto`; `Malformed` as `decoded`."""
    for page in store.read_pages(stream, upto=upto):
        yield from events_of(aggregate, page)


def history(aggregate: Aggregate, stream: str, after: int = 0, upto: int | None = None) -> Iterator[HistoryEntry]:
    """The events of a stream after version `after`, each with its record."""
    imports = store.imports_of(stream)
    for recorded in store.read(stream, after, upto):
        yield history_entry(aggregate, recorded, imports)


def history_entry(
    aggregate: Aggregate, recorded: store.RecordedEvent, imports: tuple[store.Provenance, ...]
) -> HistoryEntry:
    """An event as it counts here, with its record: who did it, as far as it is known here."""
    actor = store.actor_here(recorded.actor, imports, recorded.version)
    event = read_event(aggregate, recorded.type, recorded.schema, recorded.body)
    (event,) = counted(recorded.stream, recorded.version, [event], imports)
    return HistoryEntry(recorded._replace(actor=actor), event)


@cache
def _readers_by_number(aggregate: Aggregate) -> Mapping[tuple[int, int], Reader]:
    """What reads the bodies of each event under each schema there ever was, by the number of its name in the log."""
    own = aggregate.codec
    return {
        (store.type_id(log_name(aggregate, wire)), schema): own.reader(wire, schema)
        for wire in aggregate.event_types
        for schema in range(1, own.schema(wire) + 1)
    }
