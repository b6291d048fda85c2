"""Tables of three and more: sizes, new opponents round by round, like points together."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from rules.kernel.errors import Refused
from tests.examples import given, settings, st
from tournaments.domain.formats.tables import (
    TableDraw,
    TableEntrant,
    TableRules,
    draw_rounds,
    draw_tables,
    seated,
    table_sizes,
)

rule = pytest.mark.rule


def entered(count: int) -> list[TableEntrant]:
    return [TableEntrant(entrant=f"e{seed}", seed=seed) for seed in range(1, count + 1)]


def meetings(rounds: tuple[tuple[TableDraw, ...], ...]) -> Counter[frozenset[str]]:
    """How often each pair sits at one table."""
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table.entrants, 2))


@rule("KERNEL-TOUR-37")
@pytest.mark.parametrize("size", range(3, 9))
def test_tables_are_full_or_one_less_wherever_that_is_possible(size: int) -> None:
    for count in range(1, 65):
        possible = any(full * size + small * (size - 1) == count for full in range(22) for small in range(33))
        if not possible:
            with pytest.raises(Refused, match="bad_table_size"):
                table_sizes(count, size)
            continue
        sizes = table_sizes(count, size)
        assert sum(sizes) == count
        assert set(sizes) <= {size, size - 1}
        assert list(sizes) == sorted(sizes, reverse=True)


@rule("KERNEL-TOUR-37")
@pytest.mark.parametrize(("count", "size"), [(5, 4), (2, 4), (0, 4), (8, 2), (8, 0)])
def test_it_refuses_tables_that_cannot_be(count: int, size: int) -> None:
    with pytest.raises(Refused) as refusal:
        draw_tables(entered(count), TableRules(size=size))
    assert (refusal.value.code, refusal.value.field) == ("bad_table_size", "size")
    assert refusal.value.hint


@rule("KERNEL-TOUR-37")
def test_it_refuses_an_entrant_twice() -> None:
    with pytest.raises(Refused, match="entrant_twice"):
        draw_tables([*entered(4), *entered(4)])


@rule("KERNEL-TOUR-38")
def test_a_first_round_by_seeds_has_tables_of_equal_strength() -> None:
    # To and fro: 1 4 5 8 and 2 3 6 7 are 18 each.
    tables = draw_tables(entered(8))
    assert [table.entrants for table in tables] == [("e1", "e4", "e5", "e8"), ("e2", "e3", "e6", "e7")]
    assert tables[0].reasons == ("Nobody here has met before.",)


@rule("KERNEL-TOUR-38")
def test_nine_at_tables_of_three_meet_each_other_once_in_four_rounds() -> None:
    # 4 × 3 tables × 3 pairs are the 36 pairs of nine.
    assert set(meetings(draw_rounds(entered(9), 4, TableRules(size=3))).values()) == {1}


@rule("KERNEL-TOUR-38")
@pytest.mark.parametrize(("count", "size", "rounds"), [(16, 4, 3), (32, 4, 5), (30, 4, 4), (27, 3, 6), (25, 5, 3)])
def test_nobody_meets_again_where_there_are_many(count: int, size: int, rounds: int) -> None:
    drawn = draw_rounds(entered(count), rounds, TableRules(size=size))
    assert set(meetings(drawn).values()) == {1}
    for tables in drawn:
        assert sorted(name for table in tables for name in table.entrants) == sorted(
            f"e{n}" for n in range(1, count + 1)
        )
        assert [table.table for table in tables] == list(range(1, len(tables) + 1))


@rule("KERNEL-TOUR-38")
@settings(max_examples=30)
@given(count=st.sampled_from((6, 7, 8)), seed=st.integers(0, 2**32))
def test_of_two_tables_there_are_as_few_repeated_meetings_as_can_be(count: int, seed: int) -> None:
    random, field = Random(seed), entered(count)
    for _ in range(random.randrange(1, 6)):
        random.shuffle(field)
        half = (count + 1) // 2
        at = [TableDraw(table=1, entrants=tuple(one.entrant for one in field[:half]))]
        at += [TableDraw(table=2, entrants=tuple(one.entrant for one in field[half:]))]
        field = list(seated(field, at))
    met = {frozenset((one.entrant, name)): one.met.count(name) for one in field for name in one.met}

    def repeated(*tables: tuple[str, ...]) -> int:
        return sum(met.get(frozenset(pair), 0) ** 2 for table in tables for pair in combinations(table, 2))

    names = [one.entrant for one in field]
    size = table_sizes(count, 4)[0]
    best = min(
        repeated(table, tuple(name for name in names if name not in table)) for table in combinations(names, size)
    )
    assert repeated(*(table.entrants for table in draw_tables(field))) == best


@rule("KERNEL-TOUR-38")
def test_the_order_of_the_entrants_does_not_matter() -> None:
    field = entered(14)
    for _ in range(3):
        drawn = draw_tables(field)
        assert draw_tables(field[::-1]) == drawn
        field = list(seated(field, drawn))


@rule("KERNEL-TOUR-37")
def test_another_three_sit_at_the_smaller_table() -> None:
    # Seven who have not met: the four who have not been at a smaller table share the three places with nobody else.
    field = [TableEntrant(entrant=f"e{seed}", seed=seed, small=1 if seed in {2, 4, 6} else 0) for seed in range(1, 8)]
    tables = draw_tables(field)
    small = next(table for table in tables if len(table.entrants) == 3)
    assert set(small.entrants) <= {"e1", "e3", "e5", "e7"}
    assert small.reasons[0] == "3 sides, since 7 entrants do not fill tables of 4."


@rule("KERNEL-TOUR-38")
def test_by_points_those_with_like_points_sit_together() -> None:
    field = [TableEntrant(entrant=f"e{seed}", seed=seed, points=300 * (seed % 2)) for seed in range(1, 9)]
    together = draw_tables(field, TableRules(by="points"))
    assert [set(table.entrants) for table in together] == [{"e1", "e3", "e5", "e7"}, {"e2", "e4", "e6", "e8"}]
    # Who has met counts more: after that round the tables are mixed, two and two, the least there can be.
    again = draw_tables(seated(field, together), TableRules(by="points"))
    assert [sum(int(name[1:]) % 2 for name in table.entrants) for table in again] == [2, 2]


@rule("KERNEL-TOUR-38")
def test_a_repeated_meeting_is_told() -> None:
    field = seated(entered(4), draw_tables(entered(4)))
    reasons = draw_tables([*field[:3], TableEntrant(entrant="e9", seed=9, name="Owls", met=("e1", "e1"))])[0].reasons
    assert reasons == (
        (
            "They have met before: e1 and e2 (1×), e1 and e3 (1×), e1 and Owls (2×), e2 and e3 (1×); "
            "no seating with fewer repeated meetings was found."
        ),
    )


def test_who_sat_at_a_smaller_table_is_counted() -> None:
    field = seated(entered(7), draw_tables(entered(7)))
    assert sorted(one.small for one in field) == [0, 0, 0, 0, 1, 1, 1]
    assert sorted(len(one.met) for one in field) == [2, 2, 2, 3, 3, 3, 3]
