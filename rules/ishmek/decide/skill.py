"""Skill rolls: what goes into one, and taking its dice. [ISH-SR-01..06, ISH-SPELL-01, ISH-BURN-01]

A skill roll, from what is declared to its total:

1. Ability, Burn and spell are checked; without a named ability it is the best one: `action_checks.check_effort`, and
   `contests.check_defence`, `pushes.check_forced` for the rolls of whoever defends or is shaken. They are an `Effort`.
2. Burns are declared and the spell is spent before the dice: `performing.pay`, `performing.burn_on_answer`.
3. What is rolled for, against which DC or opponent: a `Stake`, made by the action.
4. Modifiers, each with its rule: `SKILL_ROWS`, `skill_mods`. Two d20s with advantage or disadvantage: `pool_of`.
5. The chance is computed before the dice, of a DC or of a contest: `skill_need`.
6. The dice are rolled and recorded: `skill_roll`. Who tries first is rolled with Dexterity
   and a Burn alone: `order_roll`.
7. What was burned is paid with injury rolls once the action is over: `performing.finish_acting`, `harm.roll_injury`.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import msgspec

from rules.ishmek.commands import Ability
from rules.ishmek.events import OrderRolled, SrKind, SrRolled
from rules.ishmek.questions import ability_mod, adjacent_opponents, injury_mod, personal_d20_mods
from rules.ishmek.state import Player, State
from rules.kernel.agenda import Run
from rules.kernel.modifiers import Row, balance, mods
from rules.kernel.opposed import OpposedRoll
from rules.kernel.rolls import Mod, Need, Pool, chance_at_least, d20_pool

IshRun: TypeAlias = Run[State]

D20 = (20,)
ABILITY_LABEL: dict[Ability, str] = {"cast": "spellcasting", "dex": "Dexterity", "str": "Strength"}
CROWDED: tuple[SrKind, ...] = ("control", "seize", "intercept", "forced_control")
SPELL_BOOST = 4
OPPOSED: dict[SrKind, OpposedRoll] = {"seize": OpposedRoll(tie="other"), "push_pull": OpposedRoll(tie="actor")}
"""Contests by what the actor rolls: a tie of a seize is lost, one of a push is won. [ISH-Q-35, ISH-PUSH-02]"""


class Effort(msgspec.Struct, frozen=True):
    """What a player puts into a skill roll: ability, Burn, whether a spell boosts it."""

    ability: Ability
    burn: int = 0
    boosted: bool = False


class Stake(msgspec.Struct, frozen=True):
    """What a roll is for: the kind, its rule, whom or what it is against, and further modifiers."""

    kind: SrKind
    rule: str
    against: str = ""
    target: int | None = None
    extra: tuple[Mod, ...] = ()
    advantage: bool = False


class Attempt(NamedTuple):
    """A skill roll as its modifiers see it. `crowd`: the opponents who stand beside the player, where that counts."""

    player: Player
    effort: Effort
    crowd: int


SKILL_ROWS = (
    Row[Attempt](lambda attempt: attempt.player.prof, "proficiency", "ISH-SR-01", named=True),
    Row[Attempt](
        lambda attempt: ability_mod(attempt.player, attempt.effort.ability) or 0,
        lambda attempt: ABILITY_LABEL[attempt.effort.ability],
        "ISH-SR-02",
        named=True,
    ),
    Row[Attempt](lambda attempt: attempt.effort.burn, "Burn", "ISH-BURN-01"),
    Row[Attempt](SPELL_BOOST, "spell", "ISH-SPELL-01", lambda attempt: attempt.effort.boosted),
    Row[Attempt](
        lambda attempt: -4 * attempt.crowd,
        lambda attempt: f"{attempt.crowd} adjacent opponent{'s' if attempt.crowd > 1 else ''}",
        "ISH-SR-05",
    ),
)


def skill_mods(state: State, player: Player, effort: Effort, stake: Stake) -> tuple[Mod, ...]:
    """Every modifier of a skill roll, each with its rule. [ISH-SR-01]"""
    crowd = adjacent_opponents(state, player) if stake.kind in CROWDED else 0
    given = [mod for mod in player.sr_mods if mod.kind in ("any", stake.kind)]
    return (
        *mods(SKILL_ROWS, Attempt(player, effort, crowd)),
        *stake.extra,
        *injury_mod(state, player),
        *((mod.amount, mod.note or "GM", "ISH-SPELL-06") for mod in given),
    )


def pool_of(state: State, player: Player, advantage: bool) -> Pool:
    """The d20s of a skill roll: two with advantage or disadvantage, one when they cancel out. [ISH-SR-06, ISH-Q-44]"""
    disadvantage = player.prone and state.rules.prone_sr == "disadvantage"
    return d20_pool(balance(advantage, disadvantage, "all"))


def skill_need(state: State, player: Player, effort: Effort, stake: Stake, rival: Need | None = None) -> Need:
    """The roll as it stands. `rival`: the other side's roll, for the chance in a contest that waits for it."""
    modifiers = skill_mods(state, player, effort, stake)
    sides, keep = pool = pool_of(state, player, stake.advantage)
    bonus = sum(mod[0] for mod in modifiers)
    chance = None
    if stake.target is not None:
        chance = chance_at_least(sides, keep, stake.target - bonus)
    elif rival is not None:
        chance = OPPOSED[stake.kind].chance(bonus - rival.bonus, pool, (rival.sides, rival.keep))
    return Need(
        purpose=stake.kind,
        by=player.id,
        seat=player.team,
        sides=sides,
        keep=keep,
        rule=stake.rule,
        against=stake.against,
        target=stake.target,
        compare=">=" if stake.target is not None else "contest",
        mods=modifiers,
        chance=chance,
    )


def skill_roll(run: IshRun, player: Player, effort: Effort, stake: Stake, rival: Need | None = None) -> SrRolled:
    need = skill_need(run.state, player, effort, stake, rival)
    opponent = stake.against if need.compare == "contest" or stake.kind.endswith("defence") else ""
    return run.roll(
        SrRolled,
        need,
        player=player.id,
        kind=stake.kind,
        ability=effort.ability,
        opponent=opponent,
        advantage=stake.advantage,
    )


def order_roll(run: IshRun, player: Player, burn: int) -> int:
    """A declarer's Dexterity roll for who tries first; its total. [ISH-REACT-04, ISH-SR-03]"""
    need = skill_need(run.state, player, Effort("dex", burn), Stake("order", "ISH-REACT-04"))
    return run.roll(OrderRolled, need, player=player.id).total


def plain_need(state: State, player: Player, purpose: str, rule: str, own: tuple[Mod, ...] = ()) -> Need:
    """A player's d20 that is no skill roll: a table says what comes of it. [ISH-Q-51]"""
    every = (*own, *personal_d20_mods(state, player))
    return Need(purpose=purpose, by=player.id, seat=player.team, sides=D20, rule=rule, compare="table", mods=every)
