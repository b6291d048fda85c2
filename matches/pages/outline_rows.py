"""The outline of a replay as rows of its log: turns and goes as headings, acts as lines with what lies within them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matches.pages.lines import Line

ACT = "act"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the log: the line that tells it, the line of its roll, and what others did within it.

    `passed`: how many windows were let pass within it.
    """

    kind: str
    last: int
    line: Line
    roll: dict[str, Any] | None
    times: int
    passed: int
    parts: Sequence[Row]

    @property
    def rolled(self) -> bool:
        """Whether anybody rolled, within it too."""
        return self.roll is not None or any(part.roll is not None for part in self.parts)


def flattened(outline: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Spans and acts in the order of the log, each without the spans and acts in it."""
    for one in outline:
        if "kind" in one:
            yield {name: value for name, value in one.items() if name != "parts"}
            yield from flattened(one.get("parts", ()))
        else:
            yield {"kind": ACT, **one}


def ends(rows: Iterable[Mapping[str, Any]]) -> list[int]:
    """The events after which an act is over: what one steps by."""
    return [row["last"] for row in rows if row["kind"] == ACT]


def rows_with_lines(rows: Iterable[Mapping[str, Any]], lines: Mapping[int, Line]) -> list[Row]:
    """The rows that have a line to tell."""
    return [_row(row, lines) for row in rows if row["n"] in lines]


def _row(row: Mapping[str, Any], lines: Mapping[int, Line]) -> Row:
    rolled = lines.get(row.get("roll", 0))
    return Row(
        kind=row.get("kind", ""),
        last=row["last"] if row.get("kind") == ACT else row["n"],
        line=lines[row["n"]],
        roll=rolled.roll if rolled is not None else None,
        times=row.get("times", 1),
        passed=row.get("passed", 0),
        parts=rows_with_lines(row.get("parts", ()), lines),
    )
