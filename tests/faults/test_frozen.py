"""A process that froze while it had the log: others are told so in time, look on, and play on once it is ended."""

import http.client
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from eventstore.gate import Gate
from eventstore.holders import is_stopped, processes_at_gate
from tests.faults.nursery import nursery
from tests.faults.people import PACE_SECONDS, Player, check_log, check_repeats, landed, playing, send_salt, wait_for
from tests.faults.places import ROOT, SQLITE
from tests.faults.skald import skald, up
from tests.faults.waiting import until

pytestmark = pytest.mark.slow

LOCK_SECONDS = "1"
# Of the process that freezes: longer than others wait, so that they are told.
IDLE_SECONDS = "5"
# After which `up` ends a process of its own that is stopped at the gate.
FROZEN_SECONDS = "2"


def freeze(children):
    """Start a child that appends and stops dead before it commits; the child."""
    note = children.folder / "frozen"
    child = children.start("freeze", note)
    until(lambda: note.exists() and note.read_text(), "a process that froze")
    return child


def check_busy(answer):
    """It says that somebody else keeps the log, that nothing was stored, and when to come back."""
    assert answer.kind == "application/problem+json", answer
    assert (answer.status, answer.said["code"]) == (503, "busy"), answer
    assert "Nothing of yours was stored." in answer.said["message"]
    assert int(answer.retry_after) > 0


@pytest.mark.postgresql(only=True)
def test_on_postgresql_the_house_goes_on_once_the_frozen_process_is_idle_for_too_long(place):
    with (
        skald(place, DATABASE_LOCK_SECONDS=LOCK_SECONDS) as running,
        nursery(place, DATABASE_IDLE_SECONDS=IDLE_SECONDS) as children,
    ):
        match = running.open_match()
        freeze(children)

        check_busy(send_salt(running, match, "told in time"))
        assert running.ask("GET", f"matches/{match}/").status == 200

        until(lambda: send_salt(running, match, "told in time").status == 200, "a house that goes on")
        assert send_salt(running, match, "told in time").said["repeated"]
        assert running.salts(match) == ["told in time"]
        assert "Traceback" not in running.log()
        check_log(children)


@pytest.mark.sqlite
def test_on_sqlite_others_are_told_and_go_on_once_the_frozen_process_is_ended(place):
    with skald(place, SQLITE_BUSY_SECONDS=LOCK_SECONDS) as running, nursery(place) as children:
        match = running.open_match()
        frozen = freeze(children)

        check_busy(send_salt(running, match, "told in time"))
        check_busy(send_salt(running, match, "told in time"))
        assert running.ask("GET", f"matches/{match}/").status == 200

        frozen.kill()
        assert send_salt(running, match, "told in time").status == 200
        assert running.salts(match) == ["told in time"]
        assert "Traceback" not in running.log()
        check_log(children)


@pytest.mark.postgresql(only=True)
def test_a_process_that_thaws_is_told_that_nothing_was_stored(place):
    """What it had begun was undone when its connection was ended: it must not believe otherwise."""
    with nursery(place, DATABASE_IDLE_SECONDS="1") as children:
        frozen = freeze(children)
        with nursery(place) as others:
            others.run("fill", "1")  # waits until the frozen one is ended
        frozen.thaw()
        frozen.wait()
        assert "IdleInTransactionSessionTimeout" in children.complaints()


def gate_of(place):
    return Gate(place.folder / f"{SQLITE}-gate")


def stop_at(gate, chosen):
    """Stop a process at the gate that `chosen` accepts; its number. It is let go where it was too late for that."""
    for found in filter(chosen, processes_at_gate(gate.path)):
        os.kill(found.pid, signal.SIGSTOP)
        until(lambda number=found.pid: is_stopped(number), "a process that is stopped")
        if any(one.pid == found.pid and chosen(one) for one in processes_at_gate(gate.path)):
            return found.pid
        os.kill(found.pid, signal.SIGCONT)
    return None


def leader(running, name):
    """The number of the process that `up` runs under a name: it writes to the log of that name."""
    log = running.place.folder / "log" / f"{name}.log"
    children = psutil.Process(running.web.process.pid).children()
    return next(child.pid for child in children if Path(f"/proc/{child.pid}/fd/1").resolve() == log)


@pytest.mark.sqlite
def test_up_ends_a_web_that_froze_in_the_middle_of_a_write_and_starts_it_again(place):
    with up(place, SQLITE_FROZEN_SECONDS=FROZEN_SECONDS) as running, nursery(place) as children:
        match, gate = running.open_match(), gate_of(place)
        web = leader(running, "web")
        player = Patient(running, match, "salt")
        with playing([player]):
            wait_for([player], landed, 3, "some salts")
            until(lambda: stop_at(gate, lambda one: one.pid == web and one.has_the_turn), "a web that is stopped")
            until(lambda: "started again" in running.log(), "a web that is ended")
            wait_for([player], landed, 3, "salts on the new web")
        assert f"Process {web} of web was stopped while it wrote" in running.log()
        assert leader(running, "web") != web
        assert sorted(running.salts(match)) == sorted(player.landed)
        check_repeats(running, match, player.landed)
        check_log(children)


class Patient(Player):
    """A player who sends a salt again where the line broke off before an answer came."""

    def _land(self, salt):
        while True:
            try:
                return super()._land(salt)
            except (OSError, http.client.HTTPException):
                self._stop_asked.wait(PACE_SECONDS)


@pytest.mark.sqlite
def test_up_ends_a_process_of_the_worker_that_froze_at_the_gate_while_people_play(place):
    with up(place, SQLITE_FROZEN_SECONDS=FROZEN_SECONDS) as running, nursery(place) as children:
        match, gate = running.open_match(), gate_of(place)
        worker = leader(running, "worker")
        turn = gate.take_turn(60)  # so that the worker, who seals and follows, comes to wait
        until(lambda: stop_at(gate, lambda one: one.session == worker), "a worker that is stopped")
        turn.give_up()

        assert send_salt(running, match, "waited for its turn").status == 200
        # After the kill that lets others go on; or later, if it was stopped as it opened the file and kept no writer.
        until(lambda: "of worker was stopped while it wrote" in running.log(), "a word of it")
        assert leader(running, "worker") == worker
        assert running.salts(match) == ["waited for its turn"]
        check_log(children)


@pytest.mark.sqlite
def test_who_is_refused_is_not_told_of_processes_and_the_log_is(place):
    """A command in a terminal that somebody stopped by force: only a person can say what becomes of it."""
    with skald(place, SQLITE_BUSY_SECONDS=LOCK_SECONDS, LOG_LEVEL="WARNING") as running, nursery(place) as children:
        match = running.open_match()
        frozen = freeze(children)
        answer = send_salt(running, match, "told in time")
        check_busy(answer)
        assert "process" not in answer.text
        assert re.search(rf"process {frozen.number} \(.*\) is stopped .*kill -CONT {frozen.number}", running.log())
        done = subprocess.run(
            [sys.executable, "manage.py", "seal"],
            cwd=ROOT,
            env=place.environment(SQLITE_BUSY_SECONDS="1"),
            capture_output=True,
            text=True,
            check=False,
        )
        assert f"kill -CONT {frozen.number}" in done.stderr
