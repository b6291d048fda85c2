"""The apps above neither follow the logs of these tests nor have a say in what is wrong with them."""

from collections.abc import Iterator

import pytest
from django.db import connection

from eventstore import registry
from tests.eventstore.databases import database_file
from tests.eventstore.processes import Processes, postgresql_url


@pytest.fixture(autouse=True, scope="module")
def _no_say() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_checks", [])
        yield


@pytest.fixture(autouse=True)
def _no_subscribers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_subscribers", {})


@pytest.fixture
def processes(tmp_path):
    """Processes on a migrated database; the test itself reads it too."""
    if connection.vendor == "postgresql":
        started = Processes(tmp_path, postgresql_url())
        yield started
        started.end()
        return
    with database_file(tmp_path / "skald.sqlite3", migrate=True):
        started = Processes(tmp_path, "")
        yield started
        started.end()
