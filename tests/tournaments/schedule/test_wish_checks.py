"""Each kind of wish on schedules of a few games, met and not met."""

import pytest

from tests.tournaments.schedule.four import SATURDAYS, calendar, dated, fixture, season, wish
from tournaments.domain.schedule.checks import breaches

SAT, SUN, MON, NEXT_SAT = "2026-05-02", "2026-05-03", "2026-05-04", "2026-05-09"
GAMES = dated(season(), *SATURDAYS)  # 1: Red-White Blue-Green, 2: White-Green Red-Blue, 3: Blue-White Green-Red

MET = [
    wish("home_on", "r", round=1),
    wish("home_on", "r", date=SATURDAYS[1]),
    wish("away_on", "r", round=3),
    wish("away_on", "r", date=SATURDAYS[2]),
    wish("no_home_on", "r", round=3),
    wish("no_home_on", "r", date=SATURDAYS[2]),
    wish("not_on", "r", round=4),
    wish("not_on", "r", date=SATURDAYS[3]),
    wish("not_against_before", "b", "r", round=2),
    wish("not_against_before", "b", "r", date=SATURDAYS[1]),
    wish("meet_on", "g", "b", round=1),
    wish("meet_on", "g", "b", date=SATURDAYS[0]),
    wish("never_both_home", "g", "w"),
    wish("rest_days", number=6),
    wish("week_limit", number=1),
    wish("last_together"),
]
UNMET = [
    (wish("home_on", "r", round=3), "Red: at home in round 3: Green v Red (round 3)", ("3gr",)),
    (wish("home_on", "r", date=SATURDAYS[2]), "Red: at home on Sat 2026-05-16: Green v Red (round 3)", ("3gr",)),
    (wish("home_on", "r", date=SUN), "Red: at home on Sun 2026-05-03: no game then", ()),
    (wish("away_on", "r", round=1), "Red: away in round 1: Red v White (round 1)", ("1rw",)),
    (wish("no_home_on", "r", round=1), "Red: not at home in round 1: Red v White (round 1)", ("1rw",)),
    (wish("no_home_on", "r", date=SAT), "Red: not at home on Sat 2026-05-02: Red v White (round 1)", ("1rw",)),
    (wish("not_on", "w", round=1), "White: no game in round 1: Red v White (round 1)", ("1rw",)),
    (
        wish("not_on", "w", date=SAT, label="wedding"),
        "White: no game on Sat 2026-05-02 (wedding): Red v White (round 1)",
        ("1rw",),
    ),
    (
        wish("not_against_before", "b", "r", round=3),
        "Blue and Red: not before round 3: Red v Blue (round 2) on Sat 2026-05-09",
        ("2rb",),
    ),
    (
        wish("not_against_before", "b", "r", date="2026-05-10"),
        "Blue and Red: not before Sun 2026-05-10: Red v Blue (round 2) on Sat 2026-05-09",
        ("2rb",),
    ),
    (wish("meet_on", "g", "b", round=2), "Green and Blue: meet in round 2: White v Green (round 2)", ("2wg",)),
    (
        wish("never_both_home", "r", "b"),
        "Red and Blue: never both at home: both on Sat 2026-05-02",
        ("1rw", "1bg"),
    ),
]


@pytest.mark.rule("KERNEL-TOUR-69")
@pytest.mark.parametrize("wanted", MET, ids=lambda one: f"{one.kind} {one.round}")
def test_wishes_that_are_met(wanted):
    assert breaches(calendar(*GAMES.fixtures, wishes=(wanted,))) == ()


@pytest.mark.rule("KERNEL-TOUR-69")
@pytest.mark.parametrize(("wanted", "words", "fixtures"), UNMET, ids=lambda one: getattr(one, "kind", None))
def test_wishes_that_are_not(wanted, words, fixtures):
    (breach,) = breaches(calendar(*GAMES.fixtures, wishes=(wanted,)))
    assert (breach.rule, breach.words, breach.fixtures) == ("KERNEL-TOUR-69", words, fixtures)
    assert not breach.hard
    assert breach.cause == wanted.kind


def test_a_hard_wish_is_a_hard_breach_and_comes_first():
    soft, hard = wish("home_on", "r", round=3), wish("away_on", "r", round=1, hard=True)
    assert [breach.hard for breach in breaches(calendar(*GAMES.fixtures, wishes=(soft, hard)))] == [True, False]


def test_a_wish_that_undated_games_may_meet_is_not_told_yet():
    games = (fixture("f1", "rb"), fixture("f2", "gr", SAT))
    assert breaches(calendar(*games, wishes=(wish("home_on", "r", date=SUN),))) == ()
    assert len(breaches(calendar(*games[1:], wishes=(wish("home_on", "r", date=SUN),)))) == 1


def test_a_shared_venue_goes_by_round_while_games_have_no_date():
    games = (fixture("f1", "rb"), fixture("g1", "gw"), fixture("f2", "br"), fixture("g2", "gw"))
    found = breaches(calendar(*games, wishes=(wish("never_both_home", "r", "g"),)))
    assert [(one.words, one.fixtures) for one in found] == [
        ("Red and Green: never both at home: both in round 1", ("f1", "g1"))
    ]


@pytest.mark.rule("KERNEL-TOUR-65")
@pytest.mark.parametrize(("number", "broken"), [(1, 0), (2, 1)])
def test_rest_days_are_free_days_between_two_games(number, broken):
    games = (fixture("f1", "rb", SAT), fixture("f2", "gr", MON), fixture("f3", "bw", NEXT_SAT))
    found = breaches(calendar(*games, wishes=(wish("rest_days", number=number, hard=True),)))
    words = "everybody: 2 free days between games: Red plays on Sat 2026-05-02 and Mon 2026-05-04"
    assert [one[:4] for one in found] == [("KERNEL-TOUR-65", words, ("f1", "f2"), True)] * broken


@pytest.mark.rule("KERNEL-TOUR-65")
def test_rest_days_of_one_entrant_bind_only_that_one():
    games = (fixture("f1", "rb", SAT), fixture("f2", "gb", SUN), fixture("f3", "gr", NEXT_SAT))
    rest = wish("rest_days", "r", number=1)
    assert breaches(calendar(*games, wishes=(rest,))) == ()
    blues = wish("rest_days", "b", number=1)
    assert [one.fixtures for one in breaches(calendar(*games, wishes=(blues,)))] == [("f1", "f2")]


@pytest.mark.rule("KERNEL-TOUR-66")
@pytest.mark.parametrize(("number", "broken"), [(1, 1), (2, 0)])
def test_a_week_is_from_monday_to_sunday(number, broken):
    """Mon 4 and Sat 9 May are of one week, Sun 3 May is of the week before."""
    games = (fixture("f1", "rb", SUN), fixture("f2", "gr", MON), fixture("f3", "rw", NEXT_SAT))
    found = breaches(calendar(*games, wishes=(wish("week_limit", number=number),)))
    words = "everybody: at most 1 game a week: Red plays 2 in the week of Mon 2026-05-04"
    assert [(one.rule, one.words) for one in found] == [("KERNEL-TOUR-66", words)] * broken


@pytest.mark.rule("KERNEL-TOUR-67")
@pytest.mark.parametrize(("time", "broken"), [("18:00", 0), ("18:30", 1)])
def test_the_last_round_begins_at_the_same_time(time, broken):
    games = (
        fixture("f1", "rb", SAT, "12:00"),
        fixture("g1", "gw", SUN, "12:00"),
        fixture("f2", "br", NEXT_SAT, "18:00"),
        fixture("g2", "wg", NEXT_SAT, time),
    )
    found = breaches(calendar(*games, wishes=(wish("last_together", hard=True),)))
    wrong = "round 2 is played Sat 2026-05-09 18:00, Sat 2026-05-09 18:30"
    words = f"the last round begins everywhere at the same time: {wrong}"
    assert [one[:3] for one in found] == [("KERNEL-TOUR-67", words, ("f2", "g2"))] * broken
