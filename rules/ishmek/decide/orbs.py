"""Orbs on the ground: taking, losing, scattering, and what happens at a vessel. [ISH-SCAT-01..07, ISH-SCORE-01..06]"""

from __future__ import annotations

from msgspec.structs import replace

from rules.ishmek import events as ev
from rules.ishmek.arena import (
    FORWARD,
    VESSEL_OWNER,
    scatter_direction,
    scatter_step,
    through_opening,
)
from rules.ishmek.commands import Side, Square
from rules.ishmek.decide.ending import end_turn, reset_to_start
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.decide.windows import open_window
from rules.ishmek.questions import get, orb_of
from rules.ishmek.state import BounceChoice, Landing, Scatter, State
from rules.kernel.grid import Direction, shifted
from rules.kernel.rolls import Need

D8 = (8,)


def take_orb(run: IshRun, side: Side, player_id: str) -> None:
    """An orb comes into a player's hands, in the player's square. [ISH-ORB-02]"""
    at = get(run.state, player_id).at
    assert at is not None, "who takes an orb is on the field"
    run.emit(ev.OrbControlled(orb=side, player=player_id, at=at))


def scatter_count(distance: int) -> int:
    """Squares an orb scatters after a propel: a third of the distance, rounded up. [ISH-PROPEL-08]"""
    return -(-distance // 3)


# Scatter


def continue_scatter(run: IshRun, frame: Scatter) -> None:
    """The next square of a scatter, unless somebody took the orb. [ISH-SCAT-01, ISH-SCAT-06]"""
    orb = orb_of(run.state, frame.orb)
    if frame.left == 0 or orb.motion != frame.motion or orb.state != "loose" or orb.at is None:
        run.pop()
        return
    run.advance(replace(frame, left=frame.left - 1))
    forward, label = forward_of(run.state, frame)
    rolled = run.take(
        ev.OrbScattered,
        d8_need("scatter", run.state, frame.cause, frame.orb),
        orb=frame.orb,
        start=orb.at,
        to=orb.at,
        die=0,
        frame=label,
        cause=frame.cause,
    )
    die = rolled.natural
    direction = scatter_direction(die, forward)
    to, bounced = scatter_step(orb.at, direction)
    run.emit(replace(rolled, die=die, to=to, bounced=bounced))
    if bounced and to != orb.at and run.state.rules.diag_bounce == "gm_choice":
        run.push(BounceChoice(orb=frame.orb, start=orb.at, squares=bounce_choices(orb.at, direction)))
        return
    settle_scattered(run, frame.orb, orb.at, to, frame.cause)


def settle_scattered(run: IshRun, side: Side, start: Square, to: Square, cause: str) -> None:
    """A scattered square is reached: into a vessel, or a window. [ISH-SCAT-06, ISH-SCAT-07]"""
    if enters_vessel(run.state, start, to):
        enter_vessel(run, side, to, cause, "scatter")
    else:
        open_window(run, "orb_moved", side)


def bounce_choices(start: Square, direction: Direction) -> tuple[Square, ...]:
    """House rule: the squares beside the one left, along the wall that was hit. [ISH-Q-33]"""
    slid, _ = scatter_step(start, direction)
    along = (slid[0] - start[0], slid[1] - start[1])
    back = shifted(start, (-along[0], -along[1]))
    return (slid, back) if scatter_step(start, (-along[0], -along[1]))[0] == back else (slid,)


def forward_of(state: State, frame: Scatter | Landing) -> tuple[Direction, str]:
    """Which way is forward for a d8, and its name: by house rule the cause's, the orb's, or the flight's. [ISH-Q-04]"""
    mode = state.rules.scatter_frame
    if mode == "flight_direction" and frame.direction is not None:
        return frame.direction, "flight"
    team = frame.orb if mode == "orb_team" else get(state, frame.cause).team
    return FORWARD[team], team


def d8_need(purpose: str, state: State, cause: str, orb: Side) -> Need:
    return Need(
        purpose=purpose,
        by=cause,
        seat=get(state, cause).team,
        sides=D8,
        rule="ISH-SCAT-02",
        against=orb,
        compare="table",
    )


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
