"""Situations on the mat, its commands, and facts of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.example_game.ring.system import RING
from tests.rules.every_game.rows import Step
from tests.rules.play import Play

Json = dict[str, Any]
SETUP = {"red": "Ada", "blue": "Bo"}
REST, BRACE, YIELD, CHANGE_PLACES = ({"type": name} for name in ("rest", "brace", "yield", "change_places"))


def step(to: int) -> Json:
    return {"type": "step", "to": to}


def grip(lean: int = 0) -> Json:
    return {"type": "grip", "lean": lean}


def drive(squares: int) -> Json:
    return {"type": "drive", "squares": squares}


def correct(**fields: Any) -> Json:
    return {"type": "correct", "seat": "blue", "reason": "He said so.", **fields}


def mat(red: int, blue: int, *open_: Json, winded: str = "", turn: int = 0, **rules: Any) -> Play:
    """They stand there, and the turn after `turn` begins; `winded` is a seat, `open_` are frames above the bout."""
    wrestlers = [
        {"id": seat, "name": SETUP[seat], "at": at, "winded": seat == winded}
        for seat, at in (("red", red), ("blue", blue))
    ]
    agenda = [{"frame": "bout"}, *open_]
    return Play.position(RING, {"wrestlers": wrestlers, "turn": turn, "agenda": agenda}, rules)


def on(*where: Any, **more: Any) -> Callable[[], Play]:
    """What makes such a situation."""
    return lambda: mat(*where, **more)


def held(red: int, blue: int, by: str, squares: int) -> Callable[[], Play]:
    """Somebody has a hold."""
    return on(red, blue, {"frame": "hold", "by": by, "squares": squares}, turn=1)


def holds(by: str, squares: int) -> Step:
    """Who has a hold now, and what it is worth."""

    def check(game: Play) -> None:
        assert [(ask.seat, ask.options) for ask in game.asks("hold")] == [(by, {"squares": squares})]

    return check


def ended(termination: str, winner: str | None) -> Step:
    """How the match is over."""

    def check(game: Play) -> None:
        assert (game.outcome.termination, game.outcome.winner, game.pending.asks) == (termination, winner, ())

    return check
