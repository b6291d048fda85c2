"""Single and double elimination: seed order, byes, losers' bracket, finals.

How a bracket is made, each step in a function below:
1. `seed_order`: which seed stands at which position.
2. `placed`: the sources by seed, the best ones opposite the empty positions (a bye).
3. `_knockout`: winners against winners of neighbouring fixtures, round after round.
4. `_losers`: losers of the winners' bracket come in by rounds, in an order that keeps early opponents apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules.kernel.errors import Refused
from tournaments.domain.formats.brackets import (
    Bracket,
    BracketFixture,
    LoserOf,
    NoOne,
    Part,
    Seed,
    Source,
    WinnerOf,
)

SEEDS_AND_BYES = "KERNEL-TOUR-22"
DOUBLE_ELIMINATION = "KERNEL-TOUR-24"

Order = Callable[[Sequence[Source]], Sequence[Source]]


# 1. Seed order


def bracket_size(entrants: int) -> int:
    """The least power of two, from 2, that takes in so many entrants."""
    return 1 << max(entrants - 1, 1).bit_length()


def seed_order(size: int) -> tuple[int, ...]:
    """The seed of each position: neighbours meet first, and seeds 1 and 2 only in the final.

    >>> seed_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    if size < 2 or size != bracket_size(size):
        raise Refused(
            "bad_bracket_size",
            f"A bracket has 2, 4, 8, … positions, not {size}.",
            SEEDS_AND_BYES,
            field="size",
            hint="Take the next power of two; the missing entrants become byes.",
        )
    order = [1]
    while len(order) < size:
        order = [seed for better in order for seed in (better, 2 * len(order) + 1 - better)]
    return tuple(order)


# 2. Entrants and byes


def seeded(entrants: int) -> tuple[Seed, ...]:
    """The sources of a bracket whose entrants are known by their seeds alone."""
    return tuple(Seed(seed) for seed in range(1, entrants + 1))


def placed(sources: Sequence[Source]) -> tuple[Source, ...]:
    """The sources, given from the best seed on, at the positions of a bracket; byes go to the best."""
    rows = dict(enumerate(sources, 1))
    return tuple(rows.get(seed, NoOne()) for seed in seed_order(bracket_size(len(rows))))


def single(positions: Sequence[Source], *, third_place: bool = False) -> Bracket:
    """A single elimination over the positions (`placed`, or `groups.crossing`), round by round.

    `third_place`: the losers of the semifinals play for place 3; without it they share it. Left out where there are
    fewer than four entrants, since then at most one of them loses a semifinal.
    """
    _require_entrants(positions, 2, SEEDS_AND_BYES)
    rounds = _knockout(positions)
    fixtures = [fixture for row in rounds for fixture in row]
    if third_place and _entrants(positions) >= 4:
        one, other = rounds[-2]
        fixtures.append(_fixture("third_place", 1, 1, (LoserOf(one.id), LoserOf(other.id))))
    return tuple(fixtures)


def double(positions: Sequence[Source], *, reset: bool = True) -> Bracket:
    """A double elimination: winners' bracket, losers' bracket, grand final.

    `reset`: a second grand final if the winner of the winners' bracket loses the first, so that everybody but one
    has lost twice.
    """
    _require_entrants(positions, 3, DOUBLE_ELIMINATION)
    winners = _knockout(positions)
    losers = _losers(winners)
    grand = _fixture("final", 1, 1, (WinnerOf(winners[-1][0].id), WinnerOf(losers[-1][0].id)))
    fixtures = [*(fixture for row in (*winners, *losers) for fixture in row), grand]
    if reset:
        again = (LoserOf(grand.id), WinnerOf(grand.id))
        fixtures.append(_fixture("final", 2, 1, again, conditional=True))
    return tuple(fixtures)


# 3. From round to round


def _knockout(positions: Sequence[Source]) -> list[list[BracketFixture]]:
    rounds = [_round("winners", 1, positions)]
    while len(rounds[-1]) > 1:
        rounds.append(_round("winners", len(rounds) + 1, _winners(rounds[-1])))
    return rounds


def _round(part: Part, number: int, sources: Sequence[Source]) -> list[BracketFixture]:
    """A round of neighbours against each other."""
    return [_fixture(part, number, place, pair) for place, pair in enumerate(_neighbours(sources), 1)]


def _neighbours(sources: Sequence[Source]) -> Iterator[tuple[Source, Source]]:
    return zip(sources[::2], sources[1::2], strict=True)


def _winners(fixtures: Sequence[BracketFixture]) -> list[Source]:
    return [WinnerOf(fixture.id) for fixture in fixtures]


def _fixture(
    part: Part, number: int, place: int, inputs: tuple[Source, Source], *, conditional: bool = False
) -> BracketFixture:
    name = f"{part[0].upper()}{number}-{place}"
    return BracketFixture(id=name, bracket=part, round=number, number=place, inputs=inputs, conditional=conditional)


# 4. The losers' bracket


def _reverse(losers: Sequence[Source]) -> Sequence[Source]:
    return losers[::-1]


def _as_they_stand(losers: Sequence[Source]) -> Sequence[Source]:
    return losers


def _halves_exchanged(losers: Sequence[Source]) -> Sequence[Source]:
    half = len(losers) // 2
    return (*losers[half:], *losers[:half])


def _halves_reversed(losers: Sequence[Source]) -> Sequence[Source]:
    half = len(losers) // 2
    return (*losers[:half][::-1], *losers[half:][::-1])


def _neighbours_exchanged(losers: Sequence[Source]) -> Sequence[Source]:
    return tuple(each for one, other in _neighbours(losers) for each in (other, one))


# How the losers of round 2, 3, … of the winners' bracket come in; those of later rounds as they stand.
ORDERS: dict[int, tuple[Order, ...]] = {
    8: (_reverse,),
    16: (_halves_reversed, _reverse),
    32: (_reverse, _halves_exchanged),
    64: (_reverse, _halves_exchanged, _reverse),
    128: (_reverse, _halves_exchanged, _neighbours_exchanged, _neighbours_exchanged, _neighbours_exchanged),
}


def _losers(winners: Sequence[Sequence[BracketFixture]]) -> list[list[BracketFixture]]:
    """Losers among themselves, then their winners against those who drop out of the next round above; and again."""
    orders = ORDERS.get(2 * len(winners[0]), ())
    rounds = [_round("losers", 1, [LoserOf(fixture.id) for fixture in winners[0]])]
    for above, fixtures in enumerate(winners[1:]):
        if above:
            rounds.append(_round("losers", len(rounds) + 1, _winners(rounds[-1])))
        order = orders[above] if above < len(orders) else _as_they_stand
        dropped = order([LoserOf(fixture.id) for fixture in fixtures])
        pairs = [side for both in zip(dropped, _winners(rounds[-1]), strict=True) for side in both]
        rounds.append(_round("losers", len(rounds) + 1, pairs))
    return rounds


# What cannot be played


def _entrants(positions: Sequence[Source]) -> int:
    return sum(not isinstance(source, NoOne) for source in positions)


def _require_entrants(positions: Sequence[Source], least: int, rule: str) -> None:
    entrants = _entrants(positions)
    if entrants < least:
        raise Refused(
            "too_few_entrants",
            f"This elimination needs at least {least} entrants, not {entrants}.",
            rule,
            field="entrants",
            hint="Enter more entrants, or let two of them play a match or a best of several.",
        )
    if len(positions) != bracket_size(len(positions)):
        seed_order(len(positions))
    if len(set(positions) - {NoOne()}) < entrants:
        raise Refused(
            "entrant_twice",
            "Somebody has two positions in the bracket.",
            rule,
            field="entrants",
            hint="Give each entrant one position.",
        )
