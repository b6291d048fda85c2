"""What an attack meets: distance, sight, cover, weapons, and everything that goes into both rolls."""

from __future__ import annotations

from typing import NamedTuple, cast

from rules.istra.decide.rolling import Toss
from rules.istra.events import SightResolved
from rules.istra.events.attacks import Source
from rules.istra.geometry.gaps import effective_range
from rules.istra.geometry.lengths import at_most
from rules.istra.geometry.sight import sight
from rules.istra.questions import (
    are_enemies,
    base_of,
    condition,
    engaged_with,
    get,
    is_near,
    on_board,
    race_has,
    spacing,
    spell_of,
    table_of,
)
from rules.istra.state import Attack, Exchange, Model, SightWord, State
from rules.istra.tables import TALENTS, UNARMED, WEAPONS, Core, Spell, Weapon, in_melee
from rules.kernel.modifiers import Row, mods
from rules.kernel.rolls import Mod

TWO_INCHES = 200
"""How far a shield helps and a whirlwind reaches. [IST-REACT-09, IST-TAL-05]"""
CHALLENGED = -4
SHORT_STAT: dict[Core, str] = {"power": "Power", "finesse": "Finesse", "will": "Will"}


# Distances


def distance_of(state: State, one: Model, other: Model) -> int:
    """How far two models are apart, in hundredths. [IST-SIGHT-01, IST-Q-03]"""
    return spacing(state, base_of(one), base_of(other))


def is_within(state: State, one: Model, other: Model, bound: int) -> bool:
    """Whether two models on the board are within so much of each other. [IST-SIGHT-01, IST-Q-03]"""
    return is_near(state, base_of(one), base_of(other), bound)


def near_enemies(state: State, model: Model, bound: int) -> tuple[Model, ...]:
    return tuple(
        other for other in on_board(state) if are_enemies(state, model, other) and is_within(state, model, other, bound)
    )


# Weapons and abilities


def range_of(state: State, weapon: Weapon) -> int:
    """How far a weapon carries by the house's table. [IST-WPN-11, IST-Q-52]"""
    rules = state.rules
    given = {"bow": rules.bow_range, "crossbow": rules.crossbow_range}
    given |= {"rifle": rules.rifle_range, "pistol": rules.pistol_range}
    return given.get(weapon.name, weapon.range)


def reach_of(state: State, shooter: Model, target: Model, weapon: Weapon) -> int:
    """How far a weapon carries to this target: farther from above. [IST-SIGHT-07, IST-Q-53]"""
    return effective_range(range_of(state, weapon), base_of(shooter), base_of(target))


def melee_weapon(state: State, model: Model) -> Weapon:
    """The row that what is in hand counts as in melee. [IST-WPN-05, IST-WPN-06, IST-Q-29]"""
    row = WEAPONS.get(model.active_weapon, UNARMED)
    if row.range and state.rules.ranged_in_melee == "one_handed":
        return WEAPONS["one_handed"]
    return in_melee(model.active_weapon, shield="shield" in model.equipment)


def weapon_of(state: State, frame: Attack, model: Model) -> Weapon:
    if frame.kind == "melee":
        return melee_weapon(state, model)
    return WEAPONS[frame.weapon]


def is_loaded(model: Model, weapon: str) -> bool:
    """Whether a weapon can be fired now. [IST-Q-54]"""
    return all(one.weapon != weapon for one in model.unloaded)


def has_ability(model: Model, ability: str) -> bool:
    """Whether its race has that ability, and it is not used up. [IST-Q-72]"""
    return race_has(model, ability) and not model.used.get(ability, 0)


def knows(state: State, model: Model, talent: str) -> bool:
    """Whether a model has a talent with an effect: the drafts have one by house rule only. [IST-Q-95, IST-Q-96]"""
    return talent in model.talents and (not TALENTS[talent].draft or state.rules.draft_talents == "on")


def has_first_strike(state: State, model: Model, foe: Model) -> bool:
    """Whether a model has First strike against an enemy. [IST-REACT-12, IST-Q-57, IST-MOVE-04]"""
    weapon = melee_weapon(state, model)
    against_spear = weapon.against_spears and foe.active_weapon == "spear"
    return weapon.first_strike or against_spear or condition(foe, "climbed") is not None


# Sight


def word_on(state: State, attacker: str, target: str) -> SightWord | None:
    """What was said of one's sight of the other, if it stands. [IST-SIGHT-06]"""
    return next((one for one in state.sight if (one.attacker, one.target) == (attacker, target) and one.stands), None)


def is_unsaid(state: State, attacker: str, target: str) -> bool:
    """House rule: whether the GM has yet to say what one sees of the other. [IST-Q-04]"""
    declared = state.rules.sight == "declared" and attacker != target
    return declared and word_on(state, attacker, target) is None


def may_see(state: State, attacker: Model, target: Model) -> bool:
    """Whether one sees the other, or may for all that is said. [IST-SIGHT-05, IST-Q-04]"""
    return is_unsaid(state, attacker.id, target.id) or look(state, attacker, target).los


def look(state: State, attacker: Model, target: Model) -> SightResolved:
    """What an attacker sees of a target: computed, unless somebody has said otherwise. [IST-SIGHT-03..06]"""
    lines_for_cover = 2 if state.rules.cover == "two_lines" else 1
    a, b = base_of(attacker), base_of(target)
    seen, height = sight(table_of(state), a, b, lines_for_cover), a.at[2] - b.at[2]
    word = word_on(state, attacker.id, target.id)
    if word is None:
        fields = {"los": seen.los, "cover": seen.cover, "lines": seen.lines}
    else:
        los = seen.los if word.los is None else word.los
        cover = seen.cover if word.cover is None else word.cover
        fields = {"los": los, "cover": los and cover, "source": "gm"}
    return SightResolved(attacker=attacker.id, target=target.id, height=height, **fields)  # type: ignore[arg-type]


def is_in_melee(state: State, attacker: Model, target: Model) -> bool:
    """Whether a shot or an attack spell at the target goes into melee. [IST-ADV-08, IST-Q-49]"""
    others = engaged_with(state, target.id)
    if state.rules.into_melee == "any_engaged":
        return bool(others)
    return any(other != attacker.id and not are_enemies(state, attacker, get(state, other)) for other in others)


# Both rolls


def spell_in(state: State, frame: Attack) -> Spell:
    """The spell of an attack by one. Events and frames name only spells there are."""
    return cast("Spell", spell_of(state, frame.spell))


def attack_stat(frame: Attack) -> Core:
    """What the attacker rolls, and what a fumble costs. [IST-CORE-01, IST-TAL-14]"""
    if frame.kind == "melee":
        return "will" if "spell_fist" in frame.declared else "power"
    return "finesse" if frame.kind == "shoot" else "will"


def defence_stat(state: State, frame: Attack) -> Core:
    """What the defender rolls, and what a hit costs it. [IST-CORE-01]"""
    return (spell_in(state, frame).defence or "power") if frame.kind == "spell" else "power"


ROLL_RULE = {"melee": "IST-MELEE-02", "shoot": "IST-SHOOT-02", "spell": "IST-CAST-02"}


def attack_toss(state: State, frame: Attack, targets: tuple[Exchange, ...]) -> Toss:
    """The attacker's side: against one target, or all those of an area spell."""
    attacker, stat = get(state, frame.attacker), attack_stat(frame)
    foes = tuple(get(state, one.target) for one in targets)
    alone = targets[0].defender if len(targets) == 1 else ""
    rule = "IST-CAST-03" if frame.kind == "spell" and spell_in(state, frame).defence is None else ROLL_RULE[frame.kind]
    cited = "IST-TAL-14" if "spell_fist" in frame.declared else rule
    parts: list[Mod] = [(getattr(attacker, stat), SHORT_STAT[stat], cited)]
    if frame.kind == "melee":
        parts += _weapon_mod(state, attacker)
    if any(_is_distracted(attacker, foe) for foe in foes):
        parts.append((CHALLENGED, "Paladin's challenge", "IST-TAL-09"))
    adv, dis = _sources(ATTACK, Combatant(state, frame, attacker, foes))
    return Toss(attacker.id, "attack", frame.kind, stat, rule, alone, tuple(parts), adv, dis)


def defence_toss(state: State, frame: Attack, exchange: Exchange, target: int | None = None) -> Toss:
    """The defender's side. `target`: the total that makes it a success."""
    defender, attacker, stat = get(state, exchange.defender), get(state, frame.attacker), defence_stat(state, frame)
    parts: list[Mod] = [(getattr(defender, stat), SHORT_STAT[stat], ROLL_RULE[frame.kind])]
    if frame.kind == "melee" and state.rules.weapon_mod_both_ways == "on":
        parts += _weapon_mod(state, defender)
    adv, dis = _sources(DEFENCE, Combatant(state, frame, defender, (attacker,)))
    rule = ROLL_RULE[frame.kind]
    return Toss(defender.id, "defence", frame.kind, stat, rule, attacker.id, tuple(parts), adv, dis, target)


def _weapon_mod(state: State, model: Model) -> list[Mod]:
    """What the weapon in hand puts on the roll. [IST-WPN-01, IST-WPN-02, IST-Q-30]"""
    weapon = melee_weapon(state, model)
    return [(weapon.attack, weapon.title, weapon.rule)] if weapon.attack else []


def _is_distracted(attacker: Model, foe: Model) -> bool:
    """Whether an attacker has challenges, and none with this foe. [IST-TAL-09, IST-Q-93]"""
    partners = {one.source for one in attacker.conditions if one.name in ("challenged", "challenging")}
    return bool(partners) and foe.id not in partners


def is_flanked(state: State, model: Model, foe: Model) -> bool:
    """Whether a friend of a model is Engaged with its opponent too. [IST-ADV-06, IST-Q-90]"""
    return any(
        other != model.id and not are_enemies(state, model, get(state, other)) for other in engaged_with(state, foe.id)
    )


class Combatant(NamedTuple):
    """One side of a combat roll, as the tables of its advantages see it: who rolls, and against whom."""

    state: State
    attack: Attack
    model: Model
    foes: tuple[Model, ...]

    @property
    def strikes(self) -> bool:
        return self.attack.kind == "melee"

    @property
    def shoots(self) -> bool:
        return self.attack.kind == "shoot"

    @property
    def aims(self) -> bool:
        """Whether distance, size and cover count: for shots, by house rule for spells too. [IST-Q-51]"""
        return self.shoots or (not self.strikes and self.state.rules.spells_like_shots == "on")


def _is_close(one: Combatant) -> bool:
    weapon = WEAPONS.get(one.attack.weapon)
    near = 600 if weapon is None else weapon.near
    return one.aims and near is not None and at_most(one.attack.distance, near)


def _is_far(one: Combatant) -> bool:
    far = WEAPONS[one.attack.weapon].far if one.attack.weapon in WEAPONS else None
    return one.aims and far is not None and at_most(far, one.attack.distance)


def _is_flanking(one: Combatant) -> bool:
    return one.strikes and is_flanked(one.state, one.model, one.foes[0])


def _is_off_guard(one: Combatant) -> bool:
    return condition(one.model, "defence_penalty", one.foes[0].id) is not None


def _gathers(one: Combatant) -> bool:
    attacks = one.attack.kind == "spell" and spell_in(one.state, one.attack).defence is not None
    return attacks and condition(one.model, "gathered_power") is not None


ATTACK: tuple[Row[Combatant], ...] = (
    Row(1, "Flanked", "IST-ADV-06", _is_flanking),
    Row(1, "Rage", "IST-ADV-15", lambda one: one.strikes and "rage" in one.model.talents),
    Row(1, 'Within 6"', "IST-ADV-10", _is_close),
    Row(1, "Large target", "IST-ADV-07", lambda one: one.aims and any(foe.large for foe in one.foes)),
    Row(-1, "Cover", "IST-ADV-09", lambda one: one.aims and one.attack.cover),
    Row(-1, '12" or more', "IST-ADV-11", _is_far),
    Row(-1, "Into melee", "IST-ADV-08", lambda one: one.attack.into_melee and one.attack.origin != "charged_shot"),
    Row(1, "Gather power", "IST-TAL-13", _gathers),
    Row(1, "Vengeance", "IST-TAL-16", lambda one: any(condition(one.model, "vengeance", foe.id) for foe in one.foes)),
)
DEFENCE: tuple[Row[Combatant], ...] = (
    Row(1, "Flanked", "IST-ADV-06", lambda one: one.state.rules.flanked == "both_rolls" and _is_flanking(one)),
    Row(1, "Arrow block", "IST-ADV-13", lambda one: one.shoots and condition(one.model, "arrow_block") is not None),
    Row(-1, "Black powder", "IST-ADV-12", lambda one: one.shoots and WEAPONS[one.attack.weapon].stuns),
    Row(-1, "After a Charged shot", "IST-ADV-14", _is_off_guard),
)
"""What puts a roll at advantage (1) or disadvantage (−1)."""


def _sources(rows: tuple[Row[Combatant], ...], one: Combatant) -> tuple[tuple[Source, ...], tuple[Source, ...]]:
    """The advantages and the disadvantages of a roll, each with its rule, in the order of the table."""
    found = mods(rows, one)
    adv, dis = (tuple((label, rule) for way, label, rule in found if way == sign) for sign in (1, -1))
    return adv, dis


# Spells


def times_cast(model: Model, spell: Spell) -> int:
    return (model.used_this_turn if spell.usage == "once_per_turn" else model.used).get(spell.name, 0)


def spell_reach(state: State, caster: Model, target: Model, spell: Spell) -> int:
    """How far a spell carries: from above no farther, but by house rule. [IST-CAST-01, IST-Q-51]"""
    if state.rules.spells_like_shots == "on":
        return effective_range(spell.range, base_of(caster), base_of(target))
    return spell.range


def chain_targets(state: State, frame: Attack) -> tuple[str, ...]:
    """Whom a Chained spell may leap to: enemies not yet attacked, in range and sight of the caster, by ascending id.

    By house rule range and sight are those of the last target. [IST-SPELL-06, IST-Q-68, IST-Q-116]
    """
    caster, start, spell = get(state, frame.attacker), leaps_from(state, frame), spell_in(state, frame)
    return tuple(
        one.id
        for one in on_board(state)
        if one.id not in frame.chained
        and are_enemies(state, caster, one)
        and is_within(state, start, one, spell_reach(state, start, one, spell))
        and may_see(state, start, one)
    )


def leaps_from(state: State, frame: Attack) -> Model:
    """From where a Chained spell leaps on: the caster, by house rule the last target while it is there. [IST-Q-68]"""
    last = get(state, frame.exchanges[-1].target)
    if state.rules.chain_from == "last_target" and last.pos is not None:
        return last
    return get(state, frame.attacker)
