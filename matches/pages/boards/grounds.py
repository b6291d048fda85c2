"""The ground of the generic board: squares, hexes, a plane, or knots of figures, bound to the view.

Whatever its places are, they are drawn around them in the units of squares, 100 to a place: on a plane in the unit of
the ground, scaled by `scale`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from matches.pages.boards.base import View
from matches.pages.boards.bind import Binding, bound, number_words
from matches.pages.boards.hexes import OUTLINE, hex_box, hex_centre
from matches.pages.boards.plane import outline
from matches.pages.boards.squares import MARGIN, UNIT, centre, corner
from matches.pages.boards.tokens import sign
from web.templatetags.components import side_shape

Spec = list[Any]
Names = Mapping[str, str]

RADIUS = 36
"""Of a figure, in the units of squares."""
FIGURES_ACROSS = 24
"""So many figures fit beside each other on a plane."""
GRID_LINES = 12
"""So many lines a plane has at most in each direction."""
WIDE, VAST = 10, 20
"""With more places than that in a row a board is scrolled on a phone."""
LONGEST_NAME = 9
"""What a mark is called stands on its place if it has no more letters."""
PLACE_SHAPES = {"squares": "M-50 -50h100v100h-100z", "hexes": OUTLINE}
STANDS: Mapping[str, str] = {"squares": "at", "hexes": "hex", "plane": "spot"}
"""By which binding a figure stands on its place."""


def text(tag: str, path: list[str], **attributes: str) -> Spec:
    """The value at a path as an element."""
    return [tag, attributes, [["text", path]], []]


def said(tag: str, path: list[str], names: Names, **attributes: str) -> Spec:
    """The name of the figure whose id stands at a path, as an element."""
    return [tag, attributes, [["say", path, {"of": dict(names)}]], []]


def ground_scene(view: View, names: Names, sides: Mapping[str, int]) -> dict[str, Any]:
    """What is drawn of the view's ground; `stands` and `where` are bindings of a figure: its place, also in words."""
    ground = view["ground"]
    kind = ground["kind"]
    if kind == "knots":
        return {"kind": kind, "knots": bound(view, ["each", ["ground", "knots"], _knot(names, sides)])}
    drawn = {"squares": _squares, "hexes": _hexes, "plane": _plane}[kind](ground)
    stands, scale = [STANDS[kind], *drawn.get("depths", ())], drawn.setdefault("scale", "1")
    lines = ["ground", "lines"]
    return {
        "kind": kind,
        **drawn,
        "radius": round(RADIUS * float(scale)),
        "stands": stands,
        "where": "point" if kind == "plane" else "square",
        "things": bound(view, ["each", ["ground", "things"], _thing(kind, stands, scale)]),
        "rings": bound(view, ["each", ["ground", "rings"], _ring(stands, scale)]),
        "lines": bound(view, ["lines", lines, ["figures"], dict(names), scale, *stands]),
        "told": bound(view, ["each", lines, _apart(names)]),
        "signs": [*_signs(ground, kind)],
    }


# Grounds of places


def _squares(ground: View) -> dict[str, Any]:
    columns, rows = ground["columns"], ground["rows"]
    cells = [(x, y) for y in range(1, rows + 1) for x in range(1, columns + 1)]
    beside = [
        *({"label": x, "x": centre((x, 1))[0], "y": MARGIN // 2} for x in range(1, columns + 1)),
        *({"label": y, "x": MARGIN // 2, "y": centre((1, y))[1]} for y in range(1, rows + 1) if rows > 1),
    ]
    return {
        "label": ground.get("label") or f"Ground, {columns} columns and {rows} rows",
        "box": (0, 0, UNIT * columns + 2 * MARGIN, UNIT * rows + MARGIN + MARGIN // 5),
        "size": _size(columns),
        "places": [_place(at, ground) | dict(zip("xy", corner(at), strict=True)) for at in cells],
        "unit": UNIT,
        "labels": [*beside, *_mark_names(ground, centre, below=30)],
    }


def _hexes(ground: View) -> dict[str, Any]:
    cells = [tuple(at) for at in ground["cells"]]
    places = [_place(at, ground) | dict(zip("xy", hex_centre(at), strict=True)) for at in cells]
    left, top, width, height = hex_box(cells)
    return {
        "label": ground.get("label") or f"Ground of {len(cells)} hexes",
        "box": (left - 5, top - 5, width + 10, height + 10),
        "size": _size(width // UNIT),
        "places": places,
        "outline": OUTLINE,
        "labels": [
            *({"label": place["name"], "x": place["x"], "y": place["y"] - 36, "kind": "name"} for place in places),
            *_mark_names(ground, hex_centre, below=14),
        ],
    }


def _size(across: int) -> str:
    return "vast" if across > VAST else "wide" if across > WIDE else ""


def _place(at: Sequence[int], ground: View) -> dict[str, Any]:
    mark = next((mark for mark in ground.get("marks", ()) if tuple(mark["at"]) == tuple(at)), None)
    name = f"{at[0]}, {at[1]}"
    return {
        "at": f"{at[0]},{at[1]}",
        "name": name,
        "mark": mark.get("kind", "goal") if mark else "",
        "title": f"({name})" + (f", {mark['label']}" if mark else ""),
    }


def _mark_names(ground: View, middle: Callable[[Any], tuple[int, int]], *, below: int) -> list[dict[str, Any]]:
    """What short names of marks say on their places, so far below their middles."""
    marks = [(mark["label"], middle(mark["at"])) for mark in ground.get("marks", ())]
    return [
        {"label": label, "x": x, "y": y + below, "kind": "mark"}
        for label, (x, y) in marks
        if len(label) <= LONGEST_NAME
    ]


def _signs(ground: View, kind: str) -> list[Any]:
    """What each kind of mark on this ground looks like."""
    named: dict[str, list[str]] = {}
    for mark in chain(ground.get("marks", ()), ground.get("areas", ())):
        words = named.setdefault(mark.get("kind", "goal"), [])
        if mark["label"] not in words:
            words.append(mark["label"])
    shape = PLACE_SHAPES.get(kind, PLACE_SHAPES["squares"])
    return [
        sign(", ".join(words), {"class": "floor", "data-mark": one, "d": shape}, of="on-ground")
        for one, words in named.items()
    ]


# A plane


def _plane(ground: View) -> dict[str, Any]:
    width, depth, unit = ground["width"], ground["depth"], ground.get("unit", "yard")
    scale = f"{max(width, depth) / (2 * RADIUS * FIGURES_ACROSS):.2f}"
    room = round(UNIT / 2 * float(scale))
    step = _step(max(width, depth))
    columns, rows = range(0, width + 1, step), range(0, depth + 1, step)
    return {
        "label": ground.get("label") or f"Ground, {number_words(width)} by {number_words(depth)} {unit}s",
        "box": (-room, -room, width + 2 * room, depth + 2 * room),
        "size": "",
        "scale": scale,
        "depths": (depth,),
        "width": width,
        "depth": depth,
        "grid": "".join([*(f"M{x} 0V{depth}" for x in columns), *(f"M0 {depth - y}H{width}" for y in rows)]),
        "areas": [
            {"d": outline(area["footprint"], depth), "mark": area.get("kind", "goal"), "title": area["label"]}
            for area in ground.get("areas", ())
        ],
        "labels": [
            *({"label": number_words(x), "x": x, "y": depth + room // 2} for x in columns),
            *({"label": number_words(y), "x": -room // 2, "y": depth - y} for y in rows if y),
        ],
    }


def _step(longest: int) -> int:
    """From line to line: 1, 2 or 5 units, or tens or hundreds of these, so that there are not too many.

    >>> _step(1_200), _step(6_000), _step(20_000)
    (100, 500, 2000)
    """
    steps = (factor * 10**power for power in range(2, 12) for factor in (1, 2, 5))
    return next(step for step in steps if longest <= step * GRID_LINES)


# What is drawn for each item of a list (the specs of `bind`)


def _thing(kind: str, stands: Sequence[Any], scale: str) -> Spec:
    """Something on a place: what lies there, or what covers it."""
    cover: Spec = ["path", {"class": "cover", "d": PLACE_SHAPES.get(kind, PLACE_SHAPES["squares"])}, [], []]
    lump: Spec = ["path", {"class": "lump", "d": "M0 14L18 32L0 50L-18 32z"}, [], []]
    drawn: Spec = ["g", {"transform": f"scale({scale})"}, [], [cover, lump, text("title", ["label"])]]
    place: Binding = [stands[0], ["at"], *stands[1:]]
    return ["g", {"class": "thing"}, [place, ["state", "kind", ["kind"]]], [drawn]]


def _ring(stands: Sequence[Any], scale: str) -> Spec:
    name = ["g", {}, [["lift", ["radius"], scale]], [text("text", ["label"], dy="-8")]]
    circle = ["circle", {}, [["number", "r", ["radius"]]], [text("title", ["label"])]]
    return ["g", {"class": "ring"}, [[stands[0], ["at"], *stands[1:]]], [circle, name]]


def _apart(names: Names) -> Spec:
    parts = [said("span", ["one"], names), text("b", ["label"]), said("span", ["other"], names)]
    return ["li", {}, [], parts]


def _knot(names: Names, sides: Mapping[str, int]) -> Spec:
    """A knot, and below or beside it how far the next one is."""
    marks = {figure: f"at-it side-{number}" for figure, number in sides.items()}
    shapes = {figure: side_shape(number) for figure, number in sides.items()}
    shape: Spec = ["path", {}, [["tell", "d", [], {"of": shapes}]], []]
    looks: list[Binding] = [["tell", "class", [], {"of": marks}], ["tell", "data-token", [], {"of": {}}]]
    inside = [["svg", {"viewBox": "0 0 24 24", "aria-hidden": "true"}, [], [shape]], said("span", [], names)]
    figure: Spec = ["span", {}, looks, inside]
    lying: Spec = ["span", {"data-out": ""}, looks, inside]
    noted: Spec = ["li", {}, [], [said("b", ["figure"], names), text("span", ["note"])]]
    return [
        "div",
        {"class": "in-line"},
        [],
        [
            [
                "section",
                {"class": "knot"},
                [],
                [
                    ["h2", {}, [], [text("b", ["name"]), text("span", ["label"])]],
                    ["p", {}, [["each", ["figures"], figure]], []],
                    ["p", {"class": "lying"}, [["each", ["out"], lying]], []],
                    ["ul", {"class": "of-them"}, [["each", ["noted"], noted]], []],
                    ["ul", {"class": "apart"}, [["each", ["ranges"], _apart(names)]], []],
                ],
            ],
            text("p", ["to_next"], **{"class": "to-next"}),
        ],
    ]
