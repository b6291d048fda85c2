"""What a setup and a position must not be: bounds, rosters, and tables that cannot exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rules.istra.documents import ModelPosition, ModelSetup, Position, RaceSetup, Setup
from rules.istra.geometry.lengths import inches
from rules.istra.geometry.shapes import fault_of, outline
from rules.istra.house_rules import HouseRules
from rules.istra.limits import (
    HIGHEST,
    LEAST_BOARD,
    LONGEST_TEXT,
    MOST_BOARD,
    MOST_CARRIED,
    MOST_CORNERS,
    MOST_GOALS,
    MOST_ITEMS,
    MOST_MODELS,
    MOST_PIECES,
    MOST_RACES,
    MOST_SIDES,
    MOST_SPELLS,
    MOST_TURNS,
    MOST_ZONES,
)
from rules.istra.questions import ALL_SEATS
from rules.istra.scenarios import FURNISHED, NEEDS_GM, Scenario
from rules.istra.state import Invasion, Side
from rules.istra.tables import (
    ABILITIES,
    ARMOURS,
    PLURALS,
    RACES,
    SPELLS,
    STATLESS,
    TALENTS,
    WEAPONS,
    Spell,
    class_of,
)
from rules.istra.terrain import Board, Footprint, Item, Polygon, Terrain, Zone
from rules.kernel.asks import GM
from rules.kernel.bounds import (
    LONGEST_NAME,
    DocumentRefusals,
    bounds_of,
    check_colour,
    check_id,
    check_numbers,
    check_text,
    spoken,
)
from rules.kernel.errors import Refused
from rules.kernel.switches import check_switches

ELVES = "wood_elf, steppe_elf or dark_elf"
MODEL_BOUNDS = {name: (one.low, one.high) for name, one in bounds_of(ModelSetup).items()}
SETUP = DocumentRefusals("bad_setup", "IST-SETUP-01", "", "Correct that field.")
"""The setup cannot be played; the field says where, the message why."""
POSITION = DocumentRefusals(
    "bad_position", "IST-SETUP-01", "position.", "Describe a situation that a battle can come to."
)
"""The position cannot come about; the field says where, the message why."""


def check_rules(rules: HouseRules) -> None:
    """House rules that are numbers or words within bounds."""
    check_switches(rules)
    if len(rules.human_ability) > LONGEST_NAME or not rules.human_ability.isprintable():
        message = f"What Humans can do must be one line of at most {LONGEST_NAME} printable characters."
        hint = "Make it shorter, or leave the house rule out."
        raise Refused("bad_house_rule", message, "IST-Q-78", field="house_rules.human_ability", hint=hint)


# Names and numbers


def check_ids(refusals: DocumentRefusals, ids: Sequence[str], field: str, most: int, what: str, known: int = 0) -> None:
    """Not too many of a kind, each with an id of its own. So many of them are known: the document has the others."""
    if len(ids) > most:
        raise refusals.bad(f"{len(ids)} {what}; there can be at most {most}.", field, "IST-SETUP-04")
    for place, name in enumerate(ids):
        check_id(refusals, name, f"{field}[{place - known}].id")
        if name in ids[:place]:
            raise refusals.bad(f"{name} is listed twice.", f"{field}[{place - known}].id", "IST-SETUP-04")


# The table


def check_board(refusals: DocumentRefusals, board: Board) -> None:
    """A table of 6 inches to 20 feet a side. [IST-Q-07]"""
    for name, size in (("width", board.width), ("depth", board.depth)):
        if not LEAST_BOARD <= size <= MOST_BOARD:
            bounds = f"{inches(LEAST_BOARD)} to {inches(MOST_BOARD)}"
            message = f"The {name} of the table is {inches(size)}; it must be {bounds}."
            hint = f"In hundredths of an inch: {LEAST_BOARD} to {MOST_BOARD}."
            raise refusals.bad(message, f"board.{name}", "IST-Q-07", hint=hint)


def check_footprint(refusals: DocumentRefusals, board: Board, footprint: Footprint, field: str) -> None:
    """A footprint with an inside, on the table. [IST-SETUP-04]"""
    if isinstance(footprint, Polygon) and len(footprint.corners) > MOST_CORNERS:
        message = f"{len(footprint.corners)} corners; there can be at most {MOST_CORNERS}."
        raise refusals.bad(message, field, "IST-SETUP-04")
    fault = fault_of(footprint)
    if fault:
        raise refusals.bad(f"{fault[0].upper()}{fault[1:]}.", field, "IST-SETUP-04")
    left, bottom, right, top = outline(footprint).box
    if left < 0 or bottom < 0 or right > board.width or top > board.depth:
        message = f"That lies off the table of {inches(board.width)} × {inches(board.depth)}."
        raise refusals.bad(message, field, "IST-SETUP-04", hint="In documents, lengths are hundredths of an inch.")


def check_terrain(
    refusals: DocumentRefusals, board: Board, pieces: Sequence[Terrain], listed: str = "terrain", known: int = 0
) -> None:
    """Pieces on the table. They may stand in one another: what each of them does, both do there. [IST-SETUP-04]

    The first `known` of them stand there already; the others are those `listed` in the document.
    """
    check_ids(refusals, [piece.id for piece in pieces], listed, MOST_PIECES, "pieces of terrain", known)
    for place, piece in enumerate(pieces):
        field = f"{listed}[{place - known}]"
        check_text(refusals, piece.name, f"{field}.name")
        check_numbers(refusals, piece, field)
        check_footprint(refusals, board, piece.footprint, f"{field}.footprint")


def check_zones(refusals: DocumentRefusals, board: Board, zones: Sequence[Zone], sides: Iterable[Side]) -> None:
    """Zones lie on the table. [IST-Q-08]"""
    check_ids(refusals, [zone.id for zone in zones], "zones", MOST_ZONES, "zones")
    for place, zone in enumerate(zones):
        check_text(refusals, zone.title, f"zones[{place}].title")
        check_footprint(refusals, board, zone.area, f"zones[{place}].area")
    for side in sides:
        if side.zone is not None:
            check_footprint(refusals, board, side.zone, f"sides.{side.id}.zone")


def check_items(refusals: DocumentRefusals, board: Board, items: Sequence[Item], models: Iterable[str]) -> None:
    """Items lie on the table, or somebody carries them. [IST-Q-28]"""
    check_ids(refusals, [item.id for item in items], "items", MOST_ITEMS, "items")
    known = set(models)
    for place, item in enumerate(items):
        field = f"items[{place}]"
        check_text(refusals, item.name, f"{field}.name")
        if item.carrier and (item.carrier not in known or item.pos is not None):
            message, hint = (
                "An item needs a place, or a model that carries it.",
                "Give it a pos or a carrier, not both.",
            )
            raise refusals.bad(message, f"{field}.carrier", "IST-Q-28", hint=hint)
        if item.pos is not None:
            x, y, z = item.pos
            if not (0 <= x <= board.width and 0 <= y <= board.depth and 0 <= z <= HIGHEST):
                message, hint = f"{item.id} lies off the table.", "Choose a place on the table."
                raise refusals.bad(message, f"{field}.pos", "IST-Q-28", hint=hint)


# Sides and scenarios


def check_seats(refusals: DocumentRefusals, sides: Sequence[Side], gm: bool) -> None:
    """Two players, or one and a GM; and somebody to fight. [IST-SETUP-01, IST-Q-115]"""
    if len(sides) > MOST_SIDES:
        raise refusals.bad(f"{len(sides)} sides; there can be at most {MOST_SIDES}.", "sides", "IST-SETUP-01")
    for side in sides:
        check_id(refusals, side.id, f"sides.{side.id}")
        if side.seat not in ALL_SEATS:
            message = f"{side.seat!r} is not a seat; known are {', '.join(ALL_SEATS)}."
            raise refusals.bad(message, f"sides.{side.id}.seat", "IST-SETUP-01")
        for name in ("name", "alliance", "company", "motto", "hall"):
            check_text(refusals, getattr(side, name), f"sides.{side.id}.{name}")
        check_colour(refusals, side.colour, f"sides.{side.id}.colour")
    players = {side.seat for side in sides} - {GM}
    if len(players) + gm < 2 or not players:
        message = "A battle needs two players, or one and a GM."
        hint = "Give another player a side, or add a GM."
        raise refusals.bad(message, "sides", "IST-SETUP-01", "too_few_players", hint)
    if len({side.alliance or f"={side.id}" for side in sides}) < 2:
        message = "All sides are friends: there is nobody to fight."
        raise refusals.bad(message, "sides", "IST-Q-115", "too_few_players")


def check_scenario(
    refusals: DocumentRefusals, scenario: Scenario, sides: set[str], zones: set[str], items: set[str], models: set[str]
) -> None:
    """A scenario speaks of what is there. [IST-END-01]"""
    for name in ("name", "title"):
        check_text(refusals, getattr(scenario, name), f"scenario.{name}")
    check_text(refusals, scenario.text, "scenario.text", LONGEST_TEXT)
    check_limit(refusals, scenario.turn_limit, "scenario.turn_limit")
    if len(scenario.goals) > MOST_GOALS:
        message = f"{len(scenario.goals)} goals; there can be at most {MOST_GOALS}."
        raise refusals.bad(message, "scenario.goals", "IST-END-01")
    for place, goal in enumerate(scenario.goals):
        field = f"scenario.goals[{place}]"
        check_numbers(refusals, goal, field)
        wanted = {"hold": ("zone", zones), "carry_off": ("item", items)}.get(goal.kind)
        if wanted is not None and getattr(goal, wanted[0]) not in wanted[1]:
            raise refusals.bad(f"There is no such {wanted[0]}.", f"{field}.{wanted[0]}", "IST-END-01")
        check_named(refusals, goal.sides, sides, f"{field}.sides", "There is no such side.")
        if goal.kind == "slay" and not goal.models:
            raise refusals.bad("Name models of this battle.", f"{field}.models", "IST-END-01")
        check_named(refusals, goal.models, models, f"{field}.models", "Name models of this battle.")
    check_named(refusals, scenario.otherwise, sides, "scenario.otherwise", "There is no such side.")


def check_named(refusals: DocumentRefusals, names: Sequence[str], known: set[str], field: str, otherwise: str) -> None:
    """Names of what is there, each once. [IST-END-01]"""
    if not set(names) <= known:
        raise refusals.bad(otherwise, field, "IST-END-01")
    if len(set(names)) < len(names):
        raise refusals.bad("Name each of them once.", field, "IST-END-01")


def check_limit(refusals: DocumentRefusals, turns: int | None, field: str) -> None:
    """A turn limit, if there is one. [IST-Q-99]"""
    if turns is not None and not 1 <= turns <= MOST_TURNS:
        message, hint = f"A battle must last 1 to {MOST_TURNS} turns.", "Give such a number, or leave it out: no limit."
        raise refusals.bad(message, field, "IST-Q-99", hint=hint)


def check_furnished(refusals: DocumentRefusals, document: Setup | Position, sides: Sequence[Side]) -> None:
    """A furnished scenario that is there, with the sides that it wants. [IST-Q-99]"""
    if not isinstance(document.scenario, str):
        return
    if document.scenario not in FURNISHED:
        message = f"There is no scenario {document.scenario!r}; known are {', '.join(FURNISHED)}."
        raise refusals.bad(message, "scenario", "IST-Q-99")
    if document.attacker and document.attacker not in {side.id for side in sides}:
        raise refusals.bad("There is no such side.", "attacker", "IST-Q-99")
    if document.scenario in NEEDS_GM and not any(side.seat == GM for side in sides):
        message = f"{spoken(document.scenario).capitalize()} is played against a side of the GM's."
        raise refusals.bad(
            message, "scenario", "IST-SETUP-01", hint="Give the GM monsters, or choose another scenario."
        )


def check_invasion(refusals: DocumentRefusals, invasion: Invasion | None, sides: Iterable[str]) -> None:
    """A hall is defended by a side that is there, with each upgrade once. [IST-HALL-01, IST-HALL-02]"""
    if invasion is None:
        return
    if invasion.defender not in set(sides):
        raise refusals.bad("There is no such side.", "invasion.defender", "IST-HALL-02")
    if len(set(invasion.upgrades)) < len(invasion.upgrades):
        raise refusals.bad("Each upgrade can be bought once.", "invasion.upgrades", "IST-HALL-01")


# Rosters


def check_models(refusals: DocumentRefusals, models: Sequence[tuple[str, ModelSetup | ModelPosition]]) -> None:
    """Not too many models, each with an id of its own; `models` by side. [IST-SETUP-01]"""
    if len(models) > MOST_MODELS:
        raise refusals.bad(f"{len(models)} models; there can be at most {MOST_MODELS}.", "sides", "IST-SETUP-01")
    seen: set[str] = set()
    leaders: set[str] = set()
    listed: Counter[str] = Counter()
    for side, entry in models:
        field = f"sides.{side}.models[{listed[side]}]"
        check_id(refusals, entry.id, f"{field}.id")
        if entry.id in seen:
            raise refusals.bad(f"{entry.id} is on the rosters twice.", f"{field}.id", "IST-SETUP-01")
        if entry.leader and side in leaders:
            message = "A company can have only one leader."
            raise refusals.bad(message, f"sides.{side}.models.{entry.id}.leader", "IST-Q-111")
        listed[side] += 1
        seen.add(entry.id)
        leaders |= {side} if entry.leader else set()


def check_races(refusals: DocumentRefusals, races: Mapping[str, RaceSetup]) -> None:
    """Races of the house are new ones, not too many, with sane numbers. [IST-Q-81]"""
    if len(races) > MOST_RACES:
        raise refusals.bad(f"{len(races)} races; there can be at most {MOST_RACES}.", "races", "IST-Q-81")
    for name, row in races.items():
        check_id(refusals, name, f"races.{name}")
        if name in RACES:
            raise refusals.bad(f"{name} is already a race of the rulebook.", f"races.{name}", "IST-Q-81")
        check_numbers(refusals, row, f"races.{name}")


def check_spells(refusals: DocumentRefusals, spells: Sequence[Spell]) -> None:
    """Spells of the house: names of their own, an area for a point, a stat or a target number. [IST-Q-40]"""
    names = [spell.name for spell in spells]
    if len(names) > MOST_SPELLS:
        raise refusals.bad(f"{len(names)} spells; there can be at most {MOST_SPELLS}.", "spells", "IST-CAST-01")
    for place, spell in enumerate(spells):
        field = f"spells[{place}]"
        check_id(refusals, spell.name, f"{field}.name")
        check_text(refusals, spell.school, f"{field}.school")
        check_text(refusals, spell.text, f"{field}.text", LONGEST_TEXT)
        if spell.name in names[:place] or spell.name in {**SPELLS, **TALENTS, **ABILITIES}:
            raise refusals.bad(f"{spell.name} is already the name of something else.", f"{field}.name", "IST-CAST-01")
        check_numbers(refusals, spell, field)
        if (spell.shape == "point") != (spell.radius > 0):
            message = "A spell cast at a point needs a radius; other spells have none."
            raise refusals.bad(message, f"{field}.radius", "IST-SPELL-04")
        if spell.chained and (spell.shape != "target" or spell.defence is None):
            raise refusals.bad("Only an attack on one model can be chained.", f"{field}.chained", "IST-SPELL-06")
        if spell.effect == "damage" and spell.defence is None:
            raise refusals.bad("A spell with damage needs a stat to defend with.", f"{field}.defence", "IST-CAST-05")


def check_model(
    refusals: DocumentRefusals,
    entry: ModelSetup | ModelPosition,
    field: str,
    races: Mapping[str, RaceSetup],
    spells: set[str],
) -> None:
    """A model of a roster: race, class, numbers, equipment, talents, spells."""
    check_text(refusals, entry.name, f"{field}.name")
    check_race(refusals, entry, field, races)
    check_numbers(refusals, entry, field)
    if entry.owner is not None and entry.owner not in ALL_SEATS:
        raise refusals.bad(f"{entry.owner!r} is not a seat.", f"{field}.owner", "IST-TURN-03")
    check_equipment(refusals, entry, field)
    check_talents(refusals, entry, field)
    check_known_spells(refusals, entry, field, spells)


def check_race(refusals: DocumentRefusals, entry: ModelSetup, field: str, races: Mapping[str, RaceSetup]) -> None:
    """A race with numbers. Monsters, and all in a position, may bring their own. [IST-RACE-17, IST-Q-79, IST-Q-81]"""
    race = entry.race
    if race is None and entry.kind == "hero":
        return
    if race in RACES or race in races:
        return
    if race == "elf":
        message = "An elf must be a wood elf, a steppe elf or a dark elf."
        raise refusals.bad(message, f"{field}.race", "IST-Q-79", "subrace_required", f"Give {ELVES}.")
    own = all(getattr(entry, name) is not None for name in ("power_max", "finesse_max", "will_max"))
    if own and (entry.kind == "monster" or refusals is POSITION):
        check_text(refusals, race or "", f"{field}.race")
        return
    if race is None:
        message = "A monster needs a race or its own power_max, finesse_max and will_max."
        raise refusals.bad(message, f"{field}.power_max", "IST-RACE-01")
    if PLURALS.get(race, race) in STATLESS:
        message = f"{race} is only a name in the book: it has no stats. Known are {', '.join((*RACES, *races))}."
        raise refusals.bad(message, f"{field}.race", "IST-Q-81", "race_has_no_stats", "Give it stats under races.")
    message = f"There is no race {race!r}; known are {', '.join((*RACES, *races))}."
    raise refusals.bad(message, f"{field}.race", "IST-RACE-01")


def check_equipment(refusals: DocumentRefusals, entry: ModelSetup, field: str) -> None:
    """Known things, one body armour, one shield, and a weapon in hand that is carried. [IST-Q-112, IST-MOVE-14]"""
    if len(entry.equipment) > MOST_CARRIED:
        message = f"{len(entry.equipment)} things; nobody can carry more than {MOST_CARRIED}."
        raise refusals.bad(message, f"{field}.equipment", "IST-Q-112")
    for place, name in enumerate(entry.equipment):
        if name not in WEAPONS and name not in ARMOURS:
            message = f"There is no {name!r} on the equipment list."
            raise refusals.bad(message, f"{field}.equipment[{place}]", "IST-EQ-01")
    if sum(1 for name in entry.equipment if name in ARMOURS and ARMOURS[name].body) > 1:
        raise refusals.bad("A model can have only one body armour.", f"{field}.equipment", "IST-Q-112", "cannot_assign")
    if entry.equipment.count("shield") > 1:
        raise refusals.bad("A model can have only one shield.", f"{field}.equipment", "IST-Q-112", "cannot_assign")
    weapon = entry.active_weapon
    if weapon not in (None, "unarmed") and (weapon not in WEAPONS or weapon not in entry.equipment):
        message = f"{weapon!r} is not a weapon that it carries."
        raise refusals.bad(message, f"{field}.active_weapon", "IST-MOVE-14", "weapon_not_carried")


def check_talents(refusals: DocumentRefusals, entry: ModelSetup, field: str) -> None:
    """Known talents, none twice; a hero's are of its class, and come with no more than its level. [IST-Q-103]"""
    for place, name in enumerate(entry.talents):
        at = f"{field}.talents[{place}]"
        if name not in TALENTS:
            raise refusals.bad(f"There is no talent {name!r}; known are {', '.join(TALENTS)}.", at, "IST-Q-103")
        if name in entry.talents[:place]:
            raise refusals.bad(f"It has {name} twice.", at, "IST-Q-103", "talent_not_allowed")
        if entry.kind == "hero" and class_of(name) != entry.class_:
            message = f"{name} is not for the class {entry.class_}."
            raise refusals.bad(message, at, "IST-Q-103", "talent_not_allowed")
    if refusals is SETUP and entry.kind == "hero" and len(entry.talents) > entry.level:
        message = f"A hero of level {entry.level} has at most {entry.level}: one talent a level."
        raise refusals.bad(message, f"{field}.talents", "IST-Q-103", "talent_not_allowed")


def check_known_spells(refusals: DocumentRefusals, entry: ModelSetup, field: str, spells: set[str]) -> None:
    """Known spells, none twice, of a Magic user, who comes with no more than its level. [IST-CAST-11, IST-Q-71]"""
    for place, name in enumerate(entry.spells):
        at = f"{field}.spells[{place}]"
        if name not in spells:
            raise refusals.bad(f"There is no spell {name!r}.", at, "IST-CAST-01")
        if name in entry.spells[:place]:
            raise refusals.bad(f"It knows {name} twice.", at, "IST-CAST-11", "spell_not_allowed")
    if entry.spells and entry.class_ != "magic_user":
        raise refusals.bad("Only a Magic user can cast spells.", f"{field}.spells", "IST-CAST-11", "spell_not_allowed")
    if refusals is SETUP and len(entry.spells) > entry.level:
        message = f"A Magic user of level {entry.level} knows at most {entry.level}: one spell a level."
        raise refusals.bad(message, f"{field}.spells", "IST-CAST-11", "spell_not_allowed")
