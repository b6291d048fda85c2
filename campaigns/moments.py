"""Streams as they were at an event or an instant."""

from __future__ import annotations

from datetime import UTC, datetime

from campaigns.loading import LoadedStream, load
from eventstore import api as store
from web.errors import NotThere, Unreadable
from web.untrusted_input import within

LARGEST_VERSION = 2**31


def as_of(now: LoadedStream, at: str) -> tuple[LoadedStream, datetime]:
    """A stream as it was `at` an event of its own or an instant, and that instant.

    `at` is the number of an event, or an instant in ISO 8601 (UTC where it names no zone).
    """
    if at.isascii() and at.isdigit() and len(at) <= len(str(LARGEST_VERSION)):
        version = within(int(at), 1, LARGEST_VERSION, "at")
        if version > now.version:
            raise NotThere("event")
        return load(now.aggregate, now.id, version), recorded(now, version)
    instant = _instant(at)
    return load(now.aggregate, now.id, version_at(now, instant)), instant


def _instant(text: str) -> datetime:
    try:
        # A plus sign in an address is a space by the time that it is read.
        found = datetime.fromisoformat(text.replace(" ", "+") if "T" in text else text)
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        hint = "Send 42, or 2026-11-20T18:00:00Z."
        raise Unreadable("must be the number of an event or a time in ISO 8601", "at", hint=hint) from None


def version_at(loaded: LoadedStream, instant: datetime) -> int:
    """The version that a stream had at an instant, that moment included; NotThere before its first event."""
    version, above = 0, loaded.version + 1
    while above - version > 1:
        middle = (version + above) // 2
        if recorded(loaded, middle) <= instant:
            version = middle
        else:
            above = middle
    if version == 0:
        raise NotThere("event")
    return version


def recorded(loaded: LoadedStream, version: int) -> datetime:
    """When an event was recorded: by the clock of then, which nobody may have put back for this to be exact."""
    return next(store.read(loaded.stream, version - 1, version)).recorded
