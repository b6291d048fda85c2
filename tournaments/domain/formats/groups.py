"""Groups and what follows them: the split by seeds, the cut, and the crossing into a knockout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from rules.kernel.errors import Refused
from tournaments.domain.formats.assignment import assigned
from tournaments.domain.formats.brackets import BestPlaced, NoOne, PlacedIn, Source
from tournaments.domain.formats.elimination import bracket_size, seed_order
from tournaments.domain.standings.measures import decimal

SPLIT = "KERNEL-TOUR-26"
CUT = "KERNEL-TOUR-27"
CROSSING = "KERNEL-TOUR-28"


class GroupResult(NamedTuple):
    """What somebody who finished its group in a certain place did there. `points` in hundredths."""

    group: str
    entrant: str
    played: int
    points: int
    difference: int = 0
    scored: int = 0


class BestRank(NamedTuple):
    """One of the best of those placed alike, and why it is before the next."""

    group: str
    entrant: str
    reason: str


# The split


def group_names(groups: int) -> tuple[str, ...]:
    """Names of groups: A to Z, then AA, AB, …

    >>> group_names(28)[-3:]
    ('Z', 'AA', 'AB')
    """
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return tuple(("" if each < 26 else letters[each // 26 - 1]) + letters[each % 26] for each in range(groups))


def split(entrants: Sequence[str], groups: int) -> tuple[tuple[str, ...], ...]:
    """Entrants from the best seed on, dealt to groups to and fro; sizes differ by at most one.

    >>> split(["1", "2", "3", "4", "5", "6", "7"], 3)
    (('1', '6', '7'), ('2', '5'), ('3', '4'))
    """
    if groups < 1 or len(entrants) < 2 * groups:
        raise Refused(
            "too_few_entrants",
            f"{len(entrants)} entrants are too few for {groups} groups: each needs two.",
            SPLIT,
            field="groups",
            hint="Make fewer groups, or enter more.",
        )
    if len(set(entrants)) < len(entrants):
        message = "An entrant is there twice."
        raise Refused("entrant_twice", message, SPLIT, field="entrants", hint="Enter each once.")
    dealt: list[list[str]] = [[] for _ in range(groups)]
    for row, start in enumerate(range(0, len(entrants), groups)):
        order = dealt if row % 2 == 0 else dealt[::-1]
        for group, entrant in zip(order, entrants[start : start + groups], strict=False):
            group.append(entrant)
    return tuple(map(tuple, dealt))


# The cut


def cut(sizes: Mapping[str, int], top: int, best: int = 0) -> tuple[Source, ...]:
    """Who goes on, best first: the first `top` of each group, and the `best` of those one place lower."""
    smallest = min(sizes.values(), default=0)
    if not 1 <= top <= smallest:
        message = f"The first {top} of each group cannot go on: the smallest group has {smallest}."
        raise Refused("bad_cut", message, CUT, field="top", hint=f"Let 1 to {smallest} of each group go on.")
    with_another = sum(size > top for size in sizes.values())
    if not 0 <= best <= with_another:
        message = f"{best} of those in place {top + 1} cannot go on: {with_another} groups have such a place."
        raise Refused("bad_cut", message, CUT, field="best", hint=f"Let at most {with_another} of them go on.")
    if top * len(sizes) + best < 2:
        message = "A knockout needs at least two entrants."
        raise Refused("too_few_entrants", message, CUT, field="top", hint="Let more of each group go on.")
    places = [PlacedIn(group, place) for place in range(1, top + 1) for group in sizes]
    return (*places, *(BestPlaced(top + 1, number) for number in range(1, best + 1)))


def best_placed(rows: Sequence[GroupResult], number: int) -> tuple[BestRank, ...]:
    """The best `number` of those who finished their groups in the same place.

    By points a game, then difference and score a game, since groups may differ in size; last by the order of groups.
    """
    order = sorted(rows, key=lambda row: (*(-value for _, value in _per_game(row)), row.group))
    return tuple(
        BestRank(row.group, row.entrant, _reason(row, after))
        for row, after in zip(order[:number], [*order[1:], None], strict=False)
    )


def _per_game(row: GroupResult) -> list[tuple[str, Fraction]]:
    games = max(row.played, 1)
    return [
        ("points", Fraction(row.points, 100 * games)),
        ("difference", Fraction(row.difference, games)),
        ("score", Fraction(row.scored, games)),
    ]


def _reason(row: GroupResult, after: GroupResult | None) -> str:
    if after is None:
        return "Nobody is left to compare it with."
    for (words, own), (_, other) in zip(_per_game(row), _per_game(after), strict=True):
        if own != other:
            return f"Before group {after.group} by {words} a game: {decimal(own)} against {decimal(other)}."
    return f"Equal to group {after.group} in points, difference and score a game; before it by the order of groups."


# The crossing


def crossing(sizes: Mapping[str, int], top: int, best: int = 0) -> tuple[Source, ...]:
    """The positions of a knockout after groups: group mates as far apart as can be, byes to the winners of groups.

    The winners stand where the best seeds would, those placed second where the next ones would, and so on; within a
    place they change positions so that mates of a group meet late. So winners meet those placed second where there are
    no byes, and two of a group in the final at the earliest where two of each go on.
    """
    sources = cut(sizes, top, best)
    where = {seed: position for position, seed in enumerate(seed_order(bracket_size(len(sources))))}
    groups = list(sizes)
    stands: dict[int, Source] = {}
    for place in range(1, top + 1):
        first = (place - 1) * len(groups) + 1
        positions = [where[seed] for seed in range(first, first + len(groups))]
        for position, group in _apart(positions, groups, stands).items():
            stands[position] = PlacedIn(group, place)
    for number in range(1, best + 1):
        stands[where[top * len(groups) + number]] = BestPlaced(top + 1, number)
    return tuple(stands.get(position, NoOne()) for position in range(len(where)))


def best_sides(positions: Sequence[Source], groups: Sequence[str]) -> dict[BestPlaced, PlacedIn]:
    """Which of the best placed, named by their groups, stands where, now that it is known which groups they are of."""
    stands = dict(enumerate(positions))
    free = {position: source for position, source in stands.items() if isinstance(source, BestPlaced)}
    if len(free) != len(groups):
        message = f"{len(groups)} go on as best placed, but the bracket has {len(free)} positions for them."
        raise Refused("bad_cut", message, CUT, field="groups", hint=f"Name {len(free)} groups.")
    found = _apart(list(free), list(groups), stands)
    return {source: PlacedIn(found[position], source.place) for position, source in free.items()}


def _apart(positions: Sequence[int], groups: Sequence[str], stands: Mapping[int, Source]) -> dict[int, str]:
    """Each group's position, so that it meets those of its group who stand already as late as can be."""
    mates: dict[str, list[int]] = {group: [] for group in groups}
    for position, source in stands.items():
        if isinstance(source, PlacedIn) and source.group in mates:
            mates[source.group].append(position)
    rounds = max((position.bit_length() for position in (*positions, *stands)), default=0)
    heavy = 4 * (len(groups) + 1) ** 3
    costs = [
        [
            sum(heavy ** (1 + rounds - _round_of_meeting(position, mate)) for mate in mates[group])
            + (row - column) ** 2
            for column, position in enumerate(positions)
        ]
        for row, group in enumerate(groups)
    ]
    return {positions[column]: group for group, column in zip(groups, assigned(costs), strict=True)}


def _round_of_meeting(one: int, other: int) -> int:
    """In which round two positions meet if both win: neighbours in the first."""
    return (one ^ other).bit_length()
