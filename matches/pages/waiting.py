"""What one is invited to, at the head of the list of matches: where people look first."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from matches.game_adapter import adapter_of
from matches.invitations import SeatOfferShown, offers_to
from matches.pages.boards import board_of
from rules.kernel.asks import GM
from web.people import Person


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation to a seat, or to run a match (`to_run`), in words."""

    offer: SeatOfferShown
    game: str
    plays: str
    to_run: bool


class ExternalInvitation(NamedTuple):
    """An invitation that is answered on another page."""

    text: str
    address: str


InvitationSource: TypeAlias = Callable[[Person], Iterable[ExternalInvitation]]
"""What a person is invited to that matches do not know of."""

_sources: list[InvitationSource] = []


def register_invitations(find: InvitationSource) -> InvitationSource:
    """Have `find` asked for more that waits for somebody."""
    if find not in _sources:
        _sources.append(find)
    return find


def invitations(who: Person) -> list[Invitation]:
    """The seats and matches that a person is invited to."""
    return [_invitation(offer) for offer in offers_to(who)]


def invitations_into(who: Person, match_id: uuid.UUID) -> list[Invitation]:
    """The same for one match: its seats, and to run it."""
    return [_invitation(offer) for offer in offers_to(who) if offer.match.pk == match_id]


def external_invitations(who: Person) -> list[ExternalInvitation]:
    """What else a person is invited to."""
    return [found for find in _sources for found in find(who)] if who.key else []


def invited_words(user: str, plays: str) -> str:
    """What is said to who has invited somebody by name: whether anybody bears it is not told."""
    return f"{user} is invited to play {plays}. If that username exists here, the invitation is shown under Matches."


def _invitation(offer: SeatOfferShown) -> Invitation:
    row = offer.match
    names = {party.seat: party.name for party in board_of(row.ruleset).parties(row.summary.get("headline", {}))}
    return Invitation(offer, adapter_of(row.ruleset).title, names.get(offer.seat, offer.seat), offer.seat == GM)
