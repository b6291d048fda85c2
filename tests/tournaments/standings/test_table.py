"""Rows of a table: numbers, form, footnotes, zones, and who has left."""

import msgspec
import pytest

from rules.kernel.errors import Refused
from tests.tournaments.standings.crosstables import crosstable, league
from tournaments.domain.standings.points import ONE_POINT, Outcome, Points, sides_of
from tournaments.domain.standings.results import Adjustment, FixtureResult, StageResults, StandingEntrant
from tournaments.domain.standings.rules import PLACINGS, StandingRules, Zone
from tournaments.domain.standings.table import Footnote, Table, explanations, rank

NAMES = {"A": "Amber Hounds", "B": "Grey Wolves", "C": "Owls", "D": "Red Foxes"}

LEAGUE = league("A-B 1:0", "C-D 2:0", "A-C 2:2", "B-D 2:0", "A-D 4:0", "B-C 3:1")
ORDER = ("points", "score_difference", "score_for")


def of(table, entrant):
    return next(row for row in table.rows if row.entrant == entrant)


def test_the_numbers_of_a_row():
    """A won 1:0 and 4:0, drew 2:2. B won 2:0 and 3:1, lost 0:1. C won 2:0, drew 2:2, lost 1:3. D lost 0:2, 0:2, 0:4."""
    table = rank(LEAGUE, StandingRules(order=ORDER, pairing="fixed"), NAMES)
    numbers = [
        (row.place, row.entrant, row.points, row.played, row.won, row.drawn, row.lost, row.score_for, row.score_against)
        for row in table.rows
    ]
    assert numbers == [
        (1, "A", 700, 3, 2, 1, 0, 7, 2),
        (2, "B", 600, 3, 2, 0, 1, 5, 2),
        (3, "C", 400, 3, 1, 1, 1, 5, 5),
        (4, "D", 0, 3, 0, 0, 3, 0, 8),
    ]
    assert [row.score_difference for row in table.rows] == [5, 3, 0, -8]
    assert [row.values for row in table.rows] == [("7", "5", "7"), ("6", "3", "5"), ("4", "0", "5"), ("0", "-8", "0")]
    assert [row.form for row in table.rows] == [tuple("WDW"), tuple("LWW"), tuple("WDL"), tuple("LLL")]
    assert [row.decided_by for row in table.rows] == ["points", "points", "points", ""]
    assert [(row.over, row.deciding) for row in table.rows][2:] == [("D", ("4", "0")), ("", ("", ""))]
    assert [row.reason for row in table.rows] == [
        "above Grey Wolves on points: 7 to 6",
        "above Owls on points: 6 to 4",
        "above Red Foxes on points: 4 to 0",
        "below Owls on points: 0 to 4",
    ]
    assert [column.label for column in table.columns] == ["Points", "Score difference", "Score"]
    assert table.after == 6


def test_it_refuses_to_explain_a_rule_that_has_no_value_of_its_own():
    with pytest.raises(Refused) as refusal:
        explanations(LEAGUE, StandingRules(), "head_to_head")
    assert refusal.value.code == "unknown_tie_break"


def test_a_table_is_plain_json():
    """A frozen stage keeps its table as an event."""
    table = rank(LEAGUE, StandingRules(order=ORDER))
    assert msgspec.json.decode(msgspec.json.encode(table), type=Table) == table


@pytest.mark.rule("KERNEL-TOUR-43")
def test_who_shares_a_place_is_told_why_and_shown_by_seed():
    """B and A have the same of everything; the one after them is third."""
    level = league("B-A 1:1", "A-C 1:0", "B-C 1:0")
    table = rank(level, StandingRules(order=ORDER), NAMES)
    assert [(row.place, row.entrant, row.shared) for row in table.rows] == [
        (1, "A", True),
        (1, "B", True),
        (3, "C", False),
    ]
    assert table.rows[0].reason == "level with Grey Wolves on every rule of the list"
    assert table.rows[1].reason == ("level with Amber Hounds on every rule of the list; above Owls on points: 4 to 0")
    assert [row.decided_by for row in table.rows] == ["", "points", ""]


@pytest.mark.rule("KERNEL-TOUR-49")
def test_points_taken_are_a_footnote_and_move_no_tie_break():
    """B loses 3 of its 6 points and C, with 4, passes it; A's Buchholz still counts B's 6 + C's 4 + D's 0."""
    taken = Adjustment(entrant="B", points=-300, note="an entrant that was not eligible", event="e-7")
    results = msgspec.structs.replace(LEAGUE, adjustments=(taken,))
    rules = StandingRules(order=("points", "buchholz"), edition="simple")
    table = rank(results, rules, NAMES)
    assert [row.entrant for row in table.rows] == ["A", "C", "B", "D"]
    assert of(table, "B").points == 300
    assert of(table, "B").footnotes == (
        Footnote("adjustment", "3 points taken: an entrant that was not eligible", "e-7"),
    )
    assert of(table, "A").values == ("7", "10")
    assert explanations(results, rules, "points")["B"].text == "Points 3 = 0 (A) + 3 (D) + 3 (C) - 3"


FORFEITS = crosstable("""
1 f+2 +3 B
2 f-1 d4 Z
3 H   -1 +4
4 B   d2 -3
""")


@pytest.mark.rule("KERNEL-TOUR-49")
def test_forfeits_and_byes_of_a_row():
    table = rank(FORFEITS, StandingRules(points=ONE_POINT, order=("points",)), {"1": "Amber Hounds", "4": "Red Foxes"})
    two, one = of(table, "2"), of(table, "1")
    assert (two.played, two.lost, two.forfeits, two.byes) == (2, 2, 2, 1)
    assert (one.played, one.won, one.forfeits, one.byes, one.points) == (2, 2, 1, 1, 300)
    assert [note.text for note in two.footnotes] == [
        "round 1: lost by forfeit against Amber Hounds",
        "round 2: neither this side nor Red Foxes played",
    ]
    assert one.footnotes == (Footnote("forfeit", "round 1: won by forfeit against 2", fixture="1:1"),)
    assert (one.form, two.form, of(table, "3").form) == (("+", "W", "B"), ("-", "-", "Z"), ("H", "L", "W"))


def test_a_form_is_the_last_five():
    six = crosstable("1 +2 -2 =2 +2 +2 -2\n2 -1 +1 =1 -1 -1 +1")
    assert rank(six, StandingRules(points=ONE_POINT, order=("points",))).rows[0].form == tuple("LDWWL")


GONE = msgspec.structs.replace(
    LEAGUE,
    entrants=tuple(
        msgspec.structs.replace(one, left="expelled", since_round=7, note="3 May 2026, rule 12")
        if one.entrant == "B"
        else one
        for one in LEAGUE.entrants
    ),
)


@pytest.mark.rule("KERNEL-TOUR-48")
def test_who_has_left_is_struck_out_in_its_place():
    table = rank(GONE, StandingRules(order=ORDER), NAMES)
    assert [(row.entrant, row.struck) for row in table.rows] == [("A", False), ("B", True), ("C", False), ("D", False)]
    assert of(table, "B").footnotes == (Footnote("expelled", "expelled from round 7: 3 May 2026, rule 12"),)


@pytest.mark.rule("KERNEL-TOUR-48")
def test_who_has_left_can_be_ranked_last():
    table = rank(GONE, StandingRules(order=ORDER, left="last"), NAMES)
    assert [(row.place, row.entrant) for row in table.rows] == [(1, "A"), (2, "C"), (3, "D"), (4, "B")]
    assert of(table, "D").reason == "above Grey Wolves: who has left is ranked last"
    assert of(table, "D").decided_by == "left"
    assert of(table, "B").reason == "below Red Foxes: who has left is ranked last"


def test_the_zones_of_a_table():
    zones = (Zone(1, 2, "to the knockout"), Zone(4, 4, "relegated"))
    table = rank(LEAGUE, StandingRules(order=ORDER, zones=zones))
    assert [row.zone for row in table.rows] == ["to the knockout", "to the knockout", "", "relegated"]
    assert all(not row.notes for row in table.rows)


def test_a_shared_place_at_the_border_of_a_zone():
    """A and B share the first place, and one goes on."""
    level = league("B-A 1:1", "A-C 1:0", "B-C 1:0")
    table = rank(level, StandingRules(order=ORDER, zones=(Zone(1, 1, "to the final"),)))
    assert [row.zone for row in table.rows] == ["to the final", "to the final", ""]
    assert table.rows[0].notes == ("place 1 is shared by 2, and 1 of them fit into to the final",)


def races(*orders):
    """Races of the scheme 3, 2, 1 by place; each the entrants in the order in which they came in."""
    scheme = Points(by_place=(300, 200, 100))
    results = tuple(
        FixtureResult(
            fixture=f"f{number}",
            round=number,
            kind="played",
            sides=sides_of(
                scheme,
                Outcome(kind="played", entrants=tuple(order), places=tuple(range(1, len(order) + 1))),
            ),
        )
        for number, order in enumerate(orders, 1)
    )
    there = tuple(StandingEntrant(entrant=one, seed=seed) for seed, one in enumerate(sorted(orders[0]), 1))
    return StageResults(entrants=there, rounds=len(orders), results=results)


def test_a_table_of_placings():
    """A was 1st, 4th and 2nd: 5 points. B was 2nd, 1st and 4th: 5. C was 3rd, 2nd and 1st: 6. D: 4th, 3rd, 3rd: 2."""
    table = rank(races("ABCD", "BCDA", "CADB"), StandingRules(order=PLACINGS, points=Points(by_place=(300, 200, 100))))
    assert [row.points for row in table.rows] == [600, 500, 500, 200]
    assert of(table, "A").values[:2] == ("5", "1-1-0-1")
    assert of(table, "B").values[:2] == ("5", "1-1-0-1")
    assert of(table, "D").values[:2] == ("2", "0-0-2-1")
    assert of(table, "C").form == ("3", "2", "1")
    assert (of(table, "A").won, of(table, "A").lost) == (1, 2)


def test_a_best_place_counts_more_than_many_lesser_ones():
    """A was first and third, B second twice: 4 points each."""
    level = rank(races("ABCD", "DBAC"), StandingRules(order=PLACINGS, points=Points(by_place=(300, 200, 100))))
    assert [(row.entrant, row.points) for row in level.rows][:2] == [("A", 400), ("B", 400)]
    assert level.rows[0].reason == "above B on places: 1-0-1 to 0-2"


def test_a_stage_before_anything_happened():
    """Everybody is level; alone there is nobody to be above."""
    nobody, alone = (
        StageResults(entrants=tuple(StandingEntrant(entrant=one, seed=1) for one in names), rounds=3)
        for names in ("", "A")
    )
    assert rank(nobody, StandingRules()).rows == ()
    only = rank(alone, StandingRules()).rows[0]
    assert (only.place, only.points, only.reason, only.form) == (1, 0, "", ())
    assert rank(nobody, StandingRules()).after == 0
