"""`/matches/{id}/live`: what happens in a match, as server-sent events.

    event: play
    id: 43
    data: {"version": 43, "pending_id": 43, "status": "running", "entries": [{"n": 43, "type": …, "patch": […]}, …]}

`entries` are those of the replay document, for the eyes of who looks on. A comment line comes as a heartbeat. The
stream starts after the event named by `Last-Event-ID`, by `?after=`, or now. `event: gone` ends it for who may see
the match no more. While the database is away the stream stays open and waits.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import structlog
from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from matches import service
from matches.access import Person, person
from matches.documents import eyes_of
from matches.errors import Refusal
from matches.live.hub import hub
from matches.models import stream_of

HEARTBEAT_SECONDS = 15.0
AWAY_SECONDS = 1.0
MOST_ENTRIES = 200
LARGEST = 2**31

log = structlog.get_logger(__name__)


async def live(request: HttpRequest, match_id: uuid.UUID) -> HttpResponseBase:
    """Follow a match. 404 for who may not see it, 403 for the eyes of another seat, 400 for a place that is none."""
    seat = request.GET.get("seat", "")
    after = _start(request)
    if request.method != "GET" or after is None:
        return HttpResponse(
            "Last-Event-ID and after name an event by its number.", status=400, content_type="text/plain"
        )
    try:
        who, version = await _in_thread(_arrive)(request, match_id, seat)
    except Refusal as refusal:
        return HttpResponse(refusal.message, status=refusal.status, content_type="text/plain; charset=utf-8")
    told = _told(who, match_id, seat, version if after < 0 else after)
    response = StreamingHttpResponse(told, content_type="text/event-stream")
    response.headers["Cache-Control"] = "no-cache"
    # A proxy that collects the answer before it passes it on would make a feed of it no more.
    response.headers["X-Accel-Buffering"] = "no"
    return response


async def _told(who: Person, match_id: uuid.UUID, seat: str, after: int) -> AsyncIterator[bytes]:
    """What happens after event `after`, until the listener leaves or may see no more."""
    with hub().following(stream_of(match_id)) as watcher:
        yield b"retry: 2000\n\n"
        while True:
            try:
                news = await _in_thread(service.entries_after)(who, match_id, after, seat, MOST_ENTRIES)
            except Refusal:
                yield _message("gone", after, {})
                return
            except (OperationalError, InterfaceError) as error:
                log.warning("live.database_away", error=str(error))
                yield b": the database is away\n\n"
                await asyncio.sleep(AWAY_SECONDS)
                continue
            if news["entries"]:
                after = news["entries"][-1]["n"]
                yield _message("play", after, news | {"version": after})
                continue
            while not await watcher.beyond(after, HEARTBEAT_SECONDS):
                yield b": still here\n\n"


def _message(kind: str, number: int, content: dict[str, Any]) -> bytes:
    return b"event: %s\nid: %d\ndata: %s\n\n" % (kind.encode(), number, msgspec.json.encode(content))


def _start(request: HttpRequest) -> int | None:
    """The event to start after, −1 for now, None for what is no number."""
    text = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    if not text:
        return -1
    known = text.isascii() and text.isdigit() and len(text) <= 10 and int(text) < LARGEST
    return int(text) if known else None


def _arrive(request: HttpRequest, match_id: uuid.UUID, seat: str) -> tuple[Person, int]:
    """Who looks on, and how far the match has come. Refusal for who may not."""
    who = person(request.user)
    seen = service.load(who, match_id)
    eyes_of(seen.match, who, seat)
    return who, seen.match.version


def _in_thread(function: Any) -> Any:
    """The function, off the event loop, giving its connection back: a feed lives long and asks seldom."""

    def closing(*args: Any) -> Any:
        try:
            return function(*args)
        finally:
            connections.close_all()

    return sync_to_async(closing, thread_sensitive=False)
