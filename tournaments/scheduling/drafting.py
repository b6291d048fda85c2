"""A draft for the schedule of a stage, from what its tournament has on record: drawn, placed, repaired or explained.

What is found is told again and again while the search goes on, so that whoever is stopped has the best up to then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tournaments.domain.formats.round_robin import Rounds, legs
from tournaments.domain.schedule.calendar import Calendar, ScheduledFixture, Slot, Wish
from tournaments.domain.schedule.of_stage import calendar_of
from tournaments.domain.schedule.plan import Drawing, Sides, Slots, ToldConflict
from tournaments.domain.state import Fixture, Stage, Tournament
from tournaments.scheduling.conflicts import Conflict
from tournaments.scheduling.cp_sat import Stop
from tournaments.scheduling.drawing import WORK, draw, draw_conflicts
from tournaments.scheduling.placing import Effort, Progress, Schedule, date_conflicts, place, repair

FIRST, STEP, STEPS = 10.0, 1.0, 100_000
"""Work of the first schedule and of each step after it at most, and as many steps as the time allows."""


class Found(NamedTuple):
    """A draft: slots of fixtures that are to be elsewhere than they stand, and who meets in which of them.

    `unplaced` fixtures have no slot. `broken` rules, `unmet` wishes by weight. `conflicts` say why, where something is
    broken or has no slot.
    """

    slots: Slots
    sides: Sides
    unplaced: int = 0
    broken: int = 0
    unmet: int = 0
    conflicts: tuple[ToldConflict, ...] = ()


Tell = Callable[[Found], None]


def drafted(
    tournament: Tournament,
    stage: Stage,
    drawing: Drawing,
    *,
    begun: Found | None = None,
    tell: Tell | None = None,
    stop: Stop | None = None,
    between: Stop | None = None,
) -> Found:
    """The draft that was asked for; `stop` ends the search once there is a first one.

    `begun`: what another worker had found before it was lost. `between` is asked between the searches for conflicts,
    and ends them.
    """
    sides, conflicts = (begun.sides, ()) if begun is not None else _drawn(tournament, stage, drawing, between)
    fixtures = {
        **tournament.fixtures,
        **{name: replace(tournament.fixtures[name], sides=sides[name]) for name in sides},
    }
    calendar = _calendar(replace(tournament, fixtures=fixtures), stage, drawing, begun)
    standing = {one.id: one.slot for one in tournament.fixtures_of(stage.id)}
    last: list[Progress] = []

    def heard(progress: Progress) -> None:
        last[:] = [progress]
        if tell is not None:
            found = _slots(progress.best, standing)
            tell(Found(found, sides, progress.unplaced, progress.broken, progress.unmet))

    def enough() -> bool:
        """Whether to stop, once there is a first schedule."""
        return bool(last) and stop is not None and stop()

    effort = Effort(min(FIRST, drawing.seconds), STEPS, min(STEP, drawing.seconds / 4))
    if drawing.how == "repair":
        schedule = repair(calendar, released=drawing.released, effort=effort, tell=heard, stop=enough)
    else:
        schedule = place(calendar, effort=effort, tell=heard, stop=enough)
    broken = last[0].broken if last else 0
    unplaced = sum(one.slot is None for one in schedule.calendar.fixtures)
    conflicts += _why(schedule, between)
    return Found(_slots(schedule.calendar, standing), sides, unplaced, broken, last[0].unmet if last else 0, conflicts)


def explained(tournament: Tournament, stage: Stage, between: Stop | None = None) -> tuple[ToldConflict, ...]:
    """Which rules and wishes of a stage clash, as it stands with its draft; `between` as above."""
    draws = (_conflicts(tournament, stage, group, between) for group in _drawable(tournament, stage))
    found = [told for conflicts in draws for told in conflicts]
    calendar = _to_be_played(calendar_of(tournament, stage, stage.draft))
    return (*found, *map(_told, date_conflicts(calendar, stop=between)))


def _why(schedule: Schedule, between: Stop | None) -> tuple[ToldConflict, ...]:
    """Why a schedule lacks something."""
    return () if schedule.complete else tuple(map(_told, date_conflicts(schedule.calendar, stop=between)))


def _told(conflict: Conflict) -> ToldConflict:
    return ToldConflict(
        drop=tuple(one.words for one in conflict.drop),
        beside=tuple(one.words for one in conflict.beside),
        words=conflict.words,
        proved=conflict.proved,
    )


# The draw


class _Group(NamedTuple):
    """Those who meet each other in a round robin, in the order of its positions, and its fixtures."""

    entrants: Sequence[str]
    rounds: Rounds
    fixtures: Sequence[Fixture]


def _drawable(tournament: Tournament, stage: Stage) -> Iterator[_Group]:
    """The round robins of which who meets whom in which round is open: nothing published, nothing edited by hand."""
    fixtures = tournament.fixtures_of(stage.id)
    touched = any(one.reasons or one.games or one.lineups or (one.result and not one.bye) for one in fixtures)
    groups = stage.groups if stage.format == "groups" else {"": stage.entrants}
    if stage.format not in ("round_robin", "groups") or touched or {*stage.rounds.values()} != {"draft"}:
        return
    for group, entrants in groups.items():
        rounds = legs(len(entrants), stage.rules.legs, stage.rules.second_leg)
        yield _Group(entrants, rounds, [one for one in fixtures if one.group == group])


def _drawn(
    tournament: Tournament, stage: Stage, drawing: Drawing, between: Stop | None
) -> tuple[Sides, tuple[ToldConflict, ...]]:
    """Other sides for the fixtures of a stage that is to be drawn; where wishes clash, why."""
    sides: Sides = {}
    conflicts: list[ToldConflict] = []
    for group in _drawable(tournament, stage) if drawing.how == "draw" else ():
        calendar = _of_group(tournament, stage, group)
        found = draw(group.rounds, calendar, work=min(WORK, drawing.seconds))
        if found is None:
            conflicts += _conflicts(tournament, stage, group, between)
            continue
        for fixture in group.fixtures:
            home, away = group.rounds[fixture.round - 1][fixture.number - 1]
            these = tuple(found.order[position - 1] for position in (home, away) if position is not None)
            if these != fixture.sides:
                sides[fixture.id] = these
    return sides, tuple(conflicts)


def _conflicts(tournament: Tournament, stage: Stage, group: _Group, between: Stop | None) -> list[ToldConflict]:
    return [_told(one) for one in draw_conflicts(group.rounds, _of_group(tournament, stage, group), stop=between)]


def _of_group(tournament: Tournament, stage: Stage, group: _Group) -> Calendar:
    """The calendar of those in a group alone, without fixtures."""
    calendar = calendar_of(tournament, stage)
    known = {*group.entrants, ""}
    by_id = {one.id: one for one in calendar.competitors}

    def theirs(wish: Wish) -> bool:
        return wish.entrant in known and wish.other in known

    return replace(
        calendar,
        competitors=tuple(by_id[one] for one in group.entrants),
        blackouts=tuple(one for one in calendar.blackouts if one.kind != "entrant" or one.of in known),
        wishes=tuple(filter(theirs, calendar.wishes)),
        fixtures=(),
    )


# The dates


def _calendar(tournament: Tournament, stage: Stage, drawing: Drawing, begun: Found | None) -> Calendar:
    """What is to be placed. A repair begins with the draft, where published fixtures stay as people have moved them."""
    draft = stage.draft if drawing.how == "repair" else None
    calendar = _to_be_played(calendar_of(tournament, stage, draft))
    stood = {one.id for one in calendar_of(tournament, stage).fixtures if one.status == "published"}
    return replace(calendar, fixtures=tuple(_begun(calendar.fixtures, stood, begun.slots if begun else {})))


def _begun(
    fixtures: Iterable[ScheduledFixture], stood: set[str], slots: Mapping[str, Slot | None]
) -> Iterator[ScheduledFixture]:
    for fixture in fixtures:
        status = "published" if fixture.id in stood and fixture.slot is not None else fixture.status
        yield replace(fixture, status=status, slot=slots.get(fixture.id, fixture.slot))


def _to_be_played(calendar: Calendar) -> Calendar:
    """Without fixtures that were played on no date."""
    fixtures = tuple(one for one in calendar.fixtures if one.status != "played" or one.slot is not None)
    return replace(calendar, fixtures=fixtures)


def _slots(calendar: Calendar, standing: Mapping[str, Slot | None]) -> Slots:
    """By fixture of the stage the slot that it does not have yet."""
    return {
        one.id: one.slot
        for one in calendar.fixtures
        if one.id in standing and one.slot != standing[one.id] and one.status != "played"
    }
