"""What several decision points ask: names for people, what may go into a skill roll, who is there."""

from __future__ import annotations

from rules.ishmek.commands import BOUND, Ability
from rules.ishmek.questions import ability_mod, find, get
from rules.ishmek.state import BurnInjury, Player, State
from rules.kernel.reading import Json


def named(player: Player) -> str:
    """A player's name for people."""
    return player.name or player.id


def asked_for(state: State, player: str) -> tuple[str, str]:
    """The seat that decides for a player, and the player."""
    return get(state, player).team, player


def effort_options(player: Player, allowed: tuple[Ability, ...]) -> Json:
    return {
        "abilities": [ability for ability in allowed if ability_mod(player, ability) is not None],
        "burns": [0, 2, 4, 6, 8],
    }


def all_known(state: State, *players: str) -> bool:
    return all(find(state, player) is not None for player in players)


def on_field(state: State, *players: str) -> bool:
    return all((found := find(state, player)) is not None and found.at is not None for player in players)


def opponents(state: State, one: str, other: str) -> bool:
    """Whether they are on the field, in different teams."""
    first, second = find(state, one), find(state, other)
    return first is not None and second is not None and first.team != second.team and on_field(state, one, other)


def injuries_of_players(state: State, owed: tuple[BurnInjury, ...]) -> bool:
    """Whether injury rolls for Burns are of players of the match, within bounds."""
    return all(all_known(state, one.player) and 0 < one.amount <= BOUND for one in owed)
