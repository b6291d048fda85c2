"""Slots for fixtures: a first schedule, then better ones as long as it may take; or a repair that moves the fewest.

1. All fixtures that may move are placed at once. A fixture that finds no slot stays without one, so that there is
   always a schedule to go on from.
2. Unless that is known to be the best, two or three rounds, or the games of three or four entrants, are placed anew
   while the rest stays, again and again (`neighbourhood`).

What stays: published and played fixtures. Schedules are compared by `_Score`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeVar

import msgspec

from tournaments.domain.schedule.calendar import Calendar, ScheduledFixture, Slot, with_slots
from tournaments.domain.schedule.checks import breaches
from tournaments.domain.schedule.tables import with_tables
from tournaments.scheduling.conflicts import Conflict, conflicts
from tournaments.scheduling.cp_sat import Rules, Search, Stop, search
from tournaments.scheduling.options import Options, without_table
from tournaments.scheduling.placing_rules import placing_model

Thing = TypeVar("Thing")
MOVED, MOVED_PUBLISHED = 1, 5
"""What a repair counts for a fixture that it moves."""
FOR_GAMES = ("home_on", "away_on", "meet_on")
ORDER = ("wish", "blackout", "published", "window", "venue", "home", "inputs")


class Effort(NamedTuple):
    """How much work the first schedule may take, how many steps follow, and how much each may take.

    The solver counts its work, about a second of a fast core a unit: the result does not depend on the machine.
    """

    first: float = 10.0
    steps: int = 40
    step: float = 1.0


class Progress(NamedTuple):
    """The steps done, of how many; fixtures without a slot, rules broken, wishes unmet by weight; the best so far."""

    step: int
    steps: int
    unplaced: int
    broken: int
    unmet: int
    best: Calendar


class Schedule(NamedTuple):
    """The best schedule found, with tables. `complete`: every fixture has a slot and no hard rule is broken.

    `proved`: there is none better. `moved`: fixtures that had another slot before. `stopped`: it was cancelled.
    """

    calendar: Calendar
    complete: bool
    proved: bool
    moved: tuple[str, ...]
    stopped: bool = False


USUAL = Effort()

Tell = Callable[[Progress], None]


def place(
    calendar: Calendar, *, effort: Effort = USUAL, tell: Tell | None = None, stop: Stop | None = None
) -> Schedule:
    """Give all fixtures but published and played ones a slot."""
    free = frozenset(fixture.id for fixture in calendar.fixtures if not fixture.fixed)
    return _Search(calendar, free, {}, effort, tell, stop).run()


def repair(
    calendar: Calendar,
    *,
    released: Iterable[str] = (),
    effort: Effort = USUAL,
    tell: Tell | None = None,
    stop: Stop | None = None,
) -> Schedule:
    """Make a schedule keep the rules and place what has no slot, with as few moves as possible.

    Published fixtures stay but for those `released`, which count as much as five drafts; played ones always stay.
    """
    may_move = set(released)
    free, moves = set(), {}
    for fixture in calendar.fixtures:
        published = fixture.id in may_move and fixture.status == "published"
        if published or not fixture.fixed:
            free.add(fixture.id)
            if fixture.slot is not None:
                moves[fixture.id] = MOVED_PUBLISHED if published else MOVED
    return _Search(calendar, frozenset(free), moves, effort, tell, stop).run()


def date_conflicts(calendar: Calendar, *, stop: Stop | None = None) -> tuple[Conflict, ...]:
    """The rules and wishes that leave no slots for all fixtures; none where there are, or where it was cancelled."""
    rules = Rules(guarded=True)
    free = frozenset(fixture.id for fixture in calendar.fixtures if fixture.status != "played" or not fixture.slot)
    placing_model(Options(_in_order(calendar), free, rules))
    return conflicts(rules, ORDER, stop=stop)


class _Score(NamedTuple):
    """What schedules are compared by, the most important first.

    `broken`: rules broken; `lacking`: hard wishes for a game then, which no fixture meets.
    """

    broken: int
    unplaced: int
    lacking: int
    moved: int
    unmet: int
    ahead: int


class _Search:
    """One schedule in the making: `best` so far and its score."""

    def __init__(
        self,
        calendar: Calendar,
        free: frozenset[str],
        moves: Mapping[str, int],
        effort: Effort,
        tell: Tell | None,
        stop: Stop | None,
    ) -> None:
        self.given, self.free, self.moves, self.effort = calendar, free, moves, effort
        self.tell, self.stop = tell, stop
        self.was = {one.id: without_table(one.slot) for one in calendar.fixtures if one.slot}
        self.opens = {window.round: window.opens for window in calendar.windows}
        self.before = self.best = _in_order(calendar)
        self.score = self._score(calendar)

    def run(self) -> Schedule:
        """Steps 1 and 2."""
        stopped, proved = self._asked_to_stop(), False
        if not stopped:
            proved = self._place(self.free, self.effort.first)
            self._tell(0)
        for step in range(1, self.effort.steps + 1):
            stopped = stopped or self._asked_to_stop()
            if stopped or proved or not any(self.score):
                break
            self._place(self.free & neighbourhood(self.best, step), self.effort.step)
            self._tell(step)
        return self._schedule(proved or not any(self.score), stopped)

    def _asked_to_stop(self) -> bool:
        return self.stop is not None and self.stop()

    def _tell(self, step: int) -> None:
        if self.tell is not None:
            score, broken = self.score, self.score.broken + self.score.lacking
            self.tell(Progress(step, self.effort.steps, score.unplaced, broken, score.unmet, self.best))

    def _place(self, free: frozenset[str], work: float) -> bool:
        """Place these fixtures anew, and keep it if it is better. Whether nothing better is possible for them."""
        rules = Rules()
        options = Options(self._with_old_slots(free), free, rules)
        placing_model(options)
        self._minimize(rules, options, free)
        found = search(rules.model, work, self.stop)
        if found.found:
            calendar = with_slots(self.best, self._slots(options, found))
            score = self._score(calendar)
            if score < self.score:
                self.best, self.score = calendar, score
        return found.status == "optimal"

    def _with_old_slots(self, free: frozenset[str]) -> Calendar:
        """The best so far, where a repair offers the free fixtures the slots that they had before."""
        old = {one.id: one.slot for one in self.before.fixtures if one.id in self.moves and one.id in free}
        return with_slots(self.best, old) if old else self.best

    def _minimize(self, rules: Rules, options: Options, free: frozenset[str]) -> None:
        """Fixtures without a slot weigh more than hard wishes, those than moves, and those than wishes."""
        now = {fixture.id: without_table(fixture.slot) for fixture in self.best.fixtures if fixture.slot}
        move = rules.most_paid()
        lack = move * (1 + sum(self.moves.get(key, 0) for key in free))
        lose = lack * (1 + len(rules.lacking))
        cost = sum(weight * variable for weight, variable, _ in rules.paid) + lack * sum(rules.lacking)
        cost += lose * sum(options.unplaced.values())
        for option in options.all:
            if option.taken is None:
                continue
            key = option.fixture.id
            if key in self.moves and option.slot != self.was[key]:
                cost += move * self.moves[key] * option.taken
            rules.model.add_hint(option.taken, int(now.get(key) == option.slot))
        if not isinstance(cost, int):
            rules.model.minimize(cost)

    def _slots(self, options: Options, found: Search) -> dict[str, Slot | None]:
        """The slots of the solution; a fixture that has not moved keeps its table."""
        tables = {fixture.id: fixture.slot for fixture in self.best.fixtures if fixture.slot}
        slots: dict[str, Slot | None] = dict.fromkeys(options.unplaced)
        for option in options.all:
            if option.taken is not None and found.true(option.taken):
                old = tables.get(option.fixture.id)
                slots[option.fixture.id] = old if old and without_table(old) == option.slot else option.slot
        return slots

    def _score(self, calendar: Calendar) -> _Score:
        weights = {wish.id: wish.weight for wish in calendar.wishes}
        for_games = {wish.id for wish in calendar.wishes if wish.kind in FOR_GAMES}
        found = breaches(calendar)
        return _Score(
            broken=sum(breach.hard and breach.cause not in for_games for breach in found),
            unplaced=sum(fixture.slot is None for fixture in calendar.fixtures),
            lacking=sum(breach.hard and breach.cause in for_games for breach in found),
            moved=sum(self.moves[key] for key in self._moved(calendar) if key in self.moves),
            unmet=sum(weights[breach.cause] for breach in found if not breach.hard),
            ahead=sum(self._is_ahead(fixture) for fixture in calendar.fixtures),
        )

    def _is_ahead(self, fixture: ScheduledFixture) -> bool:
        return bool(fixture.slot and fixture.slot.date < self.opens.get(fixture.round, ""))

    def _moved(self, calendar: Calendar) -> list[str]:
        """Fixtures that had another slot before."""
        return [
            fixture.id
            for fixture in calendar.fixtures
            if fixture.id in self.was and (fixture.slot is None or without_table(fixture.slot) != self.was[fixture.id])
        ]

    def _schedule(self, proved: bool, stopped: bool) -> Schedule:
        """What came of it."""
        complete = not any(self.score[:3])
        best = with_slots(self.given, {fixture.id: fixture.slot for fixture in self.best.fixtures})
        return Schedule(with_tables(best), complete, proved, tuple(self._moved(best)), stopped)


def _in_order(calendar: Calendar) -> Calendar:
    """The calendar in an order that follows from its ids: whoever gives it in another one gets the same schedule."""
    return msgspec.structs.replace(
        calendar,
        competitors=tuple(sorted(calendar.competitors, key=lambda entrant: entrant.id)),
        venues=tuple(sorted(calendar.venues, key=lambda venue: venue.id)),
        windows=tuple(sorted(calendar.windows, key=lambda window: window.round)),
        blackouts=tuple(sorted(calendar.blackouts, key=lambda blackout: blackout.id)),
        wishes=tuple(sorted(calendar.wishes, key=lambda wish: wish.id)),
        fixtures=tuple(sorted(calendar.fixtures, key=lambda fixture: (fixture.round, fixture.id))),
    )


def neighbourhood(calendar: Calendar, step: int) -> frozenset[str]:
    """The fixtures that a step places anew: of two or three rounds, or of three or four entrants."""
    dice = hashlib.sha256(f"neighbourhood {step}".encode()).digest()
    more = dice[0] % 2
    if step % 2:
        rounds = _drawn(sorted({fixture.round for fixture in calendar.fixtures}), dice, 2 + more)
        return frozenset(fixture.id for fixture in calendar.fixtures if fixture.round in rounds)
    entrants = _drawn(sorted({side for fixture in calendar.fixtures for side in fixture.sides}), dice, 3 + more)
    return frozenset(fixture.id for fixture in calendar.fixtures if entrants.intersection(fixture.sides))


def _drawn(things: list[Thing], dice: bytes, number: int) -> set[Thing]:
    """So many of the things, fewer if there are no more."""
    left = things[:]
    return {
        left.pop((dice[2 * place + 1] * 256 + dice[2 * place + 2]) % len(left))
        for place in range(min(number, len(left)))
    }
