"""Servers and places of our own: what is killed, emptied and filled here is nobody else's."""

import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.faults.places import Place, Places
from tests.faults.servers import Postgresql, Redis, own_postgresql, own_redis, postgresql_program
from tests.services import Missing


def on_postgresql() -> bool:
    """Whether this run proves PostgreSQL; see `tests.everything`."""
    return bool(settings.DATABASES["default"]["ENGINE"].endswith("postgresql"))


@pytest.fixture(scope="session")
def postgresql_programs() -> None:
    """What starts a PostgreSQL of our own; a server elsewhere does not do."""
    try:
        postgresql_program("initdb")
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def cluster(request: pytest.FixtureRequest) -> Iterator[Postgresql | None]:
    """A PostgreSQL of our own; None where this run proves SQLite."""
    if not on_postgresql():
        yield None
        return
    request.getfixturevalue("postgresql_programs")
    with own_postgresql() as running:
        yield running


@pytest.fixture(scope="session")
def places(cluster: Postgresql | None) -> Iterator[Places]:
    """Where places are made."""
    with tempfile.TemporaryDirectory(prefix="skald-places-") as folder:
        yield Places(Path(folder), cluster)


@pytest.fixture
def restartable(cluster: Postgresql) -> Iterator[Postgresql]:
    """The same PostgreSQL for a test that stops it; it runs again afterwards."""
    yield cluster
    cluster.start()


@pytest.fixture
def place(places: Places) -> Iterator[Place]:
    """A place for one test."""
    with places.fresh() as made:
        yield made


@pytest.fixture
def redis_server() -> Iterator[Redis]:
    """A Redis of our own."""
    with own_redis() as server:
        yield server


@pytest.fixture
def rng() -> random.Random:
    """What happens by chance follows from a seed, which is printed: FAULT_SEED=… makes the same choices again."""
    seed = os.environ.get("FAULT_SEED") or str(random.SystemRandom().randrange(10**9))
    print(f"FAULT_SEED={seed}")  # noqa: T201 – pytest shows it when the test fails
    return random.Random(seed)
