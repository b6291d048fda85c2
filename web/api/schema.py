"""Structs in the OpenAPI document: msgspec tells their JSON schemas."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import msgspec
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, OpenApiExample, OpenApiParameter, OpenApiResponse
from msgspec import inspect
from rest_framework.serializers import Serializer

from web.api.shapes import Problem

REF = "#/components/schemas/{name}"


class Shape(Serializer[None]):
    """Stands for a struct where drf-spectacular wants a serializer. It serializes nothing."""

    struct: ClassVar[type[Any]] = Problem


@cache
def shape(struct: type[Any]) -> type[Shape]:
    """The stand-in for a struct."""
    return type(struct.__name__, (Shape,), {"struct": struct, "__doc__": struct.__doc__})


class ShapeExtension(OpenApiSerializerExtension):
    """Lets msgspec describe what a `Shape` stands for."""

    target_class = Shape
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        """The name of the component: that of the struct."""
        return str(self.target.struct.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        """The JSON schema of the struct; those it refers to become components of their own, and bring theirs."""
        struct = self.target.struct
        _, components = msgspec.json.schema_components([struct], ref_template=REF)
        named = structs_in(struct)
        for name in sorted(components.keys() & named.keys() - {struct.__name__}):
            auto_schema.resolve_serializer(shape(named[name]), direction)
        own: dict[str, Any] = _typed(components[struct.__name__])
        return own


def structs_in(kind: type[Any]) -> dict[str, Any]:
    """The structs that a struct is made of, by name, itself among them, whichever module defines them."""
    found: dict[str, Any] = {}
    waiting: list[Any] = [inspect.type_info(kind)]
    while waiting:
        one = waiting.pop()
        if isinstance(one, inspect.StructType):
            if one.cls.__name__ in found:
                continue
            found[one.cls.__name__] = one.cls
        if isinstance(one, inspect.Type | inspect.Field):
            waiting += [getattr(one, name) for name in one.__struct_fields__]
        elif isinstance(one, tuple):
            waiting += one
    return found


def _typed(schema: Any) -> Any:
    """The schema with a type beside each enumeration, for drf-spectacular wants one."""
    if isinstance(schema, list):
        return [_typed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: _typed(part) for name, part in schema.items()}
    return {"type": "string", **inner} if isinstance(inner.get("enum"), list) else inner


def problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """Problem documents as answers with these statuses."""
    descriptions = {
        400: "The request cannot be read.",
        401: "Log in first.",
        403: "You may not do this.",
        404: "Not found, or you may not see it.",
        409: "Not possible now: the decision is no longer open, dice are needed, the match or its log is over, "
        "the job is running, the id is taken, or the key was used before.",
        413: "The request is too long.",
        415: "Unsupported Content-Type.",
        422: "The rules do not allow it.",
        429: "Too many requests; try again later.",
        503: "The database does not answer or is locked for too long (`busy`): try again. "
        "Or its disk is full (`storage_full`): free some space first.",
    }
    # Any request can come with a NUL in its address, with credentials that are none or in a wrong form, or too often.
    wanted = sorted({*statuses, 400, 401, 403, 429, 503})
    return {
        (status, "application/problem+json"): OpenApiResponse(shape(Problem), description=descriptions[status])
        for status in wanted
    }


KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="1 to 200 characters. The same request under the same key happens once and is answered the same.",
)


def query(name: str, kind: type[Any], description: str) -> OpenApiParameter:
    """A parameter of the query string."""
    return OpenApiParameter(name, kind, description=description)


def example(name: str, value: object, *, request: bool = False, status: str = "") -> OpenApiExample:
    """An example of a request, or of an answer."""
    return OpenApiExample(
        name, value=value, request_only=request, response_only=not request, status_codes=[status] if status else None
    )
