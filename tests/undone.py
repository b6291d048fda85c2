"""What is tried and never was: many requests that each find the same rows and streams."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.test import TestCase


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written within is rolled back at the end."""
    atomics = TestCase._enter_atomics()
    try:
        yield
    finally:
        TestCase._rollback_atomics(atomics)
