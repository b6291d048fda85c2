"""What follows from battles of campaigns, and who keeps heroes from them: for those who know more than campaigns do.

They register functions here, and campaigns never learn who they are. What they want written is written in the
transaction of the events of the battle, so that neither is ever without the other. Imports call nobody: what followed
from them followed elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

from campaigns.domain.campaign import events as ev
from campaigns.domain.campaign.state import Battle, BattleKind, Campaign
from campaigns.domain.company.state import Company
from campaigns.domain.fielding import Barred
from campaigns.domain.world import Written

Row: TypeAlias = Callable[[], None]
"""Writes what must be kept together with the events."""
Moment: TypeAlias = Literal["started", "settled", "settled_again", "abandoned", "voided"]
"""What an act made of a battle; "settled_again": it was over before, and counts otherwise now."""


class BattleChange(NamedTuple):
    """An act that changed a battle: the campaign as it leaves it, the battle in it, all its events by stream."""

    moment: Moment
    campaign: Campaign
    battle: Battle
    written: Written


class Intended(NamedTuple):
    """The battle that heroes are wanted for, by its match where it has one; none in particular: any that counts."""

    match: str = ""
    kind: BattleKind = "counting"


ANY_BATTLE = Intended()


class PageLink(NamedTuple):
    """A link on the page of a battle or a campaign."""

    text: str
    address: str


Following: TypeAlias = Callable[[BattleChange], Iterable[Row]]
Refusing: TypeAlias = Callable[[Campaign, Sequence[Company], Intended], Barred]
Linking: TypeAlias = Callable[[UUID, Battle], Iterable[PageLink]]
Leading: TypeAlias = Callable[[UUID], Iterable[PageLink]]

_following: list[Following] = []
_refusing: list[Refusing] = []
_linking: list[Linking] = []
_leading: list[Leading] = []


def on_battle(follow: Following) -> Following:
    """Have `follow` asked whenever a battle was started, settled, settled again, abandoned or voided, once each.

    What it raises is raised to who gave the command, and nothing has happened then.
    """
    if follow not in _following:
        _following.append(follow)
    return follow


def may_refuse_fielding(refuse: Refusing) -> Refusing:
    """Have `refuse` asked which heroes of these companies cannot be fielded now in that battle, by (company, hero).

    It is asked before a battle is decided on and wherever heroes are shown or chosen, so it should be quick.
    """
    if refuse not in _refusing:
        _refusing.append(refuse)
    return refuse


def battle_links(link: Linking) -> Linking:
    """Have `link` asked for links under a battle, by the id of its campaign."""
    if link not in _linking:
        _linking.append(link)
    return link


def campaign_links(link: Leading) -> Leading:
    """Have `link` asked for links on the page of a campaign, by its id: for its members."""
    if link not in _leading:
        _leading.append(link)
    return link


def links_of_campaign(campaign: UUID) -> list[PageLink]:
    """The links on the page of a campaign."""
    return [one for link in _leading for one in link(campaign)]


def rows_after(was: Campaign | None, now: Campaign, written: Written) -> list[Row]:
    """What is to be written along with an act on the campaign `was`."""
    if was is None or not _following:
        return []
    changes = list(_changes(was, now, written))
    return [row for follow in _following for change in changes for row in follow(change)]


def barred(campaign: Campaign, companies: Sequence[Company], intended: Intended = ANY_BATTLE) -> Barred:
    """Who is kept from a battle; of several reasons for one hero the first that was registered is told."""
    found: dict[tuple[str, str], Any] = {}
    for refuse in _refusing if companies else ():
        found = {**refuse(campaign, companies, intended), **found}
    return found


def links_of(campaign: UUID, battle: Battle) -> list[PageLink]:
    """The links under a battle, in the order in which they were registered."""
    return [one for link in _linking for one in link(campaign, battle)]


_MOMENTS: Mapping[type[Any], Moment] = {
    ev.BattleStarted: "started",
    ev.BattleSettled: "settled",
    ev.BattleAbandoned: "abandoned",
    ev.BattleVoided: "voided",
}


def _changes(was: Campaign, now: Campaign, written: Written) -> Iterator[BattleChange]:
    for event in written.get(f"campaign-{now.id}", ()):
        moment = _MOMENTS.get(type(event))
        if moment is None:
            continue
        before = was.battles.get(event.match)
        over = before is not None and before.stage != "open"
        again: Moment = "settled_again" if moment == "settled" and over else moment
        yield BattleChange(again, now, now.battles[event.match], written)
