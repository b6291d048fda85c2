"""Exact chances of pools whose dice go on or are judged one by one, before they fall.

A die that goes on has no highest number, but from the target on all numbers are the same: they are counted as one, and
the chance is exact. Where two such dice meet, chains beyond `CHAIN` dice are counted as ending there: the chance is
then wrong by less than `ERROR`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import comb, gcd
from types import MappingProxyType
from typing import TypeAlias

from rules.kernel.pools import PRINTED_TEN, Award, Double, Explode, hits
from rules.kernel.rolls import Chance, Need, chance_at_least

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
    least = need.target - need.bonus
    if isinstance(need.again, Explode):
        kept = len(need.sides) if need.keep == "all" else need.keep_count
        return exploding_at_least(need.sides[0], need.again.face, len(need.sides), kept, least)
    if isinstance(need.again, Double):
        return doubling_at_least(need.again.face, least, botches=need.again.botch is not None)
    if need.keep == "highest" and need.keep_count > 1:
        return highest_at_least(need.sides[0], len(need.sides), need.keep_count, least)
    return chance_at_least(need.sides, need.keep, least)


def reduced(ways: int, whole: int) -> Chance:
    common = gcd(ways, whole)
    return ways // common, whole // common


@lru_cache(maxsize=4096)
def exploding_at_least(sides: int, face: int, dice: int, kept: int, least: int) -> Chance:
    """The chance that the `kept` highest of `dice` exploding dice reach `least`.

    >>> exploding_at_least(10, 10, 1, 1, 10), exploding_at_least(10, 10, 1, 1, 12), exploding_at_least(10, 10, 3, 2, 2)
    ((1, 10), (9, 100), (1, 1))
    """
    if least <= 0:
        return 1, 1
    die = _exploding(sides, face, least)
    return reduced(_highest_at_least(die, dice, min(kept, dice), least), sum(die.values()) ** dice)


@lru_cache(maxsize=4096)
def highest_at_least(sides: int, dice: int, kept: int, least: int) -> Chance:
    """The chance that the `kept` highest of `dice` dice reach `least`.

    >>> highest_at_least(10, 3, 2, 20), highest_at_least(6, 2, 2, 12), highest_at_least(10, 3, 2, 0)
    ((7, 250), (1, 36), (1, 1))
    """
    if least <= 0:
        return 1, 1
    return reduced(_highest_at_least(dict.fromkeys(range(1, sides + 1), 1), dice, min(kept, dice), least), sides**dice)


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
    """The chance that any die of a pool hits that is judged die by die."""
    sides = need.sides[0]
    striking = len(hits(need, range(1, sides + 1)))
    whole = sides ** len(need.sides)
    if need.keep == "lowest":
        return reduced(striking ** len(need.sides), whole)
    return reduced(whole - (sides - striking) ** len(need.sides), whole)


def expected_points(need: Need) -> Chance:
    """The mean of the total of a pool that is judged die by die, awarded dice and their prizes included."""
    sides, dice = need.sides[0], len(need.sides)
    striking = hits(need, range(1, sides + 1))
    if need.keep != "all":
        return any_hit(need)
    points, whole = dice * len(striking) * sides ** (dice - 1), sides**dice
    if not isinstance(need.again, Award):
        return reduced(points, whole)
    awarding = len([place for place in striking if place + 1 in need.again.faces])
    awarded = sides**dice - (sides - (len(striking) if need.again.always else awarding)) ** dice
    # A critical die is worth its prize when it hits, and another one when it shows such a face: c = h·(p + 1)/2 + a·c.
    worth, most = len(striking) * (need.again.prize + 1), 2 * (sides - awarding)
    return reduced(points * most + awarded * worth, whole * most)
