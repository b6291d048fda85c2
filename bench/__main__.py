"""`python -m bench [names…] [--quick]`: measure, print a line of JSON a metric, write the table."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType

from bench import (
    appends,
    battles,
    campaigns,
    games,
    imports,
    machine,
    pairings,
    reads,
    report,
    schedules,
    serving,
    skirmishes,
    standings,
)
from bench.homes import Lab, Laboratory, Missing, laboratory
from bench.measure import Metric
from bench.processes import WorkerFailed
from bench.sizes import FULL, QUICK

Benchmark = Callable[[Lab], Iterator[Metric]]

# The most important first.
BENCHMARKS: dict[str, Benchmark] = {
    "games": games.games,
    "decisions": games.decisions,
    "battles": battles.battles,
    "battle-decisions": battles.battle_decisions,
    "battle-replay": battles.battle_replay,
    "skirmishes": skirmishes.skirmishes,
    "skirmish-replay": skirmishes.skirmish_replay,
    "forks": games.forks,
    "swiss": pairings.swiss,
    "round-robins": pairings.round_robins,
    "append-sqlite": appends.sqlite,
    "append-postgresql": appends.postgresql,
    "import-postgresql": imports.postgresql,
    "replay": reads.replay,
    "loads": reads.loads,
    "weight": reads.weight,
    "verify": reads.verify,
    "handler": serving.handler,
    "http": serving.over_http,
    "settlements": campaigns.settlements,
    "settled": campaigns.settled,
    "campaign-rebuild": campaigns.rebuild,
    "schedules": schedules.schedules,
    "tables": standings.tables,
    "seeks": reads.seeks,
    "replay-page": reads.replay_page,
    "visible": serving.visible,
    "live": serving.live,
    "memory": reads.memory,
}


def main(words: Sequence[str] | None = None) -> int:
    """Measure what was named. 0, or 1 with a complaint where something could not be measured."""
    parser = _parser()
    options = parser.parse_args(words)
    unknown = sorted(set(options.names) - set(BENCHMARKS))
    if unknown:
        parser.error(f"there is no benchmark {', '.join(unknown)}; there are: {', '.join(BENCHMARKS)}")
    names = options.names or list(BENCHMARKS)
    # Whoever ends us means to have the machine back: databases, folders and processes go too.
    signal.signal(signal.SIGTERM, _end)
    try:
        began, metrics = machine.moment(), []
        with laboratory(QUICK if options.quick else FULL) as house:
            for metric in measure(names, house):
                print(metric.json(), flush=True)
                metrics.append(metric)
    except (Missing, WorkerFailed) as failure:
        print(f"bench: {failure}", file=sys.stderr)
        return 1
    if options.write or not (options.names or options.quick):
        report.write(report.section(metrics, machine.described(), began, machine.moment()))
    else:
        print("\n".join(report.table(metrics)), file=sys.stderr)
    return 0


def _end(number: int, frame: FrameType | None) -> None:
    """Leave through every block that cleans up."""
    sys.exit(128 + number)


def measure(names: Sequence[str], house: Laboratory) -> Iterator[Metric]:
    """The metrics of the benchmarks named, as they come."""
    for name in names:
        start = time.monotonic()
        with house.lab() as lab:
            yield from BENCHMARKS[name](lab)
        print(f"bench: {name} took {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Skald against its peers.")
    parser.add_argument("names", nargs="*", metavar="name", help=f"all unless named: {', '.join(BENCHMARKS)}")
    parser.add_argument("--quick", action="store_true", help="a smoke run: small sizes, figures that mean little")
    parser.add_argument("--write", action="store_true", help="write the table also after a quick or partial run")
    return parser


if __name__ == "__main__":
    sys.exit(main())
