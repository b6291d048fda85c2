"""What a view may say for the generic board to draw it: figures, ground, tracks, a line of order, cards.

A game puts any of it into `Game.view`, as plain JSON under the names of `VOCABULARY`, and can be played in the browser
without a drawing of its own. The structs say what the board reads; what else stands in them is left alone.
"""

from __future__ import annotations

from typing import TypeAlias

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

    `seat` is one of `teams`. `at`: its square on the ground, nothing where it is off it. `active`: it acts now; `gone`:
    it has done what it may for now.
    """

    name: str
    seat: str = ""
    at: tuple[int, int] | None = None
    status: str = ""
    active: bool = False
    gone: bool = False
    gauges: tuple[Gauge, ...] = ()
    badges: tuple[Badge, ...] = ()


class Mark(msgspec.Struct, frozen=True):
    """A square that means something."""

    at: tuple[int, int]
    label: str


class Squares(msgspec.Struct, frozen=True, omit_defaults=True, tag="squares", tag_field="kind"):
    """A ground of squares, (1, 1) in the upper left corner. It stays the same for a whole match."""

    columns: int
    rows: int
    label: str = ""
    marks: tuple[Mark, ...] = ()


class Apart(msgspec.Struct, frozen=True):
    """How far two are from each other, in words: figures by id, or something else by its name.

    Where `one` is empty it is the knot itself.
    """

    one: str
    other: str
    label: str


class Noted(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure by id, and a word on how it stands there. `gone`: it counts no more; `lit`: it counts just now."""

    figure: str
    note: str
    gone: bool = False
    lit: bool = False


class Knot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Figures that are at each other, by id; `noted` are those of them of whom there is something to say.

    `name` is short. `to_next`: how far it is from the knot that comes after it in the line; `ranges`: from the others.
    """

    figures: tuple[str, ...]
    label: str = ""
    ranges: tuple[Apart, ...] = ()
    name: str = ""
    noted: tuple[Noted, ...] = ()
    to_next: str = ""


class Knots(msgspec.Struct, frozen=True, tag="knots", tag_field="kind"):
    """No ground but who is near whom: knots in a line."""

    knots: tuple[Knot, ...]


Ground: TypeAlias = Squares | Knots
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
