"""Captives: who holds whom, what it bars, who sets them free, and what an undoing leaves of it. [KERNEL-CAMP-17]"""

import pytest

from campaigns.domain.acts import decide, parse
from rules.kernel.dice import TableDice
from rules.kernel.errors import Refused
from tests.campaigns.domain.bouts import Season
from tests.campaigns.domain.nights import PEOPLE
from tests.rules.play import rule

TAKE = {"company": "bob", "hero": "h1", "reason": "Ambushed on the road."}


@pytest.fixture
def season(ring):
    return Season.running({"captives": "on"}, ann=2, bob=2, cid=1)


@rule("KERNEL-CAMP-17", "RING-CAMP-04")
def test_a_battle_leaves_a_captive_with_captor_company_and_device(season):
    season.do("advance_clock", hours=4, reason="x")
    season.bout("m1", red="ann", blue="bob", off="blue")
    held = season.hero("bob").captive
    assert (held.captor, held.company, held.device, held.conditions) == ("h1", "ann", "ropes", ("bound",))
    assert (held.since, held.match, held.event) == (4, "m1", len(season.matches["m1"].events))
    assert [hero.id for hero in season.companies["bob"].ready] == ["h1", "h2"]  # neither dead nor gone


@rule("KERNEL-CAMP-17", "KERNEL-ILL-42")
def test_a_captive_is_not_fielded(season):
    season.do("capture_hero", **TAKE, holder="ann", captor="h2")
    sides = {"red": {"company": "ann", "heroes": ["h1"]}, "blue": {"company": "bob", "heroes": ["h1"]}}
    no = season.refuses("start_battle", "captive", match="m1", sides=sides, rule="KERNEL-CAMP-17")
    assert (no.field, no.event) == ("sides.blue.heroes[0]", ("company-bob", len(season.logs["company-bob"])))
    season.do("free_captive", company="bob", hero="h1")
    season.open_bout("m1", red="ann", blue="bob")


@rule("KERNEL-CAMP-17")
def test_whom_a_battle_captured_is_refused_with_its_event(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    sides = {"red": {"company": "ann", "heroes": ["h1"]}, "blue": {"company": "bob", "heroes": ["h1"]}}
    no = season.refuses("start_battle", "captive", match="m2", sides=sides)
    assert no.event == ("match-m1", len(season.matches["m1"].events))


@rule("KERNEL-CAMP-17")
def test_the_gm_takes_captives_for_a_company_or_the_gms_side(season):
    season.do("capture_hero", **TAKE, holder="ann", device="irons", gagged=True, blindfolded=True)
    held = season.hero("bob").captive
    assert (held.company, held.device, held.conditions) == ("ann", "irons", ("bound", "gagged", "blindfolded"))
    season.do("capture_hero", company="cid", hero="h1", captor="Goblins", bound=False, reason="x")
    assert (season.hero("cid").captive.captor, season.hero("cid").captive.company) == ("Goblins", "")
    assert season.hero("cid").captive.conditions == ()


@pytest.mark.parametrize(("by", "why"), [("ann", "captor"), ("gm", "gm"), ("house", "gm")])
@rule("KERNEL-CAMP-17")
def test_the_captor_and_the_gm_set_free(season, by, why):
    season.do("capture_hero", **TAKE, holder="ann")
    assert season.do("free_captive", by=by, company="bob", hero="h1") == ["hero_freed"]
    assert ([one.why for one in season.of("bob", "hero_freed")], season.hero("bob").captive) == ([why], None)


@rule("KERNEL-CAMP-17", "KERNEL-ILL-42", "KERNEL-CAMP-01")
def test_it_refuses_what_is_no_captivity(season):
    season.refuses("free_captive", "not_captive", company="bob", hero="h1", rule="KERNEL-CAMP-17", at="hero")
    season.do("capture_hero", **TAKE, holder="ann")
    season.refuses("capture_hero", "already_captive", **TAKE, holder="cid", at="hero")
    season.refuses("free_captive", "not_yours", by="bob", company="bob", hero="h1", rule="KERNEL-CAMP-01")
    season.refuses("free_captive", "not_yours", by="cid", company="bob", hero="h1")
    season.refuses("free_captive", "not_a_member", by="eve", company="bob", hero="h1")
    other = {**TAKE, "hero": "h2"}
    season.refuses("capture_hero", "own_captive", **other, holder="bob", at="holder")
    season.refuses("capture_hero", "unknown_company", **other, holder="dan", at="holder")


def test_only_the_gm_takes_captives_by_hand(season):
    command = parse({"type": "capture_hero", **TAKE, "holder": "ann"})
    with pytest.raises(Refused) as caught:
        decide(season.world(command), command, PEOPLE["ann"], TableDice(), batch="b")
    assert caught.value.code == "gm_only"


@rule("KERNEL-CAMP-17", "KERNEL-CAMP-07")
def test_a_void_battle_holds_nobody(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    season.do("void_battle", match="m1", reason="x")
    assert season.hero("bob").captive is None
    season.do("record_again", match="m1", reason="x")
    assert season.hero("bob").captive.captor == "h1"


@rule("KERNEL-CAMP-17", "KERNEL-CAMP-07")
def test_who_was_set_free_stays_free(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    season.do("free_captive", by="ann", company="bob", hero="h1")
    season.do("record_again", match="m1", reason="x")
    assert season.hero("bob").captive is None


def test_who_is_held_by_somebody_else_by_now_stays_so(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    season.do("free_captive", by="ann", company="bob", hero="h1")
    season.do("capture_hero", **TAKE, holder="cid")
    season.do("void_battle", match="m1", reason="x")
    assert season.hero("bob").captive.company == "cid"
    season.do("record_again", match="m1", reason="x")
    assert season.hero("bob").captive.company == "cid"


@rule("KERNEL-CAMP-17", "KERNEL-CAMP-07")
def test_a_battle_that_counts_again_takes_nobody_from_somebody_else(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    season.do("void_battle", match="m1", reason="x")
    season.do("capture_hero", **TAKE, holder="cid")
    season.do("record_again", match="m1", reason="x")
    assert season.hero("bob").captive.company == "cid"
