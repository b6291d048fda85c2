"""The fold: what a company is after a fact. Knows no rule; in the order of `events`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec.structs import replace

from campaigns.domain.company import events as ev
from campaigns.domain.company.evolve_hero import HERO_EVENTS, evolve_hero, without_first
from campaigns.domain.company.state import Company, Hall, Order
from campaigns.domain.event_base import Change
from rules.kernel.messages import Event, Fold, folders
from rules.kernel.progression import Figure

S = TypeVar("S", bound=msgspec.Struct)


def evolve(company: Company | None, event: Any) -> Company:
    """The company after `event`. Its first event is folded onto None."""
    if company is None:
        return _founded(event)
    if type(event) in HERO_EVENTS:
        return _with_hero(company, event.hero, lambda hero: evolve_hero(hero, event))
    folder = _FOLDERS.get(type(event))
    return company if folder is None else folder(company, event)


def fold(events: Iterable[Any], company: Company | None = None) -> Company | None:
    """The company after all of `events`; None when there are none."""
    for event in events:
        company = evolve(company, event)
    return company


def _founded(founded: ev.CompanyFounded) -> Company:
    return Company(
        id=founded.company,
        game=founded.game,
        name=founded.name,
        motto=founded.motto,
        hall=Hall(founded.hall),
        campaign=founded.campaign,
        owner=founded.owner,
    )


def _renamed(company: Company, event: ev.CompanyRenamed) -> Company:
    hall = replace(company.hall, name=event.hall)
    return replace(company, name=event.name, motto=event.motto, hall=hall)


def _disbanded(company: Company, event: ev.CompanyDisbanded) -> Company:
    return replace(company, disbanded=True)


def _leader_named(company: Company, event: ev.LeaderNamed) -> Company:
    return replace(company, leader=event.hero)


def _gold_changed(company: Company, event: ev.GoldChanged) -> Company:
    total = company.ledger.get(event.purpose, 0) + event.delta
    return replace(company, gold=event.balance, ledger={**company.ledger, event.purpose: total})


def _with_hero(company: Company, hero: str, change: Callable[[Figure], Figure]) -> Company:
    figure = company.heroes.get(hero)
    return company if figure is None else replace(company, heroes={**company.heroes, hero: change(figure)})


# Items


def _stashed(company: Company, item: str, count: int) -> Company:
    """The company with so many more of an item in its stash; with none left, the item is not listed."""
    kept = company.stash.get(item, 0) + count
    rest = {name: number for name, number in company.stash.items() if name != item}
    return replace(company, stash={**rest, item: kept} if kept > 0 else rest)


def _without_item(company: Company, hero: str, item: str) -> Company:
    """The company once the hero no longer carries one of the item."""

    def lay_down(figure: Figure) -> Figure:
        return replace(figure, equipment=without_first(figure.equipment, lambda carried: carried == item))

    return _with_hero(company, hero, lay_down)


def _item_bought(company: Company, event: ev.ItemBought | ev.ItemReceived) -> Company:
    return _stashed(company, event.item, event.count)


def _item_sold(company: Company, event: ev.ItemSold | ev.ItemGiven) -> Company:
    return _stashed(company, event.item, -event.count)


def _item_assigned(company: Company, event: ev.ItemAssigned) -> Company:
    company = _stashed(company, event.item, -1)
    return _with_hero(company, event.hero, lambda hero: replace(hero, equipment=(*hero.equipment, event.item)))


def _item_returned(company: Company, event: ev.ItemReturned) -> Company:
    return _stashed(_without_item(company, event.hero, event.item), event.item, 1)


def _item_lost(company: Company, event: ev.ItemLost) -> Company:
    if event.hero:
        return _without_item(company, event.hero, event.item)
    return _stashed(company, event.item, -event.count)


# Heroes


def _hero_recruited(company: Company, event: ev.HeroRecruited) -> Company:
    return replace(company, heroes={**company.heroes, event.figure.id: event.figure})


def _fate_set(company: Company, event: ev.HeroFateSet) -> Company:
    company = replace(company, undecided=_undecided(company, event))
    if event.fate != "dead":
        return company
    hero = company.heroes.get(event.hero)
    if hero is not None and hero.standing != "dead":
        deaths = {name: died for name, died in company.deaths.items() if name != hero.id}
        if event.because is not None and event.because.event:
            deaths[hero.id] = event.because
        company = replace(company, deaths=deaths)
    return _with_hero(company, event.hero, lambda hero: replace(hero, standing="dead"))


def _undecided(company: Company, fate: ev.HeroFateSet) -> dict[str, tuple[str, ...]]:
    """The fates left open: that of this match is, or is no more; one that is of no match closes all of the hero's."""
    match = fate.because.match if fate.because is not None else ""
    others = tuple(one for one in company.undecided.get(fate.hero, ()) if match and one != match)
    matches = (*others, match) if fate.undecided else others
    rest = {hero: some for hero, some in company.undecided.items() if hero != fate.hero}
    return {**rest, fate.hero: matches} if matches else rest


# The hall


def _upgrade_ordered(company: Company, event: ev.UpgradeOrdered) -> Company:
    orders = (*company.hall.orders, Order(event.upgrade, event.price, event.ready))
    return replace(company, hall=replace(company.hall, orders=orders))


def _hall_upgraded(company: Company, event: ev.HallUpgraded) -> Company:
    orders = tuple(order for order in company.hall.orders if order.upgrade != event.upgrade)
    upgrades = (*company.hall.upgrades, event.upgrade)
    return replace(company, hall=replace(company.hall, orders=orders, upgrades=upgrades))


# Battles


def _battle_joined(company: Company, event: ev.BattleJoined) -> Company:
    return replace(company, in_battle=event.match)


def _battle_left(company: Company, event: ev.BattleLeft | ev.BattleRecorded) -> Company:
    return replace(company, in_battle="")


# Corrections

_OF_HERO = get_type_hints(Figure)
_OF_HALL = get_type_hints(Hall)
_OF_COMPANY: dict[str, Any] = {
    "name": str,
    "motto": str,
    "owner": str,
    "leader": str,
    "undecided": dict[str, tuple[str, ...]],
}


def _corrected(company: Company, event: ev.Corrected | ev.Undone) -> Company:
    for change in event.changes:
        company = _changed(company, change)
    return company


def _changed(company: Company, change: Change) -> Company:
    """The company with one value changed; the same where it has no such value."""
    name, _, part = change.field.partition(".")
    if change.hero:
        return _with_hero(company, change.hero, lambda one: _with(one, _OF_HERO, name, part, change.new))
    if name == "hall":
        return replace(company, hall=_with(company.hall, _OF_HALL, part, "", change.new))
    if name == "stash":
        return _stashed(company, part, change.new - company.stash.get(part, 0))
    if name == "undecided" and isinstance(change.new, str):
        return _with(company, _OF_COMPANY, name, part, [change.new])  # older logs name the last match alone
    return _with(company, _OF_COMPANY, name, part, change.new)


def _with(struct: S, kinds: dict[str, Any], name: str, part: str, value: Any) -> S:
    """`struct` with a field, or the `part` of one that is a mapping, at another value; None takes a part out."""
    if name not in kinds:
        return struct
    if part:
        rest = {key: old for key, old in getattr(struct, name).items() if key != part}
        value = rest if value is None else {**getattr(struct, name), part: value}
    return replace(struct, **{name: msgspec.convert(value, kinds[name])})


def _condition_gained(company: Company, event: ev.ConditionGained) -> Company:
    def gain(hero: Figure) -> Figure:
        return replace(hero, conditions=(*hero.conditions, event.condition), conditioned=hero.conditioned + 1)

    return _with_hero(company, event.hero, gain)


def _condition_ended(company: Company, event: ev.ConditionEnded) -> Company:
    def end(hero: Figure) -> Figure:
        return replace(hero, conditions=without_first(hero.conditions, lambda one: one.id == event.condition.id))

    return _with_hero(company, event.hero, end)


def _captured(company: Company, event: ev.HeroCaptured) -> Company:
    return _with_hero(company, event.hero, lambda hero: replace(hero, captive=event.captive))


def _freed(company: Company, event: ev.HeroFreed) -> Company:
    return _with_hero(company, event.hero, lambda hero: replace(hero, captive=None))


def _item_state_changed(company: Company, event: ev.ItemStateChanged) -> Company:
    def change(hero: Figure) -> Figure:
        rest = {item: state for item, state in hero.item_states.items() if item != event.item}
        return replace(hero, item_states={**rest, event.item: event.new} if event.new else rest)

    return _with_hero(company, event.hero, change)


def _recovered(company: Company, event: ev.Recovered) -> Company:
    def recover(hero: Figure) -> Figure:
        carried = hero.carried if event.carried is None else event.carried
        return replace(hero, carried=carried, recovered={**hero.recovered, event.act: event.day})

    return _with_hero(company, event.hero, recover)


_FOLDERS: Mapping[type[Event], Fold[Company]] = folders(globals())
