"""Tables of what may stand in a field that is text, for the documentation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Wordlist(NamedTuple):
    """What may stand in a field that is text, as a table: its title, the heads of the columns, the rows."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> Iterator[str]:
        yield f"### {self.title}\n"
        yield f"| {' | '.join(self.heads)} |"
        yield f"|{'---|' * len(self.heads)}"
        yield from (f"| {' | '.join(map(cell, row))} |" for row in self.rows)
        yield ""


def cell(text: str) -> str:
    """A text as it stands in a cell of a table in Markdown."""
    return text.replace("|", "\\|")
