"""PostgreSQL is turned off, or crashes, and comes back while people play: clear errors, then all goes on."""

from functools import partial

import pytest

from tests.faults.crew import Crew
from tests.faults.nursery import nursery
from tests.faults.people import (
    Player,
    check_log,
    check_match,
    landed,
    looking_on,
    playing,
    troubles,
    wait_for,
    wait_for_follower,
)
from tests.faults.skald import skald

pytestmark = [pytest.mark.postgresql(only=True), pytest.mark.slow]

OUTAGES = ("fast", "immediate")


def test_writers_and_a_follower_go_on(restartable, place, rng):
    with nursery(place) as children:
        crew = Crew(children, str(rng.random()))
        crew.start()
        for mode in OUTAGES * 2:
            restartable.stop(mode)
            crew.wait_for_trouble()
            restartable.start()
            crew.wait_for_progress()
        crew.kill()
        crew.check_log()


def test_nobody_is_told_of_an_outage_that_is_over(restartable, place):
    """The one thread that answers has kept its connection from before, which leads nowhere now."""
    with skald(place, WEB_THREADS="1", CONN_MAX_AGE="600") as running:
        match = running.open_match()
        # Alice is looked up through Django's models; for a passer-by, the log is what is asked first.
        for ask in (
            partial(running.ask, "GET", f"matches/{match}/"),
            partial(running.web.ask, "GET", f"/api/v1/matches/{match}/"),
        ):
            assert ask().status == 200
            restartable.stop("fast")
            restartable.start()
            answer = ask()
            assert answer.status == 200, answer


@pytest.mark.redis
@pytest.mark.parametrize("kept_seconds", ["0", "600"], ids=["a connection a request", "connections that are kept"])
def test_people_are_told_and_play_on(restartable, place, redis_server, rng, kept_seconds):
    with (
        skald(place, worker=True, redis_url=redis_server.url, CONN_MAX_AGE=kept_seconds) as running,
        nursery(place) as children,
    ):
        matches = [running.open_match() for _ in range(2)]
        players = [Player(running, matches[number % 2], f"salt of player {number},") for number in range(4)]
        with looking_on(running.web, matches) as onlookers:
            with playing(players):
                for mode in OUTAGES:
                    wait_for(players, landed, 3, "salts")
                    wait_for_follower(children)
                    restartable.stop(mode)
                    wait_for(players, troubles, 1, "an outage")
                    restartable.start()
                wait_for(players, landed, 3, "salts")
            for onlooker in onlookers:
                check_match(running, onlooker, players, rng)
        check_log(children, followed=True)
        assert "Exception in ASGI application" not in running.log()
