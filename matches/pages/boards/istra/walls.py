"""A hall's defender before an invasion: what is cleared away, and where wall sections stand. [IST-D-17]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.pages.boards.base import Choice, Question, Situation
from matches.pages.boards.istra.trials import AIM_NOTE, tried
from matches.pages.boards.plane import outline
from rules.istra.commands import RemoveTerrain
from rules.istra.geometry.lengths import inches
from rules.kernel.labels import FormText
from web.pages.command_forms import Asking, form_of
from web.pages.fields import Command, Field, Form, Stroke, Trial

Ask = Mapping[str, Any]
Values = Mapping[str, Any]

ALONG = (("x", "from left to right"), ("y", "from bottom to top"))


def clear(situation: Situation, ask: Ask) -> Question:
    """Which pieces go. [IST-HALL-03, IST-Q-106]"""
    pieces = {piece.id: piece.name or piece.id for piece in situation.state.terrain}
    most = ask["options"]["most"]
    text = FormText(
        "Clear the area",
        "Remove them",
        f"At most {most} pieces." if most else "Any number of pieces.",
        "IST-HALL-03",
        fields=("ids",),
    )
    asking = Asking(choices={"terrain": [(name, pieces[name]) for name in ask["options"]["ids"]]})
    form = form_of(RemoveTerrain, asking, text=text, name="clear")
    nothing = Choice("Remove nothing", dict(ask["default"]))
    return Question(ask, "What is removed?", forms=[form], default=nothing)


def walls(situation: Situation, ask: Ask) -> Question:
    """Where the wall sections stand, all in one command. [IST-HALL-04, IST-Q-107]"""
    options, depth = ask["options"], situation.state.board.depth
    fields = tuple(field for number in range(1, options["most"] + 1) for field in _section_fields(number))

    def trial(values: Values) -> Trial:
        order = _placed(values)
        shown = tuple(Stroke(_section(one, options, depth), "wall") for one in order["sections"])
        return tried(situation, order, f"{len(shown)} sections.", shown)

    form = Form(
        "walls",
        "Place walls",
        "Place them",
        fields,
        _placed,
        note=f"Sections {inches(options['length'])} long, placed by their centre, in the zone; as many as you like.",
        rule="IST-HALL-04",
        trial=trial,
        strokes=(Stroke(outline(options["zone"], depth), "zone"),) if options["zone"] else (),
    )
    return Question(ask, "Where do the walls go?", forms=[form], default=Choice("Place no walls", dict(ask["default"])))


def _section_fields(number: int) -> tuple[Field, Field]:
    return (
        Field(f"centre-{number}", f"Section {number}", "place", help=AIM_NOTE if number == 1 else ""),
        Field(f"along-{number}", f"Section {number} runs", "select", ALONG, "x"),
    )


def _placed(values: Values) -> Command:
    numbers = [name.removeprefix("centre-") for name, place in values.items() if name.startswith("centre-") and place]
    sections = [{"centre": values[f"centre-{n}"][:2], "along": values[f"along-{n}"] or "x"} for n in numbers]
    return {"type": "place_walls", "sections": sections}


def _section(section: Mapping[str, Any], options: Mapping[str, Any], depth: int) -> str:
    (x, y), size = section["centre"], (options["length"], options["thickness"])
    wide, deep = size if section["along"] == "x" else size[::-1]
    left, bottom = x - wide // 2, y - deep // 2
    return outline({"shape": "rect", "a": [left, bottom], "b": [left + wide, bottom + deep]}, depth)
