"""What a view may say for the generic board to draw it: figures, ground, tracks, a line of order, cards.

A game puts any of it into `Game.view`, as plain JSON under the names of `VOCABULARY`, and can be played in the browser
without a drawing of its own. The structs say what the board reads; what else stands in them is left alone.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

VOCABULARY = ("teams", "figures", "score", "turn", "turns_total", "ground", "tracks", "queue", "cards")
"""The names in a view that the generic board draws; the rest is listed below it."""


class Gauge(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much there is of something, or is left. `low`: it is as good as gone."""

    label: str
    value: int
    most: int
    low: bool = False


class Badge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition: a word, what it means, and the rule that says so."""

    label: str
    title: str
    rule: str = ""


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of `figures`, which are found by id.

    `seat` is one of `teams`. `at`: its place on the ground, nothing where it is off it: a square (column, row), a hex
    (q, r), or a point of a plane in hundredths. `active`: it acts now; `gone`: it has done what it may for now.
    """

    name: str
    seat: str = ""
    at: tuple[int, int] | None = None
    status: str = ""
    active: bool = False
    gone: bool = False
    gauges: tuple[Gauge, ...] = ()
    badges: tuple[Badge, ...] = ()


Place: TypeAlias = tuple[int, int]
"""A place of a ground, as `Figure.at`."""
MarkKind: TypeAlias = Literal["goal", "blocked", "rough", "dim", "thing"]
"""What a mark is for: worth going to, not to be entered, slow, hard to see through, or something that lies there."""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place that means something, and what."""

    at: Place
    label: str
    kind: MarkKind = "goal"


class Apart(msgspec.Struct, frozen=True):
    """How far two are from each other, in words: figures by id, or something else by its name.

    Where `one` is empty it is the knot itself.
    """

    one: str
    other: str
    label: str


class Squares(msgspec.Struct, frozen=True, omit_defaults=True, tag="squares", tag_field="kind"):
    """A ground of squares, (1, 1) in the upper left corner.

    All but `things` and `lines` stays the same for a whole match. `things`: what comes and goes, such as smoke or a
    weapon that was dropped; `lines` are drawn between two figures: how far apart they are, who fights whom, cover.
    """

    columns: int
    rows: int
    label: str = ""
    marks: tuple[Mark, ...] = ()
    things: tuple[Mark, ...] = ()
    lines: tuple[Apart, ...] = ()


class Hexes(msgspec.Struct, frozen=True, omit_defaults=True, tag="hexes", tag_field="kind"):
    """A ground of these hexes, by axial coordinates as in `kernel.grid`; else as `Squares`."""

    cells: tuple[Place, ...]
    label: str = ""
    marks: tuple[Mark, ...] = ()
    things: tuple[Mark, ...] = ()
    lines: tuple[Apart, ...] = ()


class Disc(msgspec.Struct, frozen=True, tag="circle", tag_field="shape"):
    """A circle on a plane: centre and radius in hundredths."""

    centre: Place
    radius: int


class Polygon(msgspec.Struct, frozen=True, tag="polygon", tag_field="shape"):
    """A polygon on a plane, its corners in hundredths."""

    corners: tuple[Place, ...]


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a plane that means something, and what."""

    footprint: Disc | Polygon
    label: str
    kind: MarkKind = "goal"


class Ring(msgspec.Struct, frozen=True):
    """How far something reaches from a point: a circle of that radius, in hundredths."""

    at: Place
    radius: int
    label: str


class Plane(msgspec.Struct, frozen=True, omit_defaults=True, tag="plane", tag_field="kind"):
    """A free plane, measured in hundredths of its `unit`, (0, 0) in its lower left corner.

    `areas` stay the same for a whole match; `rings`, `things` and `lines` (as of `Squares`) follow it.
    """

    width: int
    depth: int
    unit: str = "yard"
    label: str = ""
    areas: tuple[Area, ...] = ()
    rings: tuple[Ring, ...] = ()
    things: tuple[Mark, ...] = ()
    lines: tuple[Apart, ...] = ()


class Noted(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure by id, and a word on how it stands there. `gone`: it counts no more; `lit`: it counts just now."""

    figure: str
    note: str
    gone: bool = False
    lit: bool = False


class Knot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Figures that are at each other, by id; `noted` are those of whom there is something to say.

    `out`: who is there, too, and can act no more. `name` is short. `to_next`: how far it is from the knot that comes
    after it in the line; `ranges`: from the others.
    """

    figures: tuple[str, ...]
    label: str = ""
    ranges: tuple[Apart, ...] = ()
    name: str = ""
    noted: tuple[Noted, ...] = ()
    to_next: str = ""
    out: tuple[str, ...] = ()


class Knots(msgspec.Struct, frozen=True, tag="knots", tag_field="kind"):
    """No ground but who is near whom: knots in a line."""

    knots: tuple[Knot, ...]


Ground: TypeAlias = Squares | Hexes | Plane | Knots
"""`ground`. A view without one has none to draw."""


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place of a track. `now`: the track stands there; `figures` are those on it, by id, `noted` with a word each."""

    label: str
    now: bool = False
    figures: tuple[str, ...] = ()
    noted: tuple[Noted, ...] = ()


class Track(msgspec.Struct, frozen=True):
    """One of `tracks`: places in their order."""

    label: str
    slots: tuple[Slot, ...]


class Queued(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of `queue`, the line of who comes when: a figure by id."""

    figure: str
    note: str = ""
    now: bool = False


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of `cards`: what lies open on the table."""

    title: str
    text: str = ""
    note: str = ""
