"""Windows of an attack before its dice: First strike, Arrow block, Shield friend. [IST-D-05, IST-D-06]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.istra.commands import React, ReactOption
from rules.istra.decide.actions import spend
from rules.istra.decide.declaring import check_declared, strike, use_talent_once, uses_left
from rules.istra.decide.rolling import IstRun
from rules.istra.decide.targets import TWO_INCHES, has_first_strike, is_within
from rules.istra.events import ConditionAdded, ReactionUsed
from rules.istra.legal.asking import declarations
from rules.istra.points.windows import AttackWindow, Question
from rules.istra.questions import (
    are_enemies,
    condition,
    engaged_with,
    get,
    lasting,
    may_react,
    on_board,
    shield_in_use,
)
from rules.istra.state import Attack, Condition, Model, State


class FirstStrike(AttackWindow):
    """The model attacked in melee by the active one strikes first. [IST-D-05, IST-REACT-10..12, IST-Q-126]"""

    kind, rule, stages, text = "first_strike", "IST-D-05", ("declared",), "{about} attacks in melee."
    heading = "{who} may strike {about:who} first"

    def questions(self, state: State, attack: Attack, active: str) -> list[Question]:
        """The target, in contact, if the attacker has not First strike too. [IST-Q-12, IST-Q-66, IST-Q-67]"""
        if attack.kind != "melee" or attack.attacker != active:
            return []
        attacker, target = get(state, attack.attacker), get(state, attack.exchanges[0].defender)
        ready = target.id != active and target.standard_action > 0 and may_react(state, target.id)
        ready = ready and attacker.id in engaged_with(state, target.id)
        first = has_first_strike(state, target, attacker) and not has_first_strike(state, attacker, target)
        return [Question(target.id, attacker.id, "first_strike")] if ready and first else []

    def reactions(self, state: State, attack: Attack, model: str, option: ReactOption) -> Iterator[React]:
        for chosen in declarations(state, get(state, model), "melee"):
            yield React(model=model, option=option, declare=chosen)

    def take_effect(self, run: IstRun, attack: Attack, command: React, about: str) -> None:
        """A full Melee attack before the attack on it goes on."""
        check_declared(run.state, get(run.state, command.model), command.declare, "melee")
        run.emit(ReactionUsed(model=command.model, reaction="first_strike", against=about, target=about))
        spend(run, command.model, "standard", "first_strike")
        strike(run, command.model, about, command.declare, "first_strike")


class ShotAt(AttackWindow):
    """The model shot at blocks the arrow, or a friend near it shields it. [IST-D-06, IST-REACT-08, IST-REACT-09]"""

    kind, rule, stages, text = "shot_at", "IST-D-06", ("declared",), "{about} shoots."
    heading = "{who} may raise a shield against {about:who}"

    def questions(self, state: State, attack: Attack, active: str) -> list[Question]:
        """The model shot at, and friends with a shield near it, until one shields it."""
        if attack.kind != "shoot" or attack.origin == "into_melee":
            return []
        exchange = attack.exchanges[0]
        if exchange.defender != exchange.target:
            return []
        target, found = get(state, exchange.target), []
        for one in on_board(state):
            if one.id == active or not can_pay_shield(state, one):
                continue
            if one.id == target.id and shield_in_use(state, one) and condition(one, "arrow_block") is None:
                found.append(Question(one.id, attack.attacker, "arrow_block"))
            elif one.id != target.id and can_shield(state, one, target):
                found.append(Question(one.id, attack.attacker, "shield_friend"))
        return found

    def take_effect(self, run: IstRun, attack: Attack, command: React, about: str) -> None:
        if command.option == "arrow_block":
            block_arrow(run, command.model, about)
        else:
            shield_friend(run, attack, command.model, about)


def can_pay_shield(state: State, model: Model) -> bool:
    """Whether a model has the action that a shield costs. [IST-Q-12, IST-Q-61]"""
    any_action = state.rules.shield_action == "any"
    return may_react(state, model.id) and (model.standard_action > 0 or (any_action and model.move_action > 0))


def can_shield(state: State, model: Model, target: Model) -> bool:
    """Whether a friend is near, with a shield or Bastion. [IST-REACT-09, IST-TAL-08, IST-Q-63]"""
    bastion = "bastion" in model.talents and uses_left(model, "bastion")
    armed = shield_in_use(state, model) or bastion
    return armed and not are_enemies(state, model, target) and is_within(state, model, target, TWO_INCHES)


def pay_shield(run: IstRun, model: str, purpose: str) -> None:
    """A shield costs the Standard action; by house rule any that is left, the Movement action first. [IST-Q-61]"""
    any_action = run.state.rules.shield_action == "any" and get(run.state, model).move_action > 0
    spend(run, model, "move" if any_action else "standard", purpose)


def block_arrow(run: IstRun, model: str, about: str) -> None:
    """Advantage on defence rolls against shots until the turn ends. [IST-REACT-08, IST-Q-62]"""
    run.emit(ReactionUsed(model=model, reaction="arrow_block", against=about))
    pay_shield(run, model, "arrow_block")
    block = Condition("arrow_block", lasts=lasting(run.state.rules, "arrow_block"))
    run.emit(ConditionAdded(model=model, condition=block))


def shield_friend(run: IstRun, attack: Attack, model: str, about: str) -> None:
    """The shielder defends in its friend's place. [IST-REACT-09, IST-TAL-08, IST-Q-63, IST-Q-131]"""
    target = attack.exchanges[0].target
    run.emit(ReactionUsed(model=model, reaction="shield_friend", against=about, target=target))
    if not shield_in_use(run.state, get(run.state, model)):
        use_talent_once(run, model, "bastion")
    pay_shield(run, model, "shield_friend")
    shielded = replace(attack.exchanges[0], defender=model)
    run.advance(replace(attack, exchanges=(shielded,)))
