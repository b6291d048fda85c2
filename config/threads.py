"""Requests answered in threads that stay: a thread keeps its connections from one request to the next.

Django's own ASGI handler makes threads for each request, and with them new connections to the database and to Redis,
and it crosses between thread and event loop at each middleware. Here the event loop takes in the whole request, one
thread answers it from the first middleware to the last, and the event loop sends the answer. So a slow caller costs no
thread, neither while it sends nor while it reads. What only reads has threads of its own: commands that wait for a lock
of the database keep nobody from looking. And who waits for a thread that writes waits no longer than for such a lock:
the event loop answers that Skald is busy, and nothing was begun. A body that is too long is not taken in
(`config/bodies.py`). An answer that does not end by itself, such as the live feed, says that it `lasts`: the thread
makes its beginning, and the event loop sends what comes of it until the caller hangs up.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import IO, Any, cast

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.exception import convert_exception_to_response
from django.core.signals import request_started
from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import resolve, set_script_prefix

from config.bodies import LIMIT_PASSED, LimitedBody, Receive, Scope, limit_for, no_body, with_length
from config.slow_answers import held_seconds

WAITED_TOO_LONG = "skald.waited_too_long"  # true in the scope of a request that no thread took up in time

Send = Callable[[Mapping[str, Any]], Awaitable[None]]

READING = ("GET", "HEAD", "OPTIONS")


class Threads(ASGIHandler):
    """Answers requests in `count` threads, one thread a request; further requests queue.

    Half of the threads, and one at least, are for what only reads, the others for all else, which waits for one at
    most `queue_seconds`; None: as long as it takes.
    """

    def __init__(self, count: int, queue_seconds: float | None = None) -> None:
        super().__init__()
        self.queue_seconds = queue_seconds
        writers = max(1, count // 2)
        self._writing = ThreadPoolExecutor(writers, thread_name_prefix="web-writing")
        self._reading = ThreadPoolExecutor(max(1, count - writers), thread_name_prefix="web-reading")
        # A stream that fails is a page that says so, as a view that fails is.
        self._whole = convert_exception_to_response(self._joined)

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware as functions that are called one within the other, all in the same thread."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; where its body is too long, with the refusal of the middleware."""
        if scope["type"] != "http":
            raise ValueError(f"Skald speaks HTTP alone, and not {scope['type']}")
        limit = limit_for(view_at(scope))
        body = LimitedBody(scope, receive, limit)
        if not body.passed:
            await self.handle(scope, body, send)
        if body.passed:
            await self.handle(scope | {LIMIT_PASSED: limit}, no_body, send)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take in the request, let a thread answer it, send the answer."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        scope = with_length(scope, body)
        if scope["method"] in READING:
            answer = await asyncio.get_running_loop().run_in_executor(self._reading, self._answer, scope, body)
        else:
            answer = await self._written(scope, body)
        if held := held_seconds(answer):
            await asyncio.sleep(held)
        if lasts(answer):
            await self._send_while_heard(answer, receive, send)
        else:
            await self.send_response(answer, send)

    async def _written(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """The answer of a thread that writes; where none takes the request up in time, that of the middleware.

        The latter asks neither the database nor Redis.
        """
        work = self._writing.submit(self._answer, scope, body)
        answering = asyncio.wrap_future(work)
        try:
            await asyncio.wait((answering,), timeout=self.queue_seconds)
        except asyncio.CancelledError:
            work.cancel()
            raise
        # What a thread has taken up can no longer be cancelled, and is waited for.
        if work.cancel():
            return self._answer(scope | {WAITED_TOO_LONG: True}, body)
        return await answering

    async def _send_while_heard(self, answer: HttpResponseBase, receive: Receive, send: Send) -> None:
        """Send an answer that lasts, until it ends or the caller hangs up."""
        sending = asyncio.ensure_future(self.send_response(answer, send))
        hung_up = asyncio.ensure_future(self.listen_for_disconnect(receive))
        try:
            await asyncio.wait((sending, hung_up), return_when=asyncio.FIRST_COMPLETED)
        finally:
            hung_up.cancel()
            sending.cancel()
            failed, _ = await asyncio.gather(sending, hung_up, return_exceptions=True)
        if isinstance(failed, Exception):
            raise failed

    def _answer(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """The answer, complete unless it lasts, and closed: nothing is left to be done in a thread when it is sent."""
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
        if isinstance(answer, StreamingHttpResponse) and not lasts(answer):
            if answer.is_async:
                raise RuntimeError(f"{request.path_info} answers an asynchronous stream and does not say that it lasts")
            answer.streaming_content = _at_once(b"".join(answer))
        return answer


def lasts(answer: HttpResponseBase) -> bool:
    """Whether an answer does not end by itself, such as a live feed: the event loop sends it, no thread waits."""
    return bool(getattr(answer, "lasts", False))


def view_at(scope: Scope) -> object | None:
    """The view that is asked for."""
    # As Django's request has it: a server may put all of Skald behind a path (`uvicorn --root-path`).
    path = scope["path"].removeprefix(get_script_prefix(scope))
    try:
        return resolve(path).func
    except Http404:
        return None


async def _at_once(content: bytes) -> AsyncIterator[bytes]:
    """Content that is there already, as something to wait for."""
    yield content
