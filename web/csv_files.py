"""Tables as CSV that spreadsheets open as text: no cell is taken for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


class CsvTable(NamedTuple):
    """A head line and rows; `name` is that of the file, without its ending."""

    name: str
    head: Sequence[str]
    rows: Iterable[Sequence[Any]]


def csv_text(table: CsvTable) -> str:
    """The whole file."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.head)
    writer.writerows([safe(cell) for cell in row] for row in table.rows)
    return out.getvalue()


def safe(cell: Any) -> Any:
    """A cell that no spreadsheet takes for a formula: text that looks like one has an apostrophe before it.

    >>> safe("=SUM(A1)"), safe("-1.5"), safe("Ash"), safe(-3)
    ("'=SUM(A1)", '-1.5', 'Ash', -3)
    """
    if isinstance(cell, str) and cell.startswith(FORMULA) and not NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell
