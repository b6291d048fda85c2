"""What may be done in a situation and what it would roll, before it happens: the game is asked with no dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.kernel.agenda import AgendaState
from rules.kernel.asks import GM, Ask
from rules.kernel.dice import TableDice
from rules.kernel.errors import Malformed, NeedDice, Refused
from rules.kernel.game import Game
from rules.kernel.messages import Event
from rules.kernel.reading import Document, Json, plain
from rules.kernel.rolls import Need

S = TypeVar("S", bound=AgendaState)

DEPTH = 8
"""How many questions a preview answers on the way to the first roll."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The first roll of a command (None: it rolls nothing, or not at once), or why it would be refused.

    `events` come before that roll, or are all that comes; `asked` are those who would be asked on the way there.
    """

    need: Need | None = None
    refused: str = ""
    events: Sequence[Event] = ()
    asked: Sequence[Ask] = ()


def preview(game: Game[S], state: S, command: Document) -> Preview:
    """What `command` would roll first. Asks that the game lets by are answered with their default on the way there."""
    answer = command
    happened: list[Event] = []
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
        ask = next((ask for ask in game.pending(state).asks if ask.kind in game.let_by), None)
        if ask is None or ask.default is None:
            break
        asked.append(ask)
        answer = ask.default
    return Preview(events=happened, asked=asked)


# As lines, for who writes transcripts


def legal_lines(game: Game[S], state: S, paused: str = "") -> Iterator[Json]:
    """Every command that the game lists as legal, as plain JSON, and the seat that may give it (beside the GM).

    While the match is paused that is the GM alone.
    """
    for owner, command in _legal(game, state):
        yield {"by": GM if paused else owner, "command": command}


def _legal(game: Game[S], state: S) -> Iterator[tuple[str, Document]]:
    asks = game.pending(state).asks
    for order in game.legal(state) if asks else ():
        yield game.owner(state, order) or asks[0].seat, plain(order)


def measure_lines(game: Game[S], state: S) -> Iterator[Json]:
    """What pages show of a situation: what the game measures, and the first roll of each command with a chance."""
    yield from game.measure(state)
    for ask in game.pending(state).asks:
        alone = game.asked_alone(state, ask.player)
        for owner, command in _legal(game, alone):
            if owner == ask.seat and command.get("player", ask.player) == ask.player:
                yield from _chance(game, alone, owner, command)


def _chance(game: Game[S], state: S, owner: str, command: Document) -> Iterator[Json]:
    seen = preview(game, state, command)
    if seen.need is None or seen.need.chance is None or seen.need.by == seen.need.seat:
        return  # A roll of a seat itself is the initiative, whatever the command.
    need = plain(seen.need)
    roll = {
        name: need[name]
        for name in ("purpose", "roll", "target", "compare", "mods", "chance", "rule")
        if need.get(name)
    }
    asked = {"asked": [one.kind for one in seen.asked]} if seen.asked else {}
    yield {"measure": "chance", "by": owner, "command": command, **roll, **asked}
