"""The secrets of house dice that are kept here, each compared with what its match committed to when it was opened."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence

import msgspec

from eventstore import api as store
from eventstore.models import Event
from matches.models import DiceSecret, secret_of, stream_of
from rules.kernel.dice import commitment
from rules.kernel.table_events import MatchOpened

REPLACED = "The secret kept here for the house dice is not the one that was committed to before the first roll."
PAGE = 500


def committed_secret(match: uuid.UUID, promised: str) -> bytes:
    """The secret of a match's house dice; empty where none is kept, or another than the commitment promises."""
    secret = secret_of(match) or b""
    return secret if commitment(secret) == promised else b""


def is_replaced(match: uuid.UUID, promised: str) -> bool:
    """Whether a secret is kept for a match that is not the one its commitment promises."""
    secret = secret_of(match)
    return secret is not None and commitment(secret) != promised


@store.register_check
def replaced_secrets() -> Iterator[store.Finding]:
    """A finding for each match whose secret was replaced."""
    kept = dict(DiceSecret.objects.values_list("match", "secret"))
    matches = sorted(kept)
    for start in range(0, len(matches), PAGE):
        names = {stream_of(match): match for match in matches[start : start + PAGE]}
        for stream, promised in _commitments(list(names)):
            if commitment(bytes(kept[names[stream]])) != promised:
                yield store.Finding("secret", REPLACED, stream=stream)


def _commitments(streams: Sequence[str]) -> Iterator[tuple[str, str]]:
    """By stream what its match committed to."""
    opened = Event.objects.filter(stream__name__in=streams, version=1).order_by("position")
    for stream, body in opened.values_list("stream__name", "body"):
        yield stream, msgspec.json.decode(bytes(body), type=MatchOpened).commitment
