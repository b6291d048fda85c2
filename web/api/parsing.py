"""The parsers of the API: bytes in, as they came or read, and no more of them than we take.

They stand by themselves since Django REST framework reads their names from the settings while its views are imported.
"""

from __future__ import annotations

from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import APIException
from rest_framework.parsers import BaseParser

from web.errors import Refusal, Unreadable
from web.untrusted_input import read_json


class ApiRefusal(APIException):
    """A Refusal on its way to the caller; the server makes a problem document of it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message, refusal.code)
        self.status_code = refusal.status
        if refusal.retry_after:
            self.wait = refusal.retry_after  # Django REST framework makes the header of it
        document = refusal.document()
        self.problem = {name: document[name] for name in document.keys() - {"code", "message"}}


class RawJson(BaseParser):
    """Hands the bytes of a JSON body on as they came; the view reads them into its struct."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """The bytes; a Refusal when there are more than `MAX_BODY_BYTES` of them."""
        most: int = settings.MAX_BODY_BYTES
        raw = stream.read(most + 1)
        if len(raw) > most:
            raise ApiRefusal(too_long(most))
        return raw


class PlainJson(RawJson):
    """Reads a JSON body into plain values, for views whose serializers want them."""

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """The document; a Refusal when it is too long or cannot be read."""
        raw = super().parse(stream, media_type, parser_context)
        try:
            return read_json(raw)
        except Unreadable as error:
            raise ApiRefusal(error) from None


def too_long(most: int) -> Refusal:
    """The refusal of a body that is too long."""
    return Refusal("too_long", f"A request has at most {most} bytes here.", status=413)
