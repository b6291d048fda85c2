"""Leaving: heroes who are sent away, retire or die, and the end of the company."""

from __future__ import annotations

from campaigns.domain.company import events as ev
from campaigns.domain.company.commands import Disband, DismissHero, RetireHero
from campaigns.domain.company.draft import Draft
from campaigns.domain.event_base import Cause


def farewell(draft: Draft, hero: str, because: Cause | None = None) -> None:
    """What a hero who has left leaves behind: its items, in the stash, and perhaps a company without a leader."""
    for item in draft.company.heroes[hero].equipment:
        draft.tell(ev.ItemReturned(hero=hero, item=item, because=because))
    if draft.company.leader == hero:
        draft.tell(ev.LeaderNamed(hero="", old=hero, because=because))


def dismiss_hero(draft: Draft, command: DismissHero) -> None:
    """A hero sent away; nothing of its price comes back."""
    hero = draft.hero(command.hero)
    draft.tell(ev.HeroDismissed(hero=hero.id))
    farewell(draft, hero.id)


def retire_hero(draft: Draft, command: RetireHero) -> None:
    """A hero who leaves with honours."""
    hero = draft.hero(command.hero)
    draft.tell(ev.HeroRetired(hero=hero.id))
    farewell(draft, hero.id)


def disband(draft: Draft, command: Disband) -> None:
    """The end of the company."""
    draft.tell(ev.CompanyDisbanded())
