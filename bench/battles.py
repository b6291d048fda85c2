"""Storm of Istra: battles beside random chess and poker, and beside Ishmêk where nothing else compares."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache, partial
from itertools import count
from random import Random
from typing import Any

from bench.games import HANDS, chess_game, hand_of, rate_of
from bench.homes import Lab
from bench.measure import Metric, medians
from bench.stories import played
from matches.simulation.playing import default_setup
from rules.kernel.agenda import Decided
from rules.kernel.asks import GM
from rules.kernel.codec import Codec
from rules.kernel.game import Game
from rules.kernel.playout import play_out
from rules.kernel.record import Record, fold
from rules.kernel.table_events import DiceKind
from rules.registry import RULESETS

BATTLE = "istra"
WORDS = "two companies of four"
TURNS = 8
"""After so many a battle ends whoever stands: `sample` is in no hurry."""


def battle_setup() -> dict[str, Any]:
    """The battle that the bench plays: the usual companies, for so many turns at the most."""
    return default_setup(BATTLE) | {"turn_limit": TURNS}


def fought(seed: int, bot: str = "sample") -> Record:
    """A battle that a bot played to its end, for all seats."""
    game = RULESETS[BATTLE]
    return play_out(game, Random(f"bench/{seed}"), setup=battle_setup(), bots=dict.fromkeys(game.seats, bot))


def battles(lab: Lab) -> Iterator[Metric]:
    """Whole battles, one core: drawn at random, and fought with good sense."""
    sizes, seeds = lab.sizes, count(1)
    speeds = medians(
        {
            "sample": lambda: rate_of(sizes.battles, lambda: _logged(next(seeds), "sample"))[0],
            "sensible": lambda: rate_of(sizes.battles, lambda: _logged(next(seeds), "sensible"))[0],
            "chess": lambda: rate_of(sizes.games, lambda: chess_game(Random(next(seeds))))[0],
            "poker": lambda: rate_of(sizes.games * HANDS, lambda: hand_of(Random(next(seeds))))[0],
        },
        sizes.rounds,
    )
    ours = partial(
        Metric, f"random battles of Storm of Istra, {WORDS}, `sample`, events logged", speeds["sample"], "games/s"
    )
    yield ours("chess, random games", speeds["chess"])
    yield ours("pokerkit, random hands, 6 players", speeds["poker"])
    sensible = f"battles of Storm of Istra, {WORDS}, `sensible`, events logged"
    yield Metric(sensible, speeds["sensible"], "games/s", "the same with `sample`", speeds["sample"])


def battle_decisions(lab: Lab) -> Iterator[Metric]:
    """Decisions of battles, one core: drawn from the whole list of what is legal, and drawn without one."""
    sizes, seeds = lab.sizes, count(1)
    speeds = medians(
        {
            "listed": lambda: rate_of(1, lambda: _listed(Random(next(seeds)), sizes.decided))[1],
            "sampled": lambda: rate_of(1, lambda: _sampled(Random(next(seeds)), sizes.decided))[1],
            "chess": lambda: rate_of(sizes.games, lambda: chess_game(Random(next(seeds))))[1],
            "poker": lambda: rate_of(sizes.games * HANDS, lambda: hand_of(Random(next(seeds))))[1],
        },
        sizes.rounds,
    )
    ours = partial(Metric, f"Storm of Istra decisions with whole legal lists, {WORDS}", speeds["listed"], "decisions/s")
    yield ours("chess, moves with whole legal lists", speeds["chess"])
    yield ours("pokerkit, actions", speeds["poker"])
    sampled = f"Storm of Istra decisions drawn by `sample`, {WORDS}"
    yield Metric(sampled, speeds["sampled"], "decisions/s", "the same with whole legal lists", speeds["listed"])


def battle_replay(lab: Lab) -> Iterator[Metric]:
    """Battles decoded and folded from their bytes, and how many those are, beside matches of Ishmêk."""
    sizes = lab.sizes
    logs = {"ours": [log_of(fought(seed)) for seed in range(1, sizes.battles + 1)]}
    logs["peer"] = [log_of(played(seed)) for seed in range(1, sizes.battles + 1)]
    games = {"ours": RULESETS[BATTLE], "peer": RULESETS["ishmek"]}
    speeds = medians({who: partial(folded, games[who], logs[who]) for who in logs}, sizes.rounds)
    name = f"replay of battles of Storm of Istra, {WORDS}, decoded and folded in memory"
    yield Metric(name, speeds["ours"], "events/s", "Ishmêk, the same way", speeds["peer"])
    weight = {
        who: sum(len(body) for log in found for _, body in log) / sum(map(len, found)) for who, found in logs.items()
    }
    yield Metric(f"body of an event of Storm of Istra, {WORDS}", weight["ours"], "bytes", "Ishmêk's", weight["peer"])


# Playing


def _logged(seed: int, bot: str) -> int:
    """Play a battle, and encode its events as they go into the log; the number of its decisions."""
    record = fought(seed, bot)
    codec = codec_of(BATTLE)
    for event in record.events:
        codec.encode(event)
    return sum(isinstance(event, Decided) for event in record.events)


def _listed(rng: Random, most: int) -> int:
    """Play a battle whose every decision is drawn from the list of all that is legal; how many there were."""
    record, decided = _opened(rng), 0
    while record.outcome() is None and decided < most:
        record.submit(rng.choice(list(record.ruleset.legal(record.state))))
        decided += 1
    return decided


def _sampled(rng: Random, most: int) -> int:
    """The same without lists."""
    record, decided = _opened(rng), 0
    while record.outcome() is None and decided < most:
        record.submit(record.ruleset.sample(record.state, rng))
        decided += 1
    return decided


def _opened(rng: Random) -> Record:
    game = RULESETS[BATTLE]
    dice: dict[str, DiceKind] = dict.fromkeys((*game.seats, GM), "house")
    match = f"battle-{rng.getrandbits(64):016x}"
    return Record.open(game, match, setup=battle_setup(), dice=dice, secret=rng.randbytes(32))


# Reading back


@cache
def codec_of(game: str) -> Codec:
    return Codec(RULESETS[game])


def log_of(record: Record) -> list[tuple[str, bytes]]:
    """Types and bodies of a match's events."""
    codec = codec_of(record.ruleset.key)
    return [(codec.type_of(event), codec.encode(event)) for event in record.events]


def folded(game: Game[Any], logs: list[list[tuple[str, bytes]]]) -> float:
    """Events a second, decoded and folded."""
    codec, start = codec_of(game.key), time.perf_counter()
    for log in logs:
        fold(game, [codec.decode(name, body) for name, body in log])
    return sum(map(len, logs)) / (time.perf_counter() - start)
