"""The table as it was after a round: what came later does not show in it. [KERNEL-TOUR-17]"""

import pytest

from tests.tournaments.organizing import Organized
from tournaments.domain.tables import tables_now

rule = pytest.mark.rule


def league() -> Organized:
    """Four in a round robin of three rounds; the first seed of each fixture wins the first round."""
    organized = Organized(4).enter_all()
    organized.stage("round_robin")
    finish(organized, 1)
    return organized


def finish(organized: Organized, number: int) -> None:
    for fixture in organized.round(number):
        organized.won(fixture.id, min(fixture.sides))


def after(organized: Organized, number: int = 0):
    return tables_now(organized.now, organized.now.stages["s1"], number)[""]


@rule("KERNEL-TOUR-17")
def test_later_results_do_not_show():
    organized = league()
    then = after(organized)
    finish(organized, 2)
    assert (after(organized, 1), then.after) == (then, 1)
    assert after(organized) != then


@rule("KERNEL-TOUR-15", "KERNEL-TOUR-17")
def test_points_count_from_the_round_on_that_was_over_or_named():
    """Taken after the first round: not in a table before that, and in all after it, with the event."""
    organized = league()
    finish(organized, 2)
    before = after(organized, 1)
    organized.do("adjust_points", stage="s1", entrant="e1", points=-150, reason="Came late.")
    number = len(organized.log)
    assert after(organized, 1) == before
    (note,) = next(row for row in after(organized, 2).rows if row.entrant == "e1").footnotes
    assert (note.text, note.event) == ("1.5 points taken: Came late.", str(number))
    organized.do("adjust_points", stage="s1", entrant="e2", points=50, round=0, reason="Came early.")
    assert next(row for row in after(organized, 1).rows if row.entrant == "e2").footnotes


@rule("KERNEL-TOUR-15", "KERNEL-ILL-59")
def test_it_refuses_points_from_a_round_that_was_not_and_in_a_bracket():
    organized = league()
    fields = {"stage": "s1", "entrant": "e1", "points": 100, "reason": "So."}
    assert organized.refused("adjust_points", "unknown_round", **fields, round=4).field == "round"
    organized.refused("adjust_points", "unknown_round", **fields, round=-1)
    bracket = Organized(4).enter_all()
    bracket.stage("elimination")
    bracket.refused("adjust_points", "no_table", **fields)


@rule("KERNEL-TOUR-17", "KERNEL-TOUR-48")
def test_who_left_later_is_there_with_its_results():
    """Under half played: all is void by now. After the first round it had 3 points, and was not struck out."""
    organized = league()
    then = after(organized)
    organized.do("withdraw", entrant="e1", reason="Moved away.")
    organized.do("withdraw", entrant="e2", reason="Moved away, too.")
    assert after(organized, 1) == then
    now = next(row for row in after(organized).rows if row.entrant == "e1")
    assert (now.struck, now.points) == (True, 0)
    assert now.footnotes[-1].text == "withdrawn from round 2: 23 November 2026, Moved away"


@rule("KERNEL-TOUR-17")
def test_a_correction_shows_in_the_rounds_that_it_corrects():
    organized = league()
    then = after(organized)
    finish(organized, 2)
    fixture = organized.round(1)[0]
    organized.won(fixture.id, max(fixture.sides))
    assert after(organized, 1) != then


@rule("KERNEL-TOUR-42", "KERNEL-TOUR-17")
def test_an_unplayed_round_is_capped_by_the_rounds_of_the_whole_stage():
    """Three in a Swiss of three rounds, a draw worth 1: after the first, a bye of 3 meets a dummy of min(3, 3 × 1)."""
    organized = Organized(3).enter_all()
    organized.stage("swiss", rounds=3)
    organized.do("pair", stage="s1")
    organized.do("publish_round", stage="s1")
    meeting, bye = sorted(organized.round(1), key=lambda one: one.bye or "")
    organized.won(meeting.id, meeting.sides[0])
    table = after(organized)
    row = next(row for row in table.rows if row.entrant == bye.sides[0])
    values = dict(zip((column.code for column in table.columns), row.values, strict=True))
    assert values["buchholz"] == "3"
