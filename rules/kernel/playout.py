"""Matches that play themselves, and counts of what may be played. Randomness is always passed in."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TypeVar

from rules.kernel.agenda import AgendaState
from rules.kernel.asks import GM
from rules.kernel.errors import KernelError
from rules.kernel.game import AnyGame, Game
from rules.kernel.messages import Command
from rules.kernel.reading import Document
from rules.kernel.record import Record
from rules.kernel.rolls import DiceFaces, Need

S = TypeVar("S", bound=AgendaState)

COMMAND_LIMIT = 100_000


class EndlessMatch(KernelError):
    """A playout did not end within its limit of commands."""


def play_out(
    ruleset: AnyGame,
    rng: Random,
    *,
    setup: Document | None = None,
    position: Document | None = None,
    house_rules: Document | None = None,
    bots: Mapping[str, str] | None = None,
    limit: int = COMMAND_LIMIT,
) -> Record:
    """A match played by bots to its end, with house dice; all chance comes from `rng`.

    `bots`: seat → name of one of the game's bots; a seat left out (and the GM) plays `sample`. `EndlessMatch` beyond
    `limit` commands.
    """
    record = Record.open(
        ruleset,
        f"playout-{rng.getrandbits(64):016x}",
        setup=setup,
        position=position,
        house_rules=house_rules,
        dice=dict.fromkeys((*ruleset.seats, GM), "house"),
        secret=rng.randbytes(32),
    )
    return play_on(record, rng, bots=bots, limit=limit)


def play_on(
    record: Record, rng: Random, *, bots: Mapping[str, str] | None = None, limit: int = COMMAND_LIMIT
) -> Record:
    """Let bots play a match on, from where it stands to its end. All its dice must be house dice."""
    named = record.ruleset.bots()
    players = {seat: named[name] for seat, name in (bots or {}).items()}
    for _ in range(limit):
        seat = record.ruleset.asked(record.state) if record.outcome() is None else ""
        if not seat:
            return record
        choose = players.get(seat, record.ruleset.sample)
        record.submit(choose(record.state, rng))
    raise EndlessMatch(f"no end within {limit} commands")


class FixedDice:
    """Dice that show the two middle faces in turn, 10 and 11 on a d20, so that no roll-off goes on for ever."""

    def __init__(self) -> None:
        self._rolls = 0

    def take(self, need: Need) -> DiceFaces:
        """The lower middle face of each die on the first roll, the upper one on the next, and so on."""
        upper = self._rolls % 2
        self._rolls += 1
        return DiceFaces(tuple(min(sides, (sides + 1) // 2 + upper) for sides in need.sides), "table")


def count_legal(ruleset: Game[S], state: S, depth: int) -> int:
    """How many sequences of `depth` legal commands there are from `state`, all dice falling as `FixedDice`.

    A sequence that ends the match earlier counts as one. A changed count is a changed rule.
    """
    if depth == 0 or ruleset.outcome(state) is not None:
        return 1
    return sum(count_legal(ruleset, _after(ruleset, state, command), depth - 1) for command in ruleset.legal(state))


def _after(ruleset: Game[S], state: S, command: Command) -> S:
    by = ruleset.owner(state, command) or GM
    for event in ruleset.decide(state, command, FixedDice(), by):
        state = ruleset.evolve(state, event)
    return state
