"""Four writers and a follower, killed at random moments again and again: nothing is lost, doubled or out of order."""

import os
import time

import pytest

from tests.faults.crew import Crew, kill_at_random
from tests.faults.nursery import nursery

pytestmark = [pytest.mark.postgresql, pytest.mark.slow]

# A minute in CI: see .ci/run.
SECONDS = float(os.environ.get("FAULT_SECONDS") or 20)
# Who has just got something done is killed so much later at most: some appends long.
LONGEST_PAUSE = 0.03


def test_nothing_is_lost_or_doubled(place, rng):
    with nursery(place) as children:
        crew = Crew(children, str(rng.random()))
        crew.start()
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            kill_at_random(crew.members, rng, LONGEST_PAUSE)
        crew.kill()

        assert not any(journal.away for journal in crew.noted())
        crew.check_log()
