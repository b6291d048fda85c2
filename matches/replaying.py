"""The replay of a match, whole for the replay page and piece by piece for who follows it live."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eventstore import api as store
from matches import event_codec
from matches.documents import eyes_of, imports_document, log_with_secrets, plain, redacted_documents
from matches.loading import LoadedMatch, load_match
from matches.models import stream_of
from matches.queries import load
from matches.rulebooks import cited, texts_of
from rules.kernel.record import Record
from rules.kernel.replay import diff, replay
from web.people import Person


def replay_document(who: Person, match_id: uuid.UUID, seat: str = "", version: int | None = None) -> dict[str, Any]:
    """The kernel's replay document for these eyes, with `title`, when each event was recorded, and `rules`: ID → words.

    `imported` tells where the match comes from. A hidden event bears its `hash`. `version`: as the match stood after
    that event.
    """
    match = load(who, match_id, version).match
    recorded = list(store.read(stream_of(match_id), upto=match.version))
    events = [match.shown(one.version, event_codec.decoded(match.ruleset, one)) for one in recorded]
    record = Record.of_events(match.ruleset, events)
    document: dict[str, Any] = plain(replay(record, eyes_of(match, who, seat)))
    for entry, one in zip(document["events"], recorded, strict=True):
        entry["recorded_at"] = one.recorded.isoformat()
        if entry.get("redacted"):
            entry["hash"] = one.hash.hex()
    document["title"] = match.roster.title
    document["imported"] = imports_document(match)
    document["rules"] = texts_of(match.ruleset.key, cited(document["events"]))
    return document


@dataclass(frozen=True, slots=True)
class Happening:
    """An event with the game's state after it; `asks` says who must decide then, None in the midst of a command."""

    recorded: store.RecordedEvent
    event: Any
    state: Any
    asks: list[dict[str, Any]] | None


@dataclass(frozen=True, slots=True)
class MatchUpdate:
    """What happened in a match after event `after`, read once for whoever follows it.

    `match` is as it stands now, which may be later; nobody changes it. `state` is the game's before the first of the
    `happenings`, `whole` the log that tells what of them is secret (`log_with_secrets`).
    """

    match: LoadedMatch
    after: int
    state: Any
    happenings: tuple[Happening, ...] = ()
    whole: Sequence[Any] = ()

    @property
    def upto(self) -> int:
        """The number of the last event of them."""
        return self.after + len(self.happenings)


def news_after(match_id: uuid.UUID, version: int, limit: int, known: LoadedMatch | None = None) -> MatchUpdate:
    """What happened after event `version`, at most `limit` events. NotThere where there is no such match.

    `known`: the match as it stood then, where the caller has it; it stays as it is.
    """
    if known is not None and known.version == version:
        # With the event before them: where that is another one, the log is another one, too.
        recorded = list(store.read(known.stream, version - 1, version + limit))
        if recorded and recorded[0].hash == known.hash:
            return _played(known, recorded[1:], match_id if len(recorded) > limit else None)
    now = load_match(match_id)
    if version >= now.version:
        return MatchUpdate(now, version, now.state)
    then = load_match(match_id, version) if version else LoadedMatch(match_id, now.ruleset)
    recorded = list(store.read(now.stream, version, version + limit))
    return _played(then, recorded, match_id if recorded[-1].version < now.version else None)


def _played(then: LoadedMatch, recorded: Sequence[store.RecordedEvent], further: uuid.UUID | None) -> MatchUpdate:
    """The news that `recorded` is after `then`; `further`: the match, where it has come further than that."""
    match, happenings = then.copy(), []
    for one in recorded:
        event = match.shown(one.version, event_codec.decoded(match.ruleset, one))
        match.advance([event], one.hash)
        asks = _asks(match) if match.table.at_decision_point(event) else None
        happenings.append(Happening(one, event, match.state, asks))
    whole = log_with_secrets(match, [one.event for one in happenings], then.version)
    now = load_match(further) if further is not None else match
    return MatchUpdate(now, then.version, then.state, tuple(happenings), whole)


def entries_for(news: MatchUpdate, eyes: str) -> dict[str, Any]:
    """The news as the replay tells them to these eyes: `{"version", "pending_id", "status", "entries"}`.

    `version` is that of the last entry. Each entry is an event with its `patch` to the view of these eyes; `asks`
    says who must decide after a decision point.
    """
    recorded = [one.recorded for one in news.happenings]
    entries = redacted_documents(recorded, [one.event for one in news.happenings], eyes, news.whole)
    state, view = news.state, _view(news, news.state, eyes)
    for entry, one in zip(entries, news.happenings, strict=True):
        entry["patch"] = []
        if one.state is not state:
            now = _view(news, one.state, eyes)
            entry["patch"] = diff(view, now)
            state, view = one.state, now
        if one.asks is not None:
            entry["asks"] = one.asks
    match = news.match
    return {"version": news.upto, "pending_id": match.version, "status": match.status().value, "entries": entries}


def _view(news: MatchUpdate, state: Any, eyes: str) -> Any:
    return plain(news.match.ruleset.view(state, eyes)) if state is not None else {}


def _asks(match: LoadedMatch) -> list[dict[str, Any]]:
    if match.table.outcome() is not None:
        return []
    asks = match.ruleset.pending(match.state).asks
    return [{"seat": a.seat, "kind": a.kind, "rule": a.rule, "why": a.why, "player": a.player} for a in asks]
