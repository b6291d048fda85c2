"""The gate in front of SQLite: first come, first served, whoever dies."""

import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import defaultdict
from contextlib import nullcontext
from pathlib import Path

import pytest
from django.db import OperationalError, connection, connections, transaction

from eventstore import gate as gates
from eventstore.gate import HOLDER, Gate, GateBusy
from eventstore.models import Subscription
from eventstore.timeouts import waited_too_long
from tests.eventstore.databases import database_file

pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).parents[2]
WAIT_SECONDS = 10


@pytest.fixture
def gate(tmp_path):
    return Gate(tmp_path / "gate")


@pytest.fixture(autouse=True)
def refused(monkeypatch):
    """By thread the bytes of a gate that it has found taken, and waits for."""
    found, lock = defaultdict(list), gates._lock

    def noted(file, byte, deadline):
        me = threading.current_thread().name

        def note(seconds):
            found[me].append(byte)
            time.sleep(seconds)

        clock.sleep_of[me] = note
        lock(file, byte, deadline)

    clock = Clock()
    monkeypatch.setattr(gates, "time", clock)
    monkeypatch.setattr(gates, "_lock", noted)
    return found


class Clock:
    """The clock as the gate sees it: it pauses when somebody else has the lock it wants, and then alone."""

    monotonic = staticmethod(time.monotonic)
    time = staticmethod(time.time)

    def __init__(self):
        self.sleep_of = {}

    def sleep(self, seconds):
        self.sleep_of[threading.current_thread().name](seconds)


def queue_up(gate, name, order):
    """Start a thread that queues at the gate; return once it has drawn its ticket."""
    before = ticket(gate)

    def wait():
        with gate.turn(WAIT_SECONDS):
            order.append(name)

    thread = threading.Thread(target=wait)
    thread.start()
    until(lambda: ticket(gate) > before)
    return thread


def ticket(gate):
    return int.from_bytes(gate.path.read_bytes()[:8], "little") if gate.path.exists() else 0


def until(reached):
    end = time.monotonic() + WAIT_SECONDS
    while not reached():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.002)


def test_it_lets_in_one_after_the_other_in_the_order_of_arrival(gate):
    order = []
    turn = gate.take_turn(WAIT_SECONDS)
    threads = [queue_up(gate, name, order) for name in range(12)]
    assert order == []

    turn.give_up()
    for thread in threads:
        thread.join(WAIT_SECONDS)

    assert order == list(range(12))


HOLD = """
import sys, time
from pathlib import Path
from eventstore.gate import Gate
turn = Gate(Path(sys.argv[1])).take_turn(60)
print("inside", flush=True)
time.sleep(60)
"""


@pytest.fixture
def process(gate):
    """Another process that queues at the gate."""
    words = [sys.executable, "-c", HOLD, str(gate.path)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as started:
        yield started
        started.kill()


def kill(process):
    process.send_signal(signal.SIGKILL)
    process.wait(WAIT_SECONDS)


def test_a_holder_that_is_killed_holds_no_longer(gate, process):
    assert process.stdout.readline() == "inside\n"
    order = []
    thread = queue_up(gate, "next", order)
    assert order == []

    kill(process)
    thread.join(WAIT_SECONDS)

    assert order == ["next"]


def test_a_waiter_that_is_killed_lets_nobody_in_too_early(gate, request, refused):
    turn = gate.take_turn(WAIT_SECONDS)
    before = ticket(gate)
    waiter = request.getfixturevalue("process")
    until(lambda: ticket(gate) > before)
    order = []
    thread = queue_up(gate, "after the waiter", order)

    kill(waiter)
    until(lambda: HOLDER in refused[thread.name])  # past the one who was killed, and no farther
    assert order == []

    turn.give_up()
    thread.join(WAIT_SECONDS)
    assert order == ["after the waiter"]


@pytest.fixture
def file(tmp_path, django_db_blocker):
    path = tmp_path / "skald.sqlite3"
    with django_db_blocker.unblock(), database_file(path, migrate=True):
        yield path


@pytest.fixture
def others(file, refused):
    """Others who want to write to this file, each in a thread."""
    others = Others(Path(f"{file}-gate"), refused)
    yield others
    assert others.are_let_in()


class Others:
    def __init__(self, path, refused):
        self.path, self.refused, self.threads = path, refused, []

    def wait(self):
        """Whether one more of them has to wait for the gate."""
        entered = threading.Event()

        def enter():
            with Gate(self.path).turn(WAIT_SECONDS):
                entered.set()

        thread = threading.Thread(target=enter)
        thread.start()
        self.threads.append(thread)
        until(lambda: entered.is_set() or self.refused[thread.name])
        return not entered.is_set()

    def are_let_in(self):
        """Whether all who waited have had their turn."""
        for thread in self.threads:
            thread.join(WAIT_SECONDS)
        return not any(thread.is_alive() for thread in self.threads)


def test_a_transaction_holds_the_gate_until_its_end(others):
    with transaction.atomic():
        Subscription.objects.create(name="a row")
        assert others.wait()
    assert others.are_let_in()

    with transaction.atomic():
        assert others.wait()
        transaction.set_rollback(True)
    assert others.are_let_in()


def test_a_connection_that_closes_gives_up_its_turn(others):
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    assert others.wait()
    connections["default"].close()
    assert others.are_let_in()


def test_a_reader_waits_for_nobody(file):
    Subscription.objects.create(name="a row")
    turn = Gate(Path(f"{file}-gate")).take_turn(WAIT_SECONDS)
    try:
        assert Subscription.objects.count() == 1
    finally:
        turn.give_up()


@pytest.mark.parametrize(
    "write",
    [
        lambda: Subscription.objects.create(name="another"),
        lambda: Subscription.objects.update(position=3),
        lambda: Subscription.objects.all().delete(),
        lambda: Subscription.objects.bulk_create([Subscription(name="a"), Subscription(name="b")]),
    ],
)
def test_a_write_without_a_transaction_waits_too(file, write, refused):
    """While somebody holds the gate but not yet SQLite's lock, each write of ours stays behind them."""
    Subscription.objects.create(name="a row")
    turn = Gate(Path(f"{file}-gate")).take_turn(WAIT_SECONDS)
    rival = sqlite3.connect(file, check_same_thread=False)
    order, writer = [], threading.current_thread().name

    def finish_first():
        rival.execute("INSERT INTO eventstore_eventtype VALUES (1, 'x')")
        try:
            until(lambda: refused[writer])
            order.append("rival")
            rival.commit()
        finally:
            turn.give_up()

    thread = threading.Thread(target=finish_first)
    thread.start()
    write()
    order.append("ours")
    thread.join(WAIT_SECONDS)
    rival.close()

    assert order == ["rival", "ours"]


def test_who_waits_for_too_long_is_told(gate):
    turn = gate.take_turn(WAIT_SECONDS)
    with pytest.raises(GateBusy) as told:
        gate.take_turn(0)
    assert waited_too_long(told.value)
    turn.give_up()
    gate.take_turn(0).give_up()


def test_who_gives_up_lets_nobody_in_too_early(gate):
    turn = gate.take_turn(WAIT_SECONDS)
    with pytest.raises(GateBusy):
        gate.take_turn(0)
    order = []
    thread = queue_up(gate, "after who gave up", order)
    with pytest.raises(GateBusy):
        gate.take_turn(0)
    assert order == []

    turn.give_up()
    thread.join(WAIT_SECONDS)
    assert order == ["after who gave up"]


@pytest.mark.parametrize("write", [lambda: Subscription.objects.create(name="a row"), transaction.atomic])
def test_a_write_that_waits_for_too_long_is_a_busy_database(file, write, monkeypatch):
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0)
    connection.ensure_connection()
    turn = Gate(Path(f"{file}-gate")).take_turn(WAIT_SECONDS)
    with pytest.raises(OperationalError) as told, write() or nullcontext():
        pass
    assert waited_too_long(told.value)

    turn.give_up()
    Subscription.objects.create(name="another")
    assert [row.name for row in Subscription.objects.all()] == ["another"]


def test_an_opening_that_waits_for_too_long_is_a_busy_database(file, monkeypatch):
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0)
    connection.close()
    with Gate(Path(f"{file}-gate")).opening(WAIT_SECONDS), pytest.raises(OperationalError) as told:
        connection.ensure_connection()
    assert waited_too_long(told.value)
