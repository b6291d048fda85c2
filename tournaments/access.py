"""The one place that answers: who is this person to a tournament, and may they look at it?"""

from __future__ import annotations

from campaigns.access import member
from campaigns.domain.campaign.state import Campaign
from campaigns.domain.world import Member
from tournaments.domain.rights import ORGANIZERS, roles_of
from tournaments.domain.state import Tournament
from web.people import Person

__all__ = ["leads", "member", "organizes", "sees"]


def sees(who: Person, tournament: Tournament, campaign: Campaign | None) -> bool:
    """Whether a person may look at it: everybody, or members of its campaign and its officials."""
    by: Member = member(who)
    if by.unbound or tournament.visibility in ("public", "unlisted") or by.account in tournament.officials:
        return True
    return campaign is not None and bool(by.account) and by.account in campaign.people


def leads(who: Person, tournament: Tournament) -> bool:
    """Whether a person is the one organizer, who gives duties."""
    by: Member = member(who)
    return by.unbound or "organizer" in roles_of(tournament, by.account)


def organizes(who: Person, tournament: Tournament) -> bool:
    """Whether a person is its organizer or a co-organizer."""
    by: Member = member(who)
    return by.unbound or bool({*roles_of(tournament, by.account)} & {*ORGANIZERS})
