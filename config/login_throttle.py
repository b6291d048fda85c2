"""Passwords are not guessed without end: tries to log in are counted before the password is looked at.

* By address and name together: too many are refused until the window is over.
* By address alone, five times as many: who tries many names is refused too.
* By account, where somebody logged in changes their password and must give the old one: too many are refused.
* By name alone: too many make answers slower and lock nobody out, since anybody may send any name from anywhere.
"""

import hashlib
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from math import ceil
from typing import Any

from django.core.cache import BaseCache
from django.http import HttpRequest
from rest_framework.request import Request

from config.throttles import Windows

# No account has a longer name.
LONGEST_NAME = 150
NAMES_OF_AN_ADDRESS = 5
LONGEST_DELAY = 4.0  # seconds


class Tries(Windows):
    """Tries to log in, right or wrong. `take_back` forgets the one that was right."""

    scope = "login"
    kind = ""
    message = ""
    """What is limited, as the refusal says."""
    _counted_in: tuple[BaseCache, str] | None = None

    def get_cache_key(self, request: Request | HttpRequest, view: Any) -> str | None:
        """Return the key of what is counted; None for what has no name."""
        counted = self.counted_by(request)
        if counted is None:
            return None
        ident = hashlib.sha256(counted.encode("utf-8", errors="replace")).hexdigest()
        return self.cache_format % {"scope": f"{self.scope}{self.kind}", "ident": ident}

    def counted_by(self, request: Any) -> str | None:
        """Return what tries are counted by."""
        raise NotImplementedError

    def take_back(self) -> None:
        """Forget the try that was counted."""
        if self._counted_in is not None:
            cache, key = self._counted_in
            with suppress(ValueError):  # its window is over
                cache.incr(key, -1)

    def _added(self, cache: BaseCache, key: str) -> int:
        self._counted_in = cache, key
        return super()._added(cache, key)


class TriesByAddress(Tries):
    """Tries from an address."""

    kind = "_address"
    message = "Too many tries at passwords from your network address, whichever accounts they were for."

    def __init__(self) -> None:
        super().__init__()
        if self.num_requests is not None:
            self.num_requests *= NAMES_OF_AN_ADDRESS

    def counted_by(self, request: Any) -> str:
        """Return the address."""
        return self.get_ident(request)


class TriesByName(Tries):
    """Tries with a name, from wherever, whether or not anybody has it."""

    kind = "_name"

    def counted_by(self, request: Any) -> str | None:
        """Return the name, as an account's name is compared."""
        sent = request.data if isinstance(request, Request) else request.POST
        name = sent.get("username") if isinstance(sent, Mapping) else None
        if not isinstance(name, str):
            return None
        return unicodedata.normalize("NFKC", name.strip()[:LONGEST_NAME]).casefold()

    def delay(self, request: Request | HttpRequest) -> float:
        """Count a try; return for how many seconds its answer is held back: a second, then twice as long each time."""
        number = self.count(request)
        over = 0 if number is None else number - self.num_requests
        return min(LONGEST_DELAY, 2.0 ** (min(over, 10) - 1)) if over > 0 else 0.0


class TriesByAddressAndName(TriesByName):
    """Tries with a name from an address."""

    kind = "_both"
    message = "Too many tries to log in with this name from your network address."

    def counted_by(self, request: Any) -> str | None:
        """Return both."""
        name = super().counted_by(request)
        return None if name is None else f"{self.get_ident(request)}\n{name}"


class TriesByAccount(Tries):
    """Tries of who is logged in, at the old password of their account."""

    kind = "_account"
    message = "Too many tries at the old password of your account, wherever they came from. You stay logged in."

    def __init__(self, account: int | None) -> None:
        super().__init__()
        self._account = account

    def counted_by(self, request: Any) -> str | None:
        """Return the account."""
        return None if self._account is None else str(self._account)


class Guess:
    """A try at a password, counted. `refused_for`: seconds until one may try again, 0 when this one may go on.

    `why` says what is limited then. `account`: the id of the account whose old password is asked for; None where
    somebody logs in.
    """

    def __init__(self, request: Request | HttpRequest, account: int | None = None) -> None:
        hard: list[Tries] = [TriesByAccount(account), TriesByAddressAndName(), TriesByAddress()]
        # Each counts, also when another has refused.
        refusing = [one for one in hard if not one.allow_request(request)]
        self.refused_for = max((ceil(one.wait()) for one in refusing), default=0)
        self.why = refusing[0].message if refusing else ""
        soft = TriesByName()
        self.delay = 0.0 if refusing else soft.delay(request)
        self._counted = [*hard, soft]

    def take_back(self) -> None:
        """Forget it: it was right, or nobody looked at it."""
        for one in self._counted:
            one.take_back()
