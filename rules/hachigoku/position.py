"""Setups and positions: plain JSON to a match's first situation, and any situation back to plain JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules.hachigoku.checks import (
    POSITION,
    SEATS,
    SETUP,
    bad_position,
    check_dice,
    check_fighter,
    check_number,
    check_range_entry,
    check_ranges,
    check_scene,
    check_sides,
    check_unique,
)
from rules.hachigoku.documents import CharacterPosition, DuelSetup, Position, SceneSetup, Setup, SideSetup
from rules.hachigoku.events import MatchCreated
from rules.hachigoku.evolve import changed
from rules.hachigoku.house_rules import HouseRules
from rules.hachigoku.points import POINTS
from rules.hachigoku.questions import find, holds_on, surprised
from rules.hachigoku.roster import Fighter
from rules.hachigoku.state import (
    ActionDie,
    AnyFrame,
    Character,
    Duel,
    Moment,
    Ranges,
    Scene,
    Setup as SetupFrame,
    Side,
    Skirmish,
    State,
)
from rules.hachigoku.tables import CLOSE, NEAR
from rules.kernel.bounds import DocumentRefusals, check_id, check_numbers
from rules.kernel.effects import Effect
from rules.kernel.reading import picked, plain, read
from rules.kernel.switches import check_switches

COLOURS = ("#b3402a", "#2a6ab3", "#2f7d4f", "#a07a1a", "#6b4a9c", "#4d5560")


def read_house_rules(house_rules: Mapping[str, Any]) -> HouseRules:
    """The switches of a match; `Malformed` names an unknown one, `Refused` one out of bounds."""
    rules = read(dict(house_rules), HouseRules, "house_rules")
    check_switches(rules)
    return rules


# Setup


def created_from_setup(setup: Mapping[str, Any], house_rules: Mapping[str, Any]) -> MatchCreated:
    """The first event of a match from rosters, or the refusal of its setup. [HAC-SCOPE-01, HAC-RANGE-03]"""
    rules = read_house_rules(house_rules)
    document = read(dict(setup), Setup, "setup")
    fighters = fighters_of(document)
    check_number(SETUP, len(fighters))
    characters = tuple(Character(**picked(one, *Fighter.__struct_fields__)) for one in fighters.values())
    sides = whole_sides(SETUP, sides_of(document), characters, tuple(fighters))
    scene, ranges = whole_scene(SETUP, document.scene, characters)
    return MatchCreated(sides=sides, characters=characters, scene=scene, ranges=ranges, house_rules=rules)


def fighters_of(document: Setup) -> dict[str, Fighter]:
    """All characters of a setup, by where they stand in it."""
    fighters = {f"characters[{place}]": one for place, one in enumerate(document.characters)}
    for key, side in document.sides.items() if isinstance(document.sides, dict) else ():
        for place, one in enumerate(side.characters):
            field = f"sides.{key}.characters[{place}]"
            if one.side != key:
                raise SETUP.bad(f"{one.id} stands with side {key!r}.", f"{field}.side", "HAC-SCOPE-01")
            fighters[field] = one
    return fighters


def sides_of(document: Setup) -> tuple[SideSetup, ...]:
    """The sides of a setup; who is called by a seat plays it."""
    if not isinstance(document.sides, dict):
        return document.sides
    return tuple(
        SideSetup(id=key, name=side.name, colour=side.colour, seat=side.seat or (key if key in SEATS else ""))
        for key, side in document.sides.items()
    )


def whole_sides(
    refusals: DocumentRefusals, given: Sequence[SideSetup], characters: Sequence[Character], fields: Sequence[str]
) -> tuple[Side, ...]:
    """The sides with their seats, names and colours; and every character looked at, by the field it stands in."""
    used = tuple(dict.fromkeys(one.side for one in characters))
    sides = tuple(given) or tuple(SideSetup(id=name) for name in used)
    check_sides(refusals, sides, used)
    for field, one in zip(fields, characters, strict=True):
        check_fighter(refusals, one, field)
    check_unique(refusals, [one.id for one in characters])
    free = [seat for seat in SEATS if seat not in [side.seat for side in sides]]
    return tuple(
        Side(side.id, side.seat or free.pop(0), side.name or side.id, side.colour or colour)
        for side, colour in zip(sides, COLOURS, strict=False)
    )


def whole_scene(refusals: DocumentRefusals, given: SceneSetup, characters: Sequence[Character]) -> tuple[Scene, Ranges]:
    """The scene, and the Ranges between all. [HAC-RANGE-02, HAC-RANGE-03]"""
    check_numbers(refusals, given, "scene")
    for place, thing in enumerate(given.objects):
        check_id(refusals, thing.id, f"scene.objects[{place}].id")
    names = [*(one.id for one in characters), *(thing.id for thing in given.objects)]
    check_unique(refusals, names)
    duel = duel_of(refusals, given.duel, characters)
    scene = Scene(**{**picked(given, *Scene.__struct_fields__), "duel": duel})
    check_scene(refusals, scene, names)
    ranges = ranges_of(characters, [thing.id for thing in given.objects])
    for place, entry in enumerate(given.ranges):
        check_range_entry(refusals, entry, names, f"scene.ranges[{place}]")
    ranges = changed(ranges, given.ranges)
    check_ranges(ranges, f"{refusals.prefix}scene.ranges")
    return scene, ranges


def duel_of(refusals: DocumentRefusals, given: bool | DuelSetup, characters: Sequence[Character]) -> Duel | None:
    """The duel, whose principals are the first characters of the first two sides unless named. [HAC-SCOPE-04]"""
    if not given:
        return None
    kind = given.kind if isinstance(given, DuelSetup) else ""
    if isinstance(given, DuelSetup) and any(given.principals):
        return Duel(given.principals, kind)
    first = {one.side: one.id for one in reversed(characters)}
    if len(first) < 2:
        raise refusals.bad("A duel needs two sides.", "scene.duel", "HAC-SCOPE-04")
    order = [one.id for one in characters if one.id in first.values()]
    return Duel((order[0], order[1]), kind)


def ranges_of(characters: Sequence[Character], objects: Sequence[str]) -> Ranges:
    """Close within a side, near between sides and to objects."""
    knots = [*(f"side {one.side}" for one in characters), *(f"object {name}" for name in objects)]
    rows = tuple("".join(str(CLOSE if one == other else NEAR) for other in knots) for one in knots)
    return Ranges((*(one.id for one in characters), *objects), rows)


# Position


def state_from_position(position: Mapping[str, Any], house_rules: Mapping[str, Any]) -> State:
    """The situation a position describes; `Refused` with `bad_position` when it cannot exist."""
    rules = read_house_rules(house_rules)
    document = read(dict(position), Position, "position")
    check_numbers(POSITION, document)
    check_number(POSITION, max(len(document.characters), document.entered))
    for place, one in enumerate(document.characters):
        check_dice(POSITION, one, f"characters[{place}]")
    characters = tuple(placed(one) for one in document.characters)
    fields = [f"characters[{place}]" for place in range(len(characters))]
    sides = whole_sides(POSITION, document.sides, characters, fields)
    scene, ranges = whole_scene(POSITION, document.scene, characters)
    underway = document.moment > 0 if document.underway is None else document.underway
    state = State(
        sides=sides,
        characters=characters,
        scene=scene,
        ranges=ranges,
        rules=rules,
        round=max(document.round, int(underway)),
        moment=document.moment,
        underway=underway,
        surprise=document.surprise,
        acted=document.acted,
        agreed=document.agreed,
        entered=max(document.entered, len(characters)),
        result=document.result,
    )
    check_surprised(state)
    check_holders(state)
    return replace(state, agenda=agenda_of(document, state))


def check_surprised(state: State) -> None:
    """Who is surprised has no dice. [HAC-AMB-03]"""
    for place, one in enumerate(state.characters):
        if one.dice and surprised(state, one.id):
            field, code = f"characters[{place}].dice", "surprised_no_dice"
            raise POSITION.bad(f"{one.called} is surprised in this round.", field, "HAC-AMB-03", code=code)


def check_holders(state: State) -> None:
    """Who is held is held by somebody else who is there. [HAC-GRAP-02]"""
    for place, one in enumerate(state.characters):
        for effect in holds_on(one):
            if effect.source == one.id or find(state, effect.source) is None:
                message = f"{one.called} is held by {effect.source or 'nobody'!r}: name a character as the source."
                raise POSITION.bad(message, f"characters[{place}].conditions", "HAC-GRAP-02")


def placed(entry: CharacterPosition) -> Character:
    """A character of a position, with its dice and conditions written out."""
    dice = tuple(die if isinstance(die, ActionDie) else ActionDie(die) for die in entry.dice)
    conditions = tuple(one if isinstance(one, Effect) else Effect(one) for one in entry.conditions)
    fields = picked(entry, *CharacterPosition.__struct_fields__)
    return Character(**{**fields, "dice": dice, "conditions": conditions})


def agenda_of(document: Position, state: State) -> tuple[AnyFrame, ...]:
    """The frames of a position: those it names, or the Moment or setup that follows."""
    if state.result is not None:
        return ()
    if document.agenda is not None:
        POINTS.check_agenda(state, document.agenda, bad_position)
        return document.agenda
    if state.underway and state.moment:
        return Skirmish(), Moment()
    if state.underway or state.round:
        raise bad_position("Dice are to be rolled: give a Moment.", "moment")
    return Skirmish(), SetupFrame()


def position_of(state: State) -> dict[str, Any]:
    """The situation as plain JSON."""
    scene = state.scene
    duel = DuelSetup(scene.duel.principals, scene.duel.kind) if scene.duel else False
    entries = {**picked(scene, *Scene.__struct_fields__), "duel": duel, "ranges": pairs_of(state.ranges)}
    document = Position(
        characters=tuple(CharacterPosition(**picked(one, *Character.__struct_fields__)) for one in state.characters),
        sides=tuple(SideSetup(**picked(side, "id", "name", "colour", "seat")) for side in state.sides),
        scene=SceneSetup(**entries),
        round=state.round,
        moment=state.moment,
        underway=state.underway,
        surprise=state.surprise,
        acted=state.acted,
        agreed=state.agreed,
        entered=state.entered,
        agenda=state.agenda,
        result=state.result,
    )
    written: dict[str, Any] = plain(document)
    return written


def pairs_of(ranges: Ranges) -> tuple[tuple[str, str, int], ...]:
    """Every pair once, with its step."""
    return tuple(
        (one, other, int(row[place]))
        for number, (one, row) in enumerate(zip(ranges.names, ranges.rows, strict=True))
        for place, other in enumerate(ranges.names[:number])
    )
