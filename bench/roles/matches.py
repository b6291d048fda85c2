"""Matches in Skald's own tables: replayed, loaded, sought through, and played by the handler of commands."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any
from uuid import UUID, uuid4

from bench.roles.log import by_itself, in_a_unit
from bench.roles.timing import clock
from bench.stories import GAME, long_story
from eventstore import api as store
from matches import log, service
from matches.documents import plain
from matches.hosted import hosted
from matches.loading import LoadedMatch, load_match, recent_folds
from matches.models import stream_of
from matches.simulation.playing import default_setup

PAGE = 500
Job = Callable[[Any], Any]


def replay(events: int) -> Job:
    """A match of so many events. Orders replay it and answer with the seconds.

    "fold": as the game folds it; "count": with the smallest fold there is, as the peer; "verified": its chain, then
    the fold of the game.
    """
    match_id, game = uuid4(), hosted(GAME)
    stream, rows = stream_of(match_id), long_story(1, events)
    for start in range(0, len(rows), PAGE):
        by_itself(stream, start, [store.NewEvent(*row) for row in rows[start : start + PAGE]])

    def fold() -> None:
        match = LoadedMatch(match_id, game)
        match.take_in(store.read(stream))
        _require(match.version == events)

    def tell() -> None:
        told = 0
        for one in store.read(stream):
            log.decoded(game, one)
            told += 1
        _require(told == events)

    def verified() -> None:
        _require(not store.verify_stream(stream))
        fold()

    acts = {"fold": fold, "count": tell, "verified": verified}
    return lambda order: clock(acts[order])


def loads(events: int) -> Job:
    """A match of at least so many events, played through the handler. Orders load it; the milliseconds of each time.

    "log": from the log alone; "memory": the same fold of the same bytes, without a database; "snapshot": with a
    snapshot of its last event; "seek": at a random event, as the handler left it; "from 0": the same without snapshots.
    """
    match_id, rng = play_match(events), Random(1)
    stream, game = stream_of(match_id), hosted(GAME)
    recorded, head = list(store.read(stream)), load_match(match_id)

    def fold(upto: int) -> None:
        LoadedMatch(match_id, game).take_in(store.read(stream, upto=upto))

    prepare: dict[str, Callable[[], object]] = {
        "log": lambda: store.discard_snapshots(stream),
        "snapshot": head.save_snapshot,
    }
    acts: dict[str, Callable[[], object]] = {
        "log": lambda: load_match(match_id),
        "memory": lambda: LoadedMatch(match_id, game).take_in(recorded),
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


def handler() -> Job:
    """Matches that are played through the handler. An order is a number of commands.

    The answer: milliseconds of each `command`, and of each `append` of the same events to another stream, in turn.
    """
    twin, length, match_id, rng = f"twin-{uuid4()}", 0, open_match(), Random(1)

    def turn() -> tuple[float, float]:
        nonlocal length, match_id
        if load_match(match_id).table.outcome() is not None:
            match_id = open_match()
        before = load_match(match_id)
        command = plain(before.ruleset.sample(before.state, rng))
        commanded = clock(lambda: service.give_command(service.THE_HOUSE, before.id, command))
        events = [
            store.NewEvent(one.type, one.schema, one.body) for one in store.read(stream_of(before.id), before.version)
        ]
        appended = clock(lambda: in_a_unit(twin, length, events))
        length += len(events)
        return commanded * 1000, appended * 1000

    def answer(order: int) -> dict[str, list[float]]:
        turns = [turn() for _ in range(order)]
        return {"command": [one for one, _ in turns], "append": [other for _, other in turns]}

    return answer


def open_match() -> UUID:
    """Open a match with house dice."""
    return service.create_match(service.THE_HOUSE, service.NewMatch(ruleset=GAME, setup=default_setup(GAME)))


def play_match(events: int) -> UUID:
    """Play a match through the handler until it has at least so many events; matches that end before are left alone."""
    for seed in count(1):
        match_id, rng = open_match(), Random(f"bench/{seed}")
        bot = hosted(GAME).bots()["sensible"]
        while (match := load_match(match_id)).table.outcome() is None:
            if match.version >= events:
                return match_id
            service.give_command(service.THE_HOUSE, match_id, plain(bot(match.state, rng)))
    raise AssertionError("numbers end")


def _require(fact: bool) -> None:
    """What is measured must be right: RuntimeError where it is not."""
    if not fact:
        raise RuntimeError("what was measured is not what was meant")
