"""Events of the log in a line each, for the home of the admin site: not their bodies, nor what is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.urls import reverse

from campaigns.narration import by, plainly
from eventstore.admin import HIDDEN, at, brought, is_readable, mark_listed_events, titles_of
from eventstore.admin.origins import NOTHING, Imports
from eventstore.admin.stream_info import User
from eventstore.models import Event


class EventLine(NamedTuple):
    """An event: its position, its type and what it is about in words, which and when and by whom, and its page."""

    position: int
    type: str
    about: str
    beside: str
    address: str


def event_lines(user: User, rows: Sequence[Event]) -> list[EventLine]:
    """Events that `user` may look at, with their streams and types; asks each app once, whatever their number."""
    titles = titles_of(user, {row.stream.name for row in rows})
    mark_listed_events(user, rows)
    Imports(row.stream.name for row in rows).mark_events(rows)
    return [
        EventLine(
            row.pk,
            (plainly(row.type.name.rpartition(".")[2]) if is_readable(row) else HIDDEN).capitalize(),
            titles.get(row.stream.name) or f"a {row.stream.name.partition('-')[0]}",
            f"event {row.version}, {at(row.recorded_at)}, {by(row.actor)}{', imported' * (brought(row) != NOTHING)}",
            reverse("admin:eventstore_event_change", args=[row.pk]),
        )
        for row in rows
    ]
