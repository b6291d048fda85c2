"""`/matches/{id}/live`: what happens in a match, as server-sent events.

    event: play
    id: 43
    data: {"version": 43, "pending_id": 43, "status": "running", "entries": [{"n": 43, "type": …, "patch": […]}, …]}

`entries` are those of the replay document, for the eyes of who looks on. A comment line comes as a heartbeat. The
stream starts after the event named by `Last-Event-ID`, by `?after=`, or now. `event: gone` ends it for who may see
the match no more, has logged out, or whose token is good no longer. While the database is away the stream stays open
and waits.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Any

import structlog
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET
from rest_framework.request import Request
from rest_framework.settings import api_settings

from matches import service
from matches.documents import eyes_of
from matches.live.channel import Channel, Follower, shared, sse
from matches.live.credentials import BadCredential, identify
from matches.live.hub import hub
from matches.live.limits import Place, TooManyFeeds, places
from web.errors import Refusal, Unreadable

HEARTBEAT_SECONDS = 15.0
AWAY_SECONDS = 1.0
LARGEST = 2**31

log = structlog.get_logger(__name__)


class Feed(StreamingHttpResponse):
    """An answer that does not end by itself. `lasts` tells the server's threads to leave it to the event loop."""

    lasts = True

    def __init__(self, messages: AsyncIterator[bytes]) -> None:
        super().__init__(messages, content_type="text/event-stream")
        self.headers["Cache-Control"] = "private, no-cache"
        # A proxy that collects the answer before it passes it on would make a feed of it no more.
        self.headers["X-Accel-Buffering"] = "no"


@require_GET
def live(request: HttpRequest, match_id: uuid.UUID) -> HttpResponseBase:
    """Follow a match, known by a session or by a token.

    400 for a place that is none, 401 for a bad token, 403 for the eyes of another seat, 404 for who may not see the
    match, 429 and 503 for a feed too many.
    """
    try:
        after = _start(request)
        place = places.take(_address(request))
        follower, version = _arrive(request, match_id)
    except Refusal as refusal:
        return _refused(refusal)
    return Feed(_messages(follower, match_id, version if after < 0 else after, place))


def _address(request: HttpRequest) -> str:
    """The caller's address, as the API counts calls by it."""
    kinds: Any = api_settings.DEFAULT_THROTTLE_CLASSES
    return str(kinds[0]().get_ident(Request(request)))


def _refused(refusal: Refusal) -> HttpResponse:
    """The problem document that the API would answer with; a browser that follows reads the status alone."""
    problem = {"type": "about:blank", "title": HTTPStatus(refusal.status).phrase, "status": refusal.status}
    answer = JsonResponse(problem | refusal.document(), status=refusal.status, content_type="application/problem+json")
    if isinstance(refusal, TooManyFeeds):
        answer.headers["Retry-After"] = str(refusal.again)
    if isinstance(refusal, BadCredential):
        answer.headers["WWW-Authenticate"] = refusal.challenge
    return answer


async def _messages(follower: Follower, match_id: uuid.UUID, after: int, place: Place) -> AsyncIterator[bytes]:
    """What happens after event `after`, until the listener leaves or may see no more."""
    try:
        with hub().following(match_id, follower) as channel:
            yield b"retry: 2000\n\n"
            while not follower.over:
                follower.rest()
                try:
                    reading = channel.reading(after)
                    news = await shared(reading.news)
                    message = await channel.message(reading, follower.eyes(news.match))
                except Refusal:
                    yield sse("gone", after, {})
                    return
                except (OperationalError, InterfaceError) as error:
                    log.warning("live.database_away", error=str(error))
                    yield b": the database is away\n\n"
                    await asyncio.sleep(AWAY_SECONDS)
                    continue
                if message:
                    after = news.upto
                    yield message
                    if after < channel.version:
                        continue
                while not await _news_for(follower, channel, after):
                    yield b": still here\n\n"
    finally:
        places.leave(place)


async def _news_for(follower: Follower, channel: Channel, after: int) -> bool:
    """Wait until there is a reason to look again, at most until a heartbeat is due; whether there is one."""
    while await follower.stirred(HEARTBEAT_SECONDS):
        if follower.changed or after < channel.version:
            return True
        follower.rest()
    return False


def _start(request: HttpRequest) -> int:
    """The event to start after, −1 for now. Unreadable for what is no number."""
    headed = request.headers.get("Last-Event-ID")
    text = headed or request.GET.get("after", "")
    if not text:
        return -1
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) < LARGEST):
        field = "Last-Event-ID" if headed else "after"
        raise Unreadable(
            "Last-Event-ID and after name an event by its number.", field, hint="Leave it out to begin now."
        )
    return int(text)


def _arrive(request: HttpRequest, match_id: uuid.UUID) -> tuple[Follower, int]:
    """The viewer, and the version of the match. Refusal for people who may not see it."""
    who, credential = identify(request)
    seat = request.GET.get("seat", "")
    seen = service.load(who, match_id)
    eyes_of(seen.match, who, seat)
    return Follower(who, seat, credential), seen.match.version
