"""The windows of an attack: before its dice, when they lie, after the damage. [IST-D-05..12, IST-Q-34, IST-TAL-16]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.istra.commands import React, ReactOption
from rules.istra.decide.actions import spend
from rules.istra.decide.attacks import check_contact
from rules.istra.decide.declaring import check_declared, strike, use_talent_once, uses_left
from rules.istra.decide.rolling import IstRun
from rules.istra.decide.settling import VENGEANCE, Hit, fell_near, harms, hits, holds_on, shrug_off, use_ability
from rules.istra.decide.spells import asks_leap, chain
from rules.istra.decide.targets import (
    TWO_INCHES,
    chain_targets,
    has_ability,
    has_first_strike,
    is_within,
    knows,
    spell_in,
)
from rules.istra.decide.throws import evade, throw_of
from rules.istra.events import ConditionAdded, ConditionRemoved, ReactionUsed, TalentUsed
from rules.istra.legal.asking import declarations
from rules.istra.points.shared import AttackWindow, Question, here
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
from rules.kernel.agenda import Window
from rules.kernel.errors import Refused

# Before the dice


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


# When the dice lie, before the damage


class Evasive(AttackWindow):
    """A Halfling hit by an enemy makes it roll again, at −2. [IST-D-07, IST-RACE-23, IST-Q-87]"""

    kind, rule, stages, text = "evasive", "IST-D-07", ("rolled",), "{about} has hit."
    heading = "{who} may dodge {about:who}"

    def questions(self, state: State, attack: Attack, active: str) -> list[Question]:
        attacker = get(state, attack.attacker)
        hit = [get(state, one.defender) for one in attack.exchanges if attacker.id in one.winners and one.defence]
        nimble = [one for one in hit if has_ability(one, "evasive") and are_enemies(state, one, attacker)]
        return [Question(one.id, attacker.id, "evasive") for one in nimble]

    def take_effect(self, run: IstRun, attack: Attack, command: React, about: str) -> None:
        use_ability(run, command.model, "evasive")
        again = tuple(evade(run, attack, one) if one.defender == command.model else one for one in attack.exchanges)
        run.advance(replace(attack, exchanges=again))


class Spare(AttackWindow):
    """House rule: a winner does no damage to one that it has beaten. [IST-Q-34]"""

    kind, rule, stages, text = "spare", "IST-Q-34", ("rolled",), "{about} is beaten."
    heading = "{who} may spare {about:who}"

    def questions(self, state: State, attack: Attack, active: str) -> list[Question]:
        if state.rules.winner_may_spare == "off":
            return []
        return [Question(hit.by, hit.whom, "spare") for hit in hits(state, attack) if hit.by != hit.whom]

    def take_effect(self, run: IstRun, attack: Attack, command: React, about: str) -> None:
        own = command.model == attack.attacker
        again = tuple(
            replace(one, winners=tuple(name for name in one.winners if name != command.model), spared=one.spared or own)
            if {command.model, about} == {attack.attacker, one.defender}
            else one
            for one in attack.exchanges
        )
        run.advance(replace(attack, exchanges=again))


# Once the damage is done


class AllYouGot(AttackWindow):
    """A Dwarf who was hit and still stands regains health. [IST-D-08, IST-RACE-22, IST-Q-86]

    By house rule it answers before the damage, and regains it after the damage, before anybody is out.
    """

    kind, rule, stages = "all_you_got", "IST-D-08", ("rolled", "damaged")
    text = "{about} has hit, and it still stands."
    heading = "{who} may shrug it off"

    def questions(self, state: State, attack: Attack, active: str) -> list[Question]:
        before = state.rules.heal_before_removal == "on"
        if before != (attack.stage == "rolled"):
            return []
        hit = [(get(state, one.whom), one.by) for one in hits(state, attack)]
        tough = [(one, by) for one, by in hit if one.pos is not None and (before or one.health < one.health_max)]
        tough = [(one, by) for one, by in tough if not before or holds_on(one.id) not in attack.asked]
        return [Question(one.id, by, "all_you_got") for one, by in tough if has_ability(one, "all_you_got")]

    def take_effect(self, run: IstRun, attack: Attack, command: React, about: str) -> None:
        if attack.stage == "rolled":
            run.advance(replace(attack, asked=(*attack.asked, holds_on(command.model))))
        else:
            shrug_off(run, command.model)


class Cruel(AttackWindow):
    """A Dark elf's hit goes on hurting, by its level. [IST-D-09, IST-RACE-20, IST-Q-85]"""

    kind, rule, stages, text = "cruel", "IST-D-09", ("damaged",), "{about} is hurt."
    heading = "{who} may use Be cruel on {about:who}"

    def questions(self, state: State, attack: Attack, active: str) -> list[Question]:
        """Those whose hit did damage to somebody else, both still there."""
        return [
            Question(hit.by, hit.whom, "cruel")
            for hit in hits(state, attack)
            if hit.harm > 0
            and hit.by != hit.whom
            and has_ability(get(state, hit.by), "cruel")
            and here(state, hit.by, hit.whom)
        ]

    def take_effect(self, run: IstRun, attack: Attack, command: React, about: str) -> None:
        model = get(run.state, command.model)
        use_ability(run, model.id, "cruel")
        pain = Condition("ongoing", source=model.id, amount=model.level, lasts="save")
        run.emit(ConditionAdded(model=about, condition=pain))


class Challenge(AttackWindow):
    """A Paladin draws the model that it damaged to itself. [IST-D-10, IST-TAL-09, IST-Q-93]"""

    kind, rule, stages, text = "challenge", "IST-D-10", ("damaged",), "{about} is hurt."
    heading = "{who} may challenge {about:who}"

    def questions(self, state: State, attack: Attack, active: str) -> list[Question]:
        return [
            Question(harm.by, harm.whom, "challenge")
            for harm in harms(state, attack)
            if "challenge" in get(state, harm.by).talents
            and here(state, harm.by, harm.whom)
            and are_enemies(state, get(state, harm.by), get(state, harm.whom))
            and condition(get(state, harm.by), "challenging", harm.whom) is None
        ]

    def take_effect(self, run: IstRun, attack: Attack, command: React, about: str) -> None:
        """Both are drawn to each other; an earlier challenge of this Paladin is over."""
        paladin = get(run.state, command.model)
        for old in paladin.conditions:
            if old.name == "challenging":
                run.emit(ConditionRemoved(model=paladin.id, name="challenging", source=old.source))
                run.emit(ConditionRemoved(model=old.source, name="challenged", source=paladin.id))
        lasts = lasting(run.state.rules, "challenged")
        run.emit(ConditionAdded(model=about, condition=Condition("challenged", source=paladin.id, lasts=lasts)))
        run.emit(ConditionAdded(model=paladin.id, condition=Condition("challenging", source=about, lasts=lasts)))


class Vengeance(AttackWindow):
    """A Priest whose friend was damaged has advantage on its next attack on that enemy. [IST-TAL-16]"""

    kind, rule, stages, text = "vengeance", "IST-TAL-16", ("damaged",), "{about} has hurt a friend."
    heading = "{who} may swear vengeance on {about:who}"

    def questions(self, state: State, attack: Attack, active: str) -> list[Question]:
        if state.rules.draft_talents == "off":
            return []
        priests = [
            one for one in on_board(state) if knows(state, one, "domain_justice") and uses_left(one, "domain_justice")
        ]
        return [
            Question(priest.id, harm.by, "vengeance")
            for priest in priests
            for harm in harms(state, attack)
            if avenges(state, attack, priest, harm)
        ]

    def take_effect(self, run: IstRun, attack: Attack, command: React, about: str) -> None:
        use_talent_once(run, command.model, "domain_justice")
        wrath = Condition("vengeance", source=about, lasts="used")
        run.emit(ConditionAdded(model=command.model, condition=wrath))


def avenges(state: State, attack: Attack, priest: Model, harm: Hit) -> bool:
    """Whether an enemy has damaged a friend within 6" of a priest, even if that took it out. [IST-TAL-16]"""
    by, whom = get(state, harm.by), get(state, harm.whom)
    if by.pos is None or priest.id == whom.id or not are_enemies(state, priest, by):
        return False
    if whom.pos is None:
        return fell_near(priest.id, whom.id) in attack.asked and not are_enemies(state, priest, whom)
    return not are_enemies(state, priest, whom) and is_within(state, priest, whom, VENGEANCE)


class Cleave(AttackWindow):
    """Who took its opponent out by an own Melee attack makes another one at once. [IST-D-11, IST-TAL-02, IST-Q-89]"""

    kind, rule, stages, text = "cleave", "IST-D-11", ("damaged",), "{about} is out."
    heading = "{who} may cleave on"

    def questions(self, state: State, attack: Attack, active: str) -> list[Question]:
        attacker = get(state, attack.attacker)
        if attack.kind != "melee" or "cleave" not in attacker.talents or attacker.pos is None:
            return []
        if state.rules.cleave_limit == "once_per_turn" and attacker.used_this_turn.get("cleave"):
            return []
        loser = attack.exchanges[0].defender
        again = loser in attack.out and engaged_with(state, attacker.id)
        return [Question(attacker.id, loser, "cleave")] if again else []

    def reactions(self, state: State, attack: Attack, model: str, option: ReactOption) -> Iterator[React]:
        declared = declarations(state, get(state, model), "melee")
        for target in engaged_with(state, model):
            for chosen in declared:
                yield React(model=model, option=option, target=target, declare=chosen)

    def take_effect(self, run: IstRun, attack: Attack, command: React, about: str) -> None:
        """Another Melee attack, at no cost."""
        model = get(run.state, command.model)
        if command.target is None:
            hint = "Name an enemy it is Engaged with, or pass."
            raise Refused("no_target", "Name whom the attack is for.", "IST-TAL-02", field="target", hint=hint)
        check_contact(run.state, model, command.target)
        check_declared(run.state, model, command.declare, "melee")
        if run.state.rules.cleave_limit == "once_per_turn":
            run.emit(TalentUsed(model=model.id, talent="cleave", used=1, span="turn", left=0))
        else:
            use_talent_once(run, model.id, "cleave")
        strike(run, model.id, command.target, command.declare, "cleave")


class Chain(AttackWindow):
    """A Chained spell whose natural was even leaps on, while there is somebody left. [IST-D-12, IST-SPELL-06]"""

    kind, rule, stages, text = "chain", "IST-D-12", ("damaged",), "{about} was hit: the spell may leap on."
    heading = "{who}’s spell may leap on"

    def questions(self, state: State, attack: Attack, active: str) -> list[Question]:
        if attack.kind != "spell" or not spell_in(state, attack).chained or not attack.exchanges:
            return []
        if get(state, attack.attacker).pos is None or attack.origin == "into_melee":
            return []
        even = throw_of(attack, attack.exchanges[0]).natural % 2 == 0
        if not even or not chain_targets(state, attack):
            return []
        return [Question(attack.attacker, attack.exchanges[0].target, "chain")]

    def reactions(self, state: State, attack: Attack, model: str, option: ReactOption) -> Iterator[React]:
        for target in chain_targets(state, attack):
            yield React(model=model, option=option, target=target)

    def react(self, run: IstRun, frame: Window, command: React) -> None:
        """By house rule what is seen of the target is asked first, and the answer waits. [IST-Q-04]"""
        if not asks_leap(run, run.agenda[-2], command):
            super().react(run, frame, command)

    def take_effect(self, run: IstRun, attack: Attack, command: React, about: str) -> None:
        chain(run, attack, command.target)
