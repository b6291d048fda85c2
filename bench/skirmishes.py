"""Hachigoku: Skirmishes of two houses and duels, beside Ishmêk where nothing else compares."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from random import Random
from typing import Any

import msgspec

from bench.battles import codec_of, folded, log_of
from bench.games import rate_of
from bench.homes import Lab
from bench.measure import Metric, medians
from bench.stories import played
from matches.simulation.playing import SETUPS
from rules.kernel.agenda import Decided
from rules.kernel.asks import GM
from rules.kernel.playout import play_out
from rules.kernel.record import Record
from rules.kernel.table_events import DiceKind
from rules.registry import RULESETS

SKIRMISH, DUEL = "hachigoku", "hachigoku_duel"
WORDS = "six against six"


def setup(name: str) -> dict[str, Any]:
    """The usual rosters: of the two houses, or of their best."""
    found: dict[str, Any] = msgspec.json.decode((SETUPS / f"{name}.json").read_bytes())
    return found


def fought(seed: int, name: str = SKIRMISH) -> Record:
    """A Skirmish that `sensible` played to its end, for all seats."""
    game = RULESETS[SKIRMISH]
    bots = dict.fromkeys((*game.seats, GM), "sensible")
    return play_out(game, Random(f"bench/{seed}"), setup=setup(name), bots=bots)


def skirmishes(lab: Lab) -> Iterator[Metric]:
    """Whole Skirmishes and duels, one core; decisions with lists and without."""
    sizes, seeds = lab.sizes, count(1)
    speeds = medians(
        {
            "houses": lambda: rate_of(sizes.battles, lambda: _logged(next(seeds), SKIRMISH))[0],
            "duel": lambda: rate_of(sizes.battles, lambda: _logged(next(seeds), DUEL))[0],
            "listed": lambda: rate_of(1, lambda: _decided(Random(next(seeds)), sizes.decided, listed=True))[1],
            "sampled": lambda: rate_of(1, lambda: _decided(Random(next(seeds)), sizes.decided, listed=False))[1],
        },
        sizes.rounds,
    )
    whole = f"Skirmishes of Hachigoku, {WORDS}, `sensible`, events logged"
    yield Metric(whole, speeds["houses"], "games/s", "duels, the same way", speeds["duel"])
    sampled = f"Hachigoku decisions drawn by `sample`, {WORDS}"
    yield Metric(sampled, speeds["sampled"], "decisions/s", "the same with whole legal lists", speeds["listed"])


def skirmish_replay(lab: Lab) -> Iterator[Metric]:
    """Skirmishes decoded and folded from their bytes, and how many those are, beside matches of Ishmêk."""
    seeds = range(1, lab.sizes.battles + 1)
    logs = {SKIRMISH: [log_of(fought(seed)) for seed in seeds], "ishmek": [log_of(played(seed)) for seed in seeds]}
    speeds = medians({who: partial(folded, RULESETS[who], logs[who]) for who in logs}, lab.sizes.rounds)
    name = f"replay of Skirmishes of Hachigoku, {WORDS}, decoded and folded in memory"
    yield Metric(name, speeds[SKIRMISH], "events/s", "Ishmêk, the same way", speeds["ishmek"])
    weight = {
        who: sum(len(body) for log in found for _, body in log) / sum(map(len, found)) for who, found in logs.items()
    }
    yield Metric(f"body of an event of Hachigoku, {WORDS}", weight[SKIRMISH], "bytes", "Ishmêk's", weight["ishmek"])


def _logged(seed: int, name: str) -> int:
    """Play a Skirmish, and encode its events as they go into the log; the number of its decisions."""
    record = fought(seed, name)
    codec = codec_of(SKIRMISH)
    for event in record.events:
        codec.encode(event)
    return sum(isinstance(event, Decided) for event in record.events)


def _decided(rng: Random, most: int, *, listed: bool) -> int:
    """Play a Skirmish whose decisions are drawn from the list of all that is legal, or by `sample`; how many."""
    game = RULESETS[SKIRMISH]
    dice: dict[str, DiceKind] = dict.fromkeys((*game.seats, GM), "house")
    match = f"skirmish-{rng.getrandbits(64):016x}"
    record, decided = Record.open(game, match, setup=setup(SKIRMISH), dice=dice, secret=rng.randbytes(32)), 0
    while record.outcome() is None and decided < most:
        record.submit(rng.choice(list(game.legal(record.state))) if listed else game.sample(record.state, rng))
        decided += 1
    return decided
