"""The fold of one hero: what it is after an event of its company that names it alone. In the order of `events`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from campaigns.domain.company import events as ev
from rules.kernel.messages import Event, Fold, folders
from rules.kernel.progression import Figure

T = TypeVar("T")


def evolve_hero(hero: Figure, event: Any) -> Figure:
    """The hero after an event of `HERO_EVENTS`."""
    changed: Figure = HERO_EVENTS[type(event)](hero, event)
    return changed


def without_first(entries: tuple[T, ...], is_wanted: Callable[[T], bool]) -> tuple[T, ...]:
    """`entries` without the first that is wanted."""
    place = next((place for place, entry in enumerate(entries) if is_wanted(entry)), len(entries))
    return (*entries[:place], *entries[place + 1 :])


def _renamed(hero: Figure, event: ev.HeroRenamed) -> Figure:
    return replace(hero, name=event.name)


def _dismissed(hero: Figure, event: ev.HeroDismissed) -> Figure:
    return replace(hero, standing="dismissed")


def _retired(hero: Figure, event: ev.HeroRetired) -> Figure:
    return replace(hero, standing="retired")


def _revived(hero: Figure, event: ev.HeroRevived) -> Figure:
    return replace(hero, standing="ready")


def _talent_chosen(hero: Figure, event: ev.TalentChosen) -> Figure:
    raised = {stat: new for stat, (_, new) in event.stats.items()}
    return replace(hero, talents=(*hero.talents, event.talent), stats={**hero.stats, **raised})


def _spell_chosen(hero: Figure, event: ev.SpellChosen) -> Figure:
    return replace(hero, spells=(*hero.spells, event.spell))


def _core_raised(hero: Figure, event: ev.CoreRaised) -> Figure:
    return replace(hero, stats={**hero.stats, event.stat: event.new}, raised=hero.raised + 1)


def _xp_gained(hero: Figure, event: ev.XpGained) -> Figure:
    return replace(hero, xp=event.new)


def _level_gained(hero: Figure, event: ev.LevelGained) -> Figure:
    return replace(hero, level=event.new)


def _restored(hero: Figure, event: ev.HeroRestored) -> Figure:
    return replace(hero, carried=event.carried)


def _uses_spent(hero: Figure, event: ev.UsesSpent) -> Figure:
    more = {name: hero.spent.get(name, 0) + count for name, count in event.uses.items()}
    return replace(hero, spent={**hero.spent, **more})


def _injury_taken(hero: Figure, event: ev.InjuryTaken) -> Figure:
    """An injury that ended with its match is history alone."""
    return hero if event.injury.until == "match" else replace(hero, injuries=(*hero.injuries, event.injury))


def _injury_healed(hero: Figure, event: ev.InjuryHealed) -> Figure:
    return replace(hero, injuries=without_first(hero.injuries, lambda injury: injury.name == event.injury))


def _absence_set(hero: Figure, event: ev.AbsenceSet) -> Figure:
    return replace(hero, absence=event.absence)


def _absence_served(hero: Figure, event: ev.AbsenceServed) -> Figure:
    return replace(hero, absence=event.left)


HERO_EVENTS: Mapping[type[Event], Fold[Figure]] = folders(globals())
"""By event what it makes of the hero that it names."""
