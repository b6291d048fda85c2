"""How a campaign begins, runs and ends; who may do what; the rules of the house; breaks."""

import pytest

from campaigns.domain.acts import COMMANDS, decide, parse
from campaigns.domain.campaign.house_rules import customs_of, setting, switches_of
from campaigns.domain.rights import RIGHTS, sees
from campaigns.domain.world import World
from rules.kernel.errors import Malformed, Refused
from tests.campaigns.domain.nights import OPENING, PEOPLE, Night
from tests.rules.play import rule

EVERY_STAGE = ("rename_campaign", "start_campaign", "end_campaign", "reopen_campaign", "archive_campaign")


@rule("KERNEL-CAMP-02")
def test_a_campaign_runs_ends_runs_again_and_is_put_away():
    night = Night()
    assert (night.campaign.stage, night.campaign.people["gm"].role) == ("draft", "gm")
    for name, stage in (
        ("start_campaign", "running"),
        ("end_campaign", "ended"),
        ("reopen_campaign", "running"),
        ("end_campaign", "ended"),
        ("archive_campaign", "archived"),
    ):
        night.do(name)
        assert night.campaign.stage == stage


@rule("KERNEL-CAMP-02")
def test_it_has_a_title_that_can_be_changed():
    night = Night(title="  Winter ")
    assert night.campaign.title == "Winter"
    night.do("rename_campaign", title="Spring")
    assert night.logs["campaign-k1"][-1].old == "Winter"
    for title in (" ", "\u200b", "Win\u202eter"):
        night.refuses("rename_campaign", "missing_campaign_field", title=title, at="title")


@rule("KERNEL-CAMP-02")
def test_companies_are_founded_and_fitted_out_in_a_draft():
    night = Night()
    night.join("ann")
    night.found("ann", heroes=1)
    assert night.campaign.companies["ann"].owner == "ann"
    assert night.gold("ann") == 400


@rule("KERNEL-CAMP-02", "KERNEL-ILL-21")
def test_it_refuses_steps_that_do_not_follow_its_stage():
    night = Night()
    for name in ("end_campaign", "reopen_campaign", "archive_campaign"):
        night.refuses(name, "wrong_stage", rule="KERNEL-CAMP-02")
    night.refuses("start_downtime", "campaign_not_started")
    night.refuses("start_battle", "campaign_not_started", match="m1", sides={})
    night.do("start_campaign")
    night.refuses("start_campaign", "wrong_stage")


@rule("KERNEL-CAMP-02", "KERNEL-ILL-21")
def test_it_does_not_change_once_it_is_over():
    night = Night.running(ann=1)
    night.do("end_campaign")
    about = {"company": "ann", "reason": "so"}
    for name, fields in (
        ("rename_campaign", {"title": "Spring"}),
        ("start_downtime", {}),
        ("set_house_rule", {"name": "debt", "value": "on"}),
        ("award_gold", {**about, "amount": 1}),
        ("buy_item", {"company": "ann", "item": "dagger"}),
        ("found_company", {"company": "new", "name": "A", "motto": "B", "hall": "C"}),
        ("declare_invasion", {"company": "ann", "defender": "ann", "invasion": "i1"}),
    ):
        night.refuses(name, "campaign_over", rule="KERNEL-CAMP-02", **fields)


@rule("KERNEL-ILL-21")
def test_it_does_not_end_while_a_battle_is_open():
    night = Night.running(ann=1, bob=1)
    night.start("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1")})
    night.refuses("end_campaign", "battles_open")


@rule("KERNEL-CAMP-02")
def test_it_refuses_games_without_campaigns_and_ids_that_are_taken():
    command = parse({**OPENING, "game": "chess"})
    with pytest.raises(Refused) as caught:
        decide(World(), command, PEOPLE["gm"])
    assert (caught.value.code, caught.value.field) == ("unknown_game", "game")
    Night().refuses("open_campaign", "campaign_exists", **{k: v for k, v in OPENING.items() if k != "type"})
    with pytest.raises(Refused) as caught:
        decide(World(), parse({**OPENING, "campaign": ""}), PEOPLE["gm"])
    assert (caught.value.code, caught.value.field) == ("missing_campaign_field", "campaign")
    with pytest.raises(Refused) as caught:
        decide(World(), parse({"type": "start_campaign"}), PEOPLE["gm"])
    assert caught.value.code == "unknown_campaign"


def test_every_command_says_whom_it_is_for():
    assert set(RIGHTS) == set(COMMANDS.values())


@rule("KERNEL-CAMP-01", "KERNEL-ILL-20")
def test_strangers_see_and_change_nothing():
    night = Night.running(ann=1)
    assert not sees(night.campaign, PEOPLE["eve"])
    assert all(sees(night.campaign, PEOPLE[name]) for name in ("gm", "ann", "house"))
    for name, fields in (
        ("buy_item", {"company": "ann", "item": "dagger"}),
        ("found_company", {"company": "new"}),
        ("start_downtime", {}),
        ("leave", {}),
    ):
        night.refuses(name, "not_a_member", by="eve", rule="KERNEL-CAMP-01", **fields)


@rule("KERNEL-CAMP-01", "KERNEL-ILL-20")
def test_some_deeds_are_the_gms_alone():
    night = Night.running(ann=1)
    for name in ("cora", "bob"):
        night.join(name)
        night.do("set_role", account=name, role="co_gm")
    for name, fields in (
        ("set_role", {"account": "ann", "role": "co_gm"}),
        ("remove_member", {"account": "bob", "reason": "away"}),
        ("archive_campaign", {}),
        ("take_over_dice", {"reason": "moved", "commitment": "a1"}),
    ):
        night.refuses(name, "gm_only", by="cora", rule="KERNEL-CAMP-01", **fields)
    night.do("remove_member", account="bob", reason="away")
    night.do("take_over_dice", reason="moved", commitment="a1")
    assert night.campaign.commitment == "a1"


@rule("KERNEL-CAMP-01", "KERNEL-ILL-20")
def test_who_plays_a_company_acts_for_it_and_for_no_other():
    night = Night.running(ann=1, bob=1)
    night.do("buy_item", by="ann", company="ann", item="dagger")
    night.refuses("buy_item", "not_yours", by="bob", company="ann", item="dagger", at="company")
    night.do("buy_item", by="gm", company="ann", item="dagger")


@rule("KERNEL-CAMP-01", "KERNEL-ILL-20")
def test_what_is_the_gms_is_for_the_gm_and_co_gms():
    night = Night.running(ann=1)
    night.join("cora")
    night.do("set_role", account="cora", role="co_gm")
    night.do("award_gold", by="cora", company="ann", amount=10, reason="a find")
    for name, fields in (
        ("award_gold", {"company": "ann", "amount": 1, "reason": "x"}),
        ("start_downtime", {}),
        ("set_house_rule", {"name": "debt", "value": "on"}),
        ("void_battle", {"match": "m1", "reason": "x"}),
        ("found_company", {"company": "new", "owner": "gm"}),
    ):
        night.refuses(name, "gm_only", by="ann", rule="KERNEL-CAMP-01", **fields)
    night.do("end_campaign", by="cora")
    night.refuses("archive_campaign", "gm_only", by="cora")
    night.refuses("set_role", "gm_only", by="cora", account="ann", role="co_gm")


@rule("KERNEL-CAMP-01")
def test_the_house_may_do_all():
    night = Night.running(ann=1)
    assert night.do("start_downtime", by="house") == ["downtime_started"]
    assert night.do("award_gold", by="house", company="ann", amount=1, reason="interest") == ["gold_changed"]
    assert (night.campaign.downtime, night.gold("ann")) == (1, 400 + 1)
    (interest,) = night.of("ann", "gold_changed")
    assert (interest.delta, interest.balance, interest.purpose, interest.reason) == (1, 401, "award", "interest")
    for name in ("end_campaign", "archive_campaign"):
        night.do(name, by="house")
    assert night.campaign.stage == "archived"


@rule("KERNEL-ILL-20")
def test_nobody_in_particular_opens_no_campaign():
    with pytest.raises(Refused) as caught:
        decide(World(), parse(OPENING), type(PEOPLE["gm"])())
    assert caught.value.code == "not_authenticated"


@rule("KERNEL-CAMP-04")
def test_house_rules_are_of_the_campaign_or_of_its_battles():
    night = Night(rules={"battle_income": 20})
    assert setting(night.campaign, "battle_income") == 20
    assert setting(night.campaign, "fate") == "recover"
    night.do("start_campaign")
    night.do("start_downtime")
    night.do("set_house_rule", name="fate", value="deadly", reason="it was too easy")
    event = night.logs["campaign-k1"][-1]
    assert (event.scope, event.old, event.new, event.downtime) == ("campaign", "recover", "deadly", 1)
    assert event.reason == "it was too easy"
    assert switches_of("istra", night.campaign.rules).fate == "deadly"
    night.do("set_house_rule", name="evasive", value="both")
    assert night.logs["campaign-k1"][-1].scope == "battle"
    assert night.campaign.battle_rules == {"evasive": "both"}
    night.do("set_house_rule", name="hall_downtimes", value=2)
    assert customs_of(night.campaign.rules).hall_downtimes == 2


@rule("KERNEL-CAMP-04")
def test_a_battle_keeps_the_rules_it_began_with():
    night = Night.running(ann=1, bob=1)
    game = night.start("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1")})
    night.do("set_house_rule", name="fate", value="deadly")
    night.finish("m1", game, out=("s2-h1",), won=("s1",))
    night.do("record_battle", match="m1")
    assert night.hero("bob").standing == "ready"
    night.fight("m2", {"s1": ("ann", "h1"), "s2": ("bob", "h1")}, out=("s2-h1",), won=("s1",))
    assert night.hero("bob").standing == "dead"


@rule("KERNEL-CAMP-04", "KERNEL-ILL-23")
def test_it_refuses_switches_that_nobody_has_and_values_they_cannot_have():
    night = Night()
    night.refuses("set_house_rule", "unknown_house_rule", name="weather", value="bad", at="name")
    night.refuses("set_house_rule", "bad_house_rule", name="hall_downtimes", value=-1)
    night.refuses("set_house_rule", "bad_house_rule", name="survival", value=21)
    night.refuses("set_house_rule", "house_rule_same", name="debt", value="off", at="value")
    night.refuses("set_house_rule", "bad_house_rule", name="base_radius", value=-1, at="value")
    night.refuses("set_house_rule", "bad_house_rule", name="wall_sections", value=101, rule="IST-Q-107")
    with pytest.raises(Refused, match="zone depth"):
        Night(battle_rules={"zone_depth": 0})
    for name, value in (("fate", "gentle"), ("evasive", 3), ("debt", "maybe")):
        with pytest.raises(Malformed):
            night.do("set_house_rule", name=name, value=value)
    with pytest.raises(Malformed):
        Night(rules={"weather": "bad"})


@rule("KERNEL-CAMP-04")
def test_several_are_set_at_once_in_their_order():
    night = Night(rules={"survival": 9})
    assert (
        night.do("set_house_rules", values={"fate": "deadly", "evasive": "both", "survival": 6}, reason="voted")
        == ["house_rule_set"] * 3
    )
    told = [(one.name, one.scope, one.old, one.new, one.reason) for one in night.logs["campaign-k1"][-3:]]
    assert told == [
        ("fate", "campaign", "recover", "deadly", "voted"),
        ("evasive", "battle", "attacker", "both", "voted"),
        ("survival", "campaign", 9, 6, "voted"),
    ]
    assert night.campaign.battle_rules == {"evasive": "both"}


@rule("KERNEL-CAMP-04")
@pytest.mark.usefixtures("wins_pay_double")
def test_those_that_hold_only_together_can_be_set_together_alone():
    night = Night()
    night.refuses("set_house_rule", "bad_house_rule", name="win_income", value=60, at="value")
    night.refuses("set_house_rules", "bad_house_rule", values={"battle_income": 30}, at="values.battle_income")
    night.do("set_house_rules", values={"battle_income": 30, "win_income": 60})
    night.do("set_house_rule", name="survival", value=9)
    refused = {"survival": 8, "win_income": 61}
    night.refuses("set_house_rules", "bad_house_rule", values=refused, at="values.win_income")
    assert night.campaign.rules == {"battle_income": 30, "win_income": 60, "survival": 9}


@rule("KERNEL-CAMP-04", "KERNEL-ILL-23")
def test_it_refuses_all_where_one_is_wrong():
    night = Night()
    for values, code, at in (
        ({"fate": "deadly", "weather": "bad"}, "unknown_house_rule", "values.weather"),
        ({"fate": "deadly", "survival": 21}, "bad_house_rule", "values.survival"),
        ({"fate": "deadly", "debt": "off"}, "house_rule_same", "values.debt"),
        ({"fate": "deadly", "hall_prices": {"walls": -1}}, "bad_house_rule", "values.hall_prices.walls"),
    ):
        night.refuses("set_house_rules", code, values=values, at=at)
    with pytest.raises(Malformed) as caught:
        night.do("set_house_rules", values={"debt": "on", "fate": "gentle"})
    assert caught.value.field == "values.fate"
    for values in ({}, {f"rule_{number}": 1 for number in range(501)}):
        with pytest.raises(Malformed):
            night.do("set_house_rules", values=values)
    assert night.campaign.rules == {}


@rule("KERNEL-CAMP-10")
def test_an_upgrade_stands_after_its_breaks():
    night = Night.running({"hall_downtimes": 2}, ann=1)
    assert "upgrade_ordered" in night.do("upgrade_hall", by="ann", company="ann", upgrade="walls")
    assert night.gold("ann") == 300
    for number in (1, 2):
        night.refuses("finish_upgrades", "no_upgrade_due", company="ann")
        night.do("start_downtime")
        assert night.campaign.downtime == number
    assert night.do("finish_upgrades", by="house", company="ann") == ["hall_upgraded"]
    assert night.companies["ann"].hall.upgrades == ("walls",)


@rule("KERNEL-ILL-29")
def test_it_refuses_to_complete_what_is_not_due():
    night = Night.running(ann=1)
    night.refuses("finish_upgrades", "no_upgrade_due", company="ann", rule="KERNEL-CAMP-10")


@rule("KERNEL-CAMP-11")
def test_it_refuses_the_title_that_it_has():
    night = Night.running()
    night.refuses("rename_campaign", "nothing_to_change", title=f" {night.campaign.title} ", at="title")
    assert night.do("rename_campaign", title="The Short Winter") == ["campaign_renamed"]
