"""Ring among the games, for the tests of this folder alone."""

import pytest

from rules.registry import registered
from tests.example_game.ring.grounds import ON_GROUNDS
from tests.example_game.ring.system import RING


@pytest.fixture(autouse=True)
def ring():
    with registered(RING):
        yield RING


@pytest.fixture(params=[game.key for game in ON_GROUNDS])
def on_ground(request):
    """Ring on another ground."""
    game = next(game for game in ON_GROUNDS if game.key == request.param)
    with registered(game):
        yield game
