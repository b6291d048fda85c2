"""What `up` has started and is stopped in the middle of a write is ended; what is slow, or not ours, is left alone."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from config.up import frozen
from config.up.frozen import FrozenWriters
from config.up.supervisor import supervise
from eventstore.gate import Gate
from eventstore.holders import is_stopped, processes_at_gate

pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).resolve().parents[2]
LOOKS = 3
TAKER = [sys.executable, "-m", "tests.eventstore.taker"]
# A process that starts another one, as a worker does: that one has the turn.
MASTER = [sys.executable, "-c", "import subprocess, sys, time; subprocess.run(sys.argv[1:]); time.sleep(600)", *TAKER]


def until(seen, seconds=10.0):
    deadline = time.monotonic() + seconds
    while not (found := seen()):
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)
    return found


@pytest.fixture(autouse=True)
def _at_every_call(monkeypatch):
    monkeypatch.setattr(frozen, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr("config.up.supervisor.PATIENCE_SECONDS", 0.5)  # who is stopped does not end when it is asked to


@pytest.fixture
def gate(tmp_path):
    return Gate(tmp_path / "gate")


@pytest.fixture
def house(tmp_path):
    hold = os.open(tmp_path / "held", os.O_RDWR | os.O_CREAT)
    with supervise(ROOT, tmp_path / "log", os.environ, hold) as started:
        yield started
    os.close(hold)


def holder(gate):
    """Who has the turn, once somebody has."""
    return until(lambda: next((one for one in processes_at_gate(gate.path) if one.has_the_turn), None))


def stop(gate):
    """Stop who has the turn; its number."""
    found = holder(gate)
    os.kill(found.pid, signal.SIGSTOP)
    until(lambda: holder(gate).is_stopped)
    return found.pid


def looked(writers, times):
    return [line for _look in range(times) for line in writers.end()]


def test_a_part_that_is_stopped_for_too_long_is_ended_and_started_again(house, gate):
    first = house.start("web", [*TAKER, str(gate.path)])
    writers = FrozenWriters(house, gate, LOOKS)
    number = stop(gate)

    assert looked(writers, LOOKS - 1) == []
    (said,) = looked(writers, 1)
    assert f"Process {number} of web was stopped" in said
    assert "started again" in said
    assert first.process.returncode == -signal.SIGKILL
    assert holder(gate).pid != number  # the new one has its turn
    assert house.first_dead() is None
    assert looked(writers, LOOKS) == []


def test_of_a_worker_only_the_process_that_is_stopped_is_ended(house, gate):
    worker = house.start("worker", [*MASTER, str(gate.path)])
    number = stop(gate)
    assert number != worker.group

    (said,) = looked(FrozenWriters(house, gate, LOOKS), LOOKS)
    assert f"Process {number} of worker was stopped" in said
    until(lambda: not gate.is_taken())
    assert worker.process.poll() is None


def test_a_worker_that_is_stopped_with_its_processes_is_started_again(house, gate):
    worker = house.start("worker", [*MASTER, str(gate.path)])
    number = stop(gate)
    os.kill(worker.group, signal.SIGSTOP)
    until(lambda: is_stopped(worker.group))

    (said,) = looked(FrozenWriters(house, gate, LOOKS), LOOKS)
    assert "started again" in said
    assert worker.process.returncode == -signal.SIGKILL
    assert holder(gate).pid != number


def test_who_is_stopped_while_it_waits_for_its_turn_is_ended_too(house, gate):
    turn = gate.take_turn(0)
    waiter = house.start("web", [*TAKER, str(gate.path)])
    until(lambda: any(one.pid == waiter.group for one in processes_at_gate(gate.path)))
    os.kill(waiter.group, signal.SIGSTOP)
    until(lambda: is_stopped(waiter.group))
    turn.give_up()

    assert len(looked(FrozenWriters(house, gate, LOOKS), LOOKS)) == 1


def test_who_is_continued_in_time_has_all_its_time_again(house, gate):
    house.start("web", [*TAKER, str(gate.path)])
    writers = FrozenWriters(house, gate, LOOKS)
    number = stop(gate)
    assert looked(writers, LOOKS - 1) == []
    os.kill(number, signal.SIGCONT)
    until(lambda: not holder(gate).is_stopped)
    assert looked(writers, 1) == []
    stop(gate)
    assert looked(writers, LOOKS - 1) == []
    assert holder(gate).pid == number


def test_who_is_slow_is_left_alone(house, gate):
    house.start("web", [*TAKER, str(gate.path)])
    number = holder(gate).pid
    assert looked(FrozenWriters(house, gate, LOOKS), 3 * LOOKS) == []
    assert holder(gate).pid == number


def test_who_is_stopped_and_has_no_lock_is_left_alone(house, gate):
    part = house.start("web", [sys.executable, "-c", "import time; time.sleep(600)"])
    os.kill(part.group, signal.SIGSTOP)
    until(lambda: is_stopped(part.group))
    with gate.turn(0):
        assert looked(FrozenWriters(house, gate, LOOKS), 3 * LOOKS) == []
    assert part.process.poll() is None


def test_who_was_not_started_here_is_left_alone(house, gate):
    """A command in somebody's terminal: whoever is refused reads its number, and what to do."""
    with subprocess.Popen([*TAKER, str(gate.path)], cwd=ROOT, stdin=subprocess.DEVNULL) as stranger:
        try:
            assert stop(gate) == stranger.pid
            assert looked(FrozenWriters(house, gate, LOOKS), 3 * LOOKS) == []
            assert stranger.poll() is None
        finally:
            stranger.kill()


@pytest.mark.parametrize("looks", [0, LOOKS])
def test_nobody_is_ended_where_that_is_not_wanted_or_there_is_no_gate(house, gate, looks):
    house.start("web", [*TAKER, str(gate.path)])
    stop(gate)
    assert looked(FrozenWriters(house, None if looks else gate, looks), 3 * LOOKS) == []
    assert holder(gate).is_stopped


def test_it_looks_once_in_a_while(house, gate, monkeypatch):
    """`up` calls ten times a second; what counts is how often it looked."""
    monkeypatch.setattr(frozen, "LOOK_SECONDS", 3600.0)
    house.start("web", [*TAKER, str(gate.path)])
    stop(gate)
    assert looked(FrozenWriters(house, gate, 2), 100) == []
