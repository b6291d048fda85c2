"""Casting: at a model, a point, along a line; how a Chained spell leaps on. [IST-CAST-01..12, IST-SPELL-04..06]

A spell, from command to failure:

1. The command is judged: the action, the spell is known, its use is left: `cast`, `known_spell`, `check_free`.
2. It is aimed by its shape; whom it reaches: `aimed`.
3. What is seen of a target; by house rule the GM is asked first: `attacks.asks_sight`, `points.attacks.Sight`.
4. The action and the use are spent, hit or not; Abjuration covers a Wizard: `_abjure`, `begin`.
5. Where somebody has to defend, or a number to be reached, it is an attack, from the windows on: steps 2 to 6 in the
   head of `attacks`. Dice against a number: `throws.throw_attack`.
6. A caster who has lost pays by the table, with the damage of the attack: `settling.settle`.
7. A Chained spell whose natural was even leaps on: `points.attack_windows.Chain`, `chain`. Then step 5 again.
"""

from __future__ import annotations

from rules.istra.commands import Cast, React
from rules.istra.decide.actions import check_action, spend
from rules.istra.decide.attacks import asks_sight, check_enemy, check_in_play, check_range, check_sight
from rules.istra.decide.deploying import place_at
from rules.istra.decide.rolling import IstRun
from rules.istra.decide.targets import (
    chain_targets,
    distance_of,
    is_in_melee,
    leaps_from,
    look,
    spell_in,
    spell_reach,
    times_cast,
)
from rules.istra.events import ConditionAdded, SpellCast
from rules.istra.geometry.gaps import gap, spot
from rules.istra.geometry.lengths import inches
from rules.istra.geometry.sight import eye_of, ray, sees
from rules.istra.questions import are_enemies, base_of, bases, engaged_with, get, is_near, lasting, spell_of, table_of
from rules.istra.state import Attack, Condition, Exchange, Model, State
from rules.istra.tables import Spell
from rules.istra.terrain import Place, Point
from rules.kernel.errors import Refused

Aim = tuple[tuple[str, ...], Place | None, Point | None, int]
"""Whom a spell is cast at, its point or direction, and how far away that is."""


def cast(run: IstRun, order: Cast) -> None:
    """A Standard action: the use is spent, hit or not. [IST-CAST-01, IST-CAST-12]"""
    state, model = run.state, get(run.state, order.model)
    check_action(model, "standard")
    if state.rules.no_shooting_engaged == "on" and engaged_with(state, model.id):
        message = f"{model.id} is Engaged and by house rule cannot cast."
        raise Refused("engaged", message, "IST-Q-50", field="model", hint="Disengage first, or fight in melee.")
    spell = known_spell(state, model, order.spell)
    check_free(model, spell)
    aim = aimed(state, model, spell, order)
    if spell.shape == "target" and aim[0] and asks_sight(run, model.id, aim[0][0], order):
        return
    if spell.shape == "target":
        for foe in (get(state, target) for target in aim[0] if target != model.id):
            check_sight(state, model, foe)
    spend(run, model.id, "standard", "cast")
    _abjure(run, model, spell)
    begin(run, model, spell, aim)


def known_spell(state: State, model: Model, name: str) -> Spell:
    """The spell of that name; refused to who does not know it. [IST-CAST-01, IST-Q-71]"""
    spell = spell_of(state, name)
    if spell is None or model.class_ != "magic_user" or name not in model.spells:
        known = ", ".join(model.spells) if model.class_ == "magic_user" else ""
        message, hint = f"{model.id} does not know {name!r}.", f"It knows {known or 'no spell'}."
        raise Refused("spell_not_known", message, "IST-CAST-01", field="spell", hint=hint)
    return spell


def check_free(model: Model, spell: Spell) -> None:
    """Refuse a spell whose use limit is reached. [IST-CAST-12]"""
    if spell.usage != "at_will" and times_cast(model, spell):
        span = "this turn" if spell.usage == "once_per_turn" else "in this battle"
        message, hint = f"{model.id} has cast {spell.name} {span}.", "Cast another spell, or do something else."
        raise Refused("spell_used", message, "IST-CAST-12", field="spell", hint=hint)


def _abjure(run: IstRun, model: Model, spell: Spell) -> None:
    """A Wizard's armour, from the declaration on. [IST-TAL-10, IST-Q-94]"""
    if "abjuration" in model.talents and spell.usage == "once_per_battle":
        shell = Condition("abjured", lasts=lasting(run.state.rules, "abjured"))
        run.emit(ConditionAdded(model=model.id, condition=shell))


def begin(run: IstRun, model: Model, spell: Spell, aim: Aim) -> None:
    """The cast is declared. Nobody to hit: the spell is spent without a roll. [IST-CAST-01, IST-SPELL-05]"""
    targets, point, direction, distance = aim
    seen = look(run.state, model, get(run.state, targets[0])) if spell.shape == "target" and targets else None
    frame = Attack(
        kind="spell",
        attacker=model.id,
        exchanges=tuple(Exchange(target, target) for target in targets),
        spell=spell.name,
        distance=distance,
        cover=seen is not None and seen.cover,
        into_melee=_into_melee(run.state, model, spell, targets),
        point=point,
        direction=direction,
        chained=targets if spell.chained else (),
    )
    _tell(run, frame, spell, times_cast(model, spell) + 1)
    if seen is not None:
        run.emit(seen)
    if targets or spell.defence is None:
        run.push(frame)


def _tell(run: IstRun, frame: Attack, spell: Spell, used: int) -> None:
    """Put a cast on record. [IST-CAST-12]"""
    run.emit(
        SpellCast(
            caster=frame.attacker,
            spell=spell.name,
            usage=spell.usage,
            used=used,
            targets=tuple(one.target for one in frame.exchanges),
            point=frame.point,
            direction=frame.direction,
            distance=frame.distance,
            chained=frame.origin == "chain",
        )
    )


def _into_melee(state: State, model: Model, spell: Spell, targets: tuple[str, ...]) -> bool:
    """Whether any target of an attack spell is in melee. [IST-ADV-08, IST-Q-69]"""
    return spell.defence is not None and any(is_in_melee(state, model, get(state, target)) for target in targets)


# Aiming


def aimed(state: State, model: Model, spell: Spell, order: Cast) -> Aim:
    """Whom the spell reaches, by its shape; refused where it can reach nobody or nothing."""
    if spell.shape == "point":
        return _at_point(state, model, spell, order)
    if spell.shape == "line":
        return _on_line(state, model, spell, order)
    return _at_target(state, model, spell, order)


def _at_point(state: State, model: Model, spell: Spell, order: Cast) -> Aim:
    """Everybody near a point in range and sight. [IST-SPELL-04, IST-Q-69]"""
    if order.point is None:
        hint = "Give the point as [x, y] or [x, y, z]."
        raise Refused("no_target", f"{spell.name} must be cast at a point.", spell.rule, field="point", hint=hint)
    point, table = _on_the_ground(state, order.point), table_of(state)
    middle, caster = spot(point), base_of(model)
    hit = tuple(one.id for one in bases(state) if is_near(state, middle, one, spell.radius))
    if not hit:
        hint = f"Name a point within {inches(spell.radius)} of somebody."
        raise Refused("no_target", "Nobody would be in the area.", "IST-Q-69", field="point", hint=hint)
    if not is_near(state, caster, middle, spell.range):
        hint = f"It is {inches(gap(caster, middle))} away; {inches(spell.range)} is in range."
        raise Refused("out_of_range", "That point is out of range.", "IST-CAST-01", field="point", hint=hint)
    if not sees(table, eye_of(caster), point):
        message, hint = f"{model.id} does not see that point.", "Name a point that it sees."
        raise Refused("no_line_of_sight", message, "IST-SIGHT-02", field="point", hint=hint)
    return hit, point, None, gap(caster, middle)


def _on_the_ground(state: State, point: tuple[int, ...]) -> Place:
    """A point with its height: what is there, where none is given."""
    x, y = point[0], point[1]
    if not (0 <= x <= state.board.width and 0 <= y <= state.board.depth):
        hint = "Name a point on the table."
        raise Refused("out_of_range", "That point is off the table.", "IST-CAST-01", field="point", hint=hint)
    return place_at(table_of(state), point)


LONGEST = 1_000_000


def _on_line(state: State, model: Model, spell: Spell, order: Cast) -> Aim:
    """The first model on a line, friend or foe. [IST-SPELL-05, IST-Q-03, IST-Q-70]"""
    if order.direction is None or order.direction == (0, 0) or max(map(abs, order.direction)) > LONGEST:
        message, hint = f"{spell.name} must be cast in a direction.", "Give it as [dx, dy], not both 0."
        raise Refused("no_target", message, spell.rule, field="direction", hint=hint)
    caster = base_of(model)
    by_edges = state.rules.measure == "edges"
    far = spell.range if by_edges else spell.range - caster.radius
    reached = tuple(one for one in bases(state) if by_edges or is_near(state, caster, one, spell.range))
    found = ray(table_of(state), caster, order.direction, far, reached)
    hit = (found.hit,) if found.hit else ()
    distance = distance_of(state, model, get(state, found.hit)) if found.hit else spell.range
    return hit, None, order.direction, distance


def _at_target(state: State, model: Model, spell: Spell, order: Cast) -> Aim:
    """One model in range; an attack spell only at an enemy. [IST-CAST-01, IST-Q-116]"""
    if order.target is None:
        if spell.defence is None:
            return (), None, None, 0
        hint = "Name its target."
        raise Refused("no_target", f"{spell.name} must be cast at a model.", spell.rule, field="target", hint=hint)
    target = get(state, order.target, "target")
    check_in_play(target, "target")
    if (spell.defence is not None or spell.effect == "damage") and not are_enemies(state, model, target):
        message = f"{target.id} is a friend."
        raise Refused("friendly_target", message, "IST-Q-116", field="target", hint="Name an enemy.")
    check_range(state, model, target, spell_reach(state, model, target, spell), "IST-CAST-01")
    return (target.id,), None, None, distance_of(state, model, target)


# Chained


def chain(run: IstRun, frame: Attack, target: str | None) -> None:
    """The spell leaps to another target, with dice of its own and at no cost. [IST-SPELL-06, IST-Q-68]"""
    _leap(run, frame, check_leap(run.state, frame, target))


def check_leap(state: State, frame: Attack, target: str | None) -> Model:
    """Whom the spell leaps to; refused where it cannot. [IST-SPELL-06, IST-Q-68]"""
    if target is None:
        message, hint = "Name whom the spell leaps to.", "See pending, or pass."
        raise Refused("no_target", message, "IST-SPELL-06", field="target", hint=hint)
    foe, start, spell = get(state, target, "target"), leaps_from(state, frame), spell_in(state, frame)
    if target in frame.chained:
        message = f"This casting has already attacked {target}."
        raise Refused(
            "target_already_chained", message, "IST-Q-68", field="target", hint="Name another enemy, or pass."
        )
    check_enemy(state, get(state, frame.attacker), foe, "target")
    check_range(state, start, foe, spell_reach(state, start, foe, spell), "IST-Q-68")
    if target not in chain_targets(state, frame):
        message, hint = f"{target} is not seen from {start.id}.", "See pending, or pass."
        raise Refused("no_line_of_sight", message, "IST-Q-68", field="target", hint=hint)
    return foe


def asks_leap(run: IstRun, frame: Attack, order: React) -> bool:
    """House rule: whether the GM is asked first what is seen of whom the spell leaps to. [IST-Q-04, IST-Q-68]"""
    foe = check_leap(run.state, frame, order.target)
    return asks_sight(run, leaps_from(run.state, frame).id, foe.id, order)


def _leap(run: IstRun, frame: Attack, foe: Model) -> None:
    """The next attack of a casting; its use is spent already."""
    caster, start, spell = get(run.state, frame.attacker), leaps_from(run.state, frame), spell_in(run.state, frame)
    seen = look(run.state, start, foe)
    leap = Attack(
        kind="spell",
        attacker=caster.id,
        exchanges=(Exchange(foe.id, foe.id),),
        origin="chain",
        spell=spell.name,
        distance=distance_of(run.state, start, foe),
        cover=seen.cover,
        into_melee=is_in_melee(run.state, caster, foe),
        chained=(*frame.chained, foe.id),
    )
    _tell(run, leap, spell, times_cast(caster, spell))
    run.emit(seen)
    run.push(leap)
