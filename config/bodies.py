"""Bodies of requests: their length is looked at before they are read, and counted while they are.

What is too long is never stored, neither in memory nor on disk: reading stops at the limit, and the middleware
`body_too_long` answers 413.
"""

from collections.abc import Awaitable, Callable, Mapping
from io import SEEK_END
from typing import IO, Any

from django.conf import settings
from django.http import HttpRequest

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]

LIMIT_PASSED = "skald.limit_passed"  # where the environment of a request whose body is too long has the limit


def limit_for(view: object) -> int:
    """The most bytes that a request to `view` may have. A view of the API that takes files says `takes_file`."""
    takes_file = getattr(getattr(view, "cls", None), "takes_file", False)
    return settings.MAX_IMPORT_BYTES if takes_file else settings.MAX_BODY_BYTES


def limit_passed(request: HttpRequest) -> int | None:
    """The limit that the body of `request` is longer than, if it is."""
    limit: int | None = request.META.get(LIMIT_PASSED)
    return limit


class LimitedBody:
    """The messages of one request, until its body is longer than `limit` bytes.

    From then on whoever reads them is told that the caller is gone, and `passed` is true.
    """

    def __init__(self, scope: Scope, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._left = limit
        self.passed = announced_length(scope) > limit

    async def __call__(self) -> Mapping[str, Any]:
        """The next message, as a server of ASGI gives it."""
        if not self.passed:
            message = await self._receive()
            self._left -= len(message.get("body", b""))
            self.passed = self._left < 0
        return {"type": "http.disconnect"} if self.passed else message


def announced_length(scope: Scope) -> int:
    """What a request says of its length; 0 where it says nothing that can be read."""
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return int(length) if length.isdigit() else 0


def length_of(body: IO[bytes]) -> int:
    """How many bytes a body has that is at its beginning; one that came in chunks announced nothing."""
    length = body.seek(0, SEEK_END)
    body.seek(0)
    return length


async def no_body() -> Mapping[str, Any]:
    """The one message of a request without a body."""
    return {"type": "http.request", "body": b"", "more_body": False}
