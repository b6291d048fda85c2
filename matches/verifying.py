"""Is a match what it says it is? Its chain of hashes, its rules played again, its dice recomputed."""

from __future__ import annotations

import uuid
from typing import Any

from msgspec.structs import replace

from eventstore import api as store
from eventstore.models import Seal
from matches import event_codec
from matches.dice_secrets import REPLACED
from matches.documents import eyes_of, imports_document
from matches.loading import LoadedMatch
from matches.queries import load
from rules.kernel.audit import Audit, Finding, audit
from rules.kernel.rolls import Rolled
from rules.kernel.visibility import visible
from web.people import Person


def verify_match(who: Person, match_id: uuid.UUID) -> dict[str, Any]:
    """Verify a match: `ok`, the `chain` of hashes, the `rules`, the house `dice`, and where it was `imported` from.

    * chain: every event follows from the one before it; `sealed` tells whether a seal covers its last event.
    * rules: every command decided again under today's rules; a difference is shown and is no fault of the log.
    * dice: every house die recomputed from the secret, which the server knows before it is revealed; a secret kept here
      that is not the one committed to is a finding of its own. `words` say what was done, in typed dice nothing.
    * imported: where it comes from; good hashes say nothing of who wrote what came without a trusted seal.
    Where a finding concerns an event that is hidden from the asker, only its number and kind are told.
    """
    match = load(who, match_id).match
    imported = {"imported": imports_document(match)}
    try:
        pages = store.verified_pages(match.stream)
        events = [event for page in pages for event in event_codec.events_of(match.ruleset, page)][: match.version]
    except store.BrokenChain:
        # Play is not judged where it may not be what was played.
        broken = [finding.as_dict() for finding in store.verify_stream(match.stream)]
        return {
            "ok": False,
            "version": match.version,
            "chain": _chain(match, broken),
            "rules": None,
            "dice": None,
        } | imported
    found = audit(match.ruleset, events, match.secret())
    if match.secret_replaced():
        found = replace(found, dice=(Finding(1, "secret_replaced", REPLACED), *found.dice))
    seen = visible(events, eyes_of(match, who))
    return {
        "ok": found.verified,
        "version": match.version,
        "chain": _chain(match, []),
        "rules": _rules(found, seen),
        "dice": _dice(match, found, seen, sum(isinstance(one, Rolled) and one.source == "house" for one in events)),
        **imported,
    }


def _chain(match: LoadedMatch, findings: list[dict[str, Any]]) -> dict[str, Any]:
    last = next(iter(store.read(match.stream, after=match.version - 1, upto=match.version)), None)
    sealed = last is not None and Seal.objects.filter(last_position__gte=last.position).exists()
    return {"ok": not findings, "head": match.hash.hex(), "sealed": sealed, "findings": findings}


def _rules(found: Audit, seen: list[bool]) -> dict[str, Any]:
    return {
        "ok": found.differs is None,
        "verdict": f"verified under {found.ruleset} v{found.version}"
        if found.differs is None
        else f"differs from event {found.differs.n}",
        "ruleset": found.ruleset,
        "version": found.version,
        "played_under": found.played_under,
        "decisions": found.decisions,
        "differs": _finding_document(found.differs, seen) if found.differs else None,
    }


def _dice(match: LoadedMatch, found: Audit, seen: list[bool], by_house: int) -> dict[str, Any]:
    return {
        "ok": not found.dice,
        "words": _dice_words(found, by_house),
        "commitment": match.table.commitment,
        "secret": match.table.secret or None,
        "rolls": found.rolls,
        "recomputed": found.recomputed,
        "findings": [_finding_document(finding, seen) for finding in found.dice],
    }


def _dice_words(found: Audit, by_house: int) -> str:
    """What came of the dice, of which `by_house` rolls were the server's; nothing is said to be done that was not."""
    if found.dice:
        return "differ from those of the secret"
    if not found.rolls:
        return "no dice have been rolled yet"
    if not by_house:
        return "all dice are table dice, so there is nothing to recompute"
    if not found.recomputed:
        return f"{by_house} of {found.rolls} rolls are house dice, which cannot be recomputed: their secret is not here"
    typed = f"; the other {found.rolls - by_house} are table dice" if by_house < found.rolls else ""
    return f"{found.recomputed} of {found.rolls} rolls recomputed from the secret, all identical{typed}"


def _finding_document(finding: Finding, seen: list[bool]) -> dict[str, Any]:
    shown = 1 <= finding.n <= len(seen) and seen[finding.n - 1]
    return {"n": finding.n, "code": finding.code, "message": finding.message if shown else ""}
