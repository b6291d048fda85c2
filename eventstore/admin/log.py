"""Streams, events, commands and seals."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import action, display

from eventstore import api as store
from eventstore.admin.filters import KindFilter, OpenFilter, OwnKindFilter, OwnSelectFilter, RecordedFilter, TypeFilter
from eventstore.admin.kinds import types_called
from eventstore.admin.lookups import check_search
from eventstore.admin.marks import (
    HIDDEN,
    is_readable,
    mark_command,
    mark_event,
    mark_listed_commands,
    mark_listed_events,
    mark_titles,
    title_of,
)
from eventstore.admin.origins import Imports, StreamOrigins, acted_by, brought
from eventstore.admin.read_only import ReadOnly, at, button, buttons, hexed, pretty, shortened
from eventstore.admin.stream_info import listed_for, stream_info_of
from eventstore.models import Command, Event, Seal, Stream
from eventstore.records import STREAM_NAME

MOST_FINDINGS_TOLD = 20
LARGEST = 2**63 - 1
UNCONFIRMED = "its hashes are consistent, but this server cannot confirm who acted in it, when and how."
KEY_ID_LENGTH = 16


@admin.register(Stream)
class StreamAdmin(StreamOrigins):
    """The streams that this user may read, newest first."""

    list_display = ("about_shown", "kind", "version", "opened_on", "state", "imported", "head_start")
    list_filter = (OwnKindFilter, OpenFilter)
    list_filter_submit = True
    search_fields = ("name__startswith",)
    search_help_text = "The beginning of a stream's name, such as match-0193."
    to_see_the_rest = "To see them, filter by kind and state, or search for the beginning of a name."
    ordering = ("-id",)
    fields = ("name", "kind", "about", "events", "version", "imports", "head", "uuid", "opened_on", "closed_on")
    readonly_fields = (*fields, "events_counted")
    actions_detail = ("verify",)

    def get_fields(self, request: HttpRequest, obj: Stream | None = None) -> tuple[str, ...]:
        """The events are linked for those who may read them."""
        if request.user.has_perm("eventstore.view_event"):
            return self.fields
        return tuple("events_counted" if name == "events" else name for name in self.fields)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Stream]:
        """Those that this user may read."""
        return listed_for(request.user, super().get_queryset(request))

    def stream_of(self, row: Stream) -> str:
        return row.name

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """The list, each stream of it with what it is about."""
        changelist: ChangeList = super().get_changelist_instance(request)
        mark_titles(request.user, changelist.result_list)
        return changelist

    @display(description="stream", ordering="name")
    def about_shown(self, stream: Stream) -> SafeString:
        return format_html('<span title="{}">{}</span>', stream.name, title_of(stream, stream.name))

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.by_name)
        return [path("by-name/<str:name>/", view, name="eventstore_stream_by_name"), *super().get_urls()]

    def by_name(self, request: HttpRequest, name: str) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        pk = self.get_queryset(request).filter(name=name).values_list("pk", flat=True).first()
        if pk is None:
            raise Http404
        return HttpResponseRedirect(reverse("admin:eventstore_stream_change", args=[pk]))

    @display(description="opened", ordering="opened_at")
    def opened_on(self, stream: Stream) -> str:
        """When its first event was recorded."""
        return at(stream.opened_at)

    @display(description="closed")
    def closed_on(self, stream: Stream) -> str:
        """When it was closed, if it was."""
        return at(stream.closed_at) if stream.closed_at is not None else "–"

    @display(description="state", label={"open": "success", "closed": "info"})
    def state(self, stream: Stream) -> str:
        return "closed" if stream.closed else "open"

    @display(description="head hash")
    def head_start(self, stream: Stream) -> SafeString:
        return hexed(bytes(stream.head_hash)[:6])

    @display(description="head hash")
    def head(self, stream: Stream) -> SafeString:
        return hexed(stream.head_hash)

    @display(description="show")
    def about(self, stream: Stream) -> SafeString | str:
        story = stream_info_of(stream.kind)
        return buttons(story.links(stream.name) if story else ())

    @display(description="events")
    def events(self, stream: Stream) -> SafeString:
        address = f"{reverse('admin:eventstore_event_changelist')}?stream__id__exact={stream.pk}"
        return button(address, f"the {stream.version} events of this stream")

    @display(description="events")
    def events_counted(self, stream: Stream) -> str:
        return str(stream.version)

    @action(description="Verify", icon="verified", permissions=["view"])
    def verify(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Follow its chain of hashes from the first event to the last, and say what was found."""
        stream = self.object_or_404(request, object_id)
        findings = store.verify_stream(stream.name)
        for finding in findings[:MOST_FINDINGS_TOLD]:
            messages.error(request, str(finding))
        if len(findings) > MOST_FINDINGS_TOLD:
            messages.error(request, f"… and {len(findings) - MOST_FINDINGS_TOLD} more findings.")
        if not findings:
            messages.success(request, f"All {stream.version} events are as recorded.")
        if origin := store.outsider_in_words(store.imports_of(stream.name)):
            messages.warning(request, f"The stream was {origin}: {UNCONFIRMED}")
        return HttpResponseRedirect(reverse("admin:eventstore_stream_change", args=[stream.pk]))


def _stream_button(row: Event | Command) -> SafeString:
    """A link to the stream of a row."""
    name = row.stream.name
    return button(reverse("admin:eventstore_stream_change", args=[row.stream_id]), title_of(row, name), name)


@admin.register(Event)
class EventAdmin(ReadOnly):
    """The events of the streams that this user may read, newest first."""

    list_display = ("position", "type_name", "stream_link", "version", "actor", "recorded_on", "imported", "seen")
    list_display_links = ("position", "type_name")
    list_filter = (TypeFilter, KindFilter, RecordedFilter, ("stream", OwnSelectFilter))
    list_filter_submit = True
    list_select_related = ("stream", "type")
    search_fields = ("actor",)
    search_help_text = (
        "A kind of event such as gold changed, a position, the name of a stream, the id of a command, or an actor "
        "such as user:gm or user:gm (elsewhere)."
    )
    to_see_the_rest = (
        "To see them, filter by the day recorded, the type or the stream, or search for a position. "
        "A click on “Position” lists the oldest first."
    )
    ordering = ("-position",)
    sortable_by = ("position",)
    fields = (
        "position",
        "type_name",
        "schema",
        "stream_link",
        "version",
        "seen",
        "actor",
        "recorded_on",
        "imported",
        "command",
        "hash_hex",
    )
    readonly_fields = (*fields, "body_shown")

    def get_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        """The body is there for those who may read it."""
        readable = obj is not None and is_readable(obj)
        return (*self.fields, "body_shown") if readable else (*self.fields, "body_hidden")

    def get_readonly_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        return (*self.readonly_fields, "body_hidden")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        """Those of streams that this user may read, with the stream and the type, which every page shows."""
        return listed_for(request.user, super().get_queryset(request), "stream").select_related("stream", "type")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Event], search_term: str
    ) -> tuple[QuerySet[Event], bool]:
        """Look for exactly what was typed, by the column it fits: no search reads the whole log for a pattern."""
        check_search(search_term)
        term = search_term.strip()
        if not term:
            return queryset, False
        found = self._told_by(request, queryset, term)
        return (acted_by(queryset, term) if found is None else found), False

    def quick_search(self, request: HttpRequest, search_term: str) -> QuerySet[Event]:
        """The same, but not by who acted, which a word seldom means and no index knows."""
        check_search(search_term)
        queryset = self.get_queryset(request)
        found = self._told_by(request, queryset, search_term.strip())
        return queryset.none() if found is None else found

    @staticmethod
    def _told_by(request: HttpRequest, queryset: QuerySet[Event], term: str) -> QuerySet[Event] | None:
        """By position, command, stream or kind, whichever the term is; None where it is none of these."""
        if term.isdecimal():
            return queryset.filter(position=int(term)) if int(term) <= LARGEST else queryset.none()
        try:
            return queryset.filter(command_id=UUID(term))
        except ValueError:
            pass
        if STREAM_NAME.fullmatch(term):
            return queryset.filter(stream__name=term)
        types = types_called(request.user, term)
        return queryset.filter(type__in=types) if types else None

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """The list, each event of it marked as readable or not."""
        changelist: ChangeList = super().get_changelist_instance(request)
        mark_listed_events(request.user, changelist.result_list)
        mark_titles(request.user, changelist.result_list)
        Imports(event.stream.name for event in changelist.result_list).mark_events(changelist.result_list)
        return changelist

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Event | None:
        event: Event | None = super().get_object(request, object_id, from_field)
        if event is not None:
            mark_event(request.user, event)
            Imports([event.stream.name]).mark_events([event])
        return event

    @display(description="type")
    def type_name(self, event: Event) -> str:
        """Its wire name; for whom the event is not, that it is hidden: the type alone could tell the secret."""
        return event.type.name if is_readable(event) else HIDDEN

    @display(description="stream")
    def stream_link(self, event: Event) -> SafeString:
        return _stream_button(event)

    @display(description="recorded")
    def recorded_on(self, event: Event) -> str:
        return at(event.recorded_at)

    @display(description="imported")
    def imported(self, event: Event) -> str:
        """Who brought it, where no trusted server has signed for it."""
        return brought(event)

    @display(description="show")
    def seen(self, event: Event) -> SafeString | str:
        story = stream_info_of(event.stream.kind)
        place = story.moment(event.stream.name, event.version) if story else None
        return buttons([place] if place else ())

    @display(description="hash")
    def hash_hex(self, event: Event) -> SafeString:
        """What the next event of the stream chains to."""
        return hexed(event.hash)

    @display(description="command")
    def command(self, event: Event) -> SafeString | str:
        """A link to the command that wrote it; its id goes into the hash, so it is hidden where the event is."""
        if not is_readable(event):
            return HIDDEN
        return button(reverse("admin:eventstore_command_change", args=[event.command_id]), str(event.command_id))

    @display(description="body")
    def body_shown(self, event: Event) -> SafeString:
        return pretty(event.body)

    @display(description="body")
    def body_hidden(self, event: Event) -> str:
        """What is said to those for whose eyes it is not, or not yet."""
        return "Hidden from you, or not revealed yet. The hash above proves its content."


@admin.register(Command)
class CommandAdmin(ReadOnly):
    """Which versions each command wrote.

    The id of a command goes into the hashes of its events. Whoever knew it could try bodies until a hash fits, so it is
    hidden as long as one of the events is; and nobody is shown the fingerprint of what was asked.
    """

    list_display = ("id_shown", "stream_link", "first_version", "last_version", "imported")
    list_display_links = None
    list_filter = (KindFilter,)
    list_filter_submit = True
    list_select_related = ("stream",)
    search_fields = ("id",)
    search_help_text = "The id of a command, or the name of a stream."
    to_see_the_rest = "To see them, search for the name of a stream. The page of each event leads to its command, too."
    ordering = ("id",)
    sortable_by = ()
    fields = ("id", "stream_link", "first_version", "last_version", "imported", "events")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Command]:
        """Those of streams that this user may read, with the stream, which every page shows."""
        return listed_for(request.user, super().get_queryset(request), "stream").select_related("stream")

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """The list, each command of it marked as readable or not."""
        changelist: ChangeList = super().get_changelist_instance(request)
        mark_listed_commands(request.user, changelist.result_list)
        mark_titles(request.user, changelist.result_list)
        Imports(command.stream.name for command in changelist.result_list).mark_commands(changelist.result_list)
        return changelist

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Command | None:
        """The command, unless one of its events is hidden: then there is no page of it."""
        command: Command | None = super().get_object(request, object_id, from_field)
        if command is None:
            return None
        mark_command(request.user, command)
        Imports([command.stream.name]).mark_commands([command])
        return command if is_readable(command) else None

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Command], search_term: str
    ) -> tuple[QuerySet[Command], bool]:
        """By id, else by stream."""
        check_search(search_term)
        term = search_term.strip()
        if not term:
            return queryset, False
        try:
            return queryset.filter(id=UUID(term)), False
        except ValueError:
            return queryset.filter(stream__name=term), False

    @display(description="id")
    def id_shown(self, command: Command) -> SafeString | str:
        """A link to its page; for whom one of its events is not, that it is hidden."""
        if not is_readable(command):
            return HIDDEN
        name = str(command.id)
        return button(reverse("admin:eventstore_command_change", args=[command.id]), shortened(name), name)

    @display(description="stream")
    def stream_link(self, command: Command) -> SafeString:
        return _stream_button(command)

    @display(description="imported")
    def imported(self, command: Command) -> str:
        """Who brought what it wrote, where no trusted server has signed for it."""
        return brought(command)

    @display(description="events")
    def events(self, command: Command) -> SafeString:
        return button(f"{reverse('admin:eventstore_event_changelist')}?q={command.id}", "the events it wrote")


@admin.register(Seal)
class SealAdmin(ReadOnly):
    """Signatures over the log, newest first."""

    list_display = ("number", "first_position", "last_position", "sealed_on", "key_id")
    ordering = ("-number",)
    search_fields = ("key_id",)
    search_help_text = "The number of a seal, or a part of the id of a key."
    to_see_the_rest = "To see them, search for the number of a seal, or click “Number” for the oldest first."
    fields = ("number", "first_position", "last_position", "sealed_on", "key_id", "digest_hex", "mac_hex")
    readonly_fields = fields

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Seal], search_term: str
    ) -> tuple[QuerySet[Seal], bool]:
        """By number, else by key."""
        term = search_term.strip()
        if term.isdecimal() and len(term) < KEY_ID_LENGTH:
            return queryset.filter(number=int(term)), False
        return super().get_search_results(request, queryset, search_term)

    @display(description="sealed", ordering="sealed_at")
    def sealed_on(self, seal: Seal) -> str:
        return at(seal.sealed_at)

    @display(description="digest of the hashes")
    def digest_hex(self, seal: Seal) -> SafeString:
        """What it was made over."""
        return hexed(seal.digest)

    @display(description="signature")
    def mac_hex(self, seal: Seal) -> SafeString:
        """Made with the key that the database does not hold."""
        return hexed(seal.mac)
