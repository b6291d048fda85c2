"""What Storm of Istra draws otherwise than any game: deployment, halls, nominations, flights, Charged shots, sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matches.documents import plain
from matches.pages.boards.base import Choice, Group, Question
from matches.pages.boards.istra.activation import AIM_NOTE
from matches.pages.boards.istra.gm_forms import GmQuestions
from matches.pages.boards.istra.names import title_of
from matches.pages.boards.istra.walking import number, walk_form
from matches.pages.boards.plane import outline
from matches.pages.boards.questions import Ask
from rules.istra.commands import RemoveTerrain
from rules.istra.decide.declaring import FITS
from rules.istra.geometry.lengths import inches
from rules.istra.questions import get, side_of
from rules.istra.state import Model
from rules.istra.tables import FAR, NEAR, WEAPONS
from rules.kernel.labels import FormText
from web.pages.command_forms import FormContext, form_of
from web.pages.fields import Command, Field, Form, Offer, Stroke, Trial

Values = Mapping[str, Any]

ALONG = (("x", "from left to right"), ("y", "from bottom to top"))
AS_LISTED = (("", "as the roster says"),)
SEEN: Sequence[tuple[str, dict[str, bool]]] = (
    ("Sees it, without cover", {"los": True, "cover": False}),
    ("Sees it in cover", {"los": True, "cover": True}),
    ("Does not see it", {"los": False}),
)


class IstraQuestions(GmQuestions):
    """The questions of a battle."""

    spans = {"go": "activation", "turn": "turn", "match": "battle"}

    # Talents that are declared

    def options(self, asks: Sequence[Ask]) -> list[Field]:
        """What is declared with the next attack, as far as it can make a difference now."""
        for ask in asks:
            if ask["kind"] == "activation":
                return self.activation_options(get(self.state, ask["player"]))
            if ask.get("window"):
                return self.declare_fields(get(self.state, ask["player"]), self.talents_in(super().orders(ask)))
        return []

    def orders(self, ask: Ask) -> list[Command]:
        """The answers with which those talents are declared that were chosen, of those that fit."""
        orders = super().orders(ask)
        chosen = [talent for talent in self.talents_in(orders) if self.how.get(talent)]
        return [order for order in orders if list(order.get("declare", ())) == chosen]

    def talents_in(self, orders: Sequence[Command]) -> list[str]:
        """The talents that can be declared with an answer."""
        possible = {talent for order in orders for talent in order.get("declare", ())}
        return [talent for talent in FITS if talent in possible]

    # Before the first turn

    def ask_deploy(self, ask: Ask) -> Question:
        """A model, a place in its zone, what it has in hand. [IST-D-01]"""
        waiting = [get(self.state, name) for name in ask["options"]["models"]]
        armed = [one for one in waiting if len(_carried(one)) > 1]
        weapons = tuple(Offer(one.id, self.names.figure(one.id), _carried(one)) for one in armed)
        fields = (
            Field("model", "Model", "select", self.of_sides(waiting), required=True),
            Field("pos", "Where", "place", required=True, help=AIM_NOTE),
            Field("active_weapon", "In hand", "select", AS_LISTED, follows="model", offers=weapons),
        )
        zones = {one.side: side_of(self.state, one.side).zone for one in waiting}
        where = "Anywhere" if None in zones.values() else "In the highlighted zone,"
        form = Form(
            "deploy",
            "Deploy",
            "Deploy",
            fields,
            _deployed,
            note=f"{where} on free ground, more than an inch from every enemy.",
            trial=self.deployed,
            strokes=tuple(self.zone(plain(zone)) for zone in zones.values() if zone is not None),
        )
        return self.question(ask, (), forms=[form])

    ask_monsters = ask_deploy

    def deployed(self, values: Values) -> Trial:
        model = get(self.state, values["model"])
        words = f"{self.names.figure(model.id)} will stand here."
        return self.trial(_deployed(values), words, self.ghost(model, values["pos"]))

    def zone(self, footprint: Mapping[str, Any]) -> Stroke:
        return Stroke(outline(footprint, self.state.board.depth), "zone")

    # The defender of a hall [IST-D-17]

    def ask_clear(self, ask: Ask) -> Question:
        """Which pieces go. [IST-HALL-03, IST-Q-106]"""
        pieces = {piece.id: piece.name or piece.id for piece in self.state.terrain}
        most = ask["options"]["most"]
        note = f"At most {most} pieces." if most else "Any number of pieces."
        asking = FormContext(choices={"terrain": [(name, pieces[name]) for name in ask["options"]["ids"]]})
        text = FormText("Clear the area", "Remove them", note, fields=("ids",))
        return self.question(ask, (), forms=[form_of(RemoveTerrain, asking, text=text, name="clear")])

    def ask_walls(self, ask: Ask) -> Question:
        """Where the wall sections stand, all in one command. [IST-HALL-04, IST-Q-107]"""
        options = ask["options"]

        def trial(values: Values) -> Trial:
            order = _walled(values)
            shown = [self.section(one, options) for one in order["sections"]]
            return self.trial(order, f"{len(shown)} sections.", *shown)

        length = inches(options["length"])
        form = Form(
            "walls",
            "Place walls",
            "Place them",
            tuple(field for place in range(1, options["most"] + 1) for field in _section_fields(place)),
            _walled,
            note=f"Sections {length} long, placed by their centre, in the zone; as many as you like.",
            trial=trial,
            strokes=(self.zone(options["zone"]),) if options["zone"] else (),
        )
        return self.question(ask, (), forms=[form])

    def section(self, section: Mapping[str, Any], options: Mapping[str, Any]) -> Stroke:
        (x, y), size = section["centre"], (options["length"], options["thickness"])
        wide, deep = size if section["along"] == "x" else size[::-1]
        left, bottom = x - wide // 2, y - deep // 2
        footprint = {"shape": "rect", "a": [left, bottom], "b": [left + wide, bottom + deep]}
        return Stroke(outline(footprint, self.state.board.depth), "wall")

    # Between activations, and in the midst of them

    def ask_nominate(self, ask: Ask) -> Question:
        """Whoever has not been named this turn, a group a side, the own first. [IST-D-02]"""
        by_side: dict[str, list[Choice]] = {}
        for order in self.orders(ask):
            by_side.setdefault(get(self.state, order["model"]).side, []).append(self.button(order))
        sides = sorted((side_of(self.state, side) for side in by_side), key=lambda side: side.seat != ask["seat"])
        return self.question(ask, [Group(f"nominate-{one.id}", one.name, by_side[one.id], open=True) for one in sides])

    def condition_of(self, figure: str) -> str:
        """What a model that is nominated has in hand, and what is left of its Health where some is gone."""
        if self.point.kind != "nominate":
            return ""
        model = get(self.state, figure)
        hurt = f", {model.health} of {model.health_max} Health" if model.health < model.health_max else ""
        return f"{title_of(model.active_weapon)}{hurt}"

    def ask_flee_path(self, ask: Ask) -> Question:
        """How a model flees whose straight way is barred, or that it stays. [IST-D-13]"""
        form = walk_form(self, get(self.state, ask["player"]), "flee_path", far=ask["options"]["distance"])
        return self.question(ask, (), forms=[form])

    def ask_charged_shot(self, ask: Ask) -> Question:
        """From the ranges where something changes, or from any other."""
        farthest, (first, *_) = ask["options"]["farthest"], self.orders(ask)
        ranges = sorted({min(NEAR, farthest), min(FAR - 1, farthest), farthest})
        choices = [self.try_choice(first | {"range": far}, f"Shoot from {inches(far)}") for far in ranges]
        return self.question(ask, [Group("charged_shot", "React", choices, open=True)], forms=[self.shot_form(ask)])

    def shot_form(self, ask: Ask) -> Form:
        farthest, model = ask["options"]["farthest"], get(self.state, ask["player"])
        talents = self.declare_fields(model, self.talents_in(super().orders(ask)))

        def command(values: Values) -> Command:
            chosen = [talent.name for talent in talents if values[talent.name]]
            order = {"type": "react", "model": model.id, "option": "charged_shot", "range": values["range"]}
            return order | ({"declare": chosen} if chosen else {})

        return Form(
            "charged_shot",
            "Shoot from another range",
            "Shoot",
            (Field("range", "Range, inches", "inches", value=number(farthest), required=True), *talents),
            command,
            note=f"Anything from 0 to {inches(farthest)}, where the movement began. Both actions are spent.",
            folded=True,
            trial=lambda values: self.trial(command(values), "Charged shot:"),
        )

    def ask_sight(self, ask: Ask) -> Question:
        """House rule: what is seen of a target, before the attack goes on. [IST-Q-04]"""
        order = {"type": "gm_sight", **ask["options"], "reason": "decided when asked"}
        choices = [Choice(words, order | seen) for words, seen in SEEN]
        return self.question(ask, [Group("sight", "Line of sight", choices, open=True)])


def _carried(model: Model) -> tuple[tuple[str, str], ...]:
    """The weapons of a model to choose from; bare fists are always at hand."""
    names = dict.fromkeys((*(item for item in model.equipment if item in WEAPONS), "unarmed"))
    return tuple((name, title_of(name)) for name in names)


def _deployed(values: Values) -> Command:
    order = {"type": "deploy", "model": values["model"], "pos": values["pos"]}
    return order | ({"active_weapon": values["active_weapon"]} if values["active_weapon"] else {})


def _section_fields(place: int) -> tuple[Field, Field]:
    return (
        Field(f"centre-{place}", f"Section {place}", "place", help=AIM_NOTE if place == 1 else ""),
        Field(f"along-{place}", f"Section {place} runs", "select", ALONG, "x"),
    )


def _walled(values: Values) -> Command:
    places = [name.removeprefix("centre-") for name, place in values.items() if name.startswith("centre-") and place]
    sections = [{"centre": values[f"centre-{n}"][:2], "along": values[f"along-{n}"] or "x"} for n in places]
    return {"type": "place_walls", "sections": sections}
