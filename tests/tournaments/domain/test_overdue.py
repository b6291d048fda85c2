"""Overdue fixtures are shown, or forfeited by whoever has not turned up; no-shows are not paired for a while."""

import msgspec
import pytest

from tests.tournaments.organizing import THE_HOUSE, Organized
from tournaments.domain.decide.rounds import paired_round
from tournaments.domain.schedule.overdue import not_paired, overdue_fixtures

rule = pytest.mark.rule
F, HOUR = "s1-1-1", 3600
AT = 1_800_000_000


@pytest.fixture
def four():
    """A Swiss of four that forfeits overdue fixtures after two days; the deadline of round 1 is 5 December 2026."""
    organized = Organized(4).enter_all()
    organized.do("add_stage", name="Main", format="swiss", rules={"rounds": 3})
    organized.do("start_stage", stage="s1")
    organized.do("pair", stage="s1")
    organized.do("set_round_dates", stage="s1", first="2026-12-05", days=1)
    organized.do("publish_schedule", stage="s1")
    organized.do("set_overdue", policy="forfeit", grace_days=2)
    organized.today = "2026-12-08"
    return organized


def sides(organized, fixture=F):
    return organized.now.fixtures[fixture].sides


def forfeit(organized, fixture=F, at=AT):
    return organized.do("forfeit_overdue", THE_HOUSE, fixture=fixture, at=at)


def names(organized, fixture, entrant):
    organized.do("name_lineup", fixture=fixture, entrant=entrant, heroes=["h1"])


@rule("KERNEL-TOUR-56")
@pytest.mark.parametrize(("today", "overdue"), [("2026-12-05", []), ("2026-12-06", ["s1-1-1", "s1-1-2"])])
def test_it_is_overdue_from_the_day_after_its_deadline(four, today, overdue):
    assert [one.id for one in overdue_fixtures(four.now, four.now.stages["s1"], today)] == overdue


@rule("KERNEL-TOUR-56")
def test_who_has_named_nobody_forfeits(four):
    home, away = sides(four)
    names(four, F, away)
    forfeit(four)
    result = four.now.fixtures[F].result
    assert (result.kind, result.decided, result.places) == ("forfeit", "policy", {home: 2, away: 1})
    assert overdue_fixtures(four.now, four.now.stages["s1"], four.today) == [four.now.fixtures["s1-1-2"]]


@rule("KERNEL-TOUR-56")
def test_a_report_is_as_good_as_a_line_up(four):
    home, away = sides(four)
    company = four.now.entrants[home].company
    four.do(
        "report_result",
        by=f"p{company[1:]}",
        fixture=F,
        entrant=home,
        places={home: 1, away: 2},
        scores={home: 2, away: 1},
    )
    forfeit(four)
    assert four.now.fixtures[F].result.places == {home: 1, away: 2}


@rule("KERNEL-TOUR-56")
def test_both_forfeit_where_neither_has_come(four):
    forfeit(four)
    result = four.now.fixtures[F].result
    assert (result.kind, result.places) == ("double_forfeit", {})


@rule("KERNEL-TOUR-56", "KERNEL-ILL-68")
def test_it_refuses_what_is_not_overdue_or_nobodys_fault(four):
    four.today = "2026-12-07"
    four.refused("forfeit_overdue", "not_overdue", THE_HOUSE, fixture=F, at=AT)
    four.today = "2026-12-08"
    for side in sides(four):
        names(four, F, side)
    four.refused("forfeit_overdue", "nobody_to_blame", THE_HOUSE, fixture=F, at=AT)
    four.refused("set_overdue", "nothing_to_change", policy="forfeit", grace_days=2)
    assert four.refused("set_overdue", "out_of_bounds", policy="forfeit", grace_days=61).field == "grace_days"


@rule("KERNEL-TOUR-56")
def test_by_default_it_is_only_shown():
    organized = Organized(2).enter_all()
    organized.stage("round_robin")
    organized.do("set_date", fixture=F, deadline="2026-11-01")
    assert [one.id for one in overdue_fixtures(organized.now, organized.now.stages["s1"], organized.today)] == [F]
    organized.refused("forfeit_overdue", "not_overdue", THE_HOUSE, fixture=F, at=AT)


@rule("KERNEL-TOUR-96")
def test_a_no_show_is_not_paired_for_a_day_and_has_a_bye_without_points(four):
    home, away = sides(four)
    names(four, F, away)
    forfeit(four)
    other = four.now.fixtures["s1-1-2"]
    four.won(other.id, other.sides[0])
    four.workers = False
    four.do("pair", stage="s1")
    now = four.now
    assert {*not_paired(now, now.stages["s1"], AT + 24 * HOUR - 1)} == {home}
    assert not_paired(now, now.stages["s1"], AT + 24 * HOUR) == {}
    fixtures = paired_round(now, now.stages["s1"], four.today, len(four.log), AT + 1)
    byes = {one.sides[0]: (one.bye, one.reasons) for one in fixtures if one.bye == "zero_bye"}
    assert {*byes} == {home}
    assert byes[home][1][0].startswith("one no-show since the last match played: no fixtures for 24 hours")


@rule("KERNEL-TOUR-96")
def test_a_second_no_show_counts_twice_and_a_match_played_clears_both(four):
    home, away = sides(four)
    names(four, F, away)
    forfeit(four)
    other = four.now.fixtures["s1-1-2"]
    four.won(other.id, other.sides[0])
    four.clock = AT + 60 * HOUR
    four.do("pair", stage="s1")
    four.do("publish_schedule", stage="s1")
    fixture = next(one for one in four.round(2) if home in one.sides)
    for side in fixture.sides:
        if side != home:
            names(four, fixture.id, side)
    four.today = "2026-12-20"
    later = AT + 10 * 24 * HOUR
    forfeit(four, fixture.id, later)
    stage = four.now.stages["s1"]
    assert {*not_paired(four.now, stage, later + 48 * HOUR - 1)} == {home}
    assert not_paired(four.now, stage, later + 48 * HOUR) == {}
    four.clock = later + 60 * HOUR
    rest = next(one for one in four.round(2) if one.id != fixture.id)
    four.won(rest.id, rest.sides[0])
    four.do("pair", stage="s1")
    four.do("publish_round", stage="s1")
    last = next(one for one in four.round(3) if home in one.sides)
    four.won(last.id, home)
    assert not_paired(four.now, four.now.stages["s1"], later + 1) == {}


@rule("KERNEL-TOUR-96")
def test_a_no_show_whose_result_was_corrected_is_none(four):
    forfeit(four)
    home, _ = sides(four)
    assert home in not_paired(four.now, four.now.stages["s1"], AT + 1)
    four.do("record_result", fixture=F, kind="void", reason="The hall was closed.")
    assert not_paired(four.now, four.now.stages["s1"], AT + 1) == {}
    assert msgspec.json.decode(msgspec.json.encode(four.now), type=type(four.now)) == four.now
