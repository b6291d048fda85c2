"""Which match serves which ban: every kind of match under both values of its switch, order, voids, lifts."""

import pytest
from msgspec.structs import replace

from rules.kernel.errors import Refused
from tests.rules.play import rule
from tests.tournaments.discipline.matchdays import ban, ejection, played, record, served, state
from tournaments.domain.discipline.facts import Lift
from tournaments.domain.discipline.ledger import changed_bans, given_back, read_ledger, served_by


@rule("KERNEL-TOUR-82")
def test_it_is_served_in_the_next_match_and_never_in_its_own():
    """Ejected in f1, the second of three matches: f2 serves, f0 was before."""
    made = record(played("played", "played", "played", first=0))
    assert served(made) == ("f2",)
    assert state(made) == "served"
    assert state(record(played("played", "played", first=0))) == "running"


@rule("KERNEL-TOUR-82")
def test_two_matches_are_the_next_two():
    made = record(played("played", "played", "played", "played"), bans=(ban(2),))
    assert served(made) == ("f2", "f3")


@rule("KERNEL-TOUR-82")
def test_a_ban_to_the_end_is_never_served():
    made = record(played("played", "played", "played"), bans=(ban(0),))
    assert (served(made), state(made)) == (("f2", "f3"), "running")
    assert read_ledger(made).readings["b1"].left is None


@rule("KERNEL-TOUR-82")
def test_order_goes_by_when_a_match_was_played():
    """Once f3 was played before f1, so that f2 is the next one, once f3 before f2."""
    f1, f2, f3 = played("played", "played", "played")
    made = record((replace(f3, order=0), f2, f1))
    assert served(made) == ("f2",)
    made = record((f1, replace(f2, order=4), f3))
    assert served(made) == ("f3",)


@rule("KERNEL-TOUR-82")
def test_a_match_with_the_hero_in_it_serves_nothing():
    """It had begun when the ban was opened, or somebody fielded whom nobody may."""
    made = record(played("played", "played", "played", fielded={"f2": ("h1", "h4")}))
    assert served(made) == ("f3",)


@rule("KERNEL-TOUR-82")
def test_a_match_of_others_serves_nothing():
    assert served(record(played("played"), played("played", entrant="e2", first=2))) == ()


@rule("KERNEL-TOUR-82")
def test_until_its_match_is_on_record_a_ban_waits():
    made = record(played("played", first=2))
    assert (served(made), state(made)) == ((), "waiting")


@rule("KERNEL-TOUR-82")
def test_an_officers_ban_begins_with_the_decision():
    """Decided after f2, for what was done in f1: f2 does not serve it."""
    made = record(played("played", "played", "played"), bans=(ban(1, opened=2),))
    assert served(made) == ("f3",)
    assert served(record(played("played", "played"), bans=(ban(1, cause="", opened=1, causes=()),))) == ("f2",)


# What serves


@rule("KERNEL-TOUR-83")
@pytest.mark.parametrize(
    ("kind", "switch", "default"),
    [
        ("draw_agreed", "serves_draw_agreed", False),
        ("forfeit_for", "serves_forfeit_for", True),
        ("forfeit_against", "serves_forfeit_against", False),
        ("double_forfeit", "serves_double_forfeit", False),
        ("bye", "serves_bye", False),
        ("half_bye", "serves_bye", False),
        ("zero_bye", "serves_bye", False),
        ("void", "serves_void", False),
        ("annulled", "serves_annulled", True),
        ("friendly", "serves_friendly", False),
        ("abandoned", "serves_abandoned", True),
    ],
)
def test_what_serves_is_the_tournaments_rule(kind, switch, default):
    matches = played("played", kind, "played")
    serving = {True: ("f2",), False: ("f3",)}
    assert served(record(matches)) == serving[default]
    assert served(record(matches, switches={switch: "on"})) == serving[True]
    assert served(record(matches, switches={switch: "off"})) == serving[False]


@rule("KERNEL-TOUR-83")
def test_what_is_played_always_serves():
    off = {f"serves_{name}": "off" for name in ("forfeit_for", "annulled", "postponed", "abandoned")}
    assert served(record(played("played", "played"), switches=off)) == ("f2",)


@rule("KERNEL-TOUR-83")
def test_a_postponed_match_serves_when_it_is_played():
    """Ejected in f1 at key 1; f2 was due by then, and is played at key 2."""
    before, caused, late, last = played(*["played"] * 4, first=0)
    matches = (before, caused, replace(late, due=1), last)
    assert served(record(matches)) == ("f2",)
    assert served(record(matches, switches={"serves_postponed": "off"})) == ("f3",)


@rule("KERNEL-TOUR-83")
def test_a_match_postponed_from_after_the_ban_serves_anyway():
    """Ejected at key 1, due at key 2, played at key 5."""
    caused, late = played("played", "played")
    made = record((caused, replace(late, order=5, due=2)), switches={"serves_postponed": "off"})
    assert served(made) == ("f2",)


# One after another


def two(first=2, second=1):
    """Ejected in f1 for `first` matches, and, out of the crowd, punished for f2 with `second` more."""
    return {
        "bans": (ban(first), ban(second, cause="f2", name="b2", causes=("o2",))),
        "offences": (ejection(), ejection("f2", name="o2")),
    }


@rule("KERNEL-TOUR-84")
def test_bans_of_one_hero_run_one_after_another():
    made = record(played(*["played"] * 5), **two())
    assert (served(made), served(made, "b2")) == (("f2", "f3"), ("f4",))
    made = record(played(*["played"] * 2), **two())
    assert (state(made), state(made, "b2")) == ("running", "waiting")


@rule("KERNEL-TOUR-84")
def test_two_of_one_match_run_in_the_order_of_their_ids():
    both = (ban(1, name="b10", causes=("o1",)), ban(1, name="b9"))
    made = record(played(*["played"] * 3), bans=both)
    assert (served(made, "b9"), served(made, "b10")) == (("f2",), ("f3",))


@rule("KERNEL-TOUR-84")
def test_bans_of_two_heroes_run_side_by_side():
    bans = (ban(), ban(name="b2", hero="h2", causes=()))
    made = record(played("played", "played"), bans=bans)
    assert (served(made), served(made, "b2")) == (("f2",), ("f2",))


# A cause that is void


@rule("KERNEL-TOUR-85")
def test_a_void_cause_ends_its_ban_and_gives_back_what_it_had_taken():
    """b1 had taken f2 and f3, b2 (for f2) only f4. Without b1, b2 is served by f3: never by its own f2."""
    before = record(played(*["played"] * 4), **two())
    after = record(played("void", *["played"] * 3), **two())
    assert (state(after), served(after)) == ("void", ())
    assert served(after, "b2") == ("f3",)
    moved = given_back(read_ledger(before), read_ledger(after))
    assert [(one.fixture, one.hero, one.was, one.now) for one in moved] == [
        ("f2", "h1", "b1", ""),
        ("f3", "h1", "b1", "b2"),
        ("f4", "h1", "b2", ""),
    ]


@rule("KERNEL-TOUR-85")
def test_a_cause_that_counts_again_brings_its_ban_back():
    matches = [played(kind, *["played"] * 3) for kind in ("played", "void", "played")]
    was, void, now = (read_ledger(record(one, **two())).readings for one in matches)
    assert was == now != void


@rule("KERNEL-TOUR-85")
def test_what_was_annulled_since_an_entrant_left_stands_or_falls_by_switch():
    matches = played("annulled", "played")
    assert served(record(matches)) == ("f2",)
    assert state(record(matches, switches={"serves_annulled": "off"})) == "void"


@rule("KERNEL-TOUR-85")
def test_an_offence_that_is_no_longer_on_record_ends_its_ban():
    assert state(record(played("played"), offences=())) == "void"


# Its end


@rule("KERNEL-TOUR-86")
def test_the_end_of_the_tournament_ends_all_bans():
    made = record(played("played"), bans=(ban(0), ban(2, name="b2")))
    assert (state(made), state(made, "b2")) == ("running", "waiting")
    over = replace(made, ended=True)
    assert (state(over), state(over, "b2")) == ("over", "over")


@rule("KERNEL-TOUR-86")
def test_what_was_served_by_then_stays_served():
    assert state(record(played("played", "played"), ended=True)) == "served"


@rule("KERNEL-TOUR-82")
def test_a_lifted_ban_is_served_no_further():
    """Lifted after f2 (key 2), with one of two matches served."""
    made = record(played("played", "played", "played"), bans=(ban(2),), lifts=(Lift(ban="b1", at=2),))
    assert (served(made), state(made)) == (("f2",), "lifted")


@rule("KERNEL-TOUR-84")
def test_what_comes_after_a_lifted_ban_is_served():
    made = record(played(*["played"] * 4), lifts=(Lift(ban="b1", at=2),), **two(3, 1))
    assert (served(made), served(made, "b2")) == (("f2",), ("f3",))


def test_an_unknown_ban_is_refused():
    with pytest.raises(Refused) as caught:
        served_by(read_ledger(record()), "b7")
    assert (caught.value.code, caught.value.field) == ("unknown_ban", "ban")


def test_what_changed_is_told():
    before, after = read_ledger(record(played("played"))), read_ledger(record(played("played", "played")))
    ((was, now),) = changed_bans(before, after)
    assert (was.state, was.left, now.state, now.left) == ("running", 1, "served", 0)
    assert changed_bans(after, after) == ()
