"""Stages: planned, started, finished, and what a format lays out. [KERNEL-TOUR-05, KERNEL-TOUR-06]"""

import pytest

from tests.tournaments.organizing import Organized

rule = pytest.mark.rule


@rule("KERNEL-TOUR-05", "KERNEL-ILL-49")
def test_a_planned_stage_is_changed_and_removed_and_a_started_one_is_not():
    organized = Organized(4).enter_all()
    organized.do("add_stage", name="Main", format="round_robin")
    organized.do("add_stage", name="Cup", format="elimination", source="s1")
    organized.refused("change_stage", "nothing_to_change", stage="s2", name="Cup")
    organized.do("change_stage", stage="s2", name="Final cup", rules={"third_place": True})
    assert (organized.now.stages["s2"].name, organized.now.stages["s2"].rules.third_place) == ("Final cup", True)
    organized.refused("remove_stage", "stage_needed", stage="s1")
    organized.do("remove_stage", stage="s2")
    organized.do("start_stage", stage="s1")
    organized.refused("change_stage", "stage_started", stage="s1", name="Other")
    organized.refused("remove_stage", "stage_started", stage="s1")
    organized.refused("start_stage", "stage_started", stage="s1")
    organized.refused("start_stage", "unknown_stage", stage="s2")


@rule("KERNEL-TOUR-05")
@pytest.mark.parametrize(
    ("format_", "rules", "code", "field"),
    [
        ("swiss", {"rounds": 41}, "out_of_bounds", "rules.rounds"),
        ("round_robin", {"best_of": 2}, "even_best_of", "rules.best_of"),
        ("round_robin", {"best_of": 11}, "out_of_bounds", "rules.best_of"),
        ("groups", {"groups": 1}, "too_few_groups", "rules.groups"),
        ("groups", {"groups": 33}, "out_of_bounds", "rules.groups"),
        ("round_robin", {"sides": 3}, "bad_sides", "rules.sides"),
        ("tables", {"sides": 3}, "bad_sides", "rules.sides"),
        ("swiss", {"standing": {"order": ["nonsense"]}}, "unknown_tie_break", "order"),
        ("swiss", {"standing": {"order": []}}, "unknown_tie_break", "rules.standing.order"),
        ("swiss", {"standing": {"points": {"win": 100, "draw": 50}}}, "points_out_of_order", "points.bye"),
    ],
)
def test_it_refuses_rules_that_fit_no_stage(format_, rules, code, field):
    no = Organized(4).refused("add_stage", code, name="Main", format=format_, rules=rules)
    assert no.field == field


@rule("KERNEL-TOUR-05")
def test_a_stage_does_not_start_while_the_sign_up_is_open_or_with_one_entrant():
    organized = Organized(2)
    organized.do("open_sign_up")
    organized.do("enter", by="p1", company="c1")
    organized.do("add_stage", name="Main", format="round_robin")
    organized.refused("start_stage", "sign_up_open", stage="s1")
    organized.do("close_sign_up")
    organized.refused("start_stage", "too_few_entrants", stage="s1")
    organized.refused("start_stage", "entrant_twice", stage="s1", entrants=["e1", "e1"])
    organized.refused("start_stage", "unknown_entrant", stage="s1", entrants=["e1", "e2"])


@rule("KERNEL-TOUR-05")
def test_a_round_robin_of_four_is_the_berger_table():
    """FIDE Handbook C.05, annex 1, for 3 or 4: 1-4 2-3, 4-3 1-2, 2-4 3-1."""
    organized = Organized(4).enter_all()
    organized.stage("round_robin")
    sides = [[fixture.sides for fixture in organized.round(number)] for number in (1, 2, 3)]
    assert sides == [[("e1", "e4"), ("e2", "e3")], [("e4", "e3"), ("e1", "e2")], [("e2", "e4"), ("e3", "e1")]]


@rule("KERNEL-TOUR-05")
def test_an_odd_number_has_a_bye_each_round_that_is_worth_nothing():
    """Everybody has one, so points for it would only mislead while not all have had theirs."""
    organized = Organized(3).enter_all()
    organized.stage("round_robin")
    byes = [fixture for fixture in organized.now.fixtures.values() if fixture.bye == "zero_bye"]
    assert sorted(fixture.sides for fixture in byes) == [("e1",), ("e2",), ("e3",)]
    assert {(entrant, points) for _, entrant, points in organized.table()} == {("e1", 0), ("e2", 0), ("e3", 0)}


@rule("KERNEL-TOUR-05")
def test_two_legs_exchange_home_and_away():
    organized = Organized(2).enter_all()
    organized.stage("round_robin", legs=2)
    assert [fixture.sides for fixture in organized.now.fixtures.values()] == [("e1", "e2"), ("e2", "e1")]


@rule("KERNEL-TOUR-06", "KERNEL-ILL-50")
def test_a_finished_stage_never_changes_its_table_and_a_correction_is_a_new_version():
    organized = Organized(2).enter_all()
    stage = organized.stage("round_robin")
    organized.refused("finish_stage", "results_missing", stage=stage)
    organized.won("s1-1-1", "e1")
    organized.refused("correct_table", "stage_not_finished", stage=stage, reason="Early.")
    organized.do("finish_stage", stage=stage)
    organized.refused("finish_stage", "stage_not_running", stage=stage)
    organized.refused("correct_table", "nothing_to_change", stage=stage, reason="Why not.")
    assert organized.table() == [(1, "e1", 3), (2, "e2", 0)]
    organized.won("s1-1-1", "e2")
    assert organized.table() == [(1, "e1", 3), (2, "e2", 0)]
    organized.do("correct_table", stage=stage, reason="The scores were mixed up.")
    assert organized.table() == [(1, "e2", 3), (2, "e1", 0)]
    notes = [freeze.note for freeze in organized.now.stages[stage].freezes]
    assert notes == ["", "The scores were mixed up."]


@rule("KERNEL-TOUR-06")
def test_the_best_of_a_finished_stage_go_on_to_the_next():
    """Ash beats all, Birch beats Cedar and Dogwood, Cedar beats Dogwood: 9, 6, 3, 0 points; the first two go on."""
    organized = Organized(4).enter_all()
    stage = organized.stage("round_robin", qualify=2)
    organized.do("add_stage", name="Final", format="elimination", source=stage)
    organized.refused("start_stage", "stage_not_finished", stage="s2")
    for fixture in list(organized.now.fixtures.values()):
        organized.won(fixture.id, min(fixture.sides))
    organized.do("finish_stage", stage=stage)
    started = organized.do("start_stage", stage="s2")[0]
    assert started.entrants == ("e1", "e2")


@rule("KERNEL-TOUR-06")
def test_a_swiss_is_finished_after_all_its_rounds():
    organized = Organized(4).enter_all()
    stage = organized.stage("swiss", rounds=2)
    organized.do("pair", stage=stage)
    organized.do("publish_round", stage=stage)
    for fixture in organized.round(1):
        organized.won(fixture.id, fixture.sides[0])
    organized.refused("finish_stage", "rounds_missing", stage=stage)


def in_groups(**rules) -> Organized:
    """Two groups of four by seed, to and fro: A has 1, 4, 5, 8 and B 2, 3, 6, 7; the two best of each go on."""
    organized = Organized(8).enter_all()
    organized.stage("groups", **({"groups": 2, "qualify": 2} | rules))
    organized.do("add_stage", name="Knockout", format="elimination", source="s1")
    return organized


def play_groups(organized: Organized) -> None:
    """The better seed wins each fixture: A ends 1, 4, 5, 8 and B 2, 3, 6, 7."""
    for fixture in organized.now.fixtures_of("s1"):
        organized.won(fixture.id, min(fixture.sides))


@rule("KERNEL-TOUR-05", "KERNEL-TOUR-23")
def test_a_knockout_after_groups_is_laid_out_before_its_places_are_known():
    """The winner of A meets the second of B, the winner of B the second of A."""
    organized = in_groups()
    assert organized.now.stages["s1"].groups == {"A": ("e1", "e4", "e5", "e8"), "B": ("e2", "e3", "e6", "e7")}
    organized.do("start_stage", stage="s2")
    organized.do("publish_round", stage="s2")
    assert [one.sides for one in organized.now.fixtures_of("s2")] == [("", "")] * 3
    organized.refused("record_result", "sides_unknown", fixture="s2-W1-1", kind="void", reason="Early.")
    play_groups(organized)
    assert [one.sides for one in organized.now.fixtures_of("s2")] == [("", "")] * 3
    organized.do("finish_stage", stage="s1")
    assert organized.now.stages["s2"].entrants == ("e1", "e2", "e4", "e3")
    assert {frozenset(organized.standing(f"s2-W1-{number}")) for number in (1, 2)} == {
        frozenset(("e1", "e3")),
        frozenset(("e2", "e4")),
    }


@rule("KERNEL-TOUR-05")
def test_a_knockout_is_started_after_its_groups_too():
    organized = in_groups()
    play_groups(organized)
    organized.do("finish_stage", stage="s1")
    organized.do("start_stage", stage="s2")
    assert {entrant for one in organized.now.fixtures_of("s2", 1) for entrant in one.sides} == {"e1", "e2", "e3", "e4"}


@rule("KERNEL-TOUR-05")
def test_the_best_of_the_next_place_go_on_too():
    """Three groups of two: A 1 and 6, B 2 and 5, C 3 and 4. The winners go on, and the best of the losers.

    Fir lost by 1, Elm by 2, Dogwood by 3: Fir goes on.
    """
    organized = Organized(6).enter_all()
    organized.stage("groups", groups=3, qualify=1, best=1)
    organized.do("add_stage", name="Knockout", format="elimination", source="s1")
    organized.do("start_stage", stage="s2")
    for fixture in organized.now.fixtures_of("s1"):
        winner = min(fixture.sides)
        loser = max(fixture.sides)
        organized.won(fixture.id, winner, scores={winner: 5, loser: {"e6": 4, "e5": 3, "e4": 2}[loser]})
    organized.do("finish_stage", stage="s1")
    assert set(organized.now.stages["s2"].entrants) == {"e1", "e2", "e3", "e6"}
    assert {entrant for one in organized.now.fixtures_of("s2", 1) for entrant in one.sides} == {"e1", "e2", "e3", "e6"}


@rule("KERNEL-TOUR-06", "KERNEL-ILL-50")
def test_a_corrected_table_changes_a_knockout_that_nobody_has_played():
    organized = in_groups()
    play_groups(organized)
    organized.do("finish_stage", stage="s1")
    organized.do("start_stage", stage="s2")
    organized.do("publish_round", stage="s2")
    between = organized.between("e4", "e5")
    organized.won(between.id, "e5")
    organized.do("correct_table", stage="s1", reason="The scores were mixed up.")
    assert "e5" in organized.now.stages["s2"].entrants
    assert {entrant for one in organized.now.fixtures_of("s2", 1) for entrant in one.sides} == {"e1", "e2", "e3", "e5"}
    organized.won(next(one.id for one in organized.now.fixtures_of("s2", 1) if "e5" in one.sides), "e5")
    organized.won(between.id, "e4")
    organized.refused("correct_table", "later_result", stage="s1", reason="Mixed up again.")
