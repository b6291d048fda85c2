"""The parsers of files, which hand them on as they came and take no more than we do."""

from __future__ import annotations

from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.conf import settings
from rest_framework.parsers import BaseParser

from web.api.parsing import ApiRefusal, too_long

IN_MEMORY = 1024 * 1024


class SkaldFile(BaseParser):
    """A `.skald` file, kept in memory while it is small, else in a temporary file."""

    media_type = "application/x-ndjson"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """A seekable file, at its beginning; a Refusal when it is longer than `MAX_IMPORT_BYTES`."""
        file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 – the view closes it
        left = most = settings.MAX_IMPORT_BYTES
        while chunk := stream.read(min(left + 1, 65_536)):
            left -= len(chunk)
            if left < 0:
                file.close()
                raise ApiRefusal(too_long(most))
            file.write(chunk)
        file.seek(0)
        return file


class OctetFile(SkaldFile):
    """The same, from who does not know what it is."""

    media_type = "application/octet-stream"
