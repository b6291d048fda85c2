"""Chance that comes out the same each time a test runs."""

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import update_wrapper

import pytest


@contextmanager
def same_chance(name: str) -> Iterator[None]:
    """Within, ids and secrets of this process, and so the dice of the house, follow from `name`.

    TEST_DICE=… draws others. Processes that are started draw their own.
    """
    drawn = drawn_from(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "urandom", drawn.randbytes)  # ids (uuid)
        patch.setattr(random, "_urandom", drawn.randbytes)  # secrets (random.SystemRandom)
        yield


def drawn_from(name: str) -> random.Random:
    """Chance that follows from a name and TEST_DICE."""
    return random.Random(f"{os.environ.get('TEST_DICE', '')} {name}")


def random_seconds() -> float:
    """How long a random test goes on, in seconds of this process's own work: RANDOM_SECONDS=…, else 1, in CI 2."""
    return float(os.environ.get("RANDOM_SECONDS") or (2 if os.environ.get("CI") else 1))


def random_seeds(least: int) -> Callable[[Callable[[int], None]], Callable[[], None]]:
    """Have a test called with one seed after another: `least` of them always, then more while there is time.

    They follow from the test's name, so that a run differs from another in how far it comes and in nothing else. A
    failure names its seed; RANDOM_SEED=… tries that one alone, TEST_DICE=… draws others.
    """

    def decorate(test: Callable[[int], None]) -> Callable[[], None]:
        def run() -> None:
            begun = time.process_time()
            for tried, seed in enumerate(_seeds(test.__qualname__)):
                if tried >= least and time.process_time() - begun >= random_seconds():
                    return
                try:
                    test(seed)
                except Exception as error:
                    error.add_note(f"RANDOM_SEED={seed} tries this seed alone; {tried} before it passed.")
                    raise

        update_wrapper(run, test)
        del run.__wrapped__  # type: ignore[attr-defined]  # else pytest looks for a fixture `seed`
        return run

    return decorate


def _seeds(name: str) -> Iterator[int]:
    if alone := os.environ.get("RANDOM_SEED"):
        yield int(alone)
        return
    drawn = drawn_from(name)
    while True:
        yield drawn.getrandbits(32)
