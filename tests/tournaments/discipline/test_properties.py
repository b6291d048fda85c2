"""What holds of every record: its order is nothing, voids come and go, a ban takes as many matches as it is long."""

import random

import pytest
from msgspec.structs import replace

from tests.examples import given, st
from tests.rules.play import rule
from tests.tournaments.discipline.matchdays import NAMES, ban, coming, ejection, played, record
from tournaments.domain.discipline.board import who_is_out
from tournaments.domain.discipline.facts import AppearanceKind, Reset
from tournaments.domain.discipline.house_rules import DisciplineRules, Threshold
from tournaments.domain.discipline.leaving import (
    Departure,
    StageFixture,
    StageFixtures,
    applied_to,
    leave,
    undone_from,
)
from tournaments.domain.discipline.ledger import given_back, read_ledger
from tournaments.domain.discipline.record import appearance_kind

KINDS = list(AppearanceKind.__args__)
HEROES = ("h1", "h2")
SWITCHES = [name for name in DisciplineRules.__struct_fields__ if name.startswith("serves_")]
THRESHOLDS = (
    Threshold(id="two", at=2, kinds=("sat_out_point",)),
    Threshold(id="points", at=8, measure="points", matches=2, reset="stage"),
)


@st.composite
def records(draw):
    """Up to twelve matches of e1, with offences, bans and thresholds of two heroes in them."""
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=12))
    matches = played(*kinds)
    fielded = draw(st.lists(st.sampled_from([(), ("h1",), ("h2",)]), min_size=len(kinds), max_size=len(kinds)))
    matches = [replace(one, fielded=who) for one, who in zip(matches, fielded, strict=True)]
    fixtures = [one.fixture for one in matches]
    offences, bans = [], []
    for number in range(draw(st.integers(0, 6))):
        fixture, hero = draw(st.sampled_from(fixtures)), draw(st.sampled_from(HEROES))
        kind = draw(st.sampled_from(["sat_out_point", "sat_out_match", "ejected"]))
        offences.append(ejection(fixture, f"o{number}", hero, kind, points=draw(st.integers(0, 5))))
        if draw(st.booleans()):
            made = {"matches": draw(st.integers(0, 3)), "suspended": draw(st.booleans())}
            bans.append(ban(cause=fixture, name=f"b{number}", hero=hero, causes=(f"o{number}",), **made))
    switches = {name: draw(st.sampled_from(["on", "off"])) for name in SWITCHES} | {"thresholds": THRESHOLDS}
    return record(
        matches,
        bans=tuple(bans),
        offences=tuple(offences),
        switches=switches,
        resets=(Reset(at=6, by="stage"),),
        upcoming=(coming("f20"), coming("f21", "e3")),
    )


@rule("KERNEL-TOUR-82")
@given(records(), st.randoms(use_true_random=False))
def test_the_order_in_which_results_came_in_is_nothing(one, chance):
    def shuffled(rows):
        return tuple(chance.sample(rows, len(rows)))

    other = replace(
        one, appearances=shuffled(one.appearances), offences=shuffled(one.offences), bans=shuffled(one.bans)
    )
    assert dict(read_ledger(other).readings) == dict(read_ledger(one).readings)
    assert who_is_out(read_ledger(other), NAMES) == who_is_out(read_ledger(one), NAMES)


@rule("KERNEL-TOUR-85")
@given(records(), st.data())
def test_a_match_that_is_void_and_counts_again_changes_nothing(one, data):
    place = data.draw(st.integers(0, len(one.appearances) - 1))
    was = one.appearances[place]
    rows = list(one.appearances)
    rows[place] = replace(was, kind="void")
    void = replace(one, appearances=tuple(rows))
    assert all(was.fixture != reading.ban.cause_fixture or reading.state == "void" for reading in readings(void))
    rows[place] = was
    again = replace(void, appearances=tuple(rows))
    assert dict(read_ledger(again).readings) == dict(read_ledger(one).readings)
    there, back = given_back(read_ledger(one), read_ledger(void)), given_back(read_ledger(void), read_ledger(again))
    assert [(row.fixture, row.now, row.was) for row in there] == [(row.fixture, row.was, row.now) for row in back]


def readings(one):
    return read_ledger(one).readings.values()


@rule("KERNEL-TOUR-82", "KERNEL-TOUR-83", "KERNEL-TOUR-84")
@given(records())
def test_a_ban_takes_exactly_as_many_matches_that_count(one):
    matches = {row.fixture: row for row in one.appearances}
    taken = set()
    for reading in readings(one):
        hero = reading.ban.hero
        if reading.state == "served":
            assert len(reading.served) == reading.length
        if reading.left is not None:
            assert len(reading.served) + reading.left == reading.length
        for fixture in reading.served:
            match = matches[fixture]
            assert one.rules.counts(match.kind)
            assert hero not in match.fielded
            assert match.order > matches[reading.ban.cause_fixture].order
            assert (fixture, hero) not in taken
            taken.add((fixture, hero))


@rule("KERNEL-TOUR-82")
@pytest.mark.parametrize("length", range(1, 6))
def test_so_many_matches_after_it_the_hero_is_back(length):
    """Byes between them count for nothing."""
    for count in range(8):
        kinds = ["played", *["bye", "played"] * count]
        (reading,) = readings(record(played(*kinds), bans=(ban(length),)))
        assert len(reading.served) == min(length, count)
        assert (reading.state == "served") == (count >= length)


@rule("KERNEL-TOUR-94")
@pytest.mark.parametrize("form", ["table", "swiss", "bracket"])
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"policy": "void_all"},
        {"policy": "keep_and_forfeit"},
        {"policy": "results_stand"},
        {"replacement": "e9"},
    ],
)
def test_whoever_left_comes_back_as_it_was(form, more):
    """Twenty stages of random results, byes, fixtures of three and opponents who are not known yet."""
    if form == "bracket" and more.get("policy") == "void_all":
        more = {}
    for seed in range(20):
        stage = _stage(random.Random(seed), form)
        one = leave(DisciplineRules(), stage, Departure("e1", "withdrawn", "2026-05-01", "moved away", **more))
        after = applied_to(stage.fixtures, one)
        assert undone_from(after, one) == stage.fixtures
        assert {change.fixture for change in one.changes} <= {row.id for row in stage.fixtures if "e1" in row.sides}


def _stage(chance, form):
    fixtures = []
    for number in range(8):
        others = chance.sample(["e2", "e3", "e4", ""], chance.choice([1, 1, 1, 2]))
        sides = tuple(chance.sample(["e1", *others], len(others) + 1))
        kind = chance.choice(["played", "draw_agreed", "forfeit", "void", "abandoned", ""]) if "" not in sides else ""
        places = {side: place for place, side in enumerate(sides, 1)}
        result = {"kind": kind, "places": places} if kind else None
        fixtures.append(StageFixture(f"f{number}", sides, result, published=chance.random() < 0.8))
    return StageFixtures("s1", form, tuple(fixtures), ("e1", "e2", "e3", "e4"), gone=("e5",))


@rule("KERNEL-TOUR-83")
@pytest.mark.parametrize(
    ("result", "was", "kind"),
    [
        ("played", "", "played"),
        ("half_bye", "", "half_bye"),
        ("forfeit", "", "forfeit_for"),
        ("void", "", "void"),
        ("void", "played", "annulled"),
        ("void", "abandoned", "annulled"),
        ("void", "forfeit", "void"),
    ],
)
def test_what_a_result_is_for_an_entrant(result, was, kind):
    assert appearance_kind(result, "e1", {"e1": 1, "e2": 2}, was) == kind
    assert appearance_kind("forfeit", "e2", {"e1": 1, "e2": 2}) == "forfeit_against"
