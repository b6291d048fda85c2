"""Answers in the windows of an attack. [IST-REACT-08..13, IST-D-05..12]"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.istra.commands import PassWindow, React, ReactOption
from rules.istra.decide.actions import spend
from rules.istra.decide.asking import holds_on, options
from rules.istra.decide.attacks import check_contact, hit_ally
from rules.istra.decide.declaring import check_declared, strike, use_talent_once
from rules.istra.decide.rolling import IstRun
from rules.istra.decide.settling import shrug_off, use_ability
from rules.istra.decide.spells import asks_leap, chain
from rules.istra.decide.throws import evade
from rules.istra.events import (
    ConditionAdded,
    ConditionRemoved,
    ReactionUsed,
    TalentUsed,
    WindowAnswered,
)
from rules.istra.questions import get, lasting, shield_in_use
from rules.istra.state import AllyChoice, Attack, Condition, Trigger
from rules.kernel.agenda import Window
from rules.kernel.errors import Refused


def react(run: IstRun, order: React) -> None:
    """Somebody who is asked does something about an attack."""
    top = run.agenda[-1]
    if isinstance(top, AllyChoice):
        choose_ally(run, top, order)
        return
    window = open_window(run, order.model)
    frame: Attack = run.agenda[-2]
    possible = options(run.state, run.agenda, window)
    if order.option not in possible:
        message = f"{order.model} can answer with {', '.join(possible) or 'nothing'} here."
        raise Refused("no_such_window", message, window.rule, field="option", hint="See pending.")
    if order.option == "chain" and asks_leap(run, frame, order):
        return
    close_window(run, order.model, order.option)
    _ANSWERS[order.option](run, frame, order, window.about)


def pass_window(run: IstRun, order: PassWindow) -> None:
    """A window goes by, and what it could have cost is kept; of several allies the first one is shot."""
    top = run.agenda[-1]
    if isinstance(top, AllyChoice):
        _hit_ally(run, top, top.allies[0])
        return
    window = open_window(run, order.model)
    close_window(run, window.waiting[0])


def open_window(run: IstRun, model: str | None) -> Window:
    """The window on top; refused when none is open, or not for that model. [IST-REACT-01]"""
    window = run.agenda[-1]
    if not isinstance(window, Window):
        message = "Nobody is asked for a reaction."
        raise Refused("no_such_window", message, "IST-TURN-10", field="model", hint="See pending.")
    if model is not None and model not in window.waiting:
        message = f"{model} is not asked; {window.waiting[0]} is."
        raise Refused("no_such_window", message, window.rule, field="model", hint="See pending.")
    return window


def close_window(run: IstRun, model: str, choice: ReactOption | None = None) -> None:
    """The window on top is answered. [IST-REACT-01]"""
    window: Window = run.pop()
    trigger: Trigger = window.trigger  # type: ignore[assignment]  # a trigger by its word
    run.emit(WindowAnswered(trigger=trigger, model=model, choice=choice))


# Before the dice


def _first_strike(run: IstRun, frame: Attack, order: React, about: str) -> None:
    """A full Melee attack before the attack on it goes on. [IST-REACT-10, IST-Q-126]"""
    check_declared(run.state, get(run.state, order.model), order.declare, "melee")
    run.emit(ReactionUsed(model=order.model, reaction="first_strike", against=about, target=about))
    spend(run, order.model, "standard", "first_strike")
    strike(run, order.model, about, order.declare, "first_strike")


def _pay_shield(run: IstRun, model: str, purpose: str) -> None:
    """A shield costs the Standard action; by house rule any that is left, the Movement action first. [IST-Q-61]"""
    any_action = run.state.rules.shield_action == "any" and get(run.state, model).move_action > 0
    spend(run, model, "move" if any_action else "standard", purpose)


def _arrow_block(run: IstRun, frame: Attack, order: React, about: str) -> None:
    """Advantage on defence rolls against shots until the turn ends. [IST-REACT-08, IST-Q-62]"""
    run.emit(ReactionUsed(model=order.model, reaction="arrow_block", against=about))
    _pay_shield(run, order.model, "arrow_block")
    block = Condition("arrow_block", lasts=lasting(run.state.rules, "arrow_block"))
    run.emit(ConditionAdded(model=order.model, condition=block))


def _shield_friend(run: IstRun, frame: Attack, order: React, about: str) -> None:
    """The shielder defends in its friend's place. [IST-REACT-09, IST-TAL-08, IST-Q-63, IST-Q-131]"""
    target = frame.exchanges[0].target
    run.emit(ReactionUsed(model=order.model, reaction="shield_friend", against=about, target=target))
    if not shield_in_use(run.state, get(run.state, order.model)):
        use_talent_once(run, order.model, "bastion")
    _pay_shield(run, order.model, "shield_friend")
    shielded = replace(frame.exchanges[0], defender=order.model)
    run.advance(replace(frame, exchanges=(shielded,)))


# After the dice


def _evasive(run: IstRun, frame: Attack, order: React, about: str) -> None:
    """The attacker rolls again, at −2. [IST-RACE-23, IST-Q-87]"""
    use_ability(run, order.model, "evasive")
    again = tuple(evade(run, frame, one) if one.defender == order.model else one for one in frame.exchanges)
    run.advance(replace(frame, exchanges=again))


def _spare(run: IstRun, frame: Attack, order: React, about: str) -> None:
    """House rule: a winner does no damage to one it has beaten. [IST-Q-34]"""
    own = order.model == frame.attacker
    again = tuple(
        replace(one, winners=tuple(name for name in one.winners if name != order.model), spared=one.spared or own)
        if {order.model, about} == {frame.attacker, one.defender}
        else one
        for one in frame.exchanges
    )
    run.advance(replace(frame, exchanges=again))


# After the damage


def _all_you_got(run: IstRun, frame: Attack, order: React, about: str) -> None:
    """The Dwarf regains health; by house rule after the damage, before anybody is out. [IST-RACE-22, IST-Q-86]"""
    if frame.stage == "rolled":
        run.advance(replace(frame, asked=(*frame.asked, holds_on(order.model))))
    else:
        shrug_off(run, order.model)


def _cruel(run: IstRun, frame: Attack, order: React, about: str) -> None:
    """Ongoing damage equal to the Dark elf's level. [IST-RACE-20, IST-Q-85]"""
    model = get(run.state, order.model)
    use_ability(run, model.id, "cruel")
    pain = Condition("ongoing", source=model.id, amount=model.level, lasts="save")
    run.emit(ConditionAdded(model=about, condition=pain))


def _challenge(run: IstRun, frame: Attack, order: React, about: str) -> None:
    """Both are drawn to each other; an earlier challenge of this Paladin is over. [IST-TAL-09, IST-Q-93]"""
    paladin = get(run.state, order.model)
    for old in paladin.conditions:
        if old.name == "challenging":
            run.emit(ConditionRemoved(model=paladin.id, name="challenging", source=old.source))
            run.emit(ConditionRemoved(model=old.source, name="challenged", source=paladin.id))
    lasts = lasting(run.state.rules, "challenged")
    run.emit(ConditionAdded(model=about, condition=Condition("challenged", source=paladin.id, lasts=lasts)))
    run.emit(ConditionAdded(model=paladin.id, condition=Condition("challenging", source=about, lasts=lasts)))


def _vengeance(run: IstRun, frame: Attack, order: React, about: str) -> None:
    """Advantage on the priest's next attack on that enemy. [IST-TAL-16]"""
    use_talent_once(run, order.model, "domain_justice")
    wrath = Condition("vengeance", source=about, lasts="used")
    run.emit(ConditionAdded(model=order.model, condition=wrath))


def _cleave(run: IstRun, frame: Attack, order: React, about: str) -> None:
    """Another Melee attack at once, at no cost. [IST-TAL-02, IST-Q-89]"""
    model = get(run.state, order.model)
    if order.target is None:
        hint = "Name an enemy it is Engaged with, or pass."
        raise Refused("no_target", "Name whom the attack is for.", "IST-TAL-02", field="target", hint=hint)
    check_contact(run.state, model, order.target)
    check_declared(run.state, model, order.declare, "melee")
    if run.state.rules.cleave_limit == "once_per_turn":
        run.emit(TalentUsed(model=model.id, talent="cleave", used=1, span="turn", left=0))
    else:
        use_talent_once(run, model.id, "cleave")
    strike(run, model.id, order.target, order.declare, "cleave")


def _chain(run: IstRun, frame: Attack, order: React, about: str) -> None:
    """The spell leaps on. [IST-SPELL-06]"""
    chain(run, frame, order.target)


Answer = Callable[[IstRun, Attack, React, str], None]
_ANSWERS: dict[ReactOption, Answer] = {
    "first_strike": _first_strike,
    "arrow_block": _arrow_block,
    "shield_friend": _shield_friend,
    "evasive": _evasive,
    "spare": _spare,
    "all_you_got": _all_you_got,
    "cruel": _cruel,
    "challenge": _challenge,
    "vengeance": _vengeance,
    "cleave": _cleave,
    "chain": _chain,
}


# Which ally is shot


def choose_ally(run: IstRun, choice: AllyChoice, order: React) -> None:
    """House rule: the opponent says which ally a fumbled shot goes to. [IST-Q-46]"""
    if order.option != "fumble_ally":
        message = "It is asked which ally is shot."
        raise Refused("no_such_window", message, "IST-Q-46", field="option", hint="See pending.")
    if order.target not in choice.allies:
        hint = f"Name one of {', '.join(choice.allies)}."
        raise Refused("no_target", "No such ally is in that melee.", "IST-Q-46", field="target", hint=hint)
    _hit_ally(run, choice, str(order.target))


def _hit_ally(run: IstRun, choice: AllyChoice, ally: str) -> None:
    run.pop()
    hit_ally(run, choice.attacker, ally, choice.spell)
