"""Rolls: a pool against a TN, with its exact chance, and what came of it. [HAC-DICE-05..11]

1. What the roller brings with them makes it harder: `own_mods`; the pool is finished (`pools`).
2. No dice: roll_impossible, a total of 0. Else roll_made: faces, chains, kept dice: `cast`.
3. Who wishes to choose their kept dice is asked: `by_hand`, `keeping`.
4. What Raises for an Effect have bought is told where the roll has succeeded: `narrate`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol, TypeAlias

from msgspec.structs import replace

from rules.hachigoku import events as ev
from rules.hachigoku.commands import Raises
from rules.hachigoku.pools import Pool, raised, with_difficulty, xky
from rules.hachigoku.questions import heavy_wounds, holds_on, on_uneven_terrain, seat_of
from rules.hachigoku.roster import RollModifier
from rules.hachigoku.state import Character, Keeping, State
from rules.hachigoku.tables import ARMOR_GROUPS, ARMOR_STEPS, QUALITY_STEPS
from rules.kernel import chances
from rules.kernel.agenda import Run
from rules.kernel.modifiers import Row, mods
from rules.kernel.pools import Explode
from rules.kernel.rolls import Mod, Need

HacRun: TypeAlias = Run[State]
TEN = 10
SHOUT = Explode(TEN)
BLIND_STEPS = 3
"""Steps of a roll against somebody whom one cannot see. [HAC-BLIND-02]"""


class Bearing(NamedTuple):
    """What a roll is like for who makes it: the Skill, whether the body does it, the hand, whether the foe is seen."""

    state: State
    one: Character
    skill: str = ""
    physical: bool = True
    off_hand: bool = False
    unseen: bool = False


class PlannedRoll(NamedTuple):
    """A roll that is to be made. `mods` are rolled dice more or fewer; `tn` None: it is compared with nothing yet."""

    character: Character
    purpose: str
    pool: Pool
    tn: int | None
    rule: str
    against: str = ""
    mods: tuple[Mod, ...] = ()


class RollResult(NamedTuple):
    """What came of a roll. `dice` are the values of the dice with their chains, `tens` how many 10s each has.

    `tn`: what it had to reach, with Raises.
    """

    total: int
    success: bool
    banzai: int
    kept: int = 0
    dice: tuple[int, ...] = ()
    tens: tuple[int, ...] = ()
    tn: int = 0


def _social(bearing: Bearing) -> bool:
    group = bearing.one.skill_groups.get(bearing.skill, "")
    return not bearing.physical and group in ARMOR_GROUPS[bearing.one.armor.type]


OWN_ROWS: tuple[Row[Bearing], ...] = (
    Row(-1, "uneven terrain", "HAC-MINOR-05", lambda b: b.physical and on_uneven_terrain(b.state, b.one)),
    Row(-1, "heavy armor", "HAC-ARMOR-03", lambda b: b.physical and b.one.armor.type == "heavy"),
    Row(lambda b: -ARMOR_STEPS[b.one.armor.type], "armor", "HAC-ARMOR-02", _social),
    Row(lambda b: QUALITY_STEPS[b.one.armor.quality], "quality of the armor", "HAC-ARMOR-05", _social),
    Row(lambda b: -heavy_wounds(b.one), "Heavy Wounds", "HAC-WOUND-04", lambda b: heavy_wounds(b.one) > 0),
    Row(-1, "captured", "HAC-GRAP-03", lambda b: bool(holds_on(b.one))),
    Row(-1, "off hand", "HAC-MINOR-04", lambda b: b.off_hand),
    Row(-BLIND_STEPS, "unseen foe", "HAC-BLIND-02", lambda b: b.unseen),
)
"""What makes any roll of somebody harder. [HAC-ATK-15, HAC-ADEF-06]"""


def own_mods(bearing: Bearing, *names: str) -> tuple[Mod, ...]:
    """What the roller brings with them; `names` are what abilities may apply to: the purpose, the defense."""
    data = ((-one.steps, one.note or "ability", "HAC-DIFF-02") for one in _abilities(bearing, names) if one.steps)
    return (*mods(OWN_ROWS, bearing), *data)


def own_dice(pool: Pool, bearing: Bearing, *names: str) -> Pool:
    """The pool with the dice that abilities add. [HAC-DICE-03]"""
    for one in _abilities(bearing, names):
        pool = pool.plus(*xky(one.dice), one.note or "ability", "HAC-DICE-03")
    return pool


def _abilities(bearing: Bearing, names: Iterable[str]) -> list[RollModifier]:
    """Those of the roller that this roll is for."""
    return abilities(bearing.state, bearing.one, {"all", bearing.skill, *names})


def abilities(state: State, one: Character, names: set[str]) -> list[RollModifier]:
    """Those of somebody that apply to any of these; some count in a duel alone. [HAC-SCOPE-04]"""
    meant = names | {f"duel:{name}" for name in names} if state.scene.duel is not None else names
    return [each for each in one.roll_modifiers if each.applies_to in meant]


def cast(run: HacRun, throw: PlannedRoll, raises: Raises | None = None) -> RollResult:
    """Make a roll and put it on record. [HAC-DICE-05, HAC-DICE-06, HAC-DICE-09, HAC-DICE-10, HAC-Q-11]"""
    rules = run.state.rules
    pool, more = with_difficulty(rules, throw.pool, throw.mods), 0
    if raises is not None and raises.number:
        pool, more = raised(rules, pool, raises)
        run.emit(ev.RaisesDeclared(character=throw.character.id, raises=raises, tn_added=more))
    pool = pool.finished(rules)
    tn = None if throw.tn is None else throw.tn + more
    if pool.rolled <= 0:
        run.emit(ev.RollImpossible(character=throw.character.id, purpose=throw.purpose, pool=pool.steps, tn=tn or 0))
        return RollResult(0, success=False, banzai=0)
    taken = run.take(ev.RollMade, need_of(run.state, throw, pool, tn), character=throw.character.id, pool=pool.steps,
                     values=())  # fmt: skip
    values, tens = _chains(taken, pool)
    kept = tuple(place for place, (_, _, counts) in enumerate(taken.dice[: len(values)]) if counts)
    banzai = banzai_of(run.state, tens, kept)
    run.emit(replace(taken, values=values, exploded_kept=banzai))
    return RollResult(taken.total, bool(taken.success), banzai, len(kept), values, tens, taken.target or 0)


def narrate(run: HacRun, name: str, raises: Raises) -> None:
    """The story that Raises have bought, once the roll has succeeded. [HAC-RAISE-01, HAC-RAISE-03]"""
    if raises.effect:
        run.emit(ev.EffectNarrated(character=name, text=raises.text, raises=raises.effect))


class ByHand(Protocol):
    """An order that says whether the kept dice are chosen."""

    @property
    def manual_keep(self) -> bool: ...


def by_hand(order: ByHand, thrown: RollResult) -> bool:
    """Whether whoever rolls wishes to choose the kept dice, and has a choice. [HAC-DICE-11, HAC-Q-08]"""
    return order.manual_keep and thrown.kept < len(thrown.dice)


def keeping(plan: PlannedRoll, thrown: RollResult, **by: Any) -> Keeping:
    """The frame that asks which dice are kept; `by` are those of its fields that say what goes on with them."""
    return Keeping(plan.character.id, plan.purpose, thrown.dice, thrown.tens, thrown.kept, thrown.tn, **by)


def need_of(state: State, throw: PlannedRoll, pool: Pool, tn: int | None) -> Need:
    """The roll before its dice fall, with its exact chance."""
    target = None if tn is None else tn + (state.rules.must_beat == "on")
    need = Need(
        purpose=throw.purpose,
        by=throw.character.id,
        seat=seat_of(state, throw.character.id),
        sides=(TEN,) * pool.rolled,
        rule=throw.rule,
        roll=f"{pool.rolled}k{pool.kept}",
        against=throw.against,
        keep="highest",
        keep_count=pool.kept,
        target=target,
        compare="contest" if target is None else ">=",
        again=SHOUT if pool.shouts else None,
    )
    return need if target is None else replace(need, chance=chances.chance(need))


def _chains(taken: ev.RollMade, pool: Pool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The value of each die with its chain, and how many 10s there are in it that shouted."""
    values = [face for _, face, _ in taken.dice[: pool.rolled]]
    tens = [int(pool.shouts and face == TEN) for face in values]
    for die, (_, face, _) in zip(taken.chains, taken.dice[pool.rolled :], strict=True):
        values[die] += face
        tens[die] += face == TEN
    return tuple(values), tuple(tens)


def banzai_of(state: State, tens: tuple[int, ...], kept: Iterable[int]) -> int:
    """Kept banzai dice: each counts once, by a house rule for each 10. [HAC-DICE-06, HAC-Q-06]"""
    each = [tens[place] for place in kept]
    return sum(each) if state.rules.banzai_per_ten == "on" else sum(one > 0 for one in each)
