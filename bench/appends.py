"""Appends: ours with all guarantees on, beside the peer's recorder and raw inserts through the driver."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from statistics import median
from typing import NamedTuple

from bench import peers
from bench.homes import Lab, settings_of
from bench.measure import Metric, Target, interleaved, percentile
from bench.processes import Worker, ask_all, make_ready
from bench.roles.appends import Timed, make_raw_postgres, make_raw_sqlite

EVENTS = (1, 10)
# On PostgreSQL, events a transaction → ratio to the peer, of one writer and of several.
OF_PEER = {1: (2.0, 1.8), 10: (2.0, 1.5)}
OF_RAW = 0.75
WAIT_MILLISECONDS = 25
WARM_UP = 10

Crews = Mapping[str, Sequence[Worker]]


class Speed(NamedTuple):
    """Events a second over all writers (the median of the rounds), and milliseconds of the slowest percent."""

    events: float
    p99: float


def sqlite(lab: Lab) -> Iterator[Metric]:
    """Appends on SQLite, WAL, synchronous=FULL."""
    home, raw = lab.home("SQLite"), str(lab.path("raw.sqlite3"))
    settings = peers.sqlite_settings(str(lab.path("peer.sqlite3")))
    peers.make_tables(settings)
    make_raw_sqlite(raw)
    crews = {
        "ours": _crew(lab, lambda: lab.worker("log.appends_only", home)),
        "with row": _crew(lab, lambda: lab.worker("matches.with_its_row", home)),
        "peer": _crew(lab, lambda: lab.worker("appends.peer", settings=settings)),
        "raw": _crew(lab, lambda: lab.worker("appends.raw_sqlite", path=raw)),
    }
    make_ready(chain.from_iterable(crews.values()))
    for writers in (1, lab.sizes.writers):
        for per in EVENTS:
            yield from _sqlite_metrics(_measured(lab, crews, per, writers), per, writers)


def _sqlite_metrics(speeds: dict[str, Speed], per: int, writers: int) -> Iterator[Metric]:
    name, ours = _name("SQLite", per, writers), speeds["ours"]
    target = Target("ratio", "≥", OF_RAW) if writers == 1 else None
    yield Metric(name, ours.events, "events/s", "raw sqlite3", speeds["raw"].events, target)
    yield Metric(name, ours.events, "events/s", peers.NAME, speeds["peer"].events)
    yield _with_row(name, speeds)
    if writers > 1:
        target = Target("ours", "≤", WAIT_MILLISECONDS)
        yield Metric(f"{name}, p99", ours.p99, "ms", "raw sqlite3", speeds["raw"].p99, target)


def postgresql(lab: Lab) -> Iterator[Metric]:
    home, raw = lab.home("PostgreSQL"), lab.postgresql()
    default = peers.postgres_settings(settings_of(lab.postgresql()))
    functions = peers.postgres_settings(settings_of(lab.postgresql()), functions=True)
    for settings in (default, functions):
        peers.make_tables(settings)
    make_raw_postgres(raw)
    crews = {
        "ours": _crew(lab, lambda: lab.worker("log.appends_only", home)),
        "with row": _crew(lab, lambda: lab.worker("matches.with_its_row", home)),
        "peer": _crew(lab, lambda: lab.worker("appends.peer", settings=default)),
        "functions": _crew(lab, lambda: lab.worker("appends.peer", settings=functions)),
        "raw": _crew(lab, lambda: lab.worker("appends.raw_postgres", url=raw)),
    }
    make_ready(chain.from_iterable(crews.values()))
    for per, targets in OF_PEER.items():
        for writers, least in zip((1, lab.sizes.writers), targets, strict=True):
            speeds = _measured(lab, crews, per, writers)
            yield from _postgresql_metrics(speeds, _name("PostgreSQL", per, writers), Target("ratio", "≥", least))


def _postgresql_metrics(speeds: dict[str, Speed], name: str, target: Target) -> Iterator[Metric]:
    ours, peer = speeds["ours"].events, f"{peers.NAME}, default path"
    yield Metric(name, ours, "events/s", peer, speeds["peer"].events, target)
    yield Metric(name, ours, "events/s", f"{peers.NAME}, its stored function", speeds["functions"].events)
    yield Metric(name, ours, "events/s", "raw psycopg", speeds["raw"].events)
    yield _with_row(name, speeds)


def _with_row(name: str, speeds: dict[str, Speed]) -> Metric:
    """What the handler of commands pays, for context."""
    row, alone = speeds["with row"].events, speeds["ours"].events
    return Metric(f"{name}, with its match's row", row, "events/s", "the append alone", alone)


def _crew(lab: Lab, hire: Callable[[], Worker]) -> list[Worker]:
    """As many workers as ever write at once; they make ready together."""
    return [hire() for _ in range(lab.sizes.writers)]


def _measured(lab: Lab, crews: Crews, per: int, writers: int) -> dict[str, Speed]:
    """Let `writers` of each crew append, crew after crew."""
    sizes = lab.sizes
    for crew in crews.values():
        # Plans, pages and connections are there before the clock runs.
        ask_all(crew[:writers], {"count": min(WARM_UP, sizes.appends), "per": per})
    order = {"count": sizes.appends, "per": per}
    rounds = interleaved({name: _round(crew[:writers], order) for name, crew in crews.items()}, sizes.rounds)
    return {name: speed(answers, per) for name, answers in rounds.items()}


def _round(crew: Sequence[Worker], order: dict[str, int]) -> Callable[[], list[Timed]]:
    return lambda: ask_all(crew, order)


def speed(rounds: Sequence[Sequence[Timed]], per: int) -> Speed:
    """What rounds of a crew come to, with `per` events an append."""
    rates = []
    for answers in rounds:
        seconds = max(one["end"] for one in answers) - min(one["start"] for one in answers)
        rates.append(per * sum(len(one["seconds"]) for one in answers) / seconds)
    every = [second for answers in rounds for one in answers for second in one["seconds"]]
    return Speed(median(rates), percentile(every, 99) * 1000)


def _name(database: str, per: int, writers: int) -> str:
    return f"append on {database}, {per} event{'s'[: per - 1]}, {writers} writer{'s'[: writers - 1]}"
