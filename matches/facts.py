"""Facts about a match that no game knows: who runs it, who holds which seat, who may look on.

They stand in the match's own stream, between the events of play, and are numbered with them. People are named by the
random key of their account, which means nothing in another installation, and by the name they bore that day.
"""

from __future__ import annotations

import sys
from typing import ClassVar, Literal, TypeAlias

import msgspec
from msgspec.structs import asdict, replace

from rules.kernel.messages import Upcast, by_tag, defined_in
from rules.kernel.table_events import TableEvent

Visibility = Literal["private", "unlisted", "public"]


class Holder(msgspec.Struct, frozen=True):
    """A person as a match names one: the key of the account, and the name at that time."""

    user: str
    name: str


class Roster(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that the facts of a match add up to. `seats` holds the taken seats only.

    `co_gms` run it as the GM does. `campaign` is the id of the campaign that the match is a battle of; of most it is
    empty.
    """

    title: str = ""
    visibility: Visibility = "private"
    open_seats: bool = False
    gm: Holder | None = None
    seats: dict[str, Holder] = {}
    campaign: str = ""
    co_gms: tuple[Holder, ...] = ()

    def is_run_by(self, user: str) -> bool:
        """Whether the account with this key is that of the GM or a co-GM; nobody's key is empty."""
        return bool(user) and any(one is not None and one.user == user for one in (self.gm, *self.co_gms))

    def held_by(self, user: str) -> tuple[str, ...]:
        """The seats that the account with this key holds, by name; nobody's key is empty."""
        return tuple(sorted(seat for seat, holder in self.seats.items() if user and holder.user == user))


class Fact(TableEvent, frozen=True, kw_only=True):
    """Base of the facts: events of the table that neither a game nor the kernel folds."""


class MatchHosted(Fact, frozen=True, kw_only=True, tag="match_hosted"):
    """Somebody opened the match and runs it."""

    title: str
    gm: Holder | None = None
    visibility: Visibility = "private"
    open_seats: bool = False


class TitleSet(Fact, frozen=True, kw_only=True, tag="title_set"):
    """The match is called so from now on."""

    says = "The match is now titled “{title}”."

    title: str


class VisibilitySet(Fact, frozen=True, kw_only=True, tag="visibility_set"):
    """Who may look on from now on."""

    says = "The match is now {visibility}."

    visibility: Visibility


class SeatsOpened(Fact, frozen=True, kw_only=True, tag="seats_opened"):
    """Whether a free seat may be taken without an invitation."""

    says = "Free seats are {open}."

    open: bool


class SeatTaken(Fact, frozen=True, kw_only=True, tag="seat_taken"):
    """Somebody sat down. `by` is "gm" where the GM put them there."""

    says = "{holder} takes the seat of {seat}."

    seat: str
    holder: Holder
    by: str = ""


class SeatLeft(Fact, frozen=True, kw_only=True, tag="seat_left"):
    """A seat is free again. `by` is "gm" where the GM asked them to leave."""

    says = "The seat of {seat} is free again."

    seat: str
    by: str = ""


class GmSet(Fact, frozen=True, kw_only=True, tag="gm_set"):
    """Somebody else runs the match from now on."""

    says = "{gm:holder} is now the GM."

    gm: Holder


class CoGmsSet(Fact, frozen=True, kw_only=True, tag="co_gms_set"):
    """These people, and nobody else, run the match beside its GM from now on."""

    co_gms: tuple[Holder, ...]


class Fielding(msgspec.Struct, frozen=True, omit_defaults=True):
    """A company as it was fielded: its id, its name that day, and the version of its stream that it was taken from.

    `models`: by id of a model the hero that it is; empty in matches from before that was told.
    """

    company: str
    name: str
    version: int
    models: dict[str, str] = {}


class CampaignJoined(Fact, frozen=True, kw_only=True, tag="campaign_joined"):
    """The match is a battle of a campaign. `sides`: by seat, whose heroes stand there."""

    schema: ClassVar[int] = 2

    campaign: str
    kind: str
    sides: dict[str, Fielding]


AnyFact: TypeAlias = (
    MatchHosted | TitleSet | VisibilitySet | SeatsOpened | SeatTaken | SeatLeft | GmSet | CoGmsSet | CampaignJoined
)

FACTS: dict[str, type[Fact]] = by_tag(defined_in(Fact, sys.modules[__name__]))

UPCASTS: dict[tuple[str, int], Upcast] = {
    # No models were told.
    ("campaign_joined", 1): dict,
}
"""From (wire name, schema number) to the next number."""


def after(roster: Roster, fact: AnyFact) -> Roster:
    """The roster once `fact` has happened."""
    match fact:
        case MatchHosted():
            return Roster(fact.title, fact.visibility, fact.open_seats, fact.gm)
        case TitleSet() | VisibilitySet() | GmSet() | CoGmsSet():
            return replace(roster, **asdict(fact))
        case SeatsOpened():
            return replace(roster, open_seats=fact.open)
        case SeatTaken():
            return replace(roster, seats={**roster.seats, fact.seat: fact.holder})
        case SeatLeft():
            return replace(roster, seats={seat: who for seat, who in roster.seats.items() if seat != fact.seat})
        case CampaignJoined():
            return replace(roster, campaign=fact.campaign)
