"""Forms made of commands: what each field is called, takes and refers to stands on the command's struct, once.

Page and admin show the same form. What is drawn on a board, or takes a command from something else than its fields, is
written by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

from msgspec import inspect as shapes

from rules.kernel.labels import REASON, FormText, Label, LabelledField, labelled
from rules.kernel.messages import Command as CommandStruct, tag_of
from web.pages.fields import Command, Field, FieldKind, Form

Choices = Sequence[tuple[str, str]]
Values = Mapping[str, Any]
NOTHING: Values = MappingProxyType({})
TYPED = frozenset(get_args(FieldKind)) - {"select", "check"}
"""What a field may refer to that is typed or clicked: a square, a place, a length in inches."""
NONE, UNCHANGED = "none", "no change"
YES_NO = {"true": "yes", "false": "no"}


class FormContext(NamedTuple):
    """What a form is filled with.

    `choices`: by what a field refers to, the values and their words. `now`, `labels`, `helps`, `limits`: by the name of
    a field of the form, what stands in it at first, what it is called, what is said of it, and its least and greatest
    number, where these are other than the struct tells. `prompt`: what stands first where something has to be chosen.
    """

    choices: Mapping[str, Choices] = NOTHING
    now: Values = NOTHING
    labels: Mapping[str, str] = NOTHING
    helps: Mapping[str, str] = NOTHING
    limits: Mapping[str, tuple[int | None, int | None]] = NOTHING
    prompt: str = ""


NO_CONTEXT = FormContext()


def form_of(
    kind: type[CommandStruct],
    asking: FormContext = NO_CONTEXT,
    *,
    given: Values = NOTHING,
    text: FormText | None = None,
    name: str = "",
    **style: Any,
) -> Form:
    """The form of a command. `given` are fields that are not asked for; `text` stands in place of the command's own.

    `style`: fields of the `Form` that are other here. What is left empty is left out of the command.
    """
    text = text or kind.form
    parts = [one for one in _labelled_fields(kind, text.fields) if one.name not in given]
    fields = tuple(field for one in parts for field in _fields(one, asking))
    texts = {"title": text.title, "submit": text.submit or text.title, "note": text.note, "rule": text.rule}
    tag = tag_of(kind)
    more = {**texts, "danger": text.final, "kind": tag, "command": partial(_command, tag, given, parts), **style}
    return Form(name=name or tag, fields=fields, **more)


def field_for(kind: type[CommandStruct], name: str, asking: FormContext = NO_CONTEXT) -> Field:
    """The field that asks for one field of a command, for a form that is made by hand."""
    (one,) = _labelled_fields(kind, (name,))
    return next(_fields(one, asking))


def _labelled_fields(kind: type, names: Sequence[str]) -> list[LabelledField]:
    """The fields with a label, or those that are named, in that order."""
    known = {one.name: one for one in labelled(kind)}
    return [known[name] for name in names or known]


# Fields


def _fields(one: LabelledField, asking: FormContext, within: str = "", *, asked_for: bool = True) -> Iterator[Field]:
    """The fields of a form that a field of a command is asked with: several for a struct, for numbers, for a list."""
    name, label = f"{within}{one.name}", one.label
    required = asked_for and (one.required if label.required is None else label.required)
    match one.type:
        case shapes.StructType(cls=inner):
            for part in _labelled_fields(inner, ()):
                yield from _fields(part, asking, f"{name}-", asked_for=required)
        case shapes.TupleType() if label.parts:
            for place, words in enumerate(label.parts):
                yield _number(f"{name}-{place}", label._replace(text=words), asking, required=required)
        case shapes.DictType():
            for key, words in asking.choices[label.of]:
                yield _number(f"{name}-{key}", label._replace(text=words), asking, one.type.value_type, required=False)
        case shapes.VarTupleType() if label.of not in TYPED:
            for key, words in asking.choices[label.of]:
                yield _filled(Field(f"{name}-{key}", words, "check"), asking)
        case _:
            yield _single(one, name, label, asking, required=required)


def _single(one: LabelledField, name: str, label: Label, asking: FormContext, *, required: bool) -> Field:
    if label.of == REASON:
        return _filled(_text(one, REASON, label, required=required, at=one.name), asking)
    if label.of in TYPED:
        return _filled(Field(name, label.text, label.of, help=label.help, required=required), asking)  # type: ignore[arg-type]  # it is one of them
    choices = _choices(one, label, asking)
    if choices is not None:
        value = "" if one.default is None else str(one.default)
        first = asking.prompt if required and not asking.now.get(name) else "" if required else label.none or NONE
        empty = [("", first)] if first and not value else []
        return _filled(Field(name, label.text, "select", (*empty, *choices), value, label.help, required), asking)
    if isinstance(one.type, shapes.BoolType):
        if one.nullable:
            choices = (("", label.none or UNCHANGED), *(label.choices or YES_NO).items())
            return _filled(Field(name, label.text, "select", choices, help=label.help), asking)
        if label.choices:
            value = "true" if one.default else "false"
            return _filled(Field(name, label.text, "select", (*label.choices.items(),), value, label.help), asking)
        return _filled(Field(name, label.text, "check", value="on" if one.default else "", help=label.help), asking)
    if isinstance(one.type, shapes.IntType):
        value = "" if one.default is None else str(one.default)
        return _number(name, label, asking, one.type, required=required, value=value)
    return _filled(_text(one, name, label, required=required), asking)


def _choices(one: LabelledField, label: Label, asking: FormContext) -> Choices | None:
    """What may be chosen; None where nothing is."""
    if label.of:
        return asking.choices[label.of]
    if isinstance(one.type, shapes.LiteralType):
        return [(str(value), label.choices.get(str(value), _in_words(value))) for value in one.type.values]
    return tuple(label.choices.items()) if label.choices and isinstance(one.type, shapes.StrType) else None


def _in_words(value: object) -> str:
    return str(value).replace("_", " ")


def _text(one: LabelledField, name: str, label: Label, *, required: bool, at: str = "") -> Field:
    longest = getattr(one.type, "max_length", None) or 0
    return Field(name, label.text, help=label.help, required=required, longest=longest, at=at)


def _number(
    name: str, label: Label, asking: FormContext, kind: shapes.Type | None = None, *, required: bool, value: str = ""
) -> Field:
    low, high = getattr(kind, "ge", None), getattr(kind, "le", None)
    if label.bounds:
        low, high, _ = label.bounds
    low, high = asking.limits.get(name, (low, high))
    found = Field(name, label.text, "number", value=value, help=label.help, required=required, low=low, high=high)
    return _filled(found, asking)


def _filled(field: Field, asking: FormContext) -> Field:
    """The field as it is now: what stands in it, what it is called, what is said of it."""
    now = asking.now.get(field.name)
    value = field.value if now is None else ("on" if now else "") if field.kind == "check" else str(now)
    words = asking.labels.get(field.name, field.label)
    return replace(field, value=value, label=words, help=asking.helps.get(field.name, field.help))


# Commands


def _command(tag: str, given: Values, parts: Iterable[LabelledField], values: Values) -> Command:
    return {"type": tag, **given, **_values(parts, values)}


def _values(parts: Iterable[LabelledField], values: Values, within: str = "") -> dict[str, Any]:
    """The fields of a command that were filled in, of the values of its form; an empty list where there must be one."""
    made = [(one, _value(one, f"{within}{one.name}", values)) for one in parts]
    return {one.name: value for one, value in made if value not in (None, "", {}, []) or (one.required and value == [])}


def _value(one: LabelledField, name: str, values: Values) -> Any:
    match one.type:
        case shapes.StructType(cls=inner):
            return _values(_labelled_fields(inner, ()), values, f"{name}-")
        case shapes.TupleType() if one.label.parts:
            numbers = [values.get(f"{name}-{place}") for place in range(len(one.label.parts))]
            return None if None in numbers else numbers
        case shapes.DictType():
            start = f"{name}-"
            return {key.removeprefix(start): given for key, given in values.items() if key.startswith(start) and given}
        case shapes.VarTupleType() if one.label.of not in TYPED:
            start = f"{name}-"
            return [key.removeprefix(start) for key, given in values.items() if key.startswith(start) and given]
        case shapes.IntType() if one.label.of and values.get(name):
            return int(values[name])
        case shapes.BoolType() if one.nullable or one.label.choices:
            return None if not values.get(name) else values[name] == "true"
        case shapes.BoolType():
            ticked = bool(values.get(name))
            return None if ticked == bool(one.default) else ticked
    return values.get(REASON if one.label.of == REASON else name)
