"""Is a match what it says it is? Its chain of hashes, its rules played again, its dice recomputed."""

from __future__ import annotations

import uuid
from typing import Any

from eventstore import api as store
from eventstore.models import Seal
from matches import log
from matches.access import Person
from matches.documents import eyes_of
from matches.loading import LoadedMatch
from matches.reading import load
from rules.kernel.audit import Audit, Finding, audit
from rules.kernel.visibility import visible


def verify_match(who: Person, match_id: uuid.UUID) -> dict[str, Any]:
    """Verify a match: `ok`, the `chain` of hashes, the `rules` and the house `dice`.

    * chain: every event follows from the one before it; `sealed` tells whether a seal covers its last event.
    * rules: every command decided again under today's rules; a difference is shown and is no fault of the log.
    * dice: every house die recomputed from the secret, which the server knows before it is revealed.
    Where a finding concerns an event that is hidden from the asker, only its number and kind are told.
    """
    match = load(who, match_id).match
    try:
        pages = store.verified_pages(match.stream)
        events = [event for page in pages for event in log.events_of(match.ruleset, page)][: match.version]
    except store.BrokenChain:
        # Play is not judged where it may not be what was played.
        broken = [finding.as_dict() for finding in store.verify_stream(match.stream)]
        return {"ok": False, "version": match.version, "chain": _chain(match, broken), "rules": None, "dice": None}
    found = audit(match.ruleset, events, match.secret())
    seen = visible(events, eyes_of(match, who))
    return {
        "ok": found.verified,
        "version": match.version,
        "chain": _chain(match, []),
        "rules": _rules(found, seen),
        "dice": _dice(match, found, seen),
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
        "differs": _told(found.differs, seen) if found.differs else None,
    }


def _dice(match: LoadedMatch, found: Audit, seen: list[bool]) -> dict[str, Any]:
    return {
        "ok": not found.dice,
        "commitment": match.table.commitment,
        "secret": match.table.secret or None,
        "rolls": found.rolls,
        "recomputed": found.recomputed,
        "findings": [_told(finding, seen) for finding in found.dice],
    }


def _told(finding: Finding, seen: list[bool]) -> dict[str, Any]:
    shown = 1 <= finding.n <= len(seen) and seen[finding.n - 1]
    return {"n": finding.n, "code": finding.code, "message": finding.message if shown else ""}
