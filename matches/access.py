"""The one place that answers: may this person see this match, and for whom may they act?"""

from __future__ import annotations

from dataclasses import dataclass

from matches.facts import Holder, Roster
from rules.kernel.asks import GM
from web.errors import Forbidden
from web.people import Person


@dataclass(frozen=True, slots=True)
class Role:
    """What a person is in a match: GM, holder of seats, spectator (`sees` alone), or nobody."""

    gm: bool = False
    seats: tuple[str, ...] = ()
    sees: bool = False

    @property
    def name(self) -> str:
        """One word for it: gm, seat, spectator or none."""
        if self.gm:
            return "gm"
        if self.seats:
            return "seat"
        return "spectator" if self.sees else "none"

    def eyes(self, seat: str = "") -> str:
        """The seat whose eyes they look with: "gm", a seat, or "" for what everybody sees.

        `seat` chooses among several; Forbidden when it is not theirs to look from.
        """
        if seat and (self.gm or seat in self.seats):
            return seat
        if seat:
            message = f"You do not have the seat {seat!r}."
            raise Forbidden("not_your_seat", message, field="seat", rule="KERNEL-TABLE-02")
        if self.gm:
            return GM
        return self.seats[0] if self.seats else ""


def access(who: Person, roster: Roster) -> Role:
    """What `who` is in a match with this roster.

    * The GM, co-GMs, superusers and the server see and do everything.
    * Who holds a seat sees the match whatever its visibility.
    * Unlisted and public matches can be seen by everybody, private ones by nobody else.
    """
    gm = who.unbound or roster.is_run_by(who.key)
    seats = roster.held_by(who.key)
    return Role(gm, seats, sees=gm or bool(seats) or roster.visibility != "private")


def holder_of(who: Person) -> Holder | None:
    """The person as a match names one; None for the server and for strangers."""
    return Holder(who.key, who.name) if who.key else None
