"""Two-dice rolls: advantages and disadvantages by name, modifiers with their rules, exact chances. [IST-ADV-01]"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from rules.istra.events import DieRolled, RollMade
from rules.istra.events.attacks import Role, Source, Use
from rules.istra.questions import get
from rules.istra.state import AttackKind, Model, State, Throw
from rules.istra.tables import Core
from rules.kernel.agenda import Run
from rules.kernel.asks import GM
from rules.kernel.opposed import OpposedRoll
from rules.kernel.reading import picked
from rules.kernel.rolls import Chance, Mod, Need, aimed, chance_at_least, d20_pool

IstRun: TypeAlias = Run[State]

D20 = (20,)
BEST, WORST = 20, 1
"""The naturals of a critical hit and of a fumble. [IST-CRIT-01, IST-FUM-01]"""


class Toss(msgspec.Struct, frozen=True, gc=False):
    """One side of a combat roll before its dice fall: who rolls what against whom, and everything that goes into it.

    `target`: the total to reach where the other side's lies already.
    """

    model: str
    role: Role
    kind: AttackKind
    stat: Core
    rule: str
    opponent: str = ""
    mods: tuple[Mod, ...] = ()
    adv: tuple[Source, ...] = ()
    dis: tuple[Source, ...] = ()
    target: int | None = None

    @property
    def net(self) -> int:
        """Advantages less disadvantages: one cancels one; never more than two dice. [IST-ADV-01..05]"""
        return len(self.adv) - len(self.dis)

    @property
    def bonus(self) -> int:
        return sum(value for value, _, _ in self.mods)


def seat_of(state: State, model: Model) -> str:
    """Who plays a model: its owner; a monster without a GM at the table, whoever nominated it. [IST-Q-10]"""
    if model.owner != GM or state.gm:
        return model.owner
    named = next((one.by for one in state.nominations if one.model == model.id), "")
    return named or state.nominator


def d20_need(
    state: State, model: Model, purpose: str, rule: str, target: int, mods: tuple[Mod, ...] = (), against: str = ""
) -> Need:
    """A model's d20 that is to reach a number. [IST-DICE-01]"""
    seat = seat_of(state, model)
    return aimed(Need(purpose, model.id, seat, D20, rule, against=against, target=target, mods=mods))


_OPPOSED = {
    (melee, both): OpposedRoll("both" if melee else "actor", best=BEST, worst=WORST, mutual=both)
    for melee in (True, False)
    for both in (True, False)
}


def opposed(kind: AttackKind, both: bool) -> OpposedRoll:
    """How an attack and its defence are compared: a tie is the attacker's, in melee both strike.

    `both`: by house rule the defender's 20 and 1 count as well. [IST-MELEE-03, IST-CRIT-01, IST-FUM-01, IST-Q-43]
    """
    return _OPPOSED[kind == "melee", both]


def attack_chance(toss: Toss, other: Toss, both: bool = False) -> Chance:
    """The exact chance that an attack reaches the other's roll, a tie included.

    >>> even = Toss("a", "attack", "melee", "power", "IST-MELEE-02")
    >>> attack_chance(even, even)
    (209, 400)
    """
    return opposed(toss.kind, both).chance(toss.bonus - other.bonus, d20_pool(toss.net), d20_pool(other.net))


def chance_against(toss: Toss, defence: Throw, both: bool) -> Chance:
    """The exact chance that an attack reaches a defence roll that lies."""
    return opposed(toss.kind, both).chance_of_actor(toss.bonus, d20_pool(toss.net), (defence.natural, defence.total))


def defence_chance(toss: Toss, attack: Throw, both: bool) -> Chance:
    """The exact chance that a defence roll withstands an attack roll that lies; in melee a tie does."""
    return opposed(toss.kind, both).chance_of_other(toss.bonus, d20_pool(toss.net), (attack.natural, attack.total))


def combat_throw(run: IstRun, toss: Toss, chance: Chance | None = None) -> Throw:
    """Take the dice of one side of a combat roll and put them on record. [IST-DICE-01, IST-ADV-01..05]

    Where a target is known the chance follows from it, unless one is given.
    """
    sides, keep = d20_pool(toss.net)
    if chance is None and toss.target is not None:
        chance = chance_at_least(sides, keep, toss.target - toss.bonus)
    need = Need(
        purpose=toss.role,
        by=toss.model,
        seat=seat_of(run.state, get(run.state, toss.model)),
        sides=sides,
        keep=keep,
        rule=toss.rule,
        against=toss.opponent,
        target=toss.target,
        compare="contest" if toss.target is None or toss.opponent else ">=",
        mods=toss.mods,
        chance=chance,
    )
    own = picked(toss, "model", "role", "kind", "stat", "opponent", "adv", "dis", "net")
    rolled = run.roll(RollMade, need, **own)
    return Throw(natural=rolled.natural, total=rolled.total, net=toss.net, mods=toss.mods)


def roll_die(run: IstRun, model: str, faces: int, use: Use, rule: str) -> int:
    """A die that is no test: extra damage, healing, a pick among several. [IST-DICE-01]"""
    seat = seat_of(run.state, get(run.state, model))
    need = Need(purpose=use, by=model, seat=seat, sides=(faces,), rule=rule)
    return run.roll(DieRolled, need, model=model, use=use).natural
