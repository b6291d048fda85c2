"""A Moment: interruptions, who wants to act, who goes first, and how it closes. [HAC-INIT-04..14, HAC-INT, HAC-SIM]

1. "open": who can interrupt is asked, before anybody acts: `open_up`, `interrupt`.
2. "again": all who could act are asked anew, at first and after each Action: `ask_again`.
3. "declare": each says act or pass: `declare`, `pass_by`.
4. Totals are compared: `compare`. One is highest: "choose", `choose`. Several are equal: a hidden batch, `commit`.
5. Nobody wants to act: `close`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.hachigoku import commands as co, events as ev
from rules.hachigoku.decide import actions, ending
from rules.hachigoku.decide.paying import check_able, check_future, check_may_interrupt
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.evolve import evolve
from rules.hachigoku.questions import (
    able,
    acts_while_down,
    future,
    get,
    has_honor,
    initiative_total,
    surprised,
    unspent,
    usable,
)
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Batch, Character, Moment, Resolving, State
from rules.kernel.agenda import Run
from rules.kernel.asks import GM
from rules.kernel.commitments import Commitment
from rules.kernel.dice import TableDice
from rules.kernel.errors import Malformed, Refused
from rules.kernel.order import Entry, batch
from rules.kernel.reading import plain, read_tagged

# 1. Interruptions


def open_up(run: HacRun, frame: Moment) -> None:
    """Who can interrupt is asked first. [HAC-INT-03]"""
    waiting = tuple(interrupters(run.state))
    run.advance(replace(frame, stage="interrupt" if waiting else "again", waiting=waiting))


def interrupters(state: State) -> Iterator[str]:
    """Who may interrupt: without a usable die for anything, with one for the movement of a combination. [HAC-INT-01]"""
    for one in state.characters:
        if able(one) and len(future(state, one)) > 1 and (not usable(state, one) or tops_up(state)):
            yield one.id


def tops_up(state: State) -> bool:
    """Whether the movement of a combination may be paid by an interruption. [HAC-INT-08, HAC-Q-20]"""
    return state.rules.interrupt_top_up == "on"


def interrupt(run: HacRun, frame: Moment, order: co.Interrupt) -> None:
    """Exchange pairs of future dice for dice of this Moment. [HAC-INT-01, HAC-INT-02, HAC-INT-07, HAC-INT-08]"""
    one = get(run.state, order.character)
    for_movement = bool(usable(run.state, one))
    if for_movement and not (order.movement and tops_up(run.state)):
        message = f"{one.called} has a usable die."
        raise refused("interrupt_not_allowed", message, "HAC-INT-01", field="character")
    if len(future(run.state, one)) < 2:
        message = f"{one.called} has fewer than two future dice."
        raise refused("interrupt_too_few_dice", message, "HAC-INT-02", field="character")
    if not order.exchanges:
        raise refused("interrupt_too_few_dice", "Name two dice for each exchange.", "HAC-INT-02", field="exchanges")
    check_future(run.state, one, [face for pair in order.exchanges for face in pair], "exchanges")
    run.emit(ev.InterruptDeclared(character=one.id, purpose="movement" if for_movement else "action"))
    mark = "movement" if for_movement else "no_attack"
    for pair in order.exchanges:
        run.emit(ev.DiceExchanged(character=one.id, given=pair, face=run.state.moment, mark=mark))
    run.advance(replace(frame, waiting=tuple(name for name in frame.waiting if name != one.id)))


def why_not_interrupt(state: State, name: str) -> Refused | None:
    """Why somebody could not interrupt even as a Moment opens; None: they could. [HAC-INT-01, HAC-INT-02]"""
    try:
        check_may_interrupt(state, get(state, name))
    except Refused as refusal:
        return refusal.at("character")
    return None


def too_late(state: State, name: str) -> Refused:
    """Why nobody interrupts when declarations have begun. [HAC-INT-03]"""
    message = "Interruptions are declared when a Moment opens."
    late = refused("interrupt_too_late", message, "HAC-INT-03", field="character")
    return why_not_interrupt(state, name) or late


def let_interruption_pass(run: HacRun, frame: Moment, name: str) -> None:
    run.advance(replace(frame, waiting=tuple(one for one in frame.waiting if one != name)))


# 2, 3. Declarations


def ask_again(run: HacRun, frame: Moment) -> None:
    """Everybody who could act is asked; without anybody, or without any die, the Moment closes. [HAC-INIT-12]"""
    if ending.one_side_left(run):
        return
    waiting = tuple(one.id for one in run.state.characters if may_act(run.state, one) and one.id not in frame.resting)
    if waiting and any(unspent(one) for one in run.state.characters):
        run.advance(replace(frame, stage="declare", waiting=waiting, acting=()))
    else:
        close(run)


def may_act(state: State, one: Character) -> bool:
    """Whether somebody has a usable die or an Honor Point. [HAC-INIT-05, HAC-HONOR-02]"""
    if not able(one):
        return acts_while_down(state, one)
    return bool(usable(state, one)) or has_honor(state, one)


def why_not_act(state: State, name: str) -> Refused | None:
    """Why somebody could not act now even if they were asked; None: they could. [HAC-WOUND-05, HAC-ACT-01]"""
    try:
        one = check_able(state, name)
    except Refused as refusal:
        return refusal
    if may_act(state, one):
        return None
    if surprised(state, name):
        message = f"{one.called} is surprised, and has no Action Dice in this round."
        return refused("surprised_no_dice", message, "HAC-AMB-03", field="character", hint="Wait for the next round.")
    message = f"{one.called} has nothing to pay with."
    return refused("no_action_available", message, "HAC-ACT-01", field="character")


def declare(run: HacRun, frame: Moment, name: str) -> None:
    """Somebody wants to act. [HAC-INIT-10]"""
    run.emit(ev.Declared(character=name))
    run.advance(_answered(replace(frame, acting=(*frame.acting, name)), name))


def pass_by(run: HacRun, frame: Moment, name: str, *, whole_moment: bool) -> None:
    """Somebody lets the others act; `whole_moment`: to its end. [HAC-INIT-13, HAC-Q-22, HAC-Q-23]"""
    run.emit(ev.Passed(character=name, whole_moment=whole_moment))
    resting = (*frame.resting, name) if whole_moment else frame.resting
    passed = replace(frame, resting=resting, acting=tuple(one for one in frame.acting if one != name))
    run.advance(_answered(passed, name))


def _answered(frame: Moment, name: str) -> Moment:
    return replace(frame, stage="declare", waiting=tuple(one for one in frame.waiting if one != name))


# 4. Who goes first


def compare(run: HacRun, frame: Moment) -> None:
    """The highest Initiative Total acts; nobody wants to: the Moment closes. [HAC-INIT-09..14]"""
    in_order = [one.id for one in run.state.characters if one.id in frame.acting]
    if not in_order:
        close(run)
        return
    if len(in_order) > 1:
        totals = {name: initiative_total(get(run.state, name)) for name in in_order}
        run.emit(ev.InitiativeCompared(totals=totals))
    first = batch(Entry(name, initiative_total(get(run.state, name))) for name in in_order)
    if len(first) > 1 and run.state.rules.tie_break == "void":
        first = batch(Entry(one.who, get(run.state, one.who).elements.void) for one in first)
    names = tuple(one.who for one in first)
    rest = tuple(name for name in in_order if name not in names)
    if len(names) > 1:
        run.advance(replace(frame, stage="declare", acting=rest))
        run.push(Batch(names))
    else:
        run.emit(ev.ActorChosen(character=names[0]))
        run.advance(replace(frame, stage="choose", acting=(*names, *rest)))


def choose(run: HacRun, frame: Moment, order: co.AnyAction) -> None:
    """The Action of whose turn it is. [HAC-INIT-08]"""
    parts = actions.take(run, order)
    run.advance(replace(frame, stage="again", waiting=(), acting=(), acted=True))
    run.push(Resolving(parts))


# Equal totals


def commit(run: HacRun, frame: Batch, order: co.AnyAction) -> None:
    """One of a batch commits an Action; it is looked at now, and paid when all are in. [HAC-SIM-01]"""
    actions.take(Run(run.state, TableDice(), evolve, run.by), order)
    committed = frame.committed(order.character, plain(order), "HAC-SIM-01")
    run.emit(ev.ActionCommitted(character=order.character))
    run.advance(committed)
    reveal_if_all(run, committed)


def can_be_done(state: State, made: Commitment) -> bool:
    """Whether what a position says was committed is an Action of theirs that can be paid for."""
    try:
        order = read_tagged(made.command, co.ACTIONS_BY_NAME, "command")
        actions.take(Run(state, TableDice(), evolve, GM), order)
    except (Malformed, Refused):
        return False
    return bool(order.character == made.who)


def step_out(run: HacRun, frame: Batch, name: str, *, whole_moment: bool = False) -> None:
    """Passing takes somebody out of the batch; `whole_moment`: and out of the Moment. [HAC-INIT-13, HAC-Q-22]"""
    run.emit(ev.Passed(character=name, whole_moment=whole_moment))
    if whole_moment:
        moment = run.agenda[-2]
        run.agenda[-2] = replace(moment, resting=(*moment.resting, name))
    left = frame.without(name)
    run.advance(left)
    reveal_if_all(run, left)


def reveal_if_all(run: HacRun, frame: Batch) -> None:
    """All are in: the Actions are shown, paid and done. [HAC-SIM-01, HAC-SIM-02]"""
    if frame.waiting:
        return
    run.pop()
    moment: Moment = run.agenda[-1]
    if not frame.made:
        return
    run.emit(ev.SimultaneousBatch(characters=frame.asked))
    orders = [read_tagged(one.command, co.ACTIONS_BY_NAME, "command") for one in frame.made]
    together = frame.asked if len(frame.asked) > 1 else ()
    parts = tuple(part for order in orders for part in actions.take(run, order, together=bool(together)))
    run.advance(replace(moment, stage="again", waiting=(), acting=(), acted=True))
    run.push(Resolving(parts, together=together))
    for name in together:
        actions.begin_own(run, name)


# 5. The end of the Moment


def close(run: HacRun) -> None:
    """Dice of the Moment are held; in Moment 1 what is left is forfeited. [HAC-INIT-06, HAC-INIT-14, HAC-INIT-15]"""
    number = run.state.moment
    for one in run.state.characters:
        left = unspent(one)
        marked = tuple(die.face for die in left if die.mark) if run.state.rules.interrupt_must_use == "on" else ()
        gone = tuple(die.face for die in left) if number == 1 else marked
        held = tuple(die.face for die in left if die.face == number and number > 1 and die.face not in marked)
        if gone:
            run.emit(ev.DiceForfeited(character=one.id, faces=gone))
        if held:
            run.emit(ev.DieHeld(character=one.id, faces=held))
    run.emit(ev.MomentClosed(number=number))
    run.pop()


def not_yours(state: State, frame: Moment, name: str) -> Refused:
    """Somebody acts who could not act at all, or whose turn it is not. [HAC-WOUND-05, HAC-ACT-01, HAC-INIT-10]"""
    if unable := why_not_act(state, name):
        return unable
    first = get(state, frame.acting[0]).called if frame.acting else "nobody"
    return refused("not_your_turn", f"It is {first} who acts now, not {name}.", "HAC-INIT-10", field="character")


# What changes in the midst of it


def review(run: HacRun) -> None:
    """Who can act no more, by a fall or by the GM's word, is asked no more. [HAC-INIT-17]"""
    if not ending.one_side_left(run) and isinstance(run.agenda[-1], Moment):
        run.advance(reviewed(run.state, run.agenda[-1]))


def reviewed(state: State, frame: Moment) -> Moment:
    """The Moment with those alone who can still answer."""
    if frame.stage == "interrupt":
        ready = set(interrupters(state))
    else:
        ready = {one.id for one in state.characters if may_act(state, one)}
    waiting = tuple(name for name in frame.waiting if name in ready)
    acting = tuple(name for name in frame.acting if name in ready)
    if frame.stage == "choose" and acting[:1] != frame.acting[:1]:
        return replace(frame, stage="again", waiting=(), acting=())
    return replace(frame, waiting=waiting, acting=acting)
