"""What holds for every request.

Pages load our own files and nothing from elsewhere; no NUL comes in; a database that is away is no fault of the
request; passwords are not guessed without end.
"""

import sqlite3
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from math import ceil
from typing import Any

import structlog
from asgiref.sync import iscoroutinefunction
from django.core.exceptions import BadRequest
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware
from django.utils.deprecation import MiddlewareMixin

from config.guessing import TriesByAddress, TriesByName
from config.views import bad_request, storage_full, too_many, unavailable

log = structlog.get_logger(__name__)

HEADER = "Content-Security-Policy"
# How PostgreSQL and SQLite say that there is no room; SQLite's second when a quota is used up, or the disk is dying.
DISK_FULL = "53100"
NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)
TRIES = "skald.tries"  # where a request keeps what counts its try to log in

OWN_FILES_ONLY = {
    "default-src": "'self'",
    "img-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
# Unfold writes its colours and Alpine.js expressions into the page; Alpine evaluates the latter.
ADMIN = OWN_FILES_ONLY | {
    "script-src": "'self' 'unsafe-inline' 'unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",
}
# Swagger UI carries a style block; its script comes from its own address.
API_DOCS = OWN_FILES_ONLY | {"style-src": "'self' 'unsafe-inline'"}

RELAXED = (("/admin/", ADMIN), ("/api/docs/", API_DOCS))


def policy_for(path: str) -> str:
    """Return the header's value for a page at `path`."""
    rules = next((rules for prefix, rules in RELAXED if path.startswith(prefix)), OWN_FILES_ONLY)
    return "; ".join(f"{what} {sources}" for what, sources in rules.items())


@sync_and_async_middleware
def content_security_policy(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Set the policy on every answer that does not bring its own."""

    def with_policy(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response.headers.setdefault(HEADER, policy_for(request.path))
        return response

    if iscoroutinefunction(get_response):

        async def waiting(request: HttpRequest) -> HttpResponseBase:
            answer: Awaitable[HttpResponseBase] = get_response(request)
            return with_policy(request, await answer)

        return waiting

    def direct(request: HttpRequest) -> HttpResponseBase:
        return with_policy(request, get_response(request))

    return direct


@sync_and_async_middleware
def no_nul(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Answer 400 to a NUL character in an address, a cookie or a form: PostgreSQL takes none in a text.

    Bodies of the API are read, and refused, by its parsers.
    """

    def refusal(request: HttpRequest) -> HttpResponseBase | None:
        return bad_request(request, BadRequest("a NUL character")) if _holds_nul(request) else None

    if iscoroutinefunction(get_response):

        async def waiting(request: HttpRequest) -> HttpResponseBase:
            answer: HttpResponseBase = refusal(request) or await get_response(request)
            return answer

        return waiting

    def direct(request: HttpRequest) -> HttpResponseBase:
        answer: HttpResponseBase = refusal(request) or get_response(request)
        return answer

    return direct


def _holds_nul(request: HttpRequest) -> bool:
    if "%00" in request.META.get("QUERY_STRING", ""):
        return True
    texts = [request.path, *request.COOKIES.values()]
    if request.method == "POST" and not request.path.startswith("/api/"):
        texts.extend(text for name, values in request.POST.lists() for text in (name, *map(str, values)))
    return any("\x00" in text for text in texts)


class DatabaseAway(MiddlewareMixin):
    """Answers 503 where the database does not: the request was right, and may be sent again."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        """Answer a lost or refused connection, a full disk, and a lock that was waited for too long; leave all else."""
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        if _disk_is_full(exception):
            log.error("database.disk_full", path=request.path, error=str(exception))
            return storage_full(request, exception)
        log.error("database.away", path=request.path, exc_info=exception)
        return unavailable(request, exception)


def _disk_is_full(error: Exception) -> bool:
    """Whether the driver's own error, which Django's wraps, says so."""
    cause = error.__cause__
    return getattr(cause, "sqlstate", None) == DISK_FULL or getattr(cause, "sqlite_errorcode", None) in NO_ROOM


class LoginLimit(MiddlewareMixin):
    """Answers 429 to who tries too many passwords in a login form, ours or that of the admin site."""

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        """Refuse a try too many before its password is looked at."""
        if not _is_login(request):
            return None
        tries = [TriesByAddress(), TriesByName()]
        # Each counts, also when another has refused.
        refusing = [one for one in tries if not one.allow_request(request)]
        if refusing:
            return too_many(request, max(ceil(one.wait() or 0) for one in refusing))
        request.META[TRIES] = tries
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Let a try count only when the form comes back: its password was looked at, and wrong."""
        if response.status_code != HTTPStatus.OK:
            for one in request.META.get(TRIES, ()):
                one.take_back()
        return response


def _is_login(request: HttpRequest) -> bool:
    place = request.resolver_match
    return request.method == "POST" and place is not None and place.view_name in ("login", "admin:login")
