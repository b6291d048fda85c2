"""Upcasts: old schemas lifted on read. What is stored is never rewritten."""

from collections.abc import Callable
from typing import Any

import msgspec

Body = dict[str, Any]
Lift = Callable[[Body], Body]


class Upcasts:
    """The lifts of an app's events: for a type and a schema, a pure function to the next schema.

    >>> upcasts = Upcasts()
    >>> @upcasts.lift("moved", 1)
    ... def with_pace(body):
    ...     return {**body, "pace": "walk"}
    >>> upcasts.decode("moved", 1, b'{"to": 4}')
    (2, {'to': 4, 'pace': 'walk'})
    """

    def __init__(self) -> None:
        self._lifts: dict[tuple[str, int], Lift] = {}

    def lift(self, type_name: str, schema: int) -> Callable[[Lift], Lift]:
        """Declare the function from `schema` of `type_name` to `schema` + 1. It gets a body of its own to change."""

        def declare(function: Lift) -> Lift:
            if (type_name, schema) in self._lifts:
                raise ValueError(f"{type_name} is lifted from schema {schema} twice")
            self._lifts[type_name, schema] = function
            return function

        return declare

    def decode(self, type_name: str, schema: int, body: bytes) -> tuple[int, Body]:
        """Return the latest schema and the body lifted to it."""
        decoded: Body = msgspec.json.decode(body)
        while (lift := self._lifts.get((type_name, schema))) is not None:
            decoded = lift(decoded)
            schema += 1
        return schema, decoded

    def schemas(self) -> set[tuple[str, int]]:
        """Return each (type, schema) that a lift reads or leads to."""
        read = set(self._lifts)
        return read | {(type_name, schema + 1) for type_name, schema in read}
