"""The replay of a match, whole for the replay page and piece by piece for who follows it live."""

from __future__ import annotations

import uuid
from typing import Any

from eventstore import api as store
from matches import log
from matches.access import Person
from matches.documents import event_documents, eyes_of, plain
from matches.loading import LoadedMatch, load_match
from matches.models import stream_of
from matches.reading import load
from matches.rulebooks import cited, texts_of
from rules.kernel.record import Record
from rules.kernel.replay import diff, replay


def replay_document(who: Person, match_id: uuid.UUID, seat: str = "") -> dict[str, Any]:
    """The kernel's replay document for these eyes, with `title`, when each event was recorded, and `rules`: ID → words.

    A hidden event bears its `hash`.
    """
    match = load(who, match_id).match
    recorded = list(store.read(stream_of(match_id), upto=match.version))
    record = Record.of_events(match.ruleset, [log.decoded(match.ruleset, one) for one in recorded])
    document: dict[str, Any] = plain(replay(record, eyes_of(match, who, seat)))
    for entry, one in zip(document["events"], recorded, strict=True):
        entry["recorded_at"] = one.recorded.isoformat()
        if entry.get("redacted"):
            entry["hash"] = one.hash.hex()
    document["title"] = match.roster.title
    document["rules"] = texts_of(match.ruleset.key, cited(document["events"]))
    return document


def entries_after(
    who: Person, match_id: uuid.UUID, version: int, seat: str = "", limit: int | None = None
) -> dict[str, Any]:
    """What happened after event `version`, as the replay tells it: `{"version", "pending_id", "entries", "status"}`.

    Each entry is an event for these eyes with its `patch` to their view; `asks` says who must decide after a decision
    point. There are at most `limit` of them.
    """
    match = load(who, match_id).match
    eyes = eyes_of(match, who, seat)
    told: dict[str, Any] = {
        "version": match.version,
        "pending_id": match.version,
        "status": match.status().value,
        "entries": [],
    }
    if version >= match.version:
        return told
    upto = match.version if limit is None else min(match.version, version + limit)
    told["entries"], _ = event_documents(match, who, version, upto, seat)
    _add_patches(told["entries"], load_match(match_id, max(version, 1)), eyes, version)
    return told


def _add_patches(entries: list[dict[str, Any]], then: LoadedMatch, eyes: str, version: int) -> None:
    """Let `then`, the match after event `version`, play the entries, noting how the view changes."""
    ruleset, table = then.ruleset, then.table
    view: Any = plain(ruleset.view(table.state, eyes)) if version and table.state is not None else {}
    recorded = store.read(stream_of(then.id), version, version + len(entries))
    for entry, one in zip(entries, recorded, strict=True):
        event = log.decoded(ruleset, one)
        if one.version > table.version:
            table.apply(event, then.past)
        now = plain(ruleset.view(table.state, eyes)) if table.state is not None else {}
        entry["patch"] = diff(view, now)
        view = now
        if table.at_decision_point(event):
            entry["asks"] = _asks(then)


def _asks(match: LoadedMatch) -> list[dict[str, Any]]:
    if match.table.outcome() is not None:
        return []
    asks = match.ruleset.pending(match.state).asks
    return [{"seat": a.seat, "kind": a.kind, "rule": a.rule, "why": a.why, "player": a.player} for a in asks]
