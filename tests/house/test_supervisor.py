"""Processes are ended with all they started, whether we leave in order or are killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from config.up.supervisor import supervise
from config.up.warden import is_alive, watch

DEAF = "import signal, time; signal.signal(15, signal.SIG_IGN); print('deaf', flush=True); time.sleep(600)"
# A process with a child of its own that hears no TERM; prints the child's number.
STUBBORN_FAMILY = f"""
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", {DEAF!r}], stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid, flush=True)
time.sleep(600)
"""
# A process that writes its name into a file when it is asked to end.
LAST_WORD = """
import signal, sys, time
def end(*_):
    open("order", "a").write(sys.argv[1])
    raise SystemExit
signal.signal(15, end)
print("ready", flush=True)
time.sleep(600)
"""


def until(seen, seconds=10.0):
    """Wait for a condition; fail when it does not come about."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = seen()
        if found:
            return found
        time.sleep(0.02)
    return pytest.fail(f"did not happen within {seconds} s")


def runs(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.fixture
def hold(tmp_path):
    handle = os.open(tmp_path / "held", os.O_RDWR | os.O_CREAT)
    yield handle
    os.close(handle)


@pytest.fixture
def _impatient(monkeypatch):
    monkeypatch.setattr("config.up.supervisor.PATIENCE_SECONDS", 0.5)


@pytest.mark.usefixtures("_impatient")
def test_it_ends_what_it_started_and_what_that_started(tmp_path, hold):
    with supervise(tmp_path, tmp_path / "log", os.environ, hold) as house:
        part = house.start("family", [sys.executable, "-c", STUBBORN_FAMILY])
        child = int(until(part.last_lines))
        assert runs(part.group)
        assert runs(child)
    assert part.process.returncode == -signal.SIGTERM
    until(lambda: not runs(child))


def test_it_leaves_other_processes_alone(tmp_path, hold):
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as other:
        with supervise(tmp_path, tmp_path / "log", os.environ, hold) as house:
            house.start("short", [sys.executable, "-c", "import time; time.sleep(600)"])
        assert other.poll() is None
        other.kill()


def test_it_tells_the_lines_of_a_log_once_they_are_whole(tmp_path, hold):
    script = "import time; print('one'); print('two'); print('thr', end='', flush=True); time.sleep(600)"
    with supervise(tmp_path, tmp_path / "log", os.environ, hold) as house:
        part = house.start("talker", [sys.executable, "-u", "-c", script])
        until(lambda: part.last_lines().endswith("thr"))
        assert part.lines_after(0) == ["one", "two"]
        assert part.lines_after(1) == ["two"]
        assert part.lines_after(2) == []


def test_it_names_who_died_and_shows_its_last_words(tmp_path, hold):
    with supervise(tmp_path, tmp_path / "log", os.environ, hold) as house:
        house.start("sound", [sys.executable, "-c", "import time; time.sleep(600)"])
        house.start("faulty", [sys.executable, "-c", "print('no bow'); raise SystemExit(3)"])
        dead = until(house.first_dead)
        assert (dead.name, dead.process.returncode, dead.last_lines()) == ("faulty", 3, "no bow")


def test_it_ends_the_newest_first(tmp_path, hold):
    with supervise(tmp_path, tmp_path / "log", os.environ, hold) as house:
        for name in "abc":
            until(house.start(name, [sys.executable, "-c", LAST_WORD, name]).last_lines)
    assert (tmp_path / "order").read_text() == "cba"


def test_the_warden_ends_everything_when_we_are_killed(tmp_path):
    code = f"""
import os, signal, sys, time
from pathlib import Path
from config.up import supervisor
supervisor.PATIENCE_SECONDS = 0.5
home = Path({str(tmp_path)!r})
hold = os.open(home / "held", os.O_RDWR | os.O_CREAT)
with supervisor.supervise(home, home / "log", os.environ, hold) as house:
    part = house.start("family", [sys.executable, "-c", {STUBBORN_FAMILY!r}])
    while not part.last_lines():
        time.sleep(0.02)
    print(part.group, part.last_lines(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    killed = subprocess.run([sys.executable, "-c", code], check=False, stdout=subprocess.PIPE, text=True)
    assert killed.returncode == -signal.SIGKILL
    group, child = map(int, killed.stdout.split())
    until(lambda: not runs(group) and not runs(child))


def test_a_warden_that_was_killed_is_replaced(tmp_path):
    code = f"""
import os, signal, sys, time
from pathlib import Path
from config.up import supervisor
supervisor.PATIENCE_SECONDS = 0.5
home = Path({str(tmp_path)!r})
hold = os.open(home / "held", os.O_RDWR | os.O_CREAT)
with supervisor.supervise(home, home / "log", os.environ, hold) as house:
    parts = [house.start("early", [sys.executable, "-c", {STUBBORN_FAMILY!r}])]
    assert not house.keep_warden()
    os.kill(house.warden.pid, signal.SIGKILL)
    while not house.keep_warden():
        time.sleep(0.02)
    assert not house.keep_warden()
    parts.append(house.start("late", [sys.executable, "-c", {STUBBORN_FAMILY!r}]))
    while not all(part.last_lines() for part in parts):
        time.sleep(0.02)
    print(*(f"{{part.group}} {{part.last_lines()}}" for part in parts), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    killed = subprocess.run([sys.executable, "-c", code], check=False, stdout=subprocess.PIPE, text=True)
    assert killed.returncode == -signal.SIGKILL
    left = list(map(int, killed.stdout.split()))
    assert len(left) == 4
    until(lambda: not any(map(runs, left)))


def test_a_warden_is_gone_when_we_leave_in_order(tmp_path, hold):
    with supervise(tmp_path, tmp_path / "log", os.environ, hold) as house:
        first = house.warden.pid
        os.kill(first, signal.SIGKILL)
        until(house.keep_warden)
        second = house.warden.pid
        assert first != second
        assert runs(second)
    assert not runs(first)
    assert not runs(second)


def test_it_keeps_the_log_of_the_start_before(tmp_path, hold):
    for words in ("first", "second", "third"):
        with supervise(tmp_path, tmp_path / "log", os.environ, hold) as house:
            until(house.start("web", [sys.executable, "-c", f"print({words!r})"]).last_lines)
    logs = {log.name: log.read_text() for log in (tmp_path / "log").iterdir()}
    assert logs == {"web.log": "third\n", "web.log.1": "second\n"}


def test_the_warden_forgets_groups_that_ended():
    assert watch(iter(["+5\n", "+7\n", "-5\n", "+9\n"])) == [7, 9]


def test_a_group_that_is_gone_is_not_alive():
    with subprocess.Popen([sys.executable, "-c", ""], start_new_session=True) as process:
        process.wait()
    assert not is_alive(process.pid)
