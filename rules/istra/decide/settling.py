"""What a settled attack does: damage of all winners at once, Core Stats, spell failure, who is out. [IST-DMG-03]"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from rules.istra.decide.harm import check_out, hurt, lose_core
from rules.istra.decide.rolling import IstRun, roll_die
from rules.istra.decide.targets import attack_stat, defence_stat, is_flanked, is_within, knows, spell_in, weapon_of
from rules.istra.decide.throws import number_to_reach, throw_of
from rules.istra.events import ConditionRemoved, DamageDealt, Healed, RaceAbilityUsed, SpellFailed, TalentUsed
from rules.istra.events.attacks import Use
from rules.istra.questions import are_enemies, armour, condition, engaged_with, get, on_board
from rules.istra.state import Attack, ConditionName, Exchange, Model, State
from rules.istra.tables import Core, spell_failure

EXTRA_RULE: dict[str, tuple[Use, str]] = {
    "power_attack": ("power_attack", "IST-TAL-03"),
    "smite": ("smite", "IST-TAL-07"),
    "lethal_hunter": ("lethal_hunter", "IST-TAL-22"),
}
"""Declared talents that add a d6 to the damage of a won attack."""
EXTRA, SMITE_LOST = 6, 3
VENGEANCE = 600
"""How near a friend is to be avenged. [IST-TAL-16]"""
FULL_DAMAGE = 12
"""From this natural on a Relentless model takes all of it. [IST-TAL-06]"""


class Blow(msgspec.Struct, frozen=True, gc=False):
    """Damage as it is about to be dealt, and which stat of the victim it costs a point (None: none)."""

    damage: DamageDealt
    costs: Core | None


def settle(run: IstRun, frame: Attack) -> Attack:
    """Deal all damage of an attack at once, then see who is out. Step 6 of an attack. [IST-Q-35, IST-Q-125]"""
    fumblers = _fumblers(run.state, frame)
    blows = [blow for one in frame.exchanges for blow in _blows(run, frame, one)]
    for model, stat in fumblers:
        lose_core(run, model, stat)
    killers: dict[str, str] = {}
    for blow in blows:
        _apply(run, blow)
        if blow.damage.final > 0:
            killers.setdefault(blow.damage.target, blow.damage.source)
    _fail_spell(run, frame)
    _use_up(run, frame)
    for one in run.state.models:
        if holds_on(one.id) in frame.asked:
            shrug_off(run, one.id)
    before = run.state
    out = check_out(run, killers={model: by for model, by in killers.items() if model != by})
    harmed = tuple(_with_harm(frame, one, blows) for one in frame.exchanges)
    return replace(frame, exchanges=harmed, out=out, asked=(*frame.asked, *_priests_beside(before, out)))


def _priests_beside(before: State, out: tuple[str, ...]) -> tuple[str, ...]:
    """What the attack remembers of the priests near each model that goes out. [IST-TAL-16]"""
    priests = [one for one in on_board(before) if knows(before, one, "domain_justice")]
    near = [(one.id, name) for name in out for one in priests if is_within(before, one, get(before, name), VENGEANCE)]
    return tuple(fell_near(priest, name) for priest, name in near if priest != name)


def fell_near(priest: str, name: str) -> str:
    """How an attack remembers that a model went out near a priest: it is off the table when the priest is asked."""
    return f"vengeance:{priest}:{name}"


def holds_on(model: str) -> str:
    """How an attack remembers that a Dwarf has answered before the damage; by house rule only. [IST-Q-86]"""
    return f"all_you_got:{model}:"


def sufferer(state: State, exchange: Exchange) -> str:
    """Who takes what the defender's roll let through: who rolled it, or by house rule the one shot at. [IST-Q-63]"""
    return exchange.defender if state.rules.shield_friend == "shielder_suffers" else exchange.target


def _with_harm(frame: Attack, exchange: Exchange, blows: list[Blow]) -> Exchange:
    dealt = [blow.damage for blow in blows]
    there = sum(
        d.final for d in dealt if d.source == frame.attacker and d.target in (exchange.defender, exchange.target)
    )
    back = sum(d.final for d in dealt if d.source == exchange.defender != frame.attacker)
    return replace(exchange, target_harm=there, attacker_harm=back)


# Who strikes whom


def _blows(run: IstRun, frame: Attack, exchange: Exchange) -> list[Blow]:
    """The damage of one combat roll: the attacker's, with its dice, then the defender's."""
    state = run.state
    deals_damage = frame.kind != "spell" or spell_in(state, frame).effect == "damage"
    blows: list[Blow] = []
    if frame.attacker in exchange.winners:
        blows += [_attackers_blow(run, frame, exchange)] if deals_damage else []
    elif "smite" in frame.declared and not exchange.spared:
        blows.append(_smite_anyway(run, frame, exchange))
    if strikes_back(state, frame, exchange):
        blows.append(_defenders_blow(state, frame, exchange))
    return [blow for blow in blows if blow is not None]


def strikes_back(state: State, frame: Attack, exchange: Exchange) -> bool:
    """Whether the defender damages the attacker: it has won in melee, or the attacker fumbled.

    [IST-MELEE-03, IST-SHOOT-04, IST-FUM-03, IST-Q-45..47]
    """
    if exchange.defender not in exchange.winners or exchange.defender == frame.attacker:
        return False
    if not exchange.fumble:
        return frame.kind == "melee"
    if frame.origin == "into_melee" or shoots_on(state, frame):
        return False
    if frame.kind != "melee" and state.rules.fumble_counter == "melee_only":
        return False
    if frame.point is None:
        return True
    own_roll = exchange.attack is not None and _is_foe(state, frame, exchange)
    return own_roll or exchange.target == _strongest_enemy(state, frame)


def _is_foe(state: State, frame: Attack, exchange: Exchange) -> bool:
    return are_enemies(state, get(state, frame.attacker), get(state, exchange.target))


def _strongest_enemy(state: State, frame: Attack) -> str:
    """The enemy in an area with the highest defence total; of equal ones the lowest id. [IST-Q-47]"""
    foes = [one for one in frame.exchanges if _is_foe(state, frame, one)]
    best = min(foes, key=lambda one: (-(one.defence.total if one.defence else 0), one.target), default=None)
    return best.target if best is not None else ""


def _fumblers(state: State, frame: Attack) -> list[tuple[str, Core]]:
    """Who loses a point for a fumble, and of which stat: of an area spell once. [IST-FUM-02, IST-Q-47]"""
    if shoots_on(state, frame) and state.rules.fumble_into_melee_replaces == "on":
        return []
    found: list[tuple[str, Core]] = []
    for one in frame.exchanges:
        if one.fumble and throw_of(frame, one).natural == 1 and frame.attacker not in one.winners:
            found.append((frame.attacker, attack_stat(frame)))
            if one.attack is None:
                return found
        elif one.fumble:
            found.append((one.defender, defence_stat(state, frame)))
    return found


def shoots_on(state: State, frame: Attack) -> bool:
    """Whether the fumble is replaced by an attack on an ally: by house rule, if there is one. [IST-FUM-04, IST-Q-46]"""
    return state.rules.fumble_into_melee_replaces == "on" and bool(allies_in_the_way(state, frame))


def allies_in_the_way(state: State, frame: Attack) -> tuple[str, ...]:
    """The allies who may be shot at after a fumble into melee, by ascending id. [IST-FUM-04, IST-Q-46, IST-Q-129]"""
    spells = state.rules.fumble_into_melee_spells == "on" and frame.point is None
    kinds = ("shoot", "spell") if spells else ("shoot",)
    if frame.kind not in kinds or not frame.into_melee or frame.origin in ("into_melee", "charged_shot"):
        return ()
    attacker, exchange = get(state, frame.attacker), frame.exchanges[0]
    if not exchange.fumble or attacker.pos is None or attacker.id in exchange.winners:
        return ()
    others = (get(state, other) for other in engaged_with(state, exchange.target))
    return tuple(one.id for one in others if one.id != attacker.id and not are_enemies(state, attacker, one))


# How much


def effective_armour(state: State, model: Model, piercing: int) -> int:
    """Armour less what pierces it: not below 0, but by house rule. [IST-WPN-02, IST-Q-33]"""
    left = armour(state, model) - piercing
    return left if state.rules.armour_below_zero == "on" else max(0, left)


def _attackers_blow(run: IstRun, frame: Attack, exchange: Exchange) -> Blow:
    """Total + damage_mod − armour, doubled, with extra dice, halved. [IST-DMG-03, IST-MELEE-05, IST-SHOOT-03]"""
    state, throw = run.state, throw_of(frame, exchange)
    victim = get(state, sufferer(state, exchange))
    weapon = None if frame.kind == "spell" else weapon_of(state, frame, get(state, frame.attacker))
    arms = (weapon.damage, weapon.piercing) if weapon is not None else (0, 0)
    extra = _extra_dice(run, frame, exchange)
    plain = _dealt(state, frame.attacker, victim, throw.total, arms, exchange.critical, extra)
    if is_halved(state, victim, throw.natural, throw.total) and frame.attacker != victim.id:
        plain = replace(plain, halved=True, final=plain.final // 2)
    return Blow(plain, defence_stat(state, frame))


def is_halved(state: State, victim: Model, natural: int, total: int) -> bool:
    """Whether a Relentless model takes half of an attack's damage. [IST-TAL-06, IST-Q-91]"""
    if "relentless" not in victim.talents:
        return False
    return (natural if state.rules.relentless == "natural" else total) < FULL_DAMAGE


def _defenders_blow(state: State, frame: Attack, exchange: Exchange) -> Blow:
    """What the defender deals who has won, or whose attacker fumbled. [IST-MELEE-03, IST-FUM-03, IST-Q-30, IST-Q-45]"""
    defence, attacker = exchange.defence, get(state, frame.attacker)
    assert defence is not None
    arms = (0, 0)
    if frame.kind == "melee":
        weapon = weapon_of(state, frame, get(state, exchange.defender))
        arms = weapon.damage, weapon.piercing
    dealt = _dealt(state, exchange.defender, attacker, defence.total, arms, exchange.critical, ())
    return Blow(replace(dealt, cause="fumble" if exchange.fumble else "attack"), attack_stat(frame))


def _dealt(
    state: State, source: str, victim: Model, total: int, arms: tuple[int, int], critical: bool, extra: tuple[int, ...]
) -> DamageDealt:
    """The pipeline down to the halving. `arms`: damage_mod, piercing. [IST-DMG-03, IST-CRIT-02, IST-Q-31, IST-Q-32]"""
    mod, piercing = arms
    shield = effective_armour(state, victim, piercing)
    base = max(0, total + mod - shield)
    more = sum(extra)
    final = base * (2 if critical else 1) + more * (2 if critical and state.rules.crit_doubles_extra == "on" else 1)
    return DamageDealt(
        source=source,
        target=victim.id,
        total=total,
        damage_mod=mod,
        armour=shield,
        base=base,
        doubled=critical,
        extra=extra,
        final=final,
    )


def _extra_dice(run: IstRun, frame: Attack, exchange: Exchange) -> tuple[int, ...]:
    """The dice of declared talents in the order declared, then of a Sneak attack. [IST-TAL-03, IST-Q-88, IST-TAL-17]"""
    named = [EXTRA_RULE[talent] for talent in frame.declared if talent in EXTRA_RULE]
    faces = [roll_die(run, frame.attacker, EXTRA, use, rule) for use, rule in named]
    if _sneaks(run.state, frame, exchange):
        run.emit(TalentUsed(model=frame.attacker, talent="sneak_attack", used=1, span="turn", left=0))
        faces.append(roll_die(run, frame.attacker, EXTRA, "sneak_attack", "IST-TAL-17"))
    return tuple(faces)


def _sneaks(state: State, frame: Attack, exchange: Exchange) -> bool:
    """Whether a melee attack is a Sneak attack: once a turn, with Flanked. [IST-TAL-17]"""
    attacker = get(state, frame.attacker)
    if frame.kind != "melee" or not knows(state, attacker, "sneak_attack"):
        return False
    return not attacker.used_this_turn.get("sneak_attack") and is_flanked(state, attacker, get(state, exchange.target))


def _smite_anyway(run: IstRun, frame: Attack, exchange: Exchange) -> Blow:
    """A lost Smite: 1d3, to health only and through armour. [IST-TAL-07, IST-Q-92]"""
    face, throw = roll_die(run, frame.attacker, SMITE_LOST, "smite", "IST-TAL-07"), throw_of(frame, exchange)
    victim = get(run.state, sufferer(run.state, exchange))
    halved = is_halved(run.state, victim, throw.natural, throw.total)
    return Blow(
        DamageDealt(
            source=frame.attacker,
            target=victim.id,
            total=0,
            damage_mod=0,
            armour=0,
            base=0,
            extra=(face,),
            halved=halved,
            final=face // 2 if halved else face,
            cause="smite",
        ),
        None,
    )


# Dealing it


def _apply(run: IstRun, blow: Blow) -> None:
    """Health, then one Core Stat point if there was any damage at all. [IST-MELEE-06, IST-CORE-03, IST-Q-37]"""
    dealt = blow.damage
    run.emit(dealt)
    hurt(run, dealt.target, dealt.final, dealt.cause, dealt.source)
    if dealt.final > 0 and blow.costs is not None:
        lose_core(run, dealt.target, blow.costs)


def _fail_spell(run: IstRun, frame: Attack) -> None:
    """A caster who has lost pays by the table, unarmoured. [IST-CAST-06..10, IST-Q-41, IST-Q-42]"""
    if frame.kind != "spell" or (frame.throw is None and not frame.exchanges):
        return
    for amount in _failures(run.state, frame):
        row = spell_failure(amount)
        if row is not None:
            run.emit(
                SpellFailed(caster=frame.attacker, spell=frame.spell, amount=amount, row=row.rule, damage=row.damage)
            )
            hurt(run, frame.attacker, row.damage, "spell_failure", frame.attacker)


def _failures(state: State, frame: Attack) -> list[int]:
    """By how much a cast failed: an area only when it beats nobody, against the lowest defence. [IST-Q-41]"""
    lost = [one for one in frame.exchanges if frame.attacker not in one.winners and not one.spared]
    short = [number_to_reach(state, frame, one) - throw_of(frame, one).total for one in lost]
    if not frame.exchanges and frame.throw is not None:
        return [spell_in(state, frame).tn - frame.throw.total]
    if state.rules.spell_failure_per_target == "on":
        return short
    return [min(short)] if short and len(lost) == len(frame.exchanges) else []


def use_ability(run: IstRun, model: str, ability: str) -> None:
    """A race ability's one use is spent. [IST-Q-72]"""
    run.emit(RaceAbilityUsed(model=model, ability=ability, used=get(run.state, model).used.get(ability, 0) + 1))


def shrug_off(run: IstRun, name: str) -> None:
    """A Dwarf regains health equal to its level, not above the full value; unhurt it keeps the use. [IST-RACE-22]"""
    model = get(run.state, name)
    new = min(model.health_max, model.health + model.level)
    if model.pos is None or new == model.health:
        return
    use_ability(run, name, "all_you_got")
    run.emit(Healed(model=name, old=model.health, new=new, source="all_you_got"))


def _use_up(run: IstRun, frame: Attack) -> None:
    """Conditions that were for one roll are over. [IST-TAL-13, IST-TAL-16, IST-Q-62]"""
    attack_spell = frame.kind == "spell" and spell_in(run.state, frame).defence is not None
    over: list[tuple[str, ConditionName, str]] = [(frame.attacker, "gathered_power", "")] if attack_spell else []
    over.extend((frame.attacker, "vengeance", one.target) for one in frame.exchanges)
    shot = {name for one in frame.exchanges for name in (one.target, one.defender)} if frame.kind == "shoot" else ()
    for name in sorted(shot):
        block = condition(get(run.state, name), "arrow_block")
        over += [(name, "arrow_block", "")] if block is not None and block.lasts == "used" else []
    for model, name, source in over:
        if condition(get(run.state, model), name, source) is not None:
            run.emit(ConditionRemoved(model=model, name=name, source=source))


# Who has hit and who has damaged whom


class Hit(NamedTuple):
    """Who has hit whom by an attack, and how hard."""

    by: str
    whom: str
    harm: int


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


def harms(state: State, frame: Attack) -> list[Hit]:
    """Who has damaged whom by an attack, a lost Smite included."""
    found: list[Hit] = []
    for one in frame.exchanges:
        found += [Hit(frame.attacker, sufferer(state, one), one.target_harm)] if one.target_harm > 0 else []
        found += [Hit(one.defender, frame.attacker, one.attacker_harm)] if one.attacker_harm > 0 else []
    return found
