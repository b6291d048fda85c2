"""The GM's actions in a Skirmish: where everybody is, what is the matter with them, who joins, how it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import inspect as shapes

from matches.pages.boards.hachigoku.fighters import fighter_fields, fighter_of, id_of
from rules.hachigoku import commands as co
from rules.hachigoku.questions import track_of
from rules.hachigoku.state import Character, State
from rules.hachigoku.tables import RANGES
from rules.kernel.labels import FormText, LabelledField, labelled
from rules.kernel.messages import Command as CommandStruct
from web.errors import Unreadable
from web.pages.command_forms import UNCHANGED, YES_NO, FormContext, field_for, form_of
from web.pages.fields import Command, Field, Form

Values = dict[str, Any]
TOPICS: Mapping[str, tuple[type[CommandStruct], ...]] = {
    "Where everybody is": (co.SetCover, co.Fall),
    "Characters": (co.SetCondition, co.GrantHonor, co.ReturnWeapon, co.Leave),
    "The Skirmish": (co.SetAmbush, co.GmRuling, co.MinorAction, co.NextScene, co.EndSkirmish),
}
ADJUST = FormText("Change a character", "Change", "One thing at a time.", "HAC-Q-97")
RANGES_OF = FormText(
    "Set Ranges",
    note="Ranges of one to the others. What is left alone stays; three that cannot be so are refused.",
    rule="HAC-RANGE-09",
)
JOIN = FormText("Somebody joins", "Let them join", "They roll Action Dice from the next round on.", "HAC-INIT-18")


def gm_forms(state: State, asking: FormContext) -> list[Form]:
    """Every form, by topic."""
    own = {"Where everybody is": [set_range(asking)], "Characters": [adjust(state, asking), join(state, asking)]}
    found = {topic: [*own.get(topic, ()), *forms(state, asking, kinds)] for topic, kinds in TOPICS.items()}
    return [replace(form, topic=topic) for topic, forms in found.items() for form in forms]


def forms(state: State, asking: FormContext, kinds: Sequence[type[CommandStruct]]) -> Iterator[Form]:
    """The forms of commands whose labels tell all; an ambush is laid before the first round. [HAC-AMB-01]"""
    wanted = (kind for kind in kinds if kind is not co.SetAmbush or not state.round)
    return (form_of(kind, asking._replace(labels=ticked(kind, asking.choices)), folded=True) for kind in wanted)


def ticked(kind: type[CommandStruct], choices: Mapping[str, Sequence[tuple[str, str]]]) -> dict[str, str]:
    """What the ticks of each list of a command are called: with what the list is for."""
    lists = [one for one in labelled(kind) if isinstance(one.type, shapes.VarTupleType) and one.label.of in choices]
    return {
        f"{one.name}-{value}": f"{one.label.text}: {words}" for one in lists for value, words in choices[one.label.of]
    }


def set_range(asking: FormContext) -> Form:
    """The Ranges of one to any others."""
    figures = tuple(asking.choices["figure"])
    to = ("", UNCHANGED), *((name, name) for name in RANGES)
    others = [Field(f"range-{name}", f"to {words}", "select", to) for name, words in figures]
    who = Field("who", "Ranges of", "select", figures, required=True)

    def command(values: Values) -> Command:
        one = values["who"]
        pairs = [[one, name, values[f"range-{name}"]] for name, _ in figures if values[f"range-{name}"] and name != one]
        return {"type": "set_range", "ranges": pairs, "reason": values["reason"]}

    fields = (who, *others, field_for(co.SetRange, "reason"))
    return own_form("set_range", RANGES_OF, fields, command)


def own_form(name: str, text: FormText, fields: Sequence[Field], command: Callable[[Values], Command]) -> Form:
    """A form that is made by hand, to be opened."""
    return Form(name, text.title, text.submit or text.title, tuple(fields), command, text.note, text.rule, folded=True)


# A field of a character


def adjust(state: State, asking: FormContext) -> Form:
    """One field of a character, whichever is filled in."""
    parts, most = labelled(Character), max(track_of(one).most for one in state.characters)
    who = Field("figure", "Character", "select", tuple(asking.choices["figure"]), required=True)

    def command(values: Values) -> Command:
        given = {one.name: value for one in parts if (value := adjusted_to(one, values[one.name])) is not None}
        if len(given) != 1:
            told = "Nothing would change." if not given else "Only one thing can be changed at a time."
            raise Unreadable(told, next(iter(given), parts[0].name), hint="Fill in one field.")
        ((field, value),) = given.items()
        return {
            "type": "adjust",
            "figure": values["figure"],
            "field": field,
            "value": value,
            "reason": values["reason"],
        }

    fields = [adjustable(one, {"wounds": most}) for one in parts]
    return own_form("adjust", ADJUST, (who, *fields, field_for(co.Adjust, "reason")), command)


def adjustable(one: LabelledField, most: Mapping[str, int]) -> Field:
    """A field that may be changed; empty: it stays. `most`: of fields that no figure of this match can have higher."""
    if isinstance(one.type, shapes.BoolType):
        return Field(one.name, one.label.text, "select", (("", UNCHANGED), *YES_NO.items()))
    if isinstance(one.type, shapes.LiteralType):
        choices = tuple((str(value), str(value)) for value in one.type.values)
        return Field(one.name, one.label.text, "select", (("", UNCHANGED), *choices))
    bounds = one.label.bounds
    low, high = (bounds.low, most.get(one.name, bounds.high)) if bounds else (None, None)
    return Field(one.name, one.label.text, "number", help="Empty: no change.", low=low, high=high)


def adjusted_to(one: LabelledField, value: Any) -> Any:
    """What a field is set to; None where it was left alone."""
    return value == "true" if isinstance(one.type, shapes.BoolType) and value else value


# Somebody who joins


def join(state: State, asking: FormContext) -> Form:
    """A whole character, and where they come in."""
    sides = tuple(asking.choices["side"])
    there = (("", "with their own side"), *asking.choices["figure"])
    fields = [
        *fighter_fields(),
        Field("side", "Side", "select", sides, required=True),
        Field("near", "Where they come in", "select", there),
        Field("range", "at the Range", "select", tuple((name, name) for name in RANGES), "near"),
        field_for(co.Join, "reason"),
    ]

    def command(values: Values) -> Command:
        fighter = {**fighter_of(values), "side": values["side"]}
        fighter.setdefault("id", id_of(fighter["name"], {*state.ranges.names}))
        where = [[fighter["id"], values["near"], RANGES.index(values["range"])]] if values["near"] else []
        return {"type": "join", "fighter": fighter, "ranges": where, "reason": values["reason"]}

    return own_form("join", JOIN, fields, command)
