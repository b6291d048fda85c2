"""What a settled battle puts on record, which bans it opens by default and by switch, and officers' decisions."""

import pytest

from rules.kernel.errors import Refused
from rules.kernel.progression import Absence, Removal
from rules.kernel.switches import switches_of
from tests.rules.play import rule
from tournaments.domain.discipline.facts import Offence
from tournaments.domain.discipline.house_rules import DisciplineRules, Threshold, check_discipline
from tournaments.domain.discipline.offences import (
    HeroReport,
    ban_for,
    bans_of_battle,
    decided,
    offences_of,
    settled_again,
)

BOOK = DisciplineRules()
FOUL = Removal("h1", "tournament", 40, "ISH-FOUL-08", "caught injuring on purpose")


def report(*removals, hero="h1", **more):
    return HeroReport(entrant="e1", hero=hero, hero_name="Hanna", removals=removals, **more)


def found(*heroes):
    return [(one.hero, one.kind, one.event, one.points) for one in offences_of("f1", "m1", heroes)]


def lengths(heroes, **switches):
    bans = bans_of_battle(DisciplineRules(**switches), "f1", "m1", heroes)
    return [one.matches for one in bans]


@rule("KERNEL-TOUR-80")
def test_it_records_an_ejection():
    (one,) = offences_of("f1", "m1", [report(FOUL)], day="2026-05-01")
    assert (one.entrant, one.hero, one.hero_name) == ("e1", "h1", "Hanna")
    assert (one.kind, one.fixture, one.match, one.event) == ("ejected", "f1", "m1", 40)
    assert (one.rule, one.reason, one.points) == ("ISH-FOUL-08", "caught injuring on purpose", 5)
    assert one.day == "2026-05-01"


@rule("KERNEL-TOUR-80")
@pytest.mark.parametrize(
    ("removal", "kind", "points"),
    [
        (Removal("h1", "point", 9, "R"), "sat_out_point", 1),
        (Removal("h1", "turns", 9, "R"), "sat_out_turns", 2),
        (Removal("h1", "match", 9, "R"), "sat_out_match", 3),
        (Removal("h1", "tournament", 9, "R"), "ejected", 5),
        (Removal("h1", "match", 9, "R", foul=False), "injured_match", 0),
        (Removal("h1", "tournament", 9, "R", foul=False), "injured_tournament", 0),
    ],
)
def test_each_way_to_leave_the_field_is_a_kind(removal, kind, points):
    assert found(report(removal)) == [("h1", kind, 9, points)]


@rule("KERNEL-TOUR-80")
def test_an_injury_for_less_than_the_match_is_none():
    assert found(report(Removal("h1", "turns", 9, "R", foul=False))) == []


@rule("KERNEL-TOUR-80")
def test_deaths_and_captures_of_any_game():
    dead = report(hero="h2", fate="dead", rule="IST-FATE-01", event=77)
    held = report(hero="h1", captured=True, event=50)
    assert found(dead, held) == [("h1", "capture", 50, 0), ("h2", "death", 77, 0)]


@rule("KERNEL-TOUR-80")
def test_a_death_that_the_gm_has_yet_to_declare_is_none():
    assert found(report(fate="dead", undecided=True)) == []


@rule("KERNEL-TOUR-80")
def test_nothing_is_told_twice():
    """The absence that goes with an ejection, and the death that the removal has told."""
    ejected = report(FOUL, absence=Absence(why="ejected", until="tournament"))
    dead = report(Removal("h1", "good", 60, "ISH-INJ-07", foul=False), hero="h2", fate="dead", event=60)
    assert found(ejected, dead) == [("h1", "ejected", 40, 5), ("h2", "death", 60, 0)]


@rule("KERNEL-TOUR-80")
def test_a_death_that_the_gm_has_taken_back_is_none():
    assert found(report(Removal("h1", "good", 60, "ISH-INJ-07", foul=False), fate="survived")) == []


@rule("KERNEL-TOUR-80")
def test_several_of_one_hero_come_in_the_order_of_the_events():
    twice = report(Removal("h1", "point", 30, "R"), Removal("h1", "point", 10, "R"))
    assert found(twice) == [("h1", "sat_out_point", 10, 1), ("h1", "sat_out_point", 30, 1)]
    assert len({one.id for one in offences_of("f1", "m1", [twice])}) == 2


@rule("KERNEL-TOUR-80")
def test_the_order_of_heroes_does_not_matter():
    heroes = [report(FOUL), report(FOUL, hero="h2")]
    assert offences_of("f1", "m1", heroes) == offences_of("f1", "m1", heroes[::-1])


@rule("KERNEL-TOUR-80")
def test_a_battle_settled_again_changes_what_is_different():
    before = offences_of("f1", "m1", [report(FOUL), report(FOUL, hero="h2")], day="2026-05-01")
    moved = report(FOUL._replace(event=44), hero="h2")
    after = offences_of("f1", "m1", [report(FOUL), moved, report(FOUL, hero="h3")], day="2026-05-09")
    changed = settled_again(before, after)
    assert [(one.hero, one.event) for one in changed.gone] == [("h2", 40)]
    assert [(one.hero, one.event) for one in changed.came] == [("h2", 44), ("h3", 40)]
    assert changed.gone[0].id == changed.came[0].id


# Sentences


@rule("KERNEL-TOUR-81")
@pytest.mark.parametrize(
    ("kind", "default", "other", "then"),
    [
        ("sat_out_point", None, "one", 1),
        ("sat_out_turns", None, "two", 2),
        ("sat_out_match", None, "three", 3),
        ("ejected", 0, "none", None),
        ("injured_match", None, "tournament", 0),
        ("injured_tournament", 0, "one", 1),
        ("death", 0, "none", None),
        ("capture", None, "tournament", 0),
    ],
)
def test_each_kind_has_its_sentence(kind, default, other, then):
    assert BOOK.sentence(kind) == default
    assert DisciplineRules(**{f"for_{kind}": other}).sentence(kind) == then


@rule("KERNEL-TOUR-81")
def test_an_ejection_opens_a_ban_to_the_end():
    (one,) = bans_of_battle(BOOK, "f1", "m1", [report(FOUL)])
    (offence,) = offences_of("f1", "m1", [report(FOUL)])
    assert (one.entrant, one.hero, one.matches) == ("e1", "h1", 0)
    assert (one.causes, one.cause_fixture, one.reason) == ((offence.id,), "f1", "caught injuring on purpose")


@rule("KERNEL-TOUR-81")
def test_being_sent_off_opens_one_by_switch_alone():
    sent_off = [report(Removal("h1", "match", 9, "R"))]
    assert lengths(sent_off) == []
    assert lengths(sent_off, for_sat_out_match="two") == [2]


@rule("KERNEL-TOUR-81")
def test_an_absence_lasts_as_long_as_its_game_says():
    assert lengths([report(absence=Absence(why="fled", matches=3))]) == [3]
    assert lengths([report(absence=Absence(why="arrested", until="season"))]) == [0]
    assert found(report(absence=Absence(why="fled", matches=3))) == [("h1", "absent", 0, 0)]


# Officers


def decision(**more):
    return Offence(
        **{"id": "o9", "entrant": "e1", "kind": "officer", "hero": "h1", "rule": "§4", "reason": "spat", "at": 6} | more
    )


@rule("KERNEL-TOUR-80")
def test_an_officer_bans_for_some_matches():
    made = decided(decision(), 2)
    assert (made.matches, made.opened, made.rule, made.reason) == (2, 6, "§4", "spat")
    assert (made.suspended, made.probation, made.only) == (False, 0, "")


@rule("KERNEL-TOUR-80")
def test_an_officer_bans_to_the_end():
    assert decided(decision(), 0).matches == 0


@rule("KERNEL-TOUR-80")
def test_a_warning_opens_no_ban():
    assert decided(decision(), None) is None


@rule("KERNEL-TOUR-89")
def test_an_officer_suspends_a_ban():
    made = decided(decision(), 2, suspended=True, probation=4)
    assert (made.matches, made.suspended, made.probation) == (2, True, 4)


@rule("KERNEL-TOUR-80")
def test_a_disqualification_is_from_one_match():
    made = decided(decision(kind="disqualified", fixture="f7"), None)
    assert (made.only, made.cause_fixture) == ("f7", "")
    whole = decided(decision(kind="disqualified", fixture="f7", hero=""), None)
    assert (whole.only, whole.hero) == ("f7", "")


@rule("KERNEL-TOUR-80")
@pytest.mark.parametrize(
    ("changes", "matches", "options", "field"),
    [
        ({"reason": " … "}, 1, {}, "reason"),
        ({"rule": ""}, 1, {}, "rule"),
        ({"hero": ""}, 1, {}, "hero"),
        ({"points": -1}, 1, {}, "points"),
        ({"points": 1001}, 1, {}, "points"),
        ({}, 100, {}, "matches"),
        ({}, -1, {}, "matches"),
        ({}, 1, {"suspended": True, "probation": 100}, "probation"),
        ({}, 1, {"probation": 3}, "probation"),
        ({}, None, {"suspended": True}, "suspended"),
        ({"kind": "disqualified"}, None, {}, "fixture"),
        ({"kind": "disqualified", "fixture": "f7"}, 2, {}, "matches"),
        ({"kind": "disqualified", "fixture": "f7"}, None, {"suspended": True}, "matches"),
    ],
)
def test_it_refuses_decisions_that_make_no_sense(changes, matches, options, field):
    with pytest.raises(Refused) as caught:
        decided(decision(**changes), matches, **options)
    assert (caught.value.field, caught.value.rule) == (field, "KERNEL-TOUR-80")
    assert caught.value.hint


@rule("KERNEL-TOUR-80")
def test_the_last_numbers_that_are_allowed():
    made = decided(decision(points=1000), 99, suspended=True, probation=99)
    assert (made.matches, made.probation) == (99, 99)


def test_no_sentence_opens_no_ban():
    assert ban_for(decision(), None) is None


# House rules


@rule("KERNEL-TOUR-87")
@pytest.mark.parametrize(
    ("thresholds", "field"),
    [
        ([{"id": " ", "at": 3}], "thresholds[0].id"),
        ([{"id": "a", "at": 3}, {"id": "a", "at": 5}], "thresholds[0].id"),
        ([{"id": "a", "at": 0}], "thresholds[0].at"),
        ([{"id": "a", "at": 3}, {"id": "b", "at": 3, "matches": 100}], "thresholds[1].matches"),
    ],
)
def test_it_refuses_thresholds_that_cannot_be(thresholds, field):
    rules = DisciplineRules(thresholds=tuple(Threshold(**one) for one in thresholds))
    with pytest.raises(Refused) as caught:
        check_discipline(rules)
    assert (caught.value.code, caught.value.field) == ("bad_threshold", f"house_rules.{field}")


@rule("KERNEL-TOUR-90", "KERNEL-TOUR-96")
@pytest.mark.parametrize(
    ("switch", "least", "most"), [("appeal_days", 0, 365), ("no_show_hours", 0, 720), ("no_show_most", 0, 8760)]
)
def test_numbers_have_bounds(switch, least, most):
    for value in (least, most):
        check_discipline(DisciplineRules(**{switch: value}))
    for value in (least - 1, most + 1):
        with pytest.raises(Refused) as caught:
            check_discipline(DisciplineRules(**{switch: value}))
        assert caught.value.field == f"house_rules.{switch}"


def test_every_switch_has_words():
    told = switches_of(DisciplineRules)
    assert all(one.rule.startswith("KERNEL-TOUR-") for one in told.values())
    assert all(one.label for one in told.values())
    assert set(told) == set(DisciplineRules.__struct_fields__)
