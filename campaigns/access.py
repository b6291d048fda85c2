"""The one place that answers: who is this person to a campaign, and may they look at it?"""

from __future__ import annotations

import re

from campaigns.domain import rights
from campaigns.domain.acts import COMMANDS
from campaigns.domain.campaign.state import Campaign, Role as RoleName
from campaigns.domain.world import THE_HOUSE, Member
from web.people import Person

KNOCKING = frozenset(kind for kind in COMMANDS.values() if rights.RIGHTS[kind] in ("account", "concerned"))
"""The commands that people outside the campaign may give: joining, and answering invitations."""


_KEY = re.compile("[0-9a-f]{32}")


def is_key(text: str) -> bool:
    """Whether that is the key of an account, in the one spelling that it has.

    >>> is_key("06b852b093f14c2f8d1d5a1f2f0c9e11"), is_key("06b852b0-93f1-4c2f-8d1d-5a1f2f0c9e11")
    (True, False)
    """
    return _KEY.fullmatch(text) is not None


def member(who: Person) -> Member:
    """A person as campaigns name one."""
    if who.unbound and not who.key:
        return THE_HOUSE
    return Member(who.key, who.name, unbound=who.unbound)


def role(who: Person, campaign: Campaign) -> RoleName | None:
    """What a person is in a campaign; None for strangers. Superusers and the house are GM of all."""
    return rights.role_of(campaign, member(who))


def sees(who: Person, campaign: Campaign) -> bool:
    """Whether a person may look at a campaign: its members, and nobody else."""
    return rights.sees(campaign, member(who))


def runs(who: Person, campaign: Campaign) -> bool:
    """Whether a person is its GM or a co-GM."""
    return rights.is_staff(campaign, member(who))


def plays(who: Person, campaign: Campaign, company: str) -> bool:
    """Whether a person may act for a company of the campaign."""
    entered = campaign.companies.get(company)
    return entered is not None and (runs(who, campaign) or (bool(who.key) and entered.owner == who.key))


def may_ask(who: Person, campaign: Campaign, command: type) -> bool:
    """Whether a person may know of the campaign; others are told that there is no such campaign.

    Who was invited or has asked may always answer to that; others may knock only while the campaign takes anybody.
    """
    if sees(who, campaign):
        return True
    expected = who.key in campaign.invites or who.key in campaign.requests
    open_to_all = campaign.stage in ("draft", "running")
    return bool(who.key) and command in KNOCKING and (expected or open_to_all)
