"""Ring among the games, for the tests of this folder alone."""

import pytest

from rules.registry import registered
from tests.example_game.ring.system import RING


@pytest.fixture(autouse=True)
def ring():
    with registered(RING):
        yield RING
