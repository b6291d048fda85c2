"""Imports: how long everybody else waits for one."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from bench.homes import Lab
from bench.measure import Metric, Target, interleaved
from bench.processes import make_ready

HELD_SECONDS = 1.0


def postgresql(lab: Lab) -> Iterator[Metric]:
    """A long file on PostgreSQL: under the append lock, and from beginning to end."""
    events = lab.sizes.imported
    ours = lab.worker("imports.ours", lab.home("PostgreSQL", redis=False), events=events)
    copied = lab.worker("imports.copied", lab.home("PostgreSQL", redis=False), url=lab.postgresql(), events=events)
    make_ready([ours, copied])
    found = interleaved({"ours": lambda: ours.ask(None), "copied": lambda: copied.ask(None)}, lab.sizes.rounds)
    peer = median(found["copied"])
    name = f"import of {events:,} events on PostgreSQL"
    held, whole = (median(one[of] for one in found["ours"]) for of in ("held", "whole"))
    yield Metric(f"{name}, others wait", held, "s", "raw COPY", peer, Target("ours", "≤", HELD_SECONDS))
    yield Metric(f"{name}, verified twice and stored", whole, "s", "raw COPY", peer)
