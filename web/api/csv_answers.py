"""Answers as CSV beside JSON, for `Accept: text/csv` or `?format=csv`."""

from __future__ import annotations

from typing import Any

from rest_framework.renderers import BaseRenderer

from web.api.reading import Json
from web.csv_files import CsvTable, csv_text


class Csv(BaseRenderer):
    """A `CsvTable` as text; a refusal stays the JSON document that it is."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """The bytes of an answer."""
        return csv_text(data).encode() if isinstance(data, CsvTable) else Json().render(data)
