"""Situations on the mat, and its commands."""

from __future__ import annotations

from typing import Any

from tests.example_game.ring.system import RING
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


def mat(red: int, blue: int, *, winded: str = "", turn: int = 0, frames: tuple[Json, ...] = (), **rules: Any) -> Play:
    """They stand there, and the turn after `turn` begins; `winded` is a seat, `frames` what is open above the bout."""
    wrestlers = [
        {"id": seat, "name": SETUP[seat], "at": at, "winded": seat == winded}
        for seat, at in (("red", red), ("blue", blue))
    ]
    agenda = [{"frame": "bout"}, *frames]
    return Play.position(RING, {"wrestlers": wrestlers, "turn": turn, "agenda": agenda}, rules)
