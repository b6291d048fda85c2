"""Active Defenses. [HAC-ADEF, HAC-DODGE, HAC-DIVE, HAC-PARRY, HAC-CSTRIKE, HAC-KD-02]

Each is a `DefenseRule` in `DEFENSES`: whether it fits the attack, its pool, and what comes of it.

1. Who may defend, and with what: `why_not_defend`, `defenses_for`.
2. Pay, and roll against the attack's total: `defend`.
3. The attack fails, or not, and what else comes of it: `come_out`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.hachigoku import events as ev
from rules.hachigoku.commands import Attack, Defend
from rules.hachigoku.decide.aiming import aim_of, pool_of, target_mods
from rules.hachigoku.decide.outcomes import happen
from rules.hachigoku.decide.paying import Purpose, can_pay, check_able, pay, price_of
from rules.hachigoku.decide.reactions import at_next, attacking_weapon, can_react, paid, unseen
from rules.hachigoku.decide.rolling import (
    Bearing,
    HacRun,
    PlannedRoll,
    RollResult,
    by_hand,
    cast,
    keeping,
    narrate,
    own_dice,
    own_mods,
)
from rules.hachigoku.pools import Pool, check_raises, element_pool, skill_pool
from rules.hachigoku.questions import cover_of, get, has, holds_on, occupied_by, weapon_named
from rules.hachigoku.refusals import refused
from rules.hachigoku.roster import Weapon
from rules.hachigoku.state import Attacking, Character, Consequence, State, Struck
from rules.hachigoku.tables import BLOCK_WEAPON_STEPS, DEFENSES as TABLE, PASSIVE, DefenseName
from rules.kernel.errors import Refused
from rules.kernel.rolls import Mod

COUNTERSTRIKES = frozenset({"Kenjutsu", "Sojutsu", "Bojutsu"})
"""Skills whose weapons strike back where the roster does not say. [HAC-CSTRIKE-01]"""


class DefenseRule:
    """An Active Defense. `why_not` says why it cannot be made against this attack."""

    name: DefenseName
    purpose: Purpose = "defense"
    raises: tuple[str, ...] = ("effect",)

    def why_not(self, state: State, frame: Attacking, one: Character, order: Defend) -> Refused | None:
        """Why it does not fit this attack; None: it does."""
        return None

    def pool(self, state: State, frame: Attacking, one: Character, order: Defend) -> Pool:
        """The dice, before what makes it harder."""
        skill = self.skill(state, one, order)
        return skill_pool(state.rules, one, skill, TABLE[self.name].element, unskilled=order.unskilled)

    def skill(self, state: State, one: Character, order: Defend) -> str:
        return TABLE[self.name].skill

    def takes(self, one: Character, skill: str) -> bool:
        """Whether it can be rolled with another Skill that was named."""
        return False

    def mods(self, state: State, frame: Attacking, one: Character, order: Defend) -> tuple[Mod, ...]:
        """Its own steps, and those of a foe who cannot be seen. [HAC-ADEF-06]"""
        row = TABLE[self.name]
        return ((-row.steps, row.label, row.rule),) if row.steps else ()

    def blind(self, state: State, frame: Attacking) -> bool:
        """Whether the foe cannot be seen, as far as `mods` do not tell it. [HAC-BLIND-02]"""
        return unseen(state, frame)

    def tn(self, state: State, frame: Attacking) -> int:
        """What it is rolled against. [HAC-ADEF-03, HAC-Q-12]"""
        return frame.total

    def tell(self, run: HacRun, frame: Attacking, order: Defend, thrown: RollResult) -> None:
        run.emit(
            ev.DefenseRolled(
                character=order.character,
                attacker=frame.attacker,
                defense=order.defense,
                total=thrown.total,
                against=frame.total,
                success=thrown.success,
            )
        )

    def saved(self, struck: Struck) -> Struck:
        """How whoever is struck stands after its success."""
        return replace(struck, fate="defended")

    def bring_about(self, run: HacRun, frame: Attacking, order: Defend, thrown: RollResult) -> None:
        """What else comes of it, whether it succeeds or not."""

    def offers(self, one: Character) -> Iterator[Defend]:
        """The orders that stand for all of its kind, without what pays."""
        yield Defend(character=one.id, defense=self.name)


def not_against_shots(state: State, frame: Attacking, rule: str) -> Refused | None:
    """Why a defense that is for melee only does not fit."""
    if attacking_weapon(state, frame).kind == "melee":
        return None
    return refused("defense_not_applicable", "It is of no use against shots.", rule, field="defense")


class Dodge(DefenseRule):
    """Athletics/Water against melee; mounted Bajutsu, on a boat Sailing. [HAC-DODGE-01]"""

    name = "dodge"

    def why_not(self, state: State, frame: Attacking, one: Character, order: Defend) -> Refused | None:
        return not_against_shots(state, frame, "HAC-DODGE-01")

    def skill(self, state: State, one: Character, order: Defend) -> str:
        return order.skill or ("Bajutsu" if one.mounted else "Sailing" if one.on_boat else "Athletics")

    def takes(self, one: Character, skill: str) -> bool:
        """The GM may name any."""
        return True


class Dive(DefenseRule):
    """Athletics/Void into the cover nearby, against shots. [HAC-DIVE-01, HAC-Q-77, HAC-Q-84]"""

    name = "dive"

    def why_not(self, state: State, frame: Attacking, one: Character, order: Defend) -> Refused | None:
        message = ""
        if attacking_weapon(state, frame).kind == "melee" and not state.scene.dive_melee:
            message = "A Dive is for shots."
        elif one.nearby_cover == "none":
            message = "There is no cover nearby."
        elif has(one, "prone", "immobilized") or holds_on(one):
            message = f"{one.called} cannot move freely."
        return refused("defense_not_applicable", message, "HAC-DIVE-01", field="defense") if message else None

    def bring_about(self, run: HacRun, frame: Attacking, order: Defend, thrown: RollResult) -> None:
        """Prone behind that cover, whether or not it was in time. [HAC-DIVE-02]"""
        name = order.character
        happen(run, Consequence(kind="condition", who=name, by=name, what="prone", rule="HAC-DIVE-02"))
        happen(run, Consequence(kind="cover", who=name, by=name, what=get(run.state, name).nearby_cover))


class Parry(DefenseRule):
    """With a weapon made for it. [HAC-PARRY-01, HAC-Q-85]"""

    name = "parry"

    def why_not(self, state: State, frame: Attacking, one: Character, order: Defend) -> Refused | None:
        weapon = weapon_named(one, order.weapon)
        if not weapon.can_parry or not in_hand(weapon) or occupied_by(state, one, weapon.name):
            message = f"{weapon.name or 'A bare hand'} cannot parry."
            return refused("defense_not_applicable", message, "HAC-PARRY-01", field="weapon")
        return not_against_shots(state, frame, "HAC-PARRY-01")

    def skill(self, state: State, one: Character, order: Defend) -> str:
        return weapon_named(one, order.weapon).skill

    def offers(self, one: Character) -> Iterator[Defend]:
        for weapon in one.weapons:
            yield Defend(character=one.id, defense="parry", weapon=weapon.name)


class Block(DefenseRule):
    """Bare-handed, harder against a weapon. [HAC-PARRY-02]"""

    name = "block"

    def why_not(self, state: State, frame: Attacking, one: Character, order: Defend) -> Refused | None:
        if occupied_by(state, one, ""):
            message = "Both hands hold somebody."
            return refused("defense_not_applicable", message, "HAC-GRAP-08", field="defense")
        return not_against_shots(state, frame, "HAC-PARRY-02")

    def skill(self, state: State, one: Character, order: Defend) -> str:
        return order.skill or TABLE[self.name].skill

    def takes(self, one: Character, skill: str) -> bool:
        """Another of Bujutsu, as far as the roster knows its group."""
        return one.skill_groups.get(skill, "Bujutsu") in ("Bujutsu", "Karate")

    def mods(self, state: State, frame: Attacking, one: Character, order: Defend) -> tuple[Mod, ...]:
        armed = attacking_weapon(state, frame).name
        return ((-BLOCK_WEAPON_STEPS, "against a weapon", "HAC-PARRY-02"),) if armed else ()


class Counterstrike(DefenseRule):
    """An attack in answer to one: it defends, and wounds the foe. [HAC-CSTRIKE, HAC-Q-79]"""

    name, purpose, raises = "counterstrike", "counterstrike", ("wound", "effect")

    def why_not(self, state: State, frame: Attacking, one: Character, order: Defend) -> Refused | None:
        """Against who is in total cover it would fail as any attack does. [HAC-CSTRIKE-01, HAC-ATK-14]"""
        weapon = weapon_named(one, order.weapon)
        message, field = "", "weapon"
        if attacking_weapon(state, frame).kind != "melee":
            message, field = "A Counterstrike is for melee.", "defense"
        elif not strikes_back(weapon) or not in_hand(weapon) or occupied_by(state, one, weapon.name):
            message = f"{weapon.name or 'A bare hand'} makes no Counterstrike."
        elif cover_of(get(state, frame.attacker), one.id) == "total":
            message, field = f"{get(state, frame.attacker).called} is in total cover.", "defense"
        elif one.skills.get(weapon.skill, 0) < 1 or order.unskilled:
            message = f"{one.called} is untrained in {weapon.skill}."
        return refused("counterstrike_not_possible", message, "HAC-CSTRIKE-01", field=field) if message else None

    def skill(self, state: State, one: Character, order: Defend) -> str:
        return weapon_named(one, order.weapon).skill

    def pool(self, state: State, frame: Attacking, one: Character, order: Defend) -> Pool:
        return pool_of(aim_of(state, answering(frame, order)))

    def mods(self, state: State, frame: Attacking, one: Character, order: Defend) -> tuple[Mod, ...]:
        """Also what an attack on that foe would have. [HAC-CSTRIKE-02]"""
        own = super().mods(state, frame, one, order)
        return (*own, *target_mods(aim_of(state, answering(frame, order))))

    def blind(self, state: State, frame: Attacking) -> bool:
        return False

    def bring_about(self, run: HacRun, frame: Attacking, order: Defend, thrown: RollResult) -> None:
        """Wounds as of an attack; by a house rule the foe may defend first. [HAC-CSTRIKE-03, HAC-Q-79]"""
        if not thrown.success:
            return
        if run.state.rules.counterstrike_answerable == "on":
            struck = (Struck(frame.attacker),)
            counter = Attacking(order.character, answering(frame, order), struck, stage="defense", success=True)
            run.push(replace(counter, total=thrown.total, banzai=thrown.banzai))
            return
        amount = 1 + thrown.banzai + order.raises.wound
        by, what = order.character, "counterstrike"
        happen(run, Consequence(kind="wounds", who=frame.attacker, by=by, what=what, amount=amount))

    def offers(self, one: Character) -> Iterator[Defend]:
        for weapon in one.weapons:
            yield Defend(character=one.id, defense="counterstrike", weapon=weapon.name)


class ResistKnockdown(DefenseRule):
    """Raw Earth to stay on one's feet; the Wounds stand. [HAC-KD-02, HAC-KD-03, HAC-Q-71]"""

    name = "resist_knockdown"

    def why_not(self, state: State, frame: Attacking, one: Character, order: Defend) -> Refused | None:
        if "knockdown" in frame.order.maneuvers:
            return None
        return refused("defense_not_applicable", "It is no Knockdown.", "HAC-KD-02", field="defense")

    def pool(self, state: State, frame: Attacking, one: Character, order: Defend) -> Pool:
        return element_pool(one, "earth")

    def tn(self, state: State, frame: Attacking) -> int:
        return PASSIVE * get(state, frame.attacker).elements.earth

    def tell(self, run: HacRun, frame: Attacking, order: Defend, thrown: RollResult) -> None:
        run.emit(
            ev.KnockdownResisted(
                character=order.character,
                attacker=frame.attacker,
                total=thrown.total,
                tn=self.tn(run.state, frame),
                success=thrown.success,
            )
        )

    def saved(self, struck: Struck) -> Struck:
        return replace(struck, steady=True)


RULES: tuple[DefenseRule, ...] = (Counterstrike(), Dodge(), Dive(), Parry(), Block(), ResistKnockdown())
DEFENSES: Mapping[DefenseName, DefenseRule] = {rule.name: rule for rule in RULES}
"""The Active Defenses that there are."""


def in_hand(weapon: Weapon) -> bool:
    return weapon.ready and not weapon.lost


def strikes_back(weapon: Weapon) -> bool:
    """Whether a weapon is made for Counterstrikes. [HAC-CSTRIKE-01]"""
    by_skill = weapon.kind == "melee" and weapon.skill in COUNTERSTRIKES
    return by_skill if weapon.counterstrike is None else weapon.counterstrike


def answering(frame: Attacking, order: Defend) -> Attack:
    """A Counterstrike as the attack that it is, too."""
    return Attack(
        character=order.character,
        targets=(frame.attacker,),
        weapon=order.weapon,
        raises=order.raises,
        off_hand=order.off_hand,
    )


# 1. Who may defend


def why_not_defend(state: State, frame: Attacking, one: Character) -> Refused | None:
    """Why somebody may make no Active Defense against it; None: they may. [HAC-ADEF-05, HAC-ADEF-07]"""
    if one.id in frame.reacted:
        message = f"{one.called} has made an Active Defense against this attack."
        return refused("defense_already_used", message, "HAC-ADEF-05", field="character")
    if not can_react(one, frame.attacker):
        message = f"{one.called} cannot defend."
        return refused("defense_not_allowed", message, "HAC-ADEF-07", field="character")
    if "feint" in frame.order.maneuvers:
        message = "A Feint leaves no time for an Active Defense."
        return refused("defense_not_allowed", message, "HAC-FEINT-02", field="character")
    return None


def defenses_for(state: State, frame: Attacking) -> Iterator[DefenseName]:
    """The defenses that whoever is struck can make and pay for."""
    one = get(state, frame.struck[frame.at].who)
    if why_not_defend(state, frame, one) is not None:
        return
    for name, rule in DEFENSES.items():
        if can_pay(state, one, rule.purpose, reaction=True) and any(fitting(state, frame, one, rule)):
            yield name


def fitting(state: State, frame: Attacking, one: Character, rule: DefenseRule) -> Iterator[Defend]:
    """The orders of a kind that fit the attack."""
    return (order for order in rule.offers(one) if rule.why_not(state, frame, one, order) is None)


def offers(state: State, frame: Attacking) -> Iterator[Defend]:
    """A defense of each kind that whoever is struck can make."""
    one = get(state, frame.struck[frame.at].who)
    for name in defenses_for(state, frame):
        for order in fitting(state, frame, one, DEFENSES[name]):
            yield paid(state, one, order, DEFENSES[name].purpose)


# 2. The roll


def defend(run: HacRun, frame: Attacking, order: Defend) -> None:
    """Pay, roll against the attack's total, and what comes of it. [HAC-ADEF-01..04]"""
    state = run.state
    one = check_able(state, order.character)
    rule = DEFENSES[order.defense]
    barred = why_not_defend(state, frame, one) or rule.why_not(state, frame, one, order)
    if barred is not None:
        raise barred
    weapon_named(one, order.weapon)  # a Dodge names none, or one that is there
    check_skill(state, one, order)
    plan = planned(state, frame, one, order)
    check_raises(state.rules, one, plan.pool, order.raises, rule.raises)
    pay(run, one.id, price_of(state, one, order, rule.purpose))
    thrown = cast(run, plan, order.raises)
    if by_hand(order, thrown):
        run.push(keeping(plan, thrown, defense=order))
    else:
        come_out(run, order, thrown)


def check_skill(state: State, one: Character, order: Defend) -> None:
    """Refuse a Skill that such a defense is not rolled with. [HAC-DODGE-01, HAC-DIVE-01, HAC-PARRY-01, HAC-PARRY-02]"""
    rule, row = DEFENSES[order.defense], TABLE[order.defense]
    usual = rule.skill(state, one, replace(order, skill=""))
    if order.skill not in ("", usual) and not rule.takes(one, order.skill):
        message = f"{row.label} is not rolled with {order.skill}."
        raise refused("defense_not_applicable", message, row.rule, field="skill", hint="Leave the Skill out.")


def planned(state: State, frame: Attacking, one: Character, order: Defend) -> PlannedRoll:
    """The roll of an Active Defense."""
    rule, name = DEFENSES[order.defense], order.defense
    skill = rule.skill(state, one, order)
    bearing = Bearing(state, one, skill, off_hand=order.off_hand, unseen=rule.blind(state, frame))
    return PlannedRoll(
        character=one,
        purpose=name,
        pool=own_dice(rule.pool(state, frame, one, order), bearing, "defense", name),
        tn=rule.tn(state, frame),
        rule=TABLE[name].rule,
        against=frame.attacker,
        mods=(*rule.mods(state, frame, one, order), *own_mods(bearing, "defense", name)),
    )


# 3. The outcome


def come_out(run: HacRun, order: Defend, thrown: RollResult) -> None:
    """What comes of a defense whose dice are kept; the attack on top goes on. [HAC-ADEF-03, HAC-ADEF-04]"""
    frame = run.agenda[-1]
    assert isinstance(frame, Attacking)
    rule, struck = DEFENSES[order.defense], frame.struck[frame.at]
    rule.tell(run, frame, order, thrown)
    if thrown.success:
        narrate(run, order.character, order.raises)
    further = at_next(frame, rule.saved(struck) if thrown.success else struck)
    run.advance(replace(further, reacted=(*frame.reacted, order.character)))
    rule.bring_about(run, frame, order, thrown)
