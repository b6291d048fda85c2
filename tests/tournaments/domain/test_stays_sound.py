"""What once left a tournament with a table that nobody could make, or with a wrong one."""

import pytest

from tests.tournaments.organizing import THE_HOUSE, Organized
from tournaments.domain.suspensions import barred_of
from tournaments.domain.tables import tables_of

rule = pytest.mark.rule


@rule("KERNEL-TOUR-12")
def test_a_draft_with_a_bye_is_edited_and_still_has_its_table():
    organized = Organized(3).enter_all()
    organized.stage("swiss", rounds=2)
    organized.do("pair", stage="s1")
    bye = next(one for one in organized.round(1) if one.bye)
    fixture = next(one for one in organized.round(1) if not one.bye)
    organized.do("edit_pairing", fixture=fixture.id, sides=[fixture.sides[0], bye.sides[0]])
    organized.do("publish_round", stage="s1")
    assert {(entrant, points) for _, entrant, points in organized.table()} == {
        (fixture.sides[1], 3),
        (fixture.sides[0], 0),
        (bye.sides[0], 0),
    }


@rule("KERNEL-TOUR-05", "KERNEL-ILL-49")
def test_a_knockout_does_not_start_before_its_groups():
    organized = Organized(4).enter_all()
    organized.do("add_stage", name="Groups", format="groups", rules={"groups": 2, "qualify": 1})
    organized.do("add_stage", name="Final", format="elimination", source="s1")
    organized.refused("start_stage", "stage_not_started", stage="s2")
    organized.refused("start_stage", "follows_from_results", stage="s2", entrants=["e1", "e2"])
    organized.do("start_stage", stage="s1")
    organized.refused("start_stage", "follows_from_results", stage="s2", entrants=["e1", "e2"])
    organized.do("start_stage", stage="s2")


def fought(organized: Organized, fixture: str, match: str, winner: str, loser: str) -> None:
    organized.do("start_game", by=THE_HOUSE, fixture=fixture, match=match)
    settled(organized, fixture, match, {winner: 1, loser: 2})


def settled(organized: Organized, fixture: str, match: str, places: dict[str, int]) -> None:
    organized.do("record_game", by=THE_HOUSE, fixture=fixture, match=match, status="settled", places=places)


@rule("KERNEL-TOUR-10", "KERNEL-TOUR-11")
@pytest.mark.parametrize("final", ["e1", "e2"])
def test_a_battle_settled_otherwise_leaves_a_bracket_that_was_played_on(final):
    organized = Organized(4).enter_all()
    organized.stage("elimination")
    fought(organized, "s1-W1-1", "m1", "e1", "e4")
    organized.won("s1-W1-2", "e2")
    organized.won("s1-W2-1", final)
    settled(organized, "s1-W1-1", "m1", {"e4": 1, "e1": 2})
    organized.do("record_game", by=THE_HOUSE, fixture="s1-W1-1", match="m1", status="void")
    assert organized.standing("s1-W2-1") == ("e1", "e2")
    assert organized.now.fixtures["s1-W1-1"].games[0].status == "void"
    assert organized.table()[0][:2] == (1, final)


@rule("KERNEL-TOUR-10")
def test_a_drawn_battle_of_a_bracket_is_fought_again():
    organized = Organized(2).enter_all()
    organized.stage("elimination")
    organized.do("start_game", by=THE_HOUSE, fixture="s1-W1-1", match="m1")
    organized.refused("start_game", "game_known", by=THE_HOUSE, fixture="s1-W1-1", match="m2")
    settled(organized, "s1-W1-1", "m1", {"e1": 1, "e2": 1})
    assert organized.now.fixtures["s1-W1-1"].result is None
    fought(organized, "s1-W1-1", "m2", "e2", "e1")
    assert organized.table()[0] == (1, "e2", 0)
    no = organized.refused
    organized.do("withdraw_result", fixture="s1-W1-1", reason="Again.")
    no("report_result", "no_winner", by="p1", fixture="s1-W1-1", entrant="e1", places={"e1": 1, "e2": 1})


@rule("KERNEL-TOUR-06", "KERNEL-TOUR-24")
def test_a_double_elimination_is_not_finished_before_the_second_final():
    """Three: e1 beats the winner of e2 and e3, who comes back through the losers' bracket and wins the first final."""
    organized = Organized(3).enter_all()
    stage = organized.stage("double_elimination")
    for _ in range(6):
        open_ones = [one for one in organized.now.fixtures.values() if one.result is None and one.known]
        for fixture in open_ones[:1]:
            comes_back = organized.now.fixtures[fixture.id].bracket == "final" and "F1" in fixture.id
            organized.won(fixture.id, fixture.sides[1] if comes_back else fixture.sides[0])
        if any("F1" in one.id for one in open_ones):
            break
    organized.refused("finish_stage", "results_missing", stage=stage)
    again = next(one for one in organized.now.fixtures.values() if "F2" in one.id)
    organized.won(again.id, again.sides[0])
    organized.do("finish_stage", stage=stage)


@rule("KERNEL-TOUR-06")
def test_a_swiss_without_a_number_of_rounds_is_not_finished_before_any():
    organized = Organized(4).enter_all()
    stage = organized.stage("swiss")
    organized.refused("finish_stage", "rounds_missing", stage=stage)


@rule("KERNEL-TOUR-10", "KERNEL-ILL-54")
def test_at_a_table_there_is_no_double_forfeit():
    organized = Organized(3, most_sides=4).enter_all()
    organized.stage("tables", sides=3, rounds=1)
    organized.do("pair", stage="s1")
    organized.do("publish_round", stage="s1")
    organized.refused("record_result", "no_places", fixture="s1-1-1", kind="double_forfeit", reason="Nobody came.")
    assert len(tables_of(organized.now, organized.now.stages["s1"])[""].rows) == 3


@rule("KERNEL-TOUR-09")
def test_reports_go_with_the_side_that_made_them():
    organized = Organized(4).enter_all()
    organized.stage("elimination")
    for fixture, winner in (("s1-W1-1", "e1"), ("s1-W1-2", "e2")):
        organized.won(fixture, winner)
    organized.do("report_result", by="p1", fixture="s1-W2-1", entrant="e1", places={"e1": 1, "e2": 2})
    organized.won("s1-W1-1", "e4")
    organized.do("report_result", by="p2", fixture="s1-W2-1", entrant="e2", places={"e4": 2, "e2": 1})
    assert not organized.now.fixtures["s1-W2-1"].disputed


@rule("KERNEL-TOUR-82")
def test_a_date_to_come_is_not_when_a_match_was_played():
    """Recorded today for a slot far ahead: a ban after it is served by the next match all the same."""
    organized = Organized(4).enter_all()
    organized.stage("round_robin")
    first, second = organized.between("e1", "e4").id, organized.between("e1", "e2").id
    organized.do("set_date", fixture=first, slot={"date": "9999-12-31"})
    organized.won(first, "e1")
    organized.do("record_offence", entrant="e1", hero="h1", rule="4.2", reason="A blow.", matches=1)
    organized.today = "2026-11-24"
    organized.won(second, "e1")
    assert barred_of(organized.now) == {}


@rule("KERNEL-TOUR-14", "KERNEL-ILL-58")
@pytest.mark.parametrize(
    ("slot", "code", "field"),
    [
        ({"date": ""}, "bad_date", "slot.date"),
        ({"date": "2026-12-04", "time": "7pm"}, "bad_date", "slot.time"),
        ({"date": "2026-12-04", "venue": "x" * 81}, "out_of_bounds", "slot.table"),
        ({"date": "2026-12-04", "table": 1000}, "out_of_bounds", "slot.table"),
    ],
)
def test_it_refuses_a_slot_that_is_none(slot, code, field):
    organized = Organized(2).enter_all()
    organized.stage("round_robin")
    assert organized.refused("set_date", code, fixture="s1-1-1", slot=slot).field == field


@rule("KERNEL-TOUR-87", "KERNEL-TOUR-97")
def test_a_ban_by_a_threshold_names_the_offence_that_opened_it():
    organized = Organized(2).enter_all()
    organized.stage("round_robin")
    threshold = {"id": "cards", "at": 2, "matches": 1}
    organized.do("set_discipline", rules={"thresholds": [threshold]}, reason="Voted.")
    for _ in range(2):
        organized.do("record_offence", entrant="e1", hero="h1", rule="4.2", reason="A push.", points=1)
    (refused,) = barred_of(organized.now).values()
    assert refused.event == ("tournament-t", len(organized.log))
