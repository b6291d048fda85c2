"""A way over the table, walked as far as it goes: what stops it, and what it costs. [IST-MOVE-02..05, IST-MOVE-10..12]

A way is level, vertical or on a ramp from point to point. `walk` follows it to its end, to the first enemy, over an
edge or to what bars it, and counts what was walked; `refusal` says why that is no legal movement. [IST-Q-14]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Literal

import msgspec

from rules.istra.geometry.engaging import first_touch, nearest_of, touching
from rules.istra.geometry.gaps import Base, engages, overlapping
from rules.istra.geometry.lengths import (
    FINE_BITS,
    INCH,
    WHOLE,
    WHOLE_BITS,
    at_most,
    between,
    fine_length,
    rounded,
)
from rules.istra.geometry.table import (
    Table,
    bounded,
    climbable_to,
    first_wall,
    footing_ends,
    on_board,
    on_ramp,
    rough_parts,
    shaft_barred,
    supported,
)
from rules.istra.terrain import EDGES, Edge, Place

STEP = 50
"""Up to this height a step is free, in hundredths. [IST-Q-20]"""
CLIMB = 3 * INCH
"""How much one movement may climb. [IST-MOVE-03]"""
SAFE_DROP = 3 * INCH
"""How deep one jumps unharmed. [IST-MOVE-11]"""
NO_RAMP = "no ramp there"
"""What bars a way that slopes in the air. [IST-Q-14]"""
NO_FLOOR = "nothing to stand on"
NO_TOP = "no top to stand on"
"""What bars a way that leads into the air: on or down, and up."""

Stop = Literal["end", "engaged", "left", "blocked", "spent"]
_ORDER: tuple[Stop, ...] = ("engaged", "left", "blocked", "spent")


class Way(msgspec.Struct, frozen=True, gc=False):
    """The places of a way, its start first. `jumps`: which of them, counted from 0, are reached by jumping down."""

    places: tuple[Place, ...]
    jumps: tuple[int, ...] = ()


class WalkResult(msgspec.Struct, frozen=True, gc=False):
    """What became of a way, up to where it stopped; lengths in hundredths.

    `stop`: "end" (walked to its end), "engaged" (`near`: the nearest enemies, to be shifted to), "left" (over `edge`),
    "blocked" (`why`), "spent" (the budget is used up). `costs` is the cost of each leg, so rounded
    that together they are `cost`; `falls` the depth of each jump.
    """

    way: Way
    stop: Stop
    cost: int = 0
    costs: tuple[int, ...] = ()
    climbed: int = 0
    falls: tuple[int, ...] = ()
    edge: Edge | None = None
    near: tuple[str, ...] = ()
    why: str = ""

    @property
    def at(self) -> Place:
        return self.way.places[-1]


class _Leg(msgspec.Struct, frozen=True, gc=False):
    """A straight part of a way. `climb`: the height to pay for, `dear`: at double price."""

    start: Place
    end: Place
    jump: bool = False
    climb: int = 0
    dear: bool = False
    bar: str = ""

    @property
    def upright(self) -> bool:
        return self.start[:2] == self.end[:2]


class _Passed(msgspec.Struct, frozen=True, gc=False):
    """A leg as it was walked: to where, for how many `FINE` parts, what stopped it, whom it still ignored."""

    leg: _Leg
    at: Place
    part: int = WHOLE
    price: int = 0
    stop: Stop = "end"
    by: str = ""
    ignored: frozenset[str] = frozenset()


def walk(
    table: Table,
    mover: Base,
    way: Way,
    foes: tuple[Base, ...] = (),
    friends: tuple[Base, ...] = (),
    *,
    left_behind: frozenset[str] = frozenset(),
    budget: int | None = None,
) -> WalkResult:
    """Follow a way. [IST-MOVE-02..05, IST-MOVE-10, IST-Q-14..27, IST-Q-117, IST-Q-128]

    `left_behind`: enemies just disengaged from, who do not stop it until the gap has been more than 1" once. With a
    `budget` of inches (in hundredths) it stops where they are used up.
    """
    passed = list(_follow(table, mover, way, foes, left_behind, budget))
    last = passed[-1] if passed else _Passed(_Leg(way.places[0], way.places[0]), way.places[0], ignored=left_behind)
    falls = tuple((number, one) for number, one in enumerate(passed, 1) if one.leg.jump)
    marks = [rounded(so_far) for so_far in accumulate((one.price for one in passed), initial=0)]
    walked = WalkResult(
        Way((way.places[0], *(one.at for one in passed)), tuple(number for number, _ in falls)),
        last.stop,
        marks[-1],
        tuple(after - before for before, after in pairwise(marks)),
        climbed=sum(abs(one.at[2] - one.leg.start[2]) for one in passed if one.leg.climb),
        falls=tuple(one.leg.start[2] - one.at[2] for _, one in falls),
        edge=next((edge for edge in EDGES if last.stop == "left" and edge == last.by), None),
        why=last.by if last.stop == "blocked" else "",
    )
    return _at_the_end(mover.moved(walked.at), walked, foes, friends, last)


def refusal(walked: WalkResult, allowance: int, climb: int = CLIMB) -> tuple[str, str] | None:
    """Why what was walked is no legal movement: the error and the rule, in the catalogue's order. [IST-Q-132]

    `climb`: how much height may still be climbed. [IST-MOVE-01..03, IST-Q-14, IST-Q-117, IST-Q-128]
    """
    if walked.stop == "blocked":
        if walked.why.startswith("on the base"):
            return "path_blocked", "IST-Q-117"
        return "path_blocked", "IST-Q-14" if walked.why == NO_RAMP else "IST-Q-128"
    if not at_most(walked.climbed, climb):
        return "climb_too_high", "IST-MOVE-03"
    if not at_most(walked.cost, allowance):
        return "move_too_far", "IST-MOVE-02"
    return None


def fall_damage(fallen: int, uncounted: int = 0) -> int:
    """Damage of a fall: none up to 3", then 1.5 for each inch, rounded down. [IST-MOVE-11, IST-MOVE-12, IST-Q-27]

    `uncounted`: hundredths that cost nothing when others do (house rule: 300).

    >>> [fall_damage(fallen) for fallen in (300, 350, 400, 500)], fall_damage(500, uncounted=300)
    ([0, 5, 6, 7], 3)
    """
    return 0 if at_most(fallen, SAFE_DROP) else (fallen - uncounted) * 3 // (2 * INCH)


def _follow(
    table: Table,
    mover: Base,
    way: Way,
    foes: tuple[Base, ...],
    ignored: frozenset[str],
    budget: int | None,
) -> Iterator[_Passed]:
    """Leg by leg, up to the one that is not walked to its end. [IST-Q-23]

    Whether the gap to a foe left behind was more than 1" is seen at the corners of a way: along a leg the gap falls to
    one least value and then rises.
    """
    left = None if budget is None else budget << FINE_BITS
    for leg in _legs(table, way):
        here = mover.moved(leg.start)
        ignored = frozenset(foe.id for foe in foes if foe.id in ignored and engages(here, foe))
        live = tuple(foe for foe in foes if foe.id not in ignored)
        part, stop, by = _leg_stop(table, here, leg, live, left)
        price = _price(table, leg, part)
        yield _Passed(
            leg, leg.end if part == WHOLE else between(leg.start, leg.end, part), part, price, stop, by, ignored
        )
        if stop != "end":
            return
        left = None if left is None else max(0, left - price)


def _at_the_end(
    model: Base, walked: WalkResult, foes: tuple[Base, ...], friends: tuple[Base, ...], last: _Passed
) -> WalkResult:
    """Who is met where the way stopped: who ends within 1" engages, those left behind too.

    [IST-Q-22, IST-Q-23, IST-Q-117]
    """
    if walked.stop in {"left", "blocked"}:
        return walked
    engaged = walked.stop == "engaged"
    met = touching(model, tuple(foe for foe in foes if not engaged or foe.id not in last.ignored))
    if met or engaged:
        near = nearest_of(model, tuple(foe for foe in foes if foe.id in met or (engaged and foe.id == last.by)))
        return msgspec.structs.replace(walked, stop="engaged", near=near)
    if under := next((other for other in friends if other.id != model.id and overlapping(model, other)), None):
        return msgspec.structs.replace(walked, stop="blocked", why=f"on the base of {under.id}")
    return walked


def _legs(table: Table, way: Way) -> tuple[_Leg, ...]:
    """The legs of a way; what goes on straight up or down at one point is one leg. [IST-Q-14]"""
    runs: list[tuple[Place, Place, bool]] = []
    for number, goal in enumerate(way.places[1:], 1):
        start = way.places[number - 1]
        place = (*bounded(table, start[:2], goal[:2]), goal[2])
        jump = number in way.jumps and start[:2] == place[:2] and place[2] < start[2]
        if place == start:
            continue
        if runs and _goes_on(runs[-1], place, jump=jump):
            runs[-1] = runs[-1][0], place, jump
        else:
            runs.append((start, place, jump))
    return tuple(_leg(table, *run) for run in runs)


def _goes_on(run: tuple[Place, Place, bool], place: Place, *, jump: bool) -> bool:
    """Whether a vertical run goes on the same way to a place."""
    first, last, jumped = run
    upright = first[:2] == last[:2] == place[:2]
    return upright and jump == jumped and (last[2] > first[2]) == (place[2] > last[2])


def _leg(table: Table, start: Place, end: Place, jump: bool) -> _Leg:
    """A walk, a slope, a step, a climb or a jump, and whether it can be gone at all. [IST-Q-14, IST-Q-20]"""
    if start[:2] != end[:2]:
        sloping = start[2] != end[2]
        slope_bar = sloping and not (on_ramp(table, start, end) and supported(table, end))
        return _Leg(start, end, bar=NO_RAMP if slope_bar else "")
    low, high = sorted((start[2], end[2]))
    if shaft_barred(table, start[:2], low, high):
        return _Leg(start, end, jump, bar="a solid piece")
    if not supported(table, end):
        return _Leg(start, end, jump, bar=NO_TOP if end[2] > start[2] else NO_FLOOR)
    if jump or at_most(high - low, STEP):
        return _Leg(start, end, jump)
    face = climbable_to(table, start[:2], high)
    if face is None:
        return _Leg(start, end, bar="nothing to climb")
    return _Leg(start, end, climb=high - low, dear=face.slow)


def _leg_stop(table: Table, here: Base, leg: _Leg, live: tuple[Base, ...], left: int | None) -> tuple[int, Stop, str]:
    """Where on a leg it stops, why, and by whom or what; who jumps meets enemies only where it lands. [IST-MOVE-05]"""
    found: list[tuple[int, int, str]] = []
    if leg.jump:
        found += [(WHOLE, 0, foe.id) for foe in live if engages(here.moved(leg.end), foe)]
    else:
        found += [(part, 0, foe.id) for foe in live if (part := first_touch(here, leg.end, foe)) is not None]
    if not on_board(table, leg.end[:2]):
        found.append(_crossing(table, leg))
    if leg.bar:
        found.append((0, 2, leg.bar))
    elif not leg.upright:
        if wall := first_wall(table, leg.start, leg.end):
            found.append((wall[0], 2, "a solid piece" if wall[1].piece.los == "opaque" else "impassable ground"))
        level = leg.start[2] == leg.end[2]
        if level and (bare := footing_ends(table, leg.start, leg.end)) is not None:
            found.append((bare, 2, NO_FLOOR))
    if left is not None and (paid := _affordable(table, leg, left)) < WHOLE:
        found.append((paid, 3, ""))
    if not found:
        return WHOLE, "end", ""
    part, order, by = min(found)
    return part, _ORDER[order], by


def _crossing(table: Table, leg: _Leg) -> tuple[int, int, str]:
    """Where a leg crosses which edge first. [IST-MOVE-10, IST-Q-26]"""
    (x, y, _), dx, dy = leg.start, leg.end[0] - leg.start[0], leg.end[1] - leg.start[1]
    rooms = ((y, -dy, "bottom"), (table.depth - y, dy, "top"), (x, -dx, "left"), (table.width - x, dx, "right"))
    return min(
        ((max(0, (room << WHOLE_BITS) // rate), 1, edge) for room, rate, edge in rooms if rate > room),
        key=lambda way: way[0],
    )


def _price(table: Table, leg: _Leg, part: int) -> int:
    """What a leg costs up to `part`, in `FINE` parts. [IST-MOVE-02, IST-Q-14, IST-Q-18, IST-Q-20]

    Level and on a ramp its length, double where it is rough; climbing 1 or 2 an inch; steps and jumps nothing.
    """
    if leg.upright:
        return leg.climb * (1 + leg.dear) * part >> (WHOLE_BITS - FINE_BITS)
    doubled = sum(min(leave, part) - enter for enter, leave in rough_parts(table, leg.start, leg.end) if enter < part)
    return _leg_length(leg) * (part + doubled) >> WHOLE_BITS


def _leg_length(leg: _Leg) -> int:
    (x, y, z), (ex, ey, ez) = leg.start, leg.end
    return fine_length(ex - x, ey - y, ez - z)


def _affordable(table: Table, leg: _Leg, left: int) -> int:
    """How far on a leg one comes with so many `FINE` parts; a climb is made in full or not begun. [IST-MOVE-02]"""
    if leg.upright:
        return WHOLE if _price(table, leg, WHOLE) <= left else 0
    whole = _leg_length(leg)
    paid = (left << WHOLE_BITS) // whole
    at = 0
    for enter, leave in rough_parts(table, leg.start, leg.end):
        if paid <= enter - at:
            break
        paid -= enter - at
        if paid <= 2 * (leave - enter):
            return enter + paid // 2
        paid, at = paid - 2 * (leave - enter), leave
    return min(WHOLE, at + paid)
