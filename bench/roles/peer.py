"""The peer at the same work: replaying a stream, keeping a log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench.peers import application, fill
from bench.roles.timing import clock
from bench.stories import long_story, story

STORIES = 5


def replay(settings: dict[str, str], events: int) -> Callable[[Any], float]:
    """An aggregate of so many events; each order replays it and answers with the seconds."""
    app = application(settings)
    saga = fill(app, long_story(1, events)[1:])
    return lambda _order: clock(lambda: app.repository.get(saga))


def keep(settings: dict[str, str]) -> Callable[[int], int]:
    """An order is a number of events, which are kept in aggregates of whole matches; the answer, how many were."""
    app = application(settings)
    stories = [story(seed) for seed in range(1, STORIES + 1)]

    def answer(events: int) -> int:
        done = 0
        while done < events:
            rows = stories[done % STORIES]
            fill(app, rows)
            done += len(rows) + 1
        return done

    return answer
