"""Setups and positions: what they look like, reading and writing them, what they must not be."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rules.kernel.errors import Refused
from rules.kernel.game import Json
from rules.kernel.reading import plain, read
from tests.example_game.ring.events import MatchCreated
from tests.example_game.ring.house_rules import HouseRules
from tests.example_game.ring.points import POINTS
from tests.example_game.ring.state import LAST_TURN, MAT, SEATS, AnyFrame, Bout, Result, State, Wrestler

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wrestles."""

    red: Name
    blue: Name


class Position(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A situation. Of an agenda that is left out, the turn after `turn` begins."""

    wrestlers: tuple[Wrestler, Wrestler]
    turn: int = 0
    agenda: tuple[AnyFrame, ...] = (Bout(),)
    result: Result | None = None


def created(setup: Json, house_rules: Json) -> MatchCreated:
    """The first event of a match from rosters."""
    names = read(dict(setup), Setup, "setup")
    return MatchCreated(red=names.red, blue=names.blue, rules=read(dict(house_rules), HouseRules, "house_rules"))


def position_of(state: State) -> dict[str, Any]:
    """The situation as plain JSON."""
    document: dict[str, Any] = plain(Position(state.wrestlers, state.turn, state.agenda, state.result))
    return document


def state_of(position: Json, house_rules: Json) -> State:
    """The state of a described situation; refused where no match can have come to it."""
    found = read(dict(position), Position, "position")
    rules = read(dict(house_rules), HouseRules, "house_rules")
    state = State(wrestlers=found.wrestlers, rules=rules, turn=found.turn, agenda=found.agenda, result=found.result)
    if tuple(one.id for one in state.wrestlers) != SEATS:
        raise bad_position("The wrestlers are red and blue, in this order.", "wrestlers")
    if not 0 <= state.turn <= LAST_TURN:
        raise bad_position(f"There are {LAST_TURN} turns.", "turn")
    if state.result is None:
        _check_open(state)
    return state


def _check_open(state: State) -> None:
    red, blue = state.wrestlers
    if red.at == blue.at or red.at not in MAT or blue.at not in MAT:
        raise bad_position("They stand on two squares of the mat.", "wrestlers")
    POINTS.check_agenda(replace(state, agenda=()), state.agenda, bad_position)


def bad_position(message: str, field: str) -> Refused:
    """The refusal of a position."""
    hint = "Describe a situation that a match can come to."
    return Refused("bad_position", message, "RING-MAT-01", field=f"position.{field}", hint=hint)
