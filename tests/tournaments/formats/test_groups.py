"""Groups: the split by seeds, who goes on, and where they stand in the knockout."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from rules.kernel.errors import Refused
from tests.examples import given, st
from tournaments.domain.formats.advancement import Side, standings
from tournaments.domain.formats.assignment import assigned
from tournaments.domain.formats.brackets import BestPlaced, NoOne, PlacedIn, Source
from tournaments.domain.formats.elimination import single
from tournaments.domain.formats.groups import (
    BestRank,
    GroupResult,
    best_placed,
    best_sides,
    crossing,
    cut,
    group_names,
    split,
)

rule = pytest.mark.rule


def sizes(groups: int, size: int = 4) -> dict[str, int]:
    return dict.fromkeys(group_names(groups), size)


def short(positions: tuple[Source, ...]) -> str:
    """Positions such as "A1 B2 – C1": a dash for nobody, "3.1" for the first side of the best in place 3."""
    words = {PlacedIn: "{0.group}{0.place}", BestPlaced: "{0.place}.{0.number}", NoOne: "–"}
    return " ".join(words[type(each)].format(each) for each in positions)


def earliest_meeting(positions: tuple[Source, ...]) -> int:
    """The first round in which two of a group can meet."""
    stands = [(at, each.group) for at, each in enumerate(positions) if isinstance(each, PlacedIn)]
    return min((one ^ other).bit_length() for (one, a), (other, b) in combinations(stands, 2) if a == b)


@rule("KERNEL-TOUR-26")
def test_seeds_are_dealt_to_and_fro() -> None:
    # Ten in four groups: 1 2 3 4, then 8 7 6 5, then 9 10.
    assert split([str(seed) for seed in range(1, 11)], 4) == (("1", "8", "9"), ("2", "7", "10"), ("3", "6"), ("4", "5"))
    assert split(list("abcdef"), 1) == (tuple("abcdef"),)


@rule("KERNEL-TOUR-26")
@given(groups=st.integers(1, 20), more=st.integers(0, 90))
def test_groups_take_everybody_and_differ_by_one_at_most(groups: int, more: int) -> None:
    entrants = [f"e{each}" for each in range(2 * groups + more)]
    dealt = split(entrants, groups)
    assert len(dealt) == groups
    assert sorted(name for group in dealt for name in group) == sorted(entrants)
    lengths = {len(group) for group in dealt}
    assert max(lengths) - min(lengths) <= 1
    # The best of each group are the first seeds, in order.
    assert [group[0] for group in dealt] == entrants[:groups]


@rule("KERNEL-TOUR-27")
def test_the_cut_takes_places_in_order_then_the_best_of_the_next_place() -> None:
    assert short(cut(sizes(3), 2, 2)) == "A1 B1 C1 A2 B2 C2 3.1 3.2"
    assert short(cut({"A": 3, "B": 2}, 2, 1)) == "A1 B1 A2 B2 3.1"


@rule("KERNEL-TOUR-27")
def test_the_best_of_a_place_are_compared_by_game() -> None:
    # 4 points of 3 games (1.33) are less than 3 of 2 (1.5); B and D have 1.33 both, and B +1 more in 3 games.
    rows = [
        GroupResult("A", "e1", 3, 300, 2, 5),
        GroupResult("B", "e2", 3, 400, 1, 3),
        GroupResult("C", "e3", 2, 300, 0, 1),
        GroupResult("D", "e4", 3, 400, 0, 9),
    ]
    assert best_placed(rows, 3) == (
        BestRank("C", "e3", "Before group B by points a game: 1.5 against 1.33."),
        BestRank("B", "e2", "Before group D by difference a game: 0.33 against 0."),
        BestRank("D", "e4", "Before group A by points a game: 1.33 against 1."),
    )
    assert best_placed(rows[::-1], 3) == best_placed(rows, 3)


@rule("KERNEL-TOUR-27")
def test_equals_go_by_score_then_by_the_order_of_groups() -> None:
    rows = [
        GroupResult("B", "e2", 1, 100, 0, 1),
        GroupResult("A", "e1", 1, 100, 0, 1),
        GroupResult("C", "e3", 1, 100, 0, 2),
    ]
    assert best_placed(rows, 3) == (
        BestRank("C", "e3", "Before group A by score a game: 2 against 1."),
        BestRank(
            "A", "e1", "Equal to group B in points, difference and score a game; before it by the order of groups."
        ),
        BestRank("B", "e2", "Nobody is left to compare it with."),
    )


@rule("KERNEL-TOUR-28")
@pytest.mark.parametrize(
    ("groups", "positions"),
    [
        (2, "A1 B2 B1 A2"),
        # The winners are seeds 1 to 4 (1 and 4 above), the seconds of B and C come above, those of A and D below.
        (4, "A1 C2 D1 B2 B1 D2 C1 A2"),
        # Winners of A and B have byes; of the seconds only A can be below, where B and C have won.
        (3, "A1 – B2 C2 B1 – C1 A2"),
    ],
)
def test_winners_meet_those_placed_second_in_other_groups(groups: int, positions: str) -> None:
    assert short(crossing(sizes(groups), 2)) == positions


@rule("KERNEL-TOUR-28")
@pytest.mark.parametrize("groups", range(2, 17))
def test_two_of_a_group_meet_in_the_final_at_the_earliest(groups: int) -> None:
    positions = crossing(sizes(groups), 2)
    assert earliest_meeting(positions) == (len(positions) - 1).bit_length()
    # Winners meet seconds of other groups or have a bye; they never meet each other in the first round.
    for one, other in zip(positions[::2], positions[1::2], strict=True):
        assert [each.place for each in (one, other) if isinstance(each, PlacedIn)] != [1, 1]


@rule("KERNEL-TOUR-28")
@pytest.mark.parametrize("groups", range(2, 17))
@pytest.mark.parametrize("top", [3, 4])
def test_four_of_a_group_meet_in_a_semifinal_at_the_earliest(groups: int, top: int) -> None:
    positions = crossing(sizes(groups), top)
    assert earliest_meeting(positions) == (len(positions) - 1).bit_length() - 1


@rule("KERNEL-TOUR-28")
@pytest.mark.parametrize("going", list(combinations("ABCDEF", 4)))
def test_the_best_thirds_do_not_meet_their_winner_first_whichever_they_are(going: tuple[str, ...]) -> None:
    positions = crossing(sizes(6), 2, 4)
    sides = best_sides(positions, going)
    assert sorted(source.group for source in sides.values()) == sorted(going)
    assert {source.place for source in sides.values()} == {3}
    filled = tuple(sides.get(each, each) for each in positions)
    assert earliest_meeting(filled) > 1


@rule("KERNEL-TOUR-23", "KERNEL-TOUR-28")
def test_a_best_third_is_placed_when_it_is_known() -> None:
    positions = crossing(sizes(3), 2, 2)
    bracket = single(positions)
    known: dict[Source, str | None] = {PlacedIn(group, 1): f"{group}1" for group in "ABC"}
    assert all(Side("third of A") not in (row.one, row.other) for row in standings(bracket, known, {}).values())
    sides = best_sides(positions, ["A", "B"])
    known |= {side: f"third of {source.group}" for side, source in sides.items()}
    rows = standings(bracket, known, {})
    met = {row.one.entrant: row.other.entrant for row in rows.values() if row.other.entrant}
    assert met == {"A1": "third of B", "B1": "third of A"}


@rule("KERNEL-TOUR-26", "KERNEL-TOUR-27")
def test_it_refuses_groups_and_cuts_that_cannot_be() -> None:
    for asked, code in (
        (lambda: split(list("abc"), 2), "too_few_entrants"),
        (lambda: split(list("abc"), 0), "too_few_entrants"),
        (lambda: split(list("aabb"), 2), "entrant_twice"),
        (lambda: cut({"A": 3, "B": 2}, 3), "bad_cut"),
        (lambda: cut(sizes(2), 0), "bad_cut"),
        (lambda: cut({"A": 3, "B": 2}, 2, 2), "bad_cut"),
        (lambda: cut(sizes(2), 1, -1), "bad_cut"),
        (lambda: cut(sizes(1), 1), "too_few_entrants"),
        (lambda: cut({}, 1), "bad_cut"),
        (lambda: best_sides(crossing(sizes(3), 2, 2), ["A"]), "bad_cut"),
    ):
        with pytest.raises(Refused) as refusal:
            asked()
        assert refusal.value.code == code
        assert refusal.value.hint


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 30), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_an_assignment_costs_as_little_as_any(costs: list[list[int]]) -> None:
    found = assigned(costs)
    assert sorted(found) == list(range(len(costs)))

    def price(columns: tuple[int, ...]) -> int:
        return sum(row[column] for row, column in zip(costs, columns, strict=True))

    assert price(found) == min(map(price, permutations(range(len(costs)))))
