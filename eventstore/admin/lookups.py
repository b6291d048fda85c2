"""Which parameters an address of the admin site may have: those of a list's declared filters, and no other.

Django lets an address ask about any column of a list's rows (`?body__regex=…`), shown or not, and search for as many
words as it holds: beyond some hundreds the database cannot read the question.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import get_fields_from_path
from django.core.exceptions import SuspiciousOperation
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

LONGEST_SEARCH = 200


class SearchTooLong(SuspiciousOperation):
    """A search for more than `LONGEST_SEARCH` characters."""


class DeclaredLookups(ModelAdmin):
    """A list that is narrowed by its declared filters and its search alone; any other lookup is refused with 400."""

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Whether rows may be picked by a column: never by what only leads to them, which Django stumbles over."""
        leads_here = {one.name for one in self.opts.related_objects}
        return to_field not in leads_here and bool(super().to_field_allowed(request, to_field))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Django's, for a term of at most `LONGEST_SEARCH` characters; else `SearchTooLong`, answered with 400."""
        check_search(search_term)
        return super().get_search_results(request, queryset, search_term)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Whether one of the filters of this list reads the parameter `lookup`."""
        return lookup in set(_parameters(self.model, self.get_list_filter(request)))


def check_search(term: str) -> None:
    """Raise `SearchTooLong` for a term that nobody types."""
    if len(term) > LONGEST_SEARCH:
        raise SearchTooLong(f"a search for {len(term)} characters")


def _parameters(model: type[Model], filters: Any) -> Iterator[str]:
    """The parameters that `filters` read; what a filter of a field reads is Django's own."""
    for declared in filters:
        if isinstance(declared, type):
            yield from _own_parameters(declared)
            continue
        path = declared if isinstance(declared, str) else declared[0]
        field: Any = get_fields_from_path(model, path)[-1]
        target = f"__{field.target_field.name}" if field.is_relation else ""
        yield from (f"{path}{target}__exact", f"{path}__isnull")


def _own_parameters(declared: Any) -> Iterator[str]:
    """The parameters of a filter that names them itself."""
    if issubclass(declared, admin.SimpleListFilter):
        yield str(declared.parameter_name)
    else:  # from one day to another
        yield from (f"{declared.field}_from", f"{declared.field}_to")
