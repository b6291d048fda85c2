"""What an act would change in companies, value by value, and why: what the GM sees before confirming."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from campaigns.domain.company import events as cev
from campaigns.domain.company.evolve import evolve
from campaigns.domain.company.state import Company
from campaigns.domain.event_base import Cause
from rules.kernel.messages import tag_of
from rules.kernel.progression import Figure
from rules.kernel.rolls import DiceFaces, Need

FIELDING, SETTLING, BALANCE, GM_ACTIONS = "KERNEL-CAMP-05", "KERNEL-CAMP-06", "KERNEL-CAMP-08", "KERNEL-CAMP-09"
TO_BE_ROLLED = "to_be_rolled"
"""In place of what a hero will be: nobody looks at dice before they fall."""
COUNTERS = ("conditioned", "recovered")
"""Fields of heroes that only count for the campaign itself."""
TOOK_BACK = (cev.HeroRevived, cev.ItemAssigned)
"""What an undoing tells right before it names the event that goes."""


class Reason(NamedTuple):
    """Why a value changes: an `event` of the company, under a rule.

    `undone`: the number of that event in the company's stream, when it is one that no longer counts; 0: the act itself
    tells it. `because`: the event of the match that had made it so, or makes it so now.
    """

    event: Any
    rule: str
    undone: int = 0

    @property
    def because(self) -> Cause | None:
        """The event of the match behind it; None for what people chose or the GM did by hand."""
        cause: Cause | None = self.event.because
        return cause


class Difference(NamedTuple):
    """A value that an act changes: of a company, or of one of its heroes; by path as in `Change`."""

    company: str
    hero: str
    field: str
    old: Any
    new: Any
    why: tuple[Reason, ...] = ()


class CompanyChange(NamedTuple):
    """What an act does to one company: how it was, all that had happened to it if that is known, what the act tells.

    `rolled` are the heroes whose fate the act rolls, `tried` those for whom it rolls an act of recovery.
    """

    was: Company
    log: Sequence[Any]
    events: Sequence[Any]
    rolled: Collection[str] = ()
    tried: Collection[str] = ()


class UnrolledDice:
    """Dice that nobody has thrown: they let every hero live, so that all else can be told."""

    def take(self, need: Need) -> DiceFaces:
        """The highest faces."""
        return DiceFaces(need.sides, "house")


Rows = Mapping[str, str]
"""The game's own rows for what happens to companies, by the wire name of the event, or by the purpose of gold."""


def differences(changed: Mapping[str, CompanyChange], rows: Rows) -> tuple[Difference, ...]:
    """What becomes of companies, value by value, and why."""
    return tuple(line for name, one in changed.items() for line in _of_company(name, one, rows))


def _of_company(name: str, changed: CompanyChange, rows: Rows) -> Iterator[Difference]:
    now, why = changed.was, dict[tuple[str, str], list[Reason]]()
    for place, event in enumerate(changed.events):
        before, now = now, evolve(now, event)
        for hero, field, _old, _new in _changes(before, now):
            why.setdefault((hero, field), []).extend(_reasons(changed, place, rows))
    for hero in changed.rolled:
        was = changed.was.heroes[hero].standing
        yield Difference(name, hero, "standing", was, TO_BE_ROLLED, _fate(changed, hero, rows))
    for hero in changed.tried:
        yield Difference(name, hero, "recovery", None, TO_BE_ROLLED)
    for hero, field, old, new in _changes(changed.was, now):
        if hero in changed.tried:
            continue
        if field != "standing" or hero not in changed.rolled:
            reasons = why.get((hero, field), [])
            once = tuple(one for place, one in enumerate(reasons) if one not in reasons[:place])
            yield Difference(name, hero, field, old, new, once)


def _changes(was: Company, now: Company) -> Iterator[tuple[str, str, Any, Any]]:
    """By hero and field, with the company's own first: what was another value before."""
    before, after = _own(was), _own(now)
    yield from (("", field, old, after[field]) for field, old in before.items() if old != after[field])
    for hero, figure in was.heroes.items():
        owed, owes = (len(company.open_fates.get(hero, ())) for company in (was, now))
        if owed != owes:
            yield hero, "fates_owed", owed, owes
        for field in (one for one in Figure.__struct_fields__ if one not in COUNTERS):
            old, new = getattr(figure, field), getattr(now.heroes[hero], field)
            if field == "stats":
                pairs = ((f"stats.{stat}", value, new.get(stat)) for stat, value in old.items())
                yield from ((hero, path, a, b) for path, a, b in pairs if a != b)
            elif old != new:
                yield hero, field, old, new
    yield from ((hero, "standing", None, one.standing) for hero, one in now.heroes.items() if hero not in was.heroes)


def _own(company: Company) -> dict[str, Any]:
    """What belongs to a company and to none of its heroes."""
    hall = company.hall
    return {
        **{name: getattr(company, name) for name in ("name", "motto", "gold", "leader", "stash", "in_battle")},
        "hall.name": hall.name,
        "hall.upgrades": hall.upgrades,
        "hall.orders": tuple(order.upgrade for order in hall.orders),
    }


# Why


def _fate(changed: CompanyChange, hero: str, rows: Rows) -> tuple[Reason, ...]:
    """Why the fate of a hero is to be rolled."""
    fates = [event for event in changed.events if isinstance(event, cev.HeroFateSet) and event.hero == hero]
    return tuple(Reason(fate, _row(fate, rows)) for fate in fates[-1:])


def _reasons(changed: CompanyChange, place: int, rows: Rows) -> Iterator[Reason]:
    """What is behind one event of the act: those it undoes, else itself."""
    event = changed.events[place]
    following = changed.events[place + 1] if place + 1 < len(changed.events) else None
    if isinstance(event, cev.Undone):
        yield _undone(changed, event.event, rows)
    elif isinstance(event, TOOK_BACK) and isinstance(following, cev.Undone):
        yield _undone(changed, following.event, rows)
    elif isinstance(event, cev.GoldChanged) and event.purpose == "undoing":
        yield from (_undone(changed, version, rows) for version in _gold_undone(changed))
    else:
        yield Reason(event, _row(event, rows))


def _undone(changed: CompanyChange, version: int, rows: Rows) -> Reason:
    event = changed.log[version - 1]
    return Reason(event, _row(event, rows), version)


def _gold_undone(changed: CompanyChange) -> Iterator[int]:
    """The gold that goes back: of the events that the act says no longer count."""
    for event in changed.events:
        if isinstance(event, cev.Undone) and isinstance(changed.log[event.event - 1], cev.GoldChanged):
            yield event.event


def _row(event: Any, rows: Rows) -> str:
    """The rule that an event rests on: its own, else the game's, else that of the kernel."""
    own = getattr(event, "rule", "") or rows.get(getattr(event, "purpose", "")) or rows.get(tag_of(event))
    if own:
        return str(own)
    if event.because is not None or isinstance(event, cev.BattleLeft):
        return SETTLING
    if isinstance(event, cev.BattleJoined):
        return FIELDING
    return BALANCE if isinstance(event, cev.GoldChanged) else GM_ACTIONS
