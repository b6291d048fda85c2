"""Chance that comes out the same each time a test runs."""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def same_chance(name: str) -> Iterator[None]:
    """Within, ids and secrets of this process, and so the dice of the house, follow from `name`.

    TEST_DICE=… draws others. Processes that are started draw their own.
    """
    drawn = random.Random(f"{os.environ.get('TEST_DICE', '')} {name}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "urandom", drawn.randbytes)  # ids (uuid)
        patch.setattr(random, "_urandom", drawn.randbytes)  # secrets (random.SystemRandom)
        yield
