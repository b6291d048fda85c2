"""Campaigns from before the bounds of switches were checked: they stand in the log for ever, and can be put right."""

import pytest

from campaigns.domain.campaign.events import HouseRuleSet
from campaigns.domain.campaign.evolve import evolve
from campaigns.domain.campaign.house_rules import setting
from rules.kernel.errors import Refused
from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

SIDES = {"s1": {"company": "ann", "heroes": ["h1"]}, "s2": {"company": "bob", "heroes": ["h1"]}}


def of_old(**switches):
    """A campaign whose log has switches, by scope, that nobody would take today."""
    night = Night.running(ann=1, bob=1)
    for scope, values in switches.items():
        for name, value in values.items():
            event = HouseRuleSet(name=name, scope=scope, old=None, new=value, downtime=0)
            night.campaign = evolve(night.campaign, event)
    return night


@rule("KERNEL-CAMP-04", "KERNEL-ILL-23")
def test_one_is_put_right_after_the_other():
    night = of_old(battle={"bow_range": -5, "wall_length": 0}, campaign={"survival": 99})
    assert setting(night.campaign, "bow_range") == -5
    for name, value in (("bow_range", 2400), ("wall_length", 300), ("survival", 6)):
        night.refuses("start_battle", "bad_house_rule", match="m1", sides=SIDES)
        night.do("set_house_rule", name=name, value=value)
    night.do("start_battle", match="m1", sides=SIDES)


@rule("KERNEL-CAMP-04", "KERNEL-ILL-23")
def test_others_can_be_changed_meanwhile_and_no_bad_value_is_taken():
    night = of_old(battle={"bow_range": -5})
    night.do("set_house_rule", name="evasive", value="both")
    night.do("buy_item", company="ann", item="dagger")
    night.refuses("set_house_rule", "bad_house_rule", name="bow_range", value=-6)
    night.refuses("set_house_rule", "bad_house_rule", name="survival", value=0)


@rule("KERNEL-CAMP-04", "KERNEL-CAMP-05")
@pytest.mark.parametrize(
    ("switches", "named"),
    [
        ({"battle": {"bow_range": -5}}, "bow_range"),
        ({"battle": {"evasive": "sometimes"}}, "evasive"),
        ({"campaign": {"survival": 99}}, "survival"),
    ],
)
def test_a_battle_is_refused_by_the_name_of_the_switch(switches, named):
    refused = of_old(**switches).refuses("start_battle", "bad_house_rule", match="m1", sides=SIDES)
    assert refused.hint == f"The GM has to correct the house rule {named} first."


@rule("KERNEL-CAMP-04")
def test_squads_of_ishmek_are_refused_the_same_way():
    night = Night(game="ishmek", battle_rules={"foul_dc": 12})
    night.do("start_campaign")
    for owner in ("ann", "bob"):
        night.join(owner)
        night.found(owner, 1)
    stored = HouseRuleSet(name="foul_dc", scope="battle", old=12, new=10**9, downtime=0)
    night.campaign = evolve(night.campaign, stored)
    sides = {"home": SIDES["s1"], "away": SIDES["s2"]}
    refused = night.refuses("start_battle", "bad_house_rule", match="m1", sides=sides, ground={"turns_total": 4})
    assert "foul_dc" in refused.hint
    night.do("set_house_rule", name="foul_dc", value=15)
    night.do("start_battle", match="m1", sides=sides, ground={"turns_total": 4})


@rule("KERNEL-CAMP-04", "KERNEL-ILL-23")
def test_one_that_the_game_has_not_is_shown_as_it_was_set():
    night = of_old(battle={"zz": 1})
    assert setting(night.campaign, "zz") == 1
    with pytest.raises(Refused):
        setting(night.campaign, "luck")
