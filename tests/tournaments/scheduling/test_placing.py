"""Slots for fixtures: each rule in a small calendar, random calendars that have a schedule, cancelling, repairs."""

from collections import Counter
from itertools import pairwise, product
from random import Random

import msgspec
import pytest

from tests.chance import random_seeds
from tests.tournaments.schedule.four import SATURDAYS, calendar, dated, fixture, season, wish
from tests.tournaments.scheduling.leagues import league, scattered, undated
from tournaments.domain.schedule.calendar import (
    Blackout,
    Competitor,
    RoundWindow,
    Slot,
    Venue,
    days_between,
    round_windows,
    week_of,
    with_slots,
)
from tournaments.domain.schedule.checks import breaches, moved_fixtures
from tournaments.domain.schedule.quality import quality
from tournaments.scheduling.placing import Effort, place, repair

SAT, SUN, MON, NEXT_SAT = "2026-05-02", "2026-05-03", "2026-05-04", "2026-05-09"
ROUNDS = round_windows(SAT, 3)
QUICK = Effort(5.0, 10, 1.0)


def slots(*dates, times=("",)):
    return tuple(Slot(date, time) for date in dates for time in times)


def dates(schedule):
    return {one.id: one.slot.date if one.slot else "" for one in schedule.calendar.fixtures}


def test_it_works():
    found = place(season(windows=ROUNDS))
    assert dates(found) == {
        key: SATURDAYS[number - 1] for key, number in zip(dates(found), (1, 1, 2, 2, 3, 3), strict=True)
    }
    assert (found.complete, found.proved, found.moved, found.stopped) == (True, True, (), False)


@pytest.mark.rule("KERNEL-TOUR-60")
def test_a_final_waits_for_its_semi_finals():
    games = (
        fixture("f2", "??", needs=("s1", "t1")),
        fixture("s1", "rb"),
        fixture("t1", "gw"),
    )
    found = place(
        calendar(
            *games, slots=slots(SAT, SUN, times=("18:00", "20:00")), wishes=(wish("not_on", "g", date=SAT, hard=True),)
        )
    )
    assert found.complete
    assert dates(found)["t1"] == dates(found)["f2"] == SUN, "Green plays on Sunday at 18:00, and the final at 20:00"


@pytest.mark.rule("KERNEL-TOUR-60")
def test_a_final_has_no_slot_while_a_semi_final_has_none():
    games = (fixture("f2", "??", needs=("s1",)), fixture("s1", "rb"))
    found = place(calendar(*games, slots=slots(SAT, SUN), wishes=(wish("not_on", "r", date=SAT, hard=True),)))
    assert not found.complete
    assert dates(found)["f2"] == "", "the semi-final on Sunday at the earliest, and nothing offered after it"


@pytest.mark.rule("KERNEL-TOUR-60")
def test_a_final_has_no_slot_while_its_semi_final_can_have_none():
    """Red plays on Saturday and Blue on Sunday, so their semi-final has no date; the other game is placed."""
    taken = (fixture("p1", "rw", SAT, status="published"), fixture("q1", "bg", SUN, status="published"))
    games = (fixture("f2", "??", needs=("s1",)), fixture("s1", "rb"), fixture("t1", "w?"))
    found = place(calendar(*taken, *games, slots=slots(SAT, SUN)), effort=Effort(5.0, 0, 1.0))
    assert dates(found) == {"p1": SAT, "q1": SUN, "f2": "", "s1": "", "t1": SUN}


@pytest.mark.rule("KERNEL-TOUR-60")
def test_a_semi_final_is_before_a_published_final():
    games = (fixture("f2", "??", SUN, needs=("s1",), status="published"), fixture("s1", "rb"))
    found = place(calendar(*games, slots=slots(SAT, SUN, MON)))
    assert dates(found) == {"f2": SUN, "s1": SAT}


@pytest.mark.rule("KERNEL-TOUR-61")
def test_games_are_played_ahead_only_if_need_be():
    windows = (RoundWindow(1, SAT, SUN, True), RoundWindow(2, NEXT_SAT, NEXT_SAT, True))
    busy = Blackout(id="x", kind="entrant", of="r", first=NEXT_SAT, last=NEXT_SAT)
    games = (fixture("f1", "rb"), fixture("f2", "gr"), fixture("g2", "bw"))
    found = place(calendar(*games, windows=windows, blackouts=(busy,)))
    assert found.complete
    assert dates(found)["f2"] < NEXT_SAT == dates(found)["g2"]


@pytest.mark.rule("KERNEL-TOUR-61")
def test_what_need_not_be_played_ahead_is_not():
    """The draft has all games ahead, which is allowed and not necessary."""
    windows = round_windows(SAT, 3, play_ahead=True)
    opens = {window.round: window.opens for window in windows}
    games = (fixture("f2", "gw", SAT), fixture("f3", "rb", SAT), fixture("g3", "wg", NEXT_SAT))
    found = place(calendar(*games, windows=windows))
    assert dates(found) == {one.id: opens[one.round] for one in found.calendar.fixtures}


@pytest.mark.rule("KERNEL-TOUR-63")
def test_a_venue_takes_as_many_as_it_has_tables():
    venues = (Venue("hall", "Old Hall", 1),)
    offered = (Slot(SAT, "14:00", "hall"), Slot(SAT, "18:00", "hall"))
    found = place(calendar(fixture("f1", "rb"), fixture("g1", "gw"), venues=venues, slots=offered))
    assert sorted(one.slot.time for one in found.calendar.fixtures) == ["14:00", "18:00"]
    assert [one.slot.table for one in found.calendar.fixtures] == [1, 1]
    full = place(calendar(fixture("f1", "rb"), fixture("g1", "gw"), venues=venues, slots=offered[:1]))
    assert (full.complete, len(quality(full.calendar).unplaced)) == (False, 1)


@pytest.mark.rule("KERNEL-TOUR-68")
def test_home_games_are_at_home_where_a_slot_names_no_venue():
    places = {
        "venues": (Venue("hall", "Old Hall"), Venue("barn", "Barn")),
        "competitors": (Competitor("r", "Red", "barn"), Competitor("b", "Blue")),
    }
    found = place(calendar(fixture("f1", "rb"), slots=(Slot(SAT), Slot(SUN, "", "hall")), **places))
    assert found.calendar.fixtures[0].slot == Slot(SAT, "", "barn", 1)


@pytest.mark.rule("KERNEL-TOUR-64")
def test_nobody_plays_twice_at_once():
    found = place(calendar(fixture("f1", "rb"), fixture("f2", "gr"), slots=slots(SAT, times=("", "18:00", "20:00"))))
    assert sorted(one.slot.time for one in found.calendar.fixtures) == ["18:00", "20:00"]


@pytest.mark.rule("KERNEL-TOUR-65")
def test_rest_days():
    week = slots("2026-05-04", "2026-05-05", "2026-05-06", "2026-05-07")
    found = place(
        calendar(fixture("f1", "rb"), fixture("f2", "gr"), slots=week, wishes=(wish("rest_days", number=2, hard=True),))
    )
    assert sorted(dates(found).values()) == ["2026-05-04", "2026-05-07"], "Tuesday and Wednesday are free"


@pytest.mark.rule("KERNEL-TOUR-66")
def test_games_a_week():
    games = (fixture("f1", "rb"), fixture("f2", "gr"), fixture("f3", "rw"))
    offered = slots("2026-05-04", "2026-05-06", "2026-05-08", "2026-05-12")
    found = place(calendar(*games, slots=offered, wishes=(wish("week_limit", "r", number=2, hard=True),)))
    assert "2026-05-12" in dates(found).values()


@pytest.mark.rule("KERNEL-TOUR-67")
def test_the_last_round_together():
    games = (fixture("f1", "rb"), fixture("f2", "br"), fixture("g2", "gw"))
    offered = slots(SAT, SUN, MON, times=("18:00", "20:00"))
    barred = (wish("not_on", "g", date=SAT, id="a", hard=True), wish("not_on", "b", date=MON, id="b", hard=True))
    found = place(calendar(*games, slots=offered, wishes=(wish("last_together", hard=True), *barred)))
    last = {one.slot for one in found.calendar.fixtures if one.round == 2}
    assert [slot.date for slot in last] == [SUN]


@pytest.mark.rule("KERNEL-TOUR-69")
@pytest.mark.parametrize(("weight", "met"), [(1, SUN), (4, SAT)])
def test_the_heavier_wish_is_met(weight, met):
    """Red wants Saturday at home; Blue's wish for no game then weighs 2."""
    wishes = (wish("home_on", "r", date=SAT, weight=weight), wish("not_on", "b", date=SAT, weight=2))
    found = place(calendar(fixture("f1", "rb"), slots=slots(SAT, SUN), wishes=wishes))
    assert dates(found) == {"f1": met}


@pytest.mark.rule("KERNEL-TOUR-69")
@pytest.mark.parametrize(
    "wanted",
    [
        wish("home_on", "r", date=SUN),
        wish("away_on", "b", date=SUN),
        wish("meet_on", "b", "r", date=SUN),
        wish("no_home_on", "r", date=SAT),
        wish("not_on", "b", date=SAT),
        wish("not_against_before", "b", "r", date=SUN),
        wish("never_both_home", "g", "r"),
    ],
    ids=lambda one: one.kind,
)
@pytest.mark.parametrize("hard", [True, False])
def test_every_kind_of_wish_is_met_where_it_can_be(wanted, hard):
    """Red at home to Blue goes to Sunday, since Green at home to White is published for Saturday."""
    games = (fixture("f1", "rb"), fixture("g1", "gw", SAT, status="published"))
    found = place(calendar(*games, slots=slots(SAT, SUN), wishes=(msgspec.structs.replace(wanted, hard=hard),)))
    assert dates(found) == {"f1": SUN, "g1": SAT}
    assert breaches(found.calendar) == ()


def test_a_hard_wish_that_cannot_be_met_is_told_and_all_else_is_placed():
    found = place(calendar(fixture("f1", "rb"), slots=slots(SAT), wishes=(wish("home_on", "r", date=SUN, hard=True),)))
    assert (found.complete, dates(found)) == (False, {"f1": SAT})


@pytest.mark.rule("KERNEL-TOUR-70")
def test_published_and_played_games_stay_even_against_the_rules():
    games = (
        fixture("f1", "rb", SAT, "18:00", status="played"),
        fixture("f2", "br", SAT, "18:00", status="published"),
        fixture("f3", "rb", SAT, "18:00"),
    )
    before = calendar(*games, slots=slots(SAT, SUN, times=("18:00",)))
    found = place(before)
    assert dates(found) == {"f1": SAT, "f2": SAT, "f3": SUN}
    assert moved_fixtures(before, found.calendar) == ()


@random_seeds(6)
def test_calendars_that_have_a_schedule_get_one(seed):
    """Rules are drawn about a schedule that keeps them: rest, weeks, windows, tables, blackouts, all hard."""
    random = Random(seed)
    known = scattered(seed)
    given = around(known, random)
    assert quality(given).hard == ()
    found = place(undated(given), effort=QUICK)
    assert found.complete
    assert quality(found.calendar).hard == ()
    assert quality(found.calendar).unplaced == ()


def around(known, random):
    """Hard rules that a schedule keeps, as narrow as it allows."""
    games = known.fixtures
    by_side = {team.id: sorted(one.slot.date for one in games if team.id in one.sides) for team in known.competitors}
    gaps = [days_between(one, after) for days in by_side.values() for one, after in pairwise(days)]
    days = {
        number: sorted(one.slot.date for one in games if one.round == number) for number in {one.round for one in games}
    }
    weeks = Counter((team, week_of(day)) for team, found in by_side.items() for day in found)
    wishes = [wish("week_limit", number=max(weeks.values()), hard=True)]
    if min(gaps) > 1:
        wishes.append(wish("rest_days", number=min(gaps) - 1, hard=True))
    free = sorted({slot.slot.date for slot in games})
    blackouts = [
        Blackout(id=f"b{number}", kind="entrant", of=team, first=day, last=day)
        for number, (team, day) in enumerate((random.choice(list(by_side)), random.choice(free)) for _ in range(12))
        if day not in by_side[team]
    ]
    at_once = [[one for one in games if one.slot == slot] for slot in {one.slot for one in games}]
    return msgspec.structs.replace(
        known,
        venues=tuple(Venue(key, key, max(map(len, at_once))) for key in "pq"),
        slots=tuple({one.slot for one in games}),
        windows=tuple(
            RoundWindow(number, found[0], found[-1], random.random() < 0.5) for number, found in days.items()
        ),
        blackouts=tuple(blackouts),
        wishes=tuple(wishes),
    )


# Improving and cancelling


def crowded():
    """Eight teams on seven Saturdays, with a wish each not to play on one of two dates of a round."""
    wishes = tuple(wish("not_on", f"e{n}", id=f"w{n}", date=("2026-05-02", "2026-05-03")[n % 2]) for n in range(1, 9))
    return league(8, windows=round_windows("2026-05-02", 7, days=2), wishes=wishes)


def test_steps_improve_what_the_first_search_could_not_finish():
    """With hardly any work for the first search; the games are e1-e8, e2-e7, e3-e6, e4-e5, so each breaks a wish."""
    told = []
    found = place(crowded(), effort=Effort(0.0, 30, 1.0), tell=told.append)
    assert found.complete
    assert [one.step for one in told] == list(range(len(told)))
    assert told[0].unplaced == 28
    assert told[-1].unplaced == 0
    assert told[-1].unmet == 4


def test_all_at_once_is_as_good_and_known_to_be_the_best():
    found = place(crowded())
    assert found.proved
    assert len(quality(found.calendar).unmet) == 4


def test_cancelled_before_it_began_nothing_is_changed():
    given = dated(season(windows=ROUNDS), *SATURDAYS[3:])
    found = place(given, stop=lambda: True)
    assert (found.stopped, found.calendar, found.complete) == (True, given, False)


def test_cancelled_later_the_best_so_far_is_kept():
    told = []
    found = place(crowded(), effort=Effort(0.0, 30, 1.0), tell=told.append, stop=lambda: len(told) > 4)
    assert found.stopped
    assert len(told) == 5
    assert len(quality(found.calendar).unplaced) == told[-1].unplaced < 28
    assert quality(found.calendar).hard == ()


def test_the_same_question_has_the_same_answer_in_whatever_order_it_is_asked():
    given = crowded()
    turned = msgspec.structs.replace(given, fixtures=given.fixtures[::-1], wishes=given.wishes[::-1])
    effort = Effort(0.0, 6, 1.0)
    first, again, other = (place(one, effort=effort) for one in (given, given, turned))
    assert first == again
    assert dates(first) == dates(other)


# Repairs


@pytest.mark.rule("KERNEL-TOUR-70")
def test_a_repair_moves_one_game_to_the_free_date():
    closed = Blackout(id="x", kind="entrant", of="r", first=SATURDAYS[1], last=SATURDAYS[1])
    before = dated(season(slots=slots(*SATURDAYS), blackouts=(closed,)), *SATURDAYS)
    found = repair(before)
    assert (found.complete, found.moved) == (True, ("2rb",))


@pytest.mark.rule("KERNEL-TOUR-70")
def test_a_published_game_moves_only_if_it_is_released_and_then_last():
    """Red and Blue clash on Saturday: the draft moves. With no free date for it, it stays without one, or 1rw moves."""
    games = (fixture("1rw", "rw", SAT, status="published"), fixture("2rb", "rb", SAT))
    assert repair(calendar(*games, slots=slots(SAT, SUN)), released=("1rw",)).moved == ("2rb",)
    busy = Blackout(id="x", kind="entrant", of="b", first=SUN, last=SUN)
    tight = calendar(*games, slots=slots(SAT, SUN), blackouts=(busy,))
    assert dates(repair(tight)) == {"1rw": SAT, "2rb": ""}
    released = repair(tight, released=("1rw",))
    assert (dates(released), released.moved) == ({"1rw": SUN, "2rb": SAT}, ("1rw",))


@random_seeds(4)
def test_no_repair_moves_fewer(seed):
    """Six games on four dates; two blackouts come. Brute force: all 4^6 schedules."""
    random = Random(seed)
    four_dates = SATURDAYS[:4]
    blackouts = tuple(
        Blackout(id=f"b{n}", kind="entrant", of=random.choice("rbgw"), first=day, last=day)
        for n, day in enumerate(random.choices(four_dates, k=2))
    )
    before = dated(season(slots=slots(*four_dates), blackouts=blackouts), *random.sample(four_dates, 3))
    best = fewest_moves(before, four_dates)
    found = repair(before)
    assert found.complete == (best is not None)
    assert best is None or len(found.moved) == best


def fewest_moves(before, days):
    """The least number of games that a schedule without a breach moves; None: there is none."""
    least = None
    for chosen in product(days, repeat=len(before.fixtures)):
        moved = sum(one.slot.date != day for one, day in zip(before.fixtures, chosen, strict=True))
        if least is not None and moved >= least:
            continue
        tried = with_slots(before, {one.id: Slot(day) for one, day in zip(before.fixtures, chosen, strict=True)})
        if not breaches(tried):
            least = moved
    return least


def test_a_repair_keeps_the_tables_of_what_stays():
    games = (fixture("f1", "rb", SAT, "", "hall", 2), fixture("f2", "gr", SAT, "", "hall", 1))
    found = repair(calendar(*games, slots=(Slot(SAT, "", "hall"), Slot(SUN, "", "hall"))))
    (moved,) = found.moved
    stays = next(one for one in found.calendar.fixtures if one.id != moved)
    assert stays.slot.table == {"f1": 2, "f2": 1}[stays.id]
