"""Many at once at one match: each command lands once, or is refused and can be sent again."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import call_command
from django.db import connections

from eventstore import api as store
from matches import service
from matches.loading import load_match
from matches.models import stream_of
from tests.matches.conftest import new
from web.errors import Busy, Refusal
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

THREADS = 8


@pytest.fixture(autouse=True)
def on_disk(transactional_db, tmp_path):
    """On SQLite a database in a file, as it is outside of tests: one in memory locks whole tables between threads."""
    before = connections["default"]
    if before.vendor != "sqlite":
        yield
        return
    described = connections.settings["default"]
    name, described["NAME"] = described["NAME"], str(tmp_path / "skald.sqlite3")
    del connections["default"]
    call_command("migrate", verbosity=0)
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"], described["NAME"] = before, name


def at_once(calls):
    """Call all from threads of their own; their answers, or the Refusal they met."""

    def closing(call):
        try:
            return call()
        except Refusal as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(closing, calls))


def salts(match):
    return [
        event for event in service.events_page(THE_HOUSE, match, limit=500)["events"] if event["type"] == "salt_added"
    ]


def test_each_lands_once_or_is_refused(house_match, bob):
    def salting(number):
        command = {"type": "add_salt", "seat": "home", "salt": f"salt {number}"}
        return lambda: service.give_command(bob, house_match, command, key=f"key {number}")

    calls = [salting(number) for number in range(THREADS * 3)]
    answers = at_once(calls)
    landed = [number for number, answer in enumerate(answers) if not isinstance(answer, Refusal)]
    assert all(isinstance(answer, Busy) for answer in answers if isinstance(answer, Refusal))
    assert sorted(event["salt"] for event in salts(house_match)) == sorted(f"salt {number}" for number in landed)
    for call in calls:
        call()
    assert len(salts(house_match)) == len(calls)
    assert store.verify_stream(stream_of(house_match)) == []
    assert store.check("matches") == []


def test_the_same_request_from_all_sides_happens_once(match, bob):
    answers = at_once(
        [lambda: service.give_command(bob, match, {"type": "spark", "seat": "home"}, key="same")] * THREADS
    )
    assert {answer.version for answer in answers} == {load_match(match).version}
    assert sum(not answer.repeated for answer in answers) == 1


def test_one_question_gets_one_answer(match, bob):
    asked = service.pending_now(bob, match)["id"]
    command = {"type": "spark", "seat": "home"}
    answers = at_once([lambda: service.give_command(bob, match, command, pending=asked)] * THREADS)
    landed = [answer for answer in answers if not isinstance(answer, Refusal)]
    assert len(landed) == 1
    assert {answer.code for answer in answers if isinstance(answer, Refusal)} <= {"stale_pending", "conflict"}


def test_two_rewinds_of_one_moment_are_one(match, alice, bob):
    """Both GMs saw the same page: whoever is second is told that play has moved on."""
    opening = load_match(match).table.opening
    service.give_command(bob, match, {"type": "spark", "seat": "home"})
    asked = service.pending_now(alice, match)["id"]
    rewind = {"type": "rewind", "to": opening, "reason": "the wrong lamp"}
    answers = at_once([lambda: service.give_command(alice, match, rewind, pending=asked)] * THREADS)
    landed = [answer for answer in answers if not isinstance(answer, Refusal)]
    assert [[event["type"] for event in answer.events] for answer in landed] == [["rewound"]]
    assert {answer.code for answer in answers if isinstance(answer, Refusal)} <= {"stale_pending", "conflict"}
    assert load_match(match).state == load_match(match, opening).state


def test_a_match_is_opened_once(alice):
    answers = at_once([lambda: service.create_match(alice, new(), key="same")] * THREADS)
    assert len(set(answers)) == 1
