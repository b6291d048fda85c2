"""Exact chances of pools whose dice go on or are judged one by one, before they fall.

A die that goes on has no highest number, but from the target on all numbers are the same: they are counted as one, and
the chance is exact. Where two such dice meet, chains beyond `CHAIN` dice are counted as ending there: the chance is
then wrong by less than `ERROR`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from math import comb, gcd
from types import MappingProxyType
from typing import TypeAlias

from rules.kernel.pools import PRINTED_TEN, Award, Double, Explode, hits
from rules.kernel.rolls import Chance, Keep, Need, chance_at_least

CHAIN = 12
"""Dice of a chain that are counted where two chains meet."""
ERROR = 1e-11
"""More than the chance of a longer chain on either side."""

Spread: TypeAlias = Mapping[int, int]
"""Each number that dice can come to, with how many of all ways lead there."""


def chance(need: Need) -> Chance:
    """The chance that the roll succeeds against its target: that it reaches it, or that any die hits.

    Not for `compare` "<=" and contests.
    """
    assert need.target is not None
    if need.judged is not None:
        return any_hit(need)
    least, kept = need.target - need.bonus, len(need.sides) if need.keep == "all" else need.keep_count
    if isinstance(need.again, Explode):
        return exploding_at_least(_alike(need), need.again.face, len(need.sides), kept, least, keep=need.keep)
    if isinstance(need.again, Double):
        return doubling_at_least(need.again.face, least, botches=need.again.botch is not None)
    if need.keep != "all" and kept > 1:
        return kept_at_least(_alike(need), len(need.sides), kept, least, keep=need.keep)
    return chance_at_least(need.sides, need.keep, least)


def _alike(need: Need) -> int:
    """The sides of each die of a pool."""
    assert len(set(need.sides)) == 1, "the dice of such a pool are alike"
    return need.sides[0]


def reduced(ways: int, whole: int) -> Chance:
    common = gcd(ways, whole)
    return ways // common, whole // common


@lru_cache(maxsize=4096)
def exploding_at_least(sides: int, face: int, dice: int, kept: int, least: int, *, keep: Keep = "highest") -> Chance:
    """The chance that the `kept` highest or lowest of `dice` exploding dice reach `least`.

    >>> exploding_at_least(10, 10, 1, 1, 10), exploding_at_least(10, 10, 1, 1, 12), exploding_at_least(10, 10, 3, 2, 2)
    ((1, 10), (9, 100), (1, 1))
    """
    if least <= 0:
        return 1, 1
    return _at_least(_exploding(sides, face, least), dice, min(kept, dice), least, keep)


@lru_cache(maxsize=4096)
def kept_at_least(sides: int, dice: int, kept: int, least: int, *, keep: Keep = "highest") -> Chance:
    """The chance that the `kept` highest or lowest of `dice` dice reach `least`.

    >>> kept_at_least(10, 3, 2, 20), kept_at_least(6, 2, 2, 12), kept_at_least(6, 3, 2, 12, keep="lowest")
    ((7, 250), (1, 36), (1, 216))
    """
    if least <= 0:
        return 1, 1
    return _at_least(dict.fromkeys(range(1, sides + 1), 1), dice, min(kept, dice), least, keep)


def _at_least(die: Spread, dice: int, kept: int, least: int, keep: Keep) -> Chance:
    ways = _lowest_at_least if keep == "lowest" else _highest_at_least
    return reduced(ways(die, dice, kept, least), sum(die.values()) ** dice)


def _exploding(sides: int, face: int, most: int) -> Spread:
    """What one exploding die comes to; `most` stands for all numbers from there on."""
    ways: dict[int, int] = {}
    depth = -(-most // face)
    for links in range(depth + 1):
        weight = sides ** (depth - links)
        for shown in range(1, sides + 1):
            if shown != face or links == depth:
                number = min(most, links * face + shown)
                ways[number] = ways.get(number, 0) + weight
    return ways


def _highest_at_least(die: Spread, dice: int, kept: int, least: int) -> int:
    """In how many ways the `kept` highest of `dice` such dice come to `least`.

    Numbers are gone through from the highest down, with the dice that have shown one of them and what these come to.
    Once that is enough, or all that are kept have fallen, the lower dice may show anything.
    """
    reached, open_ways, lower = 0, {(0, 0): 1}, sum(die.values())
    for number in sorted(die, reverse=True):
        lower -= die[number]
        further: dict[tuple[int, int], int] = {}
        for (fallen, total), ways in open_ways.items():
            left, room = dice - fallen, kept - fallen
            fewer = 0
            for showing in range(room):
                shown = comb(left, showing) * die[number] ** showing
                fewer += shown * lower ** (left - showing)
                come_to = total + showing * number
                if come_to >= least:
                    reached += ways * shown * lower ** (left - showing)
                else:
                    place = fallen + showing, come_to
                    further[place] = further.get(place, 0) + ways * shown
            if total + room * number >= least:
                reached += ways * ((die[number] + lower) ** left - fewer)
        open_ways = further
    return reached


def _lowest_at_least(die: Spread, dice: int, kept: int, least: int) -> int:
    """In how many ways the `kept` lowest of `dice` such dice come to `least`.

    Numbers are gone through from the lowest up, with the dice that have shown one of them and what these come to. Once
    the kept dice that are left come to enough with the lowest number they can still show, they may show anything.
    """
    reached, open_ways, higher = 0, {(0, 0): 1}, sum(die.values())
    for number in sorted(die):
        further: dict[tuple[int, int], int] = {}
        for (fallen, total), ways in open_ways.items():
            left, room = dice - fallen, kept - fallen
            if total + room * number >= least:
                reached += ways * higher**left
                continue
            for showing in range(room):
                place = fallen + showing, total + showing * number
                further[place] = further.get(place, 0) + ways * comb(left, showing) * die[number] ** showing
        open_ways, higher = further, higher - die[number]
    return reached


@lru_cache(maxsize=4096)
def doubling_at_least(face: int, least: int, *, botches: bool) -> Chance:
    """The chance that a d10 that doubles on `face` reaches `least`; where it can botch, its first 0 counts nothing.

    >>> doubling_at_least(1, 0, botches=True), doubling_at_least(1, 11, botches=False)
    ((1, 1), (59, 1000))
    """
    if least <= 0:
        return 1, 1
    depth = least.bit_length()
    reached = sum(ways for number, ways in doubling(face, botches=botches, depth=depth).items() if number >= least)
    return reduced(reached, PRINTED_TEN ** (depth + 1))


@lru_cache(maxsize=64)
def doubling(face: int, *, botches: bool, depth: int = CHAIN) -> Spread:
    """What a d10 that doubles on `face` comes to, of 10 ** (depth + 1) ways.

    Chains of more than `depth` doublings are counted as ending there with the lowest number they can have.
    """
    ways: dict[int, int] = {}
    for links in range(depth + 1):
        for shown in range(1, PRINTED_TEN + 1):
            if shown == face and links < depth:
                continue
            number = 0 if botches and links == 0 and shown == PRINTED_TEN else shown << links
            ways[number] = ways.get(number, 0) + PRINTED_TEN ** (depth - links)
    return MappingProxyType(ways)


def botch(dice: int) -> Chance:
    """The chance that a stress die botches: its first face is 0, and any of the botch dice shows 0."""
    whole = PRINTED_TEN**dice
    return reduced(whole - (PRINTED_TEN - 1) ** dice, PRINTED_TEN * whole)


def beaten(lead: int, mine: Spread, theirs: Spread) -> Chance:
    """The chance that mine + `lead` is more than theirs. Let `lead` be one more where a tie is enough."""
    wins = sum(a * b for number, a in mine.items() for against, b in theirs.items() if number + lead > against)
    return reduced(wins, sum(mine.values()) * sum(theirs.values()))


def any_hit(need: Need) -> Chance:
    """The chance that any kept die of a pool hits that is judged die by die."""
    return reduced(*_any_kept(need, _faces_that_hit(need)))


def expected_points(need: Need) -> Chance:
    """The mean of the total of a pool that is judged die by die, awarded dice and their prizes included."""
    sides, striking = _alike(need), _faces_that_hit(need)
    points, whole = sum(_times_kept(need, face) for face in striking), sides ** len(need.sides)
    if not isinstance(need.again, Award):
        return reduced(points, whole)
    awarding = [face for face in striking if face in need.again.faces]
    awarded, _ = _any_kept(need, striking if need.again.always else awarding)
    # A critical die is worth its prize when it hits, and another one when it shows such a face: c = h·(p + 1)/2 + a·c.
    worth, most = len(striking) * (need.again.prize + 1), 2 * (sides - len(awarding))
    return reduced(points * most + awarded * worth, whole * most)


def _faces_that_hit(need: Need) -> list[int]:
    return [place + 1 for place in hits(need, range(1, _alike(need) + 1))]


def _kept_of(need: Need) -> int:
    return len(need.sides) if need.keep == "all" else min(need.keep_count, len(need.sides))


def _any_kept(need: Need, wanted: Collection[int]) -> tuple[int, int]:
    """In how many ways, of how many, any kept die shows one of the faces that are `wanted`.

    Faces are gone through from the one that is kept first, with how many dice have shown one of them.
    """
    sides, dice, kept = need.sides[0], len(need.sides), _kept_of(need)
    without, open_ways, worse = 0, {0: 1}, sides
    for face in range(1, sides + 1) if need.keep == "lowest" else range(sides, 0, -1):
        worse -= 1
        if face in wanted:
            continue
        further: dict[int, int] = {}
        for fallen, ways in open_ways.items():
            left, room = dice - fallen, kept - fallen
            for showing in range(left + 1):
                if showing >= room:
                    without += ways * comb(left, showing) * worse ** (left - showing)
                else:
                    further[fallen + showing] = further.get(fallen + showing, 0) + ways * comb(left, showing)
        open_ways = further
    return sides**dice - without, sides**dice


def _times_kept(need: Need, face: int) -> int:
    """How often a kept die shows this face, counted over all ways in which the dice can fall."""
    sides, dice, kept = need.sides[0], len(need.sides), _kept_of(need)
    better = face - 1 if need.keep == "lowest" else sides - face
    worse = sides - 1 - better
    return sum(
        comb(dice, ahead)
        * better**ahead
        * comb(dice - ahead, showing)
        * worse ** (dice - ahead - showing)
        * min(showing, kept - ahead)
        for ahead in range(kept)
        for showing in range(1, dice - ahead + 1)
    )
