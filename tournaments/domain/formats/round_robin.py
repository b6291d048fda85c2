"""Everybody against everybody: the circle method, in the form and order of the FIDE Berger tables.

For an even number n of positions, position n stands still and the others turn. In round r the opponent of n is
x = (r + 1) / 2, taken modulo n − 1; the other pairs are x + k at home against x − k. With an odd number the position
that stands still is empty: whoever would meet it has a bye.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from rules.kernel.errors import Refused

EVERYBODY_ONCE = "KERNEL-TOUR-20"
HOME_AND_AWAY = "KERNEL-TOUR-21"

SecondLeg = Literal["mirrored", "fide", "english", "french", "inverted"]
"""The order of the second leg, which is the first with home and away exchanged.

* mirrored: the rounds of the first leg in the same order.
* fide: the same, but the last two rounds of the first leg change places, so that nobody has three in a row.
* english: begins with the last round of the first leg, then the others in their order.
* french: the first round of the first leg comes last.
* inverted: from the last round to the first.
"""
Side = Literal["home", "away", "bye"]


class Meeting(NamedTuple):
    """Two positions, from 1; the `away` of a bye is None."""

    home: int
    away: int | None


class Break(NamedTuple):
    """A position that is on the same side in `round` as in the round before."""

    position: int
    round: int
    side: Side


Rounds = tuple[tuple[Meeting, ...], ...]


def legs(size: int, legs: int = 1, second: SecondLeg = "mirrored") -> Rounds:
    """The rounds of a single or double round robin of `size` positions, byes last in their round.

    >>> for meetings in legs(4):
    ...     print(*(f"{home}-{away}" for home, away in meetings))
    1-4 2-3
    4-3 1-2
    2-4 3-1
    """
    if size < 2:
        raise _refused("too_few_entrants", f"A round robin needs at least two entrants, not {size}.", "entrants")
    if legs not in {1, 2}:
        raise _refused("bad_legs", f"A round robin has one leg or two, not {legs}.", "legs")
    first = tuple(_berger(size))
    if legs == 1:
        return first
    returns = (tuple(map(_exchanged, meetings)) for meetings in _reordered(first, second))
    if second == "fide":
        first = (*first[:-2], *first[:-3:-1])
    return (*first, *returns)


def sides(rounds: Rounds) -> dict[int, tuple[Side, ...]]:
    """Where each position plays, round by round.

    >>> sides(legs(3))
    {1: ('bye', 'home', 'away'), 2: ('home', 'away', 'bye'), 3: ('away', 'bye', 'home')}
    """
    found: dict[int, list[Side]] = {}
    for home, away in rounds[0] if rounds else ():
        found[home] = []
        if away is not None:
            found[away] = []
    for meetings in rounds:
        for home, away in meetings:
            found[home].append("home" if away is not None else "bye")
            if away is not None:
                found[away].append("away")
    return {position: tuple(found[position]) for position in sorted(found)}


def balance(rounds: Rounds) -> dict[int, int]:
    """Home games less away games of each position."""
    counts = {position: Counter(row) for position, row in sides(rounds).items()}
    return {position: count["home"] - count["away"] for position, count in counts.items()}


def breaks(rounds: Rounds) -> tuple[Break, ...]:
    """Where somebody is at home, or away, in two rounds in a row. A bye between two games separates them.

    >>> breaks(legs(4))
    (Break(position=1, round=2, side='home'), Break(position=3, round=2, side='away'))
    """
    return tuple(
        Break(position, number, side)
        for position, row in sides(rounds).items()
        for number, (before, side) in enumerate(pairwise(row), 2)
        if before == side != "bye"
    )


def _berger(size: int) -> Iterator[tuple[Meeting, ...]]:
    even = size + size % 2
    turning = even - 1
    for number in range(1, even):
        x = ((number + 1) * (even // 2) - 1) % turning + 1
        pairs = [Meeting((x + k - 1) % turning + 1, (x - k - 1) % turning + 1) for k in range(1, even // 2)]
        if size < even:
            yield (*pairs, Meeting(x, None))
        else:
            yield (Meeting(x, even) if number % 2 else Meeting(even, x), *pairs)


def _exchanged(meeting: Meeting) -> Meeting:
    return meeting if meeting.away is None else Meeting(meeting.away, meeting.home)


def _reordered(first: Rounds, second: SecondLeg) -> Sequence[tuple[Meeting, ...]]:
    match second:
        case "english":
            return (first[-1], *first[:-1])
        case "french":
            return (*first[1:], first[0])
        case "inverted":
            return first[::-1]
        case "mirrored" | "fide":
            return first
    raise _refused("bad_second_leg", f"The order of a second leg is not {second!r}.", "second")


def _refused(code: str, message: str, field: str) -> Refused:
    hints = {
        "too_few_entrants": "Enter more entrants.",
        "bad_legs": "Choose 1 or 2.",
        "bad_second_leg": "Choose mirrored, fide, english, french or inverted.",
    }
    rule = HOME_AND_AWAY if code == "bad_second_leg" else EVERYBODY_ONCE
    return Refused(code, message, rule, field=field, hint=hints[code])
