"""Who follows a match: asked when a feed begins, and again while it lasts.

A feed is a request that does not end. Meanwhile its sender may log out, be deactivated or lose rights, and a token may
be revoked; so what they were known by is kept, and looked up anew every few seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.settings import api_settings

from web.errors import Refusal
from web.people import ANYBODY, Person, person

AUTHORIZATION = "HTTP_AUTHORIZATION"


@dataclass(frozen=True, slots=True)
class Credential:
    """What somebody is known by: the key of a session, or an Authorization header as it was sent."""

    session: str = ""
    authorization: str = ""


class BadCredential(Refusal):
    """A header that lets nobody in. `challenge` is what the answer's WWW-Authenticate says."""

    status = 401

    def __init__(self, message: str, challenge: str) -> None:
        super().__init__("authentication_failed", message)
        self.challenge = challenge


def identify(request: HttpRequest) -> tuple[Person, Credential | None]:
    """Who sends a request, by the same means as at the API, and what they are known by; None where by nothing.

    Raises BadCredential for a token that is not good.
    """
    known_by, user = _authenticated(request)
    if known_by is None:
        return ANYBODY, None
    if isinstance(known_by, SessionAuthentication):
        return person(user), Credential(session=request.session.session_key or "")
    return person(user), Credential(authorization=request.META[AUTHORIZATION])


def current_people(credentials: Iterable[Credential]) -> Mapping[Credential, Person]:
    """Who each credential makes its bearer now; without those that are good no longer."""
    found = {}
    for credential in credentials:
        request = HttpRequest()
        request.method = "GET"
        if credential.authorization:
            request.META[AUTHORIZATION] = credential.authorization
        request.session = _session(credential.session)
        request.user = get_user(request)
        try:
            known_by, user = _authenticated(request)
        except BadCredential:
            continue
        if known_by is not None:
            found[credential] = person(user)
    return found


def _authenticated(request: HttpRequest) -> tuple[BaseAuthentication | None, Any]:
    """What has recognised the sender of a request, and whom in them."""
    kinds: Any = api_settings.DEFAULT_AUTHENTICATION_CLASSES
    means = [kind() for kind in kinds]
    asked = Request(request, authenticators=means)
    try:
        user = asked.user
    except AuthenticationFailed as error:
        raise BadCredential(str(error.detail), means[0].authenticate_header(asked) or "Session") from None
    known_by: Any = asked.successful_authenticator
    return known_by, user


def _session(key: str) -> Any:
    """The session as it is stored now; an empty one where it has ended."""
    return import_module(settings.SESSION_ENGINE).SessionStore(key or None)
