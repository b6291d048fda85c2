"""Turns: start positions, initiative, picks, and the end of turn and match. [ISH-START, ISH-TURN, ISH-INIT, ISH-END]

A turn, and the end of the match:

1. It starts: the field is cleared if play begins anew, and who has sat out comes back: `start_turn`, `returners`.
2. Teams place whoever has to be placed, hidden until all have; the orbs go to their squares: `points.turns.Placement`,
   `place`, `reveal`, `place_orbs`.
3. Initiative: each team a d20 until they differ: `roll_initiative`.
4. The teams pick in turn who goes; one with nobody left is skipped: `continue_picks`, `points.turns.Pick`, `pick`. With
   nobody on the field the GM is asked: `points.turns.EmptyField`.
5. That player's go: the head of `goes`. Then step 4 again.
6. A point or two lost orbs end the turn at once; only injury rolls for Burns are still made: `ending.end_turn`,
   `ending.burn_injury_frames`, `performing.roll_burn_injuries`.
7. The turn ends: injuries and modifiers run out: `finish_turn`.
8. After the last turn the match ends, with more points won and equal ones drawn, or goes on for a turn more by house
   rule: `end_match`, `leader`, `anybody_left`. Else step 1 again. A forfeit ends it at any time: `gm.forfeit`.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from rules.ishmek import events as ev
from rules.ishmek.arena import BACK_COLUMN, ORB_START, OTHER, ROWS, SCORING_SQUARES, SIDES
from rules.ishmek.commands import Pick, Place, Side, Square
from rules.ishmek.decide.secrets import end_pushes
from rules.ishmek.decide.skill import D20, IshRun
from rules.ishmek.questions import find, get, occupant, on_field, ready
from rules.ishmek.refusals import refused
from rules.ishmek.state import Go, Placing, Player, State, Team, TurnFrame
from rules.kernel.agenda import Secret
from rules.kernel.errors import Refused
from rules.kernel.opposed import OpposedRoll
from rules.kernel.order import rolled_off
from rules.kernel.rolls import D20_POOL, Need

PLACEMENT_SECRET_UNTIL = "players_placed"
HIGHER = OpposedRoll(tie="neither").chance(0, D20_POOL, D20_POOL)
"""The chance that one of two d20s is the higher one."""


def continue_turn(run: IshRun, frame: TurnFrame) -> bool:
    """The turn's next stage; False when a team has to pick."""
    if frame.stage == "pick":
        return continue_picks(run, frame)
    _STAGES[frame.stage](run, frame)
    return True


# Start of a turn


def start_turn(run: IshRun, frame: TurnFrame) -> None:
    """A new turn: who may come back, start positions if it is fresh, placement. [ISH-START-01, ISH-Q-49]"""
    turn = run.state.turn + 1
    returning = returners(run.state, turn, frame)
    if frame.fresh:
        run.emit(ev.FieldCleared(cause=frame.cause or "match_start"))
    run.emit(ev.TurnStarted(turn=turn, returning=tuple(p.id for p in returning)))
    run.advance(replace(frame, stage="initiative"))
    begin_placing(run, frame.fresh, frame.cause == "point")


def returners(state: State, turn: int, frame: TurnFrame) -> list[Player]:
    """Players whose sit-out is over. Only a point ends "until a point". [ISH-Q-49, ISH-Q-67]"""
    return [p for p in state.players if p.sit_out is not None and _is_over(p, turn, frame.cause == "point")]


def _is_over(player: Player, turn: int, after_point: bool) -> bool:
    assert player.sit_out is not None
    if player.sit_out.kind == "point":
        return after_point and (player.sit_out.back is None or turn > player.sit_out.back)
    return player.sit_out.kind == "rounds" and player.sit_out.back is not None and player.sit_out.back <= turn


def restart_field(run: IshRun, frame: TurnFrame) -> None:
    """House rule: start positions in the midst of a turn. [ISH-Q-17]"""
    run.emit(ev.FieldCleared(cause="double_loss"))
    run.advance(replace(frame, stage="pick", cause=""))
    begin_placing(run, fresh=True, after_point=False)


def begin_placing(run: IshRun, fresh: bool, after_point: bool) -> None:
    """Ask the teams that have somebody to place; who finds no room waits a turn more. [ISH-Q-49]"""
    state = run.state
    bench = bench_of(run.state) if fresh and after_point else {}
    players: dict[Side, tuple[str, ...]] = {}
    limit: dict[Side, int] = {}
    for side in SIDES:
        due = tuple(p.id for p in state.players if p.team == side and p.status == "on_field" and p.at is None)
        there = sum(1 for player in on_field(state, side))
        most = min(team_of(state, side).size - there, most_placeable(state, side))
        room = max(0, min(len(due) + len(bench.get(side, ())), most))
        if due and not room:
            run.emit(ev.PlayersWaited(players=due, back=state.turn + 1))
        elif room:
            players[side], limit[side] = due, room
    if players:
        waiting = tuple(players)
        run.push(Placing(waiting=waiting, players=players, fresh=fresh, limit=limit, bench=bench))
    elif fresh:
        place_orbs(run)


def bench_of(state: State) -> dict[Side, tuple[str, ...]]:
    """House rule: substitutes who may come in after a point. [ISH-Q-03]"""
    if state.rules.subs == "off":
        return {}
    return {side: tuple(p.id for p in state.players if p.team == side and p.status == "bench") for side in SIDES}


def team_of(state: State, side: Side) -> Team:
    return state.teams[0] if side == "home" else state.teams[1]


def back_wall(state: State, side: Side) -> list[Square]:
    """Free squares of a side's back-wall column."""
    column, taken = BACK_COLUMN[side], {player.at for player in state.players}
    return [(column, y) for y in range(1, ROWS + 1) if (column, y) not in taken]


def most_placeable(state: State, side: Side) -> int:
    """How many players of a side find room on its back wall. [ISH-ARENA-08]"""
    free, unheld = set(back_wall(state, side)), unheld_scoring(state, side)
    scoring = min(len(free & unheld), len(unheld) - 1)
    return scoring + len(free - unheld)


def unheld_scoring(state: State, side: Side) -> frozenset[Square]:
    """The scoring squares of a side's own vessel without its players: one of them stays so. [ISH-ARENA-08]"""
    own = SCORING_SQUARES[side]
    return frozenset(s for s in own if (who := occupant(state, s)) is None or who.team != side)


def place_orbs(run: IshRun) -> None:
    """Both orbs at their start squares. [ISH-START-02]"""
    run.emit(ev.OrbsPlaced(home=ORB_START["home"], away=ORB_START["away"]))


# Placement


def place(run: IshRun, frame: Placing, order: Place) -> None:
    """A team places its players; both together come into the open. [ISH-START-01, ISH-Q-10]"""
    check_placement(run.state, frame, order)
    hidden = run.state.rules.placement == "hidden" and len(frame.players) > 1
    secret = Secret((order.team,), PLACEMENT_SECRET_UNTIL) if hidden else None
    run.secret = secret
    run.emit(ev.PlacementMade(team=order.team, squares=order.squares, secret=secret))
    frame = replace(
        frame, waiting=tuple(s for s in frame.waiting if s != order.team), made={**frame.made, **order.squares}
    )
    run.advance(frame)
    if frame.waiting:
        return
    run.pop()
    reveal(run, frame)


def reveal(run: IshRun, frame: Placing) -> None:
    """Everybody stands where their team wrote down; whoever found no room waits a turn."""
    due = [player for players in frame.players.values() for player in players]
    absent = tuple(player for player in due if player not in frame.made)
    swapped = tuple(p for p in absent if frame.bench.get(get(run.state, p).team))
    run.emit(ev.PlayersPlaced(squares=frame.made, benched=swapped))
    late = tuple(p for p in absent if p not in swapped)
    if late:
        run.emit(ev.PlayersWaited(players=late, back=run.state.turn + 1))
    if frame.fresh:
        place_orbs(run)


def prune_placing(run: IshRun, frame: Placing) -> bool:
    """Whoever the GM has dismissed meanwhile is not placed; a team without anybody to place is not asked."""
    state = run.state
    gone = {p.id for p in state.players if p.status not in ("on_field", "bench")}
    named = {player for players in (*frame.players.values(), *frame.bench.values()) for player in players}
    if not gone & named:
        return False
    players = {side: _still(due, gone) for side, due in frame.players.items()}
    players = {side: due for side, due in players.items() if due}
    frame = replace(
        frame,
        players=players,
        bench={side: _still(spare, gone) for side, spare in frame.bench.items()},
        limit={
            side: min(frame.limit[side], len(due) + len(_still(frame.bench.get(side, ()), gone)))
            for side, due in players.items()
        },
        made={player: square for player, square in frame.made.items() if player not in gone},
        waiting=tuple(side for side in frame.waiting if side in players),
    )
    run.advance(frame)
    if not frame.waiting:
        run.pop()
        reveal(run, frame)
    return True


def _still(players: tuple[str, ...], gone: set[str]) -> tuple[str, ...]:
    return tuple(player for player in players if player not in gone)


def next_to_place(state: State, frame: Placing) -> tuple[Side, ...]:
    """The teams that may place now. [ISH-Q-10]"""
    return frame.waiting[:1] if state.rules.placement == "home_first" else frame.waiting


def least_to_place(frame: Placing, side: Side) -> int:
    """How many a side must place: all who are due, as far as there is room; substitutes are up to the team."""
    return min(len(frame.players[side]), frame.limit[side])


def check_placement(state: State, frame: Placing, order: Place) -> None:
    """Refuse a placement that breaks the start rule. [ISH-START-01, ISH-ARENA-08]"""
    side = order.team
    if side not in next_to_place(state, frame):
        hint = "See pending."
        message = f"It is not {side}'s turn to place players."
        raise Refused("decision_pending", message, "ISH-Q-10", field="team", hint=hint)
    due, bench = frame.players[side], frame.bench.get(side, ())
    for player in order.squares:
        if player not in due and player not in bench:
            raise _bad_placement(f"{player} cannot be placed now.", f"squares.{player}")
    if not least_to_place(frame, side) <= len(order.squares) <= frame.limit[side]:
        raise _bad_placement(f"{frame.limit[side]} of {', '.join((*due, *bench))} must be placed.", "squares")
    free = back_wall(state, side)
    taken: set[Square] = set()
    for player, square in order.squares.items():
        if square not in free or square in taken:
            raise _bad_placement(f"{list(square)} is not a free square of the {side} back wall.", f"squares.{player}")
        taken.add(square)
    if unheld_scoring(state, side) <= taken:
        message, hint = "A team cannot occupy all three scoring squares of a vessel.", "Leave one of the three free."
        raise Refused("three_in_scoring_squares", message, "ISH-ARENA-08", field="squares", hint=hint)


def _bad_placement(message: str, field: str) -> Refused:
    return Refused("bad_placement", message, "ISH-START-01", field=field, hint="Name a free back-wall square for each.")


# Initiative and picks


def roll_initiative(run: IshRun, frame: TurnFrame) -> None:
    """Each team a d20, home first, until they differ. [ISH-INIT-01, ISH-Q-11]"""
    winner = run.state.first_team if run.state.rules.initiative == "once_per_match" else None
    if winner is None:
        winner, _ = rolled_off(
            SIDES, lambda side, _: run.roll(ev.InitiativeRolled, initiative_need(side), team=side).total
        )
    run.emit(ev.InitiativeSet(team=winner))
    run.advance(replace(frame, stage="pick", next_team=winner))


def initiative_need(side: Side) -> Need:
    return Need(
        purpose="initiative", by=side, seat=side, sides=D20, rule="ISH-INIT-01", compare="contest", chance=HIGHER
    )


def continue_picks(run: IshRun, frame: TurnFrame) -> bool:
    """Who picks next; a team with nobody left is skipped. False when a pick is awaited, or the GM. [ISH-INIT-02]"""
    side = frame.next_team or run.state.first_team or "home"
    if ready(run.state, side):
        if side != frame.next_team:
            run.advance(replace(frame, next_team=side))
        return False
    if ready(run.state, OTHER[side]):
        run.advance(replace(frame, next_team=OTHER[side]))
        return False
    if nobody_plays(run.state):
        if frame.next_team is not None:
            run.advance(replace(frame, next_team=None))
        return False
    run.advance(replace(frame, stage="end", cause=""))
    return True


def nobody_plays(state: State) -> bool:
    """Whether a turn goes by with nobody on the field: the GM is asked before it ends. [ISH-Q-76]"""
    return not state.picks and not any(on_field(state))


def end_empty_turn(run: IshRun, frame: TurnFrame) -> None:
    """The GM lets a turn go by in which nobody is on the field. [ISH-Q-76]"""
    run.advance(replace(frame, stage="end", cause=""))


def pick(run: IshRun, frame: TurnFrame, order: Pick) -> None:
    """A team names the player who goes. [ISH-INIT-02]"""
    player = find(run.state, order.player)
    if player is not None and player.team != frame.next_team:
        raise refused("not_your_pick", f"It is {frame.next_team}'s turn to pick.", "ISH-INIT-02", field="player")
    if player is None or player.at is None or player.go_taken:
        raise refused("player_not_available", f"{order.player} cannot go now.", "ISH-INIT-02", field="player")
    run.emit(ev.GoStarted(player=player.id))
    run.advance(replace(frame, next_team=OTHER[player.team]))
    run.push(Go(player=player.id))


# The end


def finish_turn(run: IshRun, frame: TurnFrame) -> None:
    """Injuries run out; then the next turn, or the end. [ISH-TURN-01, ISH-END-01, ISH-INJ-05]"""
    state = run.state
    for player in state.players:
        for injury in player.injuries:
            if injury.until is not None and injury.until <= state.turn:
                run.emit(ev.InjuryExpired(player=player.id, injury=injury.name, until=injury.until))
        for mod in player.sr_mods:
            if mod.until is not None and mod.until <= state.turn:
                run.emit(ev.ModifierExpired(player=player.id, mod=mod))
    run.emit(ev.TurnEnded(turn=state.turn, reason=frame.cause or "all_gone"))
    if state.turn >= state.turns_total:
        level = state.score[0] == state.score[1]
        if state.rules.tie == "draw" or not level or not anybody_left(state):
            end_match(run, "turns", leader(state))
            return
        run.emit(ev.ExtraTurnAdded(turns_total=state.turn + 1))
    run.advance(TurnFrame(stage="start", fresh=frame.cause != "", cause=frame.cause))


def anybody_left(state: State) -> bool:
    """Whether anybody can still play: an extra turn for nobody would be followed by another, for ever. [ISH-Q-14]"""
    return any(
        player.status == "on_field" or (player.sit_out is not None and player.sit_out.kind == "rounds")
        for player in state.players
    )


def leader(state: State) -> Side | None:
    """Who has more points. [ISH-END-01]"""
    home, away = state.score
    return None if home == away else "home" if home > away else "away"


def end_match(run: IshRun, termination: Literal["turns", "forfeit"], winner: Side | None) -> None:
    """The match is over; nothing is left to do."""
    end_pushes(run, run.agenda)
    run.emit(ev.MatchEnded(termination=termination, winner=winner, score=run.state.score))
    run.agenda.clear()


_STAGES = {"start": start_turn, "reset": restart_field, "initiative": roll_initiative, "end": finish_turn}
