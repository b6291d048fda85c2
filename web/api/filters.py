"""How lists of the API are paged, and instants that they can be narrowed by."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django_filters import IsoDateTimeFilter
from django_filters.fields import IsoDateTimeField
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

from web.api.reading import number
from web.untrusted_input import within

NUMBER = re.compile(r"-?[0-9]{1,18}")
"""One that any integer column can be compared with."""


class InstantField(IsoDateTimeField):
    """An instant in UTC: not every database takes every zone."""

    def to_python(self, value: Any) -> datetime | None:
        """The instant. ValidationError where it has no date in UTC: before the year 1, after the year 9999."""
        instant: datetime | None = super().to_python(value)
        try:
            return instant.astimezone(UTC) if instant is not None else None
        except OverflowError:
            raise ValidationError("Must be a time from the year 1 to 9999 in UTC.", code="invalid") from None


class InstantFilter(IsoDateTimeFilter):
    """Narrow by an instant."""

    field_class = InstantField


class NewestFirst(CursorPagination):
    """Newest first; a cursor stays right while rows come."""

    ordering = ("-created_at", "-id")
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200

    def get_page_size(self, request: Request) -> int:
        """How many rows a page has. Unreadable names `limit` where it is no number from 1 to 200."""
        return within(number(request.query_params, "limit", self.page_size), 1, self.max_page_size, "limit")


class NumberCursor(NewestFirst):
    """By a number; a cursor that says none is no place."""

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Where the page begins."""
        cursor = super().decode_cursor(request)
        position: Any = None if cursor is None else cursor.position
        if position is not None and not NUMBER.fullmatch(position):
            raise NotFound(self.invalid_cursor_message)
        return cursor


class PlayedHereFirst(NumberCursor):
    """What was played here, newest first, then imports, the last one that came in first."""

    ordering = ("-sort_key", "-id")
