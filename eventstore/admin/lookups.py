"""Which parameters an address of the admin site may bear: those of a list's declared filters, and no other.

Django lets an address ask about any column of a list's rows (`?body__regex=…`), shown or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import get_fields_from_path
from django.db.models import Model
from django.http import HttpRequest
from unfold.admin import ModelAdmin


class DeclaredLookups(ModelAdmin):
    """A list that is narrowed by its declared filters and its search alone; any other lookup is refused with 400."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Whether one of the filters of this list reads the parameter `lookup`."""
        return lookup in set(_parameters(self.model, self.get_list_filter(request)))


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
