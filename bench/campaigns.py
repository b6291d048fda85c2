"""Campaigns: battles that real workers settle, and the rows of a long campaign made again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from statistics import median

from bench.appends import speed
from bench.homes import DATABASES, Home, Lab, gather_statistics
from bench.measure import Metric, Target, interleaved, medians, percentile
from bench.processes import ROOT, Worker, WorkerFailed, ask_all, make_ready, stop
from bench.roles.appends import make_raw_postgres, make_raw_sqlite

WORKERS = (1, 4)
CAMPAIGNS = 4
BLOWS = 40
"""After so many commands a battle is given up, unless it is over."""
WARM_UP = 2
STOP_SECONDS = 10.0
REBUILT_A_SECOND = 20_000
FLAT = 1.25
"""Of the memory that a tenth of the log takes."""


def settlements(lab: Lab) -> Iterator[Metric]:
    """Battles settled by Celery workers; beside tasks that do nothing, and inserts of as many rows."""
    for database in lab.sizes.houses:
        with _crews(lab, database, {"1": (1, CAMPAIGNS), "4": (4, CAMPAIGNS), "one": (4, 1)}) as gms:
            per, raw = gms["1"].ask({"what": "events", "count": 1}), _raw(lab, database)
            count = lab.sizes.settlements * CAMPAIGNS
            contenders = {f"settled {name}": partial(_rate, gm, "workers", count) for name, gm in gms.items()}
            contenders["here"] = partial(_rate, gms["1"], "here", count)
            for workers in WORKERS:
                contenders[f"bare {workers}"] = partial(_rate, gms[str(workers)], "bare", count)
                contenders[f"raw {workers}"] = partial(_inserted, raw[:workers], lab.sizes.appends, per)
            yield from _metrics(database, medians(contenders, lab.sizes.rounds), per)


def _metrics(database: str, speeds: dict[str, float], per: int) -> Iterator[Metric]:
    """What the speeds of the contenders come to; `per` events are written by a settlement."""
    for workers in WORKERS:
        words = f"{workers} Celery worker{'s'[: workers - 1]}"
        ours = partial(
            Metric,
            f"settlements on {database}, {words}, {CAMPAIGNS} campaigns",
            speeds[f"settled {workers}"],
            "battles/s",
        )
        yield ours("tasks that do nothing, the same workers", speeds[f"bare {workers}"])
        inserts = f"plain inserts of as many events ({per}) at once, {workers} writer{'s'[: workers - 1]}"
        yield ours(inserts, speeds[f"raw {workers}"])
        yield ours("the same jobs in the process that played them, without Celery", speeds["here"])
    name = f"settlements on {database}, 4 Celery workers, one campaign"
    yield Metric(name, speeds["settled one"], "battles/s", f"{CAMPAIGNS} campaigns", speeds["settled 4"])


def settled(lab: Lab) -> Iterator[Metric]:
    """From the command that ends a battle to the battle settled, beside the trip of a task that does nothing."""
    for database in lab.sizes.houses:
        with _crews(lab, database, {"one": (1, 1)}) as gms:
            order = partial(_asked, gms["one"], lab.sizes.settled)
            rounds = interleaved({what: partial(order, what) for what in ("settled", "trips")}, lab.sizes.rounds)
        ours, peer = ([one for answer in rounds[what] for one in answer] for what in ("settled", "trips"))
        name, trip = f"command to settled on {database}, 1 Celery worker", "a task that does nothing, there and back"
        yield Metric(f"{name}, p50", median(ours), "ms", f"{trip}, p50", median(peer))
        yield Metric(f"{name}, p99", percentile(ours, 99), "ms", f"{trip}, p99", percentile(peer, 99))


def rebuild(lab: Lab) -> Iterator[Metric]:
    """The rows of a long campaign made again from the log, and what that takes of memory."""
    season = lab.sizes.season
    for database in DATABASES:
        small, _ = _long(lab, database, season // 10)
        large, events = _long(lab, database, season)
        contenders = {what: partial(_again, lab, large, what) for what in ("rebuild", "fold")}
        rounds = interleaved(contenders, lab.sizes.rounds)
        seconds = {what: median(one["seconds"] for one in answers) for what, answers in rounds.items()}
        name = f"rebuild of a campaign of {season:,} events on {database}"
        rate, target = events / seconds["rebuild"], Target("ours", "≥", REBUILT_A_SECOND)
        yield Metric(
            f"{name}, a worker", rate, "events/s", "read and folded, no rows", events / seconds["fold"], target
        )
        peak, less = max(one["peak"] for one in rounds["rebuild"]), _again(lab, small, "rebuild")["peak"]
        yield Metric(f"{name}, peak memory", peak, "MiB", f"{season // 10:,} events", less, Target("ratio", "≤", FLAT))


# Settling


@contextmanager
def _crews(lab: Lab, database: str, wanted: dict[str, tuple[int, int]]) -> Iterator[dict[str, Worker]]:
    """By name who runs so many campaigns, in a home of its own with so many Celery workers; all have warmed up."""
    with ExitStack() as stack:
        gms = {}
        for name, (workers, campaigns) in wanted.items():
            home = lab.home(database)
            stack.enter_context(celery(home, workers))
            gms[name] = lab.worker("campaigns.settling", home, campaigns=campaigns, blows=BLOWS)
        make_ready(gms.values())
        for name, (workers, _) in wanted.items():
            # One for each process, which loads the code then.
            for what in ("bare", "workers"):
                gms[name].ask({"what": what, "count": workers})
        yield gms


@contextmanager
def celery(home: Home, workers: int) -> Iterator[None]:
    """Run Skald's Celery app in a home, with so many processes. WorkerFailed when it ended meanwhile."""
    said = home.folder / "celery.log"
    words = ("-m", "celery", "-A", "bench.celery_app", "worker", "--without-gossip", "--without-mingle", "-l", "ERROR")
    with said.open("wb") as out:
        crew = subprocess.Popen(
            [sys.executable, *words, "-n", f"{home.folder.name}@%h", "--concurrency", str(workers)],
            env={**os.environ, "PYTHONPATH": str(ROOT), **home.environment},
            cwd=ROOT,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            yield
            if crew.poll() is not None:
                raise WorkerFailed(f"Celery ended with code {crew.returncode}:\n{said.read_text()[-3_000:]}")
        finally:
            stop(crew, STOP_SECONDS)


def _rate(gm: Worker, what: str, count: int) -> float:
    seconds: float = gm.ask({"what": what, "count": count})
    return count / seconds


def _asked(gm: Worker, count: int, what: str) -> list[float]:
    milliseconds: list[float] = gm.ask({"what": what, "count": count})
    return milliseconds


def _raw(lab: Lab, database: str) -> list[Worker]:
    """As many who insert rows and nothing else as there ever are Celery workers."""
    if database == "PostgreSQL":
        url = lab.postgresql()
        make_raw_postgres(url)
        crew = [lab.worker("appends.raw_postgres", url=url) for _ in range(max(WORKERS))]
    else:
        path = str(lab.path("raw.sqlite3"))
        make_raw_sqlite(path)
        crew = [lab.worker("appends.raw_sqlite", path=path) for _ in range(max(WORKERS))]
    make_ready(crew)
    ask_all(crew, {"count": WARM_UP, "per": 1})
    return crew


def _inserted(crew: Sequence[Worker], count: int, per: int) -> float:
    """Transactions a second of so many rows each."""
    return speed([ask_all(crew, {"count": count, "per": per})], per).events / per


# Rebuilding


def _long(lab: Lab, database: str, events: int) -> tuple[Home, int]:
    """A home with a campaign of so many events, or a few more; how many."""
    home = lab.home(database, redis=False)
    filler = lab.worker("seasons.long", home)
    has: int = filler.ask(events)
    filler.end()
    gather_statistics(home.url)
    return home, has


def _again(lab: Lab, home: Home, what: str) -> dict[str, float]:
    """Seconds and MiB, of a process of its own: one that has kept nothing."""
    worker = lab.worker("seasons.again", home)
    told: dict[str, float] = worker.ask(what)
    worker.end()
    return told
