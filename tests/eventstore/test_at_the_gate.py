"""Who is at the gate, who of them is stopped, and that Ctrl-Z stops nobody there."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from eventstore.gate import Gate, GateBusy
from eventstore.holders import processes_at_gate

pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).parents[2]
WAIT_SECONDS = 10


def state(pid):
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def until(seen, what):
    deadline = time.monotonic() + WAIT_SECONDS
    while not seen():
        assert time.monotonic() < deadline, what
        time.sleep(0.005)


@contextmanager
def somebody(gate):
    """Somebody who wants to take a turn, in a job of a terminal: a group of its own whose parent is in another one."""
    words = [sys.executable, "-m", "tests.eventstore.taker", str(gate.path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=ROOT, stdin=pipe, stdout=pipe, text=True, process_group=0) as process:
        try:
            yield process
        finally:
            process.kill()


def stop(process):
    process.send_signal(signal.SIGSTOP)
    until(lambda: state(process.pid) == "T", "a process that is stopped")


@pytest.fixture
def gate(tmp_path):
    return Gate(tmp_path / "gate")


def test_nobody_is_there_before_the_first_write_and_after_the_last(gate):
    assert processes_at_gate(gate.path) == []
    gate.take_turn(0).give_up()
    assert processes_at_gate(gate.path) == []


def test_who_has_the_turn_and_who_waits(gate):
    with somebody(gate) as writer:
        assert writer.stdout.readline() == "inside\n"
        with somebody(gate) as waiter:
            until(lambda: len(processes_at_gate(gate.path)) == 2, "two at the gate")
            found = {process.pid: process for process in processes_at_gate(gate.path)}
            assert {pid: process.has_the_turn for pid, process in found.items()} == {
                writer.pid: True,
                waiter.pid: False,
            }
            assert not any(process.is_stopped for process in found.values())
            assert str(gate.path) in found[writer.pid].command
            assert {process.session for process in found.values()} == {os.getsid(0)}

            stop(waiter)
            stopped = {process.pid: process.is_stopped for process in processes_at_gate(gate.path)}
            assert stopped == {writer.pid: False, waiter.pid: True}


def refused(gate):
    with pytest.raises(GateBusy) as told:
        gate.take_turn(0)
    return str(told.value)


def test_who_is_refused_reads_who_writes_and_since_when(gate):
    with somebody(gate) as writer:
        before = datetime.now(UTC).replace(microsecond=0)
        assert writer.stdout.readline() == "inside\n"
        said = refused(gate)
        since = re.search(r"since (\S+ \S+) UTC", said)
        assert before <= datetime.fromisoformat(f"{since[1]}+00:00") <= datetime.now(UTC)
        assert f"process {writer.pid} (" in said
        assert str(gate.path) in said
        assert "is not done" in said
        assert "stopped" not in said


def test_who_is_refused_reads_who_is_stopped_and_what_to_do(gate):
    with somebody(gate) as writer:
        assert writer.stdout.readline() == "inside\n"
        stop(writer)
        said = refused(gate)
        assert f"process {writer.pid} (" in said
        assert "is stopped" in said
        assert f"kill -CONT {writer.pid}" in said
        assert f"kill -KILL {writer.pid}" in said


def test_who_is_stopped_while_it_waits_is_named_too(gate):
    turn = gate.take_turn(0)
    with somebody(gate) as waiter:
        until(lambda: any(found.pid == waiter.pid for found in processes_at_gate(gate.path)), "a waiter")
        stop(waiter)
        turn.give_up()
        assert f"kill -CONT {waiter.pid}" in refused(gate)


def test_a_ctrl_z_waits_until_the_turn_is_given_up(gate):
    with somebody(gate) as writer:
        assert writer.stdout.readline() == "inside\n"
        writer.send_signal(signal.SIGTSTP)
        writer.stdin.write("give up\n")
        writer.stdin.flush()
        until(lambda: state(writer.pid) == "T", "a process that is stopped")
        assert processes_at_gate(gate.path) == []
        gate.take_turn(0).give_up()

        writer.send_signal(signal.SIGCONT)
        until(lambda: state(writer.pid) == "S", "a process that goes on")
        writer.send_signal(signal.SIGTSTP)  # and stops at once where it has no turn
        until(lambda: state(writer.pid) == "T", "a process that is stopped again")


def test_a_ctrl_z_stops_nobody_who_has_the_turn(gate):
    with somebody(gate) as writer:
        assert writer.stdout.readline() == "inside\n"
        writer.send_signal(signal.SIGTSTP)
        until(lambda: not pending(writer.pid, signal.SIGTSTP), "a signal that was taken")
        assert state(writer.pid) != "T"
        assert [found.is_stopped for found in processes_at_gate(gate.path)] == [False]


def pending(pid, number):
    waiting = re.findall(r"^(?:SigPnd|ShdPnd):\s*(\S+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    return any(int(mask, 16) >> (number - 1) & 1 for mask in waiting)


def test_every_process_of_ours_stops_between_writes():
    """Commands, and web and worker where somebody runs them in a terminal."""
    code = "import django, signal; django.setup(); print(signal.getsignal(signal.SIGTSTP).__module__)"
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment(), check=True, capture_output=True)
    assert told.stdout.decode().split() == ["eventstore.stops"]


def test_a_ctrl_z_that_is_ignored_stays_ignored():
    code = (
        "import signal; signal.signal(20, signal.SIG_IGN); import django; django.setup(); print(signal.getsignal(20))"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment(), check=True, capture_output=True)
    assert told.stdout.decode().strip() == str(int(signal.SIG_IGN))


def environment():
    return {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
