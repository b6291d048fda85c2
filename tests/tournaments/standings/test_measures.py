"""Each measure on a table worked out by hand."""

from fractions import Fraction

import pytest

from tests.tournaments.standings.crosstables import crosstable, league, numbered, ranked, values
from tournaments.domain.standings.measures import MEASURES, decimal
from tournaments.domain.standings.points import THREE_POINTS
from tournaments.domain.standings.results import FixtureResult, SideResult, StageResults, StandingEntrant
from tournaments.domain.standings.rules import StandingRules
from tournaments.domain.standings.table import explanations

# Six play five rounds, everybody meets everybody.
ALL = crosstable(
    """
1 +6 +5 +4 =3 +2
2 +5 -4 =3 +6 -1
3 =4 +6 =2 =1 -5
4 =3 +2 -1 -5 +6
5 -2 -1 =6 +4 +3
6 -1 -3 =5 -2 -4
"""
)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("points", "1: 4.5, 2: 2.5, 3: 2.5, 4: 2.5, 5: 2.5, 6: 0.5"),
        ("wins", "1: 4, 2: 2, 3: 1, 4: 2, 5: 2, 6: 0"),
        ("games_played", "1: 5, 2: 5, 3: 5, 4: 5, 5: 5, 6: 5"),
        # 15 points in all, less one's own.
        ("buchholz", "1: 10.5, 2: 12.5, 3: 12.5, 4: 12.5, 5: 12.5, 6: 14.5"),
        # Everybody but 6 loses the 0.5 of 6, and 6 one of the 2.5.
        ("buchholz_cut_1", "1: 10, 2: 12, 3: 12, 4: 12, 5: 12, 6: 12"),
        # 1 loses 0.5 and 2.5, 2 to 5 lose 0.5 and 4.5, 6 loses 2.5 and 4.5.
        ("buchholz_median", "1: 7.5, 2: 7.5, 3: 7.5, 4: 7.5, 5: 7.5, 6: 7.5"),
        ("buchholz_cut_2", "1: 7.5, 2: 9.5, 3: 9.5, 4: 9.5, 5: 9.5, 6: 9.5"),
        ("buchholz_median_2", "1: 2.5, 2: 2.5, 3: 2.5, 4: 2.5, 5: 2.5, 6: 2.5"),
        # 1: 0.5 + 2.5 × 3 + 1.25. 2: 2.5 + 1.25 + 0.5. 3: 1.25 + 0.5 + 1.25 + 2.25. 4: 1.25 + 2.5 + 0.5.
        # 5: 0.25 + 2.5 + 2.5. 6: 1.25.
        ("sonneborn_berger", "1: 9.25, 2: 4.25, 3: 5.25, 4: 4.25, 5: 5.25, 6: 1.25"),
        # 1: 1, 2, 3, 3.5, 4.5. 2: 1, 1, 1.5, 2.5, 2.5. 3: .5, 1.5, 2, 2.5, 2.5. 4: .5, 1.5, 1.5, 1.5, 2.5.
        # 5: 0, 0, .5, 1.5, 2.5. 6: 0, 0, .5, .5, .5.
        ("progressive", "1: 14, 2: 8.5, 3: 9, 4: 7.5, 5: 4.5, 6: 1.5"),
        ("progressive_cut_1", "1: 13, 2: 7.5, 3: 8.5, 4: 7, 5: 4.5, 6: 1.5"),
        ("seed", "1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6"),
    ],
)
@pytest.mark.rule("KERNEL-TOUR-45")
def test_a_round_robin_by_hand(code, expected):
    assert values(ALL, code) == numbered(expected)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("points", "A: 4, B: 3, C: 1"),
        ("score_difference", "A: 2, B: 0, C: -2"),
        ("score_for", "A: 3, B: 4, C: 3"),
        ("standard_points", "A: 1.5, B: 1, C: 0.5"),
        ("wins", "A: 1, B: 1, C: 0"),
        # A: 3 + 1 of B and C. B: 4 + 1. C: 4 + 3.
        ("buchholz", "A: 4, B: 5, C: 7"),
        # A: 3 × 3 of B, 1 × 1 of C. B: 0 × 4, 3 × 1. C: 1 × 4, 0 × 3.
        ("sonneborn_berger", "A: 10, B: 3, C: 4"),
    ],
)
@pytest.mark.rule("KERNEL-TOUR-45")
def test_a_league_by_hand(code, expected):
    """Three points a win: A beat B 2:0, A and C drew 1:1, B beat C 4:2."""
    results = league("A-B 2:0", "A-C 1:1", "B-C 4:2")
    assert values(results, code, points=THREE_POINTS, pairing="fixed") == numbered(expected)


def counted(*rounds):
    """Games between A and B, with the points of discipline of each."""
    results = tuple(
        FixtureResult(
            fixture=f"f{number}",
            round=number,
            kind="played",
            sides=(
                SideResult("A", 100, counts={"discipline": ours, "deaths": 9}),
                SideResult("B", 100, counts={"discipline": theirs} if theirs else {}),
            ),
        )
        for number, (ours, theirs) in enumerate(rounds, 1)
    )
    entrants = (StandingEntrant(entrant="A", seed=1), StandingEntrant(entrant="B", seed=2))
    return StageResults(entrants=entrants, rounds=len(rounds), results=results)


@pytest.mark.rule("KERNEL-TOUR-45")
def test_fewest_points_of_discipline_are_best():
    results = counted((1, 0), (2, 2))
    assert values(results, "fair_play") == {"A": 3, "B": 2}
    assert ranked(results, "points", "fair_play") == "B A"


@pytest.mark.rule("KERNEL-TOUR-45")
def test_a_bye_is_a_win_by_fide_and_none_in_the_simple_edition():
    results = crosstable("1 B +2\n2 f+3 -1\n3 f-2 H")
    assert values(results, "wins") == {"1": 2, "2": 1, "3": 0}
    assert values(results, "wins", edition="simple") == {"1": 1, "2": 1, "3": 0}
    assert values(results, "wins_played") == {"1": 1, "2": 0, "3": 0}


@pytest.mark.rule("KERNEL-TOUR-45")
def test_a_bye_of_less_than_a_win_is_no_win():
    results = crosstable("1 H +2\n2 H -1")
    assert values(results, "wins") == {"1": 1, "2": 0}
    assert values(results, "standard_points") == {"1": Fraction(3, 2), "2": Fraction(1, 2)}


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(7), "7"),
        (Fraction(15, 2), "7.5"),
        (Fraction(149, 4), "37.25"),
        (Fraction(-5, 2), "-2.5"),
        (Fraction(2, 3), "0.67"),
        (Fraction(1, 8), "0.13"),
        (Fraction(-1, 1000), "0"),
        (Fraction(10), "10"),
    ],
)
def test_numbers_are_decimal_text(number, text):
    assert decimal(number) == text


def test_a_value_says_which_opponents_gave_what():
    sums = explanations(ALL, StandingRules(), "buchholz", {"1": "Amber Hounds"})["2"]
    assert sums.text == "Buchholz 12.5 = 2.5 (5) + 2.5 (4) + 2.5 (3) + 0.5 (6) + 4.5 (Amber Hounds)"
    assert sums.treatments == ()
    cut = explanations(ALL, StandingRules(), "buchholz_median")["2"]
    assert cut.text == "Median Buchholz 7.5 = 2.5 (5) + 2.5 (4) + 2.5 (3); cut: 0.5 (6), 4.5 (1)"


def test_every_measure_explains_itself():
    for code, measure in MEASURES.items():
        assert measure.code == code
        assert measure.label
        assert measure.phrase.startswith(("on ", "by "))
        assert measure.explanation.endswith(".")
