"""An attack as it is meant: whom it may reach, with which dice, what makes it harder. [HAC-ATK-02..05, HAC-ATK-15]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from rules.hachigoku.commands import Attack
from rules.hachigoku.decide import charging, maneuvers
from rules.hachigoku.decide.maneuver_rule import Aim
from rules.hachigoku.decide.rolling import BLIND_STEPS, Bearing, PlannedRoll, abilities, own_dice, own_mods
from rules.hachigoku.pools import Pool, check_raises, skill_pool, xky
from rules.hachigoku.questions import (
    cover_steps,
    effective_range,
    get,
    height_of,
    helpless,
    occupied_by,
    others,
    there,
    weapon_named,
)
from rules.hachigoku.refusals import refused
from rules.hachigoku.roster import Weapon
from rules.hachigoku.state import Character, State
from rules.hachigoku.tables import ARMOR_STEPS, CLOSE, MAX_RANGES, RANGE_STEPS, RANGES, ElementName
from rules.kernel.errors import Refused
from rules.kernel.modifiers import Row, mods
from rules.kernel.rolls import Mod

# What may be attacked with what


def aim_of(state: State, order: Attack) -> Aim:
    """The attack as it is meant; refused where a name in it is nobody's."""
    attacker = get(state, order.character)
    targets = tuple(get(state, name, "targets") for name in order.targets)
    return Aim(state, attacker, weapon_named(attacker, order.weapon), targets, order)


def check(state: State, order: Attack) -> None:
    """Refuse an attack that cannot be made. [HAC-ATK-02, HAC-ATK-09..13, HAC-KAO-02]"""
    aim = aim_of(state, order)
    check_targets(aim)
    check_weapon(aim)
    charging.check(state, aim.attacker, order)
    aim = aim._replace(state=charging.after(state, order))
    maneuvers.check(aim)
    check_reach(aim)
    check_raises(state.rules, aim.attacker, pool_of(aim), order.raises, raises_for(order))
    check_further(aim.state, aim.attacker, order)


def check_further(state: State, one: Character, order: Attack) -> None:
    """More attacks of one Action, for who has several, each judged after a Charge. [HAC-ATK-02, HAC-Q-58]"""
    if 1 + len(order.further) > one.attacks_per_action:
        message = f"{one.called} has {one.attacks_per_action} attack(s) an Action."
        hint = "Leave the others out."
        raise refused("too_many_attacks", message, "HAC-ATK-02", field="further", hint=hint)
    for again in order.further:
        if again.character != one.id or again.further or "charge" in again.maneuvers:
            message = "Further attacks are plain attacks of the same character."
            raise refused("too_many_attacks", message, "HAC-ATK-02", field="further", hint="Name them one by one.")
        check(state, again)


def raises_for(order: Attack) -> tuple[str, ...]:
    """What Raises on an attack may be for. [HAC-RAISE-02]"""
    return ("wound", "effect", "throw_range") if "throw" in order.maneuvers else ("wound", "effect")


def check_targets(aim: Aim) -> None:
    """One target, or several Kaonashi of one group; nobody twice, nobody who is gone. [HAC-KAO-02]"""
    names = aim.order.targets
    message = ""
    if not names or len(set(names)) < len(names):
        message = "Name each target once."
    elif aim.attacker.id in names:
        message = "Nobody attacks themselves."
    elif not all(there(one) for one in aim.targets):
        message = "That target is gone."
    elif len(names) > 1 and not one_group(aim.targets):
        message = "Only Kaonashi of one group can be attacked together."
    if message:
        raise refused("illegal_targets", message, "HAC-KAO-02", field="targets")


def one_group(targets: tuple[Character, ...]) -> bool:
    """Whether they are Kaonashi of one group."""
    groups = {one.group_id if one.kind == "mook" else None for one in targets}
    return len(groups) == 1 and None not in groups


def check_weapon(aim: Aim) -> None:
    """Drawn, in hand, loaded, and holding nobody else. [HAC-ATK-12, HAC-ATK-13, HAC-GRAP-08]"""
    weapon = aim.weapon
    in_hand = weapon.ready and not weapon.lost
    if not in_hand or (weapon.reload == "heavy" and not weapon.loaded):
        message = f"{weapon.name} is not {'loaded' if in_hand else 'in hand'}."
        raise refused("weapon_not_ready", message, "HAC-ATK-13", field="weapon")
    held = occupied_by(aim.state, aim.attacker, weapon.name)
    if held and not {*aim.order.targets} <= {captive.id for captive in held}:
        message = f"{weapon.name or 'Both hands'}: {held[0].called} is held with it."
        hint = f"Release {held[0].called} first."
        raise refused("hands_occupied", message, "HAC-GRAP-08", field="targets", hint=hint)


def check_reach(aim: Aim) -> None:
    """Melee at close Range, ranged weapons beyond it and as far as they reach. [HAC-ATK-09..11, HAC-Q-45, HAC-Q-46]"""
    for target in aim.targets:
        away = effective_range(aim.state, aim.attacker.id, target.id)
        if not aim.ranged and away > CLOSE:
            raise refused("out_of_reach", f"{target.called} is not close.", "HAC-ATK-09", field="targets")
        if aim.ranged and away == CLOSE and not shoots_close(aim):
            raise refused("too_close", f"{target.called} is too close to shoot at.", "HAC-ATK-10", field="targets")
        if aim.ranged and away > reach_of(aim.state, aim.weapon):
            raise refused("out_of_range", f"{target.called} is too far away.", "HAC-ATK-11", field="targets")


def shoots_close(aim: Aim) -> bool:
    """Whether an ability, or the GM, lets somebody shoot at close Range. [HAC-Q-46]"""
    return aim.attacker.close_shots or bool(abilities(aim.state, aim.attacker, {"close_shot"}))


def reach_of(state: State, weapon: Weapon) -> int:
    """The farthest Range of a weapon. [HAC-ATK-11, HAC-Q-45]"""
    name = weapon.max_range or MAX_RANGES[weapon.kind]
    if weapon.kind == "bow" and name == "extreme" and state.rules.longbow_max == "far":
        name = "far"
    return RANGES.index(name)


# The roll


def element_of(aim: Aim) -> ElementName:
    """Fire, of bows Wind, or what the maneuver says. [HAC-ATK-04]"""
    told = next((one.element for one in maneuvers.of(aim.order) if one.element), None)
    return told or ("wind" if aim.weapon.kind == "bow" else "fire")


def damage_of(aim: Aim) -> str:
    """The Damage of the weapon at this Range. [HAC-ATK-16]"""
    away = max(effective_range(aim.state, aim.attacker.id, one.id) for one in aim.targets)
    return aim.weapon.damage_by_range.get(RANGES[away], aim.weapon.damage)


def pool_of(aim: Aim) -> Pool:
    """Skill/Element and the weapon's Damage, before what makes it harder. [HAC-ATK-03]"""
    element, order = element_of(aim), aim.order
    pool = skill_pool(aim.state.rules, aim.attacker, aim.weapon.skill, element, unskilled=order.unskilled)
    return pool.plus(*xky(damage_of(aim)), aim.weapon.name or "bare hands", "HAC-ATK-03")


class Shot(NamedTuple):
    """An attack on one of its targets."""

    aim: Aim
    target: Character


def _ranged_steps(shot: Shot) -> int:
    aim, target = shot
    return -RANGE_STEPS.get(effective_range(aim.state, aim.attacker.id, target.id), 0)


def _cover(shot: Shot) -> int:
    return cover_steps(shot.target, shot.aim.attacker.id)


def _ground(shot: Shot) -> int:
    """1: the attacker is higher; −1: the target is. [HAC-MINOR-01..03, HAC-Q-89]"""
    aim, target = shot
    ours, theirs = height_of(aim.state, aim.attacker.id), height_of(aim.state, target.id)
    if ours == theirs:
        ours, theirs = (one.mounted + one.on_rise for one in (aim.attacker, target))
    if theirs > ours and aim.state.rules.helpless_loses_ground == "on" and helpless(target, aim.attacker.id):
        return 0
    return (ours > theirs) - (ours < theirs)


ARMOR_ROWS: tuple[Row[Shot], ...] = (
    Row(lambda s: -ARMOR_STEPS[s.target.armor.type], "armor", "HAC-ARMOR-01", lambda s: s.target.armor.type != "none"),
    Row(1, "poor armor", "HAC-ARMOR-04", lambda s: s.target.armor.quality == "poor"),
    Row(-1, "fine armor", "HAC-ARMOR-05", lambda s: s.target.armor.quality == "high"),
)
GROUND_ROWS: tuple[Row[Shot], ...] = (
    Row(1, "higher ground", "HAC-MINOR-01", lambda s: _ground(s) > 0),
    Row(-1, "lower ground", "HAC-MINOR-02", lambda s: _ground(s) < 0),
)
TARGET_ITEMS: tuple[tuple[Row[Shot], ...], ...] = (
    (Row(_ranged_steps, "Range", "HAC-ATK-10", lambda s: s.aim.ranged),),
    ARMOR_ROWS,
    (Row(lambda s: -_cover(s), "cover", "HAC-COVER-01", lambda s: _cover(s) > 0),),
    GROUND_ROWS,
    (Row(-BLIND_STEPS, "unseen target", "HAC-ATK-15", lambda s: s.aim.is_unseen(s.target)),),
)
"""What makes a target harder to hit: armor goes with its quality. [HAC-ATK-15]"""


def target_mods(aim: Aim) -> tuple[Mod, ...]:
    """Of each item that of the target for whom it is worst. [HAC-KAO-03, HAC-Q-53]"""
    found: list[Mod] = []
    for rows in TARGET_ITEMS:
        each = (mods(rows, Shot(aim, target)) for target in aim.targets)
        found += min(each, key=lambda item: sum(mod[0] for mod in item))
    return tuple(found)


def attack_mods(aim: Aim) -> tuple[Mod, ...]:
    """All steps of an attack roll. [HAC-ATK-15]"""
    bearing = Bearing(aim.state, aim.attacker, aim.weapon.skill, off_hand=aim.order.off_hand)
    return (*target_mods(aim), *maneuvers.difficulty(aim), *own_mods(bearing, "attack"))


def tn_of(aim: Aim) -> int:
    """The highest Defense among the targets, without Raises. [HAC-ATK-05, HAC-KAO-03]"""
    return max(maneuvers.defense_of(aim, target) for target in aim.targets)


def planned(aim: Aim) -> PlannedRoll:
    """The attack roll."""
    bearing = Bearing(aim.state, aim.attacker, aim.weapon.skill, off_hand=aim.order.off_hand)
    return PlannedRoll(
        character=aim.attacker,
        purpose="attack",
        pool=own_dice(pool_of(aim), bearing, "attack"),
        tn=tn_of(aim),
        rule="HAC-ATK-05",
        against=aim.targets[0].id,
        mods=attack_mods(aim),
    )


# Offers


def offers(state: State, one: Character) -> Iterator[Attack]:
    """With each weapon on everybody of another side: a plain attack, and one with each maneuver that fits."""
    foes = [target for target in others(state, one.id) if target.side != one.side and there(target)]
    groups = dict.fromkeys(foe.group_id for foe in foes if foe.kind == "mook" and foe.group_id)
    named: list[tuple[str, ...]] = [(foe.id,) for foe in foes]
    named += [tuple(foe.id for foe in foes if foe.kind == "mook" and foe.group_id == group) for group in groups]
    for weapon in ("", *(each.name for each in one.weapons)):
        for targets in dict.fromkeys(named):
            plain = Attack(character=one.id, targets=targets, weapon=weapon)
            if is_legal(state, plain):
                yield plain
                yield from (order for rule in maneuvers.RULES if fits(state, order := rule.offer(plain)))
            elif is_legal(state, charge := replace(plain, maneuvers=("charge",))):
                yield charge


def fits(state: State, order: Attack) -> bool:
    """Whether an attack that can be made without its maneuver can be made with it."""
    try:
        charging.check(state, get(state, order.character), order)
        aim = aim_of(state, order)._replace(state=charging.after(state, order))
        maneuvers.check(aim)
        check_reach(aim)
    except Refused:
        return False
    return True


def is_legal(state: State, order: Attack) -> bool:
    """Whether `check` lets it pass."""
    try:
        check(state, order)
    except Refused:
        return False
    return True
