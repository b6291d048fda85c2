"""Matches in Skald's own tables: appended to, replayed, loaded, sought through, and played by the handler."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from itertools import count as numbers
from random import Random
from typing import Any
from uuid import UUID, uuid4

from django.test import Client

from bench.roles.appends import Answer, Order, Timed, timed
from bench.roles.log import append, new_events, request
from bench.roles.timing import clock, spent
from bench.stories import GAME, Row, five_a_side, long_story
from eventstore import api as store
from matches import event_codec, service
from matches.documents import plain
from matches.game_adapter import adapter_of
from matches.loading import LoadedMatch, load_match, recent_folds
from matches.models import Match, stream_of
from matches.projections import RowUpdate, played_fields
from matches.replay_cache import replays
from web.people import THE_HOUSE

PAGE = 500
OK = 200
Job = Callable[[Any], Any]
Read = Callable[[str], Iterator[store.Page]]


def with_its_row() -> Answer:
    """Appends to a match, each with the match's new row along, as the handler of commands writes it."""
    match = load_match(open_match())
    opened, fields = match.version, played_fields(match)

    def append_with_row(rows: list[Row], written: int) -> None:
        before = opened + written
        with store.writing() as unit:
            RowUpdate(match.id, before, fields | {"version": before + len(rows)}, {}).write(unit)
            unit.append(stream_of(match.id), before, new_events(rows), **request())

    answer, written = timed(append_with_row), 0

    def checked(order: Order) -> Timed:
        nonlocal written
        told = answer(order)
        written += order["count"] * order["per"]
        _require(Match.objects.filter(pk=match.id, version=opened + written).exists())
        return told

    return checked


def replay(events: int) -> Job:
    """A match of so many events. Orders replay it and answer with the seconds.

    `fold` is "fold", as the game folds it, or "count", the smallest there is: the peer's, which counts and keeps the
    last. `read` is "read", or "verified": with its chain.
    """
    match_id, game = uuid4(), adapter_of(GAME)
    stream, rows = stream_of(match_id), long_story(1, events)
    for start in range(0, len(rows), PAGE):
        append(stream, start, new_events(rows[start : start + PAGE]))

    def fold(read: Read) -> None:
        match = LoadedMatch(match_id, game)
        match.take_in(read(stream))
        _require(match.version == events)

    def count(read: Read) -> None:
        told, last = 0, None
        for page in read(stream):
            for event in event_codec.events_of(game, page):
                told += 1
                last = event
        _require(told == events and last is not None)

    folds = {"count": count, "fold": fold}
    reads: dict[str, Read] = {"read": store.read_pages, "verified": store.verified_pages}
    return lambda order: clock(lambda: folds[order["fold"]](reads[order["read"]]))


def loads(events: int) -> Job:
    """A match of at least so many events, played through the handler. Orders load it; the milliseconds of each time.

    "log": from the log alone; "memory": the same fold of the same bytes, without a database; "snapshot": with a
    snapshot of its last event; "seek": at a random event, as the handler left it; "from 0": the same without snapshots.
    """
    match_id, rng = play_match(events), Random(1)
    stream, game = stream_of(match_id), adapter_of(GAME)
    pages, head = list(store.read_pages(stream)), load_match(match_id)

    def fold(upto: int) -> None:
        LoadedMatch(match_id, game).take_in(store.read_pages(stream, upto=upto))

    prepare: dict[str, Callable[[], object]] = {
        "log": lambda: store.discard_snapshots(stream),
        "snapshot": head.save_snapshot,
    }
    acts: dict[str, Callable[[], object]] = {
        "log": lambda: load_match(match_id),
        "memory": lambda: LoadedMatch(match_id, game).take_in(pages),
        "snapshot": lambda: load_match(match_id),
        "seek": lambda: load_match(match_id, rng.randint(1, head.version)),
        "from 0": lambda: fold(rng.randint(1, head.version)),
    }

    def answer(order: dict[str, Any]) -> list[float]:
        milliseconds = []
        for _ in range(order["count"]):
            prepare.get(order["what"], bool)()
            recent_folds.forget(match_id)
            milliseconds.append(clock(acts[order["what"]]) * 1000)
        return milliseconds

    return answer


def replay_page(events: int) -> Job:
    """A public match of at least so many events. Orders look `count` times at its replay, page and document.

    "kept": as this process keeps it; "made": made anew. The answer: seconds of the processor for each look, kilobytes
    that were sent, and as many as that is when not gzipped.
    """
    match_id, browser = play_match(events), Client(HTTP_HOST="127.0.0.1", HTTP_ACCEPT_ENCODING="gzip")
    service.set_visibility(THE_HOUSE, match_id, "public")
    addresses = [f"/matches/{match_id}/replay{part}" for part in ("", ".json")]

    def look() -> list[bytes]:
        answers = [browser.get(address) for address in addresses]
        _require(all(one.status_code == OK and one["Content-Encoding"] == "gzip" for one in answers))
        return [one.content for one in answers]

    def timed_look(what: str) -> float:
        if what == "made":
            replays.clear()
        return spent(look)["processor"] or 0.0

    def answer(order: dict[str, Any]) -> dict[str, Any]:
        bodies = look()
        sizes = {"sent": sum(map(len, bodies)), "plain": sum(len(gzip.decompress(body)) for body in bodies)}
        times = [timed_look(order["what"]) for _ in range(order["count"])]
        return {"processor": times} | {name: size / 1000 for name, size in sizes.items()}

    return answer


def handler() -> Job:
    """Matches that are played through the handler. An order: a `count` of commands, and whether the fold is `kept`.

    A process that plays on has kept the match as it stands; another one loads it from a snapshot and the log. The
    answer: milliseconds of each `command`, and of each `append` of the same events to another stream, in turn.
    """
    twin, length, match_id, rng = f"twin-{uuid4()}", 0, open_match(), Random(1)

    def turn(kept: bool) -> tuple[float, float]:
        nonlocal length, match_id
        if load_match(match_id).table.outcome() is not None:
            match_id = open_match()
        before = load_match(match_id)
        command = plain(before.ruleset.sample(before.state, rng))
        if not kept:
            recent_folds.forget(match_id)
        commanded = clock(lambda: service.give_command(THE_HOUSE, before.id, command))
        events = [
            store.NewEvent(one.type, one.schema, one.body) for one in store.read(stream_of(before.id), before.version)
        ]
        appended = clock(lambda: append(twin, length, events))
        length += len(events)
        return commanded * 1000, appended * 1000

    def answer(order: dict[str, Any]) -> dict[str, list[float]]:
        turns = [turn(order["kept"]) for _ in range(order["count"])]
        return {"command": [one for one, _ in turns], "append": [other for _, other in turns]}

    return answer


def open_match() -> UUID:
    return service.create_match(THE_HOUSE, service.NewMatch(ruleset=GAME, setup=five_a_side()))


def play_match(events: int) -> UUID:
    """Play a match through the handler until it has at least so many events; matches that end before are left alone."""
    for seed in numbers(1):
        match_id, rng = open_match(), Random(f"bench/{seed}")
        bot = adapter_of(GAME).bots()["sensible"]
        while (match := load_match(match_id)).table.outcome() is None:
            if match.version >= events:
                return match_id
            service.give_command(THE_HOUSE, match_id, plain(bot(match.state, rng)))
    raise AssertionError("numbers end")


def _require(fact: bool) -> None:
    """What is measured must be right: RuntimeError where it is not."""
    if not fact:
        raise RuntimeError("what was measured is not what was meant")
