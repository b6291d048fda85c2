"""A whole Skald in a place: the web, a worker and its beat, and ways to ask it."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from tests.faults.places import ROOT, Place
from tests.faults.waiting import until

HOST = "127.0.0.1"
UNLIMITED = dict.fromkeys(("THROTTLE_USER", "THROTTLE_ANON", "THROTTLE_PAGES"), "1000000/min")
ANSWER_SECONDS = 60
UVICORN = ("uvicorn", "config.asgi:application", "--lifespan", "off")
UVICORN += ("--no-proxy-headers", "--http", "config.connections:Connection")
UP = ("django", "up", "--no-demo")
CELERY = ("celery", "-A", "tests.faults.celery_app")
WORKER = ("worker", "--pool", "solo", "--without-gossip", "--without-mingle", "--loglevel", "WARNING")
BEAT = ("beat", "--loglevel", "WARNING", "--pidfile=")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the web answered."""

    status: int
    kind: str
    text: str
    retry_after: str = ""

    @property
    def said(self) -> dict[str, Any]:
        """The document in it."""
        document: dict[str, Any] = json.loads(self.text)
        return document


class Web:
    """One process of the web, and ways to ask it."""

    def __init__(self, place: Place, name: str, environment: dict[str, str], words: tuple[str, ...] = UVICORN) -> None:
        self.port = _free_port()
        self.log = place.folder / f"{name}.log"
        with self.log.open("w") as output:
            self.process = _start((*words, "--port", str(self.port)), environment, output)

    def ask(self, method: str, path: str, content: object = None, **headers: str) -> Answer:
        """Ask for `path` and read the answer. OSError or HTTPException where there is none."""
        line = http.client.HTTPConnection(HOST, self.port, timeout=ANSWER_SECONDS)
        try:
            body = None if content is None else json.dumps(content)
            line.request(method, path, body, {"Content-Type": "application/json", **headers})
            answer = line.getresponse()
            heads = answer.headers
            return Answer(
                answer.status, heads.get("Content-Type", ""), answer.read().decode(), heads.get("Retry-After", "")
            )
        finally:
            line.close()

    def is_well(self) -> bool:
        """Whether it answers and finds its database."""
        try:
            return self.ask("GET", "/healthz").status == 200
        except (OSError, http.client.HTTPException):
            return False


class Skald:
    """What runs, and how Alice plays there."""

    def __init__(self, place: Place, webs: list[Web]) -> None:
        self.place = place
        self.webs = webs

    @property
    def web(self) -> Web:
        """The first web process."""
        return self.webs[0]

    def ask(self, method: str, path: str, content: object = None, *, key: str = "", web: Web | None = None) -> Answer:
        """Ask the API as Alice."""
        headers = {"Authorization": f"Token {self.place.token}"} | ({"Idempotency-Key": key} if key else {})
        return (web or self.web).ask(method, f"/api/v1/{path}", content, **headers)

    def get(self, path: str) -> Any:
        """Ask the API for what must be there."""
        answer = self.ask("GET", path)
        assert answer.status == 200, answer
        return answer.said

    def open_match(self) -> str:
        """Open a match, public, with house dice; Alice runs it and holds both seats. Its id."""
        setup = json.loads((ROOT / "matches/simulation/setups/ishmek.json").read_text())
        order = {"ruleset": "ishmek", "setup": setup, "visibility": "public", "title": "Kites and herons"}
        opened = self.ask("POST", "matches/", order, key=str(uuid4()))
        assert opened.status == 201, opened
        match: str = opened.said["id"]
        for seat in ("home", "away"):
            assert self.ask("PUT", f"matches/{match}/seats/{seat}/", {"user": "alice"}).status == 200
        return match

    def salts(self, match: str) -> list[str]:
        """The salts in the log of a match, in order."""
        salts, after = [], 0
        while events := self.get(f"matches/{match}/events?after={after}&limit=500")["events"]:
            after = events[-1]["n"]
            salts += [event["salt"] for event in events if event["type"] == "salt_added"]
        return salts

    def log(self) -> str:
        """What the web processes have logged."""
        return "".join(web.log.read_text() for web in self.webs)


@contextmanager
def skald(place: Place, *, webs: int = 1, worker: bool = False, redis_url: str = "", **more: str) -> Iterator[Skald]:
    """Run a Skald in a place until the end of the block: so many web processes, and worker and beat if wanted."""
    environment = place.environment(REDIS_URL=redis_url, POLL_SECONDS="1", **UNLIMITED, **more)
    answering = [Web(place, f"web-{number}", environment) for number in range(webs)]
    running = [web.process for web in answering]
    if worker:
        with (place.folder / "worker.log").open("w") as output:
            running += [_start((*CELERY, *words), environment, output) for words in (WORKER, BEAT)]
    try:
        until(lambda: all(web.is_well() for web in answering), "a web that is well")
        yield Skald(place, answering)
    finally:
        for process in running:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def up(place: Place, **more: str) -> Iterator[Skald]:
    """Run a Skald as `manage.py up` does, with a Redis of its own, until the end of the block; log: what `up` says."""
    web = Web(place, "up", place.environment(POLL_SECONDS="1", **UNLIMITED, **more), UP)
    try:
        until(lambda: "Skald runs" in web.log.read_text() or web.process.poll() is not None, "a Skald that runs")
        yield Skald(place, [web])
    finally:
        web.process.terminate()
        web.process.wait(ANSWER_SECONDS)


def _start(words: tuple[str, ...], environment: dict[str, str], output: Any) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", *words],
        env=environment,
        cwd=environment["SKALD_VAR"],
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port
