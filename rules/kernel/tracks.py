"""Tracks: a row of steps on which a figure moves down, with what each step takes and forbids."""

from __future__ import annotations

from typing import NamedTuple


class Step(NamedTuple):
    """A step of a track: its name, how many points it holds, its penalty and whether who stands there can act.

    `each`: the penalty grows by it with every further point on the step.
    """

    name: str
    holds: int = 1
    penalty: int = 0
    each: int = 0
    able: bool = True


class Place(NamedTuple):
    """Where a number of points leads on a track: the step, its number, and the penalty (≥ 0)."""

    step: Step
    number: int
    penalty: int


class Loss(NamedTuple):
    """What a loss came to: the points after it, and those for which the track had no room."""

    after: int
    excess: int


class Track:
    """The steps in order, the unhurt one first. Points are counted from 0; the last step holds all the rest.

    >>> wounds = Track(Step("light", holds=3), Step("heavy", holds=2, penalty=1, each=1), Step("dead", able=False))
    >>> [wounds.at(points)[1:] for points in (0, 2, 3, 4, 5)]
    [(0, 0), (0, 0), (1, 1), (1, 2), (2, 0)]
    >>> wounds.most, wounds.lose(4, 3)
    (5, Loss(after=5, excess=2))
    """

    def __init__(self, *steps: Step) -> None:
        self.steps = steps
        self.most = sum(step.holds for step in steps[:-1])
        """The points with which the last step is reached."""

    def at(self, points: int) -> Place:
        """Where so many points lead."""
        left = points
        for number, step in enumerate(self.steps[:-1]):
            if left < step.holds:
                return Place(step, number, step.penalty + step.each * left)
            left -= step.holds
        return Place(self.steps[-1], len(self.steps) - 1, self.steps[-1].penalty)

    def lose(self, points: int, lost: int) -> Loss:
        """So many points further down; the track ends with its last step."""
        after = min(self.most, points + lost)
        return Loss(after, points + lost - after)

    def points_to(self, name: str) -> int:
        """The points with which a step is reached."""
        place = next(number for number, step in enumerate(self.steps) if step.name == name)
        return sum(step.holds for step in self.steps[:place])
