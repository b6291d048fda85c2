"""Redis is emptied, killed and started anew while people play: matches go on, workers catch up, nothing is lost."""

import pytest

from tests.faults.nursery import nursery
from tests.faults.people import (
    Player,
    check_log,
    check_match,
    landed,
    looking_on,
    playing,
    wait_for,
    wait_for_follower,
)
from tests.faults.skald import skald

pytestmark = [pytest.mark.postgresql, pytest.mark.redis, pytest.mark.slow]

TIMES = 3


def test_people_play_on(place, redis_server, rng):
    with skald(place, worker=True, redis_url=redis_server.url) as running, nursery(place) as children:
        matches = [running.open_match() for _ in range(2)]
        players = [Player(running, matches[number % 2], f"salt of player {number},") for number in range(4)]
        with looking_on(running.web, matches) as onlookers:
            with playing(players):
                for _ in range(TIMES):
                    wait_for_follower(children)
                    redis_server.empty()
                    wait_for(players, landed, 2, "salts after Redis was emptied")
                    redis_server.kill()
                    wait_for(players, landed, 2, "salts without Redis")
                    redis_server.start()
            for onlooker in onlookers:
                check_match(running, onlooker, players, rng)
        assert sum(player.troubles for player in players) == 0
        # What was played while Redis was away woke nobody: the beat finds it.
        check_log(children, followed=True)
        assert "Exception in ASGI application" not in running.log()
