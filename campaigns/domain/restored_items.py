"""What the dead left behind: it finds its way back to who lives again, if it has lain there ever since.

A hero may have died of several battles, and what it laid down at one of these deaths goes back only with the last of
them. So all that it ever left behind is looked at, not only what the battle at hand had made it leave.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaigns.domain.company import events as cev
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.evolve import evolve
from campaigns.domain.company.state import Company
from campaigns.domain.deaths import Deaths
from campaigns.domain.event_base import Change
from campaigns.domain.tally import battles_of
from campaigns.domain.world import Act
from rules.kernel.errors import Refused

Left = cev.ItemReturned | cev.LeaderNamed
"""What a death makes of kit and leadership."""


def give_back(act: Act, draft: Draft, log: Sequence[Any], undone: Mapping[int, Left]) -> None:
    """Tell that the events `undone` no longer count, and what goes back of these and of what was undone before.

    `log` are all events of the company before the act, which is over but for this.
    """
    left, battles = _lying(log), battles_of(log)
    for version in sorted({**undone, **left}, reverse=True):
        event = left.get(version)
        changes: list[Change] = []
        before = draft.company
        if event is not None and event.because is not None:
            battle = battles.get(event.because.match, event.because.match)
            if _lives_without(act, draft, log, _whose(event), battle):
                changes = list(_back(draft, event))
        if version in undone or changes or draft.company is not before:
            draft.tell(cev.Undone(event=version, changes=tuple(changes)))


def _lying(log: Sequence[Any]) -> dict[int, Left]:
    """By version what the dead left behind and nobody has touched since: no leader named, none of the kind taken up."""
    company: Company | None = None
    left: dict[int, Left] = {}
    for version, event in enumerate(log, 1):
        company = evolve(company, event)
        if isinstance(event, Left) and event.because is not None:
            left[version] = event
        elif isinstance(event, cev.ItemAssigned):
            same = [at for at, one in left.items() if _is_item(one, event.hero, event.item)]
            left.pop(same[-1] if same else 0, None)
        left = {at: one for at, one in left.items() if _lies(company, one)}
    return left


def _whose(event: Left) -> str:
    return event.hero if isinstance(event, cev.ItemReturned) else event.old


def _is_item(event: Left, hero: str, item: str) -> bool:
    return isinstance(event, cev.ItemReturned) and (event.hero, event.item) == (hero, item)


def _lies(company: Company, event: Left) -> bool:
    """Whether it may still be there: such an item in the stash, the company without a leader."""
    return bool(company.stash.get(event.item)) if isinstance(event, cev.ItemReturned) else not company.leader


def _lives_without(act: Act, draft: Draft, log: Sequence[Any], hero: str, battle: str) -> bool:
    """Whether a hero is there, and does not die in a battle any more: it is void, or the act brings the hero back."""
    figure = draft.company.heroes.get(hero)
    if figure is None or figure.standing != "ready" or Deaths([*log, *draft.events], hero).on_record(battle):
        return False
    known = act.campaign.battles.get(battle)
    return known is None or known.stage != "recorded" or draft.was.heroes[hero].standing == "dead"


def _back(draft: Draft, event: Left) -> Iterator[Change]:
    """Leadership goes back by a change, an item by an event of its own, if its hero can carry it."""
    if not _lies(draft.company, event):
        return
    if isinstance(event, cev.LeaderNamed):
        yield Change(field="leader", old=event.hero, new=event.old)
        return
    terms, figure = draft.terms, draft.company.heroes[event.hero]
    try:
        terms.progression.check_kit(terms.rules, figure, event.item)
    except Refused:
        return
    draft.tell(cev.ItemAssigned(hero=figure.id, item=event.item))
