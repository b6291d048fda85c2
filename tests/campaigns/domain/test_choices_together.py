"""Choices that are made together: one act, by each who may, all of them or none."""

import pytest

from rules.kernel.errors import Malformed
from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

WHY = {"reason": "a long evening"}
POWER = {"company": "ann", "hero": "h1", "kind": "core", "value": "power"}
CLEAVE = {"company": "ann", "hero": "h1", "kind": "talent", "value": "cleave"}
BOBS = {"company": "bob", "hero": "h1", "kind": "talent", "value": "rage"}
DEAD = {"company": "bob", "hero": "h1", "kind": "fate", "value": "dead", "match": "m1"}


@pytest.fixture
def evening():
    """Ann's hero has a raise and two talents to come; Bob's has fallen, and its fate is owed."""
    night = Night.running({"fate": "gm"}, ann=1, bob=1)
    night.fight("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1")}, out=("s2-h1",), won=("s1",))
    night.do("award_xp", company="ann", hero="h1", amount=3, **WHY)
    return night


@rule("IST-D-16", "IST-XP-03", "IST-XP-04", "IST-D-18")
def test_choices_of_several_heroes_and_fates_are_made_in_one_act(evening):
    told = evening.do("make_choices", choices=[POWER, BOBS, CLEAVE, DEAD], **WHY)
    assert told == ["core_raised", "talent_chosen", "talent_chosen", "hero_fate_set", "leader_named"]
    hero, fallen = evening.hero("ann"), evening.hero("bob")
    assert (hero.stats["power"], hero.talents) == (6, ("cleave",))
    assert (fallen.standing, fallen.talents) == ("dead", ("rage",))
    batches = {event.batch for events in evening.told.values() for event in events}
    assert batches == {f"b{evening.acts}"}
    assert evening.of("bob", "hero_fate_set")[0].reason == "a long evening"


@rule("IST-D-16")
@pytest.mark.parametrize(
    ("wrong", "code", "place"),
    [
        ({**POWER, "value": "armour"}, "no_core_raise_pending", "choices[2].value"),
        ({**CLEAVE, "value": "abjuration"}, "talent_not_allowed", "choices[2].value"),
        ({**CLEAVE, "kind": "spell", "value": "fireball"}, "spell_not_allowed", "choices[2].value"),
        ({**POWER, "hero": "h9"}, "unknown_hero", "choices[2].hero"),
        ({**POWER, "company": "cid"}, "unknown_company", "choices[2].company"),
        ({**POWER, "match": "m1"}, "bad_value", "choices[2].match"),
        ({**DEAD, "value": "lost"}, "bad_value", "choices[2].value"),
        ({**DEAD, "match": "m9"}, "unknown_battle", "choices[2].match"),
    ],
)
def test_a_fault_is_said_beside_its_choice_and_nothing_happens(evening, wrong, code, place):
    before = dict(evening.companies)
    evening.refuses("make_choices", code, choices=[POWER, BOBS, wrong], at=place, **WHY)
    assert evening.companies == before


@rule("IST-XP-03")
def test_each_choice_is_made_after_those_before_it(evening):
    evening.refuses("make_choices", "no_core_raise_pending", choices=[POWER, POWER], at="choices[1].value")


@rule("IST-D-18", "IST-XP-01")
def test_two_fates_of_a_hero_are_declared_after_one_another(evening):
    evening.do("make_choices", choices=[POWER])
    evening.fight("m2", {"s1": ("ann", "h1"), "s2": ("bob", "h1")}, out=("s2-h1",), won=("s1",))
    evening.do("make_choices", choices=[DEAD, {**DEAD, "value": "survived", "match": "m2"}], **WHY)
    hero = evening.hero("bob")
    assert (hero.standing, hero.xp, evening.companies["bob"].undecided) == ("dead", 1, {})


@rule("KERNEL-CAMP-01")
def test_everybody_chooses_for_their_own_and_fates_are_the_gms(evening):
    evening.do("make_choices", by="ann", choices=[POWER])
    evening.refuses("make_choices", "not_yours", by="ann", choices=[CLEAVE, BOBS], at="choices[1].company")
    evening.refuses("make_choices", "gm_only", by="bob", choices=[BOBS, DEAD], at="choices[1]", **WHY)
    evening.refuses("make_choices", "not_a_member", by="eve", choices=[POWER])


@rule("KERNEL-CAMP-09", "KERNEL-ILL-28")
def test_fates_want_a_reason(evening):
    evening.refuses("make_choices", "reason_wanted", choices=[POWER, DEAD], at="reason")


@pytest.mark.parametrize("choices", [[], [POWER] * 501, [{**POWER, "kind": "gold"}]])
def test_it_cannot_read_what_is_no_choice(evening, choices):
    with pytest.raises(Malformed):
        evening.do("make_choices", choices=choices)


@rule("KERNEL-CAMP-02")
def test_nothing_is_chosen_once_the_campaign_is_over(evening):
    evening.do("end_campaign")
    evening.refuses("make_choices", "campaign_over", choices=[POWER])
