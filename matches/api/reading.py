"""Who asks the API."""

from __future__ import annotations

from rest_framework.request import Request

from matches.access import Person, person


def who_asks(request: Request) -> Person:
    """The person behind a request."""
    return person(request.user)
