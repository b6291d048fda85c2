"""A battle recorded again long after it was fought: settled by what it began with, carried over to what is now."""

import pytest

from campaigns.domain.battles import battle_setup
from campaigns.domain.company.decide.heroes import serve_absences
from campaigns.domain.company.draft import Draft, Terms
from campaigns.domain.company.events import (
    AbsenceServed,
    AbsenceSet,
    CompanyFounded,
    HeroRecruited,
)
from campaigns.domain.company.evolve import evolve, fold
from campaigns.domain.event_base import Cause
from campaigns.domain.world import World
from rules.ishmek.system import ISHMEK
from rules.istra.progression import PROGRESSION
from rules.kernel.progression import Absence, Figure
from tests.campaigns.domain.nights import Night
from tests.rules.play import Play, rule

PAIR = {"s1": ("ann", "h1"), "s2": ("bob", "h1")}
GROUND = {"turns_total": 4}
AGAIN = {"reason": "the match was corrected"}
FULL = 20
"""The Health of a human fighter without Toughness. [IST-RACE-01]"""


def carrying(**more):
    return Night.running({"carry_damage": "on", **more}, ann=1, bob=1)


def left_with(night, match, health, **how):
    """The battle's match, as it would be if Ann's hero came out of it with so much Health."""
    game = night.table(match)
    game.do({"type": "gm_adjust", "model": "s1-h1", "field": "health", "value": health, "reason": "x"}, by="gm")
    night.finish(match, game, **how)


def wounded(night, match, health):
    night.start(match, PAIR)
    left_with(night, match, health)
    night.do("record_battle", match=match)


def lost(night):
    return night.hero("ann").carried


# Damage that stays [IST-Q-101]


@rule("KERNEL-CAMP-07", "IST-Q-101")
def test_what_comes_out_the_same_leaves_later_wounds_alone():
    night = carrying()
    wounded(night, "m1", FULL - 5)
    wounded(night, "m2", FULL - 9)
    for match in ("m1", "m2"):
        night.do("record_again", match=match, **AGAIN)
        assert lost(night) == {"health": 9}


@rule("KERNEL-CAMP-07", "IST-Q-101")
def test_a_battle_counts_what_was_lost_in_it_and_not_what_was_brought_into_it():
    """3 lost before it, 5 at its end; corrected, 8 at its end: 5 of them its own, and 4 of the battle after it."""
    night = carrying()
    wounded(night, "m1", FULL - 3)
    night.start("m2", PAIR)
    left_with(night, "m2", FULL - 5)
    first = night.matches["m2"]
    left_with(night, "m2", FULL - 8)
    corrected, night.matches["m2"] = night.matches["m2"], first
    night.do("record_battle", match="m2")
    wounded(night, "m3", FULL - 9)
    night.matches["m2"] = corrected
    night.do("record_again", match="m2", **AGAIN)
    assert lost(night) == {"health": 3 + 5 + 4}
    night.do("void_battle", match="m2", **AGAIN)
    assert lost(night) == {"health": 3 + 4}


@rule("KERNEL-CAMP-07", "IST-Q-101", "IST-FATE-02")
def test_what_a_later_battle_has_healed_stays_healed():
    night = carrying()
    wounded(night, "m1", FULL - 5)
    night.fight("m2", PAIR, out=("s1-h1",), won=("s2",))
    assert lost(night) == {}
    night.do("record_again", match="m1", **AGAIN)
    assert lost(night) == {}


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-04", "IST-Q-101")
def test_it_is_settled_by_the_switches_that_the_battle_began_with():
    night = carrying()
    night.start("m1", PAIR)
    night.do("set_house_rule", name="carry_damage", value="off")
    left_with(night, "m1", FULL - 5)
    night.do("record_battle", match="m1")
    night.do("record_again", match="m1", **AGAIN)
    assert lost(night) == {"health": 5}


@rule("KERNEL-CAMP-07", "IST-Q-101")
def test_an_open_battle_that_was_voided_counts_where_it_was_fought():
    """Voided before it was recorded; since then the hero has recovered from a later battle."""
    night = carrying()
    night.start("m1", PAIR)
    night.do("void_battle", match="m1", **AGAIN)
    left_with(night, "m1", FULL - 5)
    night.fight("m2", PAIR, out=("s1-h1",), won=("s2",))
    night.do("record_again", match="m1", **AGAIN)
    assert (lost(night), night.hero("ann").xp) == ({}, 1)


# Experience and fates


@rule("KERNEL-CAMP-07")
def test_experience_that_the_gm_has_taken_is_not_given_again():
    night = Night.running(ann=1, bob=1)
    night.fight("m1", PAIR)
    night.do("correct", company="ann", hero="h1", field="xp", value=0, reason="it slept through it")
    night.do("record_again", match="m1", **AGAIN)
    assert night.hero("ann").xp == 0


@rule("KERNEL-CAMP-07", "IST-Q-102")
def test_who_rested_then_learns_of_it_though_dead_by_now():
    night = Night.running({"xp": "all_living", "fate": "deadly"}, ann=2, bob=1)
    night.fight("m1", PAIR)
    night.fight("m2", {"s1": ("ann", "h2"), "s2": ("bob", "h1")}, out=("s1-h2",), won=("s2",))
    assert (night.hero("ann", "h2").standing, night.hero("ann", "h2").xp) == ("dead", 1)
    night.do("record_again", match="m1", **AGAIN)
    assert (night.hero("ann", "h2").standing, night.hero("ann", "h2").xp) == ("dead", 1)


@rule("KERNEL-CAMP-07", "IST-D-18")
@pytest.mark.parametrize(("fate", "standing"), [("dead", "dead"), ("survived", "ready")])
def test_a_fate_that_the_gm_has_declared_is_not_owed_again(fate, standing):
    night = Night.running({"fate": "gm"}, ann=1, bob=1)
    night.fight("m1", PAIR, out=("s1-h1",), won=("s2",))
    night.do("declare_fate", company="ann", hero="h1", fate=fate, match="m1", reason="the crows know")
    night.do("record_again", match="m1", **AGAIN)
    assert (night.hero("ann").standing, night.companies["ann"].undecided) == (standing, {})


@rule("KERNEL-CAMP-07", "IST-Q-100")
def test_who_was_declared_alive_after_all_stays_so():
    night = Night.running({"fate": "deadly"}, ann=1, bob=1)
    night.fight("m1", PAIR, out=("s1-h1",), won=("s2",))
    night.do("declare_fate", company="ann", hero="h1", fate="survived", match="m1", reason="a miracle")
    night.do("record_again", match="m1", **AGAIN)
    assert night.hero("ann").standing == "ready"
    fates = [(one.how, one.fate, one.rule) for one in night.of("ann", "hero_fate_set")]
    assert fates == [("", "dead", "IST-Q-100"), ("gm", "survived", "KERNEL-CAMP-09")]


# Squads of Ishmêk: spell slots that are kept, bans that were lifted


def squads():
    """Ann's caster has two spell slots, and slots that were spent stay spent."""
    night = Night(game="ishmek", rules={"slots": "kept"})
    night.do("start_campaign")
    for owner in ("ann", "bob"):
        night.join(owner)
        night.found(owner)
        night.do("recruit_hero", company=owner, name=owner.title(), stats={"slots_l1": 2})
    return night


def forfeited(night, match, *deeds):
    """A match that the home team gives up, after what the GM did in it."""
    sides = {"home": {"company": "ann", "heroes": ["h1"]}, "away": {"company": "bob", "heroes": ["h1"]}}
    night.do("start_battle", match=match, sides=sides, ground=GROUND)
    game = Play.setup(ISHMEK, battle_setup(World(night.campaign, night.companies), match, GROUND))
    for deed in deeds:
        game.do(deed, by="gm")
    game.do({"type": "forfeit", "team": "home", "reason": "dusk"}, by="gm")
    night.keep(match, game)
    night.do("record_battle", by="house", match=match)


def slots(left):
    return {"type": "gm_effect", "player": "home-h1", "slots_l1": left, "note": "spent"}


@rule("KERNEL-CAMP-07")
def test_slots_are_counted_by_what_the_player_had_then():
    """Two then, one of them spent. That it was given four since makes it lack no more."""
    night = squads()
    forfeited(night, "m1", slots(1))
    assert lost(night) == {"slots_l1": 1}
    night.do("correct", company="ann", hero="h1", field="stats.slots_l1", value=4, reason="a better teacher")
    night.do("record_again", match="m1", **AGAIN)
    assert lost(night) == {"slots_l1": 1}


@rule("KERNEL-CAMP-07")
def test_slots_spent_in_a_later_match_stay_spent():
    night = squads()
    forfeited(night, "m1", slots(1))
    forfeited(night, "m2", slots(0))
    night.do("record_again", match="m1", **AGAIN)
    assert lost(night) == {"slots_l1": 2}
    night.do("void_battle", match="m1", **AGAIN)
    assert lost(night) == {"slots_l1": 1}


@rule("KERNEL-CAMP-07")
def test_a_ban_that_the_gm_has_lifted_stays_lifted():
    night = squads()
    forfeited(night, "m1", {"type": "dismiss", "player": "home-h1", "reason": "a knife"})
    night.do("correct", company="ann", hero="h1", field="absence", value=None, reason="pardoned")
    night.do("record_again", match="m1", **AGAIN)
    assert night.hero("ann").absence is None


@rule("KERNEL-CAMP-07")
def test_a_ban_that_holds_still_holds():
    night = squads()
    forfeited(night, "m1", {"type": "dismiss", "player": "home-h1", "reason": "a knife"})
    night.do("record_again", match="m1", **AGAIN)
    assert night.hero("ann").absence == Absence(why="dismissed", until="tournament")


# What no game of today brings about by play

FOUNDED = (
    CompanyFounded(company="c1", game="istra", name="A", motto="B", hall="C"),
    HeroRecruited(figure=Figure(id="h1", name="Osk", stats={"power": 5}), price=0),
)


@rule("KERNEL-CAMP-07")
def test_a_ban_from_after_the_match_is_not_served_by_it():
    then = fold(FOUNDED)
    draft = Draft(evolve(then, AbsenceSet(hero="h1", absence=Absence(why="drunk", matches=2))), TERMS)
    serve_absences(draft, (), Cause("m1"), then)
    assert draft.events == []
    serve_absences(draft, (), Cause("m1"))
    assert [type(event) for event in draft.events] == [AbsenceServed]


TERMS = Terms(PROGRESSION, PROGRESSION.rules_type(), batch="b9")
