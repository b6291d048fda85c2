"""The windows of an attack: who may do something about it at each stage, one model after the other. [IST-Q-125]"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.istra.commands import ReactOption
from rules.istra.decide.declaring import uses_left
from rules.istra.decide.rolling import IstRun
from rules.istra.decide.settling import VENGEANCE, fell_near, strikes_back, sufferer
from rules.istra.decide.targets import (
    TWO_INCHES,
    chain_targets,
    has_ability,
    has_first_strike,
    is_within,
    knows,
    spell_in,
)
from rules.istra.decide.throws import throw_of
from rules.istra.events import WindowOpened
from rules.istra.questions import are_enemies, condition, engaged_with, get, may_react, on_board, shield_in_use
from rules.istra.state import TRIGGER_RULE, Activation, Attack, AttackStage, Model, State, Trigger
from rules.kernel.agenda import Window


class Question(msgspec.Struct, frozen=True, gc=False):
    """Somebody may react: to what, about whom, and how."""

    trigger: Trigger
    model: str
    about: str
    options: tuple[ReactOption, ...]

    @property
    def key(self) -> str:
        """How the attack remembers that it was asked."""
        return f"{self.trigger}:{self.model}:{self.about}"


class Hit(msgspec.Struct, frozen=True, gc=False):
    """Who has hit whom by an attack, and how hard. [IST-D-07..10]"""

    by: str
    whom: str
    harm: int


def next_window(run: IstRun, frame: Attack) -> bool:
    """Open the next window of an attack's stage; False when there is none left. [IST-Q-125]"""
    for trigger in STAGES[frame.stage]:
        found = questions(run.state, run.agenda, trigger)
        for question in sorted(found, key=lambda one: (one.model, one.about)):
            if question.key not in frame.asked:
                run.advance(replace(frame, asked=(*frame.asked, question.key)))
                ask(run, question)
                return True
    return False


def ask(run: IstRun, question: Question) -> None:
    """Open a window for one model."""
    run.emit(
        WindowOpened(trigger=question.trigger, model=question.model, about=question.about, options=question.options)
    )
    rule = TRIGGER_RULE[question.trigger]
    run.push(Window(trigger=question.trigger, rule=rule, waiting=(question.model,), about=question.about))


STAGES: dict[AttackStage, tuple[Trigger, ...]] = {
    "declared": ("first_strike", "shot_at"),
    "rolled": ("evasive", "spare", "all_you_got"),
    "damaged": ("all_you_got", "cruel", "challenge", "vengeance", "cleave", "chain"),
    "over": (),
}


def questions(state: State, agenda: Sequence[Any], trigger: str) -> list[Question]:
    """Who may react in that way to the attack on top of an agenda; nobody where there is none."""
    frame = agenda[-1]
    if not isinstance(frame, Attack) or trigger not in _ASKED:
        return []
    active = next((one.model for one in agenda if isinstance(one, Activation)), "")
    return _ASKED[trigger](state, frame, active)


def options(state: State, agenda: Sequence[Any], window: Window) -> tuple[ReactOption, ...]:
    """What the model asked in a window, the top of an agenda, can do about an attack. [IST-Q-125]"""
    asked = (window.waiting[0], window.about)
    found = questions(state, agenda[:-1], window.trigger)
    return next((one.options for one in found if (one.model, one.about) == asked), ())


# Before the dice


def _first_strike(state: State, frame: Attack, active: str) -> list[Question]:
    """The model attacked in melee, by the active model, in contact. [IST-REACT-10..12, IST-Q-12, IST-Q-66, IST-Q-67]"""
    if frame.kind != "melee" or frame.attacker != active:
        return []
    attacker, target = get(state, frame.attacker), get(state, frame.exchanges[0].defender)
    ready = target.id != active and target.standard_action > 0 and may_react(state, target.id)
    ready = ready and attacker.id in engaged_with(state, target.id)
    first = has_first_strike(state, target, attacker) and not has_first_strike(state, attacker, target)
    return [Question("first_strike", target.id, attacker.id, ("first_strike",))] if ready and first else []


def _shot_at(state: State, frame: Attack, active: str) -> list[Question]:
    """The model shot at, and friends with a shield near it, until one shields it. [IST-REACT-08, IST-REACT-09]"""
    if frame.kind != "shoot" or frame.origin == "into_melee":
        return []
    exchange = frame.exchanges[0]
    if exchange.defender != exchange.target:
        return []
    target, found = get(state, exchange.target), []
    ready = [one for one in on_board(state) if one.id != active and can_pay_shield(state, one)]
    for one in ready:
        if one.id == target.id and shield_in_use(state, one) and condition(one, "arrow_block") is None:
            found.append(Question("shot_at", one.id, frame.attacker, ("arrow_block",)))
        elif one.id != target.id and _can_shield(state, one, target):
            found.append(Question("shot_at", one.id, frame.attacker, ("shield_friend",)))
    return found


def can_pay_shield(state: State, model: Model) -> bool:
    """Whether a model has the action that a shield costs. [IST-Q-12, IST-Q-61]"""
    any_action = state.rules.shield_action == "any"
    return may_react(state, model.id) and (model.standard_action > 0 or (any_action and model.move_action > 0))


def _can_shield(state: State, model: Model, target: Model) -> bool:
    """Whether a friend is near, with a shield or Bastion. [IST-REACT-09, IST-TAL-08, IST-Q-63]"""
    bastion = "bastion" in model.talents and uses_left(model, "bastion")
    armed = shield_in_use(state, model) or bastion
    return armed and not are_enemies(state, model, target) and is_within(state, model, target, TWO_INCHES)


# After the dice


def _evasive(state: State, frame: Attack, _active: str) -> list[Question]:
    """Halflings hit by an enemy's attack. [IST-RACE-23, IST-Q-87]"""
    attacker = get(state, frame.attacker)
    hit = [get(state, one.defender) for one in frame.exchanges if attacker.id in one.winners and one.defence]
    nimble = [one for one in hit if has_ability(one, "evasive") and are_enemies(state, one, attacker)]
    return [Question("evasive", one.id, attacker.id, ("evasive",)) for one in nimble]


def _spare(state: State, frame: Attack, _active: str) -> list[Question]:
    """House rule: a winner may let the other off. [IST-Q-34]"""
    if state.rules.winner_may_spare == "off":
        return []
    return [Question("spare", hit.by, hit.whom, ("spare",)) for hit in hits(state, frame) if hit.by != hit.whom]


# After the damage


def hits(state: State, frame: Attack) -> list[Hit]:
    """Who has hit whom, damage or none: the attacker by winning a combat roll, a defender who strikes back.

    A spell cast against a number is no combat roll.
    """
    found: list[Hit] = []
    for one in frame.exchanges:
        if frame.attacker in one.winners and one.defence is not None:
            found.append(Hit(frame.attacker, sufferer(state, one), one.target_harm))
        if strikes_back(state, frame, one):
            found.append(Hit(one.defender, frame.attacker, one.attacker_harm))
    return found


def _all_you_got(state: State, frame: Attack, _active: str) -> list[Question]:
    """Dwarves who were hit and are still there; by house rule before the damage. [IST-RACE-22, IST-Q-86]"""
    before = state.rules.heal_before_removal == "on"
    if before != (frame.stage == "rolled"):
        return []
    hit = [(get(state, one.whom), one.by) for one in hits(state, frame)]
    tough = [(one, by) for one, by in hit if one.pos is not None and (before or one.health < one.health_max)]
    asks = [
        Question("all_you_got", one.id, by, ("all_you_got",)) for one, by in tough if has_ability(one, "all_you_got")
    ]
    return asks if not before else [one for one in asks if holds_on(one.model) not in frame.asked]


def holds_on(model: str) -> str:
    """How an attack remembers that a Dwarf has answered before the damage; by house rule only. [IST-Q-86]"""
    return f"all_you_got:{model}:"


def _in_play(state: State, *models: str) -> bool:
    return all(get(state, model).pos is not None for model in models)


def _cruel(state: State, frame: Attack, _active: str) -> list[Question]:
    """Dark elves whose hit did damage to somebody else, both still there. [IST-RACE-20, IST-Q-85]"""
    return [
        Question("cruel", hit.by, hit.whom, ("cruel",))
        for hit in hits(state, frame)
        if hit.harm > 0
        and hit.by != hit.whom
        and has_ability(get(state, hit.by), "cruel")
        and _in_play(state, hit.by, hit.whom)
    ]


def harms(state: State, frame: Attack) -> list[Hit]:
    """Who has damaged whom by an attack, a lost Smite included."""
    found: list[Hit] = []
    for one in frame.exchanges:
        found += [Hit(frame.attacker, sufferer(state, one), one.target_harm)] if one.target_harm > 0 else []
        found += [Hit(one.defender, frame.attacker, one.attacker_harm)] if one.attacker_harm > 0 else []
    return found


def _challenge(state: State, frame: Attack, _active: str) -> list[Question]:
    """Paladins who damaged a model. [IST-TAL-09, IST-Q-93]"""
    return [
        Question("challenge", harm.by, harm.whom, ("challenge",))
        for harm in harms(state, frame)
        if "challenge" in get(state, harm.by).talents
        and _in_play(state, harm.by, harm.whom)
        and are_enemies(state, get(state, harm.by), get(state, harm.whom))
        and condition(get(state, harm.by), "challenging", harm.whom) is None
    ]


def _vengeance(state: State, frame: Attack, _active: str) -> list[Question]:
    """Priests whose friend an enemy has damaged near them. [IST-TAL-16]"""
    if state.rules.draft_talents == "off":
        return []
    priests = [
        one for one in on_board(state) if knows(state, one, "domain_justice") and uses_left(one, "domain_justice")
    ]
    return [
        Question("vengeance", priest.id, harm.by, ("vengeance",))
        for priest in priests
        for harm in harms(state, frame)
        if _avenges(state, frame, priest, harm)
    ]


def _avenges(state: State, frame: Attack, priest: Model, harm: Hit) -> bool:
    """Whether an enemy has damaged a friend within 6" of a priest, even if that took it out. [IST-TAL-16]"""
    by, whom = get(state, harm.by), get(state, harm.whom)
    if by.pos is None or priest.id == whom.id or not are_enemies(state, priest, by):
        return False
    if whom.pos is None:
        return fell_near(priest.id, whom.id) in frame.asked and not are_enemies(state, priest, whom)
    return not are_enemies(state, priest, whom) and is_within(state, priest, whom, VENGEANCE)


def _cleave(state: State, frame: Attack, _active: str) -> list[Question]:
    """Who took its opponent out by an own melee attack, with another one in contact. [IST-TAL-02, IST-Q-89]"""
    attacker = get(state, frame.attacker)
    if frame.kind != "melee" or "cleave" not in attacker.talents or attacker.pos is None:
        return []
    if state.rules.cleave_limit == "once_per_turn" and attacker.used_this_turn.get("cleave"):
        return []
    killed = frame.exchanges[0].defender in frame.out
    return (
        [Question("cleave", attacker.id, frame.exchanges[0].defender, ("cleave",))]
        if killed and engaged_with(state, attacker.id)
        else []
    )


def _chain(state: State, frame: Attack, _active: str) -> list[Question]:
    """The caster of a Chained spell whose natural was even, while there is somebody left. [IST-SPELL-06, IST-Q-68]"""
    if frame.kind != "spell" or not spell_in(state, frame).chained or not frame.exchanges:
        return []
    if get(state, frame.attacker).pos is None or frame.origin == "into_melee":
        return []
    even = throw_of(frame, frame.exchanges[0]).natural % 2 == 0
    if not even or not chain_targets(state, frame):
        return []
    return [Question("chain", frame.attacker, frame.exchanges[0].target, ("chain",))]


_ASKED: dict[str, Callable[[State, Attack, str], list[Question]]] = {
    "first_strike": _first_strike,
    "shot_at": _shot_at,
    "evasive": _evasive,
    "spare": _spare,
    "all_you_got": _all_you_got,
    "cruel": _cruel,
    "challenge": _challenge,
    "vengeance": _vengeance,
    "cleave": _cleave,
    "chain": _chain,
}
"""Who may react to an attack, by the trigger; each is told the active model, "" outside any activation."""
