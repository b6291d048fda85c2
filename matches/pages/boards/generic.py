"""The scene of the generic board: what a view says in the vocabulary of `rules/kernel/scene.py`, bound to the view."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from matches.pages.boards.base import View
from matches.pages.boards.bind import Binding, bound, slug
from matches.pages.boards.squares import MARGIN, UNIT, centre, corner
from matches.pages.boards.tokens import SIDE_NUMBERS, initials
from rules.kernel.scene import VOCABULARY
from web.templatetags.components import side_shape

PARTS: Mapping[str, str] = {
    part: f"matches/boards/generic/{part}.html"
    for part in ("score", "queue", "ground", "tracks", "figures", "cards", "rest")
}
"""The parts of the generic board and their templates."""

LEGEND = (
    ("", "yet to go"),
    ("gone", "has gone"),
    ("active", "acts now"),
    ("lit", "can be chosen now"),
)

Spec = list[Any]
NAMELESS = 7
"""The number of who belongs to no team."""


def generic_scene(view: View, numbers: Mapping[str, int], told: Collection[str] = ()) -> dict[str, Any]:
    """Everything the templates draw; `numbers` are those of the seats, `told` names of a view that need no listing."""
    names = {name: str(entry.get("name", name)) for name, entry in view.get("figures", {}).items()}
    made = {
        "teams": _teams(view, numbers),
        "figures": _figures(view, names, numbers),
        "rest": [
            (name, bound(view, ["json", [name]])) for name in view if name not in (*VOCABULARY, SIDE_NUMBERS, *told)
        ],
    }
    made |= {name: bound(view, ["text", [name]]) for name in ("turn", "turns_total") if name in view}
    drawn = {"queue": _queued(names), "tracks": _track(names), "cards": _CARD}
    made |= {name: bound(view, ["each", [name], spec]) for name, spec in drawn.items() if name in view}
    if "ground" in view:
        made["ground"] = _ground(view, names, _marks(view, names, numbers))
        made["legend"] = LEGEND if view["ground"]["kind"] == "squares" else ()
    return made


def _teams(view: View, numbers: Mapping[str, int]) -> list[dict[str, Any]]:
    score = view.get("score", {})
    return [
        {
            "name": team["name"],
            "number": numbers[seat],
            "points": bound(view, ["text", ["score", seat]]) if seat in score else None,
        }
        for seat, team in view.get("teams", {}).items()
    ]


def _figures(view: View, names: Mapping[str, str], numbers: Mapping[str, int]) -> list[dict[str, Any]]:
    """The figures: what stands on the ground, and their cards."""
    short = initials(names)
    made = []
    for figure, entry in view.get("figures", {}).items():
        path = ["figures", figure]
        marks: list[Binding] = [["flag", mark, [*path, mark]] for mark in ("active", "gone")]
        made.append(
            {
                "id": figure,
                "slug": slug(figure),
                "name": names[figure],
                "short": short[figure],
                "number": numbers.get(entry.get("seat", ""), NAMELESS),
                "element": bound(view, ["at", [*path, "at"]], *marks),
                "card": bound(view, *marks),
                "status": bound(view, ["text", [*path, "status"]]),
                "gauges": bound(view, ["each", [*path, "gauges"], _GAUGE]),
                "badges": bound(view, ["each", [*path, "badges"], _BADGE]),
            }
        )
    return made


def _marks(view: View, names: Mapping[str, str], numbers: Mapping[str, int]) -> dict[str, dict[str, str]]:
    """The class and the shape of each figure, as the specs of lists take them."""
    sides = {figure: numbers.get(view["figures"][figure].get("seat", ""), NAMELESS) for figure in names}
    return {
        "class": {figure: f"at-it side-{number}" for figure, number in sides.items()},
        "shape": {figure: side_shape(number) for figure, number in sides.items()},
    }


def _ground(view: View, names: Mapping[str, str], marks: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    ground = view["ground"]
    if ground["kind"] == "knots":
        return {"kind": "knots", "knots": bound(view, ["each", ["ground", "knots"], _knot(names, marks)])}
    columns, rows = ground["columns"], ground["rows"]
    labels = {tuple(mark["at"]): mark["label"] for mark in ground.get("marks", ())}
    squares = [(x, y) for y in range(1, rows + 1) for x in range(1, columns + 1)]
    return {
        "kind": "squares",
        "label": ground.get("label") or f"Ground, {columns} columns and {rows} rows",
        "width": UNIT * columns + 2 * MARGIN,
        "height": UNIT * rows + MARGIN + MARGIN // 5,
        "unit": UNIT,
        "names": [
            *({"label": x, "x": centre((x, 1))[0], "y": MARGIN // 2} for x in range(1, columns + 1)),
            *({"label": y, "x": MARGIN // 2, "y": centre((1, y))[1]} for y in range(1, rows + 1) if rows > 1),
        ],
        "squares": [_square(at, labels.get(at, "")) for at in squares],
    }


def _square(at: tuple[int, int], mark: str) -> dict[str, Any]:
    left, top = corner(at)
    title = f"({at[0]}, {at[1]})" + (f", {mark}" if mark else "")
    return {"at": f"{at[0]},{at[1]}", "x": left, "y": top, "mark": mark, "title": title}


# What is drawn for each item of a list (the specs of `bind`)


def _text(tag: str, path: list[str], **attributes: str) -> Spec:
    return [tag, attributes, [["text", path]], []]


def _said(tag: str, path: list[str], names: Mapping[str, str], **attributes: str) -> Spec:
    return [tag, attributes, [["say", path, {"of": dict(names)}]], []]


_GAUGE: Spec = [
    "span",
    {"class": "gauge"},
    [],
    [
        _text("span", ["label"]),
        [
            "meter",
            {"min": "0"},
            [
                ["number", "max", ["most"]],
                ["number", "value", ["value"]],
                ["tell", "aria-label", ["label"], {"of": {}}],
                ["flag", "low", ["low"]],
            ],
            [],
        ],
        [
            "b",
            {},
            [],
            [_text("span", ["value"]), ["small", {}, [["say", ["most"], {"gap": "/{value}", "none": ""}]], []]],
        ],
    ],
]
_BADGE: Spec = [
    "details",
    {"class": "of-badge"},
    [],
    [
        _text("summary", ["label"], **{"class": "tag"}),
        ["p", {}, [], [_text("span", ["title"]), _text("b", ["rule"])]],
    ],
]
_CARD: Spec = [
    "li",
    {},
    [],
    [_text("b", ["title"]), _text("small", ["note"]), _text("p", ["text"])],
]


def _track(names: Mapping[str, str]) -> Spec:
    figures = ["span", {"class": "on-it"}, [["each", ["figures"], _said("span", [], names)]], []]
    looks: list[Binding] = [["flag", "gone", ["gone"]], ["flag", "lit", ["lit"]]]
    note = ["span", {}, looks, [_said("b", ["figure"], names), _text("small", ["note"])]]
    noted = ["span", {"class": "noted"}, [["each", ["noted"], note]], []]
    slot: Spec = ["li", {}, [["flag", "now", ["now"]]], [_text("span", ["label"]), figures, noted]]
    return ["section", {"class": "track"}, [], [_text("h2", ["label"]), ["ol", {}, [["each", ["slots"], slot]], []]]]


def _queued(names: Mapping[str, str]) -> Spec:
    return ["li", {}, [["flag", "now", ["now"]]], [_said("span", ["figure"], names), _text("small", ["note"])]]


def _knot(names: Mapping[str, str], marks: Mapping[str, Mapping[str, str]]) -> Spec:
    """A knot, and below or beside it how far the next one is."""
    shape: Spec = ["path", {}, [["tell", "d", [], {"of": marks["shape"]}]], []]
    figure: Spec = [
        "span",
        {},
        [["tell", "class", [], {"of": marks["class"]}], ["tell", "data-token", [], {"of": {}}]],
        [["svg", {"viewBox": "0 0 24 24", "aria-hidden": "true"}, [], [shape]], _said("span", [], names)],
    ]
    noted: Spec = ["li", {}, [], [_said("b", ["figure"], names), _text("span", ["note"])]]
    apart: Spec = [
        "li",
        {},
        [],
        [_said("span", ["one"], names), _text("b", ["label"]), _said("span", ["other"], names)],
    ]
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
                    ["h2", {}, [], [_text("b", ["name"]), _text("span", ["label"])]],
                    ["p", {}, [["each", ["figures"], figure]], []],
                    ["ul", {"class": "of-them"}, [["each", ["noted"], noted]], []],
                    ["ul", {"class": "apart"}, [["each", ["ranges"], apart]], []],
                ],
            ],
            _text("p", ["to_next"], **{"class": "to-next"}),
        ],
    ]
