"""Calendars without a schedule: the smallest sets of rules and wishes that clash, proved by dropping each."""

import msgspec
import pytest

from tests.tournaments.schedule.four import calendar, fixture, wish
from tournaments.domain.schedule.calendar import Blackout, Competitor, RoundWindow, Slot, Venue
from tournaments.scheduling import options
from tournaments.scheduling.conflicts import Clash, Conflict
from tournaments.scheduling.cp_sat import Search
from tournaments.scheduling.placing import Effort, date_conflicts, place

SAT, SUN, MON = "2026-05-02", "2026-05-03", "2026-05-04"
QUICK = Effort(5.0, 2, 1.0)


def blackout(key, kind, of="", first=SAT, last=""):
    return Blackout(id=key, kind=kind, of=of, first=first, last=last or first)


def slots(*dates, times=("",), venue=""):
    return tuple(Slot(date, time, venue) for date in dates for time in times)


def hard(kind, entrant="", other="", **more):
    return wish(kind, entrant, other, **{"id": f"{kind}-{entrant}", "hard": True} | more)


RB, GW = fixture("f1", "rb"), fixture("g1", "gw")
ONE_TABLE = (Venue("hall", "Old Hall", 1),)

# A name, the calendar, and of each conflict what may be dropped and how many clash beside: of b and c, either.
CASES = [
    (
        "an entrant away on each date",
        calendar(
            RB, slots=slots(SAT, SUN), blackouts=(blackout("a", "entrant", "r"), blackout("b", "entrant", "b", SUN))
        ),
        [({"blackout:a", "blackout:b"}, 0)],
    ),
    (
        "a blackout that is no trouble",
        calendar(
            RB,
            GW,
            slots=slots(SAT, SUN),
            blackouts=(
                blackout("a", "entrant", "r"),
                blackout("b", "entrant", "r", SUN),
                blackout("c", "entrant", "w", SUN),
            ),
        ),
        [({"blackout:a", "blackout:b"}, 0)],
    ),
    (
        "a round on a day when nobody plays",
        calendar(
            RB, slots=slots(SAT, SUN), windows=(RoundWindow(1, SAT, SAT),), blackouts=(blackout("a", "tournament"),)
        ),
        [({"blackout:a", "window:1"}, 0)],
    ),
    (
        "two games, one table, one round on one day",
        calendar(RB, GW, venues=ONE_TABLE, slots=slots(SAT, SUN, venue="hall"), windows=(RoundWindow(1, SAT, SAT),)),
        [({"venue:hall", "window:1"}, 0)],
    ),
    (
        "rest days in a short week",
        calendar(RB, fixture("f2", "gr"), slots=slots(SAT, SUN), wishes=(hard("rest_days", number=1),)),
        [({"wish:rest_days-"}, 0)],
    ),
    (
        "rest days, and a blackout on the last date",
        calendar(
            RB,
            fixture("f2", "gr"),
            slots=slots(SAT, SUN, MON),
            wishes=(hard("rest_days", number=1),),
            blackouts=(blackout("a", "entrant", "g", MON), blackout("b", "entrant", "b", MON)),
        ),
        [({"wish:rest_days-", "blackout:a", "blackout:b"}, 0)],
    ),
    (
        "one game a week, and both in one week",
        calendar(
            RB,
            fixture("f2", "gr"),
            slots=slots("2026-05-04", "2026-05-06", "2026-05-12"),
            windows=(RoundWindow(1, "2026-05-04", "2026-05-10"), RoundWindow(2, "2026-05-04", "2026-05-10")),
            wishes=(hard("week_limit", "r", number=1),),
        ),
        [({"wish:week_limit-r", "window:1", "window:2"}, 0)],
    ),
    (
        "the last round together, with one table",
        calendar(
            RB,
            GW,
            venues=ONE_TABLE,
            slots=slots(SAT, times=("14:00", "18:00"), venue="hall"),
            wishes=(hard("last_together"),),
        ),
        [({"wish:last_together-", "venue:hall"}, 0)],
    ),
    (
        "a final before its semi-final could be",
        calendar(
            RB, fixture("f2", "g?", needs=("f1",)), slots=slots(SAT, SUN), blackouts=(blackout("a", "entrant", "b"),)
        ),
        [({"blackout:a", "inputs:f2"}, 0)],
    ),
    (
        "two who share a venue and want the same day",
        calendar(
            RB,
            GW,
            slots=slots(SAT, SUN),
            wishes=(
                hard("never_both_home", "r", "g"),
                hard("home_on", "r", date=SAT),
                hard("home_on", "g", date=SAT),
            ),
        ),
        [({"wish:never_both_home-r", "wish:home_on-r", "wish:home_on-g"}, 0)],
    ),
    (
        "a derby on a day when one of the two cannot",
        calendar(
            RB,
            slots=slots(SAT, SUN),
            wishes=(hard("meet_on", "r", "b", date=SUN),),
            blackouts=(blackout("a", "entrant", "b", SUN),),
        ),
        [({"wish:meet_on-r", "blackout:a"}, 0)],
    ),
    (
        "not before a date, in a round that ends earlier",
        calendar(
            RB,
            slots=slots(SAT, SUN, MON),
            windows=(RoundWindow(1, SAT, SUN),),
            wishes=(hard("not_against_before", "r", "b", date=MON),),
        ),
        [({"wish:not_against_before-r", "window:1"}, 0)],
    ),
    (
        "a home venue without a date",
        calendar(
            RB,
            competitors=(Competitor("r", "Red", "barn"), Competitor("b", "Blue")),
            venues=(Venue("barn", "Barn"), Venue("hall", "Old Hall")),
            slots=(Slot(SAT, "", "barn"), Slot(SUN, "", "hall")),
            blackouts=(blackout("a", "venue", "barn"),),
        ),
        [({"blackout:a", "home:r"}, 0)],
    ),
    (
        "a published game in the way",
        calendar(
            fixture("f1", "rb", SAT, status="published"),
            fixture("f2", "gr"),
            slots=slots(SAT, SUN),
            wishes=(hard("not_on", "g", date=SUN),),
        ),
        [({"wish:not_on-g", "published:f1"}, 0)],
    ),
    (
        "one blackout that clashes with two others",
        calendar(
            RB,
            GW,
            slots=slots(SAT, SUN),
            blackouts=(
                blackout("a", "tournament", first=SAT),
                blackout("b", "entrant", "b", SUN),
                blackout("c", "entrant", "g", SUN),
            ),
        ),
        [({"blackout:a"}, 1)],
    ),
    (
        "two conflicts that have nothing to do with each other",
        calendar(
            RB,
            GW,
            slots=slots(SAT, SUN),
            blackouts=(
                blackout("a", "entrant", "r", SAT),
                blackout("b", "entrant", "r", SUN),
                blackout("c", "entrant", "g", SAT),
                blackout("d", "entrant", "g", SUN),
            ),
        ),
        [({"blackout:a", "blackout:b"}, 0), ({"blackout:c", "blackout:d"}, 0)],
    ),
]


def in_order(conflict):
    return sorted(conflict[0])


IDS = [name for name, _, _ in CASES]


@pytest.mark.rule("KERNEL-TOUR-72")
@pytest.mark.parametrize("blames_all", [False, True])
@pytest.mark.parametrize(("given", "expected"), [case[1:] for case in CASES], ids=IDS)
def test_what_clashes(given, expected, blames_all, monkeypatch):
    """Whether the solver blames few rules or all of them, the set is the smallest."""
    if blames_all:
        monkeypatch.setattr(Search, "core", lambda search: range(1_000_000))
    found = date_conflicts(given)
    told = [({clash.key for clash in conflict.drop}, len(conflict.beside)) for conflict in found]
    assert sorted(told, key=in_order) == sorted(expected, key=in_order)
    assert all(conflict.proved for conflict in found)


@pytest.mark.rule("KERNEL-TOUR-72")
@pytest.mark.parametrize("given", [case[1] for case in CASES], ids=IDS)
def test_there_is_no_schedule_until_any_one_is_dropped(given):
    """Of every conflict but one, the first is dropped; of that one each in turn: in the calendar, not in a model."""
    assert not place(given, effort=QUICK).complete
    found = date_conflicts(given)
    for number, conflict in enumerate(found):
        others = given
        for other in found[:number] + found[number + 1 :]:
            others = without(others, other.drop[0].key)
        assert len(found) == 1 or not place(others, effort=QUICK).complete
        for clash in conflict.drop:
            assert place(without(others, clash.key), effort=QUICK).complete, clash.words


def without(given, key):
    """The calendar without one of its rules or wishes."""
    kind, _, name = key.partition(":")
    changes = {
        "wish": lambda: {"wishes": tuple(one for one in given.wishes if one.id != name)},
        "blackout": lambda: {"blackouts": tuple(one for one in given.blackouts if one.id != name)},
        "window": lambda: {"windows": tuple(one for one in given.windows if str(one.round) != name)},
        "venue": lambda: {"venues": tuple(changed(one, one.id == name, tables=99) for one in given.venues)},
        "home": lambda: {"competitors": tuple(changed(one, one.id == name, venue="") for one in given.competitors)},
        "inputs": lambda: {"fixtures": tuple(changed(one, one.id == name, needs=()) for one in given.fixtures)},
        "published": lambda: {
            "fixtures": tuple(changed(one, one.id == name, status="draft") for one in given.fixtures)
        },
    }
    return msgspec.structs.replace(given, **changes[kind]())


def changed(one, wanted, **more):
    return msgspec.structs.replace(one, **more) if wanted else one


@pytest.mark.rule("KERNEL-TOUR-72")
def test_a_conflict_in_words():
    labelled = Blackout(id="a", kind="entrant", of="b", first=SUN, last=SUN, label="wedding")
    given = calendar(RB, slots=slots(SAT, SUN), wishes=(hard("meet_on", "r", "b", date=SUN),), blackouts=(labelled,))
    (conflict,) = date_conflicts(given)
    assert conflict.words == (
        "Drop any one of these: Red and Blue: meet on Sun 2026-05-03; Blue cannot play on Sun 2026-05-03 (wedding)."
    )


def test_one_that_clashes_with_others_in_words():
    conflict = Conflict((Clash("wish:a", "Red: at home in round 1"),), (Clash("wish:b", "Red: away in round 1"),))
    assert conflict.words == "Drop this: Red: at home in round 1. It clashes with: Red: away in round 1."


def test_too_few_dates_are_nobodys_wish():
    (conflict,) = date_conflicts(calendar(RB, fixture("f2", "gr"), slots=slots(SAT)))
    assert conflict.drop == ()
    assert conflict.words.startswith("There are too few dates and venues")


def test_no_conflict_where_there_is_a_schedule():
    assert date_conflicts(calendar(RB, slots=slots(SAT))) == ()


def test_a_cancelled_search_for_conflicts_tells_none():
    given, asked = CASES[0][1], []
    assert date_conflicts(given, stop=lambda: len(asked) > 2 or asked.append(1)) == ()
    assert date_conflicts(given, stop=lambda: False) == date_conflicts(given)


def test_in_large_calendars_the_windows_of_rounds_are_taken_as_given(monkeypatch):
    """The blackout clashes with the window of the round, which is not told then."""
    monkeypatch.setattr(options, "MOST_GUARDED", 0)
    (conflict,) = date_conflicts(CASES[2][1])
    assert [clash.key for clash in conflict.drop] == ["blackout:a"]
