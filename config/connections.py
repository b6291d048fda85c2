"""The connections of callers, beyond what uvicorn does about them: `uvicorn --http config.connections:Connection`.

uvicorn takes in a head without limit, waits for heads and bodies without end, keeps what somebody does not read for as
long as they like, keeps as many connections of one address as there are sockets, and adds the trailers of a chunked
body to the headers, behind those of a proxy.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from http import HTTPStatus
from math import inf
from socket import AF_INET, AF_INET6, IPPROTO_TCP
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from config.addresses import network

# Of the first line and the headers of a request, and of whatever comes between two pieces of its body.
HEAD_BYTES = 64 * 1024
HEAD_SECONDS = 20.0
# A body may take as long as a head, and beyond that as long as it takes at this rate.
SLOWEST_BYTES = 4 * 1024
# So long somebody may take nothing of what is sent to them.
DEAF_SECONDS = 60.0
LOOK_SECONDS = 5.0
# Of one address, beside its live feeds: a browser opens six.
MOST_BESIDE_FEEDS = 150

# Of Linux: how many milliseconds what was sent may stay without an answer. None elsewhere.
TCP_USER_TIMEOUT: int | None = getattr(socket, "TCP_USER_TIMEOUT", None)

_open: Counter[str] = Counter()  # connections by address, of IPv6 by network


class Connection(HttpToolsProtocol):
    """A connection that ends when its caller sends a head without end, or too slowly, or takes nothing."""

    _in_head = True
    _unread = 0  # bytes since something was complete: a head, a piece of a body
    _asking_since: float | None = None
    _body_taken = 0
    _unsent = 0  # bytes, when we last looked
    _deaf_since: float | None = None
    _running: RequestResponseCycle | None = None
    _address = ""
    _next_look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to look after it."""
        super().connection_made(transport)
        _give_up_on_the_deaf(transport)
        self._address = network(self.client[0]) if self.client else ""
        _open[self._address] += 1
        if self._address and _open[self._address] > connections_per_address():
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
        self._asking_since = self.loop.time()
        self._next_look = self.loop.call_later(LOOK_SECONDS, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the request that is being answered, too, where another was sent behind it: uvicorn tells the last."""
        if self._next_look is not None:
            self._next_look.cancel()
        _open[self._address] -= 1
        if not _open[self._address]:
            del _open[self._address]
        super().connection_lost(exc)
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()

    def data_received(self, data: bytes) -> None:
        """Count what comes until something is complete."""
        if self._asking_since is None and (self.cycle is None or self.cycle.response_complete):
            self._asking_since = self.loop.time()
        self._unread += len(data)
        super().data_received(data)
        if self._unread > HEAD_BYTES:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """Another request."""
        self._in_head = True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header, and no trailer for one."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Wait for the body."""
        self._in_head, self._unread, self._body_taken = False, 0, 0
        self._asking_since = self.loop.time()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a piece of the body."""
        self._unread = 0
        self._body_taken += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Wait for nothing until more comes."""
        self._unread, self._asking_since = 0, None
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _look(self) -> None:
        """End it where its caller is too slow; look again later."""
        now = self.loop.time()
        self._next_look = self.loop.call_later(LOOK_SECONDS, self._look)
        if self._is_deaf(now):
            self.transport.abort()
        elif self._is_slow(now):
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _is_deaf(self, now: float) -> bool:
        """Whether nothing of what waits to be sent was taken for too long."""
        unsent: int = self.transport.get_write_buffer_size()
        if not unsent or unsent < self._unsent:
            self._deaf_since = None
        elif self._deaf_since is None:
            self._deaf_since = now
        self._unsent = unsent
        return self._deaf_since is not None and now - self._deaf_since > DEAF_SECONDS

    def _is_slow(self, now: float) -> bool:
        """Whether a head or a body takes too long. Who waits for an answer to an earlier request is not."""
        if self._asking_since is None or self.pipeline:
            return False
        return now - self._asking_since > HEAD_SECONDS + self._body_taken / SLOWEST_BYTES

    def _refuse(self, status: HTTPStatus) -> None:
        """Say so where no answer is under way, and end it."""
        if self.transport.is_closing():
            return
        running = self._running
        if running is None or running.response_complete or (running.more_body and not running.response_started):
            words = f"{status.phrase}.".encode()
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: text/plain\r\nconnection: close\r\n"
            self.transport.write(head.encode() + b"content-length: %d\r\n\r\n%b" % (len(words), words))
        self.transport.close()


def _give_up_on_the_deaf(transport: asyncio.Transport) -> None:
    """Have the kernel end the connection when what it took over to send is not taken for too long, where it can.

    It takes megabytes before anything waits with us: the heartbeats of a live feed to who has vanished for weeks.
    """
    line = transport.get_extra_info("socket")
    if line is not None and line.family in (AF_INET, AF_INET6) and TCP_USER_TIMEOUT is not None:
        line.setsockopt(IPPROTO_TCP, TCP_USER_TIMEOUT, int(DEAF_SECONDS * 1000))


def connections_per_address() -> float:
    """How many connections one address may have. Behind a proxy all come from there, and how many is its business."""
    return inf if settings.PROXIES else settings.LIVE_FEEDS_PER_ADDRESS + MOST_BESIDE_FEEDS
