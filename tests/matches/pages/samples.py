"""One document of each event, made from its struct: every field is filled, so that words for it are tried too."""

import types
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

PEOPLE = {
    "player",
    "players",
    "target",
    "actor",
    "by",
    "victim",
    "cause",
    "opponent",
    "about",
    "order",
    "benched",
    "squares",
}


def value_of(hint: Any, word: str = "words") -> Any:
    """A plain value of a type; a text is `word`."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return args[0]
    if origin in (Union, types.UnionType):
        return value_of(next(arg for arg in args if arg is not type(None)), word)
    if origin is tuple:
        return (
            [value_of(args[0], word)]
            if len(args) == 2 and args[1] is Ellipsis
            else [value_of(arg, word) for arg in args]
        )
    if origin is dict:
        return {value_of(args[0], word): value_of(args[1], word)}
    if origin is list:
        return [value_of(args[0], word)]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return document_of(hint)
    return {str: word, int: 1, bool: True}.get(hint)


def document_of(kind: type[msgspec.Struct], **fields: Any) -> dict[str, Any]:
    """A plain document of a struct."""
    hints = get_type_hints(kind)
    document = {
        field.encode_name: value_of(hints[field.name], "h1" if field.name in PEOPLE else "words")
        for field in msgspec.structs.fields(kind)
    }
    if kind.__struct_config__.tag:
        document[kind.__struct_config__.tag_field or "type"] = kind.__struct_config__.tag
    return document | fields
