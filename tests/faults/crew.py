"""Four writers and a follower who are killed and come back."""

import json
import random
import time
from pathlib import Path

from tests.faults.journal import Noted, read_journal
from tests.faults.nursery import Child, Nursery
from tests.faults.story import read_story
from tests.faults.waiting import until

WRITERS = 4


class Member:
    """A writer or the follower: whoever it is just now, it goes on where the last one was killed."""

    def __init__(self, nursery: Nursery, role: str, path: Path, *words: str) -> None:
        self.role = role
        self.path = path
        self._nursery = nursery
        self._words = words
        self._lives = 0
        self._seen = 0
        self._child: Child | None = None

    def start(self) -> None:
        """Begin a life."""
        self._lives += 1
        self._seen = self._size()
        # Each life of a writer draws other orders.
        words = [f"{word}/{self._lives}" for word in self._words]
        self._child = self._nursery.start(self.role, self.path, *words)

    def kill(self) -> None:
        """End the life at once."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def wait_for_progress(self) -> None:
        """Wait until it has got something done since it was started, or since something was waited for before."""
        self._wait_for_note("answered" if self.role == "writer" else "\n")

    def wait_for_trouble(self) -> None:
        """Wait until the writer has found the database away since it was started, or since …, as above."""
        self._wait_for_note("away")

    def _wait_for_note(self, word: str) -> None:
        until(lambda: word in self._news() or self._nursery.complaints(), f"{word!r} from {self.path.name}")
        assert not self._nursery.complaints(), self._nursery.complaints()
        self._seen = self._size()

    def _news(self) -> str:
        """What was noted since it was started, or since something was waited for."""
        if not self.path.exists():
            return ""
        with self.path.open() as notes:
            notes.seek(self._seen)
            return notes.read()

    def _size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0


class Crew:
    """All of them. Their journals are in the nursery's folder."""

    def __init__(self, nursery: Nursery, seed: str) -> None:
        folder = nursery.folder
        self._nursery = nursery
        self._seed = seed
        names = [f"writer-{number}" for number in range(WRITERS)]
        self.writers = [Member(nursery, "writer", folder / name, f"{seed}/{name}") for name in names]
        self.follower = Member(nursery, "follow", folder / "follower")

    @property
    def members(self) -> list[Member]:
        """The writers and the follower."""
        return [*self.writers, self.follower]

    def start(self) -> None:
        """Begin; return when everybody has got something done."""
        for member in self.members:
            member.start()
        self.wait_for_progress()

    def kill(self) -> None:
        """End all at once."""
        for member in self.members:
            member.kill()

    def wait_for_progress(self) -> None:
        """Wait until each has got something done since this was asked before."""
        for member in self.members:
            member.wait_for_progress()

    def wait_for_trouble(self) -> None:
        """Wait until each writer has found the database away since something was waited for before."""
        for one in self.writers:
            one.wait_for_trouble()

    def check_log(self) -> None:
        """Now that all are dead: nothing is lost, doubled or out of order, neither as they left it nor when settled."""
        left = read_story(self._nursery)
        left.check_order()
        left.check_follower(at_end=False)
        left.check_orders(self.noted())
        self.settle()
        settled, noted = read_story(self._nursery), self.noted()
        assert not any(journal.unanswered for journal in noted)
        settled.check_order()
        settled.check_follower(at_end=True)
        settled.check_orders(noted)
        self.check_repeats()
        assert read_story(self._nursery) == settled

    def settle(self) -> None:
        """Send again what was never answered, and let the follower come to the end."""
        for one in self.writers:
            self._nursery.run("settle", one.path)
        self._nursery.run("catch_up")

    def noted(self) -> list[Noted]:
        """The journals of the writers."""
        return [read_journal(one.path) for one in self.writers]

    def check_repeats(self) -> None:
        """Who sends an order again is answered what they were answered then."""
        for one in self.writers:
            path = self._nursery.folder / "answers"
            self._nursery.run("repeat", one.path, path, self._seed)
            answers, then = json.loads(path.read_text()), read_journal(one.path).answered
            assert answers
            for command, answer in answers.items():
                assert tuple(tuple(pair) for pair in answer) == then[command], (command, answer, then[command])


def kill_at_random(members: list[Member], rng: random.Random, pause: float) -> None:
    """Kill some at a random moment and start them again: mostly at work, now and then on the way back to it."""
    chosen = rng.sample(members, rng.choice((1, 1, 2, len(members))))
    if rng.random() < 0.8:
        for member in chosen:
            member.wait_for_progress()
    time.sleep(rng.random() * pause)
    for member in chosen:
        member.kill()
    for member in chosen:
        member.start()
