"""Folds of long streams, kept where the next process finds them: a cache, which may vanish at any time.

Whoever had to fold far leaves one; so nobody who writes pays for it, and short streams have none.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any, NamedTuple

import msgspec
import structlog
from django.db import DatabaseError, connection

from campaigns.event_codec import Aggregate
from campaigns.provenance import counted
from eventstore import api as store
from rules.kernel.fold_code import code_of, digest_of, module_code, reached_modules
from web.provenance import outsider_key

FAR = 1_000
"""So many events are folded rather than a snapshot left."""

events_log = structlog.get_logger(__name__)


class Fold(NamedTuple):
    """What a stream adds up to after its event `version`, whose hash is `hash`."""

    state: Any
    version: int
    hash: bytes


class CachedAggregate(msgspec.Struct, frozen=True):
    """What a snapshot holds."""

    state: msgspec.Raw
    hash: str


def find(aggregate: Aggregate, stream: str, upto: int | None) -> Fold | None:
    """The latest fold of a stream at or before event `upto`; None where there is none, or none that can be read."""
    saved = store.load_snapshot(stream, fold_version(aggregate), upto)
    if saved is None:
        return None
    try:
        cached = msgspec.json.decode(saved.body, type=CachedAggregate)
        state = msgspec.json.decode(cached.state, type=aggregate.state_type)
        return Fold(state, saved.version, bytes.fromhex(cached.hash))
    except ValueError:
        store.discard_snapshot(stream, saved.version, fold_version(aggregate))
        return None


def leave(aggregate: Aggregate, stream: str, fold: Fold) -> None:
    """Keep a fold for others; best effort, and never within a transaction, which it could spoil."""
    if connection.in_atomic_block:
        return
    cached = CachedAggregate(msgspec.Raw(msgspec.json.encode(fold.state)), fold.hash.hex())
    try:
        store.save_snapshot(stream, fold.version, fold_version(aggregate), msgspec.json.encode(cached))
    except DatabaseError as error:
        events_log.warning("snapshot.failed", stream=stream, error=str(error))


@cache
def fold_version(aggregate: Aggregate) -> str:
    """What snapshots are keyed by: another whenever the same events could fold to something else.

    That is the shape of the state, and the code of every module that folds, that upcasts, and of this one.
    """
    shape = msgspec.json.encode(msgspec.json.schema(aggregate.state_type))
    code = [digest for name in fold_modules(aggregate) for digest in module_code(name)]
    return digest_of([sys.version.encode(), shape, *code, *code_of(aggregate.upcasts)])


def fold_modules(aggregate: Aggregate) -> list[str]:
    """Names of the modules whose code folds events of this kind.

    All that `evolve` reaches, what reads the events, and what says whom they name when they come from a file.
    """
    folding = reached_modules([aggregate.evolve.__module__, "rules.kernel.codec", "rules.kernel.progression"])
    naming = (counted.__module__, outsider_key.__module__, store.untrusted_imports.__module__)
    return sorted([*folding, *naming, Aggregate.__module__, __name__])
