"""The content security policy: pages load our own files, and nothing from elsewhere."""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

HEADER = "Content-Security-Policy"

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
