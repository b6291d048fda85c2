"""The gate in front of SQLite: first come, first served, whoever dies."""

import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from django.db import connection, connections, transaction

from eventstore.gate import Gate
from eventstore.models import Subscription
from tests.eventstore.databases import database_file

pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).parents[2]
WAIT_SECONDS = 10


@pytest.fixture
def gate(tmp_path):
    return Gate(tmp_path / "gate")


def queue_up(gate, name, order):
    """Start a thread that queues at the gate; return once it has drawn its ticket."""
    before = ticket(gate)

    def wait():
        with gate.turn():
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
    turn = gate.take_turn()
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
turn = Gate(Path(sys.argv[1])).take_turn()
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


def test_a_waiter_that_is_killed_lets_nobody_in_too_early(gate, request):
    turn = gate.take_turn()
    before = ticket(gate)
    waiter = request.getfixturevalue("process")
    until(lambda: ticket(gate) > before)
    order = []
    thread = queue_up(gate, "after the waiter", order)

    kill(waiter)
    time.sleep(0.1)
    assert order == []

    turn.give_up()
    thread.join(WAIT_SECONDS)
    assert order == ["after the waiter"]


@pytest.fixture
def file(tmp_path, django_db_blocker):
    path = tmp_path / "skald.sqlite3"
    with django_db_blocker.unblock(), database_file(path, migrate=True):
        yield path


def locked_out(path: Path) -> bool:
    """Whether somebody else at this file would have to wait for the gate."""
    entered = threading.Event()

    def enter():
        with Gate(Path(f"{path}-gate")).turn():
            entered.set()

    thread = threading.Thread(target=enter)
    thread.start()
    free = entered.wait(0.1)
    locked_out.threads.append(thread)
    return not free


@pytest.fixture(autouse=True)
def _join_threads():
    locked_out.threads = []
    yield
    for thread in locked_out.threads:
        thread.join(WAIT_SECONDS)


def test_a_transaction_holds_the_gate_until_its_end(file):
    with transaction.atomic():
        Subscription.objects.create(name="a row")
        assert locked_out(file)
    assert not locked_out(file)

    with transaction.atomic():
        assert locked_out(file)
        transaction.set_rollback(True)
    assert not locked_out(file)


def test_a_connection_that_closes_gives_up_its_turn(file):
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    assert locked_out(file)
    connections["default"].close()
    assert not locked_out(file)


def test_a_reader_waits_for_nobody(file):
    Subscription.objects.create(name="a row")
    turn = Gate(Path(f"{file}-gate")).take_turn()
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
def test_a_write_without_a_transaction_waits_too(file, write):
    """While somebody holds the gate but not yet SQLite's lock, each write of ours stays behind them."""
    Subscription.objects.create(name="a row")
    turn = Gate(Path(f"{file}-gate")).take_turn()
    rival = sqlite3.connect(file, check_same_thread=False)
    order = []

    def finish_first():
        rival.execute("INSERT INTO eventstore_eventtype VALUES (1, 'x')")
        time.sleep(0.1)
        order.append("rival")
        rival.commit()
        turn.give_up()

    thread = threading.Thread(target=finish_first)
    thread.start()
    write()
    order.append("ours")
    thread.join(WAIT_SECONDS)
    rival.close()

    assert order == ["rival", "ours"]
