"""A match as plain documents, each for certain eyes: what is asked, what happened, what waits for dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from eventstore import api as store
from matches import log
from matches.access import Person, Role, access
from matches.errors import Refusal
from matches.loading import LoadedMatch
from matches.models import stream_of
from matches.rulebooks import mods_with_texts, rule_text
from rules.kernel.agenda import Secret
from rules.kernel.ruleset import GM
from rules.kernel.table_events import CommandOpened, DiceCorrected, DiceEntered
from rules.kernel.visibility import HIDDEN, secrets_of, visible

LOOK_BACK = 32
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


def need_document(match: LoadedMatch, who: Person) -> dict[str, Any] | None:
    """The roll that waits for dice, with the words of its rules.

    None when none waits, or when it is a secret of others.
    """
    opened = match.table.opened
    if opened is None:
        return None
    if opened.secret is not None and not _lets_in(opened.secret, access(who, match.roster)):
        return None
    need = match.table.need(match.house_key())
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
    match: LoadedMatch, who: Person, recorded: Sequence[store.Recorded], seat: str = ""
) -> tuple[list[dict[str, Any]], Any]:
    """The same of events that were read already, or just written. They follow one another."""
    eyes = eyes_of(match, who, seat)
    after = recorded[0].version - 1 if recorded else match.version
    events = [log.decoded(match.ruleset, one) for one in recorded]
    seen = _visible(match, eyes, events, after)
    documents = [_document(one, event, may_see) for one, event, may_see in zip(recorded, events, seen, strict=True)]
    return documents, events[-1] if events else None


def nothing_hidden(match: LoadedMatch, who: Person, upto: int) -> bool:
    """Whether somebody may see every event up to `upto` by now."""
    events = list(log.read_events(match.ruleset, match.stream))
    return all(visible(events, eyes_of(match, who))[:upto])


def nothing_secret(match: LoadedMatch, upto: int) -> bool:
    """Whether everybody may see every event up to `upto` by now."""
    events = list(log.read_events(match.ruleset, match.stream))
    return all(visible(events, "")[:upto])


def _visible(match: LoadedMatch, eyes: str, events: Sequence[Any], after: int) -> list[bool]:
    """Whether these eyes may see each of `events`, which follow event `after`."""
    if eyes == GM or not _hold_secrets(match, events, after):
        return [True] * len(events)
    whole = list(log.read_events(match.ruleset, match.stream))
    return visible(whole, eyes)[after : after + len(events)]


def _hold_secrets(match: LoadedMatch, events: Sequence[Any], after: int) -> bool:
    """Whether there is a secret among `events`, which follow `after`. Typed dice are one where their command is."""
    first = next((event for event in events if isinstance(event, DiceEntered | DiceCorrected | CommandOpened)), None)
    before: list[Any] = []
    if isinstance(first, DiceEntered | DiceCorrected):
        # Their command was opened shortly before; if not so shortly, the whole log will tell.
        recorded = store.read(stream_of(match.id), max(0, after - LOOK_BACK), after)
        before = [log.decoded(match.ruleset, one) for one in recorded]
        if not any(isinstance(event, CommandOpened) for event in before):
            return True
    return any(secret is not None for secret in secrets_of([*before, *events]))


def _document(recorded: store.Recorded, event: Any, may_see: bool) -> dict[str, Any]:
    head = {"n": recorded.version, "recorded_at": recorded.recorded.isoformat()}
    if may_see:
        return head | plain(event)
    return head | {"type": HIDDEN, "redacted": True, "hash": recorded.hash.hex()}
