"""Checks of a situation: models where they can stand, counters and conditions as play can bring them about."""

from __future__ import annotations

from itertools import combinations

from rules.istra.geometry.gaps import REACH, overlapping, within
from rules.istra.geometry.shapes import near
from rules.istra.geometry.table import Table, barred, on_board as is_on_board, supported
from rules.istra.limits import MOST_TURNS_EVER, MOST_USES
from rules.istra.questions import ALL_SEATS, are_enemies, base_of, find, on_board, spell_of, table_of
from rules.istra.state import Condition, Model, Movement, State
from rules.istra.tables import ABILITIES, CORES, RANGED, TALENTS, WEAPONS
from rules.istra.terrain import Place
from rules.kernel.bounds import DocumentRefusals, check_numbers, check_text

CLINGS = 300
"""How near a piece somebody must be who stands on no floor: stopped in the midst of a climb, a jump or a ramp."""
SOURCE = "Name the model that caused it as its source."


def field_of(model: Model) -> str:
    return f"sides.{model.side}.models.{model.id}"


def check_places(refusals: DocumentRefusals, state: State) -> None:
    """Everybody on the board stands on it, in no solid piece, on no other base. [IST-SETUP-06, IST-Q-117, IST-Q-128]"""
    table = table_of(state)
    for model in on_board(state):
        assert model.pos is not None
        fault = fault_of_place(table, model.pos)
        if fault:
            hint = "Choose a place on the table where it has ground or a floor under it."
            raise refusals.bad(f"{model.id} stands {fault}.", f"{field_of(model)}.pos", "IST-SETUP-06", hint=hint)
    arriving = {frame.model for frame in state.agenda if isinstance(frame, Movement)}
    for one, other in combinations([model for model in on_board(state) if model.id not in arriving], 2):
        if overlapping(base_of(one), base_of(other)):
            message = f"{other.id} stands on the base of {one.id}."
            hint = "Choose a place where their bases do not overlap."
            raise refusals.bad(message, f"{field_of(other)}.pos", "IST-Q-117", hint=hint)


def fault_of_place(table: Table, place: Place) -> str:
    """Why nobody can be at a place, in a few words; empty: somebody can.

    Above the ground it takes a floor, or a piece so near that one can be climbing it.
    """
    x, y, z = place
    if not is_on_board(table, (x, y)):
        return "off the table"
    if barred(table, place):
        return "inside a solid piece or on impassable ground"
    if supported(table, place):
        return ""
    holds = any(body.z0 <= z <= body.top and near(body.shape, (x, y), CLINGS) for body in table.bodies)
    return "" if holds else "in the air"


def check_engaged(refusals: DocumentRefusals, state: State) -> None:
    """Pairs of enemies on the board, each once, no more than 1" apart. [IST-MOVE-05, IST-Q-22]"""
    seen: set[frozenset[str]] = set()
    for place, (a, b) in enumerate(state.engaged):
        field, pair = f"engaged[{place}]", frozenset((a, b))
        one, other = find(state, a), find(state, b)
        if one is None or other is None or one.pos is None or other.pos is None or one is other:
            message, hint = "Two models on the board are Engaged with each other.", "Name two that are on the board."
            raise refusals.bad(message, field, "IST-MOVE-05", hint=hint)
        if pair in seen:
            message = "That pair is listed twice; a pair holds both ways."
            raise refusals.bad(message, field, "IST-MOVE-05", hint="List it once.")
        if not are_enemies(state, one, other):
            raise refusals.bad(f"{a} and {b} are friends.", field, "IST-Q-115", hint="Name two enemies.")
        if not within(base_of(one), base_of(other), REACH):
            message, hint = f"{a} and {b} are more than 1 inch apart.", "Move one of them near the other first."
            raise refusals.bad(message, field, "IST-Q-22", hint=hint)
        seen.add(pair)


def check_counters(refusals: DocumentRefusals, state: State, model: Model) -> None:
    """What is left of the full values, and what follows from it. [IST-DMG-01, IST-DMG-02, IST-CORE-02]"""
    field = field_of(model)
    for name in (*CORES, "health"):
        full, value = getattr(model, f"{name}_max"), getattr(model, name)
        if not 0 <= value <= full:
            message, hint = f"{name} is {value}; it must be 0 to {full}.", f"Give a number from 0 to {full}."
            raise refusals.bad(message, f"{field}.{name}", "IST-DMG-01", hint=hint)
    if (model.status == "on_board") != (model.pos is not None):
        message = f"{model.id} is {model.status}: only who is on_board has a pos."
        hint = "Give it the status on_board and a pos, or another status and none."
        raise refusals.bad(message, f"{field}.status", "IST-TURN-04", hint=hint)
    spent = model.health == 0 or not any((model.power, model.finesse, model.will))
    if spent and model.status in ("on_board", "reserve"):
        message = f"{model.id} has no health or Core Stat left and would be out."
        hint = "Give it health and a Core Stat, or the status out."
        raise refusals.bad(message, f"{field}.status", "IST-DMG-02", hint=hint)
    check_numbers(refusals, model, field)
    if model.out_by:
        check_text(refusals, model.out_by, f"{field}.out_by")


def check_uses(refusals: DocumentRefusals, state: State, model: Model) -> None:
    """Uses are of something there is, and counted. [IST-CAST-12, IST-Q-72]"""
    for name in ("used", "used_this_turn"):
        for what, count in getattr(model, name).items():
            known = what in TALENTS or what in ABILITIES or spell_of(state, what) is not None
            if not known or not 0 <= count <= MOST_USES:
                message = "Uses must be of a talent, a race ability or a spell, and 0 or more."
                hint = f"Name one of these, and a number from 0 to {MOST_USES}."
                raise refusals.bad(message, f"{field_of(model)}.{name}.{what}", "IST-Q-72", hint=hint)


def check_loads(refusals: DocumentRefusals, model: Model) -> None:
    """Only a weapon that wants loading can be unloaded, each once. [IST-Q-54, IST-Q-56]"""
    seen: set[str] = set()
    for place, load in enumerate(model.unloaded):
        field = f"{field_of(model)}.unloaded[{place}]"
        if load.weapon not in RANGED or load.weapon not in model.equipment or load.weapon in seen:
            message, hint = "Must be a ranged weapon that it carries, listed once.", "Name another weapon."
            raise refusals.bad(message, f"{field}.weapon", "IST-Q-54", hint=hint)
        if WEAPONS[load.weapon].loading == "none":
            message, hint = f"A {load.weapon} is always loaded.", "Name a weapon that has to be loaded."
            raise refusals.bad(message, f"{field}.weapon", "IST-WPN-08", hint=hint)
        check_numbers(refusals, load, field)
        seen.add(load.weapon)


def check_conditions(refusals: DocumentRefusals, state: State, model: Model) -> None:
    """Conditions whose source is there, one of a name and source. [IST-Q-85, IST-Q-93]"""
    seen: set[tuple[str, str]] = set()
    for place, one in enumerate(model.conditions):
        field = f"{field_of(model)}.conditions[{place}]"
        if (one.name, one.source) in seen:
            message, hint = f"{model.id} has {one.name} from that source twice.", "List it once."
            raise refusals.bad(message, field, "IST-Q-85", hint=hint)
        if one.source and find(state, one.source) is None:
            message = "The source must be a model of the battle."
            raise refusals.bad(message, f"{field}.source", "IST-Q-85", hint=SOURCE)
        if needs_source(one) and not one.source:
            raise refusals.bad(f"{one.name} needs a source.", f"{field}.source", "IST-Q-93", hint=SOURCE)
        check_numbers(refusals, one, field)
        seen.add((one.name, one.source))


def needs_source(condition: Condition) -> bool:
    """Whether a condition means nothing without whose it is. [IST-REACT-07, IST-TAL-09, IST-TAL-16]"""
    return condition.name in ("defence_penalty", "challenged", "challenging", "vengeance")


def check_nominations(refusals: DocumentRefusals, state: State) -> None:
    """Each model once, by a seat. [IST-TURN-01, IST-TURN-03]"""
    seen: set[str] = set()
    for place, one in enumerate(state.nominations):
        if find(state, one.model) is None or one.model in seen:
            message = f"{one.model} cannot have been nominated, or is listed twice."
            raise refusals.bad(message, f"nominations[{place}]", "IST-TURN-01")
        if one.by not in ALL_SEATS:
            raise refusals.bad(f"{one.by!r} is not a seat.", f"nominations[{place}].by", "IST-TURN-03")
        seen.add(one.model)


def check_words(refusals: DocumentRefusals, state: State) -> None:
    """Sight that was given, by seats, between models there are. [IST-SIGHT-06]"""
    for place, word in enumerate(state.sight):
        known = find(state, word.attacker) is not None and find(state, word.target) is not None
        if not known or not set(word.by) <= set(ALL_SEATS):
            message = "A decision on line of sight needs two models, and seats."
            raise refusals.bad(message, f"sight[{place}]", "IST-SIGHT-06")


def check_situation(refusals: DocumentRefusals, state: State) -> None:
    """Everything of a situation but its agenda."""
    if not 0 <= state.turn <= MOST_TURNS_EVER:
        raise refusals.bad("The turn lies outside the battle.", "turn", "IST-Q-99")
    for model in state.models:
        check_counters(refusals, state, model)
        check_uses(refusals, state, model)
        check_loads(refusals, model)
        check_conditions(refusals, state, model)
    check_places(refusals, state)
    check_engaged(refusals, state)
    check_nominations(refusals, state)
    check_words(refusals, state)
    for place, seat in enumerate(state.order):
        if seat not in ALL_SEATS or seat in state.order[:place]:
            raise refusals.bad(f"{seat!r} is not a seat, or is listed twice.", f"order[{place}]", "IST-SETUP-03")
    if state.nominator and state.nominator not in ALL_SEATS:
        raise refusals.bad(f"{state.nominator!r} is not a seat.", "nominator", "IST-TURN-03")
    if state.result is not None and not set(state.result.winners) <= {side.id for side in state.sides}:
        raise refusals.bad("The winners must be sides of this battle.", "result.winners", "IST-END-01")
