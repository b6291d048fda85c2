"""Which events and commands of the log's pages the user may see, marked on the rows themselves.

A list asks each app once, whatever its number of rows, and so shows less than the page of a row, for which the app
looks into the stream itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from eventstore.admin.read_only import shortened
from eventstore.admin.stream_info import User, may_hide, stream_info_of, titles_of
from eventstore.models import Command, Event, Stream

HIDDEN = "hidden"
READABLE = "readable"
TITLE = "title_of_stream"


def is_readable(row: Event | Command) -> bool:
    """Whether an event, or a command with all its events, was marked as readable."""
    return bool(row.__dict__.get(READABLE, False))


def mark_titles(user: User, rows: Iterable[Event | Command | Stream]) -> None:
    """Keep with each row what its stream is about, where `user` may look at that."""
    names = {row: (row if isinstance(row, Stream) else row.stream).name for row in rows}
    titles = titles_of(user, names.values())
    for row, name in names.items():
        row.__dict__[TITLE] = titles.get(name) or shortened(name)


def title_of(row: Event | Command | Stream, name: str) -> str:
    """What the stream of a row is about, in a list; its name on a page of its own, where nothing was marked."""
    return str(row.__dict__.get(TITLE) or name)


def mark_listed_events(user: User, events: Iterable[Event]) -> None:
    """Mark what a list may tell the type of: all where nothing is kept from `user`, else what can be no secret."""
    rows = list(events)
    full = _read_in_full(user, rows)
    for row in rows:
        row.__dict__[READABLE] = row.stream.name in full or not may_hide(row.type.name)


def mark_listed_commands(user: User, commands: Iterable[Command]) -> None:
    """Mark the commands of streams in which nothing is kept from `user`; no list asks for the types of their events."""
    rows = list(commands)
    full = _read_in_full(user, rows)
    for row in rows:
        row.__dict__[READABLE] = row.stream.name in full


def mark_event(user: User, event: Event) -> None:
    """Mark an event as readable or not."""
    event.__dict__[READABLE] = event.version in _readable(user, event, {event.version})


def mark_command(user: User, command: Command) -> None:
    """Mark a command as readable if all its events are."""
    written = range(command.first_version, command.last_version + 1)
    command.__dict__[READABLE] = _readable(user, command, written).issuperset(written)


def _readable(user: User, row: Event | Command, versions: Collection[int]) -> set[int]:
    story = stream_info_of(row.stream.kind)
    return story.readable(user, row.stream.name, versions) if story else set(versions)


def _read_in_full(user: User, rows: Iterable[Event | Command]) -> set[str]:
    """The streams of these rows in which nothing is kept from `user`."""
    by_kind: dict[str, set[str]] = {}
    for row in rows:
        by_kind.setdefault(row.stream.kind, set()).add(row.stream.name)
    full: set[str] = set()
    for kind, names in by_kind.items():
        story = stream_info_of(kind)
        everything = story is None or getattr(user, "is_superuser", False)
        full |= names if everything or story is None else story.read_in_full(user, names)
    return full
