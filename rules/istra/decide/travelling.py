"""A movement carried out: how far, by which way, falls, over the edge, into contact. [IST-MOVE-01..12]

These are steps 2 and 4 to 6 of a move; the head of `moves` lists them all.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import msgspec

from rules.istra import events as ev
from rules.istra.commands import Path
from rules.istra.decide.harm import check_out, end_challenges, hurt
from rules.istra.decide.rolling import IstRun
from rules.istra.geometry.engaging import come_into_contact
from rules.istra.geometry.lengths import INCH, at_most, inches
from rules.istra.geometry.paths import (
    CLIMB,
    NO_FLOOR,
    NO_RAMP,
    NO_TOP,
    SAFE_DROP,
    STEP,
    WalkResult,
    fall_damage,
    refusal,
    walk,
)
from rules.istra.geometry.routes import route
from rules.istra.questions import (
    base_of,
    condition,
    engaged_with,
    foes_of,
    friends_of,
    get,
    may_react,
    spacing,
    table_of,
)
from rules.istra.state import Condition, Model, MoveKind, Movement, State
from rules.istra.tables import ARMOURS, WEAPONS
from rules.istra.terrain import Edge, Place
from rules.kernel.errors import Refused

BASE_ALLOWANCE = 4 * INCH
ON_FOOT = ("move", "sprint", "disengage")
"""Movements that a Charged shot answers: no spell, no flight. [IST-REACT-01, IST-Q-65]"""
ANY_HEIGHT = 1_000_000
_WAY_OUT: dict[str, str] = {
    "a solid piece": "Go round it, or over it if it can be climbed and stood on.",
    "impassable ground": "Go round it.",
    "nothing to climb": "Climb at the edge of a climbable piece, straight up or down.",
    NO_TOP: "Climb to the top of a piece that can be stood on; go round any other piece.",
    NO_FLOOR: "To jump down more than 3 inches, name the point below with its height, and list it in jumps.",
    NO_RAMP: "Name the point at the foot and the one above it: a path must be level, vertical or on a ramp.",
}
"""What to do about what bars a way, by what it is."""


# How far


def allowance(state: State, model: Model) -> int:
    """How far a Move goes, in hundredths: 4 inches and 1 for each Finesse, 2 less in Heavy armour. [IST-MOVE-01]"""
    finesse = model.finesse if state.rules.movement_finesse == "current" else model.finesse_max
    slowed = sum(ARMOURS[item].slows for item in model.equipment if item in ARMOURS)
    return max(0, BASE_ALLOWANCE + finesse * INCH - slowed)


def sprint_allowance(state: State, model: Model) -> int:
    """How far a Sprint goes: half a Move. [IST-MOVE-15, IST-Q-16]"""
    half = allowance(state, model) // 2
    return half if state.rules.half_move == "exact" else half // INCH * INCH


def climb_left(state: State, model: Model) -> int:
    """How high a movement may climb, in hundredths. [IST-MOVE-03, IST-Q-19]"""
    climbed = condition(model, "climbed")
    if state.rules.climb_limit == "per_movement" or climbed is None:
        return CLIMB
    return max(0, CLIMB - climbed.amount)


# The way


class Trek(msgspec.Struct, frozen=True, gc=False):
    """A way as it will be gone: what it is, how far it might have led, and what was walked of it.

    `near`: the enemies to be in contact with, of whom there is more than one when they are equally near.
    """

    kind: Literal["move", "sprint", "flee"]
    allowance: int
    walked: WalkResult
    near: tuple[str, ...] = ()


def follow(
    state: State,
    model: Model,
    path: Path,
    jumps: tuple[int, ...],
    left_behind: frozenset[str] = frozenset(),
    most: int = CLIMB,
) -> WalkResult:
    """A path as a model walks it; where it names no heights, no more than `most` up or down. [IST-MOVE-02, IST-Q-14]"""
    assert model.pos is not None
    if not set(jumps) <= set(range(len(path))):
        hint = "Name the numbers of waypoints with a height that are reached by jumping straight down."
        message = "A jump must be the number of a waypoint, counted from 0."
        raise Refused("path_blocked", message, "IST-Q-20", field="jumps", hint=hint)
    table = table_of(state)
    way = route(table, model.pos, path, jumps, most)
    foes, friends = foes_of(state, model), friends_of(state, model)
    return walk(table, base_of(model), way, foes, friends, left_behind=left_behind)


def plan(
    state: State,
    model: Model,
    path: Path,
    jumps: tuple[int, ...],
    kind: Literal["move", "sprint"],
    left_behind: frozenset[str] = frozenset(),
) -> Trek:
    """What a Move or a Sprint comes to, or why it is none. [IST-MOVE-01..05, IST-Q-132]"""
    if not path:
        hint = "A path needs one or more waypoints, [x, y] or [x, y, z]."
        raise Refused("path_blocked", "Name where to go.", "IST-Q-14", field="path", hint=hint)
    far = allowance(state, model) if kind == "move" else sprint_allowance(state, model)
    walked = follow(state, model, path, jumps, left_behind)
    if walked.stop == "blocked":
        over = follow(state, model, path, jumps, left_behind, ANY_HEIGHT)
        walked = over if _is_too_high(state, model, over) else walked
    _check_way(state, model, walked, far)
    near = tuple(foe for foe in walked.near if has_room(state, model, walked.at, foe))
    if walked.near and not near:
        message = f"There is no room beside {walked.near[0]}."
        hint = "Approach that enemy from another side."
        raise Refused("path_blocked", message, "IST-Q-117", field="path", hint=hint)
    return Trek(kind, far, walked, near)


def _is_too_high(state: State, model: Model, walked: WalkResult) -> bool:
    """Whether nothing is wrong with a way but how high it climbs, and perhaps its length. [IST-MOVE-03, IST-Q-132]"""
    return walked.stop != "blocked" and not at_most(walked.climbed, climb_left(state, model))


def _check_way(state: State, model: Model, walked: WalkResult, far: int) -> None:
    """Refuse what was walked if it is no legal movement, and say by what. [IST-MOVE-02, IST-MOVE-03, IST-Q-132]"""
    limit = climb_left(state, model)
    fault = refusal(walked, far, limit)
    if fault is None:
        return
    code, rule = fault
    if code == "path_blocked":
        message, hint = f"The way is blocked ({walked.why}).", _WAY_OUT.get(walked.why, "End beside it.")
    elif code == "climb_too_high":
        span = "turn" if state.rules.climb_limit == "per_turn" else "movement"
        message = f"No more than 3 inches may be climbed in one {span}."
        hint = f"It climbs {inches(walked.climbed)}; {inches(limit)} may be climbed. Go round."
    else:
        message = "The way is longer than the movement left."
        hint = f"It costs {inches(walked.cost)} of {inches(far)}."
    raise Refused(code, message, rule, field="path", hint=hint)


def has_room(state: State, model: Model, at: Place, foe: str) -> bool:
    """Whether a model that has come to a place can be shifted to an enemy. [IST-Q-21, IST-Q-117]"""
    foes, friends = foes_of(state, model), friends_of(state, model)
    mover, enemy = base_of(model).moved(at), base_of(get(state, foe))
    return come_into_contact(table_of(state), mover, enemy, foes, friends) is not None


def go(run: IstRun, name: str, trek: Trek, kind: MoveKind) -> None:
    """Go a way to where it ends: somewhere, over the edge, or at an enemy. [IST-MOVE-02..05, IST-MOVE-10]"""
    origin = get(run.state, name).pos
    assert origin is not None
    walk_in_stages(run, name, trek)
    if get(run.state, name).pos is None:
        return
    climb(run, name, trek.walked.climbed)
    if trek.walked.edge is not None:
        leave_board(run, name, trek.walked.edge)
    elif len(trek.near) > 1:
        run.push(Movement(model=name, kind=kind, origin=origin, ties=trek.near))
    elif trek.near:
        run.push(Movement(model=name, kind=kind, origin=origin))
        make_contact(run, trek.near[0])


def walk_in_stages(run: IstRun, name: str, trek: Trek) -> None:
    """The way from jump to jump: who dies of a fall goes no farther. [IST-MOVE-11, IST-MOVE-12, IST-Q-20]"""
    places, costs = trek.walked.way.places, trek.walked.costs
    drops = {
        number: depth
        for number, depth in zip(trek.walked.way.jumps, trek.walked.falls, strict=True)
        if not at_most(depth, STEP)
    }
    travelled = any(place != places[0] for place in places)
    for start, end in pairwise(sorted({0, *drops, len(places) - 1})):
        model = get(run.state, name)
        if model.pos is None:
            return
        run.emit(
            ev.ModelMoved(
                model=name,
                path=places[start : end + 1],
                kind=trek.kind,
                cost=sum(costs[start:end]),
                allowance=trek.allowance,
                moved=model.moved or (trek.kind == "move" and travelled),
            )
        )
        if end in drops:
            fall(run, name, drops[end])


def fall(run: IstRun, name: str, depth: int) -> None:
    """A jump or a fall: harmless up to 3 inches. [IST-MOVE-11, IST-MOVE-12, IST-Q-27]"""
    uncounted = SAFE_DROP if run.state.rules.fall_damage == "excess" else 0
    damage = fall_damage(depth, uncounted)
    run.emit(ev.ModelFell(model=name, height=depth, damage=damage))
    hurt(run, name, damage, "fall")
    check_out(run)


def climb(run: IstRun, name: str, climbed: int) -> None:
    """Who has climbed is open to a First strike until the turn ends. [IST-MOVE-03, IST-MOVE-04]"""
    if not climbed:
        return
    before = condition(get(run.state, name), "climbed")
    amount = climbed + (0 if before is None else before.amount)
    run.emit(ev.ModelClimbed(model=name, climbed=climbed))
    run.emit(ev.ConditionAdded(model=name, condition=Condition("climbed", amount=amount)))


def leave_board(
    run: IstRun, name: str, edge: Edge | Literal[""] = "", cause: Literal["moved", "fled", "conceded", "gm"] = "moved"
) -> None:
    """A model is off the board for good. [IST-MOVE-10, IST-Q-26, IST-Q-93]"""
    run.emit(ev.LeftBoard(model=name, edge=edge, cause=cause))
    end_challenges(run, name)


# Into contact


def make_contact(run: IstRun, foe: str) -> None:
    """Shift the mover to an enemy; everybody within 1 inch is Engaged with it. [IST-MOVE-05, IST-Q-21, IST-Q-22]"""
    frame: Movement = run.agenda[-1]
    model = get(run.state, frame.model)
    mover, enemy = base_of(model), base_of(get(run.state, foe))
    foes, friends = foes_of(run.state, model), friends_of(run.state, model)
    contact = come_into_contact(table_of(run.state), mover, enemy, foes, friends)
    assert contact is not None
    if contact.at != mover.at:
        run.emit(ev.ModelMoved(model=model.id, path=(mover.at, contact.at), kind="snap", moved=model.moved))
    engaged = [one for one in contact.engaged if one not in engaged_with(run.state, model.id)]
    for one in engaged:
        there = base_of(get(run.state, one)).at
        run.emit(ev.Engaged(model=model.id, enemy=one, pos=contact.at, enemy_pos=there))
    start = mover.moved(frame.origin)
    gaps = {one: spacing(run.state, base_of(get(run.state, one)), start) for one in engaged}
    shooters = tuple(one for one in engaged if frame.kind in ON_FOOT and may_charge(run.state, one))
    run.advance(
        Movement(
            model=model.id,
            kind=frame.kind,
            origin=frame.origin,
            shooters=shooters,
            gaps={one: gaps[one] for one in shooters},
        )
    )


def may_charge(state: State, name: str) -> bool:
    """Whether a model could answer with a Charged shot. [IST-REACT-02, IST-Q-12, IST-Q-64]"""
    model = get(state, name)
    weapon = WEAPONS.get(model.active_weapon)
    ready = model.pos is not None and model.move_action > 0 and model.standard_action > 0
    if weapon is None or not weapon.range or not ready:
        return False
    return may_react(state, name) and all(load.weapon != weapon.name for load in model.unloaded)


def break_tie(run: IstRun, frame: Movement) -> bool:
    """Of equally near enemies the one that is left; False while there are several to choose from. [IST-D-14]"""
    here = tuple(foe for foe in frame.ties if get(run.state, foe).pos is not None)
    if len(here) > 1:
        return False
    if here:
        make_contact(run, here[0])
    else:
        run.pop()
    return True


def choose_contact(run: IstRun, frame: Movement, target: str | None) -> None:
    """The mover's owner says whom it is shifted to; else the lowest id. [IST-D-14, IST-Q-22]"""
    if target is not None and target not in frame.ties:
        message = f"Choose one of {', '.join(frame.ties)}."
        raise Refused("no_such_window", message, "IST-D-14", field="target", hint="Name one of them, or pass.")
    make_contact(run, min(frame.ties) if target is None else target)
