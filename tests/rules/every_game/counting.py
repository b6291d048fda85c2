"""Sequences of legal commands, counted: a changed number is a changed rule, and the commit that changes it says which.

The numbers lie in `tests/golden/counts/GAME.json`; `SKALD_UPDATE_GOLDEN=1` writes them anew. All dice of a sequence
fall as `rules.kernel.playout.FixedDice`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel.playout import count_legal
from tests.rules.every_game.golden import GOLDEN, UPDATE


class Counts:
    """The numbers of a game. `positions`: by name what opens one, with a `state`, and how many commands deep."""

    def __init__(self, game: Any, positions: Mapping[str, tuple[Callable[[], Any], int]]) -> None:
        self.game, self.positions = game, positions
        self.file = GOLDEN / "counts" / f"{game.key}.json"

    def kept(self) -> dict[str, dict[str, int]]:
        """The numbers on file: position, depth, sequences."""
        kept: dict[str, dict[str, int]] = {}
        return json.loads(self.file.read_text(encoding="utf-8")) if self.file.exists() else kept

    def check(self, name: str) -> None:
        """There are as many sequences in a position as ever."""
        opened, deepest = self.positions[name]
        state = opened().state
        counted = {str(depth): count_legal(self.game, state, depth) for depth in range(1, deepest + 1)}
        kept = self.kept()
        if UPDATE:
            kept[name] = counted
            ordered = {place: kept[place] for place in self.positions if place in kept}
            self.file.write_text(json.dumps(ordered, indent=2) + "\n", encoding="utf-8")
        assert kept[name] == counted

    def check_file(self) -> None:
        """Every number on file is counted."""
        deepest = {name: max(map(int, numbers)) for name, numbers in self.kept().items()}
        assert deepest == {name: depth for name, (_, depth) in self.positions.items()}
