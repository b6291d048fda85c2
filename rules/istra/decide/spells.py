"""Casting: at a model, a point, along a line; how a Chained spell leaps on. [IST-CAST-01..12, IST-SPELL-04..06]"""

from __future__ import annotations

from rules.istra.commands import Cast
from rules.istra.decide.actions import check_action, spend
from rules.istra.decide.attacks import check_in_play
from rules.istra.decide.measuring import is_near
from rules.istra.decide.rolling import IstRun
from rules.istra.decide.targets import (
    chain_targets,
    distance_of,
    is_in_melee,
    is_within,
    look,
    spell_in,
    spell_reach,
    word_on,
)
from rules.istra.events import ConditionAdded, SpellCast
from rules.istra.geometry.gaps import gap, spot
from rules.istra.geometry.sight import eye_of, ray, sees
from rules.istra.geometry.table import highest_surface
from rules.istra.questions import are_enemies, base_of, bases, engaged_with, get, spell_of, table_of
from rules.istra.state import Attack, Condition, Exchange, Model, SightAsked, State
from rules.istra.tables import Spell
from rules.istra.terrain import Place, Point
from rules.kernel.errors import Refused
from rules.kernel.reading import plain

Aim = tuple[tuple[str, ...], Place | None, Point | None, int]
"""Whom a spell is cast at, its point or direction, and how far away that is."""


def cast(run: IstRun, order: Cast) -> None:
    """A Standard action: the use is spent, hit or not. [IST-CAST-01, IST-CAST-12]"""
    state, model = run.state, get(run.state, order.model)
    check_action(model, "standard")
    if state.rules.no_shooting_engaged == "on" and engaged_with(state, model.id):
        raise Refused("engaged", f"{model.id} is Engaged, and by house rule cannot cast.", "IST-Q-50", field="model")
    spell = known_spell(state, model, order.spell)
    check_free(model, spell)
    aim = _aimed(state, model, spell, order)
    if spell.shape == "target" and aim[0] and _asks_sight(run, order, model, aim[0][0]):
        return
    if spell.shape == "target":
        _check_seen(state, model, aim[0])
    spend(run, model.id, "standard", "cast")
    _abjure(run, model, spell)
    begin(run, model, spell, aim)


def known_spell(state: State, model: Model, name: str) -> Spell:
    """The spell of that name; refused to who does not know it. [IST-CAST-01, IST-Q-71]"""
    spell = spell_of(state, name)
    if spell is None or model.class_ != "magic_user" or name not in model.spells:
        raise Refused("spell_not_known", f"{model.id} does not know {name!r}.", "IST-CAST-01", field="spell")
    return spell


def check_free(model: Model, spell: Spell) -> None:
    """Refuse a spell whose use limit is reached. [IST-CAST-12]"""
    if spell.usage != "at_will" and times_cast(model, spell):
        span = "this turn" if spell.usage == "once_per_turn" else "in this battle"
        raise Refused("spell_used", f"{model.id} has cast {spell.name} {span}.", "IST-CAST-12", field="spell")


def times_cast(model: Model, spell: Spell) -> int:
    """How often a spell was cast in its span."""
    return (model.used_this_turn if spell.usage == "once_per_turn" else model.used).get(spell.name, 0)


def _abjure(run: IstRun, model: Model, spell: Spell) -> None:
    """A Wizard's armour, from the declaration on. [IST-TAL-10, IST-Q-94]"""
    if "abjuration" in model.talents and spell.usage == "once_per_battle":
        own = run.state.rules.abjuration_lasts == "own_activation"
        shell = Condition("abjured", lasts="next_activation" if own else "turn")
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


def _aimed(state: State, model: Model, spell: Spell, order: Cast) -> Aim:
    """Whom the spell reaches, by its shape; refused where it can reach nobody or nothing."""
    if spell.shape == "point":
        return _at_point(state, model, spell, order)
    if spell.shape == "line":
        return _on_line(state, model, spell, order)
    return _at_target(state, model, spell, order)


def _at_point(state: State, model: Model, spell: Spell, order: Cast) -> Aim:
    """Everybody near a point in range and sight. [IST-SPELL-04, IST-Q-69]"""
    if order.point is None:
        raise Refused("no_target", f"{spell.name} is cast at a point.", spell.rule, field="point")
    point, table = _on_the_ground(state, order.point), table_of(state)
    middle, caster = spot(point), base_of(model)
    hit = tuple(one.id for one in bases(state) if is_near(state, middle, one, spell.radius))
    if not hit:
        raise Refused("no_target", "Nobody would be in the area.", "IST-Q-69", field="point")
    if not is_near(state, caster, middle, spell.range):
        raise Refused("out_of_range", "That point is out of range.", "IST-CAST-01", field="point")
    if not sees(table, eye_of(caster), point):
        raise Refused("no_line_of_sight", f"{model.id} does not see that point.", "IST-SPELL-04", field="point")
    return hit, point, None, gap(caster, middle)


def _on_the_ground(state: State, point: tuple[int, ...]) -> Place:
    """A point with its height: what is there, where none is given."""
    x, y = point[0], point[1]
    if not (0 <= x <= state.board.width and 0 <= y <= state.board.depth):
        raise Refused("out_of_range", "That point is off the table.", "IST-CAST-01", field="point")
    if len(point) == 3:
        return x, y, point[2]
    return x, y, highest_surface(table_of(state), (x, y)) or 0


LONGEST = 1_000_000


def _on_line(state: State, model: Model, spell: Spell, order: Cast) -> Aim:
    """The first model on a line, friend or foe. [IST-SPELL-05, IST-Q-70]"""
    if order.direction is None or order.direction == (0, 0) or max(map(abs, order.direction)) > LONGEST:
        raise Refused("no_target", f"{spell.name} is cast in a direction.", spell.rule, field="direction")
    caster = base_of(model)
    found = ray(table_of(state), caster, order.direction, spell.range, bases(state))
    hit = (found.hit,) if found.hit else ()
    distance = distance_of(state, model, get(state, found.hit)) if found.hit else spell.range
    return hit, None, order.direction, distance


def _at_target(state: State, model: Model, spell: Spell, order: Cast) -> Aim:
    """One model in range; an attack spell only at an enemy. [IST-CAST-01, IST-Q-116]"""
    if order.target is None:
        if spell.defence is None:
            return (), None, None, 0
        raise Refused("no_target", f"{spell.name} is cast at a model.", spell.rule, field="target")
    target = get(state, order.target, "target")
    check_in_play(target, "target")
    if (spell.defence is not None or spell.effect == "damage") and not are_enemies(state, model, target):
        raise Refused("friendly_target", f"{target.id} is a friend.", "IST-Q-116", field="target")
    if not is_within(state, model, target, spell_reach(state, model, target, spell)):
        raise Refused("out_of_range", f"{target.id} is out of range.", "IST-CAST-01", field="target")
    return (target.id,), None, None, distance_of(state, model, target)


def _check_seen(state: State, model: Model, targets: tuple[str, ...]) -> None:
    """Refuse a target that the caster does not see; itself it always does. [IST-SIGHT-02]"""
    for target in targets:
        if target != model.id and not look(state, model, get(state, target)).los:
            raise Refused("no_line_of_sight", f"{model.id} does not see {target}.", "IST-SIGHT-02", field="target")


def _asks_sight(run: IstRun, order: Cast, model: Model, target: str) -> bool:
    """House rule: whether the GM is asked what is seen first. [IST-Q-04]"""
    if run.state.rules.sight == "computed" or word_on(run.state, model.id, target) is not None:
        return False
    run.push(SightAsked(attacker=model.id, target=target, command=plain(order)))
    return True


# Chained


def chain(run: IstRun, frame: Attack, target: str | None) -> None:
    """The spell leaps to another target, with dice of its own and at no cost. [IST-SPELL-06, IST-Q-68]"""
    if target is None:
        raise Refused("no_target", "Name whom the spell leaps to.", "IST-SPELL-06", field="target")
    foe, caster, spell = get(run.state, target, "target"), get(run.state, frame.attacker), spell_in(run.state, frame)
    check_in_play(foe, "target")
    if target in frame.chained:
        message = f"This casting has attacked {target} already."
        raise Refused("target_already_chained", message, "IST-Q-68", field="target")
    if not are_enemies(run.state, caster, foe):
        raise Refused("friendly_target", f"{target} is a friend.", "IST-Q-116", field="target")
    if target not in chain_targets(run.state, frame):
        last = get(run.state, frame.exchanges[-1].target)
        start = last if run.state.rules.chain_from == "last_target" and last.pos is not None else caster
        near = is_within(run.state, start, foe, spell_reach(run.state, start, foe, spell))
        code = "no_line_of_sight" if near else "out_of_range"
        raise Refused(code, f"The spell cannot leap to {target}.", "IST-Q-68", field="target")
    _leap(run, frame, caster, foe, spell)


def _leap(run: IstRun, frame: Attack, caster: Model, foe: Model, spell: Spell) -> None:
    """The next attack of a casting; its use is spent already."""
    seen = look(run.state, caster, foe)
    leap = Attack(
        kind="spell",
        attacker=caster.id,
        exchanges=(Exchange(foe.id, foe.id),),
        origin="chain",
        spell=spell.name,
        distance=distance_of(run.state, caster, foe),
        cover=seen.cover,
        into_melee=is_in_melee(run.state, caster, foe),
        chained=(*frame.chained, foe.id),
    )
    _tell(run, leap, spell, times_cast(caster, spell))
    run.emit(seen)
    run.push(leap)
