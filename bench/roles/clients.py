"""A player over HTTP, who knows nothing of Skald but its API."""

from __future__ import annotations

import http.client
import time
from collections.abc import Callable
from random import Random
from typing import Any
from uuid import uuid4

import msgspec

CHOICES = 20
OK = 200


class Api:
    """One connection that is kept, with the token of a user."""

    def __init__(self, host: str, port: int, token: str) -> None:
        self._line = http.client.HTTPConnection(host, port, timeout=30)
        self._headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}

    def call(self, method: str, path: str, body: object = None) -> Any:
        """The document that the server answers with. RuntimeError when it says no."""
        headers = {**self._headers, "Idempotency-Key": str(uuid4())} if body else self._headers
        self._line.request(method, f"/api/v1/{path}", msgspec.json.encode(body) if body else None, headers)
        answer = self._line.getresponse()
        words = answer.read()
        if answer.status != OK:
            raise RuntimeError(f"{method} {path}: {answer.status} {words.decode(errors='replace')[:500]}")
        return msgspec.json.decode(words)


def player(host: str, port: int, token: str, matches: list[str]) -> Callable[[int], list[float]]:
    """Play matches one after the other. An order is a number of commands; the milliseconds that each took."""
    api, rng, waiting = Api(host, port, token), Random(matches[0]), list(matches)

    def turn() -> float:
        found = api.call("GET", f"matches/{waiting[0]}/legal?limit={CHOICES}")
        if not found["commands"]:
            waiting.pop(0)
            return turn()
        order = {"command": rng.choice(found["commands"])["command"], "pending": found["id"]}
        start = time.perf_counter()
        api.call("POST", f"matches/{waiting[0]}/commands", order)
        return (time.perf_counter() - start) * 1000

    return lambda count: [turn() for _ in range(count)]
