"""Rounds: drafts, edits by hand, publishing, dates. [KERNEL-TOUR-12 to KERNEL-TOUR-14]"""

import pytest

from tests.tournaments.organizing import Organized
from tournaments.domain.decide.grounds import ground_of
from tournaments.domain.stage_rules import rounds_of

rule = pytest.mark.rule


def drafted(companies: int = 4, **rules) -> Organized:
    """A Swiss with its first round paired and not yet published."""
    organized = Organized(companies).enter_all()
    organized.stage("swiss", **({"rounds": 3} | rules))
    organized.do("pair", stage="s1")
    return organized


@rule("KERNEL-TOUR-12", "KERNEL-ILL-56")
def test_a_round_is_paired_once_the_results_of_the_one_before_are_in():
    organized = drafted()
    organized.refused("pair", "draft_open", stage="s1")
    organized.do("publish_round", stage="s1", round=1)
    no = organized.refused("pair", "results_missing", stage="s1")
    assert no.message == "2 results are missing: Ash against Cedar and Dogwood against Birch."
    for fixture in organized.round(1):
        organized.won(fixture.id, fixture.sides[0])
    organized.do("pair", stage="s1")
    assert {frozenset(one.sides) for one in organized.round(2)} == {frozenset(("e1", "e4")), frozenset(("e2", "e3"))}


@rule("KERNEL-TOUR-12")
def test_by_rule_a_round_may_be_paired_before_all_results_are_in():
    organized = drafted(missing="warn")
    organized.do("publish_round", stage="s1")
    organized.do("pair", stage="s1")
    assert len(organized.round(2)) == 2


@rule("KERNEL-TOUR-12")
def test_no_more_rounds_are_paired_than_there_are():
    organized = drafted(2, rounds=1)
    organized.do("publish_round", stage="s1")
    organized.won("s1-1-1", "e1")
    organized.refused("pair", "no_more_rounds", stage="s1")


@rule("KERNEL-TOUR-12")
@pytest.mark.parametrize(("entrants", "rounds"), [(2, 1), (4, 2), (5, 3), (12, 4)])
def test_without_a_number_there_are_as_many_rounds_as_leave_one_undefeated(entrants, rounds):
    """2^rounds is at least the number of entrants: of 5, 2^2 = 4 are too few, 2^3 = 8 are enough."""
    organized = Organized(entrants).enter_all()
    organized.stage("swiss")
    assert rounds_of(organized.now.stages["s1"]) == rounds


@rule("KERNEL-TOUR-12")
def test_byes_that_were_asked_for_are_half_or_none():
    organized = Organized(4).enter_all()
    organized.stage("swiss", rounds=3)
    organized.refused("pair", "not_in_stage", stage="s1", byes={"e9": "half_bye"})
    organized.do("pair", stage="s1", byes={"e1": "half_bye", "e2": "zero_bye"})
    organized.do("publish_round", stage="s1")
    byes = {fixture.sides[0]: fixture.bye for fixture in organized.round(1) if fixture.bye}
    assert byes == {"e1": "half_bye", "e2": "zero_bye"}
    assert {(entrant, points) for _, entrant, points in organized.table()} >= {("e1", 1), ("e2", 0)}


@rule("KERNEL-TOUR-12")
def test_a_stage_whose_meetings_follow_from_its_format_is_not_paired():
    organized = Organized(4).enter_all()
    organized.stage("round_robin")
    organized.refused("pair", "not_paired", stage="s1")
    organized.do("add_stage", name="Open", format="swiss")
    organized.refused("pair", "stage_not_running", stage="s2")


@rule("KERNEL-TOUR-12")
def test_an_edit_exchanges_entrants_of_a_draft():
    organized = drafted()
    first, second = organized.round(1)
    assert (first.sides, second.sides) == (("e1", "e3"), ("e4", "e2"))
    organized.do("edit_pairing", fixture=first.id, sides=["e1", "e2"], reason="They asked.")
    assert [one.sides for one in organized.round(1)] == [("e1", "e2"), ("e4", "e3")]
    organized.do("edit_pairing", fixture=first.id, sides=["e2", "e1"])
    assert organized.round(1)[0].sides == ("e2", "e1")
    organized.refused("edit_pairing", "nothing_to_change", fixture=first.id, sides=["e2", "e1"])
    organized.refused("edit_pairing", "wrong_sides", fixture=first.id, sides=["e1", "e1"])
    organized.refused("edit_pairing", "wrong_sides", fixture=first.id, sides=["e1"])
    organized.refused("edit_pairing", "not_in_round", fixture=first.id, sides=["e1", "e9"])


@rule("KERNEL-TOUR-13", "KERNEL-ILL-57")
def test_what_is_published_stands():
    organized = drafted()
    fixture = organized.round(1)[0].id
    organized.refused("record_result", "not_published", fixture=fixture, kind="void", reason="Early.")
    organized.do("publish_round", stage="s1", round=1)
    organized.refused("edit_pairing", "published", fixture=fixture, sides=["e1", "e2"])
    organized.refused("discard_round", "no_draft", stage="s1", round=1)
    organized.refused("publish_round", "no_draft", stage="s1", round=1)
    organized.refused("publish_round", "no_draft", stage="s1", round=2)
    organized.refused("publish_round", "no_draft", stage="s1")


@rule("KERNEL-TOUR-12", "KERNEL-TOUR-13")
def test_a_discarded_draft_is_paired_anew():
    organized = drafted()
    organized.do("discard_round", stage="s1", round=1)
    assert (organized.now.stages["s1"].rounds, organized.now.fixtures) == ({}, {})
    organized.do("pair", stage="s1")
    assert len(organized.round(1)) == 2


@rule("KERNEL-TOUR-13")
def test_rounds_of_a_fixed_format_are_not_discarded():
    organized = Organized(4).enter_all()
    organized.do("add_stage", name="Main", format="round_robin")
    organized.do("start_stage", stage="s1")
    organized.refused("discard_round", "not_paired", stage="s1", round=1)
    organized.do("publish_round", stage="s1")
    assert set(organized.now.stages["s1"].rounds.values()) == {"published"}


@rule("KERNEL-TOUR-14", "KERNEL-ILL-58")
def test_a_fixture_has_a_date_until_it_is_over():
    organized = drafted()
    organized.do("publish_round", stage="s1")
    slot = {"date": "2026-12-04", "time": "19:00", "venue": "hall", "table": 2}
    organized.do("set_date", fixture="s1-1-1", slot=slot, deadline="2026-12-06")
    fixture = organized.now.fixtures["s1-1-1"]
    assert fixture.slot is not None
    assert (fixture.slot.date, fixture.slot.table, fixture.deadline) == ("2026-12-04", 2, "2026-12-06")
    organized.refused("set_date", "nothing_to_change", fixture="s1-1-1", slot=slot, deadline="2026-12-06")
    for bad in ("tomorrow", "2026-02-30", "20261204"):
        assert organized.refused("set_date", "bad_date", fixture="s1-1-1", deadline=bad).field == "deadline"
    no = organized.refused("set_date", "bad_date", fixture="s1-1-1", slot={"date": "soon"})
    assert no.field == "slot.date"
    organized.won("s1-1-1", "e1")
    organized.refused("set_date", "has_result", fixture="s1-1-1")


@rule("KERNEL-TOUR-12", "KERNEL-TOUR-37")
def test_tables_of_three_are_seated_and_ranked_by_places():
    """Seven at tables of three: one full, two short. By place 3, 1 and 0 points; equal places share the better."""
    organized = Organized(7, most_sides=4).enter_all()
    organized.stage(
        "tables", sides=3, rounds=2, standing={"points": {"by_place": [300, 100]}, "order": ["points", "lot"]}
    )
    organized.do("pair", stage="s1")
    organized.do("publish_round", stage="s1")
    tables = organized.round(1)
    assert sorted(len(one.sides) for one in tables) == [2, 2, 3]
    full = next(one for one in tables if len(one.sides) == 3)
    places = dict(zip(full.sides, (1, 2, 3), strict=True))
    organized.do("record_result", fixture=full.id, kind="played", places=places, reason="As played.")
    points = {entrant: own for _, entrant, own in organized.table()}
    assert [points[entrant] for entrant in full.sides] == [3, 1, 0]
    for one in tables:
        if one.id != full.id:
            organized.won(one.id, one.sides[0])
    organized.do("pair", stage="s1")
    short = {entrant for one in tables if len(one.sides) == 2 for entrant in one.sides}
    again = {entrant for one in organized.round(2) if len(one.sides) == 2 for entrant in one.sides}
    # Nobody meets again, so those of the full table sit apart: one at each table, and two of the four short ones again.
    assert len(short & again) == 2
    assert [len({*full.sides} & {*one.sides}) for one in organized.round(2)] == [1, 1, 1]


class TestGround:
    """What battles are set up with. A match of Ishmêk has 10 turns where nobody says otherwise."""

    @rule("KERNEL-TOUR-19")
    def test_a_round_has_its_own_else_that_of_the_stage_else_that_of_the_game(self):
        organized = Organized(4).enter_all()
        organized.stage("round_robin")
        first, second = organized.round(1)[0], organized.round(2)[0]
        assert ground_of(organized.now, first) == {"turns_total": 10}
        organized.do("set_ground", stage="s1", ground={"turns_total": 8})
        organized.do("set_ground", stage="s1", round=2, ground={"umpires": [5, 5]})
        assert ground_of(organized.now, first) == {"turns_total": 8}
        assert ground_of(organized.now, second) == {"turns_total": 10, "umpires": [5, 5]}
        organized.do("set_ground", stage="s1", round=2)
        assert ground_of(organized.now, second) == {"turns_total": 8}

    @rule("KERNEL-TOUR-19", "KERNEL-ILL-69")
    @pytest.mark.parametrize(
        ("ground", "code", "field"),
        [
            ({"turns_total": "ten"}, "bad_ground", "ground.turns_total"),
            ({"umpires": [5, "x"]}, "bad_ground", "ground.umpires[1]"),
            ({"teams": {}}, "bad_ground", "ground.teams"),
            ({"house_rules": {}}, "bad_ground", "ground.house_rules"),
            ({"weather": "rain"}, "bad_ground", "ground.weather"),
            ({}, "nothing_to_change", "ground"),
        ],
    )
    def test_it_refuses_what_the_game_does_not_read_or_others_say(self, ground, code, field):
        assert drafted().refused("set_ground", code, stage="s1", ground=ground).field == field

    def test_it_refuses_a_finished_stage_and_a_round_that_no_stage_has(self):
        organized = Organized(4).enter_all()
        organized.stage("round_robin")
        no = organized.refused("set_ground", "out_of_bounds", stage="s1", round=41, ground={"turns_total": 5})
        assert no.field == "round"
        for fixture in list(organized.now.fixtures.values()):
            if fixture.result is None:
                organized.won(fixture.id, fixture.sides[0])
        organized.do("finish_stage", stage="s1")
        no = organized.refused("set_ground", "stage_not_running", stage="s1", ground={"turns_total": 5})
        assert no.field == "stage"
