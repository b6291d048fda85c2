"""Fates that the GM declares: of whom, in which battle, and what goes with them."""

import pytest

from campaigns.domain.company.events import HeroFateSet
from campaigns.domain.event_base import Cause
from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

WHY = {"reason": "the GM says so"}
BOBS = {"company": "bob", "hero": "h1", **WHY}
FALLEN = {"out": ("s2-h1",), "won": ("s1",)}


def one_on_one(*matches, rules=None):
    """Ann's first hero has taken out Bob's in each of these matches, in which bob's second stood by."""
    night = Night.running({"fate": "gm", **(rules or {})}, ann=1, bob=2)
    for match in matches:
        night.fight(match, {"s1": ("ann", "h1"), "s2": ("bob", "h1", "h2")}, **FALLEN)
    return night


def bob(night):
    """Standing, XP and the fates owed to Bob's first hero."""
    hero = night.hero("bob")
    return hero.standing, hero.xp, night.companies["bob"].open_fates.get("h1", ())


@rule("IST-D-18", "IST-XP-01", "IST-FATE-02", "IST-Q-100")
@pytest.mark.parametrize(
    ("fate", "after"), [("survived", ("ready", 1)), ("taken_out", ("ready", 0)), ("dead", ("dead", 0))]
)
def test_a_declared_fate_has_the_xp_of_such_a_fate(fate, after):
    night = one_on_one("m1")
    assert bob(night) == ("ready", 0, ("m1",))
    night.do("declare_fate", match="m1", fate=fate, **BOBS)
    assert bob(night) == (*after, ())
    gained = night.of("bob", "xp_gained")
    assert [(one.old, one.new, one.because, one.reason) for one in gained] == (
        [(0, 1, Cause("m1"), "the GM says so")] if fate == "survived" else []
    )


@rule("IST-Q-102", "IST-D-18")
@pytest.mark.parametrize(("fate", "xp"), [("survived", 1), ("taken_out", 1), ("dead", 0)])
def test_where_all_who_live_learn_a_declared_death_takes_the_xp_back(fate, xp):
    night = one_on_one("m1", rules={"xp": "all_living"})
    assert night.hero("bob").xp == 1
    told = night.do("declare_fate", match="m1", fate=fate, **BOBS)
    assert night.hero("bob").xp == xp
    assert ("undone" in told, "xp_gained" in told) == (fate == "dead", False)


@rule("IST-D-18", "IST-XP-01", "IST-XP-02")
def test_a_fate_is_declared_anew_with_the_xp_and_the_level_that_it_has_then():
    night = one_on_one("m1")
    night.do("award_xp", amount=3, **BOBS)
    night.do("declare_fate", match="m1", fate="survived", **BOBS)
    night.do("raise_core", company="bob", hero="h1", stat="power")
    hero = night.hero("bob")
    assert (hero.xp, hero.level, hero.stats["power"]) == (4, 2, 6)
    night.do("declare_fate", match="m1", fate="taken_out", **BOBS)
    hero = night.hero("bob")
    assert (hero.xp, hero.level, hero.stats["power"], hero.raised) == (3, 1, 5, 0)
    night.do("declare_fate", match="m1", fate="survived", **BOBS)
    assert (night.hero("bob").xp, night.hero("bob").level) == (4, 2)


@rule("IST-D-18")
def test_who_was_declared_dead_comes_back_with_the_xp_and_as_if_it_had_not_died():
    """What the GM set after the battle is as it would be, had it been declared alive at once."""
    night = one_on_one("m1")
    night.do("correct", field="carried.health", value=3, **BOBS)
    night.do("declare_fate", match="m1", fate="dead", **BOBS)
    told = night.do("declare_fate", match="m1", fate="survived", **BOBS)
    assert told == ["hero_revived", "hero_fate_set", "hero_restored", "xp_gained"]
    assert bob(night) == ("ready", 1, ())
    assert night.hero("bob").carried == {"health": 3}


@rule("IST-D-18", "IST-FATE-02", "IST-Q-101")
@pytest.mark.parametrize("match", ["m2", ""])
def test_who_was_dead_comes_back_without_what_it_had_lost_before(match):
    night = Night.running({"fate": "recover", "carry_damage": "on"}, ann=1, bob=1)
    sides = {"s1": ("ann", "h1"), "s2": ("bob", "h1")}
    game = night.start("m1", sides)
    game.do({"type": "gm_adjust", "model": "s2-h1", "field": "health", "value": 17, "reason": "x"}, by="gm")
    night.finish("m1", game)
    night.do("record_battle", match="m1")
    night.do("set_house_rule", name="fate", value="deadly")
    night.fight("m2", sides, **FALLEN)
    assert (night.hero("bob").standing, night.hero("bob").carried) == ("dead", {"health": 3})
    night.do("declare_fate", fate="survived", **BOBS, **({"match": match} if match else {}))
    assert (night.hero("bob").standing, night.hero("bob").carried) == ("ready", {})


@rule("IST-D-18", "IST-Q-101")
@pytest.mark.parametrize("fate", ["survived", "taken_out"])
def test_wounds_of_other_battles_stay_when_a_fate_is_declared(fate):
    night = one_on_one("m1", rules={"carry_damage": "on"})
    night.do("correct", field="carried.health", value=3, **BOBS)
    told = night.do("declare_fate", match="m1", fate=fate, **BOBS)
    assert "hero_restored" not in told
    assert night.hero("bob").carried == {"health": 3}


@rule("IST-D-18", "KERNEL-ILL-28")
def test_it_refuses_the_fate_of_who_was_not_taken_out_there():
    night = one_on_one("m1")
    night.recruit("bob", "Late")
    night.fight("friends", {"s1": ("ann", "h1"), "s2": ("bob", "h1")}, kind="friendly", **FALLEN)
    wrong = {"rule": "IST-D-18", "at": "match"}
    for hero, match in (("h2", "m1"), ("h3", "m1"), ("h1", "friends")):
        for fate in ("survived", "dead"):
            night.refuses("declare_fate", "not_taken_out", **wrong, **BOBS | {"hero": hero}, match=match, fate=fate)
    night.refuses("declare_fate", "not_taken_out", **wrong, company="ann", hero="h1", match="m1", fate="dead", **WHY)
    friendly = night.refuses("declare_fate", "not_taken_out", **wrong, **BOBS, match="friends", fate="dead")
    assert friendly.message == "Battle 2 was friendly and has no consequences."


@rule("IST-D-18")
def test_one_that_was_declared_of_who_was_not_there_is_not_declared_anew():
    """So it could be once: the log of such a campaign has it."""
    night = one_on_one("m1")
    night.recruit("bob", "Late")
    strange = HeroFateSet(hero="h3", fate="survived", rule="KERNEL-CAMP-09", how="gm", because=Cause("m1"))
    night.logs["company-bob"].append(strange)
    night.refuses("declare_fate", "not_taken_out", **BOBS | {"hero": "h3"}, match="m1", fate="dead", at="match")


@rule("IST-D-18", "KERNEL-CAMP-07")
def test_it_refuses_a_fate_in_a_battle_that_is_void():
    night = one_on_one("m1")
    night.do("void_battle", match="m1", **WHY)
    night.refuses("declare_fate", "battle_voided", match="m1", fate="dead", at="match", **BOBS)


@rule("IST-D-18", "KERNEL-ILL-28")
def test_it_refuses_a_fate_that_is_the_same():
    night = one_on_one("m1")
    night.refuses("declare_fate", "fate_same", at="fate", fate="survived", company="ann", hero="h1", **WHY)
    night.do("declare_fate", match="m1", fate="taken_out", **BOBS)
    night.refuses("declare_fate", "fate_same", at="fate", match="m1", fate="taken_out", **BOBS)
    night.refuses("declare_fate", "fate_same", at="fate", fate="taken_out", **BOBS)
    night.do("declare_fate", match="m1", fate="dead", **BOBS)
    night.refuses("declare_fate", "fate_same", at="fate", match="m1", fate="dead", **BOBS)


@rule("IST-Q-100")
def test_by_the_other_switches_too_the_gm_has_the_last_word_on_who_fell():
    night = Night.running({"fate": "deadly"}, ann=1, bob=2)
    night.fight("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1", "h2")}, **FALLEN)
    assert bob(night) == ("dead", 0, ())
    night.do("declare_fate", match="m1", fate="survived", **BOBS)
    assert bob(night) == ("ready", 1, ())


@rule("IST-D-18")
def test_every_fate_that_is_owed_stays_owed_until_it_is_declared():
    night = one_on_one("m1", "m2")
    assert bob(night) == ("ready", 0, ("m1", "m2"))
    night.do("declare_fate", match="m2", fate="survived", **BOBS)
    assert bob(night) == ("ready", 1, ("m1",))
    night.do("declare_fate", match="m1", fate="survived", **BOBS)
    assert bob(night) == ("ready", 2, ())


@rule("IST-D-18")
def test_to_the_dead_no_fate_is_owed_but_it_is_once_they_live_again():
    night = one_on_one("m1", "m2")
    night.do("declare_fate", match="m1", fate="dead", **BOBS)
    assert bob(night) == ("dead", 0, ())
    night.do("void_battle", match="m1", **WHY)
    assert bob(night) == ("ready", 0, ("m2",))


@rule("IST-D-18")
def test_a_fate_in_no_battle_closes_all_that_are_owed():
    night = one_on_one("m1", "m2")
    night.do("declare_fate", fate="taken_out", **BOBS)
    assert bob(night) == ("ready", 0, ())


@rule("IST-D-18")
def test_who_died_elsewhere_stays_dead_whatever_came_of_an_older_battle():
    night = one_on_one("m1", "m2")
    night.do("declare_fate", match="m2", fate="dead", **BOBS)
    assert night.do("declare_fate", match="m1", fate="survived", **BOBS) == ["hero_fate_set", "xp_gained"]
    assert bob(night) == ("dead", 1, ())


@rule("KERNEL-CAMP-07", "IST-D-18")
@pytest.mark.parametrize("fate", ["survived", "taken_out", "dead"])
def test_a_void_battle_takes_the_fate_declared_for_it_and_its_xp(fate):
    night = one_on_one("m1")
    before = night.hero("bob")
    night.do("declare_fate", match="m1", fate=fate, **BOBS)
    night.do("void_battle", match="m1", **WHY)
    assert bob(night) == ("ready", 0, ())
    assert (night.hero("bob"), night.companies["bob"].leader) == (before, "h1")


@rule("IST-D-18")
def test_a_log_of_the_time_when_one_fate_was_kept_folds_to_all_that_are_owed():
    """Then the second fate took the place of the first in what was folded; the events are the same."""
    night = one_on_one("m1", "m2")
    fates = [one for one in night.logs["company-bob"] if isinstance(one, HeroFateSet) and one.undecided]
    assert [one.because.match for one in fates] == ["m1", "m2"]
    assert night.companies["bob"].undecided == {"h1": ("m1", "m2")}
