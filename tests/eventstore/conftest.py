"""The subscribers of the apps above do not follow the logs of these tests."""

import pytest

from eventstore import registry


@pytest.fixture(autouse=True)
def _no_subscribers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_subscribers", {})
