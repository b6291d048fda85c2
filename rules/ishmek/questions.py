"""The small questions the game asks of a situation. Every rule is built on these."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ishmek.arena import NEAR_SCORING, REACH, SCORING_OWNER, SCORING_SQUARES, VESSEL_OWNER, WALKABLE, on_board
from rules.ishmek.commands import BOUND, MOD_KINDS, Ability, Side, Square
from rules.ishmek.state import BurnInjury, Orb, Player, State
from rules.ishmek.tables import INJURY
from rules.kernel.errors import Refused
from rules.kernel.reading import Json
from rules.kernel.rolls import Mod

PLAYED_OUT = ("out_match", "out_tournament", "dead")
ABILITIES: tuple[Ability, ...] = ("cast", "dex", "str")
BODY: tuple[Ability, ...] = ("dex", "str")
SPEED = "speed"
SR_MOD_KINDS = tuple(kind for kind in MOD_KINDS if kind != SPEED)
"""The skill rolls that a modifier may be on."""


def find(state: State, player: str) -> Player | None:
    for candidate in state.players:
        if candidate.id == player:
            return candidate
    return None


def get(state: State, player: str) -> Player:
    """The player of that id; refused when nobody has it."""
    for candidate in state.players:
        if candidate.id == player:
            return candidate
    message = f"There is no player {player!r}."
    raise Refused("unknown_player", message, "ISH-Q-03", field="player", hint="Name a player by its id.")


def orb_of(state: State, side: Side) -> Orb:
    return state.orbs[0] if side == "home" else state.orbs[1]


def held_by(state: State, player: str) -> tuple[Orb, ...]:
    return tuple([orb for orb in state.orbs if orb.holder == player])


def held_teams(state: State, player: str) -> tuple[Side, ...]:
    """The teams of the orbs a player controls: what goes where the player goes."""
    return tuple([orb.team for orb in state.orbs if orb.holder == player])


def hands_full(state: State, player: str) -> bool:
    """Whether a player can take no further orb. [ISH-Q-60]"""
    return state.rules.two_orbs == "off" and bool(held_by(state, player))


def on_field(state: State, side: Side | None = None) -> Iterator[Player]:
    """Players on the field, home first, in roster order."""
    return (p for p in state.players if p.at is not None and (side is None or p.team == side))


def ready(state: State, side: Side) -> list[Player]:
    """Players of a side who still have their go this turn. [ISH-INIT-02]"""
    return [p for p in on_field(state, side) if not p.go_taken]


def occupant(state: State, square: Square) -> Player | None:
    for player in state.players:
        if player.at == square:
            return player
    return None


def fills_scoring_squares(state: State, player: Player, square: Square) -> bool:
    """Whether a player in that square would give its team all three scoring squares of a vessel. [ISH-ARENA-08]"""
    vessel = SCORING_OWNER.get(square)
    if vessel is None:
        return False
    others = [s for s in SCORING_SQUARES[vessel] if s != square]
    return all(
        (who := occupant(state, s)) is not None and who.team == player.team and who.id != player.id for s in others
    )


def why_not_enter(state: State, player: Player, square: Square) -> tuple[str, str, str] | None:
    """Why a player cannot be in a square: code, message, rule. None when it can. [ISH-MOVE-02]"""
    if not on_board(square):
        return "out_of_arena", "That square is outside the arena.", "ISH-ARENA-07"
    if square in VESSEL_OWNER:
        return "vessel_square", "No player may be in a vessel square.", "ISH-ARENA-05"
    if (there := occupant(state, square)) is not None and there.id != player.id:
        return "occupied", "That square is occupied.", "ISH-Q-08"
    if fills_scoring_squares(state, player, square):
        return (
            "three_in_scoring_squares",
            "A team cannot occupy all three scoring squares of a vessel.",
            "ISH-ARENA-08",
        )
    return None


def can_enter(state: State, player: Player, square: Square) -> bool:
    return why_not_enter(state, player, square) is None


def free_neighbours(state: State, player: Player, at: Square) -> list[Square]:
    """The squares beside `at` that a player can be in, in the order of the compass: those that `can_enter` admits."""
    free, near = WALKABLE[at], REACH[at]
    taken = [other.at for other in state.players if other.at in near and other.id != player.id]
    squares = [square for square in free if square not in taken] if taken else list(free)
    if at not in NEAR_SCORING:
        return squares
    return [square for square in squares if not fills_scoring_squares(state, player, square)]


def adjacent_opponents(state: State, player: Player) -> int:
    """How many opponents stand beside a player. [ISH-SR-05]"""
    if player.at is None:
        return 0
    near = REACH[player.at]
    return sum([other.at in near and other.team != player.team for other in state.players])


def leg_injury_feet(state: State, player: Player) -> int:
    """Feet that leg injuries take off the allowance. [ISH-INJ-02, ISH-Q-50]"""
    feet = [INJURY[injury.name].feet for injury in player.injuries]
    return max(feet, default=0) if state.rules.injury_stack == "worst" else sum(feet)


def morale_penalty(state: State, player: Player) -> int:
    """What morale injuries put on a player's rolls, 0 or less. [ISH-INJ-03, ISH-Q-50]"""
    if not player.injuries:
        return 0
    penalties = [INJURY[injury.name].penalty for injury in player.injuries]
    return min(penalties) if state.rules.injury_stack == "worst" else sum(penalties)


def concussed(player: Player) -> bool:
    """Whether a player must roll before moving and before an Action. [ISH-INJ-04]"""
    return bool(player.injuries) and any(INJURY[injury.name].concussed for injury in player.injuries)


def allowance_squares(state: State, player: Player) -> int:
    """Movement allowance in squares, rounded down after all modifiers. [ISH-Q-70]"""
    feet = player.speed + player.speed_mod
    if player.sr_mods:
        feet += sum(mod.amount for mod in player.sr_mods if mod.kind == SPEED)
    if player.injuries:
        feet -= leg_injury_feet(state, player)
    return feet // 5 if feet > 0 else 0


def movement_left(state: State, player: Player) -> int:
    """Squares a player can still move this turn. [ISH-MOVE-04]"""
    left = allowance_squares(state, player) + player.dash_bonus + player.burn_move - player.move_used
    return max(0, left)


def step_cost(player: Player) -> int:
    """Squares of movement a step costs. [ISH-MOVE-05]"""
    return 2 if player.prone else 1


def stand_cost(state: State, player: Player) -> int:
    """Squares of movement standing up costs. [ISH-MOVE-05]"""
    return allowance_squares(state, player) // 2


def ability_mod(player: Player, ability: Ability) -> int | None:
    """A player's modifier; None for `cast` without magic."""
    if ability == "cast":
        return player.cast_mod
    return player.dex_mod if ability == "dex" else player.str_mod


def best_ability(player: Player, allowed: tuple[Ability, ...]) -> Ability:
    """The allowed ability with the highest modifier, the first of equal ones."""
    mods = [(-mod, place) for place, ability in enumerate(allowed) if (mod := ability_mod(player, ability)) is not None]
    return allowed[min(mods)[1]]


def injury_mod(state: State, player: Player) -> tuple[Mod, ...]:
    """The morale penalty as a modifier, if there is one."""
    penalty = morale_penalty(state, player)
    return ((penalty, "morale", "ISH-INJ-03"),) if penalty else ()


def personal_d20_mods(state: State, player: Player) -> tuple[Mod, ...]:
    """Modifiers on a player's d20s that are no skill rolls: none unless the house rules say so. [ISH-Q-51]"""
    if state.rules.penalty_scope == "sr":
        return ()
    return tuple((value, label, "ISH-Q-51") for value, label, _ in injury_mod(state, player))


# What decision points ask


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


def all_on_field(state: State, *players: str) -> bool:
    return all((found := find(state, player)) is not None and found.at is not None for player in players)


def opponents(state: State, one: str, other: str) -> bool:
    """Whether they are on the field, in different teams."""
    first, second = find(state, one), find(state, other)
    return first is not None and second is not None and first.team != second.team and all_on_field(state, one, other)


def injuries_of_players(state: State, owed: tuple[BurnInjury, ...]) -> bool:
    """Whether injury rolls for Burns are of players of the match, within bounds."""
    return all(all_known(state, one.player) and 0 < one.amount <= BOUND for one in owed)
