"""Setups and positions: plain JSON to a match's first situation, and any situation back to plain JSON."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from rules.ishmek.arena import ORB_START, OTHER, SIDES, VESSEL_OWNER, on_board
from rules.ishmek.checks import (
    POSITION,
    SETUP,
    as_position,
    bad_position,
    bad_setup,
    check_field,
    check_not_barred,
    check_player,
    check_roster,
    check_sides,
    check_situation,
    check_team,
    check_team_size,
    check_unique,
    check_variant,
)
from rules.ishmek.commands import Side
from rules.ishmek.documents import OrbPosition, PlayerPosition, PlayerSetup, Position, Setup, TeamPosition, TeamSetup
from rules.ishmek.events import MatchCreated
from rules.ishmek.house_rules import HouseRules
from rules.ishmek.points import POINTS
from rules.ishmek.questions import find
from rules.ishmek.state import AnyFrame, Cause, Go, Injury, Orb, Placing, Player, State, Team, TurnFrame
from rules.ishmek.tables import INJURY, injury_until
from rules.kernel.bounds import check_numbers
from rules.kernel.messages import tag_of
from rules.kernel.reading import Document, Json, picked, plain, read
from rules.kernel.switches import check_switches

COLOURS: dict[Side, str] = {"home": "#b3402a", "away": "#2a6ab3"}


def read_house_rules(house_rules: Document) -> HouseRules:
    """The switches of a match; `Malformed` names an unknown one, `Refused` one out of bounds."""
    rules = read(dict(house_rules), HouseRules, "house_rules")
    check_switches(rules)
    return rules


# Setup


def created_from_setup(setup: Document, house_rules: Document) -> MatchCreated:
    """The first event of a match from rosters, or the refusal of its setup. [ISH-Q-02, ISH-Q-03, ISH-Q-80]"""
    rules = read_house_rules(house_rules)
    check_variant(setup)
    document = read(dict(setup), Setup, "setup")
    check_numbers(SETUP, document)
    check_sides(document.teams)
    players: list[Player] = []
    for side in SIDES:
        team = document.teams[side]
        check_team_size(side, len(team.players))
        if team.bench and rules.subs == "off":
            raise bad_setup("A bench needs the house rule subs.", f"teams.{side}.bench", "ISH-Q-03")
        for group, default in ((team.players, "on_field"), (team.bench, "bench")):
            for entry in group:
                check_player(entry, f"teams.{side}.players.{entry.id}")
                check_not_barred(entry)
                fields = picked(entry, *PlayerSetup.__struct_fields__)
                players.append(Player(**{**fields, "team": side, "status": default}))
    check_unique(players)
    return MatchCreated(
        teams=teams_of(document.teams),
        players=tuple(players),
        turns_total=document.turns_total,
        umpires=document.umpires,
        house_rules=rules,
    )


def teams_of(teams: Mapping[Side, Any]) -> tuple[Team, Team]:
    """Names and colours, with defaults."""
    for side in SIDES:
        check_team(side, teams[side].name, teams[side].colour)
    home, away = (
        Team(side=side, name=team.name or side.title(), colour=team.colour or COLOURS[side], size=team_size(team))
        for side, team in ((side, teams[side]) for side in SIDES)
    )
    return home, away


def team_size(team: TeamSetup | TeamPosition) -> int:
    """How many a team fields: those of its roster, the bench aside."""
    if isinstance(team, TeamPosition) and team.size is not None:
        return team.size
    return sum(1 for player in team.players if player.status != "bench")


# Position


def state_from_position(position: Document, house_rules: Document) -> State:
    """The situation a position describes; `Refused` with `bad_position` when it cannot exist."""
    with as_position():
        return situation(position, read_house_rules(house_rules))


def situation(position: Document, rules: HouseRules) -> State:
    """The situation as it is read, bound by bound."""
    check_variant(position)
    document = read(dict(position), Position, "position")
    check_numbers(SETUP, document)
    check_sides(document.teams)
    check_situation(document)
    players = [placed(document, side, entry) for side in SIDES for entry in document.teams[side].players]
    for side in SIDES:
        check_roster(side, [player for player in players if player.team == side])
    check_unique(players)
    home, away = (orb_from(document, side, players) for side in SIDES)
    state = State(
        **picked(document, "turns_total", "umpires", "turn", "score", "first_team", "result"),
        rules=rules,
        teams=teams_of(document.teams),
        players=tuple(players),
        orbs=(home, away),
        picks=pick_order(document, players),
    )
    check_field(state)
    return replace(state, agenda=agenda_of(document, state), turn=document.turn - starting(document))


def pick_order(document: Position, players: list[Player]) -> tuple[str, ...]:
    """Everybody who has had a go, in order: those of `picks`, then others of the roster, last whose go it is."""
    others = [player.id for player in players if player.go_taken and player.id not in document.picks]
    order = [player for player in (*document.picks, *others) if player != document.go]
    return (*order, document.go) if document.go is not None else tuple(order)


def starting(document: Position) -> int:
    """1 when the turn has still to start, else 0."""
    return int(document.agenda is None and document.go is None and document.pick is None and document.result is None)


def placed(document: Position, side: Side, entry: PlayerPosition) -> Player:
    """A player of a position, with its injuries dated."""
    field = f"teams.{side}.players.{entry.id}"
    check_player(entry, field)
    injuries = tuple(dated(injury, document.turn, field) for injury in entry.injuries)
    fields = picked(entry, *PlayerPosition.__struct_fields__)
    gone = entry.id in document.picks or entry.id == document.go
    fields |= {"team": side, "injuries": injuries, "go_taken": gone if entry.go_taken is None else entry.go_taken}
    return Player(**fields)


def dated(injury: Injury | str, turn: int, field: str) -> Injury:
    """An injury with the turn it ends; a plain name was taken this turn."""
    name = injury if isinstance(injury, str) else injury.name
    if name not in INJURY:
        raise bad_position(f"There is no injury {name!r}.", f"{field}.injuries", "ISH-INJ-01")
    if isinstance(injury, str):
        return Injury(name, injury_until(INJURY[name], turn))
    latest = injury_until(INJURY[name], turn)
    if latest is None:
        fits, span = injury.until is None, "the match (null)"
    else:
        fits, span = injury.until is not None and turn <= injury.until <= latest, f"a turn from {turn} to {latest}"
    if not fits:
        raise bad_position(f"{name} ends with {span}.", f"{field}.injuries", "ISH-INJ-05")
    return injury


def orb_from(document: Position, side: Side, players: list[Player]) -> Orb:
    """An orb of a position: its start square unless it says otherwise."""
    entry = document.orbs.get(side) or OrbPosition()
    field = f"orbs.{side}"
    check_numbers(POSITION, entry, field)
    if entry.holder is not None:
        holder = next((p for p in players if p.id == entry.holder), None)
        if (
            holder is None
            or holder.at is None
            or entry.state not in (None, "controlled")
            or entry.at not in (None, holder.at)
        ):
            message = "The holder must be a player on the field, the orb in the holder's square."
            raise bad_position(message, field, "ISH-ORB-02")
        return Orb(team=side, state="controlled", at=holder.at, holder=holder.id, motion=entry.motion)
    state = entry.state or "loose"
    if unplaced(document, side, entry):
        return Orb(team=side, motion=entry.motion)
    at = entry.at or (ORB_START[side] if state == "loose" else None)
    if at is None or not on_board(at) or state == "controlled":
        raise bad_position("An orb is on a square, or somebody holds it.", field, "ISH-ORB-01")
    if state == "lost" and at not in VESSEL_OWNER:
        raise bad_position("A lost orb lies in a vessel square.", f"{field}.at", "ISH-SCORE-05")
    flying = any(getattr(frame, "orb", None) == side and tag_of(frame) == "flight" for frame in document.agenda or ())
    if state == "in_flight" and not flying and document.result is None:
        raise bad_position("An orb in flight needs its flight on the agenda.", f"{field}.state", "ISH-ORB-04")
    return Orb(team=side, state=state, at=at, motion=entry.motion)


def unplaced(document: Position, side: Side, entry: OrbPosition) -> bool:
    """Whether the teams have still to place, and the orb has been put nowhere else than on its start square."""
    if entry.at is None and starting(document) and document.fresh:
        return True
    placing = any(fresh_placing(frame) for frame in document.agenda or ())
    at_start = entry.at == ORB_START[side] and entry.state in (None, "loose")
    return placing and (entry.at is None or at_start)


def agenda_of(document: Position, state: State) -> tuple[AnyFrame, ...]:
    if document.result is not None:
        return ()
    if document.agenda is not None:
        POINTS.check_agenda(state, document.agenda, partial(bad_position, rule="ISH-TURN-01"))
        return document.agenda
    if document.go is None and document.pick is None:
        cause: Cause = "match_start" if document.fresh else ""
        missing = [p.id for p in state.players if p.status == "on_field" and p.at is None]
        if not document.fresh and missing:
            message = f"{missing[0]} is on the field and needs a square."
            raise bad_position(message, f"players.{missing[0]}.at", "ISH-START-03")
        return (TurnFrame(fresh=document.fresh, cause=cause),)
    for player in state.players:
        if player.status == "on_field" and player.at is None:
            field = f"teams.{player.team}.players.{player.id}.at"
            raise bad_position(f"{player.id} is on the field and needs a square.", field, "ISH-START-03")
    if document.go is None:
        return (TurnFrame(stage="pick", fresh=False, cause="", next_team=document.pick),)
    active = find(state, document.go)
    if active is None or active.at is None:
        raise bad_position(f"{document.go} is not on the field, so it cannot have a go.", "go", "ISH-INIT-02")
    next_team = document.pick or OTHER[active.team]
    return (TurnFrame(stage="pick", fresh=False, cause="", next_team=next_team), Go(player=active.id))


def position_of(state: State) -> Json:
    """The situation as a position document; `state_from_position` reads it back to an equal state."""
    teams: Json = {}
    for team in state.teams:
        players = []
        for player in state.players:
            if player.team == team.side:
                entry = plain(player)
                del entry["team"]
                players.append({**entry, "go_taken": player.go_taken})
        teams[team.side] = {"name": team.name, "colour": team.colour, "size": team.size, "players": players}
    document: Json = {
        "turns_total": state.turns_total,
        "turn": state.turn,
        "umpires": list(state.umpires),
        "score": list(state.score),
        "teams": teams,
        "orbs": {orb.team: orb_entry(state, orb) for orb in state.orbs},
        "picks": list(state.picks),
        "agenda": [plain(frame) for frame in state.agenda],
    }
    if state.first_team is not None:
        document["first_team"] = state.first_team
    if state.result is not None:
        document["result"] = plain(state.result)
    return document


def orb_entry(state: State, orb: Orb) -> Json:
    """An orb as it stands in a position: while the teams place, on the square it starts from. [ISH-START-02]"""
    if orb.at is None and (state.result is not None or any(fresh_placing(frame) for frame in state.agenda)):
        orb = replace(orb, at=ORB_START[orb.team])
    entry: Json = plain(orb)
    del entry["team"]
    return {"state": orb.state, **entry}


def fresh_placing(frame: AnyFrame) -> bool:
    """Whether a frame has the teams place for a start from start positions."""
    return isinstance(frame, Placing) and frame.fresh
