"""A match as the campaign that it is a battle of wants to know it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from campaigns.domain.world import Finished
from campaigns.provenance import belongs_here
from matches import event_codec
from matches.loading import load_match
from matches.models import stream_of
from rules.kernel.table_events import Origin, Rewound
from web.errors import NotThere


def finished(match_id: uuid.UUID, campaign: uuid.UUID | None = None) -> Finished:
    """The match as it stands, with all its events, None for those that do not count.

    NotThere when there is none, or when it is from outside and only says that it is one of `campaign`.
    """
    if not _belongs(match_id, campaign):
        raise NotThere("match")
    match = load_match(match_id)
    events = list(event_codec.read_events(match.ruleset, match.stream, match.version))
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
    events = list(event_codec.read_events(source.ruleset, source.stream, origin.version))
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
