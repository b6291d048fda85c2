"""The fold: what a company is after a fact. Knows no rule; in the order of `events`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec.structs import replace

from campaigns.domain.company import events as ev
from campaigns.domain.company.state import Company, Hall, Order
from campaigns.domain.event_base import Change
from rules.kernel.progression import Figure

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


def evolve(company: Company | None, event: Any) -> Company:
    """The company after `event`. Its first event is folded onto None."""
    if company is None:
        return _founded(event)
    fold_hero = _HERO_FOLDERS.get(type(event))
    if fold_hero is not None:
        return _with_hero(company, event.hero, lambda hero: fold_hero(hero, event))
    folder = _FOLDERS.get(type(event))
    return company if folder is None else folder(company, event)


def fold(events: Iterable[Any], company: Company | None = None) -> Company | None:
    """The company after all of `events`; None when there are none."""
    for event in events:
        company = evolve(company, event)
    return company


def _founded(event: ev.CompanyFounded) -> Company:
    return Company(
        id=event.company,
        game=event.game,
        name=event.name,
        motto=event.motto,
        hall=Hall(event.hall),
        campaign=event.campaign,
        owner=event.owner,
    )


def _gold_changed(company: Company, event: ev.GoldChanged) -> Company:
    total = company.ledger.get(event.purpose, 0) + event.delta
    return replace(company, gold=event.balance, ledger={**company.ledger, event.purpose: total})


def _with_hero(company: Company, hero: str, change: Callable[[Figure], Figure]) -> Company:
    figure = company.heroes.get(hero)
    return company if figure is None else replace(company, heroes={**company.heroes, hero: change(figure)})


def _without_first(entries: tuple[T, ...], is_meant: Callable[[T], bool]) -> tuple[T, ...]:
    """`entries` without the first that is meant."""
    place = next((place for place, entry in enumerate(entries) if is_meant(entry)), len(entries))
    return (*entries[:place], *entries[place + 1 :])


# Items


def _stashed(company: Company, item: str, count: int) -> Company:
    """The company with so many more of an item in its stash; with none left, the item is not listed."""
    kept = company.stash.get(item, 0) + count
    rest = {name: number for name, number in company.stash.items() if name != item}
    return replace(company, stash={**rest, item: kept} if kept > 0 else rest)


def _assigned(company: Company, event: ev.ItemAssigned) -> Company:
    company = _stashed(company, event.item, -1)
    return _with_hero(company, event.hero, lambda hero: replace(hero, equipment=(*hero.equipment, event.item)))


def _laid_down(company: Company, event: ev.ItemReturned | ev.ItemLost) -> Company:
    """The company once the hero no longer carries the item."""

    def lay_down(hero: Figure) -> Figure:
        return replace(hero, equipment=_without_first(hero.equipment, lambda item: item == event.item))

    return _with_hero(company, event.hero, lay_down)


def _lost(company: Company, event: ev.ItemLost) -> Company:
    return _laid_down(company, event) if event.hero else _stashed(company, event.item, -event.count)


# Heroes


def _talent_chosen(hero: Figure, event: ev.TalentChosen) -> Figure:
    raised = {stat: new for stat, (_, new) in event.stats.items()}
    return replace(hero, talents=(*hero.talents, event.talent), stats={**hero.stats, **raised})


def _core_raised(hero: Figure, event: ev.CoreRaised) -> Figure:
    return replace(hero, stats={**hero.stats, event.stat: event.new}, raised=hero.raised + 1)


def _spent(hero: Figure, event: ev.UsesSpent) -> Figure:
    more = {name: hero.spent.get(name, 0) + count for name, count in event.uses.items()}
    return replace(hero, spent={**hero.spent, **more})


def _injured(hero: Figure, event: ev.InjuryTaken) -> Figure:
    """An injury that ended with its match is history alone."""
    return hero if event.injury.until == "match" else replace(hero, injuries=(*hero.injuries, event.injury))


def _healed(hero: Figure, event: ev.InjuryHealed) -> Figure:
    return replace(hero, injuries=_without_first(hero.injuries, lambda injury: injury.name == event.injury))


def _fate_set(company: Company, event: ev.HeroFateSet) -> Company:
    company = replace(company, undecided=_undecided(company, event))
    if event.fate != "dead":
        return company
    return _with_hero(company, event.hero, lambda hero: replace(hero, standing="dead"))


def _undecided(company: Company, event: ev.HeroFateSet) -> dict[str, tuple[str, ...]]:
    """The fates left open: that of this match is, or is no more; one that is of no match closes all of the hero's."""
    match = event.because.match if event.because is not None else ""
    others = tuple(one for one in company.undecided.get(event.hero, ()) if match and one != match)
    matches = (*others, match) if event.undecided else others
    rest = {hero: some for hero, some in company.undecided.items() if hero != event.hero}
    return {**rest, event.hero: matches} if matches else rest


# The hall


def _ordered(company: Company, event: ev.UpgradeOrdered) -> Company:
    orders = (*company.hall.orders, Order(event.upgrade, event.price, event.ready))
    return replace(company, hall=replace(company.hall, orders=orders))


def _upgraded(company: Company, event: ev.HallUpgraded) -> Company:
    orders = tuple(order for order in company.hall.orders if order.upgrade != event.upgrade)
    upgrades = (*company.hall.upgrades, event.upgrade)
    return replace(company, hall=replace(company.hall, orders=orders, upgrades=upgrades))


# Put right

_OF_HERO = get_type_hints(Figure)
_OF_HALL = get_type_hints(Hall)
_OF_COMPANY: dict[str, Any] = {
    "name": str,
    "motto": str,
    "owner": str,
    "leader": str,
    "undecided": dict[str, tuple[str, ...]],
}


def _put_right(company: Company, event: ev.Corrected | ev.Undone) -> Company:
    for change in event.changes:
        company = _changed(company, change)
    return company


def _changed(company: Company, change: Change) -> Company:
    """The company with one value put right; the same where no such value is kept."""
    name, _, part = change.field.partition(".")
    if change.hero:
        return _with_hero(company, change.hero, lambda one: _with(one, _OF_HERO, name, part, change.new))
    if name == "hall":
        return replace(company, hall=_with(company.hall, _OF_HALL, part, "", change.new))
    if name == "stash":
        return _stashed(company, part, change.new - company.stash.get(part, 0))
    if name == "undecided" and isinstance(change.new, str):
        return _with(company, _OF_COMPANY, name, part, [change.new])  # so it was told while there was only the last
    return _with(company, _OF_COMPANY, name, part, change.new)


def _with(struct: S, kinds: dict[str, Any], name: str, part: str, value: Any) -> S:
    """`struct` with a field, or the `part` of one that is a mapping, at another value; None takes a part out."""
    if name not in kinds:
        return struct
    if part:
        rest = {key: old for key, old in getattr(struct, name).items() if key != part}
        value = rest if value is None else {**getattr(struct, name), part: value}
    return replace(struct, **{name: msgspec.convert(value, kinds[name])})


_HERO_FOLDERS: dict[type[Any], Callable[[Figure, Any], Figure]] = {
    ev.HeroRenamed: lambda hero, event: replace(hero, name=event.name),
    ev.HeroDismissed: lambda hero, _: replace(hero, standing="dismissed"),
    ev.HeroRetired: lambda hero, _: replace(hero, standing="retired"),
    ev.HeroRevived: lambda hero, _: replace(hero, standing="ready"),
    ev.TalentChosen: _talent_chosen,
    ev.SpellChosen: lambda hero, event: replace(hero, spells=(*hero.spells, event.spell)),
    ev.CoreRaised: _core_raised,
    ev.XpGained: lambda hero, event: replace(hero, xp=event.new),
    ev.LevelGained: lambda hero, event: replace(hero, level=event.new),
    ev.HeroRestored: lambda hero, event: replace(hero, carried=event.carried),
    ev.UsesSpent: _spent,
    ev.InjuryTaken: _injured,
    ev.InjuryHealed: _healed,
    ev.AbsenceSet: lambda hero, event: replace(hero, absence=event.absence),
    ev.AbsenceServed: lambda hero, event: replace(hero, absence=event.left),
}
"""What events make of the hero that they name."""
_FOLDERS: dict[type[Any], Callable[[Company, Any], Company]] = {
    ev.CompanyRenamed: lambda company, event: replace(
        company, name=event.name, motto=event.motto, hall=replace(company.hall, name=event.hall)
    ),
    ev.CompanyDisbanded: lambda company, _: replace(company, disbanded=True),
    ev.GoldChanged: _gold_changed,
    ev.LeaderNamed: lambda company, event: replace(company, leader=event.hero),
    ev.ItemBought: lambda company, event: _stashed(company, event.item, event.count),
    ev.ItemSold: lambda company, event: _stashed(company, event.item, -event.count),
    ev.ItemAssigned: _assigned,
    ev.ItemReturned: lambda company, event: _stashed(_laid_down(company, event), event.item, 1),
    ev.ItemLost: _lost,
    ev.ItemGiven: lambda company, event: _stashed(company, event.item, -event.count),
    ev.ItemReceived: lambda company, event: _stashed(company, event.item, event.count),
    ev.HeroRecruited: lambda company, event: replace(company, heroes={**company.heroes, event.figure.id: event.figure}),
    ev.HeroFateSet: _fate_set,
    ev.UpgradeOrdered: _ordered,
    ev.HallUpgraded: _upgraded,
    ev.BattleJoined: lambda company, event: replace(company, in_battle=event.match),
    ev.BattleLeft: lambda company, _: replace(company, in_battle=""),
    ev.BattleRecorded: lambda company, _: replace(company, in_battle=""),
    ev.Corrected: _put_right,
    ev.Undone: _put_right,
}
"""What all other events make of the company."""
