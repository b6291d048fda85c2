"""What a seat may see of a match, ready to draw: plain JSON, the same shape at every moment."""

from __future__ import annotations

from rules.ishmek.arena import COLUMNS, ROWS, SCORING_SQUARES, VESSEL
from rules.ishmek.questions import allowance_squares, held_by, movement_left, ready
from rules.ishmek.state import Flight, Go, Player, State, TurnFrame
from rules.ishmek.tables import INJURY
from rules.kernel.reading import Json

BOARD: Json = {
    "columns": COLUMNS,
    "rows": ROWS,
    "vessels": {side: list(square) for side, square in VESSEL.items()},
    "scoring": {side: [list(square) for square in squares] for side, squares in SCORING_SQUARES.items()},
}


def headline(state: State) -> Json:
    """The match in a line: who plays, how it stands, how far it is."""
    return {
        "turn": state.turn,
        "turns_total": state.turns_total,
        "score": {"home": state.score[0], "away": state.score[1]},
        "teams": {team.side: {"name": team.name, "colour": team.colour} for team in state.teams},
    }


def view(state: State, seat: str) -> Json:
    """The match as a seat may see it.

    Nothing of the state itself is secret: hidden placements and declared fouls stand in frames, of which only the
    public part is shown.
    """
    top = next((frame for frame in reversed(state.agenda) if isinstance(frame, Go)), None)
    turn = state.agenda[0] if state.agenda else None
    return {
        **headline(state),
        "active": top.player if top is not None else "",
        "to_pick": (turn.next_team or "") if isinstance(turn, TurnFrame) and turn.stage == "pick" else "",
        "picks": list(state.picks),
        "waiting": {side: [p.id for p in ready(state, side)] for side in ("home", "away")},
        "players": {player.id: player_view(state, player) for player in state.players},
        "orbs": {
            orb.team: {"state": orb.state, "at": _square(orb.at), "holder": orb.holder or ""} for orb in state.orbs
        },
        "flight": flight_view(state),
        "umpires": list(state.umpires),
        "result": {"termination": state.result.termination, "winner": state.result.winner} if state.result else None,
    }


def _square(at: tuple[int, int] | None) -> list[int] | None:
    return None if at is None else list(at)


def player_view(state: State, player: Player) -> Json:
    return {
        "team": player.team,
        "name": player.name or player.id,
        "at": _square(player.at),
        "status": player.status,
        "prone": player.prone,
        "movement_left": movement_left(state, player),
        "allowance": allowance_squares(state, player),
        "action": not player.action_used,
        "reaction": not player.reaction_used,
        "bonus": bool(player.bonus_sources) and not player.bonus_used,
        "used_names": list(player.used_names),
        "go_taken": player.go_taken,
        "slots_l1": player.slots_l1,
        "injuries": [
            {"name": injury.name, "title": INJURY[injury.name].title, "until": injury.until}
            for injury in player.injuries
        ],
        "sit_out": {"kind": player.sit_out.kind, "back": player.sit_out.back} if player.sit_out else None,
        "holds": [orb.team for orb in held_by(state, player.id)],
    }


def flight_view(state: State) -> Json | None:
    """The flight under way: its whole course and how far it has come."""
    for frame in reversed(state.agenda):
        if isinstance(frame, Flight) and any(
            orb.team == frame.orb and orb.motion == frame.motion for orb in state.orbs
        ):
            return {
                "orb": frame.orb,
                "path": [list(square) for square in frame.path],
                "index": frame.index,
                "lob": frame.lob,
                "score_shot": frame.score_shot,
            }
    return None
