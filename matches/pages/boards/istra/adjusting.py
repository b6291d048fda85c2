"""What the GM puts right by hand: a form a kind of field, each a `gm_adjust` with its reason. [IST-Q-95]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matches.pages.boards.base import Situation
from matches.pages.boards.istra.people import Choices, models, name_of, seats_of, title
from matches.pages.boards.istra.trials import AIM_NOTE, tried
from matches.pages.boards.plane import disc
from rules.istra.checks import FARTHEST, MODEL_BOUNDS, MOST_TURNS, MOST_USES
from rules.istra.commands import GmAdjust
from rules.istra.decide.deploying import place_at
from rules.istra.questions import get, table_of
from rules.istra.state import LASTS, State
from rules.istra.tables import ABILITIES, SPELLS, TALENTS, WEAPONS
from web.pages.command_forms import field_for
from web.pages.fields import Command, Field, Form, Stroke, Trial

Values = Mapping[str, Any]

RULE = "IST-Q-95"
REASON = field_for(GmAdjust, "reason")
YES_NO: Choices = (("true", "yes"), ("false", "no"))
LEFT: Choices = (("power", "Power left"), ("finesse", "Finesse left"), ("will", "Will left"), ("health", "Health left"))
WHOLE: Choices = (
    ("power_max", "full Power"),
    ("finesse_max", "full Finesse"),
    ("will_max", "full Will"),
    ("health_max", "full Health"),
    ("armour_base", "natural armour"),
    ("level", "level"),
)
ACTIONS: Choices = (("move_action", "Movement actions"), ("standard_action", "Standard actions"))
FLAGS: Choices = (
    ("moved", "has moved in this activation"),
    ("large", "is a Large target"),
    ("leader", "leads its company"),
)
OFF: Choices = (("reserve", "back in reserve"), ("out", "out of battle"), ("left_board", "left the table"))
SPANS: Choices = (("used", "in this battle"), ("used_this_turn", "in this turn"))


def of_models(situation: Situation) -> list[Form]:
    """The forms for everything about a model that can be put right."""
    state = situation.state
    everybody = Field("model", "Model", "select", models(state, state.models), required=True)
    return [
        _numbers(everybody),
        _flags(everybody),
        _move(situation, everybody),
        _take_off(everybody),
        _condition(state, everybody),
        _engaged(state, everybody),
        _weapon(state, everybody),
        _loaded(state, everybody),
        _uses(state, everybody),
        _owner(state, everybody),
    ]


def of_the_battle(situation: Situation) -> list[Form]:
    """The forms for items, zones and turns."""
    state = situation.state
    return [*_items(state), *_zones(state), _turn_limit(state), _nominator(state)]


def _form(name: str, words: str, fields: Sequence[Field], more: Any, **rest: Any) -> Form:
    """A form of one adjustment; `more` makes all of the command but its kind and reason."""

    def command(values: Values) -> Command:
        return {"type": "gm_adjust", "reason": values["reason"], **more(values)}

    return Form(
        f"gm_{name}", words, rest.pop("submit", "Apply the change"), (*fields, REASON), command, rule=RULE, **rest
    )


def _numbers(everybody: Field) -> Form:
    high = max(high for _, high in MODEL_BOUNDS.values())
    return _form(
        "number",
        "Change a model’s values",
        (
            everybody,
            Field("field", "What", "select", (*LEFT, *WHOLE, *ACTIONS), required=True),
            Field("value", "New value", "number", required=True, low=0, high=high),
        ),
        lambda values: {name: values[name] for name in ("model", "field", "value")},
    )


def _flags(everybody: Field) -> Form:
    return _form(
        "flag",
        "Change a model’s status",
        (
            everybody,
            Field("field", "Status", "select", FLAGS, required=True),
            Field("value", "Applies", "select", YES_NO, "true"),
        ),
        lambda values: {"model": values["model"], "field": values["field"], "value": values["value"] == "true"},
    )


def _move(situation: Situation, everybody: Field) -> Form:
    state = situation.state

    def more(values: Values) -> Command:
        place = place_at(table_of(state), tuple(values["pos"]))
        return {"model": values["model"], "field": "pos", "value": list(place)}

    def trial(values: Values) -> Trial:
        model = get(state, values["model"])
        shown = Stroke(disc(values["pos"], model.radius, state.board.depth), "ghost")
        order = {"type": "gm_adjust", "reason": values["reason"], **more(values)}
        return tried(situation, order, f"{name_of(state, model.id)} will stand here.", (shown,))

    fields = (everybody, Field("pos", "Where", "place", required=True, help=AIM_NOTE))
    return _form("pos", "Move a model", fields, more, submit="Move it here", trial=trial)


def _take_off(everybody: Field) -> Form:
    return _form(
        "status",
        "Take a model off the table",
        (everybody, Field("value", "It is then", "select", OFF, required=True)),
        lambda values: {"model": values["model"], "field": "status", "value": values["value"]},
        submit="Take it off the table",
    )


def _condition(state: State, everybody: Field) -> Form:
    names = tuple((name, name.replace("_", " ")) for name in LASTS)
    fields = (
        everybody,
        Field("other", "Condition", "select", names, required=True),
        Field("value", "The model", "select", (("true", "has it"), ("false", "no longer has it")), "true"),
        Field(
            "amount",
            "Amount",
            "number",
            low=0,
            high=FARTHEST,
            help="Ongoing damage, or distance climbed in hundredths of an inch.",
        ),
        Field("source", "Caused by", "select", (("", "nobody"), *models(state, state.models))),
    )
    return _form("condition", "Add or remove a condition", fields, _condition_more)


def _condition_more(values: Values) -> Command:
    value = (values["amount"] or True) if values["value"] == "true" else False
    order = {"model": values["model"], "field": "condition", "other": values["other"], "value": value}
    return order | ({"source": values["source"]} if values["source"] else {})


def _engaged(state: State, everybody: Field) -> Form:
    fields = (
        everybody,
        Field("other", "and", "select", models(state, state.models), required=True),
        Field("value", "are Engaged", "select", YES_NO, "true"),
    )
    return _form(
        "engaged",
        "Change whether two models are Engaged",
        fields,
        lambda values: {
            "model": values["model"],
            "field": "engaged",
            "other": values["other"],
            "value": values["value"] == "true",
        },
    )


def _carried(state: State) -> Choices:
    names = dict.fromkeys(item for model in state.models for item in model.equipment if item in WEAPONS)
    return tuple((name, title(name)) for name in names)


def _weapon(state: State, everybody: Field) -> Form:
    weapons = (*_carried(state), ("unarmed", "nothing"))
    return _form(
        "active_weapon",
        "Change the weapon in hand",
        (everybody, Field("value", "In hand", "select", weapons, required=True)),
        lambda values: {"model": values["model"], "field": "active_weapon", "value": values["value"]},
    )


def _loaded(state: State, everybody: Field) -> Form:
    weapons = tuple((name, words) for name, words in _carried(state) if WEAPONS[name].loading != "none")
    fields = (
        everybody,
        Field("other", "Weapon", "select", weapons, required=True),
        Field("value", "is loaded", "select", YES_NO, "true"),
    )
    return _form(
        "loaded",
        "Load or unload a weapon",
        fields,
        lambda values: {
            "model": values["model"],
            "field": "loaded",
            "other": values["other"],
            "value": values["value"] == "true",
        },
    )


def _uses(state: State, everybody: Field) -> Form:
    limited = [row.name for row in TALENTS.values() if row.limit != "none"]
    limited += [row.name for row in ABILITIES.values() if row.limit != "none"]
    names = (*limited, *SPELLS, *(spell.name for spell in state.spells if spell.name not in SPELLS))
    fields = (
        everybody,
        Field("other", "has used", "select", tuple((name, title(name)) for name in names), required=True),
        Field("value", "Times used", "number", value="0", required=True, low=0, high=MOST_USES),
        Field("field", "counted", "select", SPANS, "used"),
    )
    return _form(
        "used",
        "Correct how often an ability was used",
        fields,
        lambda values: {name: values[name] for name in ("model", "field", "other", "value")},
    )


def _owner(state: State, everybody: Field) -> Form:
    return _form(
        "owner",
        "Give a model to another seat",
        (everybody, Field("value", "Played by", "select", seats_of(state), required=True)),
        lambda values: {"model": values["model"], "field": "owner", "value": values["value"]},
    )


def _items(state: State) -> list[Form]:
    if not state.items:
        return []
    fields = (
        Field("other", "Item", "select", tuple((item.id, item.name or item.id) for item in state.items), required=True),
        Field("model", "Carried by", "select", (("", "nobody"), *models(state, state.models))),
        Field("pos", "Or placed at", "place", help=AIM_NOTE),
    )

    def more(values: Values) -> Command:
        order: Command = {"field": "item", "other": values["other"]}
        if values["model"]:
            return order | {"model": values["model"]}
        return order | ({"value": list(place_at(table_of(state), tuple(values["pos"])))} if values["pos"] else {})

    return [_form("item", "Move an item", fields, more)]


def _zones(state: State) -> list[Form]:
    sides = tuple((side.id, side.name) for side in state.sides if side.zone is not None)
    if not sides:
        return []
    return [
        _form(
            "zone",
            "Remove a deployment zone",
            (Field("other", "Side", "select", sides, required=True),),
            lambda values: {"field": "zone", "other": values["other"], "value": False},
            note="That side may then deploy anywhere.",
            submit="Remove the zone",
        )
    ]


def _turn_limit(state: State) -> Form:
    limit = state.scenario.turn_limit
    field = Field("value", "Turns", "number", value=str(limit or ""), low=1, high=MOST_TURNS, help="Empty: no limit.")
    return _form(
        "turn_limit",
        "Change the turn limit",
        (field,),
        lambda values: {"field": "turn_limit", "value": values["value"]},
    )


def _nominator(state: State) -> Form:
    field = Field("value", "Next to nominate", "select", seats_of(state), state.nominator, required=True)
    return _form(
        "nominator",
        "Change who nominates next",
        (field,),
        lambda values: {"field": "nominator", "value": values["value"]},
    )
