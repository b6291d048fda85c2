"""Entrants that leave, as commands of a tournament; the policies have tests in `tests/tournaments/discipline`."""

import pytest

from tests.tournaments.organizing import THE_HOUSE, Organized
from tournaments.domain.suspensions import ledger_of

rule = pytest.mark.rule


def league() -> Organized:
    """Four in a round robin; Ash has won against Dogwood (round 1) and lost to Birch (round 2)."""
    organized = Organized(4).enter_all()
    organized.stage("round_robin")
    organized.won(organized.between("e1", "e4").id, "e1")
    organized.won(organized.between("e1", "e2").id, "e2")
    return organized


def kinds(organized: Organized, entrant: str) -> dict[str, str]:
    """By opponent what came of the fixtures of somebody."""
    return {
        other: fixture.result.kind
        for fixture in organized.now.fixtures.values()
        if fixture.result is not None and entrant in fixture.sides
        for other in fixture.sides
        if other != entrant
    }


@rule("KERNEL-TOUR-93")
def test_with_half_played_results_stand_and_the_rest_is_forfeited():
    """Two of three played: they stand, and Cedar wins by forfeit. Ash keeps 3 points and is struck out."""
    organized = league()
    (left,) = organized.do("withdraw", by="p1", entrant="e1", reason="Moved away.")
    assert (left.how, left.leavings[0].applied) == ("withdrawn", "keep_and_forfeit")
    assert kinds(organized, "e1") == {"e4": "played", "e2": "played", "e3": "forfeit"}
    assert {(entrant, points) for _, entrant, points in organized.table()} == {
        ("e1", 3),
        ("e2", 3),
        ("e3", 3),
        ("e4", 0),
    }
    entrant = organized.now.entrants["e1"]
    assert (entrant.status, entrant.reason) == ("withdrawn", "Moved away.")
    organized.refused("withdraw", "has_left", by="p1", entrant="e1", reason="Again.")


@rule("KERNEL-TOUR-93")
def test_under_half_played_all_is_void():
    """One of three played: all are void, and Dogwood keeps nothing of its loss."""
    organized = Organized(4).enter_all()
    organized.stage("round_robin")
    organized.won(organized.between("e1", "e4").id, "e1")
    organized.do("expel", entrant="e1", reason="Cheated.")
    assert kinds(organized, "e1") == {"e2": "void", "e3": "void", "e4": "void"}
    assert {points for _, _, points in organized.table()} == {0}


@rule("KERNEL-TOUR-94")
def test_a_reinstated_entrant_has_all_that_it_had():
    organized = league()
    before = organized.now
    organized.refused("reinstate", "has_not_left", entrant="e1", reason="So.")
    organized.do("expel", entrant="e1", reason="Cheated.", policy="void_all")
    organized.do("reinstate", entrant="e1", reason="It was somebody else.")
    assert (organized.now.fixtures, organized.now.entrants) == (before.fixtures, before.entrants)


@rule("KERNEL-TOUR-94")
def test_it_is_not_reinstated_once_its_fixtures_have_changed():
    organized = league()
    organized.do("withdraw", entrant="e1", reason="Moved away.")
    organized.do("expel", entrant="e3", reason="Cheated.", policy="void_all")
    organized.refused("reinstate", "changed_since", entrant="e1", reason="Came back.")
    organized.do("reinstate", entrant="e3", reason="It was somebody else.")
    organized.do("reinstate", entrant="e1", reason="Came back.")


@rule("KERNEL-TOUR-93")
def test_in_a_bracket_it_forfeits_against_whoever_comes():
    """Ash has won its semifinal and leaves: whoever wins the other one has won the final."""
    organized = Organized(4).enter_all()
    organized.stage("elimination")
    organized.won("s1-W1-1", "e1")
    organized.do("withdraw", entrant="e1", reason="Moved away.")
    organized.won("s1-W1-2", "e3")
    final = organized.now.fixtures["s1-W2-1"].result
    assert final is not None
    assert (final.kind, final.decided, final.places) == ("forfeit", "policy", {"e1": 2, "e3": 1})
    organized.do("reinstate", entrant="e1", reason="Came back.")
    assert (organized.standing("s1-W2-1"), organized.now.fixtures["s1-W2-1"].result) == (("e1", "e3"), None)


@rule("KERNEL-TOUR-93")
def test_in_a_swiss_its_results_stand_and_it_is_not_paired_again():
    organized = Organized(5).enter_all()
    organized.stage("swiss", rounds=3)
    organized.do("pair", stage="s1")
    organized.do("publish_round", stage="s1")
    for fixture in organized.round(1):
        if fixture.result is None:
            organized.won(fixture.id, fixture.sides[0])
    organized.do("pair", stage="s1")
    organized.do("withdraw", entrant="e1", reason="Moved away.")
    organized.refused("publish_round", "has_left", stage="s1")
    organized.do("discard_round", stage="s1", round=2)
    organized.do("pair", stage="s1")
    assert sorted(side for fixture in organized.round(2) for side in fixture.sides) == ["e2", "e3", "e4", "e5"]
    assert kinds(organized, "e1").keys() <= {"e2", "e3", "e4", "e5"}


@rule("KERNEL-TOUR-93", "KERNEL-TOUR-85")
def test_a_ban_served_in_a_match_that_is_void_for_leaving_stays_served():
    """By default what is annulled serves: Dogwood's hero sat out the match against Ash, who leaves later."""
    organized = Organized(4).enter_all()
    organized.stage("round_robin")
    order = {"entrant": "e4", "hero": "h1", "rule": "4.2", "reason": "A blow.", "matches": 1}
    organized.do("record_offence", **order)
    organized.won(organized.between("e1", "e4").id, "e1")
    organized.do("expel", entrant="e1", reason="Cheated.", policy="void_all")
    assert [one.state for one in ledger_of(organized.now).readings.values()] == ["served"]


@rule("KERNEL-TOUR-93", "KERNEL-ILL-60")
def test_nobody_leaves_before_the_tournament_runs_or_in_the_middle_of_a_battle():
    organized = Organized(2).enter_all()
    organized.refused("withdraw", "wrong_status", by="p1", entrant="e1", reason="Ill.")
    organized.stage("round_robin")
    organized.do("start_game", by=THE_HOUSE, fixture="s1-1-1", match="m")
    organized.refused("withdraw", "fixture_in_play", by="p1", entrant="e1", reason="Losing.")
    organized.refused("withdraw", "reason_wanted", by="p1", entrant="e1", reason=" ")
    organized.refused("expel", "officials_only", by="p2", entrant="e1", reason="Rude.")
