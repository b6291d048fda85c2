"""How each game is drawn, told and asked for. A game without a line here is shown plainly."""

from __future__ import annotations

from matches.pages.boards.base import Board
from matches.pages.boards.ishmek import IshmekBoard
from matches.pages.boards.istra import IstraBoard
from matches.pages.boards.plain import PlainBoard

BOARDS: dict[str, Board] = {
    "ishmek": IshmekBoard(),
    "istra": IstraBoard(),
}
PLAIN = PlainBoard()


def board_of(key: str) -> Board:
    """The board of a game, by the game's key."""
    return BOARDS.get(key, PLAIN)
