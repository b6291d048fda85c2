"""Unplayed rounds: FIDE's own examples, those of its reference program, and each article by hand."""

from fractions import Fraction

import pytest

from rules.kernel.errors import Refused
from tests.tournaments.standings.crosstables import crosstable, numbered, values
from tournaments.domain.standings.measures import MEASURES
from tournaments.domain.standings.points import ONE_POINT, Outcome, sides_of
from tournaments.domain.standings.results import FixtureResult, SideResult, StageResults, StandingEntrant
from tournaments.domain.standings.rules import StandingRules
from tournaments.domain.standings.sheet import Sheet
from tournaments.domain.standings.unplayed import EDITIONS, edition_of

EDITIONS_OF_FIDE = ("fide-2024", "fide-2026")


def stage(rounds, *rows):
    """A stage of "x" alone: a row a round, its kind, its points, and how many points the opponent has in the end."""
    results, opponents = [], []
    for number, (kind, points, opponent) in enumerate(rows, 1):
        if opponent is None:
            sides = (SideResult("x", int(points * 100)),)
        else:
            name = f"o{number}"
            opponents.append(name)
            ours = SideResult("x", int(points * 100), place=1 if points else 2)
            theirs = SideResult(name, int(100 - points * 100), place=2 if points == 1 else 1)
            sides = (ours, theirs)
            rest = int(opponent * 100) - theirs.points
            more = (SideResult(name, rest), SideResult("filler"))
            results.append(FixtureResult(fixture=f"r{number}", round=number, kind="played", sides=more))
        results.append(FixtureResult(fixture=f"x{number}", round=number, kind=kind, sides=sides))
    entrants = ("x", "filler", *opponents)
    return StageResults(
        entrants=tuple(StandingEntrant(entrant=one, seed=1) for one in entrants),
        rounds=rounds,
        results=tuple(results),
        complete=0,
    )


def of_x(results, code, edition):
    return values(results, code, edition=edition)["x"]


LAXMAN = stage(
    10,
    ("played", 1, 5),
    ("played", 1, 5),
    ("played", 0, 6.5),
    ("zero_bye", 0, None),
    ("played", 1, 4.5),
    ("played", 0.5, 6),
    ("played", 1, 5),
    ("played", 0.5, 6.5),
    ("played", 1, 5.5),
    ("played", 1, 6),
)


@pytest.mark.parametrize(
    ("edition", "buchholz"),
    [("fide-2024", 57), ("fide-2026", 55)],
)
@pytest.mark.rule("KERNEL-TOUR-42")
def test_laxman_out_for_a_round(edition, buchholz):
    """FIDE Arbiters' Manual 2026, C.07: opponents have 50, the dummy 7 of his own, from 2026 at most 10 × ½ = 5."""
    assert of_x(LAXMAN, "buchholz", edition) == buchholz
    assert of_x(LAXMAN, "buchholz_cut_1", edition) == 50
    assert of_x(LAXMAN, "sonneborn_berger", edition) == Fraction(149, 4)


@pytest.mark.parametrize(("edition", "buchholz"), [("fide-2024", 51), ("fide-2026", Fraction(99, 2))])
@pytest.mark.rule("KERNEL-TOUR-42")
def test_a_forfeit_win_against_somebody_with_fewer_points(edition, buchholz):
    """Manual, example 1: 7 of 9, a forfeit win in round 7 against 5.5; the other eight have 44 between them."""
    games = [("played", 1, 5.5)] * 6 + [("forfeit", 1, 5.5)] + [("played", 0, 5.5)] * 2
    assert of_x(stage(9, *games), "buchholz", edition) == buchholz


@pytest.mark.parametrize(("edition", "buchholz"), [("fide-2024", Fraction(129, 2)), ("fide-2026", 63)])
@pytest.mark.rule("KERNEL-TOUR-42")
def test_a_forfeit_loss_and_a_requested_bye(edition, buchholz):
    """Manual, example 3: 6.5 of 10; eight opponents have 51.5; dummies of 6.5 and 6.5, from 2026 of 6.5 and 10 × ½."""
    lost = [("forfeit", 0, 7.5), ("zero_bye", 0, None)]
    games = [("played", 1, 2), ("played", 1, 6.5), ("played", 1, 7.5), ("played", 1, 6.5), ("played", 0, 8)]
    rest = [("played", 1, 6.5), ("played", 1, 7), ("played", 0.5, 7.5)]
    assert of_x(stage(10, *lost, *games, *rest), "buchholz", edition) == buchholz


@pytest.mark.parametrize(("edition", "buchholz"), [("fide-2024", 74), ("fide-2026", 69)])
@pytest.mark.rule("KERNEL-TOUR-42")
def test_a_forfeit_win_against_somebody_who_was_excluded(edition, buchholz):
    """Manual, example 4: 9.5 of 10. The opponent of round 1 misses nine rounds, which count as draws: 4.5."""
    games = [("played", 1, points) for points in (5, 6, 7, 8, 7)]
    rest = [("played", 0.5, 7), ("played", 1, 8.5), ("played", 1, 8), ("played", 1, 8)]
    played = stage(10, ("bye", 1, None), *games, *rest)
    absent = tuple(
        FixtureResult(fixture=f"z{number}", round=number, kind="zero_bye", sides=(SideResult("amit"),))
        for number in range(2, 11)
    )
    won = Outcome(kind="forfeit", entrants=("x", "amit"), winner="x")
    first = FixtureResult(fixture="x1", round=1, kind="forfeit", sides=sides_of(ONE_POINT, won))
    results = StageResults(
        entrants=(*played.entrants, StandingEntrant(entrant="amit", seed=9)),
        rounds=10,
        results=(first, *absent, *(result for result in played.results if result.fixture != "x1")),
        complete=0,
    )
    assert of_x(results, "points", edition) == Fraction(19, 2)
    assert of_x(results, "buchholz", edition) == buchholz


@pytest.mark.parametrize(("edition", "full", "cut"), [("fide-2024", 10, "6.5"), ("fide-2026", 8, "5.5")])
@pytest.mark.rule("KERNEL-TOUR-42")
def test_a_median_cuts_the_least_of_the_voluntary_and_then_the_most_of_all(edition, full, cut):
    """3.5 of 5 with two requested byes, opponents with 3 in all: dummies of 3.5, from 2026 of 2.5. Both go."""
    rounds = [("played", 1, 1)] * 3 + [("half_bye", 0.5, None), ("zero_bye", 0, None)]
    results = stage(5, *rounds)
    assert of_x(results, "points", edition) == Fraction(7, 2)
    assert of_x(results, "buchholz", edition) == full
    assert of_x(results, "buchholz_cut_1", edition) == Fraction(cut)
    assert of_x(results, "buchholz_median", edition) == 3


ABSENCES = """
1 +4 +3  {won} +5
2 +5 H   {lost} +4
3 B  -1  +5  Z
4 -1 =5  B   -2
5 -2 =4  -3  -1
"""


@pytest.mark.parametrize(
    ("edition", "cells", "full", "cut"),
    [
        ("fide-2026", ("f+2", "f-1"), 3, "2.5"),
        ("fide-2026", ("+2", "-1"), 3, "2"),
        ("fide-2024", ("f+2", "f-1"), "3.25", "2.75"),
    ],
)
@pytest.mark.rule("KERNEL-TOUR-42")
def test_sonneborn_berger_cuts_the_higher_of_two_values(edition, cells, full, cut):
    """TieBreakServer of the FIDE Technical Commission, swiss_with_absences.

    Of 2: 1 × 0.5 against 5, the bye ½ × 2 (2024: ½ × 2.5), 0 against 1, 1 × 1.5 against 4. Where round 3 was forfeited,
    its 0 is the lowest voluntary value and lower than 0.5, so 0.5 goes; else the bye goes.
    """
    results = crosstable(ABSENCES.format(won=cells[0], lost=cells[1]))
    assert values(results, "sonneborn_berger", edition=edition)["2"] == Fraction(full)
    assert values(results, "sonneborn_berger_cut_1", edition=edition)["2"] == Fraction(cut)


REAL = crosstable("""
1  =8   +6   =3   f+14 =5  -2  =9
2  -9   +11  +15  f-5  +7  +1  -5
3  f+10 +7   =1   =9   H   Z   H
4  d11  d13  f-6  B    =8  =15 =6
5  +13  =9   =7   f+2  =1  =11 +2
6  =14  -1   f+4  =7   -9  -10 =4
7  +15  -3   =5   =6   -2  -14 B
8  =1   f-14 Z    Z    =4  +13 -14
9  +2   =5   H    =3   +6  H   =1
10 f-3  f-15 =13  +15  +14 +6  -11
11 d4   -2   B    +13  +15 =5  +10
12 H    B    +14  H    Z   B   Z
13 -5   d4   =10  -11  B   -8  -15
14 =6   f+8  -12  f-1  -10 +7  +8
15 -7   f+10 -2   -10  -11 =4  +13
""")
CODES = (
    "points", "progressive", "buchholz", "buchholz_cut_1", "buchholz_cut_2", "buchholz_median", "buchholz_median_2",
    "sonneborn_berger", "sonneborn_berger_cut_1",
)  # fmt: skip
REFERENCE = {
    "fide-2024": """
1  4   18   26.5 24.5 22   19.5 12.5 14.5  13.5
2  4   16   27.5 23.5 21   18.5 11.5 14    11.5
3  4   19.5 27.5 23.5 19.5 19   11   15.25 12.25
4  2.5 7    17   14.5 12   12   7    6     5
5  5   20   26.5 25   22   20   12.5 18.5  17
6  2.5 11   23.5 21   18.5 16.5 10   7     5.75
7  3   12.5 25   22.5 20   17.5 10.5 9.25  8
8  2   7    17.5 15.5 13.5 11.5 6    4.75  3.25
9  4.5 19   29   24.5 20   19.5 10.5 17.75 15.25
10 3.5 11.5 21.5 18   14.5 13.5 6.5  9.25  8.5
11 4.5 14   25.5 21   19.5 16   10   14.5  13
12 4   18.5 27.5 23.5 19.5 19.5 11.5 15.5  12
13 1.5 5.5  20.5 19   17.5 14   8    3.25  3.25
14 3.5 12.5 22.5 19   17   14.5 9    9.75  7.75
15 2.5 8    21.5 20   17.5 15.5 9    5.25  3.75
""",
    "fide-2026": """
1  4   18   26   24   21.5 19   12   14    13
2  4   16   27.5 23.5 21   18.5 11.5 14    11.5
3  4   19.5 25.5 22   18.5 17.5 10   14.25 11.25
4  2.5 7    16   14.5 12   12   7    6     6
5  5   20   25.5 24   21   19.5 12   17.5  16
6  2.5 11   23.5 21   18.5 16.5 10   7     5.75
7  3   12.5 25   22.5 20   17.5 10.5 9.25  8
8  2   7    17.5 15.5 13.5 11.5 6    4.75  3.25
9  4.5 19   27   23.5 20   18.5 10.5 16.75 14.25
10 3.5 11.5 20.5 18   14.5 13.5 6.5  9.25  8.5
11 4.5 14   22.5 20   18.5 15   9.5  13.5  12
12 4   18.5 24.5 21   17.5 17.5 10.5 14    14
13 1.5 5.5  20.5 19   17.5 14   8    3.25  3.25
14 3.5 12.5 21   17.5 15.5 13   7.5  8.25  6.25
15 2.5 8    21.5 20   17.5 15.5 9    5.25  3.75
""",
}


@pytest.mark.parametrize("edition", EDITIONS_OF_FIDE)
@pytest.mark.parametrize("code", CODES)
@pytest.mark.rule("KERNEL-TOUR-42", "KERNEL-TOUR-45")
def test_a_real_swiss_with_many_unplayed_rounds(edition, code):
    """A Swiss of 15 with byes and forfeits of every kind; the values are those of the TieBreakServer."""
    rows = [line.split() for line in REFERENCE[edition].strip().splitlines()]
    expected = {row[0]: Fraction(row[1 + CODES.index(code)]) for row in rows}
    assert values(REAL, code, edition=edition) == expected


@pytest.mark.rule("KERNEL-TOUR-42")
def test_requested_byes_at_the_end_count_as_draws_for_opponents():
    """16.3.2: 1 has a half-point bye and then plays (½ stands), 2 misses rounds 2 and 3 (0 + ½ + ½)."""
    results = crosstable("""
    1 +2 H  +3
    2 -1 Z  Z
    3 B  =4 -1
    4 B  =3 B
    """)
    assert Sheet(results, StandingRules(points=ONE_POINT)).adjusted == {"1": 250, "2": 100, "3": 150, "4": 250}


@pytest.mark.rule("KERNEL-TOUR-42")
def test_who_has_no_result_in_a_complete_round_missed_it():
    """As if a zero-point bye were written down for 4 in round 2, and for the latecomer 3 in round 1."""
    written = crosstable("1 +2 +3\n2 -1 +4\n3 Z -1\n4 B -2\n5 B Z")
    silent = crosstable("1 +2 +3\n2 -1 +4\n3 . -1\n4 B -2\n5 B .")
    for code in ("buchholz", "buchholz_cut_1", "sonneborn_berger", "rounds_elected"):
        assert values(silent, code) == values(written, code)


@pytest.mark.rule("KERNEL-TOUR-42")
def test_rounds_that_are_not_complete_are_not_missed():
    results = crosstable("1 +2 +3\n2 -1 .\n3 B -1\n4 B .")
    waiting = StageResults(entrants=results.entrants, rounds=2, results=results.results, complete=1)
    assert values(results, "rounds_elected") == numbered("1: 2, 2: 1, 3: 2, 4: 1")
    assert values(waiting, "buchholz")["2"] == 2
    assert values(results, "buchholz")["2"] == 2 + 0


@pytest.mark.rule("KERNEL-TOUR-42")
def test_simple_counts_no_unplayed_round():
    """1 has met 2 (1 point) and 3 (1½); 2 has met 1 (2½) and 4 (1½); the forfeit of 3 and 5 counts for neither."""
    results = crosstable("""
    1 +2 B   =3
    2 -1 +4  Z
    3 B  f-5 =1
    4 B  -2  =5
    5 Z  f+3 =4
    """)
    assert values(results, "buchholz", edition="simple") == numbered("1: 2.5, 2: 4, 3: 2.5, 4: 2.5, 5: 1.5")
    assert values(results, "sonneborn_berger", edition="simple")["1"] == Fraction(7, 4)


@pytest.mark.rule("KERNEL-TOUR-42")
def test_a_round_robin_has_no_dummies_and_its_byes_are_no_rounds():
    """Three meet: 1 beat 2 and 3, 2 beat 3; each has a round without an opponent."""
    results = crosstable("1 Z +3 +2\n2 +3 Z -1\n3 -2 -1 Z")
    assert values(results, "buchholz", pairing="fixed") == numbered("1: 1, 2: 2, 3: 3")


@pytest.mark.parametrize(("edition", "rounds"), [("fide-2024", 2), ("fide-2026", 1)])
@pytest.mark.rule("KERNEL-TOUR-42")
def test_a_forfeit_loss_of_a_round_robin(edition, rounds):
    """15.2: until 2026 a game like any other; from then on a round that one did not elect to play."""
    results = crosstable("1 f+2 .\n2 f-1 +3\n3 . -2")
    assert values(results, "rounds_elected", edition=edition, pairing="fixed")["2"] == rounds


@pytest.mark.rule("KERNEL-TOUR-42")
def test_it_refuses_an_edition_that_it_does_not_know():
    with pytest.raises(Refused) as refusal:
        edition_of("fide-1990")
    assert refusal.value.code == "unknown_edition"
    assert all(edition in refusal.value.hint for edition in EDITIONS)


def test_a_fixture_of_three_counts_each_pair_as_a_game():
    """1 came before 2 before 3, with 2, 1 and 0 points by place: 1 met both, and beat both."""
    places = Outcome(kind="played", entrants=("1", "2", "3"), places=(1, 2, 3))
    scheme = StandingRules().points
    sides = sides_of(type(scheme)(by_place=(200, 100)), places)
    results = StageResults(
        entrants=tuple(StandingEntrant(entrant=one, seed=1) for one in ("1", "2", "3")),
        rounds=1,
        results=(FixtureResult(fixture="f", round=1, kind="played", sides=sides),),
    )
    sheet = Sheet(results, StandingRules())
    assert MEASURES["buchholz"].value(sheet, "1").number == 1
    assert MEASURES["buchholz"].value(sheet, "3").number == 3
    assert [meeting.points for meeting in sheet.entries["2"][0].meetings] == [0, 300]
