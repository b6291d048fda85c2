"""What of the log's lists came from files, marked on the rows themselves, and who is said to have acted in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.admin.views.main import ChangeList
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import HttpRequest
from unfold.decorators import display

from eventstore import api as store
from eventstore.admin.read_only import ReadOnly, once
from eventstore.models import Command, Event, ImportedStream
from eventstore.provenance import ANOTHER_HOUSE, ELSEWHERE, HOUSE

BROUGHT = "brought"
NOTHING = "–"
FROM_OUTSIDE = Exists(
    ImportedStream.objects.filter(
        stream=OuterRef("stream"),
        trusted=False,
        first_version__lte=OuterRef("version"),
        last_version__gte=OuterRef("version"),
    )
)
"""Of an event: that it came from a file which no trusted server has signed."""


def played_here(events: QuerySet[Event]) -> QuerySet[Event]:
    """Those of the events that happened on this server, or on one that is trusted here."""
    return events.filter(~FROM_OUTSIDE)


def acted_by(events: QuerySet[Event], name: str) -> QuerySet[Event]:
    """Those of the events in which somebody acted who is called `name` here, as `actor_here` says."""
    in_files = _names_in_files(name)
    theirs = Q(FROM_OUTSIDE, actor__in=in_files) | Q(~FROM_OUTSIDE, actor=name)
    return events.filter(theirs, actor__in=[name, *in_files])


def _names_in_files(name: str) -> list[str]:
    """What stands in events from files where `name` is shown."""
    if name == ANOTHER_HOUSE:
        return [HOUSE]
    bare = name.removesuffix(ELSEWHERE)
    if bare == name:
        return []
    return [name] if bare == HOUSE else [bare, name]


class Imports:
    """What of the rows of a page came from files; asked for once, whatever their number."""

    def __init__(self, streams: Iterable[str]) -> None:
        self._found = store.imports_of_all(set(streams))

    def mark(self, row: Model, stream: str) -> None:
        """Keep with a row who brought any of its stream that no trusted server has signed for."""
        row.__dict__[BROUGHT] = store.outsider_in_words(self._found.get(stream, ()))

    def mark_events(self, rows: Iterable[Event]) -> None:
        """Keep with each event who brought it, and name who acted as they are called here."""
        for row in rows:
            imports = self._found.get(row.stream.name, ())
            row.actor = store.actor_here(row.actor, imports, row.version)
            row.__dict__[BROUGHT] = store.outsider_in_words(store.untrusted_imports(imports, row.version))

    def mark_commands(self, rows: Iterable[Command]) -> None:
        """Keep with each command who brought its events."""
        for row in rows:
            imports = self._found.get(row.stream.name, ())
            row.__dict__[BROUGHT] = store.outsider_in_words(store.untrusted_imports(imports, row.first_version))


def brought(row: Model) -> str:
    """Who brought a row that was marked, and when; a dash where nobody did."""
    return str(row.__dict__.get(BROUGHT) or NOTHING)


class StreamOrigins(ReadOnly):
    """Lists and pages of rows that say what of their streams came from files, with the columns below."""

    def stream_of(self, row: Any) -> str:
        raise NotImplementedError

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """The list, each row of it marked as imported or not."""
        changelist: ChangeList = super().get_changelist_instance(request)
        imports = Imports(map(self.stream_of, changelist.result_list))
        for row in changelist.result_list:
            imports.mark(row, self.stream_of(row))
        return changelist

    @display(description="imported")
    def imported(self, row: Model) -> str:
        """Who brought any of it that no trusted server has signed for."""
        return brought(row)

    @display(description="imported")
    @once
    def imports(self, row: Model) -> str:
        return store.origins_in_words(store.imports_of(self.stream_of(row))) or "no, all events are from here"
