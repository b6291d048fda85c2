"""A player's go: steps, standing up, move burns, drops, and its end. [ISH-MOVE, ISH-BURN-03, ISH-ECON-07]

A go, from pick to end:

1. A team has picked the player: `turns.pick`.
2. Before the first step or stand, concussion may cost the movement: `harm.loses_movement`.
3. Its player gives commands in any order: `points.goes.Go`. A step, with its window: `step`, `check_step`; standing up:
   `stand`; letting go of an orb: `drop`; squares bought by a Burn: `burn_move`; actions: the head of `performing`.
4. Bought squares that have been walked are paid for: `continue_go`, `walked`.
5. It ends by command, or because the player has left the field; what is unpaid is paid for: `end_go`, `continue_go`.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.ishmek.commands import BurnMove, Drop, EndGo, MoveStep, Square, Stand
from rules.ishmek.decide.ending import MOVE_BURN_INJURY
from rules.ishmek.decide.harm import loses_movement, roll_injury
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.decide.windows import open_window
from rules.ishmek.events import BurnDeclared, GoEnded, OrbDropped, Stepped, Stood
from rules.ishmek.questions import (
    allowance_squares,
    can_enter,
    free_neighbours,
    get,
    held_by,
    held_teams,
    movement_left,
    occupant,
    orb_of,
    stand_cost,
    step_cost,
    why_not_enter,
)
from rules.ishmek.refusals import refused
from rules.ishmek.state import Go, Player, State
from rules.kernel.grid import SQUARES, shifted

MOST_MOVE_BURN = 2
ONE_AT_A_TIME = "Move one square at a time."


def step(run: IshRun, order: MoveStep) -> None:
    """One square; whoever can may react. [ISH-MOVE-01..05, ISH-INJ-04]"""
    player = get(run.state, order.player)
    cost = check_step(run.state, player, order.to)
    if loses_movement(run, player):
        return
    assert player.at is not None, "who has a go is on the field"
    orbs = held_teams(run.state, player.id)
    run.emit(Stepped(player=player.id, start=player.at, to=order.to, cost=cost, orbs=orbs))
    open_window(run, "player_moved", player.id)


def check_step(state: State, player: Player, to: Square) -> int:
    """What a step costs, in squares; refused where it cannot be made. [ISH-MOVE-02, ISH-MOVE-04]"""
    check_movement_kept(player)
    at = player.at or (0, 0)
    jump = not SQUARES.adjacent(at, to)
    if jump and not path_over_mates(state, player, to):
        message = "A step goes to a neighbouring square."
        raise refused("not_adjacent", message, "ISH-MOVE-01", field="to", hint=ONE_AT_A_TIME)
    obstacle = why_not_enter(state, player, to)
    if obstacle is not None:
        code, message, rule = obstacle
        raise refused(code, message, rule, field="to", hint="Choose another square.")
    cost = step_cost(player) * (2 if jump else 1)
    left = movement_left(state, player)
    if left < cost:
        rule, how = ("ISH-MOVE-05", " while prone") if player.prone else ("ISH-MOVE-04", "")
        message = f"That step{how} costs {cost} of the movement; {player.id} has {left} left."
        raise refused("no_movement", message, rule, field="to")
    return cost


def path_over_mates(state: State, player: Player, to: Square) -> bool:
    """House rule: straight over a team mate's square into the next one. [ISH-Q-08]"""
    if state.rules.pass_allies == "off" or player.at is None:
        return False
    way = SQUARES.toward(player.at, to)
    if SQUARES.distance(player.at, to) != 2 or shifted(player.at, way, 2) != to:
        return False
    mate = occupant(state, shifted(player.at, way))
    return mate is not None and mate.team == player.team


def check_movement_kept(player: Player) -> None:
    """Movement lost to concussion is lost for the turn. [ISH-Q-52]"""
    if player.move_roll == "lost":
        message = f"{player.id} has lost the movement to concussion."
        raise refused("movement_lost", message, "ISH-INJ-04", field="player")


def stand(run: IshRun, order: Stand) -> None:
    """A prone player gets up. [ISH-MOVE-05, ISH-Q-44]"""
    player = get(run.state, order.player)
    cost = check_stand(run.state, player)
    if not loses_movement(run, player):
        run.emit(Stood(player=player.id, cost=cost))


def check_stand(state: State, player: Player) -> int:
    """What standing up costs, in squares."""
    check_movement_kept(player)
    cost = stand_cost(state, player)
    if not player.prone:
        raise refused("cannot_stand", f"{player.id} is not prone.", "ISH-MOVE-05", field="player", hint="Step, or act.")
    left = movement_left(state, player)
    if allowance_squares(state, player) == 0 or left < cost:
        need = f"costs {cost} of the movement; {player.id} has {left} left" if cost else "needs an allowance above 0"
        message = f"Standing up {need}."
        raise refused("cannot_stand", message, "ISH-MOVE-05", field="player")
    return cost


def can_stand(state: State, player: Player) -> bool:
    if not player.prone or player.move_roll == "lost":
        return False
    return allowance_squares(state, player) > 0 and movement_left(state, player) >= stand_cost(state, player)


def burn_move(run: IshRun, order: BurnMove) -> None:
    """Buy 1 or 2 squares, paid with an injury roll. [ISH-BURN-03, ISH-Q-53]"""
    player = get(run.state, order.player)
    check_burn_move(player, order.squares)
    mod = MOVE_BURN_INJURY * order.squares
    run.emit(BurnDeclared(player=player.id, amount=order.squares, purpose="move", injury_mod=mod))
    go: Go = run.agenda[-1]
    run.advance(replace(go, burns=(*go.burns, order.squares)))


def check_burn_move(player: Player, squares: int) -> None:
    """At most 2 squares a turn."""
    check_movement_kept(player)
    if squares not in (1, 2) or player.burn_move + squares > MOST_MOVE_BURN:
        left = MOST_MOVE_BURN - player.burn_move
        hint = f"Buy at most {left}." if left else "Dash, or end the go."
        message = "A move burn buys 1 or 2 squares, 2 a turn at most."
        raise refused("bad_burn", message, "ISH-BURN-03", field="squares", hint=hint)


def drop(run: IshRun, order: Drop) -> None:
    """Let go of an orb in the own square: free, no roll, no window. [ISH-ECON-07]"""
    held = held_by(run.state, order.player)
    if not held or (order.orb is not None and orb_of(run.state, order.orb) not in held):
        what, hint = ("no such orb", "") if held else ("no orb", "Control one first.")
        raise refused("not_holding", f"{order.player} holds {what}.", "ISH-ECON-07", field="player", hint=hint)
    if order.orb is None and len(held) > 1:
        raise refused("ambiguous_orb", "Name the orb to drop.", "ISH-Q-60", field="orb")
    orb = held[0] if order.orb is None else orb_of(run.state, order.orb)
    assert orb.at is not None, "a held orb is where its holder is"
    run.emit(OrbDropped(orb=orb.team, player=order.player, at=orb.at))


def end_go(run: IshRun, order: EndGo) -> None:
    """The go is over; bought movement is paid for, walked or not. [ISH-Q-53]"""
    go: Go = run.agenda[-1]
    run.advance(replace(go, ending=True))


def continue_go(run: IshRun, go: Go) -> bool:
    """Roll for bought squares that have been walked; end the go of who left the field. False: the player decides."""
    player = get(run.state, go.player)
    over = go.ending or player.at is None
    if go.burns and (over or walked(run.state, player, go)):
        run.advance(replace(go, burns=go.burns[1:]))
        mods = ((MOVE_BURN_INJURY * go.burns[0], "Burn", "ISH-BURN-03"),)
        roll_injury(run, player.id, mods, "burn: movement", "ISH-BURN-03")
        return True
    if over:
        run.pop()
        run.emit(GoEnded(player=player.id))
    return over


def walked(state: State, player: Player, go: Go) -> bool:
    """Whether the squares of the first unpaid burn have been walked. [ISH-Q-53]"""
    unpaid = sum(go.burns)
    own = allowance_squares(state, player) + player.dash_bonus + player.burn_move - unpaid
    return player.move_used >= own + go.burns[0]


def reachable_steps(state: State, player: Player) -> list[Square]:
    """Squares a player may step to now, leaving concussion aside."""
    left, cost = movement_left(state, player), step_cost(player)
    if player.at is None or player.move_roll == "lost" or left < cost:
        return []
    near = free_neighbours(state, player, player.at)
    if state.rules.pass_allies == "off" or left < 2 * cost:
        return near
    far = [shifted(player.at, way, 2) for way in SQUARES.directions]
    return near + [s for s in far if path_over_mates(state, player, s) and can_enter(state, player, s)]
