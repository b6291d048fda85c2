"""How requests are read and answers written: raw bytes in, msgspec in between, problem documents when we say no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from django.core.exceptions import ValidationError
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from web.api.parsing import ApiRefusal, RawJson
from web.errors import Refusal, Unreadable
from web.people import Person, person
from web.untrusted_input import read_struct

T = TypeVar("T")

LARGEST_NUMBER = 2**31


class Json(BaseRenderer):
    """JSON as msgspec writes it."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """The bytes of an answer; none for an answer without content."""
        return b"" if data is None else msgspec.json.encode(data, enc_hook=str)


class StructView(APIView):
    """Base of the views: anybody may ask, and the app answers who may see and do what."""

    parser_classes: tuple[type[BaseParser], ...] = (RawJson,)
    renderer_classes: tuple[type[BaseRenderer], ...] = (Json,)
    permission_classes = (AllowAny,)

    def handle_exception(self, exc: Exception) -> Response:
        """Answer a Refusal with its problem document."""
        if isinstance(exc, Refusal):
            exc = ApiRefusal(exc)
        elif isinstance(exc, ValidationError):
            # A cursor somebody made up names an instant that is none.
            exc = ApiRefusal(Unreadable("; ".join(exc.messages), "cursor"))
        return super().handle_exception(exc)


def body(request: Request, kind: type[T]) -> T:
    """The body of a request as a struct. An empty body is an empty object."""
    raw = request.data
    return read_struct(raw if isinstance(raw, bytes) and raw.strip() else b"{}", kind)


def who_asks(request: Request) -> Person:
    """The person behind a request."""
    return person(request.user)


def key_of(request: Request) -> str | None:
    """The Idempotency-Key of a request, None without one."""
    key: str | None = request.headers.get("Idempotency-Key")
    return key


def number(query: Mapping[str, str], name: str, default: int) -> int:
    """A whole number from the query string."""
    found = optional_number(query, name)
    return default if found is None else found


def optional_number(query: Mapping[str, str], name: str) -> int | None:
    """A whole number from the query string, None where it is not given."""
    text = query.get(name)
    if text is None or text == "":
        return None
    if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 20) or abs(int(text)) > LARGEST_NUMBER:
        raise Unreadable(f"must be a whole number up to {LARGEST_NUMBER}", name)
    return int(text)


def flag(query: Mapping[str, str], name: str) -> bool:
    """A yes or no from the query string."""
    text = query.get(name, "false")
    if text not in ("true", "false"):
        raise Unreadable("must be true or false", name)
    return text == "true"
