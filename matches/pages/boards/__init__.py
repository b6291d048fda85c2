"""How each game is drawn, told and asked for. A game without a line here is shown plainly."""

from __future__ import annotations

from functools import cache

from matches.pages.boards.base import Board
from matches.pages.boards.ishmek import IshmekBoard
from matches.pages.boards.istra import IstraBoard
from matches.pages.boards.plain import PlainBoard
from rules.registry import RULESETS

BOARDS: dict[str, Board] = {
    "ishmek": IshmekBoard(),
    "istra": IstraBoard(),
}


def board_of(key: str) -> Board:
    """The board of a game, by the game's key."""
    return BOARDS.get(key) or _plain_board(key)


@cache
def _plain_board(key: str) -> Board:
    """The board of a game that nobody has drawn."""
    game = RULESETS.get(key)
    return PlainBoard(game.event_types if game is not None else {})
