"""Holds: captives, what a holder does with them, and how they come free. [HAC-GRAP]"""

from __future__ import annotations

from collections.abc import Iterator

from rules.hachigoku import events as ev
from rules.hachigoku.commands import Escape, Release, Squeeze, Tighten
from rules.hachigoku.decide.action_rule import ActionRule
from rules.hachigoku.decide.outcomes import happen, seen_by
from rules.hachigoku.decide.rolling import (
    Bearing,
    HacRun,
    PlannedRoll,
    RollResult,
    abilities,
    by_hand,
    cast,
    keeping,
    narrate,
    own_dice,
    own_mods,
)
from rules.hachigoku.pools import Pool, check_raises, element_pool, skill_pool
from rules.hachigoku.questions import captives_of, effective_range, get, holds_on, is_unseen
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Character, Consequence, State
from rules.hachigoku.tables import CLOSE
from rules.kernel.effects import Effect


def hold_of(state: State, holder: Character, captive: str) -> Effect:
    """How somebody holds somebody; refused where they do not. [HAC-GRAP-05]"""
    for one, effect in captives_of(state, holder.id):
        if one.id == captive:
            return effect
    message = f"{holder.called} does not hold {get(state, captive, 'captive').called}."
    raise refused("nothing_to_do", message, "HAC-GRAP-05", field="captive")


def check_grip(state: State, holder: Character, captive: str) -> Effect:
    """How somebody holds somebody who is close; whom a thrown weapon holds may not be. [HAC-GRAP-05, HAC-Q-99]"""
    effect = hold_of(state, holder, captive)
    if effective_range(state, holder.id, captive) != CLOSE:
        message = f"{get(state, captive).called} is not close."
        raise refused("out_of_reach", message, "HAC-GRAP-05", field="captive", hint="Close in first, or release them.")
    return effect


def in_grip(state: State, holder: str) -> list[tuple[Character, Effect]]:
    """The captives who are close, and how each is held."""
    return [pair for pair in captives_of(state, holder) if effective_range(state, holder, pair[0].id) == CLOSE]


def check_hands_free(state: State, holder: Character, weapon: str, target: str) -> None:
    """What holds one foe cannot fully hold another. [HAC-GRAP-08]"""
    for captive, effect in captives_of(state, holder.id):
        if captive.id != target and effect.note == weapon:
            message = f"{weapon or 'Both hands'}: {captive.called} is held already."
            hint = f"Release {captive.called} first."
            raise refused("hands_occupied", message, "HAC-GRAP-08", field="targets", hint=hint)


class ReleaseRule(ActionRule[Release]):
    """Let go. [HAC-GRAP-05, HAC-Q-68]"""

    command = Release

    def check(self, state: State, one: Character, order: Release) -> None:
        hold_of(state, one, order.captive)

    def foresee(self, run: HacRun, order: Release) -> None:
        self.do(run, order)

    def do(self, run: HacRun, order: Release) -> None:
        happen(run, Consequence(kind="freed", who=order.captive, by=order.character, what="released"))

    def offers(self, state: State, one: Character) -> Iterator[Release]:
        return (Release(character=one.id, captive=captive.id) for captive, _ in captives_of(state, one.id))


class TightenRule(ActionRule[Tighten]):
    """A partial hold becomes a full one. [HAC-GRAP-05, HAC-Q-64]"""

    command = Tighten

    def check(self, state: State, one: Character, order: Tighten) -> None:
        effect = check_grip(state, one, order.captive)
        if effect.name == "fully_captured":
            message = "The hold is full already."
            raise refused("nothing_to_do", message, "HAC-GRAP-05", field="captive")
        check_hands_free(state, one, effect.note, order.captive)

    def do(self, run: HacRun, order: Tighten) -> None:
        happen(run, Consequence(kind="tightened", who=order.captive, by=order.character))

    def offers(self, state: State, one: Character) -> Iterator[Tighten]:
        held = in_grip(state, one.id)
        for captive, effect in held:
            alone = all(other.id == captive.id or again.note != effect.note for other, again in held)
            if effect.name == "partially_captured" and alone:
                yield Tighten(character=one.id, captive=captive.id)


class SqueezeRule(ActionRule[Squeeze]):
    """Wounds up to the holder's Earth. [HAC-GRAP-06, HAC-Q-64]"""

    command, purpose = Squeeze, "attack"

    def check(self, state: State, one: Character, order: Squeeze) -> None:
        effect = check_grip(state, one, order.captive)
        most = self.most(state, one, effect)
        if not 1 <= order.wounds <= most:
            message = f"{one.called} can squeeze for 1 to {most} Wounds." if most else "The hold has given all it can."
            hint = "Choose a number within these bounds."
            raise refused("squeeze_too_strong", message, "HAC-GRAP-06", field="wounds", hint=hint)

    def most(self, state: State, one: Character, effect: Effect) -> int:
        """The most Wounds now; by a house rule over the whole hold."""
        spent = effect.amount if state.rules.squeeze_cap == "per_hold" else 0
        return max(0, one.elements.earth - spent)

    def do(self, run: HacRun, order: Squeeze) -> None:
        wounds = Consequence(kind="wounds", who=order.captive, by=order.character, what="squeeze", amount=order.wounds)
        happen(run, wounds)

    def offers(self, state: State, one: Character) -> Iterator[Squeeze]:
        for captive, effect in in_grip(state, one.id):
            for wounds in range(1, self.most(state, one, effect) + 1):
                yield Squeeze(character=one.id, captive=captive.id, wounds=wounds)


class EscapeRule(ActionRule[Escape]):
    """Earth or Water against the holder's Earth; the one physical Action of who is held. [HAC-GRAP-07, HAC-Q-67]"""

    command, physical = Escape, False

    def check(self, state: State, one: Character, order: Escape) -> None:
        found = holds_on(one)
        if not found or (order.holder and order.holder not in [effect.source for effect in found]):
            message = f"{one.called} is not held{' by that character' if order.holder else ''}."
            raise refused("nothing_to_do", message, "HAC-GRAP-07", field="holder" if order.holder else "character")
        if order.skill and not abilities(state, one, {f"escape:{order.skill}"}):
            message = f"{order.skill} does not replace the Element here."
            hint = "Roll Earth or Water."
            raise refused("bad_skill", message, "HAC-GRAP-07", field="skill", hint=hint)
        check_raises(state.rules, one, self.pool(state, one, order), order.raises, ("effect",))

    def pool(self, state: State, one: Character, order: Escape) -> Pool:
        """The raw Element, or the Skill that an ability puts in its place."""
        if order.skill:
            return skill_pool(state.rules, one, order.skill, order.element, unskilled=order.unskilled)
        return element_pool(one, order.element)

    def do(self, run: HacRun, order: Escape) -> None:
        state = seen_by(run, order.character)
        one = get(state, order.character)
        holder = holder_of(state, order)
        against = cast(run, self.plan(state, holder, element_pool(holder, "earth"), "hold", one.id, None))
        plan = self.plan(state, one, self.pool(state, one, order), "escape", holder.id, against.total, order.skill)
        rolled = cast(run, plan, order.raises)
        if by_hand(order, rolled):
            run.push(keeping(plan, rolled, order=order, against=against.total))
        else:
            come_free(run, order, rolled, against.total)

    def plan(
        self, state: State, one: Character, pool: Pool, purpose: str, against: str, tn: int | None, skill: str = ""
    ) -> PlannedRoll:
        """One of the two rolls. [HAC-BLIND-02]"""
        bearing = Bearing(state, one, skill, unseen=is_unseen(state, against))
        return PlannedRoll(
            character=one,
            purpose=purpose,
            pool=own_dice(pool, bearing, purpose),
            tn=tn,
            rule="HAC-GRAP-07",
            against=against,
            mods=own_mods(bearing, purpose),
        )

    def offers(self, state: State, one: Character) -> Iterator[Escape]:
        for effect in holds_on(one):
            yield Escape(character=one.id, element="earth", holder=effect.source)
            yield Escape(character=one.id, element="water", holder=effect.source)


def holder_of(state: State, order: Escape) -> Character:
    """From whom somebody tries to escape: the one they name, or the first who holds them."""
    return get(state, order.holder or holds_on(get(state, order.character))[0].source)


def come_free(run: HacRun, order: Escape, thrown: RollResult, against: int) -> None:
    """What comes of an escape whose dice are kept. [HAC-GRAP-07]"""
    name, holder = order.character, holder_of(seen_by(run, order.character), order).id
    run.emit(
        ev.EscapeRolled(character=name, holder=holder, total=thrown.total, against=against, success=thrown.success)
    )
    if thrown.success:
        narrate(run, name, order.raises)
        happen(run, Consequence(kind="freed", who=name, by=holder, what="escaped"))


HOLD_RULES: tuple[ActionRule[Release] | ActionRule[Tighten] | ActionRule[Squeeze] | ActionRule[Escape], ...] = (
    ReleaseRule(),
    TightenRule(),
    SqueezeRule(),
    EscapeRule(),
)
