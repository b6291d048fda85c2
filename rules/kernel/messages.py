"""What commands and events are made of, in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar, cast, get_args, get_type_hints

import msgspec

from rules.kernel.labels import FormText
from rules.kernel.reading import JsonField

Kind = TypeVar("Kind", bound=type[msgspec.Struct])
S = TypeVar("S")
F = TypeVar("F", bound=Callable[..., object])
M = TypeVar("M", bound=msgspec.Struct)

Upcast: TypeAlias = Callable[[JsonField], JsonField]
"""A pure function from an event's document under one schema number to that under the next."""
Fold: TypeAlias = Callable[[S, Any], S]
"""The state after an event of one kind, or of several alike."""


class Command(
    msgspec.Struct,
    frozen=True,
    gc=False,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
    kw_only=True,
):
    """Base of all commands; `type` names the command. `form`: what people are told of those that a form is made of."""

    form: ClassVar[FormText] = FormText("")


Weight = Literal["head", "key", "plain", "small"]
"""How loud a line of the log is: a heading, a key moment, play, or bookkeeping."""


SpanKind = Literal["", "turn", "go"]
"""What begins with an event: a turn (or round), a go (or activation)."""


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", kw_only=True):
    """Base of all events; `type` is the wire name.

    `says`: the event in a sentence, a template for `Sentence`; empty where it takes more than one sentence, or a
    condition: then a function of the game's narration tells it. `moment`: which kind of key moment every event of the
    class is; empty: none.
    """

    says: ClassVar[str] = ""
    weight: ClassVar[Weight] = "plain"
    begins: ClassVar[SpanKind] = ""
    moment: ClassVar[str] = ""

    def key_moment(self) -> str:
        """Which kind of key moment this event is; empty: none. A class whose events differ in that overrides it."""
        return self.moment


def tag_of(message: msgspec.Struct | type[msgspec.Struct]) -> str:
    """The wire name of a command, an event or a frame, or of a class of them."""
    return str(message.__struct_config__.tag)


def by_tag(kinds: Iterable[Kind]) -> dict[str, Kind]:
    """The kinds by their wire names, in that order."""
    return {tag_of(kind): kind for kind in kinds}


def defined_in(of: type[M], *modules: ModuleType) -> Iterator[type[M]]:
    """The kinds of commands or events that modules define themselves, in that order; not those that they import.

    `of`: what all of them are. What others are made of, without a wire name of its own, is none.
    """
    for module in modules:
        for kind in vars(module).values():
            if (
                isinstance(kind, type)
                and issubclass(kind, of)
                and kind.__module__ == module.__name__
                and _is_named(kind)
            ):
                yield kind


def _is_named(kind: type[msgspec.Struct]) -> bool:
    return tag_of(kind) != kind.__name__


def folders(module: Mapping[str, object]) -> dict[type[Event], F]:
    """The functions of a module that fold an event, by its class; `module` is what stands in it.

    Such a function has a parameter `event`, and says by its type which it folds: one kind, or several alike. TypeError
    where two fold the same. What takes any event is none of them: it asks this table.
    """
    found: dict[type[Event], FunctionType] = {}
    for fold in module.values():
        if isinstance(fold, FunctionType) and fold.__module__ == module["__name__"] and "event" in fold.__annotations__:
            event = get_type_hints(fold)["event"]
            for kind in () if event in (Event, Any) else get_args(event) or (event,):
                if kind in found:
                    raise TypeError(f"{found[kind].__name__} and {fold.__name__} both fold {kind.__name__}")
                found[kind] = fold
    return cast("dict[type[Event], F]", found)
