"""Terrain put on the table and taken off it by the GM. [IST-SETUP-04, IST-Q-07]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.pages.boards.base import Situation
from matches.pages.boards.istra.inches import typed
from matches.pages.boards.istra.trials import AIM_NOTE, tried
from matches.pages.boards.plane import outline
from rules.istra.commands import PlaceTerrain, RemoveTerrain
from rules.istra.state import State
from web.errors import Unreadable
from web.pages.command_forms import Asking, field_for, form_of
from web.pages.fields import Command, Field, Form, Stroke, Trial
from web.untrusted_input import read_json

Values = Mapping[str, Any]

REASON = field_for(PlaceTerrain, "reason")
SHAPES = (("rect", "a rectangle: two corners"), ("circle", "a disc: centre and radius"))
LOS = (
    ("clear", "clear: seen over and through"),
    ("partial", "partial: gives cover"),
    ("opaque", "opaque: solid, blocks sight and movement"),
)
GROUND = (("normal", "normal"), ("rough", "rough: costs double"), ("impassable", "impassable"))
FLAGS = (
    ("climbable", "Can be climbed"),
    ("standable", "Can be stood on"),
    ("building", "Is a building: climbing costs double"),
)
EXAMPLE = '[{"id": "rock", "footprint": {"shape": "circle", "centre": [2400, 1200], "radius": 200}, "height": 200}]'


def forms(situation: Situation) -> list[Form]:
    """One form to put a piece down, one for pieces as they are written down, one to take some away."""
    return [_place(situation), _paste(situation), *_remove(situation.state)]


def _place(situation: Situation) -> Form:
    state = situation.state

    def trial(values: Values) -> Trial:
        order = _placed(state, values)
        shown = tuple(Stroke(outline(piece["footprint"], state.board.depth), "wall") for piece in order["terrain"])
        return tried(situation, order, "It will stand here.", shown)

    fields = (
        Field("name", "Name", required=True, help="For example Old mill."),
        Field("shape", "Its ground is", "select", SHAPES, "rect", required=True),
        Field("a", "Corner or centre", "place", required=True, help=AIM_NOTE),
        Field("b", "Opposite corner", "place"),
        Field("radius", "Radius, inches", "inches"),
        Field("height", "Height, inches", "inches", value="0", required=True),
        Field("los", "Sight", "select", LOS, "clear"),
        Field("ground", "Ground", "select", GROUND, "normal"),
        *(Field(name, words, "check") for name, words in FLAGS),
        REASON,
    )
    return Form(
        "place_terrain",
        "Place a piece of terrain",
        "Place it",
        fields,
        lambda values: _placed(state, values),
        note="Where no model stands.",
        rule="IST-SETUP-04",
        trial=trial,
    )


def _placed(state: State, values: Values) -> Command:
    piece = {
        "id": _new_id(state),
        "name": values["name"],
        "footprint": _footprint(values),
        "height": values["height"],
        "los": values["los"],
        "ground": values["ground"],
    }
    piece |= {name: True for name, _ in FLAGS if values[name]}
    return {"type": "place_terrain", "terrain": [piece], "reason": values["reason"]}


def _footprint(values: Values) -> dict[str, Any]:
    if values["shape"] == "circle":
        if not values["radius"]:
            raise Unreadable("A disc needs a radius.", "radius", hint="Enter it in inches, for example 2.5.")
        return {"shape": "circle", "centre": values["a"][:2], "radius": values["radius"]}
    if values["b"] is None:
        place = typed(values["a"])
        raise Unreadable(f"The corner opposite {place} is missing.", "b", hint="Click it or enter it in inches.")
    return {"shape": "rect", "a": values["a"][:2], "b": values["b"][:2]}


def _new_id(state: State) -> str:
    taken = {piece.id for piece in state.terrain}
    return next(name for number in range(1, len(taken) + 2) if (name := f"gm-{number}") not in taken)


def _paste(situation: Situation) -> Form:
    fields = (
        Field("pieces", "Pieces, as JSON", "long", required=True, help=f"In hundredths of an inch: {EXAMPLE}"),
        REASON,
    )
    return Form(
        "paste_terrain",
        "Place several pieces of terrain at once",
        "Place them",
        fields,
        lambda values: {
            "type": "place_terrain",
            "terrain": pieces_of(values["pieces"], "pieces"),
            "reason": values["reason"],
        },
        rule="IST-SETUP-04",
    )


def pieces_of(text: str, field: str) -> list[Any]:
    """Pieces of terrain as they were pasted. Unreadable says what is wrong."""
    try:
        pieces = read_json(text.encode(), field)
    except Unreadable as error:
        raise Unreadable(f"The pieces are not valid JSON: {error.message}.", field) from None
    if not isinstance(pieces, list):
        raise Unreadable("A list of pieces is needed.", field, hint=f"For example {EXAMPLE}")
    return pieces


def _remove(state: State) -> list[Form]:
    if not state.terrain or not state.gm:
        return []
    pieces = [(piece.id, piece.name or piece.id) for piece in state.terrain]
    return [form_of(RemoveTerrain, Asking(choices={"terrain": pieces}))]
