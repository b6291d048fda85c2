"""Jumps as people mean them: "jump" after a place on the map leads over the edge that lies before it. [IST-Q-20]"""

from __future__ import annotations

from collections.abc import Sequence

from rules.istra.geometry.lengths import WHOLE, between, length
from rules.istra.geometry.routes import route
from rules.istra.geometry.table import Table, footing_ends, highest_surface, supported
from rules.istra.terrain import Place, Point

Way = tuple[list[list[int]], list[int]]
"""Waypoints, and which of them are jumped to."""

TRIES = 6
"""By how many hundredths the edge may lie before the point where the ground is seen to end."""


def led(table: Table, start: Place, path: Sequence[Sequence[int]], jumps: Sequence[int]) -> Way:
    """A way with each jump to a place without a height led to the edge, down there, and on to the place."""
    found: Way = ([], [])
    at = start
    for number, waypoint in enumerate(path):
        jump = number in jumps
        drop = _drop(table, at, (waypoint[0], waypoint[1])) if jump and len(waypoint) == 2 else None
        more = [list(place) for place in drop or ()]
        fall = len(more) - 1 if drop else 0
        if drop is None or drop[1][:2] != tuple(waypoint):
            more.append(list(waypoint))
        at = route(table, at, tuple(map(tuple, more)), (fall,) if jump else ()).places[-1]
        found[1].extend([len(found[0]) + fall] if jump else [])
        found[0].extend(more)
    return found


def _drop(table: Table, at: Place, to: Point) -> tuple[Place, Place] | None:
    """The last foothold on the way to a point, and where one lands from there; None where the ground goes on."""
    end = (*to, at[2])
    bare = footing_ends(table, at, end)
    if bare is None:
        return None
    hundredth = max(1, WHOLE // max(1, length(to[0] - at[0], to[1] - at[1])))
    for tries in range(TRIES):
        edge = between(at, end, max(0, bare - tries * hundredth))
        below = highest_surface(table, edge[:2], below=at[2])
        if below is not None and supported(table, edge):
            return edge, (edge[0], edge[1], below)
    return None
