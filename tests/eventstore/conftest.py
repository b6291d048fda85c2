"""The subscribers of the apps above do not follow the logs of these tests."""

import pytest

from eventstore import registry
from tests.eventstore.flushing import _flush_past_the_guards

__all__ = ["_flush_past_the_guards"]


@pytest.fixture(autouse=True)
def _no_subscribers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_subscribers", {})
