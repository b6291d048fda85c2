"""Filters of the lists of campaigns."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from eventstore.admin import ChoiceFilter
from rules.registry import RULESETS


class GameFilter(ChoiceFilter):
    """The games."""

    title = "game"
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        return [(key, game.title) for key, game in sorted(RULESETS.items())]

    def narrowed(self, queryset: QuerySet[Any], chosen: str) -> QuerySet[Any]:
        return queryset.filter(game=chosen)


class SomeFilter(ChoiceFilter):
    """Rows whose count in a column is above 0, or is 0."""

    column: ClassVar[str]

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        return [("some", "some"), ("none", "none")]

    def narrowed(self, queryset: QuerySet[Any], chosen: str) -> QuerySet[Any]:
        return queryset.filter(**{f"{self.column}__gt": 0} if chosen == "some" else {self.column: 0})


def some(words: str, of: str) -> type[SomeFilter]:
    """The filter of a column by what it counts."""
    return type(f"Some{of.capitalize()}", (SomeFilter,), {"title": words, "parameter_name": of, "column": of})
