"""What pays for an Action: a usable die, an Honor Point, in a reaction an interruption. [HAC-INIT-08, HAC-HONOR-01]

`price_of` says what pays, or refuses; `pay` pays. A combination asks for all its prices first: `Purse` keeps what is
taken already.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from rules.hachigoku import events as ev
from rules.hachigoku.commands import Action, Reaction
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.questions import able, acts_while_down, future, get, has_honor, unspent, usable
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import ActionDie, Character, State
from rules.kernel.errors import Refused

Purpose = Literal["action", "movement", "attack", "defense", "counterstrike"]
"""What is paid for: `movement` is the movement of a combination, `attack` also a squeeze."""


class Price(NamedTuple):
    """What pays: a die, an Honor Point, or two future dice that are exchanged for one."""

    die: ActionDie | None = None
    honor: bool = False
    interrupt: tuple[int, int] | None = None
    purpose: Purpose = "action"


class Purse:
    """The usable dice of somebody, less those that are taken for other parts of the same Action."""

    def __init__(self, state: State, one: Character) -> None:
        self.state = state
        self.one = one
        self._dice = list(unspent(one))
        self._honor = one.honor_points
        self._honored = one.honored

    def price_of(self, order: Action, purpose: Purpose) -> Price:
        """What pays for one part; taken from here on."""
        if order.honor:
            return self._by_honor(purpose)
        if isinstance(order, Reaction) and order.interrupt is not None:
            return self._by_interruption(order.interrupt, purpose)
        return self._by_die(order.die, purpose)

    def _by_honor(self, purpose: Purpose) -> Price:
        """[HAC-HONOR-01..03, HAC-Q-43]"""
        if purpose in ("attack", "counterstrike"):
            raise refused("honor_no_attack", "An Honor Point never pays for an attack.", "HAC-HONOR-03", field="honor")
        if self._honor < 1:
            message = f"{self.one.called} has no Honor Points."
            raise refused("no_honor_points", message, "HAC-HONOR-01", field="honor")
        if self._honored and self.state.rules.honor_per_moment == "one":
            raise refused("honor_limit", "One Honor Point a Moment.", "HAC-HONOR-02", field="honor")
        self._honor -= 1
        self._honored = True
        return Price(honor=True, purpose=purpose)

    def _by_interruption(self, faces: tuple[int, int], purpose: Purpose) -> Price:
        """[HAC-INT-01, HAC-INT-02, HAC-INT-05, HAC-INT-06, HAC-Q-21]"""
        check_may_interrupt(self.state, self.one)
        if bars_counterstrike(self.state, purpose):
            raise no_counterstrike("interrupt")
        check_future(self.state, self.one, faces, "interrupt")
        return Price(interrupt=faces, purpose=purpose)

    def _by_die(self, face: int | None, purpose: Purpose) -> Price:
        """[HAC-INIT-05, HAC-INIT-08, HAC-INT-06, HAC-INT-08]"""
        ready = [die for die in usable(self.state, self.one) if die in self._dice]
        if face is not None:
            ready = [die for die in ready if die.face == face]
            if not ready:
                raise self._no_such_die(face)
        if not ready:
            message = f"{self.one.called} has nothing to pay with."
            raise refused("no_action_available", message, "HAC-ACT-01", field="die")
        fitting = [die for die in ready if fits(self.state, die, purpose)]
        if not fitting:
            raise _unfit(ready[0], purpose)
        # Marked dice pay for less, so they go first; then the lowest.
        chosen = min(fitting, key=lambda die: (not die.mark, die.face))
        self._dice.remove(chosen)
        return Price(die=chosen, purpose=purpose)

    def _no_such_die(self, face: int) -> Refused:
        if any(die.face == face for die in self._dice) and face < self.state.moment:
            message = f"The {face} is a die of a Moment that has not come."
            return refused("die_not_ready", message, "HAC-INIT-05", field="die")
        message = f"{self.one.called} has no unspent {face}."
        return refused("die_not_available", message, "HAC-INIT-08", field="die")


def fits(state: State, die: ActionDie, purpose: Purpose) -> bool:
    """Whether a die may pay for that. [HAC-INT-06, HAC-INT-08, HAC-Q-21]"""
    if die.mark == "movement":
        return purpose == "movement"
    return not die.mark or (purpose != "attack" and not bars_counterstrike(state, purpose))


def bars_counterstrike(state: State, purpose: Purpose) -> bool:
    """Whether it is a Counterstrike that no interruption pays for, by the house rule. [HAC-Q-21]"""
    return purpose == "counterstrike" and state.rules.counterstrike_interrupt == "off"


def _unfit(die: ActionDie, purpose: Purpose) -> Refused:
    if die.mark == "movement":
        message = "That die came in for the movement of a combination."
        return refused("interrupt_not_allowed", message, "HAC-INT-08", field="die")
    if purpose == "counterstrike":
        return no_counterstrike("die")
    return refused("interrupt_no_attack", "An interrupt die never pays for an attack.", "HAC-INT-06", field="die")


def no_counterstrike(field: str) -> Refused:
    """The refusal of an interruption that would pay for a Counterstrike. [HAC-Q-21]"""
    return refused("interrupt_no_attack", "An interruption does not pay for a Counterstrike.", "HAC-Q-21", field=field)


def check_may_interrupt(state: State, one: Character) -> None:
    """Only who has no usable die, and two future ones. [HAC-INT-01, HAC-INT-02, HAC-INT-09]"""
    if usable(state, one):
        message = f"{one.called} has a usable die."
        raise refused("interrupt_not_allowed", message, "HAC-INT-01", field="interrupt")
    if len(future(state, one)) < 2:
        message = f"{one.called} has fewer than two future dice."
        raise refused("interrupt_too_few_dice", message, "HAC-INT-02", field="interrupt")


def check_future(state: State, one: Character, faces: Iterable[int], field: str) -> None:
    """Refuse faces that are no future dice of somebody. [HAC-INT-02, HAC-Q-18]"""
    there = [die.face for die in future(state, one)]
    for face in faces:
        if face not in there:
            message = f"{one.called} has no such future die: {face}."
            raise refused("die_not_available", message, "HAC-INT-02", field=field)
        there.remove(face)


def check_able(state: State, name: str) -> Character:
    """Somebody who can act; refused for who is Down or worse, unconscious or gone. [HAC-WOUND-05..07]"""
    one = get(state, name)
    if not able(one) and not acts_while_down(state, one):
        raise refused("cannot_act", f"{one.called} cannot act.", "HAC-WOUND-05", field="character")
    return one


def price_of(state: State, one: Character, order: Action, purpose: Purpose) -> Price:
    """What pays for an Action that stands alone."""
    return Purse(state, one).price_of(order, purpose)


def pay(run: HacRun, name: str, price: Price) -> None:
    """The die leaves play, or the point; an interruption brings its die in first. [HAC-INIT-08, HAC-INT-02]"""
    if price.honor:
        one, state = get(run.state, name), run.state
        run.emit(
            ev.HonorSpent(
                character=name,
                left=one.honor_points - 1,
                round=state.round,
                number=state.moment,
                purpose=price.purpose,
            )
        )
        return
    die = price.die
    if price.interrupt is not None:
        run.emit(ev.InterruptDeclared(character=name, purpose="defense", defense=True))
        die = ActionDie(run.state.moment, mark="no_attack")
        run.emit(ev.DiceExchanged(character=name, given=price.interrupt, face=die.face, mark=die.mark))
    if die is not None:
        run.emit(ev.DieSpent(character=name, face=die.face, mark=die.mark, purpose=price.purpose))


def can_pay(state: State, one: Character, purpose: Purpose, *, reaction: bool) -> bool:
    """Whether somebody has anything that pays for it."""
    if any(fits(state, die, purpose) for die in usable(state, one)):
        return True
    if purpose not in ("attack", "counterstrike") and has_honor(state, one):
        return True
    if not reaction or bars_counterstrike(state, purpose):
        return False
    return not usable(state, one) and len(future(state, one)) > 1
