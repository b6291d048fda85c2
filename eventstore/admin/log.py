"""Streams, events, commands and seals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.safestring import SafeString
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import action, display

from eventstore import api as store
from eventstore.admin.filters import KindFilter, OpenFilter, OwnKindFilter, RecordedFilter, TypeFilter
from eventstore.admin.reading import ReadOnly, at, button, buttons, hexed, pretty
from eventstore.admin.stories import story_of
from eventstore.models import Command, Event, Seal, Stream
from eventstore.records import STREAM_NAME

MOST_FINDINGS_TOLD = 20
LARGEST = 2**63 - 1
HIDDEN = "hidden"
READABLE = "readable"


@admin.register(Stream)
class StreamAdmin(ReadOnly):
    """Streams, newest first."""

    list_display = ("name", "kind", "version", "opened_on", "state", "head_start")
    list_filter = (OwnKindFilter, OpenFilter)
    list_filter_submit = True
    search_fields = ("name__startswith",)
    search_help_text = "The beginning of a stream's name, such as match-0193."
    ordering = ("-id",)
    fields = ("name", "kind", "about", "events", "version", "head", "uuid", "opened_on", "closed_on")
    readonly_fields = (*fields, "events_counted")
    actions_detail = ("verify",)

    def get_fields(self, request: HttpRequest, obj: Stream | None = None) -> tuple[str, ...]:
        """The events are linked for those who may read them."""
        if request.user.has_perm("eventstore.view_event"):
            return self.fields
        return tuple("events_counted" if name == "events" else name for name in self.fields)

    def get_urls(self) -> list[Any]:
        """The usual addresses, and one by name."""
        view = self.admin_site.admin_view(self.by_name)
        return [path("by-name/<str:name>/", view, name="eventstore_stream_by_name"), *super().get_urls()]

    def by_name(self, request: HttpRequest, name: str) -> HttpResponse:
        """The page of the stream of that name."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        pk = Stream.objects.filter(name=name).values_list("pk", flat=True).first()
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
        """Whether it takes events."""
        return "closed" if stream.closed else "open"

    @display(description="head hash")
    def head_start(self, stream: Stream) -> SafeString:
        """The beginning of the head hash."""
        return hexed(bytes(stream.head_hash)[:6])

    @display(description="head hash")
    def head(self, stream: Stream) -> SafeString:
        """The hash of its last event."""
        return hexed(stream.head_hash)

    @display(description="look at it")
    def about(self, stream: Stream) -> SafeString | str:
        """Links to what it is about."""
        story = story_of(stream.kind)
        return buttons(story.links(stream.name) if story else ())

    @display(description="events")
    def events(self, stream: Stream) -> SafeString:
        """A link to its events."""
        address = f"{reverse('admin:eventstore_event_changelist')}?stream__id__exact={stream.pk}"
        return button(address, f"the {stream.version} events of this stream")

    @display(description="events")
    def events_counted(self, stream: Stream) -> str:
        """How many there are."""
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
        return HttpResponseRedirect(reverse("admin:eventstore_stream_change", args=[stream.pk]))


@admin.register(Event)
class EventAdmin(ReadOnly):
    """Every event, newest first."""

    list_display = ("position", "type_name", "stream_link", "version", "actor", "recorded_on", "seen")
    list_display_links = ("position", "type_name")
    list_filter = (TypeFilter, KindFilter, RecordedFilter, ("stream", AutocompleteSelectFilter))
    list_filter_submit = True
    list_select_related = ("stream", "type")
    search_fields = ("actor",)
    search_help_text = "A position, the name of a stream, the id of a command, or an actor such as user:gm."
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
        "command",
        "hash_hex",
    )
    readonly_fields = (*fields, "body_shown")

    def get_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        """The body is there for those who may read it."""
        readable = obj is not None and _is_readable(obj)
        return (*self.fields, "body_shown") if readable else (*self.fields, "body_hidden")

    def get_readonly_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        """All of them."""
        return (*self.readonly_fields, "body_hidden")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        """With the stream and the type, which every page shows."""
        return super().get_queryset(request).select_related("stream", "type")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Event], search_term: str
    ) -> tuple[QuerySet[Event], bool]:
        """Look for exactly what was typed, by the column it fits: no search reads the whole log for a pattern."""
        term = search_term.strip()
        if not term:
            return queryset, False
        if term.isdecimal():
            return (queryset.filter(position=int(term)) if int(term) <= LARGEST else queryset.none()), False
        try:
            return queryset.filter(command_id=UUID(term)), False
        except ValueError:
            pass
        if STREAM_NAME.fullmatch(term):
            return queryset.filter(stream__name=term), False
        return queryset.filter(actor=term), False

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """The list, each event of it marked as readable or not."""
        changelist: ChangeList = super().get_changelist_instance(request)
        _mark(request, changelist.result_list)
        return changelist

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Event | None:
        """The event, marked likewise."""
        event: Event | None = super().get_object(request, object_id, from_field)
        if event is not None:
            _mark(request, [event])
        return event

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Nobody finds out by an address what the list's own filter keeps from them: the type of a hidden event."""
        hidden = lookup.startswith(("type_id", "type__"))
        return not hidden and super().lookup_allowed(lookup, value, request)

    @display(description="type")
    def type_name(self, event: Event) -> str:
        """Its wire name; for whom the event is not, that it is hidden: the type alone could tell the secret."""
        return event.type.name if _is_readable(event) else HIDDEN

    @display(description="stream")
    def stream_link(self, event: Event) -> SafeString:
        """A link to its stream."""
        return button(reverse("admin:eventstore_stream_change", args=[event.stream_id]), event.stream.name)

    @display(description="recorded")
    def recorded_on(self, event: Event) -> str:
        """When it was recorded."""
        return at(event.recorded_at)

    @display(description="see it happen")
    def seen(self, event: Event) -> SafeString | str:
        """A link to the moment in the replay."""
        story = story_of(event.stream.kind)
        return button(story.moment(event.stream.name, event.version), "Replay from here") if story else "–"

    @display(description="hash")
    def hash_hex(self, event: Event) -> SafeString:
        """What the next event of the stream chains to."""
        return hexed(event.hash)

    @display(description="command")
    def command(self, event: Event) -> SafeString:
        """A link to the command that wrote it."""
        return button(reverse("admin:eventstore_command_change", args=[event.command_id]), str(event.command_id))

    @display(description="body")
    def body_shown(self, event: Event) -> SafeString:
        """What happened."""
        return pretty(event.body)

    @display(description="body")
    def body_hidden(self, event: Event) -> str:
        """What is said to those for whose eyes it is not, or not yet."""
        return "Not for your eyes, or not yet. The hash above stands for it."


def _mark(request: HttpRequest, events: Iterable[Event]) -> None:
    """Mark which events are for the eyes of who asks; the app that owns a stream is asked once for all of its."""
    by_stream: dict[tuple[str, str], list[Event]] = {}
    for event in events:
        by_stream.setdefault((event.stream.kind, event.stream.name), []).append(event)
    for (kind, name), own in by_stream.items():
        story, versions = story_of(kind), [event.version for event in own]
        readable = story.readable(request.user, name, versions) if story else set(versions)
        for event in own:
            event.__dict__[READABLE] = event.version in readable


def _is_readable(event: Event) -> bool:
    """Whether an event was marked as readable."""
    return bool(event.__dict__.get(READABLE, False))


@admin.register(Command)
class CommandAdmin(ReadOnly):
    """Which versions each command wrote."""

    list_display = ("id", "stream_link", "first_version", "last_version")
    list_filter = (KindFilter,)
    list_filter_submit = True
    list_select_related = ("stream",)
    search_fields = ("id",)
    search_help_text = "The id of a command, or the name of a stream."
    ordering = ("id",)
    fields = ("id", "stream_link", "first_version", "last_version", "fingerprint_hex", "events")
    readonly_fields = fields

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Command], search_term: str
    ) -> tuple[QuerySet[Command], bool]:
        """By id, else by stream."""
        term = search_term.strip()
        if not term:
            return queryset, False
        try:
            return queryset.filter(id=UUID(term)), False
        except ValueError:
            return queryset.filter(stream__name=term), False

    @display(description="stream")
    def stream_link(self, command: Command) -> SafeString:
        """A link to the stream it wrote to."""
        return button(reverse("admin:eventstore_stream_change", args=[command.stream_id]), command.stream.name)

    @display(description="fingerprint of the request")
    def fingerprint_hex(self, command: Command) -> SafeString | str:
        """What another request under the same id is told apart by."""
        return hexed(command.fingerprint) if command.fingerprint else "none: it came with an import"

    @display(description="events")
    def events(self, command: Command) -> SafeString:
        """A link to what it wrote."""
        return button(f"{reverse('admin:eventstore_event_changelist')}?q={command.id}", "the events it wrote")


@admin.register(Seal)
class SealAdmin(ReadOnly):
    """Signatures over the log, newest first."""

    list_display = ("number", "first_position", "last_position", "sealed_on", "key_id")
    ordering = ("-number",)
    search_fields = ("key_id",)
    fields = ("number", "first_position", "last_position", "sealed_on", "key_id", "digest_hex", "mac_hex")
    readonly_fields = fields

    @display(description="sealed", ordering="sealed_at")
    def sealed_on(self, seal: Seal) -> str:
        """When it was made."""
        return at(seal.sealed_at)

    @display(description="digest of the hashes")
    def digest_hex(self, seal: Seal) -> SafeString:
        """What it was made over."""
        return hexed(seal.digest)

    @display(description="signature")
    def mac_hex(self, seal: Seal) -> SafeString:
        """Made with the key that the database does not hold."""
        return hexed(seal.mac)
