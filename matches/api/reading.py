"""How requests are read and answers written: raw bytes in, msgspec in between, problem documents when we say no."""

from __future__ import annotations

from collections.abc import Mapping
from tempfile import SpooledTemporaryFile
from typing import IO, Any, TypeVar

import msgspec
from django.core.exceptions import ValidationError
from rest_framework.exceptions import APIException
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.access import Person, person
from matches.errors import Refusal, Unreadable
from matches.outside import read_struct

T = TypeVar("T")

LONGEST_BODY = 1024 * 1024
LONGEST_FILE = 16 * 1024 * 1024
IN_MEMORY = 1024 * 1024
LARGEST_NUMBER = 2**31


class RawJson(BaseParser):
    """Hands the bytes of a JSON body on as they came; the view reads them into its struct."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """The bytes; a Refusal when there are more than 1 MiB of them."""
        raw = stream.read(LONGEST_BODY + 1)
        if len(raw) > LONGEST_BODY:
            raise ApiRefusal(too_long(LONGEST_BODY))
        return raw


class SkaldFile(BaseParser):
    """A `.skald` file, kept in memory while it is small, else in a temporary file."""

    media_type = "application/x-ndjson"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """A seekable file, at its beginning; a Refusal when it is longer than 16 MiB."""
        file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 – the view closes it
        left = LONGEST_FILE
        while chunk := stream.read(min(left + 1, 65_536)):
            left -= len(chunk)
            if left < 0:
                file.close()
                raise ApiRefusal(too_long(LONGEST_FILE))
            file.write(chunk)
        file.seek(0)
        return file


class OctetFile(SkaldFile):
    """The same, from who does not know what it is."""

    media_type = "application/octet-stream"


class Json(BaseRenderer):
    """JSON as msgspec writes it."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """The bytes of an answer; none for an answer without content."""
        return b"" if data is None else msgspec.json.encode(data, enc_hook=str)


class ApiRefusal(APIException):
    """A Refusal on its way to the caller; the house makes a problem document of it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message, refusal.code)
        self.status_code = refusal.status
        document = refusal.document()
        self.problem = {name: document[name] for name in document.keys() - {"code", "message"}}


class MatchView(APIView):
    """Base of the views: anybody may ask, and `matches.access` answers who may see and do what."""

    parser_classes: tuple[type[BaseParser], ...] = (RawJson,)
    renderer_classes = (Json,)
    permission_classes = (AllowAny,)

    def handle_exception(self, exc: Exception) -> Response:
        """Answer a Refusal with its problem document."""
        if isinstance(exc, Refusal):
            exc = ApiRefusal(exc)
        elif isinstance(exc, ValidationError):
            # A cursor somebody made up names an instant that is none.
            exc = ApiRefusal(Unreadable("; ".join(exc.messages), "cursor"))
        return super().handle_exception(exc)


def too_long(most: int) -> Refusal:
    """The refusal of a body that is too long."""
    return Refusal("too_long", f"A request has at most {most} bytes.", status=413)


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
        raise Unreadable(f"a whole number up to {LARGEST_NUMBER} is wanted", name)
    return int(text)


def flag(query: Mapping[str, str], name: str) -> bool:
    """A yes or no from the query string."""
    text = query.get(name, "false")
    if text not in ("true", "false"):
        raise Unreadable("true or false is wanted", name)
    return text == "true"
