"""Requests answered in threads that stay: a thread keeps its connections from one request to the next.

Django's own ASGI handler makes threads for each request, and with them new connections to the database and to Redis,
and it crosses between thread and event loop at each middleware. Here the event loop takes in the whole request, one
thread answers it from the first middleware to the last, and the event loop sends the answer. So a slow caller costs no
thread, neither while it sends nor while it reads. What only reads has threads of its own: commands that wait for a
lock of the database keep nobody from looking.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import IO, Any, cast

from asgiref.sync import iscoroutinefunction
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.exception import convert_exception_to_response
from django.core.signals import request_started
from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import resolve, set_script_prefix

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

READING = ("GET", "HEAD", "OPTIONS")


class Doors:
    """Sends each request to where it is answered: to `waiting` when its view is a coroutine, else to `threads`."""

    def __init__(self, threads: Application, waiting: Application) -> None:
        self._threads = threads
        self._waiting = waiting

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        # What is no HTTP is refused by Django's own handler.
        door = self._waiting if scope["type"] != "http" or waits(scope) else self._threads
        await door(scope, receive, send)


def waits(scope: Scope) -> bool:
    """Whether the view that is asked for is a coroutine, such as the live feed, which lasts and must keep no thread."""
    # As Django's request has it: a server may put all of Skald behind a path (`uvicorn --root-path`).
    path = scope["path"].removeprefix(get_script_prefix(scope))
    try:
        return bool(iscoroutinefunction(resolve(path).func))
    except Http404:
        return False


class Threads(ASGIHandler):
    """Answers requests in `count` threads, one thread a request; further requests queue.

    Half of the threads, and one at least, are for what only reads, the others for all else.
    """

    def __init__(self, count: int) -> None:
        super().__init__()
        writers = max(1, count // 2)
        self._writing = ThreadPoolExecutor(writers, thread_name_prefix="web-writing")
        self._reading = ThreadPoolExecutor(max(1, count - writers), thread_name_prefix="web-reading")
        # A stream that fails is a page that says so, as a view that fails is.
        self._whole = convert_exception_to_response(self._joined)

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware as functions that are called one within the other, all in the same thread."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take in the request, let a thread answer it, send the answer."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        pool = self._reading if scope["method"] in READING else self._writing
        answer = await asyncio.get_running_loop().run_in_executor(pool, self._answer, scope, body)
        await self.send_response(answer, send)

    def _answer(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """The answer, complete and closed: nothing is left to be done in a thread when it is sent."""
        with closing(body):
            set_script_prefix(get_script_prefix(scope))
            request_started.send(sender=self.__class__, scope=scope)
            request, refusal = self.create_request(scope, body)
            # Exactly one of the two is None.
            answer = cast("HttpResponseBase", self._whole(request) if request else refusal)
            answer.close()
        return answer

    def _joined(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, its stream read to the end. RuntimeError where it must be awaited: it might never end."""
        answer = self.get_response(request)
        if isinstance(answer, StreamingHttpResponse):
            if answer.is_async:
                raise RuntimeError(f"{request.path_info} answers an asynchronous stream: its view must be a coroutine")
            answer.streaming_content = _at_once(b"".join(answer))
        return answer


async def _at_once(content: bytes) -> AsyncIterator[bytes]:
    """Content that is there already, as something to wait for."""
    yield content
