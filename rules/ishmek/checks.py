"""What a setup and a position must not be: bounds, bars, and situations that cannot exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from rules.ishmek.arena import SIDES, VESSEL_OWNER, on_board
from rules.ishmek.commands import BOUND, MOD_KINDS, Side, Square
from rules.ishmek.documents import PlayerSetup, Position
from rules.ishmek.questions import fills_scoring_squares
from rules.ishmek.state import Player, State
from rules.kernel.bounds import LONGEST_NAME, DocumentRefusals, bounds_of, check_colour, check_id, check_numbers
from rules.kernel.errors import Refused
from rules.kernel.labels import beyond_bounds
from rules.kernel.reading import Document

MOST_PLAYERS = 6
MOST_TURNS_EVER = 10_000
SETUP = DocumentRefusals("bad_setup", "ISH-Q-03", "", "Correct that field.")
POSITION = DocumentRefusals("bad_position", "ISH-Q-03", "position.", "Describe a situation that a match can come to.")


def check_variant(document: Document) -> None:
    """Only the Banak rules are defined. [ISH-Q-80]"""
    variant = document.get("variant", "banak")
    if isinstance(variant, str) and variant != "banak":
        message = f"There is no variant {variant!r}."
        raise Refused("unsupported_variant", message, "ISH-Q-80", field="variant", hint="Use banak.")


def bad_setup(message: str, field: str, rule: str) -> Refused:
    return Refused("bad_setup", message, rule, field=field, hint=SETUP.hint)


def bad_position(message: str, field: str, rule: str) -> Refused:
    return Refused("bad_position", message, rule, field=f"position.{field}", hint=POSITION.hint)


def check_sides(teams: Mapping[Side, Any]) -> None:
    """Both teams are there."""
    for side in SIDES:
        if side not in teams:
            raise bad_setup(f"The {side} team is missing.", f"teams.{side}", "ISH-Q-03")


def check_team_size(side: Side, size: int) -> None:
    """1 to 6 players. [ISH-Q-03]"""
    if not 1 <= size <= MOST_PLAYERS:
        message = f"The {side} team has {size} players; it must have 1 to {MOST_PLAYERS}."
        raise bad_setup(message, f"teams.{side}.players", "ISH-Q-03")


def check_roster(side: Side, players: list[Player]) -> None:
    """A team of a position: somebody, and no more who play or sit out than a team has. [ISH-Q-03]"""
    check_team_size(side, min(len(players), MOST_PLAYERS))
    if sum(1 for player in players if player.status in ("on_field", "sitting_out")) > MOST_PLAYERS:
        message = f"More than {MOST_PLAYERS} players of the {side} team are on the field."
        raise bad_position(message, f"teams.{side}.players", "ISH-Q-03")


def check_name(name: str, field: str) -> None:
    """A name that fits on a board. [ISH-Q-03]"""
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise bad_setup(f"A name has at most {LONGEST_NAME} printable characters.", field, "ISH-Q-03")


def check_team(side: Side, name: str, colour: str) -> None:
    """A team's name and colour. [ISH-Q-03]"""
    check_name(name, f"teams.{side}.name")
    if colour:
        check_colour(SETUP, colour, f"teams.{side}.colour")


FIGURES = {name: (one.low, one.high) for name, one in bounds_of(PlayerSetup).items()}
"""The figures of a stat block, and their bounds."""


def check_player(player: PlayerSetup, field: str) -> None:
    """A player's figures within the bounds of the stat block."""
    check_id(SETUP, player.id, field)
    check_name(player.name, f"{field}.name")
    check_numbers(SETUP, player, field)
    for mod in player.sr_mods:
        if mod.kind not in MOD_KINDS or abs(mod.amount) > BOUND:
            raise bad_setup(f"A modifier is for one of {', '.join(MOD_KINDS)}.", f"{field}.sr_mods", "ISH-SPELL-05")
    if any(source.uses is not None and source.uses < 0 for source in player.bonus_sources):
        raise bad_setup("Uses are 0 or more.", f"{field}.bonus_sources", "ISH-ECON-05")
    spells = ((f"spells_l1[{place}]", spell.name) for place, spell in enumerate(player.spells_l1))
    sources = ((f"bonus_sources[{place}]", source.name) for place, source in enumerate(player.bonus_sources))
    for part, name in (*spells, *sources):
        check_name(name, f"{field}.{part}.name")


def check_not_barred(player: PlayerSetup) -> None:
    """The dead and the ejected do not play; what a player sat out lapsed with its match. [ISH-Q-49, ISH-INJ-07]"""
    if player.status in ("out_tournament", "dead"):
        message = f"{player.id} is {player.status} and may not play."
        hint = "Choose somebody else."
        raise Refused("player_barred", message, "ISH-INJ-07", field=f"players.{player.id}.status", hint=hint)


def check_unique(players: list[Player]) -> None:
    """Nobody plays twice."""
    seen: set[str] = set()
    for player in players:
        if player.id in seen:
            raise bad_setup(f"{player.id} is on the rosters twice.", f"teams.{player.team}.players", "ISH-Q-03")
        seen.add(player.id)


def check_situation(document: Position) -> None:
    """Turn, score and picks of a position."""
    if not 1 <= document.turn <= document.turns_total <= MOST_TURNS_EVER:
        raise bad_position("The turn lies outside the match.", "turn", "ISH-TURN-01")
    if not all(0 <= points <= BOUND for points in document.score):
        raise bad_position("Points must be 0 or more, within bounds.", "score", "ISH-SCORE-01")
    known = {player.id for team in document.teams.values() for player in team.players}
    for place, name in enumerate(document.picks):
        if name not in known or name in document.picks[:place]:
            message = f"{name} is not a player of the match, or is listed twice."
            raise bad_position(message, f"picks[{place}]", "ISH-INIT-02")


@contextmanager
def as_position() -> Iterator[None]:
    """What a setup must not be, no position may be either: `bad_setup`, with the place in the position."""
    try:
        yield
    except Refused as refusal:
        if refusal.code != "bad_setup":
            raise
        raise refusal.at(f"position.{refusal.field}") from None


def check_field(state: State) -> None:
    """Nobody stands where nobody can; penalties, movement and orbs are such as can come about."""
    taken: dict[Square, str] = {}
    for player in state.players:
        field = f"teams.{player.team}.players.{player.id}"
        check_standing(state, player, taken, f"{field}.at")
        check_penalty(player, state.turn, f"{field}.sit_out")
        check_economy(player, field)
    holders = [orb.holder for orb in state.orbs if orb.holder is not None]
    if state.rules.two_orbs == "off" and len(holders) != len(set(holders)):
        raise bad_position("One player holds both orbs.", "orbs", "ISH-Q-60")
    if state.result is None and all(orb.state == "lost" for orb in state.orbs):
        raise bad_position("With both orbs lost, all go to start positions at once.", "orbs", "ISH-SCORE-05")


def check_standing(state: State, player: Player, taken: dict[Square, str], field: str) -> None:
    """A player's square, if it stands on one. [ISH-ARENA-05, ISH-ARENA-08, ISH-Q-08]"""
    if player.at is None:
        return
    if not on_board(player.at) or player.at in VESSEL_OWNER:
        raise bad_position(f"{player.id} stands in a wall or a vessel.", field, "ISH-ARENA-05")
    if player.at in taken:
        raise bad_position(f"{player.id} stands on {taken[player.at]}.", field, "ISH-Q-08")
    if player.status != "on_field":
        raise bad_position(f"{player.id} is {player.status} and cannot stand on the field.", field, "ISH-Q-48")
    if fills_scoring_squares(state, player, player.at):
        raise bad_position("One team holds all three scoring squares.", field, "ISH-ARENA-08")
    taken[player.at] = player.id


def check_penalty(player: Player, turn: int, field: str) -> None:
    """A penalty belongs to who sits out, and five rounds end with a turn. [ISH-Q-48, ISH-Q-49]"""
    if (player.status == "sitting_out") != (player.sit_out is not None):
        message = f"{player.id} must have both status sitting_out and a sit_out, or neither."
        raise bad_position(message, field, "ISH-Q-48")
    penalty = player.sit_out
    if penalty is None:
        return
    if penalty.kind == "rounds" and (penalty.back is None or not turn <= penalty.back <= MOST_TURNS_EVER):
        raise bad_position(f"A penalty in rounds needs back: a turn from {turn} on.", field, "ISH-Q-49")
    if penalty.kind == "match" and penalty.back is not None:
        raise bad_position("A penalty for the whole match has no back.", field, "ISH-Q-49")


def check_economy(player: Player, field: str) -> None:
    """Movement and speed within what a turn can bring. [ISH-MOVE-04, ISH-BURN-03]"""
    bounds = {"move_used": (0, BOUND), "dash_bonus": (0, BOUND), "burn_move": (0, 2), "speed_mod": (-BOUND, BOUND)}
    for name, (low, high) in bounds.items():
        if not low <= getattr(player, name) <= high:
            raise bad_position(f"{name} must be {low} to {high}.", f"{field}.{name}", "ISH-MOVE-04")


def check_bounds(order: Struct, within: str = "") -> None:
    """Refuse a number beyond the bounds of its field; `within` is the way to the part of a command."""
    for field, (low, high, rule) in beyond_bounds(order):
        name = f"{within}{field}"
        message, hint = f"{name} is out of bounds: it must be {low} to {high}.", f"Give a number from {low} to {high}."
        raise Refused("bad_effect", message, rule, field=name, hint=hint)
