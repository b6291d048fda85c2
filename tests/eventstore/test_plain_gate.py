"""The gate of systems without locks of open files by byte: here the kernel's name for them is taken away."""

import fcntl
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from eventstore import holders
from eventstore.gate import Gate, GateBusy
from eventstore.plain_gate import PlainGate, gate_at

pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).parents[2]
WAIT_SECONDS = 10
NAMES = ("F_OFD_GETLK", "F_OFD_SETLK", "F_OFD_SETLKW")


@pytest.fixture
def gate(tmp_path, monkeypatch):
    """As on macOS: neither the locks, nor a kernel that says who has them."""
    for name in NAMES:
        monkeypatch.delattr(fcntl, name)
    monkeypatch.setattr(holders, "PROC", tmp_path / "no-proc")
    return gate_at(tmp_path / "gate")


def test_it_works(gate):
    assert isinstance(gate, PlainGate)
    with gate.turn(0):
        assert gate.is_taken()
        with pytest.raises(GateBusy, match="others write to the database"), gate.turn(0.01):
            pytest.fail("two at once")
    assert not gate.is_taken()
    with gate.turn(0):
        pass


def test_where_the_kernel_has_the_locks_there_is_a_queue(tmp_path):
    assert type(gate_at(tmp_path / "gate")) is Gate


def test_nobody_has_the_turn_of_a_file_that_is_not_there(gate):
    assert not gate.is_taken()


def test_who_waits_comes_to_its_turn(gate):
    done, inside = [], threading.Event()

    def wait():
        inside.set()
        with gate.turn(WAIT_SECONDS):
            done.append("second")

    thread = threading.Thread(target=wait)
    with gate.turn(0):
        thread.start()
        assert inside.wait(WAIT_SECONDS)
        done.append("first")
    thread.join(WAIT_SECONDS)
    assert done == ["first", "second"]


def test_many_threads_are_never_two_at_once(gate):
    inside, most, lock = 0, 0, threading.Lock()

    def write():
        nonlocal inside, most
        for _ in range(20):
            with gate.turn(WAIT_SECONDS):
                with lock:
                    inside += 1
                    most = max(most, inside)
                time.sleep(0)
                with lock:
                    inside -= 1

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT_SECONDS)
    assert most == 1


def test_who_has_a_turn_may_open_a_connection(gate):
    with gate.turn(0), gate.opening(0), pytest.raises(GateBusy), gate.opening(0.01):
        pytest.fail("two at once")


def test_it_is_given_up_with_its_process(gate):
    code = f"""
from pathlib import Path
from eventstore.plain_gate import PlainGate
PlainGate(Path({str(gate.path)!r})).take_turn(0)
print("in", flush=True)
input()
"""
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "in\n"
        assert gate.is_taken()
        process.kill()
        process.wait(WAIT_SECONDS)
    with gate.turn(WAIT_SECONDS):
        pass


WRITES = """
import fcntl, sys, threading
for name in ("F_OFD_GETLK", "F_OFD_SETLK", "F_OFD_SETLKW"):
    delattr(fcntl, name)
import django
django.setup()
from django.core.management import call_command
from django.db import connection, connections, transaction
from eventstore.models import Subscription
from eventstore.plain_gate import PlainGate
call_command("migrate", verbosity=0)
assert type(connection.gate) is PlainGate
Subscription.objects.create(name="plain", position=0)
def add():
    for _ in range(25):
        with transaction.atomic():
            row = Subscription.objects.get(name="plain")
            Subscription.objects.filter(pk=row.pk).update(position=row.position + 1)
    connections.close_all()
threads = [threading.Thread(target=add) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(Subscription.objects.get(name="plain").position)
"""


def test_a_house_without_the_locks_writes_all_the_same(tmp_path):
    """Four threads: whoever reads and writes in a transaction is alone with it."""
    environment = {**os.environ, "SKALD_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tests.eventstore.settings"}
    environment |= {"DATABASE_URL": "", "REDIS_URL": ""}
    command = [sys.executable, "-c", WRITES]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("100\n", 0), done.stderr
