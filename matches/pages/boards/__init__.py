"""How each game is drawn, told and asked for: `BOARD` in the folder of its name. One without it is shown plainly."""

from __future__ import annotations

from functools import cache
from typing import Any

from matches.game_parts import parts
from matches.pages.boards.board import Board
from rules.kernel.game import Game
from rules.registry import RULESETS

BOARDS: dict[str, Board] = dict(parts(__name__, "BOARD"))


def board_of(key: str) -> Board:
    """The board of a game, by the game's key."""
    return BOARDS.get(key) or _plain_board(RULESETS.get(key))


@cache
def _plain_board(game: Game[Any] | None) -> Board:
    return Board(game)
