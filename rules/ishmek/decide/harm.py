"""Injuries, and players leaving the field. [ISH-INJ-01..07, ISH-Q-48, ISH-Q-68]"""

from __future__ import annotations

from msgspec.structs import replace

from rules.ishmek import events as ev
from rules.ishmek.commands import Side
from rules.ishmek.decide.skill import IshRun, plain_need
from rules.ishmek.questions import PLAYED_OUT, concussed, find, get, held_teams
from rules.ishmek.state import PenaltyKind, Player
from rules.ishmek.tables import INJURIES, NO_INJURY_UP_TO, REMOVAL_FROM, injury_until, removal
from rules.kernel.rolls import Mod, aimed

CONCUSSION_DC = 11


def roll_injury(run: IshRun, player_id: str, mods: tuple[Mod, ...], cause: str, rule: str) -> int | None:
    """Roll on the injury table and apply the row; the total. Who is out of the match rolls no more: None. [ISH-Q-73]"""
    player = find(run.state, player_id)
    if player is None or player.status in PLAYED_OUT:
        return None
    need = plain_need(run.state, player, "injury", rule, mods)
    rolled = run.take(ev.InjuryRolled, need, player=player.id, table="injury", cause=cause, injury="")
    total = rolled.total
    name = "" if total <= NO_INJURY_UP_TO else INJURIES[total].name if total < REMOVAL_FROM else "removal"
    run.emit(replace(rolled, injury=name))
    if total >= REMOVAL_FROM:
        _roll_removal(run, player)
    elif name:
        until = injury_until(INJURIES[total], run.state.turn)
        run.emit(ev.InjuryApplied(player=player.id, injury=name, until=until))
    return total


def _roll_removal(run: IshRun, player: Player) -> None:
    """The second d20 of a 21+: out of the match, the tournament, or dead; the player leaves at once. [ISH-INJ-07]"""
    need = plain_need(run.state, player, "removal", "ISH-INJ-07")
    rolled = run.take(ev.InjuryRolled, need, player=player.id, table="removal", cause="removal", injury="")
    status = removal(rolled.total)
    run.emit(replace(rolled, injury=status))
    let_go(run, player.id)
    run.emit(ev.PlayerRemoved(player=player.id, status=status))


def let_go(run: IshRun, player_id: str) -> tuple[Side, ...]:
    """Whatever orbs a player holds lie loose in its square; which they were. [ISH-Q-48]"""
    held = held_teams(run.state, player_id)
    at = get(run.state, player_id).at
    if at is not None:
        for side in held:
            run.emit(ev.OrbDropped(orb=side, player=player_id, at=at))
    return held


def sit_out(run: IshRun, player_id: str, until: PenaltyKind) -> None:
    """A player leaves the field for a penalty; the longest counts. [ISH-Q-48, ISH-Q-49]"""
    player = get(run.state, player_id)
    if player.status in PLAYED_OUT:
        return
    back = None
    if until == "rounds":
        back = run.state.turn + (6 if run.state.rules.five_rounds == "exclusive" else 5)
    elif until == "point" and run.agenda[0].stage == "end" and run.agenda[0].cause == "point":
        back = run.state.turn + 1
    if player.sit_out is not None and _length(player.sit_out.kind) > _length(until):
        return
    let_go(run, player_id)
    run.emit(ev.PlayerSatOut(player=player_id, until=until, back=back))


def _length(kind: PenaltyKind) -> int:
    return ("point", "rounds", "match").index(kind)


def eject(run: IshRun, player_id: str) -> None:
    """A player is out of the tournament for a foul, also when an injury took it out of the match. [ISH-FOUL-08]"""
    if get(run.state, player_id).status not in ("out_tournament", "dead"):
        let_go(run, player_id)
        run.emit(ev.PlayerEjected(player=player_id))


def dismiss(run: IshRun, player_id: str, reason: str) -> None:
    """A player is dismissed from the tournament by the GM's word. [ISH-SPELL-04, ISH-Q-75]"""
    let_go(run, player_id)
    run.emit(ev.PlayerDismissed(player=player_id, reason=reason))


def loses_movement(run: IshRun, player: Player) -> bool:
    """Whether concussion costs the movement: one d20 a go, before the first step or stand. [ISH-INJ-04, ISH-Q-52]"""
    if player.move_roll != "none" or not concussed(player):
        return player.move_roll == "lost"
    return _concussion(run, player, "movement")


def loses_action(run: IshRun, player: Player) -> bool:
    """Whether concussion costs the Action: a d20 before each. [ISH-INJ-04, ISH-Q-52]"""
    return concussed(player) and _concussion(run, player, "action")


def _concussion(run: IshRun, player: Player, before: str) -> bool:
    plain = plain_need(run.state, player, f"concussion before {before}", "ISH-INJ-04")
    need = aimed(replace(plain, target=CONCUSSION_DC))
    rolled = run.take(ev.ConcussionRolled, need, player=player.id, before=before, lost=False)
    lost = not rolled.success
    run.emit(replace(rolled, lost=lost))
    return lost
