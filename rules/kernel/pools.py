"""Dice that go on: exploding, doubling and awarded dice, and dice that are judged one by one.

A `Need` names the dice that are taken first (`sides`) and how they go on (`again`). Which die comes next follows from
the faces so far, so the dice of the house, the dice typed in and the audit of a log ask the same question: `trace`.
Every die stands in `Rolled.dice` in the order in which it fell; `Rolled.chains` tells for each die after the first ones
which of them it continues.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

if TYPE_CHECKING:
    from rules.kernel.rolls import Need

PRINTED_TEN = 10
"""What a face of 0 counts on a die whose highest face is printed as 0."""


class Want(NamedTuple):
    """The next die of a roll that goes on: its sides, the die that it continues (from 0), and what it is."""

    sides: int
    of: int
    name: str


class Trace(NamedTuple):
    """How the faces of a roll hang together: what each die after the first ones continues, and which die is lacking."""

    links: tuple[int, ...]
    want: Want | None


class Count(NamedTuple):
    """What complete dice come to: sides, which count, the total without modifiers, what they continue, which hit."""

    sides: tuple[int, ...]
    kept: tuple[bool, ...]
    natural: int
    chains: tuple[int, ...] = ()
    hits: tuple[int, ...] = ()


class Explode(msgspec.Struct, frozen=True, gc=False, tag="explode", tag_field="how"):
    """A die that shows `face` is rolled again and the sum counts, for as long as it shows it.

    First all dice fall; then each chain to its end, from left to right.
    """

    face: int

    def trace(self, need: Need, faces: Sequence[int]) -> Trace:
        """Chains from left to right, each to its end."""
        links: list[int] = []
        place = len(need.sides)
        for die, sides in enumerate(need.sides):
            shown = faces[die]
            while shown == self.face:
                if place == len(faces):
                    return Trace(tuple(links), Want(sides, die, f"the chain of die {die + 1}"))
                shown = faces[place]
                place += 1
                links.append(die)
        return Trace(tuple(links), None)

    def values(self, first: Sequence[int], chains: Sequence[Sequence[int]]) -> list[int]:
        """What each die comes to, with its chain."""
        return [face + sum(chain) for face, chain in zip(first, chains, strict=True)]


class Double(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="double", tag_field="how"):
    """A die that shows `face` is rolled again for double, for as long as it shows it.

    `botch`: what a 0 at the first throw means. None: it counts as ten. A number: it counts nothing, and so many botch
    dice fall after it, each of which shows a botch by a 0.
    """

    face: int = 1
    botch: int | None = None

    def trace(self, need: Need, faces: Sequence[int]) -> Trace:
        """One chain; or the botch dice."""
        if faces[0] == 0 and self.botch is not None:
            fallen = len(faces) - 1
            want = Want(need.sides[0], 0, f"botch die {fallen + 1}") if fallen < self.botch else None
            return Trace((0,) * fallen, want)
        links = (0,) * (len(faces) - 1)
        return Trace(links, Want(need.sides[0], 0, "the next die, for double") if faces[-1] == self.face else None)

    def values(self, first: Sequence[int], chains: Sequence[Sequence[int]]) -> list[int]:
        """What the die comes to: doubled for each die that went on."""
        if first[0] == 0 and self.botch is not None:
            return [0]
        return [(chains[0][-1] or PRINTED_TEN) << len(chains[0]) if chains[0] else first[0] or PRINTED_TEN]


class Award(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="award", tag_field="how"):
    """A pool in which any kept die shows one of `faces` is awarded one more die, which is judged alone.

    An awarded die that hits rolls a `prize` at once, a die whose face counts instead of 1; one that shows one of
    `faces` is awarded another. `always`: a pool that hits at all is awarded a die whatever it shows.
    """

    faces: tuple[int, ...]
    prize: int
    always: bool = False

    def trace(self, need: Need, faces: Sequence[int]) -> Trace:
        """Awarded dice, each with its prize before the next one."""
        place = len(need.sides)
        struck = _kept_hits(need, faces[:place])
        cause = next((die for die in struck if faces[die] in self.faces), None)
        if cause is None and self.always and struck:
            cause = struck[0]
        links: list[int] = []
        while cause is not None:
            if place == len(faces):
                return Trace(tuple(links), Want(need.sides[0], cause, "the critical die"))
            links.append(cause)
            die, shown = place, faces[place]
            place += 1
            if not hits(need, (shown,)):
                break
            if place == len(faces):
                return Trace(tuple(links), Want(self.prize, die, "the damage of the critical die"))
            links.append(die)
            place += 1
            cause = die if shown in self.faces else None
        return Trace(tuple(links), None)


Again: TypeAlias = Explode | Double | Award


class HitRule(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Each die is compared with the target alone, with all modifiers; faces `hit` or `miss` whatever that says."""

    hit: int | None = None
    miss: int | None = None


def next_die(need: Need, faces: Sequence[int]) -> Want | None:
    """The die that follows the faces of a roll so far; None when the roll is complete."""
    return need.again.trace(need, faces).want if need.again is not None else None


def hits(need: Need, faces: Sequence[int]) -> tuple[int, ...]:
    """Which of these faces hit the target, each judged alone."""
    assert need.judged is not None and need.target is not None
    rule, least = need.judged, need.target - need.bonus
    return tuple(place for place, face in enumerate(faces) if face == rule.hit or (face >= least and face != rule.miss))


def _kept_hits(need: Need, faces: Sequence[int]) -> list[int]:
    """Which of the dice that fell first are kept and hit."""
    kept = kept_values(faces, need.keep, need.keep_count)
    return [die for die in hits(need, faces) if kept[die]]


def count(need: Need, faces: Sequence[int]) -> Count:
    """What complete dice come to."""
    if need.again is None and need.judged is None:
        values = [face or PRINTED_TEN for face in faces]
        kept = kept_values(values, need.keep, need.keep_count)
        return Count(need.sides, kept, sum(compress(values, kept)))
    links = need.again.trace(need, faces).links if need.again is not None else ()
    if need.judged is not None:
        return _judged(need, faces, links)
    first = len(need.sides)
    chains = [[face for link, face in zip(links, faces[first:], strict=True) if link == die] for die in range(first)]
    assert isinstance(need.again, Explode | Double)
    values = need.again.values(faces[:first], chains)
    kept = kept_values(values, need.keep, need.keep_count)
    return Count(
        (*need.sides, *(need.sides[link] for link in links)),
        (*kept, *(kept[link] and values[link] > 0 for link in links)),
        sum(compress(values, kept)),
        links,
    )


def _judged(need: Need, faces: Sequence[int], links: Sequence[int]) -> Count:
    """Points of a pool whose dice are judged alone: 1 a die that hits, the prize of an awarded one."""
    first = len(need.sides)
    kept = kept_values(faces[:first], need.keep, need.keep_count)
    struck = _kept_hits(need, faces[:first])
    points, sides = len(struck), []
    for place, link in enumerate(links, first):
        is_prize = first <= link == place - 1  # of the die before it; an awarded die continues the one before that
        sides.append(need.again.prize if is_prize and isinstance(need.again, Award) else need.sides[0])
        if is_prize:
            points += faces[place]
        elif hits(need, (faces[place],)):
            struck.append(place)
    return Count((*need.sides, *sides), (*kept, *(True for _ in links)), points, tuple(links), tuple(struck))


def kept_values(values: Sequence[int], keep: str, count: int = 1) -> tuple[bool, ...]:
    """Which dice count: all, or the `count` highest or lowest ones. Of equal ones the first is kept."""
    if keep == "all":
        return (True,) * len(values)
    sign = -1 if keep == "highest" else 1
    best = set(sorted(range(len(values)), key=lambda place: (sign * values[place], place))[:count])
    return tuple(place in best for place in range(len(values)))
