"""How attacks begin: talents declared with them, actions and loads spent, the frame that carries them through."""

from __future__ import annotations

from msgspec.structs import replace

from rules.istra.commands import Declarable
from rules.istra.decide.rolling import IstRun
from rules.istra.decide.targets import distance_of, is_in_melee, knows, look, melee_weapon, reach_of
from rules.istra.events import AttackDeclared, SightResolved, TalentUsed, WeaponUnloaded
from rules.istra.events.moves import Span
from rules.istra.questions import get
from rules.istra.state import Attack, AttackKind, Exchange, Model, Origin, State, Throw, WeaponLoad
from rules.istra.tables import TALENTS, WEAPONS
from rules.kernel.errors import Refused

FITS: dict[Declarable, tuple[AttackKind, ...]] = {
    "power_attack": ("melee", "shoot"),
    "smite": ("melee", "shoot"),
    "spell_fist": ("melee",),
    "lethal_hunter": ("shoot",),
}
"""Which attacks a talent may be declared with. [IST-Q-88, IST-TAL-14, IST-TAL-22]"""


# Talents declared with an attack


def check_talent(state: State, model: Model, talent: str, field: str = "talent") -> None:
    """Refuse a talent that the model has not, that has no rules, or that is used up. [IST-Q-72, IST-Q-95, IST-Q-132]"""
    row = TALENTS.get(talent)
    if row is None or talent not in model.talents:
        rule, title = (rule_of(state, talent), row.title) if row is not None else ("IST-TAL-11", talent)
        message, hint = f"{model.id} does not have {title}.", "Leave it out."
        raise Refused("ability_not_owned", message, rule, field=field, hint=hint)
    if not knows(state, model, talent):
        message = f"{row.title} has no rules here, only a name."
        hint = "The GM can apply its effect with gm_adjust."
        raise Refused("talent_has_no_rules", message, "IST-Q-95", field=field, hint=hint)
    if not uses_left(model, talent):
        message, hint = f"{model.id} has used up {row.title}.", "Leave it out."
        raise Refused("ability_used", message, rule_of(state, talent), field=field, hint=hint)


def rule_of(state: State, talent: str) -> str:
    """The rule of a talent's effect: of a name without text its draft, where drafts count. [IST-TAL-11, IST-Q-96]"""
    row = TALENTS[talent]
    return row.draft if row.draft and state.rules.draft_talents == "on" else row.rule


def uses_left(model: Model, talent: str) -> bool:
    row = TALENTS[talent]
    if row.limit == "none":
        return True
    used = model.used if row.limit == "battle" else model.used_this_turn
    return used.get(talent, 0) < row.uses


def check_declared(state: State, model: Model, declared: tuple[Declarable, ...], kind: AttackKind) -> None:
    """Refuse what cannot be declared with this attack. [IST-TAL-03, IST-TAL-07, IST-Q-88]"""
    for place, talent in enumerate(declared):
        field = f"declare[{place}]"
        check_talent(state, model, talent, field)
        melee_only = state.rules.declared_talents == "melee_only" and kind != "melee"
        if talent in declared[:place]:
            message, hint = "Each talent can be declared once for a roll.", "Name it once."
            raise Refused("ability_used", message, "IST-Q-88", field=field, hint=hint)
        if kind not in FITS[talent] or (melee_only and talent in ("power_attack", "smite")):
            message = f"{TALENTS[talent].title} cannot be used with this attack."
            rule = "IST-Q-88" if melee_only else rule_of(state, talent)
            raise Refused("talent_does_not_fit", message, rule, field=field, hint="Attack without it.")


def use_talent_once(run: IstRun, model_id: str, talent: str) -> None:
    """A use of a talent is spent, whatever comes of it. [IST-TAL-03]"""
    row, model = TALENTS[talent], get(run.state, model_id)
    span: Span = "turn" if row.limit == "turn" else "battle"
    used = (model.used_this_turn if span == "turn" else model.used).get(talent, 0) + 1
    left = None if row.limit == "none" else row.uses - used
    run.emit(TalentUsed(model=model_id, talent=talent, used=used, span=span, left=left))


# Attacks


def strike(
    run: IstRun,
    attacker: str,
    target: str,
    declared: tuple[Declarable, ...] = (),
    origin: Origin = "action",
    throw: Throw | None = None,
) -> None:
    """A Melee attack begins. `throw`: a roll that it shares with others. [IST-MELEE-01]"""
    model, foe = get(run.state, attacker), get(run.state, target)
    frame = Attack(
        kind="melee",
        attacker=attacker,
        exchanges=(Exchange(target, target),),
        origin=origin,
        weapon=melee_weapon(run.state, model).name,
        declared=declared,
        distance=distance_of(run.state, model, foe),
        throw=throw,
    )
    _declare(run, frame)
    run.push(frame)


def fire(
    run: IstRun,
    attacker: str,
    target: str,
    declared: tuple[Declarable, ...] = (),
    origin: Origin = "action",
    distance: int | None = None,
) -> None:
    """A shot begins. `distance`: chosen, for a Charged shot. [IST-SHOOT-01, IST-REACT-04, IST-REACT-05]"""
    model, foe = get(run.state, attacker), get(run.state, target)
    shot = Attack(kind="shoot", attacker=attacker, exchanges=(Exchange(target, target),), origin=origin)
    shot = replace(shot, weapon=model.active_weapon, declared=declared)
    if distance is None:
        seen = look(run.state, model, foe)
        apart, into_melee = distance_of(run.state, model, foe), is_in_melee(run.state, model, foe)
        shot = replace(shot, distance=apart, cover=seen.cover, into_melee=into_melee)
    else:
        seen = SightResolved(attacker=attacker, target=target, los=True, cover=False, source="given")
        shot = replace(shot, distance=distance)
    _declare(run, shot, _reach(run.state, shot))
    run.emit(seen)
    _unload(run, shot)
    run.push(shot)


def _reach(state: State, shot: Attack) -> int:
    """How far a shot carries; 0 where it does not matter. [IST-REACT-04, IST-Q-46]"""
    if shot.origin in ("charged_shot", "into_melee"):
        return 0
    target = get(state, shot.exchanges[0].target)
    return reach_of(state, get(state, shot.attacker), target, WEAPONS[shot.weapon])


def _unload(run: IstRun, frame: Attack) -> None:
    """What was fired wants loading; who shoots at an ally by a fumble has fired already. [IST-WPN-08..10, IST-Q-46]"""
    if WEAPONS[frame.weapon].loading != "none" and frame.origin != "into_melee":
        run.emit(WeaponUnloaded(model=frame.attacker, load=WeaponLoad(frame.weapon, turn=run.state.turn)))


def _declare(run: IstRun, frame: Attack, reach: int = 0) -> None:
    """Put an attack by a weapon on record, and spend the talents declared with it. [IST-TAL-03, IST-Q-88]"""
    for talent in frame.declared:
        use_talent_once(run, frame.attacker, talent)
    run.emit(
        AttackDeclared(
            kind="melee" if frame.kind == "melee" else "shoot",
            attacker=frame.attacker,
            target=frame.exchanges[0].target,
            weapon=frame.weapon,
            distance=frame.distance,
            range=reach,
            declared=frame.declared,
            origin=frame.origin,
            into_melee=frame.into_melee,
        )
    )
