"""Reading back: replays, loads, seeks, verification, and what an event weighs."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from statistics import median
from typing import Any

import psycopg

from bench import peers
from bench.homes import DATABASES, Home, Lab, gather_statistics, settings_of
from bench.measure import Metric, Target, interleaved, medians, percentile
from bench.processes import Worker, make_ready

REPLAYED = {"SQLite": 15.0, "PostgreSQL": 10.0}
VERIFIED = 8.0
LOAD_MILLISECONDS = 3.0
SNAPSHOT_MILLISECONDS = 1.5
SEEK_MILLISECONDS = 2.0
VERIFIED_A_SECOND = 350_000
WEIGHT = 0.85
REPLAY_PAGE_SECONDS = 0.2
REPLAY_PAGE_KILOBYTES = 150
PAGES = 5
"""Looks at a replay that are timed a round."""
MEMORY_MEBIBYTES = 150

SQLITE_SIZES = """
SELECT m.tbl_name, sum(s.pgsize) FROM dbstat s JOIN sqlite_master m ON m.name = s.name GROUP BY m.tbl_name
"""
POSTGRESQL_SIZES = """
SELECT relname, pg_total_relation_size(oid) FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""


def replay(lab: Lab) -> Iterator[Metric]:
    """One long stream: fetched, decoded, folded."""
    events = lab.sizes.replayed
    for database in DATABASES:
        home, (settings, place) = lab.home(database, redis=False), _peer_settings(lab, database)
        ours = lab.worker("matches.replay", home, events=events)
        peer = lab.worker("peer.replay", settings=settings, events=events)
        make_ready([ours, peer])
        gather_statistics(home.url)
        gather_statistics(place)
        ways = [(fold, read) for fold in ("count", "fold") for read in ("read", "verified")]
        contenders = {f"{fold}/{read}": _ask(ours, {"fold": fold, "read": read}) for fold, read in ways}
        contenders["peer"] = _ask(peer, None)
        seconds = medians(contenders, lab.sizes.rounds)
        rate = {name: events / value for name, value in seconds.items()}
        name = f"replay of {events:,} events on {database}"
        for read, least in (("read", REPLAYED[database]), ("verified", VERIFIED)):
            chain = ", chain verified" if read == "verified" else ""
            target = Target("ratio", "≥", least)
            for fold, words in (("count", "the peer's fold"), ("fold", "folded as a match")):
                ours_is = rate[f"{fold}/{read}"]
                yield Metric(f"{name}, {words}{chain}", ours_is, "events/s", peers.NAME, rate["peer"], target)


def loads(lab: Lab) -> Iterator[Metric]:
    """Loads of matches by a process that has not seen them lately."""
    sizes = lab.sizes
    for database in DATABASES:
        home = lab.home(database, redis=False)
        for events in (sizes.match_events, sizes.long_match):
            found = _loads(lab, home, events, ("log", "memory", "snapshot"))
            name, memory = f"load of {events:,} events on {database}", "the same fold, from memory"
            target = Target("ours", "≤", LOAD_MILLISECONDS) if events == sizes.match_events else None
            yield Metric(f"{name}, no snapshot", median(found["log"]), "ms", memory, median(found["memory"]), target)
            target = Target("ours", "≤", SNAPSHOT_MILLISECONDS)
            snapshot, log = median(found["snapshot"]), median(found["log"])
            yield Metric(f"{name}, snapshot at the head", snapshot, "ms", "no snapshot", log, target)


def seeks(lab: Lab) -> Iterator[Metric]:
    """A long match at random events, on the server."""
    for database in DATABASES:
        found = _loads(lab, lab.home(database, redis=False), lab.sizes.long_match, ("seek", "from 0"), lab.sizes.seeks)
        ours, peer = found["seek"], found["from 0"]
        name, target = f"seek in {lab.sizes.long_match:,} events on {database}", Target("ours", "≤", SEEK_MILLISECONDS)
        slow = percentile(peer, 99)
        yield Metric(f"{name}, p99", percentile(ours, 99), "ms", "fold from 0, p99", slow, target)
        yield Metric(f"{name}, p50", median(ours), "ms", "fold from 0, p50", median(peer))


def replay_page(lab: Lab) -> Iterator[Metric]:
    """The replay page and its document, of a match of an evening: once kept, and made anew each time."""
    events = lab.sizes.replay_page
    worker = lab.worker("matches.replay_page", lab.home("SQLite", redis=False), events=events)
    contenders = {what: _ask(worker, {"what": what, "count": PAGES}) for what in ("kept", "made")}
    rounds = interleaved(contenders, lab.sizes.rounds)
    seconds = {what: median(value for one in answers for value in one["processor"]) for what, answers in rounds.items()}
    name, target = f"replay of {events:,} events, page and document", Target("ours", "≤", REPLAY_PAGE_SECONDS)
    yield Metric(f"{name}, processor time", seconds["kept"], "s", "made anew", seconds["made"], target)
    sent, plain = (median(one[size] for one in rounds["kept"]) for size in ("sent", "plain"))
    yield Metric(f"{name}, over the wire", sent, "kB", "not gzipped", plain, Target("ours", "≤", REPLAY_PAGE_KILOBYTES))


def _loads(
    lab: Lab, home: Home, events: int, whats: tuple[str, ...], count: int | None = None
) -> dict[str, list[float]]:
    """Milliseconds of all loads of each kind."""
    worker = lab.worker("matches.loads", home, events=events)
    worker.ready()
    gather_statistics(home.url)
    contenders = {what: _ask(worker, {"what": what, "count": count or lab.sizes.loads}) for what in whats}
    rounds = interleaved(contenders, lab.sizes.rounds)
    worker.end()
    return {what: [value for one in answers for value in one] for what, answers in rounds.items()}


def verify(lab: Lab) -> Iterator[Metric]:
    """The whole log: its chains, its positions, its triggers, its seals."""
    for database in DATABASES:
        home = lab.home(database, redis=False)
        worker = lab.worker("keeping.log", home, events=lab.sizes.kept)
        events = worker.ask("size")
        gather_statistics(home.url)
        found = interleaved({what: _ask(worker, what) for what in ("verify", "link")}, lab.sizes.rounds)
        name, peer, target = f"verify a log on {database}", "the hashes alone", Target("ours", "≥", VERIFIED_A_SECOND)
        for of, words in (("processor", "a core"), ("seconds", "one client")):
            verified, linked = ([one[of] for one in found[what]] for what in ("verify", "link"))
            # Of a server elsewhere nobody here can tell what it spent.
            if None not in verified:
                ours, least = events / median(verified), events / median(linked)
                yield Metric(f"{name}, {words}", ours, "events/s", peer, least, target if of == "processor" else None)


def weight(lab: Lab) -> Iterator[Metric]:
    """What an event takes on disk."""
    for database in DATABASES:
        home = lab.home(database, redis=False)
        settings, place = _peer_settings(lab, database)
        before, peer_before = _sizes(database, _place(home)), _sizes(database, place)
        ours = lab.worker("keeping.filler", home).ask(lab.sizes.kept)
        peer = lab.worker("peer.keep", settings=settings).ask(lab.sizes.kept)
        grown = {name: size - before.get(name, 0) for name, size in _sizes(database, _place(home)).items()}
        theirs = (sum(_sizes(database, place).values()) - sum(peer_before.values())) / peer
        name = f"bytes an event on {database}"
        target = Target("ratio", "≤", WEIGHT)
        event = grown["eventstore_event"] / ours
        yield Metric(f"{name}, with indexes and hash", event, "bytes", f"{peers.NAME}, no hash", theirs, target)
        whole = sum(grown.values()) / ours
        yield Metric(f"{name}, with commands and streams", whole, "bytes", f"{peers.NAME}, no hash", theirs)


def memory(lab: Lab) -> Iterator[Metric]:
    """What verification and rebuilding take of memory: a log, and one of a tenth of its length."""
    peaks: dict[str, list[float]] = {"verify": [], "rebuild": []}
    home, size = lab.home("SQLite", redis=False), 0
    for events in (lab.sizes.memory // 10, lab.sizes.memory):
        filler = lab.worker("keeping.filler", home)
        size += filler.ask(events - size)
        filler.end()
        for what, found in peaks.items():
            worker = lab.worker("keeping.memory", home)
            found.append(worker.ask(what)["peak"])
            worker.end()
    for what, (small, large) in peaks.items():
        name = f"memory of {what} over {lab.sizes.memory:,} events on SQLite, peak"
        yield Metric(
            name,
            large,
            "MiB",
            f"the same over {lab.sizes.memory // 10:,}",
            small,
            Target("ours", "≤", MEMORY_MEBIBYTES),
        )


def _peer_settings(lab: Lab, database: str) -> tuple[dict[str, str], str]:
    """The peer's settings for a database of its own, its tables made, and where that is."""
    if database == "SQLite":
        place = str(lab.path("peer.sqlite3"))
        settings = peers.sqlite_settings(place)
    else:
        place = lab.postgresql()
        settings = peers.postgres_settings(settings_of(place))
    peers.make_tables(settings)
    return settings, place


def _place(home: Home) -> str:
    return home.url or str(home.file)


def _sizes(database: str, place: str) -> dict[str, int]:
    """Bytes that each table takes with its indexes."""
    if database == "PostgreSQL":
        with psycopg.connect(place) as connection:
            return dict(connection.execute(POSTGRESQL_SIZES).fetchall())
    with closing(sqlite3.connect(place)) as connection:
        return dict(connection.execute(SQLITE_SIZES).fetchall())


def _ask(worker: Worker, order: Any) -> Callable[[], Any]:
    return lambda: worker.ask(order)
