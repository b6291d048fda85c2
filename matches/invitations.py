"""Invitations by name: who is asked to take a seat or to run a match, and whether that still holds.

They wait under the name that was typed, whether or not anybody here bears it, so that nobody learns by inviting who has
an account. `seating` makes, accepts and ends them.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import get_user_model
from django.utils import timezone

from matches.facts import Roster
from matches.models import OVER, Invite, Match, SeatOffer
from rules.kernel.asks import GM
from web.models import Account
from web.people import Person


@dataclass(frozen=True, slots=True)
class SeatOfferShown:
    """An invitation as whom it is for sees it: `seat` of a match, "gm" to run it, and who invites."""

    match: Match
    seat: str
    by: str
    made_at: datetime


def make_offer(who: Person, match_id: uuid.UUID, seat: str, name: str) -> None:
    """Let an invitation wait for whoever bears a name. The one before it is void, and so is the seat's link."""
    Invite.objects.filter(match=match_id, seat=seat).delete()
    SeatOffer.objects.update_or_create(
        match=match_id,
        seat=seat,
        defaults={
            "name": name,
            "account": _account_of(name),
            "by_name": who.name,
            "by_key": "" if who.unbound else who.key,
            "declined_at": None,
        },
    )


def _account_of(name: str) -> Account | None:
    """The account of a user by its name; None where nobody bears it, or nobody any more. One query in each case."""
    named = {f"user__{get_user_model().USERNAME_FIELD}": name, "user__is_active": True}
    return Account.objects.filter(**named).first()


def offer_to(who: Person, match_id: uuid.UUID, seat: str) -> SeatOffer | None:
    """The invitation of a person to a seat, if there is one; whether it holds the roster must say."""
    if not who.key:
        return None
    mine = SeatOffer.objects.filter(account__key=uuid.UUID(hex=who.key), declined_at=None)
    return mine.filter(match=match_id, seat=seat).first()


def holds(offer: SeatOffer | None, roster: Roster) -> bool:
    """Whether an invitation is still good: while who made it runs the match, as superusers and the server always do."""
    return offer is not None and (not offer.by_key or roster.is_run_by(offer.by_key))


def waiting(match_id: uuid.UUID, roster: Roster) -> Mapping[str, str]:
    """By seat the name of who is invited to it, for who runs the match."""
    offers = SeatOffer.objects.filter(match=match_id, declined_at=None)
    return {one.seat: one.name for one in offers if holds(one, roster)}


def decline(offer: SeatOffer) -> None:
    """It is void; who runs the match reads so until they invite somebody else."""
    offer.declined_at = timezone.now()
    offer.save(update_fields=["declined_at"])


def declined(match_id: uuid.UUID) -> Mapping[str, str]:
    """By seat the name of who has declined it, for who runs the match."""
    offers = SeatOffer.objects.filter(match=match_id, declined_at__isnull=False)
    return dict(offers.values_list("seat", "name"))


def offers_to(who: Person) -> list[SeatOfferShown]:
    """What a person is invited to, the newest first. There is nothing to play in a match that is over."""
    if not who.key:
        return []
    mine = SeatOffer.objects.filter(account__key=uuid.UUID(hex=who.key), declined_at=None)
    offers = list(mine.order_by("-made_at", "-pk"))
    matches = Match.objects.select_related("gm").in_bulk([one.match for one in offers])
    return [
        SeatOfferShown(matches[one.match], one.seat, one.by_name, one.made_at)
        for one in offers
        if one.match in matches
        and (one.seat == GM or matches[one.match].status not in OVER)
        and (not one.by_key or one.by_key in _run_by(matches[one.match]))
    ]


def _run_by(row: Match) -> list[str]:
    """The keys of the accounts of those who run a match."""
    return [*([row.gm.key.hex] if row.gm is not None else []), *row.co_gms.split()]


def forget(match_id: uuid.UUID, seat: str) -> None:
    """The seat is taken, or nobody is to have it: link and invitation are void."""
    Invite.objects.filter(match=match_id, seat=seat).delete()
    SeatOffer.objects.filter(match=match_id, seat=seat).delete()
