"""Imported campaigns: people are names without accounts, and imported matches are not battles of campaigns here."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from campaigns.domain.campaign import events as ev
from campaigns.domain.company import events as cev
from campaigns.domain.event_base import Change
from campaigns.models import Battle, campaign_stream
from eventstore import api as store
from matches.models import Match
from web.provenance import outsider_key

NAMING: dict[type[Any], tuple[str, ...]] = {
    **dict.fromkeys(
        (
            ev.CampaignOpened,
            ev.Invited,
            ev.InviteWithdrawn,
            ev.JoinRequested,
            ev.RequestDeclined,
            ev.MemberJoined,
            ev.MemberLeft,
            ev.MemberRemoved,
            ev.RoleGiven,
            ev.CompanyOffered,
            ev.CompanyOfferEnded,
        ),
        ("account",),
    ),
    ev.CompanyEntered: ("owner",),
    ev.CompanyHandedOver: ("owner", "old"),
    cev.CompanyFounded: ("owner",),
    cev.Corrected: ("changes",),
    cev.Undone: ("changes",),
}
"""The events that name people, and the fields in which they do."""
NAMED = (ev.CampaignOpened, ev.Invited, ev.JoinRequested, ev.MemberJoined)
"""Those of them that tell a name as well, as `name`."""


def names_only(event: Any) -> Any:
    """An event with nobody's keys in the place of those it names people by, and their names told apart from ours."""
    keys = {field: _nobodies(getattr(event, field)) for field in NAMING.get(type(event), ())}
    names = {"name": store.name_elsewhere(event.name)} if isinstance(event, NAMED) else {}
    return replace(event, **keys, **names)


def _nobodies(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_nobodies, value))
    if isinstance(value, Change):
        return replace(value, old=_nobodies(value.old), new=_nobodies(value.new)) if value.field == "owner" else value
    return outsider_key(value) if isinstance(value, str) and value else value


def counted(
    stream: str, first: int, events: Iterable[Any], imports: tuple[store.Provenance, ...] | None = None
) -> list[Any]:
    """Events of a stream, the first of them its event `first`, as they count here.

    Where `imports` are not given they are looked up, if there is anything to look them up for.
    """
    found = list(events)
    for place, event in enumerate(found):
        if type(event) in NAMING:
            imports = store.imports_of(stream) if imports is None else imports
            if store.untrusted_imports(imports, first + place):
                found[place] = names_only(event)
    return found


def belongs_here(match: str, campaign: uuid.UUID) -> bool:
    """Whether a match (its stream) may be a battle of a campaign here.

    One from a file that no trusted house has signed for only says that it is one, unless the campaign came with it.
    """
    strange = {one.file for one in store.imports_of(match) if not one.trusted}
    return not strange or strange <= {one.file for one in store.imports_of(campaign_stream(campaign))}


def imports_among(battles: Iterable[Battle]) -> dict[str, Match]:
    """The rows of the matches of these battles that no trusted house has signed for, by id.

    A battle may have such a match where its campaign came in the same file. And before it is opened here somebody may
    bring a match that bears its id: nothing is settled by that.
    """
    matches = {match for battle in battles for match in (str(battle.match), fought(battle))}
    strange = Match.objects.filter(from_outside=True).only("from_outside", "imported_by", "imported_at")
    return {str(row.pk): row for row in strange.in_bulk(matches).values()}


def fought(battle: Battle) -> str:
    """The match that a battle was settled by: its own, or a fork of it."""
    return battle.summary.get("played") or str(battle.match)
