"""Attacks, from the declaration to the Wounds. [HAC-ATK]

1. What may be attacked with what, and what is refused: `aiming.check`.
2. The attack is declared; who shoots out of cover loses it: `declare`.
3. "roll": total cover fails; the pool and what makes it harder, against the highest Defense: `roll`, `aiming.planned`.
4. The attacker may choose the kept dice (`keeping`).
5. "judge": a miss goes to 9: `judge`.
6. "guards": others may take the place of a target: `ask_guards`, `guards`.
7. "defense": whoever is struck may defend: `ask_defense`, `defenses`.
8. "divide" and "effects": Wounds, and what the maneuver does: `dividing`, `take_effect`.
9. "disarm": who was missed may disarm: `ask_disarm`, `disarming`.
10. "done": the attack is over: `finish`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from rules.hachigoku import events as ev
from rules.hachigoku.commands import Attack
from rules.hachigoku.decide import aiming, charging, defenses, disarming, dividing, guards, maneuvers
from rules.hachigoku.decide.action_rule import ActionRule
from rules.hachigoku.decide.aiming import aim_of, planned, tn_of
from rules.hachigoku.decide.dividing import open_targets, wounds_of
from rules.hachigoku.decide.outcomes import happen, seen_by
from rules.hachigoku.decide.reactions import at_next
from rules.hachigoku.decide.rolling import HacRun, by_hand, cast, keeping, narrate
from rules.hachigoku.questions import able, cover_of, get, has_from, weapon_named
from rules.hachigoku.state import Attacking, Character, Consequence, State, Struck
from rules.kernel.errors import Refused

# 2. The declaration


def declare(run: HacRun, order: Attack) -> None:
    """The attack is made, and its stages begin; a mount rides on after the last one. [HAC-ATK-01, HAC-CHARGE-02]"""
    charging.run_up(run, order)
    first = replace(order, further=())
    if order.finish and order.further:
        run.push(Attacking(order.character, first, struck_by(first), stage="done"))
        first = replace(first, finish=False)
    for again in reversed(order.further):
        run.push(Attacking(order.character, again, struck_by(again), again=True))
    run.push(Attacking(order.character, first, struck_by(first)))


def struck_by(order: Attack) -> tuple[Struck, ...]:
    return tuple(Struck(name) for name in order.targets)


def begin(run: HacRun, frame: Attacking) -> None:
    """What is put on record before the dice. [HAC-ATK-01]"""
    order = frame.order
    if frame.again and not is_possible(run, order):
        run.emit(ev.AttackFailed(attacker=frame.attacker, targets=order.targets, cause="no target"))
        run.pop()
        return
    run.emit(
        ev.AttackDeclared(
            attacker=frame.attacker,
            targets=order.targets,
            weapon=order.weapon,
            maneuvers=order.maneuvers,
            hold=order.hold if "grapple" in order.maneuvers else None,
            off_hand=order.off_hand,
        )
    )
    run.advance(replace(frame, stage="roll"))
    shooter = get(seen_by(run, frame.attacker), frame.attacker)
    open_shot = ranged(shooter, order) and "cover_shot" not in order.maneuvers
    if open_shot and cover_of(shooter, order.targets[0]) not in ("none", "slight"):
        happen(run, Consequence(kind="cover_lost", who=shooter.id, by=shooter.id, rule="HAC-COVER-SHOT-01"))


def is_possible(run: HacRun, order: Attack) -> bool:
    """Whether a further attack can be made after what the first has brought about."""
    state = seen_by(run, order.character)
    try:
        aiming.check(state, order)
    except Refused:
        return False
    return able(get(state, order.character))


def ranged(attacker: Character, order: Attack) -> bool:
    """Whether it is a shot or a throw."""
    return weapon_named(attacker, order.weapon).kind != "melee"


# 3. The roll


def roll(run: HacRun, frame: Attacking) -> None:
    """Total cover fails without a roll; else the dice fall. [HAC-ATK-03..05, HAC-ATK-14, HAC-Q-62]"""
    order = frame.order
    aim = aim_of(seen_by(run, frame.attacker), order)
    if any(cover_of(target, frame.attacker) == "total" for target in aim.targets):
        run.emit(ev.AttackFailed(attacker=frame.attacker, targets=order.targets, total_cover=True, cause="total cover"))
        run.advance(replace(frame, stage="done"))
        return
    plan = planned(aim)
    thrown = cast(run, plan, order.raises)
    rolled = replace(
        frame,
        stage="judge",
        tn=tn_of(aim),
        total=thrown.total,
        banzai=thrown.banzai,
        success=thrown.success,
    )
    run.advance(rolled)
    if by_hand(order, thrown):
        run.push(keeping(plan, thrown))


# 5. The verdict


def judge(run: HacRun, frame: Attacking) -> None:
    """A miss, or the windows of those who are struck. [HAC-ATK-07, HAC-ATK-08]"""
    if frame.success:
        run.advance(replace(frame, stage="guards", at=0))
        return
    run.emit(ev.AttackMissed(attacker=frame.attacker, targets=frame.order.targets, total=frame.total, tn=frame.tn))
    missed = tuple(replace(one, fate="missed") for one in frame.struck)
    run.advance(replace(frame, struck=missed, stage="disarm"))


# 6, 7. Reactions


def ask_guards(run: HacRun, frame: Attacking) -> None:
    """Who may guard the target whose turn it is; then that target's own window."""
    waiting = tuple(guards.guards_for(run.state, frame))
    if waiting:
        run.emit(ev.GuardWindow(target=frame.struck[frame.at].target, characters=waiting, total=frame.total))
        run.advance(replace(frame, waiting=waiting))
    else:
        run.advance(replace(frame, stage="defense"))


def ask_defense(run: HacRun, frame: Attacking) -> None:
    """The window of who is struck, if there is a defense; else the next target."""
    who = frame.struck[frame.at].who
    found = tuple(defenses.defenses_for(run.state, frame))
    if found:
        run.emit(ev.DefenseWindow(character=who, total=frame.total, defenses=found))
        run.advance(replace(frame, waiting=(who,)))
    else:
        run.advance(at_next(frame))


# 8. Effects


def take_effect(run: HacRun, frame: Attacking) -> None:
    """Wounds, and what maneuvers do. [HAC-ATK-06, HAC-ADEF-04]"""
    intention, banzai, raises = wounds_of(frame)
    hit = open_targets(frame)
    run.emit(
        ev.AttackHit(
            attacker=frame.attacker,
            targets=hit,
            total=frame.total,
            wounds=intention + banzai + raises,
            intention=intention,
            banzai=banzai,
            raises=raises,
        )
    )
    narrate(run, frame.attacker, frame.order.raises)
    struck = tuple(replace(one, fate="hit") if one.fate == "open" else one for one in frame.struck)
    run.advance(replace(frame, struck=struck, stage="disarm"))
    aim = aim_of(run.state, frame.order)
    found = maneuvers.of(frame.order)
    bloodless, defers = any(one.bloodless for one in found), any(one.defers for one in found)
    for one in struck:
        if one.fate == "hit":
            share = frame.assigned.get(one.who, 0)
            if not bloodless and not (defers and one.who in frame.affected):
                happen(run, Consequence(kind="wounds", who=one.who, by=frame.attacker, amount=share))
            if one.who in frame.affected:
                maneuvers.strike(run, aim, one, share)


# 9, 10. Afterwards


def ask_disarm(run: HacRun, frame: Attacking) -> None:
    """Those who were missed by a melee attack may disarm. [HAC-DISARM-01]"""
    waiting = tuple(disarming.disarmers(run.state, frame))
    if waiting:
        run.emit(ev.DisarmWindow(attacker=frame.attacker, characters=waiting))
        run.advance(replace(frame, waiting=waiting))
    else:
        run.advance(replace(frame, stage="done"))


def finish(run: HacRun, frame: Attacking) -> None:
    """The attack is over; who was unaware of it is no longer, in a batch when that is over. [HAC-Q-95, HAC-SIM-02]

    Who was come upon by the attacker is unaware of this attack, and of no further one. [HAC-ACT-04]
    """
    run.pop()
    charging.ride_on(run, frame.order)
    for one in run.state.characters:
        sources = ("", frame.attacker) if one.id in frame.order.targets else (frame.attacker,)
        for source in sources:
            if has_from(one, "unaware", source):
                noticed = Consequence(kind="cleared", who=one.id, by=frame.attacker, what="unaware", note=source)
                happen(run, noticed)


STAGES: Mapping[str, Callable[[HacRun, Attacking], None]] = {
    "declared": begin,
    "roll": roll,
    "judge": judge,
    "guards": ask_guards,
    "defense": ask_defense,
    "divide": dividing.begin,
    "effects": take_effect,
    "disarm": ask_disarm,
    "done": finish,
}
"""What is done at each stage that waits for nobody."""


class AttackRule(ActionRule[Attack]):
    """An attack, or several where an Action has them. [HAC-ATK-01, HAC-ATK-02]"""

    command, purpose = Attack, "attack"

    def check(self, state: State, one: Character, order: Attack) -> None:
        aiming.check(state, order)

    def foresee(self, run: HacRun, order: Attack) -> None:
        charging.run_up(run, order)

    def do(self, run: HacRun, order: Attack) -> None:
        declare(run, order)

    def offers(self, state: State, one: Character) -> Iterator[Attack]:
        return aiming.offers(state, one)
