"""GM actions: effects no rule covers, dismissals, forfeits, spells, bounces. [ISH-SPELL-03..06, ISH-Q-75]"""

from __future__ import annotations

from rules.ishmek.arena import OTHER, VESSEL, on_board
from rules.ishmek.checks import MOST_TURNS_EVER, check_bounds
from rules.ishmek.commands import MOD_KINDS, ChooseBounce, Dismiss, Forfeit, GmEffect, OrbChange, SrMod
from rules.ishmek.decide import harm
from rules.ishmek.decide.orbs import check_double_loss, enter_vessel, enters_vessel, settle_scattered
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.decide.turns import end_match
from rules.ishmek.events import SET_BY_GM, GmEffectApplied, MatchForfeited, OrbLanded, SpellAdjudicated
from rules.ishmek.questions import PLAYED_OUT, find, get, hands_full, held_by, why_not_enter
from rules.ishmek.refusals import refused
from rules.ishmek.state import Adjudication, BounceChoice, Landing, Player, Scatter, State
from rules.ishmek.tables import INJURY, injury_until
from rules.kernel.reading import picked

PLAYER_FIELDS = (*SET_BY_GM, "sr_mod", "move_to", "add_injury", "remove_injury")


def apply_effect(run: IshRun, order: GmEffect) -> None:
    """A change by the GM; it answers an adjudication unless more is to come. [ISH-SPELL-03, ISH-SPELL-06]"""
    player = check_effect(run.state, order)
    until = None
    if order.add_injury:
        until = injury_until(INJURY[order.add_injury], run.state.turn)
    elif order.remove_injury and player is not None:
        until = next(i.until for i in player.injuries if i.name == order.remove_injury)
    run.emit(
        GmEffectApplied(
            **picked(order, "note", "sr_mod", "umpires", "score", *SET_BY_GM),
            player=order.player or "",
            at=order.move_to,
            injury_added=order.add_injury or "",
            injury_until=until,
            injury_removed=order.remove_injury or "",
            orb=_placed(order.orb),
        )
    )
    if isinstance(run.agenda[-1], Adjudication) and not run.agenda[-1].dismissal and not order.more:
        close_adjudication(run)
    if order.orb is not None and order.orb.lost:
        check_double_loss(run)


def check_effect(state: State, order: GmEffect) -> Player | None:
    """Refuse an effect that cannot be, whole."""
    if not order.note.strip():
        raise refused("reason_wanted", "A GM effect needs a reason.", "ISH-SPELL-06", field="note")
    player = get(state, order.player) if order.player is not None else None
    if player is None and any(getattr(order, field) is not None for field in PLAYER_FIELDS):
        raise refused("bad_effect", "Name the player this is for.", "ISH-SPELL-06", field="player")
    check_bounds(order)
    if order.sr_mod is not None:
        check_modifier(state, order.sr_mod)
    if player is not None:
        check_effect_on(state, player, order)
    if order.orb is not None:
        check_orb_change(state, order.orb)
    return player


def check_modifier(state: State, mod: SrMod) -> None:
    """A modifier is on something, and ends with this turn at the earliest. [ISH-SPELL-05]"""
    if mod.kind not in MOD_KINDS:
        message = f"A modifier is for one of {', '.join(MOD_KINDS)}."
        raise refused("bad_effect", message, "ISH-SPELL-05", field="sr_mod.kind")
    check_bounds(mod, "sr_mod.")
    if mod.until is not None and not state.turn <= mod.until <= MOST_TURNS_EVER:
        message = f"A modifier lasts to the end of a turn from {state.turn} on, or of the match (null)."
        raise refused("bad_effect", message, "ISH-SPELL-05", field="sr_mod.until")


def check_effect_on(state: State, player: Player, order: GmEffect) -> None:
    """Injuries and the square of an effect. [ISH-INJ-06]"""
    names = [injury.name for injury in player.injuries]
    if order.remove_injury is not None:
        if order.magic:
            message, hint = "No magic removes an injury during the match.", "To correct a mistake, send magic: false."
            raise refused("injury_not_healable", message, "ISH-INJ-06", field="remove_injury", hint=hint)
        if order.remove_injury not in names:
            raise refused("bad_effect", f"{player.id} has no such injury.", "ISH-INJ-06", field="remove_injury")
    if order.add_injury is not None and (order.add_injury not in INJURY or order.remove_injury is not None):
        message = "Add one injury of the table, and remove none with it."
        raise refused("bad_effect", message, "ISH-INJ-01", field="add_injury")
    if order.move_to is None and order.prone is None:
        return
    if player.at is None:
        raise refused("player_not_available", f"{player.id} is not on the field.", "ISH-Q-48", field="player")
    if order.move_to is not None and order.move_to != player.at:
        obstacle = why_not_enter(state, player, order.move_to)
        if obstacle is not None:
            raise refused(obstacle[0], obstacle[1], obstacle[2], field="move_to")


def check_orb_change(state: State, change: OrbChange) -> None:
    """An orb goes to a square, into hands that can take it, or into a vessel."""
    if sum((change.at is not None, change.holder is not None, change.lost)) != 1 and not (change.lost and change.at):
        message = "Put the orb on a square, give it to a player, or put it in a vessel."
        raise refused("bad_effect", message, "ISH-ORB-01", field="orb")
    if change.holder is not None:
        holder = find(state, change.holder)
        if holder is None or holder.at is None:
            message = f"{change.holder} is not on the field."
            raise refused("player_not_available", message, "ISH-ORB-02", field="orb.holder")
        if hands_full(state, holder.id) and change.orb not in [orb.team for orb in held_by(state, holder.id)]:
            raise refused("already_holding", f"{holder.id} holds an orb already.", "ISH-Q-60", field="orb.holder")
    if change.at is not None and not on_board(change.at):
        raise refused("out_of_arena", "That square is outside the arena.", "ISH-ARENA-07", field="orb.at")
    if change.lost and change.at is not None and change.at not in VESSEL.values():
        raise refused("bad_effect", "A lost orb lies in a vessel square.", "ISH-SCORE-05", field="orb.at")


def _placed(change: OrbChange | None) -> OrbChange | None:
    """A lost orb without a square lies in the other team's vessel."""
    if change is None or not change.lost or change.at is not None:
        return change
    return OrbChange(orb=change.orb, at=VESSEL[OTHER[change.orb]], lost=True)


def close_adjudication(run: IshRun) -> None:
    frame: Adjudication = run.pop()
    run.emit(SpellAdjudicated(player=frame.player, spell=frame.spell))


def answer_adjudication(run: IshRun, frame: Adjudication) -> None:
    """Nothing further comes of the spell; where dismissal is certain, passing means that. [ISH-Q-75]"""
    if frame.dismissal:
        harm.dismiss(run, frame.player, f"cast {frame.spell}")
    close_adjudication(run)


def dismiss(run: IshRun, order: Dismiss) -> None:
    """A player is dismissed from the tournament. [ISH-SPELL-04, ISH-Q-75]"""
    player = get(run.state, order.player)
    if player.status in PLAYED_OUT:
        message = f"{player.id} is out already."
        raise refused("player_not_available", message, "ISH-SPELL-04", field="player", hint="There is nothing to do.")
    harm.dismiss(run, player.id, order.reason)
    top = run.agenda[-1]
    if isinstance(top, Adjudication) and top.player == player.id:
        close_adjudication(run)


def forfeit(run: IshRun, order: Forfeit) -> None:
    """A team gives the match up; the other wins. [ISH-Q-76]"""
    run.emit(MatchForfeited(team=order.team, reason=order.reason))
    end_match(run, "forfeit", OTHER[order.team])


def choose_bounce(run: IshRun, frame: BounceChoice, order: ChooseBounce) -> None:
    """House rule: where a diagonal scatter into a wall ends. [ISH-Q-33]"""
    if order.square not in frame.squares:
        hint = f"Name one of {', '.join(str(list(square)) for square in frame.squares)}."
        raise refused("bad_destination", "That square is not along the wall.", "ISH-Q-33", field="square", hint=hint)
    run.pop()
    moving: Scatter | Landing = run.agenda[-1]
    run.emit(OrbLanded(orb=frame.orb, at=order.square))
    if isinstance(moving, Scatter):
        settle_scattered(run, frame.orb, frame.start, order.square, moving.cause)
    elif enters_vessel(run.state, frame.start, order.square):
        run.pop()
        enter_vessel(run, frame.orb, order.square, moving.cause, "deviation")
