"""Whoever pairs rounds and draws schedules is killed again and again: each is answered once, and nothing is lost."""

import json
import random
import time
from itertools import combinations

import pytest

from tests.faults.nursery import Nursery, nursery

pytestmark = [pytest.mark.postgresql, pytest.mark.slow]

KILLS = 12
# Loading the solver and placing six fixtures takes about as long.
LONGEST_LIFE = 1.0
TIMES = 2
ENTRANTS = ("e1", "e2", "e3", "e4")
LEASE = {"JOB_LEASE_SECONDS": "1"}


def lives_and_deaths(children: Nursery, rng: random.Random) -> None:
    """Two at a time do what is due, for moments; in the end nobody is killed any more."""
    crew = [children.start("settle_battles", children.folder / f"life-{number}") for number in range(2)]
    for kill in range(KILLS):
        time.sleep(rng.uniform(0, LONGEST_LIFE))
        crew[kill % 2].kill()
        crew[kill % 2] = children.start("settle_battles", children.folder / f"life-{kill % 2}")
    children.run("await_settled")
    for child in crew:
        child.kill()


def test_each_request_is_answered_once(place, rng):
    with nursery(place, **LEASE) as children:
        children.run("ask_workers", str(TIMES))
        lives_and_deaths(children, rng)
        path = children.folder / "scheduled.json"
        children.run("tell_scheduled", path)
    found = json.loads(path.read_text())
    assert found["wrong"] == []
    assert found["jobs"] == {"draw_schedule done": 2 * TIMES, "pair_round done": TIMES}, found["errors"]
    assert len(found["tournaments"]) == TIMES
    for tournament in found["tournaments"]:
        # Of the two officers' requests the later one is answered, after or instead of the first.
        # Three rounds of the league were drafted as it started.
        assert tournament["answers"] == {"tournament.schedule_drafted": 1, "tournament.round_drafted": 3 + 1}
        assert len(tournament["dated"]) == 6  # 4 × 3 / 2
        assert tournament["meetings"] == [list(pair) for pair in combinations(ENTRANTS, 2)]
        assert tournament["paired"] == list(ENTRANTS)
        assert tournament["waiting"] == []
    # Else nobody was killed in the midst of one.
    assert found["attempts"] > 3 * TIMES
