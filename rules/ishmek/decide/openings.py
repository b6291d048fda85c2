"""What a player is placed to do, and in which slot: the one answer behind reaction windows, `legal` and `sample`.

An opening says nothing of what its skill roll would take (ability, Burn, boosting spell), nor of a propel's course.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from rules.ishmek import commands as co
from rules.ishmek.arena import REACH, VESSEL_OWNER, WITHIN_TWO, flight_path
from rules.ishmek.commands import ActionName, Side, Slot, Square
from rules.ishmek.decide.action_checks import Agenda, casts_as_bonus, flight_of, maximum, overhead, used_before
from rules.ishmek.questions import ABILITIES, best_ability, get, hands_full
from rules.ishmek.state import Orb, Player, State
from rules.kernel.grid import SQUARES, Direction

MOST_PROPEL_BURN = 2
LONGEST = 18

D = TypeVar("D", co.Act, co.React)
Course: TypeAlias = tuple[Direction, int, bool, int]
"""A propel's course: direction, distance, whether it is a lob, the propel burn it takes."""
NO_NAMES: frozenset[ActionName] = frozenset()
SPELL_ALONE: frozenset[ActionName] = frozenset(("cast_spell",))


class Opening(NamedTuple):
    """An action a player is placed for, with the orb, the opponent and the spell it takes.

    `ranged`: from two squares away, so that some spell is wanted for it.
    """

    name: ActionName
    orb: Side | None = None
    target: str | None = None
    spell: str | None = None
    ranged: bool = False


DASH = Opening("dash")


# Where a player stands


def worth_a_look(state: State, players: list[Player]) -> list[Player]:
    """Those of the players on the field who may have an opening for a Reaction.

    It takes an opponent or an orb within reach, or a spell: only with one does anybody reach farther.
    """
    home: set[Square | None] = {orb.at for orb in state.orbs}
    away = home.copy()
    for other in state.players:
        (home if other.team == "home" else away).add(other.at)
    marks = {"home": away, "away": home}
    return [
        one
        for one in players
        if one.at is not None
        and (not REACH[one.at].isdisjoint(marks[one.team]) or (one.slots_l1 and castable(one, "reaction")))
    ]


def placed_for(state: State, agenda: Agenda, player: Player) -> list[Opening]:
    """What a player can do to the orbs and opponents near, in whatever slot. No action reaches beyond two squares."""
    at = player.at
    if at is None:
        return []
    found: list[Opening] = []
    near = WITHIN_TWO[at]
    for orb in state.orbs:
        if orb.at in near and orb.at is not None and orb.state != "lost":
            found += _with_orb(state, agenda, player, orb, SQUARES.distance(at, orb.at))
    reach, team = REACH[at], player.team
    found += [Opening("push_pull", target=one.id) for one in state.players if one.at in reach and one.team != team]
    return found


def _with_orb(state: State, agenda: Agenda, player: Player, orb: Orb, gap: int) -> list[Opening]:
    """What can be done about an orb `gap` squares away: take it, send it on, seize it from an opponent."""
    found: list[Opening] = []
    free = not hands_full(state, player.id)
    if free and orb.state == "loose" and gap <= 1:
        found.append(Opening("control", orb.team))
    if free and orb.state == "in_flight" and gap <= 1 and can_intercept(agenda, player, orb):
        found.append(Opening("intercept", orb.team))
    if gap == 0 and orb.holder in (None, player.id) and can_propel(agenda, player, orb):
        found.append(Opening("propel", orb.team))
    if free and gap > 0 and orb.holder is not None and get(state, orb.holder).team != player.team:
        found.append(Opening("seize", orb.team, orb.holder, ranged=gap > 1))
    return found


def can_intercept(agenda: Agenda, player: Player, orb: Orb) -> bool:
    """Whether a flight is one that a player may end: not an own propel, and no lob overhead. [ISH-Q-57, ISH-LOB-03]"""
    flight = flight_of(agenda, orb)
    return flight is not None and flight.propeller != player.id and not overhead(flight, at_launch=True)


def can_propel(agenda: Agenda, player: Player, orb: Orb) -> bool:
    """Whether a player could send an orb in the own square at least one square on. [ISH-PROPEL-06, ISH-LOB-03]"""
    if maximum(player, best_ability(player, ABILITIES), MOST_PROPEL_BURN) < 1:
        return False
    if orb.state != "in_flight":
        return True
    flight = flight_of(agenda, orb)
    return flight is not None and not overhead(flight, at_launch=False)


# In which slot


def open_slots(player: Player) -> list[Slot]:
    """The slots a player can still act in: unspent, and for a Bonus Action with something that grants it."""
    found: list[Slot] = []
    if not player.action_used:
        found.append("action")
    if not player.reaction_used:
        found.append("reaction")
    if not player.bonus_used and bonus_names(player):
        found.append("bonus")
    return found


def openings(state: State, player: Player, slot: Slot, placed: list[Opening]) -> list[Opening]:
    """What a player can do in an open slot, of what it is `placed_for` and of what asks for no place.

    An action whose name was used before is left out. [ISH-ECON-02, ISH-ECON-03]
    """
    found: list[Opening] = []
    for one in placed:
        if one.ranged:
            found += [Opening(one.name, one.orb, one.target, spell) for spell in castable(player, slot)]
        elif slot == "reaction" or one.name != "intercept":
            found.append(one)
    if player.slots_l1:
        found += [Opening("cast_spell", spell=spell) for spell in castable(player, slot)]
    if slot != "reaction":
        found.append(DASH)
    if slot == "bonus":
        named = bonus_names(player)
        found = [one for one in found if one.name in named]
    if not player.used_names:
        return found
    return [one for one in found if not used_before(state, player, one.name)]


def castable(player: Player, slot: Slot) -> list[str]:
    """The level-1 spells a player can cast in a slot. [ISH-SPELL_ALONE-01, ISH-SPELL_ALONE-03]"""
    if player.cast_mod is None or player.slots_l1 < 1:
        return []
    return [spell.name for spell in player.spells_l1 if spell.casting_time == slot]


def bonus_names(player: Player) -> frozenset[ActionName]:
    """The actions that something gives a player as a Bonus Action. [ISH-ECON-05]"""
    own = SPELL_ALONE if casts_as_bonus(player) else NO_NAMES
    if not player.bonus_sources:
        return own
    return own.union(*[source.actions for source in player.bonus_sources if source.uses != 0])


# As commands


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
