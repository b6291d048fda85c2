"""What a battle means for the heroes of a company."""

import pytest

from campaigns.domain.company.decide.heroes import serve_absences, take_consequence
from campaigns.domain.company.events import AbsenceSet, HeroFateSet
from campaigns.domain.event_base import Cause
from rules.kernel.progression import Absence, Consequence, Injury
from tests.campaigns.domain.companies import Dealings
from tests.rules.play import rule

KNEE = Injury(name="knee", until="season")


def outcome(fate, **more):
    """A consequence for Brand."""
    return Consequence(figure="h1", fate=fate, rule="IST-FATE-01", event=40, **more)


@rule("IST-FATE-01", "IST-FATE-03", "IST-XP-01")
@pytest.mark.parametrize("how", ["", "fled", "left_board"])
def test_it_works(how):
    wolves = Dealings.with_hero()
    told = wolves.deed(take_consequence, outcome("survived", how=how, xp=1), "m1")
    assert told == ["hero_fate_set", "xp_gained", "hero_restored"]
    fate = next(event for event in wolves.events if isinstance(event, HeroFateSet))
    assert (fate.fate, fate.how, fate.rule) == ("survived", how, "IST-FATE-01")
    assert {event.because for event in wolves.events[-3:]} == {Cause("m1", 40)}
    assert wolves.hero().xp == 1


@rule("IST-XP-02")
def test_the_fourth_battle_survived_brings_a_level():
    wolves = Dealings.with_hero()
    for match in ("m1", "m2", "m3"):
        wolves.deed(take_consequence, outcome("survived", xp=1), match)
    told = wolves.deed(take_consequence, outcome("survived", xp=1), "m4")
    assert told == ["hero_fate_set", "xp_gained", "level_gained", "hero_restored"]
    assert wolves.hero().level == 2


@rule("IST-FATE-02")
def test_who_was_taken_out_is_restored_without_xp():
    wolves = Dealings.with_hero()
    told = wolves.deed(take_consequence, outcome("taken_out"), "m1")
    assert told == ["hero_fate_set", "hero_restored"]
    assert (wolves.hero().xp, wolves.hero().standing) == (0, "ready")


@rule("IST-Q-100")
def test_a_fate_that_the_gm_is_to_declare_says_so():
    wolves = Dealings.with_hero()
    wolves.deed(take_consequence, outcome("taken_out", undecided=True), "m1")
    fate = next(event for event in wolves.events if isinstance(event, HeroFateSet))
    assert fate.undecided
    assert wolves.hero().standing == "ready"


@rule("IST-Q-101")
def test_what_is_carried_over_stays():
    wolves = Dealings.with_hero()
    wolves.deed(take_consequence, outcome("survived", carried={"health": 6}), "m1")
    assert wolves.hero().carried == {"health": 6}


@rule("IST-Q-100", "IST-Q-110")
def test_who_dies_leaves_its_items_to_the_company():
    wolves = Dealings.with_hero()
    wolves.do("buy_item", item="spear")
    wolves.do("assign_item", hero="h1", item="spear")
    told = wolves.deed(take_consequence, outcome("dead", faces=(5,), target=6), "m1")
    assert told == ["hero_fate_set", "item_returned", "leader_named"]
    fate = wolves.events[-3]
    assert (fate.faces, fate.target, wolves.hero().standing) == ((5,), 6, "dead")
    assert wolves.company.stash == {"spear": 1}


def test_who_rested_has_experience_at_most():
    wolves = Dealings.with_hero()
    assert wolves.deed(take_consequence, outcome("rested", xp=1), "m1") == ["xp_gained"]
    assert wolves.deed(take_consequence, outcome("rested"), "m2") == []


def test_injuries_are_told_once_and_absences_set():
    wolves = Dealings.with_hero()
    ban = Absence(why="ejected", matches=2)
    told = wolves.deed(take_consequence, outcome("survived", injuries=(KNEE,), absence=ban), "m1")
    assert told == ["hero_fate_set", "hero_restored", "injury_taken", "absence_set"]
    assert wolves.deed(take_consequence, outcome("survived", injuries=(KNEE,)), "m2")[2:] == []
    assert wolves.deed(take_consequence, outcome("survived", injuries=(KNEE, KNEE)), "m3")[2:] == ["injury_taken"]
    assert wolves.hero().injuries == (KNEE, KNEE)


def test_matches_are_served_by_staying_away():
    wolves = Dealings.with_hero()
    for name in ("Osk", "Una"):
        wolves.do("recruit_hero", name=name, race="dwarf", calling="expert")
    wolves.happen(
        AbsenceSet(hero="h1", absence=Absence(why="ejected", matches=2)),
        AbsenceSet(hero="h2", absence=Absence(why="ejected", matches=1)),
        AbsenceSet(hero="h3", absence=Absence(why="ejected", until="tournament")),
    )
    assert wolves.deed(serve_absences, ("h2",), Cause("m1")) == ["absence_served"]
    assert wolves.hero("h1").absence == Absence(why="ejected", matches=1)
    assert wolves.hero("h2").absence == Absence(why="ejected", matches=1)
    assert wolves.deed(serve_absences, (), Cause("m2")) == ["absence_served", "absence_served"]
    assert [wolves.hero(hero).absence for hero in ("h1", "h2")] == [None, None]
    assert wolves.hero("h3").absence == Absence(why="ejected", until="tournament")
    assert wolves.deed(serve_absences, (), Cause("m3")) == []
