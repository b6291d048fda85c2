"""Setups and positions: plain JSON to a match's first situation, and any situation back to plain JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.ishmek.arena import OTHER, SIDES, VESSEL_OWNER, on_board
from rules.ishmek.commands import ActionName, React, Side, Square, SrMod
from rules.ishmek.events import MatchCreated
from rules.ishmek.house_rules import HouseRules
from rules.ishmek.questions import PLAYED_OUT, SR_MOD_KINDS, fills_scoring_squares, find
from rules.ishmek.state import (
    AnyFrame,
    BonusSource,
    Cause,
    Go,
    Injury,
    MoveRoll,
    Orb,
    OrbState,
    Player,
    Result,
    SitOut,
    Spell,
    State,
    Status,
    Team,
    TurnFrame,
)
from rules.ishmek.tables import INJURY, injury_until
from rules.kernel.errors import Malformed, Refused
from rules.kernel.reading import plain, read

MOST_PLAYERS = 6
MOST_TURNS = 200
BOUND = 1_000
COLOURS: dict[Side, str] = {"home": "#b3402a", "away": "#2a6ab3"}


class PlayerSetup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A player on a roster. Modifiers as on the sheet; `speed` in feet; `cast_mod` null means no magic."""

    id: str
    name: str = ""
    prof: int = 2
    str_mod: int = 0
    dex_mod: int = 0
    cast_mod: int | None = None
    speed: int = 30
    slots_l1: int = 0
    spells_l1: tuple[Spell, ...] = ()
    bonus_sources: tuple[BonusSource, ...] = ()
    sr_mods: tuple[SrMod, ...] = ()
    status: Status = "on_field"


class PlayerPosition(PlayerSetup, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A player in a position: everything of the roster, and what the match has made of it.

    An injury is its name (taken this turn) or ``{"name", "until"}``; `until` is the turn at whose end it goes, null
    the match's end.
    """

    speed_mod: int = 0
    at: Square | None = None
    prone: bool = False
    injuries: tuple[Injury | str, ...] = ()
    sit_out: SitOut | None = None
    move_used: int = 0
    dash_bonus: int = 0
    burn_move: int = 0
    action_used: bool = False
    reaction_used: bool = False
    bonus_used: bool = False
    used_names: tuple[ActionName, ...] = ()
    move_roll: MoveRoll = "none"
    go_taken: bool | None = None


class TeamSetup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A team's roster. `bench` is for the house rule `subs`."""

    players: tuple[PlayerSetup, ...]
    name: str = ""
    colour: str = ""
    bench: tuple[PlayerSetup, ...] = ()


class TeamPosition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A team in a position; bench players have status "bench"."""

    players: tuple[PlayerPosition, ...]
    name: str = ""
    colour: str = ""


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A match from rosters. `umpires` are their Perception modifiers."""

    turns_total: int
    teams: dict[Side, TeamSetup]
    umpires: tuple[int, int] = (6, 7)
    variant: str = "banak"


class OrbPosition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Where an orb is: `at` a square (loose, or as `state` says), or in the hands of `holder`."""

    at: Square | None = None
    holder: str | None = None
    state: OrbState | None = None
    motion: int = 0


class Position(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A match in the midst of it.

    `go`: it is that player's go. `pick`: that team picks next. Neither: a turn starts, from start positions if `fresh`.
    `picks`: who has gone this turn. `agenda`: all frames, instead of `go` and `pick`.
    """

    teams: dict[Side, TeamPosition]
    turns_total: int = 10
    turn: int = 1
    umpires: tuple[int, int] = (6, 7)
    score: tuple[int, int] = (0, 0)
    orbs: dict[Side, OrbPosition] = {}
    go: str | None = None
    pick: Side | None = None
    fresh: bool = True
    picks: tuple[str, ...] = ()
    first_team: Side | None = None
    agenda: tuple[AnyFrame, ...] | None = None
    result: Result | None = None
    variant: str = "banak"


def read_house_rules(house_rules: Mapping[str, Any]) -> HouseRules:
    """The switches of a match; `Malformed` names an unknown one."""
    rules = read(dict(house_rules), HouseRules, "house_rules")
    for name in ("foul_dc", "foul_dc_holder"):
        if abs(getattr(rules, name)) > BOUND:
            raise Malformed("out of bounds", f"house_rules.{name}")
    return rules


# Setup


def created_from_setup(setup: Mapping[str, Any], house_rules: Mapping[str, Any]) -> MatchCreated:
    """The first event of a match from rosters; `Refused` where the setup breaks a rule.

    [ISH-Q-02, ISH-Q-03, ISH-Q-80]
    """
    rules = read_house_rules(house_rules)
    check_variant(setup)
    document = read(dict(setup), Setup, "setup")
    check_turns(document.turns_total)
    check_umpires(document.umpires)
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
                fields = {field: getattr(entry, field) for field in PlayerSetup.__struct_fields__}
                players.append(Player(**{**fields, "team": side, "status": default}))
    check_unique(players)
    return MatchCreated(
        teams=teams_of(document.teams),
        players=tuple(players),
        turns_total=document.turns_total,
        umpires=document.umpires,
        house_rules=rules,
    )


def check_variant(document: Mapping[str, Any]) -> None:
    """Only the Banak rules are defined. [ISH-Q-80]"""
    variant = document.get("variant", "banak")
    if isinstance(variant, str) and variant != "banak":
        raise Refused(
            "unsupported_variant",
            f"The variant {variant!r} has no rules here.",
            "ISH-Q-80",
            field="variant",
            hint="Use banak.",
        )


def bad_setup(message: str, field: str, rule: str) -> Refused:
    """The setup breaks a bound."""
    return Refused("bad_setup", message, rule, field=field)


def check_turns(turns: int) -> None:
    """At least one turn. [ISH-Q-02]"""
    if not 1 <= turns <= MOST_TURNS:
        raise bad_setup(f"A match has 1 to {MOST_TURNS} turns.", "turns_total", "ISH-Q-02")


def check_umpires(umpires: tuple[int, int]) -> None:
    """Perception modifiers within reason."""
    if max(map(abs, umpires)) > BOUND:
        raise bad_setup("An umpire's modifier is out of bounds.", "umpires", "ISH-Q-46")


def check_sides(teams: Mapping[Side, Any]) -> None:
    """Both teams are there."""
    for side in SIDES:
        if side not in teams:
            raise bad_setup(f"The {side} team is missing.", f"teams.{side}", "ISH-Q-03")


def check_team_size(side: Side, size: int) -> None:
    """1 to 6 players. [ISH-Q-03]"""
    if not 1 <= size <= MOST_PLAYERS:
        raise bad_setup(
            f"The {side} team has {size} players; 1 to {MOST_PLAYERS} are wanted.", f"teams.{side}.players", "ISH-Q-03"
        )


def check_player(player: PlayerSetup, field: str) -> None:
    """A player's figures within the bounds of the stat block."""
    if not player.id.strip() or len(player.id) > 64:
        raise bad_setup("A player needs an id of 1 to 64 characters.", field, "ISH-Q-03")
    bounds = {
        "prof": (2, 6),
        "str_mod": (-5, 10),
        "dex_mod": (-5, 10),
        "cast_mod": (-5, 10),
        "speed": (0, BOUND),
        "slots_l1": (0, BOUND),
    }
    for name, (low, high) in bounds.items():
        value = getattr(player, name)
        if value is not None and not low <= value <= high:
            raise bad_setup(f"{name} is {value}; {low} to {high} is wanted.", f"{field}.{name}", "ISH-SR-01")
    for mod in player.sr_mods:
        if mod.kind not in SR_MOD_KINDS or abs(mod.amount) > BOUND:
            raise bad_setup(f"A modifier is for one of {', '.join(SR_MOD_KINDS)}.", f"{field}.sr_mods", "ISH-SPELL-05")
    if any(source.uses is not None and source.uses < 0 for source in player.bonus_sources):
        raise bad_setup("Uses are 0 or more.", f"{field}.bonus_sources", "ISH-ECON-05")


def check_not_barred(player: PlayerSetup) -> None:
    """The dead and the ejected do not play."""
    if player.status not in ("on_field", "bench"):
        raise Refused(
            "player_barred",
            f"{player.id} is {player.status} and may not play.",
            "ISH-INJ-07",
            field=f"players.{player.id}.status",
        )


def check_unique(players: list[Player]) -> None:
    """Nobody plays twice."""
    seen: set[str] = set()
    for player in players:
        if player.id in seen:
            raise bad_setup(f"{player.id} is on the rosters twice.", f"teams.{player.team}.players", "ISH-Q-03")
        seen.add(player.id)


def teams_of(teams: Mapping[Side, Any]) -> tuple[Team, Team]:
    """Names and colours, with defaults."""
    home, away = (
        Team(side=side, name=teams[side].name or side.title(), colour=teams[side].colour or COLOURS[side])
        for side in SIDES
    )
    return home, away


# Position


def state_from_position(position: Mapping[str, Any], house_rules: Mapping[str, Any]) -> State:
    """The situation a position describes; `Refused` with `bad_position` when it cannot exist."""
    rules = read_house_rules(house_rules)
    check_variant(position)
    document = read(dict(position), Position, "position")
    check_turns(document.turns_total)
    check_umpires(document.umpires)
    check_sides(document.teams)
    if not 1 <= document.turn <= document.turns_total or not all(0 <= points <= BOUND for points in document.score):
        raise bad_position("The turn lies outside the match, or the score is no score.", "turn", "ISH-TURN-01")
    players = [placed(document, side, entry) for side in SIDES for entry in document.teams[side].players]
    for side in SIDES:
        check_team_size(side, sum(1 for p in players if p.team == side and p.status != "bench"))
    check_unique(players)
    home, away = (orb_from(document, side, players) for side in SIDES)
    state = State(
        turns_total=document.turns_total,
        umpires=document.umpires,
        rules=rules,
        teams=teams_of(document.teams),
        players=tuple(players),
        orbs=(home, away),
        turn=document.turn,
        score=document.score,
        picks=document.picks or tuple(p.id for p in players if p.go_taken),
        first_team=document.first_team,
        result=document.result,
    )
    check_field(state)
    return replace(state, agenda=agenda_of(document, state), turn=document.turn - starting(document))


def starting(document: Position) -> int:
    """1 when the turn has still to start, else 0."""
    return int(document.agenda is None and document.go is None and document.pick is None and document.result is None)


def bad_position(message: str, field: str, rule: str) -> Refused:
    """The position cannot exist."""
    return Refused("bad_position", message, rule, field=f"position.{field}")


def placed(document: Position, side: Side, entry: PlayerPosition) -> Player:
    """A player of a position, with its injuries dated."""
    field = f"teams.{side}.players.{entry.id}"
    check_player(entry, field)
    injuries = tuple(dated(injury, document.turn, field) for injury in entry.injuries)
    fields = {name: getattr(entry, name) for name in PlayerPosition.__struct_fields__}
    gone = entry.id in document.picks or entry.id == document.go
    fields |= {"team": side, "injuries": injuries, "go_taken": gone if entry.go_taken is None else entry.go_taken}
    player = Player(**fields)
    if player.status in PLAYED_OUT and player.at is not None:
        raise bad_position(
            f"{player.id} is {player.status} and cannot stand on the field.", f"{field}.at", "ISH-INJ-07"
        )
    for name in ("move_used", "dash_bonus", "burn_move"):
        if not 0 <= getattr(player, name) <= BOUND:
            raise bad_position(f"{name} is out of bounds.", f"{field}.{name}", "ISH-MOVE-04")
    return player


def dated(injury: Injury | str, turn: int, field: str) -> Injury:
    """An injury with the turn it ends; a plain name was taken this turn."""
    name = injury if isinstance(injury, str) else injury.name
    if name not in INJURY:
        raise bad_position(f"There is no injury {name!r}.", f"{field}.injuries", "ISH-INJ-01")
    return Injury(name, injury_until(INJURY[name], turn)) if isinstance(injury, str) else injury


def orb_from(document: Position, side: Side, players: list[Player]) -> Orb:
    """An orb of a position: its start square unless it says otherwise."""
    entry = document.orbs.get(side) or OrbPosition()
    field = f"orbs.{side}"
    if entry.holder is not None:
        holder = next((p for p in players if p.id == entry.holder), None)
        if (
            holder is None
            or holder.at is None
            or entry.state not in (None, "controlled")
            or entry.at not in (None, holder.at)
        ):
            raise bad_position(
                "The holder must be a player on the field, the orb in the holder's square.", field, "ISH-ORB-02"
            )
        return Orb(team=side, state="controlled", at=holder.at, holder=holder.id, motion=entry.motion)
    state = entry.state or "loose"
    placing = any(frame.__struct_config__.tag == "placing" for frame in document.agenda or ())
    if entry.at is None and (placing or (starting(document) and document.fresh)):
        return Orb(team=side, motion=entry.motion)
    at = entry.at or ({"home": (3, 4), "away": (14, 4)}[side] if state == "loose" else None)
    if at is None or not on_board(at) or state == "controlled":
        raise bad_position("An orb lies on a square, or is in somebody's hands.", field, "ISH-ORB-01")
    if state == "lost" and at not in VESSEL_OWNER:
        raise bad_position("A lost orb lies in a vessel square.", f"{field}.at", "ISH-SCORE-05")
    flying = any(
        getattr(frame, "orb", None) == side and frame.__struct_config__.tag == "flight"
        for frame in document.agenda or ()
    )
    if state == "in_flight" and not flying and document.result is None:
        raise bad_position("An orb in flight needs its flight on the agenda.", f"{field}.state", "ISH-ORB-04")
    return Orb(team=side, state=state, at=at, motion=entry.motion)


def check_field(state: State) -> None:
    """Nobody stands where nobody can, and nobody stands on anybody. [ISH-ARENA-05, ISH-ARENA-08, ISH-Q-08]"""
    taken: dict[Square, str] = {}
    for player in state.players:
        if player.at is None:
            continue
        field = f"teams.{player.team}.players.{player.id}.at"
        if not on_board(player.at) or player.at in VESSEL_OWNER:
            raise bad_position(f"{player.id} stands in a wall or a vessel.", field, "ISH-ARENA-05")
        if player.at in taken:
            raise bad_position(f"{player.id} stands on {taken[player.at]}.", field, "ISH-Q-08")
        if player.status != "on_field":
            raise bad_position(f"{player.id} is {player.status} and cannot stand on the field.", field, "ISH-Q-48")
        if fills_scoring_squares(state, player, player.at):
            raise bad_position("One team holds all three scoring squares.", field, "ISH-ARENA-08")
        taken[player.at] = player.id
    holders = [orb.holder for orb in state.orbs if orb.holder is not None]
    if state.rules.two_orbs == "off" and len(holders) != len(set(holders)):
        raise bad_position("One player holds both orbs.", "orbs", "ISH-Q-60")


def agenda_of(document: Position, state: State) -> tuple[AnyFrame, ...]:
    """The unfinished business a position implies."""
    if document.result is not None:
        return ()
    if document.agenda is not None:
        check_agenda(document, state)
        return document.agenda
    if document.go is None and document.pick is None:
        cause: Cause = "match_start" if document.fresh else ""
        missing = [p.id for p in state.players if p.status == "on_field" and p.at is None]
        if not document.fresh and missing:
            raise bad_position(f"{missing[0]} is on the field, but where?", f"players.{missing[0]}.at", "ISH-START-03")
        return (TurnFrame(fresh=document.fresh, cause=cause),)
    for player in state.players:
        if player.status == "on_field" and player.at is None:
            field = f"teams.{player.team}.players.{player.id}.at"
            raise bad_position(f"{player.id} is on the field, but where?", field, "ISH-START-03")
    if document.go is None:
        return (TurnFrame(stage="pick", fresh=False, cause="", next_team=document.pick),)
    active = find(state, document.go)
    if active is None or active.at is None:
        raise bad_position(f"{document.go} is not on the field to have a go.", "go", "ISH-INIT-02")
    next_team = document.pick or OTHER[active.team]
    return (TurnFrame(stage="pick", fresh=False, cause="", next_team=next_team), Go(player=active.id))


def check_agenda(document: Position, state: State) -> None:
    """A given agenda starts with the turn and names only players who are there."""
    agenda = document.agenda or ()
    if not agenda or not isinstance(agenda[0], TurnFrame):
        raise bad_position("The agenda starts with the turn frame.", "agenda", "ISH-TURN-01")
    for place, frame in enumerate(agenda):
        for list_name in ("declared", "queue"):
            for number, declared in enumerate(getattr(frame, list_name, ())):
                read(declared.command, React, f"position.agenda[{place}].{list_name}[{number}].command")
        for name in ("player", "actor", "target", "holder", "mover", "moved", "propeller", "cause"):
            who = getattr(frame, name, None)
            if name == "cause" and isinstance(frame, TurnFrame):
                continue
            if isinstance(who, str) and who and find(state, who) is None:
                raise bad_position(f"Nobody is called {who!r}.", f"agenda[{place}].{name}", "ISH-Q-03")


def position_of(state: State) -> dict[str, Any]:
    """The situation as a position document; `state_from_position` reads it back to an equal state."""
    teams: dict[str, Any] = {}
    for team in state.teams:
        players = []
        for player in state.players:
            if player.team == team.side:
                entry = plain(player)
                del entry["team"]
                players.append({**entry, "go_taken": player.go_taken})
        teams[team.side] = {"name": team.name, "colour": team.colour, "players": players}
    document: dict[str, Any] = {
        "turns_total": state.turns_total,
        "turn": state.turn,
        "umpires": list(state.umpires),
        "score": list(state.score),
        "teams": teams,
        "orbs": {orb.team: orb_entry(orb) for orb in state.orbs},
        "picks": list(state.picks),
        "agenda": [plain(frame) for frame in state.agenda],
    }
    if state.first_team is not None:
        document["first_team"] = state.first_team
    if state.result is not None:
        document["result"] = plain(state.result)
    return document


def orb_entry(orb: Orb) -> dict[str, Any]:
    """An orb as it stands in a position."""
    entry: dict[str, Any] = plain(orb)
    del entry["team"]
    return {"state": orb.state, **entry}
