"""The book's tables as data."""

from __future__ import annotations

from typing import Literal, NamedTuple

Span = Literal["turn", "three_turns", "match"]


class InjuryRow(NamedTuple):
    """A row of the injury table: what it takes off the allowance (feet) and off every skill roll, and whether it
    concusses.
    """

    name: str
    title: str
    feet: int
    penalty: int
    concussed: bool
    span: Span


INJURIES: dict[int, InjuryRow] = {
    10: InjuryRow("wobbly_legs", "Wobbly Legs", 5, 0, False, "turn"),
    11: InjuryRow("demoralized", "Demoralized", 0, -2, False, "turn"),
    12: InjuryRow("quite_demoralized", "Quite Demoralized", 0, -4, False, "turn"),
    13: InjuryRow("jelly_legs", "Jelly Legs", 5, 0, False, "three_turns"),
    14: InjuryRow("shook", "Shook", 0, -2, False, "three_turns"),
    15: InjuryRow("badly_shook", "Badly Shook", 0, -4, False, "three_turns"),
    16: InjuryRow("concussed", "Concussed", 0, 0, True, "three_turns"),
    17: InjuryRow("noodly_legs", "Noodly Legs", 5, 0, False, "match"),
    18: InjuryRow("unnerved", "Unnerved", 0, -2, False, "match"),
    19: InjuryRow("seriously_unnerved", "Seriously Unnerved", 0, -4, False, "match"),
    20: InjuryRow("major_head_trauma", "Major Head Trauma", 0, 0, True, "match"),
}
INJURY: dict[str, InjuryRow] = {row.name: row for row in INJURIES.values()}
NO_INJURY_UP_TO = 9
REMOVAL_FROM = 21
GRAVE_INJURY = 16
"""From this total on an injury is a key moment."""
CLEAN_SEIZE = 5
"""By so much or more a seize is a key moment."""

SPAN_TURNS: dict[Span, int | None] = {"turn": 0, "three_turns": 2, "match": None}
"""Turns after the present one at whose end an injury goes; None: the match."""

REMOVAL: tuple[tuple[int, Literal["out_match", "out_tournament", "dead"]], ...] = (
    (10, "out_match"),
    (19, "out_tournament"),
    (20, "dead"),
)
"""Second d20 of a 21+: highest face of the row, what becomes of the player."""


def injury_until(row: InjuryRow, turn: int) -> int | None:
    """The turn at whose end an injury taken in `turn` goes; None: the end of the match. [ISH-INJ-05]"""
    turns = SPAN_TURNS[row.span]
    return None if turns is None else turn + turns


def removal(face: int) -> Literal["out_match", "out_tournament", "dead"]:
    """What becomes of a player on the second d20. [ISH-INJ-07]"""
    return next(status for highest, status in REMOVAL if face <= highest)
