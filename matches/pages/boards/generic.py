"""The scene of the generic board: what a view says in the vocabulary of `rules/kernel/scene.py`, bound to the view."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from matches.pages.boards.base import View
from matches.pages.boards.bind import Binding, bound, slug
from matches.pages.boards.grounds import Spec, ground_scene, said, text
from matches.pages.boards.tokens import SIDE_NUMBERS, initials
from rules.kernel.scene import VOCABULARY

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

NAMELESS = 7
"""The number of who belongs to no team."""


def generic_scene(view: View, numbers: Mapping[str, int], told: Collection[str] = ()) -> dict[str, Any]:
    """Everything the templates draw; `numbers` are those of the seats, `told` names of a view that need no listing."""
    names = {name: str(entry.get("name", name)) for name, entry in view.get("figures", {}).items()}
    sides = {figure: numbers.get(view["figures"][figure].get("seat", ""), NAMELESS) for figure in names}
    ground = ground_scene(view, names, sides) if "ground" in view else None
    made = {
        "teams": _teams(view, numbers),
        "figures": _figures(view, names, sides, ground),
        "rest": [
            (name, bound(view, ["json", [name]])) for name in view if name not in (*VOCABULARY, SIDE_NUMBERS, *told)
        ],
    }
    made |= {name: bound(view, ["text", [name]]) for name in ("turn", "turns_total") if name in view}
    drawn = {"queue": _queued(names), "tracks": _track(names), "cards": _CARD}
    made |= {name: bound(view, ["each", [name], spec]) for name, spec in drawn.items() if name in view}
    if ground is not None:
        made |= {"ground": ground, "legend": () if ground["kind"] == "knots" else LEGEND, "signs": ground.get("signs")}
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


def _figures(
    view: View, names: Mapping[str, str], sides: Mapping[str, int], ground: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    """The figures: what stands on the ground, and their cards; `sides` are the numbers of theirs."""
    short = initials(names)
    stands, *depth = (ground or {}).get("stands", ["at"])
    where = (ground or {}).get("where", "square")
    made = []
    for figure in names:
        path = ["figures", figure]
        marks: list[Binding] = [["flag", mark, [*path, mark]] for mark in ("active", "gone")]
        made.append(
            {
                "id": figure,
                "slug": slug(figure),
                "name": names[figure],
                "short": short[figure],
                "number": sides[figure],
                "element": bound(view, [stands, [*path, "at"], *depth], *marks),
                "card": bound(view, *marks),
                "at": bound(view, [where, [*path, "at"]]),
                "status": bound(view, ["text", [*path, "status"]]),
                "gauges": bound(view, ["each", [*path, "gauges"], _GAUGE]),
                "badges": bound(view, ["each", [*path, "badges"], _BADGE]),
            }
        )
    return made


# What is drawn for each item of a list (the specs of `bind`)


_GAUGE: Spec = [
    "span",
    {"class": "gauge"},
    [],
    [
        text("span", ["label"]),
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
            [text("span", ["value"]), ["small", {}, [["say", ["most"], {"gap": "/{value}", "none": ""}]], []]],
        ],
    ],
]
_BADGE: Spec = [
    "details",
    {"class": "of-badge"},
    [],
    [
        text("summary", ["label"], **{"class": "tag"}),
        ["p", {}, [], [text("span", ["title"]), text("b", ["rule"])]],
    ],
]
_CARD: Spec = [
    "li",
    {},
    [],
    [text("b", ["title"]), text("small", ["note"]), text("p", ["text"])],
]


def _track(names: Mapping[str, str]) -> Spec:
    figures = ["span", {"class": "on-it"}, [["each", ["figures"], said("span", [], names)]], []]
    looks: list[Binding] = [["flag", "gone", ["gone"]], ["flag", "lit", ["lit"]]]
    note = ["span", {}, looks, [said("b", ["figure"], names), text("small", ["note"])]]
    noted = ["span", {"class": "noted"}, [["each", ["noted"], note]], []]
    slot: Spec = ["li", {}, [["flag", "now", ["now"]]], [text("span", ["label"]), figures, noted]]
    return ["section", {"class": "track"}, [], [text("h2", ["label"]), ["ol", {}, [["each", ["slots"], slot]], []]]]


def _queued(names: Mapping[str, str]) -> Spec:
    return ["li", {}, [["flag", "now", ["now"]]], [said("span", ["figure"], names), text("small", ["note"])]]
