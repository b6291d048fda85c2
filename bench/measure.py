"""What a measurement is made of: rounds taken in turn, medians, percentiles, ratios, targets."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Literal, NamedTuple, TypeVar

import msgspec

T = TypeVar("T")


class Target(NamedTuple):
    """What is to be reached: the `ratio` of ours to the peer's, or `ours` in the unit of the metric."""

    of: Literal["ratio", "ours"]
    sense: Literal["≥", "≤"]
    value: float

    def __str__(self) -> str:
        return f"{self.of} {self.sense} {self.value:g}"


class Line(msgspec.Struct, frozen=True):
    """A metric as it is printed. `ratio` is ours divided by the peer's; None where there is no peer."""

    metric: str
    ours: float
    peer: float | None
    peer_name: str
    ratio: float | None
    target: str | None
    unit: str


class Metric(NamedTuple):
    """A figure and what it is held against. `peer` is in the same unit; None where `peer_name` gives no figure."""

    metric: str
    ours: float
    unit: str
    peer_name: str = ""
    peer: float | None = None
    target: Target | None = None

    @property
    def ratio(self) -> float | None:
        """Ours divided by the peer's; None where there is no peer to divide by."""
        return self.ours / self.peer if self.peer else None

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None without a target."""
        if self.target is None:
            return None
        value = self.ratio if self.target.of == "ratio" else self.ours
        if value is None:
            return False
        return value >= self.target.value if self.target.sense == "≥" else value <= self.target.value

    def line(self) -> Line:
        """The metric as it is printed, rounded to four digits."""
        return Line(
            metric=self.metric,
            ours=rounded(self.ours),
            peer=None if self.peer is None else rounded(self.peer),
            peer_name=self.peer_name,
            ratio=None if self.ratio is None else rounded(self.ratio),
            target=str(self.target) if self.target else None,
            unit=self.unit,
        )

    def json(self) -> str:
        """The metric as a line of JSON."""
        return msgspec.json.encode(self.line()).decode()


def rounded(value: float) -> float:
    """A value with four significant digits.

    >>> rounded(0.0123456), rounded(123456), rounded(0)
    (0.01235, 123500.0, 0.0)
    """
    return float(f"{value:.4g}")


def percentile(values: Sequence[float], share: float) -> float:
    """The least value that `share` percent of all do not exceed (nearest rank). ValueError when there are none.

    >>> percentile([4, 1, 3, 2], 50), percentile([4, 1, 3, 2], 99)
    (2, 4)
    """
    if not values:
        raise ValueError("no values, no percentile")
    return sorted(values)[max(0, math.ceil(len(values) * share / 100) - 1)]


def interleaved(contenders: Mapping[str, Callable[[], T]], rounds: int) -> dict[str, list[T]]:
    """Let the contenders take turns for so many rounds, every other one in reverse order; what each answered."""
    answers: dict[str, list[T]] = {name: [] for name in contenders}
    for number in range(rounds):
        for name in list(contenders)[:: -1 if number % 2 else 1]:
            answers[name].append(contenders[name]())
    return answers


def medians(contenders: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The median of what each contender answered, taken in turn."""
    return {name: median(values) for name, values in interleaved(contenders, rounds).items()}
