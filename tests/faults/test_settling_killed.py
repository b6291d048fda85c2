"""Whoever settles battles is killed again and again, and told of them twice: each battle is settled once."""

import json
import os
import random
import time

import pytest

from tests.faults.nursery import Nursery, nursery
from tests.faults.skald import skald

pytestmark = [pytest.mark.postgresql, pytest.mark.slow]

KILLS = max(200, round(float(os.environ.get("FAULT_SECONDS") or 0)))
# A life is ended so much later at most: some settle a battle or two, most are in the midst of one.
LONGEST_LIFE = 0.06
BATTLES = 60
# Whoever was killed leaves a job for this long.
LEASE = {"JOB_LEASE_SECONDS": "1"}


def told(children: Nursery, battles: int) -> int:
    """What became of it all is what should have; how often somebody has begun to settle a battle."""
    path = children.folder / "settled.json"
    children.run("tell_settled", path)
    found = json.loads(path.read_text())
    assert found["wrong"] == []
    assert found["parked"] == []
    assert found["jobs"] == {"open_battle done": battles, "settle_match done": battles}
    assert len(found["settled"]) == battles
    assert set(found["settled"].values()) == {1}
    assert set(found["recorded"].values()) == {2}
    attempts: int = found["attempts"]
    return attempts


def lives_and_deaths(children: Nursery, rng: random.Random, kills: int) -> None:
    """Two at a time settle battles, for moments."""
    crew = [children.start("settle_battles", children.folder / f"life-{number}") for number in range(2)]
    for kill in range(kills):
        time.sleep(rng.uniform(0, LONGEST_LIFE))
        crew[kill % 2].kill()
        crew[kill % 2] = children.start("settle_battles", children.folder / f"life-{kill % 2}")
    children.run("await_settled")
    for child in crew:
        child.kill()


def test_each_battle_is_settled_once(place, rng):
    with nursery(place, **LEASE) as children:
        children.run("fight", str(BATTLES))
        lives_and_deaths(children, rng, KILLS)
        attempts = told(children, BATTLES)
        # Else nobody was killed in the midst of one.
        assert attempts > BATTLES


@pytest.mark.redis
def test_workers_are_told_twice_and_out_of_order(place, redis_server, rng):
    redis = {"REDIS_URL": redis_server.url}
    with skald(place, worker=True, redis_url=redis_server.url, **LEASE), nursery(place, **redis, **LEASE) as children:
        children.run("fight", "8")
        children.run("deliver_again", str(rng.random()))
        children.run("await_settled")
        children.run("deliver_again", str(rng.random()))
        told(children, 8)


@pytest.mark.redis
def test_workers_go_on_where_redis_was_away(place, redis_server):
    """What they were told is forgotten, or they were never told: the beat finds it."""
    redis = {"REDIS_URL": redis_server.url}
    with nursery(place, **redis, **LEASE) as children:
        children.run("fight", "2")
        redis_server.empty()
        with skald(place, worker=True, redis_url=redis_server.url, **LEASE):
            children.run("await_settled")
            redis_server.kill()
            children.run("fight_on", "2")
            redis_server.start()
            children.run("await_settled")
        told(children, 4)
