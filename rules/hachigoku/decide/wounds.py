"""Wounds, and what a new level of the track means. [HAC-WOUND]"""

from __future__ import annotations

from rules.hachigoku import events as ev
from rules.hachigoku.decide.conditions import end_holds_of, end_holds_on, set_condition
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.questions import DEAD, OUT, UNABLE, get, level, there, track_of, unspent
from rules.hachigoku.state import Consequence


def wound(run: HacRun, what: Consequence) -> None:
    """All Wounds of one hit at once; the level is read from the new total. [HAC-WOUND-03, HAC-WOUND-07]

    `amount` Wounds, `what` their cause.
    """
    one = get(run.state, what.who)
    if what.amount <= 0:
        return
    before = level(one)
    after, surplus = track_of(one).lose(one.wounds, what.amount)
    run.emit(
        ev.WoundsTaken(
            character=one.id,
            wounds=what.amount,
            before=one.wounds,
            after=after,
            surplus=surplus,
            by=what.by,
            cause=what.what or "attack",
        )
    )
    if (now := level(get(run.state, one.id))) != before:
        run.emit(ev.WoundLevelChanged(character=one.id, before=before, after=now))  # type: ignore[arg-type]
        if now in UNABLE:
            fall_out(run, one.id, now)


def fall_out(run: HacRun, name: str, now: str) -> None:
    """Somebody becomes Down, Out or Dead. [HAC-WOUND-05..08, HAC-INIT-17]"""
    if now == DEAD:
        run.emit(ev.CharacterDied(character=name))
        end_holds_on(run, name)
    else:
        set_condition(run, name, "prone", "HAC-WOUND-05" if now != OUT else "HAC-WOUND-06")
    lose_all_dice(run, name, now)
    end_holds_of(run, name)


def lose_all_dice(run: HacRun, name: str, cause: str) -> None:
    """Who cannot act has no Action Dice. [HAC-INIT-17]"""
    faces = tuple(die.face for die in unspent(get(run.state, name)))
    if faces:
        run.emit(ev.DiceLost(character=name, faces=faces, cause=cause))


def knock_out(run: HacRun, what: Consequence) -> None:
    """Somebody is unconscious until the next Scene. [HAC-KO-02, HAC-INIT-17, HAC-GRAP-08]"""
    if there(get(run.state, what.who)):
        set_condition(run, what.who, "unconscious", what.rule)
        lose_all_dice(run, what.who, "unconscious")
        end_holds_of(run, what.who)


def stun(run: HacRun, what: Consequence) -> None:
    """So many Actions lost, the highest dice first; dazed until the next own Action. [HAC-STUN-02, HAC-STUN-03]"""
    one = get(run.state, what.who)
    if not there(one):
        return
    faces = tuple(sorted((die.face for die in unspent(one)), reverse=True)[: what.amount])
    if faces:
        run.emit(ev.DiceLost(character=one.id, faces=faces, cause="stun"))
    set_condition(run, one.id, "stunned", "HAC-STUN-03")
    end_holds_of(run, one.id)


def lose_cover(run: HacRun, what: Consequence) -> None:
    """A shot out of cover costs it until the next own Action. [HAC-COVER-SHOT-01, HAC-Q-59]"""
    one = get(run.state, what.who)
    run.emit(ev.CoverChanged(character=one.id, cover=one.cover, nearby_cover=one.nearby_cover, suspended=True))
