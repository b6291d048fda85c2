"""What a command would roll, before it is given: the game is asked with no dice on the table, and nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.kernel.dice import TableDice
from rules.kernel.errors import Malformed, NeedDice, Refused
from rules.kernel.rolls import Need
from rules.kernel.ruleset import GM, Ask

DEPTH = 8


@dataclass(frozen=True, slots=True)
class Preview:
    """The first roll of a command (None: it rolls nothing, or not at once), or why it would be refused.

    `events` come before that roll, or are all that comes; `asked` are those who would be asked on the way there.
    """

    need: Need | None = None
    refused: str = ""
    events: Sequence[Any] = ()
    asked: Sequence[Ask] = ()


def preview(game: Any, state: Any, command: Mapping[str, Any], follow: frozenset[str] = frozenset()) -> Preview:
    """What `command` would roll first. Asks of a kind in `follow` are answered with their default on the way there."""
    answer: Mapping[str, Any] | None = command
    happened: list[Any] = []
    asked: list[Ask] = []
    for _ in range(DEPTH):
        try:
            events = game.decide(state, game.parse(answer), TableDice(), GM)
        except NeedDice as wanted:
            return Preview(wanted.need, events=(*happened, *wanted.events), asked=asked)
        except (Refused, Malformed) as error:
            return Preview(refused=error.message)
        happened += events
        for event in events:
            state = game.evolve(state, event)
        ask = next((ask for ask in game.pending(state).asks if ask.kind in follow), None)
        if ask is None:
            break
        asked.append(ask)
        answer = ask.default
    return Preview(events=happened, asked=asked)
