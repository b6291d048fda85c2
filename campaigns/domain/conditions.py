"""Conditions of heroes: how they come, how they end, and what a battle that is undone takes back. [KERNEL-CAMP-16]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from campaigns.domain.campaign import between_battles as bb
from campaigns.domain.campaign.decide.stages import open_draft
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.events import ConditionEnded, ConditionGained
from campaigns.domain.company.state import Company
from campaigns.domain.event_base import Cause
from campaigns.domain.history import counting
from campaigns.domain.tally import battles_of
from campaigns.domain.world import Act
from rules.kernel.errors import Refused
from rules.kernel.progression import AFTER_A_BATTLE, BY_THE_GM, Condition, Figure, at_hour, in_downtime
from rules.kernel.reading import says_something

CONDITIONS = "KERNEL-CAMP-16"

# What comes and goes


def gain(draft: Draft, hero: str, condition: Condition, because: Cause | None = None) -> None:
    """A hero comes under a condition; one that has run out by now is on record, and ends at once."""
    known = draft.company.heroes[hero].conditioned
    new = replace(condition, id=f"c{known + 1}")
    draft.emit(ConditionGained(hero=hero, condition=new, because=because))
    if has_run_out(new, draft.terms.hour, draft.terms.downtime):
        _end_by_time(draft, hero, new, because)


def has_run_out(condition: Condition, hour: int, downtime: int) -> bool:
    """Whether a condition has ended by an hour of the clock and a downtime."""
    last_hour, last_downtime = condition.last_hour, condition.last_downtime
    return (last_hour is not None and last_hour <= hour) or (last_downtime is not None and last_downtime <= downtime)


def run_out(company: Company, hour: int, downtime: int) -> list[tuple[str, Condition]]:
    """By hero the conditions that have run out and still stand; of who is gone nothing ends any more."""
    return [
        (hero.id, condition)
        for hero in company.ready
        for condition in hero.conditions
        if has_run_out(condition, hour, downtime)
    ]


def end_conditions(act: Act, command: bb.EndConditions) -> None:
    """What has run out in a company ends."""
    draft = act.draft(command.company)
    draft.require_idle()
    over = run_out(draft.company, act.campaign.hour, act.campaign.downtime)
    if not over:
        message = f"No condition in {draft.company.name} has run out."
        raise Refused("no_condition_due", message, CONDITIONS, field="company", hint="Let more time pass.")
    for hero, condition in over:
        _end_by_time(draft, hero, condition)


def _end_by_time(draft: Draft, hero: str, condition: Condition, because: Cause | None = None) -> None:
    why: Literal["time", "downtime"] = "downtime" if condition.last_hour is None else "time"
    draft.emit(ConditionEnded(hero=hero, condition=condition, why=why, because=because))


def end_with_battle(draft: Draft, then: Company, because: Cause) -> None:
    """What ends with a battle ends, of the conditions that the heroes went into it with, or stayed at home with."""
    for hero in draft.company.ready:
        before = {one.id for one in then.heroes[hero.id].conditions} if hero.id in then.heroes else set()
        for condition in hero.conditions:
            if condition.ends == AFTER_A_BATTLE and condition.id in before:
                draft.emit(ConditionEnded(hero=hero.id, condition=condition, why="battle", because=because))


# By the GM


def add_condition(act: Act, command: bb.AddCondition) -> None:
    """One of the game's conditions, where it has a list of them; else any."""
    draft = open_draft(act, command.company)
    figure = draft.hero(command.hero)
    known = draft.terms.progression.conditions
    if not says_something(command.name) or (known and command.name not in known):
        message = f"There is no condition {command.name!r}." if command.name else "A condition needs a name."
        hint = f"Choose one of {', '.join(known)}." if known else "Give it a name."
        raise Refused("unknown_condition", message, CONDITIONS, field="name", hint=hint)
    condition = Condition(
        name=command.name,
        title=command.title or known.get(command.name, ""),
        source=command.source,
        ends=_ends(act, command),
        amount=command.amount,
        since=act.campaign.hour,
        event=draft.next_version,
    )
    gain(draft, figure.id, condition)


def _ends(act: Act, command: bb.AddCondition) -> str:
    counted = command.ends in ("hours", "downtimes")
    if counted != bool(command.length):
        message = "It needs to last at least 1." if counted else f"What ends so has no length, not {command.length}."
        hint = "Give a number of hours or downtimes." if counted else "Give 0, or let it end after hours or downtimes."
        raise Refused("bad_value", message, CONDITIONS, field="length", hint=hint)
    return {
        "for_good": "",
        "hours": at_hour(act.campaign.hour + command.length),
        "downtimes": in_downtime(act.campaign.downtime + command.length),
        "battle": AFTER_A_BATTLE,
        "gm": BY_THE_GM,
    }[command.ends]


def end_condition(act: Act, command: bb.EndCondition) -> None:
    """Whatever it would have ended by."""
    draft = open_draft(act, command.company)
    figure = draft.any_hero(command.hero)
    draft.emit(ConditionEnded(hero=figure.id, condition=standing(figure, command.condition), why="gm"))


def standing(figure: Figure, condition: str) -> Condition:
    """A condition that a hero is under, by its id; refused where it is under none of it."""
    found = next((one for one in figure.conditions if one.id == condition), None)
    if found is None:
        known = ", ".join(f"{one.id} ({one.title or one.name})" for one in figure.conditions) or "none"
        message, hint = f"{figure.name} has no condition {condition!r}.", f"Its conditions are {known}."
        raise Refused("unknown_condition", message, CONDITIONS, field="condition", hint=hint)
    return found


# When a battle is undone


class Conditions:
    """The conditions of one hero after all of `log`: whose coming and whose end still count, and of which battle."""

    def __init__(self, log: Sequence[Any], hero: str) -> None:
        self._battles = battles_of(log)
        self._gained = [one for one in log if isinstance(one, ConditionGained) and one.hero == hero]
        self._ended = {
            one.condition.id: one for _, one in counting(log) if isinstance(one, ConditionEnded) and one.hero == hero
        }
        self._standing = {
            one.condition.id for _, one in counting(log) if isinstance(one, ConditionGained) and one.hero == hero
        }

    def came(self, condition: str) -> bool:
        """Whether its coming still counts."""
        return condition in self._standing

    def brought(self, battle: str, conditions: Sequence[Condition]) -> tuple[Condition, ...]:
        """What of the conditions that a battle brings there still is: one that has ended since does not come again."""
        place: Counter[str] = Counter()
        kept = []
        for condition in conditions:
            ended = any(
                self._is_over(battle, one) for one in self._before(battle, condition.name, place[condition.name])
            )
            place[condition.name] += 1
            if not ended:
                kept.append(condition)
        return tuple(kept)

    def _before(self, battle: str, name: str, place: int) -> Iterator[ConditionGained]:
        """What the settlings of a battle have told before of the one at that place among those of its name."""
        told: Counter[str] = Counter()
        for one in self._gained:
            if self._battle(one.because) == battle and one.condition.name == name:
                if told[one.batch] == place:
                    yield one
                told[one.batch] += 1

    def _is_over(self, battle: str, gained: ConditionGained) -> bool:
        """Whether it has ended by something else than the battle that brought it."""
        ended = self._ended.get(gained.condition.id)
        return ended is not None and self._battle(ended.because) != battle

    def _battle(self, because: Cause | None) -> str:
        return "" if because is None else self._battles.get(because.match, because.match)


def without_gained(figure: Figure, event: ConditionGained) -> tuple[Condition, ...]:
    """The conditions of a hero without one that came of what is undone."""
    return tuple(one for one in figure.conditions if one.id != event.condition.id)


def with_ended(draft: Draft, log: Sequence[Any], event: ConditionEnded) -> tuple[Condition, ...]:
    """The conditions of a hero with one that has ended by what is undone, unless it is over all the same."""
    figure, back = draft.company.heroes[event.hero], event.condition
    came = Conditions([*log, *draft.events], figure.id).came(back.id)
    over = has_run_out(back, draft.terms.hour, draft.terms.downtime)
    if over or not came:
        return figure.conditions
    return tuple(sorted((*figure.conditions, back), key=lambda one: (len(one.id), one.id)))  # as they came
