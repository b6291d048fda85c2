"""Shapes of requests and answers, from the OpenAPI document, in the words of the other references."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from inspect import cleandoc
from typing import Any

from web.api_docs.document import Address, openapi, schema_of

REFERENCE = "#/components/schemas/"
FORMATS = {"uuid": "id (UUID)", "date-time": "instant", "date": "date", "binary": "a file", "uri": "address"}
PLAIN = {"string": "text", "integer": "whole number", "boolean": "true or false", "null": "null", "number": "number"}


def shapes(addresses: Iterable[Address], documented: Collection[str] = ()) -> Iterator[str]:
    """A table for each shape that these addresses take or answer, and for those inside them, by name.

    `documented`: those that the page has already.
    """
    components = openapi()[0]
    for name in sorted(_reached(addresses, components) - set(documented)):
        yield from _table(name, components[name])


def named(schema: Any) -> str:
    """A schema in words; a component by its name, as a link to its table.

    >>> named({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}})
    'list of (text or null)'
    """
    components = openapi()[0]
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REFERENCE)
        inner = components[name]
        return named(inner) if "enum" in inner or _is_page(inner) else f"[{name}](#{name.lower()})"
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value, ensure_ascii=False)}`" for value in schema["enum"])
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(named(part) for part in schema[several]))
    if _is_page(schema):
        return f"page of {named(schema['properties']['results']['items'])}"
    return _plain(schema)


def _plain(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type", "")
    if isinstance(kind, list):
        return " or ".join(named({**schema, "type": one}) for one in kind)
    if kind == "array" and "prefixItems" in schema:
        return f"list of {len(schema['prefixItems'])}: {', '.join(named(one) for one in schema['prefixItems'])}"
    if kind == "array":
        items = named(schema.get("items", {}))
        return f"list of ({items})" if " or " in items else f"list of {items}"
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"object: text → {named(inner)}" if isinstance(inner, dict) and inner else "object"
    return FORMATS.get(schema.get("format", ""), PLAIN.get(kind, "any value"))


def _is_page(schema: Mapping[str, Any]) -> bool:
    """Whether it is a page of a list: `next`, `previous`, `results`."""
    return {"next", "previous", "results"} <= schema.get("properties", {}).keys()


def _reached(addresses: Iterable[Address], components: Mapping[str, Any]) -> set[str]:
    """The components that these addresses name, and those inside them, but for enumerations and pages."""
    waiting: list[Any] = []
    for one in addresses:
        bodies = [one.operation.get("requestBody", {}), *one.operation["responses"].values()]
        waiting += [schema_of(body.get("content", {}))[1] for body in bodies]
    found: set[str] = set()
    while waiting:
        for name in _references(waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(components[name])
    return {name for name in found if "enum" not in components[name] and not _is_page(components[name])}


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, Mapping):
        for key, part in schema.items():
            if key == "$ref":
                yield part.removeprefix(REFERENCE)
            else:
                yield from _references(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _references(part)


def _table(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {name}\n"
    if schema.get("description"):
        yield f"{cleandoc(schema['description'])}\n"
    if not schema.get("properties"):
        if "anyOf" in schema or "oneOf" in schema:
            yield f"{named(schema)}.\n"
        return
    yield "| field | type | default |"
    yield "|---|---|---|"
    required = schema.get("required", ())
    for field, inner in schema["properties"].items():
        default = "required" if field in required else _default(inner)
        yield f"| `{field}` | {cell(named(inner))} | {default} |"
    yield ""


def _default(schema: Mapping[str, Any]) -> str:
    return f"`{json.dumps(schema['default'], ensure_ascii=False)}`" if "default" in schema else "left out"


def cell(text: str) -> str:
    """A text as a cell of a table."""
    return " ".join(text.replace("|", "\\|").split())
