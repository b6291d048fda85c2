"""Bans that several offences open together, when counting begins anew, and suspended bans that fall due."""

import pytest
from msgspec.structs import replace

from tests.rules.play import rule
from tests.tournaments.discipline.matchdays import ban, ejection, played, record, served, state
from tournaments.domain.discipline.facts import Offence, Reset
from tournaments.domain.discipline.house_rules import Threshold
from tournaments.domain.discipline.ledger import read_ledger
from tournaments.domain.discipline.thresholds import tallies, threshold_bans

THREE = Threshold(id="three", at=3, kinds=("sat_out_point",))


def sent_off(*fixtures, kind="sat_out_point", points=1):
    """o1 in the first of these fixtures, o2 in the second …"""
    return tuple(ejection(f"f{n}", f"o{i}", kind=kind, points=points) for i, n in enumerate(fixtures, 1))


def season(*offences, matches=8, thresholds=(THREE,), bans=(), **more):
    return record(
        played(*["played"] * matches), bans=bans, offences=offences, switches={"thresholds": thresholds}, **more
    )


def opened(made):
    return [(one.matches, one.causes, one.cause_fixture) for one in threshold_bans(made)]


@rule("KERNEL-TOUR-87")
def test_three_of_a_kind_open_a_ban():
    made = season(*sent_off(1, 2, 4))
    (one,) = threshold_bans(made)
    assert (one.id, one.hero, one.matches, one.cause_fixture) == ("ban-three-e1-h1-1", "h1", 1, "f4")
    assert one.reason == "three offences (sent off until a point was scored): the limit is 3"
    assert served(made, one.id) == ("f5",)


@rule("KERNEL-TOUR-87")
def test_by_default_there_is_no_threshold():
    assert opened(season(*sent_off(1, 2, 4), thresholds=())) == []


@rule("KERNEL-TOUR-87")
def test_two_open_none_yet_and_that_is_told():
    made = season(*sent_off(1, 2))
    assert opened(made) == []
    (one,) = tallies(made)
    assert (one.hero, one.total) == (("e1", "h1"), 2)
    expected = "two offences (sent off until a point was scored); with 3 the hero is out for one match"
    assert one.text == expected


@rule("KERNEL-TOUR-87")
def test_other_kinds_and_other_heroes_do_not_count():
    others = (ejection("f3", "o8", kind="sat_out_turns"), ejection("f3", "o9", hero="h2", kind="sat_out_point"))
    assert opened(season(*sent_off(1, 2), *others)) == []


@rule("KERNEL-TOUR-87")
def test_points_are_added_up():
    """2 + 2 are 4, under 5; with 3 more it is 7."""
    points = Threshold(id="points", at=5, measure="points", matches=2)
    offences = (
        ejection("f1", "o1", kind="sat_out_turns", points=2),
        ejection("f2", "o2", kind="sat_out_turns", points=2),
        ejection("f3", "o3", kind="sat_out_match", points=3),
    )
    assert opened(season(*offences[:2], thresholds=(points,))) == []
    made = season(*offences, thresholds=(points,))
    assert opened(made) == [(2, ("o1", "o2", "o3"), "f3")]
    assert threshold_bans(made)[0].reason == "seven points: the limit is 5"


@rule("KERNEL-TOUR-87")
def test_what_has_no_points_counts_only_where_it_is_named():
    hurt = sent_off(1, 2, 3, kind="injured_match", points=0)
    assert opened(season(*hurt, thresholds=(Threshold(id="any", at=3),))) == []
    assert len(opened(season(*hurt, thresholds=(Threshold(id="any", at=3, kinds=("injured_match",)),)))) == 1


@rule("KERNEL-TOUR-87")
@pytest.mark.parametrize(("again", "bans"), [(True, 2), (False, 1)])
def test_counting_begins_anew_after_a_ban_or_not(again, bans):
    made = season(*sent_off(1, 2, 3, 4, 5, 6), thresholds=(replace(THREE, again=again),))
    assert opened(made)[:1] == [(1, ("o1", "o2", "o3"), "f3")]
    assert len(opened(made)) == bans


@rule("KERNEL-TOUR-87")
def test_order_goes_by_when_matches_were_played():
    offences = sent_off(1, 2, 3, 4)
    made = season(*offences[::-1])
    assert opened(made) == opened(season(*offences)) == [(1, ("o1", "o2", "o3"), "f3")]


@rule("KERNEL-TOUR-85", "KERNEL-TOUR-87")
def test_a_void_match_takes_its_offence_away():
    offences = sent_off(1, 2, 3, 4)
    void = replace(season(*offences), appearances=played("played", "void", *["played"] * 6))
    assert opened(void) == [(1, ("o1", "o3", "o4"), "f4")]
    assert opened(replace(void, offences=offences[:3])) == []


@rule("KERNEL-TOUR-88")
@pytest.mark.parametrize(
    ("reset", "by", "bans"),
    [("stage", "stage", 0), ("stage", "date", 1), ("date", "date", 0), ("date", "stage", 1), ("never", "stage", 1)],
)
def test_counting_begins_anew_after_a_stage_or_a_date(reset, by, bans):
    made = season(
        *sent_off(1, 2, 4), thresholds=(replace(THREE, reset=reset),), resets=(Reset(at=2, by=by, name="Groups"),)
    )
    assert len(opened(made)) == bans


@rule("KERNEL-TOUR-88")
def test_after_a_reset_three_more_open_one():
    """Two before key 2, three after it. The one at key 2 itself was before."""
    stage = replace(THREE, reset="stage")
    made = season(*sent_off(1, 2, 3, 4, 5), thresholds=(stage,), resets=(Reset(at=2, by="stage"),))
    assert opened(made) == [(1, ("o3", "o4", "o5"), "f5")]
    assert tallies(season(*sent_off(1, 2), thresholds=(stage,), resets=(Reset(at=2, by="stage"),))) == ()


@rule("KERNEL-TOUR-88")
def test_a_threshold_that_counts_once_counts_once_in_each_stage():
    once = replace(THREE, at=1, again=False, reset="stage")
    made = season(*sent_off(1, 2, 3, 4), thresholds=(once,), resets=(Reset(at=2, by="stage"),))
    assert [causes for _, causes, _ in opened(made)] == [("o1",), ("o3",)]


# Suspended bans


def on_probation(probation=0, **more):
    return ban(2, suspended=True, probation=probation, **more)


@rule("KERNEL-TOUR-89")
def test_a_suspended_ban_keeps_nobody_out():
    made = season(ejection(), bans=(on_probation(),), matches=4)
    assert (state(made), served(made)) == ("suspended", ())
    assert read_ledger(made).readings["b1"].why == "suspended: fouled; on probation to the end of the tournament"


@rule("KERNEL-TOUR-89")
def test_it_falls_due_with_a_new_offence():
    """Ejected in f1, sent off in f3: f4 and f5 serve."""
    made = season(ejection(), ejection("f3", "o2", kind="sat_out_point", reason="tripped"), bans=(on_probation(),))
    assert (state(made), served(made)) == ("served", ("f4", "f5"))
    assert read_ledger(made).readings["b1"].why == "suspended for fouled; due since a new offence: tripped"


@rule("KERNEL-TOUR-89")
def test_what_nobody_is_to_blame_for_is_no_new_offence():
    hurt = ejection("f3", "o2", kind="injured_tournament")
    assert state(season(ejection(), hurt, bans=(on_probation(),))) == "suspended"


@rule("KERNEL-TOUR-89")
@pytest.mark.parametrize(("fixture", "expected"), [("f3", "served"), ("f4", "probation_over")])
def test_probation_lasts_so_many_matches(fixture, expected):
    """Two matches after f1 are f2 and f3: what happens in f3 still counts."""
    made = season(ejection(), ejection(fixture, "o2"), bans=(on_probation(2),))
    assert state(made) == expected


@rule("KERNEL-TOUR-89")
def test_how_long_probation_still_lasts():
    left = read_ledger(season(ejection(), bans=(on_probation(3),), matches=2)).readings["b1"]
    assert left.why == "suspended: fouled; on probation for two more matches"
    assert state(season(ejection(), bans=(on_probation(3),), matches=4)) == "probation_over"


@rule("KERNEL-TOUR-85", "KERNEL-TOUR-89")
def test_a_new_offence_that_is_void_makes_nothing_due():
    made = season(ejection(), ejection("f3", "o2"), bans=(on_probation(),))
    void = replace(made, appearances=played("played", "played", "void", *["played"] * 5))
    assert (state(made), state(void)) == ("served", "suspended")


@rule("KERNEL-TOUR-89")
def test_two_decisions_between_the_same_matches_count_in_their_order():
    """Both after f2: the second makes the first one's ban due, the other way round it does not."""
    decisions = [
        Offence(id=one, entrant="e1", hero="h1", kind="officer", reason="spat", at=2, points=1) for one in ("o1", "o2")
    ]
    bans = (ban(2, cause="", opened=2, suspended=True),)
    assert state(season(*decisions, bans=bans)) == "served"
    assert state(season(*decisions[::-1], bans=bans)) == "suspended"
