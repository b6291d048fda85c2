"""What holds for every request.

Pages load our own files and nothing from elsewhere; no NUL and no body without end comes in; a database that is away is
no fault of the request; passwords are not guessed without end; nobody keeps an answer that is for somebody else.
"""

import sqlite3
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from math import ceil
from typing import Any

import structlog
from asgiref.sync import iscoroutinefunction
from django.core.exceptions import BadRequest
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware
from django.utils.deprecation import MiddlewareMixin

from config.bodies import limit_passed
from config.login_throttle import Guess
from config.slow_answers import hold_back
from config.threads import WAITED_TOO_LONG, lasts
from config.throttles import PagesByAddress
from config.views import bad_request, busy, storage_full, too_long, too_many_guesses, too_many_pages, unavailable
from eventstore.timeouts import waited_too_long

log = structlog.get_logger(__name__)

HEADER = "Content-Security-Policy"
# How PostgreSQL and SQLite say that there is no room; SQLite's second when a quota is used up, or the disk is dying.
DISK_FULL = "53100"
NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)
WHO_ASKS = ("Cookie", "Authorization")  # what an answer depends on that is not in its address
CHANGE = "password"  # the page to change one's own
GUESS = "skald.guess"  # where a request keeps its try to log in
# Addresses that are no pages: the API counts for itself, and whoever watches over us asks often.
NOT_PAGES = ("/api/", "/healthz")

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

    So it does to a query that is not UTF-8. Bodies of the API are read, and refused, by its parsers.
    """

    def refusal(request: HttpRequest) -> HttpResponseBase | None:
        if not _is_utf8(request.META.get("QUERY_STRING", "")):
            return bad_request(request, BadRequest("a query that is not UTF-8"))
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


def _is_utf8(query: str) -> bool:
    """Whether the bytes of a query, told as Latin-1 has them, are text."""
    try:
        query.encode("latin1").decode()
    except UnicodeError:
        return False
    return True


def _holds_nul(request: HttpRequest) -> bool:
    if "%00" in request.META.get("QUERY_STRING", ""):
        return True
    texts = [request.path, *request.COOKIES.values()]
    if request.method == "POST" and not request.path.startswith("/api/"):
        texts.extend(text for name, values in request.POST.lists() for text in (name, *map(str, values)))
    return any("\x00" in text for text in texts)


class WholeAnswers(MiddlewareMixin):
    """Reads streams to their end, so that one that fails is a page that says so, as a view that fails is."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, whole unless it lasts. RuntimeError where it must be awaited: it might never end."""
        if isinstance(response, StreamingHttpResponse) and not lasts(response):
            if response.is_async:
                raise RuntimeError(f"{request.path_info} answers an asynchronous stream and does not say that it lasts")
            response.streaming_content = [b"".join(response)]
        return response


class BodyTooLong(MiddlewareMixin):
    """Answers 413 to a request whose body was longer than the limit, before anything else looks at it."""

    def process_request(self, request: HttpRequest) -> HttpResponseBase | None:
        """Refuse it: its body is not there. The connection ends, since the rest of the body may still come."""
        limit = limit_passed(request)
        return None if limit is None else too_long(request, limit)


class QueueTooLong(MiddlewareMixin):
    """Answers 503 to a request that waited too long for a thread, before anything else looks at it."""

    def process_request(self, request: HttpRequest) -> HttpResponseBase | None:
        """Refuse it: nothing of it was begun."""
        if not request.META.get(WAITED_TOO_LONG):
            return None
        log.warning("queue.busy", path=request.path)
        return busy(request, TimeoutError("no thread was free in time"))


@sync_and_async_middleware
def private_by_default(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Mark every response as different for each user, and as not to be cached.

    A view that knows better says `public` or `private` in a `Cache-Control` of its own, which stays; `Vary` is set all
    the same, since somebody else may be answered otherwise at this address.
    """

    def marked(response: HttpResponseBase) -> HttpResponseBase:
        directives = {part.strip().lower() for part in response.headers.get("Cache-Control", "").split(",")}
        if not directives & {"public", "private"}:
            response.headers["Cache-Control"] = _kept(response)
        patch_vary_headers(response, WHO_ASKS)
        return response

    if iscoroutinefunction(get_response):

        async def waiting(request: HttpRequest) -> HttpResponseBase:
            answer: Awaitable[HttpResponseBase] = get_response(request)
            return marked(await answer)

        return waiting

    def direct(request: HttpRequest) -> HttpResponseBase:
        return marked(get_response(request))

    return direct


def _kept(response: HttpResponseBase) -> str:
    """What a browser may keep: a page, as long as it asks whether that is still right; of data nothing at all."""
    page = response.headers.get("Content-Type", "").startswith("text/html")
    return "private, no-cache" if page else "private, no-store"


class DatabaseAway(MiddlewareMixin):
    """Answers 503 where the database does not: the request was right, and may be sent again."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        """Answer a lost or refused connection, a full disk, and a lock that was waited for too long; leave all else."""
        if isinstance(exception, DatabaseError) and waited_too_long(exception):
            log.warning("database.busy", path=request.path, error=str(exception).strip())
            return busy(request, exception)
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
    """Answers 429 to too many attempts at passwords, to log in on our page or the admin site's, or to change one."""

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        """Refuse a try too many before its password is looked at."""
        if not _is_login(request):
            return None
        place = request.resolver_match
        guess = Guess(request, request.user.pk if place is not None and place.view_name == CHANGE else None)
        if guess.refused_for:
            return too_many_guesses(request, guess.refused_for, guess.why)
        request.META[GUESS] = guess
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Let a try count only when the form comes back: its password was looked at, and wrong."""
        guess = request.META.get(GUESS)
        if guess is not None:
            hold_back(response, guess.delay)
            if response.status_code != HTTPStatus.OK:
                guess.take_back()
        return response


def _is_login(request: HttpRequest) -> bool:
    place = request.resolver_match
    return request.method == "POST" and place is not None and place.view_name in ("login", "admin:login", CHANGE)


class PageLimit(MiddlewareMixin):
    """Answers 429 to too many pages without a login; the API has limits of its own."""

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        """Refuse a page too many before anything is looked up for it."""
        pages = PagesByAddress()
        if not pages.rate or request.path.startswith(NOT_PAGES) or request.user.is_authenticated:
            return None
        return None if pages.allow_request(request) else too_many_pages(request, ceil(pages.wait()))
