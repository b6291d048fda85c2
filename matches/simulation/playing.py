"""Playing many matches on all cores. Match number i of a seed is the same whatever the number of processes."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from matches.simulation.counted_events import counted_events_of, who_began
from matches.simulation.soundness import Unsound, check_sound
from rules.kernel.agenda import Decided
from rules.kernel.asks import GM
from rules.kernel.messages import tag_of
from rules.kernel.playout import play_out
from rules.kernel.record import Record
from rules.kernel.rolls import Rolled
from rules.registry import RULESETS

SETUPS = Path(__file__).parent / "setups"


class Order(msgspec.Struct, frozen=True):
    """Matches to be played: of a game, from rosters, by a bot, from a seed; `verify`: each is checked at its end."""

    ruleset: str
    setup: dict[str, Any]
    house_rules: dict[str, Any]
    bot: str
    seed: int
    verify: bool = False


class Tally(msgspec.Struct, frozen=True):
    """What one match came to. `faces` counts "sides:face"; `details` counts what the game's `CountedEvents` names.

    `winners`: the seats that have won, several where allies have. `began`: the seat that had the first move.
    """

    number: int
    termination: str
    winners: tuple[str, ...]
    began: str
    score: dict[str, int]
    events: int
    commands: int
    clock: dict[str, int | str]
    types: dict[str, int]
    details: dict[str, int]
    faces: dict[str, int]


def default_setup(ruleset: str) -> dict[str, Any]:
    """The rosters that are played where no others are named. FileNotFoundError for a game that brings none."""
    setup: dict[str, Any] = msgspec.json.decode((SETUPS / f"{ruleset}.json").read_bytes())
    return setup


def play_one(order: Order, number: int) -> Tally:
    """Play match `number` of an order to its end. `Unsound` where it is to be verified and is not sound."""
    game = RULESETS[order.ruleset]
    rng = Random(f"{order.seed}/{number}")  # noqa: S311 – a simulation is to be the same again
    bots = dict.fromkeys((*game.seats, GM), order.bot)
    record = play_out(game, rng, setup=order.setup, house_rules=order.house_rules, bots=bots)
    if order.verify:
        try:
            check_sound(record)
        except Unsound as fault:
            raise Unsound(f"match {number} of seed {order.seed}: {fault}") from fault
    return tally(record, number)


def play_many(order: Order, count: int, jobs: int | None = None) -> Iterator[Tally]:
    """Play `count` matches in `jobs` processes (all cores unless told); they come as they end."""
    jobs = min(jobs or os.cpu_count() or 1, count)
    if jobs <= 1:
        yield from (play_one(order, number) for number in range(count))
        return
    # Spawned, not forked: a fork would share what Django has open.
    with get_context("spawn").Pool(jobs, _take_order, (msgspec.json.encode(order),)) as pool:
        yield from pool.imap_unordered(_play, range(count), chunksize=max(1, min(8, count // (jobs * 4))))


def tally(record: Record, number: int) -> Tally:
    """Count what happened in a match that is over."""
    outcome = record.outcome()
    if outcome is None:
        raise ValueError("the match is not over")
    counted = counted_events_of(record.ruleset.key)
    faces: Counter[str] = Counter()
    for event in record.events:
        if isinstance(event, Rolled):
            faces.update(f"{sides}:{face}" for sides, face, _ in event.dice)
    return Tally(
        number=number,
        termination=outcome.termination,
        winners=outcome.winners or tuple(filter(None, (outcome.winner,))),
        began=who_began(counted, record.events),
        score=dict(outcome.score),
        events=record.version,
        commands=sum(isinstance(event, Decided) for event in record.events),
        clock=record.ruleset.clock(record.state),
        types=dict(Counter(tag_of(event) for event in record.events)),
        details=dict(Counter(counted.details(record.events))),
        faces=dict(faces),
    )


_order: Order


def _take_order(raw: bytes) -> None:
    """What a process is told when it starts."""
    global _order  # noqa: PLW0603 – a process of the pool has one order for life
    _order = msgspec.json.decode(raw, type=Order)


def _play(number: int) -> Tally:
    return play_one(_order, number)


def check_order(order: Mapping[str, Any]) -> None:
    """Play nothing, but raise Malformed or Refused where the rosters or the house rules are bad."""
    game = RULESETS[order["ruleset"]]
    Record.open(game, "check", setup=order["setup"], house_rules=order["house_rules"])
