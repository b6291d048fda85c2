"""Following a match by its live feed, in the event loop of a test."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import connections
from django.test import RequestFactory

from matches import service
from matches.live import views

SPARK = {"type": "spark", "seat": "home"}
BACKEND = "django.contrib.auth.backends.ModelBackend"


def in_thread(function):
    """Run in a thread as a request is, which gives its connection back."""

    def closing(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        finally:
            connections.close_all()

    return lambda *args, **kwargs: asyncio.to_thread(closing, *args, **kwargs)


def logged_in(user):
    session = SessionStore()
    session.update(
        {SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: BACKEND, HASH_SESSION_KEY: user.get_session_auth_hash()}
    )
    session.save()
    return session


def request(user, query="", **headers):
    """A request with the session of a user; without one it is nobody's."""
    made = RequestFactory().get(f"/matches/x/live?{query}", headers=headers)
    made.session = logged_in(user) if user else SessionStore()
    made.user = user or AnonymousUser()
    return made


@in_thread
def answered(match, user, query="", **headers):
    return views.live(request(user, query, **headers), match)


@asynccontextmanager
async def streaming(answer):
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/event-stream"
    assert await anext(answer.streaming_content) == b"retry: 2000\n\n"
    try:
        yield answer.streaming_content
    finally:
        await answer._iterator.aclose()  # Django would leave its end to the event loop


@asynccontextmanager
async def following(user, match, query="", **headers):
    async with streaming(await answered(match, user, query, **headers)) as stream:
        yield stream


async def resting(stream):
    """Wait until the feed has told all there was."""
    async with asyncio.timeout(5):
        while not (await anext(stream)).startswith(b": still here"):
            pass


async def heard(stream, seconds=5.0):
    """The next message: its kind, id and data; heartbeats are passed over."""
    async with asyncio.timeout(seconds):
        while (chunk := await anext(stream)).startswith(b":"):
            pass
    fields = dict(line.split(": ", 1) for line in chunk.decode().strip().split("\n"))
    return fields["event"], int(fields["id"]), json.loads(fields["data"])


def do(*args, **kwargs):
    """A command from another thread, as another process would give it."""
    thread = threading.Thread(target=_closing, args=(args, kwargs))
    thread.start()
    return thread


def _closing(args, kwargs):
    try:
        service.give_command(*args, **kwargs)
    finally:
        connections.close_all()


def run(coroutine):
    """What it comes to in a loop of its own; that of this thread may be Playwright's."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(asyncio.run, coroutine).result()


async def done(thread):
    await asyncio.to_thread(thread.join)
