"""The OpenAPI document, and which of its addresses belong to which app."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from drf_spectacular.generators import SchemaGenerator

PREFIX = "/api/v1/"
PROBLEM = "application/problem+json"


class Address(NamedTuple):
    """One method of one address: the module of its view, and what the OpenAPI document says of it."""

    method: str
    path: str
    module: str
    operation: Mapping[str, Any]


class Generator(SchemaGenerator):
    """A generator of the OpenAPI document that also tells whose views answer."""

    def modules(self) -> dict[tuple[str, str], str]:
        """The module of the view behind each method of each path."""
        self.parse(None, True)
        return {(path, method): view.__module__ for path, _, method, view in self._get_paths_and_endpoints()}


@cache
def openapi() -> tuple[Mapping[str, Any], tuple[Address, ...]]:
    """The components of the OpenAPI document by name, and every address of the API."""
    generator = Generator()
    document: dict[str, Any] = generator.get_schema(request=None, public=True)
    addresses = [
        Address(method, path, module, document["paths"][path][method.lower()])
        for (path, method), module in generator.modules().items()
        if path in document["paths"]
    ]
    order = {"GET": 0, "POST": 1, "PUT": 2, "PATCH": 3, "DELETE": 4}
    return document["components"]["schemas"], tuple(sorted(addresses, key=lambda one: (one.path, order[one.method])))


def addresses_of(*apps: str) -> list[Address]:
    """The addresses whose views are in one of these apps."""
    return [one for one in openapi()[1] if one.module.split(".")[0] in apps]


def schema_of(content: Mapping[str, Any]) -> tuple[str, Any]:
    """The media type of a body, and its schema: JSON where several are offered."""
    if not content:
        return "", None
    media = "application/json" if "application/json" in content else next(iter(content))
    return media, content[media].get("schema", {})
