"""Who takes which position of a round robin: entrants and wishes are mapped onto its home and away games.

A position brings its opponents and its home games in every round with it. So a schedule made this way keeps the few
breaks of the round robin (3n − 6 for a mirrored double one), and only n × n choices are left to search. Wishes by date
count where the date decides the round; what is left of them is a matter of placing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from tournaments.domain.formats.round_robin import Rounds, sides
from tournaments.domain.schedule.calendar import Blackout, Calendar, Slot, Wish, blocks
from tournaments.domain.schedule.words import Names
from tournaments.scheduling.conflicts import Conflict, conflicts
from tournaments.scheduling.cp_sat import Demand, Rules, Stop, Var, search
from tournaments.scheduling.offers import offered

WORK = 5.0
ORDER = ("wish", "blackout", "venue")

Positions = frozenset[int]


class Draw(NamedTuple):
    """The entrants in the order of the positions, the first at position 1. `proved`: no order meets more wishes."""

    order: tuple[str, ...]
    proved: bool


def draw(rounds: Rounds, calendar: Calendar, *, work: float = WORK, stop: Stop | None = None) -> Draw | None:
    """The best order of the competitors; the order given, where that meets every wish.

    None where hard wishes cannot be met (`draw_conflicts` says why) or the search was ended before it found anything.
    """
    mapping = _Mapping(rounds, calendar, guarded=False)
    found = search(mapping.rules.model, work, hinted=True)
    if not found.found or found.cost:
        found = search(mapping.rules.model, work, stop)
    if not found.found:
        return None
    order = {position: entrant for (entrant, position), variable in mapping.takes.items() if found.true(variable)}
    return Draw(tuple(order[position] for position in sorted(order)), found.status == "optimal")


def draw_conflicts(rounds: Rounds, calendar: Calendar, *, stop: Stop | None = None) -> tuple[Conflict, ...]:
    """The rules and wishes that no order can meet together; none where one can, or where it was cancelled."""
    return conflicts(_Mapping(rounds, calendar, guarded=True).rules, ORDER, stop=stop)


class _Mapping:
    """The model: `takes` by entrant and position."""

    def __init__(self, rounds: Rounds, calendar: Calendar, *, guarded: bool) -> None:
        self.calendar, self.names = calendar, Names(calendar)
        self.skeleton = _Skeleton(rounds)
        self.dates = _dates_of_rounds(calendar, len(rounds))
        self.rules = Rules(guarded=guarded)
        entrants = [entrant.id for entrant in calendar.competitors]
        positions = range(1, len(entrants) + 1)
        self.takes = {(entrant, position): self.rules.flag() for entrant in entrants for position in positions}
        for entrant in entrants:
            self.rules.model.add_exactly_one(self.takes[entrant, position] for position in positions)
        for position in positions:
            self.rules.model.add_exactly_one(self.takes[entrant, position] for entrant in entrants)
        for entrant, position in zip(entrants, positions, strict=True):
            self.rules.model.add_hint(self.takes[entrant, position], 1)
        for wish in calendar.wishes:
            self._wish(wish)
        for blackout in calendar.blackouts:
            self._blackout(blackout)
        self._venues()
        if not guarded:
            self.rules.model.minimize(sum(weight * variable for weight, variable, _ in self.rules.paid))

    def _positions(self, entrant: str, positions: Iterable[int]) -> list[Var]:
        return [self.takes[entrant, position] for position in sorted(positions)]

    # Wishes

    def _wish(self, wish: Wish) -> None:
        demand = Demand(f"wish:{wish.id}", self.names.wish(wish), 0 if wish.hard else wish.weight)
        if self.rules.ignores(demand):
            return
        certain, possible = self._rounds_of(wish)
        match wish.kind:
            case "home_on" | "away_on" if possible:
                wanted = self.skeleton.home if wish.kind == "home_on" else self.skeleton.away
                able = frozenset[int]().union(*(wanted[number] for number in possible))
                self._keep_off(wish.entrant, self.skeleton.positions - able, demand)
            case "no_home_on":
                self._keep_off(wish.entrant, self._any(self.skeleton.home, certain), demand)
            case "not_on" if self.skeleton.byes:
                self._keep_off(wish.entrant, self._any(self.skeleton.playing, certain), demand)
            case "not_against_before" | "meet_on" | "never_both_home":
                self._pair(wish, possible, demand)

    def _keep_off(self, entrant: str, positions: Positions, demand: Demand) -> None:
        self.rules.forbid(self._positions(entrant, positions), demand)

    @staticmethod
    def _any(by_round: dict[int, Positions], rounds: Iterable[int]) -> Positions:
        return frozenset[int]().union(*(by_round[number] for number in rounds))

    def _rounds_of(self, wish: Wish) -> tuple[list[int], list[int]]:
        """Rounds certainly in the round or on the date of a wish, and those that may be."""
        numbers = range(1, len(self.skeleton.rounds) + 1)
        if wish.round:
            these = [number for number in numbers if number == wish.round]
            return these, these
        possible = [number for number in numbers if wish.date in self.dates.get(number, ())]
        return [number for number in possible if len(self.dates[number]) == 1], possible

    def _pair(self, wish: Wish, possible: list[int], demand: Demand) -> None:
        """What the two positions of a pair cost together; of a hard wish each such pair of positions is forbidden."""
        if wish.kind == "never_both_home":
            cost: Callable[[int, int], int] = self.skeleton.both_home
        elif wish.kind == "meet_on":
            if not possible:
                return
            then = self.skeleton.meetings(possible)
            cost = lambda one, other: int(not then[one, other])  # noqa: E731 (three ways to judge a pair)
        else:
            early = self.skeleton.meetings(self._before(wish))
            cost = lambda one, other: early[one, other]  # noqa: E731 (as above)
        if demand.weight:
            self._pay_for_pair(wish, cost, demand)
        else:
            self._forbid_pair(wish, cost, demand)

    def _before(self, wish: Wish) -> Iterator[int]:
        """Rounds that are before the round or date of a wish, whenever their games are."""
        for number in range(1, len(self.skeleton.rounds) + 1):
            dates = self.dates.get(number)
            if number < wish.round if wish.round else dates and max(dates) < wish.date:
                yield number

    def _forbid_pair(self, wish: Wish, cost: Callable[[int, int], int], demand: Demand) -> None:
        for one in sorted(self.skeleton.positions):
            bad = [other for other in sorted(self.skeleton.positions) if other != one and cost(one, other)]
            both = [self.takes[wish.entrant, one], *self._positions(wish.other, bad)]
            self.rules.at_most(1, both, 0, demand)

    def _pay_for_pair(self, wish: Wish, cost: Callable[[int, int], int], demand: Demand) -> None:
        positions = sorted(self.skeleton.positions)
        costs = {(one, other): cost(one, other) for one in positions for other in positions if one != other}
        most = max(costs.values(), default=0)
        if not most:
            return
        paid = self.rules.model.new_int_var(0, most, "")
        for one in positions:
            here = sum(costs[one, other] * self.takes[wish.other, other] for other in positions if other != one)
            self.rules.model.add(paid >= here - most * (1 - self.takes[wish.entrant, one]))
        self.rules.pay(demand.weight, paid, most)

    # Blackouts and venues, where they leave a round no date

    def _blackout(self, blackout: Blackout) -> None:
        demand = Demand(f"blackout:{blackout.id}", self.names.blackout(blackout))
        for number, dates in self.dates.items():
            for entrant in self.calendar.competitors:
                slots = [Slot(day, "", entrant.venue) for day in dates]
                if blackout.kind == "entrant" and self.skeleton.byes:
                    closed = self.skeleton.playing[number]
                    sides = [entrant.id]
                elif blackout.kind == "venue":
                    closed = self.skeleton.home[number]
                    sides = []
                else:
                    continue
                if all(blocks(blackout, slot, sides) for slot in slots):
                    self._keep_off(entrant.id, closed, demand)

    def _venues(self) -> None:
        """No more home games in a round than its home venue can take on the dates offered."""
        for venue in self.calendar.venues:
            guests = [entrant.id for entrant in self.calendar.competitors if entrant.venue == venue.id]
            demand = Demand(f"venue:{venue.id}", self.names.capacity(venue))
            for number, dates in self.dates.items():
                moments = {
                    (slot.date, slot.time)
                    for slot in offered(self.calendar)
                    if slot.date in dates and slot.venue in {venue.id, ""}
                }
                at_home = self._at_home(guests, number)
                self.rules.at_most(venue.tables * len(moments), at_home, 0, demand)
            for wish in self.calendar.wishes:
                if wish.kind == "last_together" and wish.hard:
                    together = Demand(f"wish:{wish.id}", self.names.wish(wish))
                    self.rules.at_most(venue.tables, self._at_home(guests, len(self.skeleton.rounds)), 0, together)

    def _at_home(self, guests: Iterable[str], number: int) -> list[Var]:
        home = self.skeleton.home[number]
        return list(chain.from_iterable(self._positions(entrant, home) for entrant in guests))


class _Skeleton:
    """The positions of a round robin that are at home, away, or play in each round, and who meets whom."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.patterns = sides(rounds)
        self.positions: Positions = frozenset(self.patterns)
        self.home, self.away, self.byes_in = (self._on(side) for side in ("home", "away", "bye"))
        self.playing = {number: self.positions - self.byes_in[number] for number in self.byes_in}
        self.byes = any(self.byes_in.values())

    def _on(self, side: str) -> dict[int, Positions]:
        return {
            number + 1: frozenset(position for position, row in self.patterns.items() if row[number] == side)
            for number in range(len(self.rounds))
        }

    def both_home(self, one: int, other: int) -> int:
        """In how many rounds both are at home."""
        return sum(
            here == there == "home" for here, there in zip(self.patterns[one], self.patterns[other], strict=True)
        )

    def meetings(self, numbers: Iterable[int]) -> Counter[tuple[int, int]]:
        """How often who meets whom in these rounds, either way round."""
        pairs = [(home, away) for number in numbers for home, away in self.rounds[number - 1] if away is not None]
        return Counter(pairs + [(away, home) for home, away in pairs])


def _dates_of_rounds(calendar: Calendar, rounds: int) -> dict[int, frozenset[str]]:
    """The dates offered for each round that has a window and is not played ahead."""
    dates = sorted({slot.date for slot in offered(calendar)})
    found = {
        window.round: frozenset(day for day in dates if window.opens <= day <= window.deadline)
        for window in calendar.windows
        if window.round <= rounds and not window.play_ahead
    }
    return {number: days for number, days in found.items() if days}
