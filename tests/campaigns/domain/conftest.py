"""Ring among the games, for tests of what it has and the others have not."""

import pytest

from rules.registry import registered
from tests.example_game.ring.system import RING


@pytest.fixture
def ring():
    with registered(RING):
        yield RING
