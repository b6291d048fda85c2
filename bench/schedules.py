"""Double round robins, drawn on the circle method and placed, beside one model of CP-SAT that is free in all."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random
from statistics import median
from typing import NamedTuple

import msgspec
from ortools.sat.python import cp_model

from bench.homes import Lab
from bench.measure import Metric, Target
from bench.roles.timing import clock
from tournaments.domain.formats.round_robin import legs
from tournaments.domain.schedule.calendar import (
    Calendar,
    Competitor,
    ScheduledFixture,
    Slot,
    Venue,
    Wish,
    WishKind,
    later,
    round_windows,
)
from tournaments.domain.schedule.quality import quality
from tournaments.scheduling.drawing import draw
from tournaments.scheduling.placing import place

FIRST_DAY = "2026-01-03"
KINDS: tuple[WishKind, ...] = ("home_on", "away_on", "no_home_on")
WISHES_EACH = 3
SECONDS = 1.0


class Free(NamedTuple):
    """What the free model came to: breaks, wishes not met, and when it had its first solution."""

    breaks: int
    unmet: int
    first: float


def schedules(lab: Lab) -> Iterator[Metric]:
    """A double round robin with three wishes each: drawn, beside the free model; and placed on dates and tables."""
    size, limit = lab.sizes.entrants, lab.sizes.free_seconds
    drawn = _drawn(_calendar(size))
    seconds = median(clock(lambda: draw(legs(size, 2), _calendar(size))) for _ in range(lab.sizes.rounds))
    found, free = quality(drawn), _free(_calendar(size), limit)
    what = f"double round robin of {size}, {WISHES_EACH * size} wishes"
    peer = f"plain CP-SAT, free model, {f'after {limit:g} s' if free else f'nothing in {limit:g} s'}"
    first = peer if free is None else "plain CP-SAT, free model, its first solution"
    yield Metric(f"{what}, drawn", seconds, "s", first, free and free.first, Target("ours", "≤", SECONDS))
    fewest = 3 * size - 6
    yield Metric(f"{what}, breaks", found.breaks, "breaks", "3n − 6", fewest, Target("ratio", "≤", 1))
    yield Metric(f"{what}, breaks", found.breaks, "breaks", peer, free and free.breaks)
    unmet = f"{what}, wishes not met, and one"
    yield Metric(unmet, 1 + len(found.unmet), "wishes", peer, free and 1 + free.unmet)
    yield Metric(f"{what}, placed on dates and tables", clock(lambda: place(drawn)), "s")


def _calendar(size: int) -> Calendar:
    """So many entrants, two to a hall with one table, weekends with two times a day; wishes drawn at random."""
    rng, rounds = Random(size), 2 * (size - 1)
    wishes = tuple(
        Wish(id=f"w{number}", kind=rng.choice(KINDS), entrant=f"e{number % size}", round=rng.randint(1, rounds))
        for number in range(WISHES_EACH * size)
    )
    return Calendar(
        competitors=tuple(Competitor(f"e{number}", f"Team {number}", f"v{number // 2}") for number in range(size)),
        venues=tuple(Venue(f"v{number}", f"Hall {number}") for number in range((size + 1) // 2)),
        windows=round_windows(FIRST_DAY, rounds, days=2),
        slots=tuple(
            Slot(later(FIRST_DAY, 7 * week + day), hour)
            for week in range(rounds)
            for day in (0, 1)
            for hour in ("14:00", "18:00")
        ),
        wishes=(*wishes, Wish(id="rest", kind="rest_days", number=4, hard=True)),
    )


def _drawn(calendar: Calendar) -> Calendar:
    """The calendar with the fixtures of its draw."""
    rounds = legs(len(calendar.competitors), 2)
    found = draw(rounds, calendar)
    if found is None:
        raise RuntimeError("wishes that all are soft cannot clash")
    fixtures = tuple(
        ScheduledFixture(
            id=f"{number}-{meeting.home}", round=number, home=found.order[meeting.home - 1], away=found.order[away - 1]
        )
        for number, meetings in enumerate(rounds, 1)
        for meeting in meetings
        if (away := meeting.away) is not None
    )
    return msgspec.structs.replace(calendar, fixtures=fixtures)


class _FirstFound(cp_model.CpSolverSolutionCallback):
    """When the first solution was found."""

    def __init__(self) -> None:
        super().__init__()
        self.began, self.first = time.perf_counter(), 0.0

    def on_solution_callback(self) -> None:
        self.first = self.first or time.perf_counter() - self.began


def _free(calendar: Calendar, limit: float) -> Free | None:
    """Who meets whom when and where as one model: each pair once a half, breaks and unmet wishes at least cost."""
    teams = [entrant.id for entrant in calendar.competitors]
    half = len(teams) - 1
    model, rounds = cp_model.CpModel(), range(2 * half)
    games = {(*pair, number): model.new_bool_var("") for pair in permutations(teams, 2) for number in rounds}
    for one, other in combinations(teams, 2):
        model.add_exactly_one(games[one, other, number] for number in rounds)
        model.add_exactly_one(games[other, one, number] for number in rounds)
        model.add_exactly_one(games[(*pair, number)] for pair in ((one, other), (other, one)) for number in range(half))
    home = {(team, number): model.new_bool_var("") for team in teams for number in rounds}
    for (team, number), is_home in home.items():
        others = [other for other in teams if other != team]
        at_home = [games[team, other, number] for other in others]
        model.add(sum(at_home) == is_home)
        model.add_exactly_one(*at_home, *(games[other, team, number] for other in others))
    breaks = []
    for team in teams:
        for number in rounds[1:]:
            breaks.append(model.new_bool_var(""))
            model.add(home[team, number - 1] + home[team, number] <= 1 + breaks[-1])
            model.add(home[team, number - 1] + home[team, number] >= 1 - breaks[-1])
    wishes = [wish for wish in calendar.wishes if wish.round]
    unmet = [_unmet(wish, home[wish.entrant, wish.round - 1]) for wish in wishes]
    model.minimize(cp_model.LinearExpr.sum([*breaks, *unmet]))
    return _solved(model, breaks, unmet, limit)


def _unmet(wish: Wish, home: cp_model.IntVar) -> cp_model.LinearExprT:
    return 1 - home if wish.kind == "home_on" else home


def _solved(
    model: cp_model.CpModel, breaks: list[cp_model.IntVar], unmet: list[cp_model.LinearExprT], limit: float
) -> Free | None:
    solver, watch = cp_model.CpSolver(), _FirstFound()
    solver.parameters.max_time_in_seconds = limit
    if solver.solve(model, watch) not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        return None
    return Free(sum(map(solver.value, breaks)), sum(map(solver.value, unmet)), watch.first)
