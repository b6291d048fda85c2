"""Where rows differ from what the log says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Model

from campaigns.projection_fields import Fields


def children_differ(rows: Mapping[Any, Model], wanted: Mapping[Any, Fields]) -> Iterator[str]:
    """A line for each row too many or too few, and for each field that differs; both by the same keys."""
    for key in sorted(rows.keys() | wanted.keys(), key=str):
        if key not in rows:
            yield f"{key} is in the log alone"
        elif key not in wanted:
            yield f"{rows[key]} is in the rows alone"
        else:
            yield from fields_differ(rows[key], wanted[key])


def fields_differ(row: Model, fields: Fields) -> Iterator[str]:
    """A line for each field of a row that is another in the log."""
    for name, value in fields.items():
        if getattr(row, name) != value:
            yield f"{row}: {name} is {getattr(row, name)!r} in the row and {value!r} in the log"
