"""What is written once for all tests of a module: each begins with it, and none sees what another made of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.test import TestCase

from matches.loading import game_key
from tests.chance import same_chance


@contextmanager
def written_for(request: pytest.FixtureRequest, blocker: Any) -> Iterator[None]:
    """For a fixture of a module: what is written within is there for its tests, and is rolled back at the end.

    The transaction of each test lies within that of the module. So a test with transactions of its own
    (`transaction=True`) has no part in it, and a test that is not to find what was written belongs in another module.
    """
    with blocker.unblock():
        atomics = TestCase._enter_atomics()
        try:
            with same_chance(request.node.nodeid):
                yield
        finally:
            TestCase._rollback_atomics(atomics)
            game_key.cache_clear()  # the campaign of the next game has the same ids
