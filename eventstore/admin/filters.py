"""Filters of the lists of the log."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from unfold.contrib.filters.admin import AutocompleteSelectFilter, DropdownFilter
from unfold.contrib.filters.forms import AutocompleteDropdownForm, RangeDateForm

from eventstore.admin.stream_info import may_hide
from eventstore.models import EventType, Stream


class DayFilter(admin.ListFilter):
    """From one day to another, in UTC, on a column of instants."""

    title = "day (UTC)"
    template = "unfold/filters/filters_date_range.html"
    form_class = RangeDateForm
    field: ClassVar[str]

    def __init__(
        self, request: HttpRequest, params: dict[str, Any], model: type[Model], model_admin: admin.ModelAdmin[Any]
    ) -> None:
        super().__init__(request, params, model, model_admin)
        self.first, self.last = f"{self.field}_from", f"{self.field}_to"
        for name in (self.first, self.last):
            value = params.pop(name, "")
            self.used_parameters[name] = value[-1] if isinstance(value, list) else value

    def has_output(self) -> bool:
        """It always offers its two fields."""
        return True

    def expected_parameters(self) -> list[str | None]:
        return [self.first, self.last]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows of the days; a day that cannot be read does not narrow them."""
        first, last = _day(self.used_parameters.get(self.first)), _day(self.used_parameters.get(self.last))
        if first is not None:
            queryset = queryset.filter(**{f"{self.field}__gte": self.start_of(first)})
        if last is not None:
            queryset = queryset.filter(**{f"{self.field}__lt": self.start_of(last + timedelta(days=1))})
        return queryset

    def start_of(self, day: date) -> Any:
        """The first instant of a day, as the column holds instants."""
        return datetime.combine(day, time(), UTC)

    def choices(self, changelist: Any) -> Iterator[Any]:
        yield {"parameter_name": self.field, "form": self.form_class(name=self.field, data=self.used_parameters)}


def _day(text: object) -> date | None:
    try:
        found = forms.DateField(required=False).clean(text)
    except ValidationError:
        return None
    # The last day of the calendar has none after it.
    return found if found is not None and found < date.max else None


class RecordedFilter(DayFilter):
    """On the column of microseconds that events have."""

    title = "day recorded (UTC)"
    field = "recorded_at"

    def start_of(self, day: date) -> int:
        """In microseconds since 1970."""
        since: timedelta = super().start_of(day) - datetime(1970, 1, 1, tzinfo=UTC)
        return since // timedelta(microseconds=1)


class ChoiceFilter(DropdownFilter):
    """One of a few values; of what is none of them there are no rows."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        if not chosen:
            return queryset
        return self.narrowed(queryset, chosen) if chosen in dict(self.lookup_choices) else queryset.none()

    def narrowed(self, queryset: QuerySet[Any], chosen: str) -> QuerySet[Any]:
        """The rows of a value that is one of the choices."""
        raise NotImplementedError


class OwnSelectForm(AutocompleteDropdownForm):
    """One of the rows that the admin site lists for this user: other ids in the address are not shown by name."""

    def __init__(self, request: HttpRequest, name: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, name, *args, **kwargs)
        field: Any = self.fields[name]
        site: admin.AdminSite = kwargs["model_admin"].admin_site
        field.queryset = site.get_model_admin(field.queryset.model).get_queryset(request)


class OwnSelectFilter(AutocompleteSelectFilter):
    """A row that this one leads to, by typing."""

    form_class = OwnSelectForm

    def __init__(
        self,
        field: Any,
        request: HttpRequest,
        params: dict[str, Any],
        model: type[Model],
        model_admin: admin.ModelAdmin[Any],
        field_path: str,
    ) -> None:
        """Raises IncorrectLookupParameters for what no row is called by, such as a number that no column holds."""
        target = field.target_field
        asked = params.get(f"{field_path}__{target.name}__exact", ())
        try:
            for value in filter(None, [asked] if isinstance(asked, str) else asked):
                target.run_validators(target.to_python(value))
        except ValidationError:
            raise IncorrectLookupParameters from None
        super().__init__(field, request, params, model, model_admin, field_path)


class KindFilter(ChoiceFilter):
    """The kinds of streams there are."""

    title = "kind of stream"
    parameter_name = "kind"
    lookup: ClassVar[str] = "stream__kind"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        kinds = Stream.objects.order_by("kind").values_list("kind", flat=True).distinct()
        return [(kind, kind) for kind in kinds]

    def narrowed(self, queryset: QuerySet[Any], chosen: str) -> QuerySet[Any]:
        return queryset.filter(**{self.lookup: chosen})


class OwnKindFilter(KindFilter):
    """The same, for streams themselves."""

    lookup = "kind"


class TypeFilter(ChoiceFilter):
    """The kinds of events there are."""

    title = "type"
    parameter_name = "type"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        """Each type by its wire name; superusers alone are shown which events are of one that may be a secret."""
        names = EventType.objects.order_by("name").values_list("name", flat=True)
        everything = getattr(request.user, "is_superuser", False)
        return [(name, name) for name in names if everything or not may_hide(name)]

    def narrowed(self, queryset: QuerySet[Any], chosen: str) -> QuerySet[Any]:
        return queryset.filter(type__name=chosen)


class OpenFilter(ChoiceFilter):
    """Streams that take events, and those that do not."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        return [("open", "open"), ("closed", "closed")]

    def narrowed(self, queryset: QuerySet[Any], chosen: str) -> QuerySet[Any]:
        return queryset.filter(closed_at__isnull=chosen == "open")


class ParkedFilter(ChoiceFilter):
    """Subscriptions that an event stopped."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        return [("parked", "parked"), ("following", "following")]

    def narrowed(self, queryset: QuerySet[Any], chosen: str) -> QuerySet[Any]:
        return queryset.filter(failed_position__isnull=chosen == "following")
