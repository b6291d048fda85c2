"""An orb in the air: the propel roll, the flight square by square, and where it comes down.

[ISH-PROPEL-01..11, ISH-LOB, ISH-SHOT]

A propel, from command to the last scattered square:

1. The orb is in the player's square; the course is plotted, with its bounces, and held against the maximum:
   `action_checks.prepare`, `action_checks.plot`, `action_checks.maximum`.
2. Costs, as of every action: steps 2 and 3 in the head of `performing`.
3. The DC, by the orb's state or as a Score Shot: `propel_dc`; the penalty of a lob: `lob_mods`.
4. The roll: `propel`. A redirect that misses leaves the old flight alone: `events.RedirectFailed`.
5. After a wide miss a die says how much of the course is covered: `distance_covered`.
6. The orb is launched, and has its first window: `launch`, `continue_flight`.
7. It flies a unit at a time, with a window after each: `fly_on`. At a wall the direction turns and a unit is used up:
   `events.OrbBounced`, by `arena.flight_path`. Who intercepts it: `performing.perform`; a redirect begins at 3.
8. A Score Shot that arrives is in the vessel: `orbs.enter_vessel`.
9. On target it lands, and stays or scatters: `come_down`. Missed, a d8 gives the neighbour on which it lands, a window
   is opened, and it scatters: `deviate`, `orbs.continue_landing`.
10. It scatters square by square, each with its window, off walls and into vessels: `orbs.continue_scatter`,
    `orbs.settle_scattered`; by house rule the GM says where a bounce ends: `points.orbs.Bounce`, `gm.choose_bounce`.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.ishmek import events as ev
from rules.ishmek.arena import scatter_direction, scatter_step
from rules.ishmek.decide.action_checks import Course, Plan
from rules.ishmek.decide.orbs import (
    bounce_choices,
    d8_need,
    enter_vessel,
    enters_vessel,
    forward_of,
    scatter_count,
)
from rules.ishmek.decide.skill import IshRun, Stake, skill_roll
from rules.ishmek.decide.windows import open_window
from rules.ishmek.questions import get, orb_of
from rules.ishmek.state import BounceChoice, Flight, Landing, Orb, Scatter
from rules.kernel.rolls import Mod, Need

DC_PER_SQUARE = {"controlled": 2, "loose": 3, "in_flight": 4}
STATE_RULE = {"controlled": "ISH-PROPEL-02", "loose": "ISH-PROPEL-03", "in_flight": "ISH-PROPEL-04"}
SHOT_BASE = 10


def propel_dc(orb: Orb, course: Course) -> tuple[int, str]:
    """DC of a propel and the rule it comes from. [ISH-PROPEL-02..04, ISH-SHOT-01]"""
    if course.score_shot:
        return SHOT_BASE + course.dc_distance**2, "ISH-SHOT-01"
    return DC_PER_SQUARE[orb.state] * course.dc_distance, STATE_RULE[orb.state]


def lob_mods(plan: Plan, course: Course) -> tuple[Mod, ...]:
    """The penalty of a lob: the squares actually moved. [ISH-LOB-02, ISH-Q-30]"""
    return ((len(course.bounces) - course.distance, "lob", "ISH-LOB-02"),) if plan.lob else ()


def propel(run: IshRun, plan: Plan) -> None:
    """Roll the propel; a redirect that misses its DC leaves the old flight alone. [ISH-PROPEL-01..10]"""
    assert plan.orb is not None and plan.course is not None, "a propel's plan has an orb and a course"
    orb, course = orb_of(run.state, plan.orb), plan.course
    dc, rule = propel_dc(orb, course)
    stake = Stake("propel", rule, against=plan.orb, target=dc, extra=lob_mods(plan, course))
    margin = skill_roll(run, get(run.state, plan.player), plan.effort, stake).margin or 0
    if orb.state == "in_flight":
        if margin < 0:
            run.emit(ev.RedirectFailed(player=plan.player, orb=plan.orb))
            return
        run.emit(ev.OrbRedirected(orb=plan.orb, player=plan.player))
    covered = distance_covered(run, plan, course, margin)
    launch(run, plan, course, margin, covered)


def distance_covered(run: IshRun, plan: Plan, course: Course, margin: int) -> int:
    """Units of the course that are covered: all, or after a wide miss a die. [ISH-PROPEL-10, ISH-Q-22, ISH-Q-24]"""
    wide = -5 if run.state.rules.exact_five == "big" else -6
    if margin > wide or plan.orb is None:
        return course.distance
    if course.distance == 1:
        run.emit(ev.OrbFellShort(orb=plan.orb, m=1))
        return 1
    need = Need(
        purpose="distance covered",
        by=plan.player,
        seat=get(run.state, plan.player).team,
        sides=(course.distance,),
        rule="ISH-PROPEL-10",
        compare="table",
    )
    m = run.roll(ev.DistanceRolled, need, orb=plan.orb).natural
    run.emit(ev.OrbFellShort(orb=plan.orb, m=m, die=m))
    return m


def launch(run: IshRun, plan: Plan, course: Course, margin: int, covered: int) -> None:
    """The orb is in the air. [ISH-PROPEL-11]"""
    assert plan.orb is not None
    motion = orb_of(run.state, plan.orb).motion + 1
    run.emit(
        ev.OrbLaunched(
            orb=plan.orb,
            player=plan.player,
            path=course.path,
            target=course.path[-1],
            distance=course.distance,
            lob=plan.lob,
            score_shot=course.score_shot,
            motion=motion,
        )
    )
    run.push(
        Flight(
            orb=plan.orb,
            motion=motion,
            propeller=plan.player,
            path=course.path,
            bounces=course.bounces,
            distance=course.distance,
            dc_distance=course.dc_distance,
            covered=covered,
            margin=margin,
            lob=plan.lob,
            score_shot=course.score_shot,
            direction=course.direction,
        )
    )


# The flight


def continue_flight(run: IshRun, flight: Flight) -> None:
    """One unit of a flight: a window where the orb is, then the next square, the bounce, or the end of it."""
    orb = orb_of(run.state, flight.orb)
    if orb.motion != flight.motion or orb.state != "in_flight":
        run.pop()
    elif not flight.windowed:
        run.advance(replace(flight, windowed=True))
        open_window(run, "orb_moved" if flight.index else "orb_launched", flight.orb)
    elif flight.index == last_flown(flight):
        come_down(run, flight)
    else:
        fly_on(run, replace(flight, index=flight.index + 1), orb)


def last_flown(flight: Flight) -> int:
    """Index up to which an orb really flies: the target, or one before where a miss came down. [ISH-Q-25]"""
    return flight.distance if flight.margin >= 0 else flight.covered - 1


def fly_on(run: IshRun, flight: Flight, orb: Orb) -> None:
    """The next unit of the path. [ISH-PROPEL-11, ISH-BOUNCE-01]"""
    to, start = flight.path[flight.index], orb.at or flight.path[0]
    if flight.index in flight.bounces:
        run.advance(replace(flight, windowed=to == start))
        run.emit(ev.OrbBounced(orb=flight.orb, at=to, index=flight.index))
        return
    arrives_in_vessel = flight.score_shot and flight.index == flight.distance
    run.advance(replace(flight, windowed=arrives_in_vessel))
    run.emit(ev.OrbMoved(orb=flight.orb, start=start, to=to, index=flight.index))
    if arrives_in_vessel and (run.state.rules.score_needs == "dc" or flight.margin >= 5):
        run.pop()
        enter_vessel(run, flight.orb, to, flight.propeller, "score_shot")


def come_down(run: IshRun, flight: Flight) -> None:
    """The flight is over: on target, or beside where a miss ended. [ISH-PROPEL-07..10]"""
    run.pop()
    if flight.margin < 0:
        deviate(run, flight)
        return
    at = flight.path[-1]
    run.emit(ev.OrbLanded(orb=flight.orb, at=at))
    if flight.margin >= 5:
        open_window(run, "orb_landed", flight.orb)
    else:
        run.push(
            Scatter(
                orb=flight.orb,
                motion=flight.motion,
                left=scatter_count(flight.dc_distance),
                cause=flight.propeller,
                direction=flight.direction,
            )
        )


def deviate(run: IshRun, flight: Flight) -> None:
    """A missed orb comes down on a neighbour of path[m], given by a d8; then it scatters. [ISH-PROPEL-09, ISH-Q-32]"""
    start = flight.path[flight.covered]
    landing = Landing(
        orb=flight.orb,
        motion=flight.motion,
        scatter=scatter_count(flight.dc_distance),
        cause=flight.propeller,
        direction=flight.direction,
    )
    forward, label = forward_of(run.state, landing)
    rolled = run.take(
        ev.OrbDeviated,
        d8_need("deviation", run.state, flight.propeller, flight.orb),
        orb=flight.orb,
        start=start,
        to=start,
        die=0,
        frame=label,
    )
    die = rolled.natural
    direction = scatter_direction(die, forward)
    to, bounced = scatter_step(start, direction)
    run.emit(replace(rolled, die=die, to=to, bounced=bounced))
    if enters_vessel(run.state, start, to):
        enter_vessel(run, flight.orb, to, flight.propeller, "deviation")
        return
    run.push(landing)
    if bounced and to != start and run.state.rules.diag_bounce == "gm_choice":
        run.push(BounceChoice(orb=flight.orb, start=start, squares=bounce_choices(start, direction)))
