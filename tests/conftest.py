"""What every test stands on: where it keeps its files, which tests run where, when a skip is a failure."""

import os
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache, caches

from config.celery import app as celery_app
from tests.chance import same_chance
from tests.services import private_redis

pytest_plugins = ["tests.browser", "tests.eventstore.flushing", "tests.migrated", "tests.running_houses"]


def requires_all() -> bool:
    """Return whether every test must run: a skip is a failure then."""
    return os.environ.get("REQUIRE_ALL") == "1"


def pytest_configure(config: pytest.Config) -> None:
    """Keep clear of the var/, the Redis and the throttles that belong to a running Skald."""
    folder = tempfile.TemporaryDirectory(prefix="skald-tests-")
    config.add_cleanup(folder.cleanup)
    settings.VAR_DIR = Path(folder.name)
    settings.REDIS_URL = f"unix://{folder.name}/nobody-listens.sock"
    settings.WHITENOISE_AUTOREFRESH = True  # else each client of a test looks through all static files first
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick, and guards nothing here
    celery_app.conf.update(broker_url="memory://", broker_transport_options={})
    _at_ease(settings.DATABASES["default"])
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    rates.update(dict.fromkeys(rates))


def _at_ease(database: dict[str, Any]) -> None:
    """Have PostgreSQL answer before its disk does, and bear with the transaction that is open all through a test.

    What a power cut leaves and what ends a frozen process are proved by processes of their own.
    """
    if database["ENGINE"].endswith("postgresql"):
        options = database["OPTIONS"]
        ours = "-c synchronous_commit=off -c idle_in_transaction_session_timeout=1h"
        options["options"] = f"{options.get('options', '')} {ours}".strip()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that hold for the other database alone; `make test` runs both."""
    on_postgresql = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
    away = [item for item in items if _belongs_elsewhere(item, on_postgresql=on_postgresql)]
    if away:
        config.hook.pytest_deselected(items=away)
        items[:] = [item for item in items if item not in away]


def _belongs_elsewhere(item: pytest.Item, *, on_postgresql: bool) -> bool:
    if on_postgresql:
        return item.get_closest_marker("sqlite") is not None
    return any(marker.kwargs.get("only", False) for marker in item.iter_markers("postgresql"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skipped test into a failed one where everything is required."""
    report = yield
    if report.skipped and requires_all() and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"REQUIRE_ALL=1 allows no skip. {_reason(report)}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn a skipped module into a failed one where everything is required."""
    report = yield
    if report.skipped and requires_all():
        report.outcome = "failed"
        report.longrepr = f"REQUIRE_ALL=1 allows no skip. {_reason(report)}"
    return report


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    return str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else str(report.longrepr)


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()
    caches["process"].clear()


@pytest.fixture(autouse=True)
def _same_chance_each_time(request: pytest.FixtureRequest) -> Iterator[None]:
    """Who fails fails again."""
    with same_chance(request.node.nodeid):
        yield


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis that no other process uses; gone after the tests."""
    with private_redis() as url:
        yield url


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The environment for a process of ours, without the settings of whoever runs the tests."""
    ours = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "SKALD_VAR", "LOG_JSON", "LOG_LEVEL")
    for name in ours:
        monkeypatch.delenv(name, raising=False)
    return dict(os.environ)
