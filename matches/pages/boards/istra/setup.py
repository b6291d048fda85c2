"""What the form for a new battle asks: companies, monsters, scenario, table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.pages.boards.common import upper
from matches.pages.boards.istra.gm_forms import pieces_of
from matches.pages.boards.istra.names import seat_words
from matches.pages.rosters import furnished, offer_teams, offered_teams, pasted
from rules.istra.limits import MOST_TURNS
from rules.istra.questions import SEATS
from rules.istra.scenarios import FURNISHED, NEEDS_GM, Roll
from rules.istra.terrain import Board
from rules.kernel.asks import GM
from web.errors import Unreadable
from web.pages.fields import Field

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


offer_teams("istra", lambda: furnished("istra_companies"))


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
    packs = tuple((key, str(pack["name"])) for key, pack in furnished("istra_monsters").items())
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
    tables = tuple((key, str(table["title"])) for key, table in furnished("istra_tables").items())
    choices = tables if required else (("", "an empty table"), *tables)
    return Field("table-terrain", "Table", "select", choices, "crossroads", required=required)


def _table_fields() -> list[Field]:
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
    own = _pasted(f"roster-{GM}", values)
    if own is not None or not values["company-gm"]:
        return own
    return dict(furnished("istra_monsters")[values["company-gm"]])


def _pasted(field: str, values: Values) -> dict[str, Any] | None:
    return pasted(values[field], field, dict, "The roster", f"For example {EXAMPLE}") if values.get(field) else None


def _table(values: Values) -> dict[str, Any]:
    table = furnished("istra_tables")[values["table-terrain"]]
    board = dict(table["board"])
    board |= {name: values[f"table-{name}"] for name in ("width", "depth") if values.get(f"table-{name}") is not None}
    own = values.get("roster-terrain")
    return {"board": board, "terrain": pieces_of(own, "roster-terrain") if own else table["terrain"]}
