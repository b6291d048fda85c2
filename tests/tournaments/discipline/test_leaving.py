"""What becomes of the fixtures of an entrant that leaves, by policy; and that undoing it is exact."""

import pytest

from rules.kernel.errors import Refused
from tests.rules.play import rule
from tournaments.domain.discipline.house_rules import DisciplineRules
from tournaments.domain.discipline.leaving import (
    Departure,
    StageFixture,
    StageFixtures,
    applied_to,
    leave,
    struck_out,
    undone_from,
)

BOOK = DisciplineRules()
POLICY = {"decided": "policy", "note": "Withdrawn: moved away"}
VOID = {"kind": "void", **POLICY}


def won(winner, loser, **more):
    return {
        "kind": "played",
        "decided": "match",
        "places": {winner: 1, loser: 2},
        "scores": {winner: 3, loser: 1},
    } | more


def fixture(name, *sides, result=None, **more):
    return StageFixture(name, sides, result, **more)


def table(results=1, **more):
    """Five entrants, so four matches for e1; `results` of them won by it. Others meet in f9."""
    opponents = {f"f{n}": f"e{n + 1}" for n in range(1, 5)}
    own = [
        fixture(name, "e1", opponent, result=won("e1", opponent) if place <= results else None)
        for place, (name, opponent) in enumerate(opponents.items(), 1)
    ]
    fixtures = (*own, fixture("f9", "e2", "e3"))
    return StageFixtures("s1", "table", fixtures, ("e1", "e2", "e3", "e4", "e5"))._replace(**more)


def departure(**more):
    return Departure(**{"entrant": "e1", "how": "withdrawn", "day": "2026-05-01", "reason": "moved away"} | more)


def left(stage, rules=BOOK, **more):
    return leave(rules, stage, departure(**more))


def changes(leaving):
    return [(one.fixture, one.what) for one in leaving.changes]


# The half


@rule("KERNEL-TOUR-93")
def test_under_half_its_matches_all_are_void():
    """One of four."""
    one = left(table(1))
    assert (one.applied, changes(one)) == ("void_all", [(f"f{n}", "void") for n in range(1, 5)])
    assert one.changes[0].old == won("e1", "e2")
    assert one.changes[0].new == VOID
    assert one.why == "One of four matches played, fewer than half: all its results are void."


@rule("KERNEL-TOUR-93")
def test_from_half_on_they_stand_and_the_rest_is_forfeited():
    """Two of four."""
    one = left(table(2))
    assert (one.applied, changes(one)) == ("keep_and_forfeit", [("f3", "forfeit"), ("f4", "forfeit")])
    assert one.changes[0].new == {"kind": "forfeit", "places": {"e4": 1, "e1": 2}, **POLICY}
    assert one.why == "Two of four matches played, at least half: they stand, and the rest is forfeited."


@rule("KERNEL-TOUR-93")
@pytest.mark.parametrize(
    ("kind", "applied"),
    [
        ("played", "keep_and_forfeit"),
        ("draw_agreed", "keep_and_forfeit"),
        ("abandoned", "keep_and_forfeit"),
        ("forfeit", "void_all"),
        ("double_forfeit", "void_all"),
    ],
)
def test_what_counts_as_played(kind, applied):
    """One of these, and one still to be played."""
    fixtures = (fixture("f1", "e1", "e2", result={"kind": kind}), fixture("f2", "e1", "e3"))
    assert left(table(fixtures=fixtures)).applied == applied


@rule("KERNEL-TOUR-93")
def test_byes_and_voids_are_no_matches():
    """One of two matches; with the bye and the void it would be one of four."""
    fixtures = (
        fixture("f1", "e1", "e2", result=won("e2", "e1")),
        fixture("f2", "e1", result={"kind": "bye"}, bye=True),
        fixture("f3", "e1", "e3", result={"kind": "void"}),
        fixture("f4", "e1", "e4"),
    )
    assert left(table(fixtures=fixtures)).applied == "keep_and_forfeit"


# Other policies


@rule("KERNEL-TOUR-93")
@pytest.mark.parametrize("how", ["switch", "policy"])
@pytest.mark.parametrize(
    ("policy", "results", "expected"),
    [
        ("void_all", 3, [("f1", "void"), ("f2", "void"), ("f3", "void"), ("f4", "void")]),
        ("keep_and_forfeit", 1, [("f2", "forfeit"), ("f3", "forfeit"), ("f4", "forfeit")]),
        ("results_stand", 1, [("f2", "forfeit"), ("f3", "forfeit"), ("f4", "forfeit")]),
    ],
)
def test_the_rules_or_whoever_decides_name_another(how, policy, results, expected):
    if how == "switch":
        one = left(table(results), DisciplineRules(leaving=policy))
    else:
        one = left(table(results), policy=policy)
    assert (one.applied, changes(one)) == (policy, expected)


@rule("KERNEL-TOUR-93")
def test_what_is_void_already_stays_as_it_is():
    fixtures = (fixture("f1", "e1", "e2", result={"kind": "void", "note": "floodlights"}),)
    assert changes(left(table(fixtures=fixtures), policy="void_all")) == []


@rule("KERNEL-TOUR-93")
def test_two_that_have_left_forfeit_both():
    one = left(table(2, gone=("e4",)))
    assert changes(one) == [("f3", "double_forfeit"), ("f4", "forfeit")]
    assert one.changes[0].new == {"kind": "double_forfeit", **POLICY}


@rule("KERNEL-TOUR-93")
def test_in_swiss_results_stand_and_it_is_not_paired_again():
    """A published pairing is forfeited; a draft is left to be paired anew."""
    fixtures = (
        fixture("f1", "e1", "e2", result=won("e1", "e2")),
        fixture("f2", "e1", "e3"),
        fixture("f3", "e1", "e4", published=False),
    )
    one = left(table(fixtures=fixtures, form="swiss"))
    assert (one.applied, changes(one), one.left_open) == ("results_stand", [("f2", "forfeit")], ("f3",))


@rule("KERNEL-TOUR-93")
def test_in_a_bracket_it_forfeits_to_whoever_is_known():
    fixtures = (
        fixture("f1", "e1", "e2", result=won("e1", "e2")),
        fixture("f2", "e1", "e3"),
        fixture("f3", "e1", ""),
    )
    for rules in (BOOK, DisciplineRules(leaving="void_all")):
        one = left(table(fixtures=fixtures, form="bracket"), rules)
        assert (one.applied, changes(one), one.left_open) == ("keep_and_forfeit", [("f2", "forfeit")], ("f3",))


@rule("KERNEL-TOUR-93")
def test_a_finished_stage_stays_as_it_is():
    one = left(table(1, frozen=True))
    assert (one.applied, one.changes, one.left_open) == ("frozen", (), ())


@rule("KERNEL-TOUR-93")
def test_several_sides_play_without_it():
    """e1 was second of three: e3 moves up from third. Without a result there are two sides left."""
    result = {"kind": "played", "places": {"e2": 1, "e1": 2, "e3": 3}, "scores": {"e2": 9, "e1": 5, "e3": 2}}
    fixtures = (fixture("f1", "e1", "e2", "e3", result=result), fixture("f2", "e2", "e1", "e3"))
    one = left(table(fixtures=fixtures), policy="void_all")
    assert changes(one) == [("f1", "struck"), ("f2", "struck")]
    assert one.changes[0].new == {"kind": "played", "places": {"e2": 1, "e3": 2}, "scores": {"e2": 9, "e3": 2}}
    assert (one.changes[1].sides, one.changes[1].new) == (("e2", "e3"), None)
    assert changes(left(table(fixtures=fixtures), policy="keep_and_forfeit")) == [("f2", "struck")]


# Replacement


@rule("KERNEL-TOUR-95")
def test_a_replacement_takes_over_what_is_not_played():
    one = left(table(2), replacement="e6")
    assert (one.applied, changes(one)) == ("replace", [("f3", "replaced"), ("f4", "replaced")])
    assert (one.changes[0].sides, one.changes[0].new) == (("e6", "e4"), None)
    assert one.why == "The replacement takes over the matches not yet played."


@rule("KERNEL-TOUR-95")
def test_by_switch_it_takes_over_the_results_too():
    one = left(table(2), DisciplineRules(replacement="all"), replacement="e6")
    assert [fixture for fixture, _ in changes(one)] == ["f1", "f2", "f3", "f4"]
    assert one.changes[0].new == won("e6", "e2")


# Refusals


@rule("KERNEL-TOUR-93", "KERNEL-TOUR-95")
@pytest.mark.parametrize(
    ("stage", "more", "code", "field"),
    [
        (table(), {"reason": "."}, "reason_wanted", "reason"),
        (table(gone=("e1",)), {}, "has_left", "entrant"),
        (table(), {"entrant": "e8"}, "unknown_entrant", "entrant"),
        (table(fixtures=(fixture("f1", "e1", "e2", live=True),)), {}, "fixture_in_play", "entrant"),
        (table(), {"replacement": "e5"}, "already_entered", "replacement"),
        (table(), {"replacement": "e1"}, "already_entered", "replacement"),
        (table(gone=("e7",)), {"replacement": "e7"}, "already_entered", "replacement"),
        (table(), {"replacement": "e6", "policy": "void_all"}, "bad_value", "policy"),
        (table(form="bracket"), {"policy": "void_all"}, "winner_wanted", "policy"),
    ],
)
def test_it_refuses(stage, more, code, field):
    with pytest.raises(Refused) as caught:
        left(stage, **more)
    assert (caught.value.code, caught.value.field) == (code, field)
    assert caught.value.hint


# Undoing


@rule("KERNEL-TOUR-94")
@pytest.mark.parametrize(
    "more",
    [
        {"policy": "void_all"},
        {"policy": "keep_and_forfeit"},
        {"policy": "results_stand"},
        {"replacement": "e6"},
    ],
)
def test_undoing_gives_back_exactly_what_was(more):
    stage = table(2)
    one = left(stage, **more)
    after = applied_to(stage.fixtures, one)
    assert after != stage.fixtures
    assert undone_from(after, one) == stage.fixtures


@rule("KERNEL-TOUR-94")
def test_others_are_left_alone():
    stage = table(2)
    assert applied_to(stage.fixtures, left(stage))[-1] == stage.fixtures[-1]


@rule("KERNEL-TOUR-94")
def test_it_refuses_to_undo_what_has_changed_since():
    """e4 has left after e1, which made both forfeit f3."""
    stage = table(2)
    first = left(stage)
    fixtures = applied_to(stage.fixtures, first)
    second = leave(BOOK, stage._replace(fixtures=fixtures, gone=("e1",)), departure(entrant="e4", policy="void_all"))
    fixtures = applied_to(fixtures, second)
    with pytest.raises(Refused) as caught:
        undone_from(fixtures, first)
    assert (caught.value.code, caught.value.rule) == ("changed_since", "KERNEL-TOUR-94")
    assert undone_from(undone_from(fixtures, second), first) == stage.fixtures


@rule("KERNEL-TOUR-93")
def test_it_is_shown_struck_out_with_day_and_reason():
    expected = "Withdrawn on 1 May 2026: moved away. The stage is finished: its table stays as it is."
    assert struck_out(left(table(frozen=True))) == expected
    thrown = left(table(1), how="expelled", reason="Bribed an umpire.", replacement="e6")
    assert struck_out(thrown, {"e6": "Mud Larks"}) == (
        "Expelled on 1 May 2026: Bribed an umpire. Replaced by Mud Larks. "
        "The replacement takes over the matches not yet played."
    )
