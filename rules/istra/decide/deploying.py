"""Before the first turn: the table, the hall's defender, the monsters, initiative, deployment. [IST-SETUP, IST-HALL]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.istra import commands as co, events as ev
from rules.istra.checks import SETUP, check_terrain
from rules.istra.decide.ending import still_in
from rules.istra.decide.gm import check_gm
from rules.istra.decide.rolling import D20, IstRun
from rules.istra.geometry.gaps import Base
from rules.istra.geometry.places import deployment_refusal, in_zone
from rules.istra.geometry.table import Table, highest_surface, lay_table
from rules.istra.questions import ALL_SEATS, foes_of, friends_of, get, on_board, seats, side_of, table_of
from rules.istra.situation_checks import fault_of_place
from rules.istra.state import BattleFrame, BattleStage, Model, State, Upgrade
from rules.istra.tables import WEAPONS
from rules.istra.terrain import Place, Rect, Terrain
from rules.kernel.asks import GM
from rules.kernel.bounds import DocumentRefusals
from rules.kernel.errors import Refused
from rules.kernel.order import rolled_off
from rules.kernel.rolls import Need

WALL = "wall"
WALLS = DocumentRefusals("upgrade_not_available", SETUP.rule, "", "Place those sections elsewhere, or fewer.")


STAGES: tuple[BattleStage, ...] = ("building", "clear", "walls", "monsters", "initiative")
"""The setup, in the order of its stages. [IST-Q-108]"""


def leave_stage(run: IstRun, frame: BattleFrame) -> None:
    """A stage of the setup is done; with the monsters on the table the battle starts."""
    following = STAGES[STAGES.index(frame.stage) + 1]
    if following == "initiative":
        run.emit(ev.BattleStarted())
    run.advance(BattleFrame(stage=following))


def defends_with(state: State, upgrade: Upgrade) -> bool:
    """Whether this is an invasion and the hall, still defended, has that upgrade. [IST-HALL-02, IST-HALL-05]"""
    hall = state.invasion
    return hall is not None and upgrade in hall.upgrades and hall.defender in still_in(state)


def fighting_seats(state: State) -> tuple[str, ...]:
    """The seats that have not lost or given up all their models before the first turn. [IST-SETUP-02]"""
    left = {model.owner for model in state.models if model.status in ("reserve", "on_board")}
    return tuple(seat for seat in seats(state) if seat in left) or seats(state)


def clearable(state: State) -> tuple[str, ...]:
    """The pieces that Clear the Area may take away. [IST-HALL-03, IST-Q-106]"""
    return tuple(piece.id for piece in state.terrain if not piece.fixed and not piece.wall)


def builder_seat(state: State) -> str:
    """Who says that the table is ready: the GM, without one the first seat with models. [IST-SETUP-04]"""
    return GM if state.gm else fighting_seats(state)[0]


def defender_seat(state: State) -> str:
    """The seat of the hall's defender. [IST-D-17]"""
    assert state.invasion is not None
    return side_of(state, state.invasion.defender).seat


def waiting_models(state: State, seat: str) -> tuple[str, ...]:
    """The models that a seat has still to place. [IST-SETUP-05]"""
    return tuple(model.id for model in state.models if model.status == "reserve" and model.owner == seat)


# The table


def place_terrain(run: IstRun, order: co.PlaceTerrain) -> None:
    """The GM puts pieces on the table, where nobody stands in their way. [IST-SETUP-04, IST-Q-07]"""
    check_gm(run.state, run.by, "IST-SETUP-04")
    if not order.terrain:
        raise SETUP.bad("Name the pieces to put on the table.", "terrain", "IST-SETUP-04")
    after = (*run.state.terrain, *order.terrain)
    check_terrain(SETUP, run.state.board, after, known=len(run.state.terrain))
    check_nobody_stuck(run.state, after, "terrain")
    run.emit(ev.TerrainPlaced(terrain=order.terrain, reason=order.reason))


def check_nobody_stuck(state: State, terrain: tuple[Terrain, ...], field: str) -> None:
    """Refuse a table on which somebody would stand in a solid piece or in the air. [IST-SETUP-06, IST-Q-128]"""
    table = lay_table(state.board.width, state.board.depth, terrain)
    for model in on_board(state):
        assert model.pos is not None
        if fault := fault_of_place(table, model.pos):
            message = f"{model.id} would stand {fault}."
            raise Refused("path_blocked", message, "IST-Q-128", field=field, hint="Move the model first.")


def remove_terrain(run: IstRun, order: co.RemoveTerrain) -> None:
    if run.by != GM or not run.state.gm:
        raise _not_clearing()
    _check_pieces(run.state, order.ids)
    _take_away(run, order)


def clear_area(run: IstRun, frame: BattleFrame, order: co.RemoveTerrain) -> None:
    """The defender takes pieces off the table by Clear the Area. [IST-HALL-03, IST-Q-106]"""
    if run.by not in (GM, defender_seat(run.state)):
        raise _not_clearing()
    _check_pieces(run.state, order.ids)
    most = run.state.rules.clear_pieces
    if most and len(order.ids) > most:
        raise _unavailable(f"At most {most} pieces can be removed.", "IST-HALL-03", "ids")
    if not set(order.ids) <= set(clearable(run.state)):
        raise _unavailable("Walls and fixed pieces cannot be removed.", "IST-HALL-03", "ids")
    _take_away(run, order)
    leave_stage(run, frame)


def no_walls() -> Refused:
    """The refusal of walls where nobody is asked for them."""
    message = "Only the defender of a hall can put up walls, before anybody deploys."
    return _unavailable(message, "IST-HALL-04", "sections")


def _not_clearing() -> Refused:
    return _unavailable("Only the defender of a hall can clear the area, before anybody deploys.", "IST-HALL-03", "ids")


def _check_pieces(state: State, ids: Sequence[str]) -> None:
    known = {piece.id for piece in state.terrain}
    if not ids or not set(ids) <= known or len(set(ids)) < len(ids):
        raise _unavailable("Name pieces that are on the table, each once.", "IST-HALL-03", "ids")


def _take_away(run: IstRun, order: co.RemoveTerrain) -> None:
    left = tuple(piece for piece in run.state.terrain if piece.id not in order.ids)
    check_nobody_stuck(run.state, left, "ids")
    run.emit(ev.TerrainRemoved(ids=order.ids, reason=order.reason))


def place_walls(run: IstRun, frame: BattleFrame, order: co.PlaceWalls) -> None:
    """The defender's wall sections, all at once, inside its zone. [IST-HALL-04, IST-Q-107]"""
    run.emit(ev.TerrainPlaced(terrain=walls_of(run.state, order.sections)))
    leave_stage(run, frame)


def walls_of(state: State, sections: Sequence[co.WallSection]) -> tuple[Terrain, ...]:
    """The defender's sections as pieces; refused where they cannot stand. [IST-HALL-04, IST-Q-107]"""
    if not 1 <= len(sections) <= state.rules.wall_sections:
        message = f"Put up 1 to {state.rules.wall_sections} sections, or pass."
        raise _unavailable(message, "IST-HALL-04", "sections")
    taken = {piece.id for piece in state.terrain}
    names = [name for number in range(1, len(taken) + 100) if (name := f"{WALL}-{number}") not in taken]
    walls = tuple(_wall(state, name, each) for name, each in zip(names, sections, strict=False))
    for place, wall in enumerate(walls):
        _check_wall(state, wall, f"sections[{place}]")
    check_terrain(WALLS, state.board, (*state.terrain, *walls), "sections", len(state.terrain))
    check_nobody_stuck(state, (*state.terrain, *walls), "sections")
    return walls


def _wall(state: State, name: str, section: co.WallSection) -> Terrain:
    """A section as a piece of terrain. [IST-Q-107]"""
    rules = state.rules
    across = (rules.wall_length, rules.wall_thickness)
    wide, deep = across if section.along == "x" else across[::-1]
    left, bottom = section.centre[0] - wide // 2, section.centre[1] - deep // 2
    return Terrain(
        id=name,
        name="Wall",
        footprint=Rect((left, bottom), (left + wide, bottom + deep)),
        height=rules.wall_height,
        los="opaque",
        climbable=True,
        building=True,
        standable=True,
        wall=True,
    )


def _check_wall(state: State, wall: Terrain, field: str) -> None:
    """All of a section lies inside the defender's zone and on the table. [IST-Q-107]"""
    assert state.invasion is not None
    assert isinstance(wall.footprint, Rect)
    (left, bottom), (right, top) = wall.footprint.a, wall.footprint.b
    zone = side_of(state, state.invasion.defender).zone
    corners = ((left, bottom), (left, top), (right, bottom), (right, top))
    outside = zone is not None and not all(in_zone(zone, corner) for corner in corners)
    if outside or left < 0 or bottom < 0 or right > state.board.width or top > state.board.depth:
        raise _unavailable("Walls must be inside the defender's zone.", "IST-HALL-04", field)


def _unavailable(message: str, rule: str, field: str) -> Refused:
    return Refused("upgrade_not_available", message, rule, field=field, hint="See pending.")


# Initiative


def roll_initiative(run: IstRun) -> None:
    """Every seat with models rolls; the highest deploys and nominates first. [IST-SETUP-02, IST-SETUP-03, IST-Q-09]"""
    rolling = fighting_seats(run.state)
    rolled = _roll_seats(run, rolling)
    tied, again = _highest(rolled), 0
    while len(tied) > 1:
        again += 1
        tied = _highest(_roll_seats(run, tied, again))
    winner = tied[0]
    if run.state.rules.order_3plus == "roll_off" and len(rolling) > 2:
        order = (winner, *rolled_off((seat for seat in rolling if seat != winner), partial(_roll_seat, run)))
    else:
        order = clockwise_from(rolling, winner)
    run.emit(ev.InitiativeWon(seat=winner, order=order))


def clockwise_from(rolling: tuple[str, ...], first: str) -> tuple[str, ...]:
    """The seats round the table, from one of them on. [IST-SETUP-03]

    >>> clockwise_from(("s1", "s2", "s3"), "s2")
    ('s2', 's3', 's1')
    """
    place = rolling.index(first)
    return (*rolling[place:], *rolling[:place])


def _roll_seats(run: IstRun, rolling: Sequence[str], again: int = 0) -> dict[str, int]:
    return {seat: _roll_seat(run, seat, again) for seat in sorted(rolling, key=ALL_SEATS.index)}


def _roll_seat(run: IstRun, seat: str, again: int) -> int:
    need = Need(purpose="initiative", by=seat, seat=seat, sides=D20, rule="IST-SETUP-02")
    return run.roll(ev.InitiativeRolled, need, seat=seat, again=again).total


def _highest(rolled: dict[str, int]) -> tuple[str, ...]:
    best = max(rolled.values())
    return tuple(seat for seat, total in rolled.items() if total == best)


# Deployment


def next_to_deploy(state: State, seat: str) -> str:
    """The seat that places a model after this one, by the order of initiative; "" when nobody has one left."""
    turned = clockwise_from(state.order, seat)
    return next((one for one in (*turned[1:], seat) if waiting_models(state, one)), "")


def continue_deployment(run: IstRun, frame: BattleFrame) -> bool:
    """Whose turn it is to place a model; with nobody left the first turn starts. [IST-SETUP-05]"""
    if frame.seat and waiting_models(run.state, frame.seat):
        return False
    order = run.state.order
    seat = next((seat for seat in order if waiting_models(run.state, seat)), "")
    if frame.seat in order:
        turned = clockwise_from(order, frame.seat)
        seat = next((one for one in turned if waiting_models(run.state, one)), "")
    run.advance(BattleFrame(stage="deployment", seat=seat) if seat else BattleFrame(stage="turn_start"))
    return not seat


def deploy(run: IstRun, seat: str, order: co.Deploy) -> None:
    """Put a model of a seat on the table, and its weapon in its hand. [IST-D-01, IST-SETUP-05, IST-SETUP-06]"""
    model = check_turn(run.state, seat, order, run.by)
    weapon = model.active_weapon if order.active_weapon is None else order.active_weapon
    check_carried(model, weapon, "active_weapon")
    at = place_at(table_of(run.state), order.pos)
    check_spot(run.state, model, at)
    run.emit(ev.ModelDeployed(model=model.id, pos=at, active_weapon=weapon))


def check_turn(state: State, seat: str, order: co.Deploy, by: str) -> Model:
    """The model to be placed, if it is its seat's turn. [IST-D-01, IST-SETUP-05]"""
    model = get(state, order.model)
    if by not in (GM, seat) or model.owner != seat:
        own = by in (GM, seat)
        message = f"{model.id} does not belong to {seat}." if own else f"It is {seat}'s turn to place a model."
        hint = f"Name one of {', '.join(waiting_models(state, seat))}." if own else f"Wait for {seat}."
        raise Refused("not_your_deployment", message, "IST-SETUP-05", field="model", hint=hint)
    if model.status != "reserve":
        message, hint = f"{model.id} is already placed.", f"Name one of {', '.join(waiting_models(state, seat))}."
        raise Refused("bad_deployment", message, "IST-SETUP-05", field="model", hint=hint)
    return model


def check_carried(model: Model, weapon: str, field: str) -> None:
    """A weapon in hand is one that is carried, or none. [IST-MOVE-14]"""
    if weapon != "unarmed" and (weapon not in WEAPONS or weapon not in model.equipment):
        carried = ", ".join((*(item for item in model.equipment if item in WEAPONS), "unarmed"))
        message, hint = f"{model.id} does not carry a {weapon}.", f"Name one of {carried}."
        raise Refused("weapon_not_carried", message, "IST-MOVE-14", field=field, hint=hint)


def place_at(table: Table, pos: co.Waypoint) -> Place:
    """A place as a command writes it; without a height it is on what stands there."""
    x, y, *height = pos
    return x, y, height[0] if height else highest_surface(table, (x, y)) or 0


def check_spot(state: State, model: Model, at: Place) -> None:
    """In its zone, on free ground, more than 1 inch from every enemy. [IST-SETUP-06, IST-Q-08]"""
    zone = side_of(state, model.side).zone
    base = Base(model.id, at, model.radius, model.height)
    zones = None if zone is None else (zone,)
    fault = deployment_refusal(table_of(state), base, zones, foes_of(state, model), friends_of(state, model))
    if fault:
        message = f"{model.id} cannot stand there: {fault}."
        hint = "Name free ground in its zone, more than 1 inch from every enemy."
        raise Refused("bad_deployment", message, "IST-SETUP-06", field="pos", hint=hint)
