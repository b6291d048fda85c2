"""What is too much, too long or out of place; and a log that gives the same tables however often it is folded."""

import msgspec
import pytest

from rules.kernel.errors import Malformed
from tests.tournaments.organizing import Organized
from tournaments.domain.events import SignUpOpened
from tournaments.domain.evolve import evolve
from tournaments.domain.tables import tables_of

rule = pytest.mark.rule


@rule("KERNEL-TOUR-02")
def test_a_log_that_begins_with_anything_else_is_told_so():
    with pytest.raises(Malformed, match="begins by being opened, not with SignUpOpened"):
        evolve(None, SignUpOpened())


@rule("KERNEL-TOUR-09", "KERNEL-ILL-53")
def test_evidence_comes_to_an_end():
    organized = Organized(2).enter_all()
    organized.stage("round_robin")
    for number, places in ((1, {"e1": 1, "e2": 2}), (2, {"e1": 2, "e2": 1})):
        organized.do("report_result", by=f"p{number}", fixture="s1-1-1", entrant=f"e{number}", places=places)
    for number in range(50):
        organized.do("add_evidence", by="p1", fixture="s1-1-1", text=f"Picture {number}")
    organized.refused("add_evidence", "out_of_bounds", by="p1", fixture="s1-1-1", text="One more.")


@rule("KERNEL-TOUR-43")
@pytest.mark.parametrize(
    ("zones", "code"),
    [
        ([[1, 1, "x" * 80]] * 20, ""),
        ([[1, 1, "up"]] * 21, "out_of_bounds"),
        ([[1, 1, "x" * 81]], "bad_name"),
        ([[1, 1, " "]], "bad_name"),
        ([[1, 1, "up\u0007"]], "bad_name"),
        ([[2, 1, "up"]], "empty_zone"),
    ],
)
def test_zones_are_few_and_named(zones, code):
    organized = Organized(2)
    named = [dict(zip(("first", "last", "label"), one, strict=True)) for one in zones]
    order = {"name": "Main", "format": "swiss", "rules": {"standing": {"zones": named}}}
    if code:
        organized.refused("add_stage", code, **order)
    else:
        organized.do("add_stage", **order)


@rule("KERNEL-TOUR-87")
@pytest.mark.parametrize(
    ("thresholds", "possible"),
    [
        ([{"id": f"t{number}", "at": 1} for number in range(20)], True),
        ([{"id": f"t{number}", "at": 1} for number in range(21)], False),
        ([{"id": "x" * 40, "at": 1}], True),
        ([{"id": "x" * 41, "at": 1}], False),
    ],
)
def test_thresholds_are_few_and_named(thresholds, possible):
    organized = Organized(2)
    order = {"rules": {"thresholds": thresholds}, "reason": "Voted."}
    if possible:
        organized.do("set_discipline", **order)
    else:
        organized.refused("set_discipline", "bad_threshold", **order)


@rule("KERNEL-TOUR-06", "KERNEL-TOUR-17")
def test_a_log_folded_again_gives_the_same_tables_to_the_byte():
    """A Swiss with a departure, points taken, a correction, and frozen; later events leave the frozen table alone."""
    organized = Organized(5).enter_all()
    organized.stage("swiss", rounds=2)
    for number in (1, 2):
        organized.do("pair", stage="s1")
        organized.do("publish_round", stage="s1")
        for fixture in organized.round(number):
            if fixture.result is None:
                organized.won(fixture.id, fixture.sides[0])
        if number == 1:
            organized.do("withdraw", entrant="e5", reason="Moved away.")
            organized.do("adjust_points", stage="s1", entrant="e1", points=-50, reason="Came late.")

    def tables(tournament):
        return msgspec.json.encode(tables_of(tournament, tournament.stages["s1"]))

    def folded():
        tournament = None
        for event in organized.log:
            tournament = evolve(tournament, msgspec.json.decode(msgspec.json.encode(event), type=type(event)))
        return tournament

    assert tables(folded()) == tables(organized.now)
    organized.do("finish_stage", stage="s1")
    frozen = tables(organized.now)
    fixture = organized.round(2)[0]
    organized.won(fixture.id, fixture.sides[1])
    organized.do("adjust_points", stage="s1", entrant="e2", points=100, reason="A gift.")
    assert tables(folded()) == tables(organized.now) == frozen
