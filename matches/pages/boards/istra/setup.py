"""What the form for a new battle asks: companies, monsters, scenario, table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from matches.errors import Unreadable
from matches.pages.boards.base import Field, Switch
from matches.pages.boards.common import upper
from matches.pages.boards.istra.names import seat_words
from matches.pages.boards.istra.placing import pieces_of
from matches.pages.rosters import offer_teams, offered_teams
from matches.simulation.playing import SETUPS
from matches.untrusted_input import read_json
from rules.istra.checks import MOST_TURNS
from rules.istra.questions import SEATS
from rules.istra.scenarios import FURNISHED, NEEDS_GM, Roll
from rules.istra.terrain import Board
from rules.kernel.ruleset import GM

Values = Mapping[str, Any]

NOBODY = (("", "nobody"),)
BREAKS = "break_through"
MORE_SIDES = "Sides 3 to 6"
INVADED = "The hall that is invaded"
ALONE = (("", "by size, on its own"), ("red", "red"), ("blue", "blue"), ("green", "green"))
GM_CHOICES = (("", "only if the GM has monsters"), ("yes", "yes"), ("no", "no"))
UPGRADES = {"clear_the_area": "The hall can clear the area", "walls": "The hall has walls"}
EXAMPLE = (
    '{"name": "Gilded Boars", "models": [{"id": "tilda", "name": "Tilda Fenn", "class": "fighter", '
    '"equipment": ["two_handed", "light_armour"], "talents": ["cleave"]}]}'
)


@cache
def _furnished(name: str) -> dict[str, dict[str, Any]]:
    """A file of what is furnished: companies, monsters or tables by key."""
    found: dict[str, dict[str, Any]] = json.loads((SETUPS / f"istra_{name}.json").read_bytes())
    return found


offer_teams("istra", lambda: _furnished("companies"))


def setup_fields() -> list[Field]:
    """The fields of a setup. What is pasted counts before what is chosen."""
    return [*_side_fields(), *_table_fields(), *_pasted_fields()]


def _side_fields() -> list[Field]:
    """Who fights: two companies, up to six, and the GM's monsters."""
    teams = tuple((key, str(team["name"])) for key, team in offered_teams("istra").items())
    sides = []
    for place, seat in enumerate(SEATS):
        chosen = teams[place][0] if place < 2 else ""
        fold = MORE_SIDES if place > 1 else ""
        sides.append(Field(f"company-{seat}", upper(seat_words(seat)), "select", (*NOBODY, *teams), chosen, fold=fold))
    return [*sides, _monsters_field()]


def _monsters_field() -> Field:
    packs = tuple((key, str(pack["name"])) for key, pack in _furnished("monsters").items())
    return Field("company-gm", "The GM’s monsters", "select", (*NOBODY, *packs))


def ground_fields() -> list[Field]:
    """The fields of a setup whose companies stand. What is chosen stands there, and can be taken away."""
    return [*_scenario_fields(required=False), _terrain_field(required=False), _monsters_field()]


def _scenario_fields(*, required: bool) -> list[Field]:
    scenarios = tuple((name, _title(name)) for name in FURNISHED)
    seats = (("", "the first side"), *((seat, seat_words(seat)) for seat in SEATS))
    goals = tuple((name, _goal(name)) for name in FURNISHED)
    told = "\n".join(f"{_title(name)}. {goal}" for name, goal in goals)
    return [
        Field(
            "table-scenario",
            "Scenario",
            "select",
            scenarios,
            "annihilation",
            told,
            required=required,
            wide=True,
            notes=goals,
        ),
        Field(
            "table-attacker", "Side that breaks through", "select", seats, help=f"For the scenario “{_title(BREAKS)}”."
        ),
        Field("table-turns", "Turn limit", "number", low=1, high=MOST_TURNS, help="Empty: as in the scenario."),
    ]


def _terrain_field(*, required: bool) -> Field:
    tables = tuple((key, str(table["title"])) for key, table in _furnished("tables").items())
    choices = tables if required else (("", "an empty table"), *tables)
    return Field("table-terrain", "Table", "select", choices, "crossroads", required=required)


def _table_fields() -> list[Field]:
    """Scenario and table."""
    size = "Inches. Empty: the size of the chosen table."
    seats = tuple((seat, seat_words(seat)) for seat in SEATS)
    return [
        *_scenario_fields(required=True),
        _terrain_field(required=True),
        Field("table-width", "Width", "inches", help=size),
        Field("table-depth", "Depth", "inches", help=size),
        Field("table-gm", "A GM is at the table", "select", GM_CHOICES),
        Field("table-hall", "Hall being invaded", "select", (*NOBODY, *seats), fold=INVADED),
        *(Field(f"table-{name}", words, "check", fold=INVADED) for name, words in UPGRADES.items()),
    ]


def _pasted_fields() -> list[Field]:
    """Rosters and terrain of one's own, and who stands together."""
    alliances = [Field(f"roster-alliance-{seat}", f"Alliance of {seat_words(seat)}", "select", ALONE) for seat in SEATS]
    rosters = [
        Field(
            f"roster-{seat}",
            f"Roster of {seat_words(seat)}",
            "long",
            help=f"For example {EXAMPLE}" if seat == "s1" else "",
        )
        for seat in (*SEATS, GM)
    ]
    terrain = Field("roster-terrain", "Terrain", "long", help="A list of pieces; it replaces the table’s own.")
    return [*alliances, *rosters, terrain]


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _goal(name: str) -> str:
    """What wins and loses a furnished scenario, in its own words."""
    roll = (Roll("the first side", 4), Roll("the others", 4, gm=name in NEEDS_GM))
    scenario = FURNISHED[name](Board(), roll).scenario
    return f"{scenario.text} Turns: {scenario.turn_limit}." if scenario.turn_limit else scenario.text


# From the form to the setup


def setup_of(values: Values) -> dict[str, Any]:
    """The setup that the filled-in fields make. Unreadable names the field that will not do."""
    sides = {seat: side for seat in SEATS if (side := _company(seat, values)) is not None}
    if (pack := _monsters(values)) is not None:
        sides[GM] = pack
    setup: dict[str, Any] = {"sides": sides, **_scenario(values), **_table(values)}
    if values["table-hall"]:
        owned = [name for name in UPGRADES if values[f"table-{name}"]]
        setup["invasion"] = {"defender": values["table-hall"], "upgrades": owned}
    return setup | ({"gm": values["table-gm"] == "yes"} if values["table-gm"] else {})


def ground_of(values: Values) -> dict[str, Any]:
    """What was filled in of a setup whose companies stand."""
    pack = _monsters(values)
    return {
        **_scenario(values),
        **(_table(values) if values["table-terrain"] else {}),
        **({"sides": {GM: pack}} if pack is not None else {}),
    }


def _scenario(values: Values) -> dict[str, Any]:
    """What the scenario is. Who breaks through belongs to one of them: of the others nobody is asked."""
    asked = {"scenario": "table-scenario", "turn_limit": "table-turns"}
    if values["table-scenario"] == BREAKS:
        asked["attacker"] = "table-attacker"
    return {part: values[field] for part, field in asked.items() if values[field]}


def _company(seat: str, values: Values) -> dict[str, Any] | None:
    """The side of a seat: pasted, chosen, or none."""
    field = f"company-{seat}"
    side = _pasted(f"roster-{seat}", values)
    if side is None:
        key = values[field]
        if not key:
            return None
        if any(values[f"company-{other}"] == key for other in SEATS[: SEATS.index(seat)]):
            raise Unreadable("That company already fights on another side.", field, hint="Choose another company.")
        side = dict(offered_teams("istra")[key])
    alliance = values[f"roster-alliance-{seat}"]
    return side | ({"alliance": alliance} if alliance else {})


def _monsters(values: Values) -> dict[str, Any] | None:
    pasted = _pasted(f"roster-{GM}", values)
    if pasted is not None or not values["company-gm"]:
        return pasted
    return dict(_furnished("monsters")[values["company-gm"]])


def _pasted(field: str, values: Values) -> dict[str, Any] | None:
    """A roster as it was pasted; None where nothing was."""
    if not values.get(field):
        return None
    try:
        roster = read_json(values[field].encode(), field)
    except Unreadable as error:
        message = f"The roster is not valid JSON: {error.message}."
        raise Unreadable(message, error.field, hint='It starts with {"name": …, "models": [ … ]}.') from None
    if not isinstance(roster, dict):
        raise Unreadable("A roster is a JSON object.", field, hint='It starts with {"name": …, "models": [ … ]}.')
    return roster


def _table(values: Values) -> dict[str, Any]:
    """Board and terrain."""
    table = _furnished("tables")[values["table-terrain"]]
    board = dict(table["board"])
    board |= {name: values[f"table-{name}"] for name in ("width", "depth") if values.get(f"table-{name}") is not None}
    pasted = values.get("roster-terrain")
    return {"board": board, "terrain": pieces_of(pasted, "roster-terrain") if pasted else table["terrain"]}


RULE_TOPICS: Mapping[str, Mapping[str, Switch]] = {
    "Table and sight": {
        "base_radius": Switch("Radius of bases, in 1/100 inch", "IST-Q-02"),
        "base_height": Switch("Height of models, in 1/100 inch", "IST-Q-02"),
        "measure": Switch("Distances are measured from", "IST-Q-03"),
        "sight": Switch("Line of sight is", "IST-Q-04"),
        "cover": Switch("Cover takes", "IST-Q-05"),
        "zone_depth": Switch("Depth of deployment zones, in 1/100 inch", "IST-Q-08"),
        "order_3plus": Switch("Order of three and more players", "IST-Q-09"),
    },
    "Movement": {
        "movement_finesse": Switch("Movement depends on Finesse", "IST-Q-15"),
        "half_move": Switch("Half a Move is", "IST-Q-16"),
        "climb_limit": Switch("Three inches of climbing", "IST-Q-19"),
        "failed_disengage": Switch("A failed Disengage costs the", "IST-Q-24"),
        "fall_damage": Switch("A fall counts", "IST-Q-27"),
        "pick_up": Switch("Items are picked up from", "IST-Q-28"),
    },
    "Attacks and damage": {
        "ranged_in_melee": Switch("A ranged weapon counts in melee as", "IST-Q-29"),
        "weapon_mod_both_ways": Switch("Weapon modifiers on defence rolls too", "IST-Q-30"),
        "crit_doubles_extra": Switch("A critical doubles extra dice", "IST-Q-32"),
        "armour_below_zero": Switch("Armour may fall below 0", "IST-Q-33"),
        "winner_may_spare": Switch("A winner may spare the loser", "IST-Q-34"),
        "core_loss_all_damage": Switch("All damage costs Core Stats", "IST-Q-37"),
        "criticals": Switch("Criticals and fumbles are of the", "IST-Q-43"),
        "fumble_counter": Switch("A fumble is answered with damage in", "IST-Q-45"),
        "flanked": Switch("Flanked counts for", "IST-Q-48"),
        "relentless": Switch("Relentless looks at the", "IST-Q-91"),
    },
    "Shooting": {
        "fumble_into_melee_replaces": Switch("A fumble into melee replaces the fumble", "IST-Q-46"),
        "fumble_ally": Switch("Which ally a fumble hits is", "IST-Q-46"),
        "into_melee": Switch("A shot goes into melee if the target is Engaged with", "IST-Q-49"),
        "no_shooting_engaged": Switch("No shooting or casting while Engaged", "IST-Q-50"),
        "bow_range": Switch("Range of a bow, in 1/100 inch", "IST-Q-52"),
        "crossbow_range": Switch("Range of a crossbow, in 1/100 inch", "IST-Q-52"),
        "rifle_range": Switch("Range of a rifle, in 1/100 inch", "IST-Q-52"),
        "pistol_range": Switch("Range of a pistol, in 1/100 inch", "IST-Q-52"),
        "black_powder": Switch("Black powder is loaded by", "IST-Q-56"),
    },
    "Shields and armour": {
        "shield_with_ranged": Switch("A shield is in use with ranged weapons", "IST-Q-58"),
        "buckler": Switch("A buckler gives", "IST-Q-59"),
        "helmet": Switch("A helmet gives", "IST-Q-60"),
        "shield_action": Switch("Shield reactions cost", "IST-Q-61"),
        "arrow_block": Switch("Arrow block lasts for the", "IST-Q-62"),
        "shield_friend": Switch("Who takes the damage with Shield friend", "IST-Q-63"),
    },
    "Spells": {
        "spells_like_shots": Switch("Cover, size and height count for spells", "IST-Q-51"),
        "spell_failure_per_target": Switch("Spell failure is checked for each target", "IST-Q-41"),
        "chain_from": Switch("A Chained spell jumps from", "IST-Q-68"),
        "area_roll": Switch("Area spells are rolled", "IST-Q-69"),
        "fumble_into_melee_spells": Switch("Fumbled spells into melee hit allies too", "IST-Q-129"),
    },
    "Morale": {
        "morale_tn": Switch("Morale is checked against", "IST-Q-73"),
        "flight_path": Switch("Who decides how a model flees", "IST-Q-75"),
        "flee_engaged": Switch("Fleeing while Engaged", "IST-Q-76"),
        "flee_edge": Switch("A fleeing model at the edge", "IST-Q-77"),
    },
    "Races, talents, skills": {
        "keep_unspent_for_reactions": Switch("Unspent actions are kept for reactions", "IST-Q-12"),
        "human_ability": Switch("Human ability, as worded by your group", "IST-Q-78"),
        "elven_grace": Switch("Elven grace is rolled at", "IST-Q-84"),
        "heal_before_removal": Switch("“Is that all y'all got?” comes before removal", "IST-Q-86"),
        "evasive": Switch("By Evasive rolls again the", "IST-Q-87"),
        "declared_talents": Switch("Power attack and Smite go with", "IST-Q-88"),
        "cleave_limit": Switch("Cleave is limited to", "IST-Q-89"),
        "whirlwind_roll": Switch("Whirlwind is rolled", "IST-Q-90"),
        "challenge_lasts": Switch("A challenge lasts for the", "IST-Q-93"),
        "abjuration_lasts": Switch("Abjuration lasts for the", "IST-Q-94"),
        "draft_talents": Switch("Draft effects of name-only talents", "IST-Q-96"),
        "skills_add_stat": Switch("Skill checks add the stat", "IST-Q-98"),
    },
    "Invasions": {
        "clear_pieces": Switch("Pieces that Clear the Area removes (0: any number)", "IST-Q-106"),
        "wall_sections": Switch("Wall sections", "IST-Q-107"),
        "wall_length": Switch("Length of a wall section, in 1/100 inch", "IST-Q-107"),
        "wall_thickness": Switch("Thickness of a wall section, in 1/100 inch", "IST-Q-107"),
        "wall_height": Switch("Height of a wall section, in 1/100 inch", "IST-Q-107"),
    },
}
"""The house rules by topic, each with its label and the ruling that it turns."""
