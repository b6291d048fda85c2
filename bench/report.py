"""The table in `docs/performance.md`, between two marks; what stands around them is written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.measure import Metric

BEGIN = "<!-- written by `make bench`: begin -->"
END = "<!-- written by `make bench`: end -->"
PAGE = Path(__file__).resolve().parents[1] / "docs" / "performance.md"


def table(metrics: Iterable[Metric]) -> list[str]:
    lines = ["| metric | ours | unit | against | peer | ours / peer | target | |", "|---|--:|---|---|--:|--:|---|---|"]
    for metric in metrics:
        told = metric.line()
        verdict = {None: "", True: "reached", False: "**falls short**"}[metric.met]
        cells = [
            told.metric,
            _number(told.ours),
            told.unit,
            told.peer_name,
            _number(told.peer),
            _number(told.ratio),
            told.target or "",
            verdict,
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def short(metrics: Iterable[Metric]) -> list[str]:
    """What does not reach its target, a line each."""
    lines = []
    for metric in metrics:
        if metric.met is False and metric.target is not None:
            value = metric.ours if metric.target.of == "ours" else metric.ratio
            against = f", against {metric.peer_name}" if metric.peer_name else ""
            unit = f" {metric.unit}" if metric.target.of == "ours" else "x"
            lines.append(f"- {metric.metric}{against}: {_number(value)}{unit}, wanted {metric.target}")
    return lines


def section(metrics: Sequence[Metric], machine: Sequence[str], began: str, ended: str) -> str:
    """What goes between the marks."""
    held = [metric for metric in metrics if metric.target is not None]
    reached = sum(metric.met is True for metric in held)
    missed = short(metrics)
    lines = ["", *(f"- {line}" for line in machine), f"- began {began}", f"- ended {ended}", ""]
    lines += [f"{reached} of {len(held)} targets reached.", "", *table(metrics), ""]
    lines += ["### What falls short", "", *missed, ""] if missed else []
    return "\n".join(lines)


def replaced(page: str, text: str) -> str:
    """The page with `text` between its marks. ValueError when it has none."""
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page lacks its marks, {BEGIN} and {END}")
    return f"{head}{BEGIN}\n{text}\n{END}{tail}"


def write(text: str, page: Path = PAGE) -> None:
    """Put `text` between the marks of the page."""
    page.write_text(replaced(page.read_text(), text))


def _number(value: float | None) -> str:
    """A figure for a reader.

    >>> _number(123400.0), _number(12.34), _number(0.02), _number(None)
    ('123,400', '12.34', '0.02', '')
    """
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 1_000 else f"{value:.4g}"
