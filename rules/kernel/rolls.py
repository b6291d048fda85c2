"""Rolls that explain themselves: what is needed is fixed before the dice fall, and stays on record with them."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from math import prod
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from rules.kernel.messages import Event

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

    `sides` lists the dice in order, one entry a die. `target` is compared with the total by `compare`;
    a `contest` without a target waits for the other side's roll. `chance` is None where nothing is at stake
    (a direction, a table).
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

    @property
    def bonus(self) -> int:
        """Sum of the modifiers."""
        return sum(value for value, _, _ in self.mods)


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

    @property
    def natural(self) -> int:
        """Sum of the dice that count, without modifiers."""
        return sum(face for _, face, kept in self.dice if kept)


class Taken(msgspec.Struct, frozen=True, gc=False):
    """Faces that came through the door of the dice, in the order of `Need.sides`."""

    faces: tuple[int, ...]
    source: str
    blocks: Blocks | None = None


@lru_cache(maxsize=256)
def notation(sides: tuple[int, ...], keep: Keep) -> str:
    """Dice notation of a roll.

    >>> notation((20,), "all"), notation((20, 20), "highest")
    ('1d20', '2d20kh1')
    """
    groups: list[list[int]] = []
    for side in sides:
        if groups and groups[-1][1] == side:
            groups[-1][0] += 1
        else:
            groups.append([1, side])
    text = "+".join(f"{count}d{side}" for count, side in groups)
    return text + {"all": "", "highest": "kh1", "lowest": "kl1"}[keep]


def kept_faces(faces: tuple[int, ...], keep: Keep) -> tuple[bool, ...]:
    """Which faces count. The first of equal ones is kept."""
    if keep == "all":
        return (True,) * len(faces)
    best = max(faces) if keep == "highest" else min(faces)
    chosen = faces.index(best)
    return tuple(place == chosen for place in range(len(faces)))


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


@lru_cache(maxsize=4096)
def chance_of_contest(lead: int, actor: Pool = D20_POOL, other: Pool = D20_POOL) -> Chance:
    """Exact chance that the actor's dice + `lead` reach the other's dice.

    `lead` is the actor's bonus − the other's bonus − the margin that is needed.

    >>> chance_of_contest(0), chance_of_contest(-1), chance_of_contest(0, other=((20, 20), "lowest"))
    ((210, 400), (190, 400), (5530, 8000))
    """
    mine, theirs = falls(*actor), falls(*other)
    wins = sum(a * b for face, a in mine for against, b in theirs if face + lead >= against)
    return wins, prod(actor[0]) * prod(other[0])


def noted(need: Need) -> Need:
    """The need with its dice notation filled in."""
    return msgspec.structs.replace(need, roll=notation(need.sides, need.keep))


R = TypeVar("R", bound=Rolled)


def judge(total: int, need: Need) -> tuple[int | None, bool | None]:
    """Margin and success of a total against the need's target; both None where there is none."""
    if need.target is None:
        return None, None
    margin = total - need.target
    if need.compare == "<=":
        return margin, margin <= 0
    return margin, margin >= 0


def rolled(kind: type[R], need: Need, taken: Taken, /, **own: Any) -> R:
    """What was needed and what fell, as a roll on record of that kind with its `own` fields."""
    kept = kept_faces(taken.faces, need.keep)
    total = need.bonus + sum(compress(taken.faces, kept))
    margin, success = judge(total, need)
    return kind(
        purpose=need.purpose,
        by=need.by,
        rule=need.rule,
        roll=notation(need.sides, need.keep),
        dice=tuple(zip(need.sides, taken.faces, kept, strict=True)),
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
        **own,
    )
