"""A process that froze while it had the log: others are told so in time, look on, and play on once it is ended."""

import pytest

from tests.faults.nursery import nursery
from tests.faults.people import check_log, send_salt
from tests.faults.skald import skald
from tests.faults.waiting import until

pytestmark = pytest.mark.slow

LOCK_SECONDS = "1"
# Of the process that freezes: longer than others wait, so that they are told.
IDLE_SECONDS = "5"


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
