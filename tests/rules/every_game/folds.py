"""What each event as schema 1 wrote it does to a situation, for ever.

`tests/golden/folds/GAME_v1.jsonl` goes line by line with `tests/golden/GAME/events_v1.jsonl`: what is another then, in
a busy situation of the game's choice; null is what is gone. The lines follow from what the events say, and are never
written anew. What `decided` does to the agenda is told by the event itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rules.kernel.codec import Codec
from tests.rules.every_game.golden import GOLDEN, lines_of

Told = dict[str, Any]


class Folds:
    """The folds of a game's golden events.

    `opener` is the type of the event that opens a match, `busy` the state onto which all others fold, `told` a state
    in a flat form, in the words of the lines on file.
    """

    def __init__(self, game: Any, opener: str, busy: Callable[[], Any], told: Callable[[Any], Told]) -> None:
        self.game, self.opener, self.busy, self.told = game, opener, busy, told
        self.events = lines_of(GOLDEN / game.key / "events_v1.jsonl")
        lines = lines_of(GOLDEN / "folds" / f"{game.key}_v1.jsonl")
        self.folds: list[Told] = [json.loads(line) for line in lines]
        self.types = [str(json.loads(event)["type"]) for event in self.events]

    @property
    def cases(self) -> list[Any]:
        """Each event as it is stored, with its line."""
        pairs = enumerate(zip(self.types, self.events, self.folds, strict=False), 1)
        return [pytest.param(event, fold, id=f"{number} {name}") for number, (name, event, fold) in pairs]

    def check_lines(self) -> None:
        """There is a line for each sample."""
        assert [fold["type"] for fold in self.folds] == self.types

    def check(self, line: bytes, fold: Told) -> None:
        """The event means what it meant."""
        event = json.loads(line)
        before = None if event["type"] == self.opener else self.busy()
        after = self.told(self.game.evolve(before, Codec(self.game).decode(event["type"], line, 1)))
        was = self.told(before) if before is not None else {}
        if event["type"] == "decided":
            assert after.pop("agenda") == was.pop("agenda")[: event.get("keep", 0)] + event["push"]
        assert json.loads(json.dumps(changes(was, after))) == fold["then"]


def changes(before: Told, after: Told) -> Told:
    """What is another, with its new value; null is what is gone."""
    return {key: after.get(key) for key in {**before, **after} if before.get(key) != after.get(key)}
