"""Every action that a player can take now, as commands: what goes and reaction windows offer."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from rules.ishmek import commands as co
from rules.ishmek.arena import VESSEL_OWNER, flight_path
from rules.ishmek.commands import Square
from rules.ishmek.decide.action_checks import maximum
from rules.ishmek.decide.openings import MOST_PROPEL_BURN, Opening, open_slots, openings, placed_for
from rules.ishmek.decide.windows import reactions
from rules.ishmek.questions import ABILITIES, best_ability
from rules.ishmek.state import Player, State
from rules.kernel.agenda import Window
from rules.kernel.grid import SQUARES, Direction

LONGEST = 18

D = TypeVar("D", co.Act, co.React)
Course: TypeAlias = tuple[Direction, int, bool, int]
"""A propel's course: direction, distance, whether it is a lob, the propel burn it takes."""


def acts(state: State, player: Player) -> list[co.Act]:
    """Every act of the active player, slot by slot. [ISH-ECON-01..05]"""
    found: list[co.Act] = []
    slots = open_slots(player)
    placed = placed_for(state, state.agenda, player) if slots else []
    for slot in slots:
        chances = openings(state, player, slot, placed)
        if chances:
            found += as_commands(state, player, chances, co.Act(player=player.id, name="dash", slot=slot))
    return found


def reacts(state: State, player: Player, frame: Window) -> list[co.React]:
    """Every reaction of one asked player. [ISH-REACT-01..07]"""
    chances = reactions(state, state.agenda, player, frame.about)
    return as_commands(state, player, chances, co.React(player=player.id, name="control"))


def as_commands(state: State, player: Player, chances: list[Opening], pattern: D) -> list[D]:
    """Openings as commands like `pattern`, by name; a propel once for every course."""
    found: list[D] = []
    for name, orb, target, spell, _ in sorted(chances, key=itemgetter(0)):
        command = replace(pattern, name=name, orb=orb, target=target, spell=spell)
        if name == "propel":
            found += [
                replace(command, direction=direction, distance=units, lob=lob, propel_burn=burn)
                for direction, units, lob, burn in courses_of(state, player)
            ]
        else:
            found.append(command)
    return found


def courses_of(state: State, player: Player) -> tuple[Course, ...]:
    """Every course of a propel from where a player stands."""
    assert player.at is not None, "who propels is on the field"
    reach = maximum(player, best_ability(player, ABILITIES), 0)
    return courses(player.at, reach, state.rules.bounce == "mirror", state.rules.vessel_blocks == "on")


@lru_cache(maxsize=4096)
def courses(start: Square, reach: int, mirror: bool, vessels_block: bool) -> tuple[Course, ...]:
    """Every course that spends at most `reach`, or 2 more by burning for it. [ISH-PROPEL-06, ISH-LOB-01, ISH-Q-31]"""
    found: list[Course] = []
    for direction in SQUARES.directions:
        for lob in (False, True):
            for units in lengths(start, direction, mirror, vessels_block and not lob):
                burn = max(0, (2 * units if lob else units) - reach)
                if burn <= MOST_PROPEL_BURN:
                    found.append((direction, units, lob, burn))
    return tuple(found)


def lengths(start: Square, direction: Direction, mirror: bool, vessels_block: bool) -> list[int]:
    """Distances a propel may have from a square in a direction: those that do not end in a bounce."""
    path, bounces = flight_path(start, direction, LONGEST, mirror)
    units = []
    for unit in range(1, LONGEST + 1):
        if vessels_block and any(square in VESSEL_OWNER for square in path[1:unit]):
            break
        if unit not in bounces:
            units.append(unit)
    return units
