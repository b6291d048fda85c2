"""The engine: random Ishmêk beside random chess and poker, forks beside copies of boards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random
from typing import Any

import chess
import msgspec
from pokerkit import Automation, NoLimitTexasHoldem, State as Hand

from bench.homes import Lab
from bench.measure import Metric, Target, medians
from bench.stories import GAME, five_a_side, played
from rules.kernel.agenda import Decided
from rules.kernel.asks import GM
from rules.kernel.codec import Codec
from rules.kernel.folding import History, fold_onto
from rules.kernel.record import Record
from rules.kernel.table import Table
from rules.kernel.table_events import DiceKind
from rules.registry import RULESETS

# Random games of the Blood Bowl engine botbowl, which is not on the package index, on such a machine and one core.
BOTBOWL = "botbowl (reference, not measured here)"
BOTBOWL_GAMES = 15.5
BOTBOWL_DECISIONS = 5_500.0
HANDS = 10  # hands of poker for a game of chess: they are so much shorter
OPENING_MOVES = 40
SECRET = bytes(range(32))
HOUSE_DICE: dict[str, DiceKind] = dict.fromkeys((*RULESETS[GAME].seats, GM), "house")


def games(lab: Lab) -> Iterator[Metric]:
    """Random matches and games to their end, one core."""
    sizes, seeds = lab.sizes, count(1)
    speeds = medians(
        {
            "ishmek": lambda: rate_of(sizes.matches, lambda: _logged_match(next(seeds)))[0],
            "chess": lambda: rate_of(sizes.games, lambda: chess_game(Random(next(seeds))))[0],
            "poker": lambda: rate_of(sizes.games * HANDS, lambda: hand_of(Random(next(seeds))))[0],
        },
        sizes.rounds,
    )
    ours = partial(
        Metric, "random Ishmêk matches of ten turns, 5 a side, `sample`, events logged", speeds["ishmek"], "games/s"
    )
    yield ours(BOTBOWL, BOTBOWL_GAMES, Target("ratio", "≥", 15))
    yield ours("chess, random games", speeds["chess"])
    yield ours("pokerkit, random hands, 6 players", speeds["poker"])


def decisions(lab: Lab) -> Iterator[Metric]:
    """Decisions, each drawn from the whole list of what is legal; one core."""
    sizes, seeds = lab.sizes, count(1)
    speeds = medians(
        {
            "ishmek": lambda: rate_of(sizes.matches, lambda: _listed_match(Random(next(seeds))))[1],
            "chess": lambda: rate_of(sizes.games, lambda: chess_game(Random(next(seeds))))[1],
            "poker": lambda: rate_of(sizes.games * HANDS, lambda: hand_of(Random(next(seeds))))[1],
        },
        sizes.rounds,
    )
    ours = partial(Metric, "Ishmêk decisions with whole legal lists, 5 a side", speeds["ishmek"], "decisions/s")
    yield ours(BOTBOWL, BOTBOWL_DECISIONS, Target("ratio", "≥", 4))
    yield ours("chess, moves with whole legal lists", speeds["chess"])
    yield ours("pokerkit, actions", speeds["poker"])


def forks(lab: Lab) -> Iterator[Metric]:
    """A match in its midst, copied, and one command played in the copy."""
    matches, boards = cycled(_midgames()), cycled(_boards())
    seconds = medians(
        {
            "copy": lambda: _seconds(lab.sizes.forks, lambda: _copy_and_play(*next(matches))),
            "fork": lambda: _seconds(lab.sizes.forks, lambda: _fork_and_play(*next(matches))),
            "chess": lambda: _seconds(lab.sizes.forks, lambda: _copy_and_push(*next(boards))),
        },
        lab.sizes.rounds,
    )
    rates = {name: 1 / value for name, value in seconds.items()}
    peer, target = "chess.Board.copy + push", Target("ratio", "≥", 0.2)
    yield Metric("copy of a loaded match + one command", rates["copy"], "1/s", peer, rates["chess"], target)
    yield Metric("fork as a new match + one command", rates["fork"], "1/s", peer, rates["chess"], target)


def rate_of(number: int, play: Callable[[], int]) -> tuple[float, float]:
    """Games, and decisions, a second; `play` plays one game and returns its decisions."""
    start = time.perf_counter()
    decided = sum(play() for _ in range(number))
    seconds = time.perf_counter() - start
    return number / seconds, decided / seconds


def _seconds(number: int, act: Callable[[], Any]) -> float:
    """Seconds that one act takes, the mean of so many."""
    start = time.perf_counter()
    for _ in range(number):
        act()
    return (time.perf_counter() - start) / number


def cycled(things: list[Any]) -> Iterator[Any]:
    return (things[number % len(things)] for number in count())


# Ishmêk


def _logged_match(seed: int) -> int:
    """Play a match, and encode its events as they go into the log; the number of its decisions."""
    record = played(seed)
    codec = Codec(record.ruleset)
    for event in record.events:
        codec.encode(event)
    return sum(isinstance(event, Decided) for event in record.events)


def _listed_match(rng: Random) -> int:
    """Play a match whose every decision is drawn from the list of all that is legal; the number of its decisions."""
    record, decided = _opened(rng), 0
    while record.outcome() is None:
        record.submit(rng.choice(list(record.ruleset.legal(record.state))))
        decided += 1
    return decided


def _opened(rng: Random) -> Record:
    game = RULESETS[GAME]
    match = f"listed-{rng.getrandbits(64):016x}"
    return Record.open(game, match, setup=five_a_side(), dice=HOUSE_DICE, secret=rng.randbytes(32))


def _midgames() -> list[tuple[Record, dict[str, Any]]]:
    """Matches as they stood at decision points, each with a command that is legal there."""
    whole, rng = played(1), Random(1)
    game, history = whole.ruleset, History(whole.ruleset)
    fold_onto(Table(game), whole.events, history)
    points = history.points[len(history.points) // 3 : 2 * len(history.points) // 3 : 10]
    found = []
    for point in points:
        record = Record.of_events(game, whole.events[:point], whole.secret)
        if record.pending().asks:
            found.append((record, msgspec.to_builtins(game.sample(record.state, rng))))
    return found


def _copy_and_play(record: Record, command: dict[str, Any]) -> None:
    record.table.copy().submit(command, "", (), record.house_key, record)


def _fork_and_play(record: Record, command: dict[str, Any]) -> None:
    record.fork(record.version, "fork", dice=HOUSE_DICE, secret=SECRET).submit(command)


# The peers


def chess_game(rng: Random) -> int:
    """Play a random game to its end; the number of its moves."""
    board = chess.Board()
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return len(board.move_stack)


def _boards() -> list[tuple[chess.Board, chess.Move]]:
    """Boards in the midst of a game, each with a move that is legal there."""
    found: list[tuple[chess.Board, chess.Move]] = []
    for seed in range(20):
        board, rng = chess.Board(), Random(seed)
        while len(board.move_stack) < OPENING_MOVES and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        if not board.is_game_over():
            found.append((board, rng.choice(list(board.legal_moves))))
    return found


def _copy_and_push(board: chess.Board, move: chess.Move) -> None:
    board.copy().push(move)


def hand_of(rng: Random) -> int:
    """Play a random hand to its end; the number of actions."""
    hand: Hand = NoLimitTexasHoldem.create_state(
        tuple(Automation),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(1, 2),
        min_bet=2,
        raw_starting_stacks=200,
        player_count=6,
    )
    acted = 0
    while hand.status:
        rng.choice(_poker_actions(hand, rng))()
        acted += 1
    return acted


def _poker_actions(hand: Hand, rng: Random) -> list[Callable[[], Any]]:
    """All kinds of actions that are legal now; a raise is to an amount drawn from all."""
    actions: list[Callable[[], Any]] = []
    if hand.can_fold():
        actions.append(hand.fold)
    if hand.can_check_or_call():
        actions.append(hand.check_or_call)
    if hand.can_complete_bet_or_raise_to():
        least, most = hand.min_completion_betting_or_raising_to_amount, hand.max_completion_betting_or_raising_to_amount
        if least is not None and most is not None:
            actions.append(partial(hand.complete_bet_or_raise_to, rng.randint(least, most)))
    return actions
