"""GM actions in Storm of Istra: sight, corrections, terrain, the end. Each leaves its reason on record.

The page and the admin show these same forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from matches.pages.boards.istra.activation import AIM_NOTE, ActivationQuestions, Choices, skill_fields, skill_of
from matches.pages.boards.istra.names import title_of
from matches.pages.boards.istra.walking import place_text
from matches.pages.boards.plane import outline
from matches.pages.rosters import pasted
from rules.istra.adjustments import ADJUSTMENTS, MoveModel
from rules.istra.commands import Concede, EndBattle, GmSight, PlaceTerrain, RemoveTerrain, SkillCheck
from rules.istra.decide.deploying import place_at
from rules.istra.questions import ALL_SEATS, get, on_board, table_of
from rules.istra.state import Activation, Side
from rules.istra.tables import ABILITIES, SPELLS, TALENTS, WEAPONS
from rules.istra.view import seat_name
from rules.kernel.asks import GM
from rules.kernel.labels import REASON, labelled
from rules.kernel.messages import Command as CommandStruct, tag_of
from web.errors import Unreadable
from web.pages.command_forms import FormContext, field_for, form_of
from web.pages.fields import Command, Field, Form, Stroke, Trial

Values = Mapping[str, Any]

WHY = field_for(PlaceTerrain, REASON)
OF_THE_BATTLE = ("gm_item", "gm_zone", "gm_turn_limit", "gm_nominator")
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


class GmQuestions(ActivationQuestions):
    """What is not asked: the GM's own commands, and what a seat may say at any time."""

    def gm_forms(self) -> Sequence[Form]:
        of_models = [name for name in ADJUSTMENTS if name not in OF_THE_BATTLE]
        topics = {
            "Models": [*self.sight(), *self.skill(), *self.adjustments(of_models)],
            "Terrain and the battle": [*self.terrain(), *self.adjustments(OF_THE_BATTLE)],
            "Play": [self.concede(self.state.sides), self.end()],
        }
        return [replace(form, topic=topic) for topic, forms in topics.items() for form in forms]

    def anytime(self) -> Sequence[Form]:
        """Giving up for a side of the own seats; without a GM, what is seen: all seats have to say that. [IST-Q-06]"""
        own = [side for side in self.state.sides if side.seat in self.situation.seats]
        if not own or self.state.result is not None:
            return []
        return [*([] if self.state.gm else self.sight()), self.concede(own)]

    def sight(self) -> list[Form]:
        present = self.of_sides(on_board(self.state))
        if not present:
            return []
        unless = "" if self.state.gm else " Without a GM at the table, it applies once every seat has entered the same."
        return [form_of(GmSight, FormContext(choices={"model": present}), note=GmSight.form.note + unless)]

    def skill(self) -> list[Form]:
        """A skill check of the active model, with a modifier."""
        frame = self.state.agenda[-1] if self.state.agenda else None
        if not isinstance(frame, Activation):
            return []
        return [
            Form(
                "gm_skill_check",
                f"Skill check of {self.names.figure(frame.model)}, with a modifier",
                "Roll the skill check",
                (*skill_fields(), field_for(SkillCheck, "modifier")),
                lambda values: {
                    "type": "skill_check",
                    "model": frame.model,
                    **skill_of(values),
                    "modifier": values["modifier"] or 0,
                },
                rule="IST-Q-98",
            )
        ]

    def concede(self, giving: Sequence[Side]) -> Form:
        return form_of(Concede, FormContext(choices={"side": [(side.id, side.name) for side in giving]}))

    def end(self) -> Form:
        winners = [(side.id, f"{side.name} have won") for side in self.state.sides]
        return form_of(EndBattle, FormContext(choices={"winner": winners}))

    # Corrections

    def adjustments(self, names: Iterable[str]) -> list[Form]:
        """A form for each thing that can be put right, where there is such a thing."""
        asking = self.form_context_of_adjustments()
        needed = {"gm_item": "item", "gm_zone": "zone"}
        there = [name for name in names if name not in needed or asking.choices[needed[name]]]
        return [self.adjustment(ADJUSTMENTS[name], asking) for name in there]

    def form_context_of_adjustments(self) -> FormContext:
        state = self.state
        seats = [(seat, "the GM" if seat == GM else seat_name(state, seat)) for seat in ALL_SEATS]
        carried = dict.fromkeys(item for model in state.models for item in model.equipment if item in WEAPONS)
        limited = [row.name for rows in (TALENTS, ABILITIES) for row in rows.values() if row.limit != "none"]
        limited += dict.fromkeys((*SPELLS, *(spell.name for spell in state.spells)))
        choices = {
            "model": self.of_sides(state.models),
            "in_hand": (*_titled(carried), ("unarmed", "nothing")),
            "loadable": _titled(name for name in carried if WEAPONS[name].loading != "none"),
            "limited": _titled(limited),
            "seat": seats,
            "item": [(item.id, item.name or item.id) for item in state.items],
            "zone": [(side.id, side.name) for side in state.sides if side.zone is not None],
        }
        return FormContext(choices=choices, helps={"pos": AIM_NOTE})

    def adjustment(self, kind: type[CommandStruct], asking: FormContext) -> Form:
        now = {"gm_turn_limit": self.state.scenario.turn_limit, "gm_nominator": self.state.nominator}.get(tag_of(kind))
        labels = {one.name for one in labelled(kind)}
        fixed = {one.name: one.default for one in msgspec.structs.fields(kind) if one.name not in labels}
        form = form_of(kind, asking._replace(now={"value": now}), given={**fixed, "type": "gm_adjust"})
        fields = tuple(sorted(form.fields, key=lambda field: field.name == REASON))
        trial = partial(self.moved, form) if kind is MoveModel else None
        return replace(form, fields=fields, command=partial(self.adjusted, form), trial=trial)

    def adjusted(self, form: Form, values: dict[str, Any]) -> Command:
        """The command of a form: a place is on what stands there, and what is known of a condition is its amount."""
        order = form.command(values)
        pos, amount = order.pop("pos", None), order.pop("amount", None)
        if pos is not None and (order["field"] == "pos" or "model" not in order):
            order["value"] = list(place_at(table_of(self.state), tuple(pos)))
        return order | ({"value": amount} if amount and order["value"] else {})

    def moved(self, form: Form, values: dict[str, Any]) -> Trial:
        model, order = get(self.state, values["model"]), self.adjusted(form, values)
        words = f"{self.names.figure(model.id)} will stand here."
        return self.trial(order, words, self.ghost(model, values["pos"]))

    # Terrain [IST-SETUP-04, IST-Q-07]

    def terrain(self) -> list[Form]:
        """One form to put a piece down, one for pieces as they are written down, one to take some away."""
        pieces = [(piece.id, piece.name or piece.id) for piece in self.state.terrain]
        asking = FormContext(choices={"terrain": pieces})
        gone = [form_of(RemoveTerrain, asking)] if pieces and self.state.gm else []
        return [self.place_terrain(), _paste(), *gone]

    def place_terrain(self) -> Form:
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
            WHY,
        )
        return Form(
            "place_terrain",
            "Place a piece of terrain",
            "Place it",
            fields,
            self.placed,
            note="Where no model stands.",
            rule="IST-SETUP-04",
            trial=lambda values: self.trial(order := self.placed(values), "It will stand here.", *self.walls(order)),
        )

    def walls(self, order: Command) -> list[Stroke]:
        return [Stroke(outline(piece["footprint"], self.state.board.depth), "wall") for piece in order["terrain"]]

    def placed(self, values: Values) -> Command:
        taken = {piece.id for piece in self.state.terrain}
        piece = {name: values[name] for name in ("name", "height", "los", "ground")}
        piece["id"] = next(name for number in range(1, len(taken) + 2) if (name := f"gm-{number}") not in taken)
        piece["footprint"] = _footprint(values)
        piece |= {name: True for name, _ in FLAGS if values[name]}
        return {"type": "place_terrain", "terrain": [piece], REASON: values[REASON]}


def _titled(names: Iterable[str]) -> Choices:
    return tuple((name, title_of(name)) for name in names)


def _footprint(values: Values) -> dict[str, Any]:
    if values["shape"] == "circle":
        if not values["radius"]:
            raise Unreadable("A disc needs a radius.", "radius", hint="Enter it in inches, for example 2.5.")
        return {"shape": "circle", "centre": values["a"][:2], "radius": values["radius"]}
    if values["b"] is None:
        place = place_text(values["a"])
        raise Unreadable(f"The corner opposite {place} is missing.", "b", hint="Click it or enter it in inches.")
    return {"shape": "rect", "a": values["a"][:2], "b": values["b"][:2]}


def _paste() -> Form:
    told = f"In hundredths of an inch: {EXAMPLE}"
    return Form(
        "paste_terrain",
        "Place several pieces of terrain at once",
        "Place them",
        (Field("pieces", "Pieces, as JSON", "long", required=True, help=told), WHY),
        lambda values: {
            "type": "place_terrain",
            "terrain": pieces_of(values["pieces"], "pieces"),
            REASON: values[REASON],
        },
        rule="IST-SETUP-04",
    )


def pieces_of(text: str, field: str) -> list[Any]:
    """Pieces of terrain as they were pasted. Unreadable says what is wrong."""
    return pasted(text, field, list, "The list of pieces", f"For example {EXAMPLE}")
