"""Passwords are not guessed without end: tries to log in are counted by address and by name, wherever they are made."""

import hashlib
import unicodedata
from collections.abc import Mapping
from typing import Any, cast

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

# No account has a longer name.
LONGEST_NAME = 150


class Tries(SimpleRateThrottle):
    """Tries to log in, right or wrong, counted before the password is looked at.

    Else many at the same moment would all pass. `take_back` forgets the one that was right.
    """

    scope = "login"
    key: str | None = None
    duration: int  # seconds, of the rate; the types of the base class leave it out

    def allow_request(self, request: Request | HttpRequest, view: Any = None) -> bool:
        """Count a try; False when it is one too many."""
        return bool(super().allow_request(cast("Request", request), view))

    def take_back(self) -> None:
        """Forget the try that was counted."""
        if self.key is not None:
            tries = self.cache.get(self.key, [])
            if self.now in tries:
                tries.remove(self.now)
                self.cache.set(self.key, tries, self.duration)


class TriesByAddress(Tries):
    """Tries from the caller's address."""

    def get_cache_key(self, request: Request, view: Any) -> str:
        """Return the key of the address."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class TriesByName(Tries):
    """Tries with a name, from wherever, whether or not anybody has it."""

    def get_cache_key(self, request: Request | HttpRequest, view: Any) -> str | None:
        """Return the key of the name, as an account's name is compared; None for what has no name."""
        sent = request.data if isinstance(request, Request) else request.POST
        name = sent.get("username") if isinstance(sent, Mapping) else None
        if not isinstance(name, str):
            return None
        plain = unicodedata.normalize("NFKC", name.strip()[:LONGEST_NAME]).casefold()
        ident = hashlib.sha256(plain.encode("utf-8", errors="replace")).hexdigest()
        return self.cache_format % {"scope": f"{self.scope}_name", "ident": ident}
