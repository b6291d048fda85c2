"""Round robins: the Berger tables as the FIDE Handbook prints them (C.05, Annex 1), and every size up to 64."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from rules.kernel.errors import Refused
from tournaments.domain.formats.round_robin import Break, Meeting, Rounds, balance, breaks, legs, sides

rule = pytest.mark.rule

# The tables of the handbook, a line a round. Of an odd number, whoever meets the highest number has a bye.
BERGER = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1
    """,
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """,
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """,
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1
    """,
    12: """
        1-12 2-11 3-10 4-9 5-8 6-7
        12-7 8-6 9-5 10-4 11-3 1-2
        2-12 3-1 4-11 5-10 6-9 7-8
        12-8 9-7 10-6 11-5 1-4 2-3
        3-12 4-2 5-1 6-11 7-10 8-9
        12-9 10-8 11-7 1-6 2-5 3-4
        4-12 5-3 6-2 7-1 8-11 9-10
        12-10 11-9 1-8 2-7 3-6 4-5
        5-12 6-4 7-3 8-2 9-1 10-11
        12-11 1-10 2-9 3-8 4-7 5-6
        6-12 7-5 8-4 9-3 10-2 11-1
    """,
    14: """
        1-14 2-13 3-12 4-11 5-10 6-9 7-8
        14-8 9-7 10-6 11-5 12-4 13-3 1-2
        2-14 3-1 4-13 5-12 6-11 7-10 8-9
        14-9 10-8 11-7 12-6 13-5 1-4 2-3
        3-14 4-2 5-1 6-13 7-12 8-11 9-10
        14-10 11-9 12-8 13-7 1-6 2-5 3-4
        4-14 5-3 6-2 7-1 8-13 9-12 10-11
        14-11 12-10 13-9 1-8 2-7 3-6 4-5
        5-14 6-4 7-3 8-2 9-1 10-13 11-12
        14-12 13-11 1-10 2-9 3-8 4-7 5-6
        6-14 7-5 8-4 9-3 10-2 11-1 12-13
        14-13 1-12 2-11 3-10 4-9 5-8 6-7
        7-14 8-6 9-5 10-4 11-3 12-2 13-1
    """,
    16: """
        1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9
        16-9 10-8 11-7 12-6 13-5 14-4 15-3 1-2
        2-16 3-1 4-15 5-14 6-13 7-12 8-11 9-10
        16-10 11-9 12-8 13-7 14-6 15-5 1-4 2-3
        3-16 4-2 5-1 6-15 7-14 8-13 9-12 10-11
        16-11 12-10 13-9 14-8 15-7 1-6 2-5 3-4
        4-16 5-3 6-2 7-1 8-15 9-14 10-13 11-12
        16-12 13-11 14-10 15-9 1-8 2-7 3-6 4-5
        5-16 6-4 7-3 8-2 9-1 10-15 11-14 12-13
        16-13 14-12 15-11 1-10 2-9 3-8 4-7 5-6
        6-16 7-5 8-4 9-3 10-2 11-1 12-15 13-14
        16-14 15-13 1-12 2-11 3-10 4-9 5-8 6-7
        7-16 8-6 9-5 10-4 11-3 12-2 13-1 14-15
        16-15 1-14 2-13 3-12 4-11 5-10 6-9 7-8
        8-16 9-7 10-6 11-5 12-4 13-3 14-2 15-1
    """,
}
SIZES = range(2, 65)


def printed(size: int) -> Rounds:
    """The table that the handbook has for so many; a bye where the highest number of an odd number plays."""
    even = size + size % 2
    rounds = []
    for line in BERGER[even].strip().splitlines():
        meetings = [Meeting(*map(int, pair.split("-"))) for pair in line.split()]
        games = [meeting for meeting in meetings if size == even or even not in meeting]
        byes = [
            Meeting(home if away == even else away, None)
            for home, away in meetings
            if size < even and even in {home, away}
        ]
        rounds.append((*games, *byes))
    return tuple(rounds)


@rule("KERNEL-TOUR-20")
@pytest.mark.parametrize("size", range(3, 17))
def test_it_plays_the_berger_tables(size: int) -> None:
    assert legs(size) == printed(size)


@rule("KERNEL-TOUR-20")
@pytest.mark.parametrize("size", SIZES)
def test_each_pair_meets_once_a_leg_and_nobody_plays_twice_in_a_round(size: int) -> None:
    rounds = legs(size)
    assert len(rounds) == (size - 1 if size % 2 == 0 else size)
    met = Counter(frozenset(meeting) for meetings in rounds for meeting in meetings if meeting.away is not None)
    assert met == Counter(map(frozenset, combinations(range(1, size + 1), 2)))
    for meetings in rounds:
        assert sorted(p for meeting in meetings for p in meeting if p is not None) == list(range(1, size + 1))
    byes = Counter(meeting.home for meetings in rounds for meeting in meetings if meeting.away is None)
    assert byes == (Counter(range(1, size + 1)) if size % 2 else Counter())


@rule("KERNEL-TOUR-21")
@pytest.mark.parametrize("size", SIZES)
def test_home_and_away_differ_by_one_at_most(size: int) -> None:
    # An even number plays an odd number of games each, so that one is the least; an odd number balances exactly.
    assert {abs(each) for each in balance(legs(size)).values()} == ({0} if size % 2 else {1})


@rule("KERNEL-TOUR-21")
@pytest.mark.parametrize("second", ["mirrored", "fide", "english", "french", "inverted"])
@pytest.mark.parametrize("size", [2, 3, 4, 7, 16, 33, 64])
def test_a_second_leg_is_the_first_with_sides_exchanged(size: int, second: str) -> None:
    rounds = legs(size, 2, second)
    half = len(rounds) // 2
    met = Counter(meeting for meetings in rounds for meeting in meetings if meeting.away is not None)
    assert met == Counter(permutations(range(1, size + 1), 2))
    assert len({frozenset(meeting) for meetings in rounds[:half] for meeting in meetings}) == len(
        [meeting for meetings in rounds[:half] for meeting in meetings]
    )
    assert set(balance(rounds).values()) == {0}


@rule("KERNEL-TOUR-21")
def test_the_orders_of_a_second_leg() -> None:
    one, two, three = (1, 4), (4, 3), (2, 4)
    back_one, back_two, back_three = (4, 1), (3, 4), (4, 2)

    def first_meetings(second: str) -> list[tuple[int, int | None]]:
        return [tuple(meetings[0]) for meetings in legs(4, 2, second)]

    assert first_meetings("mirrored") == [one, two, three, back_one, back_two, back_three]
    assert first_meetings("fide") == [one, three, two, back_one, back_two, back_three]
    assert first_meetings("english") == [one, two, three, back_three, back_one, back_two]
    assert first_meetings("french") == [one, two, three, back_two, back_three, back_one]
    assert first_meetings("inverted") == [one, two, three, back_three, back_two, back_one]


@rule("KERNEL-TOUR-21")
@pytest.mark.parametrize("size", range(4, 65, 2))
def test_breaks_are_the_fewest_there_can_be(size: int) -> None:
    # de Werra: n − 2 in one leg of an even number, 3n − 6 in two that are mirrored, none with an odd number.
    assert len(breaks(legs(size))) == size - 2
    assert len(breaks(legs(size, 2))) == 3 * size - 6
    assert breaks(legs(size - 1)) == ()


@rule("KERNEL-TOUR-21")
@pytest.mark.parametrize("size", range(4, 33, 2))
def test_in_the_fide_order_nobody_is_three_times_in_a_row_on_one_side(size: int) -> None:
    def triples(rounds: Rounds) -> set[int]:
        found = {(each.position, each.round) for each in breaks(rounds)}
        return {position for position, number in found if (position, number + 1) in found}

    assert triples(legs(size, 2, "fide")) == set()
    assert triples(legs(size, 2, "mirrored")) == {1, size // 2 + 1}


def test_a_break_names_who_when_and_where() -> None:
    # Of four: 1 is at home to 4 and 2, 3 away at 2 and 4.
    assert breaks(legs(4)) == (Break(1, 2, "home"), Break(3, 2, "away"))
    assert sides(legs(3)) == {1: ("bye", "home", "away"), 2: ("home", "away", "bye"), 3: ("away", "bye", "home")}


@rule("KERNEL-TOUR-20", "KERNEL-TOUR-21")
@pytest.mark.parametrize(
    ("asked", "code", "field", "cited"),
    [
        ((1,), "too_few_entrants", "entrants", "KERNEL-TOUR-20"),
        ((4, 3), "bad_legs", "legs", "KERNEL-TOUR-20"),
        ((4, 2, "sideways"), "bad_second_leg", "second", "KERNEL-TOUR-21"),
    ],
)
def test_it_refuses_what_cannot_be_played(asked: tuple, code: str, field: str, cited: str) -> None:
    with pytest.raises(Refused) as refusal:
        legs(*asked)
    assert (refusal.value.code, refusal.value.field, refusal.value.rule) == (code, field, cited)
    assert refusal.value.hint
