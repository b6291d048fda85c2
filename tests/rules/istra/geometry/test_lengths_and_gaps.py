"""Hundredths of an inch, and the gap between two bases."""

import pytest

from rules.istra.geometry.gaps import beside, centres_within, effective_range, gap, overlapping, spot, within
from rules.istra.geometry.lengths import FINE, at_most, between, fine_length, half_up, length, rounded, toward
from rules.istra.geometry.table import lay_table, on_board
from tests.rules.istra.geometry.builders import man
from tests.rules.play import rule


@rule("IST-Q-01")
@pytest.mark.parametrize(
    ("numerator", "denominator", "nearest"),
    [(1, 2, 1), (3, 2, 2), (-1, 2, 0), (-3, 2, -1), (7, 3, 2), (-7, 3, -2), (4, 4, 1)],
)
def test_a_quotient_is_rounded_half_up(numerator: int, denominator: int, nearest: int) -> None:
    assert half_up(numerator, denominator) == nearest


@rule("IST-Q-01")
@pytest.mark.parametrize(
    ("vector", "hundredths"),
    [((300, 400), 500), ((1, 1), 1), ((100, 100), 141), ((1, 2), 2), ((3, 4, 12), 13), ((0, 0), 0), ((-300, 400), 500)],
)
def test_a_length_is_rounded_to_the_nearest_hundredth(vector: tuple[int, ...], hundredths: int) -> None:
    assert length(*vector) == hundredths


def test_a_length_between_two_hundredths_is_kept_in_fine_parts() -> None:
    assert fine_length(1, 1) == 92681  # 1.41421 × 65536
    assert [rounded(part) for part in (FINE // 2 - 1, FINE // 2, FINE + FINE // 2)] == [0, 1, 2]


@rule("IST-Q-01")
def test_a_bound_is_reached_within_a_hundredth() -> None:
    assert at_most(900, 900)
    assert at_most(901, 900)
    assert not at_most(902, 900)


@rule("IST-Q-01")
def test_computed_points_lie_on_hundredths() -> None:
    assert toward((0, 0), (300, 400), 250) == (150, 200)
    assert toward((0, 0), (100, 100), 100) == (71, 71)  # 70.71
    assert toward((0, 0), (-100, -100), 100) == (-71, -71)
    assert between((0, 0, 0), (101, -101, 7), 1 << 23) == (51, -50, 4)  # 50.5, -50.5 and 3.5, halves upward


@rule("IST-SIGHT-01")
@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [
        (man(0, 0), man(400, 0), 300),
        (man(0, 0), man(300, 400), 400),
        (man(0, 0), man(100, 0), 0),
        (man(0, 0), man(60, 0), 0),
        (man(0, 0), man(400, 0, 400), 500),  # 300 across, 400 up
        (man(0, 0), man(0, 0, 250), 250),
        (man(0, 0, radius=150), man(400, 0), 200),
        (man(0, 0), man(200, 200), 183),  # 282.84 − 100
    ],
)
def test_the_gap_is_edge_to_edge_with_the_height_between_the_bases(a: object, b: object, apart: int) -> None:
    assert gap(a, b) == gap(b, a) == apart


@rule("IST-SIGHT-01", "IST-Q-01", "IST-Q-03")
def test_within_is_exact_but_for_a_hundredth() -> None:
    assert within(man(0, 0), man(200, 0), 100)
    assert within(man(0, 0), man(201, 0), 100)
    assert not within(man(0, 0), man(202, 0), 100)
    assert within(man(0, 0), man(130, 0, 40), 49)  # 30 across and 40 up: 50
    assert not within(man(0, 0), man(130, 0, 40), 48)
    assert not within(man(0, 0), man(0, 0, 102), 100)


@rule("IST-Q-03")
def test_within_can_be_read_from_centre_to_centre() -> None:
    assert within(man(0, 0), man(300, 0), 200)
    assert not centres_within(man(0, 0), man(300, 0), 200)
    assert centres_within(man(0, 0), man(300, 0), 299)
    assert centres_within(man(0, 0), man(300, 0, 400), 500)


@rule("IST-SIGHT-07", "IST-Q-53")
@pytest.mark.parametrize(
    ("shooter", "target", "carries"), [(0, 0, 2400), (300, 0, 2700), (300, 120, 2580), (0, 300, 2400)]
)
def test_a_weapon_carries_farther_from_above_and_no_less_far_upward(shooter: int, target: int, carries: int) -> None:
    assert effective_range(2400, man(0, 0, shooter), man(2000, 0, target)) == carries


@rule("IST-Q-69")
def test_the_gap_to_a_point_takes_no_radius_there() -> None:
    assert gap(man(0, 0), spot((350, 0, 0))) == 300


@rule("IST-Q-02")
def test_a_model_is_half_an_inch_in_radius_and_an_inch_high_unless_it_says_otherwise() -> None:
    assert (man(0, 0).radius, man(0, 0).height) == (50, 100)


@rule("IST-Q-117")
def test_two_models_overlap_in_both_their_discs_and_their_heights() -> None:
    assert overlapping(man(0, 0), man(98, 0))
    assert not overlapping(man(0, 0), man(99, 0))  # a hundredth of overlap is rounding
    assert overlapping(man(0, 0), man(50, 0, 99))
    assert not overlapping(man(0, 0), man(50, 0, 100))


@rule("IST-Q-07", "IST-Q-26")
def test_the_edges_belong_to_the_table() -> None:
    table = lay_table(4800, 3600)
    assert all(on_board(table, corner) for corner in ((0, 0), (4800, 0), (0, 3600), (4800, 3600)))
    assert not any(on_board(table, point) for point in ((-1, 0), (0, -1), (4801, 0), (0, 3601)))


@rule("IST-SIGHT-03")
def test_left_and_right_are_seen_from_the_other() -> None:
    assert beside((1000, 0), (0, 0), 50) == ((1000, 50), (1000, -50))
    assert beside((0, 0), (1000, 0), 50) == ((0, -50), (0, 50))
    assert beside((300, 400), (0, 0), 50) == ((260, 430), (340, 370))
    assert beside((0, 0), (0, 0), 50) == ((0, 50), (0, -50))
