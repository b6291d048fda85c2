"""Breaks, balance, gaps and what is left to place, counted by hand."""

import msgspec
import pytest

from tests.tournaments.schedule.four import HALL, SATURDAYS, calendar, dated, fixture, season, wish
from tournaments.domain.schedule.calendar import Venue
from tournaments.domain.schedule.quality import quality
from tournaments.domain.schedule.tables import next_free_table, with_tables


def test_the_league_of_four():
    """Patterns: Red HHA, Blue HAH, Green AAH, White AHA: two breaks; Red leads by 2 home games after two rounds."""
    found = quality(dated(season(wishes=(wish("home_on", "r", round=3),)), *SATURDAYS))
    assert found.breaks == 2
    assert found.balance == {"r": 1, "b": 1, "g": -1, "w": -1}
    assert found.gap == 2
    assert (found.return_rounds, found.return_days) == (None, None)
    assert (found.unplaced, found.hard, len(found.unmet)) == ((), (), 1)


def test_return_games_in_rounds_and_days():
    games = (fixture("f1", "rb", SATURDAYS[0]), fixture("f3", "br", SATURDAYS[1]), fixture("f8", "rb", SATURDAYS[5]))
    found = quality(calendar(*games))
    assert (found.return_rounds, found.return_days) == (2, 7)


def test_undated_games_go_by_round_and_are_listed():
    found = quality(calendar(fixture("f1", "rb", SATURDAYS[4]), fixture("f2", "gr"), fixture("f3", "rw", SATURDAYS[0])))
    assert found.unplaced == ("f2",)
    assert found.breaks == 0, "Red: home, away, home"


def test_a_bye_separates_two_games():
    assert quality(calendar(fixture("f1", "rb"), fixture("f3", "rg"))).breaks == 0
    assert quality(calendar(fixture("f1", "rb"), fixture("f2", "rg"))).breaks == 1


def test_dated_games_go_by_date():
    games = (fixture("f1", "rb", SATURDAYS[4]), fixture("f2", "gr", SATURDAYS[1]), fixture("f3", "rw", SATURDAYS[0]))
    assert quality(calendar(*games)).breaks == 0, "Red: home to White, away, home to Blue"
    later = (fixture("f1", "rb", SATURDAYS[1]), fixture("f2", "gr", SATURDAYS[4]), fixture("f3", "rw", SATURDAYS[0]))
    assert quality(calendar(*later)).breaks == 1, "Red: home, home, away"


def test_a_side_not_known_yet_has_no_pattern():
    found = quality(calendar(fixture("f1", "r?"), fixture("f2", "rb")))
    assert found.balance == {"r": 1, "b": -1, "g": 0, "w": 0}


# Tables


@pytest.mark.rule("KERNEL-TOUR-71")
def test_the_first_table_that_is_new_to_both():
    games = (
        fixture("f1", "rb", SATURDAYS[0], venue="hall", table=1),
        fixture("g1", "gw", SATURDAYS[0], venue="hall", table=2),
        fixture("f2", "rw", SATURDAYS[1], venue="hall"),
    )
    big = calendar(*games, venues=(Venue("hall", "Old Hall", 3),))
    assert next_free_table(big, games[2], games[2].slot) == (3, "the first free table that is new to both")


@pytest.mark.rule("KERNEL-TOUR-71")
def test_where_no_table_is_new_the_one_with_the_fewest_games_of_theirs():
    games = (
        fixture("f1", "rb", SATURDAYS[0], venue="hall", table=1),
        fixture("f2", "rw", SATURDAYS[1], venue="hall", table=1),
        fixture("f3", "bg", SATURDAYS[2], venue="hall", table=2),
        fixture("f4", "rb", SATURDAYS[3], venue="hall"),
    )
    found = next_free_table(calendar(*games), games[3], games[3].slot)
    assert found == (2, "no free table is new to both; the fewest games of theirs at this one: 1")


@pytest.mark.rule("KERNEL-TOUR-71")
def test_a_taken_table_is_not_free_and_all_may_be_taken():
    games = (
        fixture("f1", "rb", SATURDAYS[0], "19:00", "hall", 1),
        fixture("g1", "gw", SATURDAYS[0], "19:00", "hall"),
    )
    assert next_free_table(calendar(*games), games[1], games[1].slot).table == 2
    small = calendar(*games, venues=(Venue("hall", "Old Hall", 1),))
    assert next_free_table(small, games[1], games[1].slot) == (0, "all 1 tables are taken")
    later = msgspec.structs.replace(games[1].slot, time="21:00")
    assert next_free_table(small, games[1], later).table == 1


@pytest.mark.rule("KERNEL-TOUR-71")
def test_tables_of_a_whole_schedule():
    """By id, Blue-Green comes before Red-White: tables 1 and 2. Later rounds have one game a table, too."""
    games = dated(season(), *SATURDAYS).fixtures
    at_hall = [msgspec.structs.replace(game, slot=msgspec.structs.replace(game.slot, venue="hall")) for game in games]
    found = with_tables(calendar(*at_hall, venues=(HALL,)))
    tables = {one.id: one.slot.table for one in found.fixtures}
    assert tables["1bg"] == 1
    assert tables["1rw"] == 2
    assert {tables["2rb"], tables["2wg"]} == {tables["3bw"], tables["3gr"]} == {1, 2}
    assert quality(found).hard == ()
