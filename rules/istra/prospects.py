"""What an attack promises, for bots: damage that may be dealt less what may come back, over all dice of both sides.

In hundredths of a point of health; to take somebody out is worth `OUT` points more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import prod
from typing import NamedTuple, TypeAlias

from rules.istra.commands import Cast, Declarable, Melee, Shoot, Whirlwind
from rules.istra.decide.rolling import BEST, WORST, opposed
from rules.istra.decide.settling import EXTRA_RULE, effective_armour
from rules.istra.decide.spells import aimed, known_spell
from rules.istra.decide.targets import (
    attack_toss,
    defence_toss,
    distance_of,
    is_in_melee,
    look,
    weapon_of,
)
from rules.istra.questions import are_enemies, get
from rules.istra.state import Attack, AttackKind, Exchange, Model, State
from rules.kernel.rolls import Pool, d20_pool, falls

OUT = 8
"""What it is worth to take somebody out, in points of health."""
EXTRA = 3
"""What a die of a declared talent adds, less than its mean: its use is gone then."""
Order: TypeAlias = Melee | Shoot | Cast | Whirlwind


class Side(NamedTuple):
    """One side of a combat roll: its modifiers and dice; if it wins, what its total is changed by to be damage.

    `extra` comes past the armour; `health` is what the other side has left.
    """

    bonus: int
    dice: Pool
    change: int
    health: int
    extra: int = 0

    def harm(self, total: int, times: int = 1) -> int:
        """Damage up to the health there is, and `OUT` where that is all of it."""
        damage = times * max(0, total + self.change) + self.extra
        return self.health + OUT if damage >= self.health else damage


@lru_cache(maxsize=8192)
def promise(attack: Side, defence: Side, melee: bool, both: bool) -> int:
    """What the attacker may expect. `both`: by house rule the defender's 20 and 1 count as well. [IST-Q-43]"""
    worth = sum(
        ways * count * _balance(attack, defence, (face, against), melee, both)
        for face, ways in falls(*attack.dice)
        for against, count in falls(*defence.dice)
    )
    return worth * 100 // (prod(attack.dice[0]) * prod(defence.dice[0]))


def _balance(attack: Side, defence: Side, faces: tuple[int, int], melee: bool, both: bool) -> int:
    """What comes of two dice: a defender strikes back in melee, else only at a fumble."""
    mine, theirs = faces[0] + attack.bonus, faces[1] + defence.bonus
    ahead = opposed("melee", both).lead((faces[0], mine), (faces[1], theirs))
    gain = attack.harm(mine, 2 if faces[0] == BEST else 1) if ahead >= 0 else 0
    struck = ahead <= 0 and (melee or faces[0] == WORST)
    return gain - (defence.harm(theirs) if struck else 0)


# Of a command


def prospect(state: State, order: Order) -> int:
    """What an attack that may be asked for promises; harm to friends counts against it."""
    model = get(state, order.model)
    return sum(promise_of(state, model, frame) for frame in _frames(state, model, order))


def _frames(state: State, model: Model, order: Order) -> Iterator[Attack]:
    if isinstance(order, Cast):
        spell = known_spell(state, model, order.spell)
        targets = aimed(state, model, spell, order)[0] if spell.defence is not None else ()
        yield from (attack_on(state, model, target, "spell", spell=spell.name) for target in targets)
    elif isinstance(order, Whirlwind):
        yield from (attack_on(state, model, target, "melee", order.declare) for target in order.order)
    else:
        kind: AttackKind = "shoot" if isinstance(order, Shoot) else "melee"
        yield attack_on(state, model, order.target, kind, order.declare)
        if order.second is not None:
            yield attack_on(state, model, order.second, kind)


def attack_on(
    state: State, model: Model, target: str, kind: AttackKind, declared: tuple[Declarable, ...] = (), spell: str = ""
) -> Attack:
    foe, afar = get(state, target), kind != "melee" and target != model.id
    return Attack(
        kind=kind,
        attacker=model.id,
        exchanges=(Exchange(target, target),),
        weapon=model.active_weapon if kind == "shoot" else "",
        spell=spell,
        declared=declared,
        distance=distance_of(state, model, foe),
        cover=afar and look(state, model, foe).cover,
        into_melee=afar and is_in_melee(state, model, foe),
    )


def promise_of(state: State, model: Model, frame: Attack) -> int:
    """What one attack promises: the other way round where it meets a friend."""
    foe = get(state, frame.exchanges[0].target)
    toss, melee = attack_toss(state, frame, frame.exchanges), frame.kind == "melee"
    mine, theirs = (0, 0), (0, 0)
    if frame.kind != "spell":
        weapon = weapon_of(state, frame, model)
        mine = weapon.damage, weapon.piercing
    if melee:
        weapon = weapon_of(state, frame, foe)
        theirs = weapon.damage, weapon.piercing
    extra = EXTRA * sum(name in EXTRA_RULE for name in frame.declared)
    attack = Side(
        toss.bonus, d20_pool(toss.net), mine[0] - effective_armour(state, foe, mine[1]), max(1, foe.health), extra
    )
    back = theirs[0] - effective_armour(state, model, theirs[1])
    other = defence_toss(state, frame, frame.exchanges[0])
    defence = Side(other.bonus, d20_pool(other.net), back, max(1, model.health))
    worth = promise(attack, defence, melee, state.rules.criticals == "both")
    return worth if are_enemies(state, model, foe) else -max(0, worth)
