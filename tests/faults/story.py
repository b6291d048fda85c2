"""What a log tells in the end, and what must hold of it whatever happened."""

import json
from collections import defaultdict
from dataclasses import dataclass

from tests.faults.follower import Row
from tests.faults.journal import Noted, Part
from tests.faults.nursery import Nursery


@dataclass(frozen=True, slots=True)
class NewEvents:
    """An event: where it stands, and the command that wrote it."""

    position: int
    stream: str
    version: int
    command: str


@dataclass(frozen=True, slots=True)
class Story:
    """What the log holds, what the follower was given, what `verify` and `rebuild --check` find."""

    events: list[NewEvents]
    followed: list[Row]
    findings: list[str]

    def check_order(self) -> None:
        """Positions and versions without holes, and the log as it was recorded."""
        assert not self.findings, self.findings
        positions = [event.position for event in self.events]
        assert positions == list(range(1, len(positions) + 1)), first_difference(positions)
        versions: dict[str, list[int]] = defaultdict(list)
        for event in self.events:
            versions[event.stream].append(event.version)
        for stream, counted in versions.items():
            assert counted == list(range(1, len(counted) + 1)), (stream, first_difference(counted))

    def check_follower(self, *, at_end: bool) -> None:
        """The follower was given each event once and in order; `at_end`, all of them."""
        there = [(event.position, event.stream, event.version) for event in self.events]
        expected = there if at_end else there[: len(self.followed)]
        differing = [pair for pair in zip(self.followed, expected, strict=False) if len(set(pair)) > 1]
        assert self.followed == expected, (len(self.followed), len(expected), differing[:3])

    def check_orders(self, noted: list[Noted]) -> None:
        """What was answered is there, once, as answered; what was not is there once or not at all, and whole."""
        written = self._written()
        known = set()
        for journal in noted:
            for order in journal.sent:
                known.update(part.command for part in order)
                there = tuple(written.get(part.command) for part in order)
                if order[0].command in journal.answered:
                    answers = zip(order, journal.answered[order[0].command], strict=True)
                    expected = tuple((part.stream, *range(first, last + 1)) for part, (first, last) in answers)
                    assert there == expected, (order, there, expected)
                assert there == (None,) * len(order) or all(map(is_whole, order, there)), (order, there)
        assert written.keys() <= known, written.keys() - known

    def _written(self) -> dict[str, tuple[str | int, ...]]:
        """By command: its stream, then the versions of its events in the order of the log."""
        written: dict[str, tuple[str | int, ...]] = {}
        for event in self.events:
            before = written.get(event.command, (event.stream,))
            assert before[0] == event.stream
            written[event.command] = (*before, event.version)
        return written


def first_difference(numbers: list[int]) -> tuple[int, int]:
    """Where numbers leave 1, 2, 3 … for the first time: what should be there, and what is."""
    return next((there, here) for there, here in enumerate(numbers, 1) if there != here)


def is_whole(part: Part, there: tuple[str | int, ...] | None) -> bool:
    """Whether all events of an append are there, one behind the other."""
    if there is None:
        return False
    first = there[1]
    assert isinstance(first, int)
    return there == (part.stream, *range(first, first + part.count))


def read_story(nursery: Nursery) -> Story:
    """What the log holds just now."""
    path = nursery.folder / "story"
    nursery.run("tell", path)
    told = json.loads(path.read_text())
    return Story(
        events=[NewEvents(*event) for event in told["events"]],
        followed=[(position, stream, version) for position, stream, version in told["followed"]],
        findings=told["findings"],
    )
