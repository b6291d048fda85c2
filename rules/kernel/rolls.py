"""Rolls that explain themselves: what is needed is fixed before the dice fall, and stays on record with them."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

import msgspec

from rules.kernel.messages import Event
from rules.kernel.pools import Again, Count, HitRule, Want, count
from rules.kernel.reading import Json

Mod: TypeAlias = tuple[int, str, str]
"""A modifier: value, label, rule ID."""

Die: TypeAlias = tuple[int, int, bool]
"""A die on the table: sides, face, whether it counts."""

Chance: TypeAlias = tuple[int, int]
"""An exact probability as numerator and denominator, not reduced."""

Blocks: TypeAlias = tuple[int, int]
"""House dice a roll used up: index of the first block, number of blocks."""

Keep = Literal["all", "highest", "lowest"]
Compare = Literal["", ">=", "<=", "contest", "table"]


class Need(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A roll as it stands before its dice are taken.

    `sides` lists the dice in order, one entry a die. `target` is compared with the total by `compare`; a `contest`
    without a target waits for the other side's roll, whose target is the total of this one. `chance` is None where
    nothing is at stake (a direction, a table).

    `keep_count`: how many dice are kept, the highest or the lowest. `zero`: the ten of these dice is printed and stored
    as 0, and counts ten. `again`: how dice go on. `judged`: each die is compared alone; the total is what those that
    hit are worth, `expected` is its mean. `wants`: what the next die is, where a roll that goes on waits for it; then
    `sides` is that die alone. `roll`: how players write the dice, where the game has a way of its own.
    """

    purpose: str
    by: str
    seat: str
    sides: tuple[int, ...]
    rule: str
    roll: str = ""
    against: str = ""
    keep: Keep = "all"
    target: int | None = None
    compare: Compare = ""
    mods: tuple[Mod, ...] = ()
    chance: Chance | None = None
    reroll_of: int | None = None
    keep_count: int = 1
    zero: bool = False
    again: Again | None = None
    judged: HitRule | None = None
    expected: Chance | None = None
    wants: str = ""

    @property
    def bonus(self) -> int:
        return sum(value for value, _, _ in self.mods)


def aimed(need: Need) -> Need:
    """A roll of which all dice count toward its target, with its exact chance."""
    assert need.target is not None, "it is to reach a number"
    chance = chance_at_least(need.sides, "all", need.target - need.bonus)
    return msgspec.structs.replace(need, compare=">=", chance=chance)


class Rolled(Event, frozen=True, kw_only=True):
    """A roll that happened: the fields of its `Need`, the dice as they fell, and what came of it.

    `source` is "house" (with `blocks`, so that anybody can recompute it) or "table". `margin` is total − target.
    A game's roll events inherit these fields and add their own.
    """

    purpose: str
    by: str
    rule: str
    roll: str
    dice: tuple[Die, ...]
    source: str
    total: int
    against: str = ""
    target: int | None = None
    compare: Compare = ""
    mods: tuple[Mod, ...] = ()
    success: bool | None = None
    margin: int | None = None
    chance: Chance | None = None
    blocks: Blocks | None = None
    reroll_of: int | None = None

    chains: ClassVar[tuple[int, ...]] = ()

    @property
    def natural(self) -> int:
        """Sum of the faces that count, without modifiers."""
        return sum(face for _, face, kept in self.dice if kept)


class PoolRolled(Rolled, frozen=True, kw_only=True):
    """A roll whose dice may go on, or are judged one by one.

    `chains`: of each die that fell after the first ones, which die it continues (from 0). `hits`: the dice that hit,
    where each was compared alone; then `total` is what they are worth and `expected` its mean.
    """

    chains: tuple[int, ...] = ()  # type: ignore[misc]  # other rolls have none
    hits: tuple[int, ...] = ()
    expected: Chance | None = None


class DiceFaces(msgspec.Struct, frozen=True, gc=False):
    """Faces that came through the door of the dice: those of `Need.sides` in order, then those of dice that went on."""

    faces: tuple[int, ...]
    source: str
    blocks: Blocks | None = None


@lru_cache(maxsize=256)
def notation(sides: tuple[int, ...], keep: Keep, keep_count: int = 1, *, goes_on: bool = False) -> str:
    """Dice notation of a roll; an exclamation mark for dice that may go on.

    >>> notation((20,), "all"), notation((20, 20), "highest"), notation((10, 10, 10), "highest", 2, goes_on=True)
    ('1d20', '2d20kh1', '3d10!kh2')
    """
    groups: list[list[int]] = []
    for side in sides:
        if groups and groups[-1][1] == side:
            groups[-1][0] += 1
        else:
            groups.append([1, side])
    text = "+".join(f"{number}d{side}" for number, side in groups) + ("!" if goes_on else "")
    return text + {"all": "", "highest": f"kh{keep_count}", "lowest": f"kl{keep_count}"}[keep]


@lru_cache(maxsize=256)
def falls(sides: tuple[int, ...], keep: Keep) -> tuple[tuple[int, int], ...]:
    """Every number that the dice can show, with how many of the ways in which they can fall show it.

    >>> falls((2, 2), "all"), falls((2, 2), "highest"), falls((2, 2), "lowest")
    (((2, 1), (3, 2), (4, 1)), ((1, 1), (2, 3)), ((1, 3), (2, 1)))
    """
    if keep == "all":
        ways = {0: 1}
        for side in sides:
            wider: dict[int, int] = {}
            for total, count in ways.items():
                for face in range(1, side + 1):
                    wider[total + face] = wider.get(total + face, 0) + count
            ways = wider
        return tuple(sorted(ways.items()))
    most = max(sides) if keep == "highest" else min(sides)
    if keep == "highest":
        reach = [prod(min(side, face) for side in sides) for face in range(most + 1)]
        return tuple((face, reach[face] - reach[face - 1]) for face in range(1, most + 1))
    reach = [prod(side - face + 1 for side in sides) for face in range(1, most + 2)]
    return tuple((face, reach[face - 1] - reach[face]) for face in range(1, most + 1))


@lru_cache(maxsize=4096)
def chance_at_least(sides: tuple[int, ...], keep: Keep, needed: int) -> Chance:
    """Exact chance that the dice alone reach `needed`, in every way they can fall.

    >>> chance_at_least((20,), "all", 11), chance_at_least((20, 20), "highest", 11)
    ((10, 20), (300, 400))
    """
    return sum(ways for shown, ways in falls(sides, keep) if shown >= needed), prod(sides)


Pool: TypeAlias = tuple[tuple[int, ...], Keep]
"""Dice that are rolled together, and which of them count."""

D20_POOL: Pool = ((20,), "all")


def d20_pool(net: int) -> Pool:
    """One d20; two of which the higher counts where advantages outweigh (`net` above 0), the lower below 0.

    >>> d20_pool(3), d20_pool(0), d20_pool(-1)
    (((20, 20), 'highest'), ((20,), 'all'), ((20, 20), 'lowest'))
    """
    if net == 0:
        return D20_POOL
    return (20, 20), "highest" if net > 0 else "lowest"


def noted(need: Need, want: Want | None = None) -> Need:
    """The need with its dice notation, unless its game wrote one; `want`: the die it waits for after others."""
    roll = need.roll or _notation(need)
    if want is not None:
        return msgspec.structs.replace(need, roll=roll, sides=(want.sides,), wants=want.name)
    return msgspec.structs.replace(need, roll=roll)


def _notation(need: Need) -> str:
    return notation(need.sides, need.keep, need.keep_count, goes_on=need.again is not None)


R = TypeVar("R", bound=Rolled)


def _of_pool(kind: type[Rolled], need: Need, counted: Count) -> Json:
    """What only the record of a pool holds."""
    if not issubclass(kind, PoolRolled):
        return {}
    return {"chains": counted.chains, "hits": counted.hits, "expected": need.expected}


def judge(total: int, need: Need) -> tuple[int | None, bool | None]:
    """Margin and success of a total against the need's target; both None where there is none."""
    if need.target is None:
        return None, None
    margin = total - need.target
    if need.compare == "<=":
        return margin, margin <= 0
    return margin, margin >= 0


def rolled(kind: type[R], need: Need, taken: DiceFaces, /, **own: Any) -> R:
    """What was needed and what fell, as a roll on record of that kind with its `own` fields."""
    counted = count(need, taken.faces)
    total = counted.natural if need.judged is not None else need.bonus + counted.natural
    margin, success = (None, bool(counted.hits)) if need.judged is not None else judge(total, need)
    return kind(
        purpose=need.purpose,
        by=need.by,
        rule=need.rule,
        roll=_notation(need),
        dice=tuple(zip(counted.sides, taken.faces, counted.kept, strict=True)),
        source=taken.source,
        total=total,
        against=need.against,
        target=need.target,
        compare=need.compare,
        mods=need.mods,
        success=success,
        margin=margin,
        chance=need.chance,
        blocks=taken.blocks,
        reroll_of=need.reroll_of,
        **_of_pool(kind, need, counted),
        **own,
    )
