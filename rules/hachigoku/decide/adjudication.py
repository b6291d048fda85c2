"""Complex Actions, Sneaking and magic: paid like any Action, and the GM says what comes of them. [HAC-ACT-02..04]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rules.hachigoku import events as ev
from rules.hachigoku.commands import Adjudicate, ComplexAction, Counterprayer, Magic, Sneak
from rules.hachigoku.decide import counterprayers
from rules.hachigoku.decide.action_rule import ActionRule
from rules.hachigoku.decide.holding import check_holds
from rules.hachigoku.decide.outcomes import happen, seen_by
from rules.hachigoku.decide.rolling import (
    Bearing,
    HacRun,
    PlannedRoll,
    by_hand,
    cast,
    keeping,
    narrate,
    own_dice,
    own_mods,
)
from rules.hachigoku.pools import NOVICE, Pool, check_raises, element_pool, skill_pool
from rules.hachigoku.questions import HELD, get
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Adjudicating, Character, Consequence, State
from rules.hachigoku.tables import STEPS, ElementName
from rules.kernel.labels import beyond_bounds

STEALTH = "Stealth"
Adjudicated: TypeAlias = ComplexAction | Sneak | Magic | Counterprayer


class ComplexRule(ActionRule[ComplexAction]):
    """Something that takes a Skill or care. [HAC-ACT-02]"""

    command, physical = ComplexAction, False

    def check(self, state: State, one: Character, order: ComplexAction) -> None:
        if order.raises.wound or order.raises.throw_range or order.raises.effect < 0:
            message = "A complex Action takes Raises for an Effect alone."
            raise refused("raises_not_allowed", message, "HAC-RAISE-04", field="raises")

    def do(self, run: HacRun, order: ComplexAction) -> None:
        run.emit(ev.ComplexActionDone(character=order.character, text=order.text))
        run.push(Adjudicating(order))

    def offers(self, state: State, one: Character) -> Iterator[ComplexAction]:
        return iter(())


class SneakRule(ActionRule[Sneak]):
    """Upon enemies who are then unaware of the next attack. [HAC-ACT-04, HAC-AMB-01]"""

    command = Sneak

    def check(self, state: State, one: Character, order: Sneak) -> None:
        if not order.targets:
            raise refused("illegal_targets", "Name whom to come upon.", "HAC-ACT-04", field="targets")
        for name in order.targets:
            get(state, name, "targets")

    def do(self, run: HacRun, order: Sneak) -> None:
        run.emit(ev.ComplexActionDone(character=order.character, text=STEALTH, sneak=True))
        run.push(Adjudicating(order))


class MagicRule(ActionRule[Magic]):
    """A prayer, or the power of an item or place. [HAC-ACT-03, HAC-Q-42]"""

    command, physical = Magic, False

    def check(self, state: State, one: Character, order: Magic) -> None:
        if order.automated:
            message = "Magic has no rules here."
            raise refused("not_supported", message, "HAC-Q-42", field="automated")

    def do(self, run: HacRun, order: Magic) -> None:
        run.emit(ev.MagicAction(character=order.character, text=order.text))
        run.push(Adjudicating(order))
        if order.prayer:
            counterprayers.ask(run, order)


ADJUDICATED = (ComplexRule(), SneakRule(), MagicRule())


# The GM's answer


def adjudicate(run: HacRun, frame: Adjudicating, answer: Adjudicate) -> None:
    """With an Element it is rolled; then what comes of it. [HAC-ACT-02, HAC-Q-41]"""
    for field, bounds in beyond_bounds(answer):
        message = f"It must be {bounds.low} to {bounds.high}."
        raise refused("out_of_bounds", message, bounds.rule, field=field, hint="Choose a number within these bounds.")
    order = frame.order
    for name in targets_of(order, answer):
        get(run.state, name, "targets")
        if answer.condition in HELD:
            check_holds(run.state, order.character, name, "targets")
    if answer.element is not None:
        roll(run, order, answer, answer.element)
    else:
        come_out(run, answer, success=answer.success)


def come_out(run: HacRun, answer: Adjudicate, *, success: bool) -> None:
    """What comes of it, by the GM's word or by the dice that are kept. [HAC-Q-41]"""
    frame = run.agenda[-1]
    assert isinstance(frame, Adjudicating)
    order = frame.order
    run.pop()
    run.emit(ev.GmRuled(text=answer.text, success=success, character=order.character))
    if isinstance(order, Counterprayer):
        counterprayers.come_out(run, order, success=success)
    elif success:
        if isinstance(order, ComplexAction):
            narrate(run, order.character, order.raises)
        give_conditions(run, order, answer, targets_of(order, answer))


def targets_of(order: Adjudicated, answer: Adjudicate) -> tuple[str, ...]:
    """Whom it is about: those the GM names, of a sneak else those it was upon."""
    return answer.targets or (order.targets if isinstance(order, Sneak) else ())


def chooses_unskilled(state: State, order: Adjudicated, skill: str) -> bool:
    """Whether it is rolled as unskilled, where that may be chosen. [HAC-Q-03]"""
    rank = get(state, order.character).skills.get(skill, 0)
    return order.unskilled and state.rules.unskilled_choice == "on" and 1 <= rank <= NOVICE


def roll(run: HacRun, order: Adjudicated, answer: Adjudicate, element: ElementName) -> None:
    """The roll that the GM asks for. [HAC-ACT-02, HAC-Q-86, HAC-Q-87]"""
    state = seen_by(run, order.character)
    one = get(state, order.character)
    skill = answer.skill or (STEALTH if isinstance(order, Sneak) else "")
    unskilled = chooses_unskilled(state, order, skill)
    pool: Pool = element_pool(one, element)
    if skill:
        pool = skill_pool(state.rules, one, skill, element, unskilled=unskilled)
    raises = order.raises if isinstance(order, ComplexAction) else None
    if raises is not None:
        check_raises(state.rules, one, pool, raises, ("effect",))
    bearing = Bearing(state, one, skill, physical=answer.physical or isinstance(order, Sneak))
    steps = STEPS[answer.difficulty]
    plan = PlannedRoll(
        character=one,
        purpose="complex",
        pool=own_dice(pool, bearing, "complex"),
        tn=answer.tn,
        rule="HAC-ACT-02",
        mods=(*(((-steps, answer.difficulty, "HAC-DIFF-01"),) if steps else ()), *own_mods(bearing, "complex")),
    )
    thrown = cast(run, plan, raises)
    if by_hand(order, thrown):
        run.push(keeping(plan, thrown, order=answer))
    else:
        come_out(run, answer, success=thrown.success)


def give_conditions(
    run: HacRun, order: ComplexAction | Sneak | Magic, answer: Adjudicate, targets: tuple[str, ...]
) -> None:
    """What the targets are now; who was come upon is unaware of the next attack. [HAC-ACT-04, HAC-Q-95]"""
    sneaks = isinstance(order, Sneak)
    condition = answer.condition or ("unaware" if sneaks else None)
    if condition is None:
        return
    for name in targets:
        if condition in HELD:
            hold = "full" if condition == "fully_captured" else "partial"
            given = Consequence(kind="hold", who=name, by=order.character, what=hold)
        else:
            source = order.character if condition == "unaware" else ""
            given = Consequence(
                kind="condition", who=name, by=order.character, what=condition, note=source, rule="HAC-ACT-04"
            )
        happen(run, given)
