"""Random tests: the same seeds in the same order, never fewer than asked, and a failure that can be had again."""

import time

import pytest

from tests.chance import random_seeds


@pytest.fixture(autouse=True)
def no_time(monkeypatch):
    """Only what must be tried is tried."""
    monkeypatch.setenv("RANDOM_SECONDS", "0")
    for name in ("RANDOM_SEED", "TEST_DICE"):
        monkeypatch.delenv(name, raising=False)


def tried(least, name="test_lamps", until=None):
    """The seeds that a test of that name was called with."""
    seeds = []

    def test(seed):
        seeds.append(seed)
        if until is not None:
            until(seeds)

    test.__qualname__ = name
    random_seeds(least)(test)()
    return seeds


@pytest.mark.parametrize("least", [1, 7])
def test_so_many_are_tried_however_little_time_there_is(least):
    assert len(set(tried(least))) == least


def test_more_are_tried_while_there_is_time(monkeypatch):
    clock = iter(
        [10.0, *(10.0 + n for n in range(100))]
    )  # the first is the beginning; looked at from the second seed on
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    monkeypatch.setenv("RANDOM_SECONDS", "5")
    assert len(tried(1)) == 6  # after 0, 1, 2, 3 and 4 seconds there was time for another


def test_the_seeds_follow_from_the_name(monkeypatch):
    first = tried(5)
    assert tried(8)[:5] == first
    assert not set(tried(5, "test_other_lamps")) & set(first)
    monkeypatch.setenv("TEST_DICE", "7")
    assert not set(tried(5)) & set(first)


def test_a_failure_names_its_seed_which_fails_alone(monkeypatch):
    third = tried(5)[2]

    def fail(seeds):
        assert seeds[-1] != third

    with pytest.raises(AssertionError) as caught:
        tried(5, until=fail)
    assert caught.value.__notes__ == [f"RANDOM_SEED={third} tries this seed alone; 2 before it passed."]
    monkeypatch.setenv("RANDOM_SEED", str(third))
    with pytest.raises(AssertionError):
        tried(5, until=fail)
    monkeypatch.setenv("RANDOM_SEED", "12")
    assert tried(5) == [12]


def test_pytest_takes_it_as_it_stands():
    @pytest.mark.slow
    @random_seeds(1)
    def test(seed):
        """What it says."""

    assert test.__doc__ == "What it says."
    assert [mark.name for mark in test.pytestmark] == ["slow"]
    assert not hasattr(test, "__wrapped__")
