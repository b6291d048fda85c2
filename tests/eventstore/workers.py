"""Processes that write to the log and follow it: `python -m tests.eventstore.workers ROLE ARGUMENT…`.

They speak in lines on standard output and end when they are done, or killed.
"""

import json
import random
import sys
import time
from pathlib import Path
from uuid import uuid4

import django
from django.core.management import call_command

STREAMS = ("match-1", "match-2", "company-1")
POLL_SECONDS = 0.005


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def writer(count: str) -> None:
    """Append `count` times one to three events to streams that others write to as well; print each latency in ms."""
    for _ in range(int(count)):
        started = time.perf_counter()
        conflicts = append_once(random.choice(STREAMS), random.randint(1, 3))
        say(json.dumps({"ms": (time.perf_counter() - started) * 1000, "conflicts": conflicts}))


def append_once(stream: str, count: int) -> int:
    """Append to the end of `stream`, wherever it is by then; return how often somebody else was faster."""
    command_id, conflicts = uuid4(), 0
    while True:
        end = api.head(stream)
        try:
            write(stream, count, expected=end.version if end else 0, command_id=command_id)
        except api.Conflict:
            conflicts += 1
        else:
            return conflicts


def follower(until: str) -> None:
    """Poll `position > last` and print each position, until the position `until` has come."""
    last = 0
    while last < int(until):
        events = api.read_all(last, 100)
        for event in events:
            say(str(event.position))
            last = event.position
        if not events:
            time.sleep(POLL_SECONDS)


def starter(stream: str) -> None:
    """Migrate and append at once, as the processes of a fresh Skald do."""
    call_command("migrate", verbosity=0)
    write(stream, 2)
    append_once("match-shared", 1)
    say("started")


def importer(path: str, until: str) -> None:
    """Take in a file; say how far it has come, and wait there for whoever kills us: `verified` or `stored`."""

    def wait_at(place: str) -> None:
        if place == until:
            say(place)
            time.sleep(3_600)

    put = Staging.put

    def put_and_wait(staging: Staging, places: object) -> None:
        put(staging, places)
        wait_at("verified")

    Staging.put = put_and_wait
    with Path(path).open("rb") as file:
        api.import_streams(file, within=lambda: wait_at("stored"))


if __name__ == "__main__":
    django.setup()
    from eventstore import api
    from eventstore.staging import Staging
    from tests.eventstore.log import write

    {"writer": writer, "follower": follower, "starter": starter, "importer": importer}[sys.argv[1]](*sys.argv[2:])
