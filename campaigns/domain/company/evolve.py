"""The fold: what a company is after a fact. Knows no rule; one small function an event, in the order of `events`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec.structs import replace

from campaigns.domain.company import events as ev
from campaigns.domain.company.state import Company, Hall, Order
from campaigns.domain.event_base import Change
from rules.kernel.progression import Figure


def evolve(company: Company | None, event: Any) -> Company:
    """The company after `event`. Its first event is folded onto None."""
    if company is None:
        return _founded(event)
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


def _renamed(company: Company, event: ev.CompanyRenamed) -> Company:
    return replace(company, name=event.name, motto=event.motto, hall=replace(company.hall, name=event.hall))


def _disbanded(company: Company, event: ev.CompanyDisbanded) -> Company:
    return replace(company, disbanded=True)


def _gold_changed(company: Company, event: ev.GoldChanged) -> Company:
    total = company.ledger.get(event.purpose, 0) + event.delta
    return replace(company, gold=event.balance, ledger={**company.ledger, event.purpose: total})


def _leader_named(company: Company, event: ev.LeaderNamed) -> Company:
    return replace(company, leader=event.hero)


# Items


def _stashed(company: Company, item: str, count: int) -> Company:
    """The company with so many more of an item in its stash; with none left, the item is not listed."""
    kept = company.stash.get(item, 0) + count
    rest = {name: number for name, number in company.stash.items() if name != item}
    return replace(company, stash={**rest, item: kept} if kept > 0 else rest)


def _hero(company: Company, hero: str, change: Callable[[Figure], Figure]) -> Company:
    """The company with one hero changed; the same if there is no such hero."""
    figure = company.heroes.get(hero)
    return company if figure is None else replace(company, heroes={**company.heroes, hero: change(figure)})


def _without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    """`items` without the first that is `item`."""
    if item not in items:
        return items
    place = items.index(item)
    return (*items[:place], *items[place + 1 :])


def _lay_down(company: Company, hero: str, item: str) -> Company:
    return _hero(company, hero, lambda one: replace(one, equipment=_without(one.equipment, item)))


def _bought(company: Company, event: ev.ItemBought | ev.ItemReceived) -> Company:
    return _stashed(company, event.item, event.count)


def _sold(company: Company, event: ev.ItemSold | ev.ItemGiven) -> Company:
    return _stashed(company, event.item, -event.count)


def _assigned(company: Company, event: ev.ItemAssigned) -> Company:
    company = _stashed(company, event.item, -1)
    return _hero(company, event.hero, lambda one: replace(one, equipment=(*one.equipment, event.item)))


def _returned(company: Company, event: ev.ItemReturned) -> Company:
    return _stashed(_lay_down(company, event.hero, event.item), event.item, 1)


def _lost(company: Company, event: ev.ItemLost) -> Company:
    return _lay_down(company, event.hero, event.item) if event.hero else _stashed(company, event.item, -event.count)


# Heroes


def _recruited(company: Company, event: ev.HeroRecruited) -> Company:
    return replace(company, heroes={**company.heroes, event.figure.id: event.figure})


def _hero_renamed(company: Company, event: ev.HeroRenamed) -> Company:
    return _hero(company, event.hero, lambda one: replace(one, name=event.name))


def _dismissed(company: Company, event: ev.HeroDismissed) -> Company:
    return _hero(company, event.hero, lambda one: replace(one, standing="dismissed"))


def _retired(company: Company, event: ev.HeroRetired) -> Company:
    return _hero(company, event.hero, lambda one: replace(one, standing="retired"))


def _revived(company: Company, event: ev.HeroRevived) -> Company:
    return _hero(company, event.hero, lambda one: replace(one, standing="ready"))


def _talent_chosen(company: Company, event: ev.TalentChosen) -> Company:
    now = {stat: new for stat, (_, new) in event.stats.items()}
    return _hero(
        company,
        event.hero,
        lambda one: replace(one, talents=(*one.talents, event.talent), stats={**one.stats, **now}),
    )


def _spell_chosen(company: Company, event: ev.SpellChosen) -> Company:
    return _hero(company, event.hero, lambda one: replace(one, spells=(*one.spells, event.spell)))


def _core_raised(company: Company, event: ev.CoreRaised) -> Company:
    return _hero(
        company,
        event.hero,
        lambda one: replace(one, stats={**one.stats, event.stat: event.new}, raised=one.raised + 1),
    )


def _xp_gained(company: Company, event: ev.XpGained) -> Company:
    return _hero(company, event.hero, lambda one: replace(one, xp=event.new))


def _level_gained(company: Company, event: ev.LevelGained) -> Company:
    return _hero(company, event.hero, lambda one: replace(one, level=event.new))


# After a battle


def _fate_set(company: Company, event: ev.HeroFateSet) -> Company:
    company = replace(company, undecided=_owed(company, event))
    if event.fate != "dead":
        return company
    return _hero(company, event.hero, lambda one: replace(one, standing="dead"))


def _owed(company: Company, event: ev.HeroFateSet) -> dict[str, tuple[str, ...]]:
    """The fates left open: that of this match is, or is no more; one that is of no match closes all of the hero's."""
    match = event.because.match if event.because is not None else ""
    others = tuple(one for one in company.undecided.get(event.hero, ()) if match and one != match)
    owed = (*others, match) if event.undecided else others
    rest = {hero: matches for hero, matches in company.undecided.items() if hero != event.hero}
    return {**rest, event.hero: owed} if owed else rest


def _restored(company: Company, event: ev.HeroRestored) -> Company:
    return _hero(company, event.hero, lambda one: replace(one, carried=event.carried))


def _spent(company: Company, event: ev.UsesSpent) -> Company:
    def spend(one: Figure) -> Figure:
        more = {name: one.spent.get(name, 0) + count for name, count in event.uses.items()}
        return replace(one, spent={**one.spent, **more})

    return _hero(company, event.hero, spend)


def _injured(company: Company, event: ev.InjuryTaken) -> Company:
    """One that ended with its match is history alone."""
    if event.injury.until == "match":
        return company
    return _hero(company, event.hero, lambda one: replace(one, injuries=(*one.injuries, event.injury)))


def _healed(company: Company, event: ev.InjuryHealed) -> Company:
    def heal(one: Figure) -> Figure:
        place = next((at for at, injury in enumerate(one.injuries) if injury.name == event.injury), None)
        return one if place is None else replace(one, injuries=(*one.injuries[:place], *one.injuries[place + 1 :]))

    return _hero(company, event.hero, heal)


def _absent(company: Company, event: ev.AbsenceSet) -> Company:
    return _hero(company, event.hero, lambda one: replace(one, absence=event.absence))


def _absence_served(company: Company, event: ev.AbsenceServed) -> Company:
    return _hero(company, event.hero, lambda one: replace(one, absence=event.left))


# The hall


def _ordered(company: Company, event: ev.UpgradeOrdered) -> Company:
    orders = (*company.hall.orders, Order(event.upgrade, event.price, event.ready))
    return replace(company, hall=replace(company.hall, orders=orders))


def _upgraded(company: Company, event: ev.HallUpgraded) -> Company:
    orders = tuple(order for order in company.hall.orders if order.upgrade != event.upgrade)
    upgrades = (*company.hall.upgrades, event.upgrade)
    return replace(company, hall=replace(company.hall, orders=orders, upgrades=upgrades))


# Battles


def _joined(company: Company, event: ev.BattleJoined) -> Company:
    return replace(company, in_battle=event.match)


def _left(company: Company, event: ev.BattleLeft | ev.BattleRecorded) -> Company:
    return replace(company, in_battle="")


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
        return _hero(company, change.hero, lambda one: _with(one, _OF_HERO, name, part, change.new))
    if name == "hall":
        return replace(company, hall=_with(company.hall, _OF_HALL, part, "", change.new))
    if name == "stash":
        return _stashed(company, part, change.new - company.stash.get(part, 0))
    if name == "undecided" and isinstance(change.new, str):
        return _with(company, _OF_COMPANY, name, part, [change.new])  # so it was told while there was only the last
    return _with(company, _OF_COMPANY, name, part, change.new)


T = TypeVar("T", bound=msgspec.Struct)


def _with(struct: T, kinds: dict[str, Any], name: str, part: str, value: Any) -> T:
    """`struct` with a field, or the `part` of one that is a mapping, at another value; None takes a part out."""
    if name not in kinds:
        return struct
    if part:
        rest = {key: old for key, old in getattr(struct, name).items() if key != part}
        value = rest if value is None else {**getattr(struct, name), part: value}
    return replace(struct, **{name: msgspec.convert(value, kinds[name])})


_FOLDERS: dict[type[Any], Callable[[Company, Any], Company]] = {
    ev.CompanyRenamed: _renamed,
    ev.CompanyDisbanded: _disbanded,
    ev.GoldChanged: _gold_changed,
    ev.LeaderNamed: _leader_named,
    ev.ItemBought: _bought,
    ev.ItemSold: _sold,
    ev.ItemAssigned: _assigned,
    ev.ItemReturned: _returned,
    ev.ItemLost: _lost,
    ev.ItemGiven: _sold,
    ev.ItemReceived: _bought,
    ev.HeroRecruited: _recruited,
    ev.HeroRenamed: _hero_renamed,
    ev.HeroDismissed: _dismissed,
    ev.HeroRetired: _retired,
    ev.HeroRevived: _revived,
    ev.TalentChosen: _talent_chosen,
    ev.SpellChosen: _spell_chosen,
    ev.CoreRaised: _core_raised,
    ev.XpGained: _xp_gained,
    ev.LevelGained: _level_gained,
    ev.HeroFateSet: _fate_set,
    ev.HeroRestored: _restored,
    ev.UsesSpent: _spent,
    ev.InjuryTaken: _injured,
    ev.InjuryHealed: _healed,
    ev.AbsenceSet: _absent,
    ev.AbsenceServed: _absence_served,
    ev.UpgradeOrdered: _ordered,
    ev.HallUpgraded: _upgraded,
    ev.BattleJoined: _joined,
    ev.BattleLeft: _left,
    ev.BattleRecorded: _left,
    ev.Corrected: _put_right,
    ev.Undone: _put_right,
}
