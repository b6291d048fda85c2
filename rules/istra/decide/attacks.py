"""Attacks: Melee, Shoot, Whirlwind, Charged shot, and what follows on one.

An attack, from command to wound (the catalogue's "Order inside one attack"):

1. The command is judged: the action, contact or range and sight, the load, declared talents: `melee`, `shoot`,
   `whirlwind`, `charged_shot`; by house rule the GM is asked what is seen: `asks_sight`, `points.attacks.Sight`. The
   action is spent, the attack declared: `declaring.strike`, `declaring.fire`. Spells: the head of `spells`.
2. Windows before the dice, opened by `points.attacks.Attack`: First strike, Arrow block, Shield friend
   (`points.attack_windows`). Who is gone by then neither attacks nor is attacked: `has_lapsed`.
3. Dice, the attacker's first: `carry_on`, `throws.throw_attack`. What goes into them: `targets.attack_toss`,
   `targets.defence_toss`; their chances: `rolling`.
4. Criticals, fumbles, who wins: `throws.settled`.
5. Windows when the dice lie: Evasive, by house rule Spare (`points.attack_windows`).
6. Extra dice, the damage of all winners at once, Core Stats, spell failure, who is out: `settling.settle`, `harm`.
7. Windows after the damage: All you got, Cruel, Challenge, Vengeance, Cleave, Chain (`points.attack_windows`).
8. A fumbled shot into melee goes on against an ally: `_go_astray`, `points.attacks.FumbleAlly`, `hit_ally`. The next
   attack of a series begins at step 2: `continue_series`.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.istra.commands import Cast, Melee, React, Shoot, Whirlwind
from rules.istra.decide.actions import check_action, spend
from rules.istra.decide.declaring import check_declared, check_talent, fire, strike, use_talent_once
from rules.istra.decide.rolling import IstRun, roll_die, seat_of
from rules.istra.decide.settling import allies_in_the_way, settle
from rules.istra.decide.targets import (
    TWO_INCHES,
    distance_of,
    is_in_melee,
    is_loaded,
    is_unsaid,
    is_within,
    look,
    near_enemies,
    reach_of,
    spell_in,
    times_cast,
    word_on,
)
from rules.istra.decide.throws import throw_attack
from rules.istra.decide.travelling import may_charge
from rules.istra.events import ConditionAdded, ReactionUsed, SpellCast
from rules.istra.geometry.lengths import inches
from rules.istra.questions import are_enemies, engaged_with, get, on_board
from rules.istra.state import Activation, AllyChoice, Attack, Condition, Exchange, Model, Series, SightAsked, State
from rules.istra.tables import RANGED, WEAPONS
from rules.kernel.errors import Refused
from rules.kernel.reading import plain

# Melee


def melee(run: IstRun, order: Melee) -> None:
    """A Standard action against a model in contact; by a draft talent two attacks. [IST-MELEE-01, IST-TAL-20]"""
    model = get(run.state, order.model)
    check_action(model, "standard")
    for name, field in ((order.target, "target"), (order.second, "second")):
        if name is not None:
            check_contact(run.state, model, name, field)
    if order.second is not None:
        check_talent(run.state, model, "double_melee", "second")
    check_declared(run.state, model, order.declare, "melee")
    spend(run, model.id, "standard", "melee")
    if order.second is not None:
        use_talent_once(run, model.id, "double_melee")
        run.push(Series(model=model.id, kind="melee", origin="double", targets=(order.second,)))
    strike(run, model.id, order.target, order.declare)


def check_contact(state: State, model: Model, target: str, field: str = "target") -> None:
    """Refuse a melee target that the model is not Engaged with. [IST-MELEE-01]"""
    foe = get(state, target, field)
    if foe.id not in engaged_with(state, model.id):
        message = f"{model.id} is not in contact with {target}."
        friend = not are_enemies(state, model, foe)
        hint = "A friend cannot be attacked (IST-Q-116)." if friend else "Move into contact first."
        raise Refused("not_in_contact", message, "IST-MELEE-01", field=field, hint=hint)


def whirlwind(run: IstRun, order: Whirlwind) -> None:
    """Once per battle: a separate Melee attack against each enemy within 2", in the order named.

    [IST-TAL-05, IST-Q-88, IST-Q-90]
    """
    model = get(run.state, order.model)
    check_action(model, "standard")
    check_talent(run.state, model, "whirlwind", "model")
    check_declared(run.state, model, order.declare, "melee")
    check_order(run.state, model, order.order)
    spend(run, model.id, "standard", "whirlwind")
    use_talent_once(run, model.id, "whirlwind")
    run.push(Series(model=model.id, kind="melee", origin="whirlwind", targets=order.order, declared=order.declare))


def check_order(state: State, model: Model, order: tuple[str, ...]) -> None:
    """Refuse an order of a Whirlwind that does not name every enemy within 2" once. [IST-TAL-05]"""
    for place, name in enumerate(order):
        field, foe = f"order[{place}]", get(state, name, f"order[{place}]")
        check_in_play(foe, field)
        if not are_enemies(state, model, foe):
            hint = "Name enemies only."
            raise Refused("friendly_target", f"{name} is a friend.", "IST-Q-116", field=field, hint=hint)
        if not is_within(state, model, foe, TWO_INCHES):
            message, hint = f'{name} is more than 2" away.', "Leave it out."
            raise Refused("out_of_range", message, "IST-TAL-05", field=field, hint=hint)
    near = [foe.id for foe in near_enemies(state, model, TWO_INCHES)]
    if not near or sorted(order) != near:
        code = "bad_order" if near else "no_target"
        message = f'The enemies within 2", each once: {", ".join(near) or "nobody"}.'
        raise Refused(code, message, "IST-TAL-05", field="order", hint="Name all of them, in any order.")


def continue_series(run: IstRun, frame: Series) -> None:
    """The next attack of a series; over when its model is gone or nobody is left. [IST-Q-90]"""
    here = {one.id for one in on_board(run.state)}
    targets = tuple(name for name in frame.targets if name in here)
    if frame.model not in here or not targets:
        run.pop()
        return
    if frame.kind == "shoot" and asks_sight(run, frame.model, targets[0]):
        return
    run.advance(replace(frame, targets=targets[1:], declared=()))
    if frame.kind == "shoot":
        _fire_next(run, frame, targets[0])
    elif frame.origin == "whirlwind" or targets[0] in engaged_with(run.state, frame.model):
        strike(run, frame.model, targets[0], frame.declared, frame.origin, frame.throw)


def _fire_next(run: IstRun, frame: Series, target: str) -> None:
    """The next shot of a series, if a weapon is in hand and the target seen; an ally is hit unseen. [IST-Q-46]"""
    model = get(run.state, frame.model)
    if model.active_weapon not in RANGED:
        return
    seen = look(run.state, model, get(run.state, target))
    if seen.los or frame.origin == "into_melee":
        fire(run, frame.model, target, frame.declared, frame.origin)
    else:
        run.emit(seen)


# Shoot


def shoot(run: IstRun, order: Shoot) -> None:
    """A Standard action with a loaded ranged weapon at an enemy in range and sight. [IST-SHOOT-01, IST-TAL-21]"""
    state, model = run.state, get(run.state, order.model)
    check_action(model, "standard")
    if state.rules.no_shooting_engaged == "on" and engaged_with(state, model.id):
        message = f"{model.id} is Engaged and by house rule cannot shoot."
        raise Refused("engaged", message, "IST-Q-50", field="model", hint="Disengage first, or fight in melee.")
    if order.second is not None:
        check_talent(state, model, "double_ranged", "second")
    check_declared(state, model, order.declare, "shoot")
    check_weapon(model)
    if order.second is not None and model.active_weapon != "bow":
        hint = "Shoot once, or switch to a bow first."
        raise Refused("no_ranged_weapon", "Two shots need a bow.", "IST-TAL-21", field="second", hint=hint)
    targets = [(order.target, "target")] + ([(order.second, "second")] if order.second is not None else [])
    for name, field in targets:
        check_in_reach(state, model, name, field)
    if any(asks_sight(run, model.id, name, order) for name, _ in targets):
        return
    for name, field in targets:
        check_sight(state, model, get(state, name), field)
    spend(run, model.id, "standard", "shoot")
    if order.second is not None:
        use_talent_once(run, model.id, "double_ranged")
        run.push(Series(model=model.id, kind="shoot", origin="double", targets=(order.second,)))
    fire(run, model.id, order.target, order.declare)


def check_weapon(model: Model) -> None:
    """Refuse a shot without a loaded ranged weapon in hand. [IST-SHOOT-01, IST-Q-54]"""
    if model.active_weapon not in RANGED:
        message = f"{model.id} has no ranged weapon in hand."
        raise Refused("no_ranged_weapon", message, "IST-SHOOT-01", field="model", hint="Switch weapon first.")
    if not is_loaded(model, model.active_weapon):
        message = f"The {model.active_weapon} of {model.id} is not loaded."
        raise Refused("not_loaded", message, "IST-SHOOT-01", field="model", hint="Load it first.")


def check_in_play(model: Model, field: str) -> None:
    """Refuse a target that is not on the board. [IST-TURN-04]"""
    if model.pos is None:
        message, hint = f"{model.id} is not on the board.", "Name a model that is."
        raise Refused("model_not_in_play", message, "IST-TURN-04", field=field, hint=hint)


def check_in_reach(state: State, model: Model, target: str, field: str) -> None:
    """Refuse a friend, or a target out of range. [IST-Q-116, IST-SHOOT-01, IST-SIGHT-02, IST-SIGHT-07]"""
    foe = get(state, target, field)
    check_enemy(state, model, foe, field)
    check_range(state, model, foe, reach_of(state, model, foe, WEAPONS[model.active_weapon]), "IST-SIGHT-07", field)


def check_enemy(state: State, model: Model, foe: Model, field: str) -> None:
    """Refuse a target that is not on the board, or a friend. [IST-TURN-04, IST-Q-116]"""
    check_in_play(foe, field)
    if not are_enemies(state, model, foe):
        raise Refused("friendly_target", f"{foe.id} is a friend.", "IST-Q-116", field=field, hint="Name an enemy.")


def check_range(state: State, start: Model, target: Model, reach: int, rule: str, field: str = "target") -> None:
    """Refuse a target that is farther away than something reaches. [IST-SIGHT-07, IST-CAST-01, IST-Q-68]"""
    if not is_within(state, start, target, reach):
        how_far = f"It is {inches(distance_of(state, start, target))} away; {inches(reach)} is in range."
        raise Refused("out_of_range", f"{target.id} is out of range.", rule, field=field, hint=how_far)


def check_sight(state: State, model: Model, foe: Model, field: str = "target") -> None:
    """Refuse a target that is not seen. [IST-SIGHT-02, IST-SIGHT-05]"""
    if not look(state, model, foe).los:
        message, hint = f"{model.id} does not see {foe.id}.", "Move to where it can be seen, or name another model."
        raise Refused("no_line_of_sight", message, "IST-SIGHT-02", field=field, hint=hint)


def asks_sight(run: IstRun, attacker: str, target: str, order: Shoot | Cast | React | None = None) -> bool:
    """House rule: whether the GM is asked what is seen first; then the command, or the series, waits. [IST-Q-04]"""
    if not is_unsaid(run.state, attacker, target):
        return False
    run.push(SightAsked(attacker=attacker, target=target, command={} if order is None else plain(order)))
    return True


# Charged shot


def charged_shot(run: IstRun, order: React, mover: str, farthest: int) -> None:
    """A shot at who has just come into contact, from the range chosen. [IST-REACT-01..07, IST-Q-64, IST-Q-132]"""
    shooter = order.model
    if not may_charge(run.state, shooter):
        raise _cannot_charge(shooter)
    check_declared(run.state, get(run.state, shooter), order.declare, "shoot")
    if order.range is None or not 0 <= order.range <= farthest:
        message = f"The range is 0 to {farthest} hundredths of an inch: where the movement began."
        raise Refused("bad_range", message, "IST-REACT-04", field="range", hint="Name one of these.")
    run.emit(ReactionUsed(model=shooter, reaction="charged_shot", against=mover))
    spend(run, shooter, "move", "charged_shot")
    spend(run, shooter, "standard", "charged_shot")
    penalty = Condition("defence_penalty", source=mover, lasts="activation_of_source")
    run.emit(ConditionAdded(model=shooter, condition=penalty))
    fire(run, shooter, mover, order.declare, "charged_shot", order.range)


def check_charge(state: State, shooter: str) -> None:
    """Refuse a Charged shot for want of an action or a load: then no window opens. [IST-REACT-02]"""
    model = get(state, shooter)
    mover = next((get(state, one.model) for one in state.agenda if isinstance(one, Activation)), None)
    met = mover is not None and mover.moved and mover.id in engaged_with(state, shooter)
    if met and model.active_weapon in RANGED and not may_charge(state, shooter):
        raise _cannot_charge(shooter)


def _cannot_charge(shooter: str) -> Refused:
    message = f"{shooter} needs a loaded weapon in hand, both actions, and not to have acted yet."
    hint = "Pass if a window is open; else do something else."
    return Refused("reaction_not_available", message, "IST-REACT-02", field="model", hint=hint)


# One attack


def carry_on(run: IstRun, frame: Attack) -> None:
    """What follows on the windows of an attack's stage: the dice, the damage, the end."""
    if frame.stage == "declared":
        _throw(run, frame)
    elif frame.stage == "rolled":
        run.advance(replace(settle(run, frame), stage="damaged"))
    elif frame.stage == "damaged":
        run.advance(replace(frame, stage="over"))
    else:
        run.pop()
        _go_astray(run, frame)


def has_lapsed(state: State, frame: Attack) -> bool:
    """Whether who should attack or be attacked is gone before the dice. [IST-REACT-10]"""
    if frame.stage != "declared":
        return False
    models = [frame.attacker, *(one.defender for one in frame.exchanges)]
    return any(get(state, model).pos is None for model in models)


def _throw(run: IstRun, frame: Attack) -> None:
    """The dice; by house rule those of a Whirlwind's first attack hold for all. [IST-Q-90]"""
    if _is_unseen(run, frame):
        run.pop()
        return
    thrown = throw_attack(run, run.agenda[-1])
    run.advance(replace(thrown, stage="rolled"))
    below = run.agenda[-2]
    if isinstance(below, Series) and frame.origin == "whirlwind" and run.state.rules.whirlwind_roll == "one":
        run.agenda[-2] = replace(below, throw=thrown.throw)


def _is_unseen(run: IstRun, frame: Attack) -> bool:
    """Hear what was said of the sight since the declaration; whether nothing is seen after all. [IST-D-15]"""
    if not needs_sight(frame):
        return False
    target = frame.exchanges[0].target
    if word_on(run.state, frame.attacker, target) is None:
        return False
    seen = look(run.state, get(run.state, frame.attacker), get(run.state, target))
    run.emit(seen)
    run.advance(replace(frame, cover=seen.cover))
    return not seen.los


def needs_sight(frame: Attack) -> bool:
    """Whether an attack goes by what its attacker sees of one target: a Charged shot has its sight given, a spell at
    a point or along a line needs none of whom it hits. [IST-REACT-05, IST-SPELL-04, IST-SPELL-05]
    """
    if frame.kind == "melee" or not frame.exchanges or frame.origin == "charged_shot":
        return False
    return frame.point is None and frame.direction is None


def _go_astray(run: IstRun, frame: Attack) -> None:
    """A shot into melee that was a fumble goes on against an ally. [IST-FUM-04, IST-Q-46, IST-Q-129]"""
    allies = allies_in_the_way(run.state, frame)
    if not allies:
        return
    target = frame.exchanges[0].target
    if len(allies) > 1 and run.state.rules.fumble_ally == "opponent_chooses":
        seat = seat_of(run.state, get(run.state, target))
        run.push(AllyChoice(attacker=frame.attacker, target=target, allies=allies, seat=seat, spell=frame.spell))
        return
    place = roll_die(run, frame.attacker, len(allies), "fumble_ally", "IST-FUM-04") - 1 if len(allies) > 1 else 0
    hit_ally(run, frame.attacker, allies[place], frame.spell)


def hit_ally(run: IstRun, attacker: str, ally: str, spell: str = "") -> None:
    """The attack is rolled again against an ally: new dice, no windows before them. [IST-Q-46, IST-Q-129]"""
    if any(get(run.state, name).pos is None for name in (attacker, ally)):
        return
    if not spell:
        run.push(Series(model=attacker, kind="shoot", origin="into_melee", targets=(ally,)))
        return
    model, friend = get(run.state, attacker), get(run.state, ally)
    seen, apart = look(run.state, model, friend), distance_of(run.state, model, friend)
    hit = Attack(kind="spell", attacker=attacker, exchanges=(Exchange(ally, ally),), origin="into_melee", spell=spell)
    row = spell_in(run.state, hit)
    used = times_cast(model, row)
    run.emit(SpellCast(caster=attacker, spell=spell, usage=row.usage, used=used, targets=(ally,), distance=apart))
    run.emit(seen)
    into_melee = is_in_melee(run.state, model, friend)
    run.push(replace(hit, distance=apart, cover=seen.cover, into_melee=into_melee))
