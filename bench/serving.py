"""Skald at work: commands through the handler and over HTTP, and how soon an append is seen."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median

from bench.homes import DATABASES, Home, Lab, Missing
from bench.measure import Metric, Target, interleaved, percentile
from bench.processes import ROOT, Worker, ask_all, make_ready, stop

HOST = "127.0.0.1"
START_SECONDS = 60.0
STOP_SECONDS = 30.0
CLIENTS = 4
MATCHES = 3  # that a client may play, one after the other
WARM_UP = 5
OF_APPEND = 2.0
HTTP_MILLISECONDS = 50
SEEN_P50, SEEN_P99 = 50, 250
FEED_P99 = 1_000


def handler(lab: Lab) -> Iterator[Metric]:
    """Commands through the whole handler: load, decide, append, read model."""
    for database in DATABASES:
        worker = lab.worker("matches.handler", lab.home(database))
        worker.ask({"count": WARM_UP, "kept": True})
        ways = {"match kept": True, "match loaded": False}
        contenders = {way: _commands(worker, lab.sizes.commands, kept=kept) for way, kept in ways.items()}
        for way, rounds in interleaved(contenders, lab.sizes.rounds).items():
            command, append = ([one for answer in rounds for one in answer[what]] for what in ("command", "append"))
            name = f"a command through the handler on {database}, {way}"
            target = Target("ratio", "≤", OF_APPEND) if ways[way] else None
            yield Metric(f"{name}, p50", median(command), "ms", "the append alone, p50", median(append), target)
            p99 = percentile(append, 99)
            yield Metric(f"{name}, p99", percentile(command, 99), "ms", "the append alone, p99", p99)


def _commands(worker: Worker, count: int, *, kept: bool) -> Callable[[], dict[str, list[float]]]:
    return lambda: worker.ask({"count": count, "kept": kept})


def over_http(lab: Lab) -> Iterator[Metric]:
    """Commands over HTTP to a whole Skald (`manage.py up`), from clients who each play a match of their own."""
    for database in lab.sizes.houses:
        home, port = lab.home(database, redis=False), free_port()
        with running(home, port):
            told = lab.worker("house.furnish", home).ask(CLIENTS * MATCHES)
            clients = [
                lab.worker(
                    "clients.player", host=HOST, port=port, token=told["token"], matches=told["matches"][n::CLIENTS]
                )
                for n in range(CLIENTS)
            ]
            ask_all(clients, WARM_UP)
            found = [one for answer in ask_all(clients, lab.sizes.posts) for one in answer]
        name = f"a command over HTTP on {database}, {CLIENTS} clients"
        yield Metric(f"{name}, p99", percentile(found, 99), "ms", target=Target("ours", "≤", HTTP_MILLISECONDS))
        yield Metric(f"{name}, p50", median(found), "ms")


def visible(lab: Lab) -> Iterator[Metric]:
    """From an append to its row in the read model, which a worker of a whole Skald writes."""
    for database in lab.sizes.houses:
        home = lab.home(database, redis=False)
        with running(home, free_port()):
            woken = lab.worker("house.seen", home, woken=True)
            polled = lab.worker("house.seen", home, woken=False)
            make_ready([woken, polled])
            woken.ask(WARM_UP)
            waits = woken.ask(lab.sizes.wakes)
            slow = polled.ask(lab.sizes.polls)
        name, peer = f"append to visible on {database}, woken by Redis", "the beat's poll"
        yield Metric(f"{name}, p50", median(waits), "ms", f"{peer}, p50", median(slow), Target("ours", "≤", SEEN_P50))
        p99 = percentile(waits, 99)
        yield Metric(f"{name}, p99", p99, "ms", f"{peer}, p99", percentile(slow, 99), Target("ours", "≤", SEEN_P99))


def live(lab: Lab) -> Iterator[Metric]:
    """From a command to the live feeds of all who follow its match, few and many, on a whole Skald."""
    few, many = lab.sizes.followers
    for database in lab.sizes.houses:
        waits = {count: _feed_waits(lab, database, count) for count in (few, many)}
        name, peer = f"a command to {many} live feeds on {database}", f"{few} feeds"
        p50, p50_of_few = (percentile(waits[count], 50) for count in (many, few))
        p99, p99_of_few = (percentile(waits[count], 99) for count in (many, few))
        yield Metric(f"{name}, p99", p99, "ms", f"{peer}, p99", p99_of_few, Target("ours", "≤", FEED_P99))
        yield Metric(f"{name}, p50", p50, "ms", f"{peer}, p50", p50_of_few)


def _feed_waits(lab: Lab, database: str, count: int) -> list[float]:
    """The milliseconds from each command to each feed; every second of them is somebody's who is logged in."""
    home, port = lab.home(database, redis=False), free_port()
    with running(home, port):
        player = lab.worker("feeds.played", home, people=max(1, count // 2))
        told = player.ask(0)
        sessions = [told["sessions"][number // 2] if number % 2 else "" for number in range(count)]
        feeds = lab.worker(
            "feeds.followers", home, host=HOST, port=port, match=told["match"], after=told["version"], sessions=sessions
        )
        make_ready([player, feeds])
        waits: list[float] = []
        for commands in (WARM_UP, lab.sizes.told):
            # They listen all the while; which version is the last is known only when it has played.
            done = player.ask(commands)
            heard = feeds.ask(done[-1][1])
            waits = [wait for moments in heard for wait in _waits(done, moments)]
    return waits


def _waits(done: list[list[float]], heard: list[list[float]]) -> Iterator[float]:
    """From each command, known by when it was done and the version after it, to the first message that tells of it."""
    for at, version in done:
        yield (next(moment for moment, upto in heard if upto >= version) - at) * 1000


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(home: Home, port: int) -> Iterator[None]:
    """Run web, worker, beat and Redis in a home. Missing with the end of their words when they do not come up."""
    said = home.folder / "up.log"
    with said.open("wb") as out:
        house = subprocess.Popen(
            [sys.executable, str(ROOT / "manage.py"), "up", "--no-demo", "--with-parent", "--port", str(port)],
            # Clients as fast as these are no people: the throttles would stop them.
            env={
                **os.environ,
                **home.environment,
                "THROTTLE_USER": "1000000/s",
                "THROTTLE_ANON": "1000000/s",
                "THROTTLE_PAGES": "1000000/s",
                "LIVE_FEEDS": "1000000",
                "LIVE_FEEDS_PER_ADDRESS": "1000000",
            },
            cwd=ROOT,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            deadline = time.monotonic() + START_SECONDS
            while not answers(port):
                if house.poll() is not None or time.monotonic() > deadline:
                    raise Missing(f"Skald did not come up:\n{said.read_text(errors='replace')[-3_000:]}")
                time.sleep(0.1)
            yield
        finally:
            stop(house, STOP_SECONDS)


def answers(port: int) -> bool:
    """Whether a Skald there says that it is well."""
    line = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()
