"""A match as plain documents, each for certain eyes: what is asked, what happened, what waits for dice."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from eventstore import api as store
from matches import event_codec
from matches.access import Role, access
from matches.loading import LoadedMatch
from matches.models import stream_of
from matches.rulebooks import mods_with_texts, rule_text
from rules.kernel.agenda import Secret
from rules.kernel.asks import GM
from rules.kernel.dice import NoKey
from rules.kernel.table_events import CommandOpened, DiceCorrected, DiceEntered
from rules.kernel.visibility import HIDDEN, secrets_of, visible
from web.errors import Refusal
from web.people import Person

LOOK_BACK = 32
# Events that are further apart are looked up in the whole log at once.
FAR_APART = 500
LONGEST_ECHO = 100


def plain(value: Any) -> Any:
    """Structs and tuples as JSON would give them back: objects and lists."""
    return msgspec.json.decode(msgspec.json.encode(value))


def eyes_of(match: LoadedMatch, who: Person, seat: str = "") -> str:
    """With whose eyes somebody looks at a match.

    They are "gm", a seat, or "" for what everybody sees. Forbidden for other seats.
    """
    check_speaker(match, seat, "seat")
    return access(who, match.roster).eyes(seat)


def check_speaker(match: LoadedMatch, seat: str, field: str) -> None:
    """Refuse whoever is neither a seat of the match nor its GM; nobody in particular ("") is not."""
    known = (GM, *match.table.seats)
    if seat and seat not in known:
        message = f"There is no seat {seat[:LONGEST_ECHO]!r}; there are: {', '.join(known)}."
        raise Refusal("unknown_seat", message, field=field, rule="KERNEL-TABLE-02", status=400)


def pending_document(match: LoadedMatch, who: Person, seat: str = "") -> dict[str, Any]:
    """Who must decide what, `{"id", "asks", "paused"}`.

    Each ask comes with the words of the rule it is asked by; its options are for who decides.
    """
    eyes = eyes_of(match, who, seat)
    own = (GM, *access(who, match.roster).seats) if eyes == GM else (eyes,)
    asks = [
        {
            **plain(ask),
            "rule_text": rule_text(match.ruleset.key, ask.rule),
            "yours": eyes == GM or ask.seat in own,
        }
        for ask in match.asks_of(eyes)
    ]
    return {"id": match.version, "asks": asks, "paused": match.table.paused}


def outcome_document(match: LoadedMatch) -> dict[str, Any] | None:
    """Why the match ended, who won and the score; None while it goes on."""
    outcome = match.table.outcome()
    if outcome is None:
        return None
    return {
        "termination": outcome.termination,
        "winner": outcome.winner,
        "winners": list(outcome.winners or filter(None, [outcome.winner])),
        "score": dict(outcome.score),
    }


def imports_document(match: LoadedMatch) -> list[dict[str, Any]]:
    """Where a match comes from: each import by whom and when, which events, and whether a trusted server has signed."""
    return [
        {"by": one.by, "at": one.at.isoformat(), "first": one.first, "last": one.last, "trusted": one.trusted}
        | {"words": one.words}
        for one in store.describe_imports(match.imports)
    ]


def need_document(match: LoadedMatch, who: Person) -> dict[str, Any] | None:
    """The roll that waits for dice, with the words of its rules.

    None when none waits any more, when it is a secret of others, or when house dice come before it whose secret is not
    here.
    """
    opened = match.table.opened
    if opened is None or not match.settled or match.table.outcome() is not None:
        return None
    if opened.secret is not None and not _lets_in(opened.secret, access(who, match.roster)):
        return None
    try:
        need = match.table.need(match.house_key())
    except NoKey:  # which house dice come before it nobody can tell
        return None
    if need is None:
        return None
    key = match.ruleset.key
    return {
        **plain(need),
        "mods": mods_with_texts(key, need.mods),
        "rule_text": rule_text(key, need.rule),
        "typed": list(opened.tape),
    }


def _lets_in(secret: Secret, role: Role) -> bool:
    return role.gm or any(seat in secret.seats for seat in role.seats)


def event_documents(
    match: LoadedMatch, who: Person, after: int, upto: int, seat: str = ""
) -> tuple[list[dict[str, Any]], Any]:
    """The events `after` + 1 to `upto` as these eyes may see them now, and the last of them itself, if there is one.

    Each is `{"n", "recorded_at", "type", …fields}`; one that is hidden yet has the type "hidden" and, for fields,
    `redacted` and its `hash`: what kind of event it is would tell the secret.
    """
    return documents_of(match, who, list(store.read(match.stream, after, upto)), seat)


def documents_of(
    match: LoadedMatch, who: Person, recorded: Sequence[store.RecordedEvent], seat: str = ""
) -> tuple[list[dict[str, Any]], Any]:
    """The same of events that were read already, or just written. They follow one another."""
    eyes = eyes_of(match, who, seat)
    events = [match.shown(one.version, event_codec.decoded(match.ruleset, one)) for one in recorded]
    after = recorded[0].version - 1 if recorded else match.version
    whole = () if eyes == GM else log_with_secrets(match, events, after)
    return redacted_documents(recorded, events, eyes, whole), events[-1] if events else None


def log_with_secrets(match: LoadedMatch, events: Sequence[Any], after: int) -> Sequence[Any]:
    """All events of the log where there is a secret among `events`, which follow event `after`; else none.

    Whether it is still one, what came later tells.
    """
    return list(event_codec.read_events(match.ruleset, match.stream)) if _hold_secrets(match, events, after) else ()


def redacted_documents(
    recorded: Sequence[store.RecordedEvent], events: Sequence[Any], eyes: str, whole: Sequence[Any]
) -> list[dict[str, Any]]:
    """The documents of events for these eyes; `whole` is the log that tells what is secret (`log_with_secrets`)."""
    seen = _visible(events, recorded[0].version - 1, eyes, whole) if recorded else []
    return [_document(one, event, may_see) for one, event, may_see in zip(recorded, events, seen, strict=True)]


def visible_versions(match: LoadedMatch, who: Person, versions: Collection[int]) -> set[int]:
    """Those of these events that somebody may see by now."""
    eyes = eyes_of(match, who)
    first, last = min(versions), min(max(versions), match.version)
    if eyes == GM:
        return set(versions)
    if last - first >= FAR_APART:
        seen = visible(list(event_codec.read_events(match.ruleset, match.stream)), eyes)
        return {version for version in versions if version <= len(seen) and seen[version - 1]}
    events = [event_codec.decoded(match.ruleset, one) for one in store.read(match.stream, first - 1, last)]
    seen = _visible(events, first - 1, eyes, log_with_secrets(match, events, first - 1))
    return {version for version in versions if version <= last and seen[version - first]}


def nothing_hidden(match: LoadedMatch, who: Person, upto: int) -> bool:
    """Whether somebody may see every event up to `upto` by now."""
    events = list(event_codec.read_events(match.ruleset, match.stream))
    return all(visible(events, eyes_of(match, who))[:upto])


def nothing_secret(match: LoadedMatch, upto: int) -> bool:
    """Whether everybody may see every event up to `upto` by now."""
    events = list(event_codec.read_events(match.ruleset, match.stream))
    return all(visible(events, "")[:upto])


def _visible(events: Sequence[Any], after: int, eyes: str, whole: Sequence[Any]) -> list[bool]:
    """Whether these eyes may see each of `events`, which follow event `after`; all where `whole` is empty."""
    if eyes == GM or not whole:
        return [True] * len(events)
    return visible(whole, eyes)[after : after + len(events)]


def _hold_secrets(match: LoadedMatch, events: Sequence[Any], after: int) -> bool:
    """Whether there is a secret among `events`, which follow `after`. Typed dice are one where their command is."""
    first = next((event for event in events if isinstance(event, DiceEntered | DiceCorrected | CommandOpened)), None)
    before: list[Any] = []
    if isinstance(first, DiceEntered | DiceCorrected):
        # Their command was opened shortly before; if not so shortly, the whole log will tell.
        recorded = store.read(stream_of(match.id), max(0, after - LOOK_BACK), after)
        before = [event_codec.decoded(match.ruleset, one) for one in recorded]
        if not any(isinstance(event, CommandOpened) for event in before):
            return True
    return any(secret is not None for secret in secrets_of([*before, *events]))


def _document(recorded: store.RecordedEvent, event: Any, may_see: bool) -> dict[str, Any]:
    head = {"n": recorded.version, "recorded_at": recorded.recorded.isoformat()}
    if may_see:
        return head | plain(event)
    return head | {"type": HIDDEN, "redacted": True, "hash": recorded.hash.hex()}
