import pytest
from django.core.exceptions import ImproperlyConfigured

from config.env import env_bool, env_int, env_str


@pytest.fixture(autouse=True)
def _unset(monkeypatch):
    monkeypatch.delenv("SKALD_PROBE", raising=False)


def test_it_reads_what_is_set(monkeypatch):
    monkeypatch.setenv("SKALD_PROBE", "  12 ")
    assert env_str("SKALD_PROBE", "x") == "12"
    assert env_int("SKALD_PROBE", 3) == 12


@pytest.mark.parametrize("unset", [None, "", "   "])
def test_it_takes_the_default_for_nothing(monkeypatch, unset):
    if unset is not None:
        monkeypatch.setenv("SKALD_PROBE", unset)
    assert env_str("SKALD_PROBE", "x") == "x"
    assert env_int("SKALD_PROBE", 3) == 3
    assert env_bool("SKALD_PROBE", True) is True


@pytest.mark.parametrize(
    ("word", "meant"), [("1", True), ("Yes", True), ("on", True), ("FALSE", False), ("0", False), ("off", False)]
)
def test_it_reads_yes_and_no(monkeypatch, word, meant):
    monkeypatch.setenv("SKALD_PROBE", word)
    assert env_bool("SKALD_PROBE", not meant) is meant


def test_it_refuses_a_word_that_is_neither(monkeypatch):
    monkeypatch.setenv("SKALD_PROBE", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="SKALD_PROBE must be one of"):
        env_bool("SKALD_PROBE", True)


def test_it_refuses_what_is_no_number(monkeypatch):
    monkeypatch.setenv("SKALD_PROBE", "8OOO")
    with pytest.raises(ImproperlyConfigured, match="SKALD_PROBE must be a whole number, not '8OOO'"):
        env_int("SKALD_PROBE", 1)


def test_it_refuses_a_number_below_the_least(monkeypatch):
    monkeypatch.setenv("SKALD_PROBE", "0")
    with pytest.raises(ImproperlyConfigured, match="at least 1, not 0"):
        env_int("SKALD_PROBE", 5, least=1)
