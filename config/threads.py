"""Requests answered in threads that stay: a thread keeps its connections from one request to the next.

Django's own ASGI handler makes threads for each request, and with them new connections to the database and to Redis,
and it crosses between thread and event loop at each middleware. Here the event loop takes in the whole request, one
thread has Django's WSGI application answer it, and the event loop sends the answer. So a slow caller costs no
thread, neither while it sends nor while it reads. What only reads has threads of its own: commands that wait for a lock
of the database keep nobody from looking. And who waits for a thread that writes waits no longer than for such a lock:
the event loop answers that Skald is busy, and nothing was begun. A body that is too long is not taken in
(`config/bodies.py`). An answer that does not end by itself, such as the live feed, says that it `lasts`: the thread
makes its beginning, and the event loop sends what comes of it until the caller hangs up.

Between server and Django stand two standards, ASGI and WSGI (PEP 3333), and no handler of Django: decision 0025.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, closing
from tempfile import SpooledTemporaryFile
from typing import IO, Any, NamedTuple

from django.conf import settings
from django.http import Http404
from django.urls import resolve

from config.bodies import LIMIT_PASSED, LimitedBody, Receive, Scope, length_of, limit_for, no_body
from config.slow_answers import held_seconds

WAITED_TOO_LONG = "skald.waited_too_long"  # true in the environment of a request that no thread took up in time

Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Environ = dict[str, Any]
Wsgi = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

READING = ("GET", "HEAD", "OPTIONS")
A_PART = 2**16
"""So many bytes of an answer are given to the server at once."""


class Answer(NamedTuple):
    """What a thread made of a request. `lasting` is what is still to come, of an answer that lasts."""

    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes
    lasting: AsyncIterator[bytes] | None
    held_seconds: float


class Threads:
    """Has `application` answer requests in `count` threads, one thread a request; further requests queue.

    Half of the threads, and one at least, are for what only reads, the others for all else, which waits for one at
    most `queue_seconds`; None: as long as it takes.
    """

    def __init__(self, application: Wsgi, count: int, queue_seconds: float | None = None) -> None:
        self.queue_seconds = queue_seconds
        self._application = application
        writers = max(1, count // 2)
        self._writing = ThreadPoolExecutor(writers, thread_name_prefix="web-writing")
        self._reading = ThreadPoolExecutor(max(1, count - writers), thread_name_prefix="web-reading")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; where its body is too long, with the refusal of the middleware."""
        if scope["type"] != "http":
            raise ValueError(f"Skald speaks HTTP alone, and not {scope['type']}")
        limit = limit_for(view_at(scope))
        body = LimitedBody(scope, receive, limit)
        if not body.passed:
            await self._handle(scope, {}, body, send)
        if body.passed:
            await self._handle(scope, {LIMIT_PASSED: limit}, no_body, send)

    async def _handle(self, scope: Scope, more: Environ, receive: Receive, send: Send) -> None:
        """Take in the request, let a thread answer it, send the answer. `more` joins what Django is told."""
        body = await _read_body(receive)
        if body is None:
            return
        environ = environ_of(scope, body) | more
        if scope["method"] in READING:
            answer = await asyncio.get_running_loop().run_in_executor(self._reading, self._answer, environ)
        else:
            answer = await self._written(environ)
        if answer.held_seconds:
            await asyncio.sleep(answer.held_seconds)
        if answer.lasting is not None:
            await _send_while_heard(answer, receive, send)
        else:
            await _send(answer, send)

    async def _written(self, environ: Environ) -> Answer:
        """The answer of a thread that writes; where none takes the request up in time, that of the middleware.

        The latter asks neither the database nor Redis.
        """
        work = self._writing.submit(self._answer, environ)
        answering = asyncio.wrap_future(work)
        try:
            await asyncio.wait((answering,), timeout=self.queue_seconds)
        except asyncio.CancelledError:
            work.cancel()
            raise
        # What a thread has taken up can no longer be cancelled, and is waited for.
        if work.cancel():
            return self._answer(environ | {WAITED_TOO_LONG: True})
        return await answering

    def _answer(self, environ: Environ) -> Answer:
        """The answer, complete unless it lasts, and closed: nothing is left to be done in a thread when it is sent."""
        begun: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
            begun.append((status, headers))

        with closing(environ["wsgi.input"]):
            response: Any = self._application(environ, start_response)
            with closing(response):
                lasting = aiter(response) if lasts(response) else None
                content = b"" if lasting else b"".join(response)
        ((status, headers),) = begun
        named = [(name.encode("ascii"), value.encode("latin1")) for name, value in headers]
        return Answer(int(status[:3]), named, content, lasting, held_seconds(response))


async def _read_body(receive: Receive) -> IO[bytes] | None:
    """The whole body of a request, which a long one waits for on disk; None where the caller has hung up."""
    body = SpooledTemporaryFile(max_size=settings.FILE_UPLOAD_MAX_MEMORY_SIZE)  # noqa: SIM115 – closed by who answers
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            body.close()
            return None
        body.write(message.get("body", b""))
        if not message.get("more_body", False):
            body.seek(0)
            return body


async def _send(answer: Answer, send: Send) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    if answer.lasting is not None:
        async with aclosing(answer.lasting) as parts:  # type: ignore[type-var]  # Django's is a generator
            async for part in parts:
                await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body"})
        return
    for start in range(0, len(answer.content) or 1, A_PART):
        part, more = answer.content[start : start + A_PART], start + A_PART < len(answer.content)
        await send({"type": "http.response.body", "body": part, "more_body": more})


async def _send_while_heard(answer: Answer, receive: Receive, send: Send) -> None:
    """Send an answer that lasts, until it ends or the caller hangs up."""
    sending = asyncio.ensure_future(_send(answer, send))
    hung_up = asyncio.ensure_future(receive())  # after the body there is nothing else that a caller could send
    try:
        await asyncio.wait((sending, hung_up), return_when=asyncio.FIRST_COMPLETED)
    finally:
        hung_up.cancel()
        sending.cancel()
        failed, _ = await asyncio.gather(sending, hung_up, return_exceptions=True)
    if isinstance(failed, Exception):
        raise failed


def environ_of(scope: Scope, body: IO[bytes]) -> Environ:
    """What PEP 3333 wants told of a request whose whole body is `body`; texts are bytes as Latin-1 has them."""
    prefix = _prefix(scope)
    server, client = scope.get("server") or ("unknown", 0), scope.get("client")
    return {
        "REQUEST_METHOD": scope["method"].upper(),
        "SCRIPT_NAME": _latin(prefix),
        "PATH_INFO": _latin(scope["path"].removeprefix(prefix)),
        "QUERY_STRING": scope["query_string"].decode("latin1"),
        "SERVER_PROTOCOL": f"HTTP/{scope.get('http_version', '1.1')}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        **({"REMOTE_ADDR": client[0], "REMOTE_PORT": str(client[1])} if client else {}),
        **_headers(scope),
        "CONTENT_LENGTH": str(length_of(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def _headers(scope: Scope) -> Environ:
    """The headers of a request but its length; those that an underscore could pass off as another are left out."""
    named: Environ = {}
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin1").upper(), raw_value.decode("latin1")
        if "_" in name or name == "CONTENT-LENGTH":
            continue
        key = "CONTENT_TYPE" if name == "CONTENT-TYPE" else f"HTTP_{name.replace('-', '_')}"
        joint = "; " if key == "HTTP_COOKIE" else ","
        named[key] = f"{named[key]}{joint}{value}" if key in named else value
    return named


def _latin(text: str) -> str:
    return text.encode().decode("latin1")


def _prefix(scope: Scope) -> str:
    """The path that all of Skald is behind: a server may put it there (`uvicorn --root-path`)."""
    return str(settings.FORCE_SCRIPT_NAME or scope.get("root_path", ""))


def lasts(answer: object) -> bool:
    """Whether an answer does not end by itself, such as a live feed: the event loop sends it, no thread waits."""
    return bool(getattr(answer, "lasts", False))


def view_at(scope: Scope) -> object | None:
    """The view that is asked for."""
    try:
        return resolve(scope["path"].removeprefix(_prefix(scope))).func
    except Http404:
        return None
