"""Every benchmark runs once, with sizes so small that its figures mean nothing; they are not looked at."""

import json
import os
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import psycopg
import pytest

from bench import machine
from bench.__main__ import BENCHMARKS, main, measure
from bench.homes import Missing, find_postgresql, laboratory, manage
from bench.processes import ROOT, WorkerFailed
from bench.roles.timing import spent
from bench.sizes import TINY
from tests import services

pytestmark = [pytest.mark.postgresql(only=True), pytest.mark.redis, pytest.mark.slow]

KEYS = {"metric", "ours", "peer", "peer_name", "ratio", "target", "unit"}


@pytest.fixture(scope="module", autouse=True)
def server():
    """The server that the tests found is the one to measure on."""
    url = services.find_postgresql().rpartition("/")[0] + "/postgres"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BENCH_DATABASE_URL", url)
        yield url


@pytest.fixture(scope="module")
def house(server):
    with laboratory(TINY) as made:
        yield made


def databases(server):
    with psycopg.connect(server) as connection:
        rows = connection.execute("SELECT datname FROM pg_database WHERE datname LIKE 'skald_bench_%'").fetchall()
    return {name for (name,) in rows}


@pytest.mark.parametrize("name", BENCHMARKS)
def test_it_runs(name, house):
    metrics = list(measure([name], house))
    assert metrics
    for metric in metrics:
        assert set(json.loads(metric.json())) == KEYS
        assert metric.ours > 0
    assert len({(metric.metric, metric.peer_name) for metric in metrics}) == len(metrics)


def test_it_leaves_no_database_behind(server):
    with laboratory(TINY) as house, house.lab() as lab:
        urls = [lab.home("PostgreSQL", redis=False).url, lab.templates.of("PostgreSQL").url, lab.postgresql()]
        made = {url.rpartition("/")[2] for url in urls}
        assert len(made) == 3
        assert made <= databases(server)
    assert not made & databases(server)


def test_it_cleans_up_when_it_is_told_to_end(server, tmp_path):
    run = subprocess.Popen(
        [sys.executable, "-m", "bench", "verify"],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("skald-bench-*/*/skald.sqlite3")) and time.monotonic() < deadline:
        time.sleep(0.05)
    run.terminate()
    assert run.wait(60) == 128 + signal.SIGTERM
    assert list(tmp_path.iterdir()) == []


def test_it_tells_on_what_it_measured():
    lines = machine.described()
    assert any("eventsourcing 9.5" in line for line in lines)
    assert "fdatasync" in machine.moment()


def test_what_a_server_elsewhere_spends_is_not_made_up():
    """A number of a process that is none here, or another one than a server of PostgreSQL."""
    for number in (2**30, os.getpid()):
        elsewhere = SimpleNamespace(info=SimpleNamespace(backend_pid=number))
        assert spent(lambda: None, elsewhere)["processor"] is None


def test_what_the_server_here_spends_is_told(server):
    with psycopg.connect(server) as connection:
        if not connection.info.host.startswith("/"):
            pytest.skip("the server may be on another machine: it is not asked through a socket")
        assert spent(lambda: connection.execute("SELECT 1"), connection)["processor"] > 0


def test_it_refuses_a_benchmark_that_is_none(capsys):
    with pytest.raises(SystemExit):
        main(["gmaes"])
    assert "there is no benchmark gmaes" in capsys.readouterr().err


def test_it_refuses_to_go_on_without_a_server(monkeypatch):
    monkeypatch.setenv("BENCH_DATABASE_URL", "postgres://nobody@127.0.0.1:1/postgres")
    with pytest.raises(Missing, match="BENCH_DATABASE_URL"):
        find_postgresql()


def test_it_tells_why_a_worker_failed(house):
    with house.lab() as lab:
        worker = lab.worker("appends.raw_sqlite", path=str(lab.path("not made")))
        with pytest.raises(WorkerFailed, match="no such table: event"):
            worker.ask({"count": 1, "per": 1})


def test_it_tells_why_a_command_failed(house):
    with house.lab() as lab, pytest.raises(Missing, match="Unknown command"):
        manage(lab.home("SQLite", redis=False), "no_such_command")
