"""FIDE C.07, "Exercises in Tie-Breaking" (M. Held, FIDE Technical Commission, 2024) and what 2026 changed in them.

The answers are those of the paper, for the edition in force until February 2026. Articles 16.4.1 and 16.4.2 of the
edition of March 2026 change the values named in `CHANGED`, worked out at each.
"""

from fractions import Fraction

import pytest

from tests.tournaments.standings.crosstables import crosstable, numbered, values
from tournaments.domain.standings.points import ONE_POINT
from tournaments.domain.standings.results import as_of
from tournaments.domain.standings.rules import StandingRules
from tournaments.domain.standings.table import explanations, rank

SWISS = crosstable("""
1  +9  =13 =2   +15 =4
2  +10 +7  =1   +16 =3
3  =11 +6  +8   =4  =2
4  +12 H   +13  =3  =1
5  -13 -15 +11  =7  +10
6  -14 -3  B    +10 +8
7  +15 -2  -16  =5  -11
8  =16 +14 -3   +13 -6
9  -1  -10 H    f-11 B
10 -2  +9  -15  -6  -5
11 =3  -16 -5   f+9 +7
12 -4  B   f+14 Z   Z
13 +5  =1  -4   -8  -14
14 +6  -8  f-12 Z   +13
15 -7  +5  +10  -1  -16
16 =8  +11 +7   -2  +15
""")

ROUND_ROBIN = crosstable("""
1 =5 +2 +3 -4 +6
2 +6 -1 +5 =3 +4
3 +4 +6 -1 =2 +5
4 -3 -5 =6 +1 -2
5 =1 +4 -2 f-6 -3
6 -2 -3 =4 f+5 -1
""")

BUCHHOLZ = numbered(
    "1: 12.5, 2: 13, 3: 15.5, 4: 15, 5: 8.5, 6: 12, 7: 14.5, 8: 13.5, 9: 9, 10: 13, 11: 13.5, 12: 11.5, 13: 14, 14: 11,"
    "15: 12, 16: 12.5"
)
ANSWERS = {
    "points": numbered(
        "1: 3.5, 2: 4, 3: 3.5, 4: 3.5, 5: 2.5, 6: 3, 7: 1.5, 8: 2.5, 9: 1.5, 10: 1, 11: 2.5, 12: 2, 13: 1.5, 14: 2,"
        "15: 2, 16: 3.5"
    ),
    "buchholz": BUCHHOLZ,
    "buchholz_cut_1": numbered(
        "1: 11, 2: 12, 3: 13, 4: 11.5, 5: 7.5, 6: 11, 7: 12.5, 8: 12, 9: 7.5, 10: 11.5, 11: 12, 12: 9.5, 13: 12, 14: 9,"
        "15: 11, 16: 11"
    ),
    "sonneborn_berger": numbered(
        "1: 8, 2: 9.5, 3: 10.5, 4: 9.75, 5: 4.25, 6: 6.5, 7: 3.25, 8: 5.25, 9: 2.25, 10: 1.5, 11: 5.75, 12: 4,"
        "13: 4.25, 14: 4.5, 15: 3.5, 16: 7.25"
    ),
    "sonneborn_berger_cut_1": numbered(
        "1: 7.25, 2: 8.5, 3: 9.25, 4: 8, 5: 3.25, 6: 5.5, 7: 1.25, 8: 3.75, 9: 2.25, 10: 0, 11: 4.25, 12: 4, 13: 4.25,"
        "14: 3, 15: 2.5, 16: 5.75"
    ),
    "wins": numbered(
        "1: 2, 2: 3, 3: 2, 4: 2, 5: 2, 6: 3, 7: 1, 8: 2, 9: 1, 10: 1, 11: 2, 12: 2, 13: 1, 14: 2, 15: 2, 16: 3"
    ),
    "wins_played": numbered(
        "1: 2, 2: 3, 3: 2, 4: 2, 5: 2, 6: 2, 7: 1, 8: 2, 9: 0, 10: 1, 11: 1, 12: 0, 13: 1, 14: 2, 15: 2, 16: 3"
    ),
    "rounds_elected": numbered(
        "1: 5, 2: 5, 3: 5, 4: 4, 5: 5, 6: 5, 7: 5, 8: 5, 9: 3, 10: 5, 11: 5, 12: 3, 13: 5, 14: 3, 15: 5, 16: 5"
    ),
    "progressive": numbered(
        "1: 11, 2: 13, 3: 11, 4: 11.5, 5: 5, 6: 6, 7: 6, 8: 8.5, 9: 2.5, 10: 4, 11: 5.5, 12: 7, 13: 7, 14: 6, 15: 7,"
        "16: 10.5"
    ),
    "progressive_cut_1": numbered(
        "1: 10, 2: 12, 3: 10.5, 4: 10.5, 5: 5, 6: 6, 7: 5, 8: 8, 9: 2.5, 10: 4, 11: 5, 12: 7, 13: 6, 14: 5, 15: 7,"
        "16: 10"
    ),
}
"""The paper's exercises 1 to 8, 11 to 13 and 27 to 33."""

AVERAGES = {
    "1": "12.6", "2": "13.6", "3": "13.4", "4": "13.38", "5": "13.4", "6": "13.25", "7": "11.9", "8": "13",
    "9": "12.75", "10": "10.9", "11": "12.75", "12": "15", "13": "12.1", "14": "13.17", "15": "12.2", "16": "13.3",
}  # fmt: skip
"""Exercise 9, Average of Opponents' Buchholz."""

CHANGED = {
    # 4: half-point bye in round 2, dummy 5 × ½ = 2.5 instead of 3.5. 6: bye in round 3, 2.5 instead of 3.
    # 11: forfeit win in round 4 against 9, who has 1.5, instead of 2.5.
    "buchholz": numbered("4: 14, 6: 11.5, 11: 12.5"),
    # Of 4 the dummy goes itself (2.5 + 11.5), of 6 the lowest, 1 (against 10), of 11 the lowest, 1.5.
    "buchholz_cut_1": numbered("6: 10.5, 11: 11"),
    # 4: ½ × 2.5 for ½ × 3.5; 6: 2.5 for 3; 11: 1.5 for 2.5.
    "sonneborn_berger": numbered("4: 9.25, 6: 6, 11: 4.75"),
    # 4: now the lowest opponent's 1 × 1.5 goes (13), more than the bye's 1.25. 6 and 11: as before, from less.
    "sonneborn_berger_cut_1": numbered("4: 7.75, 6: 5, 11: 3.25"),
}


@pytest.mark.parametrize("code", ANSWERS)
@pytest.mark.rule("KERNEL-TOUR-42", "KERNEL-TOUR-45")
def test_the_paper_s_answers(code):
    assert values(SWISS, code, edition="fide-2024") == ANSWERS[code]


@pytest.mark.parametrize("code", ANSWERS)
@pytest.mark.rule("KERNEL-TOUR-42", "KERNEL-TOUR-45")
def test_what_the_edition_of_2026_makes_of_them(code):
    assert values(SWISS, code, edition="fide-2026") == {**ANSWERS[code], **CHANGED.get(code, {})}


def test_average_buchholz():
    table = rank(SWISS, StandingRules(points=ONE_POINT, edition="fide-2024", order=("average_buchholz",)))
    assert {row.entrant: row.values[0] for row in table.rows} == AVERAGES


def test_standard_points_are_the_points_where_a_win_is_1_and_a_draw_a_half():
    assert values(SWISS, "standard_points") == ANSWERS["points"]


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("sonneborn_berger", "1: 9.25, 2: 6.25, 3: 6.25, 4: 4.25, 5: 3.25, 6: 2.25"),
        ("sonneborn_berger_cut_1", "1: 9.25, 2: 4.75, 3: 4.75, 4: 4.25, 5: 3.25, 6: 1.5"),
        ("koya", "1: 2, 2: 0.5, 3: 0.5, 4: 1, 5: 0.5, 6: 0"),
    ],
)
@pytest.mark.rule("KERNEL-TOUR-42")
def test_a_forfeit_of_a_round_robin_is_a_game(code, answer):
    """Exercises 14 to 16: the forfeit between 5 and 6 counts as a game (15.2)."""
    assert values(ROUND_ROBIN, code, pairing="fixed") == numbered(answer)


@pytest.mark.rule("KERNEL-TOUR-47")
def test_head_to_head_in_a_round_robin():
    """Exercise 26. 1 beat 2 and 3, who drew; 6 has 1½ against 4 and 5, 5 has 1, 4 has ½."""
    table = rank(ROUND_ROBIN, StandingRules(points=ONE_POINT, pairing="fixed", order=("points", "head_to_head")))
    assert [(row.place, row.entrant) for row in table.rows] == [
        (1, "1"), (2, "2"), (2, "3"), (4, "6"), (5, "5"), (6, "4"),
    ]  # fmt: skip
    assert table.rows[0].reason == "above 2 on head-to-head: 2 to 0.5"
    assert table.rows[3].reason == "above 5 on head-to-head: 1.5 to 1"


@pytest.mark.rule("KERNEL-TOUR-47")
def test_head_to_head_in_a_swiss_where_not_all_have_met():
    """Exercises 23 and 24. None of 1, 3, 4 and 16, and none of 5, 8 and 11, is alone at the top for certain."""
    table = rank(SWISS, StandingRules(points=ONE_POINT, order=("points", "head_to_head")))
    assert {row.entrant for row in table.rows if row.place == 2} == {"1", "3", "4", "16"}
    assert {row.entrant for row in table.rows if row.place == 7} == {"5", "8", "11"}
    assert "Head-to-head does not apply to 1, 16, 3 and 4: 1 and 16 have not met" in table.rows[1].notes


NINE_ROUNDS = crosstable("""
1  +9  =13 =2   +15 =4  =6  =3  =16 +8
2  +10 +7  =1   +16 +3  =4  -6  =15 =5
3  =11 +6  +8   =4  -2  +16 =1  +14 +10
4  +12 H   +13  =3  =1  =2  =16 =6  +15
5  -13 -15 +11  =7  +10 -14 +9  -8  =2
6  -14 -3  B    +10 +8  =1  +2  =4  +16
7  +15 -2  -16  =5  -11 -10 +13 +9  +14
8  =16 +14 -3   +13 -6  =11 =15 +5  -1
9  -1  -10 H    f-11 B  +13 -5  -7  =12
10 -2  +9  -15  -6  -5  +7  +12 +11 -3
11 =3  -16 -5   f+9 +7  =8  -14 -10 =13
12 -4  B   f+14 Z   Z   -15 -10 =13 =9
13 +5  =1  -4   -8  -14 -9  -7  =12 =11
14 +6  -8  f-12 Z   +13 +5  +11 -3  -7
15 -7  +5  +10  -1  -16 +12 =8  =2  -4
16 =8  +11 +7   -2  +15 -3  =4  =1  -6
""")


@pytest.mark.rule("KERNEL-TOUR-47")
def test_head_to_head_in_a_longer_swiss():
    """Exercise 25: 6 has 2 of 3 against 1, 2 and 4 and nobody can pass it, and so on (6.3)."""
    table = rank(NINE_ROUNDS, StandingRules(points=ONE_POINT, order=("points", "head_to_head")))
    places = {row.entrant: row.place for row in table.rows}
    assert places == {
        "1": 3, "2": 5, "3": 1, "4": 3, "5": 9, "6": 2, "7": 6, "8": 6, "9": 14, "10": 9, "11": 13, "12": 14, "13": 16,
        "14": 9, "15": 9, "16": 6,
    }  # fmt: skip


def test_a_table_as_of_an_earlier_round_is_what_it_was_then():
    """After round 3: 4 has 1, ½ and 1, so 1 + 1.5 + 2.5; 12 has lost, had a bye, and won by forfeit: 0 + 1 + 2."""
    after_three = as_of(SWISS, 3)
    assert after_three.closed == 3
    assert values(after_three, "points")["4"] == Fraction(5, 2)
    assert values(after_three, "progressive")["4"] == 5
    assert values(after_three, "progressive")["12"] == 3


def test_a_value_tells_what_it_is_made_of():
    rules = StandingRules(points=ONE_POINT, edition="fide-2026")
    cut = explanations(SWISS, rules, "buchholz_cut_1", {"12": "Nick", "13": "Opal", "3": "Charline", "1": "Alyx"})["4"]
    assert cut.text == "Buchholz cut 1 11.5 = 3 (Nick) + 1.5 (Opal) + 3.5 (Charline) + 3.5 (Alyx); cut: 2.5"
    assert cut.treatments == (
        "Nick has 2 and counts 3: draws in round 4, 5 (C.07 16.3)",
        "round 2 was not played: a dummy with 2.5 (its own points, at most a draw in each of 5 rounds; C.07 16.4.2)",
    )
