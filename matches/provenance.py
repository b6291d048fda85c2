"""Matches from outside: what is said of where they come from, and people who are names without a person.

Whoever forges a file may write any account's key into it. So what a match tells of people in a version that no trusted
house has signed for is read with another key, which nobody bears here; names stay. The events themselves are untouched.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from eventstore import api as store
from matches.facts import CoGmsSet, Fact, GmSet, Holder, MatchHosted, Roster, SeatTaken, after
from web.provenance import outsider_key

NAMING = (MatchHosted, GmSet, SeatTaken, CoGmsSet)
"""The events that name people."""


def counted(event: Any, imports: Iterable[store.Provenance], version: int) -> Any:
    """The fact that is event `version` as it counts here.

    In what no trusted server has signed for, people are names without a person, and whoever brought it is the GM.
    """
    strange = store.untrusted_imports(imports, version)
    if not strange:
        return event
    runs = next((Holder(one.person, store.importer(one.actor)) for one in reversed(strange) if one.person), None)
    named = names_only(event)
    return replace(named, gm=runs) if runs and isinstance(event, MatchHosted | GmSet) else named


def names_only(event: Any) -> Any:
    """An event of a match with nobody's keys in the place of those it names people by."""
    match event:
        case MatchHosted(gm=Holder() as gm) | GmSet(gm=gm):
            return replace(event, gm=_name_of(gm))
        case SeatTaken(holder=holder):
            return replace(event, holder=_name_of(holder))
        case CoGmsSet(co_gms=people):
            return replace(event, co_gms=tuple(map(_name_of, people)))
    return event


def roster_here(events: Iterable[Any], imports: Iterable[store.Provenance]) -> Roster:
    """The roster that the events of a match, from the first on, add up to here."""
    roster, origins = Roster(), tuple(imports)
    for version, event in enumerate(events, 1):
        if isinstance(event, Fact):
            roster = after(roster, counted(event, origins, version) if isinstance(event, NAMING) else event)  # type: ignore[arg-type]  # all facts there are
    return roster


def _name_of(holder: Holder) -> Holder:
    return Holder(outsider_key(holder.user), store.name_elsewhere(holder.name))
