"""People who play and look on, and what must hold of what they were answered."""

import http.client
import json
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from tests.faults.nursery import Nursery
from tests.faults.skald import ANSWER_SECONDS, HOST, Answer, Skald, Web
from tests.faults.story import read_story
from tests.faults.waiting import until

# Between the salts of a player: the servers are to be at work, not the machine at its limit.
PACE_SECONDS = 0.02
# Of the salts of a match, so many are sent again at the end.
REPEATED = 25


class Player(threading.Thread):
    """Adds salts to a match, one after the other, each under a key of its own and sent until it is stored.

    `landed` are the answers by salt, `troubles` counts how often the database was away, `wrong` is what must not be.
    """

    def __init__(self, skald: Skald, match: str, name_of_salts: str) -> None:
        super().__init__(daemon=True)
        self.match = match
        self.landed: dict[str, dict[str, Any]] = {}
        self.troubles = 0
        self.wrong = ""
        self._skald = skald
        self._name_of_salts = name_of_salts
        self._stop_asked = threading.Event()

    def run(self) -> None:
        """Play until asked to stop, or until something goes wrong."""
        number = 0
        while not self._stop_asked.is_set() and not self.wrong:
            number += 1
            salt = f"{self._name_of_salts} {number}"
            try:
                self._land(salt)
            except (OSError, http.client.HTTPException, AssertionError) as error:
                self.wrong = repr(error)
            self._stop_asked.wait(PACE_SECONDS)

    def stop(self) -> None:
        """Let it finish what it sends, and wait for that."""
        self._stop_asked.set()
        self.join()

    def _land(self, salt: str) -> None:
        while True:
            answer = send_salt(self._skald, self.match, salt)
            if answer.status == 200:
                self.landed[salt] = answer.said
                return
            if answer.status == 503:
                check_unavailable(answer)
                self.troubles += 1
            else:
                check_conflict(answer)


def send_salt(skald: Skald, match: str, salt: str, web: Web | None = None) -> Answer:
    """Send a salt under the key that belongs to it."""
    content = {"command": {"type": "add_salt", "seat": "home", "salt": salt}}
    return skald.ask("POST", f"matches/{match}/commands", content, key=f"key of {salt}", web=web)


def check_unavailable(answer: Answer, code: str = "unavailable") -> None:
    """It says, without a word too many, that the database is away, or what else is wrong with it, and what to do."""
    assert answer.kind == "application/problem+json", answer
    document = answer.said
    assert (answer.status, document["status"], document["code"]) == (503, 503, code)
    assert "same Idempotency-Key" in document["message"]
    assert "Traceback" not in answer.text


def check_conflict(answer: Answer) -> None:
    """It says that others were faster and what to do."""
    assert answer.kind == "application/problem+json", answer
    assert (answer.status, answer.said["code"]) == (409, "conflict"), answer
    assert "same Idempotency-Key" in answer.said["hint"]
    assert int(answer.retry_after) > 0


def check_repeats(skald: Skald, match: str, landed: dict[str, dict[str, Any]]) -> None:
    """Who sends a salt again is answered what they were answered then, and told that nothing happened now."""
    for salt, then in landed.items():
        check_repeat(send_salt(skald, match, salt), then)


def check_repeat(again: Answer, then: dict[str, Any]) -> None:
    """It says what was said then, and that nothing happened now."""
    assert again.status == 200, again
    assert again.said["repeated"]
    for name in ("first", "version", "events"):
        assert again.said[name] == then[name]


class Onlooker(threading.Thread):
    """Follows the live feed of a public match as a browser does: when it breaks off, it asks for what comes after.

    `seen` are the numbers of the events it was told of.
    """

    def __init__(self, web: Web, match: str) -> None:
        super().__init__(daemon=True)
        self.seen: list[int] = []
        self.match = match
        self._web = web
        self._stop_asked = threading.Event()

    def run(self) -> None:
        """Look on until asked to stop."""
        while not self._stop_asked.is_set():
            with suppress(OSError, http.client.HTTPException):
                self._listen()

    def stop(self) -> None:
        """Look on no more."""
        self._stop_asked.set()

    def _listen(self) -> None:
        line = http.client.HTTPConnection(HOST, self._web.port, timeout=ANSWER_SECONDS)
        try:
            after = self.seen[-1] if self.seen else 0
            line.request("GET", f"/matches/{self.match}/live?after={after}")
            feed = line.getresponse()
            while not self._stop_asked.is_set() and (text := feed.readline()):
                if text.startswith(b"data: {") and feed.status == 200:
                    self.seen += [entry["n"] for entry in json.loads(text[6:]).get("entries", ())]
        finally:
            line.close()


@contextmanager
def looking_on(web: Web, matches: list[str]) -> Iterator[list[Onlooker]]:
    """Let somebody look on at each of the matches for the length of the block."""
    onlookers = [Onlooker(web, match) for match in matches]
    for onlooker in onlookers:
        onlooker.start()
    try:
        yield onlookers
    finally:
        for onlooker in onlookers:
            onlooker.stop()


@contextmanager
def playing(players: list[Player]) -> Iterator[None]:
    """Let them play for the length of the block; fail with what went wrong."""
    for player in players:
        player.start()
    try:
        yield
    finally:
        for player in players:
            player.stop()
    check_nothing_wrong(players)


def check_nothing_wrong(players: list[Player]) -> None:
    """Nobody was answered what must not be."""
    wrong = [player.wrong for player in players if player.wrong]
    assert not wrong, wrong


def wait_for(players: list[Player], count: Callable[[Player], int], more: int, what: str) -> None:
    """Wait until `count` of each player has grown by so many."""
    before = {player: count(player) for player in players}
    until(
        lambda: all(player.wrong or count(player) >= before[player] + more for player in players),
        f"{what} for each player",
    )
    check_nothing_wrong(players)


def landed(player: Player) -> int:
    """How many salts of a player are stored."""
    return len(player.landed)


def troubles(player: Player) -> int:
    """How often a player found the database away."""
    return player.troubles


def check_match(skald: Skald, onlooker: Onlooker, players: list[Player], rng: random.Random) -> None:
    """Each salt of a match is in its log once, and was told of on the live feed; some are sent again, as above."""
    match = onlooker.match
    ours = {salt: answer for player in players if player.match == match for salt, answer in player.landed.items()}
    salts = skald.salts(match)
    assert sorted(salts) == sorted(ours), set(salts) ^ set(ours)
    check_repeats(skald, match, {salt: ours[salt] for salt in rng.sample(salts, min(REPEATED, len(salts)))})
    version = skald.get(f"matches/{match}/")["version"]
    until(lambda: len(onlooker.seen) >= version, f"event {version} on the live feed")
    assert onlooker.seen == list(range(1, version + 1)), onlooker.seen


def wait_for_follower(children: Nursery) -> None:
    """Wait until the follower in the worker has been given all that has happened by now."""
    children.run("await_follower")


def check_log(children: Nursery, *, followed: bool = False) -> None:
    """The log is whole and the lists of matches are what it adds up to; if `followed`, so is what the follower saw."""
    if followed:
        wait_for_follower(children)
    story = read_story(children)
    story.check_order()
    if followed:
        story.check_follower(at_end=True)
