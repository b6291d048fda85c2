"""Conditions of heroes: how they come, bar from battles, run out, are ended, and are undone. [KERNEL-CAMP-16]"""

import pytest

from campaigns.domain.company.events import BattleRecorded, ConditionEnded, ConditionGained
from campaigns.domain.conditions import Conditions, run_out
from campaigns.domain.event_base import Cause
from rules.kernel.progression import Condition
from tests.campaigns.domain.bouts import Season
from tests.rules.play import rule


@pytest.fixture
def season(ring):
    return Season.running(ann=2, bob=2)


WRENCH = {"company": "ann", "hero": "h1", "reason": "A bad step."}


def add(season, **fields):
    season.do("add_condition", **{**WRENCH, "name": "cowed", **fields})


@rule("KERNEL-CAMP-16", "RING-CAMP-03")
def test_a_battle_leaves_conditions_by_the_hour_it_began_at(season):
    season.do("advance_clock", hours=10, reason="x")
    season.open_bout("m1", red="ann", blue="bob")
    season.do("advance_clock", hours=2, reason="x")
    season.end_bout("m1", off="blue")
    told = season.do("record_battle", by="house", match="m1")
    assert told.count("condition_gained") == 1
    (sprain,) = season.hero("bob").conditions
    assert (sprain.id, sprain.name, sprain.since, sprain.ends) == ("c1", "sprained", 10, "hour:34")  # 10 + 24
    assert (sprain.match, sprain.event) == ("m1", len(season.matches["m1"].events))
    (event,) = season.of("bob", "condition_gained")
    assert (event.because.match, event.because.event) == ("m1", sprain.event)


@rule("KERNEL-CAMP-16", "RING-CAMP-02")
def test_who_is_barred_by_one_is_refused_with_it_and_its_event(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    sides = {"red": {"company": "ann", "heroes": ["h1"]}, "blue": {"company": "bob", "heroes": ["h1"]}}
    no = season.refuses(
        "start_battle", "barred_by_condition", match="m2", sides=sides, rule="RING-CAMP-02", at="sides.blue.heroes[0]"
    )
    assert no.message == "Bob 1: Sprained ankle (a fall off the mat)."
    assert no.event == ("match-m1", len(season.matches["m1"].events))
    season.open_bout("m2", hero="h2", red="ann", blue="bob")


@rule("RING-CAMP-01")
def test_a_side_of_ring_is_one_wrestler(season):
    sides = {"red": {"company": "ann", "heroes": ["h1", "h2"]}, "blue": {"company": "bob", "heroes": ["h1"]}}
    season.refuses("start_battle", "too_many", match="m1", sides=sides, rule="RING-CAMP-01")


@rule("KERNEL-CAMP-16")
def test_what_the_gm_added_bars_with_the_event_of_the_company(season):
    add(season, name="sprained")
    sides = {"red": {"company": "ann", "heroes": ["h1"]}, "blue": {"company": "bob", "heroes": ["h1"]}}
    no = season.refuses("start_battle", "barred_by_condition", match="m2", sides=sides, at="sides.red.heroes[0]")
    number = len(season.logs["company-ann"])
    assert no.event == ("company-ann", number)
    assert season.logs["company-ann"][number - 1].condition.name == "sprained"


@rule("KERNEL-CAMP-16")
def test_what_has_run_out_ends_once(season):
    add(season, ends="hours", length=3)
    add(season, ends="gm", title="Under a spell")
    season.do("advance_clock", hours=2, reason="x")
    season.refuses("end_conditions", "no_condition_due", company="ann", rule="KERNEL-CAMP-16")
    season.do("advance_clock", hours=1, reason="x")
    assert [(hero, one.id) for hero, one in run_out(season.companies["ann"], 3, 0)] == [("h1", "c1")]
    assert season.do("end_conditions", by="house", company="ann") == ["condition_ended"]
    assert [one.why for one in season.of("ann", "condition_ended")] == ["time"]
    assert season.conditions("ann") == [("c2", "cowed")]
    season.refuses("end_conditions", "no_condition_due", company="ann")


@rule("KERNEL-CAMP-16")
def test_it_ends_with_its_downtime(season):
    season.do("start_downtime")
    add(season, ends="downtimes", length=2)
    season.do("start_downtime")
    season.refuses("end_conditions", "no_condition_due", company="ann")
    season.do("start_downtime")
    season.do("end_conditions", company="ann")
    assert ([one.why for one in season.of("ann", "condition_ended")], season.conditions("ann")) == (["downtime"], [])


@rule("KERNEL-CAMP-16", "RING-CAMP-03")
def test_it_ends_with_the_next_battle_of_its_company_that_counts(season):
    season.bout("m1", red="ann", blue="bob", late="blue")
    assert season.conditions("bob") == [("c1", "shaken")]
    season.bout("m2", hero="h2", red="ann", blue="bob")
    assert [one.why for one in season.of("bob", "condition_ended")] == ["battle"]
    assert season.conditions("bob") == []


@rule("KERNEL-CAMP-16")
def test_several_of_a_name_stand_with_an_id_each_that_is_never_used_again(season):
    add(season)
    add(season, amount=-5)
    season.do("end_condition", company="ann", hero="h1", condition="c1", reason="A good night.")
    add(season)
    assert season.conditions("ann") == [("c2", "cowed"), ("c3", "cowed")]
    assert [one.amount for one in season.hero("ann").conditions] == [-5, 0]


@rule("KERNEL-CAMP-16", "KERNEL-ILL-41")
def test_it_refuses_conditions_that_are_none(season):
    season.refuses("add_condition", "unknown_condition", **WRENCH, name="winged", rule="KERNEL-CAMP-16", at="name")
    season.refuses("add_condition", "bad_value", **WRENCH, name="cowed", ends="hours", at="length")
    season.refuses("add_condition", "bad_value", **WRENCH, name="cowed", ends="gm", length=2, at="length")
    season.refuses("add_condition", "reason_wanted", **{**WRENCH, "reason": ""}, name="cowed")
    season.refuses("add_condition", "gm_only", by="ann", **WRENCH, name="cowed")
    season.refuses("end_condition", "unknown_condition", **WRENCH, condition="c1", at="condition")
    season.open_bout("m1", red="ann", blue="bob")
    season.refuses("add_condition", "company_in_battle", **WRENCH, name="cowed")
    season.refuses("end_conditions", "company_in_battle", company="ann")


def test_a_preview_tells_what_it_would_change(season):
    (line,) = season.preview("add_condition", **WRENCH, name="cowed")
    assert (line[:3], line[3], [one.name for one in line[4]]) == (("ann", "h1", "conditions"), (), ["cowed"])


# Undone


@rule("KERNEL-CAMP-16", "KERNEL-CAMP-07")
def test_what_a_battle_brought_goes_when_it_is_void_and_comes_again(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    season.do("void_battle", match="m1", reason="x")
    assert season.conditions("bob") == []
    season.do("record_again", match="m1", reason="x")
    assert [name for _, name in season.conditions("bob")] == ["sprained"]


@rule("KERNEL-CAMP-16", "KERNEL-CAMP-07")
def test_what_the_gm_has_ended_stays_ended(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    season.do("end_condition", company="bob", hero="h1", condition="c1", reason="A healer came.")
    for _ in range(2):
        season.do("record_again", match="m1", reason="x")
        assert season.conditions("bob") == []
    season.do("void_battle", match="m1", reason="x")
    season.do("record_again", match="m1", reason="x")
    assert season.conditions("bob") == []


@rule("KERNEL-CAMP-16", "KERNEL-CAMP-07")
def test_what_ended_with_a_battle_stands_again_without_it(season):
    season.bout("m1", red="ann", blue="bob", late="blue")
    season.bout("m2", hero="h2", red="ann", blue="bob")
    season.do("void_battle", match="m2", reason="x")
    assert season.conditions("bob") == [("c1", "shaken")]
    season.do("record_again", match="m2", reason="x")
    assert season.conditions("bob") == []


def test_it_does_not_where_the_battle_that_brought_it_is_void_too(season):
    season.bout("m1", red="ann", blue="bob", late="blue")
    season.bout("m2", hero="h2", red="ann", blue="bob")
    season.do("void_battle", match="m1", reason="x")
    season.do("void_battle", match="m2", reason="x")
    assert season.conditions("bob") == []


def test_what_has_run_out_meanwhile_does_not_stand_again(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    season.do("advance_clock", days=1, reason="x")
    season.do("record_again", match="m1", reason="x")
    assert season.conditions("bob") == []
    assert [one.why for one in season.of("bob", "condition_ended")] == ["time"]


def test_a_later_condition_is_left_alone(season):
    season.bout("m1", red="ann", blue="bob", late="blue")
    season.do("add_condition", company="bob", hero="h1", name="shaken", ends="battle", reason="x")
    season.do("record_again", match="m1", reason="x")
    assert [name for _, name in season.conditions("bob")] == ["shaken", "shaken"]


def test_what_had_run_out_by_its_record_is_told_each_time(season):
    season.open_bout("m1", red="ann", blue="bob")
    season.do("advance_clock", days=1, reason="x")
    season.end_bout("m1", off="blue")
    season.do("record_battle", by="house", match="m1")
    for _ in range(2):
        assert len(season.of("bob", "condition_gained")) == len(season.of("bob", "condition_ended")) == 1
        season.do("record_again", match="m1", reason="x")


@rule("KERNEL-CAMP-16")
def test_of_two_of_a_name_from_one_battle_the_one_that_was_ended_stays_ended():
    """The second of the first settling is ended: settled anew, the first comes again, with what it is now."""
    because, other = Cause("m1", 9), Cause("m1", 12)
    first, second = (Condition(name="bruised", id=name, amount=amount) for name, amount in (("c1", -1), ("c2", -2)))
    log = [
        BattleRecorded(match="m1", result="lost", because=Cause("m1")),
        ConditionGained(hero="h1", condition=first, because=because, batch="b1"),
        ConditionGained(hero="h1", condition=second, because=other, batch="b1"),
        ConditionEnded(hero="h1", condition=second, why="gm", batch="b2"),
    ]
    told = tuple(Condition(name="bruised", amount=amount) for amount in (-1, -2))
    assert Conditions(log, "h1").brought("m1", told) == told[:1]
    assert Conditions(log, "h2").brought("m1", told) == told
    assert Conditions(log, "h1").brought("m2", told) == told


@rule("KERNEL-CAMP-16", "KERNEL-CAMP-07")
def test_what_stands_again_stands_where_it_stood(season):
    season.bout("m1", red="ann", blue="bob", late="blue")
    season.do("add_condition", company="bob", hero="h1", name="cowed", reason="x")
    season.bout("m2", hero="h2", red="ann", blue="bob")
    season.do("void_battle", match="m2", reason="x")
    assert season.conditions("bob") == [("c1", "shaken"), ("c2", "cowed")]
