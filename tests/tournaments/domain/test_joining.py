"""Entrants that come late: into a stage that is played, or instead of somebody. [KERNEL-TOUR-16, KERNEL-TOUR-95]"""

import pytest

from tests.tournaments.organizing import THE_HOUSE, Organized
from tournaments.domain.tables import tables_now

rule = pytest.mark.rule


def with_one_more(companies: int, format_: str, **rules) -> Organized:
    """So many in a stage, and one more entrant who is in none."""
    organized = Organized(companies + 1)
    for number in range(1, companies + 1):
        organized.do("enter", company=f"c{number}", reason="All of them.")
    organized.stage(format_, **rules)
    organized.do("enter", company=f"c{companies + 1}", reason="Came late.")
    return organized


def play(organized: Organized, stage: str = "s1") -> None:
    """Pair and publish a round; the home side wins every fixture."""
    organized.do("pair", stage=stage)
    organized.do("publish_round", stage=stage)
    for fixture in organized.round(max(organized.now.stages[stage].rounds)):
        if fixture.result is None:
            organized.won(fixture.id, fixture.sides[0])


@rule("KERNEL-TOUR-16")
@pytest.mark.parametrize(("byes", "points"), [("zero_bye", 0), ("half_bye", 1)])
def test_a_late_entrant_has_byes_for_what_it_missed_and_is_paired_next(byes, points):
    """Four in a Swiss; Elm joins after one round, and of five somebody has a bye in the second. A draw is 1 point."""
    organized = with_one_more(4, "swiss", rounds=3)
    play(organized)
    organized.do("join_stage", stage="s1", entrant="e5", byes=byes, reason="The train was late.")
    (bye,) = (one for one in organized.round(1) if one.sides == ("e5",))
    assert (bye.bye, bye.result.kind, bye.result.places) == (byes, byes, {"e5": 1})
    assert {entrant: points for _, entrant, points in organized.table()}["e5"] == points
    play(organized)
    assert sorted(side for one in organized.round(2) for side in one.sides) == ["e1", "e2", "e3", "e4", "e5"]


@rule("KERNEL-TOUR-16")
def test_it_is_not_in_the_tables_of_the_rounds_before():
    organized = with_one_more(4, "swiss", rounds=3)
    play(organized)
    then = tables_now(organized.now, organized.now.stages["s1"])
    organized.do("join_stage", stage="s1", entrant="e5", reason="The train was late.")
    assert tables_now(organized.now, organized.now.stages["s1"], 1) == then
    assert len(tables_now(organized.now, organized.now.stages["s1"])[""].rows) == 5


@rule("KERNEL-TOUR-16")
def test_a_late_entry_is_taken_back_until_it_is_paired():
    organized = with_one_more(4, "swiss", rounds=3)
    play(organized)
    before = organized.now
    organized.do("join_stage", stage="s1", entrant="e5", reason="The train was late.")
    organized.do("undo_join", stage="s1", entrant="e5", reason="The wrong company.")
    assert organized.now == before
    organized.refused("undo_join", "not_in_stage", stage="s1", entrant="e5", reason="Again.")
    organized.do("join_stage", stage="s1", entrant="e5", reason="The train was late.")
    organized.do("pair", stage="s1")
    organized.refused("undo_join", "paired_since", stage="s1", entrant="e5", reason="Too late.")


@rule("KERNEL-TOUR-16", "KERNEL-ILL-61")
def test_it_refuses_who_cannot_join():
    organized = with_one_more(4, "swiss", rounds=2)
    join = {"command": "join_stage", "stage": "s1", "reason": "Late."}
    organized.refused(**join, code="entered_twice", entrant="e1")
    organized.refused(**join, code="unknown_entrant", entrant="e9")
    organized.refused(**{**join, "stage": "s9"}, code="unknown_stage", entrant="e5")
    organized.refused(**{**join, "reason": " "}, code="reason_wanted", entrant="e5")
    organized.do("pair", stage="s1")
    organized.refused(**join, code="draft_open", entrant="e5")
    organized.do("publish_round", stage="s1")
    for fixture in organized.round(1):
        organized.won(fixture.id, fixture.sides[0])
    play(organized)
    organized.refused(**join, code="no_more_rounds", entrant="e5")
    organized.do("withdraw", entrant="e5", reason="Had enough.")
    organized.refused(**join, code="no_more_rounds", entrant="e5")
    organized.do("finish_stage", stage="s1")
    organized.refused(**join, code="stage_not_running", entrant="e5")
    fixed = with_one_more(4, "round_robin")
    fixed.refused("join_stage", "not_paired", stage="s1", entrant="e5", reason="Late.")


@rule("KERNEL-TOUR-16", "KERNEL-ILL-61")
def test_it_refuses_who_has_left():
    organized = with_one_more(4, "swiss", rounds=2)
    organized.do("withdraw", entrant="e5", reason="Had enough.")
    organized.refused("join_stage", "not_on_the_list", stage="s1", entrant="e5", reason="Late.")


# Instead of somebody


@rule("KERNEL-TOUR-95")
def test_a_replacement_plays_what_is_not_played_yet():
    """Ash has beaten Dogwood and withdraws: Elm meets Birch and Cedar; Ash stays struck out, with its 3 points."""
    organized = with_one_more(4, "round_robin")
    first = organized.between("e1", "e4").id
    organized.won(first, "e1")
    before = organized.now
    organized.do("withdraw", entrant="e1", reason="Moved away.", replacement="e5")
    assert organized.standing(first) == ("e1", "e4")
    assert {*organized.between("e5", "e2").sides} == {"e5", "e2"}
    assert {*organized.between("e5", "e3").sides} == {"e5", "e3"}
    rows = {row.entrant: row for row in tables_now(organized.now, organized.now.stages["s1"])[""].rows}
    assert (rows["e1"].points, rows["e1"].struck, rows["e5"].points) == (300, True, 0)
    note = rows["e1"].footnotes[-1]
    assert note.text == "withdrawn from round 1: 23 November 2026, Moved away, replaced by Elm"
    organized.do("reinstate", entrant="e1", reason="Came back.")
    assert organized.now == before


@rule("KERNEL-TOUR-95")
def test_by_the_rules_it_takes_over_all_results():
    organized = with_one_more(4, "round_robin")
    organized.do("set_discipline", rules={"replacement": "all"}, reason="Voted.")
    organized.won(organized.between("e1", "e4").id, "e1")
    before = organized.now
    organized.do("withdraw", entrant="e1", reason="Moved away.", replacement="e5")
    assert {(entrant, points) for _, entrant, points in organized.table()} >= {("e5", 3), ("e1", 0)}
    organized.do("reinstate", entrant="e1", reason="Came back.")
    assert organized.now == before


@rule("KERNEL-TOUR-95", "KERNEL-TOUR-23")
def test_in_a_bracket_it_takes_the_position():
    """Ash, the first seed, goes before it has played; Elm meets Dogwood, and goes on to the final."""
    organized = with_one_more(4, "elimination")
    before = organized.now
    organized.do("withdraw", entrant="e1", reason="Moved away.", replacement="e5")
    assert organized.standing("s1-W1-1") == ("e5", "e4")
    organized.do("reinstate", entrant="e1", reason="Came back.")
    assert organized.now == before
    organized.do("withdraw", entrant="e1", reason="Moved away.", replacement="e5")
    organized.won("s1-W1-1", "e5")
    organized.won("s1-W1-2", "e2")
    assert organized.standing("s1-W2-1") == ("e5", "e2")
    organized.refused("reinstate", "changed_since", entrant="e1", reason="Came back.")


@rule("KERNEL-TOUR-95", "KERNEL-TOUR-27")
def test_in_a_bracket_after_groups_it_takes_the_place_of_who_came_through():
    organized = Organized(5)
    for number in range(1, 5):
        organized.do("enter", company=f"c{number}", reason="All of them.")
    organized.do("add_stage", name="Groups", format="groups", rules={"groups": 2, "qualify": 1})
    organized.do("add_stage", name="Final", format="elimination", source="s1")
    organized.do("start_stage", stage="s1")
    organized.do("start_stage", stage="s2")
    organized.do("publish_round", stage="s1")
    organized.do("publish_round", stage="s2")
    for fixture in organized.now.fixtures_of("s1"):
        organized.won(fixture.id, min(fixture.sides))
    organized.do("finish_stage", stage="s1")
    assert {*organized.standing("s2-W1-1")} == {"e1", "e2"}
    organized.do("enter", company="c5", reason="Came late.")
    organized.do("withdraw", entrant="e2", reason="Moved away.", replacement="e5")
    assert {*organized.standing("s2-W1-1")} == {"e1", "e5"}
    organized.won("s2-W1-1", "e5")
    assert organized.table()[0][:2] == (1, "e5")


@rule("KERNEL-TOUR-95")
def test_in_a_swiss_the_replacement_is_paired_from_then_on():
    organized = with_one_more(4, "swiss", rounds=3)
    play(organized)
    organized.do("pair", stage="s1")
    organized.do("expel", entrant="e1", reason="Cheated.", replacement="e5")
    assert sorted(side for one in organized.round(2) for side in one.sides) == ["e2", "e3", "e4", "e5"]
    organized.do("publish_round", stage="s1")
    for fixture in organized.round(2):
        organized.won(fixture.id, fixture.sides[0])
    play(organized)
    assert sorted(side for one in organized.round(3) for side in one.sides) == ["e2", "e3", "e4", "e5"]
    organized.refused("reinstate", "changed_since", entrant="e1", reason="Came back.")


@rule("KERNEL-TOUR-95")
def test_a_waiting_entrant_that_comes_instead_waits_again_once_that_is_undone():
    organized = Organized(3, capacity=2).enter_all()
    organized.stage("round_robin")
    assert organized.now.entrants["e3"].status == "waiting"
    organized.do("withdraw", entrant="e2", reason="Moved away.", replacement="e3")
    assert organized.now.entrants["e3"].status == "entered"
    organized.do("reinstate", entrant="e2", reason="Came back.")
    assert organized.now.entrants["e3"].status == "waiting"


@rule("KERNEL-TOUR-95")
def test_line_ups_and_reports_of_who_was_replaced_count_no_more():
    organized = with_one_more(2, "round_robin")
    fixture = "s1-1-1"
    organized.do("name_lineup", fixture=fixture, entrant="e1", heroes=["h1"])
    organized.do("report_result", by="p1", fixture=fixture, entrant="e1", places={"e1": 1, "e2": 2})
    organized.do("withdraw", entrant="e1", reason="Moved away.", replacement="e3")
    organized.do("report_result", by="p2", fixture=fixture, entrant="e2", places={"e3": 2, "e2": 1})
    assert (organized.now.fixtures[fixture].disputed, organized.now.fixtures[fixture].result) == (False, None)
    organized.do("start_game", by=THE_HOUSE, fixture=fixture, match="m1")
    assert "e1" not in organized.now.fielded.get("m1", {})


@rule("KERNEL-TOUR-95", "KERNEL-ILL-60")
def test_it_refuses_who_cannot_come_instead():
    organized = with_one_more(4, "round_robin")
    organized.do("set_roles", account="olga", name="Olga", roles=["officer"])
    leave = {"command": "withdraw", "entrant": "e1", "reason": "Moved away."}
    assert organized.refused(**leave, code="unknown_entrant", replacement="e9").field == "replacement"
    organized.refused(**leave, code="already_entered", replacement="e2")
    organized.refused(**leave, code="officials_only", by="p1", replacement="e5")
    organized.refused(**{**leave, "command": "expel"}, code="officials_only", by="olga", replacement="e5")
    organized.refused(**leave, code="bad_value", policy="void_all", replacement="e5")
    organized.refused(**{**leave, "entrant": "e5"}, code="nothing_to_replace", replacement="e4")
    organized.do("withdraw", entrant="e5", reason="Had enough.")
    organized.refused(**leave, code="not_on_the_list", replacement="e5")
    bracket = with_one_more(4, "elimination")
    bracket.won("s1-W1-1", "e1")
    bracket.refused(**leave, code="has_played", replacement="e5")
