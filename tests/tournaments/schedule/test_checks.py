"""Each rule of the calendar on schedules of a few games: kept at the last value that is allowed, broken at the next."""

import pytest

from tests.tournaments.schedule.four import calendar, fixture, wish
from tournaments.domain.schedule.calendar import Blackout, Competitor, RoundWindow, Venue, with_slots
from tournaments.domain.schedule.checks import breaches, moved_fixtures

SAT, SUN, NEXT_SAT = "2026-05-02", "2026-05-03", "2026-05-09"


def told(found):
    return [(breach.rule, breach.words, breach.fixtures) for breach in found]


def test_a_schedule_that_keeps_every_rule():
    found = breaches(
        calendar(
            fixture("f1", "rb", SAT, "19:00", "hall", 1),
            fixture("g1", "gw", SAT, "19:00", "hall", 2),
            windows=(RoundWindow(1, SAT, SAT),),
            wishes=(wish("home_on", "r", round=1), wish("last_together")),
        )
    )
    assert found == ()


# Inputs


@pytest.mark.rule("KERNEL-TOUR-60")
def test_a_final_is_after_both_semi_finals():
    games = (
        fixture("s1", "rb", SAT, "18:00"),
        fixture("t1", "gw", SAT, "20:00"),
        fixture("f2", "??", SAT, "22:00", needs=("s1", "t1")),
    )
    assert breaches(calendar(*games)) == ()


@pytest.mark.rule("KERNEL-TOUR-60")
@pytest.mark.parametrize("time", ["18:00", ""])
def test_a_final_is_not_at_the_time_of_a_semi_final_nor_at_a_time_that_may_be_earlier(time):
    found = breaches(calendar(fixture("s1", "rb", SAT, "18:00"), fixture("f2", "g?", SAT, time, needs=("s1",))))
    final = f"Green v a side not known yet (round 2) on {f'Sat 2026-05-02 {time}'.strip()}"
    words = f"{final} is not after Red v Blue (round 1) on Sat 2026-05-02 18:00, which decides who plays it"
    assert told(found) == [("KERNEL-TOUR-60", words, ("f2", "s1"))]


@pytest.mark.rule("KERNEL-TOUR-60")
def test_a_final_has_no_date_before_its_semi_final_has_one():
    found = breaches(calendar(fixture("s1", "rb"), fixture("f2", "r?", NEXT_SAT, needs=("s1",))))
    assert told(found) == [
        (
            "KERNEL-TOUR-60",
            "Red v a side not known yet (round 2) has a date; Red v Blue (round 1) decides who plays it and has none",
            ("f2", "s1"),
        )
    ]


# Windows


@pytest.mark.rule("KERNEL-TOUR-61")
@pytest.mark.parametrize(
    ("date", "words"),
    [
        ("2026-05-01", ["Red v Blue (round 1) on Fri 2026-05-01 is before its round opens, Sat 2026-05-02"]),
        ("2026-05-02", []),
        ("2026-05-03", []),
        ("2026-05-04", ["Red v Blue (round 1) on Mon 2026-05-04 is after the deadline of its round, Sun 2026-05-03"]),
    ],
)
def test_a_round_is_played_in_its_window(date, words):
    found = breaches(calendar(fixture("f1", "rb", date), windows=(RoundWindow(1, SAT, SUN),)))
    assert [breach.words for breach in found] == words


@pytest.mark.rule("KERNEL-TOUR-61")
@pytest.mark.parametrize(("date", "broken"), [("2026-04-01", 0), ("2026-05-03", 0), ("2026-05-04", 1)])
def test_playing_ahead_is_earlier_never_later(date, broken):
    found = breaches(calendar(fixture("f1", "rb", date), windows=(RoundWindow(1, SAT, SUN, True),)))
    assert len(found) == broken


# Blackouts


@pytest.mark.rule("KERNEL-TOUR-62")
@pytest.mark.parametrize(("date", "broken"), [("2026-05-01", 0), (SAT, 1), (NEXT_SAT, 1), ("2026-05-10", 0)])
def test_a_blackout_holds_from_its_first_to_its_last_date(date, broken):
    blackout = Blackout(id="x", kind="tournament", first=SAT, last=NEXT_SAT, label="fair")
    found = breaches(calendar(fixture("f1", "rb", date), blackouts=(blackout,)))
    assert len(found) == broken


@pytest.mark.rule("KERNEL-TOUR-62")
@pytest.mark.parametrize(
    ("kind", "of", "words"),
    [
        ("tournament", "", "nobody plays on Sat 2026-05-02 (fair)"),
        ("entrant", "r", "Red cannot play on Sat 2026-05-02 (fair)"),
        ("entrant", "b", "Blue cannot play on Sat 2026-05-02 (fair)"),
        ("entrant", "g", ""),
        ("venue", "hall", "Old Hall is closed on Sat 2026-05-02 (fair)"),
    ],
)
def test_blackouts_of_tournament_entrant_and_venue_are_told_with_their_label(kind, of, words):
    blackout = Blackout(id="x", kind=kind, of=of, first=SAT, last=SAT, label="fair")
    found = breaches(calendar(fixture("f1", "rb", SAT, venue="hall"), blackouts=(blackout,)))
    if not words:
        assert found == ()
    else:
        assert told(found) == [("KERNEL-TOUR-62", f"Red v Blue (round 1) on Sat 2026-05-02: {words}", ("f1",))]
        assert found[0].cause == "x"


# Venues and tables


@pytest.mark.rule("KERNEL-TOUR-63")
def test_a_venue_has_as_many_games_at_once_as_tables():
    two = (fixture("f1", "rb", SAT, "19:00", "hall"), fixture("g1", "gw", SAT, "19:00", "hall"))
    assert breaches(calendar(*two)) == ()
    small = (Venue("hall", "Old Hall", 1),)
    assert told(breaches(calendar(*two, venues=small))) == [
        ("KERNEL-TOUR-63", "2 games at Sat 2026-05-02 19:00, Old Hall: it has 1 table", ("f1", "g1"))
    ]


@pytest.mark.rule("KERNEL-TOUR-63")
def test_a_game_without_a_time_needs_its_table_all_day():
    small = (Venue("hall", "Old Hall", 1),)
    games = (fixture("f1", "rb", SAT, "", "hall"), fixture("g1", "gw", SAT, "19:00", "hall"))
    assert [breach.fixtures for breach in breaches(calendar(*games, venues=small))] == [("f1", "g1")]
    apart = (fixture("f1", "rb", SAT, "15:00", "hall"), fixture("g1", "gw", SAT, "19:00", "hall"))
    assert breaches(calendar(*apart, venues=small)) == ()


@pytest.mark.rule("KERNEL-TOUR-63")
def test_one_table_has_one_game():
    games = (fixture("f1", "rb", SAT, "19:00", "hall", 2), fixture("g1", "gw", SAT, "19:00", "hall", 2))
    words = "Red v Blue (round 1) and Green v White (round 1): both at Sat 2026-05-02 19:00 at Old Hall, table 2"
    assert told(breaches(calendar(*games))) == [("KERNEL-TOUR-63", words, ("f1", "g1"))]


@pytest.mark.rule("KERNEL-TOUR-63")
def test_a_table_exists():
    words = "Red v Blue (round 1): Sat 2026-05-02 at Old Hall, table 3: there are 2"
    assert told(breaches(calendar(fixture("f1", "rb", SAT, venue="hall", table=3)))) == [
        ("KERNEL-TOUR-63", words, ("f1",))
    ]


# Double booking


@pytest.mark.rule("KERNEL-TOUR-64")
@pytest.mark.parametrize(("time", "other", "broken"), [("18:00", "18:00", 1), ("18:00", "20:00", 0), ("", "20:00", 1)])
def test_nobody_plays_twice_at_the_same_time(time, other, broken):
    found = breaches(calendar(fixture("f1", "rb", SAT, time), fixture("f2", "gr", SAT, other)))
    assert [breach.rule for breach in found] == ["KERNEL-TOUR-64"] * broken
    assert all(breach.words.startswith(f"Red plays twice on Sat 2026-05-02 {other}: ") for breach in found)


# Home venues


@pytest.mark.rule("KERNEL-TOUR-68")
def test_home_games_are_at_home_unless_the_ground_is_neutral():
    places = {
        "venues": (Venue("hall", "Old Hall", 2), Venue("barn", "Barn", 2)),
        "competitors": (Competitor("r", "Red", "barn"), Competitor("b", "Blue")),
    }
    assert breaches(calendar(fixture("f1", "rb", SAT, venue="barn"), **places)) == ()
    assert breaches(calendar(fixture("f1", "rb", SAT), **places)) == ()
    assert breaches(calendar(fixture("f1", "rb", SAT, venue="hall", neutral=True), **places)) == ()
    found = breaches(calendar(fixture("f1", "rb", SAT, venue="hall"), **places))
    words = "Red v Blue (round 1) is at Old Hall; Red plays at home at Barn"
    assert told(found) == [("KERNEL-TOUR-68", words, ("f1",))]


# Published fixtures


@pytest.mark.rule("KERNEL-TOUR-70")
def test_published_and_played_fixtures_stay_and_drafts_need_not():
    published = calendar(
        fixture("f1", "rb", SAT, status="published"),
        fixture("f2", "gr", NEXT_SAT, status="played"),
        fixture("f3", "gb", SUN),
    )
    edited = with_slots(published, {"f1": None, "f2": fixture("f2", "gr", SUN).slot, "f3": None})
    assert moved_fixtures(published, published) == ()
    assert told(moved_fixtures(published, edited)) == [
        (
            "KERNEL-TOUR-70",
            "Red v Blue (round 1) is published for Sat 2026-05-02, now without a date",
            ("f1",),
        ),
        (
            "KERNEL-TOUR-70",
            "Green v Red (round 2) is played for Sat 2026-05-09, now Sun 2026-05-03",
            ("f2",),
        ),
    ]
