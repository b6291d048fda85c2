"""House rules as people read them: what each switch is called, which rule it decides, what its values mean.

A struct of house rules tells it in a table beside its fields, by topic and name. Pages, schemas and documents follow:

    switches: ClassVar[Switches] = {"Pushes": {"pull": switch("ISH-Q-39", "Who is pulled ends up", "beside", "behind")}}

    pull: Literal["swing", "swap"] = "swing"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from rules.kernel.errors import Refused
from rules.kernel.reading import Json

OffOn: TypeAlias = Literal["off", "on"]
OnOff: TypeAlias = Literal["on", "off"]
"""The same, of what is on by default."""
NO_WORDS: Mapping[str, str] = MappingProxyType({})
YES_OR_NO = {"off": "no", "on": "yes"}


class Switch(NamedTuple):
    """A house rule in words: its label, and the rule or ruling that says what it decides.

    `options`: by value what each means, in order; none of a number, a text or a table. `topic`: what it stands under.
    `help`: what else there is to know. `inches`: it is a length, kept in hundredths. Of a table, `columns` are the
    words for parts of a row whose names are none, and `lengths` those parts that are inches, in hundredths. `within`:
    the least and the greatest number that it takes.
    """

    rule: str
    label: str
    help: str = ""
    inches: bool = False
    columns: Mapping[str, str] = NO_WORDS
    lengths: Sequence[str] = ()
    topic: str = ""
    options: Mapping[str, str] = NO_WORDS
    within: tuple[int, int] | None = None


Switches: TypeAlias = Mapping[str, Mapping[str, tuple[Switch, tuple[str, ...]]]]
"""By topic and name the switches of a struct, each with the words for its values."""


def switch(rule: str, label: str, *options: str, **more: Any) -> tuple[Switch, tuple[str, ...]]:
    """A switch with the words for its values, in the order of its `Literal`; without them "off" is no and "on" yes.

    `more`: the further parts of `Switch`, by name.
    """
    return Switch(rule, label, **more), options


@cache
def switches_of(kind: type[msgspec.Struct]) -> Mapping[str, Switch]:
    """The switches of a struct of house rules by name, in the order of its topics; what has no words is called by name.

    `ValueError` where a switch has more values than words for them, or fewer.
    """
    hints = get_type_hints(kind)
    told: Switches = getattr(kind, "switches", {})
    found = {
        name: one._replace(topic=topic, options=_options(hints[name], words))
        for topic, switches in told.items()
        for name, (one, words) in switches.items()
    }
    rest = [name for name in kind.__struct_encode_fields__ if name not in found]
    return found | {name: Switch("", _plainly(name).capitalize(), options=_options(hints[name], ())) for name in rest}


def check_switches(rules: msgspec.Struct) -> None:
    """Refuse a number beyond what its switch takes."""
    for name, one in switches_of(type(rules)).items():
        if one.within is not None and not one.within[0] <= (value := getattr(rules, name)) <= one.within[1]:
            message = f"{_plainly(name)} is {value}; it must be {one.within[0]} to {one.within[1]}."
            hint = "Give a number within these bounds, or leave the house rule out."
            raise Refused("bad_house_rule", message, one.rule, field=f"house_rules.{name}", hint=hint)


def in_inches(hundredths: int) -> str:
    """A length that is kept in hundredths, as people type it.

    >>> in_inches(1200), in_inches(425), in_inches(50)
    ('12', '4.25', '0.5')
    """
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02}".rstrip("0").rstrip(".")


def schema_of(kind: type[msgspec.Struct]) -> Json:
    """The JSON schema of a struct of house rules, with what its switches are called."""
    schema = msgspec.json.schema(kind)
    properties = schema["$defs"][kind.__name__]["properties"]
    for name, one in switches_of(kind).items():
        properties[name] |= {"title": one.label, "description": _described(one)}
    return schema


def _described(one: Switch) -> str:
    values = "; ".join(f"{value}: {words}" for value, words in one.options.items())
    return " ".join(part for part in (values and f"{values}.", one.help, one.rule) if part)


def _options(hint: Any, words: Sequence[str]) -> Mapping[str, str]:
    values = get_args(hint) if get_origin(hint) is Literal else ()
    return dict(zip(values, words or [YES_OR_NO.get(value) or _plainly(value) for value in values], strict=True))


def _plainly(key: object) -> str:
    return str(key).replace("_", " ")
