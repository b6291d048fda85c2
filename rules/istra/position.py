"""Setups and positions: plain JSON to a battle's first situation, and any situation back to plain JSON."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.istra.checks import (
    POSITION,
    SETUP,
    check_board,
    check_furnished,
    check_invasion,
    check_items,
    check_limit,
    check_model,
    check_models,
    check_races,
    check_rules,
    check_scenario,
    check_seats,
    check_spells,
    check_terrain,
    check_zones,
)
from rules.istra.decide.deploying import place_at
from rules.istra.documents import ModelPosition, ModelSetup, Position, RaceSetup, Setup
from rules.istra.events import STARTS_FROM, BattleOpened
from rules.istra.geometry.table import Table, lay_table, standing_place
from rules.istra.house_rules import HouseRules
from rules.istra.points import POINTS
from rules.istra.questions import ALL_SEATS, find, is_nominated, lasting, seats
from rules.istra.scenarios import FURNISHED, HEROES_TOGETHER, Roll, ScenarioLayout
from rules.istra.situation_checks import check_counters, check_places, check_situation, check_uses
from rules.istra.state import Activation, AnyFrame, BattleFrame, Condition, Model, Nomination, Side, State
from rules.istra.tables import CORES, RACES, SPELLS, TOUGHNESS_HEALTH, WEAPONS
from rules.istra.terrain import Board, Edge, Footprint, Item, Rect
from rules.kernel.asks import GM
from rules.kernel.bounds import DocumentRefusals
from rules.kernel.errors import Refused
from rules.kernel.reading import Document, Json, picked, plain, read

COLOURS = {
    "s1": "#b3402a",
    "s2": "#2a6ab3",
    "s3": "#3f8f4f",
    "s4": "#b38a1e",
    "s5": "#7a4fa3",
    "s6": "#1f8a8a",
    GM: "#5b5b5b",
}
SEAT_EDGES: dict[str, Edge] = {"s1": "bottom", "s2": "top", "s3": "left", "s4": "right", "s5": "bottom", "s6": "top"}
"""Whose edge is which; the fifth and the sixth deploy in corners. [IST-Q-08]"""


def read_house_rules(house_rules: Document) -> HouseRules:
    rules = read(dict(house_rules), HouseRules, "house_rules")
    check_rules(rules)
    return rules


# Setup


def opened_from_setup(setup: Document, house_rules: Document) -> BattleOpened:
    """The first event of a battle from rosters, or the refusal of its setup. [IST-SETUP-01, IST-SETUP-04]"""
    rules = read_house_rules(house_rules)
    document = read(dict(setup), Setup, "setup")
    state = _furnished_table(SETUP, document, rules)
    for model in state.models:
        check_counters(SETUP, state, model)
        check_uses(SETUP, state, model)
        if model.owner == GM and model.pos is None and not state.gm:
            message = f"{model.id} has no player to place it: give its place."
            raise SETUP.bad(message, f"sides.{model.side}.models.{model.id}.pos", "IST-Q-10")
    check_places(SETUP, state)
    return opening_of(state)


def opening_of(state: State) -> BattleOpened:
    return BattleOpened(house_rules=state.rules, **picked(state, *STARTS_FROM))


def _furnished_table(refusals: DocumentRefusals, document: Setup | Position, rules: HouseRules) -> State:
    """Board, terrain, sides, models and scenario of a document, checked each for itself."""
    check_board(refusals, document.board)
    check_terrain(refusals, document.board, document.terrain)
    sides = sides_of(document, rules)
    gm = any(side.seat == GM for side in sides) if document.gm is None else document.gm
    check_furnished(refusals, document, sides)
    check_limit(refusals, document.turn_limit, "turn_limit")
    check_seats(refusals, sides, gm)
    check_invasion(refusals, document.invasion, document.sides)
    furnished = furnished_by(document, sides)
    state = State(
        board=document.board,
        sides=sides,
        models=models_of(refusals, document, sides, rules),
        gm=gm,
        terrain=document.terrain,
        zones=(*document.zones, *furnished.zones),
        items=(*document.items, *laid_out(refusals, document, furnished.items)),
        spells=document.spells,
        scenario=furnished.scenario,
        invasion=document.invasion,
        rules=rules,
    )
    _check_furniture(refusals, state)
    return state


def _check_furniture(refusals: DocumentRefusals, state: State) -> None:
    models = [model.id for model in state.models]
    check_zones(refusals, state.board, state.zones, state.sides)
    check_items(refusals, state.board, state.items, models)
    sides, zones = {side.id for side in state.sides}, {zone.id for zone in state.zones}
    check_scenario(refusals, state.scenario, sides, zones, {item.id for item in state.items}, set(models))


def furnished_by(document: Setup | Position, sides: tuple[Side, ...]) -> ScenarioLayout:
    """The scenario of a document, with the zones and items that a furnished one brings. [IST-Q-99]"""
    if isinstance(document.scenario, str):
        first = document.attacker or sides[0].id
        roll = sorted(
            (Roll(side.id, len(document.sides[side.id].models), side.seat == GM) for side in sides),
            key=lambda one: one.side != first,
        )
        found = _without(FURNISHED[document.scenario](document.board, roll), document)
    else:
        found = ScenarioLayout(document.scenario)
    if document.turn_limit is None:
        return found
    return replace(found, scenario=replace(found.scenario, turn_limit=document.turn_limit))


def _without(found: ScenarioLayout, document: Setup | Position) -> ScenarioLayout:
    """What is furnished, but for zones and items of which the document says itself where they are."""
    zones, items = ({thing.id for thing in things} for things in (document.zones, document.items))
    return replace(
        found,
        zones=tuple(zone for zone in found.zones if zone.id not in zones),
        items=tuple(item for item in found.items if item.id not in items),
    )


def laid_out(refusals: DocumentRefusals, document: Setup | Position, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items of a furnished scenario, where somebody can stand to take them. [IST-Q-28]"""
    table = lay_table(document.board.width, document.board.depth, document.terrain)
    found = []
    for item in items:
        assert item.pos is not None
        at = standing_place(table, item.pos[:2])
        if at is None:
            message = f"There is no room for {item.name or item.id}."
            raise refusals.bad(message, "scenario", "IST-Q-28", hint="Leave the middle of the table free.")
        found.append(replace(item, pos=at))
    return tuple(found)


# Sides


def sides_of(document: Setup | Position, rules: HouseRules) -> tuple[Side, ...]:
    """The sides in the order of their seats, each with name, colour, edge and zone. [IST-Q-08, IST-Q-108]"""
    together = isinstance(document.scenario, str) and document.scenario in HEROES_TOGETHER
    edges = edges_of(document)
    sides = []
    for name, entry in document.sides.items():
        seat = entry.seat or name
        side = Side(
            id=name,
            seat=seat,
            name=entry.name or entry.company or name.upper(),
            colour=entry.colour or COLOURS.get(seat, COLOURS[GM]),
            alliance=entry.alliance or ("heroes" if together and seat != GM else ""),
            edge=edges[name],
            company=entry.company,
            motto=entry.motto,
            hall=entry.hall,
        )
        sides.append(replace(side, zone=zone_of(side, entry.zone, document.board, rules)))
    return tuple(sorted(sides, key=lambda side: (_place_of(side.seat), side.id)))


def _place_of(seat: str) -> int:
    return ALL_SEATS.index(seat) if seat in ALL_SEATS else len(ALL_SEATS)


def edges_of(document: Setup | Position) -> dict[str, Edge]:
    """Each side's own edge: as it says, else its seat's. A hall's defender has the lower one. [IST-Q-08, IST-Q-108]"""
    edges: dict[str, Edge] = {
        name: entry.edge or SEAT_EDGES.get(entry.seat or name, "bottom") for name, entry in document.sides.items()
    }
    if document.invasion is None or document.invasion.defender not in edges:
        return edges
    defender = document.invasion.defender
    if document.sides[defender].edge is None:
        free = edges[defender]
        for name, entry in document.sides.items():
            if name != defender and entry.edge is None and edges[name] == "bottom":
                edges[name] = free
        edges[defender] = "bottom"
    return edges


def zone_of(side: Side, given: Footprint | str | None, board: Board, rules: HouseRules) -> Footprint | None:
    """Where a side deploys: as the setup says, else a strip along its edge; None: anywhere. [IST-Q-08]

    The GM's models may stand anywhere. The fifth seat has the lower left corner, the sixth the upper right one.
    """
    if given is not None:
        return None if isinstance(given, str) else given
    if side.seat == GM:
        return None
    width, depth = board.width, board.depth
    corner = min(2 * rules.zone_depth, width, depth)
    strip = min(rules.zone_depth, width, depth)
    if side.seat == "s5":
        return Rect((0, 0), (corner, corner))
    if side.seat == "s6":
        return Rect((width - corner, depth - corner), (width, depth))
    return {
        "bottom": Rect((0, 0), (width, strip)),
        "top": Rect((0, depth - strip), (width, depth)),
        "left": Rect((0, 0), (strip, depth)),
        "right": Rect((width - strip, 0), (width, depth)),
    }[side.edge]


# Models


def models_of(
    refusals: DocumentRefusals, document: Setup | Position, sides: tuple[Side, ...], rules: HouseRules
) -> tuple[Model, ...]:
    """Everybody by ascending id, with what the document leaves out. [IST-RACE-01..07, IST-Q-02]"""
    check_races(refusals, document.races)
    check_spells(refusals, document.spells)
    entries = [(name, entry) for name, side in document.sides.items() for entry in side.models]
    check_models(refusals, entries)
    spells = {*SPELLS, *(spell.name for spell in document.spells)}
    board = document.board
    table = lay_table(board.width, board.depth, document.terrain)
    seat_of = {side.id: side.seat for side in sides}
    models = []
    for name, entry in entries:
        check_model(refusals, entry, f"sides.{name}.models.{entry.id}", document.races, spells)
        models.append(model_of(entry, name, seat_of[name], document.races, rules, table))
    for name, side in document.sides.items():
        if not side.models:
            raise refusals.bad(f"{name} has no model.", f"sides.{name}.models", "IST-Q-112")
    return tuple(sorted(models, key=lambda model: model.id))


def model_of(
    entry: ModelSetup,
    side: str,
    seat: str,
    races: Mapping[str, RaceSetup],
    rules: HouseRules,
    table: Table,
) -> Model:
    """A model as it comes to the battle, or as a position has it."""
    fields = picked(entry, *(name for name in entry.__struct_fields__ if name in Model.__struct_fields__))
    fields |= {"side": side, "owner": entry.owner or seat, "name": entry.name or entry.id}
    fields["race"] = entry.race or ("human" if entry.kind == "hero" else "")
    fields |= full_values(entry, races)
    fields["radius"] = rules.base_radius if entry.radius is None else entry.radius
    fields["height"] = rules.base_height if entry.height is None else entry.height
    fields["active_weapon"] = entry.active_weapon or first_weapon(entry.equipment)
    fields["pos"] = None if entry.pos is None else place_at(table, entry.pos)
    for name in (*CORES, "health"):
        if fields.get(name) is None:
            fields[name] = fields[f"{name}_max"]
    if fields.get("status") is None:
        fields["status"] = "reserve" if fields["pos"] is None else "on_board"
    fields |= {name: fields.get(name) or 0 for name in ("move_action", "standard_action")}
    if isinstance(entry, ModelPosition):
        fields["conditions"] = tuple(
            Condition(one.name, one.source, one.amount, one.lasts or lasting(rules, one.name))
            for one in entry.conditions
        )
    return Model(**fields)


def full_values(entry: ModelSetup, races: Mapping[str, RaceSetup]) -> dict[str, int]:
    """The full Core Stats, Health and Armour: as they are said, else those of the race. Toughness adds to the row's
    Health, not to one that is said. [IST-RACE-01..07, IST-TAL-01]
    """
    row = RACES.get(entry.race or "human") or races.get(entry.race or "") or RACES["human"]
    said = {f"{name}_max": getattr(entry, f"{name}_max") for name in (*CORES, "health")}
    said["armour_base"] = entry.armour_base
    default = {f"{name}_max": getattr(row, name) for name in (*CORES, "health")}
    default["health_max"] += TOUGHNESS_HEALTH if "toughness" in entry.talents else 0
    default["armour_base"] = row.armour
    return {name: default[name] if value is None else value for name, value in said.items()}


def first_weapon(equipment: tuple[str, ...]) -> str:
    """The weapon in hand unless somebody says otherwise: the first for melee, else the first, else none.

    >>> first_weapon(("bow", "shield", "dagger")), first_weapon(("bow",)), first_weapon(("shield",))
    ('dagger', 'bow', 'unarmed')
    """
    carried = [name for name in equipment if name in WEAPONS]
    melee = [name for name in carried if not WEAPONS[name].range]
    return next(iter((*melee, *carried)), "unarmed")


# Position


def state_from_position(position: Document, house_rules: Document) -> State:
    """The situation a position describes; `Refused` with `bad_position` when it cannot exist."""
    rules = read_house_rules(house_rules)
    document = read(dict(position), Position, "position")
    state = _furnished_table(POSITION, document, rules)
    order = seats(state) if document.order is None else document.order
    nominator = (order[0] if order else "") if document.nominator is None else document.nominator
    state = replace(
        state,
        order=order,
        turn=document.turn,
        nominator=nominator,
        engaged=tuple(sorted((a, b) if a < b else (b, a) for a, b in document.engaged)),
        sight=document.sight,
        result=document.result,
    )
    state = replace(state, nominations=nominations_of(document, state))
    state = replace(state, models=_with_actions(document, state), agenda=document.agenda or ())
    check_situation(POSITION, state)
    return replace(state, agenda=agenda_of(document, state))


def nominations_of(document: Position, state: State) -> tuple[Nomination, ...]:
    """Who was nominated this turn: whoever is named, and the active model at the latest. [IST-TURN-01]"""
    named = tuple(_nomination(state, one) for one in document.nominations)
    acts = document.active
    if acts is None or find(state, acts) is None or document.agenda is not None:
        return named
    if any(one.model == acts for one in named):
        return named
    return (*named, _nomination(state, acts))


def _nomination(state: State, entry: Nomination | str) -> Nomination:
    """A nomination; one that names only the model was its owner's, of a neutral monster the nominator's. [IST-Q-10]"""
    if isinstance(entry, Nomination):
        return entry
    model = find(state, entry)
    neutral = model is not None and model.owner == GM and not state.gm
    return Nomination(entry, "" if model is None else state.nominator if neutral else model.owner)


def _with_actions(document: Position, state: State) -> tuple[Model, ...]:
    """The models, with the actions of those of whom nothing is said. [IST-TURN-07]"""
    said = {entry.id: entry for side in document.sides.values() for entry in side.models}
    models = []
    for model in state.models:
        ready = model.pos is not None and (model.id == document.active or not is_nominated(state, model.id))
        changes = {
            name: int(ready) for name in ("move_action", "standard_action") if getattr(said[model.id], name) is None
        }
        models.append(replace(model, **changes) if changes else model)
    return tuple(models)


def agenda_of(document: Position, state: State) -> tuple[AnyFrame, ...]:
    if document.agenda is not None:
        if document.agenda or state.result is None:
            POINTS.check_agenda(state, document.agenda, _bad_agenda)
        return document.agenda
    if state.result is not None:
        return ()
    if document.active is None:
        agenda: tuple[AnyFrame, ...] = (BattleFrame(stage=document.stage, seat=document.seat),)
        POINTS.check_agenda(state, agenda, _bad_agenda)
        return agenda
    active = find(state, document.active)
    if active is None or active.pos is None:
        raise POSITION.bad(f"{document.active} is not on the board to act.", "active", "IST-TURN-06")
    seat = active.owner if active.owner != GM or state.gm else state.nominator
    return (BattleFrame(stage="nomination"), Activation(model=active.id, seat=seat, stage="act"))


def _bad_agenda(message: str, field: str) -> Refused:
    return POSITION.bad(message, field, "IST-TURN-01")


# Back to plain JSON


def position_of(state: State) -> Json:
    """The situation as a position document; `state_from_position` reads it back to an equal state."""
    document: Json = plain(state)
    for name in ("rules", "models", "sides"):
        document.pop(name, None)
    document["sides"] = {side.id: side_entry(state, side) for side in state.sides}
    document |= {
        "board": plain(state.board),
        "gm": state.gm,
        "scenario": plain(state.scenario),
        "order": list(state.order),
        "turn": state.turn,
        "nominator": state.nominator,
        "agenda": [plain(frame) for frame in state.agenda],
    }
    return document


def side_entry(state: State, side: Side) -> Json:
    entry: Json = plain(side)
    del entry["id"]
    entry |= {"edge": side.edge, "zone": "anywhere" if side.zone is None else entry["zone"]}
    entry["models"] = [model_entry(model, state.rules) for model in state.models if model.side == side.id]
    return entry


def model_entry(model: Model, rules: HouseRules) -> Json:
    """A model as it stands in a position: nothing of it is left to a default that depends on anything else."""
    entry: Json = plain(model)
    del entry["side"]
    if model.conditions:
        entry["conditions"] = [condition_entry(one, rules) for one in model.conditions]
    said = ("race", *CORES, *(f"{name}_max" for name in CORES), "health", "health_max", "armour_base")
    sizes = ("radius", "height", "status", "active_weapon", "move_action", "standard_action")
    return entry | picked(model, *said, *sizes)


def condition_entry(one: Condition, rules: HouseRules) -> Json:
    entry: Json = plain(one)
    return entry if one.lasts == lasting(rules, one.name) else entry | {"lasts": one.lasts}
