"""What the children of the nursery do. Each ends when it is done, or killed."""

import json
import os
import random
import signal
import time
from pathlib import Path
from uuid import uuid4

from django.db import InterfaceError, OperationalError, connection

from eventstore import api
from eventstore.models import Event, Subscription
from eventstore.subscriptions import State
from tests.eventstore.flushing import unguarded
from tests.eventstore.log import FINGERPRINT
from tests.faults import follower, scheduling, settling
from tests.faults.journal import Answer, Journal, Order, Part, read_journal

STREAMS = ("story-1", "story-2", "story-3", "tale-1")
POLL_SECONDS = 0.005
# Of the orders answered in earlier lives, so many are sent again at the end.
REPEATED = 200

api.subscriber(follower.NAME)(follower.Follower)


def writer(path: str, seed: str) -> None:
    """Send one order after the other, first those that an earlier life left without an answer."""
    settle(path)
    journal, rng = Journal(Path(path)), random.Random(seed)
    while True:
        order = new_order(rng)
        journal.sending(order)
        journal.answered(order, land(order, journal))


def new_order(rng: random.Random) -> Order:
    """One append of one to three events, or now and then two that belong together."""
    streams = rng.sample(STREAMS, rng.choice((1, 1, 1, 2)))
    return tuple(Part(str(uuid4()), stream, rng.randint(1, 3)) for stream in streams)


def settle(path: str) -> None:
    """Send the orders of a journal again that were never answered."""
    noted, journal = read_journal(Path(path)), Journal(Path(path))
    for order in noted.unanswered:
        journal.answered(order, land(order, journal))


def land(order: Order, journal: Journal) -> Answer:
    """Append an order at the ends of its streams, wherever they are by then, and however often it takes."""
    while True:
        try:
            return attempt(order)
        except api.Conflict:
            continue
        except (OperationalError, InterfaceError) as error:
            journal.away(error)
            connection.close()
            time.sleep(POLL_SECONDS)


def attempt(order: Order) -> Answer:
    """Append an order once; the answer of then where it happened before. Raises Conflict where others were faster."""
    try:
        with api.writing() as unit:
            for part in order:
                end = api.head(part.stream)
                events = [told(part, n) for n in range(part.count)]
                version = end.version if end else 0
                unit.append(part.stream, version, events, actor="a writer", command_id=part.id, fingerprint=FINGERPRINT)
    except api.AlreadyDone:
        return remembered(order)
    return tuple((done.first_version, done.last_version) for done in unit.appended)


def told(part: Part, n: int) -> api.NewEvent:
    return api.NewEvent("story.told", 1, json.dumps({"command": part.command, "n": n}).encode())


def remembered(order: Order) -> Answer:
    """What the store answered when the order was carried out."""
    known = [api.find_command(part.id) for part in order]
    return tuple((command.first_version, command.last_version) for command in known if command is not None)


def repeat(path: str, answers: str, seed: str) -> None:
    """Send orders again that were answered; write to `answers` what is answered now."""
    noted = read_journal(Path(path))
    orders = [order for order in noted.sent if order[0].command in noted.answered]
    chosen = random.Random(seed).sample(orders, min(REPEATED, len(orders)))
    Path(answers).write_text(json.dumps({order[0].command: attempt(order) for order in chosen}))


def follow(path: str) -> None:
    """Follow the log; write a line to the file `path` for each batch. An event that fails ends it."""
    with Path(path).open("a", buffering=1) as progress:
        while True:
            try:
                caught_up = api.catch_up(follower.NAME)
            except (OperationalError, InterfaceError):
                connection.close()
                time.sleep(POLL_SECONDS)
                continue
            assert caught_up.state is not State.PARKED
            if caught_up.handled:
                progress.write(f"{caught_up.position}\n")
            else:
                time.sleep(POLL_SECONDS)


def catch_up() -> None:
    """Follow the log to its end."""
    end = api.last_position()
    while api.catch_up(follower.NAME).position < end:
        time.sleep(POLL_SECONDS)


def await_follower() -> None:
    """Wait until the follower, who is somebody else, has been given all that is in the log just now."""
    end = api.last_position()
    while follower.last_position() < end:
        time.sleep(POLL_SECONDS)


def fill(appends: str) -> None:
    """Append so often a hundred events of 1,500 bytes, all in one stream."""
    for number in range(int(appends)):
        events = [api.NewEvent("story.told", 1, json.dumps("x" * 1_500).encode())] * 100
        api.append("fill-1", 100 * number, events, actor="a writer", command_id=uuid4(), fingerprint=FINGERPRINT)


def tamper() -> None:
    """Change an event that was recorded, as whoever has the database in hand can."""
    with unguarded():
        Event.objects.filter(stream__name="fill-1", version=7).update(actor="somebody else")


def freeze(path: str) -> None:
    """Append, and stop dead before the commit: the log is kept from all others. `path` is written to just before."""
    with api.writing() as unit:
        Subscription.objects.create(name="of who froze")
        events = [api.NewEvent("story.told", 1, b"{}")]
        unit.append("story-frozen", 0, events, actor="a writer", command_id=uuid4(), fingerprint=FINGERPRINT)
        unit.carry_out()
        Path(path).write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGSTOP)


def tell(path: str) -> None:
    """Write to `path` what the log holds, what the follower was given, and what `verify` and `rebuild --check` find."""
    events, position = [], 0
    while page := api.read_all(position, 5_000):
        position = page[-1].position
        events += [(event.position, event.stream, event.version, str(event.command_id)) for event in page]
    findings = [*map(str, api.verify_store()), *api.check("matches")]
    story = {"events": events, "followed": follower.followed(), "findings": findings}
    Path(path).write_text(json.dumps(story))


ROLES = {
    "writer": writer,
    "settle": settle,
    "repeat": repeat,
    "follow": follow,
    "catch_up": catch_up,
    "await_follower": await_follower,
    "fill": fill,
    "freeze": freeze,
    "tamper": tamper,
    "tell": tell,
    **settling.ROLES,
    **scheduling.ROLES,
}
