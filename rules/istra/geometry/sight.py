"""Line of sight and cover: lines against prisms. [IST-SIGHT-03..05]"""

from __future__ import annotations

from math import isqrt
from typing import Literal

import msgspec

from rules.istra.geometry.gaps import REACH, Base, beside
from rules.istra.geometry.lengths import TOLERANCE, WHOLE, half_up, toward
from rules.istra.geometry.shapes import BRIM, CORE, near, near_segment, outline, span
from rules.istra.geometry.table import Body, Table, apart, heights
from rules.istra.terrain import Circle, Place, Point

LineState = Literal["clear", "screened", "blocked"]


class Sight(msgspec.Struct, frozen=True, gc=False):
    """What one model sees of another. `eye` to each of `ends` are the lines T0, T1, T2, `lines` how they fare."""

    eye: Place
    ends: tuple[Place, Place, Place]
    lines: tuple[LineState, LineState, LineState]
    los: bool
    cover: bool


def sight_ends(shooter: Base, target: Base) -> tuple[Place, Place, Place]:
    """T0, the target's centre at its full height; T1 and T2, its left and right edge at half of it. [IST-SIGHT-03]"""
    x, y, z = target.at
    left, right = beside((x, y), shooter.at[:2], target.radius)
    middle = z + half_up(target.height, 2)
    return (x, y, z + target.height), (*left, middle), (*right, middle)


def eye_of(model: Base) -> Place:
    """Where a model looks from: its centre at its full height. [IST-SIGHT-03, IST-Q-130]"""
    x, y, z = model.at
    return x, y, z + model.height


def sight(table: Table, shooter: Base, target: Base, hidden_for_cover: int = 1) -> Sight:
    """The three lines, whether there is line of sight, and cover. [IST-SIGHT-03..05, IST-Q-04, IST-Q-05]

    Sight: at least one line is not blocked. Cover: sight, and so many lines are blocked or screened
    (house rule: 2).
    """
    eye, ends = eye_of(shooter), sight_ends(shooter, target)
    opaque, partial = _between(table, shooter, eye, ends)
    lines = tuple(_line(eye, end, opaque, partial) for end in ends)
    los = any(line != "blocked" for line in lines)
    cover = los and sum(line != "clear" for line in lines) >= hidden_for_cover
    return Sight(eye, ends, (lines[0], lines[1], lines[2]), los, cover)


def sees(table: Table, eye: Place, point: Place) -> bool:
    """Whether nothing opaque is between an eye and a point. [IST-Q-130, IST-SPELL-04]"""
    return not any(_pierces(body, eye, point) for body in table.screens if body.piece.los == "opaque")


def _between(
    table: Table, shooter: Base, eye: Place, ends: tuple[Place, Place, Place]
) -> tuple[list[Body], list[Body]]:
    """The opaque and the partial pieces that may touch one of the lines.

    Partial ones by the shooter's base do not count. [IST-SIGHT-04, IST-Q-05]
    """
    (x, y, z), (far_x, far_y, far_z) = eye, ends[0]
    dx, dy = far_x - x, far_y - y
    squared, beam = dx * dx + dy * dy, isqrt((ends[1][0] - far_x) ** 2 + (ends[1][1] - far_y) ** 2) + 1
    lowest, highest = min(z, ends[1][2]), max(z, far_z)
    left, right, bottom, top = min(x, far_x) - beam, max(x, far_x) + beam, min(y, far_y) - beam, max(y, far_y) + beam
    opaque: list[Body] = []
    partial: list[Body] = []
    for body in table.screens:
        shape = body.shape
        box = shape.box
        if box[0] > right or box[2] < left or box[1] > top or box[3] < bottom or body.z0 > highest or body.top < lowest:
            continue
        aside = dx * (shape.middle[1] - y) - dy * (shape.middle[0] - x)
        if aside * aside > (shape.radius + beam) ** 2 * squared and squared:
            continue
        if body.piece.los == "opaque":
            opaque.append(body)
        elif not _at_base(body, shooter):
            partial.append(body)
    return opaque, partial


def _at_base(body: Body, shooter: Base) -> bool:
    """Whether a piece is within 1" of the shooter's base, height included. [IST-SIGHT-04, IST-Q-03, IST-Q-05]"""
    x, y, z = shooter.at
    above = max(body.z0 - z, z - body.top, 0)
    rest = (REACH + TOLERANCE) ** 2 - above * above
    return rest >= 0 and near(body.shape, (x, y), shooter.radius + isqrt(rest))


def _line(eye: Place, end: Place, opaque: list[Body], partial: list[Body]) -> LineState:
    """How one line fares. [IST-SIGHT-04]"""
    if any(_pierces(body, eye, end) for body in opaque):
        return "blocked"
    return "screened" if any(_pierces(body, eye, end) for body in partial) else "clear"


def _pierces(body: Body, start: Place, end: Place) -> bool:
    """Whether a line passes through the interior of a prism; grazing does not count. [IST-SIGHT-04]"""
    if apart(body.shape.box, start, end):
        return False
    (x, y, z), dz = start, end[2] - start[2]
    inside = span(body.shape, (x, y), end[0] - x, end[1] - y, CORE)
    if inside is None:
        return False
    one, other = z * WHOLE + dz * inside[0], z * WHOLE + dz * inside[1]
    return min(one, other) < body.top * WHOLE and max(one, other) > body.z0 * WHOLE


class Ray(msgspec.Struct, frozen=True, gc=False):
    """A Ray of Frost: whom it hits (empty: nobody), and the line as far as it goes."""

    hit: str
    start: Place
    end: Place


def ray(table: Table, caster: Base, direction: Point, distance: int, models: tuple[Base, ...]) -> Ray:
    """The first model a straight horizontal line touches. [IST-SPELL-05, IST-Q-70]

    It starts at the caster's eye, ends `distance` from the base's edge or at opaque terrain, and has no width. It
    touches a base of which it comes as near the centre as the radius, when caster and model share a height.
    `direction`: any vector but (0, 0). Of two touched at the same place: the lower id.
    """
    start = eye_of(caster)
    x, y, z = start
    far = toward((x, y), (x + direction[0], y + direction[1]), caster.radius + distance)
    end: Place = (*far, z)
    barrier = min((part for body in table.screens if (part := _stopped(body, start, end)) is not None), default=WHOLE)
    touched = [
        (part, model.id)
        for model in models
        if model.id != caster.id and (part := _touched(caster, model, start, end)) is not None and part <= barrier
    ]
    part, hit = min(touched, default=(barrier, ""))
    dx, dy = end[0] - x, end[1] - y
    return Ray(hit, start, (x + half_up(dx * part, WHOLE), y + half_up(dy * part, WHOLE), z))


def _stopped(body: Body, start: Place, end: Place) -> int | None:
    """Where opaque terrain ends a line, in parts of `WHOLE`."""
    if body.piece.los != "opaque" or apart(body.shape.box, start, end):
        return None
    inside = span(body.shape, start[:2], end[0] - start[0], end[1] - start[1], CORE)
    inside = inside and heights(inside, start[2], 0, body.z0, body.top)
    return inside[0] if inside else None


def _touched(caster: Base, model: Base, start: Place, end: Place) -> int | None:
    """Where a line touches a base or, with the tolerance, grazes it, in parts of `WHOLE`. [IST-Q-01, IST-Q-70]"""
    if caster.at[2] > model.at[2] + model.height + TOLERANCE or model.at[2] > caster.at[2] + caster.height + TOLERANCE:
        return None
    if not near_segment(start[:2], end[:2], model.at[:2], model.radius + TOLERANCE):
        return None
    disc, dx, dy = outline(Circle(model.at[:2], model.radius)), end[0] - start[0], end[1] - start[1]
    inside = span(disc, start[:2], dx, dy, BRIM) or span(disc, start[:2], dx, dy, BRIM - TOLERANCE)
    return inside[0] if inside else None
