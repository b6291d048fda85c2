"""Two hundred commands to one match at once: each lands once, or is refused clearly and can be sent again."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.faults.nursery import nursery
from tests.faults.people import check_conflict, check_log, check_repeat, check_repeats, send_salt
from tests.faults.skald import skald

pytestmark = [pytest.mark.postgresql, pytest.mark.slow]

COMMANDS = 200
WEBS = 2
ASKERS = 20
REPEATED = 50


@pytest.fixture(scope="module")
def running(places):
    """A Skald of several web processes."""
    with places.fresh() as place, skald(place, webs=WEBS) as started:
        yield started


def at_once(count, act):
    """Call `act` with 0, 1, … from as many threads, all at the same moment; what they return."""
    ready = Barrier(count)

    def acting(number):
        ready.wait()
        return act(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(acting, range(count)))


def test_each_lands_once_or_is_refused(running, rng):
    match = running.open_match()
    salts = [f"salt {number}" for number in range(COMMANDS)]

    def send(number):
        return send_salt(running, match, salts[number], running.webs[number % WEBS])

    answers = at_once(COMMANDS, send)
    landed = {salt: answer.said for salt, answer in zip(salts, answers, strict=True) if answer.status == 200}
    for answer in answers:
        if answer.status != 200:
            check_conflict(answer)
    assert landed
    assert sorted(running.salts(match)) == sorted(landed)
    assert not any(answer["repeated"] for answer in landed.values())

    for number, salt in enumerate(salts):
        if salt not in landed:
            answer = send(number)
            assert answer.status == 200, answer
            assert not answer.said["repeated"]
            landed[salt] = answer.said
    assert sorted(running.salts(match)) == sorted(salts)
    check_repeats(running, match, {salt: landed[salt] for salt in rng.sample(salts, REPEATED)})
    assert running.get(f"matches/{match}/verify")["ok"]
    with nursery(running.place) as children:
        check_log(children)


def test_the_same_command_from_all_sides_happens_once(running):
    match = running.open_match()
    answers = at_once(ASKERS, lambda number: send_salt(running, match, "the salt", running.webs[number % WEBS]))
    landed = [answer.said for answer in answers if answer.status == 200]
    for answer in answers:
        if answer.status != 200:
            check_conflict(answer)
    assert running.salts(match) == ["the salt"]
    assert sum(not answer["repeated"] for answer in landed) == 1
    check_repeats(running, match, {"the salt": landed[0]})


def test_one_question_gets_one_answer(running):
    match = running.open_match()
    asked = running.get(f"matches/{match}/pending")["id"]
    legal = running.get(f"matches/{match}/legal?limit=1")["commands"][0]["command"]

    def send(number):
        content = {"command": legal, "pending": asked}
        web = running.webs[number % WEBS]
        return running.ask("POST", f"matches/{match}/commands", content, key=f"key {number}", web=web)

    answers = at_once(ASKERS, send)
    (landed,) = (number for number, answer in enumerate(answers) if answer.status == 200)
    refused = [answer.said["code"] for answer in answers if answer.status != 200]
    assert {answer.status for answer in answers} == {200, 409}
    assert set(refused) <= {"stale_pending", "conflict"}

    # The question is an old one by now, also to the one who answered it; they are told again what they were told then.
    assert not answers[landed].said["repeated"]
    check_repeat(send(landed), answers[landed].said)
