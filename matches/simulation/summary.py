"""What many matches add up to: who wins, scores, actions and mishaps, lengths, dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean, quantiles
from typing import Any

from matches.simulation.playing import Tally


class Summary:
    """Sums of tallies. `add` each, then ask for the `document` or the `lines`."""

    def __init__(self) -> None:
        self.winners: Counter[str] = Counter()
        self.beginners: Counter[str] = Counter()
        self.terminations: Counter[str] = Counter()
        self.scores: Counter[str] = Counter()
        self.details: Counter[str] = Counter()
        self.types: Counter[str] = Counter()
        self.faces: Counter[str] = Counter()
        self.lengths: dict[str, list[int]] = {"events": [], "commands": [], "dice": []}

    @property
    def matches(self) -> int:
        """How many there were."""
        return len(self.lengths["events"])

    def add(self, tally: Tally) -> None:
        self.winners[" and ".join(tally.winners) or "nobody"] += 1
        if tally.began:
            self.beginners[_fate(tally)] += 1
        self.terminations[tally.termination] += 1
        self.scores[":".join(map(str, tally.score.values()))] += 1
        self.details.update(tally.details)
        self.types.update(tally.types)
        self.faces.update(tally.faces)
        self.lengths["events"].append(tally.events)
        self.lengths["commands"].append(tally.commands)
        self.lengths["dice"].append(sum(tally.faces.values()))
        for span, mark in tally.clock.items():
            # The whole match is a span too, and says nothing.
            if isinstance(mark, int) and span != "match":
                self.lengths.setdefault(f"{span}s", []).append(mark)

    def document(self) -> dict[str, Any]:
        return {
            "matches": self.matches,
            "winners": dict(self.winners.most_common()),
            "who began": dict(self.beginners.most_common()),
            "terminations": dict(self.terminations.most_common()),
            "scores": dict(self.scores.most_common()),
            "lengths": {name: _spread(values) for name, values in self.lengths.items()},
            "details": dict(self.details.most_common()),
            "events": dict(self.types.most_common()),
            "dice": {f"d{sides}": die for sides, die in sorted(_dice(self.faces).items())},
        }

    def lines(self) -> Iterator[str]:
        document = self.document()
        yield f"{self.matches} matches"
        for name in ("winners", "who began", "terminations", "scores"):
            if any(document[name]):
                yield f"{name}: {_shares(document[name].items(), self.matches)}"
        yield "lengths (mean, half of all between):"
        for name, spread in document["lengths"].items():
            yield f"  {name:<10} {spread['mean']:>9.1f}   {spread['quarter']:g} to {spread['three_quarters']:g}"
        yield "what happened, a match:"
        for name, count in document["details"].items():
            yield f"  {name:<40} {count / self.matches:>8.2f}"
        yield "dice:"
        for name, die in document["dice"].items():
            yield f"  {name:<4} {die['rolled']:>9} rolled, mean {die['mean']:.3f} (fair: {die['fair']:.1f})"


def _fate(tally: Tally) -> str:
    """What became of the seat that had the first move."""
    if not tally.winners:
        return "no one won"
    return "won" if tally.began in tally.winners else "lost"


def _spread(values: Sequence[int]) -> dict[str, float]:
    low, _, high = quantiles(values, n=4) if len(values) > 1 else (values[0],) * 3
    return {"mean": fmean(values), "least": min(values), "quarter": low, "three_quarters": high, "most": max(values)}


def _dice(faces: Counter[str]) -> dict[int, dict[str, Any]]:
    found: dict[int, dict[int, int]] = {}
    for name, count in faces.items():
        sides, face = map(int, name.split(":"))
        found.setdefault(sides, {})[face] = count
    return {
        sides: {
            "rolled": sum(shown.values()),
            "mean": sum(face * count for face, count in shown.items()) / sum(shown.values()),
            "fair": (sides + 1) / 2,
            "faces": [shown.get(face, 0) for face in range(1, sides + 1)],
        }
        for sides, shown in found.items()
    }


def _shares(counts: Iterable[tuple[str, int]], whole: int, most: int = 8) -> str:
    return ", ".join(f"{name} {100 * count / whole:.1f}%" for name, count in list(counts)[:most])
