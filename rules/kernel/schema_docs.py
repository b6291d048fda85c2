"""The reference parts of the documentation, made from the structs themselves and their docstrings.

`manage.py reference --write docs/transcripts.md` puts that of the games there, `manage.py campaign_reference --write
docs/campaigns.md` that of campaigns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from inspect import cleandoc
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import inspect as shapes

from rules.kernel.expectations import Expectation, ExpectedRefusal
from rules.kernel.game import AnyGame
from rules.kernel.labels import labelled
from rules.kernel.rolls import Rolled
from rules.kernel.switches import switches_of
from rules.kernel.table_events import TABLE_COMMANDS, TABLE_EVENTS
from rules.kernel.transcript import Transcript, TranscriptStep
from rules.kernel.wordlists import cell

TRANSCRIPT: tuple[type[msgspec.Struct], ...] = (Transcript, TranscriptStep, Expectation, ExpectedRefusal)
BEGIN = "<!-- begin: made by manage.py from the code -->"
END = "<!-- end: made by manage.py from the code -->"


NOTHING_MORE: Mapping[str, Iterable[str]] = MappingProxyType({})


def reference(rulesets: Mapping[str, AnyGame], more: Mapping[str, Iterable[str]] = NOTHING_MORE) -> str:
    """Markdown tables of every document, command and event: the transcript itself, the table, and each game.

    `more`: lines that follow a game's events, by its key.
    """
    parts = ["## The transcript\n", *(part for kind in TRANSCRIPT for part in _struct(kind, 3))]
    parts += ["## Commands to the table\n", *_kinds(TABLE_COMMANDS)]
    parts += ["## Events of the table\n", *_kinds(TABLE_EVENTS)]
    parts += ["## Rolls\n", *_struct(Rolled, 3, heading="What every roll has")]
    for ruleset in rulesets.values():
        parts += _game(ruleset, more.get(ruleset.key, ()))
    return "\n".join(parts).rstrip() + "\n"


def vocabulary(
    sections: Mapping[str, Mapping[str, type[msgspec.Struct]]],
    filled: Mapping[type[msgspec.Struct], Collection[str]] = MappingProxyType({}),
    by_whom: str = "",
) -> str:
    """Markdown tables of structs by heading and by name, and of the structs inside them.

    `filled`: fields that whoever writes the struct leaves out; `by_whom` stands in the place of their default.
    """
    parts = []
    for heading, kinds in sections.items():
        parts.append(f"## {heading}\n")
        for name, kind in kinds.items():
            parts += _struct(kind, 3, f"`{name}`", dict.fromkeys(filled.get(kind, ()), by_whom))
    parts += ["## Parts of the above\n"]
    for kind in _nested({kind for kinds in sections.values() for kind in kinds.values()}):
        parts += _struct(kind, 3)
    return "\n".join(parts).rstrip() + "\n"


def _game(ruleset: AnyGame, more: Iterable[str]) -> Iterator[str]:
    title, documents = ruleset.title, {"setup": ruleset.setup_type, "position": ruleset.position_type}
    for name, document in documents.items():
        if document is not None:
            yield f"## {title}: `{name}`\n"
            yield from _struct(document, 3)
    yield f"## {title}: `house_rules`\n"
    yield from _struct(ruleset.house_rules, 3)
    yield f"## {title}: commands\n"
    yield from _kinds(ruleset.command_types)
    yield f"## {title}: events\n"
    yield from _kinds(ruleset.event_types)
    wordlists = list(ruleset.wordlists())
    if wordlists:
        yield f"## {title}: values\n"
        yield from (line for wordlist in wordlists for line in wordlist.lines())
    yield from more
    yield f"## {title}: parts of the above\n"
    shown = {
        *filter(None, documents.values()),
        ruleset.house_rules,
        *ruleset.command_types.values(),
        *ruleset.event_types.values(),
    }
    for kind in _nested(shown):
        yield from _struct(kind, 3)


def _kinds(kinds: Mapping[str, type[msgspec.Struct]]) -> Iterator[str]:
    for name, kind in kinds.items():
        yield from _struct(kind, 3, heading=f"`{name}`")


def _struct(
    kind: type[msgspec.Struct], level: int, heading: str = "", defaults: Mapping[str, str] = MappingProxyType({})
) -> Iterator[str]:
    """A heading, the docstring, and a table of the fields (none for a struct without fields).

    `defaults`: what stands by a field in the place of its default.
    """
    yield f"{'#' * level} {heading or kind.__name__}\n"
    if kind.__doc__:
        yield f"{cleandoc(kind.__doc__)}\n"
    tag_field, tag = kind.__struct_config__.tag_field, kind.__struct_config__.tag
    if tag_field and not heading:
        yield f"Its `{tag_field}` is `{tag}`.\n"
    fields = _fields(kind)
    if issubclass(kind, Rolled) and kind is not Rolled:
        yield "A roll: it has what every roll has, too.\n"
        fields = tuple(field for field in fields if field.name not in Rolled.__struct_fields__)
    if not fields:
        return
    if hasattr(kind, "switches"):
        yield from _switches(kind, fields)
        return
    yield "| field | type | default |"
    yield "|---|---|---|"
    bounds = _limits(kind)
    for field in fields:
        default = defaults.get(field.name) or _default(field)
        limits = bounds.get(field.name, "")
        yield f"| `{field.encode_name}` | {cell(describe(field.type))}{limits} | {cell(default)} |"
    yield ""


def _switches(kind: type[msgspec.Struct], fields: Iterable[shapes.Field]) -> Iterator[str]:
    """A table of house rules, with what each decides and what its values mean."""
    switches = switches_of(kind)
    yield "| field | what it decides | values | default | rule |"
    yield "|---|---|---|---|---|"
    for field in fields:
        one = switches[field.name]
        meant = "; ".join(f'`"{value}"`: {words}' for value, words in one.options.items())
        values = meant or describe(field.type) + (" of 1/100 inch" if one.inches else "")
        row = (f"`{field.encode_name}`", cell(one.label), cell(values), cell(_default(field)), one.rule)
        yield f"| {' | '.join(row)} |"
    yield ""


def _limits(kind: type) -> dict[str, str]:
    """What is told of the bounds of the fields that bear such, with their rule, by field."""
    labels = ((one.name, one.label.bounds) for one in labelled(kind))
    return {name: f", {one.low} to {one.high} ({one.rule})" for name, one in labels if one is not None}


def _fields(kind: type[msgspec.Struct]) -> tuple[shapes.Field, ...]:
    described = shapes.type_info(kind)
    return described.fields if isinstance(described, shapes.StructType) else ()


def _bare(shape: Any) -> Any:
    """A type without the words that its field bears."""
    return _bare(shape.type) if isinstance(shape, shapes.Metadata) else shape


def describe(shape: shapes.Type) -> str:
    """A type in the words of JSON.

    >>> describe(shapes.type_info(tuple[int, int] | None)), describe(shapes.type_info(tuple[str, ...]))
    ('[whole number, whole number] or null', 'list of text')
    """
    shape = _bare(shape)
    match shape:
        case shapes.StructType():
            return f"{shape.cls.__name__}"
        case shapes.LiteralType():
            return " or ".join(f"`{msgspec.json.encode(value).decode()}`" for value in shape.values)
        case shapes.UnionType():
            nulls_last = sorted(shape.types, key=lambda part: isinstance(part, shapes.NoneType))
            return " or ".join(describe(part) for part in nulls_last)
        case shapes.TupleType():
            return f"[{', '.join(describe(item) for item in shape.item_types)}]"
        case shapes.VarTupleType() | shapes.ListType():
            return f"list of {describe(shape.item_type)}"
        case shapes.DictType(value_type=shapes.AnyType()):
            return "object"
        case shapes.DictType():
            return f"object: {describe(shape.key_type)} → {describe(shape.value_type)}"
    return _PLAIN.get(type(shape), "any value")


_PLAIN: dict[type[object], str] = {
    shapes.IntType: "whole number",
    shapes.StrType: "text",
    shapes.BoolType: "true or false",
    shapes.NoneType: "null",
    shapes.AnyType: "any value",
}


def _default(field: shapes.Field) -> str:
    if field.required:
        return "required"
    if field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT:
        return "not checked"  # UNSET, which msgspec describes as no default
    value = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return f"`{msgspec.json.encode(value).decode()}`"


def _nested(shown: set[Any]) -> list[type[msgspec.Struct]]:
    """The structs inside those shown that were not shown themselves, by name."""
    found: dict[str, type[msgspec.Struct]] = {}
    queue = list(shown)
    while queue:
        for kind in _structs(shapes.type_info(queue.pop())):
            if kind not in shown and kind.__name__ not in found:
                found[kind.__name__] = kind
                queue.append(kind)
    return [found[name] for name in sorted(found)]


def _structs(shape: Any, *, inside: bool = False) -> Iterator[type[msgspec.Struct]]:
    """The structs a shape names directly."""
    shape = _bare(shape)
    match shape:
        case shapes.StructType() if inside:
            yield shape.cls
        case shapes.StructType():
            for field in shape.fields:
                yield from _structs(field.type, inside=True)
        case shapes.UnionType():
            for part in shape.types:
                yield from _structs(part, inside=True)
        case shapes.TupleType():
            for part in shape.item_types:
                yield from _structs(part, inside=True)
        case shapes.VarTupleType() | shapes.ListType():
            yield from _structs(shape.item_type, inside=True)
        case shapes.DictType():
            yield from _structs(shape.value_type, inside=True)


def woven(page: str, generated: str) -> str:
    """The page with `generated` between its markers; `ValueError` when it has none."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page lacks the markers {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{generated}\n{END}{after}"
