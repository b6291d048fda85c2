"""What a player of Storm of Istra is asked, ready to be answered: buttons with their chances, and forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matches.pages.boards.base import Choice, Group, Question, Situation
from matches.pages.boards.istra import activation_forms, walls, windows
from matches.pages.boards.istra.people import Choices, models, name_of, title
from matches.pages.boards.istra.trials import AIM_NOTE, tried
from matches.pages.boards.plane import disc, outline
from rules.istra.points import WINDOWS
from rules.istra.questions import get, side_of
from rules.istra.state import Model, State
from rules.istra.tables import WEAPONS
from rules.istra.terrain import Footprint
from rules.kernel.reading import plain
from web.pages.fields import Command, Field, Form, Offer, Stroke, Trial

Ask = Mapping[str, Any]
Values = Mapping[str, Any]

AS_LISTED = (("", "as the roster says"),)


def questions(situation: Situation, asks: Sequence[Ask]) -> list[Question]:
    """One question an ask, with whatever may be answered."""
    return [_ASKED[ask["kind"]](situation, ask) for ask in asks if ask["kind"] in _ASKED]


def how(situation: Situation, asks: Sequence[Ask]) -> list[Field]:
    """What is declared with the next attack, as far as it can make a difference now."""
    for ask in asks:
        if ask["kind"] == "activation":
            return activation_forms.how(situation, get(situation.state, ask["player"]))
        if ask["kind"] in windows.STRIKES:
            return windows.how(situation, ask)
    return []


# Before the first turn


def _building(situation: Situation, ask: Ask) -> Question:
    """The table is set up; then initiative is rolled."""
    begin = Choice("Start the battle", dict(ask["default"]), "all sides roll for initiative")
    return Question(ask, "Is the table ready?", default=begin)


def _deploy(situation: Situation, ask: Ask) -> Question:
    """A model, a place in its zone, what it has in hand. [IST-D-01]"""
    state, waiting = situation.state, [get(situation.state, name) for name in ask["options"]["models"]]
    weapons = tuple(Offer(one.id, name_of(state, one.id), _carried(one)) for one in waiting)
    fields = (
        Field("model", "Model", "select", models(state, waiting), required=True),
        Field("pos", "Where", "place", required=True, help=AIM_NOTE),
        Field("active_weapon", "In hand", "select", AS_LISTED, follows="model", offers=weapons),
    )

    def trial(values: Values) -> Trial:
        model = get(state, values["model"])
        shown = Stroke(disc(values["pos"], model.radius, state.board.depth), "ghost")
        return tried(situation, _deployed(values), f"{name_of(state, model.id)} will stand here.", (shown,))

    form = Form(
        "deploy",
        "Deploy",
        "Deploy",
        fields,
        _deployed,
        note=_zone_note(state, waiting),
        rule="IST-SETUP-06",
        trial=trial,
        strokes=_zones(state, waiting),
    )
    return Question(ask, f"Who deploys, and where? ({len(waiting)} to place)", forms=[form])


def _carried(model: Model) -> Choices:
    """The weapons of a model to choose from; bare fists are always at hand."""
    names = dict.fromkeys((*(item for item in model.equipment if item in WEAPONS), "unarmed"))
    return tuple((name, title(name)) for name in names)


def _deployed(values: Values) -> Command:
    order: Command = {"type": "deploy", "model": values["model"], "pos": values["pos"]}
    return order | ({"active_weapon": values["active_weapon"]} if values["active_weapon"] else {})


def _zone_note(state: State, waiting: Sequence[Model]) -> str:
    if any(side_of(state, one.side).zone is None for one in waiting):
        return "Anywhere on free ground, more than an inch from every enemy."
    return "In the highlighted zone, on free ground, more than an inch from every enemy."


def _zones(state: State, waiting: Sequence[Model]) -> tuple[Stroke, ...]:
    found: dict[str, Footprint | None] = {one.side: side_of(state, one.side).zone for one in waiting}
    return tuple(Stroke(outline(plain(zone), state.board.depth), "zone") for zone in found.values() if zone is not None)


# Between activations


def _nominate(situation: Situation, ask: Ask) -> Question:
    """Whoever has not been named this turn, a group a side. [IST-D-02]"""
    state = situation.state
    by_side: dict[str, list[Choice]] = {}
    for name in ask["options"]["models"]:
        model = get(state, name)
        order = {"type": "nominate", "model": name}
        by_side.setdefault(model.side, []).append(Choice(name_of(state, name), order, _fettle(model), token=name))
    own = sorted(by_side, key=lambda side: side_of(state, side).seat != ask["seat"])
    groups = [
        Group(f"nominate-{side}", side_of(state, side).name, by_side[side], open=True, rule="IST-TURN-03")
        for side in own
    ]
    return Question(ask, "Who acts next?", groups)


def _fettle(model: Model) -> str:
    """What is in hand, and what is left of its Health where some is gone."""
    hurt = f", {model.health} of {model.health_max} Health" if model.health < model.health_max else ""
    return f"{title(model.active_weapon)}{hurt}"


_ASKED: dict[str, Callable[[Situation, Ask], Question]] = {
    "building": _building,
    "clear": walls.clear,
    "walls": walls.walls,
    "monsters": _deploy,
    "deploy": _deploy,
    "nominate": _nominate,
    "activation": activation_forms.question,
    "contact": windows.contact,
    "flee_path": windows.flee_path,
    "fumble_ally": windows.fumble_ally,
    "sight": windows.sight,
    **{window.kind: windows.window for window in WINDOWS},
}
