"""Rounds: Action Dice, the count of Moments, the end of the round. [HAC-INIT-01, HAC-INIT-02, HAC-INIT-16]

1. Before the first round the GM sets all up: `points.battle`.
2. Everybody who can act rolls Action Dice: `begin`.
3. Moments are counted from 10 to 1: `count`; a Moment is in `moments`.
4. The round is over when no die is left: `end`.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.hachigoku import events as ev
from rules.hachigoku.decide import ending
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.questions import able, heavy_wounds, seat_of, unspent
from rules.hachigoku.state import Character, Moment, Setup, State
from rules.hachigoku.tables import MOMENTS
from rules.kernel.dice import BadFace
from rules.kernel.rolls import Need

ACTION_DICE = "action_dice"
"""What the roll of Action Dice is for."""
SIDES = 10


def go_on(run: HacRun) -> None:
    """One step of the Skirmish between Moments."""
    state = run.state
    if ending.one_side_left(run):
        return
    if state.round == 0 and not state.underway:
        run.push(Setup())
    elif not state.underway:
        begin(run)
    elif state.moment == 1 or not any(unspent(one) for one in state.characters):
        end(run)
    else:
        count(run)


def start(run: HacRun) -> None:
    """The GM has set all up: the fight begins. [HAC-SCOPE-01, HAC-AMB-02]"""
    run.emit(ev.SkirmishStarted(ambush=run.state.scene.ambush, duel=run.state.scene.duel))
    begin(run)


def begin(run: HacRun) -> None:
    """Fresh dice for everybody who can act; in the surprise round for those who are not surprised. [HAC-INIT-01]"""
    number = run.state.round + 1
    surprise = number == 1 and run.state.scene.ambush is not None
    rolling = tuple(rollers(run.state, surprise=surprise))
    run.emit(ev.RoundStarted(round=number, rolling=tuple(one.id for one in rolling), surprise=surprise))
    for one in rolling:
        roll_dice(run, one)


def rollers(state: State, *, surprise: bool) -> Iterable[Character]:
    """Who rolls Action Dice. [HAC-INIT-01, HAC-AMB-03, HAC-Q-28]"""
    ambush = state.scene.ambush
    for one in state.characters:
        ready = not surprise or ambush is None or one.id in (*ambush.ambushers, *ambush.detected_by)
        if ready and able(one):
            yield one


def number_of_dice(state: State, one: Character) -> int:
    """Void and bonus dice; by a house rule one fewer for each Heavy Wound. [HAC-INIT-01, HAC-Q-29]"""
    dice = one.elements.void + one.initiative_bonus_dice
    return max(0, dice - heavy_wounds(one)) if state.rules.wounds_slow == "on" else dice


def roll_dice(run: HacRun, one: Character) -> None:
    """Somebody's Action Dice. [HAC-INIT-02]"""
    number = number_of_dice(run.state, one)
    if number:
        need = Need(
            purpose=ACTION_DICE,
            by=one.id,
            seat=seat_of(run.state, one.id),
            sides=(SIDES,) * number,
            rule="HAC-INIT-01",
        )
        try:
            rolled = run.take(ev.ActionDiceRolled, need, character=one.id, faces=())
        except BadFace as fault:  # refused by this game's own rule, and otherwise handled as any such face
            fault.code, fault.rule = "bad_dice", "HAC-DICE-01"
            raise
        run.emit(replace(rolled, faces=tuple(face for _, face, _ in rolled.dice)))


def count(run: HacRun) -> None:
    """The next Moment. [HAC-INIT-04, HAC-INIT-15]"""
    number = run.state.moment - 1 if run.state.moment else MOMENTS
    run.emit(ev.MomentOpened(number=number))
    with_dice = tuple(one.id for one in run.state.characters if unspent(one))
    if number == 1 and with_dice:
        run.emit(ev.LastCall(characters=with_dice))
    run.push(Moment())


def end(run: HacRun) -> None:
    """No die is left: a new round, or the end if nobody has acted. [HAC-INIT-16, HAC-END-01, HAC-Q-25, HAC-Q-26]"""
    idle = not run.state.acted and not run.state.surprise
    run.emit(ev.RoundEnded(round=run.state.round))
    if idle:
        ending.end(run, "all_passed")
