"""Looking at a match: as it stands, as it stood, event by event. Nothing here changes anything."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from eventstore import api as store
from matches.access import Role, access
from matches.documents import (
    event_documents,
    eyes_of,
    imports_document,
    outcome_document,
    pending_document,
    plain,
)
from matches.fork_origins import from_import
from matches.handler import command_id
from matches.invitations import waiting
from matches.loading import LoadedMatch, load_match
from matches.models import stream_of
from matches.rulebooks import cited, texts_of
from rules.kernel.asks import GM
from web.errors import NotThere
from web.people import Person
from web.untrusted_input import within

MOST_EVENTS = 500
MOST_COMMANDS = 5_000


@dataclass(frozen=True, slots=True)
class VisibleMatch:
    """A match somebody may see, and what they are in it."""

    match: LoadedMatch
    role: Role


def load(who: Person, match_id: uuid.UUID, version: int | None = None) -> VisibleMatch:
    """The match as it stands, or as it stood after event `version`. Who may see it is who may see it now.

    NotThere where there is no such match or event, or where it is not for these eyes.
    """
    now = load_match(match_id)
    role = access(who, now.roster)
    if not role.sees:
        raise NotThere("match")
    if not (role.gm or role.seats):
        now.for_strangers()
    if version is None or version == now.version:
        return VisibleMatch(now, role)
    then = load_match(match_id, version)
    then.roster, then.strange_eyes = now.roster, now.strange_eyes
    return VisibleMatch(then, role)


def version_before(who: Person, match_id: uuid.UUID, key: str) -> int | None:
    """The version of the match before the command that a person gave it under a key; None where there is none."""
    command = store.find_command(command_id(who.key, key)) if who.key and key else None
    if command is None or command.stream != stream_of(match_id):
        return None
    return command.first_version - 1


def match_document(who: Person, match_id: uuid.UUID) -> dict[str, Any]:
    """The head of a match: title, game, people, how far it has come, and what the asker is in it."""
    seen = load(who, match_id)
    match, table, roster = seen.match, seen.match.table, seen.match.roster
    invited = waiting(match_id, roster) if seen.role.gm else {}
    return {
        "id": str(match.id),
        "title": roster.title,
        "ruleset": match.ruleset.key,
        "ruleset_title": match.ruleset.title,
        "ruleset_version": match.ruleset_version,
        "status": match.status().value,
        "visibility": roster.visibility,
        "open_seats": roster.open_seats,
        "version": match.version,
        "gm": roster.gm.name if roster.gm else None,
        **({"gm_invited": invited[GM]} if GM in invited else {}),
        "seats": seat_documents(match, invited),
        "dice": dict(table.dice_kinds),
        "commitment": table.commitment,
        "forked_from": _source(match),
        "outcome": outcome_document(match),
        "clock": clock_document(match),
        "imported": imports_document(match),
        "role": {"name": seen.role.name, "seats": list(seen.role.seats)},
    }


def _source(match: LoadedMatch) -> dict[str, Any] | None:
    origin = match.table.origin
    if origin is None:
        return None
    source = {"match": origin.match, "version": origin.version, "hash": origin.hash}
    return source | {"imported": from_import(origin)}


def seat_documents(match: LoadedMatch, invited: Mapping[str, str]) -> list[dict[str, Any]]:
    """Each seat, who holds it, and who is invited to it, where that is told."""
    holders = match.roster.seats
    return [
        {
            "seat": seat,
            "holder": holders[seat].name if seat in holders else None,
            **({"invited": invited[seat]} if seat in invited else {}),
        }
        for seat in match.table.seats
    ]


def seats_seen(who: Person, match_id: uuid.UUID) -> list[dict[str, Any]]:
    """The seats of a match, for who runs it with who is invited to them."""
    seen = load(who, match_id)
    return seat_documents(seen.match, waiting(match_id, seen.match.roster) if seen.role.gm else {})


def clock_document(match: LoadedMatch) -> dict[str, int | str]:
    """How far the game has come, by its own spans; nothing where no event of the game has come yet."""
    clock: dict[str, int | str] = match.ruleset.clock(match.state) if match.state is not None else {}
    return clock


def state_document(who: Person, match_id: uuid.UUID, version: int | None = None, seat: str = "") -> dict[str, Any]:
    """The situation as these eyes may see it, now or after event `version`; for the GM also as a position.

    NotThere before the match was fully opened: there is no situation yet.
    """
    match = load(who, match_id, version).match
    if match.version < match.table.opening or match.state is None:
        raise NotThere("situation")
    eyes = eyes_of(match, who, seat)
    document = {
        "version": match.version,
        "eyes": eyes,
        "status": match.status().value,
        "clock": clock_document(match),
        "view": plain(match.ruleset.view(match.state, eyes)),
        "pending": pending_document(match, who, seat),
        "outcome": outcome_document(match),
    }
    if eyes == GM and match.settled:
        document["position"] = plain(match.ruleset.position(match.state))
    return document


def pending_now(who: Person, match_id: uuid.UUID, seat: str = "") -> dict[str, Any]:
    """Who must decide what now; `id` is what an answer names as the question it is meant for."""
    return pending_document(load(who, match_id).match, who, seat)


def legal_commands(who: Person, match_id: uuid.UUID, seat: str = "", limit: int = 500) -> dict[str, Any]:
    """The commands that would be accepted now of who asks: `{"id", "commands": [{"seat", "command"}], "more"}`."""
    seen = load(who, match_id)
    match, eyes = seen.match, eyes_of(seen.match, who, seat)
    limit = within(limit, 1, MOST_COMMANDS, "limit")
    found: list[dict[str, Any]] = []
    quiet = match.table.opened is not None or match.table.outcome() is not None
    if not (quiet or (match.table.paused and eyes != GM) or not eyes):
        asked = {ask.seat for ask in match.pending().asks}
        own = (
            (owner, order)
            for order in match.ruleset.legal(match.state)
            if _may_give(owner := match.ruleset.owner(match.state, order), eyes, asked)
        )
        found = [{"seat": owner, "command": plain(order)} for owner, order in islice(own, limit + 1)]
    return {"id": match.version, "commands": found[:limit], "more": len(found) > limit}


def _may_give(owner: str, eyes: str, asked: Collection[str]) -> bool:
    """Whether a legal command is one of these eyes'; one that follows from nothing is for whoever is asked."""
    return eyes in (GM, owner) or (not owner and eyes in asked)


def events_page(
    who: Person, match_id: uuid.UUID, after: int = 0, limit: int = 100, seat: str = "", *, texts: bool = False
) -> dict[str, Any]:
    """Some events after event `after`, `{"events", "next", "version"}`; with `texts` also `rules`, ID → words.

    `next` is what to ask for after this page; None when it was the last.
    """
    match = load(who, match_id).match
    after = within(after, 0, 2**31, "after")
    upto = min(match.version, after + within(limit, 1, MOST_EVENTS, "limit"))
    events, _ = event_documents(match, who, after, upto, seat)
    page: dict[str, Any] = {"events": events, "next": upto if upto < match.version else None, "version": match.version}
    if texts:
        page["rules"] = texts_of(match.ruleset.key, cited(events))
    return page
