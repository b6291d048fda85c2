"""Orbs: the propel roll, the flight square by square, where it comes down, scatters, vessels and points.

[ISH-PROPEL-01..11, ISH-LOB, ISH-SHOT, ISH-SCAT, ISH-SCORE]

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
8. A Score Shot that arrives is in the vessel: `enter_vessel`.
9. On target it lands, and stays or scatters: `come_down`. Missed, a d8 gives the neighbour on which it lands, a window
   is opened, and it scatters: `deviate`, `continue_landing`.
10. It scatters square by square, each with its window, off walls and into vessels: `continue_scatter`,
    `settle_scattered`; by house rule the GM says where a bounce ends: `points.orbs.Bounce`, `gm.choose_bounce`.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from rules.ishmek import events as ev
from rules.ishmek.arena import FORWARD, VESSEL_OWNER, on_board, scatter_direction, scatter_step, through_opening
from rules.ishmek.commands import Side, Square
from rules.ishmek.decide.action_checks import Course, Plan
from rules.ishmek.decide.ending import end_turn, reset_to_start
from rules.ishmek.decide.skill import IshRun, Stake, skill_roll
from rules.ishmek.decide.windows import open_window
from rules.ishmek.questions import get, orb_of
from rules.ishmek.state import BounceChoice, Flight, Landing, Orb, Scatter, State
from rules.kernel.grid import Direction, opposite
from rules.kernel.reading import picked
from rules.kernel.rolls import Mod, Need

D8 = (8,)
D8Roll = TypeVar("D8Roll", ev.OrbScattered, ev.OrbDeviated)
DC_PER_SQUARE = {"controlled": 2, "loose": 3, "in_flight": 4}
STATE_RULE = {"controlled": "ISH-PROPEL-02", "loose": "ISH-PROPEL-03", "in_flight": "ISH-PROPEL-04"}
SHOT_BASE = 10


def take_orb(run: IshRun, side: Side, player_id: str) -> None:
    """An orb comes into a player's hands, in the player's square. [ISH-ORB-02]"""
    at = get(run.state, player_id).at
    assert at is not None, "who takes an orb is on the field"
    run.emit(ev.OrbControlled(orb=side, player=player_id, at=at))


def scatter_count(distance: int) -> int:
    """Squares an orb scatters after a propel: a third of the distance, rounded up. [ISH-PROPEL-08]"""
    return -(-distance // 3)


# The propel


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
    seat, sides = get(run.state, plan.player).team, (course.distance,)
    need = Need("distance covered", plan.player, seat, sides, "ISH-PROPEL-10", compare="table")
    m = run.roll(ev.DistanceRolled, need, orb=plan.orb).natural
    run.emit(ev.OrbFellShort(orb=plan.orb, m=m, die=m))
    return m


def launch(run: IshRun, plan: Plan, course: Course, margin: int, covered: int) -> None:
    """The orb is in the air. [ISH-PROPEL-11]"""
    assert plan.orb is not None
    flight = Flight(
        orb=plan.orb,
        motion=orb_of(run.state, plan.orb).motion + 1,
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
    flown = picked(flight, "orb", "motion", "path", "distance", "lob", "score_shot")
    run.emit(ev.OrbLaunched(player=plan.player, target=course.path[-1], **flown))
    run.push(flight)


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
    landing = Landing(
        orb=flight.orb,
        motion=flight.motion,
        scatter=scatter_count(flight.dc_distance),
        cause=flight.propeller,
        direction=flight.direction,
    )
    rolled = roll_d8(run, ev.OrbDeviated, landing, "deviation", flight.path[flight.covered])
    if enters_vessel(run.state, rolled.start, rolled.to):
        enter_vessel(run, flight.orb, rolled.to, flight.propeller, "deviation")
        return
    run.push(landing)
    bounce = bounce_asked(run, rolled)
    if bounce is not None:
        run.push(bounce)


# Scatter


def continue_scatter(run: IshRun, frame: Scatter) -> None:
    """The next square of a scatter, unless somebody took the orb. [ISH-SCAT-01, ISH-SCAT-06]"""
    orb = orb_of(run.state, frame.orb)
    if frame.left == 0 or orb.motion != frame.motion or orb.state != "loose" or orb.at is None:
        run.pop()
        return
    run.advance(replace(frame, left=frame.left - 1))
    rolled = roll_d8(run, ev.OrbScattered, frame, "scatter", orb.at)
    bounce = bounce_asked(run, rolled)
    if bounce is not None:
        run.push(bounce)
    else:
        settle_scattered(run, frame.orb, orb.at, rolled.to, frame.cause)


def settle_scattered(run: IshRun, side: Side, start: Square, to: Square, cause: str) -> None:
    """A scattered square is reached: into a vessel, or a window. [ISH-SCAT-06, ISH-SCAT-07]"""
    if enters_vessel(run.state, start, to):
        enter_vessel(run, side, to, cause, "scatter")
    else:
        open_window(run, "orb_moved", side)


def bounce_choices(start: Square, slid: Square) -> tuple[Square, ...]:
    """House rule: the squares beside the one left, along the wall that was hit. [ISH-Q-33]"""
    back = opposite(slid, start)
    return (slid, back) if on_board(back) else (slid,)


def forward_of(state: State, frame: Scatter | Landing) -> tuple[Direction, str]:
    """Which way is forward for a d8, and its name: by house rule the cause's, the orb's, or the flight's. [ISH-Q-04]"""
    mode = state.rules.scatter_frame
    if mode == "flight_direction" and frame.direction is not None:
        return frame.direction, "flight"
    team = frame.orb if mode == "orb_team" else get(state, frame.cause).team
    return FORWARD[team], team


def roll_d8(run: IshRun, kind: type[D8Roll], frame: Scatter | Landing, purpose: str, start: Square) -> D8Roll:
    """A d8 gives the neighbour of `start` on which an orb comes to lie. [ISH-SCAT-02]"""
    forward, label = forward_of(run.state, frame)
    seat = get(run.state, frame.cause).team
    need = Need(purpose, frame.cause, seat, D8, "ISH-SCAT-02", against=frame.orb, compare="table")
    cause = {"cause": frame.cause} if kind is ev.OrbScattered else {}
    rolled = run.take(kind, need, orb=frame.orb, start=start, to=start, die=0, frame=label, **cause)
    to, bounced = scatter_step(start, scatter_direction(rolled.natural, forward))
    rolled = replace(rolled, die=rolled.natural, to=to, bounced=bounced)
    run.emit(rolled)
    return rolled


def bounce_asked(run: IshRun, rolled: ev.OrbScattered | ev.OrbDeviated) -> BounceChoice | None:
    """House rule: what the GM is asked of an orb that went slantwise into a wall. [ISH-Q-33]"""
    if not rolled.bounced or rolled.to == rolled.start or run.state.rules.diag_bounce != "gm_choice":
        return None
    return BounceChoice(orb=rolled.orb, start=rolled.start, squares=bounce_choices(rolled.start, rolled.to))


def continue_landing(run: IshRun, frame: Landing) -> None:
    """An orb came down off its target: a window there, then it scatters. [ISH-PROPEL-09, ISH-Q-25]"""
    orb = orb_of(run.state, frame.orb)
    if orb.motion != frame.motion or orb.state != "loose":
        run.pop()
    elif not frame.windowed:
        run.advance(replace(frame, windowed=True))
        open_window(run, "orb_landed", frame.orb)
    else:
        run.pop()
        run.push(
            Scatter(
                orb=frame.orb, motion=frame.motion, left=frame.scatter, cause=frame.cause, direction=frame.direction
            )
        )


# Vessels


def enters_vessel(state: State, start: Square, to: Square) -> bool:
    """Whether an orb that comes from `start` into `to` is in a vessel. [ISH-SCORE-06, ISH-Q-15]"""
    return through_opening(start, to, state.rules.vessel_entry == "any_side")


def enter_vessel(run: IshRun, side: Side, vessel_square: Square, cause: str, means: ev.VesselMeans) -> None:
    """An orb is in a vessel: a point for its team, or it is lost. [ISH-SCORE-01..05, ISH-Q-18]

    Own vessel: lost. Other vessel: by the own side a point only for a Score Shot; by the vessel's side always.
    """
    orb, vessel = orb_of(run.state, side), VESSEL_OWNER[vessel_square]
    run.emit(ev.OrbInVessel(orb=side, vessel=vessel, at=vessel_square, cause=cause, means=means, motion=orb.motion + 1))
    causing_team = get(run.state, cause).team
    gift = causing_team != side
    if vessel != side and (gift or means == "score_shot"):
        score_point(run, side, cause, gift)
        return
    run.emit(ev.OrbLost(orb=side, vessel=vessel))
    check_double_loss(run)


def check_double_loss(run: IshRun) -> None:
    """With both orbs lost all go to start positions at once; by default that ends the turn. [ISH-SCORE-05, ISH-Q-17]"""
    if all(other.state == "lost" for other in run.state.orbs):
        if run.state.rules.double_loss == "reset_only":
            reset_to_start(run)
        else:
            end_turn(run, "double_loss")


def score_point(run: IshRun, side: Side, cause: str, gift: bool) -> None:
    """A point for the orb's team; the turn ends at once. [ISH-TURN-02]"""
    home, away = run.state.score
    score = (home + 1, away) if side == "home" else (home, away + 1)
    run.emit(ev.PointScored(team=side, player=cause, score=score, gift=gift))
    end_turn(run, "point")
